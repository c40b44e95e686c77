"""Compiles programs as they stand and runs them in poisoned memory, next to the reference evaluator.

Only what code generation needs runs before it (tuples are taken apart, calls inlined, composite operations decomposed): the
other passes would fold away much of what these tests want to see compiled.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import prod
from typing import Any
from unittest import mock

import numpy as np

from hloom.codegen.cpu.compiler import Generated, generate
from hloom.codegen.plan.target import CompileOptions
from hloom.codegen.target import Target
from hloom.passes import PASSES, run_passes
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.reference.interpreter import Interpreter
from hloom.runtime import jit, memory
from hloom.runtime.cache import Cache
from hloom.runtime.compilation import Compilation
from hloom.runtime.executable import Executable
from hloom.runtime.native import NativeProgram
from hloom.runtime.pool import Pool

#: The passes without which there is no code.
NEEDED = ("flatten_tuples", "inline", "decompose", "dce")
#: The machine code that programs share.
_LIBRARIES = Cache(None, 0)
#: A byte that makes NaN of floats, a negative number of integers, and neither true nor false of booleans.
POISON = 0xFF
#: Why products on tile registers do not run here; empty where they do.
WITHOUT_TILES = "" if Target.host().has_bf16_tiles and Target.host().has_byte_tiles else (
    "this process may not use tile registers, or its processor has none")

Allocate = Callable[[int], Any]


def targets() -> dict[str, Target]:
    """Targets that run on this machine: its own, and on x86 those with narrower vectors."""
    host = Target.host()
    if not host.triple.startswith("x86_64"):
        return {"host": host}
    return {"host": host, **{isa: host.narrowed(isa) for isa in ("avx2", "sse")}}


#: Kernels of tests are small, and shall be compiled as large ones are.
OPTIMISED = CompileOptions(has_brief_kernels=False)


def lower(module: Any, target: Target | None = None, workers: int = 2, function: str = "main",
          options: CompileOptions = OPTIMISED) -> Generated:
    """The kernels and the LLVM IR of a function of a module."""
    optimised = run_passes(module, [PASSES[name] for name in NEEDED])
    made = generate(optimised.functions[function], target or Target.host(), workers, options=options)
    made.module = optimised
    return made


def compiled(module: Any, target: Target | None = None, workers: int = 2, function: str = "main") -> Executable:
    """The machine code of a function of a module."""
    return load(lower(module, target, workers, function))


def load(made: Generated) -> Executable:
    """What `lower` made as something to call."""
    with Compilation(made.target, keeper=_LIBRARIES) as compilation, compilation:
        code = jit.load_objects(compilation.finish(made.llvm_parts(1)), made.program.functions)
    def evaluator(limit: Any) -> Any:
        return Interpreter(made.module, CUSTOM_CALLS, time_limit=limit).run_operation

    return Executable(NativeProgram(made.program, code, evaluator), {}, {})


def run(executable: Executable, *arrays: Any) -> tuple[np.ndarray, ...]:
    """The results of a call whose arena and results hold no useful value before; the arguments must stay as they are."""
    before = [a.tobytes() for a in arrays]
    with memory_from(poisoned):
        results = executable(*arrays)
    for number, (array, content) in enumerate(zip(arrays, before)):
        assert array.tobytes() == content, f"argument {number} was changed"
    return results


def poisoned(size: int) -> memory.Buffer:
    """Memory full of POISON."""
    buffer = memory.MemoryPool.get_default().allocate(size)
    ctypes.memset(buffer.address, POISON, size)
    return buffer


@contextmanager
def memory_from(allocate: Allocate) -> Iterator[None]:
    """Inside, executables get the memory of arenas and results from `allocate(size)`, which has an `address`."""
    def array(shape: Sequence[int], dtype: Any) -> np.ndarray:
        dtype = np.dtype(dtype)
        buffer = allocate(prod(shape) * dtype.itemsize)
        exporter: Any = (ctypes.c_char * (prod(shape) * dtype.itemsize)).from_address(buffer.address)
        exporter.buffer = buffer
        return np.ndarray(shape, dtype, exporter)

    def makers(executable: Any) -> list[Callable[[], np.ndarray]]:
        return [partial(array, shape, dtype) for dtype, shape in executable._results]

    # A property of the class comes before what instances have by that name.
    with (mock.patch.object(memory, "allocate", allocate), mock.patch.object(memory, "array", array),
          mock.patch.object(Executable, "_makers", property(makers, lambda *_: None), create=True)):
        yield


@contextmanager
def workers(count: int) -> Iterator[None]:
    """Inside, executables run on a pool of `count` workers."""
    with Pool(count) as pool, mock.patch.object(Pool, "get", lambda: pool):
        yield
