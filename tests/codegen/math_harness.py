"""Compiles one kernel a mathematical function and runs it on NumPy arrays."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Sequence

import numpy as np

from hloom.codegen.llvm.builder import Function, Module, Value, vector
from hloom.codegen.target import Target

DTYPES = {"float": np.dtype(np.float32), "double": np.dtype(np.float64)}
WIDTHS = (1, 4, 8, 16)
Emitter = Callable[..., Value]


@functools.cache
def _engine():
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler(_machine(), use_jit_link=False, suppress_errors=False)


@functools.cache
def _machine():
    import llvmlite.binding as llvm

    target = Target.host()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.features, opt=2, jit=True)


_libraries = iter(range(1 << 30))


def compile_module(module: Module) -> Callable[[str], int]:
    """Compiles as the product does (SROA is the only pass); gives the addresses of functions by name."""
    import llvmlite.binding as llvm

    engine, machine = _engine(), _machine()
    parsed = llvm.parse_assembly(module.text(Target.host().attributes))
    parsed.verify()
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.run(parsed, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))
    library = llvm.JITLibraryBuilder().add_object_img(machine.emit_object(parsed))
    for name in module.functions:
        if name.startswith("kernel"):
            library.export_symbol(name)
    linked = library.link(engine, f"math{next(_libraries)}")
    return lambda name: (linked[name], linked)[0]


def emit_kernel(module: Module, name: str, emitter: Callable[[Function, Sequence[Value]], Sequence[Value]],
                element: str, width: int, inputs: int, outputs: int, unroll: int = 1) -> None:
    """A loop over `count` elements (a multiple of width * unroll): pointers to outputs, then inputs, then the count."""
    names = [f"out{i}" for i in range(outputs)] + [f"in{i}" for i in range(inputs)]
    f = module.function(name, [*(("ptr", n) for n in names), ("i64", "count")])
    type = vector(element, width)
    pointers = f.parameters[:-1]
    with f.loop(0, f.parameters[-1], width * unroll) as start:
        for k in range(unroll):
            index = f.add(start, k * width)
            loaded = [f.load(type, f.address(p, index, element)) for p in pointers[outputs:]]
            for pointer, result in zip(pointers, emitter(f, loaded), strict=False):
                f.store(result, f.address(pointer, index, element))
    f.ret()


class Kernel:
    """An emitter, compiled for one element type and width, as a function of arrays."""

    def __init__(self, emitter: Emitter, element: str, width: int, inputs: int = 1, outputs: int = 1,
                 target: Target | None = None, unroll: int = 1) -> None:
        def emit(f: Function, loaded: Sequence[Value]) -> Sequence[Value]:
            result = emitter(f, *loaded)
            return (result,) if isinstance(result, Value) else result

        module = Module(target)
        emit_kernel(module, "kernel", emit, element, width, inputs, outputs, unroll)
        self.ir = module.text(Target.host().attributes)
        self._lookup = compile_module(module)
        self.pointer = self._lookup("kernel")
        self._call = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (inputs + outputs), ctypes.c_int64)(self.pointer)
        self.dtype, self.step, self.outputs = DTYPES[element], width * unroll, outputs

    def __call__(self, *arrays: np.ndarray) -> np.ndarray | tuple[np.ndarray, ...]:
        count = arrays[0].size
        padded = -(-count // self.step) * self.step
        inputs = [np.resize(np.ascontiguousarray(a, self.dtype), padded) for a in arrays]
        outputs = [np.empty(padded, self.dtype) for _ in range(self.outputs)]
        self.run(outputs, inputs, padded)
        results = tuple(o[:count] for o in outputs)
        return results[0] if self.outputs == 1 else results

    def run(self, outputs: Sequence[np.ndarray], inputs: Sequence[np.ndarray], count: int) -> None:
        self._call(*(a.ctypes.data for a in (*outputs, *inputs)), count)


def random_bits(dtype: np.dtype, count: int, seed: int = 0) -> np.ndarray:
    """Floats of uniformly random bit patterns: every exponent, both signs, NaN and infinities among them."""
    generator = np.random.default_rng(seed)
    raw = generator.integers(0, 1 << 8 * dtype.itemsize, count, dtype=f"u{dtype.itemsize}")
    return raw.view(dtype)


def edges(dtype: np.dtype) -> np.ndarray:
    """Zeros, ones, infinities, NaN, the ends of the normal and subnormal ranges, and small integers; both signs."""
    info = np.finfo(dtype)
    positive = [0.0, info.smallest_subnormal, 3 * info.smallest_subnormal, info.tiny - info.smallest_subnormal, info.tiny,
                info.eps / 2, info.eps, 0.5, 1 - info.epsneg, 1.0, 1 + info.eps, 1.5, 2.0, 2.5, 3.0, 4.0, 10.0, 100.0,
                1e5, info.max, np.inf, np.nan]
    values = np.array(positive, dtype)
    return np.concatenate([values, -values])


def ulp_error(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """|got - exact| in units of the last place of the exact value's format `got.dtype`; `exact` has more precision.

    Infinities and NaN must agree; infinity is taken for the power of two that follows the largest number.
    """
    info = np.finfo(got.dtype)
    wide = exact.dtype.type
    with np.errstate(all="ignore"):
        largest = wide(info.max)
        limit = wide(2.0) ** info.maxexp if exact.dtype.itemsize > got.dtype.itemsize else largest
        over = limit - wide(2.0) ** (info.maxexp - info.nmant - 2)  # what rounds to infinity
        got_wide = got.astype(wide)
        got_wide = np.where(np.isinf(got_wide), np.copysign(limit, got_wide), got_wide)
        exact_limited = np.where(np.abs(exact) >= over, np.copysign(limit, exact), exact)
        _, exponent = np.frexp(np.minimum(np.abs(exact_limited), largest))
        ulp = np.ldexp(wide(1), np.maximum(exponent - 1 - info.nmant, info.minexp - info.nmant))
        error = np.abs(got_wide - exact_limited) / ulp
    both_nan = np.isnan(got) & np.isnan(exact)
    error = np.where(both_nan, 0, np.where(np.isnan(got) != np.isnan(exact), np.inf, error))
    return error.astype(np.float64)
