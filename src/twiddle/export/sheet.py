# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The content of a bundle's data sheet: operations, ports, a timing diagram, the page in HTML."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping

import markdown
import wavedrom

from twiddle.designs import Design
from twiddle.wrap.top import Wrapper

MEANING: Mapping[str, str] = {
    "clk_i": "clock, rising edge",
    "rst_ni": "reset, active low",
    "op_i": "operation; payload of the first beat of a",
    "ring_i": "ring, where it is chosen at run time; payload of the first beat of a, otherwise ignored",
    "k_i": "polynomials in the row, 1 to 8; payload of the first beat of a",
    "a_valid_i": "a beat of a is offered",
    "a_ready_o": "a beat of a is taken",
    "a_data_i": "first operand",
    "b_valid_i": "a beat of b is offered",
    "b_ready_o": "a beat of b is taken",
    "b_data_i": "second operand",
    "c_valid_o": "a beat of the result is offered",
    "c_ready_i": "a beat of the result is taken",
    "c_data_o": "result",
    "c_last_o": "last beat of a result",
    "c_err_o": "with c_last_o: a coefficient was out of range, or the operation was refused",
}

_BUSES: Mapping[str, str] = {
    "clk": "clock, rising edge",
    "rst_n": "reset, active low",
    "irq": "interrupt, high while an enabled one is pending",
    "zeroize": "clear the core, as CONTROL.zeroize does",
    "zeroize_busy": "the core is being cleared",
    "s_axil": "AXI4-Lite: registers, and windows if any",
    "a_axis": "AXI4-Stream: frames of a; TUSER is the operation",
    "b_axis": "AXI4-Stream: frames of b",
    "c_axis": "AXI4-Stream: frames of results; TUSER with TLAST: an operand was wrong",
}


def meaning(port: str) -> str:
    """The purpose of a port."""
    return MEANING.get(port) or _BUSES.get(port) or _BUSES[port.rpartition("_")[0]]


_OPERATIONS: Mapping[str, tuple[str, str, str, str]] = {
    "ntt": ("NTT, forward transform", "polynomial", "-", "its transform"),
    "intt": ("INTT, inverse transform", "transform", "-", "its polynomial"),
    "pwm": ("PWM, product of transforms", "transform", "transform", "transform of the product"),
    "mul": ("MUL, product", "polynomial", "polynomial", "product"),
    "mult": ("MULT, product with b transformed", "polynomial", "transform", "product"),
}

_STYLE = """\
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; color: #222 }
table { border-collapse: collapse }
td, th { padding: .2rem .7rem; border-bottom: 1px solid #ddd; text-align: left }
code { background: #f3f3f3; padding: 0 .2rem } img { max-width: 100% }"""


def operation(name: str, code: int, design: Design) -> dict[str, str | int]:
    """The data-sheet row of an operation; with several products if the core sums them."""
    words, a, b, c = _OPERATIONS[name]
    if design.largest_k > 1:
        words, a, b = "PWM, sum of k products", "k transforms", "k transforms"
    return {"code": code, "name": words, "a": a, "b": b, "c": c}


def timing(design: Design, wrapper: Wrapper | None = None) -> str:
    """A timing diagram as SVG: the first beats of an operation in, with a pause, and the last beats out."""
    head = f"{design.top}: a transfer is a cycle with valid and ready"
    signals: list[dict[str, object]]
    if wrapper is None:
        signals = [
            {"name": "clk_i", "wave": "p....|....."},
            {"name": "a_valid_i", "wave": "01...|0...."},
            {"name": "a_ready_o", "wave": "1.01.|0...."},
            {"name": "a_data_i", "wave": "x3.33|x....", "data": ["a0", "a1", "a2"]},
            {"name": "op_i", "wave": "x4.x.|x....", "data": ["op"]},
            {"name": "c_valid_o", "wave": "0....|01..0"},
            {"name": "c_ready_i", "wave": "1....|.01.."},
            {"name": "c_data_o", "wave": "x....|x5.5x", "data": ["c0", "last"]},
            {"name": "c_last_o", "wave": "x....|x0.1x"},
            {"name": "c_err_o", "wave": "x....|xx.0x"},
        ]
    elif wrapper.windows:
        head = "the processor starts an operation; an interrupt reports its end"
        signals = [
            {"name": "clk", "wave": "p.....|......"},
            {"name": "s_axil_awvalid", "wave": "010...|......"},
            {"name": "s_axil_awaddr", "wave": "x3x...|......", "data": ["0x1c"]},
            {"name": "s_axil_wvalid", "wave": "010...|......"},
            {"name": "s_axil_wdata", "wave": "x3x...|......", "data": ["start"]},
            {"name": "s_axil_bvalid", "wave": "0...10|......"},
            {"name": "STATUS", "wave": "4...5.|.4....", "data": ["idle", "busy", "result"]},
            {"name": "irq", "wave": "0.....|..1..."},
        ]
    else:
        signals = [
            {"name": "clk", "wave": "p....|....."},
            {"name": "a_axis_tvalid", "wave": "01...|.0..."},
            {"name": "a_axis_tready", "wave": "1.01.|....."},
            {"name": "a_axis_tdata", "wave": "x3.33|3x...", "data": ["0", "1", "2", "last"]},
            {"name": "a_axis_tuser", "wave": "x4.x.|x....", "data": ["op"]},
            {"name": "a_axis_tlast", "wave": "x0...|1x..."},
            {"name": "c_axis_tvalid", "wave": "0....|..1.0"},
            {"name": "c_axis_tdata", "wave": "x....|..55x", "data": ["0", "last"]},
            {"name": "c_axis_tlast", "wave": "x....|..01x"},
            {"name": "c_axis_tuser", "wave": "x....|..x0x"},
        ]
    return str(wavedrom.render(json.dumps({"signal": signals, "head": {"text": head}})).tostring())


def page(title: str, text: str) -> str:
    """Markdown as one HTML page; the diagram stays a separate file."""
    body = markdown.markdown(text, extensions=["tables", "fenced_code"])
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )
