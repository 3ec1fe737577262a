"""The board as SVG, and the geometry file that the page shares.

>>> from tavla.rules.position import Position
>>> board_svg(Position.start(), title="Start")[:4]
'<svg'
"""

from tavla.drawing.svg import Arrow, board_svg

__all__ = ["Arrow", "board_svg"]
