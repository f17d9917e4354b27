# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Texts for the tools, from the templates of this room."""

from pathlib import Path

import jinja2

_FOLDER = Path(__file__).resolve().parent / "templates"
_TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(_FOLDER),
    undefined=jinja2.StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render(name: str, /, **values: object) -> str:
    """The text of a template, by its file name without `.j2`."""
    return _TEMPLATES.get_template(f"{name}.j2").render(values)


def source(name: str) -> bytes:
    """The template itself, for the hash of what depends on it."""
    return (_FOLDER / f"{name}.j2").read_bytes()
