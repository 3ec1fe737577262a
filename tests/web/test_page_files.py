"""What the page is made of: foreign files as their makers published them, and no script or style inside the HTML."""

import hashlib
import re
from pathlib import Path

import pytest

from tavla.web.files import STATIC

VENDORED = (STATIC / "vendor", Path(__file__).parent / "vendor")


@pytest.mark.parametrize("folder", VENDORED, ids=["page", "tests"])
def test_foreign_files_are_as_they_were_published(folder: Path) -> None:
    lines = [line.split("  ") for line in (folder / "SHA256SUMS").read_text().splitlines()]
    sums = {name: digest for digest, name in lines}
    scripts = {file.name for file in folder.glob("*.js")}
    assert set(sums) == scripts
    for name, expected in sums.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == expected


@pytest.mark.parametrize("folder", VENDORED, ids=["page", "tests"])
def test_foreign_files_come_with_their_licence_and_source(folder: Path) -> None:
    assert (folder / "SOURCE.txt").read_text()
    assert list(folder.glob("LICENSE*"))


def test_the_html_holds_no_script_and_no_style() -> None:
    page = (STATIC / "index.html").read_text()
    assert not re.search(r"<style|style=|<script(?![^>]* src=)| on\w+=", page)


def test_the_page_imports_no_bare_name() -> None:
    """A browser without a build step resolves paths only."""
    for file in STATIC.rglob("*.js"):
        for name in re.findall(r"""^import\b[^'"]*['"]([^'"]+)['"]""", file.read_text(), re.MULTILINE):
            assert name.startswith((".", "/")), (file, name)
