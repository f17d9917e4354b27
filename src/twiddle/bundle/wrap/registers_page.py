# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of registers in `docs/registers.md`, `unit.md` and `lattice.md`, from their descriptions."""

from __future__ import annotations

from systemrdl.node import FieldNode, MemNode, RegNode
from systemrdl.rdltypes.builtin_enums import AccessType, OnWriteType

from twiddle.bundle.wrap import registers


def tables(name: str = registers.CORE) -> str:
    """Tables in Markdown: the registers with their fields, and the windows where there are any."""
    top = registers.elaborate(name)
    nodes = [node for node in top.children() if isinstance(node, RegNode)]
    windows = [node for node in top.children() if isinstance(node, MemNode)]
    lines = [
        "| offset | register | bits | access | after reset | meaning |",
        "|---|---|---|---|---|---|",
        *(line for node in nodes for line in _register(node)),
        "",
    ]
    if windows:
        lines += ["| offset | window | access | what is in it |", "|---|---|---|---|"]
        for node in windows:
            access = _ACCESS[node.get_property("sw")]
            lines.append(_row(_offset(node), f"**{node.inst_name}**", access, _text(node)))
        lines.append("")
    return "\n".join(lines)


_ACCESS = {AccessType.r: "read", AccessType.rw: "read, write", AccessType.w: "write"}


def _register(node: RegNode) -> list[str]:
    """A line for a register and one for each field, unless the field is the whole register."""
    fields = list(node.fields())
    if [(field.low, field.high) for field in fields] == [(0, 31)]:
        (word,) = fields
        return [_row(_offset(node), f"**{node.inst_name}**", "31:0", _access(word), _reset(word), _text(node))]
    lines = [_row(_offset(node), f"**{node.inst_name}**", "", "", "", _text(node))]
    for field in fields:
        bits = f"{field.low}" if field.low == field.high else f"{field.high}:{field.low}"
        name = f"`{field.inst_name}`"
        lines.append(_row("", name, bits, _access(field), _reset(field), _text(field)))
    return lines


def _access(field: FieldNode) -> str:
    if field.get_property("singlepulse"):
        return "write 1 to act"
    if field.get_property("onwrite") is OnWriteType.woclr:
        return "read, write 1 to clear"
    return _ACCESS[field.get_property("sw")]


def _reset(field: FieldNode) -> str:
    """The value after reset; that of the core if the description has none."""
    value = field.get_property("reset")
    if not isinstance(value, int):
        return "of the core"
    return f"{value:#010x}" if value > 255 else str(value)


def _offset(node: RegNode | MemNode) -> str:
    return f"`{node.absolute_address:#06x}`"


def _text(node: RegNode | MemNode | FieldNode) -> str:
    return registers.meaning(node).replace("|", "\\|")


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
