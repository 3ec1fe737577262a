"""How long a first visitor waits: from the address to a board that can be played on, and how much is fetched for it.

A real `tavla serve` and a real chromium with an empty cache, over the loopback.
"""

import os
import shutil
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, sync_playwright

from benchmarks.server_latency import serving

VISITS = 9
WEIGHT = "performance.getEntries().reduce((sum, one) => sum + (one.transferSize || 0), 0)"


def visit(browser: Browser, address: str) -> tuple[float, int]:
    """The milliseconds until the board stands and can be used, and the bytes that were fetched."""
    page = browser.new_context().new_page()
    page.goto(address)
    page.wait_for_selector('[data-action="play"]')
    page.wait_for_selector("[data-zone]", state="attached")
    usable = float(page.evaluate("performance.now()"))
    page.wait_for_load_state("networkidle")
    weight = int(page.evaluate(WEIGHT))
    page.context.close()
    return usable, weight


def main() -> None:
    path = os.environ.get("TAVLA_BROWSER") or shutil.which("chromium")
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=os.geteuid() != 0)
        visits = [visit(browser, address) for _ in range(VISITS)]
        browser.close()
    median = statistics.median(usable for usable, _ in visits)
    print(f"first visit: usable after {median:.0f} ms (median of {VISITS}), {visits[0][1] / 1000:.0f} kB")


if __name__ == "__main__":
    main()
