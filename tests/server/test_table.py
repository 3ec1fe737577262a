"""One writer a match: every command once, in order, kept before it is shown."""

import asyncio
from typing import Any

import pytest

from tavla.errors import IllegalAction
from tavla.match.events import DiceCommitted, DiceRevealed, GameStarted, Interrupted, Setup, TimeExpired
from tavla.rules.dice import Roll
from tavla.rules.facts import Passed, Played, Rolled, Thrown
from tavla.rules.position import Position
from tavla.rules.ruleset import RuleSet, profile
from tavla.server.commands import Action
from tavla.server.fair_dice import verify
from tavla.server.lobby import Lobby, NewMatch
from tests.server.fakes import MemoryStore, Sitting, first_play, persons, run, sit_down

ONE_POINT = profile("standard", {"length": "points(1)"})
CLOSED = dict.fromkeys(range(1, 7), 2)


def facts_of(sitting: Sitting) -> list[Any]:
    return [event.fact for event in sitting.table.record().events]


def from_position(position: Position, roll: Roll | None = None, rules: RuleSet = ONE_POINT, turn: int = 0) -> NewMatch:
    return NewMatch(rules, persons(), setup=Setup(position, turn, roll))


def test_a_match_begins_with_its_promise_and_its_first_game() -> None:
    async def work() -> None:
        async with sit_down() as sitting:
            started, promised, game = facts_of(sitting)
            assert started.players == persons()
            assert isinstance(promised, DiceCommitted)
            assert game == GameStarted(1)
            assert sitting.view["dice"]["seed"] is None
            assert sitting.view["phase"] == "opening"

    run(work())


def test_a_command_is_answered_with_the_version_that_it_led_to() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3)]) as sitting:
            answer = await sitting.ask(1, "roll")
            assert (answer.version, answer.refusal) == (4, None)
            assert facts_of(sitting)[-1] == Thrown((6, 3))
            assert sitting.view["turn"] == 0

    run(work())


def test_the_same_command_twice_happens_once_and_gets_the_same_answer() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3)]) as sitting:
            first = await sitting.ask(0, "roll", name="same")
            again = await sitting.ask(0, "roll", name="same", version=3)
            assert again == first
            assert len(facts_of(sitting)) == 4

    run(work())


def test_a_command_is_known_again_after_a_restart() -> None:
    async def work() -> None:
        store = MemoryStore()
        async with sit_down(throws=[(6, 3)], store=store) as sitting:
            first = await sitting.ask(0, "roll", name="same")
        lobby = Lobby(store, {})
        again = Sitting(lobby, await lobby.find(sitting.table.id))
        assert await again.ask(0, "roll", name="same", version=3) == first
        assert again.version == first.version
        await lobby.close()

    run(work())


def test_a_refused_command_is_refused_again_for_the_same_reason() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3)]) as sitting:
            first = await sitting.ask(0, "take", name="same")
            again = await sitting.ask(0, "take", name="same")
            assert first.refusal is not None
            assert again == first

    run(work())


def test_a_command_for_another_version_is_stale() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3)]) as sitting:
            await sitting.do(0, "roll")
            for version in (0, 3, 5):
                answer = await sitting.ask(0, "double", version=version)
                assert answer.stale
                assert answer.refusal is not None
                assert answer.refusal.code == "server.stale"

    run(work())


def test_of_two_commands_for_one_version_the_first_wins() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3)]) as sitting:
            answers = await asyncio.gather(sitting.ask(0, "roll"), sitting.ask(1, "roll"))
            assert [answer.stale for answer in answers] == [False, True]
            assert len(facts_of(sitting)) == 4

    run(work())


def test_nothing_is_shown_that_is_not_kept() -> None:
    async def work() -> None:
        store = MemoryStore()
        async with sit_down(throws=[(6, 3)], store=store) as sitting:
            store.fails = OSError("disk full")
            answer = await sitting.ask(0, "roll")
            assert answer.refusal is not None
            assert answer.refusal.code == "server.failed"
            assert sitting.view["phase"] == "opening"
            assert not sitting.news
            store.fails = None
            assert (await sitting.do(0, "roll"))["roll"] == [6, 3]

    run(work())


def test_what_another_process_wrote_is_news() -> None:
    async def work() -> None:
        store = MemoryStore()
        async with sit_down(throws=[(6, 3)], store=store) as sitting:
            lobby = Lobby(store, {}, dice=lambda seed, match: sitting.table._dice)
            other = Sitting(lobby, await lobby.find(sitting.table.id))
            await other.do(0, "roll")
            answer = await sitting.ask(0, "roll")
            assert answer.refusal is not None
            assert answer.refusal.code == "store.conflict"
            assert sitting.view["roll"] == [6, 3]
            assert [event.fact for event in sitting.news[-1].events] == [Thrown((6, 3))]
            await lobby.close()

    run(work())


def test_news_holds_the_events_and_the_view_after_them() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3)]) as sitting:
            await sitting.do(0, "roll")
            await asyncio.sleep(0)
            (news,) = sitting.news
            assert [event.fact for event in news.events] == [Thrown((6, 3))]
            assert news.view["version"] == 4

    run(work())


def test_a_listener_that_fails_does_not_stop_the_table() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3)]) as sitting:
            sitting.table.listen(lambda news: 1 / 0)
            await sitting.do(0, "roll")
            await sitting.play(0, "24/18 13/10")
            assert sitting.view["turn"] == 1

    run(work())


def test_a_roll_that_cannot_be_played_is_passed_on() -> None:
    async def work() -> None:
        dancing = Position.from_points({25: 1, 13: 5}, {**CLOSED, 20: 3})
        rules = profile("standard", {"length": "points(1)", "closed_board": "roll"})
        async with sit_down(throws=[(6, 3)], new=from_position(dancing, rules=rules)) as sitting:
            view = await sitting.do(0, "roll")
            assert facts_of(sitting)[-2:] == [Rolled(Roll(6, 3)), Played(())]
            assert view["turn"] == 1
            assert view["plays"][-1] == {"seat": 0, "roll": [6, 3], "text": ""}

    run(work())


def test_a_closed_out_player_without_a_choice_is_passed_over() -> None:
    async def work() -> None:
        closed_out = Position.from_points({25: 1, 13: 5}, {**CLOSED, 20: 3})
        tavla = profile("tavla", {"length": "points(1)"})
        async with sit_down(new=from_position(closed_out, rules=tavla)) as sitting:
            assert facts_of(sitting)[-1] == Passed()
            assert sitting.view["turn"] == 1

    run(work())


def test_a_closed_out_player_may_still_double() -> None:
    async def work() -> None:
        closed_out = Position.from_points({25: 1, 13: 5}, {**CLOSED, 20: 3})
        rules = profile("standard", {"length": "points(5)"})
        async with sit_down(new=from_position(closed_out, rules=rules)) as sitting:
            assert sitting.view["can"]["0"] == ["pass", "double", "resign"]
            view = await sitting.do(0, "pass")
            assert view["turn"] == 1

    run(work())


def test_a_play_may_be_moves_or_text() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3), (2, 1)]) as sitting:
            await sitting.do(0, "roll")
            view = await sitting.do(0, Action("play", moves=((24, 6), (13, 3))))
            assert view["plays"][-1] == {"seat": 0, "roll": [6, 3], "text": "24/18 13/10"}
            await sitting.do(1, "roll")
            view = await sitting.do(1, Action("play", text="13/11, 6/5"))
            assert view["plays"][-1]["text"] == "13/11 6/5"

    run(work())


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (0, Action("play", moves=((24, 6),)), "play.incomplete"),
        (0, Action("play", moves=((24, 5),)), "play.die_not_left"),
        (0, Action("play", moves=((8, 6), (8, 3))), None),
        (0, Action("play", text="24/20"), "play.wrong_number"),
        (0, Action("play", text="nonsense"), "notation.play_unreadable"),
        (1, Action("play", moves=((24, 6), (13, 3))), "action.not_your_turn"),
        (1, Action("roll"), "action.already_rolled"),
        (0, Action("double"), "action.already_rolled"),
        (0, Action("take"), "action.no_take"),
        (0, Action("accept"), "action.no_accept"),
        (0, Action("beaver"), "action.no_beaver"),
        (0, Action("resign", value=0), "action.resign_value"),
        (0, Action("settle"), "action.no_settle"),
        (0, Action("takeback"), "match.no_takeback"),
        (0, Action("next_game"), "match.game_running"),
        (0, Action("end_session"), "server.no_end_session"),
        (0, Action("enter_roll"), "server.unsupported"),
        (0, Action("dance"), "server.unsupported"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_reason(seat: int, action: Action, code: str | None) -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3)]) as sitting:
            await sitting.do(0, "roll")
            answer = await sitting.ask(seat, action)
            assert (answer.refusal and answer.refusal.code) == code

    run(work())


def test_double_take_and_drop() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3), (2, 1)]) as sitting:
            await sitting.do(0, "roll")
            await sitting.play(0, "24/18 13/10")
            view = await sitting.do(1, "double")
            assert view["offer"] == {"kind": "double", "by": 1, "value": 2}
            assert view["act"] == [0]
            assert view["can"] == {"0": ["take", "drop", "takeback"], "1": ["takeback"]}
            view = await sitting.do(0, "take")
            assert view["cube"] == {"value": 2, "owner": 0, "on": True}
            await sitting.do(1, "roll")
            await sitting.play(1, "13/11 6/5")
            await sitting.do(0, "double")
            view = await sitting.do(1, "drop")
            assert view["result"] == {"winner": 0, "kind": 1, "cube": 2, "points": 2, "how": "dropped"}
            assert (view["score"], view["phase"], view["act"]) == ([2, 0], "game_over", [0, 1])

    run(work())


def test_a_resignation_is_accepted_or_refused() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3)]) as sitting:
            await sitting.do(0, "roll")
            view = await sitting.do(1, Action("resign", value=2))
            assert (view["phase"], view["act"]) == ("resign", [0])
            assert view["offer"] == {"kind": "resign", "by": 1, "value": 2}
            view = await sitting.do(0, "refuse")
            assert view["phase"] == "play"
            await sitting.do(1, Action("resign", value=1))
            view = await sitting.do(0, "accept")
            assert view["result"]["how"] == "resigned"

    run(work())


def test_between_persons_a_takeback_needs_consent() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3), (5, 2)]) as sitting:
            await sitting.do(0, "roll")
            await sitting.play(0, "24/18 13/10")
            await sitting.do(1, "roll")
            view = await sitting.do(0, "takeback")
            assert (view["phase"], view["act"]) == ("takeback", [1])
            assert view["offer"] == {"kind": "takeback", "by": 0, "value": 0}
            assert view["can"] == {"0": ["refuse"], "1": ["accept", "refuse"]}
            assert (await sitting.ask(0, "accept")).refusal is not None
            assert (await sitting.ask(1, first_play(view | {"tree": [{"moves": []}]}))).refusal is not None
            view = await sitting.do(1, "accept")
            assert (view["phase"], view["turn"], view["roll"]) == ("play", 0, [6, 3])
            assert view["plays"] == []

    run(work())


@pytest.mark.parametrize("seat", [0, 1])
def test_a_takeback_is_refused_or_withdrawn(seat: int) -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3)]) as sitting:
            await sitting.do(0, "roll")
            await sitting.play(0, "24/18 13/10")
            await sitting.do(0, "takeback")
            view = await sitting.do(seat, "refuse")
            assert (view["phase"], view["turn"]) == ("roll", 1)

    run(work())


def test_dice_that_were_taken_back_do_not_fall_again() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3), (5, 2), (4, 4)]) as sitting:
            await sitting.do(0, "roll")
            await sitting.play(0, "24/18 13/10")
            await sitting.do(1, "roll")
            await sitting.do(0, "takeback")
            await sitting.do(1, "accept")
            await sitting.play(0, "24/15")
            assert (await sitting.do(1, "roll"))["roll"] == [4, 4]

    run(work())


def test_the_end_of_a_match_shows_the_seed_and_every_throw_follows_from_it() -> None:
    async def work() -> None:
        async with sit_down(ONE_POINT) as sitting:
            await play_out(sitting)
            assert isinstance(facts_of(sitting)[-1], DiceRevealed)
            assert sitting.view["dice"]["seed"]
            throws = sum(isinstance(fact, (Rolled, Thrown)) for fact in facts_of(sitting))
            assert verify(sitting.table.id, sitting.table.record().events) == throws

    run(work())


async def play_out(sitting: Sitting) -> None:
    """Roll and play the first way through every tree until the match is over."""
    while (view := sitting.view)["phase"] != "match_over":
        seat = view["act"][0]
        wanted = first_play(view) if view["phase"] == "play" else Action(view["can"][str(seat)][0])
        await sitting.do(seat, wanted)


def test_after_the_match_nothing_happens_any_more() -> None:
    async def work() -> None:
        async with sit_down(ONE_POINT) as sitting:
            await play_out(sitting)
            view = sitting.view
            assert (view["act"], view["can"]) == ([], {"0": [], "1": []})
            for action in ("roll", "next_game", "takeback", "end_session"):
                answer = await sitting.ask(0, action)
                assert answer.refusal is not None
                assert answer.refusal.code == "match.over"

    run(work())


def test_the_next_game_is_asked_for() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3)]) as sitting:
            await sitting.do(0, "roll")
            await sitting.do(1, Action("resign", value=1))
            await sitting.do(0, "accept")
            view = await sitting.do(1, "next_game")
            assert (view["game"], view["phase"], view["score"], view["result"]) == (2, "opening", [1, 0], None)

    run(work())


def test_a_money_session_ends_when_the_players_rise() -> None:
    async def work() -> None:
        async with sit_down("money", throws=[(6, 3)]) as sitting:
            await sitting.do(0, "roll")
            await sitting.do(1, Action("resign", value=1))
            view = await sitting.do(0, "accept")
            assert view["can"]["1"] == ["next_game", "end_session"]
            view = await sitting.do(1, "end_session")
            assert (view["phase"], view["closed"]) == ("match_over", "session_ended")
            assert view["dice"]["seed"]

    run(work())


def test_a_player_who_lets_his_time_run_out_loses_the_match() -> None:
    async def work() -> None:
        rules = profile("standard", {"length": "points(1)", "clock": "0/1"})
        async with sit_down(rules, throws=[(6, 3)]) as sitting:
            view = await sitting.do(0, "roll")
            assert view["clock"]["running"] == 0
            assert 0.0 < view["clock"]["left"][0] <= 1.0
            await asyncio.sleep(1.4)
            assert any(isinstance(fact, TimeExpired) for fact in facts_of(sitting))
            assert (sitting.view["phase"], sitting.view["winner"], sitting.view["closed"]) == ("match_over", 1, "time")

    run(work())


def test_a_command_after_the_time_is_too_late() -> None:
    async def work() -> None:
        times = [1000.0]
        rules = profile("standard", {"length": "points(1)", "clock": "10/20"})
        async with sit_down(rules, throws=[(6, 3)], now=lambda: times[0]) as sitting:
            await sitting.do(0, "roll")
            times[0] += 31.0
            answer = await sitting.ask(0, Action("play", text="24/18 13/10"))
            assert answer.stale
            assert sitting.view["closed"] == "time"

    run(work())


def test_no_clock_is_charged_while_the_server_was_away() -> None:
    async def work() -> None:
        store, times = MemoryStore(), [1000.0]
        rules = profile("standard", {"length": "points(1)", "clock": "10/20"})
        async with sit_down(rules, throws=[(6, 3)], store=store, now=lambda: times[0]) as sitting:
            await sitting.do(0, "roll")
        times[0] += 3600.0
        lobby = Lobby(store, {}, now=lambda: times[0])
        table = await lobby.find(sitting.table.id)
        assert table.record().events[-1].fact == Interrupted(3600.0)
        assert table.view()["clock"]["left"] == [20.0, 20.0]
        await lobby.close()

    run(work())


def test_a_table_that_is_closed_takes_no_command() -> None:
    async def work() -> None:
        async with sit_down() as sitting:
            await sitting.table.close()
            with pytest.raises(Exception, match="closing"):
                await sitting.ask(0, "roll")

    run(work())


def test_time_never_runs_backwards_in_a_log() -> None:
    async def work() -> None:
        times = [2000.0]
        async with sit_down(throws=[(6, 3)], now=lambda: times[0]) as sitting:
            times[0] = 1000.0
            await sitting.do(0, "roll")
            assert sitting.table.record().events[-1].time == 2000.0

    run(work())


def test_why_not_is_answered_for_a_play_that_is_under_way() -> None:
    async def work() -> None:
        async with sit_down(throws=[(6, 3)]) as sitting:
            with pytest.raises(IllegalAction):
                sitting.table.why_not((), 24, 18)
            await sitting.do(0, "roll")
            assert sitting.table.why_not((), 24, 20).code == "play.wrong_number"
            assert sitting.table.why_not((), 13, 4).code is not None
            assert sitting.table.why_not(((24, 6),), 24, 18).code == "play.wrong_number"

    run(work())


def test_a_reload_shows_the_same() -> None:
    async def work() -> None:
        store = MemoryStore()
        async with sit_down(store=store) as sitting:
            for _ in range(12):
                view = sitting.view
                seat = view["act"][0]
                await sitting.do(seat, first_play(view) if view["phase"] == "play" else "roll")
            shown = sitting.view
        lobby = Lobby(store, {})
        assert (await lobby.find(sitting.table.id)).view() == shown
        await lobby.close()

    run(work())
