# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Whole schemes on the simulated polynomial unit, against packages and vectors that nobody here wrote."""

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from command import Run
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import mldsa, mlkem
from dilithium_py.ml_dsa.default_parameters import DEFAULT_PARAMETERS as DSA_PARAMETERS
from dilithium_py.ml_dsa.ml_dsa import ML_DSA
from kyber_py.ml_kem.default_parameters import DEFAULT_PARAMETERS as KEM_PARAMETERS
from kyber_py.ml_kem.ml_kem import ML_KEM

from twiddle.cli import schemes
from twiddle.errors import TwiddleError
from twiddle.schemes import falcon, on_unit
from twiddle.schemes.on_unit import DSA_SETS, KEM_SETS, Arrays, Counted, Dsa, Kem
from twiddle.synth import Results
from twiddle.unit import Program
from twiddle.verify import acvp

pytestmark = pytest.mark.covers("twd_poly_unit")

DATA = Path(__file__).parent / "data"
ORACLES = Path(__file__).parents[2] / "shared" / "oracles" / "acvp"


@pytest.fixture(scope="module")
def compute() -> Counted:
    return Counted(on_unit.unit())


@pytest.mark.parametrize("name", KEM_SETS)
def test_kem(name: str, compute: Counted) -> None:
    """Keys, ciphertexts and shared keys are those of kyber-py, of altered ciphertexts too."""
    drawn = random.Random(name)
    ours, theirs = Kem(name, compute), ML_KEM(KEM_PARAMETERS[KEM_SETS[name]])
    seed, message = drawn.randbytes(64), drawn.randbytes(32)
    ek, dk = theirs.key_derive(seed)
    assert ours.key_derive(seed) == (ek, dk)
    ours.random_bytes = theirs.random_bytes = lambda _count: message
    key, ciphertext = theirs.encaps(ek)
    assert ours.encaps(ek) == (key, ciphertext)
    assert ours.decaps(dk, ciphertext) == key
    altered = bytes([ciphertext[0] ^ 1]) + ciphertext[1:]
    assert ours.decaps(dk, altered) == theirs.decaps(dk, altered) != key


@pytest.mark.parametrize("name", DSA_SETS)
def test_dsa(name: str, compute: Counted) -> None:
    """Keys and signatures are those of dilithium-py, rejected attempts included."""
    drawn = random.Random(name)
    ours, theirs = Dsa(name, compute), ML_DSA(DSA_PARAMETERS[DSA_SETS[name]])
    seed, message = drawn.randbytes(32), drawn.randbytes(100)
    public, private = theirs.key_derive(seed)
    assert ours.key_derive(seed) == (public, private)
    signature = theirs.sign(private, message, deterministic=True)
    assert ours.sign(private, message, deterministic=True) == signature
    assert ours.verify(public, message, signature)
    assert not ours.verify(public, message + b"!", signature)
    assert not ours.verify(public, message, signature[:-1])


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


def test_every_acvp_case(compute: Counted) -> None:
    """With the files of NIST beside the checkout: all 300."""
    if not ORACLES.is_dir():
        pytest.skip("NIST's ACVP files are not in the oracles folder")
    found = acvp.run(ORACLES, compute)
    assert (found.failed, found.absent) == ((), ())
    functions = Counter[tuple[str, str]]()
    for group in found.groups:
        assert group.cases == group.passed
        functions[group.scheme, group.function] += group.cases
    assert functions == {
        ("ML-KEM", "keyGen"): 75,
        ("ML-KEM", "encapsulation"): 75,
        ("ML-KEM", "decapsulation"): 30,
        ("ML-DSA", "keyGen"): 75,
        ("ML-DSA", "sigVer"): 45,
    }


class Wrong(Counted):
    """A unit that adds 1 to t."""

    def __call__(self, program: Program, values: Arrays) -> Arrays:
        found = dict(super().__call__(program, values))
        return {**found, "t": (found["t"] + 1) % 3329} if "t" in found else found


def test_a_wrong_result_is_told(tmp_path: Path) -> None:
    """A case fails where the unit computes something else, and an absent kind is named."""
    path = tmp_path / "keys.json"
    path.write_text(
        (DATA / "acvp" / "ML-KEM-keyGen-FIPS203.json").read_text(encoding="utf-8"), encoding="utf-8"
    )
    found = acvp.run(tmp_path, Wrong(on_unit.unit()))
    assert len(found.failed) == 3
    assert f"{path}, ML-KEM-512 keyGen, case " in found.failed[0]
    assert found.absent == ("ML-KEM encapDecap", "ML-DSA keyGen", "ML-DSA sigVer")
    path.write_text("[1]", encoding="utf-8")
    with pytest.raises(TwiddleError, match=r"keys\.json: not an ACVP file"):
        acvp.run(tmp_path, Counted(on_unit.unit()))
    path.unlink()
    with pytest.raises(TwiddleError, match="no ACVP file of ML-KEM keyGen"):
        acvp.run(tmp_path, Counted(on_unit.unit()))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


SEED = "".join(f"{i:02X}" for i in range(64))


def test_kem_from_the_command_line(folder: Path, run: Run) -> None:
    """Keys and ciphertext of given d, z and m are kyber-py's; one document a command."""
    theirs = ML_KEM(KEM_PARAMETERS[KEM_SETS["ML-KEM-512"]])
    ek, dk = theirs.key_derive(bytes.fromhex(SEED))
    theirs.random_bytes = lambda _count: bytes.fromhex(SEED[:64])
    for operation, line, files in (
        ("keygen", f"--seed {SEED} --ek ek --dk dk", {"ek": ek, "dk": dk}),
        ("encaps", f"--m {SEED[:64]} --ek ek --c c --key k", dict(zip("kc", theirs.encaps(ek), strict=True))),
        ("decaps", "--dk dk --c c --key received", {"received": theirs.encaps(ek)[0]}),
    ):
        found = run.json(f"kem {operation} --set ML-KEM-512 --on unit {line} --json")
        names = {name: found.pop(name) for name in ("ek", "dk", "c", "key") if name in found}
        assert found.keys() == {"scheme", "operation", "cycles", "ok"}
        assert (found["scheme"], found["operation"], found["ok"]) == ("ML-KEM-512", operation, True)
        assert found["cycles"] > 500
        assert {name: Path(name).read_bytes() for name in names.values()} == files
    assert Path("dk").stat().st_mode & 0o077 == 0


def test_random_keys_from_the_command_line(folder: Path, run: Run) -> None:
    run("kem keygen --ek ek --dk dk")
    run("kem encaps --ek ek --c c --key sent")
    out, _ = run("kem decaps --dk dk --c c --key received")
    assert Path("sent").read_bytes() == Path("received").read_bytes()
    assert len(Path("sent").read_bytes()) == 32
    assert "K-PKE.Decrypt, k = 3" in out


def test_dsa_from_the_command_line(folder: Path, run: Run) -> None:
    Path("m").write_bytes(b"hello")
    theirs = ML_DSA(DSA_PARAMETERS["ML_DSA_44"])
    pk, sk = theirs.key_derive(bytes.fromhex(SEED[:64]))
    found = run.json(f"dsa keygen --set ML-DSA-44 --seed {SEED[:64]} --pk pk --sk sk --json")
    assert (found["sk"], Path("pk").read_bytes(), Path("sk").read_bytes()) == ("sk", pk, sk)
    sign = "dsa sign --set ML-DSA-44 --sk sk --message m --signature s --context 61FF --deterministic --json"
    found = run.json(sign)
    assert found.pop("cycles") > 1000
    assert found == {"scheme": "ML-DSA-44", "operation": "sign", "ok": True, "signature": "s"}
    assert Path("s").read_bytes() == theirs.sign(sk, b"hello", b"a\xff", deterministic=True)
    verify = "dsa verify --set ML-DSA-44 --pk pk --message m --signature s"
    run(f"{verify} --context 61ff")
    out, err = run(f"{verify} --json", code=1)
    assert json.loads(out)["ok"] is False
    assert err == "twiddle: s: not a valid signature of this message by this key\n"


def test_falcon_from_the_command_line(folder: Path, run: Run) -> None:
    for name in ("public_key", "message", "signature"):
        Path(name).write_bytes(bytes.fromhex(CASES[0][name]))
    command = "falcon verify --pk public_key --message message --signature signature --json"
    found = run.json(command)
    assert found.pop("cycles") > 1000
    assert found == {"scheme": "Falcon-512", "operation": "verify", "ok": True}
    Path("message").write_bytes(b"another")
    run(command, code=1)


def test_acvp_from_the_command_line(results: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """The sampled cases, one object a group; the record only if all pass; exit code 1 otherwise."""
    groups = run.json(f"acvp {DATA / 'acvp'} --json")
    names = ["file", "scheme", "set", "function", "cases", "passed", "cycles"]
    assert all(list(group) == names for group in groups)
    assert sum(group["cases"] for group in groups) == sum(group["passed"] for group in groups) == 21
    assert all(group["cycles"] > 500 for group in groups if group["function"] != "sigVer")
    record = results / acvp.RECORD
    assert json.loads(record.read_text(encoding="utf-8"))["groups"] == groups
    larger = record.read_text(encoding="utf-8").replace('"cases": 2', '"cases": 100')
    record.write_text(larger, encoding="utf-8")
    assert "ML-KEM-768" in run(f"acvp {DATA / 'acvp'}")[0]
    assert record.read_text(encoding="utf-8") == larger, "a record of more cases stays"
    record.unlink()
    monkeypatch.setattr(acvp, "Counted", Wrong)
    _, err = run(f"acvp {DATA / 'acvp'}", code=1)
    assert re.match(r"twiddle: 6 cases fail: .*, ML-DSA-44 keyGen, case ", err.splitlines()[-1])
    assert not record.exists()


@pytest.mark.parametrize("name", ["ML-KEM-768", "ML-KEM-1024"])
def test_kem_with_openssl(name: str, compute: Counted) -> None:
    """Each side decapsulates what the other one sends."""
    private = getattr(mlkem, f"{name.replace('-', '')}PrivateKey").from_seed_bytes(
        random.Random(1).randbytes(64)
    )
    ours = Kem(name, compute)
    ek, dk = ours.key_derive(private.private_bytes_raw())
    assert ek == private.public_key().public_bytes_raw()
    key, ciphertext = private.public_key().encapsulate()
    assert ours.decaps(dk, ciphertext) == key
    key, ciphertext = ours.encaps(ek)
    assert private.decapsulate(ciphertext) == key


@pytest.mark.parametrize("name", DSA_SETS)
def test_dsa_with_openssl(name: str, compute: Counted) -> None:
    """Each side verifies what the other one signs."""
    private = getattr(mldsa, f"{name.replace('-', '')}PrivateKey").from_seed_bytes(
        random.Random(2).randbytes(32)
    )
    ours, message = Dsa(name, compute), b"Twiddle"
    pk, sk = ours.key_derive(private.private_bytes_raw())
    assert pk == private.public_key().public_bytes_raw()
    assert ours.verify(pk, message, private.sign(message, b"context"), b"context")
    private.public_key().verify(ours.sign(sk, message, b"context"), message, b"context")
    with pytest.raises(InvalidSignature):
        private.public_key().verify(ours.sign(sk, message), message, b"context")


def test_the_record_is_of_the_unit_as_it_is() -> None:
    record = json.loads((Results().folder / acvp.RECORD).read_text(encoding="utf-8"))
    assert record["rtl_hash"] == acvp.rtl_hash(), "rtl/ has changed since; run: make acvp VECTORS=folder"
    assert record["command"] == "twiddle acvp FOLDER"


def test_the_command_line_offers_every_parameter_set() -> None:
    """Its names are written there a second time, since loading the packages takes seconds."""
    assert list(KEM_SETS) == list(schemes._KEM_SETS)
    assert list(DSA_SETS) == list(schemes._DSA_SETS)
    assert list(falcon.BOUNDS) == list(schemes._FALCON_SETS)
