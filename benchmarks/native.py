"""Native functions run on hloom's worker pool, for benchmarks that emit kernels of their own."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import hloom.driver.cpu  # noqa: F401  (says what the machine code of worker pools is made from)
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from hloom.runtime import memory
from hloom.runtime.compilation import compile_objects
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.jit import load_objects
from hloom.runtime.pool import Pool

#: Bytes after which numbers come again: no multiple of a line.
_PATTERN = 65_537
_PARALLEL = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, *[ctypes.c_int64] * 2, ctypes.c_void_p)


class NativeKernels:
    """Functions `void @name(ptr arguments, i64 begin, i64 end, i64 worker)` of a module, on the threads of a pool."""

    def __init__(self, module: LLVMModule, names: Sequence[str], target: Target, pool: Pool) -> None:
        self.pool = pool
        self._code = load_objects(compile_objects([Part(module.text(target.attributes))], target), names)
        #: `parallel` of `hloom.runtime.pool`.
        self.parallel = _PARALLEL(pool.parallel)

    def bind(self, name: str, buffers: Sequence[np.ndarray], tasks: int, grain: int = 1) -> Callable[[], None]:
        """A call that runs all tasks of a function, in pieces of `grain`, given the addresses of these arrays."""
        arguments = (ctypes.c_void_p * max(len(buffers), 1))(*(b.ctypes.data for b in buffers))
        return _Call(self, list(buffers), (self.pool.address, self._code.address(name), arguments, tasks, grain, None))


@dataclass(frozen=True)
class _Call:
    """A dispatch, with the code and the memory that it runs on."""

    kernels: NativeKernels
    buffers: list[np.ndarray]
    arguments: tuple[Any, ...]

    def __call__(self) -> None:
        self.kernels.parallel(*self.arguments)


def touched(size: int) -> np.ndarray:
    """So many bytes of memory as programs get it, which have been written to once."""
    made = memory.array((size,), np.uint8)
    made[:] = 0
    return made


def scribbled(size: int) -> np.ndarray:
    """The same full of numbers: some processors move lines of zeros several times as fast as others."""
    made = memory.array((size,), np.uint8)
    made[:] = np.resize(np.random.default_rng(0).integers(1, 256, _PATTERN, np.uint8), size)
    return made
