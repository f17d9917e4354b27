# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
#
# Everything happens inside this folder: the environment in .venv, compiled simulators and synthesis runs in .cache.

PYTHON ?= python3
WORKERS ?= 2
VENV := .venv
VENV_HLS := .venv-hls
VENV_NOTEBOOK := .venv-notebook
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
COMPILERS := $(if $(filter default,$(origin CXX)),c++ g++ clang++,$(CXX))

export TWIDDLE_CACHE ?= $(CURDIR)/.cache
unexport VERILATOR_ROOT PYTHONPATH

.DEFAULT_GOAL := help
.PHONY: help demo test speed exhaust netlists matrix faults mutants formal flow vectors acvp unit lattice cycles flips rtl-coverage coverage sw soc notebook docs docs-serve dist lint env hls hls-env clean distclean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*##/\1\t/p' $(MAKEFILE_LIST) | expand -t 12

demo: $(STAMP)  ## run ML-KEM-768 and ML-DSA-65 whole in simulated hardware (2 min)
	@$(BIN)/python -m twiddle.cli.demo

test: lint  ## run lint, then all tests (20 min)
	@$(BIN)/python -m pytest -n $(WORKERS)

speed: $(STAMP)  ## measure the speed of model, simulation, sweeps and first use on an idle machine; downloads packages (3 min)
	@$(BIN)/python -m pytest -n 0 --speed -m speed

exhaust: $(STAMP)  ## test every narrow multiplier with every pair of operands (7 min)
	@$(BIN)/python -m twiddle verify --run $@ --workers $(WORKERS)

netlists: $(STAMP)  ## test the synthesised netlists, elaborated and mapped (90 min)
	@$(BIN)/python -m twiddle verify --run $@ --workers $(WORKERS)

matrix: $(STAMP)  ## run the points that make test leaves out: every pair of parameter values of each core, and long tests
	@$(BIN)/python -m twiddle verify --run $@ --workers $(WORKERS)

faults: $(STAMP)  ## inject every fault of the list into the RTL; a test must detect each (1 h)
	@$(BIN)/python -m twiddle verify --run $@ --workers $(WORKERS)

mutants: $(STAMP)  ## put each of 150 random changes into the RTL; a test must see it (4 h)
	@$(BIN)/python -m twiddle verify --run $@ --workers $(WORKERS)

formal: $(STAMP)  ## prove the handshakes of the streaming cores and of the registers (7 min)
	@$(BIN)/python -m twiddle verify --run $@

flow: $(STAMP)  ## prove from netlists that secrets reach no time, address or enable but those of formal/flow.toml (25 min)
	@$(BIN)/python -m twiddle verify --run $@ --workers $(WORKERS)

vectors: $(STAMP)  ## run test vectors of others (ACVP, Wycheproof, CCTV) from VECTORS=folder on the simulated unit and twd_lattice (1 h)
	@$(BIN)/python -m twiddle verify --run $@ --workers $(WORKERS) --files $(or $(VECTORS),$(error VECTORS: name the folder of the files))

acvp:
	@echo "make acvp: its name is make vectors now" >&2; exit 2

unit: $(STAMP)  ## run 100,000 random commands on the polynomial unit against the model (1 min)
	@$(BIN)/python -m twiddle verify --run $@ --workers $(WORKERS)

lattice: $(STAMP)  ## run 10,000 random operations of ML-KEM and ML-DSA on twd_lattice against three packages (10 min)
	@$(BIN)/python -m twiddle verify --run $@ --workers $(WORKERS)

cycles: $(STAMP)  ## record the cycles of whole operations on each build of twd_lattice (6 min)
	@$(BIN)/python -m twiddle verify --run $@ --workers $(WORKERS)

flips: $(STAMP)  ## flip 132,000 bits of twd_lattice while it computes, and see what comes out (3 h)
	@$(BIN)/python -m twiddle verify --run $@ --workers $(WORKERS)

rtl-coverage: $(STAMP)  ## record which lines, branches and bits of the RTL the tests run, by file (1 h)
	@$(BIN)/python -m twiddle verify --run $@ --workers $(WORKERS)

coverage: $(STAMP)  ## record which lines of the Python package the tests run, by module (1 h)
	@$(BIN)/python -m pytest -n $(WORKERS) --cov --cov-report=json:.cache/coverage.json
	@$(BIN)/python tests/coverage_record.py .cache/coverage.json

sw: $(STAMP)  ## write the C headers to .cache/sw; compile the C drivers and test them with simulated hardware (4 min)
	@$(BIN)/python -m twiddle.bundle.wrap.header .cache/sw
	@$(BIN)/python -m twiddle.bundle.unit_header .cache/sw
	@$(BIN)/python -m pytest -n 0 -q --matrix tests/test_driver.py tests/test_unit_driver.py tests/test_lattice_driver.py

soc: $(STAMP)  ## run ML-KEM and ML-DSA on a PicoRV32 with the unit, and whole; SOURCES=folder or cargo (13 min)
	@$(BIN)/python -m twiddle verify --run $@ $(if $(SOURCES),--files $(SOURCES))

notebook: $(STAMP) $(VENV_NOTEBOOK)/.installed  ## open the notebooks of docs/start in Jupyter (the first time: 2 min); OPTIONS=--no-browser
	@$(VENV_NOTEBOOK)/bin/python -m jupyterlab --notebook-dir=docs --LabApp.default_url=/lab/tree/start/ring-to-core.ipynb $(OPTIONS)

docs: $(STAMP)  ## build the documentation site in .cache/site
	@$(BIN)/python -m mkdocs build --quiet --strict
	@echo 'built .cache/site; read it in a browser, with search: make docs-serve'

docs-serve: docs  ## serve the documentation site at http://localhost:8000, or PORT
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory .cache/site $(or $(PORT),8000)

dist: $(STAMP)  ## build the wheel, source distribution and bill of materials in dist/
	@$(BIN)/python -m release

lint: $(STAMP)  ## check RTL and Python
	@$(BIN)/python -m lint

env: $(STAMP)  ## install the Python environment in .venv

hls: $(STAMP)  ## generate the modules in hls/generated/ again (1 min); needs CIRCT
	@$(BIN)/python -m twiddle.tools.hls.compile

# The lock has CIRCT where it has wheels; a newer Python than that of .venv gets it alone.
hls-env:  ## install CIRCT for make hls and twiddle hls in .venv-hls; needs Python 3.13 or 3.14
	@for python in $(PYTHON) python3.14 python3.13 $(wildcard $(HOME)/.pyenv/versions/3.1[34].*/bin/python3); do \
	  $$python -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 13), (3, 14)))' 2>/dev/null || continue; \
	  $$python -m venv --clear $(VENV_HLS) && sed -n '/^circt==/,/[^\]$$/p' requirements.lock >$(VENV_HLS)/circt.lock && \
	  exec $(VENV_HLS)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
	    -r $(VENV_HLS)/circt.lock; \
	done; \
	echo 'twiddle: Python 3.13 or 3.14 is needed; name one with: make hls-env PYTHON=/path/to/python3.13' >&2; exit 2

# The two things that pip cannot install are looked for first, so that their absence is one clear line. The lock names
# every package, so pip resolves nothing: an extra of a pinned package would ask for a newer version of it.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo 'twiddle: Python 3.11 or later is needed; name one with: make PYTHON=/path/to/python3.11' >&2; exit 2; }
	@for name in $(COMPILERS); do command -v $$name >/dev/null && exit 0; done; \
	  echo 'twiddle: no C++ compiler ($(COMPILERS)); install one (Debian, Ubuntu: apt install g++), or name it with CXX=' >&2; \
	  exit 2
	@echo 'making the Python environment in $(VENV), once, two or three minutes ...'
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517 --no-deps --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

# Jupyter's packages come first, then those of the environment of Twiddle.
$(VENV_NOTEBOOK)/.installed: notebook.lock
	@echo 'installing Jupyter in $(VENV_NOTEBOOK), once, two minutes ...'
	@$(BIN)/python -m venv --clear $(VENV_NOTEBOOK)
	@$(VENV_NOTEBOOK)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -r notebook.lock
	@$(BIN)/python -c 'import site; print(f"import site; site.addsitedir({site.getsitepackages()[0]!r})")' \
	  >$$($(VENV_NOTEBOOK)/bin/python -c 'import site; print(site.getsitepackages()[0])')/twiddle.pth
	@touch $@

clean:  ## remove compiled simulators, synthesis runs and caches of the checkers
	rm -rf .cache build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

distclean: clean  ## remove the environments too
	rm -rf $(VENV) $(VENV_HLS) $(VENV_NOTEBOOK) src/twiddle.egg-info
