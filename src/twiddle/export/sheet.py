# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""How a bundle's data sheet is shown: its timing diagram, the page in HTML."""

from __future__ import annotations

import html

import markdown
import wavedrom

_STYLE = """\
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; color: #222 }
table { border-collapse: collapse }
td, th { padding: .2rem .7rem; border-bottom: 1px solid #ddd; text-align: left }
code { background: #f3f3f3; padding: 0 .2rem } img { max-width: 100% }"""


def diagram(timing: str) -> str:
    """A timing diagram of WaveDrom, JSON, as SVG."""
    return str(wavedrom.render(timing).tostring())


def page(title: str, text: str) -> str:
    """Markdown as one HTML page; the diagram stays a separate file."""
    body = markdown.markdown(text, extensions=["tables", "fenced_code"])
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )
