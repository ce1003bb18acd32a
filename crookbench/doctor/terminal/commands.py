"""The commands a person has at the terminal, and what each still wants to know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crookbench.doctor.terminal import choices
from crookbench.game.nearest import did_you_mean

if TYPE_CHECKING:
    from crookbench.doctor.terminal.choices import ChoiceKind


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing a command needs.

    Attributes:
        argument: The tool's name for it.
        kind: What it is chosen from; None where any words do.
    """

    argument: str
    question: str
    kind: ChoiceKind | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes:
        takes: What may follow its name, for the help.
        does: The same in a sentence.
        tool: The tool it ends in; "" where it only concerns the terminal.
        more: What further parts may follow the slots, for the message about one too many.
    """

    name: str
    takes: str
    does: str
    tool: str = ""
    slots: tuple[Slot, ...] = ()
    more: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        return f"/{self.name} {self.takes}".strip()


_MEDICINE = Slot("drug_id", "Which medicine?", "drugs")
_DOSE = Slot("dose", "What dose?")

_ALL = (
    Command(
        "examine", "EXAMINATION[, left or right][, PART]",
        "Examine the patient: the whole region, or one side or part of it. /examine vitals takes "
        "all five; several names may follow each other.",
        "examine", (Slot("exam_id", "Which examination?", "exams"),),
        "left, right or a part of the region", ("exam",),
    ),
    Command(
        "list", "REGION[, PART][, feel]",
        "List the examinations of vitals, head, thorax, abdomen, upper limb or lower limb.",
        "list_exams", (Slot("region", "Which region?", "regions"),),
        f"a part of the region or one of {', '.join(choices.MODALITIES)}", ("exams",),
    ),
    Command(
        "order", "TEST[, TEST]", "Order tests. A result that takes days is not back today.",
        "order_test", (Slot("test_id", "Which test?", "tests"),), "", ("test",),
    ),
    Command(
        "give", "MEDICINE, DOSE", "Give a medicine now, as a stat dose.",
        "prescribe", (_MEDICINE, _DOSE),
    ),
    Command(
        "rx", "MEDICINE, DOSE, HOW OFTEN, HOW LONG[, QUANTITY]", "Prescribe a medicine.",
        "prescribe",
        (
            _MEDICINE, _DOSE,
            Slot("frequency", "How often?", "frequencies"),
            Slot("duration", "For how long?", "durations"),
        ),
        "a quantity such as 20", ("prescribe",),
    ),
    Command(
        "stop", "MEDICINE", "Stop a medicine that the patient takes.",
        "stop_medicine", (_MEDICINE,),
    ),
    Command(
        "withdraw", "MEDICINE", "Take back a script you wrote in this consultation.",
        "withdraw", (_MEDICINE,),
    ),
    Command(
        "review", "WHEN", "Book an appointment for the patient to be seen again.",
        "book_review", (Slot("when", "When?", "reviews"),),
    ),
    Command(
        "refer", "TO WHOM", "Refer the patient to somebody, or phone ahead.",
        "refer", (Slot("referral_id", "Refer to whom?", "referrals"),),
    ),
    Command(
        "dx", "MOST LIKELY, DIFFERENTIAL, CAN'T-MISS",
        "Save your diagnosis: three different ones. The last is a dangerous one this could be.",
        "diagnose",
        (
            Slot("most_likely", "Most likely diagnosis?", "diagnoses"),
            Slot("differential", "Differential diagnosis?", "diagnoses"),
            Slot("cant_miss", "Can't-miss diagnosis?", "diagnoses"),
        ),
        "", ("diagnose", "diagnosis"),
    ),
    Command(
        "search", "exams, tests, drugs, referrals or diagnoses, WORDS",
        "Search by name without doing anything.",
        "search",
        (Slot("kind", "Search exams, tests, drugs, referrals or diagnoses?", "kinds"),
         Slot("query", "Search for what?")),
        "", ("find",),
    ),
    Command("end", "", "End the consultation. A diagnosis must have been saved.", "end_consult"),
    Command("record", "", "Show the patient's file and the booking again."),
    Command("done", "", "List what you have done so far, without the talk."),
    Command("notes", "", "Show the whole consultation so far again.", aliases=("history",)),
    Command("hint", "", "Say what is still worth doing, where you play with --hints."),
    Command("help", "", "Show this.", aliases=("h", "?")),
    Command("quit", "", "Leave; the same command goes on from here.", aliases=("leave", "exit")),
    Command(
        "undo", "",
        "Not possible: what is said or done stays. Whatever could be a slip is asked about first.",
    ),
)  # fmt: skip

COMMANDS: dict[str, Command] = {command.name: command for command in _ALL}


def named(word: str) -> Command | None:
    """The command of this name or alias, whatever its capitals."""
    wanted = word.lower()
    return next((each for each in _ALL if wanted in (each.name, *each.aliases)), None)


def unknown(word: str) -> str:
    """What to say about a command that does not exist."""
    known = [f"/{name}" for name in COMMANDS]
    hint = did_you_mean(f"/{word}", known, "/help lists the commands.")
    return f"There is no command /{word}; {hint} Without / the patient would hear it."


@dataclass(frozen=True, slots=True)
class Form:
    """A command under way.

    Attributes:
        done: The values found so far, one a slot.
        rest: Parts of the line that were not looked at yet.
        guessed: Whether a value was found from the beginning of a name alone.
    """

    command: str
    done: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    guessed: bool = False

    @property
    def spec(self) -> Command:
        return COMMANDS[self.command]

    @property
    def slot(self) -> Slot | None:
        """What is wanted next; None once every slot is filled."""
        slots = self.spec.slots
        return slots[len(self.done)] if len(self.done) < len(slots) else None

    def taking(self, value: str, parts: int, *, guessed: bool = False) -> Form:
        """The form with the next slot filled from its first parts."""
        return replace(
            self,
            done=(*self.done, value),
            rest=self.rest[parts:],
            guessed=self.guessed or guessed,
        )
