"""Many boards on one page: the pieces once, as a sheet, and each board as references to them.

The sheet is drawn with the page's custom properties, so that a style sheet alone makes it light or dark (`colours`). A
script that draws further boards finds the pieces by the same names: `#tavla-board`, `#tavla-light`, `#tavla-dark-slab`,
`#tavla-light-die-3`, `#tavla-cube`.
"""

from tavla.drawing.geometry import Place, Stance, geometry
from tavla.drawing.svg import Pen, Scene, wrapped

PIECES = (
    *("light", "dark", "light-slab", "dark-slab", "cube"),
    *(f"{kind}-die-{face}" for kind in ("light", "dark") for face in range(1, 7)),
)


def sprite_sheet(home: str = "right") -> str:
    """The pieces of all boards with the home boards on one side: an element that shows nothing itself."""
    pen = Pen(Stance(0, home), "page")
    pieces = "".join(f'<g id="tavla-{name}">{pen.art_of(name)}</g>' for name in PIECES)
    board = f'<g id="tavla-board">{pen.furniture()}</g>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true">'
        f"<defs>{board}{pieces}</defs></svg>"
    )


def sprite_board(scene: Scene, *, home: str = "right", title: str = "") -> str:
    """A board as `board_svg` draws it, for a page that holds the sheet of this side."""
    return wrapped(_Sharer(Stance(0, home), "page").scene(scene), title)


def colours(theme: str) -> str:
    """The custom properties of a theme, as declarations of a style sheet."""
    return "".join(f"--tavla-{name}:{colour};" for name, colour in geometry()["themes"][theme].items())


class _Sharer(Pen):
    """Refers to pieces instead of drawing them."""

    def furniture(self) -> str:
        return '<use href="#tavla-board"/>'

    def piece(self, name: str, at: Place) -> str:
        return f'<use href="#tavla-{name}" x="{at[0]}" y="{at[1]}"/>'
