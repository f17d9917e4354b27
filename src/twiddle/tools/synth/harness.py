# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The generic harness for place and route of a design."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_CLOCK = re.compile(r"^(i_)?(clk|clock|clk_i|sys_clk|aclk)(_i)?$", re.IGNORECASE)
_RESET = re.compile(r"^(i_)?(a?rst|a?reset|aresetn|zeroize)(_?n|_?b|_?ni|_?i)?$", re.IGNORECASE)


def harness(ports: Mapping[str, Mapping[str, Any]]) -> str:
    """Verilog of `measure_wrap` around `dut_top`; `ports` in the form of Yosys' write_json.

    Clock and reset are wired to pins. Every other input bit is one flip-flop of a serial shift register, and
    a flip-flop that feeds a serial XOR chain captures every output bit. So every path of the design runs from
    flip-flop to flip-flop, and the harness is never more than one LUT deep.
    """
    clocks: list[str] = []
    resets: list[str] = []
    inputs: list[tuple[str, int]] = []
    outputs: list[tuple[str, int]] = []
    for name, port in ports.items():
        width = len(port["bits"])
        if port["direction"] != "input":
            outputs.append((name, width))
        elif _CLOCK.match(name):
            clocks.append(name)
        elif _RESET.match(name) and width == 1:
            resets.append(name)
        else:
            inputs.append((name, width))

    connections = [f".\\{name} (clk)" for name in clocks]
    connections += [f".\\{name} (rst[{index}])" for index, name in enumerate(resets)]
    for bus, group in (("isr", inputs), ("o", outputs)):
        low = 0
        for name, width in group:
            connections.append(f".\\{name} ({bus}[{low} +: {width}])")
            low += width
    last_reset = max(len(resets), 1) - 1
    last_in = max(sum(width for _, width in inputs), 1) - 1
    last_out = sum(width for _, width in outputs) - 1
    joined = ",\n    ".join(connections)
    return f"""// generated: registers every input and output bit of the design
module measure_wrap(input wire clk, input wire [{last_reset}:0] rst, input wire si, output wire so);
  reg  [{last_in}:0] isr;                 // input shift register
  wire [{last_out}:0] o;  reg [{last_out}:0] oq;   // registered outputs
  reg  [{last_out}:0] x;                   // serial xor chain
  always @(posedge clk) begin
    isr <= {{isr, si}};
    oq  <= o;
    x   <= {{x, 1'b0}} ^ oq;
  end
  assign so = x[{last_out}];
  dut_top dut({joined});
endmodule
"""
