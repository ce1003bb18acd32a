"""Commands about the site: `build-site` and `serve`."""

from __future__ import annotations

from pathlib import Path

import click

from crookbench.commands.options import (
    cases_folder,
    cases_option,
    catalogue_folder,
    catalogue_option,
    path_option,
    quiet_option,
    results_option,
)


@click.command("build-site")
@results_option
@path_option("--out", Path("site"), "Folder to build into.")
@click.option("--base-url", default="", help="Address the site is served from.")
@click.option("--issues-url", default="", help="Address where readers report a wrong mark.")
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
def build_site(
    results: Path,
    out: Path,
    base_url: str,
    issues_url: str,
    plotly: Path | None,
    cases_dir: Path | None,
    catalogue: Path | None,
    *,
    strict: bool,
    cards: bool,
    search: bool | None,
    jobs: int | None,
    quiet: bool,
) -> None:
    """Build the static site from the results; a site of the same things is left as it is."""
    from crookbench.website.build import build_site as build

    cases = cases_folder(cases_dir)
    built = build(
        results,
        out,
        cases_dir=cases,
        catalogue_dir=catalogue_folder(cases_dir, catalogue),
        base_url=base_url,
        issues_url=issues_url,
        plotly=plotly,
        strict=strict,
        cards=cards,
        search=search,
        jobs=jobs,
    )
    if not quiet:
        click.echo(str(built))


@click.command()
@path_option("--out", Path("site"), "Folder of the built site.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535),
              help="Port on 127.0.0.1; 0 takes a free one.")  # fmt: skip
def serve(out: Path, port: int) -> None:
    """Serve the built site on this machine only."""
    from crookbench.website.serve import serve as serve_site

    serve_site(out, port)
