# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The findings of slang, a third front end, on the RTL: every error and every warning not waived here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pyslang import Bag, DiagnosticEngine, SourceManager, TextDiagnosticClient
from pyslang.analysis import AnalysisManager
from pyslang.ast import (
    Compilation,
    CompilationOptions,
    GenerateBlockArraySymbol,
    GenerateBlockSymbol,
    InstanceSymbol,
    ParameterSymbol,
)
from pyslang.syntax import SyntaxTree

from lint.tools import Point

WAIVERS: Mapping[str, str] = {
    "useless-cast": "a computed width may equal that of the operand",
    "sign-conversion": "$clog2 and genvars are signed, their users are not; bits of a signed sum are stored",
    "sign-compare": "a loop variable or $clog2 is compared with a parameter; both are small and not negative",
    "arith-op-mismatch": "operands of computed widths; Verilator's WIDTH rules check that no bit is lost",
    "bitwise-op-mismatch": "a cast literal is signed; Verilator's WIDTH rules check that no bit is lost",
    "packed-array-conv": "a port with one vector a lane is connected to a plain vector of the same width",
    "case-type": "a function takes an enum as a vector: plain Yosys reads no enum there",
    "case-redundant-default": "a unique case keeps its default, which defines the hardware for other codes",
}
"""The warnings that are not reported, and why."""

LARGEST_CONSTANT = 65536
"""IEEE 1800-2017 (6.9.1) lets a tool limit a packed constant to this many bits."""


def members(scope: Any) -> Iterator[Any]:
    """Every symbol of a scope and of its generate blocks."""
    for member in scope:
        if isinstance(member, GenerateBlockArraySymbol):
            for block in member.entries:
                yield from members(block)
        elif not isinstance(member, GenerateBlockSymbol):
            yield member
        elif not member.isUninstantiated:
            yield from members(member)


def instances(scope: Any) -> Iterator[InstanceSymbol]:
    """Every module instance in a scope and below it."""
    for member in members(scope):
        if isinstance(member, InstanceSymbol):
            yield member
            yield from instances(member.body)


def constants(scope: Any) -> Iterator[ParameterSymbol]:
    """Every parameter and localparam of a scope and of its generate blocks."""
    return (member for member in members(scope) if isinstance(member, ParameterSymbol))


class Slang:
    """Elaborates points; each source is parsed once."""

    def __init__(self) -> None:
        self._manager = SourceManager()
        self._include_dirs: set[Path] = set()
        self._trees: dict[Path, SyntaxTree] = {}

    def elaborated(self, point: Point) -> Compilation:
        """The elaborated design of one point, within slang's own limits."""
        options = CompilationOptions()
        options.topModules = {point.top}
        options.paramOverrides = [f"{name}={value}" for name, value in point.parameters.items()]
        compilation = Compilation(Bag([options]))
        for source in point.sources:
            compilation.addSyntaxTree(self._tree(source, point.include_dirs))
        return compilation

    def check(self, point: Point) -> list[str]:
        """Errors, warnings (except waived ones) and overlong constants of one point."""
        compilation = self.elaborated(point)
        found = list(compilation.getAllDiagnostics())
        long = {
            f"{instance.definition.name}: constant {constant.name} has more than {LARGEST_CONSTANT} bits"
            for instance in instances(compilation.getRoot())
            for constant in constants(instance.body)
            if constant.type.bitWidth > LARGEST_CONSTANT
        }
        compilation.freeze()
        analysis = AnalysisManager()
        analysis.analyze(compilation)
        found += analysis.getDiagnostics()

        client = TextDiagnosticClient()
        engine = DiagnosticEngine(self._manager)
        engine.setErrorLimit(0)
        engine.setWarningOptions(["everything", *(f"no-{name}" for name in WAIVERS)])
        engine.addClient(client)
        for diagnostic in found:
            engine.issue(diagnostic)
        kinds = (": error: ", ": fatal error: ", ": warning: ")
        lines = client.getString().splitlines()
        return [line for line in lines if any(kind in line for kind in kinds)] + sorted(long)

    def _tree(self, source: Path, include_dirs: Sequence[Path]) -> SyntaxTree:
        for folder in include_dirs:
            if folder not in self._include_dirs:
                self._manager.addUserDirectories(str(folder))
                self._include_dirs.add(folder)
        if source not in self._trees:
            self._trees[source] = SyntaxTree.fromFile(str(source), self._manager)
        return self._trees[source]


@cache
def _of_this_process() -> Slang:
    return Slang()


def check(point: Point) -> list[str]:
    """The findings at one point; a process parses each source once."""
    return _of_this_process().check(point)
