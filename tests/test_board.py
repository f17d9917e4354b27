# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle board` against boards on a pseudo-terminal: a stand-in that is right or wrong, and the simulated system."""

import json
import os
import pty
import struct
import subprocess
import threading
import tty
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import boards
import pytest
import system
from processes import needs

from lint import slang, tools
from twiddle.base.errors import TwiddleError
from twiddle.cli import main
from twiddle.cli.board import BOARDS
from twiddle.evidence.results import Results
from twiddle.model.sets import Operation
from twiddle.tools.board import Board
from twiddle.tools.lattice_cases import Case, dsa_cases, kem_cases
from twiddle.tools.synth.bitstream import build

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.covers("twd_lattice_axi")

Words = tuple[int, ...]


def frame(first: int, state: int, rules: int, cycles: int, frames: tuple[bytes, ...]) -> bytes:
    """An answer of a board."""
    sizes = [len(each) for each in frames] + [0] * (2 - len(frames))
    body = struct.pack("<6I", first, state, rules, cycles, *sizes) + b"".join(frames)
    return b"TWa1" + body + struct.pack("<I", zlib.crc32(body))


@cache
def known() -> list[Case]:
    """The cases of two sets."""
    return [*kem_cases("ML-KEM-512", 0), *dsa_cases("ML-DSA-44", 0)]


def right(words: Words, frames: list[bytes]) -> bytes:
    """The answer of a board that is right, by the cases of ML-KEM-512 and ML-DSA-44."""
    if words[0] & 0xFF == 0xFF:
        return b"text of the boot\n" + frame(words[0], 0, 0, 0, (b"stand-in",))
    for case in known():
        if case.task.word == words[0] & 0xFF and list(case.task.frames) == list(filter(None, frames)):
            return frame(words[0], 0, int(case.error), 1000, case.frames)
    return frame(words[0], 3, 0, 0, ())


@contextmanager
def stand_in(answer: Callable[[Words, list[bytes]], bytes]) -> Iterator[str]:
    """A board on a pseudo-terminal that answers each request so; its port."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)

    def serve() -> None:
        with open(ours, "rb", buffering=0, closefd=False) as stream:
            buffer = b""
            while True:
                try:
                    if not (more := stream.read(4096)):
                        return
                except OSError:
                    return
                buffer += more
                if len(buffer) < 28:
                    continue
                words = struct.unpack_from("<6I", buffer, 4)
                size = 28 + sum(words[1:4])
                if len(buffer) < size + 4:
                    continue
                assert buffer[:4] == b"TWq1"
                assert struct.unpack_from("<I", buffer, size)[0] == zlib.crc32(buffer[4:size])
                frames, at = [], 28
                for count in words[1:4]:
                    frames.append(buffer[at : at + count])
                    at += count
                buffer = buffer[size + 4 :]
                os.write(ours, answer(words, frames))

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield os.ttyname(theirs)
    finally:
        os.close(theirs)
        thread.join(10)
        os.close(ours)


def answered(capsys: pytest.CaptureFixture[str], port: str, *options: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the command."""
    code = main(["board", "--port", port, *options])
    return code, *capsys.readouterr()


def test_a_board_that_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    known()
    with stand_in(right) as port:
        sets = ["--params", "ml-kem-512", "--params", "ML-DSA-44"]
        code, out, err = answered(capsys, port, *sets, "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert (found["board"], found["wrong"]) == ("stand-in", [])
    functions = {(row["set"], row["function"]): (row["cases"], row["right"], row["cycles"]) for row in found["results"]}
    assert functions == {
        ("ML-KEM-512", "KeyGen"): (1, 1, 1000),
        ("ML-KEM-512", "Encaps"): (1, 1, 1000),
        ("ML-KEM-512", "Decaps"): (3, 3, 1000),
        ("ML-DSA-44", "KeyGen"): (1, 1, 1000),
        ("ML-DSA-44", "Sign"): (2, 2, 1000),
        ("ML-DSA-44", "Verify"): (3, 3, 1000),
    }


def test_a_wrong_answer_is_a_failed_check(capsys: pytest.CaptureFixture[str]) -> None:
    def wrong(words: Words, frames: list[bytes]) -> bytes:
        if words[0] & 0xFF == 0xFF:
            return frame(words[0], 0, 2, 0, (b"stand-in",))
        made = right(words, frames)
        if words[0] & 7 != Operation.KEM_ENCAPS:
            return made
        body = bytearray(made[4:-4])
        body[-1] ^= 1
        return b"TWa1" + body + struct.pack("<I", zlib.crc32(body))

    with stand_in(wrong) as port:
        code, out, err = answered(capsys, port, "--params", "ML-KEM-512")
    assert code == 1
    assert "Encaps" in out
    assert err.endswith(
        f"{port}: 2 wrong: known answers of ML-DSA at boot; ML-KEM-512 Encaps: frame 1 differs from byte 767 on\n"
    )


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (lambda *_: b"", "no answer within "),
        (lambda *_: b"\x00\xffgarbage", "no answer of a board, 9 other bytes (another baud rate?) within "),
        (lambda words, frames: right(words, frames)[:-3], "no whole answer, 54 bytes of one within "),
        (lambda words, frames: right(words, frames)[:-1] + b"!", "the answer came damaged"),
        (lambda words, _: frame(words[0] + 256, 0, 0, 0, (b"late",)), "no answer of a board, "),
        (lambda words, _: frame(words[0], 1, 0, 0, ()), "the request came damaged"),
        (lambda words, _: frame(words[0], 9, 0, 0, ()), "the board answers with state 9"),
    ],
    ids=["silent", "garbage", "cut off", "damaged", "of an earlier request", "damaged request", "unknown state"],
)
def test_a_board_that_does_not_answer(
    answer: Callable[[Words, list[bytes]], bytes], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with stand_in(answer) as port:
        code, out, err = answered(capsys, port, "--timeout", "0.3")
    assert (code, out) == (2, "")
    assert err.startswith(f"twiddle: {port}: {line}")
    assert err.count("\n") == 1


def test_an_answer_that_comes_too_late(capsys: pytest.CaptureFixture[str]) -> None:
    late = threading.Event()

    def answer(words: Words, frames: list[bytes]) -> bytes:
        late.wait(10)
        return right(words, frames)

    with stand_in(answer) as port:
        code, out, err = answered(capsys, port, "--timeout", "0.3")
        late.set()
    assert (code, out) == (2, "")
    assert err.startswith(f"twiddle: {port}: no answer within 0.3")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--port", "/dev/no-such-port"], "/dev/no-such-port: cannot be opened: No such file or directory"),
        (["--port", __file__], f"{__file__}: not a serial port"),
        (["--port", "/dev/null", "--baud", "12345"], "/dev/null: a serial port of this system has no 12345 baud"),
        ([], "board: name the serial port with --port, or a board to build: twiddle board build ulx3s"),
        (["build", "icestick"], "Invalid value for '{ulx3s|ecpix5}': 'icestick' is not one of 'ulx3s', 'ecpix5'."),
        (["--baud", "9600", "build", "ulx3s"], "--baud: not before build"),
    ],
)
def test_bad_input_is_one_line(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", *words]) == 2
    assert capsys.readouterr().err == f"twiddle: {line}\n"


def test_files_of_others_run_on_a_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    case = next(kem_cases("ML-KEM-512", 0))
    (d, z), (ek, dk) = (case.task.frames[0][:32], case.task.frames[0][32:]), case.frames
    fields = {"d": d.hex(), "z": z.hex(), "ek": ek.hex(), "dk": dk.hex()}
    group = {"tgId": 1, "parameterSet": "ML-KEM-512", "tests": [{"tcId": 1, **fields}]}
    document = {"vsId": 0, "algorithm": "ML-KEM", "mode": "keyGen", "revision": "FIPS203", "testGroups": [group]}
    (tmp_path / "keys.json").write_text(json.dumps(document))
    with stand_in(right) as port:
        code, out, _ = answered(capsys, port, "--files", str(tmp_path), "--json")
        assert code == 0
        assert json.loads(out)["results"] == [
            {"set": "ML-KEM-512", "function": "keyGen", "cases": 1, "right": 1, "cycles": 1000}
        ]
        code, _, err = answered(capsys, port, "--files", str(tmp_path), "--params", "ML-DSA-44")
        assert (code, err) == (2, f"twiddle: {tmp_path}: no case of ML-DSA-44\n")


def test_what_a_build_lacks_is_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["board", "build", "ulx3s", "-o", str(tmp_path)]) == 2
    line = "twiddle: board build ulx3s: no riscv64-unknown-elf-gcc on PATH (Debian, Ubuntu: apt install gcc-riscv64-"
    assert capsys.readouterr().err.splitlines()[-1].startswith(line)
    assert not list(tmp_path.rglob("*.bit"))


COUNTER = """\
module counter (input wire clk_in, output wire led);
  reg [11:0] count_q = 12'd0;
  always @(posedge clk_in) count_q <= count_q + 12'd1;
  assign led = count_q[11];
endmodule
"""


def test_a_bitstream_of_a_counter(tmp_path: Path) -> None:
    """The flow of the boards, with its timing; a clock that is not met is an error."""
    (tmp_path / "counter.v").write_text(COUNTER)
    pins = "".join(f'LOCATE COMP "{name}" SITE "{site}";\n' for name, site in (("clk_in", "G2"), ("led", "B2")))
    lpf = f'FREQUENCY PORT "clk_in" {{}} MHZ;\n{pins}'
    given = ("counter", "counter", [tmp_path / "counter.v"], {}, boards.BOARDS["ulx3s"].device)
    found = build(tmp_path, *given, lpf.format(25), seeds=(1, 2))
    assert found.path.stat().st_size > 10_000
    assert 12 <= found.cells["ff"] < 20
    assert (found.cells["dsp"], found.cells["ebr"]) == (0, 0)
    assert set(found.mhz) == {1, 2}
    assert min(found.mhz.values()) > 25
    report = json.loads((tmp_path / "counter-timing.json").read_text())
    assert {"critical_paths", "fmax", "utilization"} <= set(report)
    with pytest.raises(TwiddleError, match=r"Max frequency for clock .* \(FAIL at 2000"):
        build(tmp_path / "fast", *given, lpf.format(2000), seeds=(1,))
    assert not (tmp_path / "fast" / "counter.bit").exists()


def test_the_page_has_the_records() -> None:
    """Records of bitstreams, of the present sources unless they are pending."""
    page = boards.PAGE.read_text(encoding="utf-8")
    assert f"<!-- boards:begin -->\n{boards.table()}<!-- boards:end -->" in page
    assert "Not yet run on silicon" in page
    for name, board in boards.BOARDS.items():
        record = boards.RECORD.format(name)
        found = json.loads((Results().folder / record).read_text(encoding="utf-8"))
        assert found["mhz_by_seed"][0] >= board.mhz
        if record not in Results().pending():
            assert found["source_hash"] == boards.source_hash(name), (
                f"run: python examples/soc/boards.py {name} --record"
            )


def test_every_front_end_reads_the_serial_port() -> None:
    point = tools.Point("soc_uart", "soc_uart", {"Divider": "8"}, [boards.HERE / "soc_uart.sv"], [])
    assert [tools.check_verilator(point), tools.check_yosys(point), slang.Slang().check(point)] == [[], [], []]


def test_the_boards_of_the_command_are_those_of_the_example() -> None:
    assert tuple(boards.BOARDS) == BOARDS
    for name, board in boards.BOARDS.items():
        lpf = (boards.FOLDER / f"{name}.lpf").read_text()
        given = float(lpf.partition('FREQUENCY PORT "clk_in" ')[2].partition(" ")[0])
        assert given * board.pll["ClkfbDiv"] / board.pll["ClkiDiv"] == board.mhz
        assert 400 <= board.mhz * board.pll["OpDiv"] <= 800, "the VCO of an ECP5"
        assert all(
            f'"{port}" SITE' in lpf for port in ("button_n", "uart_rx", "uart_tx", *(f"led[{i}]" for i in range(4)))
        )


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The port of the simulated system, after its known answers."""
    needs(system.compiler)
    folder = tmp_path_factory.mktemp("board")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(boards.simulated(folder), cwd=folder, text=True, **pipes) as process:
        assert process.stdout.readline() == "simulated: known answers of ML-KEM right, of ML-DSA right\n"
        yield process.stdout.readline().strip()
        process.stdin.close()


def test_the_simulated_system_executes_an_operation_of_each_scheme(simulated: str) -> None:
    """Requests by the serial port, operations on `twd_lattice_axi` by the processor and the DMA."""
    decaps = [case for case in kem_cases("ML-KEM-512", 0) if case.task.operation is Operation.KEM_DECAPS]
    verify = [case for case in dsa_cases("ML-DSA-44", 0) if case.task.operation is Operation.DSA_VERIFY]
    with Board(simulated, timeout=600) as board:
        assert board.ask() == ("simulated", 0)
        for case in (decaps[1], verify[2]):
            answer = board.run(case.task)
            assert (answer.frames, answer.error) == (case.frames, case.error)
            assert answer.cycles > 1000
