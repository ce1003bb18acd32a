"""The environment's servers: what is read, what is refused, and that no secret is shown."""

from __future__ import annotations

import pytest

from crookbench.chat.endpoint import NO_KEY, OPENROUTER, Endpoint, endpoint
from crookbench.errors import UsageFault

KEY = "sk-or-v1-0123456789abcdef"


def test_openrouter_is_the_default() -> None:
    """With its key, whichever of the two variables holds it."""
    for name in ("DOCTOR_KEY", "OPENROUTER_API_KEY"):
        at = endpoint("DOCTOR", {name: KEY}, OPENROUTER)
        assert (at.base, at.key, at.is_openrouter) == (OPENROUTER, KEY, True)


def test_openrouter_key_is_sent_to_openrouter_alone() -> None:
    """Another server never sees it."""
    at = endpoint("DOCTOR", {"OPENROUTER_API_KEY": KEY, "DOCTOR_URL": "http://localhost:1/v1"})
    assert (at.key, at.is_openrouter) == (NO_KEY, False)


@pytest.mark.parametrize("url", ["http://openrouter.ai/api/v1", "https://openrouter.ai.evil.com/"])
def test_openrouter_is_known_by_its_own_name(url: str) -> None:
    """Neither without encryption nor under a name that only begins alike."""
    assert endpoint("DOCTOR", {"OPENROUTER_API_KEY": KEY, "DOCTOR_URL": url}).key == NO_KEY


def test_address_is_taken_apart() -> None:
    """Login and query are sent, but are no part of the address that is shown."""
    url = "https://ann:pass%2Fword@host.example:8443/v1/chat/completions?token=abc&x="
    at = endpoint("PATIENT", {"PATIENT_URL": url, "PATIENT_TIMEOUT": "30"})
    assert at == Endpoint(
        "https://host.example:8443/v1",
        query=(("token", "abc"), ("x", "")),
        login="ann:pass/word",
        timeout=30.0,
    )
    assert at.basic == "YW5uOnBhc3Mvd29yZA=="


def test_address_of_ipv6_keeps_its_brackets() -> None:
    """A bare colon would be a port."""
    assert (
        endpoint("DOCTOR", {"DOCTOR_URL": "http://[::1]:8080/v1/"}).base == "http://[::1]:8080/v1"
    )


def test_secrets_are_in_no_representation() -> None:
    """A traceback that shows variables shows no secret."""
    url = "https://ann:hunter-two@host.example/v1?token=canary-token"
    at = endpoint("DOCTOR", {"DOCTOR_URL": url, "DOCTOR_KEY": KEY})
    for shown in (repr(at), repr(at.secrets), str(at)):
        assert not any(secret in shown for secret in ("hunter-two", "canary-token", KEY, at.basic))


REFUSED = {
    "no key": (
        {},
        "DOCTOR_KEY or OPENROUTER_API_KEY is not set; OpenRouter wants a key. "
        "For another server set DOCTOR_URL, such as http://localhost:8080/v1",
    ),
    "no scheme": (
        {"DOCTOR_URL": f"localhost:8080/{KEY}"},
        "DOCTOR_URL: expected an address such as http://localhost:8080/v1, saw something else",
    ),
    "bad port": (
        {"DOCTOR_URL": f"http://ann:{KEY}@host:99999999/v1"},
        "DOCTOR_URL: expected an address such as http://localhost:8080/v1, saw something else",
    ),
    "key in path": (
        {"DOCTOR_URL": f"http://host/{KEY}/v1"},
        "DOCTOR_URL: expected no key in its path, for that is published",
    ),
    "broken key": (
        {"DOCTOR_KEY": f"{KEY}\n{KEY}"},
        "DOCTOR_KEY: expected a key of plain characters without spaces",
    ),
    "timeout": (
        {"DOCTOR_KEY": KEY, "DOCTOR_TIMEOUT": "soon"},
        "DOCTOR_TIMEOUT: expected seconds, such as 600, saw 'soon'",
    ),
    "extra no JSON": (
        {"DOCTOR_KEY": KEY, "DOCTOR_EXTRA": "tool_choice=auto"},
        'DOCTOR_EXTRA: expected a JSON object, such as {"temperature": 0}',
    ),
    "extra with NaN": (
        {"DOCTOR_KEY": KEY, "DOCTOR_EXTRA": '{"a": NaN}'},
        'DOCTOR_EXTRA: expected a JSON object, such as {"temperature": 0}',
    ),
    "extra with infinity": (
        {"DOCTOR_KEY": KEY, "DOCTOR_EXTRA": '{"a": [1e999]}'},
        'DOCTOR_EXTRA: expected a JSON object, such as {"temperature": 0}',
    ),
    "extra with half a character": (
        {"DOCTOR_KEY": KEY, "DOCTOR_EXTRA": '{"a": "\\ud800"}'},
        'DOCTOR_EXTRA: expected a JSON object, such as {"temperature": 0}',
    ),
    "extra with a key": (
        {"DOCTOR_KEY": "my-own-secret", "DOCTOR_EXTRA": '{"user": "my-own-secret"}'},
        "DOCTOR_EXTRA: expected no key in it, for it is published; set DOCTOR_KEY instead",
    ),
    "extra with messages": (
        {"DOCTOR_KEY": KEY, "DOCTOR_EXTRA": '{"messages": []}'},
        "DOCTOR_EXTRA: 'messages' cannot be set; take it out",
    ),
}


@pytest.mark.parametrize(("environ", "told"), REFUSED.values(), ids=REFUSED)
def test_unfit_variable_is_told_without_its_value(environ: dict[str, str], told: str) -> None:
    """The message says what was expected; nothing that could be a key is repeated."""
    with pytest.raises(UsageFault) as caught:
        endpoint("DOCTOR", environ, OPENROUTER)
    assert str(caught.value) == told


def test_patient_has_no_default_server() -> None:
    """A patient that answers from who knows where would be no benchmark."""
    with pytest.raises(UsageFault) as caught:
        endpoint("PATIENT", {})
    assert str(caught.value) == (
        "PATIENT_URL is not set; expected the address of an OpenAI-compatible API, "
        "such as http://localhost:8080/v1"
    )
