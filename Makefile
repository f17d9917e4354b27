# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
#
# Everything happens inside this folder: the environment in .venv, compiled simulators and synthesis runs in .cache.

PYTHON ?= python3
WORKERS ?= 2
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
COMPILERS := $(if $(filter default,$(origin CXX)),c++ g++ clang++,$(CXX))

export TWIDDLE_CACHE ?= $(CURDIR)/.cache
unexport VERILATOR_ROOT PYTHONPATH

.DEFAULT_GOAL := help
.PHONY: help demo test speed exhaust netlists matrix faults formal acvp sw soc docs dist lint env clean distclean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*##/\1\t/p' $(MAKEFILE_LIST) | expand -t 12

demo: $(STAMP)  ## the products of an ML-KEM-768 encapsulation on a simulated core, checked, timed and costed
	@$(BIN)/python -m twiddle.demo

test: lint  ## lint, then the tests
	@$(BIN)/python -m pytest -n $(WORKERS)

speed: $(STAMP)  ## how fast model, simulations and sweeps are, on a machine that does nothing else, a minute
	@$(BIN)/python -m pytest -n 0 --speed -m speed

exhaust: $(STAMP)  ## every pair of operands through every narrow multiplier, a few minutes
	@$(BIN)/python -m twiddle.verify.exhaust --workers $(WORKERS)

netlists: $(STAMP)  ## the synthesised netlists, mapped ones too, in the conformance harness, half an hour
	@$(BIN)/python -m twiddle.verify.netlists --workers $(WORKERS)

matrix: $(STAMP)  ## every ring, number of butterflies and buffer of the memory-based cores together, ten minutes
	@$(BIN)/python -m pytest -n $(WORKERS) --matrix --record-matrix results/verify/matrix.json tests/test_core_*.py

faults: $(STAMP)  ## every fault of the list put into the RTL, each of which must be caught, ten minutes
	@$(BIN)/python -m pytest -n $(WORKERS) --long --record-faults results/verify/faults.json tests/test_mutations.py

formal: $(STAMP)  ## the handshake law of the streaming cores proved, a few minutes
	@$(BIN)/python -m twiddle.verify.formal

acvp: $(STAMP)  ## NIST's ACVP cases in VECTORS=folder on the simulated polynomial unit, a minute
	@$(BIN)/python -m twiddle verify --acvp $(or $(VECTORS),$(error VECTORS: name the folder of the ACVP files))

sw: $(STAMP)  ## the C driver: its headers in .cache/sw, compiled and tested against the simulated core, a minute
	@$(BIN)/python -m twiddle.wrap.header .cache/sw
	@$(BIN)/python -m twiddle.unit.header .cache/sw
	@$(BIN)/python -m pytest -n 0 -q tests/test_driver.py

soc: $(STAMP)  ## a PicoRV32 with a core, simulated: cycles to load, compute and read (needs gcc-riscv64-unknown-elf)
	@$(BIN)/python examples/picorv32/soc.py sim

docs: $(STAMP)  ## the pages as a site in .cache/site
	@$(BIN)/python -m mkdocs build --quiet --strict
	@echo 'open .cache/site/index.html'

dist: $(STAMP)  ## wheel, source distribution and bill of materials in dist/
	@$(BIN)/python -m release

lint: $(STAMP)  ## RTL and Python checks
	@$(BIN)/python -m lint

env: $(STAMP)  ## the Python environment in .venv

# The two things that pip cannot install are looked for first, so that their absence is one clear line.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo 'twiddle: Python 3.11 or later is needed; name one with: make PYTHON=/path/to/python3.11' >&2; exit 2; }
	@for name in $(COMPILERS); do command -v $$name >/dev/null && exit 0; done; \
	  echo 'twiddle: no C++ compiler ($(COMPILERS)); install one (Debian, Ubuntu: apt install g++), or name it with CXX=' >&2; \
	  exit 2
	@echo 'making the Python environment in $(VENV), once ...'
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517 --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

clean:  ## remove compiled simulators, synthesis runs and caches of the checkers
	rm -rf .cache build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

distclean: clean  ## and the environment
	rm -rf $(VENV) src/twiddle.egg-info
