# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle vectors`: cases of others on the unit and on twd_lattice, every form of their files, and the record."""

import gzip
import hashlib
import json
import os
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

from twiddle.base.errors import CheckFailed, FieldError
from twiddle.evidence.results import Results
from twiddle.evidence.schemes import on_unit
from twiddle.evidence.schemes.on_unit import Arrays, Counted
from twiddle.evidence.verify.campaign import Options
from twiddle.evidence.verify.vectors import IDLE, NEEDED, SAMPLED, Outcome, Vectors
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
    kind = Vectors(on=("unit",))
    first = kind.points(Options(files=path.parent))[0]
    with pytest.raises(CheckFailed, match=rf"^{first.path}, \S+ keyGen, case \d+, on unit$"):
        first.run(Wrong(on_unit.unit()))
    assert first.run()["cycles"] > 500


def outcome(folder: Path, *on: str) -> Outcome:
    """Of the cases of a folder, without a record."""
    return Vectors(on=on or HARDWARE).outcome(Options(files=folder, record=False))


def not_run(found: Outcome) -> set[tuple[str, str, int]]:
    """File, reason and number of what is not run."""
    return {(each["file"], each["reason"], each["cases"]) for each in found.not_run}


def test_vectors_from_the_command_line(results: Path, tmp_path: Path, run: Run) -> None:
    """The sampled cases, one object a group; the record only if all pass; exit code 1 otherwise."""
    found = run.json(f"vectors {DATA / 'acvp'} --json")
    groups, idle = found["groups"], found["not_run"]
    names = ["file", "source", "set", "function", "on", "cases", "passed", "cycles"]
    assert all(list(group) == names for group in groups)
    for on in HARDWARE:
        of = [group for group in groups if group["on"] == on]
        early = sum(each["cases"] for each in idle) if on == "unit" else 0
        assert sum(group["cases"] for group in of) == sum(group["passed"] for group in of) == 37 - early
    assert {each["reason"] for each in idle} == {SAMPLED}
    assert all(group["cycles"] > 500 for group in groups)
    assert found["sources"] == [{"source": "ACVP", "edition": "", "distinct": 37}]
    record = results / Vectors.record
    written = json.loads(record.read_text(encoding="utf-8"))
    assert written["groups"] == groups
    assert Vectors().claimed(written).startswith(f"{Vectors.claim}: 37 of ACVP; no case of: ML-DSA sigGen mu, ")
    larger = record.read_text(encoding="utf-8").replace('"distinct": 37', '"distinct": 100')
    record.write_text(larger, encoding="utf-8")
    out, _ = run(f"vectors {DATA / 'acvp'}")
    assert "ML-KEM-768" in out
    assert "not run, no cases in the folder: ML-DSA sigGen mu\n" in out
    assert record.read_text(encoding="utf-8") == larger, "a record of more cases stays"
    record.unlink()
    Vectors().outcome(Options(Results(results), files=DATA / "acvp", record=False))
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


@pytest.mark.parametrize(("source", "cases", "left"), [("wycheproof", 58, 0), ("cctv", 9, 1)])
def test_samples_of_others(source: str, cases: int, left: int) -> None:
    """Cases of each form of the files of Wycheproof and of CCTV, as they publish them."""
    found = outcome(DATA / source, "lattice")
    assert not found.failed
    assert sum(group["passed"] for group in found.groups) == cases
    assert sum(each["cases"] for each in found.not_run) == left


def test_the_record_is_of_all_sources_in_named_editions() -> None:
    """NIST's cases of every function, and those of C2SP; a record of fewer is for a pending list."""
    if Vectors.record in Results().pending():
        pytest.skip("results/pending.json: make vectors has not run on this hardware")
    record = json.loads((Results().folder / Vectors.record).read_text(encoding="utf-8"))
    assert {each["source"] for each in record["sources"]} == {"ACVP", "Wycheproof", "CCTV"}
    assert all(each["edition"] for each in record["sources"])
    assert record["absent"] == []


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
    other = document("encapDecap", {"function": "other"}, [{}])
    (tmp_path / "other.json").write_text(other, encoding="utf-8")
    counts = Counter[tuple[str, str]]()
    for on in HARDWARE:
        found = outcome(tmp_path, on)
        assert not found.failed
        assert set(found.absent) == {*NEEDED, "ML-DSA sigGen", "ML-DSA accumulated"}
        tried = [*found.groups, *(each for each in found.not_run if each["reason"] == IDLE)]
        counts.update((on, each["function"]) for each in tried for _ in range(each["cases"]))
    assert counts == {
        (on, function): count
        for on in HARDWARE
        for function, count in {
            "ML-KEM encapsulationKeyCheck": 3,
            "ML-KEM decapsulationKeyCheck": 2,
            **{f"ML-DSA sigGen {each}": 1 for each in interfaces},
            **{f"ML-DSA sigVer {each}": 2 for each in interfaces},
        }.items()
    }
    left = {"file": "other.json", "set": "ML-KEM-512", "function": "ML-KEM other", "reason": "an unknown function"}
    assert {**left, "cases": 1} in found.not_run


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
    path = tmp_path / "lengths.json"
    path.write_text(document("sigVer", {}, tests), encoding="utf-8")
    assert outcome(tmp_path, on).failed == [f"{path}, ML-DSA-44 sigVer, case 8, on {on}"]


@pytest.mark.parametrize("on", HARDWARE)
def test_mu_and_rnd_of_another_length_are_refused(on: str, tmp_path: Path) -> None:
    """FIPS 204, algorithm 7: none gives a signature."""
    _, sk = ML_DSA(DSA_PARAMETERS["ML_DSA_44"]).key_derive(bytes(32))
    lengths = [(0, 32), (63, 32), (65, 32), (64, 0), (64, 31), (64, 33)]
    tests = [
        {"sk": sk.hex(), "mu": bytes(mu).hex(), "rnd": bytes(rnd).hex(), "testPassed": False} for mu, rnd in lengths
    ]
    (tmp_path / "mu.json").write_text(document("sigGen", {"externalMu": True}, tests), encoding="utf-8")
    found = outcome(tmp_path, on)
    assert not found.failed
    assert sum(each["cases"] for each in [*found.groups, *found.not_run]) == len(lengths)


@pytest.mark.parametrize("groups", [[], [{"tgId": 1, "parameterSet": "ML-DSA-44", "tests": []}]], ids=len)
def test_a_folder_without_a_case_is_refused(groups: list[object], tmp_path: Path, run: Run) -> None:
    for mode in ("keyGen", "sigVer"):
        text = json.dumps({"algorithm": "ML-DSA", "mode": mode, "testGroups": groups})
        (tmp_path / f"{mode}.json").write_text(text, encoding="utf-8")
    words = "no case of ACVP, Wycheproof or CCTV for ML-KEM or ML-DSA; other files: 2, the first keyGen.json: "
    assert run.refused("vectors", tmp_path) == f"{tmp_path}: {words}no test vectors"


def test_files_that_are_not_run_are_named(tmp_path: Path, run: Run) -> None:
    """Damaged files, other schemes and fields that are not known: listed, and never among those that pass."""
    with pytest.raises(FieldError, match="files: missing"):
        Vectors().run(Options())
    assert re.search(r"no case of ACVP, .*; other files: 0$", run.refused("vectors", tmp_path))
    path = DATA / "acvp" / "ML-KEM-encapDecap-FIPS203.json"
    whole = json.loads(path.read_text(encoding="utf-8"))
    whole["testGroups"] = [group for group in whole["testGroups"] if group["function"] == "encapsulation"][:1]
    cases = len(whole["testGroups"][0]["tests"])
    text = json.dumps(whole)
    files = {
        "cut.json": (text[:-1], r"damaged: Expecting ',' delimiter", 0),
        "cut.json.gz": (gzip.compress(text.encode())[:-9], "damaged: ", 0),
        "group.json": (text.replace('"tcId"', '"id"'), "damaged: KeyError: 'tcId'", 0),
        "list.json": ("[1]", "no test vectors", 0),
        "notes.txt": ("dk = secret\n", "no test vectors", 0),
        "aes.json": (text.replace("ML-KEM", "ACVP-AES"), "another scheme: ACVP-AES", cases),
        "field.json": (text.replace('"function"', '"flavour": "sweet", "function"'), "unknown fields: flavour", cases),
        "format.json": (
            text.replace('"function"', '"keyFormat": "x", "function"'),
            "an unknown format of keys: x",
            cases,
        ),
        "set.json": (text.replace("ML-KEM-512", "ML-KEM-256"), "an unknown parameter set", cases),
        "hex.json": (text.replace('"m": "', '"m": "g'), "m is not hexadecimal", cases),
        "check.json": (
            document("sigVer", {}, [{"pk": "", "message": "", "signature": ""}]),
            *("the file does not say whether the hardware has to take it", 1),
        ),
        "m.json": (text.replace('"m": "', '"reason": "'), "without m", cases),
        "revision.json": (text.replace('"FIPS203"', '"FIPS205"'), "an unknown revision: FIPS205", cases),
        "escape.json": (
            text.replace('"function"', '"\\u001b[31m\\ud800": 1, "function"'),
            *(r"unknown fields: ?[31m?", cases),
        ),
        "interface.json": (document("sigVer", {"signatureInterface": "both"}, [{}]), "an unknown function", 1),
    }
    for name, (content, _, _) in files.items():
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    assert f"no case of ACVP, Wycheproof or CCTV for ML-KEM or ML-DSA; other files: {len(files)}, the first " in (
        run.refused("vectors", tmp_path)
    )
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "it.json").write_text(text, encoding="utf-8")
    (tmp_path / "later.json").write_text(text, encoding="utf-8")
    (tmp_path / ".hidden.json").write_text(text, encoding="utf-8")
    for place in (tmp_path, tmp_path / "deep"):
        (place / "KAT.rsp").write_text(text, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "linked").symlink_to("deep")
    found = outcome(tmp_path, "lattice")
    assert [(group["file"], group["cases"], group["passed"]) for group in found.groups] == [
        ("deep/er/it.json", cases, cases)
    ]
    assert [(each["edition"], each["distinct"]) for each in found.sources] == [("deep", cases)]
    reasons = {name: (reason, count) for name, reason, count in not_run(found)}
    assert reasons.pop("later.json") == ("the same in deep/er/it.json", cases)
    assert reasons.pop("*.rsp") == ("files that do not end in .json, .txt, .md: 2", 0)
    assert reasons.pop("linked") == ("a link to a folder", 0)
    assert reasons.pop("pipe.json") == ("damaged: not a regular file", 0)
    assert reasons.keys() == files.keys()
    for name, (_, reason, count) in files.items():
        assert reasons[name][0].startswith(reason)
        assert reasons[name][1] == count


def split(text: str, shown: set[str]) -> tuple[str, str]:
    """Prompt and answers of an internalProjection; the prompt has what is shown."""
    whole = {**json.loads(text), "vsId": 1}
    prompt = [
        {**group, "tests": [{k: test[k] for k in shown} for test in group["tests"]]} for group in whole["testGroups"]
    ]
    answers = [
        {
            "tgId": group["tgId"],
            "tests": [{k: v for k, v in test.items() if k not in shown - {"tcId"}} for test in group["tests"]],
        }
        for group in whole["testGroups"]
    ]
    return json.dumps({**whole, "testGroups": prompt}), json.dumps({**whole, "testGroups": answers})


def test_prompts_and_answers(tmp_path: Path) -> None:
    """In one folder, in any format of keys, compressed or not; apart they are not run."""
    of = ML_KEM(KEM_PARAMETERS["ML512"])
    ek, dk = of.key_derive(bytes(range(64)))
    k, c = of._encaps_internal(ek, bytes(32))
    seed = {"d": bytes(range(32)).hex(), "z": bytes(range(32, 64)).hex()}
    case = {**seed, "dk": dk.hex(), "c": c.hex(), "k": k.hex()}
    for form, shown in (("seed", {"d", "z"}), ("expanded", {"dk"})):
        text = document("encapDecap", {"function": "decapsulation", "keyFormat": form}, [case])
        prompt, answers = split(text, {"tcId", "c", *shown})
        for folder in (tmp_path / form, tmp_path / f"{form}-prompt", tmp_path / f"{form}-answers"):
            folder.mkdir()
            if not folder.name.endswith("answers"):
                (folder / "prompt.json.gz").write_bytes(gzip.compress(prompt.encode()))
            if not folder.name.endswith("prompt"):
                (folder / "expectedResults.json").write_text(answers, encoding="utf-8")
    found = outcome(tmp_path, "lattice")
    assert not found.failed
    assert [(group["file"], group["passed"]) for group in found.groups] == [
        ("expanded/prompt.json.gz", 1),
        ("seed/prompt.json.gz", 1),
    ]
    alone = "answers of ACVP without their prompt.json"
    assert not_run(found) == {
        entry
        for form in ("expanded", "seed")
        for entry in (
            (f"{form}-answers/expectedResults.json", alone, 0),
            (f"{form}-prompt/prompt.json.gz", "without k", 1),
        )
    }


def wycheproof(schema: str, algorithm: str, group: dict[str, object], tests: list[dict[str, object]]) -> str:
    """A file as those of Wycheproof."""
    numbered = [{"tcId": number, "comment": "", "flags": [], **test} for number, test in enumerate(tests, 1)]
    groups = [{"source": {"name": "", "version": ""}, **group, "tests": numbered}]
    return json.dumps({"algorithm": algorithm, "schema": f"{schema}_schema.json", "testGroups": groups})


def test_wycheproof(tmp_path: Path) -> None:
    """Every schema, right and wrong, by kyber-py and dilithium-py; each altered answer fails."""
    kem, dsa = ML_KEM(KEM_PARAMETERS["ML512"]), ML_DSA(DSA_PARAMETERS["ML_DSA_44"])
    seed = bytes(range(64))
    ek, dk = kem.key_derive(seed)
    k, c = kem._encaps_internal(ek, bytes(32))
    pk, sk = dsa.key_derive(seed[:32])
    signature = dsa._sign_internal(sk, sets.pure(b"m", b"c"), bytes(32))
    mu = dsa.prehash_external_mu(pk, b"m", b"c")
    of, kept = {"parameterSet": "ML-KEM-512"}, {"K": k.hex(), "c": c.hex()}
    wrong = {"K": "", "c": c.hex()}
    message = {"msg": b"m".hex(), "ctx": b"c".hex(), "sig": signature.hex()}
    signed = [{**message, "mu": mu.hex()}, {"mu": mu.hex(), "sig": signature.hex()}]
    files: dict[str, tuple[str, dict[str, object], list[dict[str, object]], list[dict[str, object]]]] = {
        "mlkem_keygen_seed_test": ("ML-KEM", of, [{"seed": seed.hex(), "ek": ek.hex(), "dk": dk.hex()}], []),
        "mlkem_encaps_test": (
            *("ML-KEM", of, [{"ek": ek.hex(), "m": bytes(32).hex(), **kept}]),
            [{"ek": key.hex(), "m": bytes(32).hex(), **wrong} for key in (ek[:-1], b"\xff" * 800)],
        ),
        "mlkem_test": (
            *("ML-KEM", of, [{"seed": seed.hex(), "ek": ek.hex(), **kept}]),
            [{"seed": value.hex(), **wrong} for value in (b"", seed[:-1], seed + seed[:8])],
        ),
        "mlkem_semi_expanded_decaps_test": (
            *("ML-KEM", of, [{"dk": dk.hex(), "ek": ek.hex(), **kept}]),
            [{"dk": dk[:-1].hex(), "ek": ek.hex(), **wrong}],
        ),
        "mldsa_sign_seed": ("ML-DSA-44", {"privateSeed": seed[:32].hex(), "publicKey": pk.hex()}, signed, []),
        "mldsa_sign_noseed": ("ML-DSA-44", {"privateKey": sk.hex(), "publicKey": pk.hex()}, signed, []),
        "mldsa_verify": (
            *("ML-DSA-44", {"publicKey": pk.hex(), "publicKeyDer": ""}, [message]),
            [{**message, "sig": bytes(2420).hex()}, {**message, "ctx": ""}],
        ),
    }
    for name, (algorithm, group, right, refused) in files.items():
        tests = [{**each, "result": "valid"} for each in right] + [{**each, "result": "invalid"} for each in refused]
        long = [{**right[0], "result": "invalid", "ctx": bytes(256).hex()}] if "dsa" in name else []
        either = [{**right[0], "result": "acceptable"}]
        (tmp_path / f"{name}.json").write_text(
            wycheproof(name, algorithm, group, tests + long + either), encoding="utf-8"
        )
    found = outcome(tmp_path)
    assert not found.failed
    passed = Counter((group["file"], group["on"]) for group in found.groups for _ in range(group["passed"]))
    assert all(passed[f"{name}.json", "lattice"] == len(right) + len(no) for name, (_, _, right, no) in files.items())
    assert sum(each["cases"] for each in found.not_run if each["reason"].startswith("a context of more than 255")) == 3
    assert sum(each["cases"] for each in found.not_run if each["reason"].startswith("the file does not say")) == len(
        files
    )
    for path in tmp_path.iterdir():
        swapped = path.read_text(encoding="utf-8").replace('"valid"', '"-"').replace('"invalid"', '"valid"')
        path.write_text(swapped.replace('"-"', '"invalid"'), encoding="utf-8")
    failed = outcome(tmp_path, "lattice").failed
    assert len(failed) == sum(len(right) + len(refused) for _, _, right, refused in files.values())


def test_cctv(tmp_path: Path, run: Run) -> None:
    """Names and values, lists of keys that are none, and accumulated hashes; keys of a draft are not run."""
    of, dsa = ML_KEM(KEM_PARAMETERS["ML512"]), ML_DSA(DSA_PARAMETERS["ML_DSA_44"])
    d, z = bytes(range(32)), bytes(32)
    ek, dk = of.key_derive(d + z)
    k, c = of._encaps_internal(ek, bytes(32))
    values = {"d": d, "z": z, "rho": ek[-32:], "ek": ek, "dk": dk, "m": bytes(32), "K": k, "c": c}
    (tmp_path / "final.txt").write_text(
        "".join(f"{name} = {value.hex()}\n" for name, value in values.items()), encoding="utf-8"
    )
    draft = ek[:-32] + hashlib.sha3_512(d).digest()[:32]
    values |= {"ek": draft, "dk": dk[:768] + draft + hashlib.sha3_256(draft).digest() + z}
    values["K"], values["c"] = of._encaps_internal(draft, bytes(32))
    values["K"] = of._decaps_internal(values["dk"], values["c"])
    del values["m"]
    (tmp_path / "draft.txt").write_text(
        "".join(f"{name} = {value.hex()}\n" for name, value in values.items()), encoding="utf-8"
    )
    keys = [key.hex() for key in (bytes(800), b"\xff" * 800)]
    (tmp_path / "keys.txt.gz").write_bytes(gzip.compress("\n".join(keys).encode()))
    every = hashlib.shake_128()
    pk, sk = dsa.key_derive(hashlib.shake_128(b"").digest(32))
    every.update(pk + dsa._sign_internal(sk, sets.pure(b""), bytes(32)))
    hashes = f"### ML-DSA-44\n\n- 1 iterations: `{every.hexdigest(32)}`\n- 60 000 000 iterations: `{'0' * 64}`\n"
    (tmp_path / "README.md").write_text(f"{hashes}\n{'0' * 64}\n", encoding="utf-8")
    (tmp_path / "kem.md").write_text(f"  * ML-KEM-512: `{'0' * 64}`\n", encoding="utf-8")
    found = outcome(tmp_path, "lattice")
    assert found.failed == [f"{tmp_path / 'keys.txt.gz'}, ML-KEM-512 encapsulationKeyCheck, line 1, on lattice"]
    counts = Counter((group["file"], group["function"].split()[1], group["passed"]) for group in found.groups)
    assert set(counts) == {
        *((("final.txt"), function, 1) for function in ("keyGen", "encapsulation", "decapsulation")),
        ("draft.txt", "decapsulation", 1),
        ("keys.txt.gz", "encapsulationKeyCheck", 1),
        ("README.md", "accumulated", 1),
    }
    inner = "intermediate values, which are at no port of the hardware"
    assert not_run(found) == {
        ("draft.txt", "keys of the draft of FIPS 203, where k is not hashed with d", 1),
        ("draft.txt", inner, 1),
        ("final.txt", inner, 1),
        ("README.md", inner, 1),
        ("kem.md", "keys of the draft of FIPS 203, where k is not hashed with d", 1),
        ("README.md", "60,000,000 iterations: too many for simulation", 1),
    }
    assert re.search(
        "1 cases fail: .*, line 1, on lattice$", run("vectors", tmp_path, "--on lattice", code=1)[1].strip()
    )


@pytest.mark.parametrize(("name", "other"), [("SHA2-256", "sha256"), ("SHAKE-128", "shake128")])
def test_the_prefix_of_a_hashed_message(name: str, other: str) -> None:
    of = HashML_DSA(DSA_PARAMETERS["ML_DSA_44"])
    oid, digest = of._hash_with_oid(b"message", other)
    assert sets.hashed(b"message", b"context", name) == b"\1\7context" + oid + digest


def test_every_hash_has_another_identifier() -> None:
    found = {sets.hashed(b"", b"", name)[2:13] for name in sets.HASHES}
    assert len(found) == 12
