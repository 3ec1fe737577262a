"""The dice are settled by the seed, even, and can be checked by anybody afterwards."""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace

import pytest

from tavla.errors import InvalidInput
from tavla.match.events import AnyFact, DiceCommitted, DiceRevealed, Event
from tavla.rules.dice import Roll
from tavla.rules.facts import Rolled
from tavla.server.fair_dice import SCHEME, FairDice, commitment, new_seed, verify

SEED = "00112233445566778899aabbccddeeff" * 2


def log_of(seed: str, match: str, count: int) -> list[Event]:
    """A log of `count` rolls with what is said about them before and after."""
    dice = FairDice(seed, match)
    rolls = [Rolled(Roll.of(*dice.throw(number))) for number in range(count)]
    facts: list[AnyFact] = [DiceCommitted(SCHEME, commitment(seed)), *rolls, DiceRevealed(seed)]
    return [Event(version, 0.0, None, fact) for version, fact in enumerate(facts, start=1)]


def test_a_throw_is_what_the_description_says() -> None:
    text = b"tavla-dice-v1|match|7|0"
    stream = [byte for byte in hmac.new(bytes.fromhex(SEED), text, hashlib.sha256).digest() if byte < 252]
    assert FairDice(SEED, "match").throw(7) == (stream[0] % 6 + 1, stream[1] % 6 + 1)


def test_the_same_number_gives_the_same_dice_and_other_matches_give_others() -> None:
    dice = FairDice(SEED, "a")
    throws = [dice.throw(number) for number in range(50)]
    assert throws == [FairDice(SEED, "a").throw(number) for number in range(50)]
    assert throws != [FairDice(SEED, "b").throw(number) for number in range(50)]


def test_all_36_throws_are_equally_frequent() -> None:
    dice = FairDice(SEED, "even")
    count = 36_000
    seen = Counter(dice.throw(number) for number in range(count))
    chi_square = sum((seen[first, second] - 1000) ** 2 / 1000 for first in range(1, 7) for second in range(1, 7))
    assert set(seen) == {(first, second) for first in range(1, 7) for second in range(1, 7)}
    assert chi_square < 66.6  # 35 degrees of freedom: exceeded once in a thousand seeds


def test_seeds_differ() -> None:
    assert len({new_seed() for _ in range(100)}) == 100


def test_a_finished_match_is_verified() -> None:
    assert verify("m", log_of(new_seed(), "m", 40)) == 40


def test_a_changed_throw_is_found() -> None:
    log = log_of(SEED, "m", 10)
    other = Roll.of(6, 6) if log[5].fact != Rolled(Roll.of(6, 6)) else Roll.of(5, 5)
    log[5] = replace(log[5], fact=Rolled(other))
    with pytest.raises(InvalidInput, match="throw 5"):
        verify("m", log)


def test_another_seed_than_promised_is_found() -> None:
    log = log_of(SEED, "m", 3)
    log[-1] = replace(log[-1], fact=DiceRevealed(new_seed()))
    with pytest.raises(InvalidInput, match="promised"):
        verify("m", log)


def test_a_seed_that_is_none_is_found() -> None:
    log = log_of(SEED, "m", 3)
    log[-1] = replace(log[-1], fact=DiceRevealed("zz"))
    with pytest.raises(InvalidInput, match="promised"):
        verify("m", log)


def test_before_the_end_there_is_nothing_to_check() -> None:
    with pytest.raises(InvalidInput, match="when the match is over"):
        verify("m", log_of(SEED, "m", 3)[:-1])
