"""What holds for the package and the repository as a whole."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

LOCAL_PATH = re.compile(rb"(?<![\w.\-/:])/(?:work|root|home/\w+)/")
REGISTRY_HOST = re.compile(rb"\b(?:pypi\.org|pythonhosted\.org|registry\.npmjs\.org|deb\.debian\.org)\b")


def committed_files() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout of the repository")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [path for name in listed.decode().split("\0") if name and (path := ROOT / name).is_file()]


def test_the_rules_load_neither_numpy_nor_the_kernel() -> None:
    loaded = "import sys, tavla.rules; print(sorted({'numpy', 'tavla.kernel'} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


@pytest.mark.parametrize("forbidden", [LOCAL_PATH, REGISTRY_HOST], ids=["local path", "registry host"])
def test_no_committed_file_names_a_place_of_one_machine(forbidden: re.Pattern[bytes]) -> None:
    found = {
        str(path.relative_to(ROOT)): match.group().decode()
        for path in committed_files()
        if (match := forbidden.search(path.read_bytes()))
    }
    assert found == {}
