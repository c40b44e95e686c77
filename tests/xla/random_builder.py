"""Random programs by the builder: a few parameters, and operations on values that are there, of small numbers."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from hloom.xla import Shape, ops
from hloom.xla.builder import XlaBuilder, XlaComputation, XlaOp

TYPES = ("f32", "s32", "u8", "pred", "f64")
_FLOAT = (ops.Abs, ops.Neg, ops.Floor, ops.Ceil, ops.Sign, ops.Round, ops.RoundNearestEven, ops.Tanh, ops.Logistic, ops.Cos)
_INTEGRAL = (ops.Not, ops.PopulationCount, ops.Clz)


class Maker:
    """Makes one program from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.builder = XlaBuilder(f"random{seed}", die_immediately_on_error=True)
        self.values: list[XlaOp] = []
        self.arguments: list[np.ndarray] = []

    def made(self) -> tuple[XlaComputation, list[np.ndarray]]:
        for k in range(self.random.randint(1, 3)):
            shape = Shape(self.random.choice(TYPES), [self.random.randint(1, 4) for _ in range(self.random.randint(0, 3))])
            self.values.append(ops.Parameter(self.builder, k, shape))
            self.arguments.append(self.array(shape))
        for _ in range(self.random.randint(3, 14)):
            self.values.append(self.random.choice(STEPS)(self, self.random.choice(self.values)))
        return self.builder.Build(
            ops.Tuple(self.builder, self.random.sample(self.values, min(3, len(self.values))))
        ), self.arguments

    def array(self, shape: Shape) -> np.ndarray:
        numbers = [
            self.random.randint(0 if shape.element_type.text in ("u8", "pred") else -4, 5) for _ in range(shape.elements_in)
        ]
        return np.array(numbers).reshape(shape.dimensions).astype(shape.dtype)

    def partner(self, x: XlaOp) -> Any:
        """A value to compute with `x`: of the same shape, a scalar, or one with sizes 1."""
        same = [v for v in self.values if v.element_type is x.element_type and v.shape.dimensions in (x.shape.dimensions, ())]
        if same and self.random.random() < 0.6:
            return self.random.choice(same)
        sizes = [n if self.random.random() < 0.7 else 1 for n in x.shape.dimensions]
        return self.array(Shape(x.element_type, sizes))


def binary(m: Maker, x: XlaOp) -> XlaOp:
    common: list[Any] = [ops.Max, ops.Min]
    if x.element_type.text == "pred":
        common += [ops.And, ops.Or, ops.Xor]
    elif x.element_type.is_float:
        common += [ops.Add, ops.Sub, ops.Mul]
    else:
        common += [ops.Add, ops.Sub, ops.Mul, ops.Div, ops.Rem, ops.And, ops.Or, ops.Xor, ops.ShiftLeft, ops.ShiftRightArithmetic,
                   ops.ShiftRightLogical]
    return m.random.choice(common)(x, m.partner(x))


def unary(m: Maker, x: XlaOp) -> XlaOp:
    if x.element_type.is_float:
        return m.random.choice(_FLOAT)(x)
    return ops.Not(x) if x.element_type.text == "pred" else m.random.choice(_INTEGRAL)(x)


def compare(m: Maker, x: XlaOp) -> XlaOp:
    names = [d + total for d in ("Eq", "Ne", "Ge", "Gt", "Le", "Lt") for total in ("", "TotalOrder")]
    return getattr(ops, m.random.choice(names))(x, m.partner(x))


def select(m: Maker, x: XlaOp) -> XlaOp:
    return ops.Select(ops.Ge(x, ops.ZerosLike(x)), x, ops.FullLike(x, 1))


def convert(m: Maker, x: XlaOp) -> XlaOp:
    return ops.ConvertElementType(x, m.random.choice(TYPES))


def reduce(m: Maker, x: XlaOp) -> XlaOp:
    dims = [d for d in range(x.rank) if m.random.random() < 0.5]
    name = m.random.choice(["Max", "Min"] if x.element_type.text == "pred" else ["Add", "Max", "Min"])
    start = {"Add": ops.Zero, "Max": ops.MinValue, "Min": ops.MaxValue}[name](m.builder, x.element_type)
    return ops.Reduce(x, start, getattr(ops, f"CreateScalar{name}Computation")(x.element_type), dims)


def transpose(m: Maker, x: XlaOp) -> XlaOp:
    return ops.Transpose(x, m.random.sample(range(x.rank), x.rank))


def reshape(m: Maker, x: XlaOp) -> XlaOp:
    count = x.shape.elements_in
    divisor = m.random.choice([n for n in range(1, count + 1) if count % n == 0])
    return ops.Reshape(x, [divisor, count // divisor])


def reverse(m: Maker, x: XlaOp) -> XlaOp:
    return ops.Rev(x, [d for d in range(x.rank) if m.random.random() < 0.5])


def cut(m: Maker, x: XlaOp) -> XlaOp:
    starts = [m.random.randrange(n) for n in x.shape.dimensions]
    limits = [m.random.randint(s + 1, n) for s, n in zip(starts, x.shape.dimensions)]
    return ops.Slice(x, starts, limits, [m.random.randint(1, 2) for _ in starts])


def dynamic_slice(m: Maker, x: XlaOp) -> XlaOp:
    if not x.rank:  # jaxlib hands programs on in a form that it does not read for scalars
        return x
    return ops.DynamicSlice(
        x, [m.random.randint(-2, 5) for _ in range(x.rank)], [m.random.randint(1, n) for n in x.shape.dimensions]
    )


def pad(m: Maker, x: XlaOp) -> XlaOp:
    if not x.rank:  # XLA prints a pad of a scalar so that it cannot read it
        return x
    return ops.Pad(
        x,
        ops.One(m.builder, x.element_type),
        [(m.random.randint(0, 1), m.random.randint(0, 1), m.random.randint(0, 1)) for _ in range(x.rank)],
    )


def broadcast(m: Maker, x: XlaOp) -> XlaOp:
    return ops.Broadcast(x, [2]) if x.rank < 3 else ops.Collapse(x, [0, 1])


def concatenate(m: Maker, x: XlaOp) -> XlaOp:
    return ops.ConcatInDim(m.builder, [x, x], m.random.randrange(x.rank)) if x.rank else x


def sort(m: Maker, x: XlaOp) -> XlaOp:
    return ops.Sort([x], None, m.random.randrange(x.rank), True) if x.rank else x


def multiply(m: Maker, x: XlaOp) -> XlaOp:
    if x.rank != 2 or not x.element_type.is_float:
        return x
    return ops.Dot(x, ops.Transpose(x, [1, 0]))


def loop(m: Maker, x: XlaOp) -> XlaOp:
    """Adds the value to itself, a few times."""
    if x.element_type.text == "pred":
        return x
    state = ops.Tuple(m.builder, [ops.ConstantR0(m.builder, 0), x])
    condition, body = XlaBuilder("below"), XlaBuilder("step")
    below = condition.Build(ops.Parameter(condition, 0, state.shape)[0] < m.random.randint(0, 3))
    count, value = ops.Parameter(body, 0, state.shape)
    return ops.While(below, body.Build(ops.Tuple(body, [count + 1, value + value])), state)[1]


def branch(m: Maker, x: XlaOp) -> XlaOp:
    branches = []
    for function in (lambda v: v, lambda v: ops.Rev(v, range(v.rank)), lambda v: ops.ZerosLike(v)):
        sub = XlaBuilder("branch")
        branches.append(sub.Build(function(ops.Copy(ops.Parameter(sub, 0, x.shape)))))
    return ops.Conditional(ops.ConstantR0(m.builder, m.random.randint(-1, 3)), branches, [x] * 3)


def window(m: Maker, x: XlaOp) -> XlaOp:
    if not x.rank or x.element_type.text == "pred":
        return x
    size = [m.random.randint(1, n) for n in x.shape.dimensions]
    return ops.ReduceWindow(x, ops.MinValue(m.builder, x.element_type), ops.CreateScalarMaxComputation(x.element_type), size,
                            [m.random.randint(1, 2) for _ in size], m.random.choice(["SAME", "VALID"]))


def gather(m: Maker, x: XlaOp) -> XlaOp:
    if not x.rank:
        return x
    numbers = {"offset_dims": range(1, x.rank), "collapsed_slice_dims": [0], "start_index_map": [0], "index_vector_dim": 1}
    return ops.Gather(
        x, ops.ConstantR1(m.builder, [m.random.randint(0, 4) for _ in range(3)]), numbers, [1, *x.shape.dimensions[1:]]
    )


def update(m: Maker, x: XlaOp) -> XlaOp:
    if not x.rank:
        return x
    part = m.array(Shape(x.element_type, [m.random.randint(1, n) for n in x.shape.dimensions]))
    return ops.DynamicUpdateSlice(x, ops.ConstantLiteral(m.builder, part), [m.random.randint(-2, 5) for _ in range(x.rank)])


def scatter(m: Maker, x: XlaOp) -> XlaOp:
    """Adds rows at places that may lie outside."""
    if not x.rank or x.element_type.text == "pred":
        return x
    rest = range(1, x.rank)
    numbers = {"update_window_dims": rest, "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0],
               "index_vector_dim": 1}
    rows = m.array(Shape(x.element_type, (3, *x.shape.dimensions[1:])))
    places = ops.ConstantR1(m.builder, [m.random.randint(-1, 4) for _ in range(3)])
    return ops.Scatter(x, places, ops.ConstantLiteral(m.builder, rows), ops.CreateScalarAddComputation(x.element_type), numbers)


def clamp(m: Maker, x: XlaOp) -> XlaOp:
    return x if x.element_type.text == "pred" else ops.Clamp(ops.One(m.builder, x.element_type), x, ops.FullLike(x, 3))


def mapped(m: Maker, x: XlaOp) -> XlaOp:
    return ops.Map(m.builder, [x, x], ops.CreateScalarMaxComputation(x.element_type))


def largest(m: Maker, x: XlaOp) -> XlaOp:
    """The place of the largest element, or the elements themselves."""
    if not x.rank or x.element_type.text == "pred":
        return x
    if m.random.random() < 0.5:
        return ops.ArgMax(x, "s32", m.random.randrange(x.rank))
    return ops.TopK(x, m.random.randint(1, x.shape.dimensions[-1]))[0] if x.element_type.text == "f32" else x


def convolve(m: Maker, x: XlaOp) -> XlaOp:
    if x.rank != 3 or not x.element_type.is_float:
        return x
    kernel = m.array(Shape(x.element_type, (2, x.shape.dimensions[1], m.random.randint(1, x.shape.dimensions[2]))))
    return ops.Conv(x, ops.ConstantLiteral(m.builder, kernel), [m.random.randint(1, 2)], m.random.choice(["SAME", "VALID"]))


def sized(m: Maker, x: XlaOp) -> XlaOp:
    """Some of the elements of a dimension, added up."""
    if not x.rank or x.element_type.text == "pred":
        return x
    d = m.random.randrange(x.rank)
    part = ops.SetDimensionSize(x, m.random.randint(0, x.shape.dimensions[d]), d)
    return ops.Reduce(part, ops.Zero(m.builder, x.element_type), ops.CreateScalarAddComputation(x.element_type), [d])


def precise(m: Maker, x: XlaOp) -> XlaOp:
    return ops.ReducePrecision(x, m.random.randint(4, 8), m.random.randint(2, 9)) if x.element_type.is_float else x


STEPS = (
    binary,
    binary,
    binary,
    unary,
    compare,
    select,
    convert,
    reduce,
    transpose,
    reshape,
    reverse,
    cut,
    dynamic_slice,
    pad,
    broadcast,
    concatenate,
    sort,
    multiply,
    loop,
    branch,
    window,
    gather,
    update,
    scatter,
    clamp,
    mapped,
    largest,
    convolve,
    sized,
    precise,
)
