# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`make exhaust`: that it tries every pair and finds the one that is wrong, and what its record says."""

import json
import threading
from functools import partial
from pathlib import Path

import pytest
from command import Run
from covers import marked
from rtl_tree import rtl_tree

from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.evidence.results import Results
from twiddle.evidence.verify import campaign, exhaust
from twiddle.evidence.verify.exhaust import Point
from twiddle.model import methods
from twiddle.model.methods import Method
from twiddle.tools.sim.exhaust import Difference, ProductSweep

pytestmark = pytest.mark.covers("twd_mod_mul", "twd_mod_mul_lazy", "twd_mod_reduce")

# --- the run ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("q", marked([17, 97], kept=[17]))
def test_every_pair_is_compared(q: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In slices of a few rows, the last of which is short."""
    monkeypatch.setattr(exhaust, "_SLICE", 7 * q)
    chosen = list(exhaust.points([q]))
    assert {point.method for point in chosen} == set(methods.supported(q))
    outcomes = exhaust.sweep(chosen, workers=2)
    assert [(outcome.compared, outcome.difference) for outcome in outcomes] == [(q * q, None)] * len(chosen)


def faulty(folder: Path, a: int, b: int) -> Path:
    """An RTL tree whose product of a and b alone is wrong: b taken as 0, or 0 as 1."""
    wrong = f"a_i == Width'({a}) && b_i == Width'({b}) ? Width'({int(b == 0)}) : b_i"
    return rtl_tree(folder, "arith/mul/twd_mod_mul.sv", "    .b_i,\n", f"    .b_i({wrong}),\n")


@pytest.mark.parametrize(
    ("method", "a", "b"),
    [(Method.FOLD, 1, 0), (Method.MONTGOMERY, 40, 96), (Method.MONTGOMERY, 41, 1), (Method.FOLD, 96, 96)],
)
def test_one_wrong_product_is_found(
    method: Method, a: int, b: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ends of a row, the first row of a slice, the last product of all; with a factor in the result."""
    monkeypatch.setattr(exhaust, "_SLICE", 41 * 97)
    root = faulty(tmp_path, a, b)
    point = Point(97, method)
    (outcome,) = exhaust.sweep([point], 1, root)
    got, right = (a * value * point.scale % 97 for value in (int(b == 0), b))
    assert outcome.difference == Difference(a, b, got, right)
    assert outcome.compared == 97 * a + b


def test_a_wrong_second_lane_is_found(tmp_path: Path) -> None:
    root = rtl_tree(tmp_path, "paper/twd_mod_mul_rns_dual.sv", ".a_i      (a_i[i])", ".a_i      (a_i[0])")
    (outcome,) = exhaust.sweep([Point(3329, Method.RNS, variant="7-31-32, dual")], 1, root)
    assert outcome.difference == Difference(3328, 1, 0, 3328)
    assert outcome.compared == 1


def test_a_wrong_lazy_product_is_found(tmp_path: Path) -> None:
    change = ".x_i(product)", ".x_i(product ^ {23'b0, a_i == 1})"
    root = rtl_tree(tmp_path, "arith/mul/twd_mod_mul_ldsp.sv", *change)
    (outcome,) = exhaust.sweep([Point(3329, Method.LDSP, variant="Karatsuba")], 1, root)
    assert outcome.difference is not None
    assert outcome.compared < 2 * 3329


@pytest.mark.parametrize(
    ("options", "rule"), [("--workers 0", "Invalid value for '--workers'"), ("--only nothing", "--only 'nothing': in")]
)
def test_what_cannot_be_tried_is_refused(options: str, rule: str, run: Run) -> None:
    assert rule in run.refused(f"verify --run exhaust {options}")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[Point]:
    """Only the multipliers modulo 17."""
    found = list(exhaust.points([17]))
    monkeypatch.setattr(exhaust, "points", lambda: found)
    return found


def test_a_wrong_product_ends_the_run_with_1(
    small: list[Point], tmp_path: Path, results: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr(exhaust, "sweep", partial(exhaust.sweep, rtl_root=faulty(tmp_path, 16, 16)))
    out, err = run("verify --run exhaust --only fold --workers 1", code=1)
    assert out == ""
    assert "method fold, q = 17: a = 16, b = 16: got 0, expected 1" in err.splitlines()[-1]


def test_a_run_writes_the_record_and_that_of_a_part_leaves_it(small: list[Point], results: Path, run: Run) -> None:
    out, err = run("verify --run exhaust --only fold")
    assert out.startswith("289 products of 1 multipliers, all right, in ")
    assert "method fold, q = 17: 289 pairs: " in err
    exhaust.run(campaign.Options(Results(), record=False))
    assert not (results / exhaust.RECORD).exists()
    out, _ = run("verify --run exhaust --workers 2")
    assert out.startswith(f"{289 * len(small)} products of {len(small)} multipliers, all right, in ")
    found = json.loads((results / exhaust.RECORD).read_text(encoding="utf-8"))
    assert (found["workers"], len(found["points"])) == (2, len(small))


def test_what_does_not_elaborate_ends_the_run_with_2(tmp_path: Path) -> None:
    root = rtl_tree(tmp_path, "arith/mul/twd_mod_mul.sv", "endmodule", "")
    with pytest.raises(TwiddleError):
        exhaust.sweep([Point(17, Method.FOLD)], 1, root)


def test_an_illegal_modulus_is_refused() -> None:
    with pytest.raises(TwiddleError, match="Q is not odd"):
        ProductSweep({"Q": 3330})


def test_an_assertion_is_heard(tmp_path: Path) -> None:
    trap = "assert property (@(posedge clk_i) a_i != Width'(5));\n\nendmodule"
    root = rtl_tree(tmp_path, "arith/mul/twd_mod_mul.sv", "endmodule", trap)
    with pytest.raises(CheckFailed, match="assertion"):
        exhaust.sweep([Point(17, Method.FOLD)], 1, root)


def test_a_failure_stops_the_others() -> None:
    began, ended = threading.Event(), []

    def run(item: int, stop: threading.Event) -> None:
        if item == 0:
            assert began.wait(10)
            raise CheckFailed("wrong")
        began.set()
        assert stop.wait(10)
        ended.append(item)

    with pytest.raises(CheckFailed, match="wrong"):
        campaign.spread(run, (0, 1), 2)
    assert ended == [1]


# --- the record ---------------------------------------------------------------------------------------------


def test_the_record_is_complete() -> None:
    """Every multiplier of the narrow moduli, every pair, on the hardware as it is now, in ten minutes."""
    record = json.loads((Results().folder / exhaust.RECORD).read_text(encoding="utf-8"))
    assert exhaust.MODULI == (3329, 7681, 12289)
    chosen = sorted(exhaust.points())
    assert {point.variant for point in chosen} == {"", *exhaust.VARIANTS}
    rows = zip(chosen, record["points"], strict=True)
    outcomes = [exhaust.Outcome(point, point.q**2, None, row["seconds"]) for point, row in rows]
    made = json.loads(json.dumps(exhaust.record(outcomes[::-1], 2, 1.0, record["rtl_hash"])))
    assert list(made) == list(record)
    assert json.dumps(made["points"]) == json.dumps(record["points"])
    assert list(made["tools"]) == list(record["tools"])
    assert " ".join(made["points"][0]) == "method q halvings variant scale latency pairs seconds"
    assert record["rtl_hash"] == exhaust.rtl_hash() or "verify/exhaustive.json" in Results().pending()
    assert min(row["seconds"] for row in record["points"]) >= 0
    assert record["workers"] >= 1
    assert record["seconds"] < 600
