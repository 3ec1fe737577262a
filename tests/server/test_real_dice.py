"""At a table with real dice people enter what happened, and the referee is part of the view."""

from tavla.rules.ruleset import RuleSet, profile
from tavla.server.commands import Action
from tavla.server.lobby import Lobby, NewMatch
from tests.server.fakes import MemoryStore, first_play, persons, run, sit_down


def table(rules: RuleSet | None = None) -> NewMatch:
    return NewMatch(rules or profile("standard"), persons(), "table")


def enter(act: str, **arguments: object) -> Action:
    return Action(act, arguments=arguments)


def test_dice_are_entered_and_plays_made_on_the_screen() -> None:
    async def work() -> None:
        async with sit_down(new=table()) as sitting:
            assert "roll" not in sitting.view["can"]["0"]
            assert {"enter_roll", "cocked"} <= {act["act"] for act in sitting.view["table"]["acts"]}
            view = await sitting.do(0, enter("enter_roll", dice=[6, 3]))
            assert (view["turn"], view["roll"]) == (0, [6, 3])
            view = await sitting.do(0, first_play(view))
            assert view["turn"] == 1
            view = await sitting.do(1, enter("enter_roll", dice=[2, 1]))
            view = await sitting.play(1, "13/11 6/5")
            assert view["plays"][-1]["text"] == "13/11 6/5"

    run(work())


def test_the_server_throws_no_dice_there() -> None:
    async def work() -> None:
        async with sit_down(new=table()) as sitting:
            answer = await sitting.ask(0, "roll")
            assert answer.refusal is not None
            assert answer.refusal.code == "server.enter_roll"
            assert sitting.view["dice"] is None

    run(work())


def test_a_wrong_play_is_claimed_and_made_anew() -> None:
    async def work() -> None:
        async with sit_down(new=table()) as sitting:
            await sitting.do(0, enter("enter_roll", dice=[6, 3]))
            view = await sitting.do(0, enter("enter_play", moves="24/20 13/10"))
            fault = view["table"]["state"]["fault"]
            assert (fault["by"], fault["kind"]) == (0, "illegal")
            assert view["table"]["log"]
            assert view["plays"] == [{"seat": 0, "roll": [6, 3], "text": "24/20 13/10"}]
            view = await sitting.do(1, Action("claim"))
            assert (view["turn"], view["roll"], view["phase"]) == (0, [6, 3], "play")

    run(work())


def test_a_play_that_must_be_completed_begins_where_it_was_left() -> None:
    async def work() -> None:
        async with sit_down(new=table()) as sitting:
            await sitting.do(0, enter("enter_roll", dice=[6, 3]))
            await sitting.do(0, enter("enter_play", moves="24/18"))
            view = await sitting.do(1, Action("demand"))
            assert view["table"]["state"]["completing"] == [[24, 18, 6, 0]]
            assert view["tree"][0]["left"] == [3]
            assert (view["points"][0][24], view["points"][0][18]) == (1, 1)
            assert view["pips"] == [161, 167]
            assert sitting.table.why_not((), 18, 14).code == "play.wrong_number"
            view = await sitting.do(0, first_play(view))
            assert view["turn"] == 1

    run(work())


def test_acts_of_the_referee_are_not_for_other_tables() -> None:
    async def work() -> None:
        async with sit_down() as sitting:
            answer = await sitting.ask(0, enter("enter_roll", dice=[6, 3]))
            assert answer.refusal is not None
            assert answer.refusal.code == "server.unsupported"

    run(work())


def test_an_entry_that_cannot_be_read_is_refused() -> None:
    async def work() -> None:
        async with sit_down(new=table()) as sitting:
            for dice in (None, [0, 7], [6], "abc", {"a": 1}):
                answer = await sitting.ask(0, enter("enter_roll", dice=dice))
                assert answer.refusal is not None
            assert sitting.view["phase"] == "opening"

    run(work())


def test_the_four_dice_are_mixed_and_shared_out() -> None:
    async def work() -> None:
        async with sit_down(new=table()) as sitting:
            view = await sitting.do(0, Action("ask_mix"))
            assert {act["act"] for act in view["table"]["acts"]} == {"choose_die"}
            assert view["table"]["state"]["mix"]["chooser"] == 1
            for seat, die in ((1, 4), (0, 1), (1, 2)):
                view = await sitting.do(seat, enter("choose_die", die=die))
            assert view["table"]["state"]["holds"] == [[1, 3], [2, 4]]
            assert [line["code"] for line in view["table"]["log"]][-1] == "table.log.holds"

    run(work())


def test_a_roll_that_was_thrown_too_early_follows_the_play_at_once() -> None:
    async def work() -> None:
        async with sit_down(new=table()) as sitting:
            await sitting.do(0, enter("enter_roll", dice=[6, 3]))
            view = await sitting.do(1, enter("early_roll", dice=[5, 5]))
            assert view["table"]["state"]["early"] == [5, 5]
            before = sitting.version
            view = await sitting.do(0, first_play(view))
            assert (view["turn"], view["phase"], view["roll"]) == (1, "play", [5, 5])
            assert [event.seat for event in sitting.table.events_since(before)] == [0, 0, 1]

    run(work())


def test_a_dispute_survives_a_restart() -> None:
    async def work() -> None:
        store = MemoryStore()
        async with sit_down(new=table(profile("house")), store=store) as sitting:
            await sitting.do(0, enter("enter_roll", dice=[6, 3]))
            before = await sitting.do(0, enter("enter_play", moves="24/18"))
            match = sitting.table.id
        lobby = Lobby(store, {}, pace=0.0)
        again = (await lobby.find(match)).view()
        assert again["table"] == before["table"]
        assert {"play_forgotten", "let_stand"} <= {act["act"] for act in again["table"]["acts"]}
        await lobby.close()

    run(work())


def test_a_wrong_setup_is_found_and_mended() -> None:
    async def work() -> None:
        async with sit_down(new=table()) as sitting:
            board = [list(side) for side in sitting.view["points"]]
            board[1][13] -= 1
            view = await sitting.do(0, enter("found_setup", points=board))
            assert view["table"]["state"]["missing"] == [0, 1]
            assert view["table"]["state"]["setup"] == {"open": True}
            view = await sitting.do(1, Action("mend_setup"))
            assert view["table"]["state"]["missing"] == [0, 0]
            assert view["points"][1][13] == 5

    run(work())


def test_what_was_mistyped_is_taken_back_by_consent() -> None:
    async def work() -> None:
        async with sit_down(new=table()) as sitting:
            view = await sitting.do(0, enter("enter_roll", dice=[6, 2]))
            assert "takeback" in view["can"]["0"]
            await sitting.do(0, "takeback")
            view = await sitting.do(1, "accept")
            assert (view["phase"], view["roll"]) == ("opening", None)

    run(work())


def test_nobody_enters_for_the_other() -> None:
    async def work() -> None:
        async with sit_down(new=table()) as sitting:
            await sitting.do(0, enter("enter_roll", dice=[6, 3]))
            for action in (enter("enter_play", moves="24/18 13/10"), Action("lift"), Action("claim")):
                answer = await sitting.ask(1, action)
                assert answer.refusal is not None
                assert answer.refusal.code == "table.error.not_now"

    run(work())
