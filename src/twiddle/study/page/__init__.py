# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The page of `twiddle report`: templates, and the figures and geometry that they draw."""
