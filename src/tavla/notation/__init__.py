"""Values to short text and back: plays, the IDs of positions, the board in characters. Standard library only."""

from tavla.notation.choice import choice_in_words
from tavla.notation.diagram import Labels, draw
from tavla.notation.fibs import FibsBoard, decode_fibs, encode_fibs
from tavla.notation.gnu_id import decode_match, decode_position, encode_gnu_id, encode_match, encode_position
from tavla.notation.moment import rules_of, state_of
from tavla.notation.numbers import parse_number
from tavla.notation.plays import ParsedPlay, format_play, parse_play
from tavla.notation.reading import read_position
from tavla.notation.situation import Situation, Stage
from tavla.notation.xgid import decode_xgid, encode_xgid

__all__ = [
    "FibsBoard",
    "Labels",
    "ParsedPlay",
    "Situation",
    "Stage",
    "choice_in_words",
    "decode_fibs",
    "decode_match",
    "decode_position",
    "decode_xgid",
    "draw",
    "encode_fibs",
    "encode_gnu_id",
    "encode_match",
    "encode_position",
    "encode_xgid",
    "format_play",
    "parse_number",
    "parse_play",
    "read_position",
    "rules_of",
    "state_of",
]
