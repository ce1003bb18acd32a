"""The plotly.js that a site ships: the whole one of the plotly package, or a smaller build of it.

The package brings plotly.js whole (1.5 MB gzipped). The charts here need no more than its "basic"
build (0.4 MB), which npm has; a build that is given must be of exactly the package's version.
"""

from __future__ import annotations

import re
from pathlib import Path

from crookbench.errors import UsageFault

_VERSION = re.compile(rb"plotly\.js (?:\([^)]*\) )?v(\d+\.\d+\.\d+)")


def plotly_script(given: Path | None = None) -> Path:
    """The file to ship.

    Raises:
        UsageFault: The given file cannot be read, or is no plotly.js of the right version.
    """
    import plotly
    from plotly.offline import get_plotlyjs_version

    if given is None:
        return Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    wanted, found = get_plotlyjs_version(), _version(given)
    if found != wanted:
        raise UsageFault(
            f"--plotly {given}: expected a build of plotly.js {wanted}, saw "
            f"{found or 'something else'}; take that version, or leave --plotly out"
        )
    return given


def _version(path: Path) -> str:
    """The version that a build's first lines name, or ""."""
    try:
        with path.open("rb") as file:
            found = _VERSION.search(file.read(500))
    except OSError as error:
        raise UsageFault(
            f"--plotly {path}: {error.strerror}; name a file such as plotly-basic.min.js"
        ) from None
    return found[1].decode() if found else ""
