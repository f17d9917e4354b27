# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The records of cores as one table."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from twiddle.base.errors import TwiddleError, as_path, system_errors
from twiddle.evidence import merit
from twiddle.evidence.results import Results


class Row(TypedDict):
    """One operation of one recorded core on one target.

    core, ring, target, operation  by name
    parameters                     of the core, for example `Butterflies=4 Method=kred`
    interval                       cycles between two operations at full rate
    fill, latency                  cycles from the first beat in to the first and to the last beat out
    busy                           cycles from the first butterfly read to the last write; None for streaming
    lut, ff, dsp, bram36           cells of the target; `bram36` in blocks of 36 kbit
    area                           LUT-equivalents: LUT + 400 DSP + 784 BRAM36
    fmax_mhz                       clock rate, median of the seeds; None without place and route
    time_us                        `interval` at `fmax_mhz`; None without place and route
    record                         its file in the folder of results

    >>> row = results()[0]
    >>> row["area"] == row["lut"] + 400 * row["dsp"] + 784 * row["bram36"]
    True
    """

    core: str
    ring: str
    parameters: str
    target: str
    operation: str
    interval: int | None
    fill: int | None
    latency: int | None
    busy: int | None
    lut: float
    ff: float
    dsp: float
    bram36: float
    area: float
    fmax_mhz: float | None
    time_us: float | None
    record: str


def results(folder: Path | str | None = None) -> list[Row]:
    """The measured cores: a row for each operation of each record, with the columns of `Row`.

    folder  of records; None: those that come with Twiddle

    pandas and polars take the list as it is: `pandas.DataFrame(twiddle.results())`.
    Raises TwiddleError for a folder that does not exist, and an unreadable record.

    >>> found = [row for row in results() if row["operation"] == "ntt" and row["time_us"] is not None]
    >>> fastest = min(found, key=lambda row: row["time_us"])
    >>> fastest["time_us"] == fastest["interval"] / fastest["fmax_mhz"]
    True
    """
    if folder is not None:
        with system_errors(folder):
            if not as_path("folder", folder).is_dir():
                raise TwiddleError(f"{folder}: not a folder")
    return [
        Row(
            core=record.core,
            ring=record.ring,
            parameters=" ".join(f"{name}={value}" for name, value in record.parameters.items()),
            target=record.target,
            operation=operation,
            interval=cycles.interval,
            fill=cycles.fill,
            latency=cycles.latency,
            busy=cycles.busy,
            lut=record.cells.lut,
            ff=record.cells.ff,
            dsp=record.cells.dsp,
            bram36=record.cells.bram36,
            area=merit.lut_equivalents(record),
            fmax_mhz=record.fmax_mhz,
            time_us=merit.micros(record, cycles.interval),
            record=record.path,
        )
        for record in Results(folder).load_all()
        for operation, cycles in record.cycles.items()
    ]
