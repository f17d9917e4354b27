# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Hooks of MkDocs: the tutorial as a page, and links that leave the site as plain words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

_OUTSIDE = re.compile(r"\[([^\]]*)\]\(\.\./[^)]*\)")
_PYTHON = {"hooks.py"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the notebook as Markdown, and leaves out what is no page."""
    notebook = Path(config.docs_dir) / "tutorial.ipynb"
    for file in [each for each in files if each.src_path in {*_PYTHON, notebook.name}]:
        files.remove(file)
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    files.append(File.generated(config, "tutorial.md", content="\n\n".join(map(_markdown, cells))))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links to files outside of the folder become their text; those to the notebook lead to its page."""
    return _OUTSIDE.sub(r"\1", markdown).replace("(tutorial.ipynb)", "(tutorial.md)")


def _markdown(cell: dict[str, Any]) -> str:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return text
    shown = "".join(line for output in cell["outputs"] for line in output["text"])
    blocks = [f"```python\n{text}\n```", f"```text\n{shown.rstrip()}\n```"]
    return "\n\n".join(blocks if shown else blocks[:1])
