"""The fast twin of `tavla.rules` for the standard game: arrays in, arrays out, compiled.

`native` is the compiled unit, whose sources are the chapters in `unit/`. On x86-64 it is built three times, for the
levels v2, v3 (AVX2) and v4 (AVX-512 with VNNI), and the best that the processor serves is loaded here; `BUILD` names
it. The environment variable TAVLA_KERNEL (v2, v3, v4) asks for another one.

The contract:

- A board is a row of four 64-bit words (`native.pack` and `native.unpack` turn them into counts of shape (n, 2, 26)):
  first the player on roll, then the other, each in its owner's numbering, 0 borne off, 25 the bar. All functions take
  and fill C-contiguous buffers (numpy arrays) that the caller owns; nothing is kept between calls.
- Positions after a play are seen by the opponent, who is then on roll. Chances are five nested numbers of the player
  on roll: win, win a gammon or more, win a backgammon, lose a gammon or more, lose a backgammon.
- Boards are checked by `pack` alone; the other functions trust their words. Dice are 1 to 6.
- Functions that work on many boards release the interpreter's lock. They may run in several threads at once as long
  as no two write to one array; only `learn_by_td` writes to weights.
- A network has two forms: weights as floats learn (`learn_by_td`, `slopes`); `prepare` makes 16-bit integers of them,
  and these play. Their sums are the same by whatever way a board was found and in every build; the heads add floats,
  whose last bits may differ. Plays and words are exact everywhere.
"""

import importlib.util
import os
import sys
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from tavla.errors import Unavailable

_NAME = "tavla.kernel.native"
_HERE = Path(__file__).parent


def _builds() -> dict[str, Path]:
    """The compiled builds that stand here, by level."""
    return {
        path.name.split(".")[0].removeprefix("native_"): path
        for path in _HERE.glob("native_*")
        if path.suffix in (".so", ".pyd")
    }


def _open(path: Path) -> ModuleType:
    loader = ExtensionFileLoader(_NAME, str(path))
    spec = importlib.util.spec_from_file_location(_NAME, path, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def _load() -> tuple[str, ModuleType]:
    """The build asked for, or else the best one, of those that this processor serves."""
    builds = _builds()
    if "any" in builds:
        return "any", _open(builds["any"])
    if "v2" not in builds:
        raise Unavailable("kernel.missing")
    plain = _open(builds["v2"])
    served = [name for name in sorted(builds) if name <= f"v{plain.level()}"]
    asked = os.environ.get("TAVLA_KERNEL", "")
    chosen = asked if asked in served else served[-1]
    return (chosen, _open(builds[chosen])) if chosen != "v2" else (chosen, plain)


BUILD, _unit = _load()
sys.modules[_NAME] = _unit
if TYPE_CHECKING:
    from tavla.kernel import native
else:
    native = _unit

__all__ = ["BUILD", "native"]
