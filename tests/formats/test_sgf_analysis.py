"""An analysis in SGF: written as gnubg writes its own, read back as it was."""

import pytest

from tavla.formats.detect import read
from tavla.formats.found import Entry, Note
from tavla.formats.opinions import opinions
from tavla.formats.sgf_analysis import brings_analysis, left_out, with_analysis
from tavla.formats.sgf_write import write_sgf
from tavla.match.annotation import Candidate, Opinion, Opinions
from tavla.rules import Chances, facts

CHANCES = Chances(0.55, 0.16, 0.01, 0.13, 0.006)
ROOT = "FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.08.003]PW[a]PB[b]MI[length:0][game:0][ws:0][bs:0]RU[Jacoby]"
GAME = f"(;{ROOT};B[31qtst]A[0][qtst E ver 3 0.5 0 0 0 0 0 2C 0 1 0 1]C[well];W[42hdfd];B[double];W[take])"


def entry() -> Entry:
    return read(GAME.encode()).entries[0]


def said() -> Opinions:
    """An opinion on everything in the match."""
    found = entry()
    version = {type(event.fact): event.version for event in found.record.events}
    shown = Candidate("play", -0.1, None, CHANCES, "2-ply", "8/4 6/4", None, ((8, 4), (6, 4)))
    better = shown._replace(equity=0.0, play="24/22 13/9", steps=((24, 22), (13, 9)))
    held = Candidate("roll", 0.4, None, CHANCES, "2-ply")
    cube = (held, held._replace(name="double", equity=0.5), Candidate("drop", 1.0, None, None, "2-ply"))
    taken = (Candidate("take", -0.5, None, CHANCES.flip(), "2-ply"), Candidate("drop", -1.0, None, None, "2-ply"))
    return Opinions(
        {
            version[facts.Played]: Opinion("tavla", "play", (better, shown), 1),
            version[facts.Rolled]: Opinion("tavla", "double", cube, 0),
            version[facts.Doubled]: Opinion("tavla", "double", cube, 1),
            version[facts.Taken]: Opinion("tavla", "take", taken, 0),
        },
        {version[facts.Rolled]: -0.7},
    )


def written() -> dict[str, tuple[Note, ...]]:
    found = entry()
    notes = with_analysis(found.history, found.notes, said())
    return {type(found.record.events[version - 1].fact).__name__: told for version, told in notes.items()}


def test_every_node_gets_what_was_thought_of_it() -> None:
    names = {kind: [note.name for note in notes] for kind, notes in written().items()}
    assert names["Played"] == ["DA", "BC", "A", "BM", "LU", "GB"]
    assert names["Doubled"] == names["Taken"] == ["DA"]


def test_plays_are_written_as_gnubg_does() -> None:
    (plays,) = (note.values for note in written()["Played"] if note.name == "A")
    assert plays[:2] == ("1", "xvmi E ver 3 0.550000 0.160000 0.010000 0.130000 0.006000 0.000000 2C 0 1 0.000000 0")


def test_marks_say_how_bad_and_how_unlucky() -> None:
    marks = {note.name: note.values for note in written()["Played"]}
    assert (marks["BC"], marks["BM"], marks["GB"]) == (("2",), ("2",), ("2",))


def test_an_earlier_analysis_goes_and_comments_stay() -> None:
    found = entry()
    notes = with_analysis(found.history, found.notes, Opinions())
    assert [note for told in notes.values() for note in told] == [Note("C", ("well",))]


def test_it_is_read_back_as_it_was() -> None:
    found = entry()
    text = write_sgf(found.history, found.tags, with_analysis(found.history, found.notes, said()))
    again = opinions(read(text.encode()).entries[0])
    assert again.luck == said().luck
    for version, before in said().decisions.items():
        after = again.decisions[version]
        assert (after.program, after.kind, after.chosen, after.level) == ("tavla", before.kind, before.chosen, "2-ply")
        assert [each.equity for each in after.candidates] == [each.equity for each in before.candidates]
        assert after.best.chances == pytest.approx(before.best.chances or ())
        assert after.loss == pytest.approx(before.loss or 0.0)


def test_what_is_no_plies_is_left_out() -> None:
    found = entry()
    first, before = next((version, each) for version, each in said().decisions.items() if each.kind == "play")
    rolled_out = tuple(each._replace(level="rollout 1296") for each in before.candidates)
    only = Opinions({first: Opinion("tavla", "play", rolled_out, 0)})
    assert not with_analysis(found.history, {}, only)
    assert left_out(found.history, only) == {first}


def test_what_is_said_is_not_left_out() -> None:
    assert left_out(entry().history, said()) == set()


def test_an_analysis_among_the_notes_is_known() -> None:
    assert brings_analysis(entry().notes)
    assert not brings_analysis({1: (Note("AP", ("GNU Backgammon",)), Note("C", ("well",)))})
    assert brings_analysis({1: (Note("XG.cube", ()),)})
