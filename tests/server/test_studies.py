"""Studies: found out bit by bit, read from any place, stopped and gone on with; bounded, and left by hostile files."""

import asyncio
import json
import random
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tavla.analysis.annotate import Annotated
from tavla.engine.decision import LEVELS
from tavla.engine.rollout import BLOCK, Settings
from tavla.errors import IllegalAction, InvalidInput, InvalidText, NotFound, TavlaError, Unavailable
from tavla.formats.apart import Bounds, read_apart
from tavla.formats.detect import read
from tavla.formats.native import Record
from tavla.formats.opinions import opinions
from tavla.match.events import AnyFact, Event, GameStarted, MatchStarted, Player, TakebackAsked, TakenBack
from tavla.match.match import History
from tavla.notation.plays import parse_play
from tavla.rules.facts import Played, Thrown
from tavla.rules.stakes import Seat
from tavla.server import study as study_module
from tavla.server import study_view as shown
from tavla.server.studies import Room, Studies
from tavla.server.study import Crew, Study
from tavla.server.study_export import exported
from tavla.store import Finding, StudyStore
from tests.server.fakes import MemoryStudies, run
from tests.short_match import ODD_MATCH, SHORT_MATCH

MATCH = SHORT_MATCH.encode()
FAST = LEVELS["0-ply"]
ROLL = b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
CUBE = b"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
OFFER = b"XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10"
BLUNDER = 11
"""The place of a decision that any engine calls a blunder: 13/10 13/9 with 4-3."""


@asynccontextmanager
async def studies(
    room: Room = Room(),  # noqa: B008
    workers: int = 2,
    store: StudyStore | None = None,
) -> AsyncIterator[Studies]:
    opened = Studies(store or MemoryStudies(), room, workers)
    yield opened
    await opened.close()


async def told(study: Study, start: int = 0) -> list[Any]:
    """All lines from a place on, until there are no more."""
    return [row async for news in study.news(start) for row in shown.lines(study, news)]


async def finished(opened: Studies, data: bytes = MATCH, **more: Any) -> Study:
    study = await opened.open_file(data, level=FAST, **more)
    await told(study)
    return study


def plays_of(detail: Any) -> list[list[list[int]]]:
    return [[[source, die] for source, _, die, _ in choice["moves"]] for choice in detail["answer"]["choices"]]


def test_every_decision_and_every_roll_of_a_file_is_told() -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await opened.open_file(MATCH, "short.mat", FAST)
            outline = shown.outline(study)
            assert (outline["count"], outline["busy"], outline["name"]) == (21, True, "short.mat")
            assert [player["name"] for player in outline["matches"][0]["players"]] == ["Ali", "Veli"]
            assert [game["score"] for game in outline["matches"][0]["games"]] == [[0, 0], [0, 2]]
            rows = await told(study)
            assert sorted(row["n"] for row in rows if row["type"] == "decision") == list(range(21))
            assert len([row for row in rows if row["type"] == "luck"]) == 12
            assert not study.is_busy
            last = [row for row in rows if row["type"] == "figures"][-1]
            assert last["players"][0]["plays"]["blunders"] >= 3
            assert set(last["games"]) == {"1", "2"}

    run(work())


def test_an_sgf_has_the_analysis_in_it() -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await finished(opened)
            entry = read(exported(study, 0, "sgf", "en").text.encode()).entries[0]
            told = opinions(entry)
            assert len(told.decisions) == len(study.annotated(0).judgements)
            worst = max(study.annotated(0).judgements, key=lambda each: each.loss)
            assert max(each.loss or 0.0 for each in told.decisions.values()) == pytest.approx(worst.loss, abs=0.001)

    run(work())


def test_a_play_after_a_takeback_has_the_luck_of_its_roll() -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await opened.open_match(Record("taken-back", tuple(taken_back().events)), FAST)
            await told(study)
            assert (study.asked[0].question.kind, study.asked[0].question.version) == ("play", 7)
            assert shown.detail(study, 0)["luck"] == pytest.approx(study.luck[0, 3].luck, abs=1e-6)

    run(work())


def taken_back() -> History:
    """A match whose first play was taken back and made otherwise."""
    history = History()

    def add(fact: AnyFact, seat: Seat | None = None) -> None:
        history.append(Event(history.version + 1, 1.0, seat, fact))

    def play(text: str) -> None:
        state = history.match.state
        assert state.roll is not None
        add(Played(parse_play(text, state.position, state.roll, state.rules).play), 0)

    add(MatchStarted((Player("Ali"), Player("Veli"))))
    add(GameStarted(1))
    add(Thrown((3, 1)))
    play("8/5 6/5")
    add(TakebackAsked(0), 0)
    add(TakenBack(3), 1)
    play("13/10 6/5")
    return history


def test_figures_are_counted_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await finished(opened)
            counted: list[int] = []

            def annotated(match: int) -> Annotated:
                counted.append(match)
                return Study.annotated(study, match)

            monkeypatch.setattr(study, "annotated", annotated)
            known = [shown.figures(study, 0) for _ in range(3)]
            assert (known[0], counted) == (known[1], [])
            study.again(LEVELS["1-ply"], [0])
            await told(study)
            shown.figures(study, 0)
            assert counted == [0]

    run(work())


def test_news_are_read_from_any_place_on() -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await finished(opened)
            rows = [row for row in await told(study) if row["type"] != "figures"]
            middle = rows[len(rows) // 2]["at"]
            rest = [row for row in await told(study, middle) if row["type"] != "figures"]
            assert rest == rows[len(rows) - len(rest) :]
            assert rest[0]["at"] > middle
            assert await told(study, 1 << 30) == []

    run(work())


def test_the_log_is_no_longer_than_what_there_is_to_tell() -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await finished(opened)
            rows = [row for row in await told(study) if row["type"] != "figures"]
            for name in ("1-ply", "0-ply", "1-ply"):
                study.again(LEVELS[name])
                await told(study)
            again = [row for row in await told(study) if row["type"] != "figures"]
            assert len(again) == len(rows) == 21 + 12 + 1
            assert again[-1]["at"] > rows[-1]["at"]
            assert len(study._log) == len(rows)

    run(work())


def test_whoever_watches_hears_what_comes_while_he_watches() -> None:
    async def work() -> None:
        async with studies(workers=1) as opened:
            study = await opened.open_file(MATCH, level=FAST)
            batches = [len(news) async for news in study.news(0)]
            assert len(batches) > 1

    run(work())


def test_watchers_are_counted_as_long_as_they_watch() -> None:
    async def work() -> None:
        async with studies(workers=1) as opened:
            study = await opened.open_file(MATCH, level=FAST)
            watching = study.news(0)
            await anext(watching)
            assert study.watchers == 1
            await watching.aclose()  # type: ignore[attr-defined]
            await told(study)
            assert study.watchers == 0

    run(work())


def test_a_study_is_stopped_and_gone_on_with() -> None:
    async def work() -> None:
        async with studies(workers=1) as opened:
            study = await opened.open_file(MATCH, level=FAST)
            study.stop()
            await told(study)
            assert len(study.answers) < 21
            study.again(FAST)
            await told(study)
            assert len(study.answers) == 21
            assert len(study.luck) == 12

    run(work())


def test_another_level_takes_the_place_of_the_first() -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await finished(opened)
            at = (await told(study))[-1]["at"]
            study.again(LEVELS["1-ply"], [BLUNDER])
            rows = [row for row in await told(study, at) if row["type"] == "decision"]
            assert [(row["n"], row["level"], row["grade"]) for row in rows] == [(BLUNDER, "1-ply", "blunder")]
            again = [row["n"] for row in await told(study) if row["type"] == "decision"]
            assert sorted(again) == list(range(21))
            study.again(LEVELS["1-ply"])
            await told(study)
            assert {answer.level.name for answer in study.answers.values()} == {"1-ply"}

    run(work())


def test_a_decision_is_told_with_its_board_its_plays_and_the_reasons() -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await finished(opened)
            detail = shown.detail(study, BLUNDER)
            json.dumps(detail)
            assert (detail["view"]["phase"], detail["view"]["roll"], detail["roll"]) == ("play", [4, 3], [4, 3])
            assert detail["view"]["tree"]
            choices = detail["answer"]["choices"]
            assert len(choices) > 8
            assert [choice["play"] for choice in choices if choice["made"]] == ["13/10 13/9"]
            assert choices[0]["loss"] == 0.0
            assert all(one["equity"] >= other["equity"] for one, other in pairwise(choices))
            assert set(detail["ids"]) == {"gnu_position", "gnu_match", "gnu", "xgid", "ogid", "fibs"}
            assert detail["themes"]["tr"]
            assert len(detail["themes"]["tr"]) == len(detail["themes"]["en"])

    run(work())


def test_a_position_is_one_decision_that_nobody_has_taken() -> None:
    async def work() -> None:
        async with studies() as opened:
            for data, kind, names in (
                (ROLL, "play", {"play"}),
                (CUBE, "double", {"roll", "double"}),
                (OFFER, "take", {"take", "drop"}),
            ):
                study = await finished(opened, data)
                (asked,) = shown.outline(study)["decisions"]
                assert (asked["kind"], asked["open"]) == (kind, True)
                answer = shown.detail(study, 0)["answer"]
                assert {choice["name"] for choice in answer["choices"]} == names
                assert (answer["made"], answer["loss"]) == (None, None)

    run(work())


def test_another_play_is_tried_by_steps_and_as_it_is_written() -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await finished(opened)
            worst = shown.detail(study, BLUNDER)["answer"]["choices"][-1]
            steps = [(source, die) for source, _, die, _ in worst["moves"]]
            by_steps = shown.attempt(await study.attempt(BLUNDER, steps, None, LEVELS["1-ply"]))
            written = shown.attempt(await study.attempt(BLUNDER, None, worst["play"], LEVELS["1-ply"]))
            assert by_steps == written
            assert by_steps["choice"]["plies"] == 1
            assert by_steps["choice"]["loss"] > 0.3
            said = " ".join(by_steps["themes"]["en"])
            assert "the play tried" in said.casefold()
            assert "the play made" not in said.casefold()

    run(work())


@pytest.mark.parametrize(
    ("n", "steps", "text", "error"),
    [
        (BLUNDER, [(13, 4)], None, IllegalAction),
        (BLUNDER, [(25, 4)], None, IllegalAction),
        (BLUNDER, None, "24/13", IllegalAction),
        (BLUNDER, None, "nonsense", InvalidInput),
        (1, [(13, 5)], None, IllegalAction),
        (21, [], None, NotFound),
        (-1, [], None, NotFound),
    ],
)
def test_a_play_that_cannot_be_is_refused(
    n: int, steps: list[tuple[int, int]] | None, text: str | None, error: type[TavlaError]
) -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await finished(opened)
            with pytest.raises(error):
                await study.attempt(n, steps, text, FAST)

    run(work())


def test_a_rollout_is_told_while_it_runs_and_names_every_choice() -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await finished(opened)
            others = [choice for choice in shown.detail(study, BLUNDER)["answer"]["choices"] if not choice["made"]]
            steps = [(source, die) for source, _, die, _ in others[-1]["moves"]]
            await study.roll_out(BLUNDER, Settings(2 * BLOCK, truncate=2, cubeful=True), [steps], top=2)
            rows = [row for row in await told(study) if row["type"] == "rollout"]
            assert [row["running"] for row in rows][-1] is False
            assert rows[-1]["trials"] == 2 * BLOCK
            found = rows[-1]["rows"]
            assert len(found) == 4
            assert all(row["error"] > 0 and row["trials"] == 2 * BLOCK for row in found)
            assert [row["equity"] for row in found] == sorted((row["equity"] for row in found), reverse=True)
            assert shown.detail(study, BLUNDER)["rollout"]["trials"] == 2 * BLOCK

    run(work())


@pytest.mark.parametrize(("data", "names"), [(CUBE, ["roll", "double_take", "double_drop"]), (OFFER, ["take", "drop"])])
def test_a_cube_decision_is_rolled_out_with_every_cube_that_it_may_lead_to(data: bytes, names: list[str]) -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await finished(opened, data)
            await study.roll_out(0, Settings(BLOCK, truncate=4, cubeful=True))
            await told(study)
            rows = shown.rollout(study, 0)["rows"]
            assert [row["name"] for row in rows] == names
            by_name = {row["name"]: row["equity"] for row in rows}
            if "drop" in by_name:
                assert by_name["drop"] == pytest.approx(-1.0)
                assert by_name["take"] > by_name["drop"]
            else:
                assert by_name["double_drop"] == pytest.approx(1.0)
                assert by_name["roll"] > by_name["double_take"]

    run(work())


def test_a_rollout_is_stopped_where_it_stands() -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await finished(opened, ROLL)
            await study.roll_out(0, Settings(40 * BLOCK, cubeful=True))
            async for news in study.news(0):
                if any(each.kind == "rollout" for _, each in news):
                    study.stop_rolling()
            assert study.rolling is None
            assert BLOCK <= shown.rollout(study, 0)["trials"] < 40 * BLOCK

    run(work())


def test_the_longest_unused_is_put_away_when_there_is_no_room() -> None:
    async def work() -> None:
        async with studies(Room(studies=2)) as opened:
            first, second = [await finished(opened, ROLL) for _ in range(2)]
            await opened.find(first.id)
            third = await finished(opened, ROLL)
            assert await opened.find(first.id) is first
            assert await opened.find(third.id) is third
            assert second.closed
            again = await opened.find(second.id)
            assert again is not second
            assert shown.outline(again) == shown.outline(second)

    run(work())


def test_what_is_heavy_makes_room_as_well_and_the_new_one_stays() -> None:
    async def work() -> None:
        async with studies(Room(weight=150_000)) as opened:
            first = await finished(opened, ROLL)
            second = await finished(opened, MATCH)
            assert await opened.find(second.id) is second
            assert first.closed

    run(work())


def test_a_file_with_too_many_decisions_is_refused() -> None:
    async def work() -> None:
        async with studies(Room(decisions=20)) as opened:
            with pytest.raises(InvalidInput, match="20"):
                await opened.open_file(MATCH)
            await finished(opened, ROLL)

    run(work())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"   \n",
        b"\x00" * 100,
        b"hello",
        b"RGMH" + b"\xff" * 400,
        b"(;GM[6]",
        b'{"format": "tavla-match"}',
        b"XGID=",
    ],
    ids=range(8),
)
def test_what_is_no_match_leaves_nothing_behind(data: bytes) -> None:
    async def work() -> None:
        async with studies() as opened:
            with pytest.raises(InvalidInput):
                await opened.open_file(data)
            await finished(opened, ROLL)

    run(work())


def test_bytes_at_random_give_our_own_errors_alone(rng: random.Random, scale: Callable[[int], int]) -> None:
    async def work() -> None:
        for _ in range(scale(300)):
            data = bytearray(MATCH)
            for _ in range(rng.randrange(1, 40)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            try:
                await read_apart(bytes(data))
            except InvalidText:
                continue

    run(work())


def test_a_file_that_costs_too_much_is_given_up() -> None:
    async def work() -> None:
        with pytest.raises(InvalidText) as slow:
            await read_apart(MATCH * 2000, bounds=Bounds(seconds=0.2))
        assert slow.value.code == "study.error.slow"
        with pytest.raises(InvalidText) as long:
            await read_apart(MATCH * 20, bounds=Bounds(events=300))
        assert long.value.code == "formats.too_many_events"

    run(work())


def test_a_file_read_apart_is_the_same_as_one_read_here() -> None:
    async def work() -> None:
        there, here = await read_apart(ODD_MATCH.encode()), read(ODD_MATCH.encode())
        assert [entry.record for entry in there.entries] == [entry.record for entry in here.entries]
        assert [entry.tags for entry in there.entries] == [entry.tags for entry in here.entries]
        assert [row["code"] for row in there.oddities] == [each.code for each in here.diagnostics]
        assert [row["line"] for row in there.oddities] == [each.place.line for each in here.diagnostics]

    run(work())


def test_every_file_of_other_programs_is_studied(shared: Path) -> None:
    async def work() -> None:
        async with studies() as opened:
            for name in ("sgf/charlot_7pt.sgf", "xg/charlot1-charlot2_7p_2025-11-08-2305.xg"):
                study = await opened.open_file((shared / "files" / name).read_bytes(), level=FAST)
                await told(study)
                opinions = [shown.decision(study, n)["opinion"] for n in study.answers]
                assert len([each for each in opinions if each]) > 150
            with pytest.raises(InvalidText):
                await opened.open_file((shared / "files/xg/malformed_example.xg").read_bytes())

    run(work())


def test_a_study_is_taken_along_in_every_form() -> None:
    async def work() -> None:
        async with studies() as opened:
            study = await finished(opened, name="../kulüp maçı.mat")
            for form in ("mat", "sgf", "native"):
                file = exported(study, 0, form, "tr")
                assert file.name.startswith("kulüp maçı.")
                (entry,) = read(file.text.encode()).entries
                assert len(entry.history.events) == len(study.subject.entries[0].history.events)
            assert "<html" in exported(study, 0, "html", "tr").text
            everything = json.loads(exported(study, 0, "json", "tr").text)
            assert len(everything["decisions"]) == 21
            for form, match in (("zip", 0), ("mat", 1), ("../mat", 0)):
                with pytest.raises(TavlaError):
                    exported(study, match, form, "tr")

    run(work())


def test_what_is_asked_again_and_again_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []
    answered = study_module._answered

    def counted(asked: Any, level: Any, said: Any) -> Any:
        looked_at.append(asked.question.version)
        return answered(asked, level, said)

    async def work() -> None:
        async with studies(workers=1) as opened:
            study = await finished(opened)
            monkeypatch.setattr(study_module, "_answered", counted)
            for _ in range(3):
                study.again(LEVELS["1-ply"], [0, 1, 1, 0])
            await told(study)
            assert looked_at == [study.asked[0].question.version, study.asked[1].question.version]

    run(work())


def test_so_many_answers_are_waited_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    monkeypatch.setattr(study_module, "WAITING_AT_MOST", 2)

    async def work() -> None:
        crew = Crew(1)
        waiting = [asyncio.create_task(crew.answer(lambda: release.wait(10))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Unavailable):
            await crew.answer(lambda: None)
        release.set()
        await asyncio.gather(*waiting)
        assert await crew.answer(lambda: 7) == 7
        crew.close()

    run(work())


def test_a_study_that_is_let_go_thinks_no_more() -> None:
    async def work() -> None:
        async with studies(workers=1) as opened:
            study = await opened.open_file(MATCH, level=LEVELS["3-ply"])
            await opened.drop(study.id, study.identity.key)
            assert not study.is_busy
            found = len(study.answers)
            await asyncio.sleep(0.05)
            assert len(study.answers) == found
            with pytest.raises(NotFound):
                await opened.find(study.id)

    run(work())


def test_watchers_are_told_when_the_server_stops() -> None:
    async def work() -> None:
        opened = Studies(MemoryStudies(), workers=1)
        study = await opened.open_file(MATCH, level=LEVELS["3-ply"])
        watching = asyncio.create_task(told(study))
        await asyncio.sleep(0.05)
        opened.hush()
        await asyncio.wait_for(watching, 5)
        await opened.close()

    run(work())


def without_places(rows: list[Any]) -> list[Any]:
    """Lines in an order of their own, with what they say alone."""
    told = [{name: value for name, value in row.items() if name != "at"} for row in rows if row["type"] != "state"]
    return sorted(told, key=json.dumps)


@pytest.mark.parametrize("data", [MATCH, ROLL, CUBE, OFFER], ids=["match", "roll", "cube", "offer"])
def test_what_was_found_out_is_there_after_a_restart(data: bytes) -> None:
    async def work() -> None:
        store = MemoryStudies()
        async with studies(store=store) as opened:
            study = await finished(opened, data, name="kulüp.mat")
            await study.roll_out(0, Settings(BLOCK, truncate=2, cubeful=True))
            rows, detail, outline = await told(study), shown.detail(study, 0), shown.outline(study)
        async with studies(store=store) as opened:
            again = await opened.find(study.id)
            assert shown.outline(again) == outline
            assert without_places(await told(again, rows[-1]["at"])) == without_places(rows)
            assert shown.detail(again, 0) == detail
            assert exported(again, 0, "json", "tr") == exported(study, 0, "json", "tr")

    run(work())


def test_what_was_not_found_out_before_a_restart_is_found_out_on_asking() -> None:
    async def work() -> None:
        store = MemoryStudies()
        async with studies(store=store, workers=1) as opened:
            study = await opened.open_file(MATCH, level=FAST)
            while not study.answers:
                await asyncio.sleep(0)
            study.stop()
            await told(study)
            some = set(study.answers)
            assert 0 < len(some) < 21
        async with studies(store=store) as opened:
            again = await opened.own(study.id, study.identity.key)
            assert (set(again.answers), again.is_busy) == (some, False)
            assert [row["busy"] for row in await told(again) if row["type"] == "state"] == [False]
            again.again(FAST)
            await told(again)
            assert (len(again.answers), len(again.luck)) == (21, 12)

    run(work())


def test_findings_are_written_down_while_a_study_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_module, "WRITTEN_AFTER", 0.01)

    async def work() -> None:
        store = MemoryStudies()
        async with studies(store=store) as opened:
            study = await finished(opened)
            while len(store.findings[study.id]) < 21 + 12:
                await asyncio.sleep(0.01)
            assert not study.closed

    run(work())


def test_the_key_of_a_study_outlives_the_server() -> None:
    async def work() -> None:
        store = MemoryStudies()
        async with studies(store=store) as opened:
            study = await finished(opened, ROLL)
        async with studies(store=store) as opened:
            for key in ("", "x", study.identity.lock):
                with pytest.raises(IllegalAction):
                    await opened.own(study.id, key)
            await opened.drop(study.id, study.identity.key)
            assert store.kept == {}
            with pytest.raises(NotFound):
                await opened.find(study.id)

    run(work())


def test_what_another_engine_found_out_is_found_out_again() -> None:
    async def work() -> None:
        store = MemoryStudies()
        async with studies(store=store) as opened:
            study = await finished(opened)
        store.kept[study.id] = store.kept[study.id]._replace(engine="an older one")
        async with studies(store=store) as opened:
            again = await opened.find(study.id)
            assert (again.answers, again.luck) == ({}, {})

    run(work())


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("decision 0", "null"),
        ("decision 0", "not json"),
        ("decision 0", '{"level": "2-ply", "choices": []}'),
        ("decision 99", '{"level": "2-ply", "choices": []}'),
        ("decision 0", '{"level": "9-ply", "choices": [["x", 1, 1, [], 0]]}'),
        ("luck 0 9999", "0.5"),
        ("luck 0", "0.5"),
        ("luck x y", "0.5"),
        ("rollout 0", '{"done": 1}'),
        ("rollout 0", '{"done": 1, "trials": 1, "results": [[1]]}'),
        ("gossip 0", "{}"),
        ("", ""),
    ],
)
def test_a_damaged_finding_is_left_aside(what: str, body: str) -> None:
    async def work() -> None:
        store = MemoryStudies()
        async with studies(store=store) as opened:
            study = await finished(opened)
        store.findings[study.id] = {what: Finding(what, body)}
        async with studies(store=store) as opened:
            again = await opened.find(study.id)
            assert (again.answers, again.luck, again.rollouts) == ({}, {}, {})

    run(work())


def test_a_study_that_many_ask_for_at_once_is_taken_up_once() -> None:
    async def work() -> None:
        store = MemoryStudies()
        async with studies(store=store) as opened:
            study = await finished(opened)
        async with studies(store=store) as opened:
            first, *others = await asyncio.gather(*(opened.find(study.id) for _ in range(5)))
            assert all(each is first for each in others)

    run(work())


def test_a_store_that_cannot_be_written_stops_no_analysis() -> None:
    class Full(MemoryStudies):
        def found(self, study: str, level: str, engine: str, findings: Any) -> None:
            raise OSError("no space left")

    async def work() -> None:
        async with studies(store=Full()) as opened:
            study = await finished(opened)
            assert len(study.answers) == 21

    run(work())
