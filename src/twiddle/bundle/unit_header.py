# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The command words of the polynomial unit and the programs of the schemes as a C header, C99.

`python -m twiddle.bundle.unit_header FOLDER` writes `twd_unit.h` there.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap

from twiddle.base import places
from twiddle.model import programs
from twiddle.model.command import MOST, Operation
from twiddle.model.programs import Name, Program

NAME = "twd_unit.h"

# REUSE-IgnoreStart
_BEGIN = """\
/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * twd_unit.h: command words of the polynomial unit (twd_poly_unit), programs of ML-KEM, ML-DSA and Falcon.
 *
 * A program is the words to send to the command port. Its comment has the polynomials that go in at `load`
 * and `operand` and come out at `store`, in order.
 * Generated: python -m twiddle.bundle.unit_header
 */

#ifndef TWD_UNIT_H
#define TWD_UNIT_H

#include <stdint.h>

"""
# REUSE-IgnoreEnd


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
    most = f"#define TWD_UNIT_MOST {MOST} /* the largest count */"
    lines = [_BEGIN + "enum {"]
    lines += [f"  TWD_UNIT_{each.name} = {each.value}," for each in Operation]
    lines += ["};", "", most, ""]
    lines += [
        "/* A command: count polynomials from slots dst, a, b on; pair, stream and report are 0 or 1. */",
        "#define TWD_UNIT_COMMAND(op, pair, count, dst, a, b, stream, report) \\",
        "  ((uint32_t)(op) << 28 | (uint32_t)(pair) << 27 | (uint32_t)((count) - 1) << 24 \\",
        "   | (uint32_t)(dst) << 17 | (uint32_t)(a) << 10 | (uint32_t)(b) << 3 \\",
        "   | (uint32_t)(stream) << 2 | (uint32_t)(report) << 1)",
    ]
    for name, program in all_programs().items():
        lines += ["", *_program(name, program)]
    return "\n".join([*lines, "", "#endif", ""])


def _program(name: str, program: Program) -> list[str]:
    lines = [f"/* {program.name}, {program.slots} slots"]
    for port, names in (("load", program.loads), ("operand", program.operands), ("store", program.stores)):
        head = f" *   {port:8} "
        margin = " *".ljust(len(head))
        lines += wrap(" ".join(_shown(names)), 110, initial_indent=head, subsequent_indent=margin)
    words = [f"0x{word:08x}u" for word in program.words]
    rows = [", ".join(words[i : i + 8]) for i in range(0, len(words), 8)]
    return [*lines, " */", f"static const uint32_t {name}[{len(words)}] = {{", *[f"  {row}," for row in rows], "};"]


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
