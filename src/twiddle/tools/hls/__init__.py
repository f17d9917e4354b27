# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""High-level synthesis: descriptions in `hls/` are traced, scheduled by CIRCT, simulated and measured."""
