# Every target makes its own virtualenv; nothing needs to be active or installed beforehand
# but Python 3.11 or newer and its venv module.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
LOCKED := $(VENV)/.locked
LOCKS := requirements/build.lock requirements/dev.lock
CODE := accounts config games tests manage.py
TYPED := accounts config games tests manage.py
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command 'make lock' $(ARGS)
# Everything by way of pyproject: how pip builds an older package otherwise depends on its version.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --use-pep517
ADDRESS ?= 127.0.0.1
PORT ?= 8000

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install lock virtualenv run test coverage check replays format clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(STAMP) ## create .venv and install the site and its tools, in the locked versions

# For every platform and every Python we support at once. Pins that still fit stay as they are.
lock: $(STAMP) ## write requirements/*.lock anew; ARGS=--upgrade takes the newest versions
	$(COMPILE) --group build --output-file requirements/build.lock
	$(COMPILE) pyproject.toml --extra dev --output-file requirements/dev.lock
	$(COMPILE) pyproject.toml --constraints requirements/dev.lock --output-file requirements/site.lock

run: $(STAMP) ## bring the database up to date and serve the site on this machine
	$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py demo
	@$(BIN)/python manage.py serve --bind $(ADDRESS) --port $(PORT)

test: $(STAMP) ## run all tests, in parallel and random order
	@$(BIN)/python tests/browser/chromium.py
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal $(ARGS)

# Apart from `test`, because counting lines makes the engine's tests three times as slow.
coverage: $(STAMP) ## run all tests and say which lines none of them has run
	@$(BIN)/python tests/browser/chromium.py
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal --cov --cov-report term-missing:skip-covered $(ARGS)

check: $(STAMP) ## format, lint, imports, types, Django's own checks, missing migrations
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy $(TYPED)
	$(BIN)/python manage.py check
	$(BIN)/python manage.py makemigrations --check --dry-run

replays: $(STAMP) ## fold and verify every recorded match
	ADIT_TITLES=tests/toy_titles $(BIN)/python manage.py replay --all tests/titles

format: $(STAMP) ## format the code and mend what the linter can mend
	$(BIN)/ruff check --fix-only $(CODE)
	$(BIN)/ruff format $(CODE)

clean: ## remove the virtualenv and everything the tools left behind (not the database)
	rm -rf $(VENV) *.egg-info build dist htmlcov .coverage .coverage.*
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

# Keeps the locks it was made from: one that was only written again is no reason to install again.
$(LOCKED): $(LOCKS)
	@cat $^ | cmp -s - $@ || $(MAKE) --no-print-directory virtualenv
	@cat $^ > $@

# From nothing: what the locks no longer name must not linger.
virtualenv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Adit needs Python 3.11 or newer as '$(PYTHON)'; try: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Adit needs Python's venv module; on Debian or Ubuntu install the package python3-venv."; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(PIP) --require-hashes --requirement requirements/build.lock
	$(PIP) --require-hashes --requirement requirements/dev.lock

$(STAMP): $(LOCKED) pyproject.toml
	$(PIP) --editable .
	@touch $@
