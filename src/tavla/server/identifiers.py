"""All the IDs by which other programs know a position."""

from collections.abc import Mapping

from tavla.formats.ogid import encode_ogid
from tavla.notation import Situation, encode_fibs, encode_gnu_id, encode_match, encode_position, encode_xgid


def identifiers(found: Situation) -> Mapping[str, str]:
    """Every ID that can be written of a situation, by its name on the wire."""
    ids = {}
    if found.position is not None:
        ids["gnu_position"] = encode_position(found.position)
    if found.cube is not None:
        ids["gnu_match"] = encode_match(found)
    if found.position is not None and found.cube is not None:
        ids["gnu"] = encode_gnu_id(found)
    if found.position is not None:
        ids["xgid"] = encode_xgid(found)
        ids["fibs"] = encode_fibs(found)
        ids["ogid"] = encode_ogid(found)
    return ids
