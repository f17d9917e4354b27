# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Words that stand for a more exact one, in the hardware, the package and its pages, and names of the hardware."""

from __future__ import annotations

import re
from pathlib import Path

BETTER = {
    "somebody|everybody|whoever": "name the part or the user, or use the passive",
    "heeds?": "obeys, uses",
    r"tells?(?! [\w ]*\bapart\b)|told": "reports, prints, identifies",
    "behind(?! cycle_o)": "after, with",
    "wants?": "needs, requests",
    "tired": "timeout",
    "nobody's": "undefined, unused",
    "canon": "correct, correction",
    "zeta rom": "twiddle_rom",
}
"""Regular expression of a word, and what to write instead."""

NAMES = {
    "Late": "RegisterPorts, or the delay of what",
    "Ahead": "AddressEarly",
    "Apart": "KeepCopies",
    "Bare": "NoInputRegisters",
    "Inside": "MaxInFlight",
    "Patience": "StallTimeout",
    "Own|Rest|Chain": "the word that says of what",
    "B|U|M|S|L|P": "the word",
}
"""Regular expression of a parameter of a module, and a name for it in the words of the field."""

_PARAMETER = re.compile(r"^\s*parameter\b[^=/]*?(\w+)\s*=")


def check_names(files: list[Path]) -> list[str]:
    """Findings for parameters of modules, as "file:line: parameter name: what to write"."""
    return [
        f"{file}:{number}: parameter {found[1]}: better: {better}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if (found := _PARAMETER.match(line)) is not None
        for name, better in NAMES.items()
        if re.fullmatch(name, found[1])
    ]


def check(files: list[Path]) -> list[str]:
    """Findings as "file:line: word: what to write"."""
    return [
        f"{file}:{number}: {found[0]}: better: {better}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        for word, better in BETTER.items()
        for found in re.finditer(rf"\b(?:{word})\b", line, re.IGNORECASE)
    ]
