"""Promises about building: nothing is lost, nothing foreign is touched, every fault is told."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from crookbench.errors import CrookbenchError, Fault, Faults, UsageFault
from crookbench.website.folder import MARKER

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Workshop


def _tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_build_counts_its_pages_and_files(shop: Workshop) -> None:
    """The report is what lies in the folder, the marker aside."""
    report = shop.build()
    tree = _tree(shop.out)
    del tree[MARKER]
    assert report.pages == sum(path.endswith(".html") for path in tree)
    assert (report.files, report.bytes) == (len(tree), sum(map(len, tree.values())))


def test_build_replaces_a_site_of_ours_whole(shop: Workshop) -> None:
    """A page that is no longer there does not stay behind."""
    shop.build()
    (shop.out / "consults" / "old.html").write_text("old")
    shop.build()
    assert not (shop.out / "consults" / "old.html").exists()
    assert [path.name for path in shop.folder.iterdir() if path.name.startswith(".")] == []


def test_removed_model_leaves_no_page_behind(shop: Workshop) -> None:
    """Nor a file, nor a word of it on any other page of the run."""
    shop.build()
    assert [path for path in _tree(shop.out) if "baseline_silent" in path]
    run = shop.results / "with-words"
    shutil.rmtree(run / "baseline_silent")
    data = json.loads((run / "run.json").read_text(encoding="utf-8"))
    data["doctors"] = [each for each in data["doctors"] if each["id"] != "baseline/silent"]
    (run / "run.json").write_text(json.dumps(data), encoding="utf-8")
    shop.build()
    tree = _tree(shop.out)
    assert [path for path in tree if "baseline_silent" in path] == []
    assert [path for path, content in tree.items() if b"baseline/silent" in content] == []


def test_failing_build_leaves_the_old_site_untouched(shop: Workshop) -> None:
    """A fault found late changes no byte and leaves no folder behind."""
    shop.build()
    before = _tree(shop.out)
    log = shop.results / "with-words" / "lab_model-1" / "sore_calf-1.md"
    log.write_text("sk-or-v1-0123456789abcdef0123456789abcdef", encoding="utf-8")
    with pytest.raises(CrookbenchError) as caught:
        shop.build()
    assert str(caught.value) == (
        "the site has faults; nothing was written:\n"
        "consults/with-words/lab_model-1/sore_calf-1/transcript.md: something that looks like a "
        "key, 'sk-or-…'; take it out of the results"
    )
    assert _tree(shop.out) == before
    assert sorted(path.name for path in shop.folder.iterdir()) == ["cases", "results", "site"]


def test_build_refuses_a_folder_of_somebody_elses(shop: Workshop) -> None:
    """A folder with other files in it is never replaced."""
    shop.out.mkdir()
    (shop.out / "thesis.txt").write_text("mine")
    with pytest.raises(UsageFault) as caught:
        shop.build()
    assert str(caught.value) == (
        f"--out {shop.out}: expected an empty folder or a site built before, saw other files; "
        "name another folder, or empty this one"
    )
    assert _tree(shop.out) == {"thesis.txt": b"mine"}


def test_build_refuses_a_file(shop: Workshop) -> None:
    """A file is never replaced."""
    shop.out.write_text("mine")
    with pytest.raises(UsageFault) as caught:
        shop.build()
    assert str(caught.value) == (
        f"--out {shop.out}: expected a folder or nothing, saw a file; name another"
    )
    assert shop.out.read_text() == "mine"


def test_build_takes_an_empty_folder(shop: Workshop) -> None:
    """An empty folder is as good as none."""
    shop.out.mkdir()
    shop.build()
    assert (shop.out / "index.html").is_file()


def test_build_refuses_a_base_url_that_is_none(shop: Workshop) -> None:
    """The address is told with what was expected."""
    with pytest.raises(UsageFault) as caught:
        shop.build(base_url="example.org")
    assert str(caught.value) == (
        "--base-url: expected an address such as https://example.org/crookbench, saw 'example.org'"
    )


def test_build_refuses_an_address_for_issues_that_is_none(shop: Workshop) -> None:
    """A link that runs something is no address."""
    with pytest.raises(UsageFault) as caught:
        shop.build(issues_url="javascript:alert(1)")
    assert str(caught.value) == (
        "--issues-url: expected an address such as https://github.com/OWNER/REPO/issues/new, "
        "saw 'javascript:alert(1)'"
    )
    assert not shop.out.exists()


def test_wrong_mark_can_be_reported_from_its_page(shop: Workshop) -> None:
    """The issue names the consult; a site that is told of no place for issues leads to none."""
    shop.build(base_url="https://example.org/", issues_url="https://example.org/issues/new?l=mark")
    page = "consults/with-words/lab_model-1/sore_calf-1/index.html"
    (href,) = re.findall(r'Is a mark wrong\? <a href="([^"]+)"', shop.page(page))
    asked = parse_qs(urlsplit(unescape(href)).query)
    assert asked["l"] == ["mark"]
    assert asked["title"] == ["Marking: A sore calf, by Model One, repeat 1"]
    assert asked["body"][0].startswith(
        "Where: https://example.org/consults/with-words/lab_model-1/sore_calf-1/\n"
    )
    assert "Found another?" in shop.page("caveats/index.html")
    shop.build()
    assert "Is a mark wrong?" not in shop.page(page)
    assert "Found another?" not in shop.page("caveats/index.html")


def test_strict_build_refuses_gaps(shop: Workshop) -> None:
    """A planned consult without a score fails a strict build, and only a strict one."""
    run = shop.results / "with-words"
    for path in (run / "lab_model-1").iterdir():
        path.unlink()
    shop.write_issues()
    shop.build()
    with pytest.raises(Faults) as caught:
        shop.build(strict=True)
    assert str(caught.value) == (
        f"{run}: 1 of 2 planned consults have no score; play them with the same run command, "
        "or build without --strict"
    )
    assert "Model One, A sore calf, repeat 1: not played yet" in shop.page(
        "runs/with-words/index.html"
    )


def test_build_refuses_a_run_id_that_is_no_address(shop: Workshop) -> None:
    """A run's id becomes part of addresses and paths, so it is checked first."""
    path = shop.results / "with-words" / "run.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(data | {"id": "../up"}), encoding="utf-8")
    with pytest.raises(Fault) as caught:
        shop.build()
    assert "../up" in str(caught.value)
    assert not shop.out.exists()


def test_issue_that_touches_no_consult_is_a_fault(shop: Workshop) -> None:
    """A known issue cannot point at a consult that its run does not have."""
    touched = {"run": "with-words", "model": "lab/model-1", "case": "sore_calf", "rep": 9}
    issue = {
        "id": "T1", "title": "t", "status": "open", "found_in": "f", "happens": "h",
        "answer": "a", "consults": [touched],
    }  # fmt: skip
    shop.write_issues(issue)
    with pytest.raises(Faults) as caught:
        shop.build()
    assert str(caught.value).endswith(
        "issues.0.consults.0: run with-words has no consult of lab/model-1, sore_calf, repeat 9, "
        "or not that move; correct it or leave it out"
    )


def test_sitemap_lists_every_page_but_the_one_for_missing_ones(built: Workshop) -> None:
    """Addresses are absolute and short, sorted."""
    text = built.page("sitemap.xml")
    assert "<loc>https://example.org/bench/</loc>" in text
    assert "<loc>https://example.org/bench/models/lab_model-1/</loc>" in text
    assert "404" not in text
    assert text.count("<loc>") == len(list(built.out.rglob("*.html"))) - 1


def test_missing_page_links_from_the_root_of_the_site(built: Workshop) -> None:
    """It is shown at any depth, so its links cannot be relative."""
    assert 'href="/bench/assets/site.css"' in built.page("404.html")


def test_build_refuses_two_files_in_one_place(shop: Workshop) -> None:
    """Ids that differ by capitals alone are one folder on many disks."""
    twin = shop.results / "With-Words"
    shutil.copytree(shop.results / "with-words", twin)
    data = json.loads((twin / "run.json").read_text(encoding="utf-8"))
    (twin / "run.json").write_text(json.dumps(data | {"id": "With-Words"}), encoding="utf-8")
    with pytest.raises(CrookbenchError) as caught:
        shop.build()
    assert str(caught.value) == (
        "the site would have two files at cases/sore_calf/with-words/"
        "index.html; rename a run, model or case so that no two ids are alike"
    )


@pytest.mark.parametrize(
    ("module", "options", "message"),
    [
        (
            "PIL",
            "cards=True, search=False",
            "--cards: expected Pillow, which is not installed; install crookbench[cards], or build "
            "without --cards: links then unfurl as words only",
        ),
        (
            "pagefind_bin",
            "cards=False, search=True",
            "--search: expected pagefind, which is not installed; install crookbench[search], or "
            "build with --no-search: the search page then lists what there is",
        ),
        ("pagefind_bin", "cards=False, search=None", "Extras(cards=False, search=False)"),
    ],
    ids=["cards", "search", "search if it can"],
)
def test_extra_without_its_library_is_told(module: str, options: str, message: str) -> None:
    """Before anything is built, with what to install; search unasked for is simply not made."""
    code = f"""
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name == {module!r} else find(name)
from crookbench.website.extras import wanted
try:
    print(wanted({options}))
except Exception as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{message}\n"


def test_search_page_without_an_index_says_so(shop: Workshop) -> None:
    """It lists everything, and no form leads nowhere."""
    shop.build()
    page = shop.page("search/index.html")
    assert "built without an index to search" in page
    assert "<form" not in page
    assert "<form" not in shop.page("index.html")
    assert "wasm-unsafe-eval" not in page
    assert '<a href="../models/lab_model-1/index.html">Model One</a>' in page
    assert '<a href="../caveats/index.html#T1">T1. A clot that nobody heard</a>' in page
