"""A match as a person has it in the browser: hands and keys on the page, and the views that its socket brings."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

View = dict[str, Any]

DESKTOP = (1280, 800)
PHONE = (360, 740)
ENDS = ("game_over", "match_over")


@contextmanager
def visitor(
    browser: "Browser", size: tuple[int, int] = DESKTOP, locale: str = "tr-TR", **preferences: Any
) -> Iterator["BrowserContext"]:
    """A person with a browser of his own. Motion is instant unless `speed` says otherwise."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=locale)
    kept = json.dumps({"speed": "instant", **preferences})
    context.add_init_script(
        f"if (!localStorage.getItem('tavla.preferences')) localStorage.setItem('tavla.preferences', {kept!r})"
    )
    yield context
    context.close()


class MatchPage:
    """One page. `view` is the last that its socket brought; zones are named from the bottom player: `p13`, `bar`."""

    def __init__(self, page: "Page", address: str) -> None:
        self.page = page
        self.address = address
        self.views: list[View] = []
        self.troubles: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda line: self.troubles.append(line.text) if line.type == "error" else None)

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if "view" in message:
            self.views.append(message["view"])

    @property
    def view(self) -> View:
        return self.views[-1]

    def open(self, path: str = "/") -> "MatchPage":
        self.page.goto(self.address + path)
        self.page.wait_for_selector("main > *")
        return self

    def start(self, way: str = "bot", names: tuple[str, ...] = (), **choices: str) -> "MatchPage":
        """A new match by the form: `profile`, `length` ("points-3", "one"), and options by name."""
        self.open(f"/new?way={way}")
        self.check(f"profile-{choices.pop('profile', 'tavla')}")
        kind, _, count = choices.pop("length", "").partition("-")
        if kind:
            self.check(f"length-{kind}")
        if count:
            self.check(f"length-count-{count}")
        for option, value in choices.items():
            self.choose(option, value)
        for seat, name in enumerate(names):
            self.page.fill(f'[data-part="name-{seat}"]', name)
        self.act("start").click()
        self.page.wait_for_selector("[data-primary]")
        self.settle()
        return self

    def choose(self, option: str, value: str) -> None:
        """Choose a rule in the form of a new match."""
        group = self.page.locator("details", has=self.page.locator(f'[data-option="{option}"]'))
        if group.get_attribute("open") is None:
            group.locator("summary").click()
        self.check(f"option-{option}-{value}")

    def check(self, name: str) -> None:
        """Choose a box or one of several, wherever on a long page it stands."""
        box = self.act(name)
        box.evaluate("box => box.scrollIntoView({block: 'center'})")
        box.check(force=True)

    def act(self, name: str) -> "Locator":
        """A control by its hook."""
        return self.page.locator(f'[data-action="{name}"]').first

    def part(self, name: str) -> "Locator":
        return self.page.locator(f'[data-part="{name}"]').first

    @property
    def primary(self) -> "Locator":
        return self.page.locator("[data-primary]")

    def sentence(self) -> str:
        return self.part("sentence").inner_text()

    def settle(self) -> View:
        """Wait until the page shows the last view that it was sent, and nothing is under way."""
        for _ in range(500):
            shown, busy, _ = self._table()
            if self.views and shown >= self.view["version"] and not busy:
                return self.view
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the page shows version {shown} of {len(self.views)} views")

    def _table(self) -> tuple[int, bool, list[int]]:
        """The version that the page shows, whether something is under way, and the seats that are played here."""
        version, busy, seats = self.page.evaluate(
            """() => {
                const table = document.querySelector('.match');
                const own = [...document.querySelectorAll('[data-part="player"][data-own]')];
                const seats = own.map(one => Number(one.dataset.seat));
                return [Number(table?.dataset.version ?? 0), table?.dataset.busy !== 'false', seats];
            }"""
        )
        return version, busy, seats

    def until(self, true: Callable[[View], bool], seconds: float = 30) -> View:
        """Wait until the match has come so far."""
        for _ in range(int(seconds * 50)):
            if self.views and true(self.view):
                return self.settle()
            self.page.wait_for_timeout(20)
        raise AssertionError(f"never came: {self.view['phase']}, {self.view['act']}, {self.sentence()!r}")

    def my_turn(self, seat: int = 0) -> View:
        return self.until(lambda view: seat in view["act"] or view["phase"] in ENDS)

    def press(self) -> View:
        """The one thing that is due."""
        version = self.view["version"]
        self.page.locator("[data-primary]:not([aria-disabled])").click()
        return self.until(lambda view: view["version"] > version)

    def thrown(self) -> View:
        """Throw for the start until somebody has won the throw."""
        while (view := self.settle())["turn"] is None:
            self.press()
        return view

    def to_play(self, seat: int = 0) -> View:
        """Roll as often as it takes until a seat has a play to make (or the game is over)."""
        while True:
            view = self.until(lambda view: seat in view["act"] or view["phase"] in ENDS or self.primary.is_enabled())
            if view["phase"] in ENDS or (view["phase"] == "play" and seat in view["act"]):
                return view
            if self.primary.is_enabled():
                self.press()

    def due_here(self, view: View) -> bool:
        """Whether something is due from the person at this page, and he can do it."""
        version, busy, seats = self._table()
        return version == view["version"] and not busy and any(seat in seats for seat in view["act"])

    def spot(self, zone: str, away: float = 0.25) -> tuple[float, float]:
        """Screen coordinates inside a zone, near the edge of the board where its checkers lie."""
        box = self.page.locator(f'[data-zone="{zone}"] .touch').bounding_box()
        assert box is not None
        top = zone in ("bar", "off-far") or (zone[0] == "p" and int(zone[1:]) > 12)
        y = box["y"] + box["height"] * (away if top else 1 - away)
        return box["x"] + box["width"] / 2, y

    def tap(self, *zones: str) -> None:
        for zone in zones:
            self.page.mouse.click(*self.spot(zone))

    def drag(self, source: str, target: str) -> None:
        self.page.mouse.move(*self.spot(source))
        self.page.mouse.down()
        self.page.mouse.move(*self.spot(target), steps=3)
        self.page.mouse.up()

    def moves(self, choose: Callable[[list[list[int]]], list[int]] = lambda moves: moves[0]) -> list[list[int]]:
        """One whole way through the tree of the view."""
        tree, node, path = self.view["tree"], 0, []
        while tree[node]["moves"]:
            move = choose(tree[node]["moves"])
            path.append(move)
            node = move[4]
        return path

    def begun(self) -> list[list[int]]:
        """The moves on the board that are not confirmed yet, as the page keeps them over a reload."""
        kept = self.page.evaluate(
            "() => Object.entries(sessionStorage).filter(([key]) => key.startsWith('tavla.begun'))"
            ".map(([, value]) => JSON.parse(value))"
        )
        return [move for begun in kept if begun for move in begun["moves"]]

    def match_id(self) -> str:
        found = re.search(r"/match/([\w-]+)", self.page.url)
        assert found
        return found[1]


def zone(point: int) -> str:
    """The zone of a point of the player at the bottom."""
    return {0: "off", 25: "bar"}.get(point, f"p{point}")
