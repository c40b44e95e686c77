"""What operands and results may be: predicates on types that compose with `|` and describe themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.ir.types import (
    DYNAMIC,
    AnyType,
    FunctionType,
    FutureType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    UnrankedTensorType,
)
from hloom.numbers.element_type import ElementType


class TypeConstraint:
    """A predicate on types with a description for messages: `holds(type)`, `str(constraint)`."""

    __slots__ = ("description", "holds")

    def __init__(self, description: str, holds: Callable[[AnyType], bool]) -> None:
        self.description, self.holds = description, holds

    def __or__(self, other: TypeConstraint) -> Any:
        mine, theirs = self.holds, other.holds
        return TypeConstraint(f"{self.description} or {other.description}", lambda t: mine(t) or theirs(t))

    def __and__(self, other: TypeConstraint) -> Any:
        mine, theirs = self.holds, other.holds
        return TypeConstraint(f"{self.description} and {other.description}", lambda t: mine(t) and theirs(t))

    def __str__(self) -> str:
        return self.description


def _tensor_of(kinds: tuple[str, ...], description: str) -> Any:
    def holds(type: AnyType) -> bool:
        return isinstance(type, TensorType) and isinstance(type.element, ElementType) and type.element.kind in kinds

    return TypeConstraint(f"tensor of {description}", holds)


def element(*names: str) -> Any:
    """Tensors of the element types with these names."""
    return TypeConstraint(f"tensor of {' or '.join(names)}", lambda t: isinstance(t, TensorType) and str(t.element) in names)


def rank(n: int) -> Any:
    """Tensors of rank `n`."""
    return TypeConstraint(f"{n}-dimensional tensor", lambda t: isinstance(t, TensorType) and t.rank == n)


# Typed Any so that a declaration `operand: Operand = tensor` satisfies a type checker.
pred: Any = _tensor_of(("pred",), "booleans")
integer: Any = _tensor_of(("sint", "uint"), "integers")
signed: Any = _tensor_of(("sint",), "signed integers")
unsigned: Any = _tensor_of(("uint",), "unsigned integers")
float_: Any = _tensor_of(("float",), "floating-point numbers")
complex_: Any = _tensor_of(("complex",), "complex numbers")
index: Any = _tensor_of(("index",), "indices")
#: Any tensor that is not quantized, nor of indices, which only other dialects compute with.
tensor: Any = TypeConstraint(
    "tensor", lambda t: isinstance(t, TensorType) and isinstance(t.element, ElementType) and t.element.kind != "index")
#: Any quantized tensor, but of blocks of its own along several axes, which the operations do not take.
quantized: Any = TypeConstraint("quantized tensor", lambda t: isinstance(t, TensorType) and isinstance(t.element, QuantizedType)
                                and not t.element.block_sizes)
per_tensor_quantized: Any = TypeConstraint(
    "per-tensor quantized tensor",
    lambda t: isinstance(t, TensorType) and isinstance(t.element, QuantizedType) and t.element.is_per_tensor)
scalar: Any = TypeConstraint("0-dimensional tensor", lambda t: isinstance(t, TensorType) and t.rank == 0)
vector: Any = TypeConstraint("1-dimensional tensor", lambda t: isinstance(t, TensorType) and t.rank == 1)
static: Any = TypeConstraint("tensor of static shape", lambda t: isinstance(t, TensorType) and t.is_static)
token: Any = TypeConstraint("token", lambda t: isinstance(t, TokenType))
tuple_: Any = TypeConstraint("tuple", lambda t: isinstance(t, TupleType))
future: Any = TypeConstraint("future", lambda t: isinstance(t, FutureType))
function: Any = TypeConstraint("function", lambda t: isinstance(t, FunctionType))
any_type: Any = TypeConstraint("any type", lambda t: True)
#: What most operations take: a tensor, quantized or not.
any_tensor: Any = TypeConstraint("tensor", lambda t: tensor.holds(t) or quantized.holds(t))


def _is_buffer(type: AnyType) -> bool:
    return isinstance(type, OpaqueType) and type.text.startswith(("memref<", "!hlo.buffer<", "!hlo.opaque"))


def _is_handed_over(type: AnyType) -> bool:
    if isinstance(type, TupleType):
        return all(map(_is_handed_over, type.elements))
    if isinstance(type, UnrankedTensorType):
        return getattr(type.element, "kind", None) != "index"
    return any_tensor.holds(type) or isinstance(type, TokenType | FutureType) or _is_buffer(type)


#: What functions outside of the program take and give.
handed_over: Any = TypeConstraint("tensor, buffer, token or future, or tuple of them", _is_handed_over)


def of_any_rank(constraint: TypeConstraint) -> Any:
    """The tensors that a constraint admits, and tensors of unknown rank of the same elements."""
    return TypeConstraint(f"{constraint.description}, of any rank", lambda t: constraint.holds(
        TensorType((), t.element) if isinstance(t, UnrankedTensorType) else t))


#: Any tensor, of indices too.
ranked_tensor: Any = TypeConstraint("tensor", lambda t: isinstance(t, TensorType))


def unique(values: Any) -> bool:
    """Whether no value occurs twice."""
    return len(set(values)) == len(values)


def in_range(values: Any, upper: int, lower: int = 0) -> bool:
    """Whether every value lies in [lower, upper)."""
    for v in values:
        if not lower <= v < upper:
            return False
    return True


def compatible_shapes(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Whether two shapes may be equal at run time: equal rank, and equal sizes where both are known. (What stands for sizes that
    no tensor can have lies below DYNAMIC.)"""
    return a == b or (len(a) == len(b) and all(m == n or (DYNAMIC in (m, n) and min(m, n) == DYNAMIC) for m, n in zip(a, b)))


def same_shape(a: Any, b: Any) -> bool:
    """Whether tensors of two types may have one shape at run time: sizes are equal where both are known, and none exceeds a
    bound that the other type states."""
    if not compatible_shapes(a.shape, b.shape):
        return False
    if a.encoding is None and b.encoding is None:
        return True
    return (all(bound is None or n <= bound for n, bound in zip(a.shape, b.bounds))
            and all(bound is None or n <= bound for n, bound in zip(b.shape, a.bounds)))


def compatible(a: AnyType, b: AnyType) -> bool:
    """Whether two types may be the same at run time: shapes compatible with each other and with their bounds, everything else
    equal."""
    if a is b:
        return True
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        return a.element is b.element and same_shape(a, b)
    if isinstance(a, TokenType) and isinstance(b, TokenType):
        return True
    if isinstance(a, TupleType | FutureType) and type(a) is type(b):
        return len(a.elements) == len(b.elements) and all(map(compatible, a.elements, b.elements))  # type: ignore[attr-defined]
    return False


def expressed_element(type: AnyType) -> Any:
    """The element type, a quantized one replaced by the type it expresses."""
    found = type.element  # type: ignore[union-attr]
    return found.expressed if isinstance(found, QuantizedType) else found


def baseline_element(type: AnyType) -> Any:
    """What must agree between the types of most operations: the element type; for a quantized one storage and expressed
    types and the storage range, scales and zero points apart (StableHLO spec: `baseline_element_type`)."""
    found = type.element  # type: ignore[union-attr]
    if isinstance(found, QuantizedType):
        return found.storage, found.expressed, found.storage_min, found.storage_max
    return found
