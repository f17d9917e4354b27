# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The file of a waveform, checked before and after a run: the simulation reports no error of it."""

import os
import re
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

from twiddle.base.errors import TwiddleError, system_errors


def checked_kind(waveform: Path | None) -> str:
    """The kind of build that writes this file, vcd or fst; empty without a file.

    TwiddleError for another ending, a missing folder, something that is not a regular file, and a file that
    cannot be written.
    """
    if waveform is None:
        return ""
    kind = waveform.suffix.removeprefix(".")
    if kind not in ("vcd", "fst"):
        raise TwiddleError(f"{waveform}: a waveform file ends in .vcd or .fst")
    if not waveform.parent.is_dir():
        raise TwiddleError(f"{waveform}: no such folder")
    with system_errors(waveform, "cannot be written"):
        try:
            mode = os.stat(waveform).st_mode
        except FileNotFoundError:
            tempfile.TemporaryFile(dir=os.path.dirname(os.path.realpath(waveform))).close()
        else:
            if not stat.S_ISREG(mode):
                raise TwiddleError(f"{waveform}: not a regular file")
            waveform.open("ab").close()
    return kind


def sampled(waveform: Path, top: str, clock: str, bits: Mapping[str, int]) -> dict[str, list[int]]:
    """Signals of a .vcd file before each rising edge of a clock, by their hierarchical names below the top module.

    bits  of each signal its lowest ones. Raises TwiddleError for a signal that is not there.
    """
    head, _, body = waveform.read_text(encoding="utf-8").partition("$enddefinitions")
    where, codes = list[str](), dict[str, str]()
    for kind, rest in re.findall(r"\$(scope|upscope|var)\s(.*?)\$end", head, re.DOTALL):
        words = rest.split()
        if kind == "scope":
            where.append(words[1])
        elif kind == "upscope":
            where.pop()
        elif top in where:
            codes.setdefault(".".join([*where[where.index(top) + 1 :], words[3]]), words[2])
    if missing := [name for name in (clock, *bits) if name not in codes]:
        raise TwiddleError(f"{waveform}: no signal {missing[0]}")
    now, found = dict.fromkeys((codes[name] for name in (clock, *bits)), 0), {name: list[int]() for name in bits}
    before = dict(now)
    for change in body.splitlines():
        if change.startswith("#"):
            if now[codes[clock]] and not before[codes[clock]]:
                for name, samples in found.items():
                    samples.append(before[codes[name]] & ((1 << bits[name]) - 1))
            before = dict(now)
        elif change:
            value, code = change[1:].split() if change[0] == "b" else (change[0], change[1:])
            if code in now:
                now[code] = int(value, 2)
    return found


def check_written(waveform: Path | None) -> None:
    """TwiddleError if the file does not exist after a run."""
    if waveform is not None and not os.path.isfile(waveform):
        raise TwiddleError(f"{waveform}: the simulation did not write it")
