"""The wire as a program speaks it: one socket at one table, with every answer checked for its shape."""

import json
import time
import uuid
from contextlib import ExitStack
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from tavla.web.wire import SAID_BY_SERVER

PERSONS = [{"name": "Ali", "kind": "person"}, {"name": "Bora", "kind": "person"}]


def new_match(url: str, **more: Any) -> dict[str, Any]:
    """Make a match; the answer with its tokens."""
    answer = httpx.post(f"{url}/api/matches", json={"profile": "standard", "players": PERSONS} | more)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


class WireClient:
    """A socket that has said hello; `view` is the last view seen."""

    def __init__(self, url: str, match: str, token: str | None = None, *, last: int | None = None, hello: bool = True):
        self._address = url.replace("http", "ws") + f"/api/matches/{match}/socket"
        self._hello = {"type": "hello", "proto": 1, "token": token, "last_version": last}
        self._says_hello = hello
        self._line = ExitStack()
        self._socket: ClientConnection | None = None
        self.view: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}

    def __enter__(self) -> Self:
        self._socket = self._line.enter_context(connect(self._address, max_size=None))
        if self._says_hello:
            self.send(self._hello)
            self.welcome = self.receive()
        return self

    def __exit__(self, *problem: object) -> None:
        self._line.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self, timeout: float = 20) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        SAID_BY_SERVER[message["type"]].model_validate(message)
        self.view = message.get("view", self.view)
        return message

    def receive_until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; what comes before it is looked at and left."""
        while (message := self.receive())["type"] != kind:
            pass
        return message

    def command(self, action: dict[str, Any] | str, seat: int | None = None, **more: Any) -> dict[str, Any]:
        """A command for the version seen last, by the seat that must act."""
        acting = self.view["act"][0] if seat is None and self.view["act"] else seat or 0
        wanted = {"type": action} if isinstance(action, str) else action
        named = {"id": str(uuid.uuid4()), "version": self.view["version"], "seat": acting}
        return {"type": "command", "action": wanted} | named | more

    def do(self, action: dict[str, Any] | str, seat: int | None = None) -> dict[str, Any]:
        """Do what must be possible, and wait for its news; the view after it."""
        command = self.command(action, seat)
        self.send(command)
        answer = self.receive()
        while answer.get("code") == "server.too_fast":
            time.sleep(float(answer["values"]["seconds"]))
            self.send(command)
            answer = self.receive()
        assert answer == {"type": "ack", "id": command["id"], "version": answer["version"]}, answer
        while self.view["version"] < answer["version"]:
            self.receive()
        return self.view

    def refused(self, message: Any) -> dict[str, Any]:
        """Send something that must be refused; the error."""
        self.send(message)
        answer = self.receive()
        assert answer["type"] == "error", answer
        return answer

    def step(self) -> dict[str, Any]:
        """Whatever comes first: the first way through the tree, or the first act that is offered."""
        seat = self.view["act"][0]
        if self.view["phase"] == "play":
            return self.do({"type": "play", "moves": first_way(self.view["tree"])}, seat)
        return self.do(self.view["can"][str(seat)][0], seat)


def first_way(tree: list[Any]) -> list[list[int]]:
    """The moves of the first way through a tree."""
    node, moves = tree[0], []
    while node["moves"]:
        source, _, die, _, child = node["moves"][0]
        moves.append([source, die])
        node = tree[child]
    return moves
