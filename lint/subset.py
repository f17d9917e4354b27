# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The portable subset: bans constructs that plain Yosys cannot read or simulators read differently."""

from __future__ import annotations

import re
from pathlib import Path

RULES = (
    (r"'\{", "assignment pattern '{...}: use a sized concatenation"),
    (r"\bimport\s+\w+::", "import of a package: write package::name"),
    (r"\breturn\b", "return: assign to the name of the function"),
    (r"\bparameter\s+type\b", "type parameter: pass a width"),
    (r"\b(?:end)?interface\b", "interface: write out the ports"),
    (r"\bmodport\b", "modport: write out the ports"),
    (
        r"\b(?:assert|assume|cover|restrict)\s+(?:property|sequence)\b",
        "concurrent assertion: use `TWD_ASSERT",
    ),
    (r"\|->|\|=>", "implication |-> or |=>: use a boolean and a register"),
    (r"\$past\b|\$rose\b|\$fell\b|\$stable\b", "sampled value function: keep history in a register"),
    (r"\b(?:class|program|clocking)\b", "class, program or clocking block: not for synthesis"),
    (r"(?<![.\w])'x\b|\b\d*'[bdh][0-9a-fxz_]*x", "X as a value: there is no don't care"),
    (r"\brst_ni\s*(?:&&|\|\||\?)|(?:&&|\|\|)\s*!?\s*rst_ni\b", "reset in logic: reset a register"),
    (r"\bwhile\s*\(", "while: tools limit loops without constant bounds; use a for loop with one"),
    (r"\bverilator\s+lint_off\b", "lint_off in a source: explain it in rtl/waivers.vlt"),
    (
        r"[=?:(,{&|^<>+*/%!~-]\s*(?:[-+~!]|(?<!&)&|(?<!\|)\||(?<!~)\^)\s*(?:[\w:]+|\$?\w*\([^()]*\))'\(",
        "unary operator before a size cast: Yosys applies it to the size; write '0 - W'(x), or name the cast",
    ),
)
"""Regular expression of a banned construct, and the message for it."""

_COMPILED = tuple((re.compile(pattern, re.IGNORECASE), rule) for pattern, rule in RULES)
_COMMENT_OR_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def strip(text: str) -> str:
    """The source with comments and strings blanked, line breaks kept; a lint_off pragma stays."""

    def blank(match: re.Match[str]) -> str:
        found = match[0]
        return found if "lint_off" in found else re.sub(r"[^\n]", " ", found)

    return _COMMENT_OR_STRING.sub(blank, text)


def check(files: list[Path]) -> list[str]:
    """Findings as "file:line: rule"."""
    findings = []
    for file in files:
        text = strip(file.read_text(encoding="utf-8"))
        places = {
            (text.count("\n", 0, found.end()) + 1, rule)
            for pattern, rule in _COMPILED
            for found in pattern.finditer(text)
        }
        findings += [f"{file}:{number}: {rule}" for number, rule in sorted(places)]
    return findings
