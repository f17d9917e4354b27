# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The critical path: its form in a record, readable cell names, and its table."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec


class Step(msgspec.Struct, frozen=True):
    """One step of a path from a pin to a pin: `kind` is logic or routing, the delay in picoseconds."""

    kind: str
    delay_ps: int
    start: str = msgspec.field(name="from")
    end: str = msgspec.field(name="to")


class CriticalPath(msgspec.Struct, frozen=True):
    """The longest path of a design: its delay in picoseconds, total and by kind, and its steps in order."""

    total_ps: Annotated[int, msgspec.Meta(ge=0, le=10**12)]
    logic_ps: int
    routing_ps: int
    steps: list[Step]

    def __repr__(self) -> str:
        """One line, without the steps."""
        return f"CriticalPath({self.total_ps} ps, {self.logic_ps} logic, {self.routing_ps} routing)"


_PRIMITIVE = re.compile(r"[_$](TRELLIS_(?:FF|DPR16X4)|CCU2|LUT4|PFUMX|L6MUX21|MULT18X18D|DP16KD|PDPW16KD)")
_PIN_BEFORE = re.compile(r"_(?:DI|[A-D]|Z)$")
_DRIVES = re.compile(r"C?_(?:Q|Z|S[01]|COUT|DO[AB]?\d*|P\d+)(?![A-Za-z0-9])")
_OWN_LINE = re.compile(r"(?:^|\|)(?:[^|]*/)?(\w+\.svh?:\d+)")
_SOURCE_LINE = re.compile(r"\$(\w+)\$(?:[^$:]*/)?([\w.]+\.s?vh?:\d+)\$\d+")


def clean_cell(name: str, primitive: str = "", source: str = "") -> str:
    """A netlist cell in terms of the source: the primitive, then its signal or line.

    `dut.acc_q_TRELLIS_FF_Q_DI_CCU2C_S0$CCU2_COMB1` is `CCU2 acc_q`; `$mul$common/x.sv:13$39`, a DSP48E1, is
    `DSP48E1 mul x.sv:13`; a cell without a source name is only its primitive.

    Yosys names a cell without a name of its own after the nearest signal, from cell to cell. A cell that
    neither drives the signal, nor reads it, nor computes what a register of it takes, is given by its line
    in `source`, the Yosys attribute `src`; without one, it is `TRELLIS_FF near c_ready_i`.
    """
    name = name.removeprefix("dut.")
    chain = list(_PRIMITIVE.finditer(name))
    kind = primitive or (chain[-1][1] if chain else "")
    if line := _SOURCE_LINE.search(name):
        signal = f"{line[1]} {line[2]}"
    elif name.startswith("$"):
        signal = ""
    else:
        signal = _PIN_BEFORE.sub("", name[: chain[0].start()] if chain else name)
        if is_near(name):
            own_line = _OWN_LINE.search(source)
            signal = own_line[1] if own_line else f"near {signal}"
    return " ".join(part for part in (kind, signal) if part) or name


def is_near(name: str) -> bool:
    """Whether the signal in the name of a cell is only near it, in the sense of `clean_cell`."""
    name = name.partition("$CCU2_COMB")[0]
    chain = list(_PRIMITIVE.finditer(name))
    registers = [link[1] == "TRELLIS_FF" for link in chain]
    drives = all(_DRIVES.match(name, link.end()) for link in chain)
    return len(chain) > 1 and (not drives or any(registers[1:]))
