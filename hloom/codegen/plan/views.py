"""Views: values that contractions read in place, as another value's buffer with other strides (a transpose, say), or with
numbers of a narrower type, which they widen themselves."""

from __future__ import annotations

from collections.abc import Sequence

from hloom.analysis.places import offset, strides
from hloom.expr.access import coefficient
from hloom.expr.index import ZERO, IndexExpr, Simplifier, Symbol, split_affine
from hloom.expr.scalar import Apply, Read, Scalar, convert
from hloom.ir.core import Value
from hloom.numbers.element_type import F32, F64, ElementType
from hloom.support.records import dataclass


@dataclass(frozen=True)
class View:
    """Element [i...] is element `start + sum(i * strides)` of `base`'s buffer, a number of `type`."""

    base: Value
    start: int
    strides: tuple[int, ...]
    type: ElementType

    def read(self, index: Sequence[IndexExpr | int], into: ElementType) -> Scalar:
        """The element at an index, as a number of the type `into`."""
        place = sum([k * step for k, step in zip(index, self.strides)], ZERO + self.start)
        shape = self.base.shape  # type: ignore[attr-defined]
        at = (*(ZERO for _ in shape[1:]), place) if shape else ()  # the last index alone may count all elements
        return convert(Read(self.base, at, self.type), into)


def view_of(dims: tuple[Symbol, ...], scalar: Scalar) -> View | None:
    """The view that a scalar over `dims` is, if it only reads one buffer at an affine place, and perhaps widens what is there."""
    if isinstance(scalar, Apply) and scalar.function == "convert" and _widens(scalar.children[0].type, scalar.type):
        scalar = scalar.children[0]
    if not isinstance(scalar, Read) or not isinstance(scalar.source, Value):
        return None
    place = offset(scalar.source.shape, scalar.index, Simplifier())
    steps = [coefficient(place, d) for d in dims]
    start, terms = split_affine(place)
    if None in steps or not terms.keys() <= set(dims):
        return None
    return View(scalar.source, start, tuple(s or 0 for s in steps), scalar.type)


def _widens(source: ElementType, target: ElementType) -> bool:
    """Whether a conversion of real numbers keeps all values."""
    if source.is_integer and target.is_float:
        return source.width <= {F32: 16, F64: 32}.get(target, 0)
    if source.is_float and target.is_float:
        return source.width < target.width and target in (F32, F64)
    return (source.is_integer and target.is_integer and source.width < target.width
            and (source.kind == "uint" or target.kind == "sint"))


def plain_view(value: Value) -> View:
    """A value as a view of itself."""
    return View(value, 0, strides(value.shape), value.type.storage)  # type: ignore[union-attr]
