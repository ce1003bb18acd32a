"""The command `crookbench`: its commands, by subject, stand in `crookbench/commands/`.

Everything heavy is imported inside the command that needs it, so that --help is quick.
"""

from __future__ import annotations

import click

from crookbench import __version__
from crookbench.commands import cases, playing, results, site
from crookbench.commands.options import Commands


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="crookbench")
def main() -> None:
    """Play, score and publish GP consultations of the game Crook.

    A benchmark of a game, not of medical competence.
    """


for command in (
    playing.run,
    playing.play,
    results.report,
    results.export,
    results.rescore,
    results.verify,
    cases.check,
    cases.new_case,
    cases.eval_patient,
    site.build_site,
    site.serve,
):
    main.add_command(command)
