"""The help pages: complete in both languages, and nothing on a drawn board that the rules do not allow."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import tavla.words
from tavla.bots import BOTS
from tavla.errors import InvalidOption, InvalidText, NotFound, TavlaError
from tavla.rules import OPTIONS, PROFILES
from tavla.web.help import PAGES, anchors, boards, page, pages, read_board, render
from tavla.words.catalogue import LANGUAGES
from tavla.words.rolls import TURKISH

EVERY_PAGE = pytest.mark.parametrize("name", PAGES)
START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
STRATEGIES = ("area", "combination", "bold", "safe-risk", "running", "back-game", "safe")


class _Outline(HTMLParser):
    """Checks that elements close in order, and collects ids and links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag not in ("br", "hr", "img"):
            self.open.append(tag)
        if "id" in values and not self.open.count("svg"):
            self.ids.append(values["id"] or "")
        if tag == "a":
            self.links.append(values["href"] or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("br", "hr", "img"):
            assert self.open.pop() == tag


@EVERY_PAGE
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_renders_with_a_title_and_ids(language: str, name: str) -> None:
    shown = page(language, name)
    outline = _Outline(shown.html)
    assert shown.html.startswith(f'<h1 id="{name}">')
    assert shown.title in shown.html
    assert "{#" not in shown.html
    assert "```" not in shown.html
    assert len(outline.ids) == len(set(outline.ids))


@EVERY_PAGE
def test_both_languages_have_the_same_headings(name: str) -> None:
    turkish, english = anchors("tr", name), anchors("en", name)
    assert turkish == english
    assert turkish[0] == name


@EVERY_PAGE
def test_both_languages_have_the_same_boards(name: str) -> None:
    turkish, english = boards("tr", name), boards("en", name)
    assert [_without_caption(board) for board in turkish] == [_without_caption(board) for board in english]


def _without_caption(board: object) -> tuple[object, ...]:
    return tuple(getattr(board, field) for field in ("xgid", "written", "rules", "play", "cube"))


@EVERY_PAGE
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_board_stands_after_a_real_position_and_a_legal_play(language: str, name: str) -> None:
    for board in boards(language, name):
        assert sum(board.position.mine) == sum(board.position.theirs) == 15
        assert board.position.mine[0] < 15, "somebody has to move"
        assert board.play or board.written in ("", "none")
        assert board.caption.endswith((".", "!", "?"))


def test_both_folders_hold_the_same_files_as_the_list_of_pages() -> None:
    folder = Path(tavla.words.__file__).parent / "help"
    for language in LANGUAGES:
        assert {file.stem for file in (folder / language).iterdir()} == set(PAGES)


@EVERY_PAGE
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_to_a_heading_or_to_an_opponent(language: str, name: str) -> None:
    for link in _Outline(page(language, name).html).links:
        opponent = re.fullmatch(r"/new\?way=bot&bot=(\w+)", link)
        if opponent:
            assert opponent[1] in BOTS
            continue
        found = re.fullmatch(r"(?:/help/([a-z]+))?(?:#(.+))?", link)
        assert found, link
        target = found[1] or name
        assert target in PAGES
        assert found[2] is None or found[2] in anchors(language, target)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_has_a_board_with_a_play(strategy: str) -> None:
    for language in LANGUAGES:
        section = page(language, "strategies").html.split(f'id="{strategy}"')[1].split("<h2")[0]
        assert 'class="help-board"' in section
        assert 'class="help-play"' in section


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_has_its_place(option: str) -> None:
    assert option in anchors("tr", "options")


@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_has_its_place(profile: str) -> None:
    assert profile in anchors("tr", "profiles")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_rolls_names_them_as_the_game_does(language: str) -> None:
    html = page(language, "dice").html
    for names in TURKISH.values():
        assert f"<td>{names[0]}</td>" in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_option_shows_the_profiles_that_have_it(language: str) -> None:
    section = page(language, "options").html.split('id="hit_and_run_home"')[1].split("</table>")[0]
    banned = section.split("<code>banned</code>")[1]
    assert "profiles#tavla" in banned
    assert "profiles#standard" not in banned


def test_titles_are_listed_in_reading_order() -> None:
    assert list(pages("tr")) == list(PAGES)
    assert pages("en")["faq"] == "Questions"


@pytest.mark.parametrize("name", ["", "nowhere", "../../../etc/passwd", "rules.md", "a" * 10_000])
def test_a_page_that_does_not_exist_is_said_to_be_missing(name: str) -> None:
    with pytest.raises(NotFound) as error:
        page("tr", name)
    assert len(str(error.value)) < 400


def test_a_language_that_nobody_wrote_is_refused() -> None:
    with pytest.raises(InvalidOption):
        page("fr", "rules")


@pytest.mark.parametrize(
    "text",
    [
        START,
        f"{START}\nplay: 8/5 6/5",
        f"{START}\ncolour: red\ncaption: x",
        START.replace(":31:", ":00:") + "\nplay: 8/5 6/5\ncaption: x",
        f"{START}\nplay: none\ncaption: x",
    ],
)
def test_a_board_that_is_not_whole_is_refused(text: str) -> None:
    with pytest.raises(InvalidText):
        read_board(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{START}\nplay: 8/4 6/5\ncaption: x",
        f"{START}\nrules: luck=on\ncaption: x",
        "XGID=nothing\ncaption: x",
        "XGID=-z----E-C---eE---c-e----B-:0:0:1:31\ncaption: x",
    ],
)
def test_a_board_against_the_rules_is_refused(text: str) -> None:
    with pytest.raises(TavlaError):
        read_board(text)


def test_rules_that_forbid_a_play_are_heeded_on_a_board() -> None:
    board = "XGID=--BBaBD-C---fB---c-e------:0:0:1:43:0:0:0:0:10\nplay: 8/4*/1\ncaption: x"
    assert read_board(board).play
    with pytest.raises(TavlaError):
        read_board(board.replace("caption", "rules: hit_and_run_home=banned\ncaption"))


def test_html_in_a_page_is_shown_and_not_run() -> None:
    shown = render("en", "# <b>Title</b>\n\n<script>alert(1)</script> [x](javascript:alert(1))\n").html
    assert "<script" not in shown
    assert "<b>" not in shown
    assert 'href="javascript' not in shown
