"""How long the site of the published run takes to build, and how heavy its pages are.

Each time is the least of seven fresh processes, so that other work on the machine counts little.
CPU time is of the process alone, reading the case files and writing 800 files among it. "Again" is
a build over the site just built, from which what did not change is taken over. Run from the
checkout:

    python benchmarks/site.py > benchmarks/site.md
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path

RUN = "2026-10-04-published"
TIMES = 7
ROOT = Path(__file__).parents[1]

MEASURED = """
import json, sys, time
from pathlib import Path
began = time.process_time(), time.perf_counter()
from crookbench.website.build import build_site
imported = time.process_time()
report = build_site(Path(sys.argv[1]), Path(sys.argv[2]), cases_dir=Path(sys.argv[3]))
ended = time.process_time(), time.perf_counter()
print(json.dumps({"import": imported - began[0], "build": ended[0] - imported,
                  "wall": ended[1] - began[1], "pages": report.pages, "files": report.files,
                  "bytes": report.bytes}))
"""


def _results(folder: Path) -> Path:
    """A results folder with the published run alone."""
    results = folder / "results"
    results.mkdir()
    (results / RUN).symlink_to(ROOT / "results" / RUN)
    return results


def _measured(results: Path, out: Path) -> dict[str, float]:
    """One build in a process of its own."""
    command = [sys.executable, "-c", MEASURED, str(results), str(out), str(ROOT / "cases")]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    found: dict[str, float] = json.loads(ended.stdout)
    return found


def _least(measured: list[dict[str, float]]) -> dict[str, float]:
    return {name: min(each[name] for each in measured) for name in measured[0]}


def _size(*paths: Path) -> float:
    """Over the wire in kB, each file gzipped on its own."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths) / 1000


def _weights(site: Path) -> dict[str, tuple[float, str]]:
    """Each weight that design section 9 limits, with its limit."""
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


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        results, sites = _results(folder), [folder / f"site-{n}" for n in range(TIMES)]
        least = _least([_measured(results, out) for out in sites])
        again = _least([_measured(results, out) for out in sites])
        weights = _weights(sites[0])
    print("# The site: how long it takes to build, how heavy it is\n")
    print(
        f"The run `{RUN}` (195 consults): {least['pages']:.0f} pages, {least['files']:.0f} files, "
        f"{least['bytes'] / 1e6:.1f} MB. The least of {TIMES} builds in fresh processes. "
        "Made by `python benchmarks/site.py`.\n"
    )
    print("| | Seconds, from nothing | Again |\n| --- | ---: | ---: |")
    for what, key in {
        "Loading Python and libraries, CPU": "import",
        "Building, CPU": "build",
        "Both, by the clock": "wall",
    }.items():
        print(f"| {what} | {least[key]:.2f} | {again[key]:.2f} |")
    print()
    print("| Weight | kB, gzip | At most |\n| --- | ---: | ---: |")
    for what, (weight, most) in weights.items():
        print(f"| {what} | {weight:.1f} | {most} |")


if __name__ == "__main__":
    main()
