"""`tavla eval` and `tavla hint`: shapes, levels, cube actions, and one clear line for bad input."""

import io
import json

import pytest

from tavla.cli import run

START = "4HPwATDgc/ABMA"
Captured = pytest.CaptureFixture[str]


def tavla(*arguments: str) -> int:
    return run(["--lang", "en", *arguments])


def asked(capsys: Captured, *arguments: str) -> dict[str, object]:
    assert tavla(*arguments) == 0
    answer: dict[str, object] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize("plies", ["0", "1", "2"])
def test_the_start_is_a_little_better_for_who_begins(plies: str, capsys: Captured) -> None:
    answer = asked(capsys, "eval", START, "--plies", plies, "--json")
    probs = answer["probs"]
    assert isinstance(probs, list)
    win, gammon, backgammon, lost_gammon, lost_backgammon = probs
    assert 0.51 < win < 0.54
    assert gammon > backgammon
    assert lost_gammon > lost_backgammon
    assert answer["equity"] == pytest.approx(
        2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon, abs=1e-5
    )


def test_lines_are_answered_in_order_and_bad_ones_do_not_stop_the_rest(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    lines = [json.dumps({"position": START}), "rubbish", json.dumps({"position": 7}), json.dumps({"position": START})]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
    assert tavla("eval", "--jsonl", "--plies", "0") == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, True, False]
    assert answers[0] == answers[3]


def test_plays_are_ranked(capsys: Captured) -> None:
    answer = asked(capsys, "hint", START, "31", "--level", "1-ply", "--json")
    choices = answer["choices"]
    assert isinstance(choices, list)
    assert choices[0]["play"] == "8/5 6/5"
    assert len(choices) == 16
    assert choices[0]["match_chance"] is None


def test_the_roll_of_the_id_is_used(capsys: Captured) -> None:
    answer = asked(capsys, "hint", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "--level", "0-ply", "--json")
    choices = answer["choices"]
    assert isinstance(choices, list)
    assert choices[0]["play"] == "8/5 6/5"
    assert 0.5 < choices[0]["match_chance"] < 0.6


def test_a_cube_action_is_given_before_the_roll(capsys: Captured) -> None:
    answer = asked(capsys, "hint", START, "--level", "0-ply", "--json")
    choices = answer["choices"]
    assert isinstance(choices, list)
    assert [choice["action"] for choice in choices] == ["roll", "double"]


def test_an_offered_double_is_answered(capsys: Captured) -> None:
    doubled = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10"
    answer = asked(capsys, "hint", doubled, "--level", "0-ply", "--json")
    choices = answer["choices"]
    assert isinstance(choices, list)
    assert {choice["action"] for choice in choices} >= {"take", "drop"}
    assert choices[0]["action"] in ("take", "beaver")


def test_people_read_why_under_the_table(capsys: Captured) -> None:
    assert run(["--lang", "tr", "hint", START, "31", "--level", "0-ply"]) == 0
    assert "Hamle 5 kapısını alır." in capsys.readouterr().out
    assert run(["--lang", "en", "hint", START, "--level", "0-ply"]) == 0
    assert "waiting is worth" in capsys.readouterr().out.lower()


def test_people_are_told_that_a_roll_is_left_aside(capsys: Captured) -> None:
    rolled = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
    assert tavla("eval", rolled) == 0
    assert "roll 3-1 is left aside" in capsys.readouterr().out
    assert tavla("eval", rolled.replace(":31:", ":00:")) == 0
    assert "left aside" not in capsys.readouterr().out
    assert set(asked(capsys, "eval", rolled, "--json")) == {"probs", "equity"}


def test_people_read_a_table_in_their_language(capsys: Captured) -> None:
    assert run(["--lang", "tr", "hint", START, "31", "--level", "0-ply"]) == 0
    heading, first, *_ = capsys.readouterr().out.splitlines()
    assert heading.split() == ["değer", "kayıp", "derinlik", "kaz.", "%", "mars", "katm.", "-mars", "-katm."]
    assert "8/5 6/5" in first
    assert len(heading) == len(first)
    assert run(["--lang", "tr", "eval", START]) == 0
    text = capsys.readouterr().out
    assert "mars" in text
    assert "," in text


def test_rows_that_were_looked_at_less_deeply_stand_last_and_are_marked(capsys: Captured) -> None:
    answer = asked(capsys, "hint", START, "31", "--level", "1-ply", "--json")
    choices = answer["choices"]
    assert isinstance(choices, list)
    plies = [choice["plies"] for choice in choices]
    assert plies == sorted(plies, reverse=True)
    assert set(plies) == {0, 1}
    assert run(["--lang", "en", "hint", START, "31", "--level", "1-ply", "--all"]) == 0
    _, *lines = capsys.readouterr().out.splitlines()
    rows, note = lines[: len(plies)], lines[len(plies)]
    assert ["0-ply*" in row for row in rows] == [each == 0 for each in plies]
    assert note.startswith("* ")
    assert run(["--lang", "en", "hint", START, "31", "--level", "0-ply"]) == 0
    assert "*" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ("eval",),
        ("eval", "nonsense"),
        ("eval", START, "--plies", "9"),
        ("eval", START * 1000),
        ("eval", "/w8AAP//AAAAAA"),
        ("hint", START, "70"),
        ("hint", START, "31", "--level", "9-ply"),
        ("hint", START, "31", "--rules", "nowhere"),
        ("hint", START, "31", "--option", "triple=perhaps"),
        ("hint", "cAkAAAAAAAAA"),
        ("hint", "AAAAAAAAAAAAAA"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: tuple[str, ...], capsys: Captured) -> None:
    assert tavla(*arguments) == 2
    found = capsys.readouterr()
    assert len(found.err.splitlines()) == 1
    assert "{" not in found.err, "every value of the sentence is filled in"
    assert not found.out
