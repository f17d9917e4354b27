# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Pages in a browser; conftest.py has it as the fixture `browser`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any


class Shown:
    """A page in a window of a browser, with its errors and its requests."""

    def __init__(self, browser: Any, address: str, width: int, height: int, **options: Any) -> None:
        size = {"width": width, "height": height}
        self.context = browser.new_context(**{"viewport": size, "reduced_motion": "reduce", **options})
        self.page = self.context.new_page()
        self.page.set_default_timeout(600_000)
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(address)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def count(self, selector: str) -> int:
        return int(self.page.locator(selector).count())

    def run(self, script: str) -> Any:
        return self.page.evaluate(script)

    def choose(self, **values: str) -> None:
        """Select values of controls, by their ids with _ for -."""
        for name, value in values.items():
            self.page.select_option(f"#{name.replace('_', '-')}", value)

    def all(self, selector: str, value: str) -> list[Any]:
        """A value of every element e that a selector finds."""
        found: list[Any] = self.page.eval_on_selector_all(selector, f"all => all.map(e => {value})")
        return found

    def saved(self, name: str, kind: str) -> str:
        """What the link below a plot downloads."""
        with self.page.expect_download(timeout=20_000) as download:
            self.page.locator(f"[data-save='{name}'] .save a[download='twiddle-{name}.{kind}']").dispatch_event("click")
        return Path(download.value.path()).read_text(encoding="utf-8")


def is_light(shown: Shown) -> bool:
    """Whether dark text is on a light page, and not the reverse."""
    of = shown.run("(s => [s.backgroundColor, s.color])(getComputedStyle(document.body))")
    paper, ink = (sum(map(int, re.findall(r"\d+", colour)[:3])) / 3 for colour in of)
    assert (paper > 200 and ink < 100) or (paper < 60 and ink > 180)
    return paper > ink


def hint(box: Any) -> bool:
    """Whether a box that scrolls has a shadow at its right edge: its last pixels differ without a background."""
    box.scroll_into_view_if_needed()
    edge = box.bounding_box()
    clip = {"x": edge["x"] + edge["width"] - 6, "y": edge["y"] + 4, "width": 4, "height": edge["height"] - 8}
    with_it = box.page.screenshot(clip=clip)
    box.evaluate("e => { e.style.background = 'none'; }")
    without = box.page.screenshot(clip=clip)
    box.evaluate("e => { e.style.background = ''; }")
    return bool(with_it != without)
