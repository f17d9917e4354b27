# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Models of FPGA cells against the rules of the vendors' documents, each rule in the test that tries it.

UG473    AMD, 7 Series FPGAs Memory Resources
UG479    AMD, 7 Series DSP48E1 Slice
TN-02204 Lattice, ECP5 and ECP5-5G Memory Usage Guide (formerly TN1264)
TN-02205 Lattice, ECP5 and ECP5-5G sysDSP Usage Guide
UG285    Gowin, BSRAM & SSRAM User Guide
UG287    Gowin, DSP User Guide
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from twiddle.base.errors import TwiddleError
from twiddle.tools.sim.netlist import CELLS, library, tied
from twiddle.tools.sim.unit import UnitSimulator

Parameters = Mapping[str, str | int]
Rows = Sequence[Mapping[str, int]]


def pins(text: str) -> dict[str, int]:
    """Pins with their widths, written as name:width."""
    return {name: int(width) for name, width in (each.split(":") for each in text.split())}


RAMB18 = {
    "inputs": pins(
        "ADDRARDADDR:14 ADDRBWRADDR:14 DIADI:16 DIBDI:16 DIPADIP:2 DIPBDIP:2 WEA:2 WEBWE:4 "
        "ENARDEN:1 ENBWREN:1 RSTRAMARSTRAM:1 RSTREGARSTREG:1 REGCEAREGCE:1"
    ),
    "outputs": pins("DOADO:16 DOBDO:16 DOPADOP:2 DOPBDOP:2"),
    "low": pins("RSTRAMB:1 RSTREGB:1 REGCEB:1"),
}
RAMB36 = {
    "inputs": pins(
        "ADDRARDADDR:16 ADDRBWRADDR:16 DIADI:32 DIBDI:32 DIPADIP:4 DIPBDIP:4 WEA:4 WEBWE:8 "
        "ENARDEN:1 ENBWREN:1 RSTRAMARSTRAM:1"
    ),
    "outputs": pins("DOADO:32 DOBDO:32 DOPADOP:4 DOPBDOP:4"),
    "low": pins("RSTRAMB:1 RSTREGARSTREG:1 RSTREGB:1 REGCEAREGCE:1 REGCEB:1"),
}
"""Pins of the block RAMs: what a test drives, what it sees, and what is not used."""

SDP = {"RAM_MODE": '"SDP"', "WRITE_MODE_A": '"READ_FIRST"', "WRITE_MODE_B": '"READ_FIRST"'}


class Cells:
    """Cells of one kind, each with parameters of its own and all with the same inputs, driven cycle by cycle.

    inputs   with their widths
    outputs  of each cell, with their widths
    joined   connections of a cell; in them NUMBER, after the name of an output, stands for the cell
    """

    def __init__(
        self,
        folder: Path,
        name: str,
        inputs: Mapping[str, int],
        outputs: Mapping[str, int],
        joined: Sequence[str],
        chosen: Sequence[Parameters],
        *files: Path,
    ) -> None:
        rules = ("WIDTHEXPAND", "WIDTHTRUNC", "MULTIDRIVEN", "COMBDLY", "INITIALDLY", "PINMISSING")
        lint = "".join(f"lint_off -rule {rule}\n" for rule in rules)
        ports = ["input clk_i", *(f"input [{width - 1}:0] {pin}" for pin, width in inputs.items())]
        instances = []
        for number, parameters in enumerate(chosen):
            ports += [f"output [{width - 1}:0] {pin}_{number}" for pin, width in outputs.items()]
            settings = ", ".join(f".{key}({value})" for key, value in parameters.items())
            connected = ", ".join(joined).replace("NUMBER", str(number))
            instances.append(f"  {name} #({settings}) cell_{number} ({connected});")
        texts = {
            "cells.vlt": f"`verilator_config\n{lint}",
            "twd_test.sv": "\n".join([f"module twd_test ({', '.join(ports)});", *instances, "endmodule", ""]),
            **{path.name: path.read_text() for path in files},
        }
        (folder / "common").mkdir(parents=True)
        for file, text in texts.items():
            (folder / "common" / file).write_text(text)
        names = [f"common/{file}" for file in texts]
        (folder / "manifest.toml").write_text(f"[modules.twd_test]\nfiles = {names}\n")
        self._unit = UnitSimulator("twd_test", {}, rtl_root=folder)

    def run(self, rows: Rows) -> dict[str, list[int]]:
        """Outputs before each clock edge; inputs that a row does not name are 0."""
        inputs = {port.name: np.array([row.get(port.name, 0) for row in rows]) for port in self._unit.inputs}
        found = self._unit.run(inputs, latency=0)
        return {name: values.view(np.uint64).tolist() for name, values in found.items()}


def same(names: Iterable[str], ending: str = "") -> list[str]:
    """Pins that are connected to the ports of the same name and ending."""
    return [f".{name}({name}{ending})" for name in names]


def bits(name: str, width: int, ending: str = "") -> list[str]:
    """Pins that are bits of the port of their name."""
    return [f".{name}{bit}({name}{ending}[{bit}])" for bit in range(width)]


def tie(value: str, *names: str) -> list[str]:
    """Pins with one value."""
    return [f".{name}({value})" for name in names]


def block_rams(folder: Path, name: str, *chosen: Parameters) -> Cells:
    known = RAMB18 if name == "RAMB18E1" else RAMB36
    joined = same(known["inputs"]) + same(known["outputs"], "_NUMBER")
    joined += tie("1'b0", *known["low"]) + tie("clk_i", "CLKARDCLK", "CLKBWRCLK")
    files = CELLS / f"{name}.v", CELLS / "twd_cell_block_ram.v"
    return Cells(folder, name, known["inputs"], known["outputs"], joined, chosen, *files)


def ecp5_rams(folder: Path, *chosen: Parameters) -> Cells:
    buses, single = pins("DIA:18 DIB:18 ADA:14 ADB:14"), pins("CEA:1 CEB:1 WEA:1 WEB:1 RSTA:1 RSTB:1")
    joined = [pin for name, width in buses.items() for pin in bits(name, width)] + same(single)
    joined += bits("DOA", 18, "_NUMBER") + bits("DOB", 18, "_NUMBER")
    joined += tie("clk_i", "CLKA", "CLKB") + tie("1'b1", "OCEA", "OCEB")
    joined += tie("1'b0", *(f"CS{port}{bit}" for port in "AB" for bit in range(3)))
    files = CELLS / "DP16KD.v", CELLS / "twd_cell_block_ram.v"
    return Cells(folder, "DP16KD", {**buses, **single}, pins("DOA:18 DOB:18"), joined, chosen, *files)


def contents(bits: int) -> str:
    """A literal of so many bits in which no two bytes near each other are equal."""
    return f"{bits}'h" + "".join(f"{(37 * i + 11) % 256:02x}" for i in reversed(range(bits // 8)))


def value(literal: str) -> int:
    return int(literal.partition("h")[2], 16)


# --- block RAM of the 7 series ------------------------------------------------------------------------------


def test_ramb18_contents_and_address_of_every_width(tmp_path: Path) -> None:
    """UG473, Content Initialization: "INIT_xx corresponds to the memory cells from [(yy + 1) x 256] - 1 to yy
    x 256".

    UG473, Address Bus: a port of 1, 2, 4, 9, 18 bits uses ADDR[13:0], [13:1], [13:2], [13:3], [13:4], and
    addresses the cells from ADDR x width on, parity bits apart.
    """
    data, parity = contents(256), contents(256)
    widths = (1, 2, 4, 9, 18)
    rams = block_rams(
        tmp_path,
        "RAMB18E1",
        *({"READ_WIDTH_A": width, "INIT_00": data, "INIT_02": data, "INITP_00": parity} for width in widths),
    )
    addresses = [*range(256), *range(512, 768), 300, 16383]
    found = rams.run([*({"ENARDEN": 1, "ADDRARDADDR": address} for address in addresses), {}])
    cells = value(data) | value(data) << 512
    for number, width in enumerate(widths):
        plain = {9: 8, 18: 16}.get(width, width)
        for row, address in enumerate(addresses):
            start = address // plain * plain
            assert found[f"DOADO_{number}"][row + 1] == cells >> start & (1 << plain) - 1
            if plain >= 8:
                expected = value(parity) >> start // 8 & (1 << plain // 8) - 1
                assert found[f"DOPADOP_{number}"][row + 1] == expected


def test_ramb_simple_dual_port(tmp_path: Path) -> None:
    """UG473, Simple Dual-Port Block RAM: port A reads, port B writes; the width doubles to 36 bits for the 18
    Kb block and 72 for the 36 Kb one, over the data pins of both ports, port A's in the low half.

    UG473, Byte-Wide Write Enable: each bit of WEBWE enables one byte and its parity bit.
    """
    half = block_rams(
        tmp_path / "18", "RAMB18E1", {**SDP, "READ_WIDTH_A": 36, "WRITE_WIDTH_B": 36, "INIT_00": contents(256)}
    )
    data = value(contents(256))
    word = {"ENBWREN": 1, "DIADI": 0x1234, "DIBDI": 0x5678, "DIPADIP": 1, "DIPBDIP": 2, "ADDRBWRADDR": 7 << 5}
    read = {"ENARDEN": 1, "ADDRARDADDR": 7 << 5}
    found = half.run([read, {**word, "WEBWE": 5}, read, {**word, "WEBWE": 15}, read, {}, word, read, {}])
    old = data >> 224
    for at, expected in ((1, old), (3, (old & 0xFF00FF00) | 0x00780034), (5, 0x56781234), (8, 0x56781234)):
        assert found["DOBDO_0"][at] << 16 | found["DOADO_0"][at] == expected
    assert (found["DOPADOP_0"][5], found["DOPBDOP_0"][5]) == (1, 2)
    whole = block_rams(
        tmp_path / "36", "RAMB36E1", {**SDP, "READ_WIDTH_A": 72, "WRITE_WIDTH_B": 72, "INIT_7F": contents(256)}
    )
    last = 0xFFC0 | 0x3F
    word = {
        "ENBWREN": 1,
        "WEBWE": 0x81,
        "DIADI": 0xAAAA_AA55,
        "DIBDI": 0x55BB_BBBB,
        "DIPBDIP": 8,
        "ADDRBWRADDR": 0x8000,
    }
    found = whole.run([{"ENARDEN": 1, "ADDRARDADDR": last}, word, {"ENARDEN": 1, "ADDRARDADDR": 0x803F}, {}])
    assert found["DOBDO_0"][1] << 32 | found["DOADO_0"][1] == data >> 192
    assert found["DOBDO_0"][3] << 32 | found["DOADO_0"][3] == 0x55000000_00000055
    assert (found["DOPADOP_0"][3], found["DOPBDOP_0"][3]) == (0, 8)


def test_ramb36_widths(tmp_path: Path) -> None:
    """UG473, Address Bus of the RAMB36E1: 9 bits use ADDR[14:3], 18 bits [14:4], 36 bits [14:5]; bit 15 is 1
    and is not an address of a block that is not cascaded."""
    chosen = [{"READ_WIDTH_A": width, "INIT_01": contents(256), "INITP_00": contents(256)} for width in (9, 18, 36)]
    addresses = [0x8000 | address for address in range(256, 512, 3)]
    found = block_rams(tmp_path, "RAMB36E1", *chosen).run(
        [*({"ENARDEN": 1, "ADDRARDADDR": address} for address in addresses), {}]
    )
    data = value(contents(256))
    for number, bits in enumerate((8, 16, 32)):
        for row, address in enumerate(addresses):
            start = (address & 0x7FFF) // bits * bits
            assert found[f"DOADO_{number}"][row + 1] == data >> (start - 256) & (1 << bits) - 1
            assert found[f"DOPADOP_{number}"][row + 1] == data >> start // 8 & (1 << bits // 8) - 1


def test_ramb_write_modes(tmp_path: Path) -> None:
    """UG473, Write Modes: WRITE_FIRST: "the input data is simultaneously written into memory and stored in
    the data output"; READ_FIRST: "data previously stored at the write address appears on the output latches";
    NO_CHANGE: "the output latches remain unchanged during a write operation"."""
    modes = ("WRITE_FIRST", "READ_FIRST", "NO_CHANGE")
    chosen = [
        {"READ_WIDTH_A": 18, "WRITE_WIDTH_A": 18, "WRITE_MODE_A": f'"{mode}"', "INIT_00": contents(256)}
        for mode in modes
    ]
    old = [value(contents(256)) >> 16 * index & 0xFFFF for index in range(2)]
    write = {"ENARDEN": 1, "WEA": 3, "DIADI": 0xBEEF, "ADDRARDADDR": 1 << 4}
    found = block_rams(tmp_path, "RAMB18E1", *chosen).run(
        [{"ENARDEN": 1}, write, {}, {"ENARDEN": 1, "ADDRARDADDR": 1 << 4}, {**write, "ENARDEN": 0, "DIADI": 0}, {}]
    )
    for number, after in enumerate((0xBEEF, old[1], old[0])):
        assert found[f"DOADO_{number}"][1:] == [old[0], after, after, 0xBEEF, 0xBEEF]


def test_ramb_conflicts(tmp_path: Path) -> None:
    """UG473, Conflict Avoidance: where one port writes and the other reads the same location with one clock,
    the read is the old data if the writing port is in READ_FIRST mode, and otherwise not valid."""
    chosen = [
        {"READ_WIDTH_A": 18, "WRITE_WIDTH_B": 18, "WRITE_MODE_B": f'"{mode}"', "INIT_00": f"256'h{'0123' * 16}"}
        for mode in ("READ_FIRST", "WRITE_FIRST")
    ]
    rams = block_rams(tmp_path, "RAMB18E1", *chosen)
    read = {"ENARDEN": 1, "ADDRARDADDR": 2 << 4}
    write = {"ENBWREN": 1, "WEBWE": 3, "DIBDI": 0x4567}
    found = rams.run([{}, {**read, **write, "ADDRBWRADDR": 2 << 4}, {**read, **write, "ADDRBWRADDR": 3 << 4}, read, {}])
    assert found["DOADO_0"][2:] == [0x0123, 0x4567, 0x4567]
    assert found["DOADO_1"][3:] == [0x4567, 0x4567]
    assert found["DOADO_1"][2] not in (0x0123, 0x4567)


def test_ramb_output_register_and_resets(tmp_path: Path) -> None:
    """UG473, Output Latches/Registers Synchronous Set/Reset: RSTRAM sets the latches to SRVAL while EN is 1
    and does not touch the memory; RSTREG the registers, which DO_REG puts after the latches and REGCE
    enables; INIT_A is the output after configuration."""
    common = {"READ_WIDTH_A": 18, "INIT_A": "18'h2abcd", "SRVAL_A": "18'h15a5a", "INIT_00": contents(256)}
    rams = block_rams(tmp_path, "RAMB18E1", common, {**common, "DOA_REG": 1})
    first = value(contents(256)) & 0xFFFF
    rows = [
        {"REGCEAREGCE": 1},
        {"ENARDEN": 1, "REGCEAREGCE": 1},
        {"REGCEAREGCE": 1},
        {"ENARDEN": 1, "RSTRAMARSTRAM": 1},
        {"RSTRAMARSTRAM": 1, "RSTREGARSTREG": 1},
        {"ENARDEN": 1},
        {},
    ]
    found = rams.run(rows)
    assert found["DOADO_0"] == [0xABCD, 0xABCD, first, first, 0x5A5A, 0x5A5A, first]
    assert found["DOPADOP_0"][0] == 2
    assert found["DOADO_1"] == [0xABCD, 0xABCD, 0xABCD, first, first, 0x5A5A, 0x5A5A]


# --- ECP5 ---------------------------------------------------------------------------------------------------


def test_dp16kd_contents_and_address_of_every_width(tmp_path: Path) -> None:
    """TN-02204, Initializing Memory: INITVAL_00 to INITVAL_3F hold 16 words of 18 bits each, every word in 20
    bits.

    TN-02204, Port definitions: 16K x 1 to 1K x 18 use AD[13:0], [13:1], [13:2], [13:3], [13:4].
    """
    words = [(48271 * (index + 1)) & 0x3FFFF for index in range(16)]
    literal = "320'h" + "".join(f"{word:05x}" for word in reversed(words))
    widths = (1, 2, 4, 9, 18)
    chosen = [{"DATA_WIDTH_A": 18, "DATA_WIDTH_B": width, "INITVAL_01": literal} for width in widths]
    addresses = list(range(256, 512))
    found = ecp5_rams(tmp_path, *chosen).run([*({"CEB": 1, "ADB": address} for address in addresses), {}])
    bytes_ = [word >> 9 * half & 0x1FF for word in words for half in range(2)]
    for number, width in enumerate(widths):
        for row, address in enumerate(addresses):
            index = (address - 256) // 8
            if width == 18:
                expected = words[index // 2]
            elif width == 9:
                expected = bytes_[index]
            else:
                expected = bytes_[index] >> address % 8 // width * width & (1 << width) - 1
            assert found[f"DOB_{number}"][row + 1] == expected


def test_dp16kd_write_modes_and_byte_enables(tmp_path: Path) -> None:
    """TN-02204, Write modes: Normal: the output does not change in a write cycle; Write Through: "a copy of
    the input data appears at the output of the same port"; Read-Before-Write: the old content appears.

    TN-02204, Byte Enable: the low address bits of a port of 18 bits are its byte enables.
    """
    modes = ("NORMAL", "WRITETHROUGH", "READBEFOREWRITE")
    first = "320'h2aaaa12345"
    rams = ecp5_rams(tmp_path, *({"WRITEMODE_A": f'"{mode}"', "INITVAL_00": first} for mode in modes))
    write = {"CEA": 1, "WEA": 1, "DIA": 0x3FFFF, "ADA": 1 << 4 | 3}
    low = {"CEA": 1, "WEA": 1, "DIA": 0, "ADA": 1 << 4 | 1}
    found = rams.run([{"CEA": 1}, write, {}, low, {"CEA": 1, "ADA": 1 << 4}, {**low, "CEA": 0}, {}, {"RSTA": 1}, {}])
    for number, after in enumerate((0x12345, 0x3FFFF, 0x2AAAA)):
        assert found[f"DOA_{number}"][1:4] == [0x12345, after, after]
        assert found[f"DOA_{number}"][5:] == [0x3FE00, 0x3FE00, 0x3FE00, 0]


def test_dp16kd_36_bits(tmp_path: Path) -> None:
    """TN-02204, Pseudo Dual-Port RAM: 512 x 36 uses AD[13:5], with four byte enables in AD[3:0] of the write
    port."""
    rams = ecp5_rams(tmp_path, {"DATA_WIDTH_A": 36, "DATA_WIDTH_B": 36})
    word = {"CEA": 1, "WEA": 1, "DIA": 0x2BEEF, "DIB": 0x1CAFE}
    read = {"CEB": 1, "ADB": 5 << 5}
    found = rams.run([{**word, "ADA": 5 << 5 | 15}, read, {**word, "DIA": 0, "DIB": 0, "ADA": 5 << 5 | 4}, read, {}])
    assert (found["DOA_0"][2], found["DOB_0"][2]) == (0x2BEEF, 0x1CAFE)
    assert (found["DOA_0"][4], found["DOB_0"][4]) == (0x2BEEF, 0x1CA00 & ~0x1FF)


def test_mult18x18d(tmp_path: Path) -> None:
    """TN-02205: an 18 x 18 multiplier, SIGNEDA and SIGNEDB say whether an operand is in two's complement."""
    joined = [*bits("A", 18), *bits("B", 18), *bits("P", 36, "_NUMBER"), ".SIGNEDA(SA)", ".SIGNEDB(SB)"]
    inputs = pins("A:18 B:18 SA:1 SB:1")
    cells = Cells(tmp_path, "MULT18X18D", inputs, {"P": 36}, joined, [{}], CELLS / "MULT18X18D.v")
    edges = (0, 1, 2, 0x1FFFF, 0x20000, 0x20001, 0x3FFFF, 0x12345)
    rows = [{"A": a, "B": b, "SA": s & 1, "SB": s >> 1} for a in edges for b in edges for s in range(4)]
    for row, found in zip(rows, cells.run(rows)["P_0"], strict=True):
        a = row["A"] - (row["SA"] and row["A"] >> 17) * 2**18
        b = row["B"] - (row["SB"] and row["B"] >> 17) * 2**18
        assert found == a * b % 2**36


# --- Gowin --------------------------------------------------------------------------------------------------


def gowin_cells(folder: Path, name: str, inputs: str, outputs: str, tied: Sequence[str], *chosen: Parameters) -> Cells:
    known, seen = pins(inputs), pins(outputs)
    joined = [*same(known), *same(seen, "_NUMBER"), *tied]
    return Cells(folder, name, known, seen, joined, chosen, CELLS / "gowin.v", CELLS / "twd_cell_block_ram.v")


@pytest.mark.parametrize(("name", "byte"), [("SDPB", 8), ("SDPX9B", 9)])
def test_gowin_semi_dual_port_contents_widths_and_byte_enables(name: str, byte: int, tmp_path: Path) -> None:
    """UG285, SDPB/SDPX9B: 64 times 256 or 288 bits of contents; a word of 1, 2, 4 bits, of 1, 2, 4 bytes uses
    AD[13:0], [13:1], [13:2], [13:3], [13:4], [13:5]; port A writes, its low address bits enable bytes."""
    widths = [*(1, 2, 4) * (byte == 8), byte, 2 * byte, 4 * byte]
    initial = sum(((37 * i + 11) % (1 << byte)) << byte * i for i in range(32))
    tied = tie("clk_i", "CLKA", "CLKB") + tie("1'b1", "OCE") + tie("1'b0", "RESETA") + tie("3'd0", "BLKSELA", "BLKSELB")
    ports = f"DI:{4 * byte} ADA:14 ADB:14 CEA:1 CEB:1 RESETB:1"
    chosen = [{"BIT_WIDTH_1": width, "INIT_RAM_01": f"{32 * byte}'h{initial:x}"} for width in widths]
    word = {"CEA": 1, "DI": (1 << 4 * byte) - 1, "ADA": 9 << 5 | 5}
    addresses = list(range(256, 512))
    rows = [*({"CEB": 1, "ADB": address} for address in addresses), word, {"CEB": 1, "ADB": 9 << 5}, {"RESETB": 1}, {}]
    found = gowin_cells(tmp_path, name, ports, f"DO:{4 * byte}", tied, *chosen).run(rows)
    after = initial >> 4 * byte & ~((1 << byte) - 1 | ((1 << byte) - 1) << 2 * byte)
    after |= (1 << byte) - 1 | ((1 << byte) - 1) << 2 * byte
    for number, width in enumerate(widths):
        for row, address in enumerate(addresses):
            low = (address - 256) // 8 * byte
            if width < 8:
                low += address % 8 // width * width
            else:
                low = low // width * width
            assert found[f"DO_{number}"][row + 1] == initial >> low & (1 << width) - 1
        read = len(addresses) + 1
        assert found[f"DO_{number}"][read + 1 :] == [after & (1 << width) - 1, 0]


def test_gowin_dual_port_write_modes(tmp_path: Path) -> None:
    """UG285, DPX9B: WRITE_MODE 0, normal: the output does not change; 1, write-through: the new word; 2,
    read-before-write: the old one. The other port reads what was written."""
    tied = tie("clk_i", "CLKA", "CLKB") + tie("1'b1", "OCEA", "OCEB", "CEB") + tie("1'b0", "RESETA", "RESETB", "WREB")
    tied += tie("3'd0", "BLKSELA", "BLKSELB") + tie("18'd0", "DIB")
    chosen = [{"WRITE_MODE0": f"2'd{mode}", "INIT_RAM_00": f"288'h{0x2AAAA << 18 | 0x12345:x}"} for mode in range(3)]
    ports, outputs = "DIA:18 ADA:14 ADB:14 CEA:1 WREA:1", "DOA:18 DOB:18"
    write = {"CEA": 1, "WREA": 1, "DIA": 0x3FFFF, "ADA": 1 << 4 | 3}
    rows = [{"CEA": 1}, write, {"ADB": 1 << 4}, {**write, "CEA": 0, "DIA": 0}, {"ADB": 1 << 4}, {}]
    found = gowin_cells(tmp_path, "DPX9B", ports, outputs, tied, *chosen).run(rows)
    for number, after in enumerate((0x12345, 0x3FFFF, 0x2AAAA)):
        assert found[f"DOA_{number}"][1:4] == [0x12345, after, after]
        assert (found[f"DOB_{number}"][3], found[f"DOB_{number}"][5]) == (0x3FFFF, 0x3FFFF)


def test_gowin_mult18x18(tmp_path: Path) -> None:
    """UG287: an 18 x 18 multiplier, ASIGN and BSIGN say whether an operand is in two's complement."""
    tied = tie("1'b0", "ASEL", "BSEL", "CE", "CLK", "RESET") + tie("18'd0", "SIA", "SIB")
    cells = gowin_cells(tmp_path, "MULT18X18", "A:18 B:18 ASIGN:1 BSIGN:1", "DOUT:36", tied, {})
    edges = (0, 1, 2, 0x1FFFF, 0x20000, 0x20001, 0x3FFFF, 0x12345)
    rows = [{"A": a, "B": b, "ASIGN": s & 1, "BSIGN": s >> 1} for a in edges for b in edges for s in range(4)]
    for row, found in zip(rows, cells.run(rows)["DOUT_0"], strict=True):
        a = row["A"] - (row["ASIGN"] and row["A"] >> 17) * 2**18
        b = row["B"] - (row["BSIGN"] and row["B"] >> 17) * 2**18
        assert found == a * b % 2**36


# --- cells that Yosys models --------------------------------------------------------------------------------


def test_dsp48e1(tmp_path: Path) -> None:
    """UG479: P = (A + D) B with the pre-adder (INMODE = 00100, OPMODE = 0000101) in two's complement.

    UG479, RSTD: "Reset for the D (input) register and for the pre-adder (output) AD pipeline register".
    """
    (tmp_path / "model").mkdir()
    model = tmp_path / "model" / "DSP48E1.v"
    model.write_text(library("xc7", ["DSP48E1"])[0])
    controls = ("ALUMODEREG", "CARRYINREG", "CARRYINSELREG", "CREG", "INMODEREG", "OPMODEREG")
    registers = dict.fromkeys(controls, 0)
    registers |= dict.fromkeys(("AREG", "ACASCREG", "DREG", "ADREG", "MREG", "PREG"), 1)
    registers |= {"BREG": 2, "BCASCREG": 2}
    joined = tie("1'b1", "CEA2", "CEB1", "CEB2", "CED", "CEAD", "CEM", "CEP") + tie("clk_i", "CLK")
    joined += [".A({{12{A[17]}}, A})", ".D({{7{D[17]}}, D})", *same(["B", "RSTD"]), *same("P", "_NUMBER")]
    joined += [".INMODE(5'b00100)", ".OPMODE(7'b0000101)", ".ALUMODE(4'd0)", ".CARRYINSEL(3'd0)"]
    inputs, chosen = pins("A:18 B:18 D:18 RSTD:1"), [{**registers, "USE_DPORT": '"TRUE"'}]
    cells = Cells(tmp_path, "DSP48E1", inputs, {"P": 48}, joined, chosen, model)
    rng = np.random.default_rng(0)
    rows = [dict(zip("ABD", map(int, rng.integers(0, 2**18, 3)), strict=True)) for _ in range(40)]
    reset = {10, 11, 25}
    rows = [{**row, "RSTD": int(index in reset)} for index, row in enumerate(rows)]
    signed = [{name: row[name] - (row[name] >> 17) * 2**18 for name in "ABD"} for row in rows]
    found = cells.run(rows)["P_0"]
    for index in range(len(rows) - 4):
        total = signed[index]["A"] + (0 if index in reset else signed[index]["D"])
        if index + 1 in reset:
            total = 0
        assert found[index + 4] == total * signed[index]["B"] % 2**48


def test_an_input_that_is_not_connected_is_low() -> None:
    text = 'module M(input A, B, (* x = "y" *) input [3:0] C,\n  output Z, input D);\n  wire input_x;\nendmodule'
    head = 'module M(input A = 0, B = 0, (* x = "y" *) input [3:0] C = 0,\n  output Z, input D = 0'
    assert tied(text) == f"{head});\n  wire input_x;\nendmodule"


def test_the_cells_of_a_cell_come_with_it() -> None:
    """Those of Gowin's multiplexers, whose model follows one that ends in an indented `endmodule`."""
    text, _ = library("gowin", ["MUX2_LUT8"])
    assert re.findall(r"^module (\w+)", text, re.MULTILINE) == ["MUX2", "MUX2_LUT8"]


def test_a_cell_without_a_model_is_refused() -> None:
    with pytest.raises(TwiddleError, match="xc7: cell PLLE2_BASE has no simulation model"):
        library("xc7", ["LUT6", "PLLE2_BASE"])
    text, own = library("xc7", ["LUT6", "RAMB18E1", "$scopeinfo"])
    assert "module LUT6" in text
    assert "specify" not in text
    assert [path.stem for path in own] == ["RAMB18E1", "twd_cell_block_ram"]
