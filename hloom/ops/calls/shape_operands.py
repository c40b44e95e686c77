"""Operands of custom calls that give the shapes of results: how exports with symbolic sizes say what is known at run time only.

The attribute `indices_of_shape_operands` names one operand for each result, in order: a vector of sizes.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.attributes import DenseElementsAttr
from hloom.ops.stablehlo.custom_call import SHAPE_OPERANDS
from hloom.support.diagnostics import EvaluationError

Array = Any


def without_shapes(op: Any, operands: tuple[Array, ...]) -> tuple[tuple[Array, ...], list[tuple[int, ...]]]:
    """The operands that are data, and the shape of each result. EvaluationError where one is not known."""
    given = op.attributes.get(SHAPE_OPERANDS)
    places = [int(k) for k in given.array().reshape(-1)] if isinstance(given, DenseElementsAttr) else []
    first = len(operands) - len(places)
    if places and (len(places) != len(op.results) or places != list(range(first, len(operands)))):
        raise EvaluationError.at(op.span, "custom_call", "indices_of_shape_operands must name the last operands, one for each "
                                 f"of the {len(op.results)} results, got {places}")
    shapes = []
    for number, result in enumerate(op.results):
        shape = result.type.shape
        if places:
            sizes = operands[first + number]
            found = tuple(int(n) for n in sizes.reshape(-1)) if sizes.dtype.kind in "iu" else ()
            if len(found) != len(shape) or any(n < 0 or (k >= 0 and n != k) for n, k in zip(found, shape)):
                raise EvaluationError.at(op.span, "custom_call", f"operand {first + number} must give the shape of result "
                                         f"{number}, {result.type}, got {list(found)}")
            shape = found
        elif not result.type.is_static:
            raise EvaluationError.at(op.span, "custom_call", f"the shape of result {number}, {result.type}, is not known: no "
                                     "indices_of_shape_operands")
        shapes.append(shape)
    return operands[:first], shapes
