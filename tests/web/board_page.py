"""A page with the board alone, served with views that the real rules make.

The tests open it; `python tests/web/board_page.py` keeps it open for looking at.
"""

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from tavla.rules.dice import Roll
from tavla.rules.plays import Continuations, Node
from tavla.rules.position import Position
from tavla.words.catalogue import messages

View = dict[str, Any]

POSITIONS: dict[str, Position] = {
    "start": Position.start(),
    "contact": Position.from_points(
        {24: 1, 18: 1, 13: 6, 8: 3, 6: 3, 5: 1}, {25: 1, 22: 1, 13: 3, 9: 1, 8: 2, 6: 4, 5: 1, 3: 2}
    ),
    "entering": Position.from_points({25: 2, 13: 4, 8: 4, 6: 5}, {24: 2, 13: 4, 8: 3, 6: 4, 4: 1, 3: 1}),
    "bearing_off": Position.from_points({6: 3, 5: 4, 3: 2, 2: 1}, {6: 2, 5: 3, 4: 3, 2: 2, 1: 1}),
    "stacks": Position.from_points({24: 2, 6: 7, 1: 6}, {25: 5, 23: 1, 12: 9}),
}
"""Positions by name, each seen by the player on roll."""

TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json"}

PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>tavla</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/static/board/board.css">
<style>
  body {{ margin: 0; background: #efe9df; font: 16px/1.4 system-ui, sans-serif; }}
  body[data-theme="dark"] {{ background: #0f0f11; color: #ddd; }}
  body[data-theme="plain"] {{ background: #fff; }}
  main {{ box-sizing: border-box; margin: 0 auto; width: min(100vw, calc((100vh - 3rem) * 31.5 / 26.6)); }}
  p {{ margin: .5rem; min-height: 1.4em; }}
</style></head><body><main><div id="board"></div><p id="said" aria-live="polite"></p></main>
<script type="module" src="/page.js"></script></body></html>"""

SCRIPT = """
import { Board } from "/static/board/board.js";
const asked = new URLSearchParams(location.search);
const words = await (await fetch(`/words/${asked.get("lang") ?? "tr"}`)).json();
const t = (key, values = {}) => {
  const message = words[key] ?? key;
  const text = Array.isArray(message) ? message[values.n === 1 ? 0 : message.length - 1] : message;
  return text.replace(/\\{(\\w+)\\}/g, (found, name) => values[name] ?? found);
};
const said = document.getElementById("said");
const calls = [];
const note = (name) => (...values) => { calls.push([name, ...structuredClone(values)]); };
const board = new Board(document.getElementById("board"), {
  t,
  onPlay: note("play"), onUndo: note("undo"), onDieOrder: note("order"), onKey: note("key"), onSound: note("sound"),
  onWhy: (moves, source, target) => { note("why")(moves, source, target); return "Oraya oynanmaz."; },
  announce: (text) => { said.textContent = text; note("say")(text); },
});
const options = { interactive: true, speed: 0, ...JSON.parse(asked.get("options") ?? "{}") };
document.body.dataset.theme = options.theme ?? "light";
const view = await (await fetch(`/view${location.search}`)).json();
board.show(view, options);
Object.assign(window, { board, view, calls, ready: true });
"""


def view_of(name: str, dice: str, turn: int = 0, cube: tuple[int, int | None] = (1, None)) -> View:
    """A view as the server sends it; `dice` is "63", or empty before the roll."""
    position = POSITIONS[name]
    sides = [list(position.mine), list(position.theirs)]
    roll = [int(face) for face in dice]
    return {
        "match": name,
        "version": 1,
        "turn": turn,
        "phase": "play" if roll else "roll",
        "points": sides if turn == 0 else sides[::-1],
        "roll": roll or None,
        "opening": None,
        "cube": {"value": cube[0], "owner": cube[1], "on": True},
        "offer": None,
        "tree": tree_of(position, roll) if roll else None,
    }


def tree_of(position: Position, roll: list[int]) -> list[dict[str, Any]]:
    """The legal ways through a turn as numbered nodes, the first with nothing played."""
    edges = Continuations(position, Roll.of(*roll)).edges
    numbers: dict[Node, int] = {node: index for index, node in enumerate(edges)}
    return [
        {
            "moves": [[m.source, m.target, m.die, int(m.hit), numbers[child]] for m, child in moves.items()],
            "end": not moves,
            "left": list(node.left),
        }
        for node, moves in edges.items()
    ]


@cache
def _static(path: str) -> bytes | None:
    package, name = ("tavla.drawing", "geometry.json") if path.endswith("/geometry.json") else ("tavla.web", path[1:])
    found = files(package).joinpath(name)
    return found.read_bytes() if found.is_file() else None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        query = dict(pair.split("=", 1) for pair in address.query.split("&") if "=" in pair)
        if address.path == "/":
            return self._answer(PAGE.format(language=query.get("lang", "tr")).encode(), ".html")
        if address.path == "/page.js":
            return self._answer(SCRIPT.encode(), ".js")
        if address.path.startswith("/words/"):
            return self._answer(json.dumps(dict(messages(address.path[-2:]))).encode(), ".json")
        if address.path == "/view":
            view = view_of(query.get("position", "start"), query.get("dice", "63"), int(query.get("turn", 0)))
            return self._answer(json.dumps(view).encode(), ".json")
        body = _static(address.path) if address.path.startswith("/static/") else None
        return self._answer(body, address.path[address.path.rfind(".") :]) if body else self.send_error(404)

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", TYPES[kind])
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=60")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""


@contextmanager
def serving(port: int = 0) -> Iterator[str]:
    """The address of the page while it is served."""
    with ThreadingHTTPServer(("127.0.0.1", port), _Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


if __name__ == "__main__":
    with serving(int(sys.argv[1]) if len(sys.argv) > 1 else 0) as address:
        print(address)
        threading.Event().wait()
