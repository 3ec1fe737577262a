"""Numbers on the command line."""

import math
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """A range of numbers. What is no number compares with nothing, and click would let it through."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(str(value)[:64], param, ctx)
        return found
