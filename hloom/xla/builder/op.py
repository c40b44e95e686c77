"""Values of a program under construction, with the operators of Python."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
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

    def _apply(self, name: str, *operands: Any) -> XlaOp:
        return OPERATIONS[name](*operands)

    def __add__(self, other: Any) -> XlaOp:
        return self._apply("Add", self, other)

    def __radd__(self, other: Any) -> XlaOp:
        return self._apply("Add", other, self)

    def __sub__(self, other: Any) -> XlaOp:
        return self._apply("Sub", self, other)

    def __rsub__(self, other: Any) -> XlaOp:
        return self._apply("Sub", other, self)

    def __mul__(self, other: Any) -> XlaOp:
        return self._apply("Mul", self, other)

    def __rmul__(self, other: Any) -> XlaOp:
        return self._apply("Mul", other, self)

    def __truediv__(self, other: Any) -> XlaOp:
        return self._apply("Div", self, other)

    def __rtruediv__(self, other: Any) -> XlaOp:
        return self._apply("Div", other, self)

    def __mod__(self, other: Any) -> XlaOp:
        return self._apply("Rem", self, other)

    def __rmod__(self, other: Any) -> XlaOp:
        return self._apply("Rem", other, self)

    def __pow__(self, other: Any) -> XlaOp:
        return self._apply("Pow", self, other)

    def __rpow__(self, other: Any) -> XlaOp:
        return self._apply("Pow", other, self)

    def __and__(self, other: Any) -> XlaOp:
        return self._apply("And", self, other)

    def __rand__(self, other: Any) -> XlaOp:
        return self._apply("And", other, self)

    def __or__(self, other: Any) -> XlaOp:
        return self._apply("Or", self, other)

    def __ror__(self, other: Any) -> XlaOp:
        return self._apply("Or", other, self)

    def __xor__(self, other: Any) -> XlaOp:
        return self._apply("Xor", self, other)

    def __rxor__(self, other: Any) -> XlaOp:
        return self._apply("Xor", other, self)

    def __lshift__(self, other: Any) -> XlaOp:
        return self._apply("ShiftLeft", self, other)

    def __rshift__(self, other: Any) -> XlaOp:
        is_signed = self.valid and self.element_type.is_signed_integer
        return self._apply("ShiftRightArithmetic" if is_signed else "ShiftRightLogical", self, other)

    def __matmul__(self, other: Any) -> XlaOp:
        return self._apply("Dot", self, other)

    def __rmatmul__(self, other: Any) -> XlaOp:
        return self._apply("Dot", other, self)

    def __neg__(self) -> XlaOp:
        return self._apply("Neg", self)

    def __pos__(self) -> XlaOp:
        return self

    def __abs__(self) -> XlaOp:
        return self._apply("Abs", self)

    def __invert__(self) -> XlaOp:
        return self._apply("Not", self)

    def __lt__(self, other: Any) -> XlaOp:
        return self._apply("Lt", self, other)

    def __le__(self, other: Any) -> XlaOp:
        return self._apply("Le", self, other)

    def __gt__(self, other: Any) -> XlaOp:
        return self._apply("Gt", self, other)

    def __ge__(self, other: Any) -> XlaOp:
        return self._apply("Ge", self, other)

    def __eq__(self, other: object) -> XlaOp:  # type: ignore[override]
        return self._apply("Eq", self, other)

    def __ne__(self, other: object) -> XlaOp:  # type: ignore[override]
        return self._apply("Ne", self, other)

    def __iter__(self) -> Any:
        """The elements of a tuple."""
        if not self.shape.is_tuple:
            raise InputError(f"{self.shape} is no tuple: its elements are not taken one by one")
        return iter([self._apply("GetTupleElement", self, k) for k in range(len(self.shape.tuple_shapes))])

    def __getitem__(self, index: Any) -> XlaOp:
        """`x[1]` of a tuple; of an array a slice by integers, slices with steps of at least 1, and `...`."""
        if not self.valid:
            return self
        if self.shape.is_tuple:
            return self._apply("GetTupleElement", self, index)
        return self._apply("SliceByIndex", self, index if isinstance(index, tuple) else (index,))


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
