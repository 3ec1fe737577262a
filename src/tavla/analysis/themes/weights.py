"""What a difference between two plays is worth in the mean, in points of the cube: how much a remark tells.

Fitted by least squares to 12,000 pairs of plays of one roll, the best and another, from games of the engine against
itself (1 ply, no cube): the differences below explain half of the variance of what the other play lost. They rank
remarks, and nothing else is done with them.
"""

HIT = 0.058
"""One opposing checker more on the bar ..."""
HIT_PIP = 0.0037
"""... and every pip that it has to walk again."""
SHOT = 0.005
"""One of the 36 rolls that hits outside the opponent's home ..."""
ATTACK = 0.0016
"""... and inside it."""
WALL = 0.0165
"""One point more in a row."""
DANCE = 0.0008
ESCAPE = 0.0017
"""One of the 36 rolls with which the opponent stays on the bar, or brings a back checker out."""
BACK = 0.025
BUILDER = 0.0018
STACKED = 0.013
DEEP = 0.047
"""One checker at the back, one spare near an open home point, one above the third of a point, one on the last two."""
SLOT = 0.022
OFF = 0.04
"""A blot to be covered, and a checker off."""
CONTACT = 0.05
"""Contact ended or kept: too rare to be fitted, set by hand."""


def of_point(point: int) -> float:
    """A point held, by where it is."""
    if point <= 6:
        return 0.065
    if point == 7:
        return 0.031
    if point <= 12:
        return 0.022
    if point in (20, 21):
        return 0.048
    return 0.01
