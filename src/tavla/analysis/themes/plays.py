"""What two plays with contact differ in on the board, or what the best one does if it was made."""

from collections.abc import Callable, Iterable, Iterator

from tavla.analysis.themes import weights
from tavla.analysis.themes.pair import Found, Pair
from tavla.analysis.themes.remark import Remark, Value
from tavla.plans.aftermath import Aftermath, Wall, behind
from tavla.plans.features import FAR_HOME
from tavla.rules import BAR
from tavla.rules.position import HOME

Points = tuple[int, ...]
Theme = Callable[[Pair], Iterator[Found]]


def remarks(pair: Pair) -> list[Found]:
    """Everything that can be said about the boards."""
    themes: Iterable[Theme] = _ALONE if pair.is_one else _COMPARED
    if pair.state.rules.restricts_moves:
        themes = [theme for theme in themes if theme not in _DICE]
    return [found for theme in themes for found in theme(pair)]


def _hits(pair: Pair) -> Iterator[Found]:
    made, best = pair.after_made, pair.after_best
    if best.hit and not made.hit:
        yield Found(
            _worth_of_hits(best.hit, best.hit_pips), Remark("hit.missed", {"points": best.hit, "pips": best.hit_pips})
        )
    elif made.hit and not best.hit:
        yield Found(_worth_of_hits(made.hit, made.hit_pips), Remark("hit.declined", {"points": made.hit}), against=True)
    elif len(best.hit) > len(made.hit):
        yield Found(
            weights.HIT * (len(best.hit) - len(made.hit)),
            Remark("hit.fewer", {"best": len(best.hit), "played": len(made.hit)}),
        )
    elif len(best.hit) < len(made.hit):
        yield Found(
            weights.HIT * (len(made.hit) - len(best.hit)),
            Remark("hit.more", {"best": len(best.hit), "played": len(made.hit)}),
            against=True,
        )
    elif best.hit != made.hit:
        values: dict[str, Value] = {
            "best": best.hit,
            "played": made.hit,
            "best_pips": best.hit_pips,
            "played_pips": made.hit_pips,
        }
        more = best.hit_pips - made.hit_pips
        yield Found(weights.HIT_PIP * abs(more), Remark("hit.elsewhere", values), against=more < 0)


def _worth_of_hits(points: Points, pips: int) -> float:
    return weights.HIT * len(points) + weights.HIT_PIP * pips


def _points(pair: Pair) -> Iterator[Found]:
    """Points that one play has and the other has not, as far as they stand in somebody's way or may do so."""
    made, best = pair.after_made, pair.after_best
    for more, less, against in ((best, made, False), (made, best, True)):
        new, kept = _in_the_way(more, less, more.made), _in_the_way(more, less, less.broken)
        yield from _of_kind("made", new, against)
        yield from _of_kind("kept", kept, against)


def _in_the_way(more: Aftermath, less: Aftermath, points: Points) -> Points:
    return tuple(point for point in points if point in more.held - less.held and _matters(more, point))


def _matters(after: Aftermath, point: int) -> bool:
    """Whether an opposing checker has still to pass a point; at home whether one could be sent there."""
    return behind(after.board, point) > 0 or (point <= HOME and after.contact)


def _of_kind(what: str, points: Points, against: bool) -> Iterator[Found]:
    """Anchors and other points are told apart."""
    whose = "played" if against else "best"
    for kind, own in (
        ("point", tuple(point for point in points if point < FAR_HOME)),
        ("anchor", tuple(point for point in points if point >= FAR_HOME)),
    ):
        if own:
            weight = sum(map(weights.of_point, own))
            yield Found(weight, Remark(f"{kind}.{what}.{whose}", {"points": own}), against)


def _shots(pair: Pair) -> Iterator[Found]:
    made, best = pair.after_made, pair.after_best
    rise = made.shots - best.shots
    back = "back." if made.hit and best.hit else ""
    values = {"played": made.shots, "best": best.shots}
    if rise >= SHOTS and best.shots:
        remark = Remark(f"shots.{back}more", values | {"blots": made.exposed, "best_blots": best.exposed})
        yield Found(weights.SHOT * rise, remark)
    elif rise >= SHOTS:
        none = "none" if best.attacks == 0 else "none_outside"
        yield Found(weights.SHOT * rise, Remark(f"shots.{back}{none}", {"played": made.shots, "blots": made.exposed}))
    elif -rise >= SHOTS:
        yield Found(weights.SHOT * -rise, Remark("shots.risk", values | {"blots": best.exposed}), against=True)


SHOTS = 2
"""From how many rolls on a difference of shots is worth a word."""


def _attacks(pair: Pair) -> Iterator[Found]:
    made, best = pair.after_made, pair.after_best
    rise = made.attacks - best.attacks
    values = {"played": made.attacks, "best": best.attacks}
    if rise >= 4:
        yield Found(weights.ATTACK * rise, Remark("attack.more", values | {"blots": made.attacked}))
    elif -rise >= 4:
        yield Found(weights.ATTACK * -rise, Remark("attack.risk", values | {"blots": best.attacked}), against=True)


def _walls(pair: Pair) -> Iterator[Found]:
    made, best = pair.after_made, pair.after_best
    for more, less, whose in ((best, made, "best"), (made, best, "played")):
        length, other = _length(more.wall), _length(less.wall)
        if more.wall is not None and length >= WALL and length > other:
            values = _wall_values(more.wall) | {"other": other}
            yield Found(weights.WALL * (length - other), Remark(f"wall.{whose}", values), whose == "played")


WALL = 4
"""From how many points on a row is called a wall."""


def _length(wall: Wall | None) -> int:
    return 0 if wall is None else wall.length


def _wall_values(wall: Wall) -> dict[str, int]:
    return {"length": wall.length, "low": wall.low, "high": wall.high, "n": wall.trapped}


def _dances(pair: Pair) -> Iterator[Found]:
    made, best = pair.after_made, pair.after_best
    if best.board.theirs[BAR] and made.board.theirs[BAR] and best.dance != made.dance:
        values = {"best": best.dance, "played": made.dance}
        yield Found(
            weights.DANCE * abs(best.dance - made.dance), Remark("dance.compared", values), best.dance < made.dance
        )
    elif best.dance >= 4 and not made.board.theirs[BAR]:
        yield Found(weights.DANCE * best.dance, Remark("dance.only", {"home": best.home, "rolls": best.dance}))


def _escapes(pair: Pair) -> Iterator[Found]:
    """Rolls with which a back checker of the opponent gets out."""
    made, best = pair.after_made.escapes, pair.after_best.escapes
    if made is not None and best is not None and abs(made - best) >= 4:
        yield Found(weights.ESCAPE * abs(made - best), Remark("escapes", {"best": best, "played": made}), best > made)


def _back(pair: Pair) -> Iterator[Found]:
    made, best = pair.after_made.back, pair.after_best.back
    if made != best:
        values = {"best": best, "played": made}
        yield Found(weights.BACK * abs(made - best), Remark("back", values), best > made)


def _builders(pair: Pair) -> Iterator[Found]:
    made, best = pair.after_made.builders, pair.after_best.builders
    if best - made >= 2:
        yield Found(weights.BUILDER * (best - made), Remark("builders", {"best": best, "played": made}))


def _stacks(pair: Pair) -> Iterator[Found]:
    """A stack that the play made grow, where the best play has none as tall."""
    made, best = pair.after_made, pair.after_best
    point, height = made.tallest
    grown = height - pair.state.position.mine[point]
    if height >= 5 and grown > 0 and best.tallest[1] < height and best.stacked < made.stacked:
        values = {"point": point, "played": height, "best": best.tallest[1]}
        yield Found(weights.STACKED * (made.stacked - best.stacked), Remark("stack", values))


def _deep(pair: Pair) -> Iterator[Found]:
    """Checkers on the last two points, where there is little left for them to do."""
    made, best = pair.after_made.deep, pair.after_best.deep
    if made != best:
        values = {"best": best, "played": made}
        yield Found(weights.DEEP * abs(made - best), Remark("deep", values), against=best > made)


def _off(pair: Pair) -> Iterator[Found]:
    made, best = pair.after_made.off, pair.after_best.off
    if made != best:
        values = {"best": best, "played": made}
        yield Found(weights.OFF * abs(made - best), Remark("off", values), against=best < made)


def _contact(pair: Pair) -> Iterator[Found]:
    """One play ends all contact and the other does not; with how the race would stand."""
    made, best = pair.after_made, pair.after_best
    if made.contact != best.contact:
        code, race = ("contact.kept", made) if best.contact else ("contact.ended", best)
        mine, theirs = race.board.pips
        yield Found(weights.CONTACT, Remark(code, {"mine": mine, "theirs": theirs}))


def _slots(pair: Pair) -> Iterator[Found]:
    """A blot put where a point is wanted, in front of somebody; not where it came to hit."""
    made, best = dict(pair.after_made.cover), dict(pair.after_best.cover)
    hit = {*pair.after_made.hit, *pair.after_best.hit}
    for own, other, code in ((best, made, "slot.best"), (made, best, "slot.played")):
        for point, rolls in own.items():
            if point not in other and point not in hit:
                yield Found(weights.SLOT, Remark(code, {"point": point, "rolls": rolls}), code == "slot.played")


def _does(pair: Pair) -> Iterator[Found]:
    """What the best play does, where it was made."""
    best = pair.after_best
    if best.hit:
        yield Found(
            _worth_of_hits(best.hit, best.hit_pips), Remark("does.hit", {"points": best.hit, "pips": best.hit_pips})
        )
    for kind, points in (("make", best.made), ("break", best.broken)):
        useful = tuple(point for point in points if _matters(best, point))
        if useful:
            yield Found(sum(map(weights.of_point, useful)), Remark(f"does.{kind}", {"points": useful}))
    if best.wall is not None and best.wall.length >= WALL:
        yield Found(weights.WALL * best.wall.length, Remark("does.wall", _wall_values(best.wall)))
    if best.dance >= 4:
        yield Found(weights.DANCE * best.dance, Remark("does.dance", {"home": best.home, "rolls": best.dance}))


def _does_leave(pair: Pair) -> Iterator[Found]:
    """The shots after the best play, where it was made."""
    best = pair.after_best
    if best.shots:
        yield Found(weights.SHOT * best.shots, Remark("does.shots", {"rolls": best.shots, "blots": best.exposed}))
    elif best.contact and not best.attacks:
        yield Found(weights.SHOT, Remark("does.safe"))


_COMPARED = (
    _hits,
    _points,
    _shots,
    _attacks,
    _walls,
    _dances,
    _escapes,
    _back,
    _builders,
    _stacks,
    _deep,
    _off,
    _contact,
    _slots,
)
_ALONE = (_does, _does_leave)
_DICE = {_shots, _attacks, _escapes, _slots, _does_leave}
"""Those that throw dice, which is done by the standard rules."""
