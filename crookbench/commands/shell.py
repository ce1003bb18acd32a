"""The command that helps the shell: `completion`."""

from __future__ import annotations

import click

from crookbench.commands.group import Command


@click.command(
    cls=Command,
    examples=(
        "bash: echo 'eval \"$(crookbench completion bash)\"' >> ~/.bashrc",
        "zsh:  echo 'eval \"$(crookbench completion zsh)\"' >> ~/.zshrc",
        "fish: crookbench completion fish > ~/.config/fish/completions/crookbench.fish",
    ),
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that makes Tab complete commands, runs, cases, models and doctors."""
    from click.shell_completion import get_completion_class

    root = ctx.find_root()
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"expected bash, zsh or fish, saw {shell!r}")
    # the name that pip installs, however this one was called
    script = kind(root.command, {}, "crookbench", "_CROOKBENCH_COMPLETE").source()
    click.echo(script)
