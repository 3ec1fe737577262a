"""What a score is worth: the chance to win the match before a game, by how many points each player still needs.

The shipped table is Kazaross-XG2 (its notice stands in the file); where a table does not fit the game that is
played (no cube, a limit, games instead of points), `computed` makes one by the model of `tavla.engine.cubeful`.
"""

import math
import xml.etree.ElementTree as xml
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

Row = tuple[float, ...]

SPREAD = 1.82
"""Points a game by which the difference of two long ways to go wanders.

Fitted to the table from 12 points on, where the mean error is 0.0009.
"""


@dataclass(frozen=True)
class MatchEquityTable:
    """Chances by points needed. `before[a - 1][b - 1]` is the chance of the player who needs a against b, the
    Crawford game still to come where one of them needs 1; `after[b - 1]` that of a trailer who needs b when
    the Crawford game has been played and the leader needs 1."""

    name: str
    before: tuple[Row, ...]
    after: Row

    def chance(self, mine: int, theirs: int, after_crawford: bool = False) -> float:
        """The chance of a player who needs `mine` points against `theirs`; 0 or less means reached."""
        if mine <= 0:
            return 1.0
        if theirs <= 0:
            return 0.0
        if after_crawford and min(mine, theirs) == 1:
            return 1.0 - self._trailing(theirs) if mine == 1 else self._trailing(mine)
        if max(mine, theirs) <= len(self.before):
            return self.before[mine - 1][theirs - 1]
        return _far(mine, theirs)

    def _trailing(self, away: int) -> float:
        if away <= len(self.after):
            return self.after[away - 1]
        # Every two further points cost the trailer one more game, which he wins about half the time.
        beyond = away - len(self.after)
        return self.after[-1] * math.pow(self.after[-1] / self.after[-3], beyond / 2)


def _far(mine: int, theirs: int) -> float:
    """The chance where the way is longer than any table: the difference wanders like a long walk."""
    return 0.5 + 0.5 * math.erf((theirs - mine) / (SPREAD * math.sqrt(2.0 * (mine + theirs))))


@cache
def kazaross_xg2() -> MatchEquityTable:
    """The shipped table, to 25 points."""
    root = xml.fromstring((files("tavla") / "data" / "match_equity" / "kazaross-xg2.xml").read_text("utf-8"))
    before = tuple(_row(row) for row in root.findall("pre-crawford-table/row"))
    after = root.find("post-crawford-table/row")
    assert after is not None
    return MatchEquityTable("Kazaross XG2", before, _row(after))


def _row(row: xml.Element) -> Row:
    return tuple(float(cell.text or "nan") for cell in row.findall("me"))
