# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Parts on which a load can be planned, with what is on them.

A record and a device count the same things: `dsp` are MULT18X18D on ecp5, DSP48E1 on xc7, DSP48E2 on xcup and
MULT18X18 on gowin, `bram36` blocks of 36 kbit or two of 18 kbit, on ice40 eight of 4 kbit; see
`twiddle.synth.cells`.

ecp5   LUT4, 18 kbit EBRs and 18x18 multipliers: Lattice, ECP5 and ECP5-5G Family Data Sheet (FPGA-DS-02012),
       Table 1.1 (24K, 44K, 84K LUTs; 56, 108, 208 EBRs; 28, 72, 156 multipliers). The exact LUTs and
       registers, one a LUT, are those of the vendor's mapper and of nextpnr-ecp5's device database.
xc7    slices, DSP48E1 and 36 kbit block RAMs: AMD, 7 Series FPGAs Data Sheet: Overview (DS180), the tables
       of Artix-7 and Kintex-7; a slice has four LUT6 and eight registers (7 Series FPGAs Configurable Logic
       Block User Guide, UG474, CLB Slices).
xcup   AMD, UltraScale+ FPGAs Product Selection Guide (XMP103); exact LUTs as Vivado counts them, two
       registers a LUT.
gowin  Gowin, GW2A series of FPGA Products Data Sheet (DS102), Table 2-1, and nextpnr's device database.
ice40  Lattice, iCE40 LP/HX Family Data Sheet (FPGA-DS-02029), Table 1.1: 7680 logic cells of a LUT4 and a
       register, 32 EBRs of 4 kbit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from twiddle.errors import unknown

RESOURCES = ("lut", "ff", "dsp", "bram36")
"""What a device has of, by the names in a record's cells."""


@dataclass(frozen=True)
class Device:
    """A part: its target in `twiddle.synth.TARGETS`, its LUTs, registers, DSP blocks and 36 kbit RAMs."""

    name: str
    title: str
    target: str
    lut: int
    ff: int
    dsp: int
    bram36: float

    @property
    def capacity(self) -> Mapping[str, float]:
        """What it has of each resource."""
        return {name: getattr(self, name) for name in RESOURCES}


DEVICES: Mapping[str, Device] = {
    device.name: device
    for device in (
        Device("ecp5-25k", "LFE5U-25F", "ecp5", 24288, 24288, 28, 28),
        Device("ecp5-45k", "LFE5U-45F", "ecp5", 43848, 43848, 72, 54),
        Device("ecp5-85k", "LFE5U-85F", "ecp5", 83640, 83640, 156, 104),
        Device("artix7-35t", "XC7A35T", "xc7", 20800, 41600, 90, 50),
        Device("artix7-100t", "XC7A100T", "xc7", 63400, 126800, 240, 135),
        Device("artix7-200t", "XC7A200T", "xc7", 134600, 269200, 740, 365),
        Device("kintex7-160t", "XC7K160T", "xc7", 101400, 202800, 600, 325),
        Device("kintex7-325t", "XC7K325T", "xc7", 203800, 407600, 840, 445),
        Device("artixup-25p", "XCAU25P", "xcup", 141000, 282000, 1200, 300),
        Device("kintexup-5p", "XCKU5P", "xcup", 216960, 433920, 1824, 480),
        Device("gw2a-18", "GW2A-LV18", "gowin", 20736, 15552, 48, 23),
        Device("ice40-hx8k", "iCE40HX8K", "ice40", 7680, 7680, 0, 4),
    )
}


def device(name: str) -> Device:
    """The device of a name or a part number; raises TwiddleError for one that is not listed."""
    titles = {each.title.lower(): each for each in DEVICES.values()}
    found = DEVICES.get(name.lower()) or titles.get(name.lower())
    if found is not None:
        return found
    raise unknown("device", name, DEVICES)
