# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The registers of a core as a C header, which PeakRDL-cheader makes of their description.

`python -m twiddle.wrap.header FOLDER` writes `twd_regs.h` there.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from twiddle import places
from twiddle.wrap import registers

NAME = "twd_regs.h"

# REUSE-IgnoreStart
_TAGS = """\
// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
"""
# REUSE-IgnoreEnd


def text() -> str:
    """`twd_regs.h`: masks, positions and reset values of fields, and the registers as a struct; C99."""
    # Not above: see registers.elaborate.
    from peakrdl_cheader.c_standards import CStandard
    from peakrdl_cheader.exporter import CHeaderExporter

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / NAME
        CHeaderExporter().export(registers.elaborate(), str(path), std=CStandard.gnu99)
        return _TAGS + path.read_text(encoding="utf-8")


def driver() -> list[Path]:
    """The header and the source of the driver, which include `twd_regs.h`."""
    return [places.root() / "sw" / name for name in ("twiddle.h", "twiddle.c")]


def write(folder: Path) -> Path:
    """Puts the header into a folder, which is made where it is missing; returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    path.write_text(text(), encoding="utf-8")
    return path


if __name__ == "__main__":
    print(write(Path(sys.argv[1])))
