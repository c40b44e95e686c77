"""Calls in child processes: what they return, how they end, and that limits hold."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import numpy as np
import pytest

from hloom.debug.child_calls import Limits, Outcome, call, how
from hloom.support.diagnostics import InputError

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is a fork of this process")

LIMITS = Limits(20.0, 1 << 30)


def raising(error: Exception) -> Any:
    def fails() -> None:
        raise error

    return fails


def test_what_is_returned() -> None:
    seen: list[int] = []
    assert call(lambda: [seen.append(1), {"a": len(seen)}], LIMITS) == Outcome([None, {"a": 1}])
    assert seen == []  # what the child changed is gone with it


def test_what_is_raised() -> None:
    assert call(raising(InputError("too few")), LIMITS) == Outcome(None, "InputError", "too few", True)
    found = call(raising(ValueError("7 of 3")), LIMITS)
    assert found == Outcome(None, "ValueError in test_child_calls.py: fails", "ValueError: 7 of 3")

    def nested() -> None:
        try:
            raising(KeyError("inner"))()
        except KeyError as error:
            raise RuntimeError("outer") from error

    assert call(nested, LIMITS).raised == "KeyError in test_child_calls.py: fails"  # what went wrong first


def test_how_a_child_ends() -> None:
    assert call(lambda: os.kill(os.getpid(), signal.SIGSEGV), LIMITS).ended == "by SIGSEGV"

    def says() -> None:
        os.write(2, b"no room\n")
        os._exit(3)

    assert call(says, LIMITS) == Outcome(ended="with status 3", message="no room\n")
    assert how(-99) == "by signal 99"


def test_limits_hold() -> None:
    start = time.monotonic()
    found = call(lambda: time.sleep(60), Limits(0.3))
    assert found == Outcome(ended="after 0.3 seconds", is_late=True) and time.monotonic() - start < 20
    found = call(lambda: int(np.ones(1 << 31, np.uint8)[-1]), LIMITS)
    assert found.is_expected and "MemoryError" in found.raised
