"""Play, score and publish GP consultations of the game Crook."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from crookbench.figures.frames import Frames

__version__ = "0.1.0"


def load(results: str | Path, run: str | None = None) -> Frames:
    """A run as pandas DataFrames: `.consults`, `.items`, `.moves`, explained in `.dictionary`.

    Args:
        results: The folder of runs.
        run: The run's id; without one, the run that the site's overview shows.

    Raises:
        UsageFault: There is no run of that id.
        Fault, Faults: The folder or a file in it is not as it should be.
    """
    from pathlib import Path

    from crookbench.figures.frames import frames
    from crookbench.records.results import featured, runs_named

    return frames(featured(runs_named(Path(results), run)))
