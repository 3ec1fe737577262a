"""The examples in the documentation and in docstrings are true."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
PROMPT = ">>> "
FLAGS = doctest.ELLIPSIS


def with_examples(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths if PROMPT in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", with_examples(PAGES))
def test_the_examples_of_a_page(page: str) -> None:
    result = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8", optionflags=FLAGS)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("source", with_examples(SOURCES))
def test_the_examples_of_a_module(source: str) -> None:
    parts = Path(source).with_suffix("").parts[1:]
    module = importlib.import_module(".".join(part for part in parts if part != "__init__"))
    result = doctest.testmod(module, optionflags=FLAGS)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("page", [str(path.relative_to(ROOT)) for path in PAGES])
def test_the_links_of_a_page_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = [target for target in re.findall(r"\]\(([^)#]+)", text) if "://" not in target]
    missing = [target for target in targets if not (ROOT / page).parent.joinpath(target).exists()]
    assert missing == []
