# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The core `rns`: the in-place engine with multiplication by tables of discrete logarithms."""

from twiddle.catalog.block import Kind, ParameterSpec, Point, choice
from twiddle.catalog.cores import base
from twiddle.catalog.cores.iterative import Iterative
from twiddle.model.methods import Method
from twiddle.model.rns import PAPER_MODULUS


class Rns(Iterative):
    """`twd_iterative` with `Method` RNS."""

    hint = "core iterative supports this ring with"

    def own_rule(self) -> str | None:
        named = f"Published = {self.parameters['Published']}"
        if self.published and self.ring.q != PAPER_MODULUS:
            return f"{named} is for q = {PAPER_MODULUS}; ring {self.ring.name} has q = {self.ring.q}"
        if self.published and self.registers:
            return f"{named} needs Registers = 0: a product is multiplied again three cycles later"
        return None


CORE = Kind(
    place=1,
    name="rns",
    summary="in-place engine that multiplies by table look-up, without DSP blocks",
    parameters=(
        ParameterSpec("Butterflies", 4, (1, 2, 4), "one single, one dual or two dual butterflies"),
        ParameterSpec("DoubleBuffer", 0, (0, 1), base.DOUBLE_BUFFER),
        ParameterSpec("Registers", 0, (0, 1), "1: after the tables; two more cycles, a faster clock"),
        ParameterSpec(
            "Published",
            0,
            (0, 1, 2),
            "1: sub-moduli 7, 31, 32 and five products a pair, as published; 2: sum tables too",
        ),
    ),
    top="twd_iterative",
    architecture=Rns,
    drawing="""\
 a, b ─▶ load ─▶ ┌────────┐ ─▶ read ───┬─▶ index ▶ sum ▶ number ▶ ± ─▶ write ──┐
                 │ memory │    network │   tables of logarithms        network │
    c ◀─ store ◀┐└────────┘ ◀──────────│───────────────────────────────────────┘
                └──────────────────────┘""",
    fixed=(choice("Method", Method.RNS, (Method.RNS,), "multiplication method"),),
    technology=(base.TABLES, base.TRUSTED, base.MEMORY),
    benched=(
        *(Point("ml-kem", {"Butterflies": count}) for count in (1, 2, 4)),
        *(Point("ml-kem", {"Butterflies": count, "Registers": 1}) for count in (1, 2, 4)),
        Point("ml-kem", {"Butterflies": 1, "Published": 1}),
        *(Point("ml-kem", {"Butterflies": count, "Published": 1}, base.AREA) for count in (2, 4)),
        *(Point("ml-kem", {"Butterflies": count, "Published": 2}, base.AREA) for count in (1, 2, 4)),
        Point("ml-kem", {"Butterflies": 1}, base.LARGER),
    ),
    apart=(Point("ml-kem", {"Butterflies": 1}),),
)
