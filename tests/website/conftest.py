"""A small site: the sore calf, played with words in one run and kept without words in another."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crookbench import testing
from crookbench.game.moves import Dx, End, Exam, Look, Order, Refused, Rx, Say, Unheard
from crookbench.runs.testing import CASE, file_consult, file_run
from crookbench.website.build import BuildReport, build_site

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crookbench.game.moves import Move

ROOT = Path(__file__).parents[2]

TALK: tuple[Move, ...] = (
    Say("Have you ever had a clot?", ("clot_before",), "Yes, once.", questions=1),
    Say(
        "Any allergies, travel, tablets, clots, operations, family trouble, smoking?",
        (),
        "That is a lot at once.",
        flooded=True,
        asked=("codeine_rash", "flight", "tablets", "clot_before", "other_operations",
               "other_family", "other_smoking"),
        questions=7,
    ),
    Say("Any dyspnoea?", (), "What does that mean?", jargon=("dyspnoea",), questions=1),
    Look("list_exams", {"region": "lower_limb"}, ("calf_palpation", "leg_inspection")),
    Exam("calf_palpation", "left"),
    Refused("examine", '{"exam_id": "knees"}', "There is no examination knees."),
    Order("leg_ultrasound"),
    Order("d_dimer"),
    Unheard("I shall now think."),
    Rx("enoxaparin", "80 mg", "Stat dose", "Single dose"),
    Dx("deep_vein_thrombosis", "cellulitis", "pulmonary_embolism"),
    Say("Please call 000 if you get chest pain.", (), "I will."),
    End(("ideal_2",), {"ideal_2": "call 000 if you get chest pain"}),
)  # fmt: skip
"""A consult with one of everything a page can show."""

ISSUES: list[dict[str, Any]] = [
    {
        "id": "T1", "title": "A clot that nobody heard", "cases": [CASE], "status": "open",
        "found_in": "a test", "happens": "It goes wrong.", "answer": "It is put right.",
        "consults": [
            {"run": "with-words", "model": "lab/model-1", "case": CASE, "rep": 1, "move": 2},
        ],
    },
]  # fmt: skip


@dataclass(frozen=True)
class Workshop:
    """Folders to build a site from, and what builds it."""

    folder: Path

    @property
    def results(self) -> Path:
        return self.folder / "results"

    @property
    def cases(self) -> Path:
        return self.folder / "cases"

    @property
    def out(self) -> Path:
        return self.folder / "site"

    def build(self, **options: Any) -> BuildReport:
        return build_site(self.results, self.out, cases_dir=self.cases, **options)

    def page(self, path: str) -> str:
        return (self.out / path).read_text(encoding="utf-8")

    def write_issues(self, *issues: dict[str, Any]) -> None:
        _write(self.cases / "known-issues.yaml", {"issues": list(issues)})

    def play(self, moves: Sequence[Move], model: str = "lab/model-1") -> None:
        """Replaces a consult of the run with words."""
        file_consult(self.results / "with-words", moves, model=model)


def _write(path: Path, data: object) -> None:
    """JSON is YAML too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False), encoding="utf-8")


def _write_cases(folder: Path) -> None:
    _write(folder / f"{CASE}.yaml", testing.case_data())
    for name, entries in testing.CATALOGUE.items():
        _write(folder / "catalogue" / f"{name}.yaml", entries)
    named = {"id": "lab/model-1", "name": "Model One", "lab": "A lab", "weights": "open"}
    _write(folder / "models.yaml", {"models": [named]})


_WORDS = ("utterance", "reply", "finding", "result", "asked", "jargon", "questions", "abnormal")


def _without_words(run: Path) -> None:
    """Leaves of a run what a wordless one keeps."""
    for path in sorted(run.rglob("*.log.json")):
        rows = json.loads(path.read_text(encoding="utf-8"))
        kept = [{k: v for k, v in row.items() if k not in _WORDS} for row in rows]
        _write(path, [row for row in kept if row["move"] not in ("look", "refused", "unheard")])
        record = path.with_name(path.name.replace(".log.json", ".json"))
        data = json.loads(record.read_text(encoding="utf-8"))
        source = "https://example.org/transcript.md"
        _write(record, data | {"story": [], "missed": [], "provenance": {"source": source}})
        record.with_suffix(".md").unlink()


def _small(folder: Path) -> Workshop:
    shop = Workshop(folder)
    _write_cases(shop.cases)
    shop.write_issues(*ISSUES)
    models = ("lab/model-1", "baseline/silent")
    file_run(shop.results / "with-words", *models, id="with-words", title="With words",
             featured=True)  # fmt: skip
    shop.play(TALK)
    file_run(
        shop.results / "wordless",
        "lab/model-1",
        id="wordless",
        title="Without words",
        date="2026-10-04",
        kind="wordless",
        played_on="another bench",
        patient="an-8b-model",
    )
    _without_words(shop.results / "wordless")
    return shop


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    """A workshop of its own, to change and build."""
    return _small(tmp_path)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """The small site, built; not to be changed."""
    shop = _small(tmp_path_factory.mktemp("small"))
    shop.build(base_url="https://example.org/bench/")
    return shop


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of everything that is published in results/."""
    out = tmp_path_factory.mktemp("whole") / "site"
    build_site(ROOT / "results", out, cases_dir=ROOT / "cases", base_url="https://example.org/")
    return out
