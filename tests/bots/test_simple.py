"""The two simple bots: legal at every table, and one of them clearly better than chance."""

from random import Random

import pytest

from tavla.bots import BOTS, Bot, RandomBot, SimpleBot
from tavla.bots.simple import advantage, assess
from tavla.notation import format_play
from tavla.rules import (
    BAR,
    PROFILES,
    STANDARD,
    Act,
    Cube,
    Kind,
    Position,
    Roll,
    RuleSet,
    Score,
    State,
    apply,
    legal,
    profile,
)
from tavla.rules.facts import Accepted, Beavered, Doubled, Dropped, Passed, Played, Refused, Resigned, Rolled, Taken
from tavla.rules.state import Phase, certain_loss
from tests.bots.matchup import play_game, step, winner
from tests.conftest import Scale

VARIANTS = ("backgammon", "nackgammon", "hypergammon", "longgammon")


def on_roll(position: Position, rules: RuleSet = STANDARD, **values: object) -> State:
    return State(rules, position, Phase.ROLL, **values)  # type: ignore[arg-type]


def choice(bot: Bot, position: Position, roll: Roll) -> str:
    """The play that a bot makes, as text."""
    state = apply(on_roll(position), Rolled(roll))
    action = bot.act(state, 0)
    assert isinstance(action, Played)
    return format_play(action.moves)


def test_the_bots_are_known_by_name() -> None:
    assert {"simple", "random"} <= set(BOTS)
    assert isinstance(BOTS["simple"](), SimpleBot)
    assert isinstance(BOTS["random"](Random(1)), RandomBot)


def test_simple_beats_random(rng: Random, scale: Scale) -> None:
    """Of single games without a cube `simple` wins at least 95 in a hundred against `random`.

    Measured over 2,000 games (`make soak` repeats them with a new seed): 1,981 won, 99.05 %.
    """
    rules, games, won = profile("single", {"cube": "off"}), scale(2_000), 0
    for number in range(games):
        seat = number % 2
        bots: list[Bot] = [RandomBot(rng), RandomBot(rng)]
        bots[seat] = SimpleBot(rng)
        won += winner(play_game(rules, (bots[0], bots[1]), rng)) == seat
    assert won >= 0.95 * games - 1


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("bot", ["simple", "random"])
def test_whole_games_by_every_profile(name: str, bot: str, rng: Random) -> None:
    for _ in range(2):
        state = play_game(profile(name), (BOTS[bot](rng), BOTS["random"](rng)), rng)
        assert state.result is not None


@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_games_of_every_variant_with_everything_on(variant: str, rng: Random) -> None:
    options = {"variant": variant, "beavers": "3", "auto_double": "2", "closed_board": "choice", "compulsion": "loose"}
    state = play_game(profile("money", options), (SimpleBot(rng), RandomBot(rng)), rng)
    assert state.result is not None


def test_the_crawford_game_and_the_one_after_it(rng: Random) -> None:
    for score in (Score((4, 2), crawford=True), Score((4, 2), post_crawford=True)):
        state = play_game(STANDARD, (SimpleBot(rng), SimpleBot(rng)), rng, score)
        assert state.cube.value == 1 or score.post_crawford


def test_the_same_seed_plays_the_same_game() -> None:
    def game(seed: int) -> State:
        rng = Random(seed)
        return play_game(profile("money"), (SimpleBot(rng), SimpleBot(rng)), rng)

    assert game(5) == game(5)


def test_a_bot_leaves_the_dice_to_the_table(rng: Random) -> None:
    for bot in (RandomBot(rng), SimpleBot(rng)):
        assert bot.act(State.begin(STANDARD), 0) is Act.THROW
        assert bot.act(on_roll(Position.start(), profile("tavla")), 0) is Act.ROLL


def test_a_bot_that_cannot_move_says_so(rng: Random) -> None:
    closed_out = Position.from_points({BAR: 1}, dict.fromkeys(range(1, 7), 2))
    for bot in (RandomBot(rng), SimpleBot(rng)):
        assert bot.act(on_roll(closed_out, profile("tavla")), 0) == Passed()
        rolled = apply(on_roll(closed_out, profile("tavla", {"closed_board": "roll"})), Rolled(Roll(6, 5)))
        assert bot.act(rolled, 0) == Played(())


# Checker play


@pytest.mark.parametrize(
    ("roll", "text"),
    [((3, 1), "8/5 6/5"), ((4, 2), "8/4 6/4"), ((6, 1), "13/7 8/7"), ((5, 3), "8/3 6/3")],
)
def test_simple_makes_the_points_that_everybody_makes(roll: tuple[int, int], text: str, rng: Random) -> None:
    assert choice(SimpleBot(rng), Position.start(), Roll(*roll)) == text


def test_simple_hits_what_stands_before_it(rng: Random) -> None:
    position = Position.from_points({24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 20: 1, 13: 5, 8: 3, 6: 5})
    assert "5*" in choice(SimpleBot(rng), position, Roll(3, 1))


def test_simple_bears_off_rather_than_move(rng: Random) -> None:
    position = Position.from_points({6: 2, 5: 2, 4: 2}, {6: 5})
    assert choice(SimpleBot(rng), position, Roll(6, 5)) == "6/off 5/off"


def test_a_blot_in_reach_is_worth_less_than_the_same_out_of_reach() -> None:
    safe = Position.from_points({13: 2, 6: 5}, {20: 2})
    split = Position.from_points({14: 1, 12: 1, 6: 5}, {20: 2})
    assert assess(safe) > assess(split)


# The cube


def doubled(position: Position, rules: RuleSet = STANDARD) -> State:
    return apply(on_roll(position, rules), Doubled())


LONG_RACE = Position.from_points({10: 5, 6: 5, 4: 5}, {10: 5, 6: 5, 4: 5})
AHEAD = Position.from_points({10: 4, 6: 6, 4: 5}, {12: 5, 6: 5, 4: 5})
FAR_AHEAD = Position.from_points({6: 5, 5: 5, 4: 5}, {14: 5, 10: 5, 8: 5})


def test_simple_doubles_a_race_by_its_lead(rng: Random) -> None:
    bot = SimpleBot(rng)
    assert bot.act(on_roll(LONG_RACE), 0) is Act.ROLL
    assert advantage(AHEAD) >= 8
    assert bot.act(on_roll(AHEAD), 0) == Doubled()
    assert bot.act(on_roll(FAR_AHEAD), 0) == Doubled()


def test_simple_does_not_double_at_the_start(rng: Random) -> None:
    assert SimpleBot(rng).act(on_roll(Position.start()), 0) is Act.ROLL


def test_simple_takes_what_is_close_and_drops_what_is_lost(rng: Random) -> None:
    bot = SimpleBot(rng)
    assert bot.act(doubled(LONG_RACE), 1) == Taken()
    assert bot.act(doubled(FAR_AHEAD), 1) == Dropped()
    assert bot.act(doubled(Position.start()), 1) == Taken()


def test_simple_beavers_a_double_that_is_wrong(rng: Random) -> None:
    rules = profile("money", {"beavers": "1"})
    state = doubled(FAR_AHEAD.flip(), rules)
    assert SimpleBot(rng).act(state, 1) == Beavered()
    assert SimpleBot(rng).act(apply(state, Beavered()), 0) == Dropped()


def test_simple_doubles_at_once_where_a_lost_game_is_the_match(rng: Random) -> None:
    state = on_roll(Position.start(), score=Score((4, 2), post_crawford=True), turn=1)
    assert SimpleBot(rng).act(state, 1) == Doubled()


# Resignations


def test_no_bot_ever_resigns(rng: Random) -> None:
    for bot in (RandomBot(rng), SimpleBot(rng)):
        state = on_roll(FAR_AHEAD.flip(), profile("tavla"))
        for _ in range(60):
            if state.phase is Phase.OVER:
                break
            assert not isinstance(bot.act(state, state.to_act[0]), Resigned)
            state = step(state, (bot, bot), rng)


@pytest.mark.parametrize(
    ("loser", "value", "accepted"),
    [
        ({6: 15}, 1, False),
        ({6: 15}, 2, True),
        ({19: 1, 6: 14}, 2, False),
        ({19: 1, 6: 14}, 3, True),
        ({6: 14}, 1, True),
    ],
)
def test_less_than_what_is_certain_is_refused(loser: dict[int, int], value: int, accepted: bool, rng: Random) -> None:
    state = apply(on_roll(Position.from_points({1: 2}, loser)), Resigned(1, value))
    for bot in (RandomBot(rng), SimpleBot(rng)):
        assert bot.act(state, 0) == (Accepted() if accepted else Refused())


def test_simple_holds_out_for_a_mars_that_is_likely(rng: Random) -> None:
    position = Position.from_points({6: 4}, {13: 5, 7: 10})
    state = on_roll(position)
    assert certain_loss(state, 1) is Kind.SINGLE
    assert SimpleBot(rng).act(apply(state, Resigned(1, 1)), 0) == Refused()
    assert SimpleBot(rng).act(apply(state, Resigned(1, 2)), 0) == Accepted()
    money = on_roll(position, profile("money"), cube=Cube())
    assert SimpleBot(rng).act(apply(money, Resigned(1, 1)), 0) == Accepted()


def test_no_bot_ever_accepts_less_than_is_certain(rng: Random) -> None:
    """In whole random games in which the other side keeps offering to resign."""
    for name in ("standard", "tavla", "money"):
        state = State.begin(profile(name), starter=0)
        bots = (SimpleBot(rng), RandomBot(rng))
        for _ in range(300):
            if state.phase is Phase.OVER:
                break
            if state.phase in (Phase.ROLL, Phase.PLAY) and rng.random() < 0.3:
                seat = rng.randint(0, 1)
                offered = apply(state, Resigned(seat, rng.choice(legal(state).resign_values[seat])))
                assert offered.resignation is not None
                answer = bots[1 - seat].act(offered, 1 - seat)
                assert answer == Refused() or offered.resignation.value >= certain_loss(state, seat)
            state = step(state, bots, rng)
