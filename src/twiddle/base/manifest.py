# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The file list of the RTL: `rtl/manifest.toml`, from which every other list is derived.

Every function takes the root folder of an RTL tree (default: the tree of this package); another tree,
such as a copy with one line changed, needs only a `manifest.toml` of its own.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from twiddle.base import places
from twiddle.base.errors import TwiddleError, unknown

_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//(?! *(?:synopsys|synthesis|pragma)\b)[^\n]*')
_INCLUDE = re.compile(r'`include\s*"([^"]+)"')


@dataclass(frozen=True)
class Module:
    """One entry of the manifest: its files, relative to the root, and the modules it instantiates."""

    name: str
    files: tuple[str, ...]
    depends: tuple[str, ...]

    @property
    def folder(self) -> str:
        """The folder of the first file, relative to the root."""
        return self.files[0].rpartition("/")[0]


def rtl_root() -> Path:
    """The folder of the RTL: `rtl/` of the repository, or of the installed package."""
    return places.root() / "rtl"


def _text(root: Path | None) -> tuple[Path, str]:
    path = (root or rtl_root()) / "manifest.toml"
    try:
        return path, path.read_text(encoding="utf-8")
    except OSError as error:
        raise TwiddleError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TwiddleError(f"{path}: {error}") from error


@lru_cache(maxsize=16)
def _parsed(path: Path, text: str) -> dict[str, Any]:
    """Parsing takes 10 ms, and every list of sources needs it: once for the same text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TwiddleError(f"{path}: {error}") from error


def _load(root: Path | None) -> tuple[Path, dict[str, Any]]:
    path, text = _text(root)
    return path, _parsed(path, text)


def _names(path: Path, where: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise TwiddleError(f"{path}: {where} is not a list of strings")
    return tuple(value)


def modules(root: Path | None = None) -> dict[str, Module]:
    """Every module of the manifest by its name, packages included."""
    return dict(_modules(*_text(root)))


@lru_cache(maxsize=16)
def _modules(path: Path, text: str) -> dict[str, Module]:
    found: dict[str, Module] = {}
    for name, entry in _parsed(path, text).get("modules", {}).items():
        if unknown := set(entry) - {"files", "depends"}:
            raise TwiddleError(f"{path}: modules.{name}: unknown key {sorted(unknown)[0]!r}")
        files = _names(path, f"modules.{name}.files", entry.get("files", []))
        if not files:
            raise TwiddleError(f"{path}: modules.{name}.files is empty")
        found[name] = Module(name, files, _names(path, f"modules.{name}.depends", entry.get("depends", [])))
    return found


def tops(root: Path | None = None) -> tuple[str, ...]:
    """Names of the modules that a user instantiates as cores."""
    path, document = _load(root)
    return _names(path, "tops.cores", document.get("tops", {}).get("cores", []))


def cores(root: Path | None = None) -> dict[str, str]:
    """The top module of every core with sources in `rtl/`, by its name in `twiddle cores`."""
    path, document = _load(root)
    found = document.get("cores", {})
    _names(path, "cores", list(found.values()))
    return dict(found)


def core_files(core: str, root: Path | None = None) -> list[Path]:
    """Source files of a core, by its name in `twiddle cores`, in compile order, packages first.

    The macro headers are in `include_dirs`. Raises TwiddleError for an unknown name.

    >>> [path.name for path in core_files("rns")][-1]
    'twd_iterative.sv'
    """
    path, document = _load(root)
    generated = _names(path, "tops.generated", document.get("tops", {}).get("generated", []))
    if core in generated:
        raise TwiddleError(f"core {core!r}: its sources are not in rtl/; `twiddle hls` generates them")
    known = cores(root)
    if core not in known:
        raise unknown("core", core, known)
    return sources(known[core], root)


def folders(root: Path | None = None) -> dict[str, tuple[str, ...]]:
    """Every folder of the tree, bottom to top, with patterns of the folders that it may use."""
    path, document = _load(root)
    found = document.get("folders", {})
    return {name: _names(path, f"folders.{name}", patterns) for name, patterns in found.items()}


def closure(top: str, root: Path | None = None) -> list[Module]:
    """`top` and everything it needs, each module after its dependencies.

    Raises TwiddleError for an unknown module and for cyclic dependencies.
    """
    return list(_closure(top, *_text(root)))


@lru_cache(maxsize=1024)
def _closure(top: str, manifest: Path, text: str) -> tuple[Module, ...]:
    known = _modules(manifest, text)
    order: dict[str, Module] = {}
    path: list[str] = []

    def visit(name: str) -> None:
        if name in path:
            raise TwiddleError(f"manifest: cyclic dependencies: {' -> '.join([*path, name])}")
        if name not in known:
            user = f" (needed by {path[-1]})" if path else ""
            raise TwiddleError(f"manifest: unknown module {name!r}{user}")
        if name in order:
            return
        path.append(name)
        for dependency in known[name].depends:
            visit(dependency)
        path.pop()
        order[name] = known[name]

    visit(top)
    return tuple(order.values())


def sources(top: str, root: Path | None = None) -> list[Path]:
    """Source files of `top` in compile order, packages first. Raises TwiddleError (see `closure`)."""
    base = root or rtl_root()
    return in_order(base / file for module in closure(top, base) for file in module.files)


def in_order(files: Iterable[Path]) -> list[Path]:
    """Source files of several modules, each once, packages first."""
    return sorted(dict.fromkeys(files), key=lambda file: not file.stem.endswith("_pkg"))


def text_hash(paths: Iterable[Path]) -> str:
    """sha256 of source files, each once, without white space and without comments that no tool obeys.

    Raises OSError for an unreadable file.
    """
    texts = [_bare(path.read_text(encoding="latin-1")) for path in dict.fromkeys(paths)]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def hash_of_all(*more: Path) -> str:
    """`text_hash` of the sources of every module, and of these files."""
    return text_hash([*sorted(path for module in modules() for path in sources(module)), *more])


@lru_cache(maxsize=1024)
def _bare(text: str) -> str:
    """A text without comments and white space; the same files belong to many tops."""
    return " ".join(_COMMENT.sub(r"\1", text).split())


def include_dirs(root: Path | None = None) -> list[Path]:
    """Folders in which `include finds the macro headers."""
    base = root or rtl_root()
    return sorted({path.parent for path in base.rglob("*.svh")})


def headers(files: Iterable[Path], folders: Iterable[Path]) -> list[Path]:
    """The headers that files include, and that these include, each from the first folder that has it.

    By name. A header that no folder has is left to the tool that reads the sources. Raises OSError for an
    unreadable file.
    """
    places = list(folders)
    found: dict[str, Path] = {}
    waiting = list(files)
    while waiting:
        for name in _INCLUDE.findall(_bare(waiting.pop().read_text(encoding="latin-1"))):
            path = next((place / name for place in places if (place / name).is_file()), None)
            if path is not None and name not in found:
                found[name] = path
                waiting.append(path)
    return [found[name] for name in sorted(found)]
