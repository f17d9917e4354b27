# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The file list of the RTL: `rtl/manifest.toml`, from which every other list is derived.

Every function takes the root folder of an RTL tree (default: the tree of this package); another tree,
such as a copy with one line changed, needs only a `manifest.toml` of its own.
"""

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import msgspec

from twiddle.base import places
from twiddle.base.errors import TwiddleError, system_errors, unknown

_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//(?! *(?:synopsys|synthesis|pragma)\b)[^\n]*')
_INCLUDE = re.compile(r'`include\s*"([^"]+)"')

_Names = tuple[str, ...]


class Module(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the manifest: its files, relative to the root, and the modules it instantiates."""

    files: Annotated[_Names, msgspec.Meta(min_length=1)]
    depends: _Names = ()
    name: str = ""

    @property
    def folder(self) -> str:
        """The folder of the first file, relative to the root."""
        return self.files[0].rpartition("/")[0]


class _Tops(msgspec.Struct):
    cores: _Names = ()
    generated: _Names = ()


class _Manifest(msgspec.Struct, eq=False):
    modules: dict[str, Module] = {}
    tops: _Tops = msgspec.field(default_factory=_Tops)
    cores: dict[str, str] = {}
    folders: dict[str, _Names] = {}

    def __post_init__(self) -> None:
        self.modules = {name: msgspec.structs.replace(each, name=name) for name, each in self.modules.items()}


def rtl_root() -> Path:
    """The folder of the RTL: `rtl/` of the repository, or of the installed package."""
    return places.root() / "rtl"


def _load(root: Path | None) -> _Manifest:
    path = (root or rtl_root()) / "manifest.toml"
    with system_errors(path):
        return _parsed(path, path.read_bytes())


@lru_cache(maxsize=16)
def _parsed(path: Path, text: bytes) -> _Manifest:
    """Parsing takes 10 ms, and every list of sources needs it: once for the same text."""
    try:
        return msgspec.toml.decode(text, type=_Manifest)
    except ValueError as error:
        raise TwiddleError(f"{path}: {error}") from error


def modules(root: Path | None = None) -> dict[str, Module]:
    """Every module of the manifest by its name, packages included."""
    return dict(_load(root).modules)


def tops(root: Path | None = None) -> tuple[str, ...]:
    """Names of the modules that a user instantiates as cores."""
    return _load(root).tops.cores


def cores(root: Path | None = None) -> dict[str, str]:
    """The top module of every core with sources in `rtl/`, by its name in `twiddle cores`."""
    return dict(_load(root).cores)


def core_files(core: str, root: Path | None = None) -> list[Path]:
    """Source files of a core, by its name in `twiddle cores`, in compile order, packages first.

    The macro headers are in `include_dirs`. Raises TwiddleError for an unknown name.

    >>> [path.name for path in core_files("rns")][-1]
    'twd_iterative.sv'
    """
    manifest = _load(root)
    if core in manifest.tops.generated:
        raise TwiddleError(f"core {core!r}: its sources are not in rtl/; `twiddle hls` generates them")
    if core not in manifest.cores:
        raise unknown("core", core, manifest.cores)
    return sources(manifest.cores[core], root)


def folders(root: Path | None = None) -> dict[str, tuple[str, ...]]:
    """Every folder of the tree, bottom to top, with patterns of the folders that it may use."""
    return dict(_load(root).folders)


def closure(top: str, root: Path | None = None) -> list[Module]:
    """`top` and everything it needs, each module after its dependencies.

    Raises TwiddleError for an unknown module and for cyclic dependencies.
    """
    return list(_closure(top, _load(root)))


@lru_cache(maxsize=1024)
def _closure(top: str, manifest: _Manifest) -> tuple[Module, ...]:
    order: dict[str, Module] = {}
    path: list[str] = []

    def visit(name: str) -> None:
        if name in path:
            raise TwiddleError(f"manifest: cyclic dependencies: {' -> '.join([*path, name])}")
        if name not in manifest.modules:
            user = f" (needed by {path[-1]})" if path else ""
            raise TwiddleError(f"manifest: unknown module {name!r}{user}")
        if name in order:
            return
        path.append(name)
        for dependency in manifest.modules[name].depends:
            visit(dependency)
        path.pop()
        order[name] = manifest.modules[name]

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
