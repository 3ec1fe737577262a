"""Whole matches judged by tavla and by gnubg, decision by decision: the losses that go into a PR side by side.

What gnubg wrote is kept in `runs/judge`, what we found in the cache of `tavla analyse`: neither is asked twice.
"""

import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from benchmarks.gnubg_analysis import LEVEL, gnubg_analyses
from tavla.analysis.annotate import Annotated, Judgement
from tavla.cli.judged import judged
from tavla.formats.detect import read_file
from tavla.formats.opinions import opinions
from tavla.formats.sgf_write import write_sgf
from tavla.match.annotation import Opinion
from tavla.rules.position import Position

KEPT = Path(__file__).resolve().parents[1] / "runs" / "judge"


class Pair(NamedTuple):
    """One decision of a match that both programs judged, and the loss in the eyes of the other one."""

    match: str
    judgement: Judgement
    opinion: Opinion
    theirs: float

    @property
    def boards(self) -> tuple[Position, ...]:
        """The boards after the plays in question, that which was made first; none for a cube."""
        judgement = self.judgement
        wanted = (judgement.chosen.after, judgement.decision.best.after, self.opinion.best.after)
        return tuple(dict.fromkeys(board for board in wanted if board is not None))

    @property
    def key(self) -> str:
        """A name for the decision and the choices in question, good for a file."""
        choices = f"-{zlib.crc32(repr(self.boards).encode()):08x}" if self.boards else ""
        return f"{self.match}-{self.judgement.version}{choices}"

    @property
    def ours(self) -> float:
        """What it lost by us."""
        return self.judgement.loss

    @property
    def apart(self) -> float:
        """How far the two losses lie apart, with the sign of ours."""
        return self.ours - self.theirs


def analysed(program: str, file: Path) -> Path:
    """The match with gnubg's analysis in it, asked for if it is not kept."""
    done = KEPT / f"{file.stem}.sgf"
    if not done.is_file():
        KEPT.mkdir(parents=True, exist_ok=True)
        plain = KEPT / f"{file.stem}.plain.sgf"
        entry = read_file(file).entries[0]
        plain.write_text(write_sgf(entry.history, entry.tags), "utf-8")
        gnubg_analyses(program, plain, done, 1)
    return done


def annotated(analysis: Path) -> Annotated:
    """The same match judged by us, with gnubg's opinions beside."""
    entry = read_file(analysis).entries[0]
    with ThreadPoolExecutor(1) as executor:
        return judged(entry.history, LEVEL, executor, opinions=opinions(entry))


def pairs(match: str, both: Annotated) -> list[Pair]:
    """The decisions that gnubg gave an opinion on too."""
    return [
        Pair(match, each, each.opinion, each.opinion.loss)
        for each in both.judgements
        if each.opinion is not None and each.opinion.loss is not None
    ]
