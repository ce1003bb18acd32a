"""Promises about building over a site: the same bytes as from nothing, and nothing stale."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from crookbench.game.moves import Say
from crookbench.website.folder import MARKER
from crookbench.website.unchanged import fingerprint, unchanged

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Workshop


def _tree(folder: Path) -> dict[str, bytes]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _change_nothing(_: Workshop) -> None:
    """The same again."""


def _change_a_consult(shop: Workshop) -> None:
    shop.play([Say("Does your calf hurt?"), Say("Are you short of breath?")])


def _change_the_issues(shop: Workshop) -> None:
    shop.write_issues()


def _change_the_case(shop: Workshop) -> None:
    path = shop.cases / "sore_calf.yaml"
    path.write_text(path.read_text("utf-8").replace("sore calf", "painful calf"), "utf-8")


def _remove_a_doctor(shop: Workshop) -> None:
    run = shop.results / "with-words"
    shutil.rmtree(run / "baseline_silent")
    data = json.loads((run / "run.json").read_text("utf-8"))
    data["doctors"] = [each for each in data["doctors"] if each["id"] != "baseline/silent"]
    (run / "run.json").write_text(json.dumps(data), "utf-8")


@pytest.mark.parametrize(
    "change",
    [_change_nothing, _change_a_consult, _change_the_issues, _change_the_case, _remove_a_doctor],
    ids=lambda change: change.__name__.strip("_"),
)
def test_build_over_an_old_site_is_the_same_bytes_as_one_from_nothing(
    shop: Workshop, change: Callable[[Workshop], None]
) -> None:
    """Whatever changed since: every file, and the marker."""
    shop.build(base_url="https://example.org/bench")
    change(shop)
    shop.build(base_url="https://example.org/bench")
    over = _tree(shop.out)
    shutil.rmtree(shop.out)
    shop.build(base_url="https://example.org/bench")
    assert over == _tree(shop.out)


def test_build_of_the_same_makes_nothing(shop: Workshop) -> None:
    """It says so, with the same counts."""
    first = shop.build()
    second = shop.build()
    assert (first.is_new, second.is_new) == (True, False)
    assert (second.pages, second.files, second.bytes) == (first.pages, first.files, first.bytes)
    assert str(second).endswith(" s, nothing had changed")


@pytest.mark.parametrize("change", ["edited", "gone", "added"])
def test_site_that_is_no_longer_what_was_made_is_made_anew(shop: Workshop, change: str) -> None:
    """Nobody's edit of a built site is published as if it had been built."""
    shop.build()
    page = shop.out / "cases" / "sore_calf" / "index.html"
    before = _tree(shop.out)
    if change == "gone":
        page.unlink()
    elif change == "edited":
        page.write_text("edited", "utf-8")
    else:
        page.with_name("added.html").write_text("added", "utf-8")
    assert shop.build().is_new
    assert _tree(shop.out) == before


@pytest.mark.parametrize(
    "said",
    ["", "{", "[]", '{"made_of": 1}', '{"pages": "x"}', "Built by hand", "[" * 9**5],
    ids=["empty", "cut off", "list", "too little", "no number", "words", "too deep"],
)
def test_marker_that_cannot_be_read_keeps_nothing(shop: Workshop, said: str) -> None:
    """A site of an earlier version, or with a damaged marker, is built from nothing."""
    shop.build()
    (shop.out / MARKER).write_text(said, "utf-8")
    assert shop.build().is_new


def test_site_made_of_something_else_is_not_unchanged(shop: Workshop) -> None:
    """Even if it is whole."""
    shop.build()
    made_of = json.loads((shop.out / MARKER).read_text("utf-8"))["made_of"]
    assert unchanged(shop.out, made_of) is not None
    assert unchanged(shop.out, "something else") is None


def test_other_options_make_another_site(shop: Workshop) -> None:
    """An address that is told stands on every page."""
    shop.build()
    assert shop.build(base_url="https://example.org/").is_new
    assert not shop.build(base_url="https://example.org/").is_new


def test_fingerprint_rests_on_names_and_contents_and_on_no_place(tmp_path: Path) -> None:
    """Folders that hold the same are the same, wherever they are; a renamed file is a change."""
    for name in ("a", "b", "c"):
        (tmp_path / name / "in").mkdir(parents=True)
        (tmp_path / name / "in" / "x.json").write_text("{}")
        (tmp_path / name / ".lock").write_text(name)
    (tmp_path / "c" / "in" / "x.json").rename(tmp_path / "c" / "in" / "y.json")
    a, b, c = (fingerprint({}, {"results": tmp_path / name}) for name in "abc")
    assert a == b != c


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_site_is_the_same_for_any_number_of_processes(
    shop: Workshop, built: Workshop, jobs: int
) -> None:
    """Every byte, the marker too."""
    shop.build(base_url="https://example.org/bench/", jobs=jobs)
    assert _tree(shop.out) == _tree(built.out)
