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
    (r"\b(?:assert|assume|cover|restrict)\s+(?:property|sequence)\b", "concurrent assertion: use `TWD_ASSERT"),
    (r"\|->|\|=>", "implication |-> or |=>: use a boolean and a register"),
    (r"\$past\b|\$rose\b|\$fell\b|\$stable\b", "sampled value function: keep history in a register"),
    (r"\b(?:class|program|clocking)\b", "class, program or clocking block: not for synthesis"),
    (r"(?<![.\w])'x\b|\b\d*'[bdh][0-9a-fxz_]*x", "X as a value: there is no don't care"),
    (
        r"^(?!\s*assign unused)[^\n]*?(?:\brst_ni\s*(?:[&|^?]|[=!]=)|(?:[&|^]|[=!]=|\{)\s*[!~]*\s*rst_ni\b)",
        "reset in logic: reset a register",
    ),
    (r"\$bits\s*\(\s*(?:\w+::)?\w+_t\s*\)", "$bits of a type: Yosys takes it of a signal"),
    (r"\bwhile\s*\(", "while: tools limit loops without constant bounds; use a for loop with one"),
    (r"\bverilator\s+lint_off\b", "lint_off in a source: explain it in rtl/waivers.vlt"),
)
"""Regular expression of a banned construct, and the message for it."""

SIGN_BEFORE_CAST = "unary operator before a size cast: Yosys applies it to the size; write '0 - W'(x), or name the cast"

PACKED_IN_BLOCK = (
    "packed array of two dimensions in a generate block: Yosys finds no width; declare it outside, or flat"
)

_COMPILED = tuple((re.compile(pattern, re.IGNORECASE | re.MULTILINE), rule) for pattern, rule in RULES)
_BRACKETS = {")": "(", "]": "["}
_NAME = re.compile(r"[\w:$.]*$")
_OPERATOR = re.compile(r"(&&|\|\||~\^|\^~|[-+~!&|^])\s*$")
_OPERAND = re.compile(r"[\w)\]}]\s*$")
_COMMENT_OR_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def strip(text: str) -> str:
    """The source with comments and strings blanked, line breaks kept; a lint_off pragma stays."""

    def blank(match: re.Match[str]) -> str:
        found = match[0]
        return found if "lint_off" in found else re.sub(r"[^\n]", " ", found)

    return _COMMENT_OR_STRING.sub(blank, text)


def signed_casts(text: str) -> list[int]:
    """Where a size cast begins that has a unary operator before its size, in a source without comments."""
    found = []
    for cast in re.finditer(r"'\(", text):
        before = _without_size(text[: cast.start()])
        operator = _OPERATOR.search(before)
        if operator is None or operator[1] in ("&&", "||"):
            continue
        if operator[1] in "~!" or not _OPERAND.search(before[: operator.start()]):
            found.append(cast.start())
    return found


def _without_size(text: str) -> str:
    """What stands before an expression: a name, brackets, or a name and brackets."""
    text = text.rstrip()
    while text and text[-1] in _BRACKETS:
        depth, at, close = 1, len(text) - 1, text[-1]
        while depth and at:
            at -= 1
            depth += {close: 1, _BRACKETS[close]: -1}.get(text[at], 0)
        text = text[:at]
    return _NAME.sub("", text)


def packed_in_blocks(text: str) -> list[int]:
    """Where a packed array of two dimensions begins in a generate block, in a source without comments."""
    text = re.sub(
        r"\b(?:struct packed|function)\b.*?(?:\}|\bendfunction\b)",
        lambda of: re.sub(r"[^\n]", " ", of[0]),
        text,
        flags=re.S,
    )
    ports = text.find(");")
    return [
        found.start()
        for found in re.finditer(r"^ {4,}logic +\[[^]]+\] *\[", text, re.MULTILINE)
        if found.start() > ports
    ]


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
        places |= {(text.count("\n", 0, place) + 1, SIGN_BEFORE_CAST) for place in signed_casts(text)}
        places |= {(text.count("\n", 0, place) + 1, PACKED_IN_BLOCK) for place in packed_in_blocks(text)}
        findings += [f"{file}:{number}: {rule}" for number, rule in sorted(places)]
    return findings
