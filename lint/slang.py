# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What slang, a third front end, says about the RTL: every error, every warning that is not waived here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    "packed-array-conv": "a port of one vector a lane is joined to a plain vector of as many bits",
    "case-type": "a function takes an enum as a vector: plain Yosys reads no enum there",
    "case-enum-explicit": "a case over an enum may leave several of its names to the default",
    "case-redundant-default": "a unique case keeps its default, which says what other codes do in hardware",
}
"""Names of the warnings that are not reported, and why."""


LARGEST_CONSTANT = 65536
"""Bits of a packed constant that IEEE 1800-2017 (6.9.1) lets every tool limit it to."""


def instances(scope: Any) -> Iterator[InstanceSymbol]:
    """Every module instance in a scope and below."""
    for member in scope:
        if isinstance(member, InstanceSymbol):
            yield member
            yield from instances(member.body)
        elif isinstance(member, GenerateBlockArraySymbol):
            for block in member.entries:
                yield from instances(block)
        elif isinstance(member, GenerateBlockSymbol) and not member.isUninstantiated:
            yield from instances(member)


def constants(scope: Any) -> Iterator[ParameterSymbol]:
    """Every parameter and localparam of a scope, those of its generate blocks too."""
    for member in scope:
        if isinstance(member, ParameterSymbol):
            yield member
        elif isinstance(member, GenerateBlockArraySymbol):
            for block in member.entries:
                yield from constants(block)
        elif isinstance(member, GenerateBlockSymbol) and not member.isUninstantiated:
            yield from constants(member)


class Slang:
    """Elaborates points, every source of which is parsed once.

    waived  the waivers that some point needed
    """

    def __init__(self) -> None:
        self.waived: set[str] = set()
        self._manager = SourceManager()
        self._include_dirs: set[Path] = set()
        self._trees: dict[Path, SyntaxTree] = {}

    def elaborated(self, point: Point) -> Compilation:
        """The elaborated design of one point, in slang's own limits."""
        options = CompilationOptions()
        options.topModules = {point.top}
        options.paramOverrides = [f"{name}={value}" for name, value in point.parameters.items()]
        compilation = Compilation(Bag([options]))
        for source in point.sources:
            compilation.addSyntaxTree(self._tree(source, point.include_dirs))
        return compilation

    def check(self, point: Point) -> list[str]:
        """Errors, warnings (every one but the waived) and constants that are too long, of one point."""
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
        engine.setWarningOptions(["everything"])
        engine.addClient(client)
        for diagnostic in found:
            name = engine.getOptionName(diagnostic.code)
            if name in WAIVERS:
                self.waived.add(name)
            else:
                engine.issue(diagnostic)
        kinds = (": error: ", ": fatal error: ", ": warning: ")
        lines = client.getString().splitlines()
        return [line for line in lines if any(kind in line for kind in kinds)] + sorted(long)

    def idle_waivers(self) -> list[str]:
        """Findings for the waivers that no point has needed so far."""
        return [f"lint/slang.py: waiver {name!r} hides nothing" for name in WAIVERS.keys() - self.waived]

    def _tree(self, source: Path, include_dirs: Sequence[Path]) -> SyntaxTree:
        for folder in include_dirs:
            if folder not in self._include_dirs:
                self._manager.addUserDirectories(str(folder))
                self._include_dirs.add(folder)
        if source not in self._trees:
            self._trees[source] = SyntaxTree.fromFile(str(source), self._manager)
        return self._trees[source]
