"""Functions of NumPy as operations: an array that notes down what is computed of it.

The special functions of `hloom.numbers` are written once, for arrays. Given a `Traced` in the place of an array they append to a
builder what they compute, so that the same formulas are there in plain operations of HLO. What a formula needs is in the tables
below; it may not ask for values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from hloom.support.diagnostics import InternalError
from hloom.xla.builder.op import XlaOp
from hloom.xla.ops import elementwise as e
from hloom.xla.ops.constants import FullLike, ScalarLike
from hloom.xla.ops.movement import Broadcast, Reshape
from hloom.xla.shape import Shape


def traced(function: Callable[..., Any], *operands: XlaOp) -> XlaOp:
    """What a function of f64 arrays gives for operands of one floating-point type and shape, in their type."""
    type = operands[0].element_type
    wide = [op if op.element_type.text == "f64" else e.ConvertElementType(op, "f64") for op in operands]
    found = function(*map(Traced, wide)).op
    return found if found.element_type is type else e.ConvertElementType(found, type)


class Traced(NDArrayOperatorsMixin):
    """An operation's result with the face of an array of NumPy."""

    def __init__(self, op: XlaOp) -> None:
        self.op = op

    @property
    def shape(self) -> tuple[int, ...]:
        return self.op.shape.dimensions

    @property
    def dtype(self) -> Any:
        return self.op.shape.dtype

    @property
    def ndim(self) -> int:
        return self.op.rank

    def view(self, dtype: Any) -> Traced:
        """The same bits as elements of another type of the width."""
        return Traced(e.BitcastConvertType(self.op, Shape(dtype, ()).element_type))

    def reshape(self, shape: tuple[int, ...]) -> Traced:
        return self if tuple(shape) == self.shape else Traced(Reshape(self.op, shape))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        function = _UFUNCS.get(ufunc.__name__)
        if function is None or method != "__call__" or options:
            raise InternalError(f"the tracer of formulas has no {ufunc.__name__}")
        return Traced(function(*_operands(inputs)))

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        function = _FUNCTIONS.get(func.__name__)
        if function is None or kwargs:
            raise InternalError(f"the tracer of formulas has no {func.__name__}")
        return function(*args)


def _operands(values: Any) -> list[XlaOp]:
    """Operands of one shape; numbers and constant arrays take the type of the others."""
    like = next(v.op for v in values if isinstance(v, Traced))
    shape: tuple[int, ...] = max((getattr(v, "shape", ()) for v in values), key=len)
    made = []
    for value in values:
        op = value.op if isinstance(value, Traced) else _constant(like, value)
        made.append(op if op.shape.dimensions == shape else Broadcast(op, shape))
    return made


def _constant(like: XlaOp, value: Any) -> XlaOp:
    array = np.asarray(value)
    if array.size and np.all(array == array.flat[0]):
        return ScalarLike(like, array.flat[0].item())
    raise InternalError("the tracer of formulas takes constant arrays of one value")


def _copysign(x: XlaOp, y: XlaOp) -> XlaOp:
    size = e.Abs(x)
    bits = e.BitcastConvertType(y, "s64")
    return e.Select(e.Lt(bits, FullLike(bits, 0)), e.Neg(size), size)


def _where(condition: Any, yes: Any, no: Any) -> Traced:
    shape = condition.shape if isinstance(condition, Traced) else ()
    like = next((v.op for v in (yes, no) if isinstance(v, Traced)), None)
    if like is None:
        holds = condition.op
        like = e.ConvertElementType(holds, "f64")
    made = []
    for value in (yes, no):
        op = value.op if isinstance(value, Traced) else ScalarLike(like, float(value))
        made.append(op if op.shape.dimensions == shape else Broadcast(op, shape))
    return Traced(e.Select(condition.op, *made))


def _broadcast_arrays(*values: Any) -> list[Any]:
    if len({v.shape for v in values}) != 1:
        raise InternalError("the tracer of formulas takes arrays of one shape")
    return list(values)


_UFUNCS: dict[str, Callable[..., XlaOp]] = {
    "add": e.Add, "subtract": e.Sub, "multiply": e.Mul, "divide": e.Div, "power": e.Pow, "negative": e.Neg, "absolute": e.Abs,
    "sqrt": e.Sqrt, "exp": e.Exp, "log": e.Log, "log1p": e.Log1p, "sin": e.Sin, "tan": e.Tan, "floor": e.Floor,
    "rint": e.RoundNearestEven, "maximum": e.Max, "minimum": e.Min, "less": e.Lt, "less_equal": e.Le, "greater": e.Gt,
    "greater_equal": e.Ge, "equal": e.Eq, "not_equal": e.Ne, "bitwise_and": e.And, "bitwise_or": e.Or, "copysign": _copysign,
    "isnan": lambda x: e.Ne(x, x), "isinf": lambda x: e.Eq(e.Abs(x), FullLike(x, np.inf))}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "where": _where, "broadcast_arrays": _broadcast_arrays, "ones_like": lambda x: Traced(FullLike(x.op, 1.0)),
    "zeros_like": lambda x: Traced(FullLike(x.op, 0.0))}
