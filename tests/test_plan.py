# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""The plan of the verification (plan.toml) against the tests that exist and the modules of the RTL."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from twiddle import manifest

TESTS = Path(__file__).parent
INTENTS: list[dict[str, Any]] = tomllib.loads((TESTS / "plan.toml").read_text(encoding="utf-8"))["intent"]


def test_every_test_of_the_plan_exists() -> None:
    files = sorted({test.partition("::")[0] for intent in INTENTS for test in intent["tests"]})
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "--long",
        "--speed",
        "-q",
        "-p",
        "no:cacheprovider",
        *files,
    ]
    done = subprocess.run(command, cwd=TESTS.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    collected = {line.partition("[")[0] for line in done.stdout.splitlines() if "::" in line}
    missing = [test for intent in INTENTS for test in intent["tests"] if test not in collected]
    assert missing == []


def test_every_module_is_in_some_intent() -> None:
    known = set(manifest.modules())
    planned = {module for intent in INTENTS for module in intent.get("modules", [])}
    assert planned - known == set()
    assert known - planned == set()


def test_every_intent_has_tests_and_words() -> None:
    assert INTENTS
    for intent in INTENTS:
        assert intent.keys() <= {"text", "modules", "tests"}
        assert intent["text"]
        assert intent["tests"]
        assert len(set(intent["tests"])) == len(intent["tests"])
    assert len({intent["text"] for intent in INTENTS}) == len(INTENTS)
