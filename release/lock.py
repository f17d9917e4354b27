# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The packages that a user installs, by requirements.lock, and their entries in THIRD-PARTY.md."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

_PIN = re.compile(r"^([\w.-]+)==(\S+)(?: ; ([^\n\\]+))? \\\n((?: +--hash[^\n]*\n)+)((?: +#[^\n]*\n?)+)", re.MULTILINE)
_USER = re.compile(r"^ +# (?:via +| +)([\w.-]+)", re.MULTILINE)
_ENTRY = re.compile(r"^\| `([\w.-]+)` \| ([^|]+) \| ([^|]+) \| <(https://[^|]+)> \|$", re.MULTILINE)
_ITSELF = "twiddle"


@dataclass(frozen=True)
class Pin:
    """A package of the lock: its version, the sha256 of each of its files, and the packages that need it.

    marker  where it is installed, as an environment marker; empty: everywhere
    """

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]
    needed_by: frozenset[str]


@dataclass(frozen=True)
class Entry:
    """A package in THIRD-PARTY.md: licence as an SPDX expression, its use, its address."""

    licence: str
    place: str
    url: str


def normal(name: str) -> str:
    """The normalised name of a package."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _required(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[ <>=\[]", each)[0]) for each in requirements}


def direct(root: Path) -> set[str]:
    """The run-time requirements of pyproject.toml."""
    return _required(tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"])


def chosen(root: Path) -> set[str]:
    """The requirements of the extras for users: all except test."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].items()
    return {name for extra, required in extras if extra != "test" for name in _required(required)}


def pins(root: Path) -> list[Pin]:
    """Every package of the lock; one with several versions appears several times."""
    found = []
    text = (root / "requirements.lock").read_text(encoding="utf-8")
    for name, version, marker, hashes, comment in _PIN.findall(text):
        users = {normal(each) for each in _USER.findall(comment)} - {_ITSELF}
        digests = tuple(sorted(re.findall(r"sha256:([0-9a-f]{64})", hashes)))
        found.append(Pin(normal(name), version, marker.strip(), digests, frozenset(users)))
    return found


def runtime(root: Path) -> list[Pin]:
    """The packages of the lock that an installation without extras installs, in alphabetical order."""
    known = pins(root)
    reached, new = set[str](), direct(root)
    while new:
        reached |= new
        new = {pin.name for pin in known if pin.needed_by & reached} - reached
    return sorted((pin for pin in known if pin.name in reached), key=lambda pin: (pin.name, pin.version))


def third_party(root: Path) -> dict[str, Entry]:
    """Every package with a line in THIRD-PARTY.md."""
    text = (root / "THIRD-PARTY.md").read_text(encoding="utf-8")
    return {normal(name): Entry(*(each.strip() for each in rest)) for name, *rest in _ENTRY.findall(text)}
