# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Whole schemes on the unit and on twd_lattice, against packages and vectors of others."""

import json
import random
from pathlib import Path

import numpy as np
import pytest
from command import Run
from covers import marked
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import mldsa, mlkem

import twiddle
from twiddle.cli import schemes
from twiddle.evidence.schemes import falcon, on_lattice, on_unit
from twiddle.evidence.schemes.on_lattice import Executor
from twiddle.evidence.schemes.on_unit import Arrays, Counted
from twiddle.model.programs import Program
from twiddle.model.sets import DSA_SETS, KEM_SETS, LEAST_ROUNDS, Error
from twiddle.tools import lattice_cases as cases
from twiddle.tools.lattice_simulator import Answer, Task, signing

pytestmark = pytest.mark.covers("twd_poly_unit", "twd_lattice")

DATA = Path(__file__).parent / "data"


HARDWARE = ("unit", "lattice")


@pytest.fixture(scope="module", params=HARDWARE)
def hardware(request: pytest.FixtureRequest) -> Counted | Executor:
    return Executor() if request.param == "lattice" else Counted(on_unit.unit())


@pytest.mark.parametrize("name", KEM_SETS)
def test_kem(name: str, hardware: Counted | Executor) -> None:
    """Keys, ciphertexts and shared keys are those of kyber-py, of altered ciphertexts too."""
    drawn = random.Random(name)
    ours, theirs = hardware.kem(name), cases.kem(name)
    seed, message = drawn.randbytes(64), drawn.randbytes(32)
    ek, dk = theirs.key_derive(seed)
    assert ours.key_derive(seed) == (ek, dk)
    ours.random_bytes = theirs.random_bytes = lambda _count: message
    key, ciphertext = theirs.encaps(ek)
    assert ours.encaps(ek) == (key, ciphertext)
    assert ours.decaps(dk, ciphertext) == key
    altered = bytes([ciphertext[0] ^ 1]) + ciphertext[1:]
    assert ours.decaps(dk, altered) == theirs.decaps(dk, altered) != key


@pytest.mark.parametrize("name", marked(["ML-KEM-768", "ML-KEM-1024"], kept=["ML-KEM-768"]))
def test_kem_with_openssl(name: str, hardware: Counted | Executor) -> None:
    """Each side decapsulates what the other one sends."""
    private = getattr(mlkem, f"{name.replace('-', '')}PrivateKey").from_seed_bytes(random.Random(1).randbytes(64))
    ours = hardware.kem(name)
    ek, dk = ours.key_derive(private.private_bytes_raw())
    assert ek == private.public_key().public_bytes_raw()
    key, ciphertext = private.public_key().encapsulate()
    assert ours.decaps(dk, ciphertext) == key
    key, ciphertext = ours.encaps(ek)
    assert private.decapsulate(ciphertext) == key


@pytest.mark.parametrize("name", marked(DSA_SETS, kept=["ML-DSA-44"]))
def test_dsa_with_openssl(name: str, hardware: Counted | Executor) -> None:
    """Each side verifies what the other one signs."""
    private = getattr(mldsa, f"{name.replace('-', '')}PrivateKey").from_seed_bytes(random.Random(2).randbytes(32))
    ours, message = hardware.dsa(name), b"Twiddle"
    pk, sk = ours.key_derive(private.private_bytes_raw())
    assert pk == private.public_key().public_bytes_raw()
    assert ours.verify(pk, message, private.sign(message, b"context"), b"context")
    private.public_key().verify(ours.sign(sk, message, b"context"), message, b"context")
    with pytest.raises(InvalidSignature):
        private.public_key().verify(ours.sign(sk, message), message, b"context")


@pytest.mark.parametrize("name", DSA_SETS)
def test_dsa(name: str, hardware: Counted | Executor) -> None:
    """Keys and signatures are those of dilithium-py, rejected attempts included."""
    drawn = random.Random(name)
    ours, theirs = hardware.dsa(name), cases.dsa(name)
    seed, message = drawn.randbytes(32), drawn.randbytes(100)
    public, private = theirs.key_derive(seed)
    assert ours.key_derive(seed) == (public, private)
    signature = theirs.sign(private, message, deterministic=True)
    assert ours.sign(private, message, deterministic=True) == signature
    assert ours.verify(public, message, signature)
    assert not ours.verify(public, message + b"!", signature)
    assert not ours.verify(public, message, signature[:-1])


PQCLEAN = json.loads((DATA / "ml-kem-512.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", PQCLEAN, ids=["first", "second", "third"])
def test_kem_512_against_pqclean(case: dict[str, str], hardware: Counted | Executor) -> None:
    """OpenSSL lacks ML-KEM-512. Both ways, and a ciphertext that does not match."""
    ours = hardware.kem(case["set"])
    of = {name: bytes.fromhex(text) for name, text in case.items() if name != "set"}
    assert ours.decaps(of["dk"], of["c"]) == of["key"]
    assert ours.decaps(of["dk"], bytes([of["c"][0] ^ 1]) + of["c"][1:]) == of["rejected"] != of["key"]
    ours.random_bytes = lambda _count: of["m"]
    assert ours.encaps(of["ek"]) == (of["sent_key"], of["sent"])


def test_signing_on_the_unit_ends() -> None:
    """After the fewest rounds allowed, with the words of twd_lattice; the z of this unit is never accepted."""
    name, rounds = "ML-DSA-44", 0
    _, private = cases.dsa(name).key_derive(bytes(32))

    def compute(program: Program, values: Arrays) -> Arrays:
        nonlocal rounds
        shapes = {array: (4, 256) for array, _ in program.stores}
        rounds += "w" in shapes
        return {array: np.full(shape, 8380417 // 2) for array, shape in shapes.items()}

    task = signing(name, private, bytes(32), b"m")
    with pytest.raises(ValueError, match=on_lattice.broken(task, Error.REJECTED)):
        on_unit.Dsa(name, compute).sign(private, b"m", deterministic=True)
    assert rounds == LEAST_ROUNDS


def test_a_private_key_out_of_range_is_refused_by_both() -> None:
    task = signing("ML-DSA-44", b"\xff" * 2560, bytes(32), b"m")
    with pytest.raises(ValueError, match=on_lattice.broken(task, Error.RANGE)):
        Counted(on_unit.unit()).dsa("ML-DSA-44").sign(task.frames[0], b"m")


CASES = json.loads((DATA / "falcon.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=[case["form"] for case in CASES])
def test_falcon(case: dict[str, str]) -> None:
    name = case["set"]
    compute = Counted(on_unit.single(falcon.ring_of(name)))
    key, message, signature = (bytes.fromhex(case[part]) for part in ("public_key", "message", "signature"))
    assert falcon.verify(name, key, message, signature, compute)
    assert len(compute.runs) == 1
    for wrong in (signature[:-1] + b"\1", signature[:200], b"\0" + signature[1:], signature + b"\1"):
        assert not falcon.verify(name, key, message, wrong, compute)
    assert not falcon.verify(name, key, message + b"!", signature, compute)


def test_a_signature_of_zeros_and_ones_ends_in_an_answer() -> None:
    """No run of bits is read as a signature that is none."""
    of = falcon.ring_of("Falcon-512")
    for body in (b"", b"\0" * 625, b"\xff" * 625, b"\x80" * 625, b"\0" * 100 + b"\xff" * 525):
        with pytest.raises(ValueError, match="signature"):
            falcon.signature_of(of, b"\x39" + bytes(40) + body)


def test_a_malformed_falcon_key_is_refused() -> None:
    of = falcon.ring_of("Falcon-512")
    for key, words in (
        (b"\x09", "1 bytes, not 897"),
        (b"\x0a" + bytes(896), "begins with 0x0a, not 0x09"),
        (b"\x09" + b"\xff" * 896, "coefficient 0 of the public key is not below 12289"),
    ):
        with pytest.raises(ValueError, match=words):
            falcon.public_key_of(of, key)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


SEED = "".join(f"{i:02X}" for i in range(64))


@pytest.mark.parametrize("on", HARDWARE)
def test_kem_from_the_command_line(on: str, folder: Path, run: Run) -> None:
    """Keys and ciphertext of given d, z and m are kyber-py's; one document a command."""
    theirs = cases.kem("ML-KEM-512")
    ek, dk = theirs.key_derive(bytes.fromhex(SEED))
    theirs.random_bytes = lambda _count: bytes.fromhex(SEED[:64])
    for operation, line, files in (
        ("keygen", f"--seed {SEED} --ek ek --dk dk", {"ek": ek, "dk": dk}),
        ("encaps", f"--m {SEED[:64]} --ek ek --c c --key k", dict(zip("kc", theirs.encaps(ek), strict=True))),
        ("decaps", "--dk dk --c c --key received", {"received": theirs.encaps(ek)[0]}),
    ):
        found = run.json(f"kem {operation} --params ML-KEM-512 --on {on} {line} --json")
        names = {name: found.pop(name) for name in ("ek", "dk", "c", "key") if name in found}
        assert found.pop("cycles") > 500
        assert found == {"scheme": "ML-KEM-512", "operation": operation, "on": on, "ok": True}
        assert {name: Path(name).read_bytes() for name in names.values()} == files
    assert Path("dk").stat().st_mode & 0o077 == 0
    out, _ = run(f"kem keygen --on {on} --ek random --dk secret")
    assert ("cycles from the command to the result" in out) == (on == "lattice")
    assert len(Path("random").read_bytes()) == 1184


@pytest.mark.parametrize("on", HARDWARE)
def test_dsa_from_the_command_line(on: str, folder: Path, run: Run) -> None:
    Path("m").write_bytes(b"hello")
    theirs = cases.dsa("ML-DSA-44")
    pk, sk = theirs.key_derive(bytes.fromhex(SEED[:64]))
    found = run.json(f"dsa keygen --params ML-DSA-44 --on {on} --seed {SEED[:64]} --pk pk --sk sk --json")
    assert (found["sk"], Path("pk").read_bytes(), Path("sk").read_bytes()) == ("sk", pk, sk)
    sign = "--params ML-DSA-44 --sk sk --message m --signature s --context 61FF --deterministic --json"
    found = run.json(f"dsa sign --on {on} {sign}")
    assert found.pop("cycles") > 1000
    assert found == {"scheme": "ML-DSA-44", "operation": "sign", "on": on, "ok": True, "signature": "s"}
    assert Path("s").read_bytes() == theirs.sign(sk, b"hello", b"a\xff", deterministic=True)
    verify = f"dsa verify --on {on} --params ML-DSA-44 --pk pk --message m --signature s"
    run(f"{verify} --context 61ff")
    out, err = run(f"{verify} --json", code=1)
    assert json.loads(out)["ok"] is False
    assert err == "twiddle: s: not a valid signature of this message by this key\n"


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("kem encaps --ek short --c c --key k", "short: the encapsulation key has 3 bytes, not 800"),
        ("kem encaps --ek ff --c c --key k", "ff: a coefficient of the encapsulation key is not below 3329"),
        ("kem decaps --dk dk --c short --key k", "short: the ciphertext has 3 bytes, not 768 as ML-KEM-512"),
        ("kem decaps --dk hash --c c0 --key k", "hash: the hash in the decapsulation key is not that of"),
        ("dsa sign --sk long --message m --signature s", "long: the private key has 2561 bytes, not 2560"),
        (
            "dsa sign --deterministic --sk ones --message m --signature s",
            "ones: a coefficient of s1 or s2 in the private key",
        ),
        ("dsa sign --sk zeros --message m --signature s", "zeros: tr or t0 in the private key is not that of its s1"),
        ("dsa verify --pk short --message m --signature m", "short: the public key has 3 bytes, not 1312"),
    ],
)
def test_what_the_hardware_refuses(line: str, rule: str, folder: Path, run: Run) -> None:
    """One line with the broken rule, and nothing is written."""
    of = cases.kem("ML-KEM-512")
    _, dk = of.key_derive(bytes.fromhex(SEED))
    _, sk = cases.dsa("ML-DSA-44").key_derive(bytes(32))
    files = {"short": b"abc", "m": b"m", "ff": b"\xff" * 800, "dk": dk, "c0": bytes(768)}
    files |= {
        "hash": dk[:-40] + bytes(8) + dk[-32:],
        "long": sk + bytes(1),
        "ones": b"\xff" * 2560,
        "zeros": bytes(2560),
    }
    for name, data in files.items():
        Path(name).write_bytes(data)
    scheme, operation, options = line.split(" ", 2)
    name = "ML-KEM-512" if scheme == "kem" else "ML-DSA-44"
    for on in HARDWARE:
        assert run.refused(f"{scheme} {operation} --on {on} --params {name} {options}").startswith(rule)
    assert {path.name for path in folder.iterdir()} == files.keys()


@pytest.mark.parametrize("error", [Error.BYTES, Error(64), Error.REJECTED | Error(64)], ids=repr)
@pytest.mark.parametrize("operation", ["encaps", "decaps", "sign", "verify"])
def test_other_errors_end_an_operation(operation: str, error: Error) -> None:
    """Also of bits that have no name; a signature is not called invalid for them."""

    def execute(task: Task) -> Answer:
        return Answer((), error, 7, 0)

    kem, dsa = on_lattice.kem("ML-KEM-512", execute), on_lattice.dsa("ML-DSA-44", execute)
    runs = {
        "encaps": lambda: kem._encaps_internal(bytes(800), bytes(32)),
        "decaps": lambda: kem._decaps_internal(bytes(1632), bytes(768)),
        "sign": lambda: dsa._sign_internal(bytes(2560), b"", bytes(32)),
        "verify": lambda: dsa._verify_internal(bytes(1312), b"", bytes(2420)),
    }
    with pytest.raises(ValueError, match=f"done of twd_lattice is {int(error):#04x}"):
        runs[operation]()


def test_an_executor_pauses() -> None:
    """The answer is the same, later."""
    plain, paused = Executor(), Executor(drawn=random.Random(1))
    answers = [each.kem("ML-KEM-512").key_derive(bytes(64)) for each in (plain, paused)]
    assert answers[0] == answers[1]
    assert plain.cycles < paused.cycles


def test_falcon_from_the_command_line(folder: Path, run: Run) -> None:
    for name in ("public_key", "message", "signature"):
        Path(name).write_bytes(bytes.fromhex(CASES[0][name]))
    command = "falcon verify --pk public_key --message message --signature signature --json"
    found = run.json(command)
    assert found.pop("cycles") > 1000
    assert found == {"scheme": "Falcon-512", "operation": "verify", "on": "unit", "ok": True}
    Path("message").write_bytes(b"another")
    run(command, code=1)


def test_schemes_by_name() -> None:
    scheme = twiddle.dsa("ML-DSA-44")
    assert (scheme.k, scheme.hardware.cycles) == (4, 0)
    with pytest.raises(twiddle.TwiddleError, match=r"parameter set 'ML-KEM-76': unknown \(did you mean ML-KEM-768\?\)"):
        twiddle.kem("ML-KEM-76")
    with pytest.raises(twiddle.TwiddleError, match="place 'core': unknown; the places are lattice, unit"):
        twiddle.kem("ML-KEM-768", on="core")


def test_the_command_line_offers_every_parameter_set() -> None:
    """Without those of the packages, whose loading takes seconds."""
    assert list(falcon.BOUNDS) == list(schemes._FALCON_SETS)
