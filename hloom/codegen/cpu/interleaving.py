"""Loops whose iterations differ by their remainder: padding between elements, repeated elements, stacked last dimensions; and
rows of a few elements.

A loop over d whose accesses or conditions hold `d floordiv s` or `d mod s` for a small s becomes one over q with s stores, at
s q, s q + 1, ...; each reads contiguous elements or is constant, and what they store is interleaved in registers. So do the
columns of short rows, over vectors of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.picked_lanes import is_near_along
from hloom.codegen.llvm.types import is_float, lanes
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Store, work
from hloom.expr.access import coefficient
from hloom.expr.index import Constant, FloorDiv, IndexExpr, Mod, Symbol, fresh, lift, postorder
from hloom.expr.scalar import Scalar, Select, Simplifying, indices, reads, reductions, walk


class Interleaving(NamedTuple):
    """Loops in parts: `stores` over `quotient`, those to one target in their order within it, then `rest` over `remainder`; all
    inside of `outer`."""

    outer: list[Symbol]
    quotient: Symbol
    stores: list[Store]
    remainder: Symbol | None
    rest: list[Store]


def interleaving(machine: Machine, outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store]) -> Interleaving | str:
    """The parts of loops around stores to places beside each other, if turns by a few stores make these simpler; or why not."""
    if any(coefficient(s.index[0], last) != 1 for s in stores) or reductions(*[s.scalar for s in stores]):
        return "it has a reduction, or stores elements that do not lie side by side"
    by_division = _of_divisions(machine, outer, last, stores)
    if isinstance(by_division, Interleaving):
        return by_division
    by_rows = _of_short_rows(machine, outer, last, stores)
    return by_rows if isinstance(by_rows, Interleaving) else f"{by_division}, and {by_rows}"


def _of_divisions(machine: Machine, outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store]) -> Interleaving | str:
    """The parts of a loop that has divisions of which none are left in the parts; or why not."""
    divisors = {_divisor(node, last) for store in stores for scalar in walk(store.scalar) for root in indices(scalar)
                for node in postorder(root)}
    divisors.discard(0)
    extent = last.bounds.upper + 1
    if len(divisors) != 1:
        return "its indices divide by several numbers" if divisors else "no index divides"
    (step,) = divisors
    if not 2 <= step <= machine.interleaving.most_stores or extent < 4 * step:
        return "its indices do not divide by a few, of many"
    quotient = fresh(extent // step)
    made = [_moved(store, last, quotient * step + k) for store in stores for k in range(step)]
    if any(_divisor(node, quotient) for s in made for scalar in walk(s.scalar) for root in indices(scalar)
           for node in postorder(root)):
        return "indices divide in the parts, too"
    if extent % step == 0:
        return Interleaving(list(outer), quotient, made, None, [])
    remainder = fresh(extent % step)
    rest = [_moved(store, last, remainder + extent // step * step) for store in stores]
    return Interleaving(list(outer), quotient, made, remainder, rest)


def _of_short_rows(machine: Machine, outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store]) -> Interleaving | str:
    """The parts of loops that are much shorter than a register, by columns: vectors run along the loop over their rows. Or why
    not."""
    limits = machine.interleaving
    extent = last.bounds.upper + 1
    nodes = {node for store in stores for node in walk(store.scalar)}
    is_costly = any(isinstance(node, Select) for node in nodes) or work(stores) > limits.costly * len(stores)
    size = min(max(2, *(store.scalar.type.bytes for store in stores)), 8)
    most = limits.most_columns[size][2 if is_costly else int(work(stores) > limits.light * len(stores))]
    if not 2 <= extent <= most:
        return f"rows of {extent} elements are not short, as those of 2 to {most} are"
    if extent == limits.most_shuffled and size > 2:
        return f"rows of {extent} such elements take too many shuffles"
    columns = [last]
    while True:
        along = next((v for v in outer if v not in columns and all(coefficient(s.index[0], v) == extent for s in stores)), None)
        if along is None:
            return "there are too few short rows"
        if along.bounds.upper + 1 >= limits.rows:
            break
        columns.insert(0, along)
        extent *= along.bounds.upper + 1
    if extent > (most if len(columns) == 1 else limits.most_of_matrix) or len(nodes) > limits.most_scalars:
        return "short rows have too many elements together"
    if not all(is_near_along(machine, read, along) for store in stores for read in reads(store.scalar)):
        return "elements of rows lie far from each other"
    made = list(stores)
    for variable in columns:
        made = [_moved(each, variable, lift(k)) for each in made for k in range(variable.bounds.upper + 1)]
    if len({node for each in made for node in walk(each.scalar)}) > limits.most_scalars:
        return "columns would be too much code"
    return Interleaving([v for v in outer if v is not along and v not in columns], along, made, None, [])


def _divisor(node: IndexExpr, variable: Symbol) -> int:
    """The constant by which a division in which a variable occurs divides; -1 for another number; 0 for any other node."""
    if not isinstance(node, FloorDiv | Mod) or variable not in node.free_variables:
        return 0
    return node.right.value if isinstance(node.right, Constant) else -1


def _moved(store: Store, variable: Symbol, into: IndexExpr) -> Store:
    rewrite = Simplifying(index={variable: into})
    scalar: Scalar = rewrite(store.scalar)
    return Store(store.target, tuple(map(rewrite.at, store.index)), scalar)


def interleaved(f: Function, values: Sequence[Value]) -> list[Value]:
    """The lanes of vectors by turns, the first of each, the second of each, ...: as many vectors, behind each other."""
    count, width = len(values), lanes(values[0].type)
    if count > 2 and count % 2 == 0:
        halves = [interleaved(f, values[parity::2]) for parity in (0, 1)]
        return [vector for pair in zip(*halves) for vector in interleaved(f, pair)]
    made = []
    for first in range(0, count * width, width):
        # Lane k of this vector is lane (first + k) // count of value (first + k) % count.
        joined, places = values[0], [(first + k) // count if (first + k) % count == 0 else -1 for k in range(width)]
        for number, value in enumerate(values[1:], 1):
            mine = {k: (first + k) // count for k in range(width) if (first + k) % count == number}
            joined = f.shuffle(joined, value, [width + mine[k] if k in mine else places[k] for k in range(width)])
            joined = f.settled(joined) if is_float(joined.type) else joined  # of integers LLVM makes fewer steps (`strided`)
            places = [k if k in mine or places[k] >= 0 else -1 for k in range(width)]
        made.append(joined)
    return made
