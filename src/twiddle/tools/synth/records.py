# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Synthesis records: one JSON file per design and target in `results/`; the source of every table.

`Measurement` is the common part, `Record` that of a core, `AsicRecord` that of a core on standard
cells, `UnitRecord` that of an arithmetic unit, `SystemRecord` that of a system; `Results` is the folder
that holds them.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeVar

import msgspec

from twiddle.base import manifest, places
from twiddle.base.errors import A_DESIGN, TwiddleError, as_path, check_regular, expect, system_errors
from twiddle.base.rings import ring, rings
from twiddle.catalog.cores.base import Cycles
from twiddle.catalog.designs import Design, core
from twiddle.tools import targets
from twiddle.tools.synth import asic, liberty
from twiddle.tools.synth.netlist import Sources, design_hashes
from twiddle.tools.synth.path import CriticalPath
from twiddle.tools.targets import TARGETS
from twiddle.tools.targets.base import RESOURCES, Cells

if TYPE_CHECKING:
    from twiddle.catalog.systems import System
    from twiddle.catalog.units import Unit

SEEDS = (1, 2, 3)
"""Seeds of place and route in the reference flow."""

SEED_LIMIT = 2**31
"""Seeds of nextpnr are below this number."""

FAILED = "failed.json"
"""The file of `results/` with failed measurements and their reasons, by the name of the record."""

PENDING = "pending.json"
"""The file of `results/` that lists evidence of earlier hardware, until it is measured again."""

Amount = Annotated[int, msgspec.Meta(ge=0, le=10**12)] | Annotated[float, msgspec.Meta(ge=0, le=1e12)]
Clock = Annotated[int, msgspec.Meta(gt=0, le=10**12)] | Annotated[float, msgspec.Meta(gt=0, le=1e12)]

T = TypeVar("T")

_ORDER = (
    *("core", "ring", "system", "unit", "method", "form", "q", "latency", "parameters", "cycles"),
    *("top", "target", "cells", "fmax_mhz", "fmax_by_seed", "critical_path"),
    *("tools", "command", "design_hash", "source_hash", "seconds"),
    *("commit", "timed_by", "memories", "library"),
)
"""The keys of every record, in the order of its file."""


class Measurement(msgspec.Struct, frozen=True, kw_only=True):
    """Area and timing of a module on a target.

    top            name of its RTL module
    target         of `twiddle.tools.targets`, a vendor's with its part; asic
    cells          lut, ff, dsp, bram36 and the target's own; for asic those of `twiddle.tools.synth.asic.CELLS`
    fmax_mhz       median over the seeds; None without place and route
    fmax_by_seed   clock rate in MHz by seed; empty for Vivado, which takes none
    critical_path  of the seed nearest to the median; None if no tool reports one
    tools          package and version of every tool
    design_hash    hash of the elaborated design (`twiddle.tools.synth.netlist`), which only hardware changes
    source_hash    hash of its source text: as long as it is equal, so is the design
    seconds        spent in the tools

    Raises TwiddleError for cells or a clock rate that do not fit the target.
    """

    top: str
    target: str
    cells: Cells
    fmax_mhz: Clock | None
    fmax_by_seed: dict[str, Clock]
    critical_path: CriticalPath | None
    tools: dict[str, str]
    design_hash: str
    source_hash: str
    seconds: Amount

    def __post_init__(self) -> None:
        for kind in asic.CELLS if self.target == asic.NAME else RESOURCES:
            if kind not in self.cells:
                raise TwiddleError(f"cells has no number {kind!r}")
        placed = self.fmax_mhz is not None
        if self.target in TARGETS and placed != (TARGETS[self.target].router is not None):
            raise TwiddleError(f"fmax_mhz = {self.fmax_mhz!r} is not a clock rate of {self.target}")

    def __repr__(self) -> str:
        """One line: `Record(rns-ml-kem-Butterflies2-ecp5.json: 1024 lut, ..., 95.5 MHz)`."""
        name = getattr(self, "path", f"{self.top} on {self.target}")
        kinds = asic.CELLS if self.target == asic.NAME else RESOURCES
        cells = ", ".join(f"{self.cells[kind]:g} {kind}" for kind in kinds)
        clock = "no clock rate" if self.fmax_mhz is None else f"{self.fmax_mhz:.1f} MHz"
        return f"{type(self).__name__}({name}: {cells}, {clock})"

    def document(self) -> dict[str, object]:
        """The JSON document of the record, its keys in the order of the file."""
        fields = msgspec.to_builtins(self)
        return {key: fields[key] for key in _ORDER if key in fields}

    def of(
        self,
        core: str,
        ring: str,
        parameters: Mapping[str, int | str],
        cycles: Mapping[str, Cycles] = {},
        command: str = "",
        commit: str | None = None,
    ) -> Record:
        """The same as the record of a core; one outside the catalogue has neither cycles nor command."""
        kind = AsicRecord if isinstance(self, AsicMeasurement) else Record
        names: dict[str, Any] = {"core": core, "ring": ring, "parameters": dict(parameters)}
        names |= {"cycles": cycles, "command": command, "commit": commit}
        return kind(**msgspec.structs.asdict(self), **names)


class AsicMeasurement(Measurement, frozen=True, kw_only=True):
    """The same on standard cells.

    timed_by  OpenSTA or ABC
    memories  that are not in the area
    library   the cells, and the unit of area
    """

    timed_by: str
    memories: list[asic.Memory]
    library: liberty.Used


class Record(Measurement, frozen=True, kw_only=True):
    """A core on a target, with the fields of `Measurement`: among them

    cells                   numbers of lut, ff, dsp, bram36 (blocks of 36 kbit) and the target's own
    fmax_mhz, fmax_by_seed  median clock rate in MHz, and that of each seed of place and route
    critical_path           its steps, delays in ps
    seconds                 spent in the tools

    and those of its own:

    core, ring, parameters  the measured core
    cycles                  of each operation, by formula
    command                 repeats the measurement
    commit                  of the measured repository; None outside one

    >>> from twiddle import core

    >>> from twiddle.tools import synth
    >>> record = synth.Results().find(core("rns", "ml-kem"), "ecp5")
    >>> record.top, record.cells.lut > 0, record.fmax_mhz > 0
    ('twd_iterative', True, True)
    """

    core: str
    ring: str
    parameters: dict[str, int | str]
    cycles: dict[str, Cycles]
    command: str
    commit: str | None

    @property
    def path(self) -> str:
        """Its file in the folder of results, for example `iterative-ml-kem-Butterflies4-xc7.json`."""
        return file_name(self.core, self.ring, self.parameters, self.target)

    @property
    def design(self) -> Design:
        """Its design. Raises TwiddleError if it is not in the catalogue, or the ring is not a preset."""
        return core(self.core, ring(self.ring), **self.parameters)


class AsicRecord(Record, frozen=True, kw_only=True):
    """A core on standard cells; fields as in `AsicMeasurement`."""

    timed_by: str
    memories: list[asic.Memory]
    library: liberty.Used

    @property
    def path(self) -> str:
        """Its file in the folder of results; it ends with the name of the library."""
        return file_name(self.core, self.ring, self.parameters, self.target, Path(self.library.file).stem)


class UnitRecord(Measurement, frozen=True, kw_only=True):
    """An arithmetic unit on a target; fields as in `twiddle.catalog.units.Unit`."""

    unit: str
    method: str
    form: str
    q: int
    latency: int
    parameters: dict[str, int | str]
    command: str

    @property
    def path(self) -> str:
        """Its file in the folder of results."""
        return f"arith/{unit_file(self.unit, self.method, self.form, self.q, self.target)}"


class SystemRecord(Measurement, frozen=True, kw_only=True):
    """A system on a target; fields as in `twiddle.catalog.systems.System`, `system` is its name."""

    system: str
    parameters: dict[str, int | str]
    command: str

    @property
    def path(self) -> str:
        """Its file in the folder of results."""
        return f"systems/{system_file(self.system, self.target)}"


class Failure(msgspec.Struct, frozen=True):
    """A failed measurement: the reason, the hash of its text, package and version of every tool.

    The failure is valid while the text and the tools are the same.
    """

    reason: str
    source_hash: str
    tools: dict[str, str]


class Hashed(Protocol):
    """A record of hardware."""

    @property
    def design_hash(self) -> str:
        """As in `Measurement`."""

    @property
    def source_hash(self) -> str:
        """As in `Measurement`."""


def default_folder() -> Path:
    """The folder `results` of the repository, or of the installed package.

    Raises TwiddleError if an installed package has none.
    """
    folder = places.root() / "results"
    if places.installed() and not folder.is_dir():
        raise TwiddleError(f"records: no folder {folder}; install Twiddle from its wheel")
    return folder


@dataclass(frozen=True)
class Results:
    """A folder of records; None: `default_folder()`.

    Those of arithmetic units are in its folder `arith`, those of systems in its folder `systems`.
    """

    place: Path | str | None = None

    @property
    def folder(self) -> Path:
        """The folder of the records."""
        return default_folder() if self.place is None else as_path("place", self.place)

    @property
    def paths(self) -> list[Path]:
        """The files of the records of cores."""
        return [path for path in sorted(self.folder.glob("*.json")) if path.name not in (FAILED, PENDING)]

    def find(self, design: Design, target: str) -> Record | None:
        """The record of a design on a target; None if there is none. Errors as for `load`."""
        expect("design", design, Design, A_DESIGN)
        path = self.folder / name_of(design, target)
        return load(path) if path.exists() else None

    def find_unit(self, unit: Unit, target: str) -> UnitRecord | None:
        """The record of an arithmetic unit on a target; None if there is none. Errors as for `read`."""
        path = self.folder / "arith" / unit.file_name(target)
        return read(path, UnitRecord) if path.exists() else None

    def find_system(self, system: System, target: str) -> SystemRecord | None:
        """The record of a system on a target; None if there is none. Errors as for `read`."""
        path = self.folder / "systems" / system.file_name(target)
        return read(path, SystemRecord) if path.exists() else None

    def load_all(self) -> list[Record]:
        """Every core's record, by file name; errors as for `load`.

        Records of the user's own rings are left out, since only their names are known; so are those of asic,
        whose library is the user's own.
        """
        presets = {preset.name for preset in rings()}
        records = [load(path) for path in self.paths]
        return [record for record in records if record.ring in presets and record.target != asic.NAME]

    def readable(self, log: Callable[[str], None]) -> list[Record]:
        """Every readable record of a core on a device; `log` receives a line for each unreadable one."""
        records = []
        for path in self.paths:
            try:
                records.append(load(path))
            except TwiddleError as error:
                log(f"not used: {error}")
        return [record for record in records if record.target != asic.NAME]

    def current(self, pairs: Iterable[tuple[Record | UnitRecord | SystemRecord | None, Unit | System]]) -> set[str]:
        """Paths of the records that describe their unit or system and its hardware, and are not pending.

        Raises TwiddleError as `are_current`.
        """
        old = self.pending()
        known = [
            (record, module)
            for record, module in pairs
            if record is not None
            and record.path not in old
            and all(getattr(record, key) == value for key, value in module.document().items())
        ]
        answers = are_current((record, module.sources()) for record, module in known)
        return {record.path for (record, _), same in zip(known, answers, strict=True) if same}

    def save(self, record: Record | UnitRecord | SystemRecord) -> Path:
        """Write a record; returns the path of its file."""
        return self.write(record.path, record)

    def write(self, name: str | Path, document: object) -> Path:
        """Write a document to a file of the folder, which is then no longer pending; returns its path.

        Creates missing folders.
        """
        path = self.folder / name
        with system_errors(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_json(path, document)
        if str(name) in (left := self.pending()):
            write_json(self.folder / PENDING, sorted(left - {str(name)}))
        return path

    def pending(self) -> frozenset[str]:
        """Names, relative to the folder, of figures of the hardware before its last change.

        They are shown as measured. A new measurement removes them from the list.
        """
        path = self.folder / PENDING
        return read(path, frozenset[str], "list of names") if path.exists() else frozenset()

    def failures(self) -> dict[str, Failure]:
        """Failed measurements, by the name of the record. Raises TwiddleError for a broken list."""
        path = self.folder / FAILED
        return read(path, dict[str, Failure], "list of failures") if path.exists() else {}

    def save_failures(self, failures: Mapping[str, Failure]) -> None:
        """Write the failed measurements; no file if there are none."""
        if failures:
            write_json(self.folder / FAILED, dict(sorted(failures.items())))
        else:
            (self.folder / FAILED).unlink(missing_ok=True)


def write_json(path: Path, document: object) -> None:
    """Write a record, or any msgspec document, in the format of `results/`."""
    plain = document.document() if isinstance(document, Measurement) else msgspec.to_builtins(document)
    places.write_atomically(path, json.dumps(plain, indent=1) + "\n")


def read(path: Path, kind: type[T], what: str = "synthesis record") -> T:
    """Read a JSON file of a type.

    Raises TwiddleError, with the file, if it is unreadable, not JSON, or not of the type.
    """
    check_regular(path)
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind, dec_hook=_cells)
    except OSError as error:
        raise TwiddleError(f"{path}: {error.strerror}") from None
    except (TwiddleError, ValueError, RecursionError) as error:
        raise TwiddleError(f"{path}: not a {what}: {error}") from None


def load(path: Path | str) -> Record:
    """Read the record of a core.

    Raises TwiddleError, with the file, as `read`, and for a record that is not of the core in its name or not
    of a known core.
    """
    path = as_path("path", path)
    record = read(path, Record)
    if record.target == asic.NAME:
        record = read(path, AsicRecord)
    if record.path != path.name:
        raise TwiddleError(f"{path}: not a synthesis record: the content is that of {record.path}")
    try:
        if record.ring in {preset.name for preset in rings()}:
            core(record.core, ring(record.ring), **record.parameters)
    except TwiddleError as error:
        raise TwiddleError(f"{path}: not a synthesis record: {error}") from None
    return record


def _cells(kind: type, cells: Any) -> Cells:
    """Cells from JSON, for msgspec."""
    try:
        return Cells(msgspec.convert(cells, dict[str, Amount]))
    except msgspec.ValidationError as error:
        raise TwiddleError(f"cells: {error}") from None


def file_name(core: str, ring: str, parameters: Mapping[str, int | str], *last: str) -> str:
    """File name of a core's record, which ends with its target, and the library if it has one."""
    settings = (f"{key}{value}" for key, value in parameters.items())
    return "-".join([core, ring, *settings, *last]) + ".json"


def name_of(design: Design, target: str) -> str:
    """File name of the record of a design on a target."""
    return file_name(design.core, design.ring.name, design.parameters, target)


def unit_file(unit: str, method: str, form: str, q: int, target: str) -> str:
    """File name of a unit's record, for example `multiplier-kred-times-k-3329-xc7.json`."""
    form = re.sub(r"[^a-z0-9]+", "-", form.replace("times -", "times minus ").lower()).strip("-")
    return f"{unit}-{method}-{form}-{q}-{target}.json"


def system_file(name: str, target: str) -> str:
    """File name of a system's record, for example `lattice-xc7.json`."""
    return f"{name}-{target}.json"


def cycles(design: Design) -> dict[str, Cycles]:
    """The cycle counts of every operation of a design, for one polynomial an operand."""
    return {name: design.cycles(name) for name in design.operations}


def commit() -> str | None:
    """The commit of the repository; None without one, without git, and in an installed package."""
    if places.installed():
        return None
    try:
        done = subprocess.run(
            ["git", "-C", str(places.root()), "rev-parse", "--short=12", "HEAD"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def is_current(record: Hashed, design: Design) -> bool:
    """Whether the measured hardware is still that of the sources.

    Raises TwiddleError for sources that do not elaborate.
    """
    return all(are_current([(record, sources_of(design))]))


def are_current(pairs: Iterable[tuple[Hashed, Sources]]) -> list[bool]:
    """Whether the measured hardware of each record is still that of its sources.

    Equal text decides at once; a design with changed text is elaborated, and its hash decides.
    Raises TwiddleError for sources that do not elaborate.
    """
    pairs = list(pairs)
    changed = [index for index, (record, module) in enumerate(pairs) if record.source_hash != module.source_hash()]
    current = [True] * len(pairs)
    for index, value in zip(changed, design_hashes([pairs[index][1] for index in changed]), strict=True):
        current[index] = pairs[index][0].design_hash == value
    return current


def sources(top: str, parameters: Mapping[str, str], root: Path | None = None) -> Sources:
    """The elaboration inputs of a module of the repository, or of another tree."""
    return Sources(top, tuple(manifest.sources(top, root)), tuple(manifest.include_dirs(root)), parameters)


def sources_of(design: Design) -> Sources:
    """The elaboration inputs of a design."""
    return sources(design.top, design.rtl_parameters(), design.rtl_root)


def repeat_command(
    design: Design, target: str, seeds: Sequence[int] = SEEDS, library: liberty.Used | None = None
) -> str:
    """The command line that repeats a measurement; the user's own ring and library are given by file."""
    ring = design.ring.name if design.ring in rings() else f"{design.ring.name}.toml"
    words = ["twiddle synth", f"--ring {ring}", f"--core {design.core}", f"--target {target}"]
    if library is not None:
        words += [f"--liberty {library.file}", f"--liberty-sha256 {library.sha256}"]
    words += [f"--set {key}={value}" for key, value in design.parameters.items()]
    known = targets.find(target)
    if tuple(seeds) != SEEDS and known is not None and known.seeded:
        words.append(f"--seeds {','.join(map(str, seeds))}")
    return " ".join(words)
