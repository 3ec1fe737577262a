"""The verbs as click commands: found by name, imported when called, explained in the language of the run."""

import importlib
import re
from typing import Any

import click

import tavla
from tavla.cli.interruption import not_by_click
from tavla.cli.language import language
from tavla.words import messages, say

VERBS = (
    "serve",
    "play",
    "match",
    "plays",
    "id",
    "show",
    "eval",
    "hint",
    "info",
    "convert",
    "analyse",
    "cube",
    "study",
    "db",
    "rollout",
    "engine",
    "external",
    "bench",
    "train",
    "about",
)
"""The verbs in the order of the help; `tavla.cli.VERB` holds the command VERB."""

_XGID_BOARD = re.compile(r"-[-A-Pa-p]{25}(?::|$)")
_CLICKS_OWN = {"Options": "cli.heading.options", "Commands": "cli.heading.commands"}


class _Formatter(click.HelpFormatter):
    """Help with its headings in the language of the run."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix if prefix is not None else f"{say(language(), 'cli.heading.usage')} ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(say(language(), _CLICKS_OWN[heading]) if heading in _CLICKS_OWN else heading)

    def write_dl(self, rows: Any, col_max: int = 30, col_spacing: int = 2) -> None:
        default, required = say(language(), "cli.default"), say(language(), "cli.required")
        said = [
            (term, text.replace("[default: ", f"[{default}: ").replace("[required]", f"[{required}]"))
            for term, text in rows
        ]
        super().write_dl(said, col_max, col_spacing)


class _Context(click.Context):
    formatter_class = _Formatter


class _Verbs(click.Group):
    """The group that knows its commands by name and loads the one that is called."""

    context_class = _Context

    def list_commands(self, context: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        command: click.Command = getattr(importlib.import_module(f"tavla.cli.{name}"), name)
        return _explained(command, f"cli.{name}")

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, say(language(), f"cli.{name}")) for name in VERBS])

    def invoke(self, context: click.Context) -> Any:
        """Call the verb; of what ends it early click would say nothing but an empty line."""
        with not_by_click():
            return super().invoke(context)

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        with not_by_click():
            return super().parse_args(context, [_shielded(argument) for argument in arguments])


def _shielded(argument: str) -> str:
    """An XGID without its prefix may begin with a hyphen, and is not an option for that."""
    return f"XGID={argument}" if _XGID_BOARD.match(argument) else argument


def _explained(command: click.Command, key: str) -> click.Command:
    """A command with the texts of the catalogue: `cli.VERB` for itself, `cli.VERB.NAME` for its options and
    subcommands, `cli.any.NAME` for what several share."""
    words = messages(language())
    command.context_class = _Context
    command.help = say(language(), key)
    command.short_help = command.help
    command.options_metavar = say(language(), "cli.metavar.options")
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            own, shared = f"{key}.{parameter.name}", f"cli.any.{parameter.name}"
            parameter.help = say(language(), own if own in words or shared not in words else shared)
        elif isinstance(parameter, click.Argument) and f"cli.metavar.{parameter.name}" in words:
            parameter.metavar = say(language(), f"cli.metavar.{parameter.name}")
    _explain_help_option(command)
    if isinstance(command, click.Group):
        command.subcommand_metavar = say(language(), "cli.metavar.commands")
        for name, subcommand in command.commands.items():
            _explained(subcommand, f"{key}.{name}")
    return command


def _explain_help_option(command: click.Command) -> None:
    option = command.get_help_option(click.Context(command))
    if option is not None:
        option.help = say(language(), "cli.any.help")


def build() -> click.Group:
    """The command `tavla` with all its verbs."""
    options: list[click.Parameter] = [
        click.Option(["--lang"], metavar="tr|en", expose_value=False),
        click.Option(["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_version),
    ]
    group = _Verbs("tavla", params=options, invoke_without_command=True, callback=_without_a_verb)
    _explained(group, "cli")
    return group


@click.pass_context
def _without_a_verb(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"tavla {tavla.__version__}")
        context.exit()


def usage_error(error: click.UsageError) -> str:
    """What was wrong with a command line, in one sentence and the language of the run."""
    tongue = language()
    match error:
        case click.NoSuchOption():
            text = say(tongue, "cli.error.no_option", option=error.option_name)
        case click.MissingParameter() if error.param is not None:
            text = say(tongue, "cli.error.missing", name=_name(error.param))
        case click.BadParameter() if error.param is not None:
            text = say(tongue, "cli.error.bad_value", name=_name(error.param), reason=_reason(error, tongue))
        case click.BadOptionUsage():
            text = say(tongue, "cli.error.option_value", option=error.option_name)
        case _:
            text = _other(error, tongue)
    where = error.ctx.command_path if error.ctx is not None else "tavla"
    return f"{text} {say(tongue, 'cli.error.try', command=f'{where} --help')}"


def _other(error: click.UsageError, tongue: str) -> str:
    unknown = re.match(r"No such command '(.*?)'", error.message, re.DOTALL)
    if unknown:
        group = error.ctx.command if error.ctx is not None else None
        verbs = group.list_commands(error.ctx) if isinstance(group, click.Group) and error.ctx is not None else VERBS
        return say(tongue, "cli.error.no_verb", verb=unknown[1][:64], verbs=", ".join(verbs))
    extra = re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", error.message, re.DOTALL)
    if extra:
        return say(tongue, "cli.error.extra", text=extra[1][:64])
    return error.message


def _reason(error: click.BadParameter, tongue: str) -> str:
    """What a value should have been, where that is known of its type; else what was said when it was refused."""
    match error.param.type if error.param is not None else None:
        case click.Choice(choices=choices):
            return say(tongue, "cli.error.one_of", choices=", ".join(choices))
        case click.FloatRange(min=least, min_open=True, max=None):
            return say(tongue, "cli.error.more_than", least=least)
        case click.FloatRange(min=least, max=most):
            return say(tongue, "cli.error.between", least=least, most=most)
        case click.IntRange(min=least, max=most):
            return say(tongue, "cli.error.whole_number", least=least, most=most)
        case click.Path(file_okay=False):
            return say(tongue, "cli.error.folder")
        case click.Path(dir_okay=False):
            return say(tongue, "cli.error.file")
    return error.message


def _name(parameter: click.Parameter) -> str:
    return parameter.opts[0] if isinstance(parameter, click.Option) else parameter.human_readable_name
