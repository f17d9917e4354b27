# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""`python -m twiddle`: the command line."""

import sys

from twiddle.cli import main

if __name__ == "__main__":
    sys.exit(main())
