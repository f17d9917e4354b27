# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A core and its wrapper as one module with AXI port names."""

from dataclasses import dataclass
from math import ceil, lcm

import jinja2

from twiddle.base.errors import FieldError, TwiddleError
from twiddle.bundle.wrap import axis
from twiddle.catalog.block import OPCODES, Block
from twiddle.model.passes import TAKES_B

TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("twiddle.bundle.wrap"),
    undefined=jinja2.StrictUndefined,
    keep_trailing_newline=True,
    autoescape=False,
)
BUSES = (8, 16, 32, 64, 128)
SLOTS = (0, 16, 32)
"""Bits of a coefficient on the bus; 0: dense."""


def operations(design: Block) -> int:
    """The operations of a design, one bit each by its code: `CAPS.ops` of the registers."""
    return sum(1 << OPCODES[name] for name in design.operations)


def rounds(design: Block) -> int:
    """How often zeroize runs every operation: once, plus each result that a streaming core may keep.

    The output memory of such a core holds the polynomials in its pipeline (twd_stream_pkg), at most the
    number from the first beat in to the first beat out.
    """
    if not design.kind.architecture.pipelined:
        return 1
    beats = design.ring.n // design.lanes
    return max(ceil((design.cycles(name).fill or 0) / beats) for name in design.operations)


def _tied(design: Block) -> dict[str, str]:
    """Ports of the core without a counterpart in the wrapper, with their constants: one product, one ring."""
    several = {"k_i": "4'd1"} if design.largest_k > 1 else {}
    return several | ({"ring_i": "2'd0"} if "Select" in design.kind.specs else {})


@dataclass(frozen=True)
class Wrapper:
    """The AXI4 wrapper of a core.

    windows  operands and result are in windows after the registers; otherwise they are AXI4-Stream frames
    bus      bits of TDATA: 8, 16, 32, 64 or 128
    slot     bits of a coefficient on the bus, 16 or 32; 0: dense
    inputs   2: a and b on separate streams; 1: both on a, the frame of b after that of a

    >>> Wrapper(bus=128).module
    'twd_axis_regs'
    """

    windows: bool = False
    bus: int = 64
    slot: int = 16
    inputs: int = 2

    @property
    def module(self) -> str:
        """The RTL module around the core."""
        return "twd_axil" if self.windows else "twd_axis_regs"

    def text(self, design: Block, name: str) -> str:
        """SystemVerilog of a design in this wrapper, as the module `name`, with AXI port names."""
        self._check(design)
        return TEMPLATES.get_template("axil.j2" if self.windows else "axis.j2").render(
            name=name,
            design=design,
            ring=design.ring,
            beat=design.lanes * design.ring.bits,
            parameters=design.rtl_parameters(),
            tied=_tied(design),
            ops=operations(design),
            rounds=rounds(design),
            bus=self.bus,
            slot=self.slot,
            inputs=self.inputs,
        )

    def frame(self, design: Block) -> int:
        """Words of a window, or beats of a frame."""
        if self.windows:
            return axis.interval(design.ring, 32, axis.padded(design.ring))
        return axis.interval(design.ring, self.bus, self.slot)

    def zeroize_cycles(self, design: Block) -> int:
        """The most cycles of a zeroization: `zeroize_busy` is high for no longer. Independent of all data.

        Twice the cycles of `frame`, and in each round every operation on zeros: its latency, the cycles by
        which a frame is longer than a polynomial at the core, at either end, and at most a polynomial and 16
        cycles until the next operation; if a and b share a stream, another frame.
        """
        frame, beats = self.frame(design), design.ring.n // design.lanes
        around = 2 * max(0, frame - beats) + beats + 16
        shared = frame * (not self.windows and self.inputs == 1)
        run = sum(
            (design.cycles(name).latency or 0) + around + shared * (name in TAKES_B) for name in design.operations
        )
        return 2 * frame + 8 + rounds(design) * run

    def _check(self, design: Block) -> None:
        if design.generated or design.parameters.get("Select"):
            raise TwiddleError(f"core {design.core}: no wrapper for generated cores and for Select = 1")
        bits = design.ring.bits
        if self.windows:
            _check_frame(design, 32, axis.padded(design.ring))
            return
        if self.bus not in BUSES:
            raise FieldError(f"bus {self.bus}: not one of {', '.join(map(str, BUSES))}")
        if self.slot not in SLOTS or 0 < self.slot < bits:
            raise FieldError(
                f"slot {self.slot}: not one of {', '.join(map(str, SLOTS))}, or less than the "
                f"{bits} bits of a coefficient"
            )
        if self.inputs not in (1, 2):
            raise FieldError(f"inputs {self.inputs}: not 1 or 2")
        if self.inputs == 1 and design.lock_step:
            raise TwiddleError(f"core {design.core}: takes a and b in lock step, which needs inputs = 2")
        _check_frame(design, self.bus, self.slot or bits)


def _check_frame(design: Block, bus: int, place: int) -> None:
    """The rules of twd_axis_pkg on the length of a frame."""
    ring, lanes = design.ring, design.lanes
    if ring.n * place % bus:
        raise TwiddleError(f"ring {ring.name}: {ring.n} coefficients of {place} bits are not whole beats of {bus}")
    if ring.n * ring.bits <= lanes * ring.bits + 320 or ring.n * place < 2 * lcm(lanes * place, bus):
        raise TwiddleError(f"ring {ring.name}: {ring.n} coefficients are fewer than the wrapper buffers")
