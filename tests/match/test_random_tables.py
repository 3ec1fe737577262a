"""Long random play with real dice, blunders and disputes included: what holds whatever the players do."""

import random
from collections.abc import Callable
from contextlib import suppress

from tavla.errors import TavlaError
from tavla.formats.native import Record, dumps, loads
from tavla.match.events import Event
from tavla.match.match import History, Match
from tavla.match.table_log import log, notes
from tavla.match.table_rules import acts, allowed
from tavla.rules import OPTIONS, PROFILES, RuleSet, profile
from tavla.words import LANGUAGES
from tavla.words.catalogue import messages
from tests.table_play import random_table_match

PROCEDURES = ("illegal", "forgotten_die", "cocked", "premature", "setup_fix", "closed_board")


def random_rules(rng: random.Random) -> RuleSet:
    """Any profile, with every procedure chosen at random."""
    options = {name: rng.choice(OPTIONS[name].words) for name in PROCEDURES}
    return profile(rng.choice(list(PROFILES)), options)


def check_moment(match: Match) -> None:
    """What is true of every moment at every table."""
    sides = match.state.sides
    assert all(0 <= sum(side) <= match.rules.checkers and min(side) >= 0 for side in sides)
    assert not any(sides[0][point] and sides[1][25 - point] for point in range(1, 25))
    assert len(match.results) <= match.game
    table = match.table
    assert table is not None
    assert sorted(table.holds[0] + table.holds[1]) == [1, 2, 3, 4]
    assert table.turns >= 0
    if not match.between_games and not match.is_over and match.takeback is None:
        assert acts(match) or any(allowed(match).by_seat)


def check_words(history: History) -> None:
    """Everything that is said has its words in both languages, with the values that they name."""
    spoken = {line.code for version in range(1, history.version + 1) for line in notes(history.at(version))}
    spoken |= {line.code for line in log(history)}
    offered = {f"table.act.{act.act}" for version in range(1, history.version + 1) for act in acts(history.at(version))}
    for language in LANGUAGES:
        assert not (spoken | offered | {f"{key}.help" for key in offered}) - set(messages(language))


def test_random_tables_keep_every_rule(rng: random.Random, scale: Callable[[int], int]) -> None:
    for _ in range(scale(300)):
        history = random_table_match(random_rules(rng), rng, games=1)
        for version in range(1, history.version + 1):
            check_moment(history.at(version))
        check_words(history)
        again = History(loads(dumps(Record("table", tuple(history.events)))).events)
        assert again.match == history.match


def test_facts_in_any_order_are_taken_or_refused(rng: random.Random, scale: Callable[[int], int]) -> None:
    for _ in range(scale(300)):
        facts = [(event.seat, event.fact) for event in random_table_match(random_rules(rng), rng, games=1).events]
        history = History([Event(1, 0.0, *facts[0])])
        for _ in range(len(facts)):
            seat, fact = rng.choice(facts) if rng.random() < 0.5 else facts[min(history.version, len(facts) - 1)]
            with suppress(TavlaError):
                history.append(Event(history.version + 1, 0.0, seat, fact))
        check_moment(history.match)
        check_words(history)
        assert len(history.live_events()) <= history.version
