# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The simulator itself, on small modules of tests/rtl that keep or break the port contract."""

import shutil
import stat
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from twiddle.base.errors import AssertionFailed, ContractBroken, Hang, TwiddleError
from twiddle.base.progress import announced
from twiddle.base.rings import Ring, ring
from twiddle.catalog.block import Cycles
from twiddle.tools.sim.build import QUICK
from twiddle.tools.sim.simulator import Bench, Simulator, Stalls
from twiddle.tools.sim.unit import UnitSimulator
from twiddle.tools.sim.waveform import check_written, sampled

pytestmark = pytest.mark.usefixtures("little_simulation")

RTL = Path(__file__).parent / "rtl"
WAIT = 10
FAULTS = {
    1: "c_last_o is 1 on beat 30 of 32 of operation 0",
    2: "c_data_o changed while stalled",
    3: "no transfer for 500 cycles; 2 of 6 results came; 96 beats taken on a",
    4: r"assertion twd_test_core.NeverFourth \(twd_test_core.sv:\d+\) failed",
    5: "a_ready_o is high in reset",
    6: "c_valid_o (dropped while stalled|depends on c_ready_i in the same cycle)",
    7: "b_ready_o depends on b_valid_i in the same cycle",
    8: "c_valid_o (before the operation was accepted|is high after the last result)",
    9: "c_valid_o before the operation was accepted",
    10: "the result of operation 0 ended before its operands were taken",
}


@dataclass(frozen=True)
class Core:
    """twd_test_core as the simulator sees a design."""

    ring: Ring = field(default_factory=lambda: ring("ml-kem"))
    lanes: int = 8
    selector: int = 0
    extra: Mapping[str, int] = field(default_factory=dict)
    probes: Mapping[str, str] = field(
        default_factory=lambda: {"read": "twd_test_core.busy_read", "write": "twd_test_core.busy_write"}
    )
    top: str = "twd_test_core"
    operations: tuple[str, ...] = ("ntt", "intt", "pwm", "mul", "mult")

    def rtl_parameters(self):
        values = {"Ring": self.ring.parameter, "Lanes": self.lanes, "Bits": self.ring.bits, **self.extra}
        return {name: str(value) for name, value in values.items()}

    def cycles(self, operation):
        beats = self.ring.n // self.lanes
        late = operation in ("pwm", "mul", "mult")
        fill = beats + WAIT + late
        return Cycles(fill + beats, fill, fill + beats, WAIT - 1)


class NoCore(Core):
    def rtl_parameters(self):
        return {}


@pytest.fixture(scope="module")
def core():
    return Simulator(Core(), rtl_root=RTL, probes=["c_data_o", "a_mem", "twd_test_core.count_q"])


def operands(count, seed=0, n=256, bits=12):
    rng = np.random.default_rng(seed)
    return rng.integers(0, 1 << bits, (count, n)), rng.integers(0, 1 << bits, (count, n))


@pytest.mark.parametrize(
    "stall",
    [0.0, 0.3, 0.9, Stalls(a=0.5), Stalls(b=0.8, burst=50), Stalls(c=0.7, burst=9), Stalls(0.1, 0.2, 0.3, 9)],
    ids=str,
)
def test_random_stalls_lose_nothing(core, stall):
    a, b = operands(40)
    mixed = [("ntt", "pwm", "intt", "mul", "mult")[i % 5] for i in range(40)]
    with_b = np.array([operation not in ("ntt", "intt") for operation in mixed])
    added = np.zeros_like(a)
    added[with_b] = b[: with_b.sum()]
    result = core.run(mixed, a, b[: with_b.sum()], stall=stall, seed=3)
    np.testing.assert_array_equal(result.c, (a + added) % 4096)
    np.testing.assert_array_equal(result.err, (a >= 3329).any(axis=1))
    assert (result.a_first <= result.a_last).all()
    assert (result.a_last < result.c_first).all()
    assert (result.c_last[:-1] < result.a_first[1:]).all()
    assert ((result.b_first >= 0) == with_b).all()
    assert (result.cycles.fill is None) == (stall != 0.0)


def test_the_same_seed_gives_the_same_run(core):
    a, _ = operands(5)
    runs = [core.run("ntt", a, stall=0.4, seed=seed) for seed in (1, 1, 2)]
    np.testing.assert_array_equal(runs[0].c_last, runs[1].c_last)
    assert (runs[0].c_last != runs[2].c_last).any()


def test_the_error_flag_belongs_to_its_operation(core):
    a = np.zeros((3, 256), np.int64)
    a[1, 255] = 3329
    np.testing.assert_array_equal(core.run("ntt", a).err, [False, True, False])


@pytest.mark.parametrize("operation", ["ntt", "pwm"])
def test_measured_cycles_equal_the_formula(core, operation):
    assert core.measure(operation) == Core().cycles(operation)


def test_an_operation_code_without_an_operation_is_streamed(core):
    a, _ = operands(2)
    np.testing.assert_array_equal(core.run([6, 7], a).c, a)


@pytest.mark.parametrize(
    ("name", "lanes"), [("ml-dsa", 2), ("falcon-512", 4), ("kyber-v1", 1), ("qtesla-1024", 8), ("ml-dsa", 16)]
)
def test_every_port_width(name, lanes):
    of = ring(name)
    a, b = operands(4, n=of.n, bits=of.bits)
    result = Simulator(Core(ring=of, lanes=lanes), rtl_root=RTL).run("mul", a, b, stall=0.1)
    lane = (1 << of.bits) - 1
    np.testing.assert_array_equal(result.c, (a + b) & lane)


@pytest.mark.parametrize("fault", FAULTS)
def test_broken_contracts_are_caught(fault):
    broken = Simulator(Core(extra={"Fault": fault}), rtl_root=RTL)
    a, b = operands(6)
    kind = {3: Hang, 4: AssertionFailed}.get(fault, ContractBroken)
    with pytest.raises(kind, match=FAULTS[fault]) as caught:
        broken.run("pwm", a, b, stall=Stalls(0.3, 0.3, 0.3), seed=fault, reset_at=15, bench=Bench(max_cycles=500))
    message = str(caught.value)
    assert message.startswith(f"twd_test_core (ring ml-kem, Lanes=8, Bits=12, Fault={fault}): ")
    assert message.endswith(f"of pwm x 6; seed {fault}")
    assert "\n" not in message


def test_assertions_can_be_left_out():
    a, _ = operands(6)
    silent = Simulator(Core(extra={"Fault": 4}), rtl_root=RTL, assertions=False)
    np.testing.assert_array_equal(silent.run("ntt", a).c, a)


@pytest.mark.parametrize("reset_at", [0, 1, 20, 40, 60, 90, 400])
def test_reset_drops_what_was_accepted(core, reset_at):
    a, b = operands(3)
    again = core.run("pwm", a, b, reset_at=reset_at, stall=0.2)
    np.testing.assert_array_equal(again.c, (a + b) % 4096)
    other = core.run("ntt", b, reset_at=reset_at, bench=Bench(("pwm", a, b, 1)), random_state=True, seed=5)
    np.testing.assert_array_equal(other.c, b)
    assert other.a_first[0] == 0


def test_recorded_signals(core):
    a, _ = operands(2)
    result = core.run("ntt", a, record=["c_data_o", "read", "a_mem", "twd_test_core.count_q"])
    assert {name: trace.shape[1] for name, trace in result.traces.items()} == {
        "c_data_o": 2,
        "read": 1,
        "a_mem": 64,
        "twd_test_core.count_q": 1,
    }
    assert result.traces["read"].sum() == 2 * (WAIT - 4)
    low = result.traces["c_data_o"][result.c_first[1], 0]
    assert [int(low) >> (12 * lane) & 0xFFF for lane in range(5)] == a[1, :5].tolist()
    full = result.traces["a_mem"][result.a_last[0] + 1].reshape(32, 2)
    assert [int(word) & 0xFFF for word in full[:, 0]] == a[0, ::8].tolist()


def test_probes_that_do_not_exist_are_refused(core):
    with pytest.raises(TwiddleError, match=r"twd_test_core: no signal 'u_none.x' to probe"):
        Simulator(Core(), rtl_root=RTL, probes=["u_none.x"])
    with pytest.raises(TwiddleError, match=r"no signal 'writ' to probe \(did you mean write\?\)"):
        Simulator(Core(), rtl_root=RTL, probes=["writ"])
    with pytest.raises(TwiddleError, match="record: 'op_q' is not among the probes"):
        core.run("ntt", operands(1)[0], record=["op_q"])


def test_a_waveform_is_written(core, tmp_path):
    core.run("ntt", operands(1)[0], waveform=tmp_path / "wave.vcd")
    text = (tmp_path / "wave.vcd").read_text()
    assert "$var" in text
    assert "state_q" in text
    with pytest.raises(TwiddleError, match=r"wave.txt: a waveform file ends in .vcd or .fst"):
        core.run("ntt", operands(1)[0], waveform=tmp_path / "wave.txt")
    with pytest.raises(TwiddleError, match=r"none.vcd: the simulation did not write it"):
        check_written(tmp_path / "none.vcd")
    with pytest.raises(TwiddleError, match="no such folder"):
        core.run("ntt", operands(1)[0], waveform=tmp_path / "none" / "wave.vcd")
    (tmp_path / "folder.vcd").mkdir()
    with pytest.raises(TwiddleError, match=r"folder\.vcd: not a regular file"):
        core.run("ntt", operands(1)[0], waveform=tmp_path / "folder.vcd")
    (tmp_path / "gone.vcd").symlink_to("/proc/wave.vcd")
    with pytest.raises(TwiddleError, match=r"gone\.vcd: cannot be written: "):
        core.run("ntt", operands(1)[0], waveform=tmp_path / "gone.vcd")


def test_a_combinational_loop_ends_the_run(tmp_path):
    (tmp_path / "manifest.toml").write_text('[modules.twd_loop]\nfiles = ["loop.sv"]\n')
    (tmp_path / "loop.sv").write_text(
        """module twd_loop (input logic x_i, output logic y_o);
  // verilator lint_off UNOPTFLAT
  logic a;
  assign a = ~(a & x_i);
  assign y_o = a;
endmodule
"""
    )
    unit = UnitSimulator("twd_loop", rtl_root=tmp_path)
    assert repr(unit) == "UnitSimulator(twd_loop)"
    with pytest.raises(ContractBroken, match=r"twd_loop: .*did not converge"):
        unit.run({"x_i": [0, 1]}, latency=0)
    with pytest.raises(TwiddleError, match=r"^enable = 0: not a probability in \(0, 1\]$"):
        unit.run({"x_i": [0, 1]}, latency=0, enable=0)


@pytest.mark.parametrize(
    ("operations", "a", "b", "message"),
    [
        ("fft", np.zeros((1, 256), int), None, "'fft': unknown.* of core twd_test_core are ntt, intt"),
        (["ntt", 8], np.zeros((2, 256), int), None, "operation code 8: not in 0 to 7"),
        ([], np.zeros((0, 256), int), None, "operations: none given"),
        ("ntt", np.zeros((1, 128), int), None, "a: polynomials have 128 coefficients, not 256"),
        ("ntt", np.zeros((1, 512), int), None, "a: polynomials have 512 coefficients, not 256"),
        ("ntt", np.full((1, 256), 4096), None, "a: a coefficient does not fit the 12 bits of its lane"),
        ("ntt", np.full((1, 256), -1), None, "a: a coefficient does not fit the 12 bits of its lane"),
        ("ntt", np.zeros((1, 256)), None, "a: not integers of shape"),
        ("pwm", np.zeros((2, 256), int), None, "b: 0 polynomials, the operations take 2"),
        ("ntt", np.zeros((2, 256), int), np.zeros((2, 256), int), "b: 2 polynomials, the operations take 0"),
        (["ntt"], np.zeros((2, 256), int), None, "a: 2 polynomials, the operations take 1"),
    ],
)
def test_bad_operands_are_refused(core, operations, a, b, message):
    with pytest.raises(TwiddleError, match=message):
        core.run(operations, a, b)


@pytest.mark.parametrize("values", [{"a": 1.0}, {"b": -0.1}, {"burst": 0}])
def test_bad_stalls_are_refused(values):
    with pytest.raises(TwiddleError, match="stall "):
        Stalls(**values)


def test_elaboration_refusals_carry_their_message():
    with pytest.raises(TwiddleError) as caught:
        Simulator(Core(lanes=7), rtl_root=RTL)
    assert "twd_test_core: Lanes = 7 does not divide Ring.n = 256" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_parameters_and_tops_are_refused():
    with pytest.raises(TwiddleError, match=r"twd_test_core: elaboration: .*Colour"):
        Simulator(Core(extra={"Colour": 1}), rtl_root=RTL)
    with pytest.raises(TwiddleError, match="unknown module 'twd_none'"):
        Simulator(Core(top="twd_none"), rtl_root=RTL)
    with pytest.raises(TwiddleError, match=r"twd_test_wide: .* it has no port clk_i"):
        Simulator(NoCore(top="twd_test_wide"), rtl_root=RTL)


def test_a_syntax_error_is_shown_in_one_line(tmp_path):
    (tmp_path / "manifest.toml").write_text('[modules.twd_bad]\nfiles = ["bad.sv"]\n')
    (tmp_path / "bad.sv").write_text("module twd_bad (output logic y_o);\n  assign y_o = ;\nendmodule\n")
    with pytest.raises(TwiddleError, match=r"^twd_bad: elaboration: bad.sv:2:\d+: syntax error"):
        UnitSimulator("twd_bad", rtl_root=tmp_path)


def test_a_missing_compiler_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    message = r"^C\+\+ compiler: none of c\+\+, g\+\+, clang\+\+ found on PATH; install one or set CXX$"
    with pytest.raises(TwiddleError, match=message):
        Simulator(Core(), rtl_root=RTL)
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(TwiddleError, match="none of no-such-compiler found"):
        Simulator(Core(), rtl_root=RTL)


@pytest.mark.matrix
@pytest.mark.skipif(shutil.which("clang++") is None, reason="clang is not installed")
def test_clang_compiles_too(monkeypatch, tmp_path):
    monkeypatch.setenv("CXX", "clang++")
    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path))
    a = np.arange(1, 3329)
    unit = UnitSimulator("twd_mod_correct", {"Q": 3329})
    assert np.array_equal(unit.run({"raw_i": a - 3329}, latency=0)["result_o"], a)


def test_a_failing_compiler_is_reported_and_leaves_nothing(monkeypatch, tmp_path):
    broken = tmp_path / "broken-c++"
    broken.write_text("#!/bin/sh\necho 'x.cpp:1:1: error: out of order' >&2\nexit 1\n")
    broken.chmod(broken.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("CXX", str(broken))
    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path / "cache"))
    said = []
    with announced(said.append), pytest.raises(TwiddleError, match=r"broken-c\+\+: x.cpp:1:1: error: out of order"):
        UnitSimulator("twd_test_wide", rtl_root=RTL)
    assert said == ["compiling twd_test_wide, once, some seconds ..."]
    left = [path for path in (tmp_path / "cache").rglob("*") if path.is_file() and path.suffix != ".lock"]
    assert left == []


def test_a_cached_build_is_found(core, monkeypatch):
    def started(*_arguments, **_options):
        raise AssertionError("a tool was started")

    monkeypatch.setattr(subprocess, "Popen", started)
    again = Simulator(Core(), rtl_root=RTL, probes=["c_data_o", "a_mem", "twd_test_core.count_q"])
    a, _ = operands(1)
    np.testing.assert_array_equal(again.run("ntt", a).c, a)


@pytest.fixture(scope="module")
def multiplier():
    return UnitSimulator("twd_test_multiplier", {"Width": 12, "Stages": 3}, rtl_root=RTL)


@pytest.mark.parametrize("enable", [1.0, 0.5, 0.05])
def test_units_are_aligned_with_their_operands(multiplier, enable):
    rng = np.random.default_rng(1)
    a, b = rng.integers(-2048, 2048, (2, 5000))
    result = multiplier.run({"b_i": b, "a_i": a}, latency=3, enable=enable, seed=2)
    np.testing.assert_array_equal(result["product_o"], (a % 4096) * (b % 4096))
    np.testing.assert_array_equal(result["sum_o"], (a + b) % 8192)
    wrong = multiplier.run({"b_i": b, "a_i": a}, latency=2)
    assert (wrong["sum_o"] != result["sum_o"]).any()


def test_units_take_other_integer_types_and_write_waveforms(multiplier, tmp_path):
    a = np.arange(100, dtype=np.uint8)
    result = multiplier.run({"a_i": a, "b_i": a.astype(np.int32)}, latency=3, waveform=tmp_path / "unit.vcd")
    np.testing.assert_array_equal(result["product_o"], np.arange(100) ** 2)
    assert "product_q" in (tmp_path / "unit.vcd").read_text()


def test_units_without_a_clock_and_with_wide_ports():
    rng = np.random.default_rng(1)
    x = rng.integers(0, 1 << 64, (50, 2), dtype=np.uint64)
    result = UnitSimulator("twd_test_wide", rtl_root=RTL).run({"x_i": x}, latency=0)
    np.testing.assert_array_equal(result["y_o"][:, 0].view(np.uint64), ~x[:, 0])
    np.testing.assert_array_equal(result["y_o"][:, 1].view(np.uint64), ~x[:, 1] & np.uint64((1 << 36) - 1))
    np.testing.assert_array_equal(result["low_o"].view(np.uint64), ~x[:, 0])


def test_a_unit_that_ignores_its_enable_is_caught():
    unit = UnitSimulator("twd_test_multiplier", {"Fault": 1}, rtl_root=RTL)
    values = np.arange(100)
    with pytest.raises(ContractBroken, match="twd_test_multiplier, Fault=1: an output changed while en_i was 0"):
        unit.run({"a_i": values, "b_i": values}, latency=3, enable=0.5)


def test_a_failing_assertion_in_a_unit_is_named():
    unit = UnitSimulator("twd_test_multiplier", {"Fault": 2}, rtl_root=RTL)
    with pytest.raises(AssertionFailed, match=r"multiplier.NotFiveBySeven .* failed at cycle 1; seed 9"):
        unit.run({"a_i": [1, 5], "b_i": [7, 7]}, latency=3, seed=9)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"a_i": [1]}, "inputs a_i given, its data inputs are a_i, b_i"),
        ({"a_i": [1], "b_i": [1, 2]}, "inputs are empty or differ in length"),
        ({"a_i": [0.5], "b_i": [1]}, r"a_i: not integers of shape \(m,\)"),
    ],
)
def test_bad_unit_inputs_are_refused(multiplier, inputs, message):
    with pytest.raises(TwiddleError, match=message):
        multiplier.run(inputs, latency=3)


def test_signals_of_a_vcd_file_are_sampled_before_each_edge(tmp_path):
    """By their names below a module; a vector has its lowest bits, a change at an edge counts from the next one on."""
    head = "$scope module TOP $end $scope module dut $end $var wire 1 ! clk $end $scope module u_a $end\n"
    head += "$var wire 4 # v [3:0] $end $upscope $end $upscope $end $upscope $end $enddefinitions $end\n"
    path = tmp_path / "a.vcd"
    path.write_text(f"{head}#0\n0!\nb1101 #\n#1\n1!\nb10 #\n#2\n0!\n#3\n1!\n#4\n0!\n")
    assert sampled(path, "dut", "clk", {"u_a.v": 3}) == {"u_a.v": [5, 2]}
    with pytest.raises(TwiddleError, match=r"a.vcd: no signal u_a.w"):
        sampled(path, "dut", "clk", {"u_a.w": 1})


@pytest.mark.speed
def test_speed_of_the_unit_simulator(monkeypatch):
    monkeypatch.delenv(QUICK, raising=False)
    unit = UnitSimulator("twd_test_multiplier", {"Width": 12, "Stages": 3}, rtl_root=RTL)
    values = np.arange(1 << 20) & 4095
    unit.run({"a_i": values, "b_i": values}, latency=3)
    started = time.perf_counter()
    unit.run({"a_i": values, "b_i": values}, latency=3)
    assert len(values) / (time.perf_counter() - started) > 2e6
