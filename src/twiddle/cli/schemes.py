# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle kem`, `twiddle dsa`, `twiddle falcon`: schemes on simulated hardware."""

from __future__ import annotations

import contextlib
import functools
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.cli.options import PATH, given, hexadecimal, old_option, only_with, with_options
from twiddle.cli.output import Answer, Output, grid, output_options, status
from twiddle.cli.paths import check_apart, read, write_all
from twiddle.evidence.schemes import falcon, on_unit, scheme
from twiddle.evidence.schemes.on_lattice import Executor
from twiddle.evidence.schemes.on_unit import Counted
from twiddle.model.sets import DSA_SETS, HASHES, KEM_SETS, hashed, lengths, pure
from twiddle.tools import keys

_FALCON_SETS = ("Falcon-512", "Falcon-1024")

Command = Callable[..., None]


@dataclass(frozen=True)
class Chosen:
    """What every command is given: parameter set, hardware and its lanes, and where its answer goes.

    sets: those that a key in PEM or DER may have, which are all of the scheme unless --params gives one.
    """

    name: str
    sets: tuple[str, ...]
    on: str
    lanes: int
    output: Output

    @contextlib.contextmanager
    def hardware(self, *paths: Path) -> Iterator[Counted | Executor]:
        """The simulated hardware; errors of the packages name these files."""
        with _named(*paths), status(f"{self.name} on the simulated hardware"):
            yield scheme.hardware(self.on, self.lanes)

    def check_files(self, outputs: Iterable[Path], inputs: Iterable[Path] = ()) -> None:
        """Refuse files of a command that cannot be written or have the same name (TwiddleError), the answer's too."""
        check_apart([*outputs, *([self.output.path] if self.output.path else [])], inputs)

    def key(self, path: Path, private: bool = False) -> tuple[Chosen, bytes]:
        """The key of a file, and these choices with its parameter set."""
        name, key = keys.decode(path, read(path), private, self.name, self.sets)
        return replace(self, name=name), key

    def keygen(
        self, scheme: str, files: Mapping[str, Path], seed: bytes | None, encoding: str | None, form: str | None
    ) -> None:
        """Generate a key pair into two files, the first one of the public key."""
        self.check_files(files.values())
        (public, public_file), (private, private_file) = files.items()
        encodings = keys.encoding_of(public_file, encoding), keys.encoding_of(private_file, encoding, form)
        seed = secrets.token_bytes(keys.seed_bytes(self.name)) if seed is None else seed
        with self.hardware() as hardware:
            pair = getattr(hardware, scheme)(self.name).key_derive(seed)
        written = {
            public: (public_file, keys.encode_public(self.name, pair[0], encodings[0])),
            private: (private_file, keys.encode_private(self.name, seed, pair[1], encodings[1], form)),
        }
        self.report("keygen", hardware, write_all(written, private={private}))

    def report(self, operation: str, hardware: Counted | Executor, files: Mapping[str, str], ok: bool = True) -> None:
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
    sets: tuple[str, ...], default: str, places: tuple[str, ...] = scheme.PLACES
) -> Callable[[Command], Command]:
    """The options of every command, as its argument `chosen`."""
    choice = click.Choice(sets, case_sensitive=False)
    whole = "lattice: twd_lattice executes the whole operation; " if "lattice" in places else ""
    options = [
        click.option("--params", "name", type=choice, default=default, help="The parameter set."),
        old_option("--set", "--params"),
        click.option(
            "--on",
            type=click.Choice(places),
            default=places[0],
            help=f"The hardware. {whole}unit: the polynomial unit computes, Python hashes and samples.",
        ),
        click.option(
            "--lanes",
            type=click.Choice(["1", "2", "4", "8"]),
            default="4",
            help="Lanes of the hardware: butterflies of ML-DSA and Falcon, twice as many of ML-KEM.",
        ),
        output_options,
    ]

    def add(command: Command) -> Command:
        @with_options(*options)
        @functools.wraps(command)
        def with_chosen(name: str, on: str, lanes: str, output: Output, **others: Any) -> None:
            allowed = (name,) if given("name") else sets
            command(Chosen(name, allowed, on, int(lanes), output), **others)

        return with_chosen

    return add


def _file(option: str, text: str) -> Callable[[Command], Command]:
    return click.option(option, type=PATH, required=True, help=text)


def _bytes(option: str, size: int, text: str) -> Callable[[Command], Command]:
    return click.option(
        option, callback=hexadecimal(size), metavar="HEX", help=f"{text}: {2 * size} hexadecimal digits."
    )


_KEY_FILES = with_options(
    click.option(
        "--encoding",
        type=click.Choice(keys.ENCODINGS),
        help="Of the key files.  [default: by their endings .pem and .der, otherwise raw]",
    ),
    click.option(
        "--form",
        type=click.Choice(keys.FORMS),
        help="What the private key file holds.  [default: seed; raw: expanded, the key of the standard]",
    ),
)


_ABOUT = """{standard} on simulated hardware.

twd_lattice (docs/schemes/README.md) executes the whole operation{whole}.
With --on unit, the polynomial unit (docs/unit/programs.md) computes on polynomials; Python hashes, samples, encodes.
Files are the same, and each takes what the other one writes.

A key file holds the bytes of the standard, PEM or DER (docs/python/keys.md); the parameter set of a PEM or DER file is
its own. Other files hold the bytes of the standard. Not for real keys: this is a simulation, and not constant time.
"""


@click.group(
    "kem",
    help=_ABOUT.format(standard="ML-KEM of FIPS 203", whole=": bytes go in, bytes come out"),
    epilog="""\b
Example:
  twiddle kem keygen --params ML-KEM-768 --ek ek.bin --dk dk.bin
  twiddle kem encaps --ek ek.bin --c c.bin --key sent.bin
  twiddle kem decaps --dk dk.bin --c c.bin --key received.bin
""",
)
def kem_command() -> None:
    """ML-KEM of FIPS 203."""


@kem_command.command("keygen")
@_options(KEM_SETS, "ML-KEM-768")
@_file("--ek", "The new encapsulation key.")
@_file("--dk", "The new decapsulation key.")
@_bytes("--seed", 64, "d and z of the standard, instead of random ones")
@_KEY_FILES
def kem_keygen(chosen: Chosen, ek: Path, dk: Path, seed: bytes | None, encoding: str | None, form: str | None) -> None:
    """Generate a key pair."""
    chosen.keygen("kem", {"ek": ek, "dk": dk}, seed, encoding, form)


@kem_command.command("encaps")
@_options(KEM_SETS, "ML-KEM-768")
@_file("--ek", "The encapsulation key.")
@_file("--c", "The new ciphertext.")
@_file("--key", "The new shared key.")
@_bytes("--m", 32, "m of the standard, instead of random bytes")
def kem_encaps(chosen: Chosen, ek: Path, c: Path, key: Path, m: bytes | None) -> None:
    """Generate a shared key and its ciphertext."""
    chosen.check_files([c, key], [ek])
    chosen, public = chosen.key(ek)
    with chosen.hardware(ek) as hardware:
        kem = hardware.kem(chosen.name)
        if m is not None:
            kem.random_bytes = lambda _count: m
        shared, sent = kem.encaps(public)
    chosen.report("encaps", hardware, write_all({"c": (c, sent), "key": (key, shared)}, private={"key"}))


@kem_command.command("decaps")
@_options(KEM_SETS, "ML-KEM-768")
@_file("--dk", "The decapsulation key.")
@_file("--c", "The ciphertext.")
@_file("--key", "The shared key; for an altered ciphertext, by the standard, a random one.")
def kem_decaps(chosen: Chosen, dk: Path, c: Path, key: Path) -> None:
    """Recover the shared key from a ciphertext."""
    chosen.check_files([key], [dk, c])
    chosen, private = chosen.key(dk, private=True)
    sent, size = read(c), lengths(chosen.name).made
    if len(sent) != size:
        raise TwiddleError(f"{c}: the ciphertext has {len(sent)} bytes, not {size} as {chosen.name} has")
    with chosen.hardware(dk) as hardware:
        shared = hardware.kem(chosen.name).decaps(private, sent)
    chosen.report("decaps", hardware, write_all({"key": (key, shared)}, private={"key"}))


@click.group(
    "dsa",
    help=_ABOUT.format(standard="ML-DSA of FIPS 204", whole=", the rejection loop of signing included"),
    epilog="""\b
Example:
  twiddle dsa keygen --pk pk.bin --sk sk.bin
  twiddle dsa sign --sk sk.bin --message letter.txt --signature s.bin
  twiddle dsa verify --pk pk.bin --message letter.txt --signature s.bin
""",
)
def dsa_command() -> None:
    """ML-DSA of FIPS 204."""


_MESSAGE = with_options(
    click.option("--message", type=PATH, help="The signed file."),
    click.option("--mu", type=PATH, help="In place of the message: its mu of FIPS 204, 64 bytes (external mu)."),
    click.option(
        "--context",
        default="",
        show_default=False,
        callback=hexadecimal(255, shorter=True),
        metavar="HEX",
        help="Context string, at most 255 bytes in hexadecimal digits.  [default: empty]",
    ),
    click.option(
        "--prehash",
        type=click.Choice(HASHES, case_sensitive=False),
        metavar="HASH",
        help=f"HashML-DSA in place of ML-DSA, with one of {', '.join(HASHES)}.",
    ),
)


def _signed(message: Path | None, mu: Path | None, context: bytes, prehash: str | None) -> tuple[Path, bytes, bool]:
    """The file that is signed, and what the hardware is given: M' of a message, or mu and True."""
    if message is not None:
        if mu is not None:
            raise TwiddleError("--message and --mu: give one of them")
        data = read(message)
        return message, hashed(data, context, prehash) if prehash else pure(data, context), False
    if mu is None:
        raise TwiddleError("--message: missing; give it, or --mu")
    only_with("--message", "context", "prehash")
    if len(data := read(mu)) != 64:
        raise TwiddleError(f"{mu}: mu has {len(data)} bytes, not 64")
    return mu, data, True


@dsa_command.command("keygen")
@_options(DSA_SETS, "ML-DSA-65")
@_file("--pk", "The new public key.")
@_file("--sk", "The new private key.")
@_bytes("--seed", 32, "xi of the standard, instead of random bytes")
@_KEY_FILES
def dsa_keygen(chosen: Chosen, pk: Path, sk: Path, seed: bytes | None, encoding: str | None, form: str | None) -> None:
    """Generate a key pair."""
    chosen.keygen("dsa", {"pk": pk, "sk": sk}, seed, encoding, form)


@dsa_command.command("sign")
@_options(DSA_SETS, "ML-DSA-65")
@_file("--sk", "The private key.")
@_MESSAGE
@_file("--signature", "The new signature.")
@click.option("--deterministic", is_flag=True, help="Sign without random bytes.")
def dsa_sign(chosen: Chosen, sk: Path, signature: Path, deterministic: bool, **options: Any) -> None:
    """Sign a file."""
    path, signed, is_mu = _signed(**options)
    chosen.check_files([signature], [sk, path])
    chosen, private = chosen.key(sk, private=True)
    rnd = bytes(32) if deterministic else secrets.token_bytes(32)
    with chosen.hardware(sk) as hardware:
        made = hardware.dsa(chosen.name)._sign_internal(private, signed, rnd, external_mu=is_mu)
    chosen.report("sign", hardware, write_all({"signature": (signature, made)}))


@dsa_command.command("verify")
@_options(DSA_SETS, "ML-DSA-65")
@_file("--pk", "The public key.")
@_MESSAGE
@_file("--signature", "The signature.")
def dsa_verify(chosen: Chosen, pk: Path, signature: Path, **options: Any) -> None:
    """Check a signature: exit code 0 if it is valid, 1 if not."""
    path, signed, is_mu = _signed(**options)
    chosen.check_files([], [pk, path, signature])
    chosen, public = chosen.key(pk)
    made = read(signature)
    with chosen.hardware(pk) as hardware:
        valid = hardware.dsa(chosen.name)._verify_internal(public, signed, made, external_mu=is_mu)
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
    chosen.check_files([], [pk, message, signature])
    hardware = on_unit.Counted(on_unit.single(falcon.ring_of(chosen.name), chosen.lanes))
    with _named(pk):
        valid = falcon.verify(chosen.name, read(pk), read(message), read(signature), hardware)
    chosen.judge(hardware, valid, signature)
