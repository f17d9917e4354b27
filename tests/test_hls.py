# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""High-level synthesis: the description as a program, its graph bit by bit, the core that the tool makes."""

import inspect
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from command import Run
from core_cases import OPERATIONS, Listed, mixture, user_ring
from covers import marked

import twiddle
from lint import tools
from twiddle import core, model
from twiddle.base import manifest
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.rings import Ring, ring, rings
from twiddle.base.store import digest
from twiddle.catalog import hls_sources
from twiddle.catalog.block import Block
from twiddle.model.hls_plan import Plan, Schedule
from twiddle.model.hls_quad import description, trace
from twiddle.model.hls_trace import Graph, append, bounded, join
from twiddle.tools.hls import mlir, tool
from twiddle.tools.hls.compile import LATENCIES, TOP, compile_quad, traced
from twiddle.tools.sim.simulator import Simulator, Stalls

pytestmark = pytest.mark.usefixtures("little_simulation")

ROOT = Path(__file__).resolve().parents[1]
RINGS = [each for each in rings() if hls_sources.unfit(each) is None]
PAIRS = user_ring(32, 3329, False)
SMALL = [user_ring(16, 12289, True), user_ring(32, 8380417, True), user_ring(64, 7681, True), PAIRS]
RANGED = [*SMALL, ring("ml-kem"), ring("ml-dsa"), ring("falcon-512")]


def missing() -> str:
    """Why there is no tool; empty where there is one."""
    try:
        tool.find()
    except TwiddleError as error:
        return str(error)
    return ""


needs_tool = pytest.mark.skipif(bool(missing()), reason=missing() or "there is a tool")


# ---- the description ----


def operands(of: Ring, seed: int) -> tuple[list[int], list[int]]:
    a, b = np.random.default_rng(seed).integers(0, of.q, (2, of.n)).tolist()
    return a, b


def expected(of: Ring, operation: str, a: list[int], b: list[int]) -> list[int]:
    second = [b] if operation in ("pwm", "mul", "mult") else None
    return [int(value) for value in model.run(of, operation, [a], second)[0]]


class Memory:
    """What the iterations of a description read and write: banks, a table of factors, the current beat."""

    def __init__(self, quad: Any, operands: Sequence[Sequence[int]]) -> None:
        self._quad, self._operands, self._table = quad, operands, quad.factors()
        self._banks = [[0] * (quad.ring.n // 2) for _ in range(4)]
        self._beat: Sequence[int] = ()

    def beat(self, word: int) -> int:
        return sum(value << (lane * self._quad.ring.bits) for lane, value in enumerate(self._beat))

    def bank(self, bank: int, address: int) -> int:
        return self._banks[bank][address]

    def factor(self, column: int, address: int) -> int:
        return int(self._table[address][column])

    def read(self, port: str, address: int) -> int:
        """The same by the names of ports."""
        if port == "beat":
            return self.beat(address)
        return (self.bank if port.startswith("bank") else self.factor)(int(port[-1]), address)

    def iterations(self, operation: str) -> Iterator[tuple[str, dict[str, int]]]:
        """The kind of step and the inputs of each iteration of an operation, when it is its turn."""
        for step in self._quad.program(operation):
            kind = description().KINDS.index(step.kind)
            for t in range(self._quad.iterations(step.kind)):
                word, half = divmod(t, 2) if step.kind == "product" else (t, 0)
                self._beat = self._operands[step.region][4 * t : 4 * t + 4] if step.kind == "load" else ()
                inputs = {"kind": kind, "place": step.place, "region": step.region, "word": word}
                yield step.kind, inputs | {"half": half}

    def write(self, enables: Sequence[int], addresses: Sequence[int], data: Sequence[int]) -> None:
        for bank in range(4):
            if enables[bank]:
                self._banks[bank][addresses[bank]] = data[bank]


def computed(quad: Any, operation: str, *operands: Sequence[int]) -> list[int]:
    """The result of an operation where the description is executed as a program."""
    memory = Memory(quad, operands)
    result: list[int] = []
    for kind, inputs in memory.iterations(operation):
        done = quad.iteration(memory, **inputs)
        memory.write(done.enables, done.addresses, done.data)
        result += quad.finish(done.lanes) if kind == "unload" else []
    return result


@pytest.mark.parametrize("of", marked([*RINGS, *SMALL], kept=SMALL))
def test_the_description_is_a_program(of: Ring) -> None:
    a, b = operands(of, 1)
    for operation in OPERATIONS:
        assert computed(description().Quad(of), operation, a, b) == expected(of, operation, a, b), operation


WRITES = ("enable", "address", "data")
"""Outputs of the graph, one a bank."""


COMPUTED: Mapping[str, Callable[..., int]] = {
    "const": lambda data: data,
    "add": lambda data, x, y: x + y,
    "sub": lambda data, x, y: x - y,
    "mul": lambda data, x, y: x * y,
    "shl": lambda data, x: x << data,
    "shr": lambda data, x: x >> data,
    "low": lambda data, x: x & ((1 << data) - 1),
    "select": lambda data, condition, yes, no: yes if condition else no,
    "choose": lambda data, index, *options: options[index],
    "lookup": lambda data, index: data[1][index - data[0]],
    "at_least": lambda data, x: x >= data,
    "append": lambda data, upper, lower: upper << data | lower,
    "join": lambda data, *parts: sum(part << sum(data[:place]) for place, part in enumerate(parts)),
}
"""Values by their kind, from their data and arguments."""


class Machine:
    """Runs a graph on integers, bit by bit as the tool is given it; every value must lie in its range."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.values = mlir.needed(graph)
        self.used: Counter[str] = Counter()

    def run(self, mode: str, inputs: dict[str, int], ports: Any) -> dict[str, int]:
        at = self.graph.modes.index(mode)
        results: dict[int, int] = {}
        for value in self.values:
            given = [results[each.number] for each in value.arguments]
            if value.kind in COMPUTED:
                result = int(COMPUTED[value.kind](value.data, *given))
            else:
                result = inputs[str(value.data)] if value.kind == "input" else int(ports(value.data, given[0]))
            low, high = value.ranges[at]
            assert low <= result <= high, (mode, value.kind, value.number, result, low, high)
            results[value.number] = result
            self.used[value.kind] += 1
        return {name: results[value.number] for name, value in self.graph.outputs.items()}


@pytest.mark.parametrize("of", marked(RANGED, kept=SMALL))
def test_every_value_of_the_graph_lies_in_its_range(of: Ring) -> None:
    """What the ranges claim, also where the author vouches for them, with operands at the edges."""
    quad, (graph, end) = description().Quad(of), trace(of)
    kernel, finish = Machine(graph), Machine(end)
    edge = [of.q - 1] * of.n
    most = [(1 << of.bits) - 1] * of.n
    for a, b in (operands(of, 2), (edge, edge), (most, most)):
        reduced = [value % of.q for value in a], [value % of.q for value in b]
        for operation in ("mul", "pwm") if of.n > 64 else OPERATIONS:
            memory = Memory(quad, (a, b))
            result: list[int] = []
            for kind, inputs in memory.iterations(operation):
                out = kernel.run(kind, inputs, memory.read)
                memory.write(*([out[f"{name}{bank}"] for bank in range(4)] for name in WRITES))
                if kind == "unload":
                    lanes = {f"lane{lane}": out[f"lane{lane}"] for lane in range(4)}
                    done = finish.run("unload", lanes, memory.read)
                    result += [done[f"result{lane}"] for lane in range(4)]
            assert result == expected(of, operation, *reduced), operation
    assert min(kernel.used[kind] for kind in ("add", "sub", "mul", "select", "lookup", "choose", "read")) > 0


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (lambda: join((1, 1), (2, 1)), "join: a part, in 2 to 2, does not fit 1 bits"),
        (lambda: append(1, 8, 3), "append: the lower part, in 8 to 8, does not fit 3 bits"),
        (lambda: bounded(4, 0, 3), "bounded: 4 is not in 0 to 3"),
    ],
)
def test_a_promise_of_the_description_is_checked(operation: Callable[[], object], message: str) -> None:
    with pytest.raises(TwiddleError, match=message):
        operation()


@pytest.mark.parametrize(
    ("of", "message"),
    [
        (user_ring(8, 3329, False), "core quad-hls: ring n8-q3329-pairs has n = 8; at least 16 is needed"),
        (user_ring(32, 7681, True), "n32-q7681-complete has no generated sources; `twiddle hls` generates, simulates"),
    ],
    ids=["short", "not generated"],
)
def test_a_ring_without_sources_is_refused(of: Ring, message: str) -> None:
    with pytest.raises(TwiddleError, match=message):
        core("quad-hls", of)


def test_no_word_of_a_pass_is_read_before_it_is_written() -> None:
    """The gaps of the plan are enough, and one cycle less is not, for a pipe longer than a pass."""
    of = SMALL[0]
    plan = Plan(of, Schedule(latency=30, finish=2, bank=0, beat=0))
    assert plan.gaps
    assert plan.busy("ntt") > of.n // 4 * len(description().Quad(of).places) + 30


# ---- without the tool ----


def test_a_missing_tool_is_one_line(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setenv(tool.VARIABLE, "/nowhere/python")
    error = run.refused("hls --ring ml-dsa")
    assert "/nowhere/python has no CIRCT, which needs Python 3.13 or 3.14" in error
    assert "quad-hls" in run("cores")[0]


def test_the_lock_has_the_version_that_the_message_names() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert f"\n{tool.PACKAGE} ; " in lock


# ---- what the tool makes ----


GENERATED = [Ring(name, *entry["ring"]) for name, entry in hls_sources.index().items()]


def test_every_preset_that_fits_has_sources() -> None:
    assert [of.name for of in RINGS if hls_sources.reason_against(of) is not None] == []


@pytest.mark.parametrize("of", marked(GENERATED, kept=[of for of in GENERATED if of.n <= 64]))
def test_the_generated_sources_belong_to_the_description(of: Ring) -> None:
    """Without the tool: its inputs are those recorded, and so are the files; after a change, run `make hls`."""
    entry, source, texts = hls_sources.index()[of.name], traced(of), hls_sources.texts(of)
    assert source.inputs(entry["tool"].removeprefix("circt ")) == entry["inputs"]
    assert source.by_hand(Schedule(**entry["schedule"])).items() <= texts.items()
    assert digest(texts.values()) == entry["outputs"]


@needs_tool
@pytest.mark.parametrize("of", marked(GENERATED, kept=[ring("ml-dsa"), GENERATED[-1]]))
def test_the_generated_sources_are_those_of_the_tool(of: Ring) -> None:
    compiled = compile_quad(of)
    assert compiled.tool == hls_sources.index()[of.name]["tool"], "another version of CIRCT is installed"
    assert compiled.texts == hls_sources.texts(of)
    assert compiled.schedule == hls_sources.plan(of).schedule


@needs_tool
def test_another_latency_is_another_schedule(tmp_path: Path) -> None:
    """The schedule is the tool's, not the description's: its settings change it, and results stay right."""
    of = SMALL[0]
    found = {}
    for change in ({}, {"mul": 3}, {"short": 1}, {"choose": 1, "logic": 0}):
        compiled = compile_quad(of, change)
        simulation = Simulator(compiled.design)
        a, b = np.random.default_rng(6).integers(0, of.q, (2, 5, of.n))
        assert (simulation.run("mul", a, b).c == model.multiply(of, a, b)).all()
        assert simulation.run("mul", a[:1], b[:1]).cycles.busy == compiled.design.cycles("mul").busy
        found[tuple(change)] = compiled.schedule.latency
    assert found["mul",] == found[()] + 4
    assert found["short",] > found[()]
    assert found["choose", "logic"] > found[()]


@pytest.mark.parametrize("of", RINGS, ids=lambda of: of.name)
def test_the_generated_sources_are_clean(of: Ring) -> None:
    """What is by hand passes -Wall, all of it plain Yosys."""
    root = hls_sources.tree(of)
    sources, includes = manifest.sources(TOP, root), manifest.include_dirs(root)
    assert {f"{TOP}.sv", f"{TOP}_kernel.sv", f"{TOP}_pkg.sv"} <= {path.name for path in sources}
    point = tools.Point(of.name, TOP, of.parameters, sources, includes)
    assert [line for line in tools.check_verilator(point) if f"{TOP}.sv" in line] == []
    assert tools.check_yosys(point) == []


def test_another_ring_is_refused() -> None:
    root = hls_sources.tree(ring("ml-dsa"))

    class Wrong(Block):
        def rtl_parameters(self) -> dict[str, str]:
            return ring("qtesla-1024").parameters

    wrong = Wrong(core("quad-hls", ring("ml-dsa")).kind, ring("ml-dsa"), {})
    with pytest.raises(TwiddleError, match="the ring is not the one that the kernel was compiled for"):
        Simulator(wrong, rtl_root=root)


@needs_tool
def test_the_command(run: Run, tmp_path: Path) -> None:
    out, of = tmp_path / "out", SMALL[0]
    (tmp_path / "own.toml").write_text(f"n = {of.n}\nq = {of.q}\nroot = {of.root}\nroot_order = {of.root_order}\n")
    line = f"hls --ring {tmp_path / 'own.toml'} --no-measure -o"
    document = run.json(f"{line} {out} --json")
    assert document["latencies"] == LATENCIES
    assert document["schedule"] == asdict(compile_quad(of).schedule)
    assert all(row["compared"] >= 20 and row["mismatches"] == 0 for row in document["operations"].values())
    assert set(document["operations"]) == set(OPERATIONS)
    assert sum(map(len, document["stages"])) > 0
    assert (out / "core" / f"{TOP}_kernel.sv").is_file()
    assert twiddle.core("quad-hls", of).cycles("ntt").busy == document["operations"]["ntt"]["busy"]
    assert "already exists" in run.refused(line, out)


# ---- faults that the tests must catch ----

SHELL_FAULTS = (
    ("gap_before(segment_d, place_d);", "gap_before(segment_d, place_d) & '0;"),
    ("(load_b || segment == twd_quad_hls_pkg::SEGMENT_NTT_B)", "(load_b)"),
    (".clear_i  (taken_q[1]),", ".clear_i  (1'b0),"),
    ("if (refused) data_q <= '0;", "if (1'b0) data_q <= '0;"),
    (".en_i         (en),", ".en_i         (1'b1),"),
    ("DrainBits'(DrainCycles);", "DrainBits'(2);"),
    (
        "op == twd_op_pkg::OP_PWM ? twd_quad_hls_pkg::SEGMENT_UNLOAD : twd_quad_hls_pkg::SEGMENT_INTT;",
        "twd_quad_hls_pkg::SEGMENT_UNLOAD;",
    ),
)

DESCRIPTION_FAULTS = (
    ("(0, 2, 1, 3), (2, 0, 3, 1)", "(0, 1, 2, 3), (2, 0, 3, 1)"),
    ("(0, 2, 1, 3), (2, 0, 3, 1)", "(0, 2, 1, 3), (2, 0, 3, 0)"),
    ("select(product, a, factors[0]), select(product, c, factors[1])", "factors[0], factors[1]"),
    ("inverse = i2 * quarter, i3 * quarter, i1 * quarter, i1", "inverse = i2 * quarter, i3 * quarter, i1, i1"),
    ("turn: Number = region << 1", "turn: Number = region"),
    ("rest -= bits", "rest -= self.ring.m"),
)

PAIRS_FAULTS = (
    ("[(-1, -1, z, -z) for z", "[(-1, -1, z, z) for z"),
    ('("forward_one", "inverse"))', '("forward", "inverse_one"))'),
    ("select(product, b + d - y, 0)", "select(product, d - y, 0)"),
    ("self.times(select(product, c - b, 0), scale)", "select(product, c - b, 0)"),
    ("select(half, factors[3], factors[2])", "factors[2]"),
)


@pytest.mark.parametrize(("old", "new"), SHELL_FAULTS)
def test_a_fault_of_the_shell_is_caught(old: str, new: str, tmp_path: Path) -> None:
    of = SMALL[2]
    root = tmp_path / "rtl"
    shutil.copytree(hls_sources.tree(of), root)
    texts = {path: path.read_text(encoding="utf-8") for path in sorted((root / "core").glob("*.sv"))}
    (shell,) = (path for path, text in texts.items() if old in text)
    assert texts[shell].count(old) == 1
    shell.write_text(texts[shell].replace(old, new), encoding="utf-8")
    simulation = Simulator(core("quad-hls", of), rtl_root=root, assertions=False)
    mixed = mixture(Listed(core("quad-hls", of)), 12, 1, (*OPERATIONS, 6))
    a = mixed.a.copy()
    a[3, 5] = of.q
    stream = replace(mixed, a=a)
    try:
        result = simulation.run(*stream.arguments, stall=Stalls(c=0.98))
    except CheckFailed:
        return
    assert (result.c != stream.c).any() or (result.err != stream.err).any()


@pytest.mark.parametrize(
    ("of", "old", "new"),
    [(of, *each) for of, some in ((SMALL[0], DESCRIPTION_FAULTS), (PAIRS, PAIRS_FAULTS)) for each in some],
)
def test_a_fault_of_the_description_is_caught(of: Ring, old: str, new: str) -> None:
    module = description()
    text = inspect.getsource(module)
    assert text.count(old) == 1
    name = "twiddle_hls_faulty"
    faulty = ModuleType(name)
    sys.modules[name] = faulty
    exec(compile(text.replace(old, new), name, "exec"), faulty.__dict__)
    a, b = operands(of, 3)
    wrong = 0
    for operation in OPERATIONS:
        try:
            wrong += computed(faulty.Quad(of), operation, a, b) != expected(of, operation, a, b)
        except (AssertionError, IndexError, ValueError):
            wrong += 1
    del sys.modules[name]
    assert wrong > 0
