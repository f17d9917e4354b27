# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""HTML and SVG elements; every text is escaped."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable

_EMPTY = {"circle", "col", "input", "line", "link", "meta", "path", "polygon", "rect"}
"""Elements without an end tag if they have no children."""

Attribute = str | int | float | bool | None


class Markup(str):
    """Markup, which is not escaped."""

    __slots__ = ()


def tag(name: str, /, *children: object, **attributes: Attribute) -> Markup:
    """One element; children that are `Markup` stay as they are, all others are escaped, None is left out.

    A trailing underscore of an attribute is dropped and others become hyphens; True is an attribute without
    a value, None and False are none.
    """
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        key = key.rstrip("_").replace("_", "-").replace("viewbox", "viewBox")
        words.append(key if value is True else f'{key}="{html.escape(_short(value))}"')
    opening = " ".join(words)
    if name in _EMPTY and not children:
        return Markup(f"<{opening}/>")
    return Markup(f"<{opening}>{join(children)}</{name}>")


def join(parts: Iterable[object], between: str = "") -> Markup:
    """Parts one after the other; those that are not markup are escaped."""
    found = (
        part if isinstance(part, Markup) else html.escape(str(part), quote=False) for part in parts if part is not None
    )
    return Markup(html.escape(between, quote=False).join(found))


def data(name: str, value: object) -> Markup:
    """A block of data for the script of the page, by the id `name`."""
    text = json.dumps(value, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")
    return tag("script", Markup(text), type="application/json", id=name)


def _short(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
