# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The memory traffic of the core `quad` as a simulator recorded it, against the model: pass by pass, word by word."""

from collections.abc import Iterator, Mapping

import numpy as np
from core_layers import first_difference, recorded
from port_values import unpacked

from twiddle import model
from twiddle.catalog.block import Block
from twiddle.model.passes import TAKES_B
from twiddle.model.quad import Schedule, placed, signed_scale, slots
from twiddle.tools.sim.simulator import Simulator

PROBES = tuple(
    f"u_engine.{name}"
    for name in (
        "busy_read", "u_memory.r_region_i", "r_addr",
        "busy_write", "w_twiddle", "w_region", "w_lanes", "w_addr", "w_data",
    )
)  # fmt: skip


def schedule_of(design: Block) -> Schedule:
    return Schedule(design.ring, design.architecture.method, bool(design.parameters["Published"]))


class Traffic:
    """Reads and writes of the butterflies in one operation alone in the core.

    reads   (cycle, region, address)
    writes  (cycle, address), and with each whether it is a factor, its region, lanes and coefficients
    """

    def __init__(self, schedule: Schedule, traces: Mapping[str, np.ndarray]) -> None:
        bits = schedule.slots.bit_length() - 1
        traces = {name.removeprefix("u_engine."): samples for name, samples in traces.items()}
        flags = ("busy_read", "u_memory.r_region_i", "busy_write", "w_twiddle", "w_region")
        one = {name: unpacked(traces[name], 1, 1)[:, 0] for name in flags}
        addr, w_addr = unpacked(traces["r_addr"], 1, bits)[:, 0], unpacked(traces["w_addr"], 1, bits)[:, 0]
        lanes, data = unpacked(traces["w_lanes"], 2, 1), unpacked(traces["w_data"], 4, schedule.ring.bits)
        region = one["u_memory.r_region_i"]
        self.reads = [(int(c), int(region[c]), int(addr[c])) for c in np.flatnonzero(one["busy_read"])]
        cycles = np.flatnonzero(one["busy_write"])  # the word's place comes a cycle before it
        self.writes = [(int(c), int(w_addr[c - 1])) for c in cycles]
        self.words = [
            (int(one["w_twiddle"][c - 1]), int(one["w_region"][c - 1]), tuple(lanes[c - 1]), data[c]) for c in cycles
        ]


def record(simulator: Simulator, schedule: Schedule, operation: str, a: np.ndarray, b: np.ndarray) -> Traffic:
    """The traffic of one operation on polynomials of shape (n,)."""
    return Traffic(schedule, recorded(simulator, operation, a, b, PROBES).traces)


Expected = tuple[str, np.ndarray, tuple[int, int], tuple[int, int]]
"""A pass, the polynomial after it, whether it goes to the factors, to which region, in which lanes."""


def expected(schedule: Schedule, operation: str, a: np.ndarray, b: np.ndarray) -> Iterator[Expected]:
    """Every pass of an operation."""
    ring = schedule.ring
    scale = signed_scale(schedule.method, ring.q)
    paired = int(not ring.complete and operation in TAKES_B)
    shrink = pow(2, -ring.layers, ring.q)  # of operands of an inverse transform, whose layers do not halve
    first = a * shrink % ring.q if operation == "intt" else a
    b = b if operation == "pwm" else b * shrink % ring.q
    second = b
    psi = np.array([pow(ring.root, index, ring.q) for index in range(ring.n)])
    last_of_inverse = f"intt {len(schedule.passes) - 1}"

    def unmerged(layer: int) -> np.ndarray:
        """The factor between values after a layer of the cyclic transform and of the merged one."""
        return psi[np.arange(ring.n) % (ring.n >> layer + 1)] if schedule.published else np.ones_like(psi)

    back: list[np.ndarray] = []
    for name, _ in schedule.steps(operation):
        stage, _, number = name.rpartition(" ")
        if stage == "psi":
            scaled = {"a": a, "b": b * pow(scale, -1, ring.q) % ring.q, "c": first}[number]
            yield name, scaled * (psi if number != "c" else 1) % ring.q, (0, int(number == "b")), (1, 1)
        elif stage.startswith("ntt"):
            work = schedule.passes[int(number)]
            last = int(number) == len(schedule.passes) - 1
            done = ring.n.bit_length() - 2 - work.high + (not work.single)
            if stage == "ntt b":
                state = list(model.layers(ring, b * pow(scale, -1, ring.q) % ring.q))[done]
                second = state * scale % ring.q
                yield name, state * unmerged(done) % ring.q, (int(last), 1), (1, 1)
            else:
                first = list(model.layers(ring, a))[done]
                yield name, first * unmerged(done) % ring.q, (0, 0), (1, 1)
        elif stage == "intt":
            back = back or list(model.layers(ring, first, inverse=True))
            work = schedule.passes[-1 - int(number)]
            layer = ring.n.bit_length() - 2 - work.high
            first_back = back[ring.layers - 1 - layer] * pow(2, ring.layers - layer, ring.q) % ring.q
            yield name, first_back * unmerged(layer - 1) % ring.q, (0, paired), (1, 1)
            first = first_back if name == last_of_inverse else first
        elif name == "pwm product":
            yield name, first * second % ring.q, (0, 0), (1, 1)
        else:
            lanes = {"pwm": (1, 1), "pwm cross": (0, 1), "pwm pair": (1, 0)}[name]
            yield name, model.pwm(ring, first, second), (0, paired), lanes
            if name != "pwm cross":
                first = model.pwm(ring, first, second)


def first_wrong_pass(
    simulator: Simulator, schedule: Schedule, operation: str, a: np.ndarray, b: np.ndarray
) -> str | None:
    """Runs one operation and names the first place of the first pass whose result is not the model's."""
    traffic = record(simulator, schedule, operation, a, b)
    steps = list(expected(schedule, operation, a, b))
    words = schedule.slots
    if len(traffic.writes) != words * len(steps):
        return f"{len(traffic.writes)} words written, not {words} in each of {len(steps)} passes"
    order = sorted(range(len(traffic.writes)), key=lambda i: owner(schedule, operation, traffic, i))
    for number, (name, polynomial, (twiddle, region), lanes) in enumerate(steps):
        table = np.array(placed(schedule, name))
        seen = set()
        for i in order[number * words : (number + 1) * words]:
            address = traffic.writes[i][1]
            got_twiddle, got_region, got_lanes, data = traffic.words[i]
            where = f"{name}: cycle {traffic.writes[i][0]}, word {address}"
            seen.add(address)
            if got_twiddle != twiddle or (not twiddle and got_region != region):
                got = f"twiddle factors {got_twiddle}, region {got_region}"
                return f"{where}: written to {got}, not {twiddle}, {region}"
            if not schedule.ring.complete and got_lanes != lanes:
                return f"{where}: lanes {got_lanes}, not {lanes}"
            for lane in range(4):
                index = table[address, lane]
                if lanes[lane % 2] and data[lane] != polynomial[index]:
                    got = f"got {data[lane]}, expected {polynomial[index]}"
                    return f"{where}, lane {lane} (coefficient {index}): {got}"
        if len(seen) != words:
            return f"{name}: {len(seen)} words written, not {words}"
    return None


def owner(schedule: Schedule, operation: str, traffic: Traffic, number: int) -> tuple[int, int]:
    """The pass that a write belongs to by its cycle: late words of one pass and others of the next meet."""
    cycle = traffic.writes[number][0] - traffic.reads[0][0]
    start = 0
    for at, (name, length) in enumerate(schedule.steps(operation)):
        first = start + schedule.write_delay
        for late in (0, schedule.late_cycles) if name.startswith("intt") else (0,):
            slot = cycle - first - late
            odd = slot % 2 == 1
            if 0 <= slot < schedule.slots and (not name.startswith("intt") or odd == bool(late)):
                return at, slot
        start += length
    return 99, cycle


def first_wrong_address(traffic: Traffic, schedule: Schedule, operation: str) -> str | None:
    """Holds reads and writes against the slots of the model, cycle for cycle."""
    start = traffic.reads[0][0]
    reads, writes = [], []
    for name, length in schedule.steps(operation):
        for slot in slots(schedule, name):
            reads.append((name, (start + slot.cycle, slot.address)))
            writes.append((name, (start + slot.write_cycle, slot.write_address)))
        start += length
    writes.sort(key=lambda write: write[1])
    read = [(cycle, address) for cycle, _, address in traffic.reads]
    return first_difference("read", read, reads) or first_difference("write", traffic.writes, writes)
