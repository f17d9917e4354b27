# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What stays in twd_lattice when an operation has ended: nothing, neither of secrets nor of public data."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from arith_cases import Array
from unit_cases import same

from twiddle.tools.lattice_cases import Case, dsa_cases, kem_cases
from twiddle.tools.lattice_simulator import clean_cycles, expected, streams
from twiddle.tools.sim.streams import StreamSimulator
from twiddle.tools.sim.unit import UnitSimulator

NAMES = ("ML-KEM-512", "ML-KEM-768", "ML-KEM-1024", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87")
AGAIN = (None, 100, 300, 539)
PARTS = ((2, 1), (3, 1), (4, 0), (6, 0), (8, 1), (0, 0))


def cases(names: Sequence[str], seed: int) -> Iterator[Case]:
    """Every operation of these sets."""
    for name in names:
        yield from kem_cases(name, seed) if "KEM" in name else dsa_cases(name, seed, 0)


class Cleaned:
    """A twd_lattice whose registers and memories are read after an operation."""

    def __init__(self, *, lanes: int = 4, slices: int = 64, redundant: bool = False, root: Path | None = None) -> None:
        parameters = {"Kem": 1, "Dsa": 1, "Lanes": lanes, "Redundant": int(redundant), "Parity": int(redundant)}
        parameters |= {"KeccakSlices": slices} if slices < 64 else {}
        self.simulator = StreamSimulator("twd_lattice", parameters, rtl_root=root, state=True)
        self.lanes, self.redundant = lanes, redundant

    def state(self, case: Case, cleans: bool = True) -> dict[str, np.ndarray]:
        """All of them, a while after the operation, from the same contents of memories each time."""
        send, last = streams([case.task])
        count = clean_cycles(case.task.set, lanes=self.lanes, redundant=self.redundant)
        tail = count + 10 if cleans else 2
        run = self.simulator.run(
            send, expected([case.task]), last=last, random_state=True, tail=tail, patience=2_000_000
        )
        return dict(run.state)

    def left(self, one: Case, other: Case, cleans: bool = True) -> list[str]:
        """The names of what differs after two operations."""
        first, second = self.state(one, cleans), self.state(other, cleans)
        return [name for name, values in first.items() if (values != second[name]).any()]


def check_clean(hardware: Cleaned, names: Sequence[str]) -> None:
    """Of two operations with other keys, messages and texts the same stays."""
    for one, other in zip(cases(names, 1), cases(names, 2), strict=True):
        left = hardware.left(one, other)
        assert not left, (one.task.operation.name, one.task.set, len(left), left[:10])


def high(count: int, *spans: tuple[int, int]) -> Array:
    """1 in the cycles from one to before another."""
    found = np.zeros(count, np.int64)
    for begin, end in spans:
        found[begin:end] = 1
    return found


def run(top: str, parameters: dict[str, int], root: Path | None = None, **inputs: Array) -> dict[str, Array]:
    return UnitSimulator(top, parameters, rtl_root=root).run(inputs, latency=0, random_state=True)


def check_follows(again: int | None, root: Path | None = None) -> None:
    """An operation has ended, and its last word is taken: of ML-KEM-768 three of eight slots are cleared.

    again   the cycle of a zeroize, which begins a zeroization of all when that ends
    """
    ends, over = 542, 542 + 522
    zeroize = high(1200, *([] if again is None else [(again, again + 1)]))
    done, waits = high(1200, (5, 6)), high(1200, (0, 18))
    inputs = {"done_i": done, "waits_i": waits, "set_i": 0 * done + 1, "zeroize_i": zeroize}
    inputs |= dict.fromkeys(("dsa_i", "unit_busy_i"), 0 * done)
    got = run("twd_lattice_zeroize", {}, root, **inputs)
    starts = [19] if again is None else [19, ends - 1]
    same(got["cleans_o"], high(1200, (20, ends)))
    same(got["start_o"], high(1200, *((at, at + 1) for at in starts)))
    assert got["part_o"][starts].tolist() == [16 + 3, 0][: len(starts)]
    same(got["busy_o"], high(1200) if again is None else high(1200, (again + 1, over)))
    same(got["open_o"][2:], high(1200, (0, 6), (ends if again is None else over, 1200))[2:])


def check_part(rows: int, half: int, root: Path | None = None) -> None:
    """The words of the first slots of each eight; of slots of pairs, which have half the words."""
    zeroize = high(200, (10, 11))
    parameters = {"WordBits": 2, "Depth": 128, "Settle": 8}
    got = run("twd_unit_zeroize", parameters, root, zeroize_i=zeroize, part_i=0 * zeroize + 16 * half + rows)
    size = 2 if half else 4
    slots = [slot for slot in range(32) if slot % 8 < (rows or 8)]
    expected = [size * slot + word for slot in slots for word in range(size)]
    assert got["addr_o"][got["clear_o"] == 1].tolist() == expected


def check_clears(root: Path | None = None) -> None:
    """Which words are cleared, and when."""
    for again in AGAIN:
        check_follows(again, root)
    for rows, half in PARTS:
        check_part(rows, half, root)


def check_close(root: Path | None = None) -> None:
    """Beats that were taken come out in order; after an abort in a frame one that ends it, and no other is marked."""
    simulator, rng = UnitSimulator("twd_frame_close", {"Width": 8}, rtl_root=root), np.random.default_rng(7)
    for share in (0.2, 0.6, 1.0):
        count = 3000
        inputs = {
            "abort_i": (rng.random(count) < 0.03) | (rng.random(count) < 0.3) & (np.arange(count) % 100 > 90),
            "in_valid_i": rng.random(count) < 0.7,
            "in_last_i": rng.random(count) < 0.2,
            "in_data_i": rng.integers(1, 256, count),
            "out_ready_i": rng.random(count) < share,
        }
        idle = np.isin(np.arange(count), [0, *range(count - 30, count)])
        inputs |= {"abort_i": inputs["abort_i"] & ~idle, "in_valid_i": inputs["in_valid_i"] & ~idle}
        inputs["out_ready_i"] |= idle
        got = simulator.run({name: values.astype(np.int64) for name, values in inputs.items()}, latency=0)
        taken, opened = list[tuple[int, int, int]](), False
        for at in range(count):
            if opened and inputs["abort_i"][at]:
                taken.append((0, 1, 1))
                opened = False
            if inputs["in_valid_i"][at] and got["in_ready_o"][at]:
                assert not inputs["abort_i"][at]
                opened = not inputs["in_last_i"][at]
                taken.append((int(inputs["in_data_i"][at]), int(not opened), 0))
        where = (got["out_valid_o"] == 1) & inputs["out_ready_i"]
        came = zip(*(got[f"out_{name}_o"][where].tolist() for name in ("data", "last", "user")), strict=True)
        assert list(came) == taken
        assert sum(user for _, _, user in taken) > 10
        assert not got["out_data_o"][-1]
