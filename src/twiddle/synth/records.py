# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Synthesis records: one JSON file a design and target in `results/`, from which every table is made.

Of a core in `results/`, of an arithmetic unit (see `twiddle.synth.units`) in `results/arith/`:

core, ring, parameters                      which core was measured
cycles                  of a core: interval, fill, latency and busy of each operation, by formula
commit                  of a core: the commit of the repository on which it was measured; null outside one
unit, method, form, q, latency, parameters  which unit, with its cycles and its RTL parameters
top                     name of its RTL module
target                  of `twiddle.synth.targets`, a vendor's with its part; asic
cells                   lut, ff, dsp, bram36 and the target's own (see `twiddle.synth.targets`); of asic kge,
                        its shares kge_ff and kge_comb, the numbers ff and gates, memories, memory_bits
fmax_mhz                median over the seeds; null without place and route
fmax_by_seed            clock rate in MHz by seed; empty for Vivado, which takes none
critical_path           total_ps, logic_ps, routing_ps, steps (`twiddle.synth.path`); null if none is told
timed_by                of asic: OpenSTA or ABC
memories                of asic: name, width, depth, read_ports, write_ports, clocked, bits of each that
                        is not in the area
library                 of asic: file, sha256, and nand2, the gate whose area (nand2_area) is the unit
tools                   package and version of every tool
command                 what repeats the measurement
design_hash             hash of the elaborated design (`twiddle.synth.netlist`), which only hardware changes
source_hash             hash of the text that it was elaborated from: while that is the same, so is the design
seconds                 spent in the tools
"""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from twiddle import manifest, places
from twiddle.designs import Design, core
from twiddle.errors import TwiddleError
from twiddle.rings import ring, rings
from twiddle.synth import asic, cache
from twiddle.synth.netlist import Sources, design_hashes
from twiddle.synth.targets import TARGETS

Record = dict[str, Any]

SEEDS = (1, 2, 3)
"""Seeds of place and route in the reference flow."""

FAILED = "failed.json"
"""The file of `results/` with what could not be measured, and why, by the name of its record."""

PENDING = "pending.json"
"""The file of `results/` with the evidence that belongs to earlier hardware, until it is made again."""

_PENDING_LOCK = threading.Lock()

Keys = Mapping[str, type | tuple[type, ...]]
"""The keys of a kind of record, in the order of its file, with their types."""

_MEASURED: Keys = {
    "top": str,
    "target": str,
    "cells": dict,
    "fmax_mhz": (int, float, type(None)),
    "fmax_by_seed": dict,
    "critical_path": (dict, type(None)),
    "tools": dict,
    "command": str,
    "design_hash": str,
    "source_hash": str,
    "seconds": (int, float),
}
CORE_KEYS: Keys = {
    "core": str,
    "ring": str,
    "parameters": dict,
    "cycles": dict,
    **_MEASURED,
    "commit": (str, type(None)),
}
ASIC_KEYS: Keys = {**CORE_KEYS, "timed_by": str, "memories": list, "library": dict}
UNIT_KEYS: Keys = {
    "unit": str,
    "method": str,
    "form": str,
    "q": int,
    "latency": int,
    "parameters": dict,
    **_MEASURED,
}
_CELLS = ("lut", "ff", "dsp", "bram36")
_ASIC_CELLS = ("kge", "kge_ff", "kge_comb", "ff", "gates", "memories", "memory_bits")
_MOST = 1e12


def default_folder() -> Path:
    """The folder `results` of the repository, or of the installed package.

    Raises TwiddleError where an installed package has none.
    """
    folder = places.root() / "results"
    if places.installed() and not folder.is_dir():
        raise TwiddleError(f"records: no folder {folder}; install Twiddle from its wheel")
    return folder


def file_name(record: Record) -> str:
    """Name of a core's record, for example `iterative-ml-kem-Butterflies4-DoubleBuffer1-xc7.json`.

    That of asic ends with the name of the library.
    """
    parameters = [f"{key}{value}" for key, value in record["parameters"].items()]
    library = [Path(record["library"]["file"]).stem] if record["target"] == asic.NAME else []
    return "-".join([record["core"], record["ring"], *parameters, record["target"], *library]) + ".json"


def core_keys(target: str) -> Keys:
    """The keys of a core's record on a target."""
    return ASIC_KEYS if target == asic.NAME else CORE_KEYS


def name_of(design: Design, target: str) -> str:
    """Name of the record of a design on a target."""
    point = {"core": design.core, "ring": design.ring.name, "parameters": design.parameters, "target": target}
    return file_name(point)


def cycles(design: Design) -> dict[str, dict[str, int | float | None]]:
    """The cycle counts of every operation of a design, for one polynomial an operand."""
    return {name: asdict(design.cycles(name)) for name in design.operations}


def commit() -> str | None:
    """The commit of the repository; None where there is none, or no git, and in an installed package."""
    if places.installed():
        return None
    try:
        found = subprocess.run(
            ["git", "-C", str(default_folder().parent), "rev-parse", "--short=12", "HEAD"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return found.stdout.strip()


def save(record: Record, folder: Path | None = None) -> Path:
    """Write a core's record into `folder` (default: the repository's results), keys in a fixed order.

    Returns the path of the file.
    """
    path = (folder or default_folder()) / file_name(record)
    write(ordered(record, core_keys(record["target"])), path)
    return path


def write(record: Record, path: Path) -> None:
    """Write a record to a file, whose folder is made where there is none; it is pending no longer."""
    path.parent.mkdir(parents=True, exist_ok=True)
    cache.write_atomically(path, json.dumps(record, indent=1) + "\n")
    results = default_folder()
    if path.is_relative_to(results):
        with _PENDING_LOCK:
            if (name := path.relative_to(results).as_posix()) in (left := pending()):
                text = json.dumps(sorted(left - {name}), indent=1) + "\n"
                cache.write_atomically(results / PENDING, text)


def pending(folder: Path | None = None) -> frozenset[str]:
    """Names, relative to `folder`, of the evidence that belongs to the hardware before its last change.

    Its figures are shown as they were measured. What makes it again takes it off the list.
    """
    path = (folder or default_folder()) / PENDING
    return frozenset(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else frozenset()


def ordered(record: Record, keys: Keys = CORE_KEYS) -> Record:
    """The same record with exactly its own keys, in their fixed order."""
    return {key: record[key] for key in keys}


def load(path: Path, keys: Keys = CORE_KEYS) -> Record:
    """Read one record.

    Raises TwiddleError naming the file where it is unreadable, not JSON, lacks a key or has it of a wrong
    type, or is of no core that there is, or of another than its name says.
    """
    try:
        record = json.loads(path.read_text())
    except OSError as error:
        raise TwiddleError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise TwiddleError(f"{path}: not a synthesis record: {error}") from None
    if not isinstance(record, dict):
        raise TwiddleError(f"{path}: not a synthesis record: no JSON object")
    if keys is CORE_KEYS:
        keys = core_keys(str(record.get("target")))
    for key, kind in keys.items():
        if key not in record or not isinstance(record[key], kind):
            raise TwiddleError(f"{path}: not a synthesis record: key {key!r} is missing or of the wrong type")
    why = unsound(record, record["target"])
    if keys in (CORE_KEYS, ASIC_KEYS):
        why = why or _misnamed(record, path)
    if why is not None:
        raise TwiddleError(f"{path}: not a synthesis record: {why}")
    return record


def _misnamed(record: Record, path: Path) -> str | None:
    """Why a core's record is not that of its file, in words; None where it is, or of a user's own ring."""
    if file_name(record) != path.name:
        return f"the content is that of {file_name(record)}"
    if record["ring"] not in {preset.name for preset in rings()}:
        return None
    try:
        core(record["core"], ring(record["ring"]), **record["parameters"])
    except TwiddleError as error:
        return str(error)
    return None


def unsound(measurement: Record | None, target: str) -> str | None:
    """Why something cannot be a measurement on a target, in words; None where it can."""
    if measurement is None:
        return "no JSON object"
    cells, path = measurement.get("cells"), measurement.get("critical_path")
    if not isinstance(cells, dict):
        return "key 'cells' is missing or of the wrong type"
    for key in _ASIC_CELLS if target == asic.NAME else _CELLS:
        if not _is_amount(cells.get(key)):
            return f"cells has no number {key!r}"
    fmax = measurement.get("fmax_mhz")
    placed = TARGETS[target].router is not None if target in TARGETS else fmax is not None
    if placed != (fmax is not None) or not (fmax is None or (_is_amount(fmax) and fmax > 0)):
        return f"fmax_mhz = {fmax!r} is no clock rate of {target}"
    if path is not None and not (isinstance(path, dict) and _is_amount(path.get("total_ps"))):
        return "critical_path has no number 'total_ps'"
    if not _is_amount(measurement.get("seconds")):
        return "key 'seconds' is no number"
    tools = measurement.get("tools")
    if not isinstance(tools, dict) or not all(isinstance(each, str) for each in tools.values()):
        return "key 'tools' has no names"
    library = measurement.get("library")
    if target == asic.NAME and not (isinstance(library, dict) and isinstance(library.get("file"), str)):
        return "library has no 'file'"
    return None


def _is_amount(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _MOST


def readable(tell: Callable[[str], None], folder: Path | None = None) -> list[Record]:
    """Every core's record on a device that can be read; `tell` is called with a line for one that cannot.

    Those of asic are left out: the library is the user's own.
    """
    found = []
    for path in sorted((folder or default_folder()).glob("*.json")):
        if path.name not in (FAILED, PENDING):
            try:
                found.append(load(path))
            except TwiddleError as error:
                tell(f"not used: {error}")
    return [record for record in found if record["target"] != asic.NAME]


def load_all(folder: Path | None = None) -> list[Record]:
    """Every core's record of `folder` (default: the repository's), by file name; errors as for `load`.

    Those of rings of the user's own are left out: nothing is known of these but their names. So are those of
    asic, whose library is the user's own.
    """
    paths = sorted((folder or default_folder()).glob("*.json"))
    found = [load(path) for path in paths if path.name not in (FAILED, PENDING)]
    presets = {preset.name for preset in rings()}
    return [record for record in found if record["ring"] in presets and record["target"] != asic.NAME]


def find(design: Design, target: str, folder: Path | None = None) -> Record | None:
    """The record of a design on a target; None where it was never recorded. Errors as for `load`."""
    path = (folder or default_folder()) / name_of(design, target)
    return load(path) if path.exists() else None


def is_current(record: Record, design: Design) -> bool:
    """Whether the record was measured on hardware that is still what the sources describe.

    Raises TwiddleError for sources that do not elaborate.
    """
    of = sources(design.top, design.rtl_parameters(), design.rtl_root)
    return all(are_current([(record, of)]))


def are_current(found: Iterable[tuple[Record, Sources]]) -> list[bool]:
    """Whether each record was measured on the hardware that its sources describe.

    Equal text says so at once; a design whose text has changed is elaborated, and its hash decides.
    Raises TwiddleError for sources that do not elaborate.
    """
    found = list(found)
    changed = [index for index, (record, of) in enumerate(found) if record["source_hash"] != of.source_hash()]
    current = [True] * len(found)
    for index, value in zip(changed, design_hashes([found[index][1] for index in changed]), strict=True):
        current[index] = found[index][0]["design_hash"] == value
    return current


def sources(top: str, parameters: Mapping[str, str], root: Path | None = None) -> Sources:
    """A module of the repository, or of another tree, with all that it is elaborated from."""
    return Sources(top, tuple(manifest.sources(top, root)), tuple(manifest.include_dirs(root)), parameters)


def repeat_command(
    design: Design, target: str, seeds: Sequence[int] = SEEDS, library: Mapping[str, Any] | None = None
) -> str:
    """The command line that repeats a measurement; a ring and a library of the user's are named by file."""
    ring = design.ring.name if design.ring in rings() else f"{design.ring.name}.toml"
    words = ["twiddle synth", f"--ring {ring}", f"--core {design.core}", f"--target {target}"]
    if library is not None:
        words += [f"--liberty {library['file']}", f"--liberty-sha256 {library['sha256']}"]
    words += [f"--set {key}={value}" for key, value in design.parameters.items()]
    if tuple(seeds) != SEEDS:
        words.append(f"--seeds {','.join(map(str, seeds))}")
    return " ".join(words)
