# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The repository as a stranger meets it: README, paths, versions, Makefile and demonstration."""

import os
import pkgutil
import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from processes import finished

import twiddle
from lint import files, rooms, tools
from twiddle.base import manifest
from twiddle.cli import demo
from twiddle.evidence.results import Results

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
SYSTEM = (ROOT / "docs" / "cores" / "system.md").read_text(encoding="utf-8")

_BLOCK = re.compile(r"(<!-- not run[^>]*-->\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
_PATH = re.compile(r"`(\.?[\w-]+(?:/[\w.*-]*)+|[\w-]+\.(?:md|toml|cff))`")
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_MARKER = re.compile(r"^[A-Z][A-Z0-9_]+$|\b(?:TODO|FIXME|TBD|XXX)\b", re.MULTILINE)
_IN_A_BUNDLE = {"flat/", "bench/", "bench/bench.v", "bench/test_*.py", "bench/Makefile", "constraints/", "vhdl/"}
_NOT_ALWAYS_THERE = {"own.toml", "results/failed.json", *_IN_A_BUNDLE}


def blocks(language: str, page: str = README) -> list[str]:
    """Code blocks of a page that are not marked as not run."""
    return [body for mark, name, body in _BLOCK.findall(page) if name == language and not mark]


def run(command: list[str], cwd: Path, **extra: str) -> subprocess.CompletedProcess[str]:
    return finished(command, cwd=cwd, env={**os.environ, **extra})


def test_no_page_has_a_marker_of_what_is_missing() -> None:
    pages = [path for path in files.tracked(ROOT) if path.suffix == ".md"]
    assert len(pages) > 20
    for page in pages:
        assert not _MARKER.search(_FENCED.sub("", page.read_text(encoding="utf-8"))), page


# What the README says can be done


def test_readme_commands_run(tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    (block,) = blocks("sh")
    done = run(["bash", "-euo", "pipefail", "-c", block], tmp_path, PATH=path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "received.bin").exists()
    assert README.count("\n") <= 200
    assert len(README) <= 11_000


def test_instantiation_of_the_docs_is_clean(tmp_path: Path) -> None:
    (block,) = blocks("systemverilog", SYSTEM)
    path = tmp_path / "my_multiplier.sv"
    path.write_text(block)
    sources = [*manifest.sources("twd_iterative"), path]
    point = tools.Point("integration", "my_multiplier", {}, sources, manifest.include_dirs())
    assert [line for line in tools.check_verilator(point) if path.name in line] == []
    assert tools.check_yosys(point) == []


def test_ring_of_the_docs_is_legal(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "python" / "files.md").read_text(encoding="utf-8")
    (block,) = [body for _, name, body in _BLOCK.findall(page) if name == "toml"]
    (tmp_path / "own.toml").write_text(block)
    ring = twiddle.ring(tmp_path / "own.toml")
    literal = f"{{32'd{ring.n}, 32'd{ring.q}, 32'd{ring.root}, 32'd{ring.root_order}}}"
    assert literal in page


def test_the_drawings_name_files_that_exist_and_every_core() -> None:
    text = (ROOT / "rtl" / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<!\w)(?:[a-z]+/)+twd_\w+\.sv", text))
    assert [name for name in sorted(named) if not (ROOT / "rtl" / name).is_file()] == []
    assert {path.name for path in (ROOT / "rtl" / "core").glob("*.sv")} <= {Path(name).name for name in named}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_named_paths_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = {link for link in _LINK.findall(text) if "://" not in link}
    missing = [link for link in links if not (page.parent / link).exists()]
    paths = set(_PATH.findall(_BLOCK.sub("", text))) - _NOT_ALWAYS_THERE
    paths -= {f"results/{name}" for name in Results().pending()}
    missing += [path for path in paths if not (ROOT / path).exists() and not path.startswith(".venv")]
    assert missing == []


def test_named_files_of_the_rtl_exist() -> None:
    """Those without a folder too; the changelog names what there was."""
    there = {path.name for path in files.tracked(ROOT)}
    named = {
        (page.name, name)
        for page in PAGES
        if page.name != "CHANGELOG.md"
        for name in re.findall(r"\btwd_\w+\.svh?\b", page.read_text(encoding="utf-8"))
    }
    assert len(named) > 10
    assert [each for each in sorted(named) if each[1] not in there] == []


# Packaging


def test_versions_agree() -> None:
    document = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert document["project"]["dynamic"] == ["version"]
    assert document["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "twiddle.base.__version__"}
    cited = (ROOT / "CITATION.cff").read_text()
    changes = (ROOT / "CHANGELOG.md").read_text()
    [date] = re.findall(r"\ndate-released: (\S+)\n", cited)
    assert f"\nversion: {twiddle.__version__}\n" in cited
    _, released = changes.split("\n## Unreleased\n")
    assert re.findall(r"^## (.*)$", released, re.MULTILINE)[0] == f"{twiddle.__version__} - {date}"


def test_lock_pins_every_requirement() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    pins = re.findall(r"^([\w.-]+)==\S+.*?\\\n((?: +--hash=sha256:[0-9a-f]{64}.*\n?)+)", lock, re.MULTILINE)
    names = {name for name, _ in pins}
    assert len(pins) == len(re.findall(r"^[\w.-]+==", lock, re.MULTILINE))
    assert "://" not in lock
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    required = {re.split(r"[ <>=\[]", line)[0] for line in [*project["dependencies"], *chain(*extras)]}
    assert required - {"twiddle"} <= names


# The Python names in the comments of the RTL and in the pages

_COMMENTED = (".sv", ".py", ".md", ".ipynb")
_DOTTED = re.compile(rf"\btwiddle\.(?:{'|'.join(rooms.ROOMS)})(?:\.\w+)*")


def test_python_names_exist() -> None:
    places = [path for folder in ("rtl", "hls", "docs") for path in (ROOT / folder).rglob("*.*")]
    texts = {path: path.read_text(encoding="utf-8") for path in places if path.suffix in _COMMENTED}
    names = {name: path for path, text in texts.items() for name in _DOTTED.findall(text)}
    assert len(names) > 100
    missing = []
    for name, path in names.items():
        try:
            pkgutil.resolve_name(name)
        except (ImportError, AttributeError):
            missing.append(f"{path.relative_to(ROOT)}: {name}")
    assert missing == []


# The Makefile


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("PYTHON=false", "twiddle: Python 3.11 or later is needed; name one with: make PYTHON="),
        ("CXX=none++", "twiddle: no C++ compiler (none++); install one"),
    ],
)
def test_make_refuses(setting: str, message: str, tmp_path: Path) -> None:
    words = ["make", "-C", str(ROOT), "--no-print-directory", "env"]
    done = run([*words, f"VENV={tmp_path / 'venv'}", f"PYTHON={sys.executable}", setting], ROOT, MAKEFLAGS="")
    assert done.returncode != 0
    assert done.stderr.startswith(message)
    assert not (tmp_path / "venv").exists()


# The demonstration


def test_demo(capsys: pytest.CaptureFixture[str]) -> None:
    assert demo.main() == 0
    out = capsys.readouterr().out
    assert out.count(" yes ") == 6
    assert "Try next: " in out


def test_demo_fails_on_a_wrong_operation(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = [case._replace(frames=(bytes(32), *case.frames[1:])) for case in demo.operations()[1:2]]
    monkeypatch.setattr(demo, "operations", lambda: wrong)
    assert demo.main() == 1
    out, err = capsys.readouterr()
    assert err == "twiddle: ML-KEM-768 Encaps: frame 0 differs from byte 0 on\n"
    assert out.count(" NO ") == 1
