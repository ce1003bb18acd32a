"""Promises about the preview, asked over a real connection."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from crookbench.errors import UsageFault
from crookbench.website.serve import HOST, server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A served site beside a secret."""
    site = tmp_path / "site"
    (site / "models").mkdir(parents=True)
    (site / "index.html").write_text("overview", encoding="utf-8")
    (site / "404.html").write_text("nothing here", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (site / "linked.txt").symlink_to(tmp_path / "secret.txt")
    running = server(site, 0)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield running.server_address[1]
    running.shutdown()
    thread.join()
    running.server_close()


def _get(port: int, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection(HOST, port)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


def test_server_shows_the_overview(port: int) -> None:
    """The root is index.html."""
    assert _get(port, "/") == (200, "overview")


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/linked.txt",
     "/models/", "/%00", "/a%00.html"],
    ids=["missing", "up", "encoded dots", "encoded slash", "link out", "folder", "null", "null in"],
)  # fmt: skip
def test_server_shows_nothing_else_than_the_site(port: int, path: str) -> None:
    """Whatever is missing or outside is the site's own page for that."""
    assert _get(port, path) == (404, "nothing here")


def test_texts_are_served_as_utf_8(port: int, tmp_path: Path) -> None:
    """A transcript or a list in another encoding would be unreadable."""
    (tmp_path / "site" / "t.md").write_text("é", encoding="utf-8")
    connection = http.client.HTTPConnection(HOST, port)
    connection.request("GET", "/t.md")
    answer = connection.getresponse()
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert answer.read().decode() == "é"
    connection.close()


def test_server_listens_on_this_machine_only(tmp_path: Path) -> None:
    """Nobody else can reach a preview."""
    (tmp_path / "index.html").write_text("x", encoding="utf-8")
    with server(tmp_path, 0) as running:
        assert running.server_address[0] == "127.0.0.1"


def test_serve_says_where_and_how_to_stop(tmp_path: Path) -> None:
    """The true port with --port 0; Ctrl-C ends it with status 0."""
    (tmp_path / "index.html").write_text("overview", encoding="utf-8")
    command = [sys.executable, "-u", "-m", "crookbench", "serve", "--port", "0",
               "--out", str(tmp_path)]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(
            re.escape(f"{tmp_path} is served at http://{HOST}:")
            + r"(\d+)/ \(this machine only\)\. Ctrl-C stops it\.\n",
            line,
        )
        assert found is not None, line
        assert _get(int(found[1]), "/") == (200, "overview")
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "\nStopped.\n"
    assert process.returncode == 0


def test_open_hands_the_site_to_the_browser(tmp_path: Path) -> None:
    """Whatever BROWSER names; without a browser the address is told."""
    page = tmp_path / "index.html"
    page.write_text("overview", encoding="utf-8")
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n', encoding="utf-8")
    browser.chmod(0o755)
    command = [sys.executable, "-m", "crookbench", "open", "--out", str(tmp_path)]
    environ = {**os.environ, "BROWSER": f"{browser} %s"}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{page.as_uri()}\n")
    assert seen.read_text() == f"{page.as_uri()}\n"


def test_server_wants_a_built_site(tmp_path: Path) -> None:
    """An empty folder is told, not served."""
    with pytest.raises(UsageFault) as caught:
        server(tmp_path, 0)
    assert str(caught.value) == (
        f"{tmp_path}: expected a built site, saw no index.html; "
        "build it first with: crookbench build-site"
    )


def test_server_tells_of_a_port_that_is_taken(tmp_path: Path) -> None:
    """The port is named, and what to do."""
    (tmp_path / "index.html").write_text("x", encoding="utf-8")
    with server(tmp_path, 0) as running:
        taken = running.server_address[1]
        with pytest.raises(UsageFault) as caught:
            server(tmp_path, taken)
    assert (
        str(caught.value)
        == f"port {taken} cannot be used: Address already in use; name another, or 0 for a free one"
    )
