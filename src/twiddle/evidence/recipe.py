# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures a core of others in our flow, from sources that you have: a recipe, and its record.

A recipe is a TOML file with the files to measure and the necessary edits; docs/compare/own-core.md describes it. The
only source text in it is what an edit searches for.
"""

import contextlib
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Unpack

import msgspec

from twiddle.base import places
from twiddle.base.errors import TwiddleError, check_regular, shown, system_errors, unknown
from twiddle.base.rings import ring
from twiddle.base.sources import Sources
from twiddle.base.store import Artifact
from twiddle.catalog.block import OPCODES
from twiddle.evidence.results import Results
from twiddle.tools.synth.flow import Options, measure_each, raise_first
from twiddle.tools.synth.records import Measurement, read
from twiddle.tools.targets import REFERENCE
from twiddle.tools.targets.base import RESOURCES

Count = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Identifier = Annotated[str, msgspec.Meta(pattern="^[A-Za-z_][A-Za-z0-9_]*$", max_length=200)]
Value = Annotated[str, msgspec.Meta(pattern=r"^[^\s;]+$", max_length=200)]
ByOperation = dict[str, Count]

STUB = "twiddle_stub.v"
"""The file with the stub of a recipe, read last."""


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text that occurs in a file exactly so many times, and its replacement in each place."""

    file: str
    search: Annotated[str, msgspec.Meta(min_length=1)]
    replace: str
    times: Count = 1


class Cycles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cycles of each operation without loading and unloading, from its authors or a simulation."""

    ntt: Count
    intt: Count | None = None
    pwm: Count | None = None

    @property
    def mul(self) -> int | None:
        """A product: two transforms, the pointwise product, the transform back."""
        return None if self.intt is None or self.pwm is None else 2 * self.ntt + self.intt + self.pwm


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The description of a core to measure."""

    design: Text
    ring: Text
    butterflies: Count
    top: Identifier
    files: tuple[Text, ...]  # sources in compile order, relative to the measured folder
    cycles: Cycles
    sources: str = "."  # that folder, relative to the folder of the recipe
    repository: str = ""
    commit: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{40})?$")] = ""
    include: tuple[Text, ...] = ()  # folders of headers
    parameters: dict[Identifier, Value] = {}
    stub: str = ""  # Verilog of a module around the core, which becomes the top, for example to tie ports off
    interval: ByOperation = {}  # cycles between results at full rate, loading and unloading included, by operation
    latency: ByOperation = {}  # cycles from the first beat in to the last beat out
    left_out: str = ""  # the parts of the core that are not measured, in words
    differs: str = ""  # why its area or time does not compare with a whole core's; empty if it does
    edits: tuple[Edit, ...] = ()


class Peer(Recipe, frozen=True, kw_only=True):
    """The record of a recipe: whether its commit was checked, and the measurements by target."""

    commit_checked: bool
    targets: dict[str, Measurement]


@contextlib.contextmanager
def _placed(path: Path) -> Iterator[None]:
    """Errors of the block begin with the file of the recipe."""
    try:
        yield
    except TwiddleError as error:
        raise TwiddleError(f"{path}: {error}") from None


def load(path: Path) -> Recipe:
    """The recipe of a file. Raises TwiddleError, with the field, for an invalid one."""
    found = places.read_toml(path, Recipe, "a recipe")
    with _placed(path):
        for field, text in _texts(found):
            if not text.isprintable():
                raise TwiddleError(f"{field}: {shown(text)} has a character that is not printable")
        if found.ring.endswith(".toml"):
            found = msgspec.structs.replace(found, ring=str(path.parent / found.ring))
        ring(found.ring)
        if not found.files:
            raise TwiddleError("files: empty")
        for name in ("interval", "latency"):
            for operation in getattr(found, name):
                if operation not in OPCODES:
                    raise TwiddleError(f"{name}: {unknown('operation', operation, OPCODES)}")
        for name in (*found.files, *found.include, *(edit.file for edit in found.edits)):
            if Path(name).is_absolute() or ".." in Path(name).parts or "\0" in name:
                raise TwiddleError(f"{name!r}: is not below the measured folder")
    return found


def _texts(recipe: Recipe) -> Iterator[tuple[str, str]]:
    """Every text of a recipe with its field, except Verilog and what is replaced in it."""
    for field, value in msgspec.structs.asdict(recipe).items():
        if isinstance(value, str) and field != "stub":
            yield field, value
        elif field in ("files", "include"):
            yield from ((field, each) for each in value)
        elif field == "edits":
            yield from ((field, each.file) for each in value)
        elif field == "parameters":
            yield from ((field, each) for pair in value.items() for each in pair)


def here(path: Path) -> tuple[Recipe, Sources]:
    """The recipe of a file and the sources next to it. Raises TwiddleError as `load` and `prepare`."""
    found = load(path)
    with _placed(path):
        return found, prepare(found, path.parent / found.sources)


def prepare(recipe: Recipe, folder: Path) -> Sources:
    """A copy of the sources to measure, kept in the cache: `folder` does not change."""
    _check_commit(recipe, folder)
    names = list(recipe.files)
    for each in recipe.include:
        if not (folder / each).is_dir():
            raise TwiddleError(f"{folder / each}: no such folder")
        names += [path.relative_to(folder).as_posix() for path in sorted((folder / each).glob("*")) if path.is_file()]
    texts = {name: _read(folder / name) for name in dict.fromkeys(names)}
    for edit in recipe.edits:
        texts[edit.file] = _edited(edit, texts)
    stub = [STUB] if recipe.stub else []
    if stub:
        texts[STUB] = recipe.stub.encode()

    def fill(copy: Path) -> None:
        for name, text in texts.items():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes(text)

    copy = Artifact("peers", [part for each in texts.items() for part in each], fill, Path).get()
    files = tuple(copy / name for name in (*recipe.files, *stub))
    return Sources(recipe.top, files, tuple(copy / name for name in recipe.include), recipe.parameters)


def measure_here(path: Path, targets: Sequence[str] = REFERENCE, **options: Unpack[Options]) -> Peer:
    """The measurements of the sources next to a recipe. Errors as for `here` and of the tools."""
    found = load(path)
    with _placed(path):
        return measure(found, path.parent / found.sources, targets, **options)


def measure(recipe: Recipe, folder: Path, targets: Sequence[str] = REFERENCE, **options: Unpack[Options]) -> Peer:
    """The record of a recipe, by default on both reference targets."""
    found = raise_first(measure_each(prepare(recipe, folder), targets, **options))
    checked = _check_commit(recipe, folder)
    return Peer(**msgspec.structs.asdict(recipe), commit_checked=checked, targets=found)


def name_of(recipe: Recipe) -> str:
    """Design, ring and butterflies as a file name without its ending."""
    words = (recipe.design, ring(recipe.ring).name, f"{recipe.butterflies}")
    return "-".join(re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-") for word in words)


def save(record: Peer, results: Results) -> Path:
    """Write a record to the folder `peers` of results; returns its path."""
    return results.write(f"peers/{name_of(record)}.json", record)


def records(results: Results) -> list[Peer]:
    """Every record of a peer, by file name. Raises TwiddleError for an invalid one."""
    found = []
    for path in sorted((results.folder / "peers").glob("*.json")):
        found.append(record := read(path, Peer, "record of a peer"))
        if missing := [name for name in REFERENCE if name not in record.targets]:
            raise TwiddleError(f"{path}: not a record of a peer: targets has no {missing[0]!r}")
    return found


def row(record: Peer) -> dict[str, str]:
    """A record as a row of `peers.csv`, with the DSP and BRAM36 of ecp5 and the interval of a MUL too.

    Raises TwiddleError for one without a clock rate.
    """
    cycles, (xc7, ecp5) = record.cycles, (record.targets[name] for name in REFERENCE)
    timed = "ntt" if cycles.mul is None else "mul"
    if ecp5.fmax_mhz is None:
        raise TwiddleError(f"peers/{name_of(record)}.json: targets: ecp5 has no clock rate")
    values: dict[str, float | None] = {
        **{f"cycles_{name}": getattr(cycles, name) for name in ("ntt", "intt", "pwm", "mul")},
        **{name: xc7.cells[name] for name in RESOURCES},
        **{f"ecp5_{name}": ecp5.cells[name] for name in ("lut", "dsp", "bram36")},
        "freq_mhz": ecp5.fmax_mhz,
        "interval_mul": record.interval.get("mul"),
        "time_us": record.interval.get(timed, cycles.mul or cycles.ntt) / ecp5.fmax_mhz,
        "butterflies": record.butterflies,
    }
    names = ("design", "ring", "repository", "commit", "top", "left_out", "differs")
    texts = {"measured": "by recipe", **{name: getattr(record, name) for name in names}}
    return {**texts, **{name: "" if value is None else str(value) for name, value in values.items()}}


def _check_commit(recipe: Recipe, folder: Path) -> bool:
    """Whether the folder is a git work tree; it must then be at the recipe's commit."""
    if not folder.is_dir():
        raise TwiddleError(f"{folder}: no such folder")
    if not recipe.commit or not (folder / ".git").exists():
        return False
    git = ["git", "-C", str(folder), "rev-parse", "--verify", "--quiet", "HEAD"]
    head = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    if head != recipe.commit:
        raise TwiddleError(f"{folder}: is at commit {head or 'none'}, but the recipe is for {recipe.commit}")
    return True


def _read(path: Path) -> bytes:
    check_regular(path)
    with system_errors(path):
        return path.read_bytes()


def _edited(edit: Edit, texts: dict[str, bytes]) -> bytes:
    if edit.file not in texts:
        raise TwiddleError(f"edits: {edit.file}: is not in files, nor in a folder of include")
    count = texts[edit.file].count(edit.search.encode())
    if count != edit.times:
        expected = "once" if edit.times == 1 else edit.times
        raise TwiddleError(f"edits: {edit.file}: {edit.search!r} occurs {count} times, not {expected}")
    return texts[edit.file].replace(edit.search.encode(), edit.replace.encode())
