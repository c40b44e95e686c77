"""Places that data decide, computed once for all rows that use them.

Where each row takes elements at the same places (the columns of a matrix), these are clamped, and kept as numbers of 32 bits
on the stack. A lane is one load of its place and one of its element then: 0.65 cycles on Zen 5, where places that are computed
in registers, and taken out of them, make it 1.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from hloom.codegen.cpu.vector_loops import VectorLoops
from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.picked_lanes import registers_of_table
from hloom.codegen.llvm.types import storage_type
from hloom.codegen.plan.kernels import Store, extents
from hloom.codegen.target import Target
from hloom.expr.access import split_affine
from hloom.expr.index import RuntimeValue, Symbol
from hloom.expr.scalar import Read, index_variables, unconditional_reads


def precomputed_indices(outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store], target: Target) -> list[RuntimeValue]:
    """The places along `last` that are worth keeping for the rows around it."""
    limits = target.machine.gather_indices
    count = last.bounds.upper + 1
    if prod(extents(outer)) < limits.least_rows or not limits.least_places <= count <= limits.most_places:
        return []
    # An arm that is not chosen may say places outside of what it reads them from.
    always = dict.fromkeys(unconditional_reads([store.scalar for store in stores]))
    found = [_place_of(read, last, target) for read in always]
    return [v for v in dict.fromkeys(found) if v is not None][: limits.most_places // count]


def _place_of(read: Read, last: Symbol, target: Target) -> RuntimeValue | None:
    """The place of a read that is the only thing about it which changes along `last`."""
    moving = [t for t in split_affine(read.index[0])[1] if last in index_variables(t)]
    if len(moving) != 1 or not isinstance(moving[0], RuntimeValue) or index_variables(moving[0]) != {last}:
        return None
    low, high = moving[0].bounds
    is_table = not read.type.is_complex and registers_of_table(target, storage_type(read.type), high - low + 1) > 0
    return None if is_table or low < 0 or high >= 1 << 31 else moving[0]


def precompute_indices(kernel: VectorLoops, last: Symbol, places: Sequence[RuntimeValue]) -> None:
    """Computes places for the whole of `last`, at the start of each call."""
    limits = kernel.f.machine.gather_indices
    f, emitter, count = kernel.f, kernel.emitter, last.bounds.upper + 1
    slots = {place: f.slot("i32", count + limits.behind) for place in places}
    for place, slot in slots.items():  # lanes behind the last place are lanes of a place, too
        with f.loop(count, count + limits.behind) as k:
            f.store(Value("i32", str(place.bounds.lower)), f.address(slot, k, "i32"))
    whole = count // limits.lanes * limits.lanes
    for low, high, width in ((0, whole, limits.lanes), (whole, count, 1)):
        if low == high:
            continue
        with f.loop(low, high, width) as k, emitter.vectorised(last, k, width):
            for place, slot in slots.items():
                f.store(f.cast("trunc", emitter.spread(emitter.index(place)), "i32"), f.address(slot, k, "i32"))
    emitter.precomputed_indices = {**slots}
