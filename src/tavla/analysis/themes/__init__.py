"""The words for why: what a decision cost in terms that players use, each computed from the position.

    from tavla.analysis.themes import explain, sentences
    sentences("tr", explain(state, chosen, decision.best))

`explain` gives remarks as codes with values, the most telling first; `sentences` says them in a language.
"""

from tavla.analysis.themes.explain import MOST, explain
from tavla.analysis.themes.remark import Percent, Remark, Value, sentences

__all__ = ["MOST", "Percent", "Remark", "Value", "explain", "sentences"]
