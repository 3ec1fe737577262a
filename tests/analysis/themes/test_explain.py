"""What is said on one decision: at most four remarks, all words there, every number true when counted another way."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

import tavla.analysis.themes
from tavla.analysis.themes import MOST, Percent, Remark, explain, sentences
from tavla.analysis.themes.pair import Found, Pair
from tavla.engine.decision import LEVELS, Choice, rank_plays
from tavla.engine.stake import Stake
from tavla.plans import STRATEGIES
from tavla.rules import BAR, ROLLS, Phase, Position, Roll, State, legal_plays, profile
from tavla.rules.facts import Accepted, Refused
from tavla.rules.outcome import Kind
from tavla.rules.state import Resignation
from tavla.words import LANGUAGES, messages
from tests.analysis.test_annotate import annotated
from tests.analysis.themes.cases import EVEN, found, moment, play
from tests.conftest import Scale

FOLDER = Path(tavla.analysis.themes.__file__).parent
COMPOSED = (
    *(
        f"{kind}.{what}.{whose}"
        for kind in ("point", "anchor")
        for what in ("made", "kept")
        for whose in ("best", "played")
    ),
    *(f"shots.{back}{code}" for back in ("", "back.") for code in ("more", "none", "none_outside")),
    *("wall.best", "wall.played", "does.make", "does.break"),
    *(f"chance.{code}" for code in ("win", "gammon", "lost_gammon")),
    *(f"{of}.{whose}" for of in ("plans", "plans.cube") for whose in ("both", "mine", "theirs")),
    *(f"plan.{name}" for name in STRATEGIES),
    *(f"cube.{code}" for code in ("double", "cash", "not_yet", "too_good", "take", "drop")),
    *(f"cube.{code}" for code in ("take_point.match", "take_point.money", "race.level")),
    *(f"cube.{code}.{side}" for code in ("race", "pips") for side in ("ahead", "behind")),
)
"""Codes that are put together where they are made."""
START = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


def test_every_sentence_is_there_in_both_languages_with_the_same_values() -> None:
    source = "".join(file.read_text("utf-8") for file in FOLDER.glob("*.py"))
    written = re.findall(r"Remark\(\s*\"([a-z_.]+)\"", source) + re.findall(
        r"\"((?:slot|hit|contact)\.[a-z]+)\"", source
    )
    codes = {f"theme.{code}" for code in [*written, *COMPOSED, "list", "made", "tried"]}
    for language in LANGUAGES:
        assert codes == {key for key in messages(language) if key.startswith("theme.")}
    for key in (key for key in messages("en") if key.startswith("theme.")):
        assert _placeholders(messages("en")[key]) == _placeholders(messages("tr")[key]), key


def _placeholders(message: str | tuple[str, ...]) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", message if isinstance(message, str) else message[-1]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_match_is_explained_in_full_sentences(language: str) -> None:
    for judgement in annotated().judgements:
        if judgement.counts:
            remarks = explain(judgement.state, judgement.chosen, judgement.decision.best)
            assert len(remarks) <= MOST
            assert len({remark.code for remark in remarks}) == len(remarks) or judgement.kind == "play"
            for sentence in sentences(language, remarks):
                assert not re.search(r"theme\.|[{}]", sentence), sentence
                assert sentence[0].isupper() or sentence[0].isdigit()
                assert sentence.endswith(".")


def test_the_differences_come_before_what_speaks_for_the_other_play() -> None:
    state = moment(START)
    codes = [each.code for each in explain(state, play(state, "24/23 13/10"), play(state, "8/5 6/5"))]
    assert codes[0] == "point.made.best"
    assert not any(code.endswith(".played") for code in codes)
    assert codes.count("in_favour") <= 1


def test_what_speaks_for_the_play_made_is_said_to_do_so() -> None:
    state = moment("-aBaC-D--ABAbB-a-a-bbb-c--:1:-1:1:32:4:5:0:7:10")
    remarks = explain(state, play(state, "6/3*/1*"), play(state, "9/4"))
    (contrary,) = (each for each in remarks if each.code == "in_favour")
    assert isinstance(contrary.values["what"], Remark)
    for language, mark in (("en", "In favour of the play made: "), ("tr", "Oynanan hamlenin lehine: ")):
        (sentence,) = (each for each in sentences(language, remarks) if each.startswith(mark))
        assert sentence.removeprefix(mark) in sentences(language, [contrary.values["what"]])


def test_a_best_play_that_was_made_is_told_for_itself() -> None:
    state = moment(START)
    best = play(state, "8/5 6/5")
    codes = [each.code for each in explain(state, best, best)]
    assert "does.make" in codes
    assert all(code.startswith(("does.", "plans.")) for code in codes)


@pytest.mark.parametrize(
    ("xgid", "text", "code", "other"),
    [
        (START, "8/5 6/5", "does.make", "24/23 13/10"),
        (START, "24/23 13/10", "does.break", "8/5 6/5"),
        (START, "13/10 6/5", "does.shots", "8/5 6/5"),
        (START, "8/5 6/5", "does.safe", "24/20"),
        ("-aBaC-D--ABAbB-a-a-bbb-c--:1:-1:1:32:4:5:0:7:10", "6/3*/1*", "does.hit", "9/4"),
        ("-aa-BCC-BC-ab---bbbbBb----:1:-1:1:31:5:4:0:9:10", "5/2*/1*", "does.dance", "9/5"),
        ("aa--BDCBB--ab---bbbbBb----:1:-1:1:22:5:4:0:9:10", "6/2 5/3(2)", "does.wall", "8/4 6/2"),
    ],
)
def test_what_a_play_does_is_said_of_it_and_not_of_another(xgid: str, text: str, code: str, other: str) -> None:
    state = moment(xgid)
    own, another = (play(state, each) for each in (text, other))
    assert code in found(Pair.of(state, own, own))
    if code != "does.wall":
        assert code not in found(Pair.of(state, another, another))


def test_rolls_are_not_counted_under_rules_that_move_otherwise() -> None:
    state = moment(START)
    house = replace(state, rules=profile("tavla", {"compulsion": "loose"}))
    codes = found(Pair.of(house, play(house, "13/10 6/5"), play(house, "8/5 6/5")))
    assert not any(code.startswith(("shots", "attack", "escapes", "slot")) for code in codes)
    assert "shots.none" in found(Pair.of(state, play(state, "13/10 6/5"), play(state, "8/5 6/5")))


def test_nothing_is_said_about_resignations() -> None:
    state = replace(moment(START), resignation=Resignation(1, Kind.SINGLE))
    choices = [Choice(each, 0.0, None, EVEN, 2) for each in (Accepted(), Refused())]
    assert explain(state, choices[0], choices[1]) == ()


def test_numbers_are_written_as_the_language_writes_them() -> None:
    remark = Remark("chance.win", {"best": Percent(0.612), "played": Percent(0.5)})
    assert "61,2" in sentences("tr", [remark])[0]
    assert "61.2" in sentences("en", [remark])[0]
    assert sentences("en", [Remark("point.made.best", {"points": (8, 5, 4)})])[0].count("8, 5 and 4") == 1
    assert "8, 5 ve 4 kapılarını" in sentences("tr", [Remark("point.made.best", {"points": (8, 5, 4)})])[0]


# What is said, counted once more by the readable rules


def test_every_number_is_true_when_it_is_counted_by_the_rules(rng: random.Random, scale: Scale) -> None:
    seen: set[str] = set()
    for both in _random_pairs(rng, scale(1200)):
        for code, each in found(both).items():
            _check(both, code, each)
            seen.add(code)
    assert len(seen) > 8


def _random_pairs(rng: random.Random, count: int) -> list[Pair]:
    """Two plays of a roll in games of plays that are mostly good ones."""
    pairs: list[Pair] = []
    position = Position.start()
    while len(pairs) < count:
        roll = Roll.of(rng.randint(1, 6), rng.randint(1, 6))
        plays = legal_plays(position, roll)
        if len(plays) > 1:
            choices = rank_plays(plays, Stake(has_cube=False), LEVELS["0-ply"]).choices
            state = State(profile("money", {"jacoby": "off"}), position, Phase.PLAY, 0, roll)
            if rng.random() < 0.2:
                pairs.append(Pair.of(state, rng.choice(choices), choices[0]))
            best = choices[0].after or position
            position = best if rng.random() < 0.7 else rng.choice(list(plays))
        else:
            position = next(iter(plays), position.flip())
        if position.winner_is_known:
            position = Position.start()
    return pairs


def _check(pair: Pair, code: str, each: Found) -> None:
    """One remark against the boards, which are seen by the mover here."""
    assert pair.made.after is not None
    assert pair.best.after is not None
    before, made, best = pair.state.position, pair.made.after.flip(), pair.best.after.flip()
    values = each.remark.values
    points = values.get("points", ())
    assert isinstance(points, tuple)
    sides = (made, best) if code.endswith(".played") or code == "hit.declined" else (best, made)
    match code.split("."):
        case ["point" | "anchor", "made", _]:
            assert all(sides[0].mine[p] > 1 and sides[1].mine[p] < 2 and before.mine[p] < 2 for p in points)
            assert {p >= 19 for p in points} == {code.startswith("anchor")}
        case ["point" | "anchor", "kept", _]:
            assert all(sides[0].mine[p] > 1 and sides[1].mine[p] < 2 and before.mine[p] > 1 for p in points)
        case ["hit", "missed" | "declined"]:
            assert all(before.theirs[25 - p] == 1 and sides[0].theirs[25 - p] == 0 for p in points)
            assert sides[1].theirs[BAR] == before.theirs[BAR]
            assert sides[0].theirs[BAR] == before.theirs[BAR] + len(points)
        case ["hit", "fewer" | "more"]:
            assert values["best"] == best.theirs[BAR] - before.theirs[BAR]
            assert values["played"] == made.theirs[BAR] - before.theirs[BAR]
        case ["shots", *_]:
            assert values["played"] == _hitting(made, range(1, 19))
            assert values.get("best", 0) == _hitting(best, range(1, 19))
            if code.endswith("none"):
                assert _hitting(best, range(1, 25)) == 0
        case ["attack", _]:
            assert (values["played"], values["best"]) == tuple(_hitting(b, range(19, 25)) for b in (made, best))
        case ["escapes"]:
            assert (values["played"], values["best"]) == (_escaping(made), _escaping(best))
        case ["slot", _]:
            point = values["point"]
            assert isinstance(point, int)
            assert (sides[0].mine[point], before.mine[point]) == (1, 0)
            covering = [r for r in ROLLS if any(a.theirs[point] > 1 for a in legal_plays(sides[0], r))]
            assert values["rolls"] == sum(roll.weight for roll in covering)
        case ["wall", _]:
            low, high = values["low"], values["high"]
            assert isinstance(low, int)
            assert isinstance(high, int)
            assert values["length"] == high - low + 1
            assert all(sides[0].mine[p] > 1 for p in range(low, high + 1))
            assert values["n"] == sum(sides[0].theirs[26 - low :])
        case ["back"]:
            assert (values["played"], values["best"]) == (sum(made.mine[19:]), sum(best.mine[19:]))
        case ["deep"]:
            assert (values["played"], values["best"]) == tuple(b.mine[1] + b.mine[2] for b in (made, best))
        case ["off"]:
            assert (values["played"], values["best"]) == (made.mine[0], best.mine[0])
        case ["contact", which]:
            assert (made.contact, best.contact) == (which == "ended", which == "kept")
            raced = made if which == "kept" else best
            assert (values["mine"], values["theirs"]) == raced.pips
        case ["race", "pips"]:
            assert (values["played"], values["best"]) == (made.pips[0], best.pips[0])
        case ["race", "crossovers"]:
            assert (values["played"], values["best"]) == (_crossovers(made), _crossovers(best))
        case ["dance", _]:
            assert values.get("best", values.get("rolls")) == _dancing(best)
        case ["chance", name]:
            field = {"win": 0, "gammon": 1, "lost_gammon": 3}.get(name, 0)
            assert values["best"] == pytest.approx(pair.best.chances[field])
            assert values["played"] == pytest.approx(pair.made.chances[field])


def _hitting(board: Position, points: range) -> int:
    """The opponent's rolls with which some play takes a blot on one of the points."""
    blots = [point for point in points if board.mine[point] == 1]
    return sum(
        roll.weight
        for roll in ROLLS
        if blots and any(after.mine[point] == 0 for after in legal_plays(board.flip(), roll) for point in blots)
    )


def _escaping(board: Position) -> int:
    back = sum(board.theirs[19:])
    return sum(
        roll.weight for roll in ROLLS if any(sum(after.theirs[19:]) < back for after in legal_plays(board.flip(), roll))
    )


def _dancing(board: Position) -> int:
    """The opponent's rolls after which as many of his checkers are on the bar as before."""
    on_bar = board.theirs[BAR]
    return sum(roll.weight for roll in ROLLS if all(a.theirs[BAR] == on_bar for a in legal_plays(board.flip(), roll)))


def _crossovers(board: Position) -> int:
    return sum(max(0, (point - 1) // 6) * count for point, count in enumerate(board.mine) if point)


@pytest.mark.parametrize(
    ("language", "made", "tried"),
    [("en", "the play made", "the play tried"), ("tr", "oynanan hamle", "denenen hamle")],
)
def test_of_a_play_that_was_tried_nothing_says_that_it_was_made(language: str, made: str, tried: str) -> None:
    told = 0
    for judgement in annotated().judgements:
        if judgement.kind == "play" and judgement.chosen != judgement.decision.best:
            remarks = explain(judgement.state, judgement.chosen, judgement.decision.best)
            before, after = sentences(language, remarks), sentences(language, remarks, tried=True)
            assert [each.casefold().replace(made, tried) for each in before] == [each.casefold() for each in after]
            assert all(each[0].isupper() or each[0].isdigit() for each in after)
            told += sum(tried in each.casefold() for each in after)
    assert told > 10
