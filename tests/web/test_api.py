"""The questions without a socket: answered, bounded, and refused in one line."""

import gzip
import json
from typing import Any

import httpx
import pytest

from tavla.bots.levels import DEFAULT
from tavla.formats.native import loads
from tavla.rules.ruleset import OPTIONS, PROFILES
from tavla.web.wire import Refusal
from tests.web.conftest import RunningServer
from tests.web.wire_client import PERSONS, WireClient, new_match

GNU_START = "4HPwATDgc/ABMA"


@pytest.fixture(scope="module")
def api(module_server: RunningServer) -> Any:
    with httpx.Client(base_url=module_server.url) as client:
        yield client


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of an answer that must be a refusal."""
    assert "Traceback" not in answer.text
    return answer.status_code, Refusal.model_validate(answer.json()).error.code


def test_options_name_everything_that_can_be_chosen(api: httpx.Client) -> None:
    table = api.get("/api/options").json()
    assert [profile["name"] for profile in table["profiles"]] == list(PROFILES)
    assert [option["name"] for option in table["options"]] == list(OPTIONS)
    assert {"simple", "random", DEFAULT, "style_kacis"} <= set(table["bots"])
    assert list(table["bot_groups"]) == ["levels", "styles", "others"]
    assert [name for group in table["bot_groups"].values() for name in group] == table["bots"]
    assert "hypergammon" in table["variants"]


@pytest.mark.parametrize("name", PROFILES)
def test_a_match_by_every_profile(api: httpx.Client, module_server: RunningServer, name: str) -> None:
    made = new_match(module_server.url, profile=name)
    summary = api.get(f"/api/matches/{made['match']}").json()
    assert (summary["profile"], summary["over"]) == (name, False)
    assert made["match"] in [match["id"] for match in api.get("/api/matches?limit=200").json()["matches"]]


def test_a_match_from_a_position(api: httpx.Client, module_server: RunningServer) -> None:
    xgid = "XGID=-b----E-C---eE---c-e----B-:1:1:1:63:2:3:0:5:10"
    made = new_match(module_server.url, position=xgid)
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        view = client.view
        assert (view["phase"], view["turn"], view["roll"]) == ("play", 0, [6, 3])
        assert (view["cube"]["value"], view["cube"]["owner"], view["score"]) == (2, 0, [2, 3])
        assert view["length"] == "points(5)"
        client.step()


def test_a_position_of_another_variant_does_not_fit(api: httpx.Client) -> None:
    body = {"profile": "standard", "players": PERSONS, "options": {"variant": "hypergammon"}, "position": GNU_START}
    assert refusal(api.post("/api/matches", json=body))[0] == 400


PLAYERS = {"profile": "standard", "players": PERSONS}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "server.not_json"),
        (b"", "server.field"),
        (b"[]", "server.field"),
        ({}, "server.field"),
        ({"players": PERSONS[:1]}, "server.field"),
        (PLAYERS | {"profile": "chess"}, "ruleset.no_profile"),
        (PLAYERS | {"options": {"colour": "red"}}, "ruleset.no_option"),
        (PLAYERS | {"options": {"mars": "7"}}, "ruleset.no_value"),
        (PLAYERS | {"options": {"jacoby": "on"}}, "ruleset.jacoby_money"),
        (PLAYERS | {"options": {"mars": 2}}, "server.field"),
        (PLAYERS | {"length": "points(0)"}, "ruleset.length_range"),
        (PLAYERS | {"length": "for ever"}, "ruleset.length"),
        (PLAYERS | {"mode": "cheat"}, "server.field"),
        (PLAYERS | {"position": "nonsense"}, "notation."),
        (PLAYERS | {"position": "x" * 2000}, "server.field"),
        (PLAYERS | {"players": [PERSONS[0], {"name": "x", "kind": "bot", "bot": "deep"}]}, "server.no_bot"),
        (PLAYERS | {"players": [PERSONS[0], {"name": "x", "kind": "bot"}]}, "server.field"),
        (PLAYERS | {"players": [PERSONS[0], {"name": "x" * 41, "kind": "person"}]}, "server.field"),
        (PLAYERS | {"players": [PERSONS[0], {"name": "a\nb", "kind": "person"}]}, "server.name"),
        (b'{"profile":"\\ud800","players":[{"name":"\\udfff"},{"name":"b"}]}', "server."),
        (b"\xff\xfe{}", "server."),
    ],
    ids=range(21),
)
def test_a_match_that_cannot_be_is_refused(api: httpx.Client, body: Any, code: str) -> None:
    more: dict[str, Any] = {"content": body} if isinstance(body, bytes) else {"json": body}
    status, found = refusal(api.post("/api/matches", headers={"Content-Type": "application/json"}, **more))
    assert status == 400
    assert found.startswith(code)


@pytest.mark.parametrize("match", ["nothing", "x" * 500, "%00", "%ff", "' or 1=1 --"])
@pytest.mark.parametrize("way", ["", "/record", "/replay"])
def test_a_match_that_does_not_exist(api: httpx.Client, match: str, way: str) -> None:
    assert refusal(api.get(f"/api/matches/{match}{way}")) == (404, "store.no_match")


def test_a_path_is_no_match(api: httpx.Client) -> None:
    for path in ("/api/matches/..%2f..%2fetc%2fpasswd", "/api/matches/a/b", "/api/../matches/x/y/z", "/api/"):
        assert api.get(path).status_code == 404


def test_a_record_is_the_file_that_can_be_read_again(api: httpx.Client, module_server: RunningServer) -> None:
    made = new_match(module_server.url)
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        for _ in range(5):
            client.step()
        version = client.view["version"]
    answer = api.get(f"/api/matches/{made['match']}/record")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert f'filename="{made["match"]}.jsonl"' in answer.headers["content-disposition"]
    record = loads(answer.text)
    assert (record.match, len(record.events)) == (made["match"], version)


def test_a_replay_shows_every_step(api: httpx.Client, module_server: RunningServer) -> None:
    made = new_match(module_server.url)
    with WireClient(module_server.url, made["match"], made["tokens"]["0"]) as client:
        for _ in range(5):
            client.step()
        view = client.view
    steps = api.get(f"/api/matches/{made['match']}/replay").json()["steps"]
    assert [step["event"]["version"] for step in steps] == list(range(1, view["version"] + 1))
    assert steps[-1]["view"]["points"] == view["points"]
    assert api.get(f"/api/matches/{made['match']}/replay?game=2").json()["steps"] == []
    assert refusal(api.get(f"/api/matches/{made['match']}/replay?game=x")) == (400, "server.field")


@pytest.mark.parametrize("query", ["limit=0", "limit=100000", "offset=-1", "limit=x"])
def test_the_list_is_bounded(api: httpx.Client, query: str) -> None:
    assert refusal(api.get(f"/api/matches?{query}")) == (400, "server.field")


def test_a_position_is_answered_with_all_its_ids(api: httpx.Client) -> None:
    start = [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]
    found = api.post("/api/position", json={"text": GNU_START}).json()
    assert (found["points"], found["pips"], found["ids"]["gnu_position"]) == ([start, start], [167, 167], GNU_START)
    whole = {"points": [start, start], "turn": 1, "roll": [3, 6], "length": "points(5)", "score": [1, 2]}
    found = api.post("/api/position", json=whole | {"cube": {"value": 2, "owner": 0}}).json()
    assert found["ids"]["xgid"] == "XGID=-b----E-C---eE---c-e----B-:1:1:-1:63:1:2:0:5:10"
    again = api.post("/api/position", json={"text": found["ids"]["xgid"]}).json()
    assert {key: again[key] for key in ("points", "turn", "roll", "cube", "score", "length")} == {
        "points": [start, start],
        "turn": 1,
        "roll": [6, 3],
        "cube": {"value": 2, "owner": 0},
        "score": [1, 2],
        "length": "points(5)",
    }


SIDE = [15, *[0] * 25]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": ""},
        {"text": "4HPwATDgc/ABM"},
        {"text": "XGID=" + "-" * 26},
        {"text": "x" * 20_000},
        {"points": [SIDE, SIDE[:-1]]},
        {"points": [SIDE, [14, *[0] * 25]]},
        {"points": [[-1, *[0] * 25], SIDE]},
        {"points": [[1.5, *[0] * 25], SIDE]},
        {"points": [SIDE, SIDE], "turn": 2},
        {"points": [SIDE, SIDE], "roll": [0, 7]},
        {"points": [[0] * 6 + [15] + [0] * 19, [0] * 19 + [15] + [0] * 6]},
        {"points": [[0] * 6 + [15] + [0] * 19, SIDE], "cube": {"value": 3}},
        {"points": [[0] * 6 + [15] + [0] * 19, SIDE], "length": "points(5)", "score": [9, 0]},
    ],
)
def test_a_position_that_cannot_be_is_refused(api: httpx.Client, body: dict[str, Any]) -> None:
    assert refusal(api.post("/api/position", json=body))[0] == 400


@pytest.mark.parametrize("language", ["tr", "en"])
def test_words_are_complete(api: httpx.Client, language: str) -> None:
    words = api.get(f"/api/words/{language}").json()
    assert all(isinstance(text, str) or [isinstance(form, str) for form in text] for text in words.values())
    assert "server.stale" in words
    assert "page.home.play" in words


def test_a_language_that_we_do_not_speak(api: httpx.Client) -> None:
    assert refusal(api.get("/api/words/xx")) == (400, "words.no_language")


def test_help_is_a_fragment(api: httpx.Client) -> None:
    answer = api.get("/help/tr/start")
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.text.startswith("<h1")
    assert refusal(api.get("/help/tr/nothing"))[0] == 404
    assert refusal(api.get("/help/xx/start"))[0] == 400


@pytest.mark.parametrize(
    "path", ["/", "/match/abc", "/new", "/editor", "/review/abc", "/matches", "/settings", "/help"]
)
def test_every_screen_is_the_page(api: httpx.Client, path: str) -> None:
    answer = api.get(path)
    assert answer.status_code == 200
    assert '<script type="module"' in answer.text


def test_an_unknown_address_is_the_page_with_404(api: httpx.Client) -> None:
    answer = api.get("/nowhere")
    assert answer.status_code == 404
    assert '<script type="module"' in answer.text


@pytest.mark.parametrize("path", ["/", "/static/app/main.js", "/api/options", "/api/nothing", "/help/tr/start"])
def test_the_browser_is_bound_by_headers(api: httpx.Client, path: str) -> None:
    headers = api.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_page_has_no_script_or_style_of_its_own(api: httpx.Client) -> None:
    text = api.get("/").text
    assert "<style" not in text
    assert "style=" not in text
    assert "onclick" not in text


def test_static_files_are_compressed_and_not_sent_twice(api: httpx.Client) -> None:
    first = api.get("/static/vendor/htm-preact.js")
    assert first.headers["content-encoding"] == "gzip"
    assert int(first.headers["content-length"]) < len(first.content)
    again = api.get("/static/vendor/htm-preact.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = api.get("/static/vendor/htm-preact.js", headers={"Accept-Encoding": "identity"})
    assert plain.content == first.content


def test_the_board_s_geometry_is_served_beside_it(api: httpx.Client) -> None:
    assert api.get("/static/board/geometry.json").json()["about"]


@pytest.mark.parametrize(
    "name", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "board", "", "nothing.js", "a%00b", "x" * 5000]
)
def test_nothing_outside_the_folder_is_served(api: httpx.Client, name: str) -> None:
    answer = api.get(f"/static/{name}")
    assert answer.status_code == 404
    assert "import" not in answer.text.split("<script")[0]


def test_a_body_beyond_the_bound_is_refused(api: httpx.Client) -> None:
    huge = b'{"text":"' + b"x" * 200_000 + b'"}'
    assert refusal(api.post("/api/position", content=huge)) == (413, "server.too_large")

    def in_pieces() -> Any:
        for _ in range(200):
            yield b"x" * 1000

    assert refusal(api.post("/api/position", content=in_pieces()))[0] == 413


def test_another_site_may_not_send_forms(api: httpx.Client) -> None:
    answer = api.post("/api/matches", json=PLAYERS, headers={"Origin": "http://evil.example"})
    assert refusal(answer) == (403, "server.origin")


def test_another_name_for_this_machine_is_refused(api: httpx.Client) -> None:
    assert refusal(api.get("/api/options", headers={"Host": "evil.example"})) == (421, "server.host")
    assert api.get("/api/options", headers={"Host": "localhost"}).status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_a_method_that_does_nothing(api: httpx.Client, method: str) -> None:
    assert refusal(api.request(method, "/api/matches")) == (405, "server.method")


def test_the_schema_of_the_wire_is_published(api: httpx.Client) -> None:
    schema = api.get("/api/openapi.json").json()
    assert "/api/matches" in schema["paths"]
    assert "NewMatchRequest" in schema["components"]["schemas"]


def test_json_is_not_compressed_twice(module_server: RunningServer) -> None:
    with httpx.stream("GET", f"{module_server.url}/api/options", headers={"Accept-Encoding": "gzip"}) as answer:
        raw = b"".join(answer.iter_raw())
    assert json.loads(gzip.decompress(raw))["profiles"]


def test_matches_are_not_made_without_end(server: RunningServer) -> None:
    with httpx.Client(base_url=server.url) as client:
        answers = [client.post("/api/matches", json=PLAYERS) for _ in range(70)]
    refused = [answer for answer in answers if answer.status_code != 201]
    assert refused
    assert refusal(refused[0]) == (429, "server.too_fast")
    assert int(refused[0].headers["retry-after"]) >= 1
