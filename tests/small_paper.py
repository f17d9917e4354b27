# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The smallest paper: one table of one row, one row of ours, one claim, and no page of docs."""

from twiddle import core
from twiddle.study import paper
from twiddle.study.published import Published

FIGURES = {"n": 256, "q": 3329, "bits": 12, "lut": 900, "freq_mhz": 200, "cycles_ntt": 512, "time_us": 2.56}

ROW = Published(
    paper="small-2026",
    table="1",
    work="this work",
    year=2026,
    unit="ntt",
    scheme="kyber",
    device="artix-7",
    note="",
    differs="",
    n=256,
    q=3329,
    bits=12,
    figures=FIGURES,
    decimals={"time_us": 2},
)

PAPER = paper.Paper(
    name=ROW.paper,
    title="Small 2026: one transform",
    tables=(
        paper.Table(
            "table-1",
            "Table 1 of Small 2026, with our core",
            f"work by device lut freq_mhz cycles_ntt time_us note {paper.again('time_us')}",
            (ROW,),
            ours=lambda group: [
                paper.Ours("iterative", {}, core("iterative", "ml-kem", Butterflies=2, DoubleBuffer=0))
            ],
            formulas={"time_us": paper.micros("cycles_ntt")},
        ),
    ),
    metrics=("lut", "cycles_ntt"),
    heading="Our design against the paper's; lower is better:",
    claims=(paper.Stated("table-1", "iterative", "lut"),),
    why=(),
    notes="The paper's figures: Artix-7 by Vivado, as printed.",
)
