"""Equal types, and equal scalar expressions, are one object, also where several threads make them at the same time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from hloom.expr.scalar import Literal, apply
from hloom.ir.types import TensorType, TupleType
from hloom.numbers.element_type import F32

_THREADS = 8


def made_by_threads(make: Callable[[], Any]) -> list[Any]:
    barrier, found = threading.Barrier(_THREADS), [None] * _THREADS

    def run(number: int) -> None:
        barrier.wait()
        found[number] = make()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.fixture(autouse=True)
def switching() -> Any:
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def test_types() -> None:
    for n in range(40):
        rows = made_by_threads(lambda n=n: [TupleType((TensorType((k, 7000 + n), F32),)) for k in range(30)])
        for same in zip(*rows):
            assert len(set(map(id, same))) == 1


def test_scalars_are_whole_when_they_are_found() -> None:
    for n in range(40):
        rows = made_by_threads(lambda n=n: [apply("add", Literal(k + n / 64, F32), Literal(k, F32)) for k in range(30)])
        for same in zip(*rows):
            assert len(set(map(id, same))) == 1
            assert same[0].type is F32 and len(same[0].children) == 2
