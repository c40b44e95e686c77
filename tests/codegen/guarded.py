"""Runs random programs and operations with all their buffers next to pages that must not be touched.

    python -m tests.codegen.guarded programs|operations FIRST LAST

One process by itself: a kernel that reads or writes outside its buffers ends it. The line printed last says which
program that was.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
import zlib
from functools import partial
from typing import Any

import numpy as np

from hloom.reference.interpreter import Interpreter
from tests.codegen.comparison import apart
from tests.codegen.execution import load, lower, memory_from
from tests.codegen.random_programs import RandomProgram
from tests.codegen.test_operations import NAMES, draw, program
from tests.passes.programs import arguments

_PAGE = mmap.PAGESIZE


class GuardedBuffer:
    """`size` bytes that end (`at_end`) or begin at a page that cannot be read or written."""

    def __init__(self, size: int, at_end: bool) -> None:
        pages = -(-size // _PAGE) * _PAGE
        self.memory = mmap.mmap(-1, pages + 2 * _PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self.pin = ctypes.c_char.from_buffer(self.memory)
        start = ctypes.addressof(self.pin)
        library = ctypes.CDLL(None, use_errno=True)
        for page in (start, start + _PAGE + pages):
            if library.mprotect(ctypes.c_void_p(page), ctypes.c_size_t(_PAGE), 0) != 0:
                raise OSError(ctypes.get_errno(), "mprotect")
        self.address = start + _PAGE + (pages - size if at_end else 0)
        ctypes.memset(self.address, 0xFF, size)

    def __del__(self) -> None:
        # The mapping cannot be closed while something points into it.
        del self.pin


def guarded(array: np.ndarray, at_end: bool) -> np.ndarray:
    """A copy of an array in guarded memory."""
    buffer = GuardedBuffer(array.nbytes, at_end)
    exporter: Any = (ctypes.c_char * array.nbytes).from_address(buffer.address)
    exporter.buffer = buffer
    copy = np.ndarray(array.shape, array.dtype, exporter)
    copy[...] = array
    return copy


def check(module: Any, arrays: list[np.ndarray], expected: Any, tolerances: list[float]) -> None:
    for at_end in (True, False):
        made = lower(module)
        made.program.constants[:] = [guarded(c, at_end) for c in made.program.constants]
        executable = load(made)
        with memory_from(partial(GuardedBuffer, at_end=at_end)):
            found = executable(*(guarded(x, at_end) for x in arrays))
        for a, b, ulps in zip(found, expected, tolerances):
            different = apart(a, b, ulps)
            assert not different, different


def check_program(seed: int) -> None:
    drawn = RandomProgram(seed, 16)
    module = drawn.module()
    with np.errstate(all="ignore"):
        arrays = [np.array(x, order="C") for x in arguments(module, seed)]
    expected = Interpreter(module).call_function("main", *arrays)
    check(module, arrays, expected, [4 * loose for loose in drawn.is_loose])


def check_operation(name: str, seed: int) -> None:
    """What they compute is tested elsewhere."""
    rng = np.random.default_rng((zlib.crc32(name.encode()), seed))
    cases = [draw(name, rng) for _ in range(16)]
    check(program(cases), [np.array(x, order="C") for _, arrays in cases for x in arrays], [], [])


def main(what: str, first: int, last: int) -> None:
    for seed in range(first, last):
        for name in [""] if what == "programs" else NAMES:
            print(what, seed, name, flush=True)
            if name:
                check_operation(name, seed)
            else:
                check_program(seed)
    print("done", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
