# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the data sheet of a bundle says: operations, ports, a timing diagram, the page in HTML."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping

import markdown
import wavedrom

from twiddle.designs import Design

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
    """The row of an operation in the table of a data sheet; of several products where the core sums them."""
    words, a, b, c = _OPERATIONS[name]
    if design.largest_k > 1:
        words, a, b = "PWM, sum of k products", "k transforms", "k transforms"
    return {"code": code, "name": words, "a": a, "b": b, "c": c}


def timing(design: Design) -> str:
    """A timing diagram as SVG: the first beats of an operation in, with a pause, and the last beats out."""
    data = ["a0", "a1", "a2", "c0", "c1", "last"]
    signals = [
        {"name": "clk_i", "wave": "p....|....."},
        {"name": "a_valid_i", "wave": "01...|0...."},
        {"name": "a_ready_o", "wave": "1.01.|0...."},
        {"name": "a_data_i", "wave": "x3.33|x....", "data": [data[0], data[1], data[2]]},
        {"name": "op_i", "wave": "x4.x.|x....", "data": ["op"]},
        {"name": "c_valid_o", "wave": "0....|01..0"},
        {"name": "c_ready_i", "wave": "1....|.01.."},
        {"name": "c_data_o", "wave": "x....|x5.5x", "data": [data[3], data[5]]},
        {"name": "c_last_o", "wave": "x....|x0.1x"},
        {"name": "c_err_o", "wave": "x....|xx.0x"},
    ]
    text = {"signal": signals, "head": {"text": f"{design.top}: a transfer is a cycle with valid and ready"}}
    return str(wavedrom.render(json.dumps(text)).tostring())


def page(title: str, text: str) -> str:
    """Markdown as one HTML page; the diagram stays a file beside it."""
    body = markdown.markdown(text, extensions=["tables", "fenced_code"])
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )
