# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Every file and every option either works or is refused in one line: no input ends in a traceback."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import struct
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from command import every_command
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import twiddle
from twiddle.base import store
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring, ring
from twiddle.cli import bench as cli_bench
from twiddle.cli import cli, files, main
from twiddle.evidence import bench, breakdown, recipe
from twiddle.evidence.results import FAILED, Results, default_folder
from twiddle.evidence.schemes import on_unit
from twiddle.evidence.verify import vectors
from twiddle.model.programs import Program
from twiddle.model.unit import Slots
from twiddle.tools.sim import simulator, streams
from twiddle.tools.sim.build import compiler
from twiddle.tools.sim.simulator import Bench
from twiddle.tools.synth import flow, liberty, records, tools
from twiddle.tools.unit_simulator import Computed

RING = ring("ml-kem")
LONG = "1" * 5000
"""More digits than Python reads or writes as a decimal number."""

EXAMPLES = pytest.mark.parametrize("examples", [25, pytest.param(1000, marks=pytest.mark.matrix)])


def try_all(strategy: st.SearchStrategy[Any], check: Callable[[Any], None], examples: int) -> None:
    """Check examples of a strategy; the same ones in every run of the small number."""
    chosen = settings(
        max_examples=examples,
        derandomize=examples < 1000,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    chosen(given(strategy)(check))()


def or_refused(action: Callable[[], object]) -> str | None:
    """Do something; what it is refused with, which is a line, or None where it works."""
    try:
        action()
    except TwiddleError as error:
        message = " ".join(str(error).split())
        assert message
        return message
    return None


# Files


def header(text: str) -> bytes:
    """A .npy file with this header and enough data."""
    raw = text.encode("latin-1")
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(raw)) + raw + bytes(2048)


def shape(shape: object, descr: str = "<i8") -> bytes:
    return header(f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}}}\n")


def saved(array: np.ndarray[Any, Any]) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


ZEROS = " ".join(["0"] * 256).encode()
OWN = b'n = 16\nq = 97\nroot = 19\nroot_order = 32\nname = "own"\n'
RECIPE = b"""\
design = "Theirs"
ring = "ml-kem"
butterflies = 1
repository = "https://example.org/theirs"
commit = "0123456789012345678901234567890123456789"
top = "theirs"
files = ["theirs.v"]
cycles = { ntt = 905 }
edits = [{ file = "theirs.v", search = "a", replace = "b" }]
"""
LIBRARY = b"""\
library(demo) { cell(NAND2) { area : 2.0; pin(A) { direction : input; } pin(B) { direction : input; }
 pin(Y) { direction : output; function : "!(A*B)"; } }
 cell(INV) { area : 1.0; pin(A) { direction : input; } pin(Y) { direction : output; function : "!A"; } }
 cell(DFF) { area : 5.0; ff(IQ, IQN) { clocked_on : "C"; next_state : "D"; } pin(C) { direction : input; }
  pin(D) { direction : input; } pin(Q) { direction : output; function : "IQ"; } } }
"""
FAILURES = b'{"a": {"reason": "b", "source_hash": "c", "tools": {"d": "e"}}}'
RECORD = next(default_folder().glob("iterative-ml-kem-*.json"))
VECTORS = Path(__file__).parent / "data" / "acvp" / "ML-KEM-keyGen-FIPS203.json"
UNIT = next((default_folder() / "arith").glob("*.json"))

FILES: dict[str, tuple[bytes, Callable[[Path], object]]] = {
    "a.txt": (ZEROS, lambda path: files.read(path, RING)),
    "a.json": (json.dumps([0] * 256).encode(), lambda path: files.read(path, RING)),
    "a.npy": (saved(np.zeros((2, 256), np.int64)), lambda path: files.read(path, RING)),
    "own.toml": (OWN, ring),
    "recipe.toml": (RECIPE, recipe.load),
    "cells.lib": (LIBRARY, liberty.load),
    RECORD.name: (RECORD.read_bytes(), records.load),
    UNIT.name: (UNIT.read_bytes(), lambda path: records.read(path, records.Record)),
    "vectors.json": (VECTORS.read_bytes(), lambda path: vectors.read(path.parent)),
    FAILED: (FAILURES, lambda path: Results(path.parent).failures()),
}
CHUNKS = st.one_of(
    st.binary(max_size=8),
    st.sampled_from(
        [
            *(b"[" * 3000, b"{" * 3000, b"(" * 3000, b'{"a":' * 3000, b"\xff\xfe", b"\xef\xbb\xbf", b"\0"),
            *(LONG.encode(), b"0x" + b"f" * 9000, b"-1", b"1e999", b"NaN", b"true", b"null", b'"', b"'"),
            *(b"\n", b"=", b",,", b"[]", b"{}", b"[[0]]", b"0.5", b"#", b"../x"),
            *(b"1979-05-27", b"\xe2\x82\xac"),
        ]
    ),
)


@st.composite
def mutated(draw: st.DrawFn, data: bytes) -> bytes:
    """A file that is right but for one to three places, or is something else."""
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(data)))
        end = draw(st.sampled_from([begin, begin + 1, begin + 8, len(data)]))
        data = data[:begin] + draw(CHUNKS) + data[end:]
    return data


@EXAMPLES
@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_or_refused(name: str, examples: int, tmp_path: Path) -> None:
    data, read = FILES[name]
    path = tmp_path / name
    path.write_bytes(data)
    assert or_refused(lambda: read(path)) is None

    def check(changed: bytes) -> None:
        path.write_bytes(changed)
        message = or_refused(lambda: read(path))
        assert message is None or str(path) in message

    try_all(mutated(data), check, examples)


@pytest.mark.parametrize(
    ("name", "data", "rule"),
    [
        ("a.npy", header("{'descr': '<i8', 'fortran_order': False, 'shape': (256,"), "not a NumPy array file"),
        ("a.npy", shape((10**26,)), "not a NumPy array file"),
        ("a.npy", shape((256,), "|O"), "not a NumPy array file"),
        ("a.npy", shape((256,), "<m8[ns]"), r"timedelta64\[ns\] is not an integer type"),
        ("own.toml", b"n = " + b"[" * 5000, "not TOML"),
        ("own.toml", OWN.replace(b"97", b"0x" + b"f" * 9000), "q = 0xf+... has more than 64 bits"),
        ("own.toml", OWN.replace(b"97", LONG.encode()), "not TOML"),
        ("own.toml", OWN.replace(b"own", b"a" * 5000), "name is not made of at most 64 letters"),
    ],
)
def test_what_is_wrong_with_a_file(name: str, data: bytes, rule: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    message = or_refused(lambda: FILES[name][1](path))
    assert re.search(rule, message), message


@pytest.mark.parametrize("name", ["a.txt", "a.json", "own.toml", "recipe.toml"])
def test_a_byte_order_mark_does_no_harm(name: str, tmp_path: Path) -> None:
    data, read = FILES[name]
    (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + data)
    assert or_refused(lambda: read(tmp_path / name)) is None


@pytest.mark.parametrize("name", ["a.txt", "a.json", "a.npy", "own.toml", "recipe.toml"])
def test_a_device_is_refused_and_a_fifo_only_where_it_is_read_once(name: str, tmp_path: Path) -> None:
    """A read of the device does not end; that of a FIFO without a writer does not begin."""
    data, read = FILES[name]
    path = tmp_path / name
    path.symlink_to("/dev/zero")
    piped = name in ("a.txt", "a.json")
    refused = f"{path}: not a regular file{' or pipe' * piped}"
    assert or_refused(lambda: read(path)) == refused
    path.unlink()
    os.mkfifo(path)
    if not piped:
        assert or_refused(lambda: read(path)) == refused
        return
    writer = threading.Thread(target=path.write_bytes, args=[data])
    writer.start()
    assert or_refused(lambda: read(path)) is None
    writer.join()


def test_exhausted_memory_is_one_line(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(files, "read", exhausted)
    assert run(["ntt", "--ring", "ml-kem", "a.txt"]) == (2, "twiddle: out of memory\n")


def test_an_error_is_one_printable_line(bare: Path) -> None:
    Path("own.toml").write_text('"\\u001b[31m" = 1\n')
    Path("recipe.toml").write_bytes(RECIPE + b'"\\u001b[31m" = 1\n')
    code, err = run(["ntt", "--ring", "own.toml", "a.txt"])
    assert (code, err.strip().isprintable()) == (2, True)
    code, err = run(["synth", "--recipe", "recipe.toml", "--target", "xc7"])
    assert (code, err.strip().isprintable()) == (2, True)
    assert "\\x1b[31m" in err


# Options

BASE = {
    **dict.fromkeys(("multiply", "mult", "pwm"), "--ring ml-kem a.txt a.txt"),
    **dict.fromkeys(("ntt", "intt"), "--ring ml-kem a.txt"),
    "synth": "--ring ml-kem --target xc7",
    "compare": "nguyen-2023",
    "export": "--ring ml-kem -o out",
    "hls": "--ring ml-kem",
    "plan": "--scheme ml-kem-768 --rate 5 --jobs 500",
    "explore": "--ring ml-kem",
    "timeline": "--scheme ml-kem-512 keygen",
    "verify": "--ring ml-kem --polynomials 1",
    "kem keygen": "--ek ek --dk dk",
    "kem encaps": "--ek a.txt --c c --key k",
    "kem decaps": "--dk a.txt --c a.txt --key k",
    "dsa keygen": "--pk pk --sk sk",
    "dsa sign": "--sk a.txt --message a.txt --signature s",
    **dict.fromkeys(("dsa verify", "falcon verify"), "--pk a.txt --message a.txt --signature a.txt"),
    "vectors": "vectors",
}
"""What a command needs before an option of it is tried."""


OPTIONS = [
    (name, parameter)
    for name, command in every_command(cli)
    for parameter in command.params
    if not getattr(parameter, "is_flag", False) and not isinstance(parameter.type, click.Choice)
]
VALUES = st.one_of(
    st.sampled_from(
        [
            *("", " ", "-", "--", "=", "a=", "=1", ",", "1,1", "1,,2", LONG, f"-{LONG}"),
            *(f"Butterflies={LONG}", "Butterflies=2", "Method=fold"),
            *(f"batch:{LONG}", "batch:1e9", "onoff:1:1"),
            *("nan", "inf", "-inf", "1e300", "-1", "0", "1e-300", "0x10", "1_000", "\u0663", "true", "1.5"),
            *("/", "..", "~nosuchuser/a.txt", "/dev/null/a.txt"),
            *("a.npy", "a.json", "a.toml", "a.csv", "a.vcd"),
            *("ml-kem", "iterative", "ecp5", "mul", "vivado", "asic", "vivado-x y", "n" * 5000 + ".toml"),
            *("a\nb", "\udcff", "\u20ac"),
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/\0"), max_size=12),
)


class Modelled:
    """The polynomial unit without its simulation."""

    def __init__(self, ring: Ring | None, pairs: Ring | None, slots: int) -> None:
        self._slots = Slots(ring, pairs, slots)

    def compute(self, program: Program, values: on_unit.Arrays) -> Computed:
        return Computed(self._slots.compute(program, values), 1)


@pytest.fixture
def modelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The schemes compute on the model."""
    monkeypatch.setattr(on_unit, "unit", lambda lanes: Modelled(ring("ml-dsa"), ring("ml-kem"), 16))
    monkeypatch.setattr(on_unit, "single", lambda of, lanes: Modelled(of, None, 8))


@pytest.fixture
def bare(tmp_path: Path, modelled: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of each kind, where commands do all but what takes long."""

    def stop(*_: object, **__: object) -> Any:
        raise TwiddleError("this takes long")

    taking_long = ((flow, "measure_each"), (simulator, "build"), (bench, "bench"), (breakdown, "refresh"))
    for owner, name in (*taking_long, (streams, "build"), (cli_bench, "renewed")):
        monkeypatch.setattr(owner, name, stop)
    monkeypatch.setattr("twiddle.bundle.bundle.flatten", stop)
    monkeypatch.setattr("twiddle.tools.hls.tool.find", stop)
    monkeypatch.setattr("twiddle.cli.report.document", lambda results, own: "")
    monkeypatch.setattr(breakdown, "stale", lambda results: [])
    monkeypatch.setattr("twiddle.evidence.results.are_current", lambda found: [True for _ in found])
    monkeypatch.chdir(tmp_path)
    for name, data in {"a.txt": ZEROS, "a.json": b"[", "a.toml": b"n = 3", "a.npy": b"\x93NUMPY"}.items():
        Path(name).write_bytes(data)
    return tmp_path


def run(words: list[str]) -> tuple[int, str]:
    """The exit code of `twiddle`, and what it says on standard error."""
    out, err = (io.TextIOWrapper(io.BytesIO(), errors="backslashreplace") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
        err.flush()
    return code, err.buffer.getvalue().decode()


@EXAMPLES
@pytest.mark.parametrize("name", dict.fromkeys(name for name, _ in OPTIONS))
def test_an_option_is_taken_or_refused(name: str, examples: int, bare: Path) -> None:
    parameters = [parameter for command, parameter in OPTIONS if command == name]
    base = BASE.get(name, "").split()

    def check(drawn: tuple[click.Parameter, str]) -> None:
        parameter, value = drawn
        words = [value] if isinstance(parameter, click.Argument) else [parameter.opts[0], value]
        if isinstance(parameter, click.Argument) and name != "compare":
            options = 2 * sum(word.startswith("--") for word in base)
            words = [*base[:options], *[value] * (len(base) - options)]
        else:
            words = [*base, *words] if parameter.name != "paper" else words
        code, err = run([*name.split(), *words])
        assert code in (0, 2), err
        assert code == 0 or err.splitlines()[-1].startswith("twiddle: "), err

    try_all(st.tuples(st.sampled_from(parameters), VALUES), check, examples)


def test_the_home_of_a_user_that_there_is_not(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.chdir(bare)
    monkeypatch.setenv("TWIDDLE_CACHE", "~nosuchuser/x")
    for words in ("ntt --ring ml-kem a.txt", "synth --ring ml-kem --target xc7"):
        code, err = run(words.split())
        said = "twiddle: TWIDDLE_CACHE=~nosuchuser/x: Could not determine home directory."
        assert (code, err.splitlines()[-1]) == (2, said)


# Keys, ciphertexts and signatures

FALCON = json.loads((Path(__file__).parent / "data" / "falcon.json").read_text(encoding="utf-8"))["cases"][0]
SIGNED = "dsa verify --params ML-DSA-44 --pk pk --message m --signature s"
FALCON_SIGNED = "falcon verify --pk fpk --message fm --signature fs"
READERS = {
    "ek": "kem encaps --params ML-KEM-512 --ek ek --c out --key key",
    **dict.fromkeys(("dk", "c"), "kem decaps --params ML-KEM-512 --dk dk --c c --key out"),
    "sk": "dsa sign --params ML-DSA-44 --sk sk --message m --signature out --deterministic",
    "ek.pem": "kem encaps --ek ek.pem --c out --key key",
    "dk.der": "kem decaps --dk dk.der --c c --key out",
    "sk.der": "dsa sign --sk sk.der --message m --signature out --deterministic",
    **dict.fromkeys(("pk", "s"), SIGNED),
    **dict.fromkeys(("fpk", "fs"), FALCON_SIGNED),
}
"""The command that reads a file of this name."""


@EXAMPLES
@pytest.mark.parametrize("name", READERS)
def test_keys_and_signatures_are_read_or_refused(
    name: str, examples: int, modelled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 1 only for a signature that is not valid; a refused file is named, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    for target, part in {"fpk": "public_key", "fm": "message", "fs": "signature"}.items():
        Path(target).write_bytes(bytes.fromhex(FALCON[part]))
    Path("m").write_bytes(b"message")
    for line in (
        f"kem keygen --params ML-KEM-512 --seed {'5a' * 64} --ek ek --dk dk",
        f"kem encaps --params ML-KEM-512 --m {'5a' * 32} --ek ek --c c --key key",
        f"dsa keygen --params ML-DSA-44 --seed {'5a' * 32} --pk pk --sk sk",
        "dsa sign --params ML-DSA-44 --sk sk --message m --signature s --deterministic",
        f"kem keygen --params ML-KEM-512 --seed {'5a' * 64} --ek ek.pem --dk dk.der --form both",
        f"dsa keygen --params ML-DSA-44 --seed {'5a' * 32} --pk pk.der --sk sk.der --form both",
        *READERS.values(),
    ):
        assert run(line.split()) == (0, "")
    data = Path(name).read_bytes()

    def check(changed: bytes) -> None:
        Path(name).write_bytes(changed)
        Path("out").unlink(missing_ok=True)
        code, err = run(READERS[name].split())
        assert err.count("\n") == (code != 0)
        if code == 1:
            assert err.endswith("s: not a valid signature of this message by this key\n")
        elif code:
            assert re.match(rf"twiddle: (\w+ or )?{name}\b", err), err
            assert not Path("out").exists()

    try_all(mutated(data), check, examples)


# Disks and caches


def test_a_compiler_of_two_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """CXX as make takes it: `ccache g++`."""
    monkeypatch.setenv("CXX", "env g++")
    found = compiler()
    assert (found.name, *found.command[1:]) == ("env", "g++")
    assert "env" not in found.version


def test_a_full_disk_ends_a_measurement_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Yosys reports success where it wrote empty files."""
    runner = tools.ToolRunner("twd", tmp_path, 60.0, lambda *_: None)
    usage = tools.shutil.disk_usage(tmp_path)
    monkeypatch.setattr(tools.shutil, "disk_usage", lambda _: usage._replace(free=0))
    with pytest.raises(TwiddleError, match=rf"^twd: elaborate: {tmp_path}: no space left on device$"):
        runner.yosys("elaborate", "elab", "")


def test_a_cache_that_cannot_be_written_is_told_before_anything_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(part: str) -> None:
        raise TwiddleError(f"{part}: cache cannot be written")

    monkeypatch.setattr(store, "check_writable", refuse)
    with pytest.raises(TwiddleError, match="cannot be written"):
        tools.ToolRunner("twd", tmp_path, 60.0, lambda *_: None)


# Python


@pytest.fixture(scope="module")
def simulated() -> twiddle.Simulator:
    return twiddle.core("iterative", "ml-kem").simulate()


POLYNOMIAL = np.zeros((1, 256), np.int64)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"operations": None}, "operations: None is neither a name nor a list"),
        ({"a": [[1], [1, 2]]}, "a: not integers of shape"),
        ({"a": POLYNOMIAL.astype("m8[ns]")}, "a: not integers of shape"),
        ({"stall": float("nan")}, "stall a = nan: not a probability"),
        ({"stall": 1 - 1e-12}, "stall a = 0.999999999999: not a probability of at most 0.999"),
        ({"bench": Bench(rings=["x"])}, "rings: not 1 values from 0 to 3"),
        ({"record": "read"}, "record = 'read': not a sequence of names"),
        ({"pause": "a"}, "pause = 'a': not a Pause"),
        ({"waveform": "a\0.vcd"}, r"waveform = 'a\x00.vcd': not a path"),
        ({"bench": Bench(max_cycles=2**64)}, "max_cycles = 18446744073709551616: not an integer from 1 to "),
        ({"reset_at": 2**62}, "reset_at = 4611686018427387904: not a cycle"),
        ({"k": 10**9000}, "k = 0x"),
    ],
)
def test_a_run_of_the_wrong_type(options: dict[str, Any], message: str, simulated: twiddle.Simulator) -> None:
    chosen = {"operations": "ntt", "a": POLYNOMIAL, **options}
    refused = or_refused(lambda: simulated.run(chosen.pop("operations"), **chosen))
    assert message in refused
    assert not simulated.run("ntt", POLYNOMIAL, seed=10**9000).c.any()
