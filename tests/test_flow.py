# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Information flow in netlists: each kind of cell against all values of its inputs, and what the rules say."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from core_cases import user_ring

from twiddle import core
from twiddle.base import places
from twiddle.base.errors import CheckFailed, TwiddleError
from twiddle.evidence.results import Results
from twiddle.evidence.verify import flow as rules
from twiddle.evidence.verify import formal
from twiddle.evidence.verify.flow import Design
from twiddle.model.sets import Operation
from twiddle.tools import flow
from twiddle.tools.lattice_simulator import Task, signing, streams

W = 3


def number(bits: list[int], signed: bool = False) -> int:
    value = sum(bit << at for at, bit in enumerate(bits))
    return value - (1 << len(bits)) if signed and bits and bits[-1] else value


def both(operate: Callable[[int, int], int]) -> Callable[..., int]:
    return lambda A, B, signed=False: operate(number(A, signed), number(B, signed))


CELLS: dict[str, tuple[dict[str, int], Callable[..., int]]] = {
    "$and": ({"A": W, "B": W}, both(lambda a, b: a & b)),
    "$or": ({"A": W, "B": 2}, both(lambda a, b: a | b)),
    "$xor": ({"A": 2, "B": W}, both(lambda a, b: a ^ b)),
    "$xnor": ({"A": 2, "B": W}, both(lambda a, b: ~(a ^ b))),
    "$not": ({"A": 2}, lambda A, signed=False: ~number(A, signed)),
    "$add": ({"A": W, "B": 2}, both(lambda a, b: a + b)),
    "$sub": ({"A": W, "B": W}, both(lambda a, b: a - b)),
    "$neg": ({"A": 2}, lambda A, signed=False: -number(A, signed)),
    "$mul": ({"A": W, "B": 2}, both(lambda a, b: a * b)),
    "$lt": ({"A": W, "B": W}, both(lambda a, b: a < b)),
    "$eq": ({"A": W, "B": W}, both(lambda a, b: a == b)),
    "$ne": ({"A": W, "B": 2}, both(lambda a, b: a != b)),
    "$le": ({"A": 2, "B": W}, both(lambda a, b: a <= b)),
    "$gt": ({"A": W, "B": W}, both(lambda a, b: a > b)),
    "$ge": ({"A": W, "B": 2}, both(lambda a, b: a >= b)),
    "$reduce_or": ({"A": W}, lambda A, signed=False: any(A)),
    "$reduce_bool": ({"A": W}, lambda A, signed=False: any(A)),
    "$reduce_and": ({"A": W}, lambda A, signed=False: all(A)),
    "$reduce_xor": ({"A": W}, lambda A, signed=False: sum(A) % 2),
    "$logic_not": ({"A": W}, lambda A, signed=False: not any(A)),
    "$logic_or": ({"A": 2, "B": 2}, both(lambda a, b: bool(a) or bool(b))),
    "$logic_and": ({"A": 2, "B": 2}, both(lambda a, b: bool(a) and bool(b))),
    "$mod": ({"A": W, "B": 2}, lambda A, B, signed=False: number(A) % number(B) if any(B) else 0),
    "$shl": ({"A": W, "B": 2}, lambda A, B, signed=False: number(A) << number(B)),
    "$shr": ({"A": W, "B": 2}, lambda A, B, signed=False: number(A) >> number(B)),
    "$sshr": ({"A": W, "B": 2}, lambda A, B, signed=False: number(A, signed) >> number(B)),
    "$shiftx": ({"A": W, "B": 2}, lambda A, B, signed=False: number(A) >> number(B)),
    "$mux": ({"A": W, "B": W, "S": 1}, lambda A, B, S, signed=False: number(B if S[0] else A)),
    "$bwmux": (
        {"A": 2, "B": 2, "S": 2},
        lambda A, B, S, signed=False: number([b if s else a for a, b, s in zip(A, B, S, strict=True)]),
    ),
    "$pmux": (
        {"A": 2, "B": 4, "S": 2},
        lambda A, B, S, signed=False: number(A) if not any(S) else number(B[:2] if S[0] else B[2:]),
    ),
}
OUT = {"$bwmux": 2, "$pmux": 2}
OUT |= {kind: 1 for kind in CELLS if kind[1:3] in ("eq", "ne", "lt", "le", "gt", "ge", "re", "lo") and kind != "$neg"}


def module(kind: str, widths: dict[str, int], out: int, signed: bool = False, **fixed: list[str]) -> dict[str, Any]:
    """A netlist of one cell between ports."""
    at = itertools.count(2)
    bits: dict[str, list[int | str]] = {port: [next(at) for _ in range(width)] for port, width in widths.items()}
    bits |= {port: [*values, *bits[port][len(values) :]] for port, values in fixed.items()}
    bits["Y"] = [next(at) for _ in range(out)]
    ways = {port: "output" if port == "Y" else "input" for port in bits}
    sign = {f"{port}_SIGNED": str(int(signed)) for port in "AB" if port in bits}
    return {
        "ports": {port: {"direction": ways[port], "bits": bits[port]} for port in bits},
        "cells": {"cell": {"type": kind, "parameters": sign, "port_directions": ways, "connections": bits}},
        "netnames": {port: {"hide_name": 0, "bits": bits[port]} for port in bits},
    }


def shown(graph: flow.Graph, net: str) -> set[str]:
    return {step.name for step in graph.reached(graph.bits(net))}


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("kind", CELLS)
def test_a_cell_leads_wherever_an_input_matters(kind: str, signed: bool) -> None:
    widths, value = CELLS[kind]
    out = OUT.get(kind, W + 1 if signed else W)
    graph = flow.Graph(module(kind, widths, out, signed))
    places = [(port, at) for port, width in widths.items() for at in range(width)]
    for port, at in places:
        reached = shown(graph, f"{port}[{at}]") if widths[port] > 1 else shown(graph, port)
        for values in itertools.product([0, 1], repeat=len(places)):
            given: dict[str, list[int]] = {name: [0] * width for name, width in widths.items()}
            for (name, place), bit in zip(places, values, strict=True):
                given[name][place] = bit
            before = int(value(**given, signed=signed))
            given[port][at] ^= 1
            changed = (int(value(**given, signed=signed)) ^ before) & ((1 << out) - 1)
            assert {f"Y[{bit}]" for bit in range(out) if changed >> bit & 1} <= reached, (given, port, at)


def test_sums_lead_upward_and_words_are_chosen_whole() -> None:
    assert shown(flow.Graph(module("$add", {"A": W, "B": W}, W)), "A[1]") == {"Y[1]", "Y[2]"}
    chosen = flow.Graph(module("$shiftx", {"A": 8, "B": 3}, 2, B=["0"]))
    assert shown(chosen, "A[5]") == {"Y[1]"}, "words of two bits by an index with a lowest bit of 0"
    signed = flow.Graph(module("$sshr", {"A": 4, "B": 2}, 4, signed=True, B=["0"]))
    assert shown(signed, "A[3]") == {"Y[0]", "Y[1]", "Y[2]", "Y[3]"}, "the sign fills every place"
    assert shown(signed, "A[2]") == {"Y[0]", "Y[2]"}


def test_a_bit_shows_in_every_place_that_it_leads_to() -> None:
    """One that is an output and enables two registers."""
    cells = {name: ("$dffe", {"D": [2], "EN": [3], "Q": [at], "CLK": [9]}) for name, at in (("one", 4), ("two", 5))}
    graph = flow.Graph(
        {
            "ports": {"y": {"direction": "output", "bits": [3]}},
            "cells": {
                name: {"type": kind, "connections": bits, "parameters": {}, "port_directions": {}}
                for name, (kind, bits) in cells.items()
            },
            "netnames": {name: {"hide_name": 0, "bits": [at]} for name, at in (("en", 3), ("one", 4), ("two", 5))},
        }
    )
    assert [step[:2] for step in graph.reached(graph.bits("en"))] == [
        ("output", "y[0]"),
        ("enable", "one"),
        ("enable", "two"),
    ]


def test_public_bits_that_no_secret_reaches() -> None:
    """They need not be declared: one that is not reached at all, and one beyond another."""
    graph = flow.Graph(module("$add", {"A": W, "B": W}, W))
    a, y = graph.bits("A[1]"), graph.bits("Y")
    assert graph.apart(a, y) == graph.bits("Y[0]")
    assert graph.apart(a, graph.bits("Y[2]")) == set()
    ways = {"A": "input", "Y": "output"}
    chain = flow.Graph(
        {
            "ports": {},
            "cells": {
                name: {"type": "$not", "connections": bits, "parameters": {}, "port_directions": ways}
                for name, bits in (("one", {"A": [2], "Y": [3]}), ("two", {"A": [3], "Y": [4]}))
            },
            "netnames": {name: {"hide_name": 0, "bits": [at]} for name, at in (("a", 2), ("b", 3), ("c", 4))},
        }
    )
    assert chain.apart(chain.bits("a"), chain.bits("b") | chain.bits("c")) == chain.bits("c")


def test_registers_and_memories() -> None:
    """A register keeps what reaches it; a memory mixes words and no columns; addresses and enables show."""
    cells = {
        "state": ("$dffe", {"D": [2], "EN": [3], "Q": [4], "CLK": [9]}, {}),
        "write": ("$memwr_v2", {"ADDR": [5], "DATA": [4, 6], "EN": [7, 7]}, {"MEMID": "\\words"}),
        "read": ("$memrd", {"ADDR": [5], "EN": ["x"], "DATA": [10, 11]}, {"MEMID": "\\words"}),
    }
    nets = {"d": [2], "en": [3], "q": [4], "a": [5], "e": [6], "w": [7], "y": [10, 11]}
    graph = flow.Graph(
        {
            "ports": {"y": {"direction": "output", "bits": [10, 11]}},
            "cells": {
                name: {"type": kind, "connections": bits, "parameters": of, "port_directions": {}}
                for name, (kind, bits, of) in cells.items()
            },
            "netnames": {name: {"hide_name": 0, "bits": bits} for name, bits in nets.items()},
        }
    )
    assert (graph.registers, graph.memories) == (1, {"words"})
    (step,) = graph.reached(graph.bits("d"))
    assert step == ("output", "y[0]", ("d", "q", "y[0]"))
    assert {step[:2] for step in graph.reached(graph.bits("en"))} == {("output", "y[0]"), ("enable", "q")}
    assert graph.reached(graph.bits("d"), graph.bits("q")) == []
    assert {step[:2] for step in graph.reached(graph.bits("a"))} == {
        ("address", "words"),
        ("output", "y[0]"),
        ("output", "y[1]"),
    }
    with pytest.raises(TwiddleError, match=r"^u_none\.\*: no net of this name"):
        graph.bits("u_none.*")


SMALL = core("iterative", user_ring(16, 97, True), Butterflies=1, DoubleBuffer=0)


def test_a_core_shows_its_result_alone() -> None:
    row = Design("small", SMALL.top, SMALL.rtl_parameters(), "core").run()
    assert (row["public"], row["reached"]) == (0, ["c_data_o", "c_err_o"])
    assert row["registers"] > 300
    assert row["memories"] > 2


def test_addresses_that_are_operands_are_found() -> None:
    block = core("rns", user_ring(16, 97, True))
    with pytest.raises(
        CheckFailed, match=r"^logs: secrets reach \d+ bits that show: address of .*u_product.* by a_data_i"
    ):
        Design("logs", block.top, block.rtl_parameters(), "core").run()
    assert "c_data_o" in Design("logs", block.top, block.rtl_parameters(), "rns").run()["reached"]


def test_secrets_of_operations() -> None:
    """A word of shadows for each word that goes in; of dk s and z, of sk K and what follows tr."""
    for operation in Operation:
        name = "ML-KEM-512" if operation <= Operation.KEM_DECAPS else "ML-DSA-44"
        sizes = Task(operation, name, ()).sizes
        task = Task(operation, name, tuple(bytes(33 if size is None else size) for size in sizes))
        assert len(rules.secrets(task)) == len(streams([task])[0]["in"])
    decaps = Task(Operation.KEM_DECAPS, "ML-KEM-512", (bytes(1632), bytes(768)))
    secret, public = [2**64 - 1], [0]
    assert rules.secrets(decaps) == secret * 96 + public * (100 + 4) + secret * 4 + public * 96
    sign = signing("ML-DSA-44", bytes(2560), b"\1" * 32, bytes(3))
    assert rules.secrets(sign) == public * 4 + secret * 4 + public * 8 + secret * (304 + 4) + [2**24 - 1]


def test_other_secrets_than_declared_are_named() -> None:
    """More, fewer, and none."""
    nets = [rules.Public(["y"], "", secret=["DSA_SIGN"]), rules.Public(["z[1:0]"], "")]
    assert rules.other_secrets(nets, [["DSA_SIGN"], []]) == ""
    assert (
        rules.other_secrets(nets, [["DSA_SIGN", "DSA_KEYGEN"], []]) == "y: secret in DSA_KEYGEN, DSA_SIGN, not DSA_SIGN"
    )
    assert rules.other_secrets(nets, [[], ["KEM_DECAPS"]]) == (
        "y: secret in none, not DSA_SIGN; z[1:0]: secret in KEM_DECAPS, not none"
    )


def test_a_place_that_no_secret_reaches_is_an_error() -> None:
    """flow.toml names where secrets come out; in the record every one of these is reached by some design."""
    reached = ["c_data_o", "address of u_a.u_product.mem"]
    assert rules.unreached(["c_data_o", "c_err_o", "address of *.u_product.*", "enable of *"], reached) == [
        "c_err_o",
        "enable of *",
    ]
    of = [{"top": "", "rule": name, "reached": each.reaches} for name, each in rules.rules().items()]
    assert rules.Flow().summary([], of)["designs"] == of
    with pytest.raises(CheckFailed, match=r"^flow.toml, core: no secret reaches c_err_o$"):
        rules.Flow().summary([], [{**of[0], "reached": ["c_data_o"]}, *of[1:]])


def test_the_pages_name_as_many_public_bits_as_the_record() -> None:
    if rules.Flow.record in Results().pending():
        pytest.skip("results/pending.json: make flow has not run on this hardware")
    record = json.loads((Results().folder / rules.Flow.record).read_text(encoding="utf-8"))
    (public,) = [row["public"] for row in record["designs"] if row["top"] == "twd_lattice" and not row["parameters"]]
    for page in ("SECURITY.md", "docs/trust/proofs.md"):
        assert f"{public} bits" in (places.root() / page).read_text(encoding="utf-8")


def test_proofs_of_public_nets_are_there() -> None:
    public = [each for rule in rules.rules().values() for each in rule.public]
    assert {proof for each in public for proof in each.proofs} == {
        proof.top for proof in formal.PROOFS if "flow" in proof.top
    }
    bounded = ["u_polynomials.u_sampling.u_sampler.gen_bounded.u_bounded.mask_q"]
    assert [each.nets for each in public if not each.proofs] == [bounded, ["done_data_o[7]"], ["done_data_o[4]"]]
    assert all(each.alone for each in public)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[core", "flow.toml: "),
        ('[core]\nsecret = ["a"]', "rules of information flow: Object missing required field `reaches` - at `$[...]`"),
        (
            "[core]\nsecret = []\nreaches = []\nfree = 1",
            "rules of information flow: Object contains unknown field `free` - at `$[...]`",
        ),
    ],
)
def test_rules_that_cannot_be_read(text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "flow.toml").write_text(text)
    monkeypatch.setattr(rules, "formal_root", lambda: tmp_path)
    rules.rules.cache_clear()
    with pytest.raises(TwiddleError, match=f"^{tmp_path}/") as caught:
        rules.rules()
    rules.rules.cache_clear()
    assert message in str(caught.value)
