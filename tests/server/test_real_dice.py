"""At a table with real dice people enter what happened, and the referee is part of the view."""

from tavla.rules.ruleset import RuleSet, profile
from tavla.server.commands import Action
from tavla.server.lobby import NewMatch
from tests.server.fakes import first_play, persons, run, sit_down


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
