"""How long the site of the published run takes to build, and how heavy its pages are.

Each time is the least of seven fresh processes, so that other work on the machine counts little.
CPU time is of the process alone, reading the case files and writing 800 files among it. Run from
the checkout:

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


def _measured(folder: Path) -> dict[str, float]:
    """One build in a process of its own, into a new folder."""
    results = folder / "results"
    if not results.exists():
        results.mkdir()
        (results / RUN).symlink_to(ROOT / "results" / RUN)
    out = Path(tempfile.mkdtemp(dir=folder)) / "site"
    command = [sys.executable, "-c", MEASURED, str(results), str(out), str(ROOT / "cases")]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    (folder / "last").unlink(missing_ok=True)
    (folder / "last").symlink_to(out)
    found: dict[str, float] = json.loads(ended.stdout)
    return found


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
        found = [_measured(folder) for _ in range(TIMES)]
        weights = _weights(folder / "last")
    least = {name: min(each[name] for each in found) for name in found[0]}
    print("# The site: how long it takes to build, how heavy it is\n")
    print(
        f"The run `{RUN}` (195 consults): {least['pages']:.0f} pages, {least['files']:.0f} files, "
        f"{least['bytes'] / 1e6:.1f} MB. The least of {TIMES} builds in fresh processes. "
        "Made by `python benchmarks/site.py`.\n"
    )
    print("| | Seconds |\n| --- | ---: |")
    print(f"| Loading Python and libraries, CPU | {least['import']:.2f} |")
    print(f"| Building, CPU | {least['build']:.2f} |")
    print(f"| Both, by the clock | {least['wall']:.2f} |\n")
    print("| Weight | kB, gzip | At most |\n| --- | ---: | ---: |")
    for what, (weight, most) in weights.items():
        print(f"| {what} | {weight:.1f} | {most} |")


if __name__ == "__main__":
    main()
