# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The folder of records: one JSON file per block and target; the source of every table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from twiddle.base import places
from twiddle.base.errors import A_DESIGN, TwiddleError, as_path, expect, system_errors
from twiddle.base.rings import rings
from twiddle.base.sources import Sources
from twiddle.base.store import State, states
from twiddle.catalog.block import Block
from twiddle.tools.synth.records import Failure, Hashed, Record, are_current, load, name_of, read, write_json
from twiddle.tools.targets import asic

H = TypeVar("H", bound=Hashed)

FAILED = "failed.json"
"""The file of `results/` with failed measurements and their reasons, by the name of the record."""

PENDING = "pending.json"
"""The file of `results/` that lists evidence of earlier hardware, until it is measured again."""


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

    Those of arithmetic units are in its folder `arith`, those of whole schemes and their units in `systems`.

    >>> from twiddle import core
    >>> Results().find(core("lattice"), "xc7").cells.lut > 10_000
    True
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

    def find(self, block: Block, target: str) -> Record | None:
        """The record of a block on a target; None if there is none. Errors as for `load`."""
        expect("design", block, Block, A_DESIGN)
        path = self.folder / name_of(block, target)
        return load(path) if path.exists() else None

    def load_all(self, everything: bool = False) -> list[Record]:
        """Every core's record, by file name, with `everything` every block's; errors as for `load`.

        Records of the user's own rings are left out, since only their names are known; so are those of asic,
        whose library is the user's own.
        """
        presets = {preset.name for preset in rings()}
        others = [path for name in ("systems", "arith") for path in sorted((self.folder / name).glob("*.json"))]
        records = [load(path) for path in (*self.paths, *others * everything)]
        return [record for record in records if record.ring in {"", *presets} and record.target != asic.NAME]

    def readable(self, log: Callable[[str], None]) -> list[Record]:
        """Every readable record of a core on a device; `log` receives a line for each unreadable one."""
        records = []
        for path in self.paths:
            try:
                records.append(load(path))
            except TwiddleError as error:
                log(f"not used: {error}")
        return [record for record in records if record.target != asic.NAME]

    def states(self, found: Sequence[tuple[str, H | None, Sources]]) -> list[State]:
        """The states of records, each with its name, its content if any, and the present inputs of its elaboration.

        A pending record is not elaborated. Raises TwiddleError as `are_current`.
        """
        return states(found, are_current, self.pending())

    def save(self, record: Record) -> Path:
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
