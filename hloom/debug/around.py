"""The operands of an operation around the elements of one element of its result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np

from hloom.indexing import output_to_input
from hloom.ir.core import Operation, Value
from hloom.numbers.difference import Difference
from hloom.numbers.element_type import of_dtype
from hloom.support.diagnostics import UserError

#: Elements of an operand that are shown.
_MOST_SHOWN = 8


def around(op: Operation, apart: Difference, operands: Mapping[str, Any], result: int = 0) -> Iterator[str]:
    """A line for each operand: the elements of it that the differing element of a result depends on, or what is in it where that
    is many."""
    places = places_of(op, apart.index, result) if apart.count else {}
    for number, (name, value) in enumerate(operands.items()):
        if not isinstance(value, np.ndarray | np.generic):
            continue
        array = np.asarray(value)
        type = f"{'x'.join([*map(str, array.shape), of_dtype(array.dtype).name])}"
        found = places.get(number)
        if array.ndim == 0:
            yield f"{name}: {_text(array)}"
        elif found:
            elements = ", ".join(f"[{', '.join(map(str, k))}] {_text(array[k])}" for k in found[:_MOST_SHOWN])
            yield f"{name} ({type}): {elements}{', ...' if len(found) > _MOST_SHOWN else ''}"
        else:
            yield f"{name} ({type}): {_summary(array)}"


def named_operands(op: Operation, names: Mapping[Value, str], values: Iterable[Any]) -> dict[str, Any]:
    """The values of an operation's operands, in their order, each by a name of its own."""
    found: dict[str, Any] = {}
    for number, (operand, value) in enumerate(zip(op.operands, values)):
        name = names.get(operand, operand.name or f"operand{number}")
        found[name if name not in found else f"{name} (operand {number})"] = value
    return found


def _text(value: Any) -> str:
    array = np.asarray(value)
    return str(array.item())


def _summary(array: np.ndarray) -> str:
    if not array.size:
        return "no elements"
    if array.size <= _MOST_SHOWN:
        return ", ".join(map(_text, array.reshape(-1)))
    if array.dtype.kind == "c":
        return f"{array.size} elements, from {_text(array.reshape(-1)[0])} to {_text(array.reshape(-1)[-1])}"
    wide = array.astype(np.float64)
    nans = int(np.isnan(wide).sum())
    if nans == array.size:
        return f"{nans} NaN"
    return (f"{array.size} elements between {np.nanmin(wide):.6g} and {np.nanmax(wide):.6g}"
            f"{f', of which {nans} are NaN' if nans else ''}")


def places_of(op: Operation, index: tuple[int, ...], result: int = 0, most: int = _MOST_SHOWN + 1,
              ) -> dict[int, list[tuple[int, ...]]]:
    """The elements of each operand that the element of a result depends on, the first `most`; of an operand of which they are not
    known before the program runs, nothing."""
    try:
        maps = output_to_input(op, result)
    except UserError:
        return {}
    found: dict[int, list[tuple[int, ...]]] = {}
    for number, several in maps.items():
        places: dict[tuple[int, ...], None] = {}
        for map in several:
            if map.is_undefined or map.runtime or len(map.dims) != len(index):
                break
            ranges = [v.bounds for v in map.ranges]
            for point in islice(_product(ranges), most):
                if map.contains(index, point):
                    places[tuple(int(k) for k in map.evaluate(index, point))] = None
        else:
            found[number] = list(places)
    return found


def _product(ranges: list[Any]) -> Iterator[tuple[int, ...]]:
    if not ranges:
        yield ()
        return
    for first in range(ranges[0].lower, ranges[0].upper + 1):
        for rest in _product(ranges[1:]):
            yield (first, *rest)
