# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""An elaborated design as one flat Verilog-2005 module without parameters.

For tools that read little SystemVerilog: Quartus Lite and Standard refuse a `genvar` in the head of a loop outside
`generate`, and Vivado's IP packager does not evaluate a localparam in the width of a port.
"""

from __future__ import annotations

import re
from pathlib import Path

FILE = "flat.v"
"""What SCRIPT writes; `verilog` reads it."""

SCRIPT = f"""\
rename -hide w:*$func$* w:*$for_loop*
opt
memory -nomap -nordff
opt_clean -purge
write_json ports.json
write_verilog {FILE}
"""
"""Commands of Yosys after the elaboration; memories are arrays, read before a register."""

_KEPT = "(syn_)?r[ao]m_?style|no_rw_check|parallel_case"
_ATTRIBUTES = re.compile(
    rf'(?:^ *)?\(\* (?!(?:{_KEPT})\b)\\?\w+ *(?:= *(?:"[^"]*"|[^ ]+))? *\*\)(?:\n| ?)', re.MULTILINE
)
"""All attributes but those by which a synthesis tool maps memories, and chooses, as it does of the sources."""

_PARALLEL = " // synopsys parallel_case"
"""What Yosys writes beside the attribute; it warns of it when it reads the file."""


def verilog(folder: Path) -> str:
    """The module that SCRIPT has written in a folder, without Yosys' own attributes and comments."""
    text = (folder / FILE).read_text(encoding="utf-8")
    return _ATTRIBUTES.sub("", text).replace(_PARALLEL, "").partition("*/")[2].lstrip()
