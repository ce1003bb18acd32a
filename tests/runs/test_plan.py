"""Going on with a run: what extends it, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crookbench.errors import UsageFault
from crookbench.records.manifest import DoctorConfig
from crookbench.records.store import Store
from crookbench.runs.plan import extended, to_play
from crookbench.testing.runs import CASE, file_consult, manifest

if TYPE_CHECKING:
    from pathlib import Path


def test_new_run_is_what_was_asked_for() -> None:
    """Where nothing is there yet, the command's plan is the run's."""
    assert extended(None, manifest()) == manifest()


def test_same_configuration_changes_nothing() -> None:
    """The same command goes on with the same run; its first title and date stay."""
    there = manifest(title="First", date="2026-01-01")
    assert extended(there, manifest()) == there


def test_doctors_cases_and_repeats_extend_a_run() -> None:
    """The run then plans all of them, the old ones first."""
    there = manifest("a/a", reps=2)
    added = manifest("b/b", "a/a", cases=("cough",), reps=1, case_hashes={"cough": "sha256:c"})
    both = extended(there, added)
    assert [doctor.id for doctor in both.doctors] == ["a/a", "b/b"]
    assert (both.cases, both.reps) == ((CASE, "cough"), 2)
    assert both.case_hashes == {CASE: "sha256:case", "cough": "sha256:c"}


def doctor(**parameters: object) -> tuple[DoctorConfig, ...]:
    return (DoctorConfig(id="lab/model-1", parameters=parameters),)


CHANGED: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "questions": ({"questions": 50}, {"questions": 30}, "questions: was 50, is now 30"),
    "patient": ({}, {"patient": "qwen"}, "patient: was 'chart', is now 'qwen'"),
    "marker": ({}, {"marker": "qwen"}, "marker: was 'chart', is now 'qwen'"),
    "prompt": (
        {"prompts": {"doctor": "sha256:1"}},
        {"prompts": {"doctor": "sha256:2"}},
        "prompts, doctor: was 'sha256:1', is now 'sha256:2'",
    ),
    "new prompt": (
        {},
        {"prompts": {"doctor": "sha256:2"}},
        "prompts, doctor: was not set, is now 'sha256:2'",
    ),
    "case": (
        {},
        {"case_hashes": {CASE: "sha256:new"}},
        "case sore_calf: was 'sha256:case', is now 'sha256:new'",
    ),
    "catalogue": (
        {},
        {"catalogue_hash": "sha256:new"},
        "catalogue_hash: was 'sha256:cat', is now 'sha256:new'",
    ),
    "doctor": (
        {"doctors": doctor(temperature=0.0)},
        {"doctors": doctor(temperature=1.0)},
        "doctor lab/model-1, temperature: was 0.0, is now 1.0",
    ),
    "new parameter": (
        {},
        {"doctors": doctor(tool_choice="required")},
        "doctor lab/model-1, tool_choice: was not set, is now 'required'",
    ),
}


@pytest.mark.parametrize(("before", "after", "line"), CHANGED.values(), ids=CHANGED)
def test_changed_configuration_is_refused(
    before: dict[str, Any], after: dict[str, Any], line: str
) -> None:
    """Whatever could change a score is compared, and the difference is shown."""
    with pytest.raises(UsageFault) as caught:
        extended(manifest(**before), manifest(**before | after))
    assert str(caught.value) == (
        "run 'test-run' was made under another configuration, and runs are never mixed:\n"
        f"  {line}\n"
        "run the same configuration again, or start another run with --run"
    )


def test_every_difference_is_listed() -> None:
    """One message has all of them."""
    with pytest.raises(UsageFault) as caught:
        extended(manifest(), manifest(questions=1, patient="x"))
    assert str(caught.value).splitlines()[1:3] == [
        "  questions: was 50, is now 1",
        "  patient: was 'chart', is now 'x'",
    ]


def test_only_what_has_no_record_is_played(tmp_path: Path) -> None:
    """Of the command's own consults, in its order."""
    file_consult(tmp_path, model="a/a", rep=2)
    assert to_play(Store(tmp_path), manifest("b/b", "a/a", reps=2)) == (
        ("b/b", CASE, 1),
        ("b/b", CASE, 2),
        ("a/a", CASE, 1),
    )
