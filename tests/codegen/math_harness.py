"""Compiles mathematical functions and runs them on NumPy arrays; measures errors in units of the last place."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.math import COMPLEX_FUNCTIONS, FUNCTIONS
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import vector
from hloom.codegen.target import Target
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.jit import load_objects
from tests.kept_code import objects_of

DTYPES = {"float": np.dtype(np.float32), "double": np.dtype(np.float64)}
#: Of this machine's long double, which is the reference for double.
LONG_DOUBLE_BITS = np.finfo(np.longdouble).nmant
needs_long_double = pytest.mark.skipif(LONG_DOUBLE_BITS < 60, reason="long double is no more precise than double here")
#: Lane counts: a scalar, less than a register, registers of AVX2 and AVX-512, and twice the latter.
WIDTHS = {"float": (1, 2, 8, 16, 32), "double": (1, 4, 8, 16)}


def own_width(element: str) -> int:
    """Lanes of one register of this machine."""
    return Target.host().lanes(DTYPES[element].itemsize * 8)


def apply(emitter: Callable[..., Any], element: str, width: int, *arrays: np.ndarray, target: Target | None = None,
          outputs: int = 1) -> np.ndarray | tuple[np.ndarray, ...]:
    """`emitter`, compiled for vectors of `width` lanes, applied to arrays of equal size.

    `target` is what the emitter may use; the machine code is for this machine in any case.
    """
    host = Target.host()
    module = LLVMModule(target)
    names = [f"out{k}" for k in range(outputs)] + [f"in{k}" for k in range(len(arrays))]
    f = module.function("kernel", [*(("ptr", name) for name in names), ("i64", "count")])
    _emit_loop(f, emitter, element, width, outputs)
    code = load_objects(objects_of([Part(module.text(host.attributes))], host), ["kernel"])
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(names), ctypes.c_int64)(code.address("kernel"))
    count = -(-arrays[0].size // width) * width
    inputs = [np.resize(np.ascontiguousarray(a, DTYPES[element]), count) for a in arrays]
    results = [np.empty(count, DTYPES[element]) for _ in range(outputs)]
    call(*(a.ctypes.data for a in (*results, *inputs)), count)
    cut = tuple(result[:arrays[0].size] for result in results)
    return cut[0] if outputs == 1 else cut


def _emit_loop(f: Function, emitter: Callable[..., Any], element: str, width: int, outputs: int) -> None:
    *pointers, count = f.parameters
    type = vector(element, width)
    with f.loop(0, count, width) as start:
        addresses = [f.address(pointer, start, element) for pointer in pointers]
        result = emitter(f, *(f.load(type, address) for address in addresses[outputs:]))
        for address, value in zip(addresses, (result,) if isinstance(result, Value) else result):
            f.store(value, address)
    f.ret()


def real(name: str, *arrays: np.ndarray, width: int | None = None, target: Target | None = None) -> np.ndarray:
    """A function of real numbers, by its name in FUNCTIONS."""
    element = "float" if arrays[0].dtype == np.float32 else "double"
    result = apply(FUNCTIONS[name], element, width or own_width(element), *arrays, target=target)
    assert isinstance(result, np.ndarray)
    return result


def complex_(name: str, *arrays: np.ndarray, width: int = 4) -> np.ndarray:
    """A function of complex numbers with a complex result, by its name in COMPLEX_FUNCTIONS."""
    element = "float" if arrays[0].dtype == np.complex64 else "double"

    def emitter(f: Function, *values: Value) -> Any:
        return COMPLEX_FUNCTIONS[name](f, *zip(values[::2], values[1::2]))

    parts = [part for a in arrays for part in (a.real, a.imag)]
    re, im = apply(emitter, element, width, *parts, outputs=2)
    result = np.empty(re.shape, arrays[0].dtype)
    result.real, result.imag = re, im
    return result


def random_bits(dtype: np.dtype, count: int, seed: int = 0) -> np.ndarray:
    """Floats of uniformly random bit patterns: every exponent, both signs, NaN and infinities among them."""
    raw = np.random.default_rng(seed).integers(0, 1 << 8 * dtype.itemsize, count, dtype=f"u{dtype.itemsize}")
    return raw.view(dtype)


def edges(dtype: np.dtype) -> np.ndarray:
    """Zeros, ones, infinities, NaN, the ends of the normal and subnormal ranges, and small numbers; both signs."""
    info = np.finfo(dtype)
    values = np.array([
        0.0, info.smallest_subnormal, 3 * info.smallest_subnormal, info.tiny - info.smallest_subnormal, info.tiny,
        info.eps / 2, info.eps, 0.25, 0.5, 1 - info.epsneg, 1.0, 1 + info.eps, 1.5, 2.0, 2.5, 3.0, 4.0, 10.0, 100.0,
        1e5, info.max, np.inf, np.nan,
    ], dtype)
    return np.concatenate([values, -values])


def ulp_errors(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """|got - exact| in units of the last place of `got.dtype`; `exact` has more precision.

    What is infinite or NaN in one must be so in the other, else the error is infinite. An infinity counts as the power
    of two that would follow the largest number.
    """
    info, wide = np.finfo(got.dtype), exact.dtype.type
    with np.errstate(all="ignore"):
        limit = wide(2.0) ** info.maxexp
        rounds_to_infinity = limit - wide(2.0) ** (info.maxexp - info.nmant - 2)
        found = np.where(np.isinf(got), np.copysign(limit, got), got.astype(wide))
        wanted = np.where(np.abs(exact) >= rounds_to_infinity, np.copysign(limit, exact), exact)
        _, exponent = np.frexp(np.minimum(np.abs(wanted), wide(info.max)))
        unit = np.ldexp(wide(1), np.maximum(exponent - 1 - info.nmant, info.minexp - info.nmant))
        errors = np.abs(found - wanted) / unit
    errors = np.where(np.isnan(got) & np.isnan(exact), 0.0, errors)
    return np.where(np.isnan(got) != np.isnan(exact), np.inf, errors).astype(np.float64)


def same(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where two arrays agree bit for bit, any NaN being equal to any other."""
    return (np.isnan(a) & np.isnan(b)) | ((a == b) & (np.signbit(a) == np.signbit(b)))
