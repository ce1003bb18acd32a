"""The addresses a site is built for: put in order, or refused in one message."""

from __future__ import annotations

import pytest

from crookbench.errors import UsageFault
from crookbench.website.hosting import Hosting


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("HTTPS://Example.ORG/Bench", "https://example.org/Bench"),
        (" https://example.org/bench ", "https://example.org/bench"),
        ("https://[::1]:8000/x", "https://[::1]:8000/x"),
        (" ", ""),
    ],
)
def test_address_is_put_in_order(given: str, kept: str) -> None:
    """Scheme and host have no capitals; a path may."""
    assert Hosting(given).base_url == kept


@pytest.mark.parametrize(
    "given",
    ["https://[::1/x", "https://exa mple.org", "https://example.org/a b", "example.org", "https://",
     "ftp://example.org", "https://example.org:99999/"],
)  # fmt: skip
def test_address_that_is_none_is_told(given: str) -> None:
    """In one message, whatever it is."""
    with pytest.raises(UsageFault) as caught:
        Hosting(given)
    assert str(caught.value) == (
        f"--base-url: expected an address such as https://example.org/crookbench, saw {given!r}"
    )


@pytest.mark.parametrize("given", ["https://ann:pw-1234@example.org/", "https://ann@example.org"])
def test_login_in_an_address_is_refused_unseen(given: str) -> None:
    """Every page would publish it."""
    for option, values in (("--base-url", (given, "")), ("--issues-url", ("", given))):
        with pytest.raises(UsageFault) as caught:
            Hosting(*values)
        assert str(caught.value) == (
            f"{option}: expected no user or password in it, for it is published"
        )
