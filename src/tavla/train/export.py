"""A net that won its games becomes a weights file, with a page of provenance beside it."""

import json
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from tavla.evaluation.weights import SHIPPED, Weights, read_weights, write_weights
from tavla.kernel import native
from tavla.train.arena import Verdict
from tavla.train.recipe import read_recipe
from tavla.train.run import SHIPPED_NET, read_net

RECIPES = Path("recipes")


def ship(new: str, old: str, verdict: Verdict, seed: int, folder: Path) -> Path:
    """Write the net as `standard.net` and `standard.json`: how it was made, its hash, whom it beat by how much."""
    net, beaten = read_net(new), read_net(old)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / SHIPPED
    page = {
        "net": Path(new).stem,
        **_made_by(Path(new)),
        "shape": [native.INPUT_COUNT, net.width1, net.width2, 5],
        "squared": net.squared,
        "features": native.FEATURES,
        "sha256": write_weights(path, Weights(net.width1, net.width2, net.squared, net.weights)),
        "gate": {
            "against": old if old == SHIPPED_NET else Path(old).stem,
            "against_sha256": sha256(beaten.weights.astype("<f4").tobytes()).hexdigest(),
            "points_a_game": round(verdict.points, 4),
            "half_width_95": round(verdict.half_width, 4),
            "games": verdict.games,
            "seed": seed,
        },
    }
    read_weights(path)
    path.with_suffix(".json").write_text(json.dumps(page, indent=2) + "\n", encoding="utf-8")
    return path


def _made_by(net: Path) -> dict[str, object]:
    """The step that made a net of a run, if its recipe lies where recipes lie."""
    recipe = RECIPES / f"{net.parent.name}.toml"
    if net.suffix != ".npz" or not recipe.is_file():
        return {}
    step = next((step for step in read_recipe(recipe).steps if step.name == net.stem), None)
    return {} if step is None else {"recipe": recipe.as_posix(), "step": asdict(step)}
