# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Lines of source of a core: lines that are not empty, a comment or a docstring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from twiddle.base import manifest
from twiddle.catalog.designs import cores
from twiddle.model.hls_quad import folder


def count(path: Path) -> int:
    """Lines with code in a Python or SystemVerilog file."""
    python = path.suffix == ".py"
    found, quoted = 0, False
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if quoted:
            quoted = not text.endswith('"""')
        elif python and text.startswith(('"""', 'r"""')):
            quoted = text.count('"""') == 1
        elif text and not text.startswith("#" if python else "//"):
            found += 1
    return found


def of_core(name: str) -> Mapping[str, int]:
    """Lines by file that only this core of the catalogue needs.

    For the core by high-level synthesis: the inputs of the tool, not its outputs.
    """
    kinds = {kind.name: kind for kind in cores()}
    if kinds[name].generated:
        paths: Iterable[Path] = (folder() / "quad.py", *sorted(folder().glob("*.sv")))
    else:
        tops = {kind.name: kind.top for kind in kinds.values() if not kind.generated}
        shared = {
            file for other, top in tops.items() if top != tops[name] and other != name for file in manifest.sources(top)
        }
        paths = [file for file in manifest.sources(tops[name]) if file not in shared]
    return {path.name: count(path) for path in paths}
