"""Commands about the site: `build-site`, `serve` and `open`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from crookbench.commands.group import Command
from crookbench.commands.options import (
    cases_folder,
    cases_option,
    catalogue_folder,
    catalogue_option,
    format_option,
    path_option,
    quiet_option,
    results_option,
    under_way,
)


@click.command(
    "build-site",
    cls=Command,
    examples=(
        "crookbench build-site && crookbench open",
        "crookbench build-site --base-url https://example.org/crook/ --cards --strict",
    ),
)
@results_option
@path_option("--out", Path("site"), "Folder to build into.")
@click.option("--base-url", default="", help="Address the site is served from.")
@click.option("--issues-url", default="", help="Address where readers report a wrong mark.")
@click.option("--source-url", default="", metavar="URL",
              help="Where this commit's files can be read: https://…/blob/COMMIT.")  # fmt: skip
@click.option("--plotly", type=click.Path(path_type=Path), metavar="FILE",
              help="Smaller build of plotly.js to ship: plotly-basic.min.js from npm.")  # fmt: skip
@click.option("--strict", is_flag=True, help="Fail on gaps in planned consults too.")
@click.option("--cards", is_flag=True, help="Draw the pictures that shared links unfurl with.")
@click.option("--search/--no-search", default=None,
              help="Make an index to search [default: where pagefind is installed].")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), default=None,
              help="Processes that write pages [default: one a core].")  # fmt: skip
@cases_option
@catalogue_option
@quiet_option
@format_option("text", "json")
def build_site(
    results: Path,
    out: Path,
    base_url: str,
    issues_url: str,
    source_url: str,
    plotly: Path | None,
    cases_dir: Path | None,
    catalogue: Path | None,
    form: str,
    *,
    strict: bool,
    cards: bool,
    search: bool | None,
    jobs: int | None,
    quiet: bool,
) -> None:
    """Build the static site from the results; a site of the same things is left as it is."""
    from crookbench.website.build import build_site as build

    under_way("Building the site …", quiet=quiet)
    cases = cases_folder(cases_dir)
    built = build(
        results,
        out,
        cases_dir=cases,
        catalogue_dir=catalogue_folder(cases_dir, catalogue),
        base_url=base_url,
        issues_url=issues_url,
        source_url=source_url,
        plotly=plotly,
        strict=strict,
        cards=cards,
        search=search,
        jobs=jobs,
    )
    if form == "json":
        click.echo(json.dumps({
            "out": str(built.out), "pages": built.pages, "files": built.files,
            "bytes": built.bytes, "seconds": round(built.seconds, 3), "is_new": built.is_new,
        }))  # fmt: skip
    elif not quiet:
        click.echo(str(built))
        place = "" if out == Path("site") else f" --out {out}"
        click.echo(f"Look at it with: crookbench open{place}", err=True)


_out_option = path_option("--out", Path("site"), "Folder of the built site.")


@click.command(cls=Command, examples=("crookbench serve", "crookbench serve --port 0"))
@_out_option
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535),
              help="Port on 127.0.0.1; 0 takes a free one.")  # fmt: skip
@quiet_option
def serve(out: Path, port: int, *, quiet: bool) -> None:
    """Serve the built site on this machine only, until Ctrl-C."""
    from crookbench.website.serve import serve as serve_site

    serve_site(out, port, quiet=quiet)


@click.command("open", cls=Command, examples=("crookbench open", "crookbench open --out demo/site"))
@_out_option
@quiet_option
def open_(out: Path, *, quiet: bool) -> None:
    """Open the built site in the browser."""
    from crookbench.website.serve import open_site

    address = open_site(out)
    if not quiet:
        click.echo(address)
