"""How long the site takes to build, beside Pelican and at scale, and how heavy its pages are.

Each time is the least of several fresh processes, so that other work on the machine counts little.
Pelican, if it is named or installed beside this Python, renders as many transcripts in the same
run: the Markdown of every consult that has one, and a stub for each of the others. "Unchanged" is
a build over the site just built. Run from the checkout:

    python -m venv /tmp/pelican && /tmp/pelican/bin/pip install 'pelican[markdown]'
    python benchmarks/site.py --pelican /tmp/pelican/bin/pelican --scale 1980 20000
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from scale_site import make_results

TIMES = 5
ROOT = Path(__file__).parents[1]
SETTINGS = """
SITENAME = "Transcripts"
SITEURL = ""
TIMEZONE = "UTC"
PATH = "content"
DEFAULT_LANG = "en"
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = AUTHOR_FEED_ATOM = None
AUTHOR_FEED_RSS = None
"""

MEASURED = """
import json, resource, sys, time
from pathlib import Path
from crookbench.website.build import build_site
report = build_site(Path(sys.argv[1]), Path(sys.argv[2]), cases_dir=Path("cases"), search=False)
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(json.dumps({"pages": report.pages, "files": report.files, "bytes": report.bytes,
                  "memory": max(each.ru_maxrss for each in used) / 1000,
                  "cpu": sum(each.ru_utime + each.ru_stime for each in used)}))
"""


def _built(results: Path, out: Path) -> dict[str, float]:
    """One build in a process of its own, with its time by the clock."""
    command = [sys.executable, "-c", MEASURED, str(results), str(out)]
    began = time.perf_counter()
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    wall = time.perf_counter() - began
    found: dict[str, float] = json.loads(ended.stdout)
    return found | {"wall": wall}


def _articles(results: Path, folder: Path) -> int:
    """Every consult as an article for Pelican; how many there are."""
    content = folder / "content"
    content.mkdir(parents=True)
    records = sorted(
        path for path in results.glob("*/*/*.json")
        if not path.name.endswith((".log.json", ".error.json"))
    )  # fmt: skip
    for number, record in enumerate(records, start=1):
        words = record.with_suffix(".md")
        text = words.read_text("utf-8") if words.is_file() else "Kept without words.\n"
        head = f"Title: Consult {number}\nDate: 2026-01-01\nSlug: consult-{number}\n\n"
        (content / f"{number:05}.md").write_text(head + text, "utf-8")
    (folder / "settings.py").write_text(SETTINGS, "utf-8")
    return len(records)


def _pelican(program: str, folder: Path) -> float:
    shutil.rmtree(folder / "output", ignore_errors=True)
    command = [program, "--quiet", "--settings", "settings.py"]
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, capture_output=True, check=True)  # noqa: S603
    return time.perf_counter() - began


def _size(*paths: Path) -> float:
    """Over the wire in kB, each file gzipped on its own."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths) / 1000


def _weights(site: Path) -> dict[str, tuple[float, str]]:
    """Each weight that is limited, with its limit."""
    styles = _size(site / "assets" / "site.css")
    consults = [_size(path) + styles for path in site.glob("consults/*/*/*/index.html")]
    own = [path for path in (site / "assets").glob("*.js") if path.name != "plotly.min.js"]
    return {
        "Overview, HTML": (_size(site / "index.html"), "60"),
        "Largest transcript page with its style sheet": (max(consults), "30"),
        "All style sheets": (_size(*(site / "assets").glob("*.css")), "15"),
        "All scripts but plotly.js": (_size(*own), "15"),
        "plotly.js, only when a chart comes near": (_size(site / "assets" / "plotly.min.js"), "–"),
    }


def _published(pelican: str | None, folder: Path) -> None:
    """The site of results/, beside Pelican: their builds alternate, so that both meet the same."""
    count = _articles(ROOT / "results", folder / "pelican")
    cold, others, unchanged = [], [], []
    for number in range(TIMES):
        out = folder / f"site-{number}"
        cold.append(_built(ROOT / "results", out))
        unchanged.append(_built(ROOT / "results", out)["wall"])
        if pelican:
            others.append(_pelican(pelican, folder / "pelican"))
    best = min(cold, key=lambda each: each["wall"])
    print(
        f"The runs in `results/` ({count} consults): {best['pages']:.0f} pages, "
        f"{best['files']:.0f} files, {best['bytes'] / 1e6:.1f} MB. The least of {TIMES} builds in "
        f"fresh processes on {os.cpu_count()} cores. Made by `python benchmarks/site.py`.\n"
    )
    print("| | Seconds by the clock | Of a cold build |\n| --- | ---: | ---: |")
    rows = {"Cold build": best["wall"], "Unchanged build": min(unchanged)}
    if others:
        rows[f"Pelican, {count} articles"] = min(others)
    for what, seconds in rows.items():
        print(f"| {what} | {seconds:.2f} | {seconds / best['wall']:.2f} |")
    print(f"\nA cold build takes {best['cpu']:.1f} s of processors and {best['memory']:.0f} MB.\n")
    print("| Weight | kB, gzip | At most |\n| --- | ---: | ---: |")
    for what, (weight, most) in _weights(folder / "site-0").items():
        print(f"| {what} | {weight:.1f} | {most} |")


def _scaled(sizes: list[int], folder: Path) -> None:
    print("\n| Consults | Seconds | Milliseconds a consult | Largest process, MB | Site, MB |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for size in sizes:
        results, out = folder / f"results-{size}", folder / f"site-{size}"
        make_results(size, results)
        found = _built(results, out)
        print(
            f"| {size:,} | {found['wall']:.1f} | {1000 * found['wall'] / size:.1f} | "
            f"{found['memory']:.0f} | {found['bytes'] / 1e6:.0f} |"
        )
        shutil.rmtree(results)
        shutil.rmtree(out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pelican", default=shutil.which("pelican"), help="Pelican's program")
    parser.add_argument("--scale", type=int, nargs="+", default=[], help="numbers of consults")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        print("# The site: how long it takes to build, how heavy it is\n")
        _published(given.pelican, Path(name))
        if given.scale:
            _scaled(given.scale, Path(name))


if __name__ == "__main__":
    main()
