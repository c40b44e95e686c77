"""The accesses of an element: which elements of which sources a scalar expression reads, and under which conditions.

A scalar is what an operation's `element` gives for one index of a result. Every `Read` in it is an access: the index read,
the variables of the reductions around it (for one element of the result they take all their values), and the conditions under
which it is reached. The other arm of a choice is not narrowed by the condition's opposite, which is no conjunction; but what
is read lies within its source, and that often says the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hloom.expr.index import IndexExpr, Variable, runtime_values_of
from hloom.expr.predicate import ALWAYS, Predicate
from hloom.expr.scalar import FromIndex, Read, ReductionResult, Scalar, Select
from hloom.support.records import dataclass


@dataclass(frozen=True)
class Access:
    """A read of `source` at `index` for all values of `ranges`, where `condition` holds (`ALWAYS` if that is not known)."""

    source: Any
    index: tuple[IndexExpr, ...]
    ranges: tuple[Variable, ...] = ()
    condition: Predicate = ALWAYS
    #: Whether the value read decides where something else is read.
    is_index: bool = False


def accesses(root: Scalar) -> Iterator[Access]:
    """Every distinct access of a scalar, in the order in which an evaluation from the outside meets them."""
    seen: set[tuple[int, Predicate, tuple[Variable, ...], bool]] = set()
    pending: list[tuple[Scalar, Predicate, tuple[Variable, ...], bool]] = [(root, ALWAYS, (), False)]
    while pending:
        node, condition, ranges, is_index = pending.pop()
        key = (id(node), condition, ranges, is_index)
        if key in seen:
            continue
        seen.add(key)
        inner: list[tuple[Scalar, Predicate, tuple[Variable, ...], bool]] = []
        match node:
            case Read():
                yield Access(node.source, node.index, ranges, condition, is_index)
                inner += [(v.value, condition, ranges, True) for k in node.index for v in runtime_values_of(k)]
            case FromIndex():
                inner += [(v.value, condition, ranges, True) for v in runtime_values_of(node.index)]
            case Select():
                known = Predicate.of((e, i) for e, i in node.condition.intervals.items() if not runtime_values_of(e))
                inner += [(v.value, condition, ranges, True) for e in node.condition.intervals for v in runtime_values_of(e)]
                inner += [(node.then, condition & known, ranges, is_index), (node.otherwise, condition, ranges, is_index)]
            case ReductionResult():
                around = (*ranges, *node.reduction.variables)
                inner += [(value, condition, around, is_index) for value in node.reduction.values]
                inner += [(value, condition, ranges, is_index) for value in node.reduction.initial]
            case _:
                inner += [(child, condition, ranges, is_index) for child in node.children]
        pending.extend(reversed(inner))

