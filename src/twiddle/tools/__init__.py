# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What runs other programs: simulation, synthesis, high-level synthesis and proofs."""
