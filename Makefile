# Two commands do everything on a machine with Python 3.11 or later:
#   make demo   plays the embedded benchmark and builds the site (no key, no network but the install)
#   make test   runs the tests

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCHMARKS := site scale throughput coverage fuzz kills
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: demo test lint browser package dask inspect llm bench clean

demo: $(VENV)/core
	rm -rf demo && mkdir -p demo/results && cp -R results/2026-10-04-published demo/results/
	$(BIN)/crookbench run baselines --run demo --results demo/results --cases all --reps 3
	$(BIN)/crookbench report demo --results demo/results
	$(BIN)/crookbench build-site --results demo/results --out demo/site
	@echo "Open demo/site/index.html, or: $(BIN)/crookbench serve --out demo/site"

test: $(VENV)/test
	$(BIN)/python -m pytest -q -n auto --dist loadfile -m "not browser and not llm and not inspect and not package and not dask"

lint: $(VENV)/lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/zizmor --offline --no-progress --quiet .github/workflows
	$(BIN)/reuse lint --quiet

browser: $(VENV)/browser
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -m browser

# Every benchmark, each to its page in benchmarks/; a failed one leaves its page as it was.
bench: $(VENV)/test $(VENV)/pelican
	$(BIN)/python benchmarks/site.py --pelican $(VENV)/pelican/bin/pelican --scale 1980 20000 > $(VENV)/bench.md
	mv $(VENV)/bench.md benchmarks/site.md
	for name in $(filter-out site,$(BENCHMARKS)); do \
	  $(BIN)/python benchmarks/$$name.py > $(VENV)/bench.md && mv $(VENV)/bench.md benchmarks/$$name.md || exit 1; \
	done

# The wheel and the source archive, used as somebody who has no checkout.
package: $(VENV)/package
	$(BIN)/python -m pytest -q -m package

# A real scheduler with real workers on this machine.
dask: $(VENV)/dask
	$(BIN)/python -m pytest -q -m dask

inspect: $(VENV)/inspect
	$(BIN)/python -m pytest -q -n 2 --dist loadfile -m inspect

llm: $(VENV)/llm
	$(BIN)/python -m pytest -q -m llm

$(VENV)/core: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e .
	@touch $@

$(VENV)/test: $(VENV)/core
	$(INSTALL) -e '.[test]'
	@touch $@

$(VENV)/lint: $(VENV)/test
	$(INSTALL) -e '.[test,lint]'
	@touch $@

$(VENV)/package: $(VENV)/test
	$(INSTALL) -e '.[test,package]'
	@touch $@

$(VENV)/dask: $(VENV)/test
	$(INSTALL) -e '.[test,dask]'
	@touch $@

$(VENV)/browser: $(VENV)/test
	$(INSTALL) -e '.[test,browser]'
	@touch $@

$(VENV)/inspect: $(VENV)/test
	$(INSTALL) -e '.[test,inspect]'
	@touch $@

$(VENV)/llm: $(VENV)/inspect
	$(INSTALL) -e '.[test,inspect,llm]'
	@touch $@

$(VENV)/pelican: $(VENV)/core
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --disable-pip-version-check 'pelican[markdown]'

clean:
	rm -rf $(VENV) demo site
