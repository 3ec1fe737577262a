"""The tutor and the cards over HTTP: for those who may, bounded, and refused in one line."""

import time
from typing import Any

import httpx
import pytest

from tavla.store import SqlStore, default_url
from tavla.web.wire import Refusal
from tests.web.conftest import RunningServer
from tests.web.wire_client import WireClient, new_match

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
BLUNDER = {"xgid": OPENING, "action": "play", "text": "13/10 6/5"}
BEST = {"action": "play", "moves": [[8, 3], [6, 1]]}


@pytest.fixture(scope="module")
def api(module_server: RunningServer) -> Any:
    with httpx.Client(base_url=module_server.url, timeout=30) as client:
        yield Patient(client)


class Patient:
    """A client that waits when it is told that it is too fast."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def __call__(self, method: str, path: str, **more: Any) -> httpx.Response:
        while (answer := self._client.request(method, path, **more)).status_code == 429:
            time.sleep(float(answer.headers["Retry-After"]))
        return answer

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self("POST", path, **more)

    def delete(self, path: str, **more: Any) -> httpx.Response:
        return self("DELETE", path, **more)


def key(name: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {name:_<24}"}


def refusal(answer: httpx.Response) -> tuple[int, str]:
    assert "Traceback" not in answer.text
    return answer.status_code, Refusal.model_validate(answer.json()).error.code


def from_opening(url: str, **more: Any) -> dict[str, Any]:
    """A match that begins with 3-1 to play."""
    return new_match(url, position=OPENING, length="points(7)", **more)


def test_a_hint_and_a_verdict_in_both_languages(api: Patient, module_server: RunningServer) -> None:
    made = from_opening(module_server.url)
    token = made["tokens"]["0"]
    with WireClient(module_server.url, made["match"], token) as client:
        assert client.welcome["tutor"] is True
        asked = {"token": token, "version": client.view["version"], "language": "tr"}
        hint = api.post(f"/api/matches/{made['match']}/hint", json=asked).json()
        assert hint["seat"] == 0
        assert (hint["choices"][0]["play"], hint["choices"][0]["loss"]) == ("8/5 6/5", 0.0)
        assert sorted(move[:2] for move in hint["choices"][0]["moves"]) == [[6, 5], [8, 5]]
        assert any("kapı" in sentence for sentence in hint["why"])
        version = client.view["version"] + 1
        client.do({"type": "play", "text": "13/10 6/5"})
        asked = {"token": token, "version": version, "language": "en"}
        verdict = api.post(f"/api/matches/{made['match']}/verdict", json=asked).json()
    assert (verdict["grade"], verdict["kind"], verdict["seat"], verdict["roll"]) == ("blunder", "play", 0, [3, 1])
    assert verdict["chosen"]["play"] == "13/10 6/5"
    assert verdict["loss"] == verdict["chosen"]["loss"] > 0.08
    assert verdict["choices"][0]["play"] == "8/5 6/5"
    assert any("point" in sentence for sentence in verdict["why"])


def test_people_with_a_seat_each_are_refused(api: Patient, module_server: RunningServer) -> None:
    made = from_opening(module_server.url, one_screen=False)
    for token in (*made["tokens"].values(), "nobody"):
        asked = {"token": token, "version": 3}
        for name in ("hint", "verdict"):
            assert refusal(api.post(f"/api/matches/{made['match']}/{name}", json=asked)) == (409, "tutor.not_here")
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        assert client.welcome["tutor"] is False
    card = {"match": made["match"], "version": 3, "token": made["tokens"]["0"]}
    assert refusal(api.post("/api/cards", json=card, headers=key("sly"))) == (409, "tutor.not_over")


@pytest.mark.parametrize(
    "body",
    [{}, [], {"token": 3, "version": 1}, {"token": "x", "version": -1}, {"token": "x", "version": 1, "language": "xx"}],
)
def test_a_question_that_cannot_be_read(api: Patient, module_server: RunningServer, body: Any) -> None:
    made = from_opening(module_server.url)
    assert refusal(api.post(f"/api/matches/{made['match']}/hint", json=body))[0] == 400


def test_a_match_that_does_not_exist(api: Patient) -> None:
    assert refusal(api.post("/api/matches/nothing/hint", json={"token": "x", "version": 1})) == (404, "store.no_match")


def test_a_card_is_made_shown_answered_and_comes_back_later(api: Patient) -> None:
    mine = key("student")
    made = api.post("/api/cards", json=BLUNDER, headers=mine)
    assert made.status_code == 201
    card = made.json()["card"]
    assert (card["played"], card["best"], card["reviews"], made.json()["new"]) == ("13/10 6/5", "8/5 6/5", 0, True)
    again = api.post("/api/cards", json=BLUNDER, headers=mine).json()
    assert (again["card"]["id"], again["new"]) == (card["id"], False)

    due = api.get("/api/cards/due", headers=mine).json()
    assert (due["due"], due["total"]) == (1, 1)
    shown = due["card"]
    assert "best" not in shown
    assert (shown["view"]["phase"], shown["view"]["roll"], shown["view"]["seat"]) == (
        "play",
        [3, 1],
        shown["view"]["turn"],
    )
    assert shown["view"]["tree"][0]["moves"]

    answer = api.post(
        f"/api/cards/{card['id']}/answer", json=BEST | {"reviews": 0, "language": "tr"}, headers=mine
    ).json()
    assert (answer["rating"], answer["verdict"]["loss"], answer["card"]["reviews"]) == ("easy", 0.0, 1)
    assert answer["card"]["due"] > time.time() + 86400
    later = api.get("/api/cards/due", headers=mine).json()
    assert (later["card"], later["due"], later["next"]) == (None, 0, answer["card"]["due"])


def test_a_wrong_answer_is_asked_again_soon(api: Patient) -> None:
    mine = key("forgetful")
    card = api.post("/api/cards", json=BLUNDER, headers=mine).json()["card"]
    wrong = {"action": "play", "text": "13/10 6/5", "reviews": 0}
    answer = api.post(f"/api/cards/{card['id']}/answer", json=wrong, headers=mine).json()
    assert (answer["rating"], answer["verdict"]["grade"]) == ("again", "blunder")
    assert answer["verdict"]["why"]
    assert answer["card"]["due"] < time.time() + 3600
    tomorrow = api.get(f"/api/cards?until={time.time() + 3600}", headers=mine).json()
    assert (tomorrow["due"], tomorrow["today"]) == (0, 1)
    assert refusal(api.post(f"/api/cards/{card['id']}/answer", json=wrong, headers=mine)) == (
        409,
        "tutor.answered_meanwhile",
    )


def test_a_card_of_a_match_says_where_it_comes_from(api: Patient, module_server: RunningServer) -> None:
    made = from_opening(module_server.url)
    token, mine = made["tokens"]["0"], key("player")
    with WireClient(module_server.url, made["match"], token) as client:
        version = client.view["version"] + 1
        client.do({"type": "play", "text": "13/10 6/5"})
    asked = {"match": made["match"], "version": version, "token": token}
    card = api.post("/api/cards", json=asked, headers=mine).json()["card"]
    assert (card["match"], card["version"], card["played"]) == (made["match"], version, "13/10 6/5")


def test_a_cube_decision_is_trained_too(api: Patient) -> None:
    mine = key("cube")
    offered = {"xgid": "XGID=-AAAA-------------aabbcd--:0:0:1:D:0:0:0:7:10", "action": "take"}
    card = api.post("/api/cards", json=offered, headers=mine).json()["card"]
    assert (card["kind"], card["played"], card["best"]) == ("take", "take", "drop")
    shown = api.get(f"/api/cards/{card['id']}", headers=mine).json()["card"]["view"]
    assert (shown["phase"], shown["can"], shown["offer"]["kind"]) == ("double", ["take", "drop"], "double")
    assert shown["seat"] == 1 - shown["offer"]["by"]
    answer = {"action": "drop", "reviews": 0}
    assert api.post(f"/api/cards/{card['id']}/answer", json=answer, headers=mine).json()["rating"] == "good"


def test_cards_are_seen_by_their_owner_alone_and_can_be_let_go(api: Patient) -> None:
    mine, other = key("mine"), key("other")
    card = api.post("/api/cards", json=BLUNDER, headers=mine).json()["card"]
    assert api.get("/api/cards", headers=other).json()["cards"] == []
    path = f"/api/cards/{card['id']}"
    for answer in (api.get(path, headers=other), api.delete(path, headers=other)):
        assert refusal(answer) == (404, "tutor.no_card")
    assert [each["id"] for each in api.get("/api/cards", headers=mine).json()["cards"]] == [card["id"]]
    assert api.delete(path, headers=mine).status_code == 204
    assert api.get("/api/cards", headers=mine).json()["total"] == 0


@pytest.mark.parametrize(
    "header", [None, "", "Bearer", "Bearer short", "Bearer " + "x" * 65, "Basic abc", "Bearer " + "ç" * 20]
)
def test_without_a_key_there_are_no_cards(api: Patient, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header.encode()}
    assert refusal(api.get("/api/cards", headers=headers)) == (400, "tutor.no_key")
    assert refusal(api.post("/api/cards", json=BLUNDER, headers=headers)) == (400, "tutor.no_key")


HOSTILE = [
    {},
    {"match": "nothing", "version": 1},
    {"match": "../../x" * 40},
    {"xgid": "x"},
    {"xgid": "XGID=" + "P" * 26, "action": "play"},
    {"xgid": OPENING},
    {"xgid": OPENING, "action": "play", "text": "24/1"},
    {"xgid": OPENING, "action": "play", "text": "x" * 500},
    {"xgid": OPENING, "action": "play", "moves": [[25, 6]] * 5},
    {"xgid": OPENING, "action": "play", "moves": [[8, 3]]},
    {"xgid": OPENING, "action": "take"},
    {"xgid": OPENING.replace(":31:", ":00:"), "action": "play", "text": "8/5 6/5"},
    {"xgid": OPENING, "action": "play", "text": "8/5 6/5", "profile": "chess"},
    {"xgid": OPENING, "action": "play", "text": "8/5 6/5", "profile": "standard", "options": {"length": "points(0)"}},
    {"xgid": OPENING, "action": "play", "text": "8/5 6/5", "options": {"variant": "hypergammon"}},
    {"xgid": "XGID=--------------------------:0:0:1:31:0:0:0:7:10", "action": "play", "moves": []},
    {"xgid": "XGID=-b----E-C---eE---c-e----B-:15:1:1:31:32000:0:0:0:10", "action": "play", "text": "8/5 6/5"},
]


@pytest.mark.parametrize("body", HOSTILE)
def test_a_card_of_nonsense_is_refused_in_one_line(api: Patient, body: dict[str, Any]) -> None:
    answer = api.post("/api/cards", json=body, headers=key("hostile"))
    if answer.status_code != 201:
        status, code = refusal(answer)
        assert 400 <= status < 500, (status, code)


def test_the_number_of_requests_is_bounded(server: RunningServer) -> None:
    with httpx.Client(base_url=server.url) as client:
        answers = [client.get("/api/cards", headers=key("flood")).status_code for _ in range(140)]
    assert 429 in answers
    assert answers[0] == 200


def test_the_store_knows_no_keys(server: RunningServer, tmp_path: Any) -> None:
    secret = key("secret-of-mine")
    httpx.post(f"{server.url}/api/cards", json=BLUNDER, headers=secret, timeout=30)
    server.stop()
    assert b"secret-of-mine" not in (tmp_path / "data" / "tavla.db").read_bytes()
    store = SqlStore(default_url(tmp_path / "data"))
    assert store.cards.count("secret-of-mine", 0).total == 0
    store.close()
