"""The table of expected values, and what its entries are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Array = Any


def always(op: Any, *arrays: Array) -> bool:
    """Of operations about which an entry says all."""
    return True


class Expected(NamedTuple):
    """What an operation computes: `values(op, *arrays)`, its results, to be rounded to their types."""

    values: Callable[..., Any]
    #: How far from these a result may be: units in the last place, or a difference.
    units: int = 0
    absolute: float = 0.0
    #: Of which operations and operands it speaks: elsewhere conventions differ, or the definition promises nothing.
    admits: Callable[..., bool] = always


EXPECTED: dict[str, Expected] = {}


def expects(*names: str, **how: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers a function for operations; `how` are the other fields of `Expected`."""
    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        EXPECTED.update(dict.fromkeys(names, Expected(function, **how)))
        return function

    return register


def expected(op: Any, arrays: Any) -> tuple[Array, ...]:
    """The results of an operation on arrays."""
    with np.errstate(all="ignore"):
        found = EXPECTED[op.name].values(op, *arrays)
        found = found if isinstance(found, tuple) else (found,)
        results = tuple(fitted(x, np.dtype(v.type.storage.dtype)) for x, v in zip(found, op.results, strict=True))
    assert [x.shape for x in results] == [v.type.shape for v in op.results], op.name
    return results


def fitted(x: Array, dtype: np.dtype) -> Array:
    """Python's integers wrapped to a type, anything else rounded to it."""
    x = np.asarray(x)
    if x.dtype != object or dtype.kind not in "iu":
        return x.astype(dtype)
    unsigned = np.array([int(v) % (1 << 8 * dtype.itemsize) for v in x.reshape(-1)], np.uint64)
    return unsigned.astype(f"u{dtype.itemsize}").view(dtype).reshape(x.shape)


def exact(x: Array) -> Array:
    """Integers as Python's, which have no bounds; everything else as it is."""
    return np.asarray(x).astype(object) if np.asarray(x).dtype.kind in "iu" else x


def wide(x: Array) -> Array:
    """Numbers of a kind in its widest type, in which short sums and products are exact."""
    return x if x.dtype.kind in "bO" else exact(x) if x.dtype.kind in "iu" else x.astype("c16" if x.dtype.kind == "c" else "f8")


def bits(x: Array) -> int:
    """How many bits an integer of the array's type has."""
    return 1 if x.dtype.kind == "b" else 8 * x.dtype.itemsize


def unsigned(x: Array) -> Array:
    """The bits of integers as Python's integers from 0 on."""
    return exact(x.view(f"u{x.dtype.itemsize}"))


def each(function: Callable[..., Any], *arrays: Array) -> Array:
    """A function of Python's numbers of each element, with NumPy's broadcasting; always an array of objects."""
    return np.asarray(np.frompyfunc(function, len(arrays), 1)(*(np.asarray(x).astype(object) for x in arrays)), object)


def of_kinds(kinds: str) -> Callable[..., bool]:
    """That all elements are of these kinds of NumPy's."""
    return lambda op, *arrays: all(x.dtype.kind in kinds for x in arrays)


is_real = of_kinds("biuf")


def total_order(x: Array) -> Array:
    """Integers in the order of floats with every NaN and both zeros in their places (IEEE 754: totalOrder)."""
    if x.dtype.kind != "f":
        return x
    as_integers = x.view(f"i{x.dtype.itemsize}").astype(object)
    return np.where(as_integers < 0, -(1 << (8 * x.dtype.itemsize - 1)) - 1 - as_integers, as_integers)


COMPARISONS: dict[str, Callable[..., Any]] = {
    "EQ": np.equal, "NE": np.not_equal, "GE": np.greater_equal, "GT": np.greater, "LE": np.less_equal, "LT": np.less}
