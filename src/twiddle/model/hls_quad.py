# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The description `hls/quad.py`: loaded as a module, and traced."""

import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from twiddle.base import places
from twiddle.base.errors import TwiddleError
from twiddle.base.rings import Ring
from twiddle.model.hls_trace import Graph, Number, Range, Value, hull


def folder() -> Path:
    """The folder `hls/` of the repository, or of the installed package."""
    return places.root() / "hls"


@cache
def description() -> ModuleType:
    """The module `hls/quad.py`."""
    name = "twiddle_hls_quad"
    spec = importlib.util.spec_from_file_location(name, folder() / "quad.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@dataclass
class _Tracer:
    graph: Graph
    words: Sequence[Range]
    beats: Range
    columns: Sequence[Sequence[Range]]

    def beat(self, word: Number) -> Value:
        return self.graph.read("beat", self.graph.number(word), (self.beats,) * len(self.graph.modes))

    def bank(self, bank: int, address: Number) -> Value:
        return self.graph.read(f"bank{bank}", self.graph.number(address), self.words)

    def factor(self, column: int, address: Number) -> Value:
        return self.graph.read(f"factor{column}", self.graph.number(address), self.columns[column])


READS = {
    "load": (),
    "unload": ("load", "forward", "forward_one", "inverse", "inverse_one", "product"),
    "forward": ("load", "forward", "forward_one"),
    "forward_one": ("load",),
    "inverse": ("load", "product", "inverse"),
    "inverse_one": ("inverse",),
    "product": ("load", "forward"),
}
"""The kinds of step that may have written the inputs of a step."""


def trace(ring: Ring) -> tuple[Graph, Graph]:
    """The dataflow graphs of `Quad.iteration` and `Quad.finish`.

    The ranges are the smallest that are closed under all steps.

    Raises TwiddleError for an unsupported ring, and if no closed ranges exist.
    """
    module = description()
    quad = module.Quad(ring)
    used = [kind for kind in module.KINDS if quad.odd or not kind.endswith("_one")]
    kinds = [module.KINDS.index(kind) for kind in used]
    table = quad.factors()
    half = len(table) // 2
    columns: list[list[Range]] = []
    for column in range(4):
        forward = [row[column] for row in table[:half]]
        backward = [row[column] for row in table[half:]]
        single = {"load": [table[0][column]], "unload": [table[0][column]]}
        if ring.complete:
            single["product"] = [table[2][column]]
        by_kind = [single.get(kind, backward if kind.startswith("inverse") else forward) for kind in used]
        columns.append([(min(values), max(values)) for values in by_kind])
    last, end = len(quad.places) - 1, len(quad.passes) - 1
    bits = quad.word_bits
    beats = (0, (1 << 4 * ring.bits) - 1)
    written: dict[str, Range] = dict.fromkeys(used, (0, 0))
    for _ in range(200):
        graph = Graph(tuple(used))
        sources = ([written[name] for name in READS[kind] if name in written] for kind in used)
        words = [hull(ranges or [(0, 0)]) for ranges in sources]
        span = {
            "load": (last, last), "unload": (last, last), "product": (last, last),
            "forward": (int(quad.odd), end), "inverse": (int(quad.odd), end),
            "forward_one": (0, 0), "inverse_one": (0, 0),
        }  # fmt: skip
        several = ("load", "forward", "forward_one")
        results = quad.iteration(
            _Tracer(graph, words, beats, columns),
            graph.input("kind", [(kind, kind) for kind in kinds]),
            graph.input("place", [span[kind] for kind in used]),
            graph.input("region", [(0, int(kind in several)) for kind in used]),
            graph.input("word", [(0, (1 << bits) - 1)] * len(used)),
            graph.input("half", [(0, int(kind == "product")) for kind in used]),
        )
        grown = {}
        for number, kind in enumerate(used):
            data = (graph.number(value).ranges[number] for value in results.data)
            grown[kind] = hull([written[kind], *data])
        if grown == written:
            for bank in range(4):
                graph.output(f"enable{bank}", results.enables[bank])
                graph.output(f"address{bank}", results.addresses[bank])
                graph.output(f"data{bank}", results.data[bank])
            finish = Graph(("unload",))
            lanes = []
            for lane, result in enumerate(results.lanes):
                unloaded = graph.number(result).ranges[used.index("unload")]
                graph.output(f"lane{lane}", result)
                lanes.append(finish.input(f"lane{lane}", [unloaded]))
            for lane, result in enumerate(quad.finish(lanes)):
                finish.output(f"result{lane}", result)
            return graph, finish
        written = grown
    raise TwiddleError(f"core quad-hls, ring {ring.name}: ranges of the description grow from pass to pass")
