# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle kem`, `twiddle dsa`, `twiddle falcon`: schemes on simulated hardware."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.base.progress import ProgressDisplay, silent
from twiddle.cli.options import PATH, hexadecimal, old_option, with_options
from twiddle.cli.output import Answer, Output, grid, output_options
from twiddle.cli.paths import check_apart, read, write_all
from twiddle.evidence.schemes import falcon, on_unit, scheme
from twiddle.evidence.schemes.on_lattice import Executor
from twiddle.evidence.schemes.on_unit import Counted
from twiddle.model.sets import DSA_SETS, KEM_SETS, lengths

_FALCON_SETS = ("Falcon-512", "Falcon-1024")

Command = Callable[..., None]


@dataclass(frozen=True)
class Chosen:
    """What every command is given: parameter set, hardware and its lanes, and where its answer goes."""

    name: str
    on: str
    lanes: int
    output: Output

    @contextlib.contextmanager
    def hardware(self, *paths: Path) -> Iterator[Counted | Executor]:
        """The simulated hardware, with progress on a terminal; errors of the packages name these files."""
        with _named(*paths), ProgressDisplay() as shown:
            yield scheme.hardware(self.on, self.lanes, shown if sys.stderr.isatty() else silent)

    def read(self, path: Path, kind: str, what: str) -> bytes:
        """A file whose length belongs to the parameter set: of kind public, private or made."""
        data, size = read(path), getattr(lengths(self.name), kind)
        if len(data) != size:
            raise TwiddleError(f"{path}: the {what} has {len(data)} bytes, not {size} as {self.name} has")
        return data

    def report(self, operation: str, hardware: Counted | Executor, files: Mapping[str, str], ok: bool = True) -> None:
        """Show what was done, its cycles, and the names of the files."""
        done = {"scheme": self.name, "operation": operation, "on": self.on}
        document = {**done, "cycles": hardware.cycles, "ok": ok, **files}
        if isinstance(hardware, Executor):
            where = f"whole on twd_lattice with {self.lanes} lanes"
            title = f"{self.name} {operation}, {where}: {hardware.cycles:,} cycles from the command to the result"
            row = (self.name, operation, hardware.cycles)
            self.output.show(Answer(document, [grid("cycles", title, "scheme operation", "cycles", [row])]))
            return
        counts: dict[str, list[int]] = {}
        for program, count in hardware.runs:
            counts.setdefault(program, []).append(count)
        rows = [(program, len(each), sum(each)) for program, each in counts.items()]
        rows.append(("all", len(hardware.runs), hardware.cycles))
        title = f"{self.name} {operation}, polynomials on twd_poly_unit with {self.lanes} lanes"
        numbers = "runs cycles:cycles,_loads_and_stores_included"
        self.output.show(Answer(document, [grid("cycles", title, "program", numbers, rows)]))

    def judge(self, hardware: Counted | Executor, valid: bool, signature: Path) -> None:
        """Report a verification; raises CheckFailed if the signature is not valid."""
        self.report("verify", hardware, {}, valid)
        if not valid:
            raise CheckFailed(f"{signature}: not a valid signature of this message by this key")


@contextlib.contextmanager
def _named(*paths: Path) -> Iterator[None]:
    """Adds the file names to an error of the packages."""
    try:
        yield
    except ValueError as error:
        where = " or ".join(map(str, paths))
        raise TwiddleError(f"{where}: {error.__context__ or error}") from None


def _options(
    sets: tuple[str, ...], default: str, places: tuple[str, ...] = ("unit", "lattice")
) -> Callable[[Command], Command]:
    """The options of every command, as its argument `chosen`."""
    choice = click.Choice(sets, case_sensitive=False)
    whole = "; lattice: twd_lattice executes the whole operation" if "lattice" in places else ""
    options = [
        click.option("--params", "name", type=choice, default=default, help="The parameter set."),
        old_option("--set", "--params"),
        click.option(
            "--on",
            type=click.Choice(places),
            default="unit",
            help=f"The hardware. unit: the polynomial unit computes, Python hashes and samples{whole}.",
        ),
        click.option(
            "--lanes",
            type=click.Choice(["1", "2", "4"]),
            default="4",
            help="Lanes of the hardware: butterflies of ML-DSA and Falcon, twice as many of ML-KEM.",
        ),
        output_options,
    ]

    def add(command: Command) -> Command:
        @with_options(*options)
        @functools.wraps(command)
        def with_chosen(name: str, on: str, lanes: str, output: Output, **others: Any) -> None:
            command(Chosen(name, on, int(lanes), output), **others)

        return with_chosen

    return add


def _file(option: str, text: str) -> Callable[[Command], Command]:
    return click.option(option, type=PATH, required=True, help=text)


def _bytes(option: str, size: int, text: str) -> Callable[[Command], Command]:
    return click.option(
        option, callback=hexadecimal(size), metavar="HEX", help=f"{text}: {2 * size} hexadecimal digits."
    )


_ABOUT = """{standard} on simulated hardware.

By default the polynomial unit (docs/unit.md) computes on polynomials, and Python hashes, samples and encodes.
With --on lattice, twd_lattice (docs/lattice.md) executes the whole operation{whole}. Files are the same, and
each takes what the other one writes.

Files hold the bytes of the standard. Not for real keys: this is a simulation, and not constant time.
"""


@click.group(
    "kem",
    help=_ABOUT.format(standard="ML-KEM of FIPS 203", whole=": bytes go in, bytes come out"),
    epilog="""\b
Example:
  twiddle kem keygen --params ML-KEM-768 --ek ek.bin --dk dk.bin
  twiddle kem encaps --ek ek.bin --c c.bin --key sent.bin
  twiddle kem decaps --dk dk.bin --c c.bin --key received.bin --on lattice
""",
)
def kem_command() -> None:
    """ML-KEM of FIPS 203."""


@kem_command.command("keygen")
@_options(KEM_SETS, "ML-KEM-768")
@_file("--ek", "The new encapsulation key.")
@_file("--dk", "The new decapsulation key.")
@_bytes("--seed", 64, "d and z of the standard, instead of random ones")
def kem_keygen(chosen: Chosen, ek: Path, dk: Path, seed: bytes | None) -> None:
    """Generate a key pair."""
    check_apart([ek, dk])
    with chosen.hardware() as hardware:
        kem = hardware.kem(chosen.name)
        keys = kem.keygen() if seed is None else kem.key_derive(seed)
    files = write_all({"ek": (ek, keys[0]), "dk": (dk, keys[1])}, private={"dk"})
    chosen.report("keygen", hardware, files)


@kem_command.command("encaps")
@_options(KEM_SETS, "ML-KEM-768")
@_file("--ek", "The encapsulation key.")
@_file("--c", "The new ciphertext.")
@_file("--key", "The new shared key.")
@_bytes("--m", 32, "m of the standard, instead of random bytes")
def kem_encaps(chosen: Chosen, ek: Path, c: Path, key: Path, m: bytes | None) -> None:
    """Generate a shared key and its ciphertext."""
    check_apart([c, key], [ek])
    with chosen.hardware(ek) as hardware:
        kem = hardware.kem(chosen.name)
        if m is not None:
            kem.random_bytes = lambda _count: m
        shared, sent = kem.encaps(chosen.read(ek, "public", "encapsulation key"))
    chosen.report("encaps", hardware, write_all({"c": (c, sent), "key": (key, shared)}, private={"key"}))


@kem_command.command("decaps")
@_options(KEM_SETS, "ML-KEM-768")
@_file("--dk", "The decapsulation key.")
@_file("--c", "The ciphertext.")
@_file("--key", "The shared key; for an altered ciphertext, by the standard, a random one.")
def kem_decaps(chosen: Chosen, dk: Path, c: Path, key: Path) -> None:
    """Recover the shared key from a ciphertext."""
    check_apart([key], [dk, c])
    key_bytes, sent = chosen.read(dk, "private", "decapsulation key"), chosen.read(c, "made", "ciphertext")
    with chosen.hardware(dk) as hardware:
        shared = hardware.kem(chosen.name).decaps(key_bytes, sent)
    chosen.report("decaps", hardware, write_all({"key": (key, shared)}, private={"key"}))


@click.group(
    "dsa",
    help=_ABOUT.format(standard="ML-DSA of FIPS 204", whole=", the rejection loop of signing included"),
    epilog="""\b
Example:
  twiddle dsa keygen --pk pk.bin --sk sk.bin
  twiddle dsa sign --sk sk.bin --message letter.txt --signature s.bin
  twiddle dsa verify --pk pk.bin --message letter.txt --signature s.bin --on lattice
""",
)
def dsa_command() -> None:
    """ML-DSA of FIPS 204."""


_CONTEXT = click.option(
    "--context",
    default="",
    show_default=False,
    callback=hexadecimal(255, shorter=True),
    metavar="HEX",
    help="Context string, at most 255 bytes in hexadecimal digits.  [default: empty]",
)


@dsa_command.command("keygen")
@_options(DSA_SETS, "ML-DSA-65")
@_file("--pk", "The new public key.")
@_file("--sk", "The new private key.")
@_bytes("--seed", 32, "xi of the standard, instead of random bytes")
def dsa_keygen(chosen: Chosen, pk: Path, sk: Path, seed: bytes | None) -> None:
    """Generate a key pair."""
    check_apart([pk, sk])
    with chosen.hardware() as hardware:
        dsa = hardware.dsa(chosen.name)
        keys = dsa.keygen() if seed is None else dsa.key_derive(seed)
    files = write_all({"pk": (pk, keys[0]), "sk": (sk, keys[1])}, private={"sk"})
    chosen.report("keygen", hardware, files)


@dsa_command.command("sign")
@_options(DSA_SETS, "ML-DSA-65")
@_file("--sk", "The private key.")
@_file("--message", "The file to sign.")
@_file("--signature", "The new signature.")
@_CONTEXT
@click.option("--deterministic", is_flag=True, help="Sign without random bytes.")
def dsa_sign(chosen: Chosen, sk: Path, message: Path, signature: Path, context: bytes, deterministic: bool) -> None:
    """Sign a file."""
    check_apart([signature], [sk, message])
    with chosen.hardware(sk) as hardware:
        private = chosen.read(sk, "private", "private key")
        made = hardware.dsa(chosen.name).sign(private, read(message), context, deterministic)
    chosen.report("sign", hardware, write_all({"signature": (signature, made)}))


@dsa_command.command("verify")
@_options(DSA_SETS, "ML-DSA-65")
@_file("--pk", "The public key.")
@_file("--message", "The signed file.")
@_file("--signature", "The signature.")
@_CONTEXT
def dsa_verify(chosen: Chosen, pk: Path, message: Path, signature: Path, context: bytes) -> None:
    """Check a signature: exit code 0 if it is valid, 1 if not."""
    with chosen.hardware(pk) as hardware:
        public = chosen.read(pk, "public", "public key")
        valid = hardware.dsa(chosen.name).verify(public, read(message), read(signature), context)
    chosen.judge(hardware, valid, signature)


@click.group(
    "falcon",
    epilog="""\b
Example:
  twiddle falcon verify --params Falcon-512 --pk pk.bin --message letter.txt --signature s.bin
""",
)
def falcon_command() -> None:
    """Falcon's verification (specification v1.2). Its product runs on a unit with the ring of Falcon."""


@falcon_command.command("verify")
@_options(_FALCON_SETS, "Falcon-512", places=("unit",))
@_file("--pk", "The public key.")
@_file("--message", "The signed file.")
@_file("--signature", "The signature: header, salt, compressed polynomial.")
def falcon_verify(chosen: Chosen, pk: Path, message: Path, signature: Path) -> None:
    """Check a signature: exit code 0 if it is valid, 1 if not."""
    hardware = on_unit.Counted(on_unit.single(falcon.ring_of(chosen.name), chosen.lanes))
    with _named(pk):
        valid = falcon.verify(chosen.name, read(pk), read(message), read(signature), hardware)
    chosen.judge(hardware, valid, signature)
