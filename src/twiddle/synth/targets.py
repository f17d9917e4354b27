# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The targets: what Yosys and nextpnr are told to do for each, and what its device holds.

The scripts of xc7 and ecp5 are those of the project's reference flow, word for word, so that its figures come
out exactly. All paths in them are relative to the scratch folder of one run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from twiddle.synth import cells
from twiddle.synth.cells import Cells

REFERENCE = ("xc7", "ecp5")
"""The targets of the reference flow, on which everything is measured."""

XC7_TIMING = """\
read_rtlil xc7.il
techmap -map ffmap.v
delete t:$scopeinfo
read_verilog -lib -specify +/xilinx/cells_sim.v
read_verilog -lib +/xilinx/cells_xtra.v
hierarchy -top dut_top
cd dut_top
tee -o sta.txt sta
"""


@dataclass(frozen=True)
class Router:
    """Place and route by a nextpnr that pip installs.

    module   of the package, without the prefix yowasp_nextpnr_, whose function runs it
    options  for every run; the netlist, the seed and the report are added
    files    what it reads beside the netlist, by name: where the pins are, for devices that must be told
    """

    module: str
    options: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def package(self) -> str:
        """Name of the package to install."""
        return f"yowasp-nextpnr-{self.module.replace('_', '-')}"


@dataclass(frozen=True)
class Target:
    """A device family, and how a design is measured on it.

    about   what is measured, in words
    device  the device that is placed on; that of the area where there is no place and route
    synth   the synthesis command of Yosys, without the top
    stat    options of Yosys' stat
    cells   counts cells from the number of each primitive
    holds   how many of some cells the device has: a design with more is refused before place and route
    timing  whether Yosys' sta tells the logic delay
    before  commands of Yosys before the synthesis
    """

    name: str
    about: str
    device: str
    synth: str
    cells: Callable[[Mapping[str, int]], Cells]
    stat: str = ""
    holds: Mapping[str, float] = field(default_factory=dict, hash=False)
    timing: bool = False
    router: Router | None = None
    before: tuple[str, ...] = ()

    @property
    def area(self) -> str:
        """Script that maps elab.il and counts the cells, kept in NAME.il."""
        lines = [
            "read_rtlil elab.il",
            "hierarchy -top dut_top",
            *self.before,
            f"{self.synth} -top dut_top",
            f"tee -q -o {self.name}_stat.json stat{self.stat} -json",
            *[f"write_rtlil {self.name}.il"] * self.timing,
        ]
        return "\n".join(lines) + "\n"

    @property
    def harness(self) -> str:
        """Script that maps the design in its harness for place and route."""
        lines = [
            "read_rtlil elab.il",
            "read_verilog -sv wrap.v",
            "hierarchy -top measure_wrap",
            *self.before,
            f"{self.synth} -top measure_wrap -json {self.name}_wrap.json",
        ]
        return "\n".join(lines) + "\n"


def _xilinx(family: str) -> str:
    return f"synth_xilinx -family {family} -flatten -noiopad -noclkbuf"


_GOWIN_PINS = "".join(
    f'IO_LOC "{port}" {pin};\n'
    for port, pin in (("clk", "H11"), ("rst", "T10"), ("si", "L16"), ("so", "L14"))
)

TARGETS: Mapping[str, Target] = {
    target.name: target
    for target in (
        Target(
            "xc7",
            "AMD 7-series: area, and logic delay without routing",
            "any",
            _xilinx("xc7"),
            cells.xilinx,
            stat=" -tech xilinx",
            timing=True,
        ),
        Target(
            "ecp5",
            "Lattice ECP5-85k, speed grade 8: area, and placed and routed clock rate",
            "ECP5-85k",
            "synth_ecp5",
            cells.ecp5,
            holds={"lut": 83640, "ff": 83640, "dsp": 156, "bram36": 104},
            router=Router(
                "ecp5",
                ("--85k", "--speed", "8", "--package", "CABGA756", "--timing-allow-fail", "--freq", "300"),
            ),
        ),
        Target(
            "xcup",
            "AMD UltraScale+: area",
            "any",
            _xilinx("xcup"),
            cells.xilinx,
            stat=" -tech xilinx",
        ),
        Target(
            "gowin",
            "Gowin GW2A-18, grade C8/I7: area, and placed and routed clock rate",
            "GW2A-18",
            "synth_gowin -family gw2a",
            cells.gowin,
            holds={"lut": 20736, "ff": 15552, "dsp": 48, "bram36": 23},
            router=Router(
                "himbaechel_gowin",
                (
                    *("--device", "GW2A-LV18PG256C8/I7", "--vopt", "family=GW2A-18"),
                    *("--vopt", "cst=pins.cst", "--timing-allow-fail", "--freq", "300"),
                ),
                {"pins.cst": _GOWIN_PINS},
            ),
        ),
        Target(
            "ice40",
            "Lattice iCE40 HX8K, without DSP blocks and LUT memories: area, and placed and routed clock rate",
            "iCE40 HX8K",
            "synth_ice40",
            cells.ice40,
            holds={"lut": 7680, "ff": 7680, "bram36": 4},
            router=Router("ice40", ("--hx8k", "--package", "ct256", "--timing-allow-fail", "--freq", "300")),
            # A memory that is to be of LUTs is of flip-flops.
            before=("setattr -unset ram_style m:*",),
        ),
    )
}
"""Every target by its name."""


def elaborate(
    top: str, sources: Sequence[str], include_dirs: Sequence[str], parameters: Mapping[str, str]
) -> str:
    """Script that elaborates `top` (see `elaborated`) into elab.il and elab.json."""
    script = elaborated(top, sources, include_dirs, parameters)
    return script + "write_rtlil elab.il\nwrite_json -noscopeinfo elab.json\n"


def elaborated(
    top: str,
    sources: Sequence[str],
    include_dirs: Sequence[str],
    parameters: Mapping[str, str],
    processes: str = "proc",
    name: str = "dut_top",
) -> str:
    """Script that elaborates `top`, flattened and under another name.

    Attributes that would keep cells or hierarchy are dropped, so that all designs are optimised alike.
    Yosys itself defines SYNTHESIS while it reads. `processes` is the command that turns processes into cells.
    """
    includes = " ".join(f"-I{folder}" for folder in include_dirs)
    lines = [f"read_verilog -sv -defer {includes} {' '.join(sources)}"]
    if parameters:
        lines.append(f"chparam {' '.join(f'-set {k} {v}' for k, v in parameters.items())} {top}")
    lines += [
        f"hierarchy -check -top {top}",
        "setattr -unset keep -unset DONT_TOUCH -unset dont_touch -unset keep_hierarchy",
        "setattr -mod -unset keep -unset keep_hierarchy -unset DONT_TOUCH A:*",
        f"rename -top {name}",
        processes,
        "flatten",
        "opt_clean",
    ]
    return "\n".join(lines) + "\n"


def flop_map() -> str:
    """Verilog that maps every 7-series flip-flop to FDRE, the only one at which Yosys' sta starts a path."""
    return "".join(
        f"module {cell}(output Q,input C,input CE,input {pin},input D);parameter INIT=0;"
        f"parameter IS_C_INVERTED=0;parameter IS_D_INVERTED=0;parameter IS_{pin}_INVERTED=0;"
        f"FDRE _TECHMAP_REPLACE_(.C(C),.CE(CE),.D(D),.R({reset}),.Q(Q));endmodule\n"
        for cell, pin, reset in (("FDCE", "CLR", "1'b0"), ("FDPE", "PRE", "1'b0"), ("FDSE", "S", "S"))
    )
