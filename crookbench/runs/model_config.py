"""Who sits where in a run: which models are asked, at which servers, and with what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crookbench.chat.endpoint import OPENROUTER, endpoint
from crookbench.chat.prompts import versions
from crookbench.doctor.baselines import BASELINES
from crookbench.errors import UsageFault
from crookbench.patient.chart import ChartPatient
from crookbench.records.manifest import DoctorConfig
from crookbench.redaction import looks_like_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crookbench.casebook.models import Model
    from crookbench.chat.endpoint import Endpoint, Role
    from crookbench.doctor.model import DoctorSettings
    from crookbench.patient.structured import ModelSettings


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """Who sits where, before anyone is connected.

    Attributes:
        doctors: The models among the doctors; all others are baselines.
        at: The doctors' server; None where no model is among them.
        patient: The patient's and the marker's model; None for the chart.
        patient_at: Its server.
    """

    doctors: Mapping[str, DoctorSettings] = field(default_factory=dict)
    at: Endpoint | None = None
    patient: ModelSettings | None = None
    patient_at: Endpoint | None = None

    def config(self, doctor: str) -> DoctorConfig:
        """A doctor as run.json has it: everything about it that could change a score."""
        if doctor not in self.doctors or self.at is None:
            return DoctorConfig(id=doctor)
        from crookbench.doctor.model import told_to_doctors

        told = {
            "base_url": self.at.base,
            **self.doctors[doctor].parameters,
            **told_to_doctors(),
        }
        return DoctorConfig(id=doctor, parameters=told)

    @property
    def addresses(self) -> dict[str, str]:
        """The addresses at which models are asked, by who they play."""
        asked = {"doctors": self.at, "patient and marker": self.patient_at}
        return {role: at.base for role, at in asked.items() if at}

    @property
    def patient_name(self) -> str:
        return self.patient.model if self.patient else ChartPatient.name

    @property
    def patient_parameters(self) -> dict[str, object]:
        """What the patient's model is asked with, as run.json has it."""
        if self.patient is None or self.patient_at is None:
            return {}
        suffix = {"suffix": self.patient.suffix} if self.patient.suffix else {}
        return {"base_url": self.patient_at.base, **self.patient.parameters, **suffix}

    @property
    def prompts(self) -> dict[str, str]:
        """What the patient's model is told, by name, with its version."""
        if self.patient is None:
            return {}
        from crookbench.patient import model, model_marker, topic_finder

        return versions(
            topic_finder.PROMPT, model.PROMPT, model_marker.PROPOSE, model_marker.SECOND_LOOK
        )


def model_config(
    doctors: Sequence[str],
    patient: str,
    models: Mapping[str, Model],
    environ: Mapping[str, str],
) -> ModelConfig:
    """Who sits where, by the command's names, models.yaml and the environment.

    Raises:
        UsageFault: The environment lacks something, or holds what does not fit.
    """
    asked = [doctor for doctor in doctors if doctor not in BASELINES]
    at = endpoint("DOCTOR", environ, OPENROUTER) if asked else None
    patient_at = endpoint("PATIENT", environ) if patient == "model" else None
    return ModelConfig(
        doctors={doctor: _doctor(doctor, at, models.get(doctor)) for doctor in asked if at},
        at=at,
        patient=asked_model("PATIENT", patient_at, environ, models) if patient_at else None,
        patient_at=patient_at,
    )


def _doctor(id_: str, at: Endpoint, known: Model | None) -> DoctorSettings:
    from crookbench.doctor.model import DoctorSettings

    if known is None:
        return DoctorSettings(id_, at.extra)
    return DoctorSettings(id_, {**known.extra, **at.extra}, known.token_price)


def asked_model(
    role: Role, at: Endpoint, environ: Mapping[str, str], models: Mapping[str, Model]
) -> ModelSettings:
    """The model that PATIENT_MODEL (or PHRASES_MODEL) names, with what it is asked with.

    Raises:
        UsageFault: The variable is missing, or it or the suffix holds a key.
    """
    from crookbench.patient.structured import ModelSettings

    name, suffix = (environ.get(f"{role}_{each}", "").strip() for each in ("MODEL", "SUFFIX"))
    if not name:
        raise UsageFault(
            f"{role}_MODEL is not set; expected the id of a model at {role}_URL, such as qwen3-8b"
        )
    for each, value in ((f"{role}_MODEL", name), (f"{role}_SUFFIX", suffix)):
        if looks_like_key(value) or at.secrets.in_content(value) != value:
            raise UsageFault(f"{each}: expected no key, for it is published")
    known = models.get(name)
    return ModelSettings(
        name,
        suffix,
        {**(known.extra if known else {}), **at.extra},
        known.token_price if known else None,
    )
