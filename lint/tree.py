# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The rules of an RTL tree: its files are those of its manifest, and a folder uses only those below it."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

from twiddle.base import manifest
from twiddle.base.errors import TwiddleError


def check(root: Path | None = None) -> list[str]:
    """The errors of the manifest, one line each; empty if there are none.

    Every listed file exists, every .sv file is listed once, every dependency and top is known, every folder
    uses only the folders it may, and no dependency is cyclic.
    """
    base = root or manifest.rtl_root()
    known = manifest.modules(base)
    allowed = manifest.folders(base)
    findings: list[str] = []
    listed: dict[str, str] = {}
    for module in known.values():
        for file in module.files:
            if not (base / file).is_file():
                findings.append(f"modules.{module.name}: file {file} does not exist")
            if file in listed:
                findings.append(f"modules.{module.name}: file {file} is listed by {listed[file]} too")
            listed[file] = module.name
            if file.rpartition("/")[0] != module.folder or module.folder not in allowed:
                findings.append(f"modules.{module.name}: file {file} is in none of {', '.join(allowed)}")
        findings += _not_allowed(module, known, allowed)
    on_disk = {path.relative_to(base).as_posix() for path in base.rglob("*.sv")}
    findings += [f"{file}: not in the manifest" for file in sorted(on_disk - set(listed))]
    findings += [f"tops.cores: unknown module {top}" for top in manifest.tops(base) if top not in known]
    findings += [
        f"cores.{name}: {top} is not in tops.cores"
        for name, top in manifest.cores(base).items()
        if top not in manifest.tops(base)
    ]
    if not findings:
        for name in known:
            try:
                manifest.closure(name, base)
            except TwiddleError as error:
                return [str(error)]
    return findings


def _not_allowed(
    module: manifest.Module, known: dict[str, manifest.Module], allowed: dict[str, tuple[str, ...]]
) -> list[str]:
    findings = []
    order = list(allowed)
    for name in module.depends:
        if name not in known:
            findings.append(f"modules.{module.name}: depends on unknown module {name}")
            continue
        own, other = module.folder, known[name].folder
        if own == other or not {own, other} <= set(order):
            continue
        above = order.index(other) > order.index(own)
        if above or not any(fnmatch(other, pattern) for pattern in allowed[own]):
            findings.append(f"modules.{module.name}: {own}/ may not depend on {name} of {other}/")
    return findings
