"""The view holds all that a front end needs, and its tree is exactly what the rules allow."""

import json
import random
from typing import Any

import pytest

from tavla.rules.dice import ROLLS, Roll
from tavla.rules.plays import Continuations, legal_plays
from tavla.rules.position import Position
from tavla.rules.ruleset import PROFILES, profile
from tavla.server.view import tree
from tests.server.fakes import first_play, run, sit_down

START = [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]


def ends(nodes: list[Any], position: Position) -> set[Position]:
    """The boards on which a walk through the tree can end, played by nothing but its moves."""
    found = set()

    def walk(index: int, mine: list[int], theirs: list[int]) -> None:
        node = nodes[index]
        assert node["end"] == (not node["moves"])
        if node["end"]:
            found.add(Position(tuple(theirs), tuple(mine)))
        for source, target, _, hit, child in node["moves"]:
            after, enemies = list(mine), list(theirs)
            after[source] -= 1
            after[target] += 1
            if hit:
                enemies[25 - target] -= 1
                enemies[25] += 1
            walk(child, after, enemies)

    walk(0, list(position.mine), list(position.theirs))
    return found


@pytest.mark.parametrize("roll", ROLLS, ids=str)
def test_a_walk_through_the_tree_ends_on_the_legal_results(roll: Roll) -> None:
    position = Position.start()
    turn = Continuations(position, roll)
    assert ends(tree(turn, turn.root), position) == set(legal_plays(position, roll))


def test_a_tree_without_a_play_is_one_node() -> None:
    dancing = Position.from_points({25: 1, 13: 5}, {**dict.fromkeys(range(1, 7), 2), 20: 3})
    turn = Continuations(dancing, Roll(6, 3))
    assert tree(turn, turn.root) == [{"moves": [], "end": True, "left": [6, 3]}]


def test_a_tree_can_begin_in_the_middle_of_a_turn() -> None:
    turn = Continuations(Position.start(), Roll(6, 3))
    node, _ = turn.node_after(iter([(24, 6)]))
    rest = tree(turn, node)
    assert rest[0]["left"] == [3]
    assert all(not rest[move[4]]["moves"] for move in rest[0]["moves"])


def test_the_view_before_the_opening() -> None:
    async def work() -> None:
        async with sit_down() as sitting:
            view = sitting.view
            assert view["points"] == [START, START]
            assert (view["pips"], view["race"], view["turn"], view["roll"]) == ([167, 167], False, None, None)
            assert (view["phase"], view["act"], view["can"]["0"]) == ("opening", [0, 1], ["roll", "resign"])
            assert view["length"] == "points(5)"
            assert view["players"][1] == {"name": "Bora", "kind": "person", "bot": None}
            assert view["options"] == profile("standard").texts()

    run(work())


def test_points_keep_their_owner_s_numbering_whoever_is_on_roll() -> None:
    async def work() -> None:
        async with sit_down(throws=[(1, 3)]) as sitting:
            view = await sitting.do(0, "roll")
            assert (view["turn"], view["roll"], view["opening"]) == (1, [3, 1], [1, 3])
            view = await sitting.play(1, "8/5 6/5")
            assert view["points"][0] == START
            assert (view["points"][1][5], view["points"][1][6], view["points"][1][8]) == (2, 4, 2)
            assert view["pips"] == [167, 163]

    run(work())


def test_a_tie_at_the_opening_is_shown() -> None:
    async def work() -> None:
        async with sit_down(throws=[(4, 4)]) as sitting:
            view = await sitting.do(0, "roll")
            assert (view["phase"], view["opening"], view["turn"]) == ("opening", [4, 4], None)

    run(work())


@pytest.mark.parametrize("name", PROFILES)
def test_a_view_is_json_at_every_moment(name: str, rng: random.Random) -> None:
    async def work() -> None:
        async with sit_down(name) as sitting:
            for _ in range(30):
                view = sitting.view
                assert json.loads(json.dumps(view)) == view
                if not view["act"]:
                    break
                seat = rng.choice(view["act"])
                wanted = first_play(view) if view["phase"] == "play" else view["can"][str(seat)][0]
                await sitting.do(seat, wanted)
            steps = await sitting.table.look_back(None)
            assert len(steps) == len(sitting.table.shown.live)
            assert json.loads(json.dumps(steps)) == steps
            assert steps[-1]["view"]["points"] == sitting.view["points"]

    run(work())
