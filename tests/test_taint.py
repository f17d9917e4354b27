# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Shadow bits in simulation: each kind of cell against all values of its inputs, and a sampler with secret bytes."""

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rtl_tree import rtl_tree
from test_flow import CELLS, OUT, W, number

from twiddle.base.errors import TwiddleError
from twiddle.base.sources import sources
from twiddle.model.decode import Load
from twiddle.tools import flow, taint
from twiddle.tools.sim.streams import StreamSimulator
from twiddle.tools.sim.unit import UnitSimulator

BITS = 8
PORTS = {
    "clk_i": ("input", [2]),
    "begin_valid_i": ("input", [3]),
    "x_i": ("input", [*range(4, 4 + BITS)]),
    "begin_ready_o": ("output", ["1"]),
}


def shifted(A: list[int], B: list[int], signed: bool = False) -> int:
    by = number(B, signed=True)
    return number(A) >> by if by >= 0 else number(A) << -by


EVERY = {**CELLS, "$shift": ({"A": W, "B": 3}, shifted)}


def known(signed: bool) -> list[str]:
    """The kinds of cells that have shadows."""
    return [kind for kind in EVERY if kind not in ("$mod", "$bwmux") and not (signed and kind.startswith("$sh"))]


def every_cell(signed: bool) -> tuple[dict[str, Any], list[taint.Watch]]:
    """A netlist with a cell of each kind, all at the bits of x; a watch for each bit that comes out, in order."""
    cells, at, watches = {}, itertools.count(4 + BITS), []
    for kind in known(signed):
        widths = EVERY[kind][0]
        places = iter(range(4, 4 + BITS))
        bits: dict[str, list[int]] = {port: [next(places) for _ in range(width)] for port, width in widths.items()}
        bits["Y"] = [next(at) for _ in range(OUT.get(kind, W + 1 if signed else W))]
        watches += [taint.Watch((bit,)) for bit in bits["Y"]]
        sign = {"A": signed, "B": signed or kind == "$shift"}
        cells[kind] = {
            "type": kind,
            "parameters": {f"{port}_SIGNED": str(int(sign[port])) for port in sign if port in bits},
            "port_directions": {port: "output" if port == "Y" else "input" for port in bits},
            "connections": bits,
        }
    ports = {name: {"direction": way, "bits": bits} for name, (way, bits) in PORTS.items()}
    ports["done_data_o"] = {"direction": "output", "bits": [bit for watch in watches for bit in watch.bits]}
    return {"ports": ports, "cells": cells}, watches


def bits_of(words: np.ndarray, begin: int, count: int) -> np.ndarray:
    places = np.arange(begin, begin + count)
    return words.view(np.uint64)[:, places // 64] >> (places % 64).astype(np.uint64) & np.uint64(1)


@pytest.mark.parametrize("signed", [False, True])
def test_a_shadow_is_there_where_another_secret_changes_a_bit(signed: bool, tmp_path: Path) -> None:
    module, watches = every_cell(signed)
    path = tmp_path / "cells.v"
    path.write_text(taint.verilog(module, "x_i", "begin", "done", watches))
    every = np.arange(1 << 2 * BITS)
    begin = np.ones_like(every)
    out = UnitSimulator("cells", netlist=taint.Shadowed(path)).run({"x_i": every, "begin_valid_i": begin}, latency=0)
    count = len(watches)
    values = bits_of(out["done_data_o"], 0, count)[: 1 << BITS].astype(bool)
    shadows = bits_of(out["done_data_o"], -(-count // 64) * 64, count).reshape(1 << BITS, 1 << BITS, count).astype(bool)
    at = 0
    for kind in known(signed):
        widths, value = EVERY[kind]
        used = sum(widths.values())
        width = len(module["cells"][kind]["connections"]["Y"])
        for x in range(1 << used):
            ones = iter(x >> place & 1 for place in range(used))
            given = {port: [next(ones) for _ in range(size)] for port, size in widths.items()}
            if kind != "$pmux" or sum(given["S"]) < 2:
                expected = int(value(**given, signed=signed))
                assert [bool(expected >> bit & 1) for bit in range(width)] == values[x, at : at + width].tolist(), kind
        x = np.arange(1 << used)
        of = values[: 1 << used, at : at + width]
        for secret in range(1 << used):
            others = [of[x & ~secret | part] for part in range(1 << used) if part & ~secret == 0]
            changes = np.logical_or.reduce([other != of for other in others])
            assert not (changes & ~shadows[secret, : 1 << used, at : at + width]).any(), (kind, secret)
        assert not shadows[0, :, at : at + width].any(), kind
        at += width


def kinds_with_secret_masks(root: Path | None, folder: Path) -> set[Load]:
    """The jobs of a sampler whose masks depend on bytes that are secret: those of RejBoundedPoly."""
    module = flow.elaborated(sources("twd_sampler", {}, root), folder)
    graph = flow.Graph(module)
    by = tuple(graph.word("job_q[3:0]"))
    watched = [
        taint.Watch(tuple(graph.word(f"{part}.mask_q")), ((tuple(graph.word(f"{part}.{at}")), 1, 1),), by, public=True)
        for part, at in (("u_map", "valid_q"), ("gen_bounded.u_bounded", "half_valid_q"))
    ]
    others = [bit for bit, shown in graph.watched.items() for kind, name in shown if not name.startswith("out_data_o")]
    path = folder / "shadows.v"
    path.write_text(taint.verilog(module, "in_data_i", "job", "out", [*watched, taint.Watch(tuple(others))]))
    simulator = StreamSimulator("twd_sampler", netlist=taint.Shadowed(path))
    masks: set[int] = set()
    for kind, d, secret in ((Load.NTT_KEM, 12, 0), (Load.BOUNDED_2, 4, 1), (Load.CBD, 4, 1), (Load.NTT_DSA, 24, 0)):
        words = [secret * (2**64 - 1) << 64] * 4 * d  # all fields are 0
        done = simulator.run({"job": [d << 4 | kind], "in": words}, {"out": 64}, random_state=True)
        for row in done.streams["out"].values.tolist():
            *of_masks, of_others = taint.reported(row, 96, [*watched, taint.Watch(tuple(others))])
            masks |= set().union(*of_masks)
            assert not of_others
    return set(map(Load, masks))


def test_masks_of_samplers_have_the_secrets_that_are_rejected(tmp_path: Path) -> None:
    assert kinds_with_secret_masks(None, tmp_path) == {Load.BOUNDED_2}


def test_a_mask_of_other_secrets_is_found(tmp_path: Path) -> None:
    """One that rejects fields of CBD, too."""
    file, end = "sample/twd_load_map.sv", "kind_i == twd_codec_pkg::LOAD_ETA_4 ? 2'd0 : 2'd"
    root = rtl_tree(tmp_path / "tree", file, f"{end}2;", f"{end}1;")
    assert kinds_with_secret_masks(root, tmp_path) == {Load.BOUNDED_2, Load.CBD}


def test_a_cell_that_is_not_known() -> None:
    module = every_cell(signed=False)[0]
    module["cells"]["late"] = {"type": "$dlatch", "parameters": {}, "port_directions": {}, "connections": {}}
    with pytest.raises(TwiddleError, match=r"^late: a cell \$dlatch is not known here"):
        taint.verilog(module, "x_i", "begin", "done", [])
