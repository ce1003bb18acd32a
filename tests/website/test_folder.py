"""Promises about where a site is put: at once where that can be, in place where it must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crookbench.errors import UsageFault
from crookbench.website.folder import MARKER, fill, replacing

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Workshop


def test_link_to_a_folder_is_built_where_it_leads(shop: Workshop) -> None:
    """The link stays a link."""
    there = shop.folder / "elsewhere"
    there.mkdir()
    shop.out.symlink_to(there)
    shop.build()
    shop.build(base_url="https://example.org/")
    assert shop.out.is_symlink()
    assert (there / "index.html").is_file()


def test_broken_link_is_refused_before_the_work(shop: Workshop) -> None:
    """With what was expected."""
    shop.out.symlink_to(shop.folder / "nowhere")
    with pytest.raises(UsageFault) as caught:
        shop.build()
    assert str(caught.value) == (
        f"--out {shop.out}: expected a folder or nothing, saw a link that leads nowhere"
    )


def test_folder_that_must_stay_is_emptied_and_filled(tmp_path: Path) -> None:
    """As a mount point must: what lies there of the disk itself is left alone."""
    fresh, out = tmp_path / "fresh", tmp_path / "out"
    for folder in (fresh / "a", out / "old", out / "lost+found"):
        folder.mkdir(parents=True)
    (fresh / "a" / "new.html").write_text("new")
    (out / "old" / "old.html").write_text("old")
    (out / "old.html").write_text("old")
    (out / "link").symlink_to(fresh)
    fill(fresh, out)
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*")) == [
        "a", "a/new.html", "lost+found",
    ]  # fmt: skip


def test_site_under_a_file_is_refused_before_the_work(tmp_path: Path) -> None:
    """One message, no traceback."""
    (tmp_path / "file").write_text("x")
    out = tmp_path / "file" / "site"
    with pytest.raises(UsageFault, match="name a folder that can be written"), replacing(out):
        pytest.fail("the work had begun")


def test_folder_of_a_killed_build_is_no_ones_work(tmp_path: Path) -> None:
    """It does not keep the next build from its place."""
    (tmp_path / ".crookbench-work-x").mkdir()
    with replacing(tmp_path) as folder:
        (folder / MARKER).write_text("")
    assert (tmp_path / MARKER).is_file()
