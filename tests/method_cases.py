# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The values of the RTL's constant functions for users of the methods, in the words of the model.

A generated module states every value, and elaboration refuses it where the RTL has another.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from twiddle.base.errors import TwiddleError
from twiddle.base.rings import ring, rings
from twiddle.model import butterflies, methods, rns
from twiddle.model.mdf import Mdf
from twiddle.model.methods import Method
from twiddle.model.pwmm import Pipeline, supported
from twiddle.tools.sim.unit import UnitSimulator

MODULI = (3329, 7681, 12289, 8380417, 8404993)
HALVINGS = (0, 3)


def facts() -> Iterator[tuple[str, int]]:
    """Constant expressions of the RTL with their values in the model."""
    for q in MODULI:
        for method in Method:
            code = method.parameter
            for halvings in HALVINGS:
                if methods.reason(method, q, halvings) is None:
                    for name, value in (
                        ("scale", methods.scale(method, q, halvings)),
                        ("latency", methods.latency(method, q, halvings)),
                        ("lazy_latency", methods.lazy_latency(method, q, halvings)),
                    ):
                        yield f"twd_method_pkg::{name}({code}, {q}, {halvings})", value
                    base = butterflies.base_latency(method, q, halvings)
                    yield f"twd_butterfly_pkg::base_latency({code}, {q}, {halvings})", base
            if methods.reason(method, q) is None:
                if method not in methods.WHOLE:
                    lazy = methods.Form.LAZY.parameter
                    yield f"twd_method_pkg::reduce_latency({code}, {lazy}, {q}, 0)", methods.reduce_latency(method, q)
                for name, value in (
                    ("", methods.butterfly_latency(q, method)),
                    ("ct_", butterflies.ct_latency(method, q)),
                    ("gs_", butterflies.gs_latency(method, q)),
                    ("unified_", butterflies.unified_latency(method, q)),
                ):
                    yield f"twd_butterfly_pkg::{name}latency({code}, {q})", value
                yield f"twd_method_pkg::bare_latency({code}, {q})", methods.bare_latency(method, q)
                for name, value in (
                    ("streaming", butterflies.streaming_latency(method, q)),
                    ("dual", butterflies.dual_latency(method, q)),
                ):
                    yield f"twd_butterfly_pkg::{name}_latency({code}, {q})", value
                for pairs in (False, True):
                    yield (
                        f"twd_butterfly_pkg::four_latency({code}, {q}, 1'b{pairs:d})",
                        butterflies.four_latency(method, q, pairs),
                    )
    for of in (ring("ml-kem"), ring("falcon-512"), ring("ml-dsa")):
        for scaled in (False, True):
            for method in supported(of, scaled):
                pipeline = Pipeline(of, 1, method, scaled)
                for name, value in (
                    ("latency", pipeline.pipe),
                    ("acc_cycle", pipeline.acc_cycle),
                    ("fewest_beats", pipeline.fewest_beats),
                ):
                    arguments = f"{of.parameter}, {method.parameter}, 1'b{scaled:d}"
                    yield f"twd_pwmm_pkg::{name}({arguments})", value
    for of in rings():
        for method in methods.supported(of.q):
            for both in (False, True):
                arguments = f"{of.parameter}, {method.parameter}, 1'b{both:d}"
                yield f"twd_mdf_pkg::latency({arguments})", Mdf(of, method, both).latency
    for method in Method:
        yield f"32'(twd_method_pkg::canonical({method.parameter}))", int(method in methods.CANONICAL)
    yield "twd_butterfly_pkg::TWIDDLE_LATE", butterflies.TWIDDLE_LATE
    yield "twd_rns_pkg::BUTTERFLY_LATENCY", rns.BUTTERFLY_LATENCY
    yield "twd_rns_pkg::MUL_LATENCY", rns.MUL_LATENCY


class ConstantDiffers(TwiddleError):
    """A constant function of the RTL has another value than the model."""


def elaborate(root: Path, stated: Iterable[tuple[str, int]]) -> None:
    """Elaborate a module that refuses every value that is not as stated; `root` is one of `rtl_tree`.

    Raises ConstantDiffers with the first value that is another.
    """
    stated = list(stated)
    lines = ["module twd_test_facts (input logic clk_i, input logic x_i, output logic y_o);"]
    for number, (expression, value) in enumerate(stated):
        lines.append(f"  if ({expression} != 32'd{value}) begin : gen_bad_{number}")
        lines.append(f'    $fatal(1, "{expression} is not {value}");')
        lines.append("  end")
    lines += ["  always_ff @(posedge clk_i) y_o <= x_i;", "endmodule"]
    (root / "wrap" / "twd_test_facts.sv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    depends = '["twd_butterfly_pkg", "twd_mdf_pkg", "twd_method_pkg", "twd_pwmm_pkg", "twd_rns_pkg"]'
    with (root / "manifest.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[modules.twd_test_facts]\nfiles = ["wrap/twd_test_facts.sv"]\ndepends = {depends}\n')
    try:
        UnitSimulator("twd_test_facts", rtl_root=root)
    except TwiddleError as error:
        if any(f"{expression} is not {value}" in str(error) for expression, value in stated):
            raise ConstantDiffers(str(error)) from None
        raise
