# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The generic harness for place and route of a design."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from twiddle.tools.template import render

_CLOCK = re.compile(r"^(i_)?(clk|clock|clk_i|sys_clk|aclk)(_i)?$", re.IGNORECASE)
_RESET = re.compile(r"^(i_)?(a?rst|a?reset|aresetn|zeroize)(_?n|_?b|_?ni|_?i)?$", re.IGNORECASE)


def harness(ports: Mapping[str, Mapping[str, Any]]) -> str:
    """Verilog of `measure_wrap` around `dut_top`; `ports` in the form of Yosys' write_json.

    Clock and reset are wired to pins. Every other input bit is one flip-flop of a serial shift register, and
    a flip-flop that feeds a serial XOR chain captures every output bit. So every path of the design runs from
    flip-flop to flip-flop, and the harness is never more than one LUT deep.
    """
    inputs, outputs = (
        {name: len(port["bits"]) for name, port in ports.items() if (port["direction"] == "input") is inward}
        for inward in (True, False)
    )
    clocks = [name for name in inputs if _CLOCK.match(name)]
    resets = [name for name, width in inputs.items() if name not in clocks and width == 1 and _RESET.match(name)]
    connections = [f".\\{name} (clk)" for name in clocks]
    connections += [f".\\{name} (rst[{index}])" for index, name in enumerate(resets)]
    data = {name: width for name, width in inputs.items() if name not in (*clocks, *resets)}
    for bus, group in (("isr", data), ("o", outputs)):
        low = 0
        for name, width in group.items():
            connections.append(f".\\{name} ({bus}[{low} +: {width}])")
            low += width
    return render(
        "harness.v",
        connections=connections,
        last_reset=max(len(resets), 1) - 1,
        last_in=max(sum(data.values()), 1) - 1,
        last_out=sum(outputs.values()) - 1,
    )
