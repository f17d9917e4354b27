# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""A Verilated top module linked with your own C and C++: a driver on its bus, a system with its memory."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from twiddle.base import manifest
from twiddle.base.store import Artifact
from twiddle.tools.sim.build import (
    Compiler,
    Verilator,
    compile_all,
    compiler,
    coverage,
    macros,
    named,
    quick,
    verilator,
)

PREFIX = "Vtop"
"""The class of the model; its header is `Vtop.h`."""


def link(
    top: str,
    verilog: Sequence[Path],
    sources: Sequence[Path],
    *,
    include: Sequence[Path] = (),
    defines: Sequence[str] = (),
    parameters: Mapping[str, int] | None = None,
    shared: bool = False,
) -> Path:
    """Compiles a top module with your sources to a program or a shared library, or returns the cached one.

    verilog     the files of the model in compile order; its assertions are on
    sources     C++ files, which include `Vtop.h`, and C files, which are compiled as C99 without a warning
    include     folders of their headers
    defines     macros of all sources
    parameters  of the top module
    """
    tool, cxx = verilator(), compiler()
    level = quick()
    root = manifest.rtl_root().resolve()
    covered = coverage(verilog, root)
    known = [*macros("", covered), *(f"-D{each}" for each in defines if each.startswith("VL_"))]
    every = [*known, *(f"-D{each}" for each in defines if not each.startswith("VL_"))]
    headers = [path for folder in include for path in sorted(folder.glob("*.h*"))]
    headers += manifest.headers(verilog, manifest.include_dirs())
    texts = [item for path in (*verilog, *sources, *headers) for item in (path.name, path.read_bytes())] + [covered]
    script = Path(__file__).read_bytes()
    settings = [f"-G{name}={value}" for name, value in (parameters or {}).items()]
    inputs = [*texts, top, *settings, *every, str(shared), level, tool.version, *cxx.command, cxx.version, script]

    def fill(folder: Path) -> None:
        work = folder / "work"
        work.mkdir()
        flags = ["--top-module", top, "--assert", *settings, "--timescale", "1ns/1ps", "-Wno-lint", "-Wno-style"]
        flags += [f"-I{path}" for path in named(manifest.include_dirs(), root)]
        names = named([path.resolve() for path in verilog], root)
        tool.verilate(top, [*flags, *names], root, work / PREFIX, covered)
        model = work / "model.cpp"
        parts = sorted(path.name for path in work.glob(f"{PREFIX}*.cpp"))
        model.write_text("".join(f'#include "{part}"\n' for part in parts), encoding="utf-8")
        common = ["-O0" if covered or level == "2" else "-O1", "-fPIC", "-I.", *tool.search, *every]
        common += [f"-I{path.resolve()}" for path in include]
        paths = [model, *(path.resolve() for path in sources)]
        objects = [f"{index}.o" for index in range(len(paths))]
        jobs = zip(paths, objects, strict=True)
        compile_all(
            cxx, [[*common, *_language(path, cxx), "-c", str(path), "-o", name] for path, name in jobs], work, top
        )
        runtime = map(str, sorted(_runtime(tool, cxx, known, covered).glob("*.o")))
        kind = ["-shared"] if shared else []
        compile_all(cxx, [[*objects, *runtime, "-pthread", *kind, "-o", "../linked", *cxx.libraries]], work, top)
        shutil.rmtree(work)

    return Artifact("linked", inputs, fill, Path).get() / "linked"


def _runtime(tool: Verilator, cxx: Compiler, macros: Sequence[str], covered: str) -> Path:
    """A folder with the objects of the Verilated runtime, which does not know the user's own macros."""
    common = ["-O1", "-fPIC", *tool.search, *macros, *cxx.flags]

    def fill(folder: Path) -> None:
        names = ("verilated", "verilated_threads", *(["verilated_cov"] if covered else []))
        jobs = [[*common, "-c", str(tool.include / f"{name}.cpp"), "-o", f"{name}.o"] for name in names]
        compile_all(cxx, jobs, folder, "Verilated runtime")

    return Artifact("runtime", [tool.version, *cxx.command, cxx.version, *common], fill, Path).get()


def _language(path: Path, cxx: Compiler) -> list[str]:
    if path.suffix == ".c":
        return ["-x", "c", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]
    return [*cxx.flags, "-x", "c++"]
