"""Without the extra `inspect` its commands say what to install, and nothing else changes."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = "import sys; sys.modules['inspect_ai'] = None; from crookbench.cli import main; main()"


@pytest.mark.parametrize(
    ("command", "what"),
    [
        pytest.param(("import", "a.eval", "--run", "r1"), "crookbench import", id="import"),
        pytest.param(("export", "--format", "inspect"), "--format inspect", id="export"),
    ],
)
def test_command_without_inspect_says_what_to_install(command: tuple[str, ...], what: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *command], check=False, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr == (
        f"crookbench: {what}: expected Inspect, which is not installed; "
        "install crookbench[inspect]\n"
    )
