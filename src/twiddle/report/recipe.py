# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core of somebody else, measured in our flow from sources that you have: a recipe, and its record.

A recipe is a TOML file that says what is measured of a repository, and what is changed for it; docs/peers.md
describes it. It holds no line of the sources themselves but what an edit searches for.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Unpack

import msgspec

from twiddle.errors import TwiddleError
from twiddle.rings import ring
from twiddle.synth import cache
from twiddle.synth.flow import Options, measure_all
from twiddle.synth.records import default_folder
from twiddle.synth.targets import REFERENCE

Record = dict[str, Any]


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text that stands in a file exactly once, and what takes its place."""

    file: str
    search: str
    replace: str


class Cycles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cycles of each operation without loading and unloading, as its authors or a simulation give them."""

    ntt: int
    intt: int | None = None
    pwm: int | None = None

    @property
    def mul(self) -> int | None:
        """A product: two transforms, the pointwise product, the transform back."""
        return None if self.intt is None or self.pwm is None else 2 * self.ntt + self.intt + self.pwm


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is measured of a repository.

    files      sources in the order in which they are read, below the folder that is measured
    include    folders of headers
    left_out   what of the core is not measured, in words
    differs    why its area or time does not compare with a whole core's; empty where it does
    """

    design: str
    ring: str
    butterflies: int
    repository: str
    commit: str
    top: str
    files: tuple[str, ...]
    cycles: Cycles
    include: tuple[str, ...] = ()
    parameters: dict[str, str] = {}
    left_out: str = ""
    differs: str = ""
    edits: tuple[Edit, ...] = ()


def load(path: Path) -> Recipe:
    """The recipe of a file. Raises TwiddleError for one that cannot be read, and names the field."""
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=Recipe)
    except OSError as error:
        raise TwiddleError(f"{path}: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise TwiddleError(f"{path}: {error}") from None
    ring(found.ring)
    if not re.fullmatch(r"[0-9a-f]{40}", found.commit):
        raise TwiddleError(f"{path}: commit: {found.commit!r} is not 40 hexadecimal digits")
    if not found.files:
        raise TwiddleError(f"{path}: files: there is none")
    for name in (*found.files, *found.include, *(edit.file for edit in found.edits)):
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise TwiddleError(f"{path}: {name}: is not below the folder that is measured")
    return found


def measure(recipe: Recipe, folder: Path, **options: Unpack[Options]) -> Record:
    """The record of a recipe: its fields, and the figures of both reference targets.

    The sources are copied before they are edited: `folder` stays as it is.
    Raises TwiddleError where a file is missing, the commit is another one, an edit does not fit, or a tool
    fails.
    """
    checked = _check_commit(recipe, folder)
    with tempfile.TemporaryDirectory(prefix="twiddle-peer-") as name:
        copy = Path(name)
        for each in recipe.files:
            _copy(folder, copy, each)
        for each in recipe.include:
            if not (folder / each).is_dir():
                raise TwiddleError(f"{folder / each}: no such folder")
            for path in sorted((folder / each).glob("*")):
                if path.is_file():
                    _copy(folder, copy, str(path.relative_to(folder)))
        for edit in recipe.edits:
            _apply(edit, copy)
        files = [copy / each for each in recipe.files]
        include = [copy / each for each in recipe.include]
        found = measure_all(recipe.top, files, include, recipe.parameters, REFERENCE, **options)
    return {**msgspec.to_builtins(recipe), "commit_checked": checked, "targets": found}


def save(record: Record, folder: Path | None = None) -> Path:
    """Write a record to `results/peers/`, or below another folder of results; returns its path."""
    words = (record["design"], record["ring"], f"{record['butterflies']}")
    name = "-".join(re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-") for word in words)
    path = (folder or default_folder()) / "peers" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    cache.write_atomically(path, json.dumps(record, indent=1) + "\n")
    return path


def records(folder: Path | None = None) -> list[Record]:
    """Every record of a peer, by name of its file. Raises TwiddleError for one that is not."""
    found = []
    for path in sorted(((folder or default_folder()) / "peers").glob("*.json")):
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            fields = {name: record[name] for name in Recipe.__struct_fields__}
            msgspec.convert(fields, Recipe)
            found.append({**record, "targets": {name: record["targets"][name] for name in REFERENCE}})
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise TwiddleError(f"{path}: not the record of a peer: {error}") from None
    return found


def row(record: Record) -> dict[str, str]:
    """A record as a row of `peers.csv`."""
    cycles = msgspec.convert(record["cycles"], Cycles)
    xc7, ecp5 = (record["targets"][name] for name in REFERENCE)
    named = {"ntt": cycles.ntt, "intt": cycles.intt, "pwm": cycles.pwm, "mul": cycles.mul}
    values = {
        **{f"cycles_{name}": value for name, value in named.items()},
        **{name: xc7["cells"][name] for name in ("lut", "ff", "dsp", "bram36")},
        "ecp5_lut": ecp5["cells"]["lut"],
        "freq_mhz": ecp5["fmax_mhz"],
        "time_us": (cycles.mul or cycles.ntt) / ecp5["fmax_mhz"],
        "butterflies": record["butterflies"],
    }
    texts = {name: record[name] for name in ("design", "ring", "left_out", "differs")}
    return {**texts, **{name: "" if value is None else str(value) for name, value in values.items()}}


def _check_commit(recipe: Recipe, folder: Path) -> bool:
    """Whether the folder is a git work tree, which then is at the recipe's commit."""
    if not folder.is_dir():
        raise TwiddleError(f"{folder}: no such folder")
    if not (folder / ".git").exists():
        return False
    git = ["git", "-C", str(folder), "rev-parse", "--verify", "--quiet", "HEAD"]
    head = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    if head != recipe.commit:
        raise TwiddleError(f"{folder}: is at commit {head or 'none'}, and the recipe is for {recipe.commit}")
    return True


def _copy(folder: Path, to: Path, name: str) -> None:
    if not (folder / name).is_file():
        raise TwiddleError(f"{folder / name}: no such file")
    (to / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(folder / name, to / name)


def _apply(edit: Edit, folder: Path) -> None:
    path = folder / edit.file
    if not path.is_file():
        raise TwiddleError(f"edits: {edit.file}: is none of the files, nor in a folder of include")
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    if text.count(edit.search) != 1:
        count = text.count(edit.search)
        raise TwiddleError(f"edits: {edit.file}: {edit.search!r} is there {count} times, not once")
    path.write_text(text.replace(edit.search, edit.replace), encoding="utf-8", errors="surrogateescape")
