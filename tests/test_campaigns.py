# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The long runs: the engine of all, what a point of each finds, and that every record is of this hardware."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from command import Run
from covers import marked
from poly_unit_cases import SMALL as SMALL_RING
from poly_unit_cases import SMALL_PAIRS
from rtl_tree import rtl_tree

from twiddle.base import manifest
from twiddle.base.errors import CheckFailed, FieldError, TwiddleError
from twiddle.evidence.results import Results
from twiddle.evidence.schemes import on_lattice
from twiddle.evidence.verify import exhaust, formal, lattice, netlists
from twiddle.evidence.verify.campaign import Kind, Options, Row
from twiddle.evidence.verify.evidence import KINDS
from twiddle.evidence.verify.exhaust import Exhaust
from twiddle.evidence.verify.lattice import LENGTH, PROGRAMS, WRONG_LENGTH, Batch, Turn
from twiddle.model import methods
from twiddle.model.methods import Method
from twiddle.model.sets import DSA_SETS, KEM_SETS, Error
from twiddle.tools import lattice_cases, unit_cases
from twiddle.tools.lattice_cases import Case, difference, dsa_cases, kem_cases, misfit
from twiddle.tools.lattice_simulator import Answer, Task
from twiddle.tools.sim.unit import ProductSweep
from twiddle.tools.unit_simulator import PolyUnit
from twiddle.tools.unit_simulator import Run as Program

pytestmark = pytest.mark.covers("twd_mod_mul", "twd_mod_reduce", "twd_poly_unit", "twd_lattice")


# --- the engine ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Square:
    """A number and its square, which the hardware of this test has in a file."""

    number: int
    folder: Path

    def __str__(self) -> str:
        return f"square of {self.number}"

    def run(self) -> Row:
        with (self.folder / "log").open("a") as log:
            log.write(f"{self.number}\n")
        found = json.loads((self.folder / "rtl.json").read_text(encoding="utf-8"))[self.number]
        if found is None:
            raise TwiddleError(f"{self}: no tool")
        if found != self.number**2:
            raise CheckFailed(f"{self}: {found}")
        return {"square": found}


class Squares(Kind[Square]):
    name = "squares"
    record = "verify/squares.json"
    claim = "squares"
    packages = ("numpy",)
    bench: ClassVar[Sequence[str] | None] = ("unit",)

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def count(self, record: Mapping[str, Any]) -> int:
        return len(record["squares"])

    def sources(self) -> list[Path]:
        return [self.folder / "rtl.json"]

    def points(self, options: Options) -> list[Square]:
        return [Square(number, self.folder) for number in range(4)]

    def summary(self, points: Sequence[Square], rows: Sequence[Row]) -> dict[str, Any]:
        return {"squares": [row["square"] for row in rows]}


@pytest.fixture
def squares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Squares:
    """Right squares, no record and an empty cache."""
    monkeypatch.setenv("TWIDDLE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "rtl.json").write_text("[0, 1, 4, 9]", encoding="utf-8")
    return Squares(tmp_path)


def ran(squares: Squares) -> Counter[int]:
    log = squares.folder / "log"
    return Counter(map(int, log.read_text().split())) if log.exists() else Counter()


def test_a_run_writes_its_record_and_that_of_a_part_does_not(squares: Squares, capsys: Any) -> None:
    results = Results(squares.folder)
    options = Options(results, workers=2)
    assert squares.run(replace(options, only="of 3")).startswith("1 of 4 points are right, in ")
    assert squares.run(replace(options, record=False)).endswith(" s: 4 squares")
    assert not (squares.folder / squares.record).exists()
    assert "of 3: " in capsys.readouterr().err
    squares.run(options)
    assert ran(squares) == dict.fromkeys(range(4), 1), "right points are not run again"
    record = json.loads((squares.folder / squares.record).read_text(encoding="utf-8"))
    assert list(record) == ["command", "workers", "seconds", "tools", "rtl_hash", "harness_hash", "squares"]
    assert (record["command"], record["workers"], record["squares"]) == ("make squares", 2, [0, 1, 4, 9])
    assert {key: record[key] for key in ("rtl_hash", "harness_hash")} == squares.hashes()


def test_a_wrong_point_does_not_stop_the_others_and_leaves_no_record(squares: Squares) -> None:
    options = Options(Results(squares.folder), workers=1)
    text = squares.folder / "rtl.json"
    for found, error in (("[0, 1, 5, 8]", CheckFailed), ("[0, 1, 5, null]", TwiddleError)):
        text.write_text(found, encoding="utf-8")
        with pytest.raises(error, match="square of"):
            squares.run(options)
    assert not (squares.folder / squares.record).exists()
    assert ran(squares)[0] == ran(squares)[3] == 2, "other hardware, other results"
    text.write_text("[0, 1, 5, 8]  ", encoding="utf-8")
    with pytest.raises(CheckFailed, match=r"^square of 2: 5; square of 3: 8$"):
        squares.run(options)
    assert ran(squares) == {0: 2, 1: 2, 2: 3, 3: 3}, "the same hardware, the same right results"


def test_options_that_do_not_apply_are_refused(squares: Squares, tmp_path: Path) -> None:
    for options, words in (
        (Options(files=tmp_path), "files: not for squares"),
        (Options(only="cube"), "only 'cube': in no name of a point; the first is square of 0"),
        (Options(workers=0), "workers 0: at least one"),
    ):
        with pytest.raises(FieldError, match=f"^{words}"):
            squares.run(options)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_record_is_of_the_hardware_as_it_is(kind: Kind[Any]) -> None:
    path = Results().folder / kind.record
    if kind.record in Results().pending():
        pytest.skip(f"results/pending.json: {kind.command} has not run on this hardware")
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["command"] == kind.command
    for key, now in kind.hashes().items():
        assert record[key] == now, f"run: {kind.command}"
    assert kind.count(record) > 0


def test_all_evidence_takes_at_most_its_budget() -> None:
    """In minutes of two processors, apart from what the tests record themselves."""
    budget = {
        "exhaust": 10,
        "netlists": 100,
        "formal": 15,
        "flow": 30,
        "vectors": 120,
        "unit": 5,
        "lattice": 15,
        "cycles": 10,
    }
    for kind in KINDS:
        if kind.name in budget and kind.record not in Results().pending():
            record = json.loads((Results().folder / kind.record).read_text(encoding="utf-8"))
            assert record["seconds"] <= 60 * budget[kind.name], kind.name


# --- exhaust ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("q", marked([17, 97], kept=[17]))
def test_every_pair_is_compared(q: int) -> None:
    """In slices of a few rows, the last of which is short."""
    chosen = list(exhaust.points([q]))
    assert {point.method for point in chosen} == set(methods.supported(q))
    tried = chosen if q > 17 else chosen[::4]
    assert [point.run(slice_of=7 * q)["pairs"] for point in tried] == [q * q] * len(tried)


def faulty(folder: Path, a: int, b: int) -> Path:
    """An RTL tree whose product of a and b alone is wrong: b taken as 0, or 0 as 1."""
    wrong = f"a_i == Width'({a}) && b_i == Width'({b}) ? Width'({int(b == 0)}) : b_i"
    return rtl_tree(folder, "arith/mul/twd_mod_mul.sv", "'(b_i))", f"'({wrong}))")


@pytest.mark.parametrize(
    ("method", "a", "b"),
    [(Method.FOLD, 1, 0), (Method.MONTGOMERY, 40, 96), (Method.MONTGOMERY, 41, 1), (Method.FOLD, 96, 96)],
)
def test_one_wrong_product_is_found(method: Method, a: int, b: int, tmp_path: Path) -> None:
    """The ends of a row, the first row of a slice, the last product of all; with a factor in the result."""
    point = exhaust.Point(97, method)
    got, right = (a * value * point.scale % 97 for value in (int(b == 0), b))
    words = f": a = {a}, b = {b}: got {got}, expected {right}, after {97 * a + b} right ones$"
    with pytest.raises(CheckFailed, match=words):
        point.run(faulty(tmp_path, a, b), 41 * 97)


@pytest.mark.parametrize(
    ("point", "file", "original", "replacement", "words"),
    [
        (
            exhaust.Point(3329, Method.RNS, variant="7-31-32, dual"),
            *("arith/mul/twd_mod_mul_rns.sv", ".a_addr_i(a_i[i])", ".a_addr_i(a_i[0])"),
            "a = 3328, b = 1: got 0, expected 3328, after 1 right",
        ),
        (
            exhaust.Point(3329, Method.LDSP, variant="Karatsuba"),
            *("paper/twd_mod_mul_ldsp.sv", ".x_i(product)", ".x_i(product ^ {23'b0, a_i == 1})"),
            "q = 3329: a = [01], b = ",
        ),
        (
            exhaust.Point(17, Method.FOLD),
            *("arith/mul/twd_mod_mul.sv", "endmodule"),
            *("assert property (@(posedge clk_i) a_i != Width'(5));\n\nendmodule", "assertion"),
        ),
    ],
    ids=["second lane", "lazy product", "assertion"],
)
def test_what_is_wrong_in_a_multiplier_is_found(
    point: exhaust.Point, file: str, original: str, replacement: str, words: str, tmp_path: Path
) -> None:
    with pytest.raises(CheckFailed, match=words):
        point.run(rtl_tree(tmp_path, file, original, replacement))


def test_what_does_not_elaborate_is_no_wrong_product(tmp_path: Path) -> None:
    with pytest.raises(TwiddleError):
        exhaust.Point(17, Method.FOLD).run(rtl_tree(tmp_path, "arith/mul/twd_mod_mul.sv", "endmodule", ""))
    with pytest.raises(TwiddleError, match="Q is not odd"):
        ProductSweep({"Q": 3330})


def test_every_narrow_multiplier_is_in_the_record(results: Path) -> None:
    record = json.loads((Results(Path(manifest.rtl_root().parent / "results")).folder / Exhaust.record).read_text())
    assert exhaust.MODULI == (3329, 7681, 12289)
    chosen = Exhaust().points(Options())
    assert {point.variant for point in chosen} == {"", *exhaust.VARIANTS}
    names = ("q", "halvings", "variant", "scale", "latency", "pairs")
    assert [{name: row[name] for name in ("method", *names)} for row in record["points"]] == [
        {"method": point.method.label, **{name: getattr(point, name) for name in names}} for point in chosen
    ]
    small = Exhaust(moduli=[17])
    assert small.run(Options(only="fold")).startswith("1 of ")
    small.run(Options())
    found = json.loads((results / Exhaust.record).read_text(encoding="utf-8"))
    assert list(found["points"][0]) == list(record["points"][0])


@pytest.mark.parametrize(
    ("options", "rule"), [("--workers 0", "Invalid value for '--workers'"), ("--only nothing", "--only 'nothing': in")]
)
def test_what_cannot_be_tried_is_refused(options: str, rule: str, run: Run) -> None:
    assert rule in run.refused(f"verify --run exhaust {options}")


# --- the polynomial unit ------------------------------------------------------------------------------------

FOUR = lattice.UNITS[2]


def test_the_programs_are_enough() -> None:
    """10^5 random commands, without the stores at the end of a program; every count of every operation."""
    batches = lattice.Unit().points(Options())
    assert len(batches) * PROGRAMS * LENGTH >= 100_000
    assert len(set(map(str, batches))) == len(batches)
    drawn = [unit_cases.program(SMALL_RING, SMALL_PAIRS, 16, LENGTH, seed) for seed in range(200)]
    counts = {(each.operation.name, each.count) for of in drawn for each in of.commands}
    assert counts == {(name, count) for name in unit_cases.WEIGHTS for count in range(1, 9)}
    assert any(each.stream for of in drawn for each in of.commands)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda run: replace(run, error=3), "error_o is 3"),
        (lambda run: replace(run, stored=run.stored[1:]), "polynomials instead of"),
        (lambda run: replace(run, stored=[*run.stored[:-1], run.stored[-1] ^ 1]), "coefficient 0 is"),
    ],
)
def test_a_wrong_result_of_the_unit_is_found(change: Any, words: str) -> None:
    class Altered:
        rings, slots = {False: FOUR.ring, True: FOUR.pairs}, 16

        def run(self, *program: Any, seed: int, **_: Any) -> Program:
            right = unit_cases.program(FOUR.ring, FOUR.pairs, 16, LENGTH, seed, stores=True)
            done = Program([np.array(each) for each in right.stored], 1, 0, 0, 0)
            return change(done) if seed == 21 else done

    altered: Any = Altered()
    assert Batch(FOUR, 0).run(altered)["commands"]
    with pytest.raises(CheckFailed) as found:
        Batch(FOUR, 20).run(altered)
    name = "small 4 lanes 020"
    assert str(found.value).startswith(f"{name}, seed 21: ")
    assert words in str(found.value)
    assert str(found.value).endswith(f"; repeat: twiddle verify --run unit --only '{name}'")


def test_the_record_of_the_unit() -> None:
    kind = lattice.Unit(units=(replace(FOUR, batches=3),))
    rows = [{"commands": {"NTT": 3, "MUL": 2}}] * 3
    summary = kind.summary(kind.points(Options()), rows)
    assert summary["units"] == {FOUR.name: {"programs": 60, "commands": {"NTT": 9, "MUL": 6}}}
    assert kind.count(summary) == 15
    if kind.record in Results().pending():
        pytest.skip(f"results/pending.json: {kind.command} has not run on this hardware")
    record = json.loads((Results().folder / kind.record).read_text(encoding="utf-8"))
    assert {name: of["programs"] for name, of in record["units"].items()} == {
        each.name: each.batches * PROGRAMS for each in lattice.UNITS
    }


def test_a_unit_is_compiled_once() -> None:
    assert isinstance(lattice.compiled(FOUR), PolyUnit)
    assert lattice.compiled(FOUR) is lattice.compiled(FOUR)


# --- twd_lattice --------------------------------------------------------------------------------------------

SMALL = ("ML-KEM-768", "ML-DSA-44")
WHOLE = len(lattice.BUILDS)
"""The number of a turn on the build with both schemes and 4 lanes."""


def test_a_turn() -> None:
    row = Turn(WHOLE, SMALL).run()
    assert row["operations"] == {
        "ML-KEM-768": {"KeyGen": 1, "Encaps": 1, "Decaps": 3, WRONG_LENGTH: 1},
        "ML-DSA-44": {"KeyGen": 1, "Sign": 2, "Verify": 3, WRONG_LENGTH: 1},
    }
    assert row["confirmed"] == {"OpenSSL": 11, "kyber-py": 5, "dilithium-py": 6}


class Altered:
    """A simulation that alters the last byte of one answer."""

    def __init__(self, of: int) -> None:
        self._of = of

    def run(self, tasks: list[Task], **_: Any) -> list[Answer]:
        expected = {case.task: case for of in Turn(WHOLE, SMALL).rounds() for case in of}
        answers = [Answer(expected[task].frames, expected[task].error, 1, 0) for task in tasks]
        if frames := answers[self._of].frames:
            last = frames[-1][:-1] + bytes([frames[-1][-1] ^ 1])
            answers[self._of] = replace(answers[self._of], frames=(*frames[:-1], last))
        else:
            answers[self._of] = replace(answers[self._of], error=Error.HASH)
        return answers


@pytest.mark.parametrize("of", range(13))
def test_a_wrong_answer_is_found(of: int) -> None:
    altered: Any = Altered(of)
    with pytest.raises(CheckFailed, match=r"repeat: twiddle verify --run lattice --only 'turn 007'$"):
        Turn(WHOLE, SMALL).run(altered)


def test_turns_are_what_their_numbers_say() -> None:
    first, again, other = (Turn(number, SMALL).rounds() for number in (3, 3, 4))
    assert first == again
    assert first != other
    each = [len([case for of in Turn(number).rounds() for case in of]) for number in range(WHOLE)]
    assert lattice.TURNS // WHOLE * sum(each) >= 10_000
    assert lattice.TURNS // WHOLE * min(each) >= 1_000


def test_another_length_ends_in_zeros() -> None:
    rng = np.random.default_rng(0)
    cases = [case for seed in range(4) for case in list(kem_cases("ML-KEM-512", seed))[:3]]
    found = [misfit(case, rng) for case in cases]
    assert {case.error for case in found} == {Error.EARLY, Error.LATE}
    for case, changed in zip(cases, found, strict=True):
        assert len(changed.task.frames[0]) != len(case.task.frames[0])
        assert list(map(len, changed.frames)) == list(map(len, case.frames))
        assert not any(map(any, changed.frames))
        assert difference(changed, Answer(changed.frames, changed.error, 1, 0)) == ""
        assert difference(case, Answer(changed.frames, case.error, 1, 0)).endswith("on")


def other(case: Case) -> Case:
    """The same with another answer."""
    if not case.frames:
        return case._replace(error=Error.NONE if case.error else Error.REJECTED)
    return case._replace(frames=tuple(bytes([frame[0] ^ 1]) + frame[1:] for frame in case.frames))


@pytest.mark.parametrize("name", [*KEM_SETS, *DSA_SETS])
def test_openssl_confirms_what_is_right(name: str) -> None:
    of = list(kem_cases(name, 1) if name in KEM_SETS else dsa_cases(name, 1, 10, b"context"))
    if name == "ML-KEM-512":
        assert lattice_cases.confirm(of) == 0
        return
    assert lattice_cases.confirm(of) == len(of)
    for i, case in enumerate(of):
        with pytest.raises(CheckFailed, match="OpenSSL says otherwise"):
            lattice_cases.confirm([*of[:i], other(case)])


def test_the_record_of_turns() -> None:
    kind = lattice.Lattice(turns=4)
    rows = [{"operations": {"ML-KEM-512": {"KeyGen": 2}}, "confirmed": {"kyber-py": 2}}] * 4
    summary = kind.summary(kind.points(Options()), rows)
    assert list(summary) == ["turns", "most_pauses", "operations", "confirmed"]
    assert (summary["turns"], summary["most_pauses"]) == (4, on_lattice.MOST_PAUSES)
    assert (summary["operations"], summary["confirmed"]) == ({"ML-KEM-512": {"KeyGen": 8}}, {"kyber-py": 8})
    assert kind.count(summary) == 8
    assert kind.head()["tools"]["openssl"].startswith("OpenSSL ")
    if kind.record in Results().pending():
        pytest.skip(f"results/pending.json: {kind.command} has not run on this hardware")
    record = json.loads((Results().folder / kind.record).read_text(encoding="utf-8"))
    assert set(record["operations"]) == {*KEM_SETS, *DSA_SETS}
    assert record["turns"] == lattice.TURNS


# --- netlists that are not run again ------------------------------------------------------------------------

ROWS = next(design for design in netlists.smoke() if design.core == "pwmm")


def test_rows_of_netlists_hold_while_the_hardware_does(tmp_path: Path) -> None:
    """By the text of the sources, then by the elaborated design; not with another test bench."""
    results = Results(tmp_path)
    point = netlists.Point(ROWS, "elaborated")
    kind, options = netlists.Netlists(every=[point]), Options(results)
    of = netlists.design_hashes([point.sources()])[0]
    row = {**point.name(), "source_hash": point.source_hash(), "design_hash": of, "compared": {"mul": 1}, "seconds": 1}
    results.write(kind.record, {**kind.head(), "points": [row]})
    assert netlists.recorded(results) == [row]
    assert kind.known([point], options) == {str(point): row}
    for changed, holds in (({"source_hash": "0"}, True), ({"source_hash": "0", "design_hash": "0"}, False)):
        results.write(kind.record, {**kind.head(), "points": [{**row, **changed}]})
        assert kind.known([point], options) == ({str(point): row} if holds else {})
    path = results.folder / kind.record
    path.write_text(path.read_text().replace('"harness_hash": "', '"harness_hash": "0'), encoding="utf-8")
    assert kind.known([point], options) == {}


def test_a_netlist_is_simulated_once(results: Path) -> None:
    point = netlists.Point(ROWS, "elaborated")
    kind = netlists.Netlists(every=[point])
    assert kind.run(Options()).startswith("1 of 1 points are right, ")
    (row,) = netlists.recorded(Results())
    assert row["compared"]["four states"] > 0
    assert sum(row["compared"].values()) > 100
    before = (results / kind.record).read_text(encoding="utf-8")
    assert json.loads(before)["seconds"] == round(row["seconds"] / Options().workers, 1)
    kind.run(Options())
    assert (results / kind.record).read_text(encoding="utf-8") == before


def test_proofs_and_situations_are_points() -> None:
    points = formal.Formal().points(Options())
    assert [str(point) for point in points] == [*map(str, formal.PROOFS), "situations"]
    rows: list[Row] = [{"name": str(point)} for point in points[:-1]]
    found = formal.Formal().summary(points, [*rows, {"reached": ["Full"], "seconds": 1.0}])
    assert found == {"proofs": rows, "situations": {"cycles": formal.SITUATION_CYCLES, "reached": ["Full"]}}
