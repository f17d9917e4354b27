# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What is handed out: wheel, source distribution, bill of materials, licences; and the wheel in use."""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import software
from packaging.markers import Marker
from packaging.requirements import Requirement
from processes import finished, needs_icarus

import twiddle
from lint.files import tracked
from release import __main__ as release
from release import lock
from twiddle.evidence.results import Results
from twiddle.tools.fourstate import icarus
from twiddle.tools.sim.build import QUICK

ROOT = Path(__file__).resolve().parents[1]
ALONE = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {QUICK: "2"}
"""An environment in which nothing leads to the checkout, and models are built quickest."""

_START = (ROOT / "docs" / "start" / "README.md").read_text(encoding="utf-8")
(STRANGER,) = re.findall(r"```sh\nmake dist\n(.*?)```", _START, re.DOTALL)
"""What the first page says for the wheel: install it, choose a core, export it, simulate the bundle."""

NEEDS_CHECKOUT = "works only in a checkout of the repository"


@dataclass(frozen=True)
class Dist:
    """The folder of what was built."""

    folder: Path

    @property
    def wheel(self) -> zipfile.ZipFile:
        (path,) = self.folder.glob("*.whl")
        return zipfile.ZipFile(path)

    @property
    def source(self) -> set[str]:
        (path,) = self.folder.glob("*.tar.gz")
        with tarfile.open(path) as archive:
            return {member.name.partition("/")[2] for member in archive if member.isfile()}

    @property
    def bill(self) -> str:
        (path,) = self.folder.glob("*.cdx.json")
        return path.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Installed:
    """A Python environment with the wheel, which falls back to the packages of this one."""

    python: Path
    empty: Path

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command of `twiddle`, in an empty folder outside of the checkout."""
        command = [self.python.with_name("twiddle"), *words]
        return finished(command, cwd=self.empty, env={**ALONE, "COLUMNS": "150"})


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Dist:
    folder = tmp_path_factory.mktemp("dist")
    assert release.main([str(folder)]) == 0
    return Dist(folder)


@pytest.fixture(scope="module")
def installed(dist: Dist, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    (wheel,) = dist.folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", str(python)]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], env=ALONE, check=True)
    (packages,) = (folder / "venv").glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(f"{Path(pytest.__file__).parents[1]}\n")
    (folder / "empty").mkdir()
    return Installed(python, folder / "empty")


# What is in it


def test_the_wheel_holds_what_the_commands_read(dist: Dist) -> None:
    names = set(dist.wheel.namelist())
    places = {"rtl/": "twiddle/rtl/", "results/": "twiddle/results/", "formal/": "twiddle/formal/"}
    places |= {"sw/": "twiddle/sw/", "hls/": "twiddle/hls/", "src/twiddle/": "twiddle/"}
    places["src/twiddle_command.py"] = "twiddle_command.py"
    expected = {
        place + name.removeprefix(folder)
        for name in release.committed()
        for folder, place in places.items()
        if name.startswith(folder)
    }
    assert len(expected) > 600
    assert expected <= names
    information = f"twiddle-{twiddle.__version__}.dist-info"
    extra = {name for name in names - expected if not name.startswith(information)}
    assert extra == {"twiddle/LICENSE", "twiddle/THIRD-PARTY.md"}
    assert {f"{information}/licenses/{name}" for name in ("LICENSE", "THIRD-PARTY.md")} <= names


def test_the_source_distribution_is_the_repository(dist: Dist) -> None:
    assert release.committed() <= dist.source
    stem, endings = f"twiddle-{twiddle.__version__}", ("-py3-none-any.whl", ".tar.gz", ".cdx.json")
    assert {path.name for path in dist.folder.iterdir()} == {stem + ending for ending in endings}


def test_no_file_names_the_folder_of_the_build(dist: Dist) -> None:
    for name in dist.wheel.namelist():
        content = dist.wheel.read(name)
        assert str(ROOT).encode() not in content, name
        assert str(dist.folder).encode() not in content, name


def test_the_same_sources_make_the_same_wheel_and_bill(dist: Dist, tmp_path: Path) -> None:
    assert release.main([str(tmp_path)]) == 0
    for path in sorted(dist.folder.iterdir()):
        if path.suffix != ".gz":
            assert path.read_bytes() == (tmp_path / path.name).read_bytes(), path.name


# The bill of materials and the licences


def test_the_bill_is_valid(dist: Dist) -> None:
    from cyclonedx.schema import SchemaVersion  # its import takes seconds, in each process of the tests
    from cyclonedx.validation.json import JsonStrictValidator

    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(dist.bill) is None
    assert str(ROOT) not in dist.bill


def test_the_bill_names_what_an_installation_brings(dist: Dist) -> None:
    bill = json.loads(dist.bill)
    assert bill["metadata"]["component"]["version"] == twiddle.__version__
    components = {each["name"]: each for each in bill["components"]}
    assert set(components) == runtime_of_the_environment()
    text = (ROOT / "requirements.lock").read_text()
    for each in bill["components"]:
        assert re.search(rf"(?im)^{each['name'].replace('-', '[-_.]')}=={re.escape(each['version'])} ", text)
        assert each["purl"] == f"pkg:pypi/{each['name']}@{each['version']}"
        assert each["licenses"]
        (files,) = [ref for ref in each["externalReferences"] if ref["type"] == "distribution"]
        assert files["hashes"]
        assert all(f"sha256:{digest['content']}" in text for digest in files["hashes"])
    (own,) = [each for each in bill["dependencies"] if each["ref"].startswith("twiddle@")]
    assert {ref.partition("@")[0] for ref in own["dependsOn"]} == lock.direct(ROOT)


def runtime_of_the_environment() -> set[str]:
    """The packages that Twiddle brings, by what the installed ones say that they need."""
    found, new = set[str](), lock.direct(ROOT)
    while new:
        found |= new
        needed = [line for name in new for line in importlib.metadata.requires(name) or () if is_needed(line)]
        new = {lock.normal(re.split(r"[ <>=!~;\[(]", line)[0]) for line in needed} - found
    return found


def is_needed(requirement: str) -> bool:
    """Whether a requirement is one here, without extras."""
    marker = Requirement(requirement).marker
    return marker is None or marker.evaluate({"extra": ""})


def test_every_package_that_reaches_a_user_has_its_licence() -> None:
    entries = lock.third_party(ROOT)
    needed = lock.direct(ROOT) | lock.chosen(ROOT) | {pin.name for pin in lock.runtime(ROOT)}
    assert needed - set(entries) == set(), "THIRD-PARTY.md has no line for them"
    assert set(entries) - needed == set(), "THIRD-PARTY.md has lines for packages that are not needed"


def test_what_is_no_package_has_its_licence_too() -> None:
    """Files that others wrote, by REUSE.toml, and what goes into the firmware and systems of examples."""
    lines = (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8").splitlines()
    annotations = tomllib.loads((ROOT / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]
    theirs = [each for each in annotations if "Twiddle contributors" not in each["SPDX-FileCopyrightText"]]
    assert len(theirs) >= 2
    for each in theirs:
        paths = [each["path"]] if isinstance(each["path"], str) else each["path"]
        for folder in {str(Path(path).parent) for path in paths}:
            (line,) = [line for line in lines if f"`{folder}`" in line]
            assert each["SPDX-License-Identifier"] in line
    for name in (*(crate.name for crate in software.CRATES), "pythondata-cpu-picorv32", "gcc-riscv64-unknown-elf"):
        assert [line for line in lines if line.startswith("| ") and name in line], name


HERE = {pin.name for pin in lock.pins(ROOT) if not pin.marker or Marker(pin.marker).evaluate()}
"""The packages of the lock that are installed in a Python like this one."""


@pytest.mark.parametrize("name", sorted(HERE & lock.third_party(ROOT).keys()))
def test_licences_are_those_of_the_packages(name: str) -> None:
    said = lock.third_party(ROOT)[name].licence
    theirs = importlib.metadata.metadata(name)
    if expression := theirs.get("License-Expression"):
        assert expression in said
        return
    kinds = [line for line in theirs.get_all("Classifier") or () if line.startswith("License")]
    text = " ".join([theirs.get("License") or "", *kinds])
    assert re.match(r"MIT|BSD|Apache|LGPL|ISC", said)[0] in text  # type: ignore[index]


def test_a_package_without_a_licence_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("pyproject.toml", "requirements.lock", "THIRD-PARTY.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("| `wavedrom` |", "| wavedrom |"), encoding="utf-8")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    assert release.main([str(tmp_path / "dist")]) == 1
    assert capsys.readouterr().err == "release: THIRD-PARTY.md has no entry for wavedrom\n"
    assert not (tmp_path / "dist").exists()


def test_the_repository_is_reuse_compliant(tmp_path: Path) -> None:
    """What git tracks, in a folder in which no other test makes or removes files."""
    copy = tmp_path / "copy"
    release.copy(copy)
    done = finished([sys.executable, "-m", "reuse", "--root", copy, "lint", "--lines"], cwd=copy)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (ROOT / "LICENSES" / "Apache-2.0.txt").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_nothing_is_installed_from_an_index_under_our_name() -> None:
    pages = [path for path in tracked(ROOT) if path.suffix in (".md", ".py", ".toml", ".j2", ".ipynb")]
    found = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in pages
        if path != Path(__file__)
        for line in re.findall(r"pip install[^`\n]*[ \"']twiddle\b[^\n]*", path.read_text(encoding="utf-8"))
    ]
    assert found == []


# The wheel in use


def test_it_is_the_installed_package(installed: Installed) -> None:
    code = "import twiddle, twiddle.evidence.results as r; print(twiddle.__file__); print(r.default_folder())"
    done = finished([installed.python, "-c", code], cwd=installed.empty, env={})
    assert done.returncode == 0, done.stderr
    assert all(line.startswith(str(installed.python.parents[1])) for line in done.stdout.splitlines())
    assert installed.run("--version").stdout == f"twiddle, version {twiddle.__version__}\n"


SAYS: Mapping[str, str] = {
    "rings": "qtesla-1024",
    "cores --core rns --ring ml-kem": "tables of logarithms",
    "explore --ring ml-kem --core iterative": "LUT-equivalents",
    "arith --q 3329 --unit reduction": "point-wise product",
    "compare alhassani-2024": "Measured with",
    "compare --peers --table ml-kem": "Measured with",
    "plan --scheme ml-kem-768 --rate 1000": "core",
    "verify": "faults put into the RTL",
}
"""Commands that answer from what is in the package, each with a part of the answer."""


@pytest.mark.parametrize("command", SAYS)
def test_commands_answer_outside_of_the_checkout(installed: Installed, command: str) -> None:
    done = installed.run(*command.split())
    assert done.returncode == 0, done.stderr
    if done.stdout.startswith("0 of") and Results().pending():
        pytest.skip("results/pending.json: the records of this hardware are not measured yet")
    assert SAYS[command] in " ".join(done.stdout.split())
    assert list(installed.empty.iterdir()) == []


def test_explore_finds_the_records_of_the_wheel(installed: Installed) -> None:
    done = installed.run("explore", "--ring", "ml-kem", "--core", "iterative", "--json")
    found = json.loads(done.stdout)
    if Results().pending() and all(point["source"] != "record" for point in found["pareto"]):
        pytest.skip("results/pending.json: the records of this hardware are not measured yet")
    assert found["recommended"]["smallest"]["source"] == "record"


@needs_icarus
@pytest.mark.speed
def test_a_stranger_simulates_a_bundle_in_two_minutes(dist: Dist, tmp_path: Path) -> None:
    """The lines of the page after `make dist`: packages from the index, an empty cache, an empty folder."""
    (tmp_path / "dist").symlink_to(dist.folder)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    here = {**ALONE, "PATH": path, "TWIDDLE_CACHE": str(tmp_path / "cache")}
    began = time.monotonic()
    done = finished(["sh", "-ec", STRANGER], cwd=tmp_path, env=here)
    if "Failed to establish a new connection" in done.stderr:
        pytest.skip("no package index")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("PASS: ")
    assert time.monotonic() - began < 120


@pytest.mark.matrix
def test_a_core_runs_and_is_exported(installed: Installed) -> None:
    (installed.empty / "tiny.toml").write_text("n = 16\nq = 7681\nroot = 97\nroot_order = 32\n")
    (installed.empty / "a.txt").write_text(" ".join(map(str, range(16))))
    ring = twiddle.ring(installed.empty / "tiny.toml")
    try:
        core = ("--ring", "tiny.toml", "--set", "Butterflies=1")
        done = installed.run("ntt", *core, "a.txt", "-o", "c.txt")
        assert done.returncode == 0, done.stderr
        expected = twiddle.model.ntt(ring, range(16))
        assert (installed.empty / "c.txt").read_text().split() == [str(each) for each in expected]
        done = installed.run("export", *core, "-o", "bundle", "--json")
        assert done.returncode == 0, done.stderr
        assert {"LICENSE", "THIRD-PARTY.md", "component.xml"} <= set(json.loads(done.stdout)["files"])
        if icarus() is not None:
            done = finished(["sh", "-ec", STRANGER.splitlines()[-1]], cwd=installed.empty)
            assert done.stdout.startswith("PASS: "), done.stderr
    finally:
        for path in sorted(installed.empty.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()


@pytest.mark.parametrize("command", ["bench", "bench --tables-only", "report --measure", "verify --run faults"])
def test_commands_that_need_the_checkout_say_so(installed: Installed, command: str) -> None:
    done = installed.run(*command.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"twiddle: {command.removesuffix(' --tables-only')}: {NEEDS_CHECKOUT}")
    assert done.stderr.count("\n") == 1


def test_evidence_is_repeated_without_a_record(installed: Installed) -> None:
    (results,) = installed.python.parents[1].glob("lib/python*/site-packages/twiddle/results")
    before = {path: path.read_bytes() for path in results.glob("verify/*")}
    done = installed.run("verify", "--run", "formal", "--only", "skid")
    assert (done.returncode, done.stdout[:5], done.stdout.split(",")[0][-17:]) == (0, "1 of ", " points are right")
    assert {path: path.read_bytes() for path in results.glob("verify/*")} == before
    assert list(installed.empty.iterdir()) == []


def test_a_package_without_records_is_refused(installed: Installed) -> None:
    (results,) = installed.python.parents[1].glob("lib/python*/site-packages/twiddle/results")
    hidden = results.with_name("hidden")
    results.rename(hidden)
    try:
        done = installed.run("explore", "--ring", "ml-kem")
    finally:
        hidden.rename(results)
    assert done.returncode == 2
    assert done.stderr == f"twiddle: records: no folder {results}; install Twiddle from its wheel\n"
