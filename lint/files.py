# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The files of the repository; names and lengths of those of the RTL."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

LONGEST_LINE = 120
LONGEST = {"core": 130, "formal": 700}
"""Lines of a module in these folders, at most: in formal/, a bench has all its lemmas."""

LONGEST_FILE = 300

_DECLARED = re.compile(r"^\s*(?:module|package)\s+(?:automatic\s+|static\s+)?(\w+)", re.MULTILINE)
_MACRO = re.compile(r"^\s*`define\s+(\w+)", re.MULTILINE)


def tracked(root: Path) -> list[Path]:
    """Files of the repository: tracked, or new and not ignored."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    return [path for name in sorted(set(names)) if name and (path := root / name).is_file()]


def check_names(files: list[Path]) -> list[str]:
    """Findings for RTL files that do not hold exactly one module or package of the same, prefixed name."""
    findings = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        macros = [name for name in _MACRO.findall(text) if not name.startswith("TWD_")]
        findings += [f"{file}: macro {name} does not start with TWD_" for name in macros]
        if file.suffix != ".sv":
            continue
        names = _DECLARED.findall(text)
        if names != [file.stem]:
            held = ", ".join(names) or "nothing"
            findings.append(f"{file}: holds {held}, not the one module or package {file.stem}")
        if not file.stem.startswith("twd_"):
            findings.append(f"{file}: the name does not start with twd_")
    return findings


def check_lengths(files: list[Path]) -> list[str]:
    """Findings for lines of more than 120 columns, and for modules of more than 300 lines, or those of `LONGEST`."""
    findings = []
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        findings += [
            f"{file}:{number}: {len(line)} columns, at most {LONGEST_LINE}"
            for number, line in enumerate(lines, start=1)
            if len(line) > LONGEST_LINE
        ]
        longest = LONGEST.get(file.parent.name, LONGEST_FILE)
        if len(lines) > longest:
            findings.append(f"{file}: {len(lines)} lines, at most {longest}: split the module")
    return findings
