"""The wheel and the source archive, as somebody meets them who has no checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from crookbench import __version__

pytestmark = pytest.mark.package

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, and the wheel made from it."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return out


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a fresh environment that has the wheel, and no checkout.

    The libraries are those of this environment: their own packages are installed already.
    """
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=False, symlinks=True)
    paths = {"base": str(place), "platbase": str(place)}
    site = Path(sysconfig.get_path("purelib", vars=paths))
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    python = place / "bin" / "python"
    wheel = next(dist.glob("*.whl"))
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet",
               "--no-deps", "--no-index", str(wheel)]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    return place / "bin" / "crookbench"


def _told(command: Path, folder: Path, *words: str) -> str:
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [command, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_wheel_holds_cases_templates_and_what_was_learnt(dist: Path) -> None:
    """And both licences."""
    names = ZipFile(next(dist.glob("*.whl"))).namelist()
    held = {name.removeprefix("crookbench/share/") for name in names if "/share/" in name}
    assert {
        "cases/cough_pneumonia.yaml", "cases/phrases/talk.txt", "templates/layout.html",
        "cases/phrases/fitted/cough_pneumonia.npz", "cases/catalogue/formulary.yaml",
    } <= held  # fmt: skip
    licences = {name.partition("licenses/")[2] for name in names if "licenses/" in name}
    assert licences == {"LICENSE", "cases/LICENSE"}
    assert not [name for name in names if name.startswith(("tests/", "results/"))]


def test_source_archive_has_the_same_version(dist: Path) -> None:
    """Both are named by it."""
    (archive,) = dist.glob("*.tar.gz")
    assert archive.name == f"crookbench-{__version__}.tar.gz"
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSES/CC-BY-4.0.txt", "tests/test_cli.py"} <= names


def test_installed_command_tells_its_version(installed: Path, tmp_path: Path) -> None:
    """From anywhere."""
    assert _told(installed, tmp_path, "--version") == f"crookbench, version {__version__}\n"


def test_installed_command_plays_checks_and_publishes(installed: Path, tmp_path: Path) -> None:
    """From an empty folder, with the cases that came with it, and nothing learnt anew."""
    _told(installed, tmp_path, "run", "baselines", "--run", "mine", "--cases", "cough_pneumonia")
    assert _told(installed, tmp_path, "verify", "mine") == "21 of 21 records hold.\n"
    _told(installed, tmp_path, "build-site", "--strict", "--out", "site")
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert "baseline/oracle" in page
    assert {path.name for path in tmp_path.iterdir()} == {"results", "site"}
