"""The socket against a real server: play, repetition, loss of the line, loss of the server, and everything hostile."""

import json
import random
import time
import uuid
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.web.conftest import RunningServer
from tests.web.wire_client import WireClient, new_match


@pytest.fixture
def seated(module_server: RunningServer) -> Any:
    """A client for both seats of a new match, and the match."""
    made = new_match(module_server.url)
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        yield client, made


def test_hello_is_answered_with_seats_and_view(module_server: RunningServer) -> None:
    made = new_match(module_server.url)
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        assert client.welcome["type"] == "welcome"
        assert client.welcome["proto"] == 1
        assert client.welcome["seats"] == [0, 1]
        assert client.welcome["events"] == []
        assert client.view["match"] == made["match"]
    with WireClient(module_server.url, made["match"]) as watcher:
        assert watcher.welcome["seats"] == []


def test_a_match_is_played_to_its_end(module_server: RunningServer) -> None:
    made = new_match(module_server.url, length="points(1)")
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        while client.view["phase"] != "match_over":
            client.step()
            time.sleep(0.02)
        assert max(client.view["score"]) > 0
        assert client.view["dice"]["seed"]


def test_everybody_at_the_table_hears_the_news(module_server: RunningServer) -> None:
    made = new_match(module_server.url)
    with (
        WireClient(module_server.url, made["match"], made["tokens"]["0"]) as player,
        WireClient(module_server.url, made["match"]) as watcher,
    ):
        view = player.do("roll")
        news = watcher.receive_until("events")
        assert news["view"] == view
        assert news["events"][0]["type"] == "thrown"


def test_the_same_command_twice_happens_once(seated: Any) -> None:
    client, _ = seated
    command = client.command("roll")
    client.send(command)
    ack = client.receive()
    client.receive_until("events")
    client.send(command)
    assert client.receive() == ack


def test_a_command_for_an_old_version_brings_the_view(seated: Any) -> None:
    client, _ = seated
    error = client.refused(client.command("roll", version=1))
    assert error["code"] == "server.stale"
    assert client.receive()["type"] == "resync"
    client.do("roll")


def test_a_refusal_names_the_reason_and_changes_nothing(seated: Any) -> None:
    client, _ = seated
    while client.view["phase"] == "opening":
        client.do("roll")
    seat = client.view["turn"]
    before = client.view
    assert client.refused(client.command("roll", 1 - seat))["code"] == "action.already_rolled"
    assert client.refused(client.command({"type": "play", "moves": []}, 1 - seat))["code"] == "action.not_your_turn"
    assert client.refused(client.command({"type": "play", "moves": []}, seat))["code"] == "play.incomplete"
    error = client.refused(client.command({"type": "play", "text": "24/24"}, seat))
    assert error["code"].startswith(("play.", "notation."))
    client.step()
    assert client.view["version"] == before["version"] + 1


def test_why_is_answered_in_one_sentence(seated: Any) -> None:
    client, _ = seated
    while client.view["phase"] == "opening":
        client.do("roll")
    client.send({"type": "why", "id": "w1", "moves": [], "source": 24, "target": 1})
    answer = client.receive()
    assert (answer["type"], answer["id"], answer["code"]) == ("reason", "w1", "play.wrong_number")
    assert client.refused({"type": "why", "id": "w2", "moves": [[24, 9]], "source": 24, "target": 1})["id"] == "w2"


def test_ping_is_answered(seated: Any) -> None:
    client, _ = seated
    client.send({"type": "ping"})
    assert client.receive() == {"type": "pong"}


def test_a_wrong_token_opens_nothing(module_server: RunningServer) -> None:
    made = new_match(module_server.url)
    with WireClient(module_server.url, made["match"], "wrong") as client:
        assert client.welcome["code"] == "server.bad_token"
        with pytest.raises(ConnectionClosed) as closed:
            client.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403


def test_one_seat_cannot_act_for_the_other(module_server: RunningServer) -> None:
    made = new_match(module_server.url, one_screen=False)
    with WireClient(module_server.url, made["match"], made["tokens"]["1"]) as client:
        assert client.welcome["seats"] == [1]
        refusal = client.refused(client.command({"type": "resign", "value": 1}, 0))
        assert refusal["code"] == "server.not_your_seat"


def test_a_watcher_cannot_act(module_server: RunningServer) -> None:
    made = new_match(module_server.url)
    with WireClient(module_server.url, made["match"]) as watcher:
        assert watcher.refused(watcher.command("roll"))["code"] == "server.only_watching"


@pytest.mark.parametrize("match", ["nothing", "..", "x" * 300, "0", "%00"])
def test_a_match_that_does_not_exist_is_said(module_server: RunningServer, match: str) -> None:
    with WireClient(module_server.url, match, hello=False) as client:
        assert client.receive()["code"] == "store.no_match"


HOSTILE: list[tuple[Any, str]] = [
    ("", "server.not_json"),
    ("{", "server.not_json"),
    ("[" * 2000, "server.not_json"),
    ("null", "server.no_type"),
    ("[]", "server.no_type"),
    ('"roll"', "server.no_type"),
    ("{}", "server.no_type"),
    ({"type": 5}, "server.no_type"),
    ({"type": "dance"}, "server.unsupported"),
    ({"type": "hello", "proto": 1}, "server.hello_once"),
    ({"type": "command"}, "server.field"),
    ({"type": "command", "id": "a", "version": 3, "seat": 7, "action": {"type": "roll"}}, "server.field"),
    ({"type": "command", "id": "a", "version": "3", "seat": 0, "action": {"type": "roll"}}, "server.field"),
    ({"type": "command", "id": "a" * 65, "version": 3, "seat": 0, "action": {"type": "roll"}}, "server.field"),
    ({"type": "command", "id": "../a", "version": 3, "seat": 0, "action": {"type": "roll"}}, "server.field"),
    ({"type": "command", "id": "a", "version": 3, "seat": 0, "action": "roll"}, "server.field"),
    ({"type": "command", "id": "a", "version": 3, "seat": 0, "action": {"type": "ROLL"}}, "server.field"),
    ({"type": "command", "id": "b", "version": 3, "seat": 0, "action": {"type": "cheat"}}, "server.unsupported"),
    ({"type": "command", "id": "a", "version": 3, "seat": 0, "action": {"type": "play", "moves": 1}}, "server.field"),
    ({"type": "command", "id": "c", "version": 3, "seat": 0, "action": {"type": "play", "moves": []}}, "action."),
    ({"type": "why", "id": "a", "moves": [], "source": 99, "target": 1}, "server.field"),
    (b"\x00\x01", "server.binary"),
    ('{"type":"ping","x":"' + "a" * 5000 + '"}', "server.too_large"),
    ('{"type":"ping","x":NaN,"x":1e999}', "pong"),
    ('{"type":"command","id":"\\ud800","version":3,"seat":0,"action":{"type":"roll"}}', "server.field"),
]


@pytest.mark.parametrize(("message", "code"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_message_is_answered_and_the_table_is_unharmed(
    module_server: RunningServer, message: Any, code: str
) -> None:
    made = new_match(module_server.url)
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        before = client.view
        client.send(message)
        answer = client.receive()
        assert answer.get("code", answer["type"]).startswith(code)
        assert "Traceback" not in json.dumps(answer)
        client.do("roll")
        assert client.view["version"] == before["version"] + 1


@pytest.mark.parametrize(
    "first", ['{"type":"ping"}', '{"type":"hello","proto":2}', '{"type":"hello","proto":1,"token":5}']
)
def test_whoever_does_not_say_hello_is_shown_out(module_server: RunningServer, first: str) -> None:
    made = new_match(module_server.url)
    with WireClient(module_server.url, made["match"], hello=False) as client:
        client.send(first)
        assert client.receive()["type"] == "error"
        with pytest.raises(ConnectionClosed):
            client.receive()


def test_a_frame_beyond_all_bounds_ends_the_line_and_nothing_else(module_server: RunningServer) -> None:
    made = new_match(module_server.url)
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        client.send("x" * 2_000_000)
        with pytest.raises(ConnectionClosed):
            client.receive()
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        client.do("roll")


def test_a_flood_is_slowed_and_then_shown_out(module_server: RunningServer) -> None:
    made = new_match(module_server.url)
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        codes: list[str] = []
        with pytest.raises(ConnectionClosed):
            flood(client, codes)
        assert {"action.no_take", "server.too_fast"} <= set(codes)
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        client.do("roll")


def flood(client: WireClient, codes: list[str]) -> None:
    for number in range(600):
        client.send(client.command("take", id=f"flood-{number}"))
        codes.append(client.receive()["code"])


def test_another_site_may_not_open_a_socket(module_server: RunningServer) -> None:
    made = new_match(module_server.url)
    address = module_server.url.replace("http", "ws") + f"/api/matches/{made['match']}/socket"
    with pytest.raises(InvalidStatus):
        knock(address, "http://evil.example")
    assert knock(address, module_server.url) == "welcome"


def knock(address: str, origin: str) -> Any:
    """What a page of another origin is answered."""
    with connect(address, origin=Origin(origin)) as line:
        line.send(json.dumps({"type": "hello", "proto": 1}))
        return json.loads(line.recv(20))["type"]


def test_who_comes_back_hears_what_he_missed(module_server: RunningServer) -> None:
    made = new_match(module_server.url)
    token = made["tokens"]["0"]
    with WireClient(module_server.url, made["match"], token) as client:
        seen = client.view["version"]
        for _ in range(3):
            client.step()
        now = client.view
    with WireClient(module_server.url, made["match"], token, last=seen) as client:
        assert [event["version"] for event in client.welcome["events"]] == list(range(seen + 1, now["version"] + 1))
        assert client.view == now
    with WireClient(module_server.url, made["match"], token, last=now["version"] + 50) as client:
        assert client.welcome["events"] == []


def test_who_comes_and_goes_hears_everything_once(module_server: RunningServer, rng: random.Random) -> None:
    made = new_match(module_server.url)
    heard: list[int] = []
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as player:
        last = begun = player.view["version"]
        for _ in range(8):
            with WireClient(module_server.url, made["match"], last=last) as guest:
                heard += [event["version"] for event in guest.welcome["events"]]
                last = guest.view["version"]
                for _ in range(rng.randint(0, 2)):
                    player.step()
                    news = guest.receive_until("events")
                    heard += [event["version"] for event in news["events"]]
                    last = news["view"]["version"]
                    assert news["view"] == player.view
            for _ in range(rng.randint(0, 2)):
                player.step()
    assert heard == list(range(begun + 1, last + 1))


def test_a_killed_server_comes_back_to_the_same_state(server: RunningServer) -> None:
    made = new_match(server.url)
    token = made["tokens"]["0"]
    with WireClient(server.url, made["match"], token) as client:
        for _ in range(6):
            client.step()
        before = client.view
        last = client.command("roll", id=str(uuid.uuid4()))
        server.kill()
    server.start()
    with WireClient(server.url, made["match"], token) as client:
        assert client.view == before
        client.send(last)
        if client.receive()["type"] == "ack":
            client.receive_until("events")
        for _ in range(4):
            client.step()
    record = httpx.get(f"{server.url}/api/matches/{made['match']}/record").text
    versions = [json.loads(line)["version"] for line in record.splitlines()[1:]]
    assert versions == list(range(1, len(versions) + 1))


def test_what_was_acknowledged_before_a_kill_is_not_done_again(server: RunningServer) -> None:
    made = new_match(server.url)
    token = made["tokens"]["0"]
    with WireClient(server.url, made["match"], token) as client:
        command = client.command("roll")
        client.send(command)
        ack = client.receive()
        server.kill()
    server.start()
    with WireClient(server.url, made["match"], token) as client:
        version = client.view["version"]
        client.send(command)
        assert client.receive() == ack
        assert version == ack["version"]


def test_a_server_that_is_asked_to_stop_ends_well(server: RunningServer) -> None:
    made = new_match(server.url)
    with WireClient(server.url, made["match"], made["tokens"]["0"]) as client:
        client.do("roll")
        assert server.stop() == 0
        with pytest.raises(ConnectionClosed):
            client.receive()
