"""How far rounding may move each element of a program's results.

The bound comes from stochastic arithmetic (J. Vignes, CESTAC; D. S. Parker, Monte Carlo arithmetic): the program is evaluated
some times, and each time every operation that rounds gives its result with a random error of the size that rounding may have. How
far a result moves then is what its condition makes of all these errors, whatever the program does in between: calls, loops,
sorts. An element that is the difference of two large ones moves far, an element beside it that is not does not.

What an operation may be off by, in units in the last place of each element:

- one that moves, compares, selects or negates elements: nothing; nor does one of whole numbers that gives whole numbers;
- other elementwise ones: 1 to 3, in types of 16 bits 1 or 2 and of less bits 1, which are computed in wider ones;
- sums of n terms, and contractions: the root of n units of the sum of absolute values, as sums of independent errors grow
  (N. J. Higham and T. Mary, A new approach to probabilistic rounding error analysis, 2019), in f32 where the terms are narrower,
  and beside that what the evaluator itself has lost of the sum in f64;
- others without a region (Fourier transforms, factorizations, custom calls): as many units of each element of the operands, times
  the logarithm of their number: these algorithms are exact for operands nearby.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log2
from typing import Any

import numpy as np

from hloom.ir.core import Operation
from hloom.numbers.compare import unit_in_last_place
from hloom.numbers.convert import convert
from hloom.numbers.element_type import C128, F32, F64, ElementType, of_dtype
from hloom.numbers.rounding import Array
from hloom.ops.common.region_function import reducer_of
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import REDUCERS, Control
from hloom.reference.observe import Computing, Observer

#: Evaluations with errors. An element seems not to move where every error of all of them is near 0 by chance, which is the less
#: likely the more there are.
SAMPLES = 8

Run = Callable[[Observer], Mapping[str, Any]]


def moves_by_rounding(run: Run, results: Mapping[str, Array], samples: int = SAMPLES) -> dict[str, Array]:
    """How far each element of `results` moved at most in evaluations with random errors, in f64; of a complex one, its modulus.

    `run` evaluates the program under an observer and returns its results by the names that they have in `results`, floats and
    complex numbers. Evaluations in which an element is not finite say nothing about it. The same errors are made at each call.
    """
    found = {name: np.zeros(np.shape(array)) for name, array in results.items()}
    for seed in range(samples):
        for name, moved in run(RoundingErrors(seed)).items():
            if name in found and np.shape(moved) == found[name].shape:
                with np.errstate(all="ignore"):
                    apart = np.abs(_wide(moved) - _wide(results[name]))
                found[name] = np.fmax(found[name], np.where(np.isfinite(apart), apart, 0.0))
    return found


class RoundingErrors(Computing):
    """Evaluates with random errors of the size of rounding; the same for one seed. `inner` sees what happens, too."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.inner: Observer | None = None
        self._generators: dict[Any, np.random.Generator] = {}

    def before(self, op: Operation, operands: tuple[Any, ...]) -> None:
        if self.inner is not None:
            self.inner.before(op, operands)

    def after(self, op: Operation, operands: tuple[Any, ...], results: tuple[Any, ...]) -> None:
        if self.inner is not None:
            self.inner.after(op, operands, results)

    def compute(self, process: Any, op: Operation, compute: Callable[..., Any], operands: tuple[Any, ...]) -> Any:
        way = _way_of(op)
        if way is None:
            return compute(*operands)
        generator = self._generators.get(process)  # each process has its own thread, and its own sequence of errors
        if generator is None:
            generator = self._generators[process] = np.random.default_rng((self.seed, process.process_id))
        return way(op, compute, operands, generator)


def _way_of(op: Operation) -> Callable[..., Any] | None:
    """How errors are made in an operation; None where it rounds nothing itself."""
    if not isinstance(op, Op) or op.control not in (None, Control.CUSTOM_CALL) or op.moves is not None or op.is_generator:
        return None
    if (op.eval is None and op.run is None) or not any(_rounds(r.type) for r in op.results):
        return None
    if op.is_elementwise:
        return _elementwise
    if op.is_contraction:
        return _sum
    if not op.regions:
        return None if op.has_effect() else _near_operands
    reducer = reducer_of(op.regions[-1])
    if reducer is None or not reducer.accumulates:
        return None  # the operations of the region round, each for itself, or nothing does
    return _sum if reducer is REDUCERS["add"] and op.is_pure and len(op.regions) == 1 else _elementwise


def _rounds(type: Any) -> bool:
    element = getattr(type, "element", None)
    return isinstance(element, ElementType) and (element.is_float or element.is_complex)


def _elementwise(op: Op, compute: Callable[..., Any], operands: tuple[Any, ...], generator: np.random.Generator) -> Any:
    found = compute(*operands)
    return tuple(_off(x, operands, generator) for x in found) if isinstance(found, tuple) else _off(found, operands, generator)


def _off(x: Any, operands: tuple[Any, ...], generator: np.random.Generator) -> Any:
    """Numbers off by some units. Those stay that have not been rounded: where each element is one of an operand, apart from
    the sign, and whole numbers made of whole numbers, as long as the type has them all."""
    if not _is_number(x):
        return x
    wide, shape = _wide(x), np.shape(x)
    given = [_wide(a) for a in operands if isinstance(a, np.ndarray | np.generic) and np.ndim(a) <= len(shape)
             and np.broadcast_shapes(np.shape(a), shape) == shape]
    with np.errstate(all="ignore"):
        chosen = np.isnan(wide)
        for a in given:
            chosen = chosen | (np.abs(a) == np.abs(wide))
        if given and chosen.all():
            return x
        unit = unit_in_last_place(x)
        exact = np.full(shape, bool(given))
        for a in (wide, *given):
            exact = exact & _is_whole(a)
    return _moved(x, np.where(exact & (unit <= 1), 0.0, unit), generator)


def _sum(op: Op, compute: Callable[..., Any], operands: tuple[Any, ...], generator: np.random.Generator) -> Any:
    found = compute(*operands)
    if isinstance(found, tuple) and len(found) != 1:
        return tuple(_off(x, operands, generator) for x in found)
    x = found[0] if isinstance(found, tuple) else found
    type = of_dtype(x.dtype)
    if not _is_rounded_type(type) or not np.size(x):
        return found
    wide = F64 if type.is_float else C128
    terms = [convert(np.asarray(a), wide) if _is_number(a) else a for a in operands]
    size, count = (np.real(_only(compute(*[change(a).astype(wide.dtype) if _is_number(a) else a for a in terms])))
                   for change in (np.abs, np.ones_like))  # the sum of ones is the number of terms
    unit = unit_in_last_place(np.ones((), max(type.part, F32, key=lambda t: t.width).dtype))
    error = np.sqrt(count) * unit * size
    if type.part.width < F32.width:
        error = error + np.abs(_wide(_only(compute(*terms))) - _wide(x))
    numbers = [a for a in terms if _is_number(a)]
    is_exact = all(bool(np.all(_is_whole(a))) for a in numbers) and bool(np.all(size * unit_in_last_place(
        np.ones((), type.part.dtype)) <= 1))
    if is_exact:
        return found
    moved = _moved(x, unit_in_last_place(x), generator, np.nan_to_num(error, nan=0.0, posinf=0.0))
    return (moved,) if isinstance(found, tuple) else moved


def _near_operands(op: Op, compute: Callable[..., Any], operands: tuple[Any, ...], generator: np.random.Generator) -> Any:
    def near(a: Any) -> Any:
        return _moved(a, log2(np.size(a) + 2) * unit_in_last_place(a), generator) if _is_number(a) else a

    found = compute(*map(near, operands))
    return tuple(_off(x, (), generator) for x in found) if isinstance(found, tuple) else _off(found, (), generator)


def _moved(x: Any, unit: Array, generator: np.random.Generator, error: Any = 0.0) -> Any:
    """`x` off by some of its units up or down, and by a part of `error`; each part of a complex number by itself. What is not
    finite stays."""
    type = of_dtype(x.dtype)
    if type.is_complex:
        return (_moved(x.real, unit, generator, error) + 1j * _moved(x.imag, unit, generator, error)).astype(type.dtype)
    shape = np.shape(x)
    steps = generator.integers(1, 1 + max(min(type.width // 8, 3), 1), shape) * generator.choice([-1.0, 1.0], shape)
    with np.errstate(all="ignore"):
        wide = _wide(x)
        moved = wide + steps * unit + generator.uniform(-1.0, 1.0, shape) * error
        return convert(np.where(np.isfinite(wide), moved, wide), type)


def _is_number(x: Any) -> bool:
    return isinstance(x, np.ndarray | np.generic) and _is_rounded_type(of_dtype(x.dtype))


def _is_rounded_type(type: ElementType) -> bool:
    return type.is_float or type.is_complex


def _only(x: Any) -> Any:
    return x[0] if isinstance(x, tuple) else x


def _is_whole(x: Array) -> Array:
    return np.isfinite(x) & (np.real(x) == np.floor(np.real(x))) & (np.imag(x) == np.floor(np.imag(x)))


def _wide(x: Any) -> Array:
    """Numbers of any type in f64, or complex<f64>."""
    array = np.asarray(x)
    return convert(array, C128 if of_dtype(array.dtype).is_complex else F64)
