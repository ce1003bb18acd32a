"""After a person's consult: how others did in the same case, and the page of the own consult."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from crookbench.casebook.models import models_beside
from crookbench.doctor.terminal.render_move import plain
from crookbench.errors import CrookbenchError, Fault
from crookbench.records.results import read_record
from crookbench.runs.listing import listed

if TYPE_CHECKING:
    from rich.console import Console

    from crookbench.records.record import Record

_MOST_ROWS = 10
"""Others that are listed: the best; the whole order is on the site."""


def how_others_did(results: Path, cases: Path, own: Record) -> str:
    """Mean share of the points of each doctor in the same version of the case; "" for nobody.

    Other versions of a case, such as those of the published run, say nothing about this one.
    """
    shares = defaultdict(list)
    for path in results.glob(f"*/*/{own.case}-*.json"):
        if path.name.endswith((".log.json", ".error.json")):
            continue
        try:
            record = read_record(path)
        except Fault:
            continue
        same = record.provenance.case == own.provenance.case and record.max == own.max
        if same and own.provenance.case and record.max and record.model != own.model:
            shares[record.model].append(100 * record.total / record.max)
    if not shares:
        return ""
    names = {each.id: each.name for each in models_beside(cases).values()}
    means = {names.get(model, model): (fmean(each), len(each)) for model, each in shares.items()}
    you = ("you, now", (100 * own.total / own.max if own.max else 0.0, 1))
    best = sorted(means.items(), key=lambda item: -item[1][0])[:_MOST_ROWS]
    ordered = sorted([*best, you], key=lambda item: -item[1][0])
    return listed(
        [{"%": round(share), "doctor": name, "consults": n} for name, (share, n) in ordered],
        "table",
    )


def open_own_page(
    run: Path, cases: Path, catalogue: Path | None, key: tuple[str, str, int], console: Console
) -> None:
    """Builds the pages of the person's run into a folder of their own, and opens the consult's.

    What goes wrong is told; the consult is filed in any case.
    """
    from crookbench.figures.names import consult_href
    from crookbench.website.build import build_site
    from crookbench.website.serve import open_page

    console.print(plain("Building the page, which takes some seconds …", "dim"))
    out = Path(tempfile.mkdtemp(prefix="crookbench-")) / "site"
    try:
        build_site(run, out, cases_dir=cases, catalogue_dir=catalogue, search=False, jobs=1)
        console.print(
            plain(open_page(out / consult_href(run.name, key) / "index.html"), "dim"),
            soft_wrap=True,
        )
    except CrookbenchError as problem:
        console.print(plain(f"The page cannot be shown: {problem}"), soft_wrap=True)
