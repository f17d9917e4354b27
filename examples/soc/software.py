# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The software that runs: mlkem-native and mldsa-native, from crates that cargo brings or the user names."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from twiddle.base.errors import TwiddleError
from twiddle.base.store import Artifact

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Crate:
    """A package of crates.io, from which the software comes, with the SHA-256 of its file."""

    name: str
    version: str
    sha256: str

    @property
    def folder(self) -> str:
        """The name of its folder."""
        return f"{self.name}-{self.version}"


LIBRARY = Crate("aws-lc-sys", "0.47.0", "8bfbe32ac36b3c428696ce315464181bc4029d689fd58e3f2a4e58c252242f52")
"""Contains mlkem-native and mldsa-native."""
HASHES = Crate("pqcrypto-internals", "0.2.11", "b4a326caf27cbf2ac291ca7fd56300497ba9e76a8cc6a7d95b7a18b57f22b61d")
"""Contains the portable Keccak of PQClean."""
CRATES = (LIBRARY, HASHES)
FIPS = "aws-lc/crypto/fipsmodule"

PINNED = "f89c32a4a686f770b773bcaaf2682d571097ddd5ba04b69fe59b40cfe8f8f1f7"
"""SHA-256 of the sources, which cargo or the user brings."""


@dataclass(frozen=True)
class Scheme:
    """A scheme: its software in the library; where programs are chained, some of its files are replaced."""

    folder: str
    macro: str
    files: tuple[str, ...]
    replaced: tuple[str, ...]
    name: str
    operations: tuple[str, str, str]

    @property
    def program(self) -> Path:
        """The program that runs its operations."""
        return HERE / "firmware" / f"{self.name}.c"

    @property
    def chained(self) -> Path:
        """The file in place of the replaced ones."""
        return HERE / "firmware" / f"{self.name}_chained.c"

    @property
    def lattice(self) -> Path:
        """The program in which the hardware executes whole operations."""
        return HERE / "firmware" / f"{self.name}_lattice.c"


KEM = Scheme(
    "ml_kem/mlkem",
    "MLK",
    ("compress.c", "indcpa.c", "kem.c", "poly.c", "poly_k.c", "sampling.c", "verify.c"),
    ("indcpa.c",),
    "kem",
    ("keygen", "encaps", "decaps"),
)
DSA = Scheme(
    "ml_dsa/mldsa",
    "MLD",
    ("ct.c", "packing.c", "poly.c", "poly_kl.c", "polyvec.c", "polyvec_lazy.c", "sign.c"),
    ("polyvec_lazy.c", "sign.c"),
    "dsa",
    ("keygen", "sign", "verify"),
)
SETS = {
    **{f"ML-KEM-{number}": (KEM, number) for number in (512, 768, 1024)},
    **{f"ML-DSA-{number}": (DSA, number) for number in (44, 65, 87)},
}

FORMS = ("software", "calls", "chained", "lattice")
"""Software alone; each polynomial operation a call of the unit; programs of the unit; whole operations."""

PARTS = {
    "lattice": r"^(twd_)?lattice_",
    "hash": r"Keccak|keccak|shake|sha3|load64|store64",
    "polynomials": r"ntt|basemul|mulcache|mont|reduce|(poly|polyvec[kl]?|matvec)_(add|sub|mul|shiftl)|caddq"
    r"|unit_|dma_|(kem|dsa)_(transform|product)|pointwise|yvec|fqmul|butterfly",
    "sampling": r"rej_|cbd|uniform|noise|gen_matrix|challenge|expand|gamma1|eta",
}
"""Parts of a program by the names of functions; the first that is found counts, all else is the rest."""


def part(function: str) -> str:
    """The part to which a function belongs."""
    return next((name for name, found in PARTS.items() if re.search(found, function)), "the rest")


def folder(chosen: Path | None) -> Path:
    """The folder with the unpacked crates: the chosen one, or one that cargo fills, once.

    Raises TwiddleError if a crate is missing or a file is not the pinned one.
    """
    found = chosen or Artifact("crates", [each.folder for each in CRATES], _fetch, Path).get()
    for crate in CRATES:
        if not (found / crate.folder).is_dir():
            raise TwiddleError(f"{found}: no folder {crate.folder}; unpack {crate.folder}.crate there")
    of = _digest(found)
    if of != PINNED:
        raise TwiddleError(f"{found}: the sources have the SHA-256 {of}, not {PINNED}")
    return found


def _digest(found: Path) -> str:
    """SHA-256 of all that is compiled or included, names and contents."""
    parts = [found / LIBRARY.folder / FIPS / scheme.folder for scheme in (KEM, DSA)]
    parts += [found / HASHES.folder / name for name in ("cfiles", "include")]
    files = sorted(path for part in parts for path in part.glob("*.[chi]*"))
    total = hashlib.sha256()
    for path in files:
        total.update(f"{path.relative_to(found)}\n".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _fetch(target: Path) -> None:
    """Lets cargo download the crates into a folder; it checks their sums."""
    cargo = shutil.which("cargo")
    if cargo is None:
        raise TwiddleError("no cargo on PATH; unpack the crates yourself and name their folder: --sources")
    (target / "src").mkdir()
    (target / "src" / "lib.rs").touch()
    wanted = "".join(f'{each.name} = "={each.version}"\n' for each in CRATES)
    text = f'[package]\nname = "soc"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n{wanted}'
    (target / "Cargo.toml").write_text(text, encoding="ascii")
    done = subprocess.run(
        [cargo, "vendor", "--quiet", "--versioned-dirs", "vendor"],
        cwd=target,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise TwiddleError(f"cargo: {done.stderr.strip().splitlines()[-1]}")
    for crate in CRATES:
        shutil.move(target / "vendor" / crate.folder, target / crate.folder)
    shutil.rmtree(target / "vendor")
