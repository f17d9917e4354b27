# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The inputs of an elaboration: a module, its files and its parameters, and their hash."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from twiddle.base import manifest

Digests = Callable[[Sequence[Path], Sequence[Path]], str]
"""From the sources and include folders, the lines of `text_digests`."""


def text_digests(sources: Sequence[Path], include_dirs: Sequence[Path]) -> str:
    """Name and `text_hash` of every source and every header that they include, one a line.

    The same after an edit of comments. Raises OSError for an unreadable file.
    """
    files = dict.fromkeys([*sources, *manifest.headers(sources, include_dirs)])
    return "".join(f"{path.name} {manifest.text_hash([path])}\n" for path in files)


@dataclass(frozen=True)
class Sources:
    """A module, its files in compile order, and its parameters in the form for chparam."""

    top: str
    files: tuple[Path, ...]
    include_dirs: tuple[Path, ...]
    parameters: Mapping[str, str] = field(hash=False)

    def source_hash(self, digests: Digests = text_digests) -> str:
        """sha256 over the top's name, its parameters, and name and text of every source and included header.

        Independent of the location of the files. Raises OSError for an unreadable file.

        digests  `text_digests`, or one that remembers those of the files that many parameters share
        """
        named = json.dumps([self.top, dict(sorted(self.parameters.items()))])
        text = named + digests(self.files, self.include_dirs)
        return hashlib.sha256(text.encode()).hexdigest()


def sources(top: str, parameters: Mapping[str, str], root: Path | None = None) -> Sources:
    """The elaboration inputs of a module of the repository, or of another tree."""
    return Sources(top, tuple(manifest.sources(top, root)), tuple(manifest.include_dirs(root)), parameters)
