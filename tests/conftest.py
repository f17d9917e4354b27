# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What all tests share: one cache of compiled simulators, in the repository unless TWIDDLE_CACHE is set."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
os.environ.setdefault("TWIDDLE_CACHE", str(ROOT / ".cache"))
