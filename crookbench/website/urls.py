"""Where every page stands. An address, once published, never changes.

Pages link to each other by relative addresses that name the file, so that a copy of the folder
opens from a disk, from any host and from any path.
"""

from __future__ import annotations

from urllib.parse import quote

from crookbench.records.slug import slug

INDEX = "index.html"
NAME = "Crook bench"
"""What the site is called."""

SECTIONS = {
    "Models": "models/index.html",
    "Cases": "cases/index.html",
    "Runs": "runs/index.html",
    "Compare": "compare/index.html",
    "Caveats": "caveats/index.html",
    "Method": "method/index.html",
    "Data": "data/index.html",
    "Search": "search/index.html",
}
"""The navigation, in order."""


def relative(target: str, page: str) -> str:
    """The address of `target` as seen from `page`; both are paths in the site.

    A fragment of `target` is kept: `relative("method/index.html#points", "index.html")`.
    """
    path, hash_, fragment = target.partition("#")
    if path == page and hash_:
        return f"#{quote(fragment)}"
    return quote(_steps(path, page), safe="/~") + (f"#{quote(fragment)}" if hash_ else "")


def _steps(path: str, page: str) -> str:
    """The way from a page's folder: `../` for each folder left, then what is entered."""
    *there, name = path.split("/")
    here = page.split("/")[:-1]
    shared = 0
    for left, entered in zip(here, there, strict=False):
        if left != entered:
            break
        shared += 1
    return "/".join([*[".."] * (len(here) - shared), *there[shared:], name])


def canonical(base_url: str, page: str) -> str:
    """The absolute address of a page, in its short form without `index.html`."""
    return f"{base_url.rstrip('/')}/{quote(page.removesuffix(INDEX), safe='/~')}"


def run_page(run: str) -> str:
    return f"runs/{run}/{INDEX}"


def undisputed(run: str) -> str:
    """Where the tables of a run stand as they would be without disputed points."""
    return f"runs/{run}/without-disputed/{INDEX}"


def model_page(model: str) -> str:
    return f"models/{slug(model)}/{INDEX}"


def case_page(case: str, collection: str = "") -> str:
    """The page of a case; `collection` is the folder of another project's cases."""
    return f"cases/{collection}/{case}/{INDEX}" if collection else f"cases/{case}/{INDEX}"


def consult_folder(run: str, model: str, case: str, rep: int) -> str:
    return f"consults/{run}/{slug(model)}/{case}-{rep}"


def consult_page(run: str, model: str, case: str, rep: int) -> str:
    return f"{consult_folder(run, model, case, rep)}/{INDEX}"


def move_page(run: str, model: str, case: str, rep: int, move: int) -> str:
    """The page of a consult, at one of its moves."""
    return f"{consult_page(run, model, case, rep)}#{move_anchor(move)}"


def consult_name(run: str, model: str, case: str, rep: int) -> str:
    """A consult as the address of a comparison names it."""
    return consult_folder(run, model, case, rep).removeprefix("consults/")


def compared_items(run: str, model: str, case: str, rep: int) -> str:
    """What a comparison reads of a consult."""
    return f"{consult_folder(run, model, case, rep)}/items.js"


def item_matrix(case: str, run: str) -> str:
    return f"cases/{case}/{run}/{INDEX}"


def page_number(path: str, number: int) -> str:
    """Where the nth page of a list stands: the first where it always stood."""
    return path if number == 1 else f"{path.removesuffix(INDEX)}page-{number}/{INDEX}"


COMPARE = f"compare/{INDEX}"


def chart_csv(run: str, chart: str) -> str:
    """Where the numbers of a chart can be downloaded."""
    return f"data/{run}/{chart}.csv"


def move_anchor(number: int) -> str:
    """The id of a move on its page: `m07` for the seventh."""
    return f"m{number:02d}"
