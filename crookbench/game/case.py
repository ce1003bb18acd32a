"""The case: a patient, a chart and the key, as written in one YAML file."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PrivateAttr, model_validator

from crookbench.game.management import Management, Trigger
from crookbench.game.written import Words, Written

Importance = Literal["red_flag", "essential", "supporting", "incidental"]
Necessity = Literal["essential", "useful", "acceptable", "unnecessary", "harmful"]
Outcome = Literal["ideal", "acceptable", "harmful", "missed_red_flag"]
CaseSet = Literal["free", "extended"]


class Persona(Written):
    """How the patient is, and speaks."""

    personality: str
    """In a few words, such as "dry and brisk; jokes when uneasy"."""
    health_literacy: Literal["low", "medium", "high"]
    """How much medical language they follow."""
    emotional_state: str
    """How they feel today."""
    verbosity: Literal["terse", "normal", "rambling"]
    """How much they say."""
    conceals: Words = ()
    """What they keep to themselves unless asked straight out."""


def _known_sex(value: object) -> object:
    """M, F and capitals stand for the two words that examinations know; others stay as written."""
    known = {"f": "female", "female": "female", "m": "male", "male": "male"}
    return known.get(value.lower(), value) if isinstance(value, str) else value


def _words_only(value: object) -> object:
    """crook-bench describes its picture of the patient in a mapping here: nobody is told of it."""
    return "" if isinstance(value, dict) else value


TalkKind = Literal[
    "agrees", "any_questions", "bad_news", "consent", "diagnosis_idea", "empathy", "feelings",
    "good_news", "greets", "how_now", "how_now_treated", "limits", "meaning", "news", "nod",
    "nonsense", "nothing_more", "not_understood", "other_language", "refusal", "teach_back",
    "teach_back_told", "too_much", "whom_to_tell",
]  # fmt: skip
"""What the patient has to answer that is on no chart."""


class Patient(Written):
    """Who sits there."""

    name: str
    """First name and surname."""
    age: int = Field(ge=0, le=120)
    """In years."""
    sex: Annotated[str, BeforeValidator(_known_sex)]
    """female or male; other words are read too, and no examination of one sex fits them."""
    occupation: str
    """What they do."""
    persona: Persona
    """How they are, and speak."""
    appearance: Annotated[str, BeforeValidator(_words_only)] = ""
    """What the doctor sees as they walk in."""


class ClinicRecord(Written):
    """What the clinic's file shows, true or not."""

    allergies: Words = ()
    """Allergies on file; an empty list does not mean that there are none."""
    conditions: Words = ()
    """Conditions on file."""
    medications: Words = ()
    """Medicines on file."""


class GroundTruth(Written):
    """What is true, and what each diagnosis is worth."""

    diagnosis: str
    """The key: 20 points as the most likely diagnosis. An id of the catalogue."""
    acceptable_diagnoses: Words = ()
    """Right enough: 10 points as the most likely diagnosis."""
    working_diagnoses: Words = ()
    """Acceptable ones that earn 20 where the key stands in the can't-miss slot."""
    sinister: bool = False
    """Whether the key itself is a can't-miss diagnosis."""
    differentials: Words = ()
    """Reasonable second thoughts: 5 points in another slot."""
    sinister_diagnoses: Words = ()
    """What this patient could have and must not be missed: 10 points in the can't-miss slot."""
    taking: Words = ()
    """Exact ingredients the patient takes that are not on the record."""
    allergies: Words = ()
    """Allergies that are not on the record."""
    notes: str = ""
    """What is debatable, and how this key decides it."""


class HistoryItem(Written):
    """One thing to elicit, and the patient's own words for it."""

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    """Short, lower case: onset, chest_pain."""
    topic: str
    """What it is about, in neutral words, as the bill shows it."""
    answer: str
    """What the patient says: first person, plain words, this topic only."""
    volunteered: bool = False
    """Told unasked as the opening; scores nothing."""
    open_question: bool = False
    """Also told when the doctor asks openly ("tell me more"); never for a red flag."""
    importance: Importance
    """red_flag (20 present, 10 absent), essential (10), supporting (5) or incidental (0)."""
    absent: bool = False
    """For a red flag that the patient does not have: a pertinent negative."""
    covers: Words = ()
    """Generic topics (other_smoking) that this item stands for in this case."""
    asked_as: Words = ()
    """Questions a doctor would ask for exactly this; the first is the plainest."""


class ExamFinding(Written):
    """What an examination shows here: in general, by side, by place."""

    finding: str = ""
    """What it shows, apart from the sides and places written below."""
    left: str | None = None
    """What it shows on the left, where the sides differ."""
    right: str | None = None
    """What it shows on the right."""
    at: dict[str, str] = Field(default_factory=dict)
    """What it shows at a sub-region of the examination, such as rlq."""
    abnormal: bool | tuple[str, ...] = False
    """true, or the names of the abnormal parts: finding, left, right or a sub-region."""
    necessity: Necessity
    """essential (10), useful (5), acceptable (0), unnecessary (-2) or harmful (-15)."""
    consequence: str | None = None
    """The story of the harm, for a harmful one."""
    aside: str | None = None
    """Told instead where the patient got the required care all the same."""

    @property
    def parts(self) -> dict[str, str]:
        """Every written part by its name: "finding", "left", "right" or a sub-region."""
        named = {"finding": self.finding or None, "left": self.left, "right": self.right, **self.at}
        return {name: text for name, text in named.items() if text is not None}


class TestResult(Written):
    """What a test shows here; `turnaround_days` overrides the catalogue's."""

    __test__ = False  # pytest must not collect it

    result: str
    """What it shows, as the laboratory or the machine writes it."""
    abnormal: bool = False
    """Whether that is abnormal."""
    turnaround_days: float | None = Field(default=None, ge=0)
    """Days until the result is back, where it is not what the catalogue says."""
    on_arrival: bool = False
    """Already done when the doctor comes in; never essential or useful."""
    necessity: Necessity
    """essential (10), useful (5), acceptable (0), unnecessary (the nth costs 2n) or harmful."""
    consequence: str | None = None
    """The story of the harm, for a harmful one."""
    aside: str | None = None
    """Told instead where the patient got the required care all the same."""


class DiagnosisTest(Written):
    """A trap that shows in the saved diagnosis: one of `diagnoses` in one of `slots`."""

    diagnoses: Words
    """Ids of diagnoses."""
    slots: tuple[Literal["most_likely", "differential", "cant_miss"], ...] = ("cant_miss",)
    """The slots in which naming one of them is falling into the trap."""


class Trap(Written):
    """What the record does not show and a hurried doctor walks into."""

    title: str
    """As the site names it."""
    test: Trigger | DiagnosisTest
    """The moves, or the saved diagnosis, that show that the doctor walked into it."""


class SavedDiagnosis(Written):
    """The three slots of a saved diagnosis."""

    most_likely: str
    """What it is, most likely."""
    differential: str
    """What else it could be."""
    cant_miss: str
    """What must not be missed."""


class BriskStep(Written):
    """One step of a brisk, safe consult: one of the five, or several of a kind in a row."""

    ask: Words = ()
    """Ids of history items, each asked in the author's first words."""
    examine: Words = ()
    """Ids of examinations."""
    order: Words = ()
    """Ids of tests."""
    do: Words = ()
    """Ids of plan items, ideal or acceptable: ideal_0 is the first ideal one."""
    diagnose: SavedDiagnosis | None = None
    """The diagnosis as it is saved."""

    @model_validator(mode="after")
    def _is_one_step(self) -> BriskStep:
        kinds = (self.ask, self.examine, self.order, self.do, self.diagnose)
        if sum(map(bool, kinds)) != 1:
            raise ValueError(
                "a step is one of ask, examine, order, do, diagnose; "
                "write each as a step of its own"
            )
        return self


class Consequences(Written):
    """The outcome stories."""

    ideal: str
    """No present red flag missed and most of the plan done."""
    acceptable: str
    """Less than that, and not missed. What the plan lacked is added by itself."""
    harmful: str
    """Told after the harm's own story, so it must fit every one of them."""
    missed_red_flag: str
    """Required care was not given, or a present red flag missed with little of the plan done."""


class Case(Written):
    """A whole case file."""

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    """The file's name without .yaml."""
    status: Literal["draft", "reviewed"]
    """draft until a second doctor has read it."""
    set: CaseSet = "free"
    """Which cases it is played with. Figures compare within a set, so a new case is extended."""
    title: str
    """As the site names the case; it must not give the diagnosis away."""
    difficulty: int = Field(ge=1, le=5)
    """1 (easy) to 5."""
    presenting_complaint: str
    """What the appointment book says."""
    condition_description: str = ""
    """The booking note, as the doctor reads it beside the complaint."""
    booked_urgent: bool = False
    """Whether the appointment was booked as urgent."""
    leaving_line: str = ""
    """What the patient says on leaving without the care that was required."""
    consult_start: str = Field(default="09:00", pattern=r"^([01]\d|2[0-3]):[0-5]\d$")
    """When the consult begins, such as "09:40"."""
    patient: Patient
    """Who sits there."""
    record: ClinicRecord = ClinicRecord()
    """What the clinic's file shows, true or not."""
    rules: Literal[1, 2] = 1
    """2 for the rules of this project; without it the case is scored as the original would."""
    ideal_needs: Words = ()
    """Rules 2. Examinations and tests without which the outcome is not ideal."""
    ground_truth: GroundTruth
    """What is true, and what each diagnosis is worth."""
    history: tuple[HistoryItem, ...]
    """What the patient can tell."""
    examination: dict[str, ExamFinding] = Field(default_factory=dict)
    """What examinations show, by their id in the catalogue; others show its normal."""
    investigations: dict[str, TestResult] = Field(default_factory=dict)
    """What tests show, by their id in the catalogue; any other is unnecessary."""
    management: Management
    """The plan: what is right, tolerable and harmful."""
    consequences: Consequences
    """How it ends for the patient, by outcome."""
    voice: dict[TalkKind, Words] = Field(default_factory=dict)
    """What this patient says that is on no chart, several lines for each kind of talk."""
    trap: Trap | None = None
    """What the record does not show and a hurried doctor walks into."""
    brisk: tuple[BriskStep, ...] = ()
    """What a brisk, safe doctor does, step by step: it scores 75 % at least and ends ideal."""
    sources: Words = ()
    """Public guidance the key rests on, by name and year."""
    canary: str = ""
    """A string that lets this file be found in training data."""

    _folder: str = PrivateAttr(default="")

    @property
    def folder(self) -> str:
        """Where the case file was read from; "" for a case that comes from no file."""
        return self._folder

    def read_from(self, folder: str) -> Case:
        """The same case, read from a folder: what lies beside it there belongs to it."""
        self._folder = folder
        return self

    @model_validator(mode="before")
    @classmethod
    def _start_is_a_time(cls, data: Any) -> Any:  # noqa: ANN401  pydantic hands over raw data
        """YAML 1.1 reads an unquoted 10:20 as 620: sixty-based, so it can be read back."""
        if isinstance(data, dict) and isinstance(minutes := data.get("consult_start"), int):
            return {**data, "consult_start": f"{minutes // 60:02d}:{minutes % 60:02d}"}
        return data

    @cached_property
    def item(self) -> dict[str, HistoryItem]:
        return {item.id: item for item in self.history}

    @cached_property
    def scored_history(self) -> tuple[HistoryItem, ...]:
        """What must be asked for: the volunteered items are told anyway and score nothing."""
        return tuple(item for item in self.history if not item.volunteered)

    @cached_property
    def red_flags(self) -> tuple[HistoryItem, ...]:
        return tuple(item for item in self.scored_history if item.importance == "red_flag")
