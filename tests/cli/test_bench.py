"""`tavla bench`: every figure is there, and the quick run is quick."""

import json
from time import perf_counter

from tests.cli.conftest import Tavla

RATES = {
    "evaluations_per_second",
    "evaluations_from_scratch",
    "evaluations_one_layer",
    "evaluations_one_layer_from_scratch",
    "legal_rolls_per_second",
    "games_per_second",
    "rollout_trials_per_second",
}


def test_a_quick_run_measures_everything(tavla: Tavla) -> None:
    begun = perf_counter()
    called = tavla("bench", "--quick", "--json")
    took = perf_counter() - begun
    assert called.code == 0, called.err
    found = json.loads(called.out)
    for threads in ("one_thread", "all_threads"):
        assert set(found[threads]) == RATES
        assert min(found[threads].values()) > 0
    assert list(found["decisions"]) == ["0", "1", "2", "3"]
    assert found["threads"] >= 1
    assert took < 60
