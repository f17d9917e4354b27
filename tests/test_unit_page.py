# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the pages of docs/unit say of the polynomial unit: ports, parameters, hazards, rates, memory."""

import re
from pathlib import Path

import numpy as np
import pytest
from compare_cases import recorded
from poly_unit_cases import ML_DSA, ML_KEM, SMALL, SMALL_PAIRS, unit

from twiddle.base import manifest
from twiddle.base.errors import CheckFailed
from twiddle.catalog.designs import core
from twiddle.model import programs
from twiddle.model.command import Command, Operation
from twiddle.model.timing import ENGINE, Timing
from twiddle.tools.sim.streams import Run
from twiddle.tools.unit_simulator import PolyUnit

pytestmark = pytest.mark.covers(
    "twd_poly_unit", "twd_unit_load", "twd_unit_store", "twd_unit_memory", "twd_scoreboard", "twd_ram_1r1w"
)

UNIT = Path(__file__).resolve().parents[1] / "docs" / "unit"
PAGE = "".join((UNIT / name).read_text(encoding="utf-8") for name in ("README.md", "commands.md"))
[TOP] = [path for path in manifest.sources("twd_poly_unit") if path.stem == "twd_poly_unit"]
HEADER = TOP.read_text(encoding="utf-8").partition(");\n")[0]


def table(header: str) -> list[list[str]]:
    """The rows of the table with this header, without quotes of code."""
    _, found, rest = PAGE.partition(f"\n{header}\n")
    assert found, header
    lines = rest.split("\n\n")[0].splitlines()[1:]
    return [[cell.strip(" `") for cell in line.strip("| ").split("|")] for line in lines]


def test_the_parameters() -> None:
    found = re.findall(r"^  parameter (?:int unsigned|bit) +(\w+) *= (?:1'b)?(\d+),", HEADER, re.MULTILINE)
    assert len(found) == len(re.findall(r"^  parameter ", HEADER, re.MULTILINE)) == 12
    assert [(name, default) for name, default, _ in table("| parameter | default | meaning |")] == found


def bits(ranges: str) -> str:
    """The width of a port, as the page has it."""
    sizes = [str(int(top) + 1) if top.isdigit() else top[:-2] for top in re.findall(r"\[ *([\w-]+) *:", ranges)]
    return " x ".join(sizes) or "1"


def test_the_ports() -> None:
    found = re.findall(r"^  (input|output) +logic *((?:\[[^\]]*\])*) *(\w+),?", HEADER, re.MULTILINE)
    ports = [(name, direction, bits(ranges)) for direction, ranges, name in found]
    assert len(ports) == len(re.findall(r"^  (?:input|output) ", HEADER, re.MULTILINE)) == 30
    page = [(name, direction, width) for name, direction, width, _ in table("| port | direction | bits | meaning |")]
    assert page == ports


def test_the_page_has_the_operations() -> None:
    found = {name: int(number) for number, name, _ in table("| op | name | result |")}
    assert found == {each.name: each.value for each in Operation}


def test_the_page_has_the_bits_of_the_command() -> None:
    """Each field has the bits of the page, and no bit has two fields."""
    words = {
        "op": Command(Operation.STORE).word,
        "pair": Command(Operation.NTT, True).word,
        "count - 1": Command(Operation.NTT, count=8).word,
        "dst": Command(Operation.NTT, dst=127).word,
        "a": Command(Operation.NTT, a=127).word,
        "b": Command(Operation.NTT, b=127).word,
        "stream": Command(Operation.MUL, stream=True).word ^ Command(Operation.MUL).word,
        "report": Command(Operation.NTT, report=True).word,
        "zero": 1,
    }
    words["op"] = 15 * (words["op"] // Operation.STORE)
    found = {}
    for bits, name, _ in table("| bits | field | meaning |"):
        high, _, low = bits.partition(":")
        found[name] = (2 << int(high)) - (1 << int(low or high))
    assert found == words
    assert sum(words.values()) == 2**32 - 1


def run(of: PolyUnit, commands: list[Command], tail: int = 64, loaded: int | None = None) -> Run:
    """A program on random polynomials; `loaded` beats of `load` come."""
    rng, stores = np.random.default_rng(1), 0
    loads: list[int] = []
    last: list[bool] = []
    operands: list[int] = []
    for each in commands:
        ring = of.rings[each.pair]
        packed = [of.layout.pack(each.pair, rng.integers(0, ring.q, ring.n)) for _ in range(each.count)]
        if each.operation is Operation.LOAD:
            loads += [word for words in packed for word in words]
            last += [False] * (len(loads) - len(last) - 1) + [True]
        elif each.stream:
            operands += packed[0]
        elif each.operation is Operation.STORE:
            stores += each.count * of.layout.count(each.pair)
    words = [each.word for each in commands]
    send = {"command": words, "load": loads[:loaded], "operand": operands}
    done = of._simulator.run(
        send, {"store": stores}, last={"load": last[:loaded]}, watch="error_o", tail=tail, patience=5_000
    )
    assert done.watched == 0
    return done


WORKS = {
    "NTT of 8": [Command(Operation.NTT, count=8)],
    "INTT of 1": [Command(Operation.INTT)],
    **{f"MUL of {count}": [Command(Operation.MUL, count=count, dst=10)] * (40 // count) for count in (1, 2, 8)},
    **{f"MAC of {count}": [Command(Operation.MAC, count=count, dst=10)] * 6 for count in (1, 8)},
    "ADD": [Command(Operation.ADD, count=6, dst=10)] * 3,
    "COPY": [Command(Operation.COPY, count=6, dst=10)] * 3,
    "streamed": [Command(Operation.MUL, dst=10, stream=True)] * 8,
}
"""What the engine does beside a store and a load; it waits for slots 0 to 7."""


@pytest.mark.parametrize("pair", [False, True])
@pytest.mark.parametrize("name", WORKS)
def test_the_rates_beside_the_engine(name: str, pair: bool) -> None:
    """A STORE and a LOAD, each alone and both, that begin when the engine does."""
    of, timing = unit(ML_DSA, ML_KEM, 4), Timing(ML_DSA, ML_KEM, 4)
    work = [Command(each.operation, pair, each.count, each.dst, stream=each.stream) for each in WORKS[name]]
    before = [Command(Operation.LOAD, pair, 8), Command(Operation.COPY, pair, 2, dst=8, a=6)]
    store, load = Command(Operation.STORE, pair, a=8), Command(Operation.LOAD, pair, dst=9)
    transforms = work[0].operation in (Operation.NTT, Operation.INTT)
    gap = 2 if transforms or work[0].stream else max(5, 2 * timing.terms(terms_of(work[0])) + 1)
    beats = of.layout.count(pair)
    for beside in ([store], [load], [store, load]):
        done = run(of, [*before, work[0], *beside, *work[1:]], tail=6_000)
        if store in beside:
            assert np.ptp(done.streams["store"].cycles) <= gap * beats
        if load in beside:
            most = 2 * beats + 2 * timing.write_delay * transforms
            assert np.ptp(done.streams["load"].cycles[-beats:]) <= most


def terms_of(command: Command) -> Command:
    """The same command for one polynomial, if it is no product."""
    products = command.operation in (Operation.MUL, Operation.MAC)
    return command if products else Command(command.operation, command.pair)


def test_the_rates_beside_an_idle_engine() -> None:
    of = unit(ML_DSA, ML_KEM, 4)
    done = run(of, [Command(Operation.LOAD), Command(Operation.STORE)])
    for stream in ("load", "store"):
        assert set(np.diff(done.streams[stream].cycles)) == {1}


def test_a_sum_delays_a_store_by_its_length() -> None:
    """The largest gap is that of the page."""
    of = unit(ML_DSA, ML_KEM, 4)
    work = [Command(Operation.MUL, count=8, dst=10)] * 5
    before = [Command(Operation.LOAD, count=8), Command(Operation.COPY, count=2, dst=8, a=6)]
    cycles = run(of, [*before, *work[:1], Command(Operation.STORE, a=8), *work[1:]], tail=6_000).streams["store"].cycles
    assert np.diff(cycles).max() == 2 * 8 + 1


def test_zero_waits_for_a_load_whose_data_does_not_come() -> None:
    of = unit(SMALL, SMALL_PAIRS, 4)
    rest = [Command(Operation.ZERO, dst=1), Command(Operation.STORE, a=1)]
    assert not run(of, [*rest]).streams["store"].values.any()
    with pytest.raises(CheckFailed, match="no transfer for too long"):
        run(of, [Command(Operation.LOAD, dst=0), *rest], loaded=0)
    apart = [Command(Operation.LOAD, dst=1), Command(Operation.LOAD, dst=0), Command(Operation.STORE, a=1)]
    assert len(run(of, apart, loaded=of.layout.count(False)).streams["store"].values) == of.layout.count(False)


def test_how_commands_enter() -> None:
    """One every 14 cycles; eight wait, a ninth one waits in the register of the port, a tenth before it."""
    of = unit(SMALL, SMALL_PAIRS, 4)
    several = [Command(Operation.ZERO, dst=slot) for slot in range(6)]
    assert set(np.diff(run(of, several).streams["command"].cycles)) == {14}
    waiting = [Command(Operation.LOAD)] + [Command(Operation.NTT)] * 9
    assert len(run(of, waiting[:9], loaded=0).streams["command"].cycles) == 9
    with pytest.raises(CheckFailed, match="no transfer for too long"):
        run(of, waiting, loaded=0)


def test_the_memory_of_16_slots() -> None:
    """Two banks of 512 words of 96 bits: three halves of a BRAM36 each, which the records confirm."""
    of = unit(ML_DSA, ML_KEM, 4)
    words, width = 16 * of.layout.count(False) // 2, 4 * of.layout.width
    assert (words, width) == (512, 96)
    halves = 2 * -(-width // 36)  # a half: 512 words of 36 bits
    assert f"so 16 slots take {halves // 2} BRAM36" in PAGE
    assert 2 * (recorded(core("unit")).cells["bram36"] - recorded(core("unit-engine")).cells["bram36"]) == halves


def test_the_figures_of_the_page() -> None:
    """Cycles of a 3 x 3 product in which the engine reads, and all of them; LUT of the engine and of a core's."""
    text = " ".join(PAGE.split())
    work = [each for each in programs.stored_matrix_vector(3, 3, True).commands if each.operation in ENGINE]
    for lanes, form in ((2, "{reads:,} of {cycles:,}, or {share:.0f} %"), (4, "{reads} or {share:.0f} %")):
        timing = Timing(ML_DSA, ML_KEM, lanes)
        reads, cycles = sum(map(timing.slots, work)), timing.program(work)
        assert f"{cycles:,}" in text
        assert form.format(reads=reads, cycles=cycles, share=100 * reads / cycles) in text
    layers = sum(timing.slots(each) for each in work if each.operation is not Operation.MUL)
    assert f"of the {cycles:,} cycles with 4 lanes, {layers} read for layers and {reads - layers} for sums" in text
    blocks = core("unit-engine"), core("iterative", "ml-dsa", Butterflies=4, DoubleBuffer=0)
    ours, theirs = (recorded(block).cells["lut"] for block in blocks)
    assert f"{ours:,.0f} LUT, {ours / theirs:.2f} times the {theirs:,.0f} of `iterative` for ML-DSA" in PAGE
