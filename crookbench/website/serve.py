"""Shows a built site on this machine, as a static host would."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import click

from crookbench.errors import NotAvailable, UsageFault

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

HOST = "127.0.0.1"


class _Handler(SimpleHTTPRequestHandler):
    """Serves the folder and nothing above or linked out of it; says nothing on the terminal."""

    def translate_path(self, path: str) -> str:
        """The file a request means; one outside the folder is a file that is not there."""
        from pathlib import Path

        root = Path(self.directory).resolve()
        found = super().translate_path(path)
        if "\0" in found:  # no file has such a name
            return str(root / "there-is-no-such-file")
        is_inside = Path(found).resolve().is_relative_to(root)
        return found if is_inside else str(root / "there-is-no-such-file")

    def guess_type(self, path: str | PathLike[str]) -> str:
        """Every text of a site is UTF-8; without a word browsers take .md for something else."""
        guessed = super().guess_type(path)
        return f"{guessed}; charset=utf-8" if guessed.startswith("text/") else guessed

    def list_directory(self, path: object) -> None:  # noqa: ARG002  no folder is listed
        self.send_error(HTTPStatus.NOT_FOUND)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Sends the site's own page for what is not there."""
        from pathlib import Path

        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(HTTPStatus.NOT_FOUND)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class's name
        """Keeps the terminal quiet."""


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of a site on this machine only, not started yet; port 0 takes any free one.

    Raises:
        UsageFault: There is no site in the folder, or the port is taken.
    """
    _check_built(folder)
    try:
        return ThreadingHTTPServer((HOST, port), partial(_Handler, directory=str(folder)))
    except OSError as error:
        raise UsageFault(
            f"port {port} cannot be used: {error.strerror}; name another, or 0 for a free one"
        ) from None


def serve(folder: Path, port: int, *, quiet: bool = False) -> None:
    """Serves a site until interrupted, after saying where."""
    with server(folder, port) as running:
        if not quiet:
            address = f"http://{HOST}:{running.server_address[1]}/"
            click.echo(f"{folder} is served at {address} (this machine only). Ctrl-C stops it.")
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            if not quiet:
                click.echo("\nStopped.")


def open_site(folder: Path) -> str:
    """Opens a built site in the browser, from its files; its address.

    Raises:
        UsageFault: There is no site in the folder.
        NotAvailable: There is no browser to open it in.
    """
    _check_built(folder)
    return open_page(folder / "index.html")


def open_page(page: Path) -> str:
    """Opens one page of a built site in the browser; its address.

    Raises:
        NotAvailable: There is no browser to open it in.
    """
    import webbrowser

    address = page.resolve().as_uri()
    try:
        opened = webbrowser.open(address)
    except webbrowser.Error:
        opened = False
    if not opened:
        raise NotAvailable(f"no browser was found here; open {address} in yours")
    return address


def _check_built(folder: Path) -> None:
    if not (folder / "index.html").is_file():
        raise UsageFault(
            f"{folder}: expected a built site, saw no index.html; "
            "build it first with: crookbench build-site"
        )
