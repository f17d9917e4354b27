# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The command line: what it prints and writes, and the one line with which it refuses each bad file."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import Run, every_command
from compare_cases import a_record
from numpy.typing import NDArray
from processes import finished

import twiddle
import twiddle_command
from twiddle import model
from twiddle.base.errors import TwiddleError
from twiddle.catalog.designs import KINDS
from twiddle.catalog.units import MODULI
from twiddle.cli import cli, files, paths, synth
from twiddle.model.methods import Method
from twiddle.study.papers import PAPERS
from twiddle.tools import targets
from twiddle.tools.synth.records import Record, load
from twiddle.tools.synth.reports import CriticalPath, Step

TWIDDLE = (sys.executable, "-m", "twiddle")

RING = twiddle.ring("ml-kem")
GOOD = " ".join(["7"] * RING.n)


@pytest.fixture
def operands(tmp_path: Path) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Three polynomials a and b, in the current folder as a.txt, a.json, a.npy and so on."""
    rng = np.random.default_rng(20)
    a, b = (rng.integers(0, RING.q, (3, RING.n)) for _ in range(2))
    for name, value in (("a", a), ("b", b), ("b_hat", model.ntt(RING, b)), ("a_hat", model.ntt(RING, a))):
        for ending in (".txt", ".json", ".npy"):
            files.write(tmp_path / f"{name}{ending}", value)
    return a, b


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# What there is


def test_rings(run: Run) -> None:
    text, _ = run("rings")
    assert all(ring.name in text and str(ring.q) in text for ring in twiddle.rings())
    documents = run.json("rings --json")
    assert [(d["name"], d["n"], d["q"]) for d in documents] == [(r.name, r.n, r.q) for r in twiddle.rings()]
    assert [d["aliases"] for d in documents if d["name"] == "falcon-1024"] == [["newhope-1024"]]
    assert documents[0]["layers"] == 7


def test_cores(run: Run) -> None:
    """Every block has a line; the parameters of one are shown with its name."""
    text, _ = run("cores")
    assert [kind.name for kind in KINDS if not re.search(rf"^ *{kind.name}\b", text, re.M)] == []
    assert all(words in text for words in ("Butterflies", "memory", "one product a row (k = 1)", "tiles and ldsp"))
    text, _ = run("cores --core twd_lattice --core mod_mul")
    assert all(words in text for words in ("Lanes", "Kem", "Halvings", "8404993"))


def test_cores_json(run: Run) -> None:
    documents = run.json("cores --json --core mdc --core rns --ring ml-kem")
    assert [(each["core"], each["ring"]) for each in documents] == [("rns", "ml-kem"), ("mdc", "ml-kem")]
    documents = run.json("cores --json")
    assert [d["ring"] for d in documents if d["core"] == "iterative"] == [r.name for r in twiddle.rings()]
    assert {d["ring"] for d in documents if d["core"] == "rns"} == {"ml-kem", "kyber-v1"}
    keys = ("core", "ring", "parameters", "operations", "lanes", "lock_step")
    assert {tuple(each) for each in documents} == {keys}
    assert {each["core"] for each in documents if each["lock_step"]} == {"pwmm"}
    assert {each["core"] for each in documents if each["ring"] is None} == {k.name for k in KINDS if not k.ringed}
    for each in documents:
        design = twiddle.core(each["core"], each["ring"])
        assert each["parameters"] == design.parameters
        assert each["operations"] == {name: asdict(cycles) for name, cycles in design.all_cycles().items()}
        assert each["lanes"] == (design.lanes if design.streams else None)


def test_a_waveform_of_a_product(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.txt").write_text(" ".join(map(str, range(16))))
    ring = tmp_path / "own.toml"
    ring.write_text("n = 16\nq = 97\nroot = 28\nroot_order = 32\n")
    a, wave = str(tmp_path / "a.txt"), tmp_path / "a.vcd"
    run(f"ntt --ring {ring} --set Butterflies=1 {a} -o c.txt --waveform {wave}")
    assert "$enddefinitions" in wave.read_text()


HELP: Mapping[str, Iterable[str]] = {
    "": ("Start here:\n    twiddle kem", "Use:", "Schemes:", "Study:", "Maintain:"),
    "synth": ("CHIPDB", "kGE", *(f"{each.part} ({each.name})" for each in targets.VENDORS.values())),
    "arith": (*(method.label for method in Method), *map(str, MODULI)),
    "compare": PAPERS,
    "plan": targets.DEVICES,
}
"""What is in the help of a command."""


@pytest.mark.parametrize("command", sorted({*HELP, *(name for name, _ in every_command(cli))}))
def test_help_teaches(command: str, run: Run) -> None:
    out, _ = run(command, "--help")
    words = " ".join(out.split())
    assert len(out) < 10_000
    assert "e+12" not in out
    assert "1000000000000" not in out
    examples = () if " " in command else (f"  twiddle {command}",)
    assert [each for each in (*HELP.get(command, ()), *examples) if each not in out and each not in words] == []


@pytest.mark.parametrize("group", ["", "kem", "dsa", "falcon"])
def test_bare_command_shows_help(group: str, run: Run) -> None:
    assert run(group) == run(group, "--help")


def test_version(run: Run) -> None:
    assert twiddle.__version__ in run("--version")[0]


# Polynomials through the hardware

OPERATIONS = [
    ("multiply", "iterative", ("a", "b")),
    ("mult", "iterative", ("a", "b_hat")),
    ("ntt", "iterative", ("a",)),
    ("intt", "iterative", ("a_hat",)),
    ("pwm", "iterative", ("a_hat", "b_hat")),
    ("multiply", "mdc", ("a", "b")),
    ("pwm --rank 3", "pwmm", ("a", "b")),
]


@pytest.mark.usefixtures("operands")
@pytest.mark.parametrize(("line", "core", "names"), OPERATIONS, ids=lambda value: str(value))
def test_operation(line: str, core: str, names: tuple[str, ...], run: Run) -> None:
    operands = [f"{name}.npy" for name in names]
    command, *rank = line.split(" --rank ")
    operation, k = {"multiply": "mul"}.get(command, command), int(*rank or [1])
    design = twiddle.core(core, RING)
    document = run.json(line, f"--ring ml-kem --core {core}", *operands, "--json")
    assert document.pop("output") == design.model(operation, *(np.load(path) for path in operands), k=k).tolist()
    assert document == {
        "core": core,
        "ring": "ml-kem",
        "parameters": design.parameters,
        "operation": operation,
        "polynomials": 3 // k,
        "mismatches": 0,
        "cycles": asdict(design.cycles(operation, k)),
    }


@pytest.mark.parametrize(("rows", "k"), [(2, 3), (8, 8), (1, 1)])
def test_matrix_times_vector(rows: int, k: int, run: Run, tmp_path: Path) -> None:
    """Eq. 10 of Nguyen, Pham and Hoang 2023 in one command, for A and for its transpose."""
    rng = np.random.default_rng(k)
    a, r = rng.integers(0, RING.q, (rows, k, RING.n)), rng.integers(0, RING.q, (k, RING.n))
    files.write(tmp_path / "a.npy", a.reshape(-1, RING.n))
    files.write(tmp_path / "t.npy", a.swapaxes(0, 1).reshape(-1, RING.n))
    files.write(tmp_path / "r.npy", r)
    expected = model.pwmm(RING, a, r).tolist()
    for name in ("a.npy", "t.npy --transpose"):
        document = run.json(f"pwm --ring ml-kem --rows {rows} --json r.npy".replace("r.npy", f"{name} r.npy"))
        assert (document["core"], document["polynomials"]) == ("pwmm", rows)
        assert document["output"] == expected
        assert document["cycles"] == asdict(twiddle.core("pwmm", RING).cycles("pwm", k))


@pytest.mark.usefixtures("operands")
def test_parameters_by_their_names(run: Run) -> None:
    out, _ = run("pwm --ring ml-kem --core pwmm --set Method=ldsp --set scaled=1 --rank 3 a.npy b.npy -o c.npy")
    assert "1 result equals the model" in out
    csv, _ = run("ntt --ring ml-kem a.npy --format csv")
    assert csv.startswith("cycles,interval,fill,latency,busy,records\nmeasured,")


@pytest.mark.parametrize("ending", [".txt", ".json", ".npy"])
def test_file_formats(ending: str, operands: tuple[NDArray[np.int64], NDArray[np.int64]], run: Run) -> None:
    a, b = operands
    out = Path(f"c{ending}")
    stdout, _ = run(f"multiply --ring ml-kem a{ending} b{ending} -o {out}")
    assert (files.read(out, RING) == model.multiply(RING, a, b)).all()
    assert "3 results equal the model" in stdout
    assert "interval" in stdout


def test_polynomials_on_stdout(operands: tuple[NDArray[np.int64], NDArray[np.int64]], run: Run) -> None:
    out, err = run("ntt --ring ml-kem a.txt")
    rows = [[int(word) for word in line.split()] for line in out.splitlines()]
    assert rows == model.ntt(RING, operands[0]).tolist()
    assert "latency" in err


@pytest.mark.usefixtures("operands")
def test_json_document_is_an_input(run: Run) -> None:
    Path("hat.json").write_text(run("ntt --ring ml-kem a.json --json")[0])
    run("intt --ring ml-kem hat.json -o back.json")
    assert Path("back.json").read_text() == Path("a.json").read_text()


@pytest.mark.usefixtures("operands")
def test_mismatch_fails_and_writes_nothing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = model.run
    monkeypatch.setattr(model, "run", lambda *arguments: np.roll(genuine(*arguments), 1))
    message = run.refused("ntt --ring ml-kem a.txt -o c.txt", code=1)
    assert message == (
        "core iterative, ring ml-kem, ntt: 3 of 3 results differ from the model, the first is polynomial 0"
    )
    assert not list(Path().glob("*c.txt*"))
    assert run.json("ntt --ring ml-kem a.txt --json", code=1)["mismatches"] == 3


# Area and timing

STEP = Step("logic", 3000, "DP16KD mem", "setup")
RECORD = a_record(
    twiddle.core("iterative", "ml-kem", Butterflies=2),
    "ecp5",
    {"lut": 2100, "ff": 900, "dsp": 2, "bram36": 1.5, "lut4": 2000},
    171.5,
    critical_path=CriticalPath(5831, 3000, 2831, [STEP]),
)
SYNTH = "synth --ring ml-kem --set Butterflies=2 --target ecp5 --seeds 7"


@pytest.fixture
def _measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stands for the tools, which tests/test_synth.py runs."""

    def synthesize(design: twiddle.Block, target: str, seeds: list[int], progress: object, timeout: float) -> Record:
        assert (design.parameters["Butterflies"], target, seeds, timeout) == (2, "ecp5", [7], 1200)
        return RECORD

    monkeypatch.setattr(synth, "synthesize", synthesize)


@pytest.mark.usefixtures("_measured")
def test_synth(run: Run) -> None:
    out, _ = run(SYNTH, "--record kept")
    assert all(text in out for text in ("2,100", "171.5", "5.83", "critical path", "DP16KD mem"))
    (path,) = Path("kept").iterdir()
    assert load(path) == RECORD
    keys = ["core", "ring", "parameters", "target", "cells"]
    keys += ["fmax_mhz", "fmax_by_seed", "critical_path", "tools"]
    assert run.json(SYNTH, "--json") == {key: RECORD.document()[key] for key in keys}


def test_a_record_that_cannot_be_kept_is_refused_before_the_work(run: Run) -> None:
    """The tools are not run: `synthesize` is the real one, and would take minutes."""
    Path("file").touch()
    Path("gone").symlink_to("nowhere")
    for folder, why in (
        ("file", "Not a directory"),
        ("file/in/it", "Not a directory"),
        ("gone", "No such file or directory"),
        ("x" * 300, "File name too long"),
    ):
        said = run.refused("synth --ring ml-kem --target ecp5 --record", Path(folder))
        assert said == f"{folder}: the record cannot be written: {why}"


# Refusals

BAD: list[tuple[str, Any, str]] = [
    ("a.txt", " \n", "the file is empty"),
    ("a.txt", "# nothing\n", "the file holds no coefficients"),
    ("a.txt", GOOD.replace("7", "3329", 1), "1: polynomial 0, coefficient 0: 3329 is outside [0, 3329)"),
    ("a.txt", f"{GOOD}\n1 -1", "2: polynomial 1, coefficient 1: -1 is outside [0, 3329), the coefficients of ml-kem"),
    ("a.txt", "1, 2\n3, 0x4", "2: polynomial 0, coefficient 3: '0x4' is not an integer"),
    ("a.txt", "9" * 5000, f"1: polynomial 0, coefficient 0: {'9' * 36}... is outside"),
    ("a.txt", "1,,2", "1: no value before a comma"),
    ("a.txt", "1 2 3", "1: 3 coefficients are not a multiple of n = 256 of ml-kem; polynomial 0 ends after 3"),
    ("a.txt", b"1 2 \xff", "byte 4 is not UTF-8 text"),
    ("a.json", "[1, 2", "1: not JSON: "),
    ("a.json", "[" * 100_000, "unreadable JSON"),
    ("a.json", "3", "neither a list of integers nor a list of such lists"),
    ("a.json", "{}", 'an object needs the key "output"'),
    ("a.json", "[]", "neither a list of integers nor a list of such lists"),
    ("a.json", "[[1], 2]", "polynomial 0: 1 coefficients, ml-kem has n = 256"),
    ("a.json", f"[[{GOOD.replace(' ', ',')}], 2]", "polynomial 1: 2 is not a list of integers"),
    ("a.json", "[1, true]", "polynomial 0, coefficient 1: True is not an integer"),
    ("a.json", "[3, 5000]", "polynomial 0, coefficient 1: 5000 is outside [0, 3329)"),
    ("a.npy", np.zeros(255, np.int64), "shape (255,) is neither (n,) nor (m, n) with n = 256"),
    ("a.npy", np.zeros((0, 256), np.int64), "shape (0, 256) is neither"),
    ("a.npy", np.zeros(256, bool), "bool is not an integer type"),
    ("a.npy", np.full((2, 256), -1, np.int8), "polynomial 0, coefficient 0: -1 is outside [0, 3329)"),
    ("a.npy", np.full(256, 2**63, np.uint64), "polynomial 0, coefficient 0: 9223372036854775808 is outside"),
]


def test_a_bad_file_is_refused_with_the_place_and_the_rule() -> None:
    for name, content, message in BAD:
        if isinstance(content, np.ndarray):
            np.save(name, content)
        else:
            Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(TwiddleError) as error:
            files.read(Path(name), RING)
        assert str(error.value).startswith((f"{name}: {message}", f"{name}:{message}"))


@pytest.mark.usefixtures("operands")
def test_missing_compiler(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path / "cache"))
    assert "C++ compiler" in run.refused("ntt --ring ml-kem a.txt")


# Files


COUNT = list(range(256))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", f"# first\n{','.join(map(str, COUNT[:100]))},\n" + "\t".join(map(str, COUNT[100:])) + " # end\n"),
        ("flat.json", json.dumps(COUNT)),
        ("nested.json", json.dumps([COUNT])),
        *(("a.npy", np.array(COUNT).astype(kind)) for kind in (np.uint8, np.int16, ">i4", np.uint64)),
    ],
)
def test_a_file_is_read(name: str, content: Any) -> None:
    if isinstance(content, str):
        Path(name).write_text(content)
    else:
        np.save(name, content)
    read = files.read(Path(name), RING)
    assert read.dtype == np.int64
    assert read.tolist() == [COUNT]


def contents() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path().iterdir()}


KEYS = {"ek": (Path("ek"), b"public"), "dk": (Path("dk"), b"private")}


@pytest.mark.parametrize("error", [OSError(28, os.strerror(28)), OSError("256 requested and 0 written")])
def test_failed_write_leaves_nothing(error: OSError, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("dk").write_bytes(b"old")

    def full(self: Path, target: Path) -> Path:
        raise error

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(TwiddleError, match=f"^ek: cannot be written: {error.strerror or error}$"):
        paths.write_all(KEYS)
    assert contents() == {"dk": b"old"}


def test_what_was_replaced_is_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second of two files is refused: the first one has its old contents, or is gone again."""
    replace = Path.replace

    def first(self: Path, target: Path) -> Path:
        if target.name == "dk":
            raise PermissionError(1, "no")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", first)
    for before in ({}, {"ek": b"older"}):
        for name, data in before.items():
            Path(name).write_bytes(data)
        with pytest.raises(TwiddleError, match=r"^dk: cannot be written: no$"):
            paths.write_all(KEYS)
        assert contents() == before


def test_files_go_through_links_and_private_ones_are_private() -> None:
    Path("folder").mkdir()
    Path("folder/kept").write_bytes(b"old")
    Path("ek").symlink_to("folder/new")
    Path("dk").symlink_to("folder/kept")
    assert paths.write_all(KEYS, private={"dk"}) == {"ek": "ek", "dk": "dk"}
    assert Path("ek").is_symlink()
    assert Path("dk").is_symlink()
    assert Path("folder/new").read_bytes() == b"public"
    assert Path("folder/kept").read_bytes() == b"private"
    assert Path("folder/kept").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in Path("folder").iterdir()) == ["kept", "new"]
    with pytest.raises(TwiddleError, match="ek: two outputs have this name"):
        paths.check_apart([Path("ek"), Path("folder/new")])
    Path("loop").symlink_to("loop")
    with pytest.raises(TwiddleError, match="loop: cannot be written: Too many levels of symbolic links"):
        paths.write(Path("loop"), "")


def test_streams_are_written_in_place() -> None:
    """A FIFO, a pipe by its name in /dev, a device; a device that is full leaves the files as they were."""
    os.mkfifo("fifo")
    fifo = os.open("fifo", os.O_RDONLY | os.O_NONBLOCK)
    pipe, end = os.pipe()
    names = {"ek": Path("fifo"), "dk": Path(f"/dev/fd/{end}"), "c": Path("/dev/null"), "key": Path("/dev/null")}
    paths.check_apart(names.values())
    paths.write_all({name: (path, name.encode()) for name, path in names.items()}, private={"dk"})
    assert (os.read(fifo, 10), os.read(pipe, 10)) == (b"ek", b"dk")
    for each in (fifo, pipe, end):
        os.close(each)
    assert Path("fifo").is_fifo()
    assert Path("/dev/null").is_char_device()
    Path("fifo").unlink()
    Path("ek").write_bytes(b"old")
    with pytest.raises(TwiddleError, match="/dev/full: cannot be written: No space left on device"):
        paths.write_all({**KEYS, "dk": (Path("/dev/full"), b"private")})
    assert contents() == {"ek": b"old"}


@pytest.mark.parametrize(
    ("words", "redirected", "said"),
    [
        ("rings", ">/dev/full", "output: No space left on device"),
        ("rings", ">&-", "standard output is closed; redirect it to /dev/null"),
        ("ntt --ring ml-kem -", "<&-", "-: standard input is closed"),
    ],
)
def test_a_closed_stream_is_one_line(words: str, redirected: str, said: str) -> None:
    done = finished(["sh", "-c", f'"$@" {words} {redirected}', "sh", *TWIDDLE])
    assert (done.returncode, done.stderr) == (2, f"twiddle: {said}\n")


def test_a_terminal_without_the_letters_gets_others() -> None:
    letters = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = finished([*TWIDDLE, "compare", "alhassani-2024"], env=letters)
    assert (done.returncode, done.stderr) == (0, "")
    assert "?s" in done.stdout, "for µs"


def test_a_closed_pipe_is_no_error() -> None:
    """`twiddle rings | head -1` exits with 0 and prints no error."""
    command = [sys.executable, "-m", "twiddle", "rings"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        said = process.stderr.read()
        assert process.wait() == 0
    assert said == b""


def test_an_interrupt_of_the_imports_is_one_line(tmp_path: Path) -> None:
    """The package waits in an import of its own; the code is that of the console script."""
    started = tmp_path / "started"
    (tmp_path / "twiddle").mkdir()
    (tmp_path / "twiddle" / "__init__.py").write_text(
        f"import time\nopen({str(started)!r}, 'w').close()\ntry:\n  time.sleep(60)\nfinally:\n  raise ImportError\n"
    )
    code = (  # a process that a shell runs in the background ignores an interrupt
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from twiddle_command import main; sys.exit(main())"
    )
    path = os.pathsep.join([str(tmp_path), *sys.path])
    command = [sys.executable, "-c", code, "cores"]
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": path}, stderr=subprocess.PIPE, text=True
    ) as process:
        while not started.exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
        assert process.wait() == 130
    assert said == "twiddle: interrupted\n"


def test_the_console_command_runs_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["twiddle", "--version"])
        assert twiddle_command.main() == 0
    assert capsys.readouterr().out == f"twiddle, version {twiddle.__version__}\n"
    assert signal.getsignal(signal.SIGINT) is before
