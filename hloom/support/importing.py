"""Importing modules at first use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hloom.support.collector import collector_paused
from hloom.support.forking import IMPORTING, IMPORTING_LATE


@contextmanager
def importing() -> Iterator[None]:
    """For a block that imports what was left out so far: no fork() comes in between, and the garbage collector does not walk what
    modules make, which stays, a dozen times."""
    with IMPORTING, collector_paused():
        yield


@contextmanager
def importing_late() -> Iterator[None]:
    """As `importing`, for a caller that may be using LLVM; what it imports must import nothing at first use itself."""
    with IMPORTING_LATE, collector_paused():
        yield
