"""Temporary buffers in their arena: at other places of a page than those that are alive with them, at little cost."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from hloom.codegen.plan.buffers import place
from hloom.codegen.plan.program import Copy, Program
from hloom.runtime.dispatch.program import Buffer
from hloom.support import page_colouring

SIZES = (page_colouring.LEAST, 1 << 16, 100_000, 1 << 20)


def placed(sizes: list[int], together: bool) -> tuple[list[Buffer], int]:
    """Temporaries of these sizes and the bytes of their arena; all are alive at once, or each until the next one is there."""
    buffers = [Buffer("temporary", size) for size in sizes]
    commands = [Copy(target, source, 1) for source, target in pairwise(buffers)]
    program = Program("main", [], [], commands=commands + (commands[::-1] if together else []))
    return buffers, place(program).arena_bytes


@pytest.mark.parametrize("size", SIZES)
def test_large_buffers_that_are_alive_together_begin_at_different_places(size: int) -> None:
    buffers, whole = placed([size] * 20, together=True)
    assert all(buffer.offset % 128 == 64 for buffer in buffers)
    assert len({buffer.offset % page_colouring.PAGE for buffer in buffers}) == 20
    assert all(a.offset + size <= b.offset or b.offset + size <= a.offset for a, b in combinations(buffers, 2))
    assert max(buffer.offset for buffer in buffers) + size <= whole <= 20 * (size + page_colouring.PAGE)


def test_more_buffers_than_places() -> None:
    """Those for which no place is left lie behind the others."""
    buffers, whole = placed([page_colouring.LEAST] * 100, together=True)
    assert len({buffer.offset % page_colouring.PAGE for buffer in buffers}) >= 32
    assert all(a.offset + a.bytes <= b.offset or b.offset + b.bytes <= a.offset for a, b in combinations(buffers, 2))
    assert whole <= 100 * (page_colouring.LEAST + page_colouring.PAGE)


def test_memory_of_what_is_over_is_used_again() -> None:
    _, whole = placed([1 << 20] * 50, together=False)
    assert whole <= 2 * ((1 << 20) + page_colouring.PAGE)


def test_small_buffers_take_no_more_than_they_need() -> None:
    buffers, whole = placed([4096] * 10, together=True)
    assert sorted(buffer.offset for buffer in buffers) == list(range(0, 40960, 4096)) and whole == 40960
