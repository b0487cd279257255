# Two commands do all the set-up: `make run` tries Hule on a sample photograph, `make test` passes its tests.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PORT   ?= 8080
SAMPLE ?= examples/photos/hand.jpg

.PHONY: run install test lint check system-packages clean

run: install
	$(BIN)/hule photo $(SAMPLE)
	$(BIN)/hule serve --port $(PORT) --photo $(SAMPLE)

install: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "Python's venv module is missing: sudo apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet -e '.[vision,web]'
	touch $@

test: system-packages $(VENV)/.tested
	$(MAKE) --no-print-directory check

$(VENV)/.tested: $(VENV)/.installed
	$(BIN)/pip install --quiet -e '.[vision,web,dev]'
	touch $@

lint:
	$(BIN)/ruff check .
	$(BIN)/mypy

check: lint
	$(BIN)/pytest

# What pip cannot bring: a browser, Chinese letters for it, a compiler.
system-packages:
	@tests/system-packages.sh "$(PYTHON)"

clean:
	rm -rf $(VENV) build dist *.egg-info artifacts .pytest_cache .mypy_cache .ruff_cache
