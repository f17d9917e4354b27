# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle vectors`: NIST's cases on the unit and on twd_lattice, functions of later files, and the record."""

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from command import Run
from dilithium_py.ml_dsa.default_parameters import DEFAULT_PARAMETERS as DSA_PARAMETERS
from dilithium_py.ml_dsa.hash_ml_dsa import HashML_DSA
from dilithium_py.ml_dsa.ml_dsa import ML_DSA
from kyber_py.ml_kem.default_parameters import DEFAULT_PARAMETERS as KEM_PARAMETERS
from kyber_py.ml_kem.ml_kem import ML_KEM

from twiddle.base.errors import CheckFailed, FieldError, TwiddleError
from twiddle.evidence.results import Results
from twiddle.evidence.schemes import on_unit
from twiddle.evidence.schemes.on_unit import Arrays, Counted
from twiddle.evidence.verify import acvp
from twiddle.evidence.verify.acvp import Acvp
from twiddle.evidence.verify.campaign import Options
from twiddle.model import sets
from twiddle.model.programs import Program

pytestmark = pytest.mark.covers("twd_poly_unit", "twd_lattice")

DATA = Path(__file__).parent / "data"
HARDWARE = ("unit", "lattice")


class Wrong(Counted):
    """A unit that adds 1 to t."""

    def __call__(self, program: Program, values: Arrays) -> Arrays:
        found = dict(super().__call__(program, values))
        return {**found, "t": (found["t"] + 1) % 3329} if "t" in found else found


def test_a_wrong_result_is_told(results: Path) -> None:
    """A case fails where the unit computes something else."""
    path = DATA / "acvp" / "ML-KEM-keyGen-FIPS203.json"
    kind = Acvp(("unit",))
    first = kind.points(Options(files=path.parent))[0]
    with pytest.raises(CheckFailed, match=rf"^{first.path}, \S+ keyGen, case \d+, on unit$"):
        first.run(Wrong(on_unit.unit()))
    assert first.run()["cycles"] > 500


def test_folders_without_cases_are_refused(tmp_path: Path) -> None:
    options = Options(files=tmp_path)
    (tmp_path / "keys.json").write_text("[1]", encoding="utf-8")
    with pytest.raises(TwiddleError, match=r"keys\.json: not an ACVP file"):
        Acvp().outcome(options)
    (tmp_path / "keys.json").unlink()
    with pytest.raises(TwiddleError, match="no ACVP file of ML-KEM keyGen"):
        Acvp().outcome(options)
    with pytest.raises(FieldError, match="files: missing"):
        Acvp().run(Options())


def test_acvp_from_the_command_line(results: Path, tmp_path: Path, run: Run) -> None:
    """The sampled cases, one object a group; the record only if all pass; exit code 1 otherwise."""
    groups = run.json(f"vectors {DATA / 'acvp'} --json")
    names = ["file", "scheme", "set", "function", "on", "cases", "passed", "cycles"]
    assert all(list(group) == names for group in groups)
    for on in HARDWARE:
        of = [group for group in groups if group["on"] == on]
        assert sum(group["cases"] for group in of) == sum(group["passed"] for group in of) == 37
    made = {"keyGen", "encapsulation", "decapsulation", "sigGen"}  # others may end before the first product
    assert all(group["cycles"] > 500 for group in groups if group["function"] in made)
    record = results / Acvp.record
    assert json.loads(record.read_text(encoding="utf-8"))["groups"] == groups
    larger = record.read_text(encoding="utf-8").replace('"cases": 2', '"cases": 100')
    record.write_text(larger, encoding="utf-8")
    out, _ = run(f"vectors {DATA / 'acvp'}")
    assert "ML-KEM-768" in out
    assert "not run, no cases in the folder: ML-DSA sigGen mu\n" in out
    assert record.read_text(encoding="utf-8") == larger, "a record of more cases stays"
    record.unlink()
    Acvp().outcome(Options(Results(results), files=DATA / "acvp", record=False))
    assert not record.exists(), "the package of a wheel keeps its records"
    keys = tmp_path / "keys"
    keys.mkdir()
    path = keys / "ML-DSA-keyGen-FIPS204.json"
    shutil.copy(DATA / "acvp" / path.name, keys)
    run(f"vectors {keys} --on unit")
    assert not record.exists(), "of the unit alone there is no record"
    document = json.loads(path.read_text(encoding="utf-8"))
    for group in document["testGroups"]:
        for case in group["tests"]:
            case["pk"] = "00" + case["pk"][2:]
    path.write_text(json.dumps(document), encoding="utf-8")
    _, err = run(f"vectors {keys} --on unit", code=1)
    assert re.search(r"cases fail: .*, ML-DSA-44 keyGen, case .*, on unit;", err.splitlines()[-1])
    assert not record.exists()


def document(mode: str, group: dict[str, object], tests: list[dict[str, object]]) -> str:
    """A file as those of NIST, of functions that the first version of them has not."""
    algorithm = "ML-KEM" if mode == "encapDecap" else "ML-DSA"
    name = "ML-KEM-512" if mode == "encapDecap" else "ML-DSA-44"
    tests = [{"tcId": number, **test} for number, test in enumerate(tests, 1)]
    groups = [{"tgId": 1, "parameterSet": name, **group, "tests": tests}]
    return json.dumps({"algorithm": algorithm, "mode": mode, "testGroups": groups})


def test_functions_of_later_files(tmp_path: Path) -> None:
    """Checks of keys; signatures of mu, with a context, and of a hash; by kyber-py and dilithium-py."""
    ek, dk = ML_KEM(KEM_PARAMETERS["ML512"]).key_derive(bytes(64))
    checks = {
        "encapsulationKeyCheck": ("ek", (ek, True), (b"\xff" * 800, False), (ek[:-1], False)),
        "decapsulationKeyCheck": ("dk", (dk, True), (dk[:-40] + bytes(8) + dk[-32:], False)),
    }
    for function, (key, *cases) in checks.items():
        tests = [{key: data.hex(), "testPassed": passed} for data, passed in cases]
        text = document("encapDecap", {"function": function}, tests)
        (tmp_path / f"{function}.json").write_text(text, encoding="utf-8")
    of, hashing = (kind(DSA_PARAMETERS["ML_DSA_44"]) for kind in (ML_DSA, HashML_DSA))
    pk, sk = of.key_derive(bytes(32))
    mu, context, rnd = of.prehash_external_mu(pk, b"m", b"c"), {"context": b"c".hex()}, bytes(range(32))
    of.random_bytes = hashing.random_bytes = lambda _count: rnd
    interfaces = {
        "mu": ({"externalMu": True, "mu": mu.hex()}, of.sign_external_mu(sk, mu)),
        "pure": ({"message": b"m".hex(), "preHash": "pure", **context}, of.sign(sk, b"m", b"c")),
        "hashed": (
            {"message": b"m".hex(), "preHash": "preHash", "hashAlg": "SHA2-512", **context},
            hashing.sign(sk, b"m", b"c"),
        ),
    }
    keys = {"pk": pk.hex(), "sk": sk.hex(), "rnd": rnd.hex(), "testPassed": True}
    for mode in ("sigGen", "sigVer"):
        for name, (fields, signature) in interfaces.items():
            test = {**keys, **fields, "signature": signature.hex()}
            tests = [test, {**test, "signature": bytes(2420).hex(), "testPassed": False}]
            text = document(mode, {"signatureInterface": "external"}, tests if mode == "sigVer" else tests[:1])
            (tmp_path / f"{mode}-{name}.json").write_text(text, encoding="utf-8")
    found = Acvp().outcome(Options(files=tmp_path, record=False))
    assert found.failed == ()
    assert set(found.absent) == {*acvp.NEEDED, "ML-DSA sigGen"}
    counts = Counter((group.on, group.function) for group in found.groups for _ in range(group.cases))
    assert counts == {
        (on, function): count
        for on in HARDWARE
        for function, count in {
            "encapsulationKeyCheck": 3,
            "decapsulationKeyCheck": 2,
            **{f"sigGen {each}": 1 for each in interfaces},
            **{f"sigVer {each}": 2 for each in interfaces},
        }.items()
    }
    (tmp_path / "other.json").write_text(document("encapDecap", {"function": "other"}, [{}]), encoding="utf-8")
    with pytest.raises(TwiddleError, match=r"other\.json, case 1: function 'other': unknown"):
        Acvp().outcome(Options(files=tmp_path, record=False))


@pytest.mark.parametrize("on", HARDWARE)
def test_keys_and_signatures_of_another_length_are_not_valid(on: str, tmp_path: Path) -> None:
    """FIPS 204, 3.6.2: such a case passes if it has to fail; what is no key at all ends the run."""
    of = ML_DSA(DSA_PARAMETERS["ML_DSA_44"])
    pk, sk = of.key_derive(bytes(32))
    right = {"pk": pk.hex(), "message": "", "signature": of._sign_internal(sk, b"", bytes(32)).hex()}
    wrong = [
        {**right, name: changed}
        for name in ("pk", "signature")
        for changed in ("", right[name][2:], right[name] + "00")
    ]
    tests = [
        {**right, "testPassed": True},
        *({**case, "testPassed": False} for case in wrong),
        {**wrong[0], "testPassed": True},
    ]
    path, kind, options = tmp_path / "lengths.json", Acvp((on,)), Options(files=tmp_path, record=False)
    path.write_text(document("sigVer", {}, tests), encoding="utf-8")
    found = kind.outcome(options)
    assert found.failed == (f"{path}, ML-DSA-44 sigVer, case 8, on {on}",)
    for case, words in (({**tests[0], "pk": "0g"}, "ValueError"), ({**right, "pk": ""}, "KeyError")):
        path.write_text(document("sigVer", {}, [case]), encoding="utf-8")
        with pytest.raises(TwiddleError, match=rf"lengths\.json, case 1: {words}: "):
            kind.outcome(options)


@pytest.mark.parametrize("groups", [[], [{"tgId": 1, "parameterSet": "ML-DSA-44", "tests": []}]], ids=len)
def test_a_folder_without_a_case_is_refused(groups: list[object], tmp_path: Path, run: Run) -> None:
    for mode in ("keyGen", "sigVer"):
        text = json.dumps({"algorithm": "ML-DSA", "mode": mode, "testGroups": groups})
        (tmp_path / f"{mode}.json").write_text(text, encoding="utf-8")
    assert run.refused("vectors", tmp_path) == f"{tmp_path}: no case in its ACVP files"


@pytest.mark.parametrize(("name", "other"), [("SHA2-256", "sha256"), ("SHAKE-128", "shake128")])
def test_the_prefix_of_a_hashed_message(name: str, other: str) -> None:
    of = HashML_DSA(DSA_PARAMETERS["ML_DSA_44"])
    oid, digest = of._hash_with_oid(b"message", other)
    assert sets.hashed(b"message", b"context", name) == b"\1\7context" + oid + digest


def test_every_hash_has_another_identifier() -> None:
    found = {sets.hashed(b"", b"", name)[2:13] for name in sets.HASHES}
    assert len(found) == 12
