"""The help pages: Markdown in each language, with boards that are positions and not pictures.

A page lives in `words/help/<language>/<name>.md`. Three kinds of fenced block are drawn here rather than written:

    ```board             ```option        ```profile
    XGID=...             jacoby           tavla
    play: 8/5 6/5        ```              ```
    rules: triple=off
    caption: One line.
    ```

A board gives its position and roll as an XGID, the play to show with arrows (`none` where nothing can be played) and
any rules that differ from the standard ones. An option lists its values and the profiles that have them, a profile the
options in which it differs from `standard`; both are read from the rules, so that they cannot grow old.

Headings end in `{#anchor}`, the same in both languages.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

import tavla.words
from tavla.drawing.svg import board_svg
from tavla.errors import InvalidText, NotFound
from tavla.notation.plays import parse_play
from tavla.notation.xgid import decode_xgid
from tavla.rules import BAR, OFF, OPTIONS, PROFILES, STANDARD, Length, Play, Position, Roll, RuleSet, legal_plays
from tavla.rules.position import Side
from tavla.words.catalogue import messages, say
from tavla.words.rolls import roll_name

PAGES = (
    "start",
    "rules",
    "dice",
    "cube",
    "match",
    "strategies",
    "errors",
    "analysis",
    "training",
    "options",
    "profiles",
    "notation",
    "keys",
    "glossary",
    "faq",
)
"""Every page, in the order in which they are best read."""

_FOLDER = Path(tavla.words.__file__).parent / "help"
_ANCHOR = re.compile(r"\s*\{#([a-z0-9_-]+)\}\s*$")
_PAGE_LINK = re.compile(r"([a-z]+)\.md(#[a-z0-9_-]+)?")


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page ready to be shown: its title, and an HTML fragment that begins with it."""

    title: str
    html: str


@dataclass(frozen=True, slots=True)
class HelpBoard:
    """A board of a page: what it shows, and the play made in it (None: only a position; empty: none is possible)."""

    xgid: str
    position: Position
    roll: Roll | None
    rules: RuleSet
    written: str
    play: Play | None
    cube: bool
    caption: str


def pages(language: str) -> Mapping[str, str]:
    """The names of the pages with their titles, in reading order."""
    return {name: page(language, name).title for name in PAGES}


@cache
def page(language: str, name: str) -> HelpPage:
    """A page in a language; `NotFound` for a page, `InvalidOption` for a language, that does not exist."""
    return render(language, _text(language, name))


def render(language: str, text: str) -> HelpPage:
    """A text written as the pages are; it has to begin with its title."""
    tokens = _parse(language, text)
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {"language": language})
    return HelpPage(_title(tokens), html)


def boards(language: str, name: str) -> tuple[HelpBoard, ...]:
    """The boards of a page, in order."""
    return tuple(read_board(token.content) for token in _read(language, name) if token.info == "board")


def anchors(language: str, name: str) -> tuple[str, ...]:
    """The anchors of a page's headings, in order."""
    return tuple(str(token.attrs["id"]) for token in _read(language, name) if token.type == "heading_open")


def read_board(text: str) -> HelpBoard:
    """The board that a fenced block describes; raises a tavla error when it is no legal position or play."""
    first, *rest = text.strip().splitlines()
    fields = {key: value.strip() for key, _, value in (line.partition(":") for line in rest)}
    unknown = fields.keys() - {"play", "rules", "cube", "caption"}
    if unknown or not fields.get("caption"):
        raise InvalidText("help.board_fields", fields=", ".join(sorted(unknown)) or "caption")
    rules = STANDARD.with_options(dict(_pair(option) for option in fields.get("rules", "").split()))
    found = decode_xgid(first)
    position, roll = found.position, found.roll
    if position is None:
        raise InvalidText("help.board_fields", fields="XGID")
    written = fields.get("play", "")
    play = _play(written, position, roll, rules) if written else None
    return HelpBoard(first, position, roll, rules, written, play, "cube" in fields, fields["caption"])


def _pair(option: str) -> tuple[str, str]:
    name, _, value = option.partition("=")
    return name, value


def _play(written: str, position: Position, roll: Roll | None, rules: RuleSet) -> Play:
    if roll is None:
        raise InvalidText("help.board_without_roll", play=written)
    if written == "none":
        if legal_plays(position, roll, rules):
            raise InvalidText("help.board_has_play", roll=roll)
        return ()
    return parse_play(written, position, roll, rules).play


def _read(language: str, name: str) -> Sequence[Token]:
    return _parse(language, _text(language, name))


def _text(language: str, name: str) -> str:
    """A page as it is written; names are looked up, never joined to a path unseen."""
    messages(language)
    if name not in PAGES:
        raise NotFound("help.no_page", page=name[:64], pages=", ".join(PAGES))
    return (_FOLDER / language / f"{name}.md").read_text(encoding="utf-8")


def _parse(language: str, text: str) -> Sequence[Token]:
    return _MARKDOWN.parse(text, {"language": language})


def _title(tokens: Sequence[Token]) -> str:
    heading = next(place for place, token in enumerate(tokens) if token.type == "heading_open")
    return tokens[heading + 1].content


def _name_headings(state: StateCore) -> None:
    """Takes `{#anchor}` from the end of a heading and makes it the heading's id."""
    for heading, inline in zip(state.tokens, state.tokens[1:], strict=False):
        found = _ANCHOR.search(inline.content) if heading.type == "heading_open" else None
        if found:
            heading.attrSet("id", found[1])
            inline.content = inline.content[: found.start()]


def _lead_to_pages(state: StateCore) -> None:
    """Turns a link to another page's file into a link to the page."""
    for token in state.tokens:
        for link in token.children or ():
            found = _PAGE_LINK.fullmatch(str(link.attrs.get("href", "")))
            if found:
                link.attrSet("href", f"/help/{found[1]}{found[2] or ''}")


def _fence(tokens: Sequence[Token], place: int, options: Any, env: Mapping[str, str]) -> str:
    token = tokens[place]
    draw = _BLOCKS.get(token.info)
    if draw is None:
        return f"<pre><code>{escape(token.content)}</code></pre>\n"
    return draw(env["language"], token.content)


def _board(language: str, content: str) -> str:
    board = read_board(content)
    moves = dict.fromkeys((move.source, move.target) for move in board.play or ())
    drawing = board_svg(
        board.position,
        roll=board.roll,
        cube=(1, None) if board.cube else None,
        theme="page",
        arrows=moves,
        title=_description(language, board.position),
    )
    caption = _MARKDOWN.renderInline(board.caption, {"language": language})
    return (
        f'<figure class="help-board" data-xgid="{escape(board.xgid)}">{drawing}'
        f"<figcaption>{_written_play(language, board)}<div>{caption}</div></figcaption></figure>\n"
    )


def _written_play(language: str, board: HelpBoard) -> str:
    """The roll with its name and the play in notation, above the caption."""
    if board.roll is None:
        return ""
    dice = f"{board.roll.high}-{board.roll.low}"
    name = roll_name(language, board.roll)
    play = f"<code>{escape(board.written)}</code>" if board.play else escape(say(language, "help.no_play"))
    return f'<div class="help-play"><b>{dice}</b> <i>{escape(name)}</i> {play}</div>'


def _description(language: str, position: Position) -> str:
    """The position in words, for those who do not see it."""
    return say(
        language,
        "help.position",
        mine=_checkers(language, position.mine),
        theirs=_checkers(language, position.theirs),
    )


def _checkers(language: str, side: Side) -> str:
    named = {BAR: say(language, "help.bar"), OFF: say(language, "help.off")}
    return ", ".join(
        f"{named.get(point, point)}: {side[point]}" for point in (BAR, *range(24, 0, -1), OFF) if side[point]
    )


def _option(language: str, content: str) -> str:
    """The values of an option: the word, what it means, and the profiles that have it."""
    name = content.strip()
    rows = [
        (f"<code>{escape(word)}</code>", escape(label), _profile_links(language, name, word))
        for word, label in _values(language, name)
    ]
    return _table(language, ("help.value", "help.meaning", "help.profiles"), rows)


def _values(language: str, name: str) -> Iterator[tuple[str, str]]:
    """Each value of an option as it is written and what it means; `n` stands for a number."""
    if name == "length":
        for kind in ("points", "games", "money", "one"):
            yield (f"{kind}(n)" if kind in ("points", "games") else kind), say(language, f"length.{kind}", n="n")
    elif name == "clock":
        yield "off", option_value(language, name, "off")
        yield "12/120", option_value(language, name, "12/120")
    elif name == "cube_max":
        yield "none", option_value(language, name, "none")
        yield "2, 4, 8, ...", say(language, "option.cube_max.n", n="n")
    elif name in ("auto_double", "beavers"):
        yield "0", option_value(language, name, "0")
        yield f"1-{OPTIONS[name].words[-1]}", say(language, f"option.{name}.n", n="n")
    else:
        for word in OPTIONS[name].words:
            yield word, option_value(language, name, word)


def option_value(language: str, name: str, text: str) -> str:
    """What a value of an option means, in a few words; `text` is the value as files write it."""
    if name == "length":
        length = Length.parse(text)
        return say(language, f"length.{length.kind}", n=length.n)
    if name == "clock" and text not in ("off", "none"):
        delay, _, reserve = text.partition("/")
        return say(language, "option.clock.n", delay=delay, reserve=reserve)
    if name == "cube_max" and text != "none":
        return say(language, "option.cube_max.n", n=text)
    return say(language, f"option.{name}.{'off' if name == 'clock' else text}")


def _profile_links(language: str, name: str, word: str) -> str:
    having = [profile for profile, rules in PROFILES.items() if _has(rules.texts()[name], word)]
    if len(having) == len(PROFILES):
        return escape(say(language, "help.all_profiles"))
    links = (
        f'<a href="/help/profiles#{profile}">{escape(say(language, f"profile.{profile}"))}</a>' for profile in having
    )
    return ", ".join(links) or "–"


def _has(text: str, word: str) -> bool:
    """Whether a profile's value is the one of a row, which may stand for many numbers."""
    if word.endswith("(n)"):
        return text.startswith(word[:-2])
    return text == word or (word == "off" and text == "none")


def _profile(language: str, content: str) -> str:
    """The options in which a profile differs from `standard`; for `standard` itself, all of them."""
    rules = PROFILES[content.strip()]
    plain = STANDARD.texts()
    rows = [
        (
            f'<a href="/help/options#{name}">{escape(say(language, f"option.{name}"))}</a>',
            f"<code>{escape(name)}={escape(text)}</code>",
            escape(option_value(language, name, text)),
        )
        for name, text in rules.texts().items()
        if rules is STANDARD or text != plain[name]
    ]
    return _table(language, ("help.option", "help.value", "help.meaning"), rows)


def _table(language: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(say(language, key))}</th>" for key in headings)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
    return f"{_open_table(language)}<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody>\n</table></div>\n"


def _open_table(language: str) -> str:
    """A table in a frame of its own, so that a narrow screen can scroll it by finger or key."""
    label = escape(say(language, "help.table"))
    return f'<div class="help-table" role="group" tabindex="0" aria-label="{label}"><table>\n'


_BLOCKS: Mapping[str, Callable[[str, str], str]] = {"board": _board, "option": _option, "profile": _profile}


def _markdown() -> MarkdownIt:
    """The reader: plain Markdown with tables; HTML in a page is shown, never run."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.core.ruler.after("block", "name_headings", _name_headings)
    reader.core.ruler.push("lead_to_pages", _lead_to_pages)
    rules: dict[str, Callable[..., str]] = reader.renderer.rules  # type: ignore[attr-defined]
    rules["fence"] = _fence
    rules["table_open"] = lambda tokens, place, options, env: _open_table(env["language"])
    rules["table_close"] = lambda tokens, place, options, env: "</table></div>\n"
    return reader


_MARKDOWN = _markdown()
