# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The simulated polynomial unit (twd_poly_unit)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from twiddle.base.errors import CheckFailed, integer
from twiddle.base.rings import Ring
from twiddle.model.command import Command, Operation
from twiddle.model.programs import Program
from twiddle.model.transform import RingLike
from twiddle.model.unit import Polynomial, Words, rings_of
from twiddle.tools.sim.build import Source
from twiddle.tools.sim.streams import StreamSimulator, framed


@dataclass(frozen=True)
class Run:
    """The results of a program.

    stored         the polynomials of its STORE commands, in order
    cycles         to the last transfer
    loaded         cycle of the last transfer of `load`, -1 without any
    first_stored   cycle of the first transfer of `store`, -1 without any
    error          the first rule that was broken, or 0
    """

    stored: list[Polynomial] = field(repr=False)
    cycles: int
    loaded: int
    first_stored: int
    error: int


@dataclass(frozen=True)
class Computed:
    """The arrays that a program stored, by name, and the cycles to the last transfer."""

    arrays: dict[str, NDArray[np.int64]] = field(repr=False)
    cycles: int


class PolyUnit:
    """A compiled twd_poly_unit.

    ring     the complete ring, or None
    pairs    the incomplete ring, or None
    lanes    1, 2, 4 or 8
    slots    of the complete ring, or of the only one; 8 to 64
    dsp      products in DSP blocks, or in LUTs
    netlist  simulated instead of the sources

    Raises TwiddleError for illegal parameters or a missing tool.

    >>> from twiddle import PolyUnit, ring
    >>> PolyUnit(None, ring("ml-kem"), lanes=1).slots
    16
    """

    def __init__(
        self,
        ring: RingLike | None,
        pairs: RingLike | None,
        lanes: int = 4,
        slots: int = 16,
        *,
        dsp: bool = True,
        rtl_root: Path | None = None,
        netlist: Source | None = None,
    ) -> None:
        self.rings = rings_of(ring, pairs)
        self.lanes, self.slots = integer("lanes", lanes, 1, 8), integer("slots", slots, 8, 64)
        whole, halves = self.rings.values()
        parameters = {**rtl_parameters(whole, halves, lanes, slots), "Dsp": int(dsp)}
        self.layout = Words(whole, halves, lanes)
        self._simulator = StreamSimulator("twd_poly_unit", parameters, rtl_root=rtl_root, netlist=netlist)

    def __repr__(self) -> str:
        names = ", ".join(ring.name for ring in self.rings.values() if ring is not None)
        return f"PolyUnit({names}: {self.lanes} lanes, {self.slots} slots)"

    def run(
        self,
        program: Iterable[Command],
        loads: Iterable[ArrayLike] = (),
        operands: Iterable[ArrayLike] = (),
        *,
        stall: float = 0.0,
        seed: int = 0,
        waveform: Path | None = None,
    ) -> Run:
        """Runs a program after reset.

        loads      the polynomials of its LOAD commands, in order
        operands   the polynomials of its commands with `stream`, in order
        stall      probability of a pause before a transfer, on every port

        Raises CheckFailed when an assertion fires, the unit hangs or stores too much, TwiddleError for
        polynomials that are not of the ring.
        """
        program, layout = list(program), self.layout
        loaded, streamed = iter(loads), iter(operands)
        frames: list[list[int]] = []
        words: list[int] = []
        stored: list[tuple[bool, int]] = []
        for command in program:
            pair = command.pair
            if command.operation is Operation.LOAD:
                frames.append([word for _ in range(command.count) for word in layout.pack(pair, next(loaded))])
            elif command.operation is Operation.STORE:
                stored += [(pair, layout.count(pair))] * command.count
            elif command.stream:
                words += layout.pack(pair, next(streamed))
        sent, last = framed(frames)
        done = self._simulator.run(
            {"command": [command.word for command in program], "load": sent, "operand": words},
            {"store": sum(count for _, count in stored)},
            last={"load": last},
            stall=stall,
            watch="error_o",
            seed=seed,
            random_state=True,
            waveform=waveform,
        )
        values = [sum(int(part) << 64 * i for i, part in enumerate(row)) for row in done.streams["store"].values]
        found, at = [], 0
        for pair, count in stored:
            found.append(layout.unpack(pair, values[at : at + count]))
            at += count
        loads_at, stores_at = done.streams["load"].cycles, done.streams["store"].cycles
        first, final = (int(at[i]) if len(at) else -1 for at, i in ((stores_at, 0), (loads_at, -1)))
        return Run(found, done.cycles, final, first, done.watched)

    def compute(
        self, program: Program, values: Mapping[str, ArrayLike], *, stall: float = 0.0, seed: int = 0
    ) -> Computed:
        """Runs a program on arrays by name.

        Raises TwiddleError for an array that is missing or of a wrong shape, CheckFailed as `run` does, and
        when the unit reports an error.
        """
        loads, operands = program.inputs(values)
        done = self.run(program.commands, loads, operands, stall=stall, seed=seed)
        if done.error:
            raise CheckFailed(f"{program.name}: the unit reports error {done.error}")
        return Computed(program.outputs(done.stored), done.cycles)


def rtl_parameters(ring: Ring | None, pairs: Ring | None, lanes: int, slots: int) -> dict[str, int]:
    """Parameters of twd_poly_unit."""
    found: dict[str, int] = {}
    for end, of in (("", ring), ("_2", pairs)):
        n, q, root = (256, 0, 0) if of is None else (of.n, of.q, of.root)
        found |= {f"N{end}": n, f"Q{end}": q, f"Root{end}": root}
    return {**found, "Lanes": lanes, "Slots": slots}
