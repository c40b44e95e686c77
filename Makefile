# Everything runs in the virtual environment .venv, which the first target that needs it makes from a bare python3
# (3.11 or newer); uv is used where it is installed. After that nothing reaches for the network. Another PYTHON has an
# environment of its own, named by its version (PYTHON=python3.13: .venv-3.13); VENV=... names any.

PYTHON ?= python3
VERSION = $(or $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])'),$(error $(PYTHON) does not run))
ifndef VENV
VENV   := $(if $(filter python3,$(PYTHON)),.venv,.venv-$(VERSION))
endif
BIN    := $(VENV)/bin
UV     := $(shell command -v uv 2>/dev/null)

ifdef UV
MAKE_VENV = $(UV) venv --seed --python $(PYTHON) $(VENV)
INSTALL   = $(UV) pip install --python $(BIN)/python --quiet
else
MAKE_VENV = $(PYTHON) -m venv $(VENV)
INSTALL   = $(BIN)/python -m pip install --quiet --disable-pip-version-check
endif

# The part of the tests that finds most mistakes within seconds: definitions, constraints, errors, passes, compiled updates.
QUICK := tests/support tests/verify/test_types.py tests/project/test_files.py \
         tests/ops/test_shapes.py tests/ops/test_values.py tests/ops/test_constraints.py tests/ops/test_constraint_table.py \
         tests/text/test_errors.py tests/passes/test_passes.py tests/codegen/test_updates.py

# Where `make docs` builds the site.
SITE := build/site

# Which cases `make test` takes: `covering`, or `all`, which takes half as long again (tests/covering.py).
CASES := covering

# How long `make fuzz` runs, all parts together.
SECONDS := 600

.PHONY: help demo test exhaustive quick fuzz bench docs style lint clean
.DELETE_ON_ERROR:

help:
	@echo "make demo   recognises handwritten digits with a network exported by JAX"
	@echo "make test   runs the tests, CASES=all with all combinations of parameters and those that race and draw"
	@echo "make exhaustive  adds those with many seeds, dense sweeps and hundreds of programs against XLA"
	@echo "make quick  runs the tests that finish within seconds"
	@echo "make fuzz   attacks the whole with random programs, states and moments, SECONDS=600 long (FUZZ=... adds arguments)"
	@echo "make bench  compares with XLA on the CPU and prints the tables (BENCH=... adds arguments)"
	@echo "make docs   writes the pages of constraints, commands and figures, and builds the site in $(SITE)"
	@echo "make style  runs ruff"
	@echo "make lint   runs ruff and pyright"
	@echo "make clean  removes the virtual environments and what tools left behind"
	@echo "Each may be given PYTHON=python3.13, which gets an environment of its own, or VENV=DIR to work in another"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("hloom needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(MAKE_VENV)

# What using hloom takes; with it, in the environment, what programs share, so that the first ones compile fast.
KEEP_COMMON_CODE = $(BIN)/hloom compile --common || echo "no common code is kept: the first programs compile slower"

$(VENV)/.product: pyproject.toml | $(BIN)/python
	$(INSTALL) --editable .
	@$(KEEP_COMMON_CODE)
	@touch $@

# What developing it takes. The extra oracles have no wheel on some platforms; their tests skip then.
$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(INSTALL) --editable '.[dev]'
	@$(INSTALL) --editable '.[oracles]' 2>/dev/null || echo "no torch-mlir for this platform: the tests that need it will skip"
	@test -e $(VENV)/.product || $(KEEP_COMMON_CODE)
	@touch $(VENV)/.product $@

demo: $(VENV)/.product
	@$(BIN)/python examples/digits/demo.py

test: $(VENV)/.dev
	@$(BIN)/python -m pytest -q -n 2 -m 'not exhaustive' --cases $(CASES)

exhaustive: $(VENV)/.dev
	@$(BIN)/python -m pytest -q -n 2

quick: $(VENV)/.dev
	@$(BIN)/python -m pytest -q -m 'not slow' $(QUICK)

fuzz: $(VENV)/.dev
	@$(BIN)/python -m tests.fuzz --seconds $(SECONDS) $(FUZZ)

bench: $(VENV)/.dev
	@$(BIN)/python -m benchmarks.compare $(BENCH)
	@$(BIN)/python -m benchmarks.parse

# The pages that are made, then the site; where Sphinx cannot be installed the pages are written all the same.
docs: $(VENV)/.product
	@$(BIN)/python -m tools.constraints_table
	@$(BIN)/python -m tools.cli_page
	@$(BIN)/python -m tools.performance_page
	@$(BIN)/python -c 'import sphinx, myst_parser' 2>/dev/null || $(INSTALL) --editable '.[docs]' 2>/dev/null \
	  || echo "no Sphinx can be installed here: the pages are written, the site is not built"
	@if $(BIN)/python -c 'import sphinx, myst_parser' 2>/dev/null; \
	  then $(BIN)/python -m sphinx -q -W --keep-going -c docs -b html . $(SITE) && echo "$(SITE)/docs/index.html"; fi

style: $(VENV)/.dev
	@$(BIN)/ruff check .

lint: style
	@$(BIN)/pyright --pythonpath $(BIN)/python

clean:
	rm -rf $(VENV) .venv .venv-* .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
