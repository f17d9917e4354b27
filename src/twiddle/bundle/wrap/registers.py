# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Registers on AXI4-Lite, read from their SystemRDL description in `rtl/wrap`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twiddle.base import manifest

if TYPE_CHECKING:
    from systemrdl.node import AddrmapNode, FieldNode, Node


CORE, UNIT, LATTICE = "twd_regs", "twd_unit_regs", "twd_lattice_regs"
"""The descriptions: the registers of a core, of the polynomial unit, and of ML-KEM and ML-DSA whole."""

ALL = (CORE, UNIT, LATTICE)


@dataclass(frozen=True)
class RegisterMap:
    """Byte addresses of registers and windows; for registers, reset values and masks of their fields."""

    address: Mapping[str, int]
    reset: Mapping[str, int]
    mask: Mapping[str, int]
    writable: frozenset[str]  # registers with a field that software writes
    clears: frozenset[str]  # registers whose bits are cleared by writing 1
    fields: Mapping[str, Mapping[str, tuple[int, int]]]  # of each register: name to lowest bit, highest bit

    def bit(self, register: str, field: str) -> int:
        """The value of a register in which one field is 1."""
        return 1 << self.fields[register][field][0]


def description(name: str = CORE) -> Path:
    """The file of a description."""
    return manifest.rtl_root() / "wrap" / f"{name}.rdl"


def elaborate(name: str = CORE) -> AddrmapNode:
    """A description as the nodes of systemrdl-compiler."""
    # Not above: it changes the standard output of a process that imports it.
    from systemrdl.compiler import RDLCompiler

    compiler = RDLCompiler()
    compiler.compile_file(str(description(name)))
    return compiler.elaborate().top


def meaning(node: Node) -> str:
    """The text of a register, field or window, as one line."""
    return " ".join(str(node.get_property("desc")).split())


def nodes(name: str = CORE) -> dict[str, Any]:
    """The nodes of a description for a template: its `registers`, its `windows`, and `meaning` for their texts."""
    from systemrdl.node import MemNode

    top = elaborate(name)
    windows = [node for node in top.children() if isinstance(node, MemNode)]
    return {"registers": list(top.registers()), "windows": windows, "meaning": meaning}


def load(name: str = CORE) -> RegisterMap:
    """A description as tables."""
    from systemrdl.rdltypes.builtin_enums import OnWriteType

    top = elaborate(name)
    registers = {node.inst_name: list(node.fields()) for node in top.registers()}

    def with_any(rule: Callable[[FieldNode], bool]) -> frozenset[str]:
        return frozenset(register for register, fields in registers.items() if any(map(rule, fields)))

    def reset(field: FieldNode) -> int:
        """The bits after reset; 0 if software cannot read them or they have no reset value."""
        value = field.get_property("reset")
        return value << field.low if field.is_sw_readable and isinstance(value, int) else 0

    return RegisterMap(
        address={node.inst_name: node.absolute_address for node in top.children() if hasattr(node, "absolute_address")},
        reset={register: sum(map(reset, fields)) for register, fields in registers.items()},
        mask={
            register: sum((2 << field.high) - (1 << field.low) for field in fields)
            for register, fields in registers.items()
        },
        writable=with_any(lambda field: field.is_sw_writable),
        clears=with_any(lambda field: field.get_property("onwrite") is OnWriteType.woclr),
        fields={
            register: {field.inst_name: (field.low, field.high) for field in fields}
            for register, fields in registers.items()
        },
    )
