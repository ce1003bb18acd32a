"""Promises about which plotly.js a site ships."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from plotly.offline import get_plotlyjs_version

from crookbench.errors import UsageFault
from crookbench.website.charts.plotly_script import plotly_script

if TYPE_CHECKING:
    from pathlib import Path

VERSION = get_plotlyjs_version()


def test_script_is_the_one_that_the_package_brings() -> None:
    """Nothing has to be fetched on a bare machine."""
    assert plotly_script().name == "plotly.min.js"
    assert plotly_script().is_file()


def test_smaller_build_of_the_same_version_is_shipped_instead(tmp_path: Path) -> None:
    """Its first lines name the build and the version."""
    given = tmp_path / "plotly-basic.min.js"
    given.write_text(f"/**\n* plotly.js (basic - minified) v{VERSION}\n*/", encoding="utf-8")
    assert plotly_script(given) == given


@pytest.mark.parametrize(
    ("text", "seen"),
    [("/**\n* plotly.js (basic - minified) v0.0.1\n*/", "0.0.1"), ("alert(1)", "something else")],
    ids=["another version", "no plotly.js"],
)
def test_build_of_another_version_is_refused(tmp_path: Path, text: str, seen: str) -> None:
    """Figures are checked against the package's schema, so the drawing must be its version too."""
    given = tmp_path / "x.js"
    given.write_text(text, encoding="utf-8")
    with pytest.raises(UsageFault) as caught:
        plotly_script(given)
    assert str(caught.value) == (
        f"--plotly {given}: expected a build of plotly.js {VERSION}, saw {seen}; take that "
        "version, or leave --plotly out"
    )


def test_build_that_is_not_there_is_told(tmp_path: Path) -> None:
    """With what to name."""
    with pytest.raises(UsageFault) as caught:
        plotly_script(tmp_path / "none.js")
    assert str(caught.value) == (
        f"--plotly {tmp_path / 'none.js'}: No such file or directory; name a file such as "
        "plotly-basic.min.js"
    )
