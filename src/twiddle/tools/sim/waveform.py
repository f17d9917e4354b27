# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The file of a waveform, checked before and after a run: the simulation reports no error of it."""

from __future__ import annotations

import os
import stat
import tempfile
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


def check_written(waveform: Path | None) -> None:
    """TwiddleError if the file does not exist after a run."""
    if waveform is not None and not os.path.isfile(waveform):
        raise TwiddleError(f"{waveform}: the simulation did not write it")
