"""A small good file of every format, to be damaged."""

import random

from tavla.formats.jellyfish import encode_pos
from tavla.formats.mat_write import write_mat
from tavla.formats.native import Record, dumps
from tavla.formats.ogid import encode_ogid
from tavla.formats.sgf_write import write_sgf
from tavla.formats.snowie import encode_snowie
from tavla.match import History
from tavla.notation import Situation, encode_fibs, encode_gnu_id, encode_xgid
from tavla.rules import Position, Roll, profile
from tests.formats.xg_bytes import START, cube, game, game_end, header, move, xg_file
from tests.random_play import random_match

AFTER_31 = (0, -2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
ANALYSED = (
    "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.08]PW[a]PB[b]MI[length:5][game:0][ws:0][bs:0]RU[Crawford]RE[W+1]"
    ";B[31qtst]A[0][qtst E ver 3 0.55 0.16 0.01 0.13 0.006 0.155 2C 0 1 0.000000 1]LU[0.1]"
    ";W[double]DA[E ver 3 2C 1 0.000000 1 0.7 0.2 0.01 0.05 0.001 0.5 0.6 0.7 0.2 0.01 0.05 0.001 0.5 0.65]"
    ";B[drop]DA[X ver 3 Eq Trials 36 NoDouble Output 0.7 0.2 0.01 0.05 0.001 0.5 0.6 StdDev 0 0 0 0 0 0 0])"
)


def _short_match() -> History:
    """A game of money that is soon over, as much as possible in it: long files are slow to read and rarely new."""
    rules = profile("money", {"beavers": "1"})
    tried = (random_match(rules, random.Random(seed), games=1) for seed in range(40))
    return min((each for each in tried if _is_lively(each)), key=lambda each: each.version)


def _is_lively(history: History) -> bool:
    return history.match.state.cube.value > 2 and history.version > 12


def _seeds() -> dict[str, bytes]:
    history = _short_match()
    start = Situation(Position.start(), 1)
    rolled = Situation(Position.start(), 1, Roll.of(3, 1), score=(0, 0), length=5, to_act=1)
    records = (header(), game(), move(1, (3, 1), (7, 4, 5, 4), AFTER_31), cube(-1, 1, 1), move(-1, (6, 6), (), START))
    whole = (*records, game_end(1, 2, 102))
    return {
        "mat": write_mat(history).encode(),
        "xg-text": write_mat(history, flavour="xg").encode(),
        "sgf": write_sgf(history).encode(),
        "sgf-analysed": ANALYSED.encode(),
        "native": dumps(Record("seed", tuple(history.events))).encode(),
        "xg": xg_file(*whole),
        "xg-records": b"".join(whole),
        "pos": encode_pos(start, ("Ada", "Kaan")),
        "snowie": encode_snowie(start, ("Ada", "Kaan")).encode(),
        "ogid": encode_ogid(start).encode(),
        "xgid": encode_xgid(rolled).encode(),
        "gnubg-id": encode_gnu_id(rolled).encode(),
        "fibs": encode_fibs(rolled, "Ada", "Kaan").encode(),
        "plays": b"8/5 6/5 bar/22*(2) 13/off 24/23*/22 6-off (3)",
    }


SEEDS = _seeds()
