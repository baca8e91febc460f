# `make play` and `make test` are all you need: each sets up what it needs in .venv and does nothing twice.

BIN := .venv/bin
SOURCES := src tests scripts examples bench
# Tests run side by side, two processes more than there are cores: some wait for servers and browsers. Not more, since
# each process collects all tests and starts a browser and servers of its own.
JOBS ?= $(shell $(PYTHON) -c 'import os; print(2 + (os.cpu_count() or 1))')
# Quick tests wait for nothing, and every process collects all tests.
CORES ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
# Tests start hundreds of processes: none of them shall compile our sources anew, whatever the caller prefers.
unexport PYTHONDONTWRITEBYTECODE
# A game for `make play` in the terminal; without one the browser opens.
GAME ?=

# The first Python that is new enough and can make virtual environments.
FOUND := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
  "$$p" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo "$$p"; break; }; done)
PYTHON ?= $(FOUND)
SETUP = $(if $(PYTHON),$(PYTHON),$(error Pithead needs Python 3.11 or later with its venv module; \
  none was found. Install one, or name it: make PYTHON=/path/to/python3.11)) scripts/setup.py

.DEFAULT_GOAL := help
.PHONY: help game play test quick lint lint-python lint-web format setup warm web types screenshots bench-page bench-compare lock release docs clean load soak simulate simulation-tools strength coverage mutants

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: ## Open the table in the browser (GAME=example: play that game in the terminal)
	@$(SETUP)
	@$(BIN)/python scripts/web.py
	@$(BIN)/pithead $(if $(GAME),play $(GAME) --terminal)

# Idle processes take over the tests of busy ones: those in the browser take minutes and stand side by side.
test: setup ## Check everything: style, types, layers, all tests
	@$(MAKE) --no-print-directory -j3 lint-python lint-web warm simulation-tools
	$(BIN)/pytest -n $(JOBS) --dist worksteal

quick: setup ## Check style and the fast tests (under a minute)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/pytest -q -n $(CORES) --dist worksteal -m "not slow and not soak and not load"

# Apart from `make test`: tracing every line makes interpreted rules several times slower before Python 3.12.
coverage: setup web warm ## Print how much of kit, engine and table the tests run
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n $(JOBS) --dist worksteal tests/kit tests/engine tests/contract tests/table
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

mutants: setup warm ## Plant defects and see that the tests notice each
	$(BIN)/python scripts/mutants.py

lint: lint-python lint-web ## Check style, types and the arrows between the layers

lint-python: setup
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/mypy

# The checks need more packages than the build: fetched first, they serve both.
lint-web: setup
	$(BIN)/python scripts/web.py --lint
	@$(BIN)/python scripts/web.py

format: setup ## Put the code into the house format
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/python scripts/web.py --format

setup: ## Set up .venv for development, without running anything
	@$(SETUP) --dev

# Parallel tests would each compile the same cold games: fill the cache once before them.
warm: setup
	$(BIN)/pithead warm

# Here and not in the first test that needs it: a process of tests would wait for the packages.
simulation-tools: setup
	@$(BIN)/python -m scripts.simulate --install

web: setup ## Build the browser client, if it changed
	@$(BIN)/python scripts/web.py

types: setup ## Write the client's types of messages and views anew
	@$(BIN)/python scripts/web.py --types

peers: setup ## Install the libraries that `pithead bench --peers` compares with
	$(BIN)/python bench/setup_peers.py

game: setup ## Check one game, the cheapest first, and make what is stale (GAME=name)
	@$(BIN)/python scripts/game.py $(GAME)

bench-compare: setup ## Fail if this tree is a fifth slower than its parent (COMMIT=… for another)
	$(BIN)/python scripts/bench_compare.py $(or $(COMMIT),HEAD~1)

bench-page: web ## Print the bytes of first loads and the time from a click to the next frame
	$(BIN)/python bench/page.py

strength: setup ## Play the levels of bots against each other (about an hour)
	$(BIN)/python -m pithead.lab.strength

load: setup warm ## Drive a server with 1,000 connections and print the figures (about ten minutes)
	$(BIN)/python bench/load.py

# Ray and stable-baselines3 (PyTorch) are not pinned with the others: they are larger than all of those together, only
# long tests use them, and these fail by name where they cannot be had.
soak: setup warm ## Run the long tests: thousands of games, a thousand kills (hours; HOURS=1 of simulated worlds)
	-$(BIN)/pip install -qq --disable-pip-version-check --no-build-isolation --editable ".[cluster]" stable-baselines3 sb3-contrib
	$(if $(HOURS),HOURS=$(HOURS)) $(BIN)/pytest -n $(JOBS) -m soak -o faulthandler_timeout=0

# Where there is no Python 3.12 or later, it says so and simulates nothing.
simulate: setup ## Run the server in simulated worlds (SEEDS=0-99; LOG=file: resumable; JOBS=2: processes; FAULTS=, GAMES=, DEFECT= as a failing seed prints)
	$(BIN)/python -m scripts.simulate $(if $(SEEDS),--seeds $(SEEDS)) $(if $(LOG),--log $(LOG)) $(if $(filter command line,$(origin JOBS)),--jobs $(JOBS)) $(if $(FAULTS),--faults $(FAULTS)) $(if $(GAMES),--games $(GAMES)) $(if $(DEFECT),--defect $(DEFECT))

screenshots: web ## Take the pictures of docs/screenshots anew (SCENES="home mining": some)
	$(BIN)/python tests/browser/screenshots.py $(SCENES)

lock: ## Write the requirement locks anew (UPGRADE=1 for the newest releases)
	@$(SETUP) --dev
	$(BIN)/python scripts/lock.py $(if $(UPGRADE),--upgrade)

release: setup ## Build and check what is published, into dist (OFFLINE=1: without asking for advisories; UNTRIED=1: without installing)
	$(BIN)/python -m scripts.release $(if $(OFFLINE),--offline) $(if $(UNTRIED),--untried)

docs: setup ## Build the documentation as a site into build/docs/site, and check it
	$(BIN)/python -m scripts.docs

clean: ## Remove .venv and everything that was built
	rm -rf .venv .venv.lock web/node_modules src/pithead/table/static dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage*
	find src tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +
