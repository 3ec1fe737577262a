"""What an answer of the engine depends on beside the question, as one word, for whoever keeps answers."""

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path

from tavla.evaluation import standard
from tavla.kernel import native

_READ = ("tavla.engine", "tavla.evaluation")


@cache
def signature() -> str:
    """A hash of the net, the match equity table, the kernel and the program text of engine and evaluation.

    So every constant, filter and table is in it, and an old answer is never taken for a new one; a change of no more
    than a comment costs that answers are worked out once more.
    """
    told = hashlib.sha256(standard().weights.weights.tobytes())
    told.update(Path(native.__file__).read_bytes())
    told.update((files("tavla") / "data" / "match_equity" / "kazaross-xg2.xml").read_bytes())
    for room in _READ:
        for each in sorted(files(room).iterdir(), key=lambda each: each.name):
            if each.name.endswith(".py"):
                told.update(each.read_bytes())
    return told.hexdigest()
