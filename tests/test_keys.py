# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Key files in PEM and DER: those of RFC 9935 and RFC 9881, OpenSSL both ways, and what is refused."""

import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from command import Run
from cryptography.hazmat.bindings.openssl.binding import Binding
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, mldsa, mlkem
from cryptography.hazmat.primitives.serialization import Encoding, PrivateFormat, PublicFormat
from dilithium_py.ml_dsa.default_parameters import ML_DSA_44
from dilithium_py.ml_dsa.hash_ml_dsa import HashML_DSA
from processes import finished

from twiddle.model.sets import DSA_SETS, HASHES, KEM_SETS
from twiddle.tools import keys
from twiddle.tools import lattice_cases as cases

RFC = {
    "ML-KEM-512": "2a310646da629154 1f823c67ac65aab4 a426c00bab6aa0c1 9cfa48b5169b3f30",
    "ML-KEM-768": "990d18361a0c4d15 5b4016f2b947e794 8feff5989a7facc3 4e8c07f6ea2f70f5",
    "ML-KEM-1024": "4f823a8b9011d508 3ae21ecd3f5731a0 6c7a985370c8ce7f 405ec1368fe36c5f",
    "ML-DSA-44": "e8c997db43b37702 1f3d0545ff888b85 0ce3ae87683cfd06 cc7c31b85621c07d",
    "ML-DSA-65": "2362f97f1a94de08 3022c858985bc5e8 38c6267319c0ae48 ff89c392f89a5bfd",
    "ML-DSA-87": "503f443502bea293 855cdfe5bea4a003 6def3bb0330c418d fd9a70388607943b",
}
"""The beginning of the SHA-256 of the PEM files of both RFCs (lamps-wg, kyber- and dilithium-certificates).

Public key, then private key as seed, expanded and both; the seed is 00 01 02 and so on.
"""


@cache
def pair(name: str) -> tuple[bytes, bytes, bytes]:
    """Seed, public and private key of the RFCs."""
    seed = bytes(range(keys.seed_bytes(name)))
    return seed, *(cases.kem(name) if name in KEM_SETS else cases.dsa(name)).key_derive(seed)


def private(name: str, form: str, encoding: str = "pem") -> bytes:
    seed, _, key = pair(name)
    return keys.encode_private(name, seed, key, encoding, form)


def read(data: bytes, is_private: bool, name: str) -> tuple[str, bytes]:
    return keys.decode(Path("key"), data, is_private, name, KEM_SETS + DSA_SETS)


@pytest.mark.parametrize("name", RFC)
def test_files_are_those_of_the_rfcs(name: str) -> None:
    _, public, expanded = pair(name)
    files = [keys.encode_public(name, public, "pem"), *(private(name, form) for form in keys.FORMS)]
    assert [hashlib.sha256(file).hexdigest()[:16] for file in files] == RFC[name].split()
    for encoding in keys.ENCODINGS:
        assert read(keys.encode_public(name, public, encoding), False, name) == (name, public)
        for form in keys.FORMS if encoding != "raw" else keys.FORMS[:2]:
            assert read(private(name, form, encoding), True, name) == (name, expanded)


def rewritten(pem: bytes) -> tuple[bytes, bytes]:
    """The private and the public key that OpenSSL writes after it has read a private key."""
    lib, ffi = Binding.lib, Binding.ffi
    text, found = ffi.new("char[]", pem), []
    key = lib.PEM_read_bio_PrivateKey(lib.BIO_new_mem_buf(text, len(pem)), ffi.NULL, ffi.NULL, ffi.NULL)
    assert key != ffi.NULL
    for write in (
        lambda out: lib.PEM_write_bio_PrivateKey(out, key, ffi.NULL, ffi.NULL, 0, ffi.NULL, ffi.NULL),
        lambda out: lib.PEM_write_bio_PUBKEY(out, key),
    ):
        out, start = lib.BIO_new(lib.BIO_s_mem()), ffi.new("char **")
        assert write(out) == 1
        size = lib.BIO_get_mem_data(out, start)
        found.append(bytes(ffi.buffer(start[0], size)))
    return found[0], found[1]


@pytest.mark.parametrize("name", RFC)
def test_openssl_reads_every_form_and_writes_the_same_files(name: str) -> None:
    """It writes the seed and the expanded key if it knows the seed."""
    public = keys.encode_public(name, pair(name)[1], "pem")
    for form in keys.FORMS:
        written = "expanded" if form == "expanded" else "both"
        assert rewritten(private(name, form)) == (private(name, written), public)


def generated(name: str, folder: Path, encoding: Encoding) -> Any:
    """A private key of `cryptography`; its files in a folder."""
    key = getattr(mldsa if name in DSA_SETS else mlkem, f"{name.replace('-', '')}PrivateKey").generate()
    secret = key.private_bytes(encoding, PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "secret").write_bytes(secret)
    (folder / "public").write_bytes(key.public_key().public_bytes(encoding, PublicFormat.SubjectPublicKeyInfo))
    return key


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", KEM_SETS[1:])
def test_kem_with_openssl_both_ways(name: str, folder: Path, run: Run) -> None:
    """The parameter set is that of the key."""
    theirs = generated(name, folder, Encoding.PEM)
    assert run.json("kem encaps --on lattice --ek public --c c --key sent --json")["scheme"] == name
    assert theirs.decapsulate(Path("c").read_bytes()) == Path("sent").read_bytes()
    run(f"kem keygen --on lattice --params {name} --ek ek.pem --dk dk.der")
    shared, sent = serialization.load_pem_public_key(Path("ek.pem").read_bytes()).encapsulate()
    Path("c").write_bytes(sent)
    run("kem decaps --on lattice --dk dk.der --c c --key received")
    assert Path("received").read_bytes() == shared
    assert serialization.load_der_private_key(Path("dk.der").read_bytes(), None).decapsulate(sent) == shared
    assert Path("dk.der").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("name", DSA_SETS)
def test_dsa_with_openssl_both_ways(name: str, folder: Path, run: Run) -> None:
    theirs = generated(name, folder, Encoding.DER)
    Path("m").write_bytes(b"letter")
    run("dsa sign --on lattice --sk secret --message m --context 6162 --signature s")
    theirs.public_key().verify(Path("s").read_bytes(), b"letter", b"ab")
    Path("s").write_bytes(theirs.sign(b"letter", b"ab"))
    run("dsa verify --on lattice --pk public --message m --context 6162 --signature s")
    run("dsa verify --on lattice --pk public --message m --signature s", code=1)
    hasher = mldsa.MLDSAMuHasher(theirs.public_key(), b"ab")
    hasher.update(b"letter")
    Path("mu").write_bytes(hasher.finalize())
    run("dsa verify --on lattice --pk public --mu mu --signature s")
    run("dsa sign --on lattice --sk secret --mu mu --signature s")
    theirs.public_key().verify(Path("s").read_bytes(), b"letter", b"ab")


@pytest.mark.parametrize("on", ["unit", "lattice"])
def test_hash_ml_dsa(on: str, folder: Path, run: Run) -> None:
    """The three hash functions of dilithium-py both ways; a signature is of one of them only."""
    theirs = HashML_DSA(cases.DSA_PARAMETERS["ML_DSA_44"])
    _, pk, sk = pair("ML-DSA-44")
    Path("pk.pem").write_bytes(keys.encode_public("ML-DSA-44", pk, "pem"))
    Path("sk.pem").write_bytes(private("ML-DSA-44", "both"))
    Path("m").write_bytes(b"letter")
    for name, word in (("SHA2-256", "SHA256"), ("SHA2-512", "SHA512"), ("SHAKE-128", "SHAKE128")):
        line = f"--on {on} --message m --prehash {name.lower()} --context 6162 --signature s"
        run(f"dsa sign --sk sk.pem --deterministic {line}")
        assert Path("s").read_bytes() == theirs._sign_with_pre_hash(sk, b"letter", word, b"ab", True)
        run(f"dsa verify --pk pk.pem {line}")
    run(f"dsa verify --on {on} --pk pk.pem --message m --prehash {HASHES[0]} --context 6162 --signature s", code=1)
    run(f"dsa verify --on {on} --pk pk.pem --message m --context 6162 --signature s", code=1)
    assert not ML_DSA_44.verify(pk, b"letter", Path("s").read_bytes(), b"ab")


def altered(data: bytes, at: int) -> bytes:
    """With another byte at a place."""
    changed = bytearray(data)
    changed[at] ^= 1
    return bytes(changed)


@cache
def bad_files() -> dict[str, bytes]:
    kem = private("ML-KEM-768", "seed")
    public = keys.encode_public("ML-KEM-768", pair("ML-KEM-768")[1], "der")
    curve = ec.generate_private_key(ec.SECP256R1())
    secret = serialization.load_pem_private_key(kem, None)
    encrypted = serialization.BestAvailableEncryption(b"word")
    bits = keys.BitString(bytes(1184), 1)
    return {
        "kem.pem": kem,
        "public.der": public,
        "other.pem": private("ML-KEM-512", "both"),
        "dsa.der": private("ML-DSA-65", "seed", "der"),
        "ec.der": curve.private_bytes(Encoding.DER, PrivateFormat.PKCS8, serialization.NoEncryption()),
        "ec.pem": curve.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()),
        "encrypted.pem": secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encrypted),
        "encrypted.der": secret.private_bytes(Encoding.DER, PrivateFormat.PKCS8, encrypted),
        "hex.txt": pair("ML-KEM-768")[1].hex().encode(),
        "cut.der": public[:-1],
        "longer.der": public + b"\0",
        "cut.pem": kem[:-10],
        "damaged.pem": kem.replace(b"M", b"!", 1),
        "two.pem": kem * 2,
        "empty": b"",
        "parameters.der": bytes([*public[:3], public[3] + 2, 0x30, 0x0D, *public[6:17], 5, 0, *public[17:]]),
        "no-oid.der": altered(public, 6),
        "bits.der": keys.encode_der(keys._PublicKey(algorithm=keys._algorithm("ML-KEM-768"), key=bits)),
        "short.der": keys.encode_public("ML-KEM-768", b"short", "der"),
        "short-seed.der": keys.encode_private("ML-KEM-768", b"short", b"", "der"),
        "short-key.der": keys.encode_private("ML-KEM-768", b"", b"short", "der", "expanded"),
        "choice.der": altered(private("ML-KEM-768", "seed", "der"), 20),
        "version.der": private("ML-KEM-768", "seed", "der").replace(b"\2\1\0", b"\2\1\2", 1),
        "differs.der": altered(private("ML-DSA-44", "both", "der"), -1),
        "s1.der": altered(private("ML-DSA-44", "expanded", "der"), -2000),
        "tr.der": altered(private("ML-DSA-44", "expanded", "der"), -2400),
    }


BAD = """
kem encaps --c c --key k --ek
  other.pem => other.pem: a private key, not the encapsulation key
  kem.pem => kem.pem: a private key, not the encapsulation key
  hex.txt => hex.txt: the encapsulation key has 2368 bytes, not 1184 as ML-KEM-768 has, and is neither PEM nor DER
  empty => empty: the encapsulation key has 0 bytes, not 1184
  cut.der => cut.der: not one public key or private key in DER: bytes are missing, wrong or left over
  longer.der => longer.der: not one public key or private key in DER: bytes are missing, wrong or left over
  parameters.der => parameters.der: ML-KEM-768 has no parameters beside its object identifier, this key has
  no-oid.der => no-oid.der: the algorithm has no object identifier
  bits.der => bits.der: the public key is not a whole number of bytes
  short.der => short.der: the encapsulation key has 5 bytes, not 1184
kem decaps --c empty --key k --dk
  public.der => public.der: a public key, not the decapsulation key
  other.pem --params ML-KEM-768 => other.pem: a key of ML-KEM-512, not of ML-KEM-768
  other.pem => empty: the ciphertext has 0 bytes, not 768 as ML-KEM-512 has
  dsa.der => dsa.der: a key of ML-DSA-65, not of ML-KEM-512 or ML-KEM-768 or ML-KEM-1024
  ec.der => ec.der: a key of the algorithm 1.2.840.10045.2.1, not of ML-KEM-512
  ec.pem => ec.pem: a PEM block of 'EC PRIVATE KEY', not of PUBLIC KEY or PRIVATE KEY
  encrypted.pem => encrypted.pem: an encrypted private key; decrypt it first: openssl pkey
  encrypted.der => encrypted.der: an encrypted private key; decrypt it first: openssl pkey
  cut.pem => cut.pem: the PEM block has not a BEGIN and an END line of one label
  damaged.pem => damaged.pem: the PEM block is not base64
  two.pem => two.pem: 2 PEM blocks, not one
  short-seed.der => short-seed.der: the seed has 5 bytes, not 64 as ML-KEM-768 has
  short-key.der => short-key.der: the decapsulation key has 5 bytes, not 2400 as ML-KEM-768 has
  choice.der => choice.der: the private key is neither seed nor expanded key nor both, in the DER of RFC 9935
  version.der => version.der: PKCS #8 of version 2, not 0 or 1
dsa sign --message empty --signature s --sk
  differs.der => differs.der: the expanded key is not that of the seed
  s1.der => s1.der: tr or t0 in the private key is not that of its s1 and s2
  tr.der => tr.der: tr or t0 in the private key is not that of its s1 and s2
  dsa.der --mu empty => --message and --mu: give one of them
dsa sign --signature s --sk dsa.der
  --mu empty => empty: mu has 0 bytes, not 64
  --mu empty --prehash SHA2-512 => --prehash: goes with --message
  --deterministic => --message: missing; give it, or --mu
kem keygen --ek new.pem
  --dk new.bin --form both => new.bin: a raw private key is the seed or the expanded key, not both
"""
"""Below a command, what is added to it, and how the line begins."""


def rows() -> list[tuple[str, str]]:
    found, command = [], ""
    for line in BAD.strip().splitlines():
        added, arrow, words = line.partition(" => ")
        if arrow:
            found.append((f"{command} {added.strip()}", words))
        else:
            command = line
    return found


@pytest.mark.parametrize(("line", "words"), rows())
def test_a_bad_key_is_refused(line: str, words: str, folder: Path, run: Run) -> None:
    files = bad_files()
    for name, data in files.items():
        Path(name).write_bytes(data)
    assert run.refused(line).startswith(words)
    assert {path.name for path in folder.iterdir()} == files.keys()


def test_without_the_package_raw_keys_work(folder: Path) -> None:
    """PEM and DER are refused in one line before any work."""
    Path("ek.der").write_bytes(keys.encode_public("ML-KEM-512", pair("ML-KEM-512")[1], "der"))
    code = (
        "import sys; sys.modules['cryptography'] = None\n"
        "from twiddle.cli import main\n"
        "for line in sys.argv[1:]: print(main(line.split()))"
    )
    lines = ("kem keygen --ek ek --dk dk", "kem keygen --ek ek.pem --dk d", "kem encaps --ek ek.der --c c --key k")
    done = finished([sys.executable, "-c", code, *lines])
    assert [line for line in done.stdout.splitlines() if line in "012"] == ["0", "2", "2"], done.stderr
    need = "PEM and DER need cryptography 50 or newer, which the extra keys of Twiddle brings"
    assert done.stderr == "".join(f"twiddle: {name}: {need}\n" for name in ("ek.pem", "ek.der"))
    assert {path.name for path in folder.iterdir()} == {"ek", "dk", "ek.der"}
