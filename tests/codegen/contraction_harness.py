"""Compiles the kernels of a contraction and runs them on NumPy arrays, tasks shared among pretended workers."""

from __future__ import annotations

import ctypes
import itertools

import numpy as np
import pytest

from benchmarks.processors import X86
from hloom.codegen.cpu.code_templates import as_templates
from hloom.codegen.cpu.contraction.matmul import ContractionKernels
from hloom.codegen.cpu.kernel_function import EmittedKernel
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from tests.kept_code import code_of

WORKERS = 3
_SIGNATURE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


def target_named(name: str) -> Target:
    """`host`, or a lesser x86 processor; skips the test where the host cannot run its code."""
    host = Target.host()
    if name == "host":
        return host
    if not host.triple.startswith("x86_64") or (name == "avx2" and host.vector_bytes < 32):
        pytest.skip(f"this machine does not run {name} code")
    return Target.describe(host.triple, *X86[name]).with_machine(host.machine)


def aligned(count: int, dtype: object, fill: int = 0xFF) -> np.ndarray:
    """A 64-byte aligned array whose bytes are all `fill` (NaN for floating-point types)."""
    size = count * np.dtype(dtype).itemsize
    memory = np.full(size + 64, fill, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start:start + size].view(dtype)


def in_margins(shape: tuple[int, ...], dtype: object) -> tuple[np.ndarray, np.ndarray]:
    """An array for a result, and all of its memory with 64 elements to either side that must stay as they are."""
    count = int(np.prod(shape))
    memory = aligned(count + 128, dtype)
    return memory[64:64 + count].reshape(shape), memory


class Compiled:
    """Kernels ready to run, as code templates where programs have them so; call with the arrays of the arguments before the
    scratch buffers."""

    def __init__(self, module: LLVMModule, made: ContractionKernels, target: Target) -> None:
        emitted = as_templates(module, [EmittedKernel(k.name, k.tasks, 0) for k in made.kernels])
        names = {word for k in emitted for word in (k.symbol, *k.numbers) if isinstance(word, str)}
        self._code = code_of(module, target, sorted(names))
        self.kernels = made.kernels
        self._functions = [_SIGNATURE(self._code.address(k.symbol)) for k in emitted]
        #: Of each template the words that it finds before everything else.
        self._words = [np.array([self._code.address(w) if isinstance(w, str) else w for w in k.numbers], np.int64)
                       if k.function else None for k in emitted]
        self.scratch = [aligned(s.bytes * (WORKERS if s.per_worker else 1), np.uint8) for s in made.scratch]

    def __call__(self, *arrays: np.ndarray, seed: int = 0) -> None:
        generator = np.random.default_rng(seed)
        for kernel, function, words in zip(self.kernels, self._functions, self._words, strict=True):
            pointers = [a.ctypes.data for a in (*([] if words is None else [words]), *arrays, *self.scratch)]
            arguments = (ctypes.c_void_p * len(pointers))(*pointers)
            cuts = sorted({0, kernel.tasks, *generator.integers(0, kernel.tasks + 1, 3).tolist()})
            for begin, end in itertools.pairwise(cuts):
                function(arguments, begin, end, int(generator.integers(WORKERS)))


def assert_untouched(memory: np.ndarray, count: int) -> None:
    """Checks that the guards around a result still hold what `in_margins` put there."""
    for guard in (memory[:64], memory[64 + count:]):
        assert (guard.view(np.uint8) == 0xFF).all(), "a kernel wrote outside its result"
