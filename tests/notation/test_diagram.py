"""The board in characters."""

from hypothesis import given

from tavla.notation import Labels, draw
from tavla.rules import Position
from tests.strategies import positions

START = """\
+13-14-15-16-17-18-+-----+19-20-21-22-23-24-+   O Mehmet
| X  .  .  .  O  . |     | O  .  .  .  .  X |
| X  .  .  .  O  . |     | O  .  .  .  .  X |
| X  .  .  .  O  . |     | O  .  .  .  .  . |
| X  .  .  .  .  . |     | O  .  .  .  .  . |
| X  .  .  .  .  . |     | O  .  .  .  .  . |
|                  |KÖPRÜ|                  |   zar 6-3
| O  .  .  .  .  . |     | X  .  .  .  .  . |
| O  .  .  .  .  . |     | X  .  .  .  .  . |
| O  .  .  .  X  . |     | X  .  .  .  .  . |
| O  .  .  .  X  . |     | X  .  .  .  .  O |
| O  .  .  .  X  . |     | X  .  .  .  .  O |
+12-11-10--9--8--7-+-----+-6--5--4--3--2--1-+   X Ayşe"""

CROWDED = """\
+24-23-22-21-20-19-+-----+18-17-16-15-14-13-+   O dışarı 5
| .  .  .  .  .  . |     | .  .  .  .  .  . |
| .  .  .  .  .  . |     | .  .  .  .  .  . |
| .  .  .  .  .  . |     | .  .  .  .  .  . |
| .  .  .  .  .  . |     | .  .  .  .  .  . |
| .  .  .  .  .  . |  O  | .  .  .  .  .  . |
|                  | BAR |                  |
|12  .  .  .  .  . |  X  | .  .  .  .  .  . |
| X  .  .  .  .  . |  X  | .  .  .  .  .  . |
| X  .  .  .  .  . |  X  | .  .  .  .  .  . |
| X  .  .  .  .  . |  X  | .  .  .  .  .  . |
| X  .  .  .  .  . |  6  | .  .  .  .  .  . |
+-1--2--3--4--5--6-+-----+-7--8--9-10-11-12-+"""


def test_the_start_is_drawn_with_its_labels() -> None:
    labels = Labels(top=("O Mehmet",), middle=("zar 6-3",), bottom=("X Ayşe",), bar="KÖPRÜ")
    assert draw(Position.start(), labels) == START


def test_the_mirror_board_has_home_on_the_left_and_large_piles_as_numbers() -> None:
    crowded = Position((0, 12, *[0] * 23, 6), (5, *[0] * 24, 1))
    assert draw(crowded, Labels(off="dışarı"), home="left") == CROWDED


def test_the_other_player_sees_the_board_the_other_way_up() -> None:
    position = Position.from_points({24: 2, 6: 3}, {13: 5, 5: 1})
    flipped = draw(position.flip(), symbols=("O", "X")).splitlines()
    straight = draw(position).splitlines()
    assert straight[-2] == flipped[1] == "| O  .  .  .  .  . |     | X  .  .  .  .  . |"
    assert flipped[-2] == "| .  .  .  .  .  . |     | .  O  .  .  .  X |"


def test_checkers_off_are_counted_beside_the_board() -> None:
    text = draw(Position.from_points({1: 2}, {1: 3}), Labels(off="off")).splitlines()
    assert text[0].endswith("   O off 12")
    assert text[-1].endswith("   X off 13")


@given(positions())
def test_every_line_of_the_board_has_the_same_width(position: Position) -> None:
    for home in ("left", "right"):
        assert {len(line) for line in draw(position, home=home).splitlines() if "off" not in line} <= {45}
