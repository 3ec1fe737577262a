"""Analyses over the wire: a file in, lines out from any place on, questions answered, and nothing that breaks it."""

import json
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tavla.server.study import WRITTEN_AFTER
from tavla.web.limits import Limits
from tests.short_match import ODD_MATCH, SHORT_MATCH
from tests.web.conftest import RunningServer
from tests.web.test_api import refusal
from tests.web.wire_client import WireClient, new_match

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
BLUNDER = 11


@pytest.fixture(scope="module")
def api(module_server: RunningServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=module_server.url, timeout=60) as client:
        yield client


def holding(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def news(api: httpx.Client, study: str, start: int = 0) -> list[dict[str, Any]]:
    with api.stream("GET", f"/api/studies/{study}/news?from={start}") as answer:
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        return [json.loads(line) for line in answer.iter_lines()]


def opened(api: httpx.Client, text: str = SHORT_MATCH, **query: str) -> dict[str, Any]:
    answer = api.post("/api/studies", params={"level": "0-ply", **query}, content=text.encode())
    assert answer.status_code == 201, answer.text
    outline: dict[str, Any] = answer.json()
    return outline


@pytest.fixture(scope="module")
def begun(api: httpx.Client) -> dict[str, Any]:
    """A finished analysis of the short match."""
    outline = opened(api, name="short.mat")
    news(api, outline["id"])
    return outline


@pytest.fixture
def study(begun: dict[str, Any]) -> str:
    return str(begun["id"])


@pytest.fixture
def mine(begun: dict[str, Any]) -> dict[str, str]:
    """How whoever began it says so."""
    return holding(begun["key"])


def test_a_file_is_analysed_and_told_line_by_line(api: httpx.Client) -> None:
    outline = opened(api, ODD_MATCH, name="odd.mat")
    assert (outline["form"], outline["name"], outline["count"]) == ("mat", "odd.mat", 20)
    assert [(row["line"], row["code"]) for row in outline["oddities"]] == [
        (15, "formats.step_impossible"),
        (15, "formats.illegal_play"),
    ]
    rows = news(api, outline["id"])
    assert len([row for row in rows if row["type"] == "decision"]) == 20
    assert [row for row in rows if row["type"] == "state"][-1]["busy"] is False
    again = api.get(f"/api/studies/{outline['id']}").json()
    assert (again["busy"], again["done"]) == (False, 20)


def test_a_line_that_was_lost_is_taken_up_where_it_broke(api: httpx.Client, study: str) -> None:
    rows = [row for row in news(api, study) if row["type"] != "figures"]
    at = rows[10]["at"]
    assert [row for row in news(api, study, at) if row["type"] != "figures"] == rows[11:]


def test_a_match_of_this_server_is_analysed(api: httpx.Client, module_server: RunningServer) -> None:
    made = new_match(module_server.url)
    outline = api.post("/api/studies", params={"match": made["match"]}, headers=holding(made["tokens"]["0"])).json()
    assert outline["form"] == "match"
    assert refusal(api.post("/api/studies", params={"match": "nothing"})) == (404, "store.no_match")


def test_a_match_that_is_played_is_analysed_for_those_alone_who_may_ask_its_tutor(
    api: httpx.Client, module_server: RunningServer
) -> None:
    made = new_match(module_server.url, one_screen=False)
    for token in ("", "somebody", *made["tokens"].values()):
        answer = api.post("/api/studies", params={"match": made["match"]}, headers=holding(token))
        assert refusal(answer) == (409, "tutor.not_over")
        assert not api.get(f"/api/matches/{made['match']}/replay", headers=holding(token)).json()["may_judge"]


def test_a_match_that_is_over_is_analysed_for_everybody(api: httpx.Client, module_server: RunningServer) -> None:
    made = new_match(module_server.url, length="points(1)")
    assert not api.get(f"/api/matches/{made['match']}/replay").json()["may_judge"]
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        while client.view["phase"] == "opening":
            client.do("roll")
        client.do({"type": "resign", "value": 1})
        client.do("accept")
        assert client.view["phase"] == "match_over"
    assert api.get(f"/api/matches/{made['match']}/replay").json()["may_judge"]
    assert api.post("/api/studies", params={"match": made["match"], "level": "0-ply"}).status_code == 201


def test_a_decision_is_asked_tried_and_rolled_out(api: httpx.Client, study: str, mine: dict[str, str]) -> None:
    detail = api.get(f"/api/studies/{study}/decisions/{BLUNDER}").json()
    assert detail["answer"]["grade"] == "blunder"
    worst = detail["answer"]["choices"][-1]
    moves = [[source, die] for source, _, die, _ in worst["moves"]]
    tried = api.post(f"/api/studies/{study}/decisions/{BLUNDER}/try", json={"moves": moves, "level": "1-ply"}).json()
    assert tried["choice"]["play"] == worst["play"]
    at = news(api, study)[-1]["at"]
    asked = {"trials": 108, "truncate": 1, "plays": [moves], "top": 1}
    begun = api.post(f"/api/studies/{study}/decisions/{BLUNDER}/rollout", json=asked, headers=mine)
    assert begun.status_code == 202
    (last,) = [row for row in news(api, study, at) if row["type"] == "rollout"][-1:]
    assert (last["n"], last["trials"], last["running"]) == (BLUNDER, 108, False)
    assert worst["play"] in [row["play"] for row in last["rows"]]


def test_another_level_is_asked_for(api: httpx.Client) -> None:
    outline = opened(api)
    study, mine = outline["id"], holding(outline["key"])
    at = news(api, study)[-1]["at"]
    asked = {"level": "1-ply", "decisions": [0, 2]}
    assert api.post(f"/api/studies/{study}/again", json=asked, headers=mine).status_code == 202
    assert [row["n"] for row in news(api, study, at) if row["type"] == "decision"] == [0, 2]
    assert api.post(f"/api/studies/{study}/stop", json={}, headers=mine).json()["busy"] is False


@pytest.mark.parametrize(
    ("way", "body"),
    [("again", {"level": "1-ply"}), ("stop", {}), ("stop", {"what": "rollout"}), ("decisions/11/rollout", {})],
)
def test_whoever_was_only_shown_it_commands_nothing(
    api: httpx.Client, study: str, mine: dict[str, str], way: str, body: dict[str, str]
) -> None:
    for key in ("", "x", opened(api, XGID)["key"]):
        answer = api.post(f"/api/studies/{study}/{way}", json=body, headers=holding(key))
        assert refusal(answer) == (409, "study.error.not_yours")
    assert api.get(f"/api/studies/{study}").json()["level"] == "0-ply"
    tried = api.post(f"/api/studies/{study}/decisions/{BLUNDER}/try", json={"text": "24/21 13/9", "level": "0-ply"})
    assert tried.status_code == 200


@pytest.mark.parametrize(
    ("form", "kind", "holds"),
    [
        ("html", "text/html", "<html"),
        ("mat", "text/plain", "3 point match"),
        ("sgf", "application/x-go-sgf", "(;"),
        ("native", "application/x-ndjson", "tavla-match"),
        ("json", "application/json", '"decisions"'),
    ],
)
def test_it_is_taken_along_as_a_file(api: httpx.Client, study: str, form: str, kind: str, holds: str) -> None:
    answer = api.get(f"/api/studies/{study}/export/{form}?language=tr")
    assert answer.headers["content-type"].startswith(kind)
    assert "attachment" in answer.headers["content-disposition"]
    assert holds in answer.text


@pytest.mark.parametrize(
    ("body", "query", "status", "code"),
    [
        (b"", {}, 400, "formats.empty"),
        (b"no match at all", {}, 400, "formats.unknown"),
        (b"\xff\x00\xfe" * 50, {}, 400, "formats."),
        (b"RGMH" + b"\x00" * 100, {}, 400, "formats.xg"),
        (b"(;GM[6]", {}, 400, "formats.sgf"),
        (SHORT_MATCH.encode(), {"level": "9-ply"}, 400, "engine.no_level"),
        (SHORT_MATCH.encode(), {"encoding": "klingon"}, 400, "formats.no_encoding"),
        (SHORT_MATCH.encode(), {"level": "x" * 100}, 400, "server.field"),
    ],
    ids=range(8),
)
def test_what_cannot_be_analysed_is_refused_in_one_line(
    api: httpx.Client, body: bytes, query: dict[str, str], status: int, code: str
) -> None:
    found = refusal(api.post("/api/studies", params=query, content=body))
    assert found[0] == status
    assert found[1].startswith(code)


def test_too_large_a_file_is_not_read_to_its_end(module_server: RunningServer) -> None:
    address = urlsplit(module_server.url)
    size = Limits().file + 1
    with socket.create_connection((address.hostname or "", address.port or 0), timeout=30) as line:
        head = f"POST /api/studies HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Length: {size}\r\nConnection: close"
        line.sendall(f"{head}\r\n\r\n{'x' * 1000}".encode())
        answer = ""
        while part := line.recv(65536):
            answer += part.decode()
    assert answer.startswith("HTTP/1.1 413")
    assert "server.too_large" in answer


def test_a_file_of_no_told_size_is_counted_while_it_comes(module_server: RunningServer) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(Limits().file // 1_000_000 + 5):
            yield b"x" * 1_000_000

    try:
        answer = httpx.post(f"{module_server.url}/api/studies", content=endless(), timeout=60)
    except (httpx.WriteError, httpx.RemoteProtocolError, httpx.ReadError):
        return  # the server has closed the line before all was sent
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("way", "body", "status", "code"),
    [
        ("decisions/99", None, 404, "study.error.no_decision"),
        ("decisions/x", None, 400, "server.field"),
        ("export/zip", None, 400, "formats.no_form"),
        ("export/html?match=7", None, 404, "formats.no_such_match"),
        ("export/html?language=xx", None, 400, ""),
        ("news?from=-1", None, 400, "server.field"),
        ("decisions/11/try", {}, 400, "server.field"),
        ("decisions/11/try", {"text": "24/1", "level": "0-ply"}, 409, ""),
        ("decisions/11/try", {"moves": [[13, 4]], "level": "0-ply"}, 409, "play.incomplete"),
        ("decisions/11/try", {"moves": [[99, 4]]}, 400, "server.field"),
        ("decisions/11/try", {"moves": [[13, 4]] * 9}, 400, "server.field"),
        ("decisions/1/try", {"text": "8/5 6/5"}, 409, "study.error.no_play"),
        ("decisions/11/rollout", {"trials": 10_000_000}, 400, "server.field"),
        ("decisions/11/rollout", {"trials": 108, "plies": 7}, 400, "server.field"),
        ("decisions/11/rollout", {"plays": [[[13, 4]]] * 99}, 400, "server.field"),
        ("again", {"level": "4-ply"}, 400, "engine.no_level"),
        ("again", {"level": "0-ply", "decisions": [99]}, 404, "study.error.no_decision"),
        ("stop", {"what": "everything"}, 400, "server.field"),
        ("nothing", None, 404, "server.no_page"),
    ],
)
def test_questions_that_make_no_sense_are_refused(
    api: httpx.Client, study: str, mine: dict[str, str], way: str, body: Any, status: int, code: str
) -> None:
    path = f"/api/studies/{study}/{way}"
    found = refusal(api.get(path) if body is None else api.post(path, json=body, headers=mine))
    assert found[0] == status
    assert found[1].startswith(code)


@pytest.mark.parametrize("name", ["nothing", "x" * 500, "%00", "..%2f.."])
def test_an_analysis_that_is_not_kept(api: httpx.Client, name: str) -> None:
    for way in ("", "/news", "/decisions/0", "/export/html"):
        assert api.get(f"/api/studies/{name}{way}").status_code == 404


def test_it_is_gone_when_it_is_deleted(api: httpx.Client) -> None:
    outline = opened(api, XGID)
    study, mine = outline["id"], holding(outline["key"])
    assert api.delete(f"/api/studies/{study}", headers=mine).status_code == 204
    assert refusal(api.get(f"/api/studies/{study}")) == (404, "study.error.gone")
    assert refusal(api.delete(f"/api/studies/{study}", headers=mine)) == (404, "study.error.gone")


def test_whoever_was_only_shown_it_does_not_delete_it(api: httpx.Client) -> None:
    study, other = opened(api, XGID)["id"], opened(api, XGID)["key"]
    for key in ("", "x", other):
        assert refusal(api.delete(f"/api/studies/{study}", headers=holding(key))) == (409, "study.error.not_yours")
    shown = api.get(f"/api/studies/{study}")
    assert shown.status_code == 200
    assert "key" not in shown.json()


def test_a_page_elsewhere_may_not_send_files(api: httpx.Client) -> None:
    answer = api.post("/api/studies", content=XGID.encode(), headers={"Origin": "https://elsewhere.example"})
    assert refusal(answer) == (403, "server.origin")


@pytest.mark.parametrize("ends", ["kill", "stop"])
def test_an_analysis_is_there_after_a_restart(server: RunningServer, ends: str) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        outline = opened(client, name="short.mat")
        study, mine = outline["id"], holding(outline["key"])
        before = news(client, study)
        if ends == "kill":
            time.sleep(2 * WRITTEN_AFTER)
        getattr(server, ends)()
    server.start()
    with httpx.Client(base_url=server.url, timeout=60) as client:
        again = client.get(f"/api/studies/{study}").json()
        assert (again["name"], again["done"], again["busy"]) == ("short.mat", 21, False)
        after = news(client, study, before[-1]["at"])
        assert told_in(after) == told_in(before)
        assert client.get(f"/api/studies/{study}/decisions/{BLUNDER}").json()["answer"]["grade"] == "blunder"
        asked = {"level": "1-ply", "decisions": [0]}
        assert refusal(client.post(f"/api/studies/{study}/again", json=asked)) == (409, "study.error.not_yours")
        assert client.post(f"/api/studies/{study}/again", json=asked, headers=mine).status_code == 202


def test_an_analysis_that_was_killed_in_the_middle_is_gone_on_with(server: RunningServer) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        outline = opened(client, level="3-ply")
        server.kill()
    server.start()
    with httpx.Client(base_url=server.url, timeout=60) as client:
        study, mine = outline["id"], holding(outline["key"])
        assert client.get(f"/api/studies/{study}").json()["count"] == 21
        client.post(f"/api/studies/{study}/again", json={"level": "0-ply"}, headers=mine)
        assert len([row for row in news(client, study) if row["type"] == "decision"]) == 21


def told_in(rows: list[dict[str, Any]]) -> list[str]:
    """What lines say of decisions and rolls, in an order of its own."""
    kept = [row | {"at": 0} for row in rows if row["type"] in ("decision", "luck")]
    return sorted(json.dumps(row, sort_keys=True) for row in kept)


def test_a_server_that_stops_does_not_wait_for_watchers(server: RunningServer) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        study = client.post("/api/studies", params={"level": "3-ply"}, content=SHORT_MATCH.encode()).json()["id"]
        with client.stream("GET", f"/api/studies/{study}/news") as answer:
            rows = answer.iter_lines()
            next(rows)
            assert server.stop() in (0, -15)
            for _ in rows:
                pass
