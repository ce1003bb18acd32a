"""These tests need the extra `dask`; `make dask` runs them and fails where there are none."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

collect_ignore_glob = [] if find_spec("distributed") else ["test_*.py"]


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@dataclass
class Cluster:
    """A real scheduler with its workers, each a process of its own on this machine."""

    address: str
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, kind: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words,
                   "--host", "127.0.0.1", "--no-dashboard"]  # fmt: skip
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self.processes.append(process)
        return process

    def worker(self) -> subprocess.Popen[bytes]:
        """One more worker, which plays one consult at a time."""
        return self.start("worker", self.address, "--nthreads", "1", "--no-nanny")


@contextmanager
def scheduler() -> Iterator[Cluster]:
    port = _free_port()
    found = Cluster(f"tcp://127.0.0.1:{port}")
    found.start("scheduler", "--port", str(port))
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with socket.socket() as trying:
            if trying.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    try:
        yield found
    finally:
        for process in reversed(found.processes):
            process.kill()
            process.wait()


@contextmanager
def _of_two() -> Iterator[Cluster]:
    with scheduler() as found:
        found.worker()
        found.worker()
        yield found


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A scheduler and two workers, for all tests that leave them as they are."""
    with _of_two() as found:
        yield found


@pytest.fixture
def doomed_cluster() -> Iterator[Cluster]:
    """The same, for a test that kills one."""
    with _of_two() as found:
        yield found


@pytest.fixture
def empty_cluster() -> Iterator[Cluster]:
    """A scheduler without any worker."""
    with scheduler() as found:
        yield found
