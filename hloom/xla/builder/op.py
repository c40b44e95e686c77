"""Values of a program under construction, with the operators of Python."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from hloom.ir.core import Value
from hloom.ir.primitive_type import PrimitiveType
from hloom.support.diagnostics import InputError
from hloom.xla.builder.computation import XlaComputation
from hloom.xla.shape import Shape

if TYPE_CHECKING:
    from hloom.xla.builder.builder import XlaBuilder

#: Every operation of `hloom.xla.ops` by its name, for operators.
OPERATIONS: Final[dict[str, Any]] = {}


def _operators(name: str) -> tuple[Callable[[XlaOp, Any], XlaOp], Callable[[XlaOp, Any], XlaOp]]:
    """An operation as operator, with the value on the left and on the right."""
    return lambda self, other: OPERATIONS[name](self, other), lambda self, other: OPERATIONS[name](other, self)


class XlaOp:
    """A value that an operation of a builder gives.

    The operators `+ - * / % ** & | ^ ~ << >> < <= > >= == != @` and `abs` are operations of `hloom.xla.ops`; a number or an array
    of NumPy beside them becomes a constant of the other side's type. `>>` keeps the sign of signed numbers. `x[i]` is an
    element of a tuple, or a slice of an array. An operation that failed gives a value that is not `valid`; the builder keeps why.
    """

    __slots__ = ("_shape", "builder", "value")

    #: NumPy leaves operators with an array on the left to this class.
    __array_ufunc__ = None

    def __init__(self, builder: XlaBuilder, value: Value | None, shape: Shape | None) -> None:
        self.builder, self.value, self._shape = builder, value, shape

    @property
    def valid(self) -> bool:
        """Whether the operation that gives this value has been made."""
        return self.value is not None

    @property
    def shape(self) -> Shape:
        """The shape of the value. InputError, the builder's first one, where the operation failed."""
        if self._shape is None:
            raise self.builder.first_error or InputError("this value is not valid")
        return self._shape

    @property
    def element_type(self) -> PrimitiveType:
        return self.shape.element_type

    @property
    def rank(self) -> int:
        return self.shape.rank

    @property
    def name(self) -> str:
        """The name of the instruction."""
        return (self.value.name if self.value is not None else None) or ""

    def __repr__(self) -> str:
        return f"<XlaOp {self.name}: {self._shape}>" if self.valid else "<XlaOp, not valid>"

    def __bool__(self) -> bool:
        raise InputError("the truth of a value is not known before the program runs; use ops.Select or ops.Conditional")

    __hash__ = object.__hash__

    __add__, __radd__ = _operators("Add")
    __sub__, __rsub__ = _operators("Sub")
    __mul__, __rmul__ = _operators("Mul")
    __truediv__, __rtruediv__ = _operators("Div")
    __mod__, __rmod__ = _operators("Rem")
    __pow__, __rpow__ = _operators("Pow")
    __and__, __rand__ = _operators("And")
    __or__, __ror__ = _operators("Or")
    __xor__, __rxor__ = _operators("Xor")
    __matmul__, __rmatmul__ = _operators("Dot")
    __lshift__, _ = _operators("ShiftLeft")
    __lt__, _ = _operators("Lt")
    __le__, _ = _operators("Le")
    __gt__, _ = _operators("Gt")
    __ge__, _ = _operators("Ge")
    __eq__, _ = _operators("Eq")  # type: ignore[assignment]
    __ne__, _ = _operators("Ne")  # type: ignore[assignment]
    del _

    def __rshift__(self, other: Any) -> XlaOp:
        is_signed = self.valid and self.element_type.is_signed_integer
        return OPERATIONS["ShiftRightArithmetic" if is_signed else "ShiftRightLogical"](self, other)

    def __neg__(self) -> XlaOp:
        return OPERATIONS["Neg"](self)

    def __pos__(self) -> XlaOp:
        return self

    def __abs__(self) -> XlaOp:
        return OPERATIONS["Abs"](self)

    def __invert__(self) -> XlaOp:
        return OPERATIONS["Not"](self)

    def __iter__(self) -> Any:
        """The elements of a tuple."""
        if not self.shape.is_tuple:
            raise InputError(f"{self.shape} is no tuple: its elements are not taken one by one")
        return iter([OPERATIONS["GetTupleElement"](self, k) for k in range(len(self.shape.tuple_shapes))])

    def __getitem__(self, index: Any) -> XlaOp:
        """`x[1]` of a tuple; of an array a slice by integers, slices with steps of at least 1, and `...`."""
        if not self.valid:
            return self
        if self.shape.is_tuple:
            return OPERATIONS["GetTupleElement"](self, index)
        return OPERATIONS["SliceByIndex"](self, index if isinstance(index, tuple) else (index,))


def failed(builder: XlaBuilder, returns: Any) -> Any:
    """What a failing operation returns: a value that is not valid, or a named tuple `returns` of such."""
    invalid = XlaOp(builder, None, None)
    fields = getattr(returns, "_fields", None)
    return invalid if fields is None else returns(*[invalid] * len(fields))


# Arguments of operations.


def ops_in(values: Any) -> Iterator[XlaOp]:
    """The operations among arguments, those in lists too."""
    for value in values:
        if isinstance(value, XlaOp):
            yield value
        elif isinstance(value, list | tuple):
            yield from ops_in(value)


def described(name: str, bound: inspect.BoundArguments, left_out: type) -> str:
    """A call with the shapes of its arguments, those of a type left out: `Dot(lhs: f32[2,3], rhs: f32[4])`."""
    parts = [f"{key}: {_argument(value)}" for key, value in bound.arguments.items() if not isinstance(value, left_out)]
    return f"{name}({', '.join(parts)})"


def _argument(value: Any) -> str:
    if isinstance(value, XlaOp):
        return value.shape.to_text(layouts=False) if value.valid else "not valid"
    if isinstance(value, XlaComputation):
        return str(value.program_shape)
    if isinstance(value, Shape):
        return value.to_text(layouts=False)
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype.name} of shape {list(value.shape)}"
    if isinstance(value, list | tuple):
        shown = ", ".join(map(_argument, value[:8]))
        return f"[{shown}{', ...' if len(value) > 8 else ''}]"
    text = str(value) if isinstance(value, int | float | complex) else repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
