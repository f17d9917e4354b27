# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What each core does with sixteen coefficients, from the models: the examples of the pages of cores."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from twiddle import model
from twiddle.base.grid import markdown
from twiddle.base.rings import Ring
from twiddle.model import iterative, quad, rns
from twiddle.model.mdc import Mdc
from twiddle.model.mdf import Mdf

RING = Ring("example", n=16, q=97, root=28, root_order=32)


def _table(titles: str, rows: Iterable[Iterable[object]]) -> str:
    names = titles.split("|")
    return markdown(names, [[str(cell) for cell in row] for row in rows], names) + "\n"


def in_place() -> str:
    """Places and values of the polynomial 0, 1, ..., 15 after each layer of two butterflies, and their slots."""
    schedule = iterative.Schedule(RING, butterflies=2)
    stages = [np.arange(RING.n), *model.layers(RING, np.arange(RING.n))]
    groups = range(RING.n // 2)
    places = {group: iterative.place(schedule, 2 * group)[:2] for group in groups}
    rows = [
        [f"bank {places[group][0]}, word {places[group][1]}", f"{2 * group}, {2 * group + 1}"]
        + [f"{values[2 * group]}, {values[2 * group + 1]}" for values in stages]
        for group in sorted(groups, key=places.__getitem__)
    ]
    titles = "place|indices|loaded|" + "|".join(f"layer {layer}" for layer in range(RING.layers))
    slots = []
    for layer, (name, _) in enumerate(schedule.steps("ntt")):
        pairs = (
            [f"{2 * group}, {2 * group + 1}" for _, group in slot.reads] for slot in iterative.slots(schedule, name)
        )
        slots.append([layer, *map(" with ".join, pairs)])
    read = "layer|" + "|".join(f"slot {slot}" for slot in range(schedule.slots))
    return f"{_table(titles, rows)}\n{_table(read, slots)}"


def words_of_four() -> str:
    """The indices in each word of `quad` after each pass."""
    schedule = quad.Schedule(RING)
    loaded = [list(range(4 * word, 4 * word + 4)) for word in range(RING.n // 4)]
    after = [quad.placed(schedule, f"ntt {number}") for number in range(len(schedule.passes))]
    rows = [[word, *(" ".join(map(str, words[word])) for words in (loaded, *after))] for word in range(RING.n // 4)]
    return _table("word|loaded|" + "|".join(f"after pass {number + 1}" for number in range(len(after))), rows)


def feedback() -> str:
    """The stages of `mdf`: their FIFOs, what they pair, and the cycles of their beats."""
    engine = Mdf(RING)
    rows = []
    for stage in range(RING.layers):
        depth, distance = engine.depth(stage), RING.n >> (stage + 1)
        upper = [index for index in range(RING.n) if not index & distance]
        pairs = ", ".join(f"{index} and {index + distance}" for index in upper[:4])
        rows.append([stage, f"{depth} beats" if depth else "-", pairs + ", ...", engine.start(stage)])
    return _table("stage|FIFO|pairs of indices|cycle of beat 0", rows)


def commutated() -> str:
    """The indices on the four lanes of `mdc` in each beat, at the input of each stage."""
    layouts = Mdc(RING, lanes=4).layouts()
    rows = [[beat, *(" ".join(map(str, layout[beat])) for layout in layouts)] for beat in range(RING.n // 4)]
    titles = "|".join(f"stage {stage}: pairs differ by {RING.n >> (stage + 1)}" for stage in range(len(layouts)))
    return _table(f"beat|{titles}", rows)


def logarithms() -> str:
    """A product of three factors modulo 97 = 3 * 2^5 + 1 as a sum of logarithms, by residues modulo 3 and 32."""
    q = RING.q
    u, v, w = 30, 71, int(model.zetas(RING)[1])
    _, odd, even = rns.exact_moduli(q)
    named = {"u": u, "v": v, "w, a twiddle factor": w, "u v w": u * v * w % q}
    logarithms = {name: rns.logarithm(q, value) for name, value in named.items()}
    rows = [[name, named[name], log, log % odd, log % even] for name, log in logarithms.items()]
    return _table(f"number|value|logarithm to {rns.primitive_root(q)}|modulo {odd}|modulo {even}", rows)


def rows_of_sums() -> str:
    """The cycles of a row of two products of complete polynomials in `pwmm` with one unit."""
    beats = RING.n // 2
    cells = [
        [
            f"{beats * j + beat}",
            f"a_{j}, b_{j}: {2 * beat}, {2 * beat + 1}",
            "0" if j == 0 else f"{2 * beat}, {2 * beat + 1}",
            "sums, stored" if j == 0 else "c",
        ]
        for j in range(2)
        for beat in (0, 1, beats - 1)
    ]
    return _table("cycle|coefficients that enter|added to the sums of|the results are", cells)


def four_banks() -> str:
    """The indices in the four banks of `quad-hls`, whose numbers are sums of base-4 digits."""
    banks = [[index for index in range(RING.n) if (index // 4 + index) % 4 == bank] for bank in range(4)]
    return _table("bank|indices", [[bank, ", ".join(map(str, indices))] for bank, indices in enumerate(banks)])
