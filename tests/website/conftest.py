"""A small site: the sore calf, played with words in one run and kept without words in another."""

from __future__ import annotations

import json
import shutil
import threading
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crookbench.game.moves import Dx, End, Exam, Look, Order, Refused, Rx, Say, Unheard
from crookbench.testing import factories as testing
from crookbench.testing.runs import CASE, file_consult, file_run
from crookbench.website.build import BuildReport, build_site
from crookbench.website.serve import HOST, server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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
    Dx.of("deep_vein_thrombosis", "cellulitis", "pulmonary_embolism"),
    Say("Please call 000 if you get chest pain.", (), "I will."),
    End.of(("ideal_2",), {"ideal_2": "call 000 if you get chest pain"}),
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
        """Without a search index, whether or not Pagefind is installed, unless it is said."""
        options = {"search": False, **options}
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
def new_shop() -> Callable[[Path], Workshop]:
    """Sets up a workshop in a folder."""
    return _small


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """The small site, built; not to be changed."""
    shop = _small(tmp_path_factory.mktemp("small"))
    shop.build(base_url="https://example.org/bench/")
    return shop


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of everything that is published in results/."""
    out = tmp_path_factory.mktemp("whole") / "site"
    address = "https://example.org/"
    build_site(ROOT / "results", out, cases_dir=ROOT / "cases", base_url=address, search=False)
    return out


KINDS = (
    "index.html", "*/index.html", "404.html", "runs/*/*.html", "runs/*/*/*.html",
    "models/*/*.html", "cases/*/*.html", "cases/*/*/*.html", "consults/*/*/*/*.html",
)  # fmt: skip
"""Where pages of each kind stand; a page of the first level is a kind of its own."""


def one_of_a_kind(out: Path) -> list[str]:
    """The paths of one page of each kind of a site."""
    found = []
    for pattern in KINDS:
        paths = sorted(path.relative_to(out).as_posix() for path in out.glob(pattern))
        found += paths if pattern == "*/index.html" else paths[:1]
    return found


@pytest.fixture(scope="session")
def kinds(whole: Path) -> list[str]:
    """One page of each kind of the published site."""
    return one_of_a_kind(whole)


@pytest.fixture(scope="session")
def small_kinds(built: Workshop) -> list[str]:
    """One page of each kind of the small site."""
    return one_of_a_kind(built.out)


FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

LISTEN = """
window.violations = [];
document.addEventListener("securitypolicyviolation",
  event => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A real Chromium."""
    playwright = pytest.importorskip("playwright.sync_api")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


def served(folder: Path) -> Iterator[str]:
    """The address of a folder on this machine."""
    running = server(folder, 0)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield f"http://{HOST}:{running.server_address[1]}/"
    running.shutdown()
    thread.join()
    running.server_close()


@pytest.fixture
def serve_folder() -> Iterator[Callable[[Path], str]]:
    """Serves any folder while the test runs."""
    with ExitStack() as opened:
        yield lambda folder: opened.enter_context(contextmanager(served)(folder))


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory, built: Workshop) -> Iterator[str]:
    """The small site, as it stands under the path it was built for."""
    root = tmp_path_factory.mktemp("host")
    shutil.copytree(built.out, root / "bench")
    shutil.copy(built.out / "404.html", root / "404.html")
    shutil.copy(built.out / "404.html", root / "index.html")
    for address in served(root):
        yield f"{address}bench/"


@pytest.fixture(scope="session")
def published(whole: Path) -> Iterator[str]:
    """The published site."""
    yield from served(whole)


@dataclass
class Visit:
    """An open page, and what went wrong on it so far."""

    page: Any
    faults: list[str] = field(default_factory=list)

    def scroll_through(self) -> None:
        """Makes every chart interactive, and waits until it is."""
        for chart in self.page.query_selector_all(".chart"):
            chart.evaluate("box => box.nextElementSibling.querySelector('button').click()")
            self.page.wait_for_function("box => box.querySelector('.main-svg')", arg=chart)

    def all_faults(self) -> list[str]:
        """Errors, requests elsewhere, violations of the policy, and too wide a page."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        too_wide = [f"{wide} px too wide"] if wide > 0 else []
        return self.faults + too_wide + self.page.evaluate("window.violations")


@dataclass
class Visitor:
    """Opens pages and closes them all when the test ends."""

    browser: Any
    contexts: list[Any] = field(default_factory=list)

    def open(self, address: str, *, width: int = 1280, scheme: str = "light", **more: Any) -> Visit:
        """A page of its own; everything it complains of is kept."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme,
            reduced_motion="reduce", **more,
        )  # fmt: skip
        self.contexts.append(context)
        page = context.new_page()
        page.add_init_script(LISTEN)
        visit = Visit(page)
        origin = "/".join(address.split("/")[:3])
        is_missing = "nowhere" in address
        page.on("console", lambda said: said.type in ("error", "warning") and not is_missing
                and visit.faults.append(said.text))  # fmt: skip
        page.on("pageerror", lambda error: visit.faults.append(str(error)))
        page.on("request", lambda asked: asked.url.startswith((origin, "data:", "blob:"))
                or visit.faults.append(asked.url))  # fmt: skip
        page.goto(address)
        return visit

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.contexts.clear()


@pytest.fixture
def visitor(browser: Any) -> Iterator[Visitor]:
    """Opens pages of a site in Chromium."""
    found = Visitor(browser)
    yield found
    found.close()
