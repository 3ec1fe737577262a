"""A judged match as one HTML file that stands alone: `report(annotated, language)`."""

from tavla.analysis.report.page import report

__all__ = ["report"]
