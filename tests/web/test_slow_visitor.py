"""A visitor who does not read is dropped, and costs nobody else anything."""

import asyncio
import json
from typing import Any

from starlette.websockets import WebSocket

from tavla.rules.ruleset import STANDARD
from tavla.server.lobby import Lobby, NewMatch
from tavla.web.limits import Limits
from tavla.web.socket import attend
from tests.server.fakes import MemoryStore, Sitting, first_play, persons, run


class Line:
    """The server's end of a socket whose other end reads the welcome and then nothing any more."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.sent: list[Any] = []
        self._messages = [{"type": "websocket.connect"}, *(_frame(message) for message in messages)]
        self._reads = 1
        self._gone = asyncio.Event()

    async def receive(self) -> Any:
        if self._messages:
            return self._messages.pop(0)
        await self._gone.wait()
        return {"type": "websocket.disconnect", "code": 1013}

    async def send(self, message: Any) -> None:
        self.sent.append(message)
        if message["type"] == "websocket.close":
            self._gone.set()
        elif message["type"] == "websocket.send":
            if not self._reads:
                await asyncio.Event().wait()
            self._reads -= 1

    def socket(self) -> WebSocket:
        scope = {"type": "websocket", "path": "/", "headers": [], "path_params": {}, "query_string": b""}
        return WebSocket(scope, self.receive, self.send)


def _frame(message: dict[str, Any]) -> dict[str, Any]:
    return {"type": "websocket.receive", "text": json.dumps(message)}


HELLO = {"type": "hello", "proto": 1}


def test_a_visitor_who_does_not_read_is_dropped() -> None:
    async def work() -> None:
        lobby = Lobby(MemoryStore(), {})
        match, _ = await lobby.create(NewMatch(STANDARD, persons()))
        line = Line(HELLO)
        visiting = asyncio.create_task(attend(line.socket(), match, lobby, Limits(queue=4), None))
        sitting = Sitting(lobby, await lobby.find(match))
        while not any(message["type"] == "websocket.send" for message in line.sent):
            await asyncio.sleep(0.001)
        for _ in range(12):
            view = sitting.view
            seat = view["act"][0]
            await sitting.do(seat, first_play(view) if view["phase"] == "play" else "roll")
        await asyncio.wait_for(visiting, 10)
        assert line.sent[-1] == {"type": "websocket.close", "code": 1013, "reason": ""}
        assert sitting.table.listeners == 1
        await lobby.close()

    run(work())


def test_a_visitor_who_asks_without_listening_is_dropped() -> None:
    async def work() -> None:
        lobby = Lobby(MemoryStore(), {})
        match, _ = await lobby.create(NewMatch(STANDARD, persons()))
        line = Line(HELLO, *[{"type": "ping"}] * 50)
        await asyncio.wait_for(attend(line.socket(), match, lobby, Limits(queue=4), None), 10)
        assert (await lobby.find(match)).listeners == 0
        await lobby.close()

    run(work())


def test_a_table_that_is_full_says_so() -> None:
    async def work() -> None:
        lobby = Lobby(MemoryStore(), {})
        match, _ = await lobby.create(NewMatch(STANDARD, persons()))
        (await lobby.find(match)).listen(lambda news: None)
        line = Line(HELLO)
        await asyncio.wait_for(attend(line.socket(), match, lobby, Limits(sockets_per_match=1), None), 10)
        assert json.loads(line.sent[1]["text"])["code"] == "server.full"
        assert line.sent[-1]["code"] == 1013
        await lobby.close()

    run(work())


def test_who_says_nothing_is_shown_out() -> None:
    async def work() -> None:
        lobby = Lobby(MemoryStore(), {})
        match, _ = await lobby.create(NewMatch(STANDARD, persons()))
        line = Line()
        await asyncio.wait_for(attend(line.socket(), match, lobby, Limits(hello_seconds=0.01), None), 10)
        assert json.loads(line.sent[1]["text"])["code"] == "server.hello_first"
        assert line.sent[-1]["code"] == 1008
        await lobby.close()

    run(work())
