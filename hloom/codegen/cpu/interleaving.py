"""Loops whose iterations differ by their remainder: padding between elements, repeated elements, stacked last dimensions.

A loop over d whose accesses or conditions hold `d floordiv s` or `d mod s` for a small s becomes one over q with s stores, at
s q, s q + 1, ...; each reads contiguous elements or is constant, and what they store is interleaved in registers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hloom.codegen.llvm.builder import Function, Value, lanes
from hloom.codegen.plan.kernels import Store
from hloom.codegen.plan.loop_shape import Simplifying
from hloom.expr.access import coefficient
from hloom.expr.index import Constant, FloorDiv, IndexExpr, Mod, Symbol, fresh, postorder
from hloom.expr.scalar import Scalar, indices, reductions, walk

#: The most stores that one loop becomes.
_MOST = 4


class Interleaving(NamedTuple):
    """A loop over `last` in parts: `stores` over `quotient`, in their order within it, then `rest` over `remainder`."""

    quotient: Symbol
    stores: list[Store]
    remainder: Symbol | None
    rest: list[Store]


def interleaving(last: Symbol, stores: Sequence[Store]) -> Interleaving | None:
    """The parts of a loop over one store of places beside each other, if it has such divisions and they come to an end by it."""
    if len(stores) != 1 or coefficient(stores[0].index[0], last) != 1 or reductions(stores[0].scalar):
        return None
    (store,) = stores
    if store.scalar.type.is_complex:
        return None
    divisors = {_divisor(node, last) for scalar in walk(store.scalar) for root in indices(scalar) for node in postorder(root)}
    divisors.discard(0)
    extent = last.bounds.upper + 1
    if len(divisors) != 1:
        return None
    (step,) = divisors
    if not 2 <= step <= _MOST or extent < 4 * step:
        return None
    quotient = fresh(extent // step)
    made = [_moved(store, last, quotient * step + k) for k in range(step)]
    if any(_divisor(node, quotient) for s in made for scalar in walk(s.scalar) for root in indices(scalar)
           for node in postorder(root)):
        return None
    if extent % step == 0:
        return Interleaving(quotient, made, None, [])
    remainder = fresh(extent % step)
    return Interleaving(quotient, made, remainder, [_moved(store, last, remainder + extent // step * step)])


def _divisor(node: IndexExpr, variable: Symbol) -> int:
    """The constant by which a division in which a variable occurs divides; -1 for another number; 0 for any other node."""
    if not isinstance(node, FloorDiv | Mod) or variable not in node.free_variables:
        return 0
    return node.right.value if isinstance(node.right, Constant) else -1


def _moved(store: Store, variable: Symbol, into: IndexExpr) -> Store:
    rewrite = Simplifying(index={variable: into})
    scalar: Scalar = rewrite(store.scalar)
    return Store(store.target, tuple(map(rewrite.at, store.index)), scalar)


def interleaved(f: Function, values: Sequence[Value]) -> Value:
    """The lanes of vectors by turns: the first of each, the second of each, ..."""
    count, width = len(values), lanes(values[0].type)
    joined, number = values[0], 1
    for value in values[1:]:
        # Lane k of value j so far is lane j + number k; the other operand is as wide as a shuffle wants.
        wide = value if number == 1 else f.shuffle(value, None, [k if k < width else -1 for k in range(number * width)])
        joined = f.shuffle(joined, wide, [j + number * k if j < number else number * width + k
                                          for k in range(width) for j in range(number + 1)])
        number += 1
    assert number == count
    return joined
