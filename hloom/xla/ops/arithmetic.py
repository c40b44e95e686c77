"""Computations of two scalars, for reductions; and what is made of them (lib/arithmetic)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.computation import XlaComputation
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.constants import MaxValue, MinValue, Zero
from hloom.xla.ops.inputs import Iota, Parameter
from hloom.xla.ops.movement import GetTupleElement, Tuple
from hloom.xla.ops.reduction import Reduce, ReduceAll
from hloom.xla.shape import Shape, primitive_type


def CreateScalarComputation(
    name: str, type: Any, builder: XlaBuilder | None, generator: Callable[[XlaOp, XlaOp], XlaOp]
) -> XlaComputation:
    """The computation (lhs, rhs) -> generator(lhs, rhs) of two scalars of a type."""
    scalar = Shape(primitive_type(type))
    sub = builder.CreateSubBuilder(name) if builder is not None else XlaBuilder(name)
    lhs, rhs = Parameter(sub, 0, scalar, "lhs"), Parameter(sub, 1, scalar, "rhs")
    return sub.Build(generator(lhs, rhs))


def _reducer(word: str, function: Any) -> Any:
    def create(type: Any, builder: XlaBuilder | None = None) -> XlaComputation:
        found = primitive_type(type)
        return CreateScalarComputation(f"{word}_{found.text}", found, builder, function)

    create.__name__ = create.__qualname__ = f"CreateScalar{word.capitalize()}Computation"
    create.__doc__ = f"The computation (lhs, rhs) -> {function.__name__}(lhs, rhs) of two scalars of a type."
    return create


CreateScalarAddComputation = _reducer("add", e.Add)
CreateScalarMultiplyComputation = _reducer("multiply", e.Mul)
CreateScalarGeComputation = _reducer("ge", e.Ge)
CreateScalarMaxComputation = _reducer("max", e.Max)
CreateScalarMinComputation = _reducer("min", e.Min)
CreateScalarAndComputation = _reducer("and", e.And)
CreateScalarOrComputation = _reducer("or", e.Or)


def CreateScalarIdentityWithZeroComputation(type: Any, builder: XlaBuilder | None = None) -> XlaComputation:
    """The computation whose identity is zero: `Or` for PRED, else `Add`."""
    found = primitive_type(type)
    return (CreateScalarOrComputation if found.text == "pred" else CreateScalarAddComputation)(found, builder)


@operation
def Any_(predicates: XlaOp) -> XlaOp:
    """Whether any element is true; false of none."""
    return ReduceAll(predicates, False, CreateScalarOrComputation("pred", predicates.builder))


@operation
def ArgMinMax(input: XlaOp, output_type: Any, axis: int, is_min: bool) -> XlaOp:
    """The place of the smallest or largest element along an axis; of equal ones the first. NaN counts as the one that is looked
    for."""
    type, index = input.element_type, primitive_type(output_type)
    builder = input.builder
    sub = builder.CreateSubBuilder("minmax_func")
    best, best_at = Parameter(sub, 0, Shape(type), "lhs_value"), Parameter(sub, 1, Shape(index), "lhs_index")
    value, at = Parameter(sub, 2, Shape(type), "rhs_value"), Parameter(sub, 3, Shape(index), "rhs_index")
    compare = e.Le if is_min else e.Ge
    first = compare(best, value)
    same = e.Eq(best, value)
    if type.is_float:
        best_nan, value_nan = e.Ne(best, best), e.Ne(value, value)
        first = e.Or(first, best_nan)
        same = e.Or(same, e.And(best_nan, value_nan))
        first = e.And(first, e.Or(e.Not(value_nan), best_nan))
    # Of equal elements the one with the smaller index, in whatever order they come.
    chosen_at = e.Select(same, e.Min(best_at, at), e.Select(first, best_at, at))
    reducer = sub.Build(Tuple(sub, [e.Select(first, best, value), chosen_at]))
    start = MaxValue(builder, type) if is_min else MinValue(builder, type)
    places = Iota(builder, input.shape.replace(element_type=index), axis)
    found = Reduce(
        [input, places],
        [start, MaxValue(builder, index) if input.shape.dimensions[axis] else Zero(builder, index)],
        reducer,
        [axis],
    )
    return GetTupleElement(found, 1)


@operation
def ArgMax(input: XlaOp, output_type: Any, axis: int) -> XlaOp:
    """The place of the largest element along an axis; of equal ones the first."""
    return ArgMinMax(input, output_type, axis, False)


@operation
def ArgMin(input: XlaOp, output_type: Any, axis: int) -> XlaOp:
    """The place of the smallest element along an axis; of equal ones the first."""
    return ArgMinMax(input, output_type, axis, True)
