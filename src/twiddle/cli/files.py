# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Files of polynomials: text, JSON and .npy; the ending of the name selects the format.

text (.txt, .csv, .dat)  integers separated by white space or commas, any number per line; # starts a comment
JSON (.json)             one list of n integers, a list of such lists, or an object with either as "output"
NumPy (.npy)             an integer array of shape (n,) or (m, n)

A file holds at least one polynomial. Reading checks every coefficient; a regular file is written
atomically.
"""

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twiddle.base.errors import TwiddleError, check_regular, shown, system_errors
from twiddle.base.rings import Ring
from twiddle.cli import paths

Polynomials = NDArray[np.int64]
"""Canonical coefficients, shape (m, n)."""

TEXT = (".txt", ".csv", ".dat")
STDIN = Path("-")

_INTEGER = re.compile(r"[+-]?[0-9]+")
_ENDINGS = (*TEXT, ".json", ".npy")
_QUOTE = "'"
_LONGEST = 19
"""Digits of an int64; a longer number is outside every range."""


def read(path: Path, ring: Ring) -> Polynomials:
    """The polynomials of a file, shape (m, n), m >= 1; "-" reads text from standard input."""
    ending = _ending(path)
    if path == STDIN and sys.stdin is None:
        raise TwiddleError("-: standard input is closed")
    if path != STDIN:
        check_regular(path, pipes=ending != ".npy")  # the array is read a second time
    with system_errors(path, "cannot be read"):
        data = sys.stdin.buffer.read() if path == STDIN else path.read_bytes()
    if not data.strip():
        raise TwiddleError(f"{path}: the file is empty")
    if ending == ".npy":
        return _from_array(path, _load_npy(path), ring)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TwiddleError(f"{path}: byte {error.start} is not UTF-8 text") from error
    return _from_json(path, text, ring) if ending == ".json" else _from_text(path, text, ring)


def check_output(path: Path) -> None:
    """Refuse an unwritable output file before any work (TwiddleError)."""
    _ending(path)
    if path == STDIN:
        raise TwiddleError("-o -: leave -o out to write to standard output")
    paths.check_output(path)


def write(path: Path, polynomials: Polynomials) -> None:
    """Write polynomials of shape (m, n) in the format of the ending, as `paths.write`."""
    ending = _ending(path)
    if ending == ".npy":
        stream = io.BytesIO()
        np.save(stream, polynomials)
        paths.write(path, stream.getvalue())
    else:
        paths.write(path, json.dumps(polynomials.tolist()) + "\n" if ending == ".json" else as_text(polynomials))


def as_text(polynomials: Polynomials) -> str:
    """One polynomial a line, coefficients separated by spaces."""
    return "".join(" ".join(map(str, row)) + "\n" for row in polynomials.tolist())


def _ending(path: Path) -> str:
    ending = TEXT[0] if path == STDIN else path.suffix.lower()
    if ending not in _ENDINGS:
        raise TwiddleError(f"{path}: unknown kind of file {ending!r}; the endings are {', '.join(_ENDINGS)}")
    return ending


def _position(index: int, ring: Ring) -> str:
    return f"polynomial {index // ring.n}, coefficient {index % ring.n}"


def _outside(value: object, ring: Ring) -> str:
    return f"{value} is outside [0, {ring.q}), the coefficients of {ring.name}"


def _from_text(path: Path, text: str, ring: Ring) -> Polynomials:
    values: list[int] = []
    number = 1
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition("#")[0]
        if re.search(r"(^|,)\s*,", content):
            raise TwiddleError(f"{path}:{number}: no value before a comma")
        for token in content.replace(",", " ").split():
            rule = ""
            if not _INTEGER.fullmatch(token):
                rule = f"{shown(token)} is not an integer"
            elif len(token) > _LONGEST or not 0 <= int(token) < ring.q:
                rule = _outside(shown(token).strip(_QUOTE), ring)
            if rule:
                raise TwiddleError(f"{path}:{number}: {_position(len(values), ring)}: {rule}")
            values.append(int(token))
    if not values:
        raise TwiddleError(f"{path}: the file holds no coefficients")
    if len(values) % ring.n:
        raise TwiddleError(
            f"{path}:{number}: {len(values)} coefficients are not a multiple of n = {ring.n} of {ring.name}; "
            f"polynomial {len(values) // ring.n} ends after {len(values) % ring.n}"
        )
    return np.array(values, dtype=np.int64).reshape(-1, ring.n)


def _from_json(path: Path, text: str, ring: Ring) -> Polynomials:
    try:
        document: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise TwiddleError(f"{path}:{error.lineno}: not JSON: {error.msg}, column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise TwiddleError(f"{path}: unreadable JSON: {error}") from error
    if isinstance(document, dict):
        if "output" not in document:
            raise TwiddleError(f'{path}: an object needs the key "output" with the polynomials')
        document = document["output"]
    if not isinstance(document, list) or not document:
        raise TwiddleError(f"{path}: neither a list of integers nor a list of such lists")
    rows = document if isinstance(document[0], list) else [document]
    for number, row in enumerate(rows):
        _check_row(f"{path}: polynomial {number}", row, ring)
    return np.array(rows, dtype=np.int64)


def _check_row(place: str, row: Any, ring: Ring) -> None:
    if not isinstance(row, list):
        raise TwiddleError(f"{place}: {shown(row)} is not a list of integers")
    for index, value in enumerate(row):
        if type(value) is not int:
            raise TwiddleError(f"{place}, coefficient {index}: {shown(value)} is not an integer")
        if not 0 <= value < ring.q:
            raise TwiddleError(f"{place}, coefficient {index}: {_outside(shown(value), ring)}")
    if len(row) != ring.n:
        raise TwiddleError(f"{place}: {len(row)} coefficients, {ring.name} has n = {ring.n}")


def _load_npy(path: Path) -> NDArray[Any]:
    try:
        with path.open("rb") as stream:
            return np.asarray(np.lib.format.read_array(stream, allow_pickle=False))
    except Exception as error:  # for a malformed header, NumPy raises any error of its parser
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise TwiddleError(f"{path}: not a NumPy array file: {first}") from error


def _from_array(path: Path, array: NDArray[Any], ring: Ring) -> Polynomials:
    if array.dtype.kind not in "iu":
        raise TwiddleError(f"{path}: {array.dtype} is not an integer type")
    if array.ndim not in (1, 2) or array.shape[-1] != ring.n or not array.size:
        raise TwiddleError(f"{path}: shape {array.shape} is neither (n,) nor (m, n) with n = {ring.n} of {ring.name}")
    flat = array.reshape(-1)
    outside = np.flatnonzero((flat < 0) | (flat >= ring.q))
    if outside.size:
        first = int(outside[0])
        raise TwiddleError(f"{path}: {_position(first, ring)}: {_outside(flat[first], ring)}")
    return array.astype(np.int64).reshape(-1, ring.n)
