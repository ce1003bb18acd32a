"""The published run of 4 October 2026: every figure that any correct reader of it must find."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from crookbench.figures.by_case import red_flags, treatments
from crookbench.figures.faults import faults, losses
from crookbench.figures.items import item_analysis
from crookbench.figures.leaderboard import Leaderboard, first_is_right
from crookbench.figures.numbers import number, span
from crookbench.figures.report import rank
from crookbench.figures.traps import traps
from crookbench.game.awards import PARTS
from crookbench.game.catalogue import Catalogue

if TYPE_CHECKING:
    from crookbench.figures.names import Names
    from crookbench.records.results import Run

# model, rank, scored, score, sd, history, exam, tests, plan, right diagnosis, flags, questions,
# flags per 10 questions, harms, care missed, cost
TABLE = """
GPT-6 Astra        | 1–2  | 15 | 82.61 | 11.23 | 81 | 76 | 88 | 92 | 100 | 88 | 26.73 | 2.69 | 0.00 | 0 | 0.21
GPT-6.1 Sol        | 1–5  | 15 | 80.22 | 12.91 | 77 | 77 | 83 | 91 | 100 | 82 | 24.67 | 2.67 | 0.00 | 0 | 0.03
Claude Opus 5.5    | 2–7  | 15 | 76.74 | 12.38 | 67 | 84 | 85 | 93 | 100 | 67 | 16.20 | 3.39 | 0.00 | 0 | 0.37
Claude Fable 5.1   | 2–7  | 15 | 75.46 | 11.74 | 71 | 81 | 85 | 83 | 100 | 70 | 22.60 | 2.44 | 0.13 | 0 | 2.06
Qwen3.8 Max        | 3–10 | 15 | 74.21 | 12.44 | 67 | 83 | 80 | 86 | 100 | 66 | 25.60 | 2.32 | 0.07 | 0 | 0.12
Grok 4.7           | 2–8  | 15 | 73.54 | 9.31  | 66 | 86 | 83 | 82 | 100 | 70 | 20.80 | 2.64 | 0.13 | 0 | 0.09
DeepSeek V4 Pro    | 5–10 | 15 | 70.53 | 12.61 | 65 | 79 | 86 | 78 | 100 | 72 | 17.67 | 3.67 | 0.20 | 0 | 0.09
Kimi K3            | 3–12 | 15 | 67.27 | 15.49 | 60 | 77 | 55 | 81 | 100 | 57 | 19.53 | 2.36 | 0.27 | 0 | 0.16
Gemini 3.1 Pro     | 6–12 | 15 | 62.84 | 9.04  | 52 | 82 | 78 | 75 | 100 | 55 | 14.47 | 3.03 | 0.13 | 0 | 0.17
GLM 5.3            | 7–12 | 15 | 62.42 | 15.59 | 57 | 74 | 77 | 67 | 100 | 58 | 18.73 | 2.50 | 0.27 | 0 | 0.04
Mistral Medium 3.5 | 7–12 | 15 | 60.37 | 6.69  | 59 | 68 | 56 | 62 | 100 | 58 | 19.93 | 2.61 | 0.20 | 0 | 0.17
Qwen3.8 27B        | 8–12 | 15 | 58.78 | 9.70  | 50 | 77 | 52 | 69 | 100 | 49 | 17.47 | 2.40 | 0.33 | 0 | 0.03
Llama 4 Maverick   | 13   | 15 | 24.19 | 9.51  | 22 | 38 | 38 | 21 | 100 | 16 | 5.60  | 2.10 | 0.40 | 3 | 0.01
"""  # noqa: E501  a table reads best as a table

ROWS = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]

INTERVALS = {
    "GPT-6 Astra": ("79–86", "69–96"), "GPT-6.1 Sol": ("77–84", "64–96"),
    "Claude Opus 5.5": ("74–79", "61–92"), "Claude Fable 5.1": ("72–79", "61–90"),
    "Qwen3.8 Max": ("70–79", "60–88"), "Grok 4.7": ("70–77", "64–84"),
    "DeepSeek V4 Pro": ("67–74", "55–86"), "Kimi K3": ("63–72", "48–86"),
    "Gemini 3.1 Pro": ("59–67", "53–72"), "GLM 5.3": ("55–70", "47–77"),
    "Mistral Medium 3.5": ("57–64", "55–66"), "Qwen3.8 27B": ("55–62", "48–70"),
    "Llama 4 Maverick": ("19–29", "17–32"),
}  # fmt: skip

FLAGS = {
    "abdo_pain_appendicitis": "fever 38, pain_migration 33, testicular_pain 30, "
    "movement_pain 24, faint 19",
    "back_pain_mechanical": "bladder_function 39, leg_neuro_symptoms 39, fever_infection 38, "
    "weight_loss 36, bowel_function 33, cancer_history 33, saddle_anaesthesia 32, "
    "night_rest_pain 28, steroid_use 25, iv_drug_use 18, osteoporosis 17, "
    "significant_trauma 13, immunosuppression 11",
    "chest_pain_stemi": "dyspnoea 32, presyncope 29, pde5_inhibitor 25, crescendo_angina 19, "
    "tearing_pain 10, sweating 9, neuro_symptoms 5",
    "cough_pneumonia": "breathlessness 37, haemoptysis 31, confusion 25, leg_swelling 20, "
    "immunosuppression 15, weight_loss 14, recent_hospital 13, vomiting 13, "
    "getting_worse_fast 6",
    "dysuria_cystitis": "loin_pain 37, fever_rigors 36, nausea_vomiting 34, "
    "pregnancy_possible 33, abdominal_pain 16, abnormal_bleeding 4",
}  # fmt: skip

FLOODS = {
    "Kimi K3": 8, "Qwen3.8 27B": 8, "Claude Opus 5.5": 7, "Qwen3.8 Max": 7, "Grok 4.7": 6,
    "GLM 5.3": 6, "Claude Fable 5.1": 5, "GPT-6 Astra": 3, "GPT-6.1 Sol": 2,
    "Mistral Medium 3.5": 2, "DeepSeek V4 Pro": 1, "Gemini 3.1 Pro": 1, "Llama 4 Maverick": 0,
}  # fmt: skip


@pytest.mark.parametrize(("place", "row"), list(enumerate(ROWS)), ids=[row[0] for row in ROWS])
def test_leaderboard_has_every_published_cell(
    board: Leaderboard, names: Names, place: int, row: list[str]
) -> None:
    """13 rows of 15 cells, in order, rounded as published."""
    each = board.standings[place]
    seen = [
        names.name(each.model), rank(each), str(each.n_scored), number(each.score, 2),
        number(each.sd, 2), *(number(each.parts[part]) for part in PARTS),
        number(each.top_dx_right), number(each.red_flags), number(each.questions, 2),
        number(each.flags_per_10_questions, 2), number(each.harms, 2),
        number(each.required_care_missed), number(each.cost, 2),
    ]  # fmt: skip
    assert seen == row


def test_intervals_are_those_of_the_published_scores(board: Leaderboard, names: Names) -> None:
    """Both intervals of all thirteen models, to the point."""
    seen = {
        names.name(each.model): tuple(
            span(i.low, i.high) for i in (each.these_cases, each.other_cases) if i is not None
        )
        for each in board.standings
    }
    assert seen == INTERVALS


def test_resolution_tells_47_of_78_pairs_and_1_of_12_neighbours_apart(board: Leaderboard) -> None:
    """Corrected for 78 pairs; the median difference needed is 10.7 points, from 1.8 to 28.3."""
    found = board.resolution
    assert (found.pairs, found.clear_pairs) == (78, 47)
    assert (found.neighbours, found.clear_neighbours) == (12, 1)
    assert [number(x, 1) for x in (found.needed, found.least, found.most)] == [
        "10.7",
        "1.8",
        "28.3",
    ]
    assert found.clear_by_holm == 2


def test_first_diagnosis_is_right_in_all_195(published: Run) -> None:
    """162 the key itself, 33 an accepted alternative, by name."""
    assert sum(map(first_is_right, published.records)) == len(published.records) == 195
    roles = Counter(record.diagnoses[0].role == "key" for record in published.records)
    assert roles == {True: 162, False: 33}
    other = Counter(
        (record.case, record.diagnoses[0].id)
        for record in published.records
        if record.diagnoses[0].role != "key"
    )
    by_case: dict[str, list[int]] = {}
    for (case, _), count in sorted(other.items()):
        by_case.setdefault(case, []).append(count)
    assert {case: sorted(counts) for case, counts in by_case.items()} == {
        "back_pain_mechanical": [8, 12], "dysuria_cystitis": [10], "chest_pain_stemi": [1, 2],
    }  # fmt: skip


def test_outcomes_levels_and_endings_are_counted(published: Run) -> None:
    """Every consult ended of itself; outcomes and levels as published."""
    records = published.records
    assert Counter(record.consequence for record in records) == {
        "acceptable": 83, "ideal": 78, "harmful": 32, "missed_red_flag": 2,
    }  # fmt: skip
    assert Counter(record.level for record in records) == {
        "Consultant": 73, "Fellow": 51, "Registrar": 48, "Resident": 14, "Director": 6, "Intern": 3,
    }  # fmt: skip
    assert Counter(record.ending for record in records) == {"ended": 195}
    assert number(sum(record.usage.cost or 0 for record in records), 2) == "53.15"


def test_traps_caught_whom_they_caught(published: Run, names: Names) -> None:
    """18, 7, 3 of 39 and 9 of 195, by model where published."""
    found = {trap.id: trap for trap in traps(published, {}, Catalogue())}
    assert {id_: (len(trap.sprung), len(trap.faced)) for id_, trap in found.items()} == {
        "penicillin_allergy": (18, 39), "nitrate_after_sildenafil": (7, 39),
        "ectopic_in_a_man": (3, 39), "cant_miss_repeat": (9, 195),
    }  # fmt: skip

    def by_name(id_: str) -> dict[str, int]:
        return dict(Counter(names.name(key[0]) for key in found[id_].sprung))

    assert by_name("ectopic_in_a_man") == {"Mistral Medium 3.5": 2, "Llama 4 Maverick": 1}
    assert by_name("cant_miss_repeat") == {
        "GLM 5.3": 3, "Llama 4 Maverick": 3, "Claude Opus 5.5": 1, "DeepSeek V4 Pro": 1,
        "Mistral Medium 3.5": 1,
    }  # fmt: skip


@pytest.mark.parametrize("case", FLAGS)
def test_red_flags_are_counted_of_39(published: Run, case: str) -> None:
    """Every flag of a case, most elicited first; each could be elicited in 39 consults."""
    flags = [flag for flag in red_flags(published) if flag.case == case]
    assert ", ".join(f"{flag.id} {len(flag.elicited)}" for flag in flags) == FLAGS[case]
    assert {len(flag.of) for flag in flags} == {39}


def test_red_flags_are_all_that_the_bills_count(published: Run) -> None:
    """No flag is missing: as many as the records say could be elicited."""
    assert len(red_flags(published)) == 40


def test_floods_are_counted_by_model(published: Run, names: Names) -> None:
    """56 messages asked too much at once."""
    found = faults(published, {})
    assert {names.name(each.model): each.floods for each in found} == FLOODS
    assert sum(each.floods for each in found) == 56


def test_treatments_most_used(published: Run) -> None:
    """Times chosen; doxycycline twice in one consult, so 24 times in 23 of the 39."""
    used = {(each.case, each.id): each for each in treatments(published, Catalogue())}

    def times(case: str, id_: str) -> tuple[int, int, int]:
        each = used[case, id_]
        return each.times, len(each.consults), each.n

    assert times("chest_pain_stemi", "aspirin_300mg_dispersible_tab") == (36, 36, 39)
    assert times("cough_pneumonia", "doxycycline_100mg_tab") == (24, 23, 39)
    assert times("cough_pneumonia", "amoxicillin_500mg_cap") == (18, 18, 39)
    assert times("dysuria_cystitis", "trimethoprim_300mg_tab") == (24, 24, 39)
    assert times("back_pain_mechanical", "ibuprofen_400mg_tab") == (23, 23, 39)
    assert times("back_pain_mechanical", "paracetamol_500mg_tab") == (19, 19, 39)
    assert times("chest_pain_stemi", "ambulance_ed")[1:] == (39, 39)


def test_items_of_the_wordless_run_agree_with_its_red_flags(published: Run) -> None:
    """The item analysis counts each flag as often as the records do."""
    items = {item.id: item for item in item_analysis(published)["chest_pain_stemi"]}
    sweating = items["history:sweating"]
    assert (len(sweating.done), len(sweating.of), sweating.points) == (9, 39, 20)
    assert sum(item.kind == "red_flag" for item in items.values()) == 7
    assert items["exam:blood_pressure"].discrimination is None
    assert all(not id_.startswith(("ideal", "move")) for id_ in items)


def test_losses_add_up_to_what_the_score_lacks(published: Run, board: Leaderboard) -> None:
    """The four parts of each model's losses are 100 less its score."""
    lost = {each.model: sum(x or 0 for x in each.parts.values()) for each in losses(published)}
    for each in board.standings:
        assert each.score is not None
        assert lost[each.model] == pytest.approx(100 - each.score)
