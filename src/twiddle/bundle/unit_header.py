# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The command words of the polynomial unit and the programs of the schemes as a C header, C99.

`python -m twiddle.bundle.unit_header FOLDER` writes `twd_unit.h` there.
"""

import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from twiddle.base import places
from twiddle.bundle.item import TEMPLATES
from twiddle.model import programs
from twiddle.model.command import MOST, Operation
from twiddle.model.programs import Name, Program

NAME = "twd_unit.h"


def all_programs() -> dict[str, Program]:
    """Every program by its name in C."""
    found = {f"twd_kem_{kind}_{256 * k}": of(k) for k in programs.KEM_RANKS for kind, of in _KEM}
    for rows, columns in programs.DSA_SHAPES:
        name = f"{rows}{columns}"
        found[f"twd_dsa_keygen_{name}"] = programs.dsa_keygen(rows, columns)
        found[f"twd_dsa_commit_{name}"] = programs.matrix_vector(rows, columns, False)
        found[f"twd_dsa_response_{name}"] = programs.dsa_scale(columns, False)
        found[f"twd_dsa_rest_{name}"] = programs.dsa_scale(rows, True)
        found[f"twd_dsa_hint_{name}"] = programs.dsa_scale(rows, False, True)
        found[f"twd_dsa_verify_{name}"] = programs.dsa_verify(rows, columns)
    return {**found, "twd_falcon_verify": programs.falcon_verify()}


_KEM = (("keygen", programs.kem_keygen), ("encrypt", programs.kem_encrypt), ("decrypt", programs.kem_decrypt))


def text() -> str:
    """The header."""
    return TEMPLATES.get_template(f"{NAME}.j2").render(
        operations=list(Operation), most=MOST, programs=all_programs(), shown=_shown
    )


def _shown(names: Sequence[Name]) -> list[str]:
    """Polynomials in order: a whole vector by its name and length, entries of a matrix one by one."""
    found = []
    for array, group in groupby(names, key=lambda name: name[0]):
        places = [place for _, place in group]
        if len(places[0]) == 1:
            first, last = places[0][0], places[-1][0]
            found.append(f"{array}[{first}]" if first == last else f"{array}[{first}..{last}]")
        else:
            found += [array + "".join(f"[{i}]" for i in place) for place in places]
    return found


def write(folder: Path) -> Path:
    """Writes the header to a folder, which is created if missing; returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    places.write_atomically(folder / NAME, text())
    return folder / NAME


if __name__ == "__main__":
    print(write(Path(sys.argv[1])))
