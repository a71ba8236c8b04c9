# Each target sets up what it needs in .venv, from nothing but Python 3.11+ and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint types unit cases wheel bench clean

demo: $(VENV)/.ready
	@$(BIN)/pokerlogic rule docs/demo.table --book tda2026 --book every --lang en
	@echo
	@$(BIN)/pokerlogic rule docs/demo.ja.table --book every --lang ja

test: lint types unit wheel

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/.dev
	$(BIN)/mypy

unit: $(VENV)/.dev
	$(BIN)/pytest -n 2 --dist loadfile

cases: $(VENV)/.ready
	$(BIN)/pokerlogic test cases

wheel: $(VENV)/.dev
	rm -rf build/wheel && mkdir -p build/wheel
	$(BIN)/python -m build --wheel --outdir build/wheel . > build/wheel/log 2>&1 || (cat build/wheel/log; false)
	rm -rf build/wheel/venv && $(PYTHON) -m venv build/wheel/venv
	build/wheel/venv/bin/pip install --quiet --disable-pip-version-check build/wheel/*.whl
	cd build/wheel && venv/bin/pokerlogic test $(addprefix ../../cases/,examples decisions disputes)
	rm -rf build/wheel/house && build/wheel/venv/bin/pokerlogic new book corner --books build/wheel/house > build/wheel/log

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf $(VENV) build

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.ready
