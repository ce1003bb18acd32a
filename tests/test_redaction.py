"""What looks like an API key is found, and ordinary text is not."""

from __future__ import annotations

import html
import json
from base64 import b64encode, urlsafe_b64encode
from urllib.parse import quote, quote_plus

import pytest

from crookbench.redaction import Secrets, looks_like_key, without_keys

KEYS = [
    "sk-proj-abcdefgh12345678",
    "sk-or-v1-0123456789abcdef0123456789abcdef",
    "Authorization: Bearer abc123def456ghi789",
    "api_key=0123456789abcdef",
    '"apiKey": "0123456789abcdef"',
    "AIzaSyA0123456789abcdefghijklmnopqrstuv",
    "ghp_0123456789abcdefghijABCDEFGHIJ012345",
    "github_pat_0123456789abcdefghij",
    "hf_abcdefghijklmnopqrstuvwxyz",
    "AKIAABCDEFGHIJKLMNOP",
    "API-KEY: 0123456789abcdef",
    *(f"gh{kind}_0123456789abcdefghijABCDEFGHIJ012345" for kind in "ousr"),
    *(f"xox{kind}-0123456789" for kind in "abps"),
]
WORDS = [
    "risk-stratification-and-management",
    "task-based-learning-for-registrars-2026",
    "the bearer of this letter",
    "sk-ok",
    "Is there a key to the API?",
    "sha256:0123456789abcdef0123456789abcdef",
    "ask-",
]


@pytest.mark.parametrize("text", KEYS)
def test_key_is_found_and_removed(text: str) -> None:
    """Only its start is ever shown."""
    found = looks_like_key(f"before {text} after")
    assert found is not None
    assert len(found) == 7
    assert looks_like_key(without_keys(text)) is None
    assert "[key removed]" in without_keys(text)


@pytest.mark.parametrize("text", WORDS)
def test_words_are_no_keys(text: str) -> None:
    """Consults are full of words that only look a little like keys."""
    assert looks_like_key(text) is None
    assert without_keys(text) == text


AWKWARD = 'pa"ss/wörd&+<1>'


@pytest.mark.parametrize(
    "form",
    [
        AWKWARD,
        json.dumps(AWKWARD),
        json.dumps(AWKWARD, ensure_ascii=False),
        quote(AWKWARD, safe=""),
        quote_plus(AWKWARD),
        html.escape(AWKWARD),
        json.dumps(AWKWARD).replace("/", r"\/"),
        json.dumps(json.dumps(AWKWARD)),
        quote(quote(AWKWARD, safe=""), safe=""),
        "".join(f"\\u{ord(each):04x}" for each in AWKWARD),
        "".join(f"\\u{ord(each):04X}" for each in AWKWARD),
        "".join(f"\\x{ord(each):02x}" for each in AWKWARD),
        "".join(f"&#{ord(each)};" for each in AWKWARD),
        "".join(f"&#x{ord(each):X};" for each in AWKWARD),
        "".join(f"%{byte:02x}" for byte in AWKWARD.encode()),
        AWKWARD.replace("&", r"\u0026").replace("<", r"\u003c"),
        html.escape(html.escape(AWKWARD)),
    ],
)
def test_secret_is_removed_in_any_form(form: str) -> None:
    """As it is, or escaped for an address, a page or a JSON text."""
    told = Secrets(AWKWARD).in_message(f"Denied: {form}!")
    assert "rd" not in told
    assert "[key removed]" in told


@pytest.mark.parametrize("before", ["", "u", "us", "user:"])
@pytest.mark.parametrize("after", ["", ":", "::"])
def test_secret_inside_base64_is_removed(before: str, after: str) -> None:
    """Wherever it begins in there, and in both alphabets."""
    secret = "canary/key?1234567890"  # noqa: S105  made up
    for encode in (b64encode, urlsafe_b64encode):
        text = encode(f"{before}{secret}{after}".encode()).decode()
        told = Secrets(secret).in_content(f"Basic {text}.")
        assert "[key removed]" in told
        assert len(told) < 36  # of 40 and more, and nothing of it is the secret's
    assert Secrets(secret).in_content(secret.encode().hex()) == "[key removed]"


def test_secret_with_dashes_is_removed_where_json_escapes_them() -> None:
    r"""Some servers write every sign as \u002d."""
    told = Secrets("canary-key-1").in_content(r'{"a": "canary\u002Dkey\u002d1", "b": "canary-key"}')
    assert told == '{"a": "[key removed]", "b": "canary-key"}'


def test_short_secret_is_removed_as_a_word_only() -> None:
    """Else every "a" would be gone from a message."""
    assert Secrets("a").in_message("a cat: key=a") == "[key removed] cat: key=[key removed]"


def test_secret_that_is_a_word_stays_in_content() -> None:
    """A local server's key "none" does not eat the patient's words; a real key never stays."""
    secrets = Secrets("none", "canary-key-1")
    assert secrets.in_content("I have none. canary-key-1") == "I have none. [key removed]"


def test_longest_secret_is_removed_first() -> None:
    """A key that begins with another one leaves no rest."""
    assert Secrets("canary", "canary-and-more").in_message("canary-and-more") == "[key removed]"


def test_no_secrets_change_nothing() -> None:
    """An endpoint without a key."""
    assert Secrets("", " ").in_message("any text") == Secrets().in_content("any text") == "any text"
