"""A recipe carried out, step by step."""

from pathlib import Path

from tavla.train.arena import gate
from tavla.train.fit import fit
from tavla.train.label import label
from tavla.train.recipe import Fit, Gate, Label, SelfPlay, Step, read_recipe
from tavla.train.run import Report, Run
from tavla.train.self_play import learn


def follow(recipe: Path, runs: Path, report: Report, scale: float = 1.0) -> Run:
    """Do every step of the recipe that is not yet done; its work lies in `runs/NAME`, or `runs/NAME-SCALE`."""
    plan = read_recipe(recipe, scale)
    run = Run(runs / plan.name)
    for step in plan.steps:
        if not run.has(step.name):
            report("train.begins", step=step.name)
            _do(step, run, report)
    return run


def _do(step: Step, run: Run, report: Report) -> None:
    match step:
        case SelfPlay():
            learn(step, run, report)
        case Label():
            label(step, run, report)
        case Fit():
            fit(step, run, report)
        case Gate():
            gate(step, run, report)
