"""Views: values that contractions read in place, as another value's buffer with other strides (a transpose, say)."""

from __future__ import annotations

from dataclasses import dataclass

from hloom.analysis.places import offset, strides
from hloom.expr.access import coefficient
from hloom.expr.index import Simplifier, Symbol, split_affine
from hloom.expr.scalar import Read, Scalar
from hloom.ir.core import Value


@dataclass(frozen=True)
class View:
    """Element [i...] is element `start + sum(i * strides)` of `base`'s buffer."""

    base: Value
    start: int
    strides: tuple[int, ...]


def view_of(dims: tuple[Symbol, ...], scalar: Scalar) -> View | None:
    """The view that a scalar over `dims` is, if it only reads one buffer at an affine place."""
    if not isinstance(scalar, Read) or not isinstance(scalar.source, Value):
        return None
    place = offset(scalar.source.shape, scalar.index, Simplifier())
    steps = [coefficient(place, d) for d in dims]
    start, terms = split_affine(place)
    if None in steps or not terms.keys() <= set(dims):
        return None
    return View(scalar.source, start, tuple(s or 0 for s in steps))


def plain_view(value: Value) -> View:
    """A value as a view of itself."""
    return View(value, 0, strides(value.shape))
