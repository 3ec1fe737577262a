"""What an ID tells: a position and whatever it holds of the stakes and of the moment."""

from dataclasses import dataclass, replace
from enum import IntEnum

from tavla.errors import InvalidText
from tavla.rules import Cube, Kind, Phase, Position, Roll, RuleSet, Seat, State
from tavla.rules.ruleset import MAX_CUBE, MAX_LENGTH


class Stage(IntEnum):
    """How far the game is, by the numbers of the GNU match ID."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


_STAGES = {"dropped": Stage.DROPPED, "resigned": Stage.RESIGNED}


@dataclass(frozen=True, slots=True)
class Situation:
    """A moment of a match as a short text can tell it; None stands for what the text does not hold.

    Seats are the player numbers of the GNU match ID: seat 1 is its player 1, called X, the bottom player of an
    XGID and the "you" of a FIBS line; seat 0 is player 0, called O, at the top. `position` is seen by `turn`, the
    player on roll (or who has doubled). `length` is in points, 0 for money. `to_act` is who has to decide: the
    other player while an offer is open.
    """

    position: Position | None = None
    turn: Seat | None = None
    roll: Roll | None = None
    cube: Cube | None = None
    score: tuple[int, int] | None = None
    length: int | None = None
    crawford: bool | None = None
    jacoby: bool | None = None
    beavers: bool | None = None
    cube_max: int | None = None
    offer: str | None = None
    """`double`, `beaver` or `raccoon` while the cube is offered; `cube` has the value before the offer."""
    resignation: Kind | None = None
    to_act: Seat | None = None
    stage: Stage | None = None

    @classmethod
    def of(cls, state: State) -> "Situation":
        """The situation of a game in progress, for its IDs. A best-of-n counts its games as points."""
        rules, offer = state.rules, state.offer
        acting = state.to_act
        return cls(
            position=state.position,
            turn=None if state.phase is Phase.OPENING else state.turn,
            roll=state.roll,
            cube=state.cube,
            score=state.score.points,
            length=_length(rules),
            crawford=state.score.crawford,
            jacoby=rules.jacoby,
            beavers=rules.beavers > 0,
            cube_max=rules.cube_max,
            offer=None if offer is None else ("double", "beaver", "raccoon")[min(offer.beavers, 2)],
            resignation=state.resignation.value if state.resignation else None,
            to_act=acting[0] if len(acting) == 1 else None,
            stage=Stage.PLAYING if state.result is None else _STAGES.get(state.result.how, Stage.OVER),
        )

    def reseated(self) -> "Situation":
        """The same moment with the seats named the other way round; the board stays as the player on roll sees it."""
        cube = self.cube
        if cube is not None and cube.owner is not None:
            cube = cube._replace(owner=1 - cube.owner)
        return replace(
            self,
            turn=None if self.turn is None else 1 - self.turn,
            to_act=None if self.to_act is None else 1 - self.to_act,
            cube=cube,
            score=None if self.score is None else (self.score[1], self.score[0]),
        )

    @property
    def bottom(self) -> Position | None:
        """The board as seat 1 sees it, whoever is on roll."""
        return self.position.flip() if self.position is not None and self.turn == 0 else self.position

    def checked(self) -> "Situation":
        """The situation itself with a Crawford flag that means nothing put off, or `InvalidText` if it cannot be."""
        self._check_cube()
        if self.length is None or self.score is None:
            return self
        if not 0 <= self.length <= MAX_LENGTH:
            raise InvalidText("notation.length", n=self.length, most=MAX_LENGTH)
        playing = self.stage in (None, Stage.NONE, Stage.PLAYING)
        most = self.length - playing if self.length else MAX_LENGTH
        if not all(0 <= points <= most for points in self.score):
            score = "-".join(map(str, self.score))
            raise InvalidText("notation.score", score=score, length=self.length)
        if not self.crawford or self.length == 1:
            return replace(self, crawford=False) if self.crawford else self
        if self.length == 0:
            raise InvalidText("notation.crawford_money")
        if max(self.score) != self.length - 1 and playing:
            raise InvalidText("notation.crawford_score", score="-".join(map(str, self.score)), length=self.length)
        return self

    def _check_cube(self) -> None:
        if self.cube is None:
            return
        value, owner = self.cube
        if not 1 <= value <= MAX_CUBE or value & (value - 1):
            raise InvalidText("notation.cube", value=value, most=MAX_CUBE)
        if value == 1 and owner is not None:
            raise InvalidText("notation.cube_owner")


def _length(rules: RuleSet) -> int:
    return 0 if rules.length.kind == "one" else rules.length.target or 0
