"""One consult as it is played: carries out the doctor's calls and keeps the log."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar, get_args

from crookbench.doctor.contract import Answer, Usage
from crookbench.doctor.tools import (
    BadCallError,
    BookReview,
    Diagnose,
    EndConsult,
    Examine,
    ListExams,
    OrderTest,
    Prescribe,
    ReferTo,
    Request,
    SayTo,
    Search,
    SearchKind,
    StopMedicine,
    WithdrawScript,
    read_call,
)
from crookbench.game.deeds import in_force
from crookbench.game.findings import finding, is_abnormal, is_result_abnormal, result
from crookbench.game.moves import (
    DIAGNOSIS_SLOTS,
    Dx,
    End,
    Exam,
    Look,
    Order,
    Refer,
    Refused,
    Review,
    Rx,
    Say,
    Stop,
    Unheard,
    Withdraw,
)
from crookbench.game.prescription import read_dose
from crookbench.game.questions import count, within_budget
from crookbench.game.search import search
from crookbench.patient.contract import Reply
from crookbench.runs import briefing as words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from crookbench.doctor.contract import ToolCall
    from crookbench.game.case import Case
    from crookbench.game.catalogue import Catalogue, Medicine
    from crookbench.game.catalogue import Entry as CatalogueEntry
    from crookbench.game.moves import Move
    from crookbench.patient.contract import Marker, Patient

    E = TypeVar("E", bound=CatalogueEntry)

QUESTIONS = 50


def _heard_nothing(_: object) -> None:
    """Where nobody listens to a consult's moves or its cost."""


@dataclass
class Consult:
    """A consult under way: one patient, and everything done so far.

    Attributes:
        moves: The log.
        before: Moves of an interrupted consult to go on from.
        on_move: Called with each new move, before its answer reaches the doctor.
        on_spent: Called with `spent` each time that it grows, before anything else happens.
        clock: Seconds, from any origin.
        usage, patient_usage: What the doctor's model used so far, and the patient's and marker's.
        spent: US$ that they cost together, as far as that is known.
    """

    case: Case
    catalogue: Catalogue
    patient: Patient
    marker: Marker
    questions: int = QUESTIONS
    on_move: Callable[[Move], None] = _heard_nothing
    on_spent: Callable[[float], None] = _heard_nothing
    clock: Callable[[], float] = time.monotonic
    before: Sequence[Move] = ()
    moves: list[Move] = field(init=False)
    usage: Usage = field(init=False, default_factory=Usage)
    patient_usage: Usage = field(init=False, default_factory=Usage)
    spent: float = field(init=False, default=0.0)
    _began: float = field(init=False)

    def __post_init__(self) -> None:
        self.moves = list(self.before)
        self._began = self.clock() - (self.moves[-1].t if self.moves else 0.0)

    @property
    def questions_left(self) -> int:
        asked = sum(move.questions for move in self.moves if isinstance(move, Say))
        return max(0, self.questions - asked)

    @property
    def seconds(self) -> float:
        """Since it began; the time between two sittings is left out."""
        return self.clock() - self._began

    @property
    def over(self) -> bool:
        return bool(self.moves) and isinstance(self.moves[-1], End)

    def briefing(self) -> str:
        """What the doctor sees first."""
        return words.briefing(
            self.case, self.catalogue, self.patient.opening(), self.questions_left
        )

    async def carry_out(self, call: ToolCall) -> Answer:
        """Does what a call asks, or says in words why not."""
        try:
            return Answer(await self._do(read_call(call)), call)
        except BadCallError as bad:
            self._keep(Refused(call.name, _as_text(call.arguments), str(bad)))
            return Answer(str(bad), call)

    def unheard(self, text: str) -> Answer:
        """Keeps words that were written without a tool, and reminds the doctor of the tools."""
        self._keep(Unheard(text))
        return Answer(words.REMINDER)

    async def finish(self) -> None:
        """Has the spoken plan marked and closes the log."""
        judgement = await self.marker.mark(self.moves)
        self.count_patient(judgement.usage)
        self._keep(End.of(judgement.judged, judgement.quotes, judgement.unmarked))

    def count_doctor(self, usage: Usage) -> None:
        """Adds what the doctor's model used."""
        self.usage += usage
        self._count_cost(usage)

    def count_patient(self, usage: Usage) -> None:
        """Adds what the patient's or the marker's model used."""
        self.patient_usage += usage
        self._count_cost(usage)

    def _count_cost(self, usage: Usage) -> None:
        if usage.cost:
            self.spent += usage.cost
            self.on_spent(self.spent)

    def _keep(self, move: Move) -> None:
        timed = replace(move, t=self.clock() - self._began)
        self.on_move(timed)
        self.moves.append(timed)

    async def _do(self, request: Request) -> str:  # noqa: C901, PLR0911  one line a tool
        match request:
            case SayTo():
                return await self._say(request.text)
            case ListExams() | Search():
                return self._look(request)
            case Examine():
                return self._examine(request)
            case OrderTest():
                return self._order(request.test_id)
            case Prescribe():
                return self._prescribe(request)
            case ReferTo():
                return self._refer(request.referral_id)
            case StopMedicine():
                return self._stop(request.drug_id)
            case WithdrawScript():
                return self._withdraw(request.drug_id)
            case BookReview():
                self._keep(Review(request.when))
                return f"Review booked: {request.when.lower()}."
            case Diagnose():
                return self._diagnose(request)
            case EndConsult():
                return await self._end()
            case _:
                raise TypeError(request)

    async def _say(self, text: str) -> str:
        left = self.questions_left
        asked = count(text)
        heard = text if asked <= left else within_budget(text, left)
        reply = await self.patient.hear(heard, self.moves) if heard.strip() else Reply("")
        charged = asked if reply.questions is None else reply.questions
        if charged and not left:  # asked in the form of a statement, where nothing may be asked
            reply = Reply("", usage=reply.usage)
        self.count_patient(reply.usage)
        said = Say(
            utterance=text,
            released=reply.released,
            reply=reply.text,
            flooded=reply.flooded,
            asked=reply.asked,
            jargon=reply.jargon,
            questions=min(charged, left),
        )
        self._keep(said)
        return words.said(reply.text, self.questions_left, charged=said.questions,
                          cut=max(asked, charged) > left,
                          flood=len(reply.asked) if reply.flooded else 0)  # fmt: skip

    def _look(self, request: ListExams | Search) -> str:
        found = (
            _exams(self.catalogue, request)
            if isinstance(request, ListExams)
            else self._search(request)
        )
        tool = "list_exams" if isinstance(request, ListExams) else "search"
        query = {key: str(value) for key, value in request if value is not None}
        self._keep(Look(tool, query, tuple(entry.id for entry in found)))
        elsewhere = self._kinds_that_find(request) if isinstance(request, Search) else ()
        return words.listed(found, elsewhere)

    def _kinds_that_find(self, request: Search) -> list[str]:
        """Kinds other than the one searched: a doctor looks for an ECG among examinations."""
        kinds = (kind for kind in get_args(SearchKind) if kind != request.kind)
        return [kind for kind in kinds if self._search(Search(kind=kind, query=request.query))]

    def _search(self, request: Search) -> Sequence[CatalogueEntry]:
        entries: dict[str, Sequence[CatalogueEntry]] = {
            "exams": self.catalogue.examinations,
            "tests": self.catalogue.investigations,
            "drugs": self.catalogue.formulary,
            "referrals": self.catalogue.referrals,
            "diagnoses": self.catalogue.diagnoses,
        }
        return search(entries[request.kind], request.query)

    def _examine(self, request: Examine) -> str:
        _known(self.catalogue.examination, request.exam_id, "examination", "exams")
        exam = Exam(request.exam_id, request.side, request.subregion)
        shown = finding(self.case, self.catalogue, exam)
        abnormal = is_abnormal(self.case, self.catalogue, exam)
        self._keep(replace(exam, finding=shown, abnormal=abnormal))
        return shown

    def _order(self, test_id: str) -> str:
        entry = _known(self.catalogue.investigation, test_id, "test", "tests")
        shown = result(self.case, self.catalogue, test_id)
        abnormal = is_result_abnormal(self.case, self.catalogue, test_id)
        self._keep(Order(test_id, shown, abnormal))
        return shown or f"{entry.name}: ordered. The result will not be back today."

    def _prescribe(self, request: Prescribe) -> str:
        entry = _known(self.catalogue.medicine, request.drug_id, "medicine", "drugs")
        _refuse_impossible(entry, request)
        self._keep(Rx(request.drug_id, request.dose, request.frequency, request.duration,
                      request.quantity, request.route))  # fmt: skip
        return f"{entry.name}, {request.dose}, {request.frequency}, {request.duration}: done."

    def _stop(self, drug_id: str) -> str:
        entry = _known(self.catalogue.medicine, drug_id, "medicine", "drugs")
        self._keep(Stop(drug_id))
        return f"{entry.name}: stopped."

    def _withdraw(self, drug_id: str) -> str:
        entry = _known(self.catalogue.medicine, drug_id, "medicine", "drugs")
        scripts = (move for move in in_force(self.moves) if isinstance(move, Rx))
        if not any(rx.id == drug_id and not rx.given_now for rx in scripts):
            raise BadCallError(
                f"There is no script for {entry.name} to take back; a dose given now cannot be."
            )
        self._keep(Withdraw(drug_id))
        return f"{entry.name}: the script is taken back."

    def _refer(self, referral_id: str) -> str:
        entry = _known(self.catalogue.referral, referral_id, "referral", "referrals")
        self._keep(Refer(referral_id))
        return f"{entry.name}: done."

    def _diagnose(self, request: Diagnose) -> str:
        named = [getattr(request, slot) for slot in DIAGNOSIS_SLOTS]
        for slot, id_ in zip(DIAGNOSIS_SLOTS, named, strict=True):
            _known(self.catalogue.diagnosis, id_, slot, "diagnoses")
        if len(set(named)) == 1:
            raise BadCallError("The three diagnoses must be different; all three are the same.")
        self._keep(Dx.of(request.most_likely, request.differential, request.cant_miss))
        return "Diagnosis saved."

    async def _end(self) -> str:
        if not any(isinstance(move, Dx) for move in self.moves):
            raise BadCallError(words.END_NEEDS_DIAGNOSIS)
        await self.finish()
        return "The consultation has ended."


def _refuse_impossible(entry: Medicine, request: Prescribe) -> None:
    """A dose that no human being is given is a slip, and is asked about rather than written down.

    Raises:
        BadCallError: The dose is beyond what the largest usual dose of any medicine weighs.
    """
    dose = read_dose(request.dose, entry.name)
    if dose is not None and dose.unit == "mg" and dose.amount > MOST_MILLIGRAMS:
        raise BadCallError(
            f"{request.dose!r} of {entry.name} cannot be meant: it is more than "
            f"{MOST_MILLIGRAMS // 1000} g in one dose. Write the amount of one dose."
        )


MOST_MILLIGRAMS = 100_000
"""One dose of any medicine weighs less: activated charcoal has 50 g, a bowel preparation 70 g."""


def _as_text(arguments: Mapping[str, object] | str) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(dict(arguments), default=str)


def _known(entries: Mapping[str, E], wanted: str, what: str, kind: str) -> E:
    """The catalogue entry of an id, or words that let the doctor find the right one."""
    if wanted not in entries:
        raise BadCallError(
            f"There is no {what.replace('_', '-')} with the id {wanted!r}. "
            f'Find its id with search(kind="{kind}").'
        )
    return entries[wanted]


def _exams(catalogue: Catalogue, request: ListExams) -> Sequence[CatalogueEntry]:
    return [
        exam for exam in catalogue.examinations
        if exam.region == request.region
        and request.subregion in (None, *exam.subregions)
        and request.modality in (None, exam.modality)
    ]  # fmt: skip
