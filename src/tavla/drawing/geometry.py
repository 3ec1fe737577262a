"""Where things lie on the drawn board; the page computes the same places from the same `geometry.json`.

The unit is one checker's radius, x grows to the right and y downwards. Points are their owner's numbering
(25 the bar, 0 borne off); a `Stance` says who sits at the bottom and on which side the home boards are.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

Place = tuple[float, float]
"""(x, y) of a centre."""

OFF, BAR = 0, 25


@cache
def geometry() -> Mapping[str, Any]:
    """The whole of `geometry.json`: sizes, art as lists of shapes, colours of each theme."""
    found: Mapping[str, Any] = json.loads(files(__package__).joinpath("geometry.json").read_text("utf-8"))
    return found


class Stance(NamedTuple):
    """From where the board is looked at: the seat at the bottom, and the side of the home boards."""

    bottom: int = 0
    home: str = "right"

    def mirrored(self, x: float) -> float:
        """A column drawn for home on the right, on the side it has in this stance."""
        width: float = geometry()["width"]
        return x if self.home == "right" else round(width - x, 3)

    def seen(self, seat: int, point: int) -> int:
        """A player's point in the numbering of the seat at the bottom (1 to 24 only)."""
        return point if seat == self.bottom else 25 - point

    def is_low(self, seat: int, point: int) -> bool:
        """Whether a place lies in the lower half; checkers on the bar wait beside the board they enter."""
        if point == BAR:
            return seat != self.bottom
        if point == OFF:
            return seat == self.bottom
        return self.seen(seat, point) <= 12


def column(stance: Stance, seat: int, point: int) -> float:
    """The x of a point, the bar or a tray."""
    g = geometry()
    frame, width, bar = g["frame"], g["point"]["width"], g["bar"]["width"]
    if point == BAR:
        return stance.mirrored(frame + 6 * width + bar / 2)
    if point == OFF:
        return stance.mirrored(frame + 12 * width + bar + g["tray"]["wall"] + g["tray"]["width"] / 2)
    seen = stance.seen(seat, point)
    from_left = 12 - seen if seen <= 12 else seen - 13
    return stance.mirrored(frame + (from_left + 0.5) * width + (bar if from_left >= 6 else 0))


def stack(stance: Stance, seat: int, point: int, count: int) -> list[Place]:
    """The centres of the checkers of a place, the first at its base, the last on top.

    They touch up to five (four on the bar) and overlap beyond, so that a stack never leaves its point.
    """
    g = geometry()
    x, low = column(stance, seat, point), stance.is_low(seat, point)
    if point == OFF:
        start, step = g["tray"]["pitch"] / 2 + 0.1, g["tray"]["pitch"]
    else:
        full = g["bar"]["full"] if point == BAR else g["stack"]
        step = 2.0 if count <= full else 2.0 * (full - 1) / (count - 1)
        start = g["bar"]["clear"] + 1 if point == BAR else 1.0
    middle, outwards = g["height"] / 2, point == BAR
    if outwards:
        return [(x, round(middle + (start + step * i) * (1 if low else -1), 3)) for i in range(count)]
    base = g["height"] - g["frame"] if low else g["frame"]
    return [(x, round(base + (start + step * i) * (-1 if low else 1), 3)) for i in range(count)]


def tray_count(stance: Stance, seat: int) -> Place:
    """Where the number of checkers borne off is written: between the trays, on its owner's side."""
    g = geometry()
    low = stance.is_low(seat, OFF)
    return column(stance, seat, OFF), round(g["height"] / 2 + g["tray"]["count"] * (1 if low else -1), 3)


def dice(stance: Stance, seat: int, count: int) -> list[Place]:
    """The centres of a seat's dice, in the half of the board at its right hand when home is on the right."""
    g = geometry()
    quadrant = 6 * g["point"]["width"]
    left = g["frame"] + (quadrant + g["bar"]["width"] if seat == stance.bottom else 0)
    middle, pitch = left + quadrant / 2, g["die"]["pitch"]
    spread = [round((i - (count - 1) / 2) * pitch, 3) for i in range(count)]
    return [(round(stance.mirrored(middle) + dx, 3), g["height"] / 2) for dx in spread]


def cube(stance: Stance, owner: int | None) -> Place:
    """The centre of the cube: in the middle of the bar, or at its owner's end of it."""
    g = geometry()
    x = column(stance, stance.bottom, BAR)
    if owner is None:
        return x, g["height"] / 2
    edge = g["frame"] + g["cube"]["edge"]
    return x, round(g["height"] - edge if owner == stance.bottom else edge, 3)


def number(stance: Stance, seat: int, point: int) -> Place:
    """Where the number of a point is written: on the frame at its base."""
    g = geometry()
    drop = g["number"]["drop"]
    return column(stance, seat, point), g["height"] - drop if stance.is_low(seat, point) else drop
