"""Computations that compare, for Sort (lib/comparators)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.computation import XlaComputation
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.inputs import ConstantR0, Parameter
from hloom.xla.shape import Shape, primitive_type


def CreateScalarComparisonComputation(name: str, operand_types: Sequence[Any], comparators: Sequence[Any],
                                      builder: XlaBuilder | None = None) -> XlaComputation:
    """A computation of 2n scalars (lhs0, rhs0, lhs1, rhs1, ...) that compares them in order.

    A comparator, as LtTotalOrder, says how the pair of its place compares; None leaves the pair out. A pair decides if all
    before it are equal.
    """
    types = [primitive_type(t) for t in operand_types]
    if len(types) != len(comparators) or not any(c is not None for c in comparators):
        raise InputError(
            f"there is a comparator or None for each of {len(types)} operands, and one at least; got {len(comparators)}"
        )
    sub = builder.CreateSubBuilder(name) if builder is not None else XlaBuilder(name)
    sides = [(Parameter(sub, 2 * k, Shape(t), f"p.{k}.lhs"), Parameter(sub, 2 * k + 1, Shape(t), f"p.{k}.rhs"))
             for k, t in enumerate(types)]
    used = [(lhs, rhs, c) for (lhs, rhs), c in zip(sides, comparators) if c is not None]
    result, equal = ConstantR0(sub, False), ConstantR0(sub, True)
    for k, (lhs, rhs, compare) in enumerate(used):
        holds = compare(lhs, rhs)
        result = holds if k == 0 else e.Select(equal, holds, result)
        if k + 1 < len(used):
            equal = e.And(equal, e.EqTotalOrder(lhs, rhs))
    return sub.Build(result)


def CreateScalarLtComputation(operand_types: Sequence[Any], builder: XlaBuilder | None = None) -> XlaComputation:
    """Whether the first operand's pair is in rising order, -NaN < -inf < ... < -0 < 0 < ... < inf < NaN."""
    return _by_first("compare-less-than", operand_types, e.LtTotalOrder, builder)


def CreateScalarGtComputation(operand_types: Sequence[Any], builder: XlaBuilder | None = None) -> XlaComputation:
    """Whether the first operand's pair is in falling order."""
    return _by_first("compare-greater-than", operand_types, e.GtTotalOrder, builder)


def _by_first(name: str, operand_types: Sequence[Any], compare: Any, builder: XlaBuilder | None) -> XlaComputation:
    types = [operand_types] if isinstance(operand_types, str) or not isinstance(operand_types, Sequence) else list(operand_types)
    return CreateScalarComparisonComputation(name, types, [compare, *[None] * (len(types) - 1)], builder)
