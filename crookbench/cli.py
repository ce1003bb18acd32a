"""The command `crookbench`: its commands, by subject, stand in `crookbench/commands/`.

Everything heavy is imported inside the command that needs it, so that --help is quick.
"""

from __future__ import annotations

import click

from crookbench import __version__
from crookbench.commands import cases, looking, playing, results, shell, site
from crookbench.commands.group import Commands
from crookbench.inspect_ai.commands import import_


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="crookbench")
def main() -> None:
    """Play, score and publish GP consultations of the game Crook.

    A benchmark of a game, not of medical competence. Defaults of a project can stand in
    crookbench.toml; see the README.
    """


main.add_section("Play", (playing.run, playing.play, playing.forget))
main.add_section(
    "Look at results", (looking.list_, looking.show, results.report, results.power, results.export)
)
main.add_section("Keep results right", (results.verify, results.rescore, import_))
main.add_section("Write cases", (cases.new_case, cases.phrases, cases.check, cases.eval_patient))
main.add_section("Publish", (site.build_site, site.open_, site.serve))
main.add_section("Set up", (shell.completion,))
