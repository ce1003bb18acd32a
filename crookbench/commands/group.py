"""How every command behaves: its help, its defaults from crookbench.toml, how its faults are told.

Exit status: 0 done, 1 faults found or consults failed, 2 wrong use, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crookbench.errors import CrookbenchError, NotAvailable, UsageFault
from crookbench.game.nearest import did_you_mean
from crookbench.settings import DEFAULTS, FILE, Settings, read_settings
from crookbench.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

FOUND_FAULTS = 1
WRONG_USE = 2
INTERRUPTED = 130
"""128 and the number of SIGINT, as shells have it."""


class Command(click.Command):
    """A command with examples in its help."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.examples = examples

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002  click's own signature
        """The first paragraph of the help, whole."""
        return " ".join((self.help or "").split("\n\n")[0].split())

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        if self.examples:
            with formatter.section("Examples"):
                for example in self.examples:
                    formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class Commands(click.Group):
    """The commands in sections. What a user can mend is told as one message, never a traceback."""

    command_class = Command

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  click's own signature
        super().__init__(*args, **kwargs)
        self.sections: dict[str, list[str]] = {}

    def add_section(self, title: str, commands: Iterable[click.Command]) -> None:
        """Adds commands that the help shows under one heading."""
        for command in commands:
            self.add_command(command)
            self.sections.setdefault(title, []).append(command.name or "")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands by section, each with its whole first sentence."""
        placed = {name for names in self.sections.values() for name in names}
        others = [name for name in self.list_commands(ctx) if name not in placed]
        for title, names in {**self.sections, "Other": others}.items():
            found = {name: self.commands[name] for name in names}
            rows = [(name, each.get_short_help_str()) for name, each in found.items()]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  click's own signature
        """Runs a command; what the terminal's encoding lacks is replaced, for it stops no run."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
                stream.reconfigure(errors="replace")
        return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401  click's own signature
        try:
            settings = read_settings(Path.cwd())
            ctx.obj = settings
            ctx.default_map = self._defaults(ctx, settings)
            return super().invoke(ctx)
        except (UsageFault, NotAvailable) as error:
            _fail(error, WRONG_USE)
        except CrookbenchError as error:
            _fail(error, FOUND_FAULTS)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            raise  # whoever read our lines has had enough of them: click ends without a word
        except OSError as error:
            _fail(f"{error.filename or 'a file'}: {error.strerror or error}", FOUND_FAULTS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Names the nearest command where there is none of this name."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            hint = did_you_mean(args[0], self.commands, "crookbench --help lists the commands")
            ctx.fail(f"There is no command {args[0]!r}; {hint}.".replace("?.", "?"))
        return super().resolve_command(ctx, args)

    def _defaults(self, ctx: click.Context, settings: Settings) -> dict[str, dict[str, Any]]:
        """Default values by command and parameter, from the settings; each is checked."""
        found: dict[str, dict[str, Any]] = {name: {} for name in self.commands}
        common = settings.options.get(DEFAULTS, {})
        for name, command in self.commands.items():
            found[name] |= _values(ctx, settings, DEFAULTS, common, command)
        every = {name for each in self.commands.values() for name in _options(each)}
        for table, values in settings.options.items():
            if table not in (*self.commands, DEFAULTS):
                known = (*self.commands, "doctor", "patient", DEFAULTS)
                advice = did_you_mean(table, known, f"expected the name of a command, doctor, "
                                      f"patient or {DEFAULTS}")  # fmt: skip
                raise UsageFault(f"{settings.path}: unknown table [{table}]; {advice}")
            options = every if table == DEFAULTS else {*_options(self.commands[table])}
            for name in values:
                if name not in options:
                    advice = did_you_mean(name, options, "its long name without -- is expected")
                    raise UsageFault(
                        f"{settings.path}: {table}.{name}: there is no such option; {advice}"
                    )
            if table != DEFAULTS:
                found[table] |= _values(ctx, settings, table, values, self.commands[table])
        return found


def _options(command: click.Command) -> dict[str, click.Parameter]:
    """A command's options by their long names, as crookbench.toml writes them."""
    return {
        name.removeprefix("--"): param
        for param in command.params if isinstance(param, click.Option)
        for name in param.opts if name.startswith("--")
    }  # fmt: skip


def _values(
    ctx: click.Context,
    settings: Settings,
    table: str,
    values: Mapping[str, Any],
    command: click.Command,
) -> dict[str, Any]:
    """A table's values for one command; a path is taken from the folder of the file."""
    found = {}
    for name, param in _options(command).items():
        if name not in values or param.name is None:
            continue
        value = values[name]
        if isinstance(param.type, click.Path) and isinstance(value, str) and settings.path:
            value = str(settings.path.parent / value)
        try:
            param.type_cast_value(ctx, value)
        except (click.BadParameter, TypeError) as problem:
            why = problem.message if isinstance(problem, click.BadParameter) else repr(value)
            raise UsageFault(f"{settings.path or FILE}: {table}.{name}: {why}") from None
        found[param.name] = value
    return found


def _fail(error: object, status: int) -> None:
    click.echo(f"crookbench: {printable(str(error))}", err=True)
    sys.exit(status)
