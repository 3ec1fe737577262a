"""The board as a static SVG: for help pages, reports and lessons, the same board as the page's.

Everything is drawn with plain attributes, so that the text stands alone in a file, a mail or a page. The theme
"page" draws with the page's custom properties (`--tavla-field` and so on) and falls back on the light colours.
"""

from collections.abc import Iterable, Sequence
from html import escape
from math import hypot
from typing import Any, NamedTuple, Protocol

from tavla.drawing.geometry import BAR, OFF, Place, Stance, column, cube, dice, geometry, number, stack, tray_count
from tavla.errors import InvalidOption

THEMES = ("light", "dark", "plain", "page")


class Checkers(Protocol):
    """What is drawn of a position: two rows of 26 counts, each in its owner's numbering."""

    @property
    def mine(self) -> Sequence[int]: ...
    @property
    def theirs(self) -> Sequence[int]: ...


class Arrow(NamedTuple):
    """A move to point at, in the numbering of the player on roll (25 the bar, 0 borne off)."""

    source: int
    target: int


def board_svg(
    position: Checkers,
    *,
    turn: int = 0,
    roll: Sequence[int] | None = None,
    cube: tuple[int, int | None] | None = None,
    theme: str = "light",
    home: str = "right",
    arrows: Iterable[tuple[int, int]] = (),
    highlight: Iterable[int] = (),
    title: str = "",
) -> str:
    """The position as one `<svg>` element; seat 0 has the light checkers and sits at the bottom.

    `position.mine` belongs to seat `turn`, whose numbering the edges, `arrows` and `highlight` (points) use.
    `cube` is (value, owner's seat or None for the middle), or None for no cube. `title` is what a screen
    reader says; a board without one is hidden from it. Raises `InvalidOption` for an unknown theme or side.
    """
    if theme not in THEMES:
        raise InvalidOption("board.no_theme", theme=theme, themes=", ".join(THEMES))
    if home not in ("right", "left"):
        raise InvalidOption("board.no_side", side=home)
    pen = Pen(Stance(0, home), theme)
    scene = Scene(position, turn, roll, cube, tuple(Arrow(*arrow) for arrow in arrows), tuple(highlight))
    return wrapped(pen.scene(scene), title)


class Scene(NamedTuple):
    """What is on a board; the fields are the arguments of `board_svg`."""

    position: Checkers
    turn: int = 0
    roll: Sequence[int] | None = None
    cube: tuple[int, int | None] | None = None
    arrows: tuple[Arrow, ...] = ()
    highlight: tuple[int, ...] = ()


def wrapped(content: str, title: str) -> str:
    """The drawing as one element, with what a screen reader says."""
    g = geometry()
    said = f'role="img" aria-label="{escape(title)}"' if title else 'aria-hidden="true"'
    head = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tavla-drawing" viewBox="0 0 {g["width"]} {g["height"]}" '
        f'{said} font-family="system-ui, sans-serif" font-weight="600" text-anchor="middle">{head}{content}</svg>'
    )


class Pen:
    """Draws shapes of `geometry.json` in one stance and one theme."""

    def __init__(self, stance: Stance, theme: str) -> None:
        self.stance = stance
        self.theme = theme
        self.art = geometry()["art"]
        self.colours = geometry()["themes"]["light" if theme == "page" else theme]

    def scene(self, scene: Scene) -> str:
        """Everything, in the order in which it lies upon each other."""
        position, turn = scene.position, scene.turn
        sides = (position.mine, position.theirs) if turn == 0 else (position.theirs, position.mine)
        parts = [self.furniture()]
        parts += [self.number(turn, point) for point in range(1, 25)]
        parts += [self.highlight(turn, point) for point in scene.highlight]
        parts += [self.place(seat, point, sides[seat][point]) for seat in (0, 1) for point in range(26)]
        if scene.roll is not None:
            parts.append(self.dice(turn, scene.roll))
        if scene.cube is not None:
            parts.append(self.cube(*scene.cube))
        parts += [self.arrow(turn, arrow, position.mine) for arrow in scene.arrows]
        return "".join(parts)

    def colour(self, name: str) -> str:
        if name.startswith("@"):
            return f"url(#tavla-{self.theme}-{name[1:]})"
        plain: str = self.colours[name]
        return f"var(--tavla-{name}, {plain})" if self.theme == "page" else plain

    def shape(self, shape: dict[str, Any]) -> str:
        """One shape of the art as an element."""
        if "rect" in shape:
            x, y, width, height, *corner = shape["rect"]
            tag = f'rect x="{x}" y="{y}" width="{width}" height="{height}"' + "".join(f' rx="{c}"' for c in corner)
        elif "circle" in shape:
            tag = 'circle cx="{}" cy="{}" r="{}"'.format(*shape["circle"])
        else:
            tag = f'path d="{shape["path"]}"'
        fill = self.colour(shape["fill"]) if "fill" in shape else "none"
        return f'<{tag} fill="{fill}"{self._line(shape)}/>'

    def _line(self, shape: dict[str, Any]) -> str:
        line = ""
        if "stroke" in shape:
            line = f' stroke="{self.colour(shape["stroke"])}" stroke-width="{shape["width"]}"'
        if "dash" in shape:
            line += ' stroke-dasharray="{}"'.format(" ".join(map(str, shape["dash"])))
        if shape.get("round"):
            line += ' stroke-linecap="round"'
        if "opacity" in shape:
            line += f' opacity="{shape["opacity"]}"'
        return line

    def shapes(self, name: str) -> str:
        return "".join(self.shape(shape) for shape in self.art[name])

    def text(self, at: Place, text: str, size: float, colour: str) -> str:
        x, y = at
        return f'<text x="{x}" y="{y}" dy="0.355em" font-size="{size}" fill="{self.colour(colour)}">{text}</text>'

    def furniture(self) -> str:
        """Frame, fields, points and the shadow that the frame throws on them."""
        g = geometry()
        turned = f' transform="translate({g["width"]} 0) scale(-1 1)"' if self.stance.home == "left" else ""
        points = "".join(self._point(point) for point in range(1, 25))
        return (
            f"<defs>{self._fades()}</defs><g{turned}>{self.shapes('board')}</g>{points}"
            f"<g{turned}>{self.shapes('shade')}</g>"
        )

    def _fades(self) -> str:
        """The gradients of the inner shadow; equal in every drawing of a theme, so that ids may repeat."""
        g, shade = geometry(), self.colour("shade")
        return "".join(
            f'<linearGradient id="tavla-{self.theme}-{name}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}">'
            f'<stop offset="0" stop-color="{shade}" stop-opacity="{g["fade"]}"/>'
            f'<stop offset="1" stop-color="{shade}" stop-opacity="0"/></linearGradient>'
            for name, (x1, y1, x2, y2) in g["fades"].items()
        )

    def _point(self, point: int) -> str:
        g = geometry()
        x, low = column(self.stance, self.stance.bottom, point), point <= 12
        y, turn = (g["height"] - g["frame"], 180) if low else (g["frame"], 0)
        name = "point-a" if point % 2 == 0 else "point-b"
        return f'<g transform="translate({x} {y}) rotate({turn})">{self.shapes(name)}</g>'

    def number(self, seat: int, point: int) -> str:
        return self.text(number(self.stance, seat, point), str(point), geometry()["number"]["size"], "frame-text")

    def place(self, seat: int, point: int, count: int) -> str:
        """The checkers of one place, with their number where they overlap or are borne off."""
        if count == 0:
            return ""
        g, kind = geometry(), ("light", "dark")[seat]
        at = stack(self.stance, seat, point, count)
        if point == OFF:
            slabs = "".join(self.piece(kind + "-slab", each) for each in at)
            return slabs + self.text(tray_count(self.stance, seat), str(count), g["count"]["size"], "frame-text")
        checkers = "".join(self.piece(kind, each) for each in at)
        if count <= (g["bar"]["full"] if point == BAR else g["stack"]):
            return checkers
        return checkers + self.text(at[-1], str(count), g["checker"]["text"], kind + "-text")

    def dice(self, seat: int, roll: Sequence[int]) -> str:
        """The dice of a seat; a double is drawn as the four moves it gives."""
        faces = [roll[0]] * 4 if len(roll) == 2 and roll[0] == roll[1] else list(roll)
        places = dice(self.stance, seat, len(faces))
        kind = ("light", "dark")[seat]
        return "".join(self.piece(f"{kind}-die-{face}", at) for face, at in zip(faces, places, strict=True))

    def piece(self, name: str, at: Place) -> str:
        """A checker (`light`), a checker borne off (`light-slab`), a die (`light-die-3`) or the cube, at its place."""
        return f'<g transform="translate({at[0]} {at[1]})">{self.art_of(name)}</g>'

    def art_of(self, name: str) -> str:
        """What a piece looks like, around the origin."""
        kind, _, face = name.partition("-die-")
        if face:
            return self._die(kind, int(face))
        return self.shapes("shadow") + self.shapes(name) if name in ("light", "dark") else self.shapes(name)

    def _die(self, kind: str, face: int) -> str:
        g = geometry()
        spread, radius = g["die"]["spread"], g["die"]["pip"]
        pips = "".join(
            f'<circle cx="{x * spread}" cy="{y * spread}" r="{radius}" fill="{self.colour(kind + "-text")}"/>'
            for x, y in g["pips"][str(face)]
        )
        return self.shapes(kind + "-die") + pips

    def cube(self, value: int, owner: int | None) -> str:
        """The cube, turned to its owner."""
        x, y = cube(self.stance, owner)
        turn = 180 if owner is not None and owner != self.stance.bottom else 0
        size = geometry()["cube"]["text"] * (1 if value < 100 else 0.75)
        text = self.text((0, 0), str(value), size, "cube-text")
        return f'<g transform="translate({x} {y}) rotate({turn})">{self.shapes("cube")}{text}</g>'

    def highlight(self, seat: int, point: int) -> str:
        """A frame around a point that the text speaks of."""
        g = geometry()
        x, length = column(self.stance, seat, point), g["point"]["length"]
        low = self.stance.is_low(seat, point)
        y = g["height"] - g["frame"] - length - 0.2 if low else g["frame"]
        box = [round(x - 0.98, 3), round(y, 3), 1.96, round(length + 0.2, 3), 0.3]
        return self.shape({"rect": box, "stroke": "arrow", "width": 0.18})

    def arrow(self, seat: int, arrow: Arrow, counts: Sequence[int]) -> str:
        """A straight arrow from the rim of a place's top checker, whose count stays readable, to where it lands."""
        x1, y1 = self._top(seat, arrow.source, counts[arrow.source])
        x2, y2 = self._top(seat, arrow.target, counts[arrow.target] + 1)
        length = hypot(x2 - x1, y2 - y1) or 1
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        head, width = geometry()["arrow"]["head"], geometry()["arrow"]["width"]
        x1, y1 = x1 + ux * geometry()["checker"]["radius"], y1 + uy * geometry()["checker"]["radius"]
        bx, by = x2 - ux * head, y2 - uy * head
        line = f"M{x1:.2f} {y1:.2f}L{bx:.2f} {by:.2f}"
        tip = (
            f"M{x2:.2f} {y2:.2f}L{bx - uy * head * 0.6:.2f} {by + ux * head * 0.6:.2f}"
            f"L{bx + uy * head * 0.6:.2f} {by - ux * head * 0.6:.2f}Z"
        )
        return (
            self.shape({"path": line, "stroke": "mark-line", "width": width + 0.2, "round": True})
            + self.shape({"path": tip, "fill": "arrow", "stroke": "mark-line", "width": 0.1})
            + self.shape({"path": line, "stroke": "arrow", "width": width, "round": True})
        )

    def _top(self, seat: int, point: int, count: int) -> Place:
        return stack(self.stance, seat, point, max(count, 1))[-1]
