"""Evaluates the scalar expression of an operation's `element` over the whole result with NumPy.

Every index variable of the result is an array over the grid of result elements; reads take all those elements at once.
A select by index evaluates each arm only where it is chosen: a read out of range raises IndexError, as it should.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np

from hloom.expr.index import Dim, RuntimeValue, Symbol, evaluate, variables
from hloom.expr.scalar import Apply, Argument, FromIndex, Literal, Read, Reduction, ReductionResult, Scalar, Select
from hloom.numbers import arithmetic, bits, compare, convert, functions, integer

FUNCTIONS: dict[str, Any] = {
    "abs": arithmetic.absolute, "and": arithmetic.bitwise_and, "or": arithmetic.bitwise_or,
    "xor": arithmetic.bitwise_xor,
    "not": arithmetic.bitwise_not, "popcnt": integer.population_count, "complex": functions.make_complex,
    "mulhi": integer.multiply_high, "real": functions.real_part, "imag": functions.imaginary_part,
}
MODULES = (arithmetic, functions, integer, compare)


def evaluate_element(op: Any, arrays: list[np.ndarray]) -> tuple[np.ndarray, ...] | None:
    """All results of `op` by its formula for these operand arrays; None if it has none."""
    results = []
    for number, result in enumerate(op.results):
        index = tuple(Dim(k) for k in range(result.type.rank))
        found = op.element(index)
        if found is None:
            return None
        scalar = found[number] if isinstance(found, tuple) else found
        grid = np.indices(result.type.shape).reshape(result.type.rank, result.type.size)
        values = dict(zip(index, grid))
        evaluator = Evaluator(dict(zip(op.operands, arrays)), result.type.size, values)
        results.append(evaluator(scalar).reshape(result.type.shape))
    return tuple(results)


class Evaluator:
    """Evaluates scalars at `count` points at once; `variables` maps index variables to arrays of that length."""

    def __init__(self, sources: dict[Any, np.ndarray], count: int, variables: dict[Any, Any],
                 arguments: Mapping[Any, np.ndarray] | None = None) -> None:
        self.sources, self.count, self.variables = sources, count, variables
        self.known: dict[Scalar, np.ndarray] = dict(arguments or {})
        self.reductions: dict[int, tuple[np.ndarray, ...]] = {}

    def __call__(self, scalar: Scalar) -> np.ndarray:
        if scalar not in self.known:
            value = np.asarray(self._evaluate(scalar))
            assert value.dtype == scalar.type.dtype, f"{scalar} has type {scalar.type}, got {value.dtype}"
            self.known[scalar] = np.broadcast_to(value, (self.count,))
        return self.known[scalar]

    def index(self, expression: Any) -> np.ndarray:
        values = {}
        for v in variables(expression):
            if isinstance(v, RuntimeValue):
                values[v] = np.clip(self(v.value).astype(object), v.bounds.lower, v.bounds.upper).astype(np.int64)
            else:
                values[v] = self.variables[v]
        return np.broadcast_to(np.asarray(evaluate(expression, values)), (self.count,))

    def _evaluate(self, scalar: Scalar) -> Any:
        match scalar:
            case Literal():
                return scalar.value
            case Read():
                return self._read(scalar)
            case FromIndex():
                return convert.convert(self.index(scalar.index).astype(np.int64), scalar.type)
            case Apply():
                return self._apply(scalar, [self(c) for c in scalar.children])
            case Select():
                return self._select(scalar)
            case ReductionResult():
                return self._reduction(scalar.reduction)[scalar.number]
        raise AssertionError(scalar)

    def _read(self, scalar: Read) -> np.ndarray:
        array = self.sources[scalar.source]
        place = [self.index(k) for k in scalar.index]
        for k, n in zip(place, array.shape):
            if k.size and not (0 <= k.min() and k.max() < n):
                raise IndexError(f"{scalar} reads {k.min()}..{k.max()} of {n}")
        if not self.count:
            return np.empty(0, array.dtype)
        return array[tuple(place)] if place else array

    def _apply(self, scalar: Apply, values: list[np.ndarray]) -> np.ndarray:
        match scalar.function:
            case "convert":
                return convert.convert(values[0], scalar.type)
            case "bitcast_convert":
                return bits.from_bits(bits.to_bits(values[0]), scalar.type)
            case "compare":
                return compare.compare(*values, *scalar.parameters)
            case "reduce_precision":
                return bits.reduce_precision(values[0], *scalar.parameters)
        function = FUNCTIONS.get(scalar.function) or next(getattr(m, scalar.function) for m in MODULES
                                                          if hasattr(m, scalar.function))
        return function(*values)

    def _select(self, scalar: Select) -> np.ndarray:
        parts = [(self.index(e), interval) for e, interval in scalar.condition.constraints]
        holds = np.full(self.count, True)
        for value, interval in parts:
            holds &= (value >= interval.lower) & (value <= interval.upper)
        result = np.empty(self.count, scalar.type.dtype)
        for arm, where in ((scalar.then, holds), (scalar.otherwise, ~holds)):
            if where.any():
                result[where] = self._restricted(where)(arm)
        return result

    def _restricted(self, where: np.ndarray) -> Evaluator:
        """This evaluator at some of its points."""
        chosen = {v: x[where] if np.ndim(x) else x for v, x in self.variables.items()}
        known: dict[Any, np.ndarray] = {s: x[where] for s, x in self.known.items() if isinstance(s, Argument)}
        return Evaluator(self.sources, int(where.sum()), chosen, known)

    def _reduction(self, reduction: Reduction) -> tuple[np.ndarray, ...]:
        if id(reduction) not in self.reductions:
            state = tuple(self(x) for x in reduction.initial)
            assert all(isinstance(v, Symbol) for v in reduction.variables)
            outer: dict[Any, np.ndarray] = {s: x for s, x in self.known.items() if isinstance(s, Argument)}
            for point in product(*(range(v.bounds.lower, v.bounds.upper + 1) for v in reduction.variables)):
                inside = Evaluator(self.sources, self.count, self.variables | dict(zip(reduction.variables, point)), outer)
                values = tuple(inside(x) for x in reduction.values)
                step = Evaluator({}, self.count, {}, dict(zip((*reduction.accumulators, *reduction.elements), (*state, *values))))
                state = tuple(step(x) for x in reduction.combined)
            self.reductions[id(reduction)] = state
        return self.reductions[id(reduction)]
