"""What the shell offers after Tab: names of runs, cases, models and doctors.

It never fails and never writes: whatever cannot be read offers nothing. It is run at each Tab, so
it reads names of files and folders, and one YAML file at most.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from click.shell_completion import CompletionItem

from crookbench.errors import CrookbenchError
from crookbench.paths import shipped
from crookbench.settings import DEFAULTS, read_settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    import click


def runs(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of the runs in the results' folder."""
    found = _folder(ctx, "results").glob("*/run.json")
    return _starting(incomplete, sorted(path.parent.name for path in found))


def numbers(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What `play` takes without giving a diagnosis away: numbers of cases."""
    count = len(_case_ids(ctx))
    return _starting(incomplete, ["random", *map(str, range(1, count + 1))])


def cases(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of cases; after a comma the next one."""
    before, comma, last = incomplete.rpartition(",")
    fit = _starting(last, _case_ids(ctx))
    return [CompletionItem(f"{before}{comma}{each.value}") for each in fit]


def doctors(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Who can be named to `run`: baselines, and the models of models.yaml."""
    from crookbench.doctor.baselines import BASELINES

    return _starting(incomplete, ["baselines", *BASELINES, *_models(ctx)])


def models_of_run(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Doctors of the run that was named before."""
    import json

    run = _folder(ctx, "results") / str(ctx.params.get("run_id") or "")
    try:
        listed = json.loads((run / "run.json").read_text("utf-8"))["doctors"]
        return _starting(incomplete, [str(doctor["id"]) for doctor in listed])
    except (OSError, ValueError, LookupError, TypeError):
        return []


def _case_ids(ctx: click.Context) -> list[str]:
    from crookbench.casebook.casebook import case_paths

    try:
        return list(case_paths(_folder(ctx, "cases_dir")))
    except CrookbenchError:
        return []


def _models(ctx: click.Context) -> list[str]:
    import yaml

    try:
        text = (_folder(ctx, "cases_dir") / "models.yaml").read_text("utf-8")
        return [str(each["id"]) for each in yaml.safe_load(text)["models"]]
    except (OSError, ValueError, LookupError, TypeError, yaml.YAMLError):
        return []


def _folder(ctx: click.Context, option: str) -> Path:
    """The folder that the line names so far, else crookbench.toml, else the usual one."""
    if given := ctx.params.get(option):
        return Path(given)
    usual: Any = Path("results") if option == "results" else shipped("cases")
    try:
        settings = read_settings(Path.cwd())
    except CrookbenchError:
        return Path(usual)
    named = settings.options.get(DEFAULTS, {}).get(option.replace("_", "-"))
    return settings.path.parent / named if settings.path and isinstance(named, str) else usual


def _starting(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
