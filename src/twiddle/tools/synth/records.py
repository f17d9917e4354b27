# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Synthesis records: area and timing of a block on a target, as they are kept in `results/`.

`Measurement` is what a tool flow finds of any module; `Record` adds the block that was measured.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar

import msgspec

from twiddle.base import places
from twiddle.base.errors import TwiddleError, as_path, check_regular
from twiddle.base.rings import ring, rings
from twiddle.base.sources import Sources
from twiddle.catalog.block import Block, Cycles, stem
from twiddle.catalog.designs import KINDS, core
from twiddle.tools import targets
from twiddle.tools.energy import Energy
from twiddle.tools.synth import liberty
from twiddle.tools.synth.netlist import design_hashes
from twiddle.tools.synth.reports import CriticalPath
from twiddle.tools.targets import TARGETS, asic
from twiddle.tools.targets.base import RESOURCES, Cells

SEEDS = (1, 2, 3)
"""Seeds of place and route in the reference flow."""

SEED_LIMIT = 2**31

Amount = Annotated[int, msgspec.Meta(ge=0, le=10**12)] | Annotated[float, msgspec.Meta(ge=0, le=1e12)]
Clock = Annotated[int, msgspec.Meta(gt=0, le=10**12)] | Annotated[float, msgspec.Meta(gt=0, le=1e12)]

T = TypeVar("T")

_ORDER = (
    *("core", "ring", "parameters", "cycles"),
    *("top", "target", "cells", "fmax_mhz", "fmax_by_seed", "critical_path"),
    *("plain_mhz", "plain_by_seed", "packed"),
    *("tools", "command", "design_hash", "source_hash", "seconds"),
    *("commit", "timed_by", "memories", "library", "energy"),
)


class Measurement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Area and timing of a module on a target.

    top            name of its RTL module
    target         of `twiddle.tools.targets`, a vendor's with its part; asic
    cells          lut, ff, dsp, bram36 and the target's own; for asic those of `twiddle.tools.targets.asic.CELLS`
    fmax_mhz       median over the seeds; None without place and route
    fmax_by_seed   clock rate in MHz by seed; empty for Vivado, which takes none
    critical_path  of the seed nearest to the median; None if no tool reports one
    tools          package and version of every tool
    design_hash    hash of the elaborated design (`twiddle.tools.synth.netlist`), which only hardware changes
    source_hash    hash of its source text: as long as it is equal, so is the design
    seconds        spent in the tools

    of a target that packs registers into its blocks (see `twiddle.tools.targets.ecp5_pack`), otherwise None: its
    clock rate and path are those with packed registers, cells and

    plain_mhz      the clock rate without packing, as nextpnr takes the netlist of Yosys: of the first seed, or the
                   median where nothing was packed
    plain_by_seed  its clock rates, by seed
    packed         number of ports of block RAM, products, pairs of operands, and of the flip-flops that went

    and for asic, otherwise None:

    timed_by       OpenSTA or ABC
    memories       that are not in the area
    library        the cells, and the unit of area
    energy         of a cycle of a multiplier or butterfly, by OpenSTA; otherwise None

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
    plain_mhz: Clock | None = None
    plain_by_seed: dict[str, Clock] | None = None
    packed: dict[str, int] | None = None
    timed_by: str | None = None
    memories: list[asic.Memory] | None = None
    library: liberty.Used | None = None
    energy: Energy | None = None

    def __post_init__(self) -> None:
        for kind in asic.CELLS if self.target == asic.NAME else RESOURCES:
            if kind not in self.cells:
                raise TwiddleError(f"cells has no number {kind!r}")
        placed = self.fmax_mhz is not None
        if self.target in TARGETS and placed != (TARGETS[self.target].router is not None):
            raise TwiddleError(f"fmax_mhz = {self.fmax_mhz!r} is not a clock rate of {self.target}")
        if (self.target == asic.NAME) != (self.library is not None):
            raise TwiddleError(f"library: {'missing' if self.library is None else 'not'} for target {self.target}")

    def __repr__(self) -> str:
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
        """The same as the record of a block; one outside the catalogue has neither cycles nor command."""
        names: dict[str, Any] = {"core": core, "ring": ring, "parameters": dict(parameters)}
        names |= {"cycles": dict(cycles), "command": command, "commit": commit}
        return Record(**msgspec.structs.asdict(self), **names)


class Record(Measurement, frozen=True, kw_only=True, omit_defaults=True):
    """A block on a target, with the fields of `Measurement`: among them

    cells                   numbers of lut, ff, dsp, bram36 (blocks of 36 kbit) and the target's own
    fmax_mhz, fmax_by_seed  median clock rate in MHz, and that of each seed of place and route
    critical_path           its steps, delays in ps
    seconds                 spent in the tools

    and those of its own:

    core, ring, parameters  the measured block; ring is empty for a block without one
    cycles                  of each operation, by formula; empty for a block without operations
    command                 repeats the measurement
    commit                  of the measured repository; None outside one

    >>> from twiddle import core
    >>> from twiddle.evidence.results import Results
    >>> record = Results().find(core("rns", "ml-kem"), "ecp5")
    >>> record.top, record.cells.lut > 0, record.fmax_mhz > 0
    ('twd_iterative', True, True)
    """

    core: str
    ring: str = ""
    parameters: dict[str, int | str]
    cycles: dict[str, Cycles] = {}
    command: str
    commit: str | None = None

    @property
    def path(self) -> str:
        """Its file in the folder of results, for example `iterative-ml-kem-Butterflies4-xc7.json`."""
        library = "" if self.library is None else Path(self.library.file).stem
        return path_of(self.core, self.ring, self.parameters, self.target, library)

    @property
    def block(self) -> Block:
        """Its block. Raises TwiddleError if it is not in the catalogue, or the ring is not a preset."""
        return core(self.core, ring(self.ring) if self.ring else None, **self.parameters)

    @property
    def design(self) -> Block:
        """The same."""
        return self.block


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
    def design_hash(self) -> str: ...

    @property
    def source_hash(self) -> str: ...


def write_json(path: Path, document: object) -> None:
    """Write a record, or any msgspec document, in the format of `results/`."""
    plain = document.document() if isinstance(document, Measurement) else msgspec.to_builtins(document)
    places.write_atomically(path, json.dumps(plain, indent=1) + "\n")


def read(path: Path, kind: type[T], what: str = "synthesis record") -> T:
    """Read a JSON file of a type."""
    check_regular(path)
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind, dec_hook=_cells)
    except OSError as error:
        raise TwiddleError(f"{path}: {error.strerror}") from None
    except (TwiddleError, ValueError, RecursionError) as error:
        raise TwiddleError(f"{path}: not a {what}: {error}") from None


def load(path: Path | str) -> Record:
    """Read a record.

    Raises TwiddleError, with the file, as `read`, and for a record that is not of the block in its name or not
    of a known block.
    """
    path = as_path("path", path)
    record = read(path, Record)
    if Path(record.path).name != path.name:
        raise TwiddleError(f"{path}: not a synthesis record: the content is that of {record.path}")
    try:
        if record.ring in {"", *(preset.name for preset in rings())}:
            record.block  # noqa: B018
    except TwiddleError as error:
        raise TwiddleError(f"{path}: not a synthesis record: {error}") from None
    return record


def _cells(kind: type, cells: Any) -> Cells:
    """Cells from JSON, for msgspec."""
    try:
        return Cells(msgspec.convert(cells, dict[str, Amount]))
    except msgspec.ValidationError as error:
        raise TwiddleError(f"cells: {error}") from None


FOLDERS = {"core": "", "system": "systems/"}
"""The folder of the records of a family; default: arith."""


def path_of(core: str, ring: str, parameters: Mapping[str, int | str], target: str, library: str = "") -> str:
    """The file of a block's record in the folder of results; one outside the catalogue counts as a core."""
    families = {kind.name: kind.family for kind in KINDS}
    folder = FOLDERS.get(families.get(core, "core"), "arith/")
    return f"{folder}{'-'.join(filter(None, [stem(core, ring, parameters), target, library]))}.json"


def name_of(block: Block, target: str) -> str:
    """The file of the record of a block on a target, in the folder of results."""
    return path_of(block.core, block.ring_name, block.parameters, target)


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


def is_current(record: Hashed, design: Block) -> bool:
    """Whether the measured hardware is still that of the sources."""
    return all(are_current([(record, design.sources())]))


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


def repeat_command(
    design: Block, target: str, seeds: Sequence[int] = SEEDS, library: liberty.Used | None = None
) -> str:
    """The command line that repeats a measurement; the user's own ring and library are given by file."""
    words = ["twiddle synth", f"--core {design.core}", f"--target {target}"]
    if design.over is not None:
        words.insert(1, f"--ring {design.ring.name}{'' if design.ring in rings() else '.toml'}")
    if library is not None:
        words += [f"--liberty {library.file}", f"--liberty-sha256 {library.sha256}"]
    words += [f"--set {key}={value}" for key, value in design.parameters.items()]
    known = targets.find(target)
    if tuple(seeds) != SEEDS and known is not None and known.seeded:
        words.append(f"--seeds {','.join(map(str, seeds))}")
    return " ".join(words)
