# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The sources of the core quad-hls: the shell in `hls/`, and for each ring what CIRCT generated for it.

`hls/generated/` has a folder with the generated modules of each supported ring, and `index.json`: the numbers of the
ring, the schedule, and the hashes of the tool's inputs and of the modules. `make hls` writes both.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from twiddle.base import manifest
from twiddle.base.rings import Ring
from twiddle.base.store import Artifact
from twiddle.model.hls_plan import Plan, Schedule
from twiddle.model.hls_quad import folder

TOP = "twd_quad_hls"

GENERATED = ("kernel", "finish", "pkg", "wires")
"""The generated modules: `twd_quad_hls_` and these names."""

_DEPENDS = tuple(
    f"twd_{name}" for name in ("ring_pkg", "op_pkg", "operation", "operand_check", "result", "ram_1r1w", "rom")
)


def generated() -> Path:
    """The folder of the generated modules."""
    return folder() / "generated"


def numbers(of: Ring) -> list[int]:
    """The numbers that define a ring, whatever its name."""
    return [of.n, of.q, of.root, of.root_order]


@cache
def index() -> Mapping[str, Mapping[str, Any]]:
    """The entry of each supported ring, by the name of its folder."""
    document: Mapping[str, Mapping[str, Any]] = json.loads((generated() / "index.json").read_text(encoding="utf-8"))
    return document


@cache
def _entry(of: Ring) -> str | None:
    return next((name for name, entry in index().items() if entry["ring"] == numbers(of)), None)


def reason_against(of: Ring) -> str | None:
    """Why the core does not support a ring; None if it does."""
    why = unfit(of)
    if why is None and _entry(of) is None:
        return f"ring {of.name} has no generated sources; `twiddle hls` generates, simulates and measures them"
    return why


def unfit(of: Ring) -> str | None:
    """Why the description in `hls/quad.py` does not support a ring; None if it does."""
    if of.n < 16:
        return f"ring {of.name} has n = {of.n}; at least 16 is needed"
    if of.bits < 12:
        return f"ring {of.name} has q = {of.q}, of {of.bits} bits; at least 12 are needed"
    return None


@cache
def plan(of: Ring) -> Plan:
    """The steps of every operation of a supported ring."""
    return Plan(of, Schedule(**index()[str(_entry(of))]["schedule"]))


def texts(of: Ring) -> dict[str, str]:
    """The generated modules for a supported ring, by the names of `GENERATED`."""
    made = generated() / str(_entry(of))
    return {name: (made / f"{TOP}_{name}.sv").read_text(encoding="utf-8") for name in GENERATED}


def tree(of: Ring) -> Path:
    """The folder of the sources for a supported ring (see `write_tree`)."""
    generated = texts(of)
    inputs = [*contents(), *(text.encode() for text in generated.values())]
    return Artifact("hls", inputs, lambda target: write_tree(target, generated), Path).get()


def contents() -> list[bytes]:
    """The contents of everything that `write_tree` copies, and of this module."""
    _, borrowed = _borrowed()
    return [path.read_bytes() for path in [Path(__file__), *_shell(), *borrowed]]


def _shell() -> list[Path]:
    return sorted(folder().glob("*.sv"))


def _borrowed() -> tuple[list[manifest.Module], list[Path]]:
    """The modules of `rtl/` that the core uses, and their files with the headers that they include."""
    root = manifest.rtl_root()
    modules = list(dict.fromkeys(module for name in _DEPENDS for module in manifest.closure(name, root)))
    sources = [root / file for module in modules for file in module.files]
    return modules, [*sources, *manifest.headers([*sources, *_shell()], manifest.include_dirs(root))]


def write_tree(target: Path, texts: Mapping[str, str]) -> None:
    """A tree of RTL that needs no other: manifest, the modules of `rtl/` that the core uses, shell and kernel.

    texts  the generated modules, by the names of `GENERATED`
    """
    modules, files = _borrowed()
    for path in files:
        place = target / path.relative_to(manifest.rtl_root())
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)
    core = target / "core"
    core.mkdir()
    for path in _shell():
        shutil.copy(path, core)
    for name, text in texts.items():
        (core / f"{TOP}_{name}.sv").write_text(text, encoding="utf-8")
    depends = {TOP: [f"{TOP}_loops", f"{TOP}_pkg", f"{TOP}_wires", *_DEPENDS],
               f"{TOP}_pkg": ["twd_ring_pkg"],
               f"{TOP}_loops": [f"{TOP}_pkg", "twd_op_pkg"],
               f"{TOP}_wires": [f"{TOP}_kernel", f"{TOP}_finish", f"{TOP}_pkg"],
               f"{TOP}_kernel": [], f"{TOP}_finish": []}  # fmt: skip
    entries = [_entry_text(module.name, module.files, module.depends) for module in modules]
    entries += [_entry_text(name, [f"core/{name}.sv"], depends[name]) for name in depends]
    (target / "manifest.toml").write_text("\n".join([f'[tops]\ncores = ["{TOP}"]\n', *entries]), encoding="utf-8")


def _entry_text(name: str, files: Sequence[str], depends: Sequence[str]) -> str:
    return f"[modules.{name}]\nfiles = {json.dumps(files)}\ndepends = {json.dumps(depends)}\n"
