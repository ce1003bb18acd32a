"""Promises about what a build takes over from the last one: the same bytes, nothing stale."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from crookbench.game.moves import Say
from crookbench.website.folder import MARKER
from crookbench.website.kept import Kept

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Workshop


@dataclass(frozen=True)
class Maker:
    """Makes a file and counts how often it had to."""

    made: list[bytes]

    def __call__(self) -> bytes:
        self.made.append(b"made")
        return b"made"


def _built_before(folder: Path, of: object, by: str = "1") -> str:
    """A folder with one file made of something; the list it carries."""
    kept = Kept(folder, "", by)
    (folder / "a.txt").write_bytes(kept.file("a.txt", of, lambda: b"made"))
    return kept.listed()


def _remade(folder: Path, listed: str, of: object, by: str = "1") -> int:
    maker = Maker([])
    assert Kept(folder, listed, by).file("a.txt", of, maker) == b"made"
    return len(maker.made)


def test_file_made_of_the_same_is_taken_over(tmp_path: Path) -> None:
    """Equal things are the same, whether or not they are one object."""
    shared = ["b"]
    listed = _built_before(tmp_path, ("a", shared, shared))
    assert _remade(tmp_path, listed, ("a", ["b"], ["b"])) == 0


@pytest.mark.parametrize(
    ("of", "by"), [(("a", ["b"], 2), "1"), (("a", ["b"], 1), "2")], ids=["data", "code"]
)
def test_file_made_of_something_else_is_made_anew(tmp_path: Path, of: object, by: str) -> None:
    """Other data, or other code, templates or libraries."""
    assert _remade(tmp_path, _built_before(tmp_path, ("a", ["b"], 1)), of, by) == 1


@pytest.mark.parametrize("change", ["changed", "gone"])
def test_file_that_is_no_longer_what_was_made_is_made_anew(tmp_path: Path, change: str) -> None:
    """Nobody's edit of a built site is published as if it had been built."""
    listed = _built_before(tmp_path, 1)
    if change == "gone":
        (tmp_path / "a.txt").unlink()
    else:
        (tmp_path / "a.txt").write_bytes(b"edited")
    assert _remade(tmp_path, listed, 1) == 1


@pytest.mark.parametrize(
    "listed",
    ["", "{", "[]", '{"made": 1}', '{"made": {"a.txt": {"of": 1}}}', "Built by hand", "[" * 9**5],
    ids=["empty", "cut off", "list", "number", "half an entry", "words", "too deep"],
)
def test_list_that_cannot_be_read_keeps_nothing(tmp_path: Path, listed: str) -> None:
    """A site of an earlier version, or a damaged list, is built from nothing."""
    _built_before(tmp_path, 1)
    assert _remade(tmp_path, listed, 1) == 1


@pytest.mark.parametrize("path", ["../secret", "a/../../secret", "/secret", "..\\secret"])
def test_list_cannot_name_a_file_outside_the_site(tmp_path: Path, path: str) -> None:
    """Whoever wrote the list, and whatever lies there: nothing is read from elsewhere."""
    site = tmp_path / "site"
    (site / "a").mkdir(parents=True)
    outside = path.replace("/secret", f"{tmp_path}/secret") if path.startswith("/") else path
    (site / outside).write_bytes(b"made")
    listed = json.loads(_built_before(site, 1))
    listed["made"]["a.txt"]["files"] = {outside: listed["made"]["a.txt"]["files"]["a.txt"]}
    files = Kept(site, json.dumps(listed), "1").files("a.txt", 1, lambda: {"a.txt": b"made"})
    assert list(files) == ["a.txt"]


def test_list_cannot_put_one_file_in_the_place_of_another(tmp_path: Path) -> None:
    """Not even one that is as it was made."""
    listed = json.loads(_built_before(tmp_path, 1))
    listed["made"]["a.txt"]["files"] = {"b.txt": listed["made"]["a.txt"]["files"]["a.txt"]}
    (tmp_path / "b.txt").write_bytes(b"made")
    assert _remade(tmp_path, json.dumps(listed), 1) == 1


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
    shop: Workshop, change: object
) -> None:
    """Whatever changed since: every file, and the list of what they were made of."""
    assert callable(change)
    shop.build(base_url="https://example.org/bench")
    change(shop)
    shop.build(base_url="https://example.org/bench")
    over = _tree(shop.out)
    shutil.rmtree(shop.out)
    shop.build(base_url="https://example.org/bench")
    assert over == _tree(shop.out)


def test_build_takes_over_the_pages_that_did_not_change(shop: Workshop) -> None:
    """A page marked by hand, in the list too, stays as it is until something it shows changes."""
    shop.build()
    page = "cases/sore_calf/index.html"
    marked = (shop.out / page).read_bytes() + b"<!-- kept -->"
    kept = Kept(shop.out)
    kept.file(page, None, lambda: marked)
    listed = json.loads((shop.out / MARKER).read_text("utf-8"))
    listed["made"][page]["files"] = json.loads(kept.listed())["made"][page]["files"]
    (shop.out / MARKER).write_text(json.dumps(listed), "utf-8")
    (shop.out / page).write_bytes(marked)
    shop.build()
    assert (shop.out / page).read_bytes() == marked
    _change_a_consult(shop)
    shop.build()
    assert b"<!-- kept -->" not in (shop.out / page).read_bytes()
