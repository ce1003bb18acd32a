"""Loading cases and the catalogue: what is read, what is refused, and what makes a version."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from crookbench.casebook.casebook import (
    case_hash,
    catalogue_hash,
    default_catalogue_folder,
    load_case,
    load_cases,
    load_catalogue,
)
from crookbench.casebook.check import check_cases
from crookbench.errors import Faults, UsageFault
from crookbench.paths import shipped

FIXTURES = Path(__file__).parents[1] / "casebook/fixtures"
GOOD = (FIXTURES / "good-case.yaml").read_text(encoding="utf-8")


def put_case(folder: Path, id_: str = "swimmers_ear", text: str = GOOD) -> Path:
    path = folder / f"{id_}.yaml"
    path.write_text(text.replace("id: swimmers_ear", f"id: {id_}"), encoding="utf-8")
    return path


def put_catalogue(folder: Path, **changes: str) -> Path:
    """A copy of the small catalogue; each change replaces one file's text."""
    copy = folder / "catalogue"
    shutil.copytree(FIXTURES / "catalogue", copy)
    for name, text in changes.items():
        (copy / f"{name}.yaml").write_text(text, encoding="utf-8")
    return copy


def test_catalogue_is_read_from_lists_and_from_a_single_key(tmp_path: Path) -> None:
    """A file is a list, or one key whose value is the list."""
    catalogue = load_catalogue(put_catalogue(tmp_path))

    assert list(catalogue.examination)[:3] == ["general_inspection", "heart_rate", "otoscopy"]
    assert catalogue.safety[0].trigger.condition == ("perforated eardrum",)


def test_catalogue_tells_the_faults_of_all_its_files(tmp_path: Path) -> None:
    """A wrong key in a list, one below a single key, an id twice: all are told."""
    folder = put_catalogue(
        tmp_path,
        diagnoses="- {id: gout, name: Gout}\n- {id: acne, name: Acne}\n- {id: gout, name: G}\n",
        referrals="- {id: ambulance, name: Ambulance, kind: emergencies}\n",
        safety="rules:\n  - id: a\n    label: b\n    drugs: [c]\n    consequence: d\n    iff: {}\n",
    )

    with pytest.raises(Faults) as caught:
        load_catalogue(folder)

    assert str(caught.value).splitlines() == [
        f"{folder}/diagnoses.yaml:3: 2.id: the id 'gout' stands twice, first on line 1; "
        "keep one of them",
        f"{folder}/referrals.yaml:1: 0.kind: expected one of emergency, specialist, allied_health, "
        "saw 'emergencies'; did you mean 'emergency'?",
        f"{folder}/safety.yaml:6: rules.0.iff: unknown key 'iff'; did you mean 'if'?",
    ]


def test_catalogue_without_a_file_is_a_fault(tmp_path: Path) -> None:
    """Each missing file is named."""
    folder = put_catalogue(tmp_path)
    (folder / "formulary.yaml").unlink()

    with pytest.raises(Faults) as caught:
        load_catalogue(folder)

    assert str(caught.value) == f"{folder}/formulary.yaml: there is no such file"


@pytest.mark.parametrize("inside", [True, False])
def test_catalogue_folder_is_inside_or_beside_the_cases(tmp_path: Path, *, inside: bool) -> None:
    """Ours lies in the cases' folder, crook-bench's beside it."""
    cases = tmp_path / "cases"
    cases.mkdir()
    wanted = put_catalogue(cases if inside else tmp_path)

    assert default_catalogue_folder(cases) == wanted


def test_catalogue_folder_that_is_missing_is_the_one_shipped(tmp_path: Path) -> None:
    """One's own cases need no catalogue of their own."""
    assert default_catalogue_folder(tmp_path) == shipped("cases") / "catalogue"


def test_case_is_loaded_without_a_catalogue_whatever_it_names(tmp_path: Path) -> None:
    """The shape alone is checked where there is no catalogue to check against."""
    path = put_case(tmp_path, text=GOOD.replace("covers: [other_regular", "covers: [other_odd"))

    assert load_case(path).consult_start == "10:20"
    with pytest.raises(Faults, match="unknown generic topic 'other_odd_medicines'"):
        load_case(path, load_catalogue(FIXTURES / "catalogue"))


def test_case_that_can_be_played_is_loaded_whatever_a_lint_says(tmp_path: Path) -> None:
    """A plan without sentences that earn it is told by the check, and stops no consult."""
    text = GOOD.replace("      said_as: [We will syringe it.]\n", "")
    catalogue = FIXTURES / "catalogue"

    case = load_case(put_case(tmp_path, text=text), load_catalogue(catalogue))

    assert case.management.harmful[0].said_as == ()
    assert len(check_cases(tmp_path, catalogue)) == 1


def test_case_is_named_after_its_file(tmp_path: Path) -> None:
    """An id that differs from the file's name is a fault."""
    path = tmp_path / "sore_ear.yaml"
    path.write_text(GOOD, encoding="utf-8")

    with pytest.raises(Faults) as caught:
        load_case(path)

    assert str(caught.value) == (
        f"{path}:2: id: expected the file's name 'sore_ear', saw 'swimmers_ear'; rename one of them"
    )


def test_cases_are_all_case_files_by_id(tmp_path: Path) -> None:
    """Known issues, models, files that start with "_" and folders are no cases."""
    for id_ in ("ear_b", "ear_a"):
        put_case(tmp_path, id_)
    for name in ("known-issues", "models", "_draft"):
        (tmp_path / f"{name}.yaml").write_text("- a\n", encoding="utf-8")
    put_catalogue(tmp_path)

    assert list(load_cases(tmp_path)) == ["ear_a", "ear_b"]
    assert list(load_cases(tmp_path, ["ear_b"])) == ["ear_b"]


@pytest.mark.parametrize(
    ("asked", "advice"),
    [("ear_c", "did you mean 'ear_b'?"), ("../x", "there are: ear_a, ear_b")],
)
def test_case_that_is_not_there_is_told_with_the_nearest(
    asked: str, advice: str, tmp_path: Path
) -> None:
    """An id never becomes a path; an unknown one is answered with what there is."""
    for id_ in ("ear_a", "ear_b"):
        put_case(tmp_path, id_)

    with pytest.raises(UsageFault) as caught:
        load_cases(tmp_path, [asked])

    assert str(caught.value) == f"no case {asked!r} in {tmp_path}; {advice}"


def test_folder_without_cases_is_wrong_use(tmp_path: Path) -> None:
    """An empty or mistyped folder is told at once."""
    with pytest.raises(UsageFault) as caught:
        load_cases(tmp_path)

    assert str(caught.value) == f"expected case files (*.yaml) in {tmp_path}, saw none"


def test_version_of_a_case_is_what_it_says(tmp_path: Path) -> None:
    """Remarks, quotes and the order of keys change nothing; a word does."""
    plain = case_hash(put_case(tmp_path))
    dressed = GOOD.replace("difficulty: 1\n", "").replace(
        "title: A sore ear", 'difficulty:   1  # easy\ntitle: "A sore ear"'
    )

    assert plain.startswith("sha256:")
    assert len(plain) == len("sha256:") + 64
    assert case_hash(put_case(tmp_path, text=dressed)) == plain
    assert case_hash(put_case(tmp_path, text=GOOD.replace("A sore", "The sore"))) != plain


def test_version_of_a_catalogue_is_that_of_all_its_files(tmp_path: Path) -> None:
    """A change of one file is another version; a list below a key is the same list."""
    before = catalogue_hash(FIXTURES / "catalogue")
    diagnoses = (FIXTURES / "catalogue/diagnoses.yaml").read_text(encoding="utf-8")
    changed = diagnoses.replace("Ear wax", "Wax")
    keyed = "list:\n" + diagnoses
    for name in ("changed", "keyed"):
        (tmp_path / name).mkdir()

    assert catalogue_hash(put_catalogue(tmp_path / "keyed", diagnoses=keyed)) == before
    assert catalogue_hash(put_catalogue(tmp_path / "changed", diagnoses=changed)) != before


def test_check_tells_the_faults_of_all_files_by_file_and_line(tmp_path: Path) -> None:
    """One broken file stops nothing: catalogue, shape and lint faults come together."""
    put_case(tmp_path, "a_ear", "a: 'b\n")
    put_case(tmp_path, "ear_b", GOOD.replace("taking: [tizanidine]", "taking: [tizanadine]")
             .replace("duration: 7 days", "duration: A week"))  # fmt: skip
    put_case(tmp_path, "ear_c", GOOD.replace("age: 31", "age: 131"))
    exams = (FIXTURES / "catalogue/examinations.yaml").read_text(encoding="utf-8")
    safety = (FIXTURES / "catalogue/safety.yaml").read_text(encoding="utf-8")
    catalogue = put_catalogue(
        tmp_path,
        examinations=exams.replace("[neck]", "[nek]"),
        safety=safety.replace("drugs: [framycetin]", "drugs: [framycetine]"),
    )

    told = [str(fault) for fault in check_cases(tmp_path, catalogue)]

    assert told == [
        f"{tmp_path}/a_ear.yaml:1: this is not valid YAML: a quote or bracket that is not closed",
        f"{catalogue}/examinations.yaml:18: 4.subregions.0: unknown sub-region of head 'nek'; "
        "did you mean 'neck'?",
        f"{catalogue}/safety.yaml:5: rules.0.drugs.0: unknown ingredient 'framycetine'; "
        "did you mean 'framycetin'?",
        f"{tmp_path}/ear_b.yaml:29: ground_truth.taking.0: unknown ingredient 'tizanadine'; "
        "did you mean 'tizanidine'?",
        f"{tmp_path}/ear_b.yaml:73: management.ideal.0.when.duration: unknown duration 'A week'; "
        "choose one of: As directed, Single dose, 3 days, 5 days, 7 days, 10 days, 14 days, "
        "1 month, 3 months, Ongoing",
        f"{tmp_path}/ear_c.yaml:10: patient.age: expected 120 or less, saw 131",
    ]


def test_check_without_a_catalogue_still_checks_the_shape(tmp_path: Path) -> None:
    """While the catalogue is broken, the cases' own faults are told all the same."""
    put_case(tmp_path, text=GOOD.replace("age: 31", "age: 131"))
    catalogue = put_catalogue(tmp_path, referrals="")

    assert [str(fault) for fault in check_cases(tmp_path, catalogue, ["swimmers_ear"])] == [
        f"{catalogue}/referrals.yaml: the file is empty",
        f"{tmp_path}/swimmers_ear.yaml:10: patient.age: expected 120 or less, saw 131",
    ]


def test_every_file_is_read_once(tmp_path: Path) -> None:
    """A case, its version and its words looked up in the catalogue come from one reading."""
    put_case(tmp_path)
    put_catalogue(tmp_path)
    code = (
        "import sys; from pathlib import Path\n"
        "from crookbench.casebook.casebook import load_casebook\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, args: event == 'open' and opened.append(str(args[0])))\n"
        "folder = Path(sys.argv[1])\n"
        "load_casebook(folder, folder / 'catalogue')\n"
        "print(*sorted(Path(path).stem for path in opened if path.endswith('.yaml')))\n"
    )

    ran = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, check=True, text=True
    )

    assert ran.stdout.split() == [
        "diagnoses", "examinations", "formulary", "investigations", "referrals", "safety",
        "swimmers_ear",
    ]  # fmt: skip
