"""Matrix products and convolutions, kernel by kernel: hloom's generated kernels beside NumPy (OpenBLAS) and XLA.

    python -m benchmarks.contraction [--only TEXT] [--rounds N] [--seconds S] [--threads N]

Prints, for each problem, compilation in milliseconds (without any cache), GFLOP/s, and time relative to the others.
What OpenBLAS takes the processor for is printed first: its environment variable OPENBLAS_CORETYPE changes its speed
more than anything measured here.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks import timing
from benchmarks.measure import use_threads
from benchmarks.native import NativeKernels, touched

#: Kernels are dispatched in this many pieces a worker at least.
PIECES = 4


@dataclass(frozen=True)
class Problem:
    """A contraction: its operands' shapes, and how NumPy and XLA are asked for it."""

    name: str
    lhs: tuple[int, ...]
    rhs: tuple[int, ...]
    #: einsum formula of a product; None for a convolution of channels-last images.
    formula: str | None = None
    stride: int = 1
    padding: int = 0
    groups: int = 1


def product(m: int, k: int, n: int, *, transposed: bool = False) -> Problem:
    formula, rhs = ("mk,nk->mn", (n, k)) if transposed else ("mk,kn->mn", (k, n))
    return Problem(f"{m} x {k} x {n}{' (rhs transposed)' if transposed else ''}", (m, k), rhs, formula)


def convolution(images: int, size: int, features: int, outputs: int, kernel: int, stride: int = 1,
                groups: int = 1) -> Problem:
    name = f"{images} x {size}^2 x {features} -> {outputs}, {kernel}x{kernel}{f' / {stride}' if stride > 1 else ''}"
    return Problem(f"conv {name}{' depthwise' if groups > 1 else ''}", (images, size, size, features),
                   (kernel, kernel, features // groups, outputs), None, stride, kernel // 2, groups)


PROBLEMS = (
    product(1024, 1024, 1024), product(2048, 2048, 2048), product(1024, 1024, 1024, transposed=True),
    product(1000, 1000, 1000), product(128, 784, 512), product(128, 512, 10), product(32, 256, 1024),
    product(16, 512, 512), product(4, 2048, 2048, transposed=True), product(1, 2048, 2048), product(2048, 2048, 1),
    Problem("attention scores, 32 x (256 x 64 x 256)", (32, 256, 64), (32, 256, 64), "bmk,bnk->bmn"),
    Problem("attention values, 32 x (256 x 256 x 64)", (32, 256, 256), (32, 256, 64), "bmk,bkn->bmn"),
    Problem("4096 x (4 x 4 x 4)", (4096, 4, 4), (4096, 4, 4), "bmk,bkn->bmn"),
    convolution(8, 56, 64, 64, 3), convolution(1, 224, 3, 64, 7, 2), convolution(1, 56, 64, 64, 3),
    convolution(1, 28, 128, 128, 3), convolution(1, 28, 128, 256, 3, 2), convolution(1, 14, 256, 256, 3),
    convolution(1, 28, 128, 256, 1, 2), convolution(1, 7, 512, 512, 3), convolution(1, 56, 128, 128, 3, groups=128),
)


class HloomKernels:
    """A problem's kernels on the worker pool."""

    def __init__(self, problem: Problem) -> None:
        from hloom.codegen.cpu.contraction.convolution import plan_convolution
        from hloom.codegen.cpu.contraction.convolution_spec import ConvolutionSpec
        from hloom.codegen.cpu.contraction.matmul import Request, plan_matmul
        from hloom.codegen.cpu.contraction.spec import MatmulSpec
        from hloom.codegen.llvm.module import LLVMModule
        from hloom.codegen.target import Target
        from hloom.numbers.element_type import F32
        from hloom.runtime.pool import Pool

        self.pool, target, module = Pool.get().start(), Target.host(), LLVMModule()
        types: dict[str, Any] = {"lhs_type": F32, "rhs_type": F32, "out_type": F32}
        if problem.formula is None:
            spec = ConvolutionSpec.of(
                problem.lhs, problem.rhs, **types, input_dimensions=(0, 3, (1, 2)), kernel_dimensions=(2, 3, (0, 1)),
                output_dimensions=(0, 3, (1, 2)), window_strides=(problem.stride,) * 2,
                padding=[(problem.padding, problem.padding)] * 2, feature_groups=problem.groups)
            made = plan_convolution(spec, target, workers=self.pool.workers).emit(module, "kernel")
        else:
            left, rest = problem.formula.split(",")
            right, out = rest.split("->")
            shared = [c for c in left if c in right]
            batch, summed = [c for c in shared if c in out], [c for c in shared if c not in out]
            spec = MatmulSpec.dot_general(
                problem.lhs, problem.rhs, **types, lhs_batch=[left.index(c) for c in batch],
                rhs_batch=[right.index(c) for c in batch], lhs_contracting=[left.index(c) for c in summed],
                rhs_contracting=[right.index(c) for c in summed])
            made = plan_matmul(Request(spec, target, self.pool.workers)).emit(module, "kernel")
        self.kernels = made.kernels
        self.native = NativeKernels(module, [k.name for k in made.kernels], target, self.pool)
        self.scratch = [touched(s.bytes * (self.pool.workers if s.per_worker else 1)) for s in made.scratch]

    def bind(self, *arrays: np.ndarray) -> Callable[[], None]:
        grains = [max(1, k.tasks // (PIECES * self.pool.workers)) for k in self.kernels]
        calls = [self.native.bind(k.name, [*arrays, *self.scratch], k.tasks, grain) for k, grain in zip(self.kernels, grains)]

        def run() -> None:
            for call in calls:
                call()

        return run


def xla_program(problem: Problem, lhs: np.ndarray, rhs: np.ndarray) -> tuple[Callable[[], Any], float]:
    """XLA's program as a call, and the milliseconds of its compilation."""
    import jax

    jax.config.update("jax_platforms", "cpu")

    def compute(x: Any, y: Any) -> Any:
        if problem.formula is not None:
            return jax.numpy.einsum(problem.formula, x, y)
        return jax.lax.conv_general_dilated(
            x, y, (problem.stride,) * 2, [(problem.padding, problem.padding)] * 2,
            dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=problem.groups)

    x, y = jax.numpy.asarray(lhs), jax.numpy.asarray(rhs)
    lowered = jax.jit(compute).lower(x, y)
    start = time.perf_counter()
    program = lowered.compile()
    milliseconds = (time.perf_counter() - start) * 1e3
    return lambda: program(x, y).block_until_ready(), milliseconds


def measure(problem: Problem, rounds: int, seconds: float) -> str:
    generator = np.random.default_rng(0)
    lhs, rhs = (generator.standard_normal(s, dtype=np.float32) for s in (problem.lhs, problem.rhs))
    xla, xla_compile = xla_program(problem, lhs, rhs)
    expected = np.asarray(xla())
    start = time.perf_counter()
    kernels = HloomKernels(problem)
    compile_ms = (time.perf_counter() - start) * 1e3
    out = np.empty(expected.shape, np.float32)
    calls: dict[str, Callable[[], Any]] = {"hloom": kernels.bind(lhs, rhs, out), "xla": xla}
    if problem.formula is not None:
        left, right = problem.formula.split("->")[0].split(",")
        other = rhs.swapaxes(-1, -2) if right.index("k") > right.index("n") else rhs
        result = np.empty_like(out)
        calls["numpy"] = lambda: np.matmul(lhs, other, out=result)
        assert left.endswith("k")
    calls["hloom"]()
    difference = float(np.abs(out - expected).max() / np.abs(expected).max())
    times = timing.interleaved(calls, rounds, seconds)
    flops = 2.0 * expected.size * (rhs[..., 0].size if problem.formula is None else lhs.shape[-1])
    speeds = " ".join(f"{name} {flops / times[name] * 1e-9:6.1f}" if name in times else " " * (len(name) + 7)
                      for name in ("hloom", "numpy", "xla"))
    ratios = " ".join(f"{name} {times[name] / times['hloom']:5.2f}" for name in ("numpy", "xla") if name in times)
    return (f"{problem.name:42s} compile {compile_ms:5.1f} (xla {xla_compile:5.1f})  GFLOP/s: {speeds}  "
            f"speed against {ratios}  difference {difference:.0e}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="problems whose name contains this")
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=1.0, help="time a problem, at most about")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    use_threads(options.threads)
    print(f"OPENBLAS_CORETYPE={os.environ.get('OPENBLAS_CORETYPE', '(not set)')}, {options.threads} threads")
    HloomKernels(product(8, 8, 8))  # LLVM, the worker pool and its code are made on first use
    for problem in PROBLEMS:
        if options.only in problem.name:
            print(measure(problem, options.rounds, options.seconds), flush=True)


if __name__ == "__main__":
    main()
