# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The types of what `__init__.py` loads when it is first used, and of the methods that it gives to blocks."""

from collections.abc import Sequence
from pathlib import Path
from typing import SupportsIndex, Unpack

from twiddle import model as model
from twiddle.base import __version__ as __version__
from twiddle.base.errors import CheckFailed as CheckFailed
from twiddle.base.errors import TwiddleError as TwiddleError
from twiddle.base.rings import Ring as Ring
from twiddle.base.rings import ring as ring
from twiddle.base.rings import rings as rings
from twiddle.bundle import Bundle
from twiddle.bundle import Wrapper as Wrapper
from twiddle.bundle import export as export
from twiddle.catalog import block
from twiddle.catalog.block import Cycles as Cycles
from twiddle.catalog.block import Kind as Kind
from twiddle.catalog.designs import cores as cores
from twiddle.evidence.explore.exploration import Exploration as Exploration
from twiddle.evidence.explore.exploration import explore as explore
from twiddle.evidence.merit import results as results
from twiddle.evidence.results import Results as Results
from twiddle.evidence.schemes.scheme import dsa as dsa
from twiddle.evidence.schemes.scheme import kem as kem
from twiddle.evidence.timeline import Timeline as Timeline
from twiddle.evidence.timeline import timeline as timeline
from twiddle.evidence.verification import Verification as Verification
from twiddle.evidence.verification import verify as verify
from twiddle.model.methods import Method as Method
from twiddle.study.compare import compare as compare
from twiddle.study.comparison import Comparison as Comparison
from twiddle.study.plan.planner import Plan as Plan
from twiddle.study.plan.planner import plan as plan
from twiddle.tools.sim.build import Source
from twiddle.tools.sim.netlist import Stage as Stage
from twiddle.tools.sim.simulator import Pause as Pause
from twiddle.tools.sim.simulator import Result as Result
from twiddle.tools.sim.simulator import Simulator as Simulator
from twiddle.tools.sim.simulator import Stalls as Stalls
from twiddle.tools.synth.flow import Options
from twiddle.tools.synth.flow import synthesize as synthesize
from twiddle.tools.synth.records import Record as Record
from twiddle.tools.unit_simulator import PolyUnit as PolyUnit

class Block(block.Block):
    def simulate(
        self,
        *,
        assertions: bool = True,
        probes: Sequence[str] = (),
        rtl_root: Path | None = None,
        netlist: Source | None = None,
    ) -> Simulator: ...
    def synthesize(self, target: str, **options: Unpack[Options]) -> Record: ...
    def export(self, folder: Path | str, wrapper: Wrapper | None = None) -> Bundle: ...

def core(name: str, ring: Ring | str | None = None, **parameters: SupportsIndex | str) -> Block: ...
