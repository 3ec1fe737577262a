"""A net of a run becomes a weights file, with a page of provenance beside it."""

import json
from dataclasses import asdict
from pathlib import Path

from tavla.evaluation.weights import SHIPPED, Weights, read_weights, write_weights
from tavla.kernel import native
from tavla.train.recipe import Recipe
from tavla.train.run import Run


def export(run: Run, recipe: Recipe, name: str, folder: Path, facts: dict[str, object]) -> Path:
    """Write the net `name` as `standard.net` and `standard.json` (shape, features, recipe, hash, what was measured)."""
    net = run.net(name)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / SHIPPED
    digest = write_weights(path, Weights(net.width1, net.width2, net.squared, net.weights))
    read_weights(path)
    step = next(step for step in recipe.steps if step.name == name)
    page = {
        "net": name,
        "recipe": f"recipes/{recipe.name}.toml",
        "step": asdict(step),
        "shape": [native.INPUT_COUNT, net.width1, net.width2, 5],
        "squared": net.squared,
        "features": native.FEATURES,
        "sha256": digest,
        **facts,
    }
    path.with_suffix(".json").write_text(json.dumps(page, indent=2) + "\n", encoding="utf-8")
    return path
