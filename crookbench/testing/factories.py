"""Factories for tests: a small catalogue and a small case that has one of everything."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from crookbench.game.case import Case
from crookbench.game.catalogue import Catalogue


def catalogue(**changes: Any) -> Catalogue:  # noqa: ANN401  raw data, as a file would hold it
    """A small catalogue; each change replaces one of its lists."""
    return Catalogue.model_validate(deepcopy(CATALOGUE | changes))


def case(**changes: Any) -> Case:  # noqa: ANN401  raw data, as a file would hold it
    """The sore calf, changed: `title="…"`, or deeper: `patient__age=70`, `history__0__id="a"`."""
    return Case.model_validate(case_data(**changes))


def case_data(**changes: Any) -> dict[str, Any]:  # noqa: ANN401
    """The same as the raw data of a case file."""
    data = deepcopy(CASE)
    for path, value in changes.items():
        *parents, last = [int(key) if key.isdigit() else key for key in path.split("__")]
        holder: Any = data
        for key in parents:
            holder = holder[key]
        holder[last] = value
    return data


def _diagnosis(id_: str, *aliases: str) -> dict[str, Any]:
    return {"id": id_, "name": id_.replace("_", " ").capitalize(), "aliases": aliases}


def _medicine(id_: str, ingredient: str, *, form: str = "tablet") -> dict[str, Any]:
    name = f"{ingredient.capitalize()} {form}"
    return {
        "id": id_, "name": name, "ingredient": ingredient, "form": form, "unit": form, "pack": 20,
    }  # fmt: skip


CATALOGUE: dict[str, Any] = {
    "diagnoses": [
        _diagnosis("deep_vein_thrombosis", "DVT", "clot in the leg"),
        _diagnosis("venous_thromboembolism", "VTE"),
        _diagnosis("leg_pain"),
        _diagnosis("calf_strain", "torn calf muscle"),
        _diagnosis("cellulitis", "skin infection"),
        _diagnosis("bakers_cyst", "popliteal cyst"),
        _diagnosis("pulmonary_embolism", "PE", "clot in the lung"),
        _diagnosis("septic_arthritis"),
        _diagnosis("heart_failure", "CCF"),
        _diagnosis("pneumonia", "chest infection"),
        _diagnosis("sciatica"),
        _diagnosis("stemi", "heart attack", "myocardial infarction"),
    ],
    "examinations": [
        {"id": "general_inspection", "name": "General inspection", "region": "vitals",
         "modality": "look", "minutes": 0, "normal": "Looks well."},
        {"id": "heart_rate", "name": "Heart rate", "aliases": ["pulse"], "region": "vitals",
         "modality": "measure", "normal": "72 a minute, regular."},
        {"id": "oxygen_saturation", "name": "Oxygen saturation", "aliases": ["SpO2"],
         "region": "vitals", "modality": "measure", "normal": "98 % on room air."},
        {"id": "calf_palpation", "name": "Calf palpation", "region": "lower_limb",
         "subregions": ["calf"], "modality": "feel", "normal": "Both calves soft."},
        {"id": "leg_inspection", "name": "Leg inspection", "region": "lower_limb",
         "subregions": ["calf", "ankle_foot"], "modality": "look", "normal": "Both legs alike."},
        {"id": "abdominal_palpation", "name": "Abdominal palpation", "region": "abdomen",
         "subregions": ["epigastrium", "rlq", "suprapubic"], "modality": "feel",
         "normal": "Soft throughout."},
        {"id": "lung_auscultation", "name": "Lung auscultation", "aliases": ["breath sounds"],
         "region": "thorax", "subregions": ["lungs_front", "lungs_back"], "modality": "listen",
         "normal": "Clear breath sounds."},
        {"id": "chest_examination", "name": "Chest examination", "region": "thorax",
         "modality": "look", "minutes": 3, "normal": "Normal chest.",
         "counts_as": ["lung_auscultation"]},
        {"id": "prostate_examination", "name": "Prostate examination", "region": "abdomen",
         "subregions": ["rectum"], "modality": "feel", "normal": "Smooth.", "sex": "male"},
    ],
    "investigations": [
        {"id": "ecg_12_lead", "name": "12-lead ECG", "category": "cardiac", "minutes": 5,
         "normal": "Sinus rhythm, 72 a minute."},
        {"id": "urinalysis", "name": "Urine dipstick", "category": "bedside", "normal": "Clear."},
        {"id": "full_blood_count", "name": "Full blood count", "aliases": ["FBC"],
         "category": "pathology", "turnaround_days": 1, "normal": "Normal."},
        {"id": "d_dimer", "name": "D-dimer", "category": "pathology", "turnaround_days": 1,
         "normal": "Negative."},
        {"id": "inr", "name": "INR", "category": "pathology", "turnaround_days": 1,
         "normal": "1.0"},
        {"id": "leg_ultrasound", "name": "Leg vein ultrasound", "category": "imaging",
         "normal": "No clot."},
        {"id": "chest_xray", "name": "Chest X-ray", "category": "imaging", "normal": "Clear."},
        {"id": "ct_pulmonary_angiogram", "name": "CT pulmonary angiogram", "aliases": ["CTPA"],
         "category": "imaging", "turnaround_days": 2, "normal": "No clot."},
    ],
    "formulary": [
        _medicine("apixaban", "apixaban"),
        _medicine("enoxaparin", "enoxaparin", form="injection"),
        _medicine("paracetamol", "paracetamol"),
        _medicine("paracetamol_liquid", "paracetamol", form="liquid"),
        _medicine("paracetamol_codeine", "paracetamol + codeine"),
        _medicine("ibuprofen", "ibuprofen"),
        _medicine("naproxen", "naproxen"),
        _medicine("aspirin", "aspirin"),
        _medicine("amoxicillin", "amoxicillin", form="capsule"),
        _medicine("doxycycline", "doxycycline"),
        _medicine("prednisolone", "prednisolone"),
        _medicine("codeine", "codeine"),
    ],
    "referrals": [
        {"id": "ambulance", "name": "Ambulance (000)", "kind": "emergency"},
        {"id": "emergency_department", "name": "Emergency department", "kind": "emergency"},
        {"id": "haematologist", "name": "Haematologist", "kind": "specialist"},
        {"id": "physiotherapist", "name": "Physiotherapist", "kind": "allied_health"},
    ],
    "safety": [
        {"id": "double_nsaid", "label": "Two anti-inflammatories at once",
         "if": {"taking": "naproxen"}, "drugs": ["ibuprofen"], "consequence": "Her stomach bled."},
        {"id": "opioid_allergy", "label": "Codeine for a patient allergic to it",
         "if": {"allergy": ["codeine", "morphine"]}, "drugs": ["codeine", "paracetamol + codeine"],
         "consequence": "The rash came back."},
        {"id": "nsaid_ulcer", "label": "An anti-inflammatory with a stomach ulcer",
         "if": {"condition": ["stomach ulcer"]}, "drugs": ["ibuprofen", "naproxen", "aspirin"],
         "consequence": "The ulcer bled."},
        {"id": "child_doxycycline", "label": "Doxycycline under eight",
         "if": {"age_under": 8}, "drugs": ["doxycycline"], "consequence": "The teeth stained."},
    ],
}  # fmt: skip

CASE: dict[str, Any] = {
    "id": "sore_calf",
    "status": "draft",
    "title": "A sore calf",
    "difficulty": 2,
    "presenting_complaint": "Sore calf",
    "consult_start": "09:20",
    "patient": {
        "name": "Nora Field", "age": 54, "sex": "female", "occupation": "Bus driver",
        "persona": {
            "personality": "Brisk", "health_literacy": "medium", "emotional_state": "A bit worried",
            "verbosity": "terse", "conceals": ["borrows her sister's tablets"],
        },
        "appearance": "Walks in with a limp.",
    },
    "record": {"allergies": "Nil known", "conditions": ["Hypertension"], "medications": []},
    "ground_truth": {
        "diagnosis": "deep_vein_thrombosis",
        "acceptable_diagnoses": ["venous_thromboembolism", "leg_pain"],
        "working_diagnoses": ["leg_pain"],
        "sinister": True,
        "differentials": ["calf_strain", "cellulitis", "bakers_cyst"],
        "sinister_diagnoses": ["pulmonary_embolism"],
        "taking": ["naproxen"],
        "allergies": ["Codeine (rash)"],
    },
    "history": [
        {"id": "calf_pain", "topic": "Pain in the calf", "answer": "My left calf is sore.",
         "volunteered": True, "importance": "essential"},
        {"id": "onset", "topic": "When it started", "answer": "It came on over Sunday.",
         "open_question": True, "importance": "essential", "asked_as": "When did it start?"},
        {"id": "clot_before", "topic": "An earlier clot", "importance": "red_flag",
         "answer": "I had a clot in that leg after my hip operation.",
         "asked_as": ["Have you ever had a clot?"]},
        {"id": "breathless", "topic": "Shortness of breath", "importance": "red_flag",
         "absent": True, "answer": "No, my breathing is fine.",
         "asked_as": ["Are you short of breath?"]},
        {"id": "tablets", "topic": "Tablets from other people", "importance": "essential",
         "answer": "I've been taking my sister's naproxen.", "covers": ["other_regular_medicines"],
         "asked_as": ["Do you take any tablets, even somebody else's?"]},
        {"id": "codeine_rash", "topic": "Allergies", "importance": "essential",
         "answer": "Codeine gave me a rash once.", "covers": ["other_allergies"],
         "asked_as": ["Any allergies?"]},
        {"id": "flight", "topic": "A long flight", "importance": "supporting",
         "answer": "I flew back from Perth a week ago.", "covers": ["other_travel"],
         "asked_as": ["Have you travelled lately?"]},
        {"id": "garden", "topic": "Gardening", "importance": "incidental",
         "open_question": True, "answer": "I can't kneel in the garden."},
    ],
    "examination": {
        "general_inspection": {"finding": "Limps a little.", "necessity": "acceptable"},
        "oxygen_saturation": {"finding": "97 % on room air.", "necessity": "essential"},
        "calf_palpation": {"finding": "", "left": "Tender and firm.", "right": "Soft.",
                           "abnormal": ["left"], "necessity": "essential"},
        "lung_auscultation": {"finding": "Clear.", "necessity": "useful"},
        "abdominal_palpation": {"finding": "Soft.", "at": {"rlq": "An old appendix scar."},
                                "necessity": "acceptable"},
        "prostate_examination": {"finding": "", "necessity": "unnecessary"},
        "leg_inspection": {"finding": "Made to hop on the sore leg, she cried out.",
                           "necessity": "harmful", "consequence": "Hopping made it swell."},
    },
    "investigations": {
        "leg_ultrasound": {"result": "A clot in the left popliteal vein.", "abnormal": True,
                           "necessity": "essential"},
        "full_blood_count": {"result": "Normal.", "necessity": "useful"},
        "urinalysis": {"result": "Clear.", "on_arrival": True, "necessity": "acceptable"},
        "d_dimer": {"result": "Raised.", "abnormal": True, "necessity": "unnecessary"},
        "ct_pulmonary_angiogram": {
            "result": "No clot.", "necessity": "harmful",
            "consequence": "She went home to wait for the scan.",
            "aside": "The scan she was booked for was called off."},
    },
    "management": {
        "ideal": [
            {"text": "Start an anticoagulant today", "required": True,
             "when": [{"give": "enoxaparin"},
                      {"prescribe": "apixaban", "frequency": "Twice daily"}]},
            {"text": "Refer to the haematologist", "when": {"refer": "haematologist"}},
            {"text": "Say to call 000 for chest pain or breathlessness",
             "said_as": ["call 000 if you get chest pain", "if you become breathless ring 000"],
             "not_said_as": ["no need to worry about your breathing"]},
        ],
        "acceptable": [
            {"text": "Paracetamol for the pain", "when": {"medicate": "paracetamol"},
             "also_said": True, "said_as": ["take some paracetamol for the pain"]},
            {"text": "Keep walking", "said_as": ["keep walking as you normally do"]},
        ],
        "harmful": [
            {"text": "Send her home with a calf strain", "said_as": ["it is only a calf strain"],
             "consequence": "She went home and the clot grew.",
             "aside": "Being told it was a strain, she nearly did not fill the script."},
            {"text": "An anticoagulant together with an anti-inflammatory",
             "when": {"prescribe": "apixaban", "with": ["ibuprofen", "naproxen"]},
             "consequence": "That night she bled from the stomach."},
        ],
        "not_indicated": [
            "amoxicillin",
            {"text": "Cortisone tablets", "when": {"medicate": "prednisolone"}},
        ],
    },
    "consequences": {
        "ideal": "The clot was treated and she was back driving in a month.",
        "acceptable": "The clot was treated, and she had questions left.",
        "harmful": "She was harmed on the way.",
        "missed_red_flag": "The clot reached her lung.",
    },
    "trap": {"title": "She takes her sister's naproxen", "test": {"medicate": "ibuprofen"}},
    "sources": ["A public guideline on deep vein thrombosis, 2024"],
}  # fmt: skip
