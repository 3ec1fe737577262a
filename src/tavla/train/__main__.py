"""`python -m tavla.train RECIPE.toml [--runs FOLDER]`: run a recipe's steps, or go on with them."""

import argparse
import sys
import time
from pathlib import Path

from tavla.errors import TavlaError
from tavla.train.pipeline import follow


def main() -> int:
    """Run the recipe named on the command line; one line and exit code 1 on an error."""
    parser = argparse.ArgumentParser(prog="python -m tavla.train", description=__doc__)
    parser.add_argument("recipe", type=Path)
    parser.add_argument("--runs", type=Path, default=Path("runs"))
    asked = parser.parse_args()
    start = time.monotonic()
    try:
        follow(asked.recipe, asked.runs, lambda line: print(f"{time.monotonic() - start:7.0f} s  {line}", flush=True))
    except TavlaError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
