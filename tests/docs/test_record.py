"""docs/record.md says what records hold, no more and no less."""

import re
from pathlib import Path

from tavla.formats import native
from tavla.match import replay

PAGE = (Path(__file__).resolve().parents[2] / "docs/record.md").read_text(encoding="utf-8")


def test_every_type_of_event_is_described_and_no_other() -> None:
    tables = PAGE.split("## The match", 1)[1]
    first_cells = re.findall(r"^\| (`.*?`) \|", tables, re.MULTILINE)
    described = [name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)]
    assert sorted(described) == sorted(native.EVENT_TYPES)


def test_the_example_is_a_record_that_can_be_replayed() -> None:
    lines = [line.strip() for line in PAGE.splitlines() if line.startswith("    {")]
    record = native.loads("\n".join(lines) + "\n")
    assert [match.state.turn for match, _ in replay(record.events)][-1] == 0
