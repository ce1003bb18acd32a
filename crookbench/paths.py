"""Where the files that ship with crookbench are, in a checkout and in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def in_checkout() -> bool:
    """Whether this is a checkout, whose files are the user's own, and no installed wheel."""
    return (_PACKAGE.parent / "pyproject.toml").is_file()


def shipped(name: str) -> Path:
    """The folder `name` ("cases" or "templates") of the checkout, else of the wheel."""
    checkout = _PACKAGE.parent / name
    if in_checkout() and checkout.is_dir():
        return checkout
    return _PACKAGE / "share" / name
