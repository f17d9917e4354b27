# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle kem`, `twiddle dsa`, `twiddle falcon`: schemes on the simulated polynomial unit."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from twiddle.cli import display
from twiddle.cli.options import hexadecimal, json_option, print_json
from twiddle.errors import CheckFailed, TwiddleError

if TYPE_CHECKING:
    from twiddle.schemes.on_unit import Counted, Dsa, Kem

_KEM_SETS = ("ML-KEM-512", "ML-KEM-768", "ML-KEM-1024")
_DSA_SETS = ("ML-DSA-44", "ML-DSA-65", "ML-DSA-87")
_FALCON_SETS = ("Falcon-512", "Falcon-1024")

Command = Callable[..., None]

_PRIVATE = 0o600


def _built(_context: click.Context, _parameter: click.Parameter, value: str) -> None:
    if value != "unit":
        raise click.BadParameter(f"{value} is not built yet; only unit is.")


def _options(sets: tuple[str, ...], default: str) -> Callable[[Command], Command]:
    choice = click.Choice(sets, case_sensitive=False)
    options = [
        click.option(
            "--set", "name", type=choice, default=default, show_default=True, help="The parameter set."
        ),
        click.option(
            "--on",
            type=click.Choice(["unit", "lattice"]),
            default="unit",
            show_default=True,
            expose_value=False,
            callback=_built,
            help="The hardware: the polynomial unit; lattice is not built yet.",
        ),
        click.option(
            "--lanes",
            type=click.Choice(["1", "2", "4"]),
            default="4",
            show_default=True,
            help="Lanes of the unit.",
        ),
        json_option,
    ]

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def _file(option: str, text: str) -> Callable[[Command], Command]:
    return click.option(option, type=click.Path(path_type=Path), required=True, help=text)


def _bytes(option: str, size: int, text: str) -> Callable[[Command], Command]:
    return click.option(
        option, callback=hexadecimal(size), metavar="HEX", help=f"{text}: {2 * size} hexadecimal digits."
    )


@click.group(
    "kem",
    short_help="ML-KEM (FIPS 203), its polynomials on the simulated unit.",
    epilog="""\b
Example:
  twiddle kem keygen --ek ek.bin --dk dk.bin
  twiddle kem encaps --ek ek.bin --c c.bin --key sent.bin
  twiddle kem decaps --dk dk.bin --c c.bin --key received.bin
""",
)
def kem_group() -> None:
    """ML-KEM of FIPS 203. Every polynomial operation runs on the simulated polynomial unit (docs/unit.md).

    Files hold the bytes of the standard. Not for real keys: this is a simulation, and not constant time.
    """


@kem_group.command("keygen")
@_options(_KEM_SETS, "ML-KEM-768")
@_file("--ek", "The new encapsulation key.")
@_file("--dk", "The new decapsulation key.")
@_bytes("--seed", 64, "d and z of the standard, instead of random ones")
def kem_keygen(name: str, lanes: str, ek: Path, dk: Path, seed: bytes | None, as_json: bool) -> None:
    """Generate a key pair."""
    kem, counted = _kem(name, lanes)
    keys = kem.keygen() if seed is None else kem.key_derive(seed)
    files = _write({"ek": (ek, keys[0]), "dk": (dk, keys[1])}, private={"dk"})
    _report(name, "keygen", lanes, counted, as_json, files)


@kem_group.command("encaps")
@_options(_KEM_SETS, "ML-KEM-768")
@_file("--ek", "The encapsulation key.")
@_file("--c", "The new ciphertext.")
@_file("--key", "The new shared key.")
@_bytes("--m", 32, "m of the standard, instead of random bytes")
def kem_encaps(name: str, lanes: str, ek: Path, c: Path, key: Path, m: bytes | None, as_json: bool) -> None:
    """Generate a shared key and its ciphertext."""
    kem, counted = _kem(name, lanes)
    if m is not None:
        kem.random_bytes = lambda _count: m
    with _named(ek):
        shared, sent = kem.encaps(_read(ek))
    files = _write({"c": (c, sent), "key": (key, shared)}, private={"key"})
    _report(name, "encaps", lanes, counted, as_json, files)


@kem_group.command("decaps")
@_options(_KEM_SETS, "ML-KEM-768")
@_file("--dk", "The decapsulation key.")
@_file("--c", "The ciphertext.")
@_file("--key", "The shared key; for an altered ciphertext, by the standard, a random one.")
def kem_decaps(name: str, lanes: str, dk: Path, c: Path, key: Path, as_json: bool) -> None:
    """Recover the shared key from a ciphertext."""
    kem, counted = _kem(name, lanes)
    with _named(dk, c):
        shared = kem.decaps(_read(dk), _read(c))
    _report(name, "decaps", lanes, counted, as_json, _write({"key": (key, shared)}, private={"key"}))


@click.group(
    "dsa",
    short_help="ML-DSA (FIPS 204), its polynomials on the simulated unit.",
    epilog="""\b
Example:
  twiddle dsa keygen --pk pk.bin --sk sk.bin
  twiddle dsa sign --sk sk.bin --message letter.txt --signature s.bin
  twiddle dsa verify --pk pk.bin --message letter.txt --signature s.bin
""",
)
def dsa_group() -> None:
    """ML-DSA of FIPS 204. Every polynomial operation runs on the simulated polynomial unit (docs/unit.md).

    Files hold the bytes of the standard. Not for real keys: this is a simulation, and not constant time.
    """


_CONTEXT = click.option(
    "--context",
    default="",
    callback=hexadecimal(255, shorter=True),
    metavar="HEX",
    help="Context string, at most 255 bytes in hexadecimal digits.  [default: empty]",
)


@dsa_group.command("keygen")
@_options(_DSA_SETS, "ML-DSA-65")
@_file("--pk", "The new public key.")
@_file("--sk", "The new private key.")
@_bytes("--seed", 32, "xi of the standard, instead of random bytes")
def dsa_keygen(name: str, lanes: str, pk: Path, sk: Path, seed: bytes | None, as_json: bool) -> None:
    """Generate a key pair."""
    dsa, counted = _dsa(name, lanes)
    keys = dsa.keygen() if seed is None else dsa.key_derive(seed)
    files = _write({"pk": (pk, keys[0]), "sk": (sk, keys[1])}, private={"sk"})
    _report(name, "keygen", lanes, counted, as_json, files)


@dsa_group.command("sign")
@_options(_DSA_SETS, "ML-DSA-65")
@_file("--sk", "The private key.")
@_file("--message", "The file to sign.")
@_file("--signature", "The new signature.")
@_CONTEXT
@click.option("--deterministic", is_flag=True, help="Sign without random bytes.")
def dsa_sign(
    name: str,
    lanes: str,
    sk: Path,
    message: Path,
    signature: Path,
    context: bytes,
    deterministic: bool,
    as_json: bool,
) -> None:
    """Sign a file."""
    dsa, counted = _dsa(name, lanes)
    with _named(sk):
        made = dsa.sign(_read(sk), _read(message), context, deterministic)
    _report(name, "sign", lanes, counted, as_json, _write({"signature": (signature, made)}))


@dsa_group.command("verify")
@_options(_DSA_SETS, "ML-DSA-65")
@_file("--pk", "The public key.")
@_file("--message", "The signed file.")
@_file("--signature", "The signature.")
@_CONTEXT
def dsa_verify(
    name: str, lanes: str, pk: Path, message: Path, signature: Path, context: bytes, as_json: bool
) -> None:
    """Check a signature: exit code 0 if it is valid, 1 if not."""
    dsa, counted = _dsa(name, lanes)
    with _named(pk):
        valid = dsa.verify(_read(pk), _read(message), _read(signature), context)
    _judge(name, lanes, counted, as_json, valid, signature)


@click.group(
    "falcon",
    short_help="Falcon's verification, its polynomials on the simulated unit.",
    epilog="""\b
Example:
  twiddle falcon verify --set Falcon-512 --pk pk.bin --message letter.txt --signature s.bin
""",
)
def falcon_group() -> None:
    """Falcon's verification (specification v1.2). Its product runs on a unit with the ring of Falcon."""


@falcon_group.command("verify")
@_options(_FALCON_SETS, "Falcon-512")
@_file("--pk", "The public key.")
@_file("--message", "The signed file.")
@_file("--signature", "The signature: header, salt, compressed polynomial.")
def falcon_verify(name: str, lanes: str, pk: Path, message: Path, signature: Path, as_json: bool) -> None:
    """Check a signature: exit code 0 if it is valid, 1 if not."""
    from twiddle.schemes import falcon, on_unit

    counted = on_unit.Counted(on_unit.single(falcon.ring_of(name), int(lanes)))
    with _named(pk):
        valid = falcon.verify(name, _read(pk), _read(message), _read(signature), counted)
    _judge(name, lanes, counted, as_json, valid, signature)


def _kem(name: str, lanes: str) -> tuple[Kem, Counted]:
    from twiddle.schemes import on_unit  # its import takes longer than most commands

    counted = on_unit.Counted(on_unit.unit(int(lanes)))
    return on_unit.Kem(name, counted), counted


def _dsa(name: str, lanes: str) -> tuple[Dsa, Counted]:
    from twiddle.schemes import on_unit  # as above

    counted = on_unit.Counted(on_unit.unit(int(lanes)))
    return on_unit.Dsa(name, counted), counted


@contextlib.contextmanager
def _named(*paths: Path) -> Iterator[None]:
    """Adds the file names to an error of the packages."""
    try:
        yield
    except ValueError as error:
        where = " or ".join(map(str, paths))
        raise TwiddleError(f"{where}: {error.__context__ or error}") from None


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise TwiddleError(f"{path}: cannot be read: {error.strerror}") from None


def _write(files: Mapping[str, tuple[Path, bytes]], private: Collection[str] = ()) -> dict[str, str]:
    """Writes files by option, all or none, `private` ones readable by their owner only; returns the names."""
    paths = [path for path, _ in files.values()]
    if len({path.resolve() for path in paths}) != len(files):
        raise TwiddleError(f"{paths[0]}: two outputs have this name")
    made: list[tuple[Path, Path]] = []
    try:
        for option, (path, data) in files.items():
            if path.is_dir():
                raise TwiddleError(f"{path}: is a folder")
            try:
                with tempfile.NamedTemporaryFile(
                    dir=path.parent, prefix=f".{path.name}.", delete=False
                ) as out:
                    made.append((Path(out.name), path))
                    out.write(data)
                made[-1][0].chmod(_PRIVATE if option in private else 0o666 & ~_umask())
            except OSError as error:
                raise TwiddleError(f"{path}: cannot be written: {error.strerror}") from None
        while made:
            made[0][0].replace(made[0][1])
            made.pop(0)
    finally:
        for temporary, _ in made:
            temporary.unlink(missing_ok=True)
    return {option: str(path) for option, (path, _) in files.items()}


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _report(
    name: str,
    operation: str,
    lanes: str,
    counted: Counted,
    as_json: bool,
    files: Mapping[str, str],
    ok: bool = True,
) -> None:
    if as_json:
        document = {"scheme": name, "operation": operation, "cycles": counted.cycles, "ok": ok, **files}
        print_json(document)
        return
    table = display.new_table("program", "runs", "cycles, loads and stores included")
    for program in dict.fromkeys(program for program, _ in counted.runs):
        cycles = [count for other, count in counted.runs if other == program]
        table.add_row(program, str(len(cycles)), f"{sum(cycles):,}")
    table.add_row("all", str(len(counted.runs)), f"{counted.cycles:,}")
    console = display.console()
    console.print(f"{name} {operation}, polynomials on twd_poly_unit with {lanes} lanes", highlight=False)
    console.print(table)


def _judge(name: str, lanes: str, counted: Counted, as_json: bool, valid: bool, signature: Path) -> None:
    _report(name, "verify", lanes, counted, as_json, {}, valid)
    if not valid:
        raise CheckFailed(f"{signature}: not a valid signature of this message by this key")
