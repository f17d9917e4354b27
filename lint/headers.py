# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Licence tags of every source file; names and lengths of every RTL file."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

# REUSE-IgnoreStart
COPYRIGHT = "SPDX-FileCopyrightText: 2026 Twiddle contributors"
LICENCE = "SPDX-License-Identifier: Apache-2.0"
# REUSE-IgnoreEnd

TAGGED = {".py", ".sv", ".svh", ".v", ".cpp", ".hpp", ".sh", ".toml", ".vlt", ".tcl", ".cff"}
TAGGED |= {".c", ".h", ".S", ".ld", ".lpf"}
"""File endings that carry the tags."""

TAGGED_NAMES = {"Makefile", "run", ".gitignore"}

LONGEST_LINE = 120
LONGEST_FILE = 300
LONGEST_CORE = 130

_DECLARED = re.compile(r"^\s*(?:module|package)\s+(?:automatic\s+|static\s+)?(\w+)", re.MULTILINE)
_MACRO = re.compile(r"^\s*`define\s+(\w+)", re.MULTILINE)


def tracked(root: Path) -> list[Path]:
    """Files of the repository: tracked, or new and not ignored."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    return [path for name in sorted(set(names)) if name and (path := root / name).is_file()]


def check_tags(files: list[Path]) -> list[str]:
    """Findings for source files whose first lines are not the two tags (after a #! line)."""
    findings = []
    for file in files:
        if file.suffix not in TAGGED and file.name not in TAGGED_NAMES:
            continue
        lines = file.read_text(encoding="utf-8").splitlines()[:3]
        start = 1 if lines and lines[0].startswith("#!") else 0
        for offset, tag in enumerate((COPYRIGHT, LICENCE)):
            if not any(line.endswith(tag) for line in lines[start + offset : start + offset + 1]):
                findings.append(f"{file}:{start + offset + 1}: the line is not {tag!r}")
                break
    return findings


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
    """Findings for lines of more than 120 columns, for modules of more than 300 lines, and of core/ 130."""
    findings = []
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        findings += [
            f"{file}:{number}: {len(line)} columns, at most {LONGEST_LINE}"
            for number, line in enumerate(lines, start=1)
            if len(line) > LONGEST_LINE
        ]
        longest = LONGEST_CORE if file.parent.name == "core" else LONGEST_FILE
        if len(lines) > longest:
            findings.append(f"{file}: {len(lines)} lines, at most {longest}: split the module")
    return findings
