"""The two compilers that are compared, behind one face: hloom, and XLA for the CPU as jaxlib carries it."""

from __future__ import annotations

import importlib.metadata
import itertools
import os
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

import hloom

#: Arrays of zeros have no size to relate a difference to: they count as this large, the smallest normal f32.
SMALLEST_SCALE = 2.0**-126
#: Numbers of the programs of `warm_up` in this process.
_numbers = itertools.count(1)


def warm_up() -> str:
    """A program that is small to compile: it makes an engine load and initialise what it compiles with. It says the numbers of
    the process and of the call, so that no cache has it."""
    return f"""
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %c = stablehlo.constant dense<{os.getpid()}.{next(_numbers)}> : tensor<4xf32>
  %y = stablehlo.add %x, %c : tensor<4xf32>
  return %y : tensor<4xf32>
}}
"""


def load_families(text: str) -> None:
    """Has hloom import what a process's first program with operations like these makes it import, as XLA has all of itself loaded
    at once; nothing is compiled."""
    from hloom.codegen.cpu import compiler
    from hloom.driver.cpu import target as target_here

    compiler.load_families(hloom.parse(text), target_here())


class Program(Protocol):
    """A compiled program."""

    def bind(self, inputs: Sequence[np.ndarray]) -> Callable[[], Any]:
        """A call that runs the program on these inputs and returns when the results are there."""
        ...

    def results(self, outputs: Any) -> list[np.ndarray]:
        """What such a call returned, as arrays."""
        ...


class HloomProgram:
    """A program compiled by hloom from text."""

    def __init__(self, text: str) -> None:
        self.executable = hloom.compile(hloom.parse(text))

    @property
    def fallbacks(self) -> list[str]:
        """The operations that the compiler left to the reference evaluator."""
        return [str(fallback) for fallback in self.executable.fallbacks]

    def bind(self, inputs: Sequence[np.ndarray]) -> Callable[[], Any]:
        executable, arguments = self.executable, list(inputs)
        return lambda: executable(*arguments)

    def results(self, outputs: Any) -> list[np.ndarray]:
        return [np.asarray(output) for output in outputs]


class XlaProgram:
    """A program compiled by XLA from text, run through PJRT on arrays that already lie on the device."""

    def __init__(self, text: str) -> None:
        import jax
        from jaxlib import lapack, xla_client

        lapack.prepare_lapack_call("potrf_ffi", np.float32)  # loads LAPACK, which its custom calls need
        jax.config.update("jax_enable_x64", True)  # 64-bit inputs stay 64-bit
        self.device = jax.devices("cpu")[0]
        devices = xla_client.DeviceList((self.device,))
        self.executable = self.device.client.compile_and_load(text, devices, xla_client.CompileOptions())

    def bind(self, inputs: Sequence[np.ndarray]) -> Callable[[], Any]:
        import jax

        arguments = [jax.device_put(value, self.device) for value in inputs]
        execute = self.executable.execute

        def call() -> Any:
            outputs = execute(arguments)
            for output in outputs:
                output.block_until_ready()
            return outputs

        return call

    def results(self, outputs: Any) -> list[np.ndarray]:
        return [np.asarray(output) for output in outputs]


def xla_version() -> str | None:
    """The version of jaxlib, None where XLA is not installed."""
    try:
        import jax
    except ImportError:
        return None
    jax.config.update("jax_platforms", "cpu")
    return importlib.metadata.version("jaxlib")


def argument_types(text: str) -> list[tuple[tuple[int, ...], np.dtype]]:
    """Shape and NumPy dtype of each argument of @main."""
    main = hloom.parse(text).functions["main"]
    return [(argument.type.shape, argument.type.storage.dtype) for argument in main.body.arguments]


def largest_difference(left: Sequence[np.ndarray], right: Sequence[np.ndarray]) -> float:
    """The largest difference of two lists of arrays, relative to the largest finite element of each array.

    Infinite where shapes differ, or where one side is NaN or infinite and the other is not the same.
    """
    if len(left) != len(right):
        return float("inf")
    worst = 0.0
    for a, b in zip(left, right):
        if a.shape != b.shape:
            return float("inf")
        if a.dtype.kind in "iu" and a.dtype == b.dtype and not np.array_equal(a, b):
            worst = max(worst, SMALLEST_SCALE)  # differs, however little remains of it in an f64
        wide = np.complex128 if a.dtype.kind == "c" else np.float64
        a, b = a.astype(wide), b.astype(wide)
        finite = np.isfinite(a) & np.isfinite(b)
        if not np.array_equal(a[~finite], b[~finite], equal_nan=True):
            return float("inf")
        if finite.any():
            scale = max(float(np.abs(b[finite]).max()), SMALLEST_SCALE)
            worst = max(worst, float(np.abs(a[finite] - b[finite]).max()) / scale)
    return worst
