"""These tests need the extra `inspect`; `make inspect` runs them and fails where there are none."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("inspect_ai") else ["test_*.py"]
