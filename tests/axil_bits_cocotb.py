# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What cocotb runs: bits of windows that belong to no coefficient. `test_axil` starts it."""

import cocotb
from axil_cocotb import Bench
from bus_models import MAP
from register_model import OPERAND

from twiddle.bundle.wrap import axis
from twiddle.model.passes import TAKES_B


@cocotb.test()
async def bits_above_a_coefficient(dut):
    """Each of a word alone, in one word after the other of each operand: it counts as wrong, and for nothing else."""
    bench = Bench(dut)
    await bench.start()
    name = next(name for name in bench.design.operations if name in TAKES_B)
    values = bench.polynomial()
    await bench.fill(values)
    data = axis.pack(bench.ring, values, bench.slot)
    for at, bit in enumerate(bit for bit in range(32) if bit % bench.slot >= bench.ring.bits):
        address = 4 * (at * (bench.words - 1) // 7 % bench.words)
        word = int.from_bytes(data[address : address + 4], "little")
        for window in bench.operands:
            await bench.write(MAP.address[window] + address, word | 1 << bit)
            await bench.begin(name)
            await bench.idle()
            assert await bench.reg("ERRORS") == OPERAND, f"bit {bit} of {window}"
            await bench.reg("ERRORS", OPERAND)
            await bench.compare_result(name, values)
            await bench.write(MAP.address[window] + address, word)
    await bench.begin(name)
    await bench.idle()
    assert await bench.reg("ERRORS") == 0
