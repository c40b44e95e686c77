"""Computations that are the same in each iteration move out of the loop.

    stablehlo.while(%i = %c0, %h = %h0) ... do { %p = stablehlo.dot_general %weights, %more ... }
->  %p = stablehlo.dot_general %weights, %more ...
    stablehlo.while(%i = %c0, %h = %h0) ... do { ... }

Only where that saves time: moved results are written to memory once and read in every iteration. Sums, products of
matrices, sorts and functions that cost many instructions move. So do operations on a few elements. A cheap operation
on many elements stays, where it becomes part of the loops that use it, unless one that moves needs it: then it is
copied. Places that elements are taken from or go to are another matter (a graph's edges): they come from memory in
either case, and do so in order where they are made before the loop. What only moves them or puts them together stays,
and what says only how they count (iotas), since no places have to be in memory then. The operations of branches stay,
since a branch may never run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import prod
from typing import Any

from hloom.ir.core import Block, Operation, Value
from hloom.ops.common.decomposition import clone
from hloom.ops.stablehlo.control import While
from hloom.ops.stablehlo.creation import Constant, Iota
from hloom.ops.stablehlo.gather import Gather
from hloom.ops.stablehlo.movement import BroadcastInDim, Concatenate, Reshape, Slice, Transpose
from hloom.ops.stablehlo.scatter import Scatter
from hloom.passes.dce import is_pure

#: Results of at most this many elements cost nothing to keep.
_FEW_ELEMENTS = 64
#: What puts places together and computes none.
_ONLY_MOVES = (BroadcastInDim, Concatenate, Reshape, Slice, Transpose)
#: Without any of these it changes nothing.
NEEDS = (While,)


def run(module: Operation, results_in_memory: Collection[Operation] = ()) -> bool:
    """The pass `loop_invariant`; operations of `results_in_memory`, whose results are written there wherever they stand, move
    whatever they cost."""
    loops = [op for op in module.walk() if isinstance(op, While)]
    moved = [_Mover(loop, results_in_memory).run() for loop in reversed(loops)]  # inner loops first
    return any(moved)


class _Mover:
    def __init__(self, loop: Operation, results_in_memory: Collection[Operation]) -> None:
        self.loop, self.results_in_memory = loop, results_in_memory
        #: What goes before the loop, in order.
        self.outside: list[Operation] = []
        #: Invariant values that stay in the loop, and the operations that compute them.
        self.staying: dict[Value, Operation] = {}
        #: Copies of such values outside of the loop.
        self.copies: dict[Value, Value] = {}
        #: Those copies that the loop reads, too.
        self.places: dict[Value, Value] = {}

    def run(self) -> bool:
        """Moves what is worth it to before the loop; says whether that was anything."""
        block = self.loop.block
        assert block is not None
        for region in self.loop.regions:
            self._scan(region.block)
        at = block.operations.index(self.loop)
        block.operations[at:at] = self.outside
        for op in self.outside:
            op.block = block
        if self.places:
            for inner in self.loop.walk():
                inner.operands = [self.places.get(v, v) for v in inner.operands]
        return bool(self.outside)

    def _scan(self, block: Block) -> None:
        varying: set[Value] = {*block.arguments}
        kept = []
        for op in block.operations:
            self._move_places(op)
            if op.is_terminator or not is_pure(op) or not varying.isdisjoint(_uses(op)):
                varying.update(op.results)
            elif _is_worthwhile(op) or op in self.results_in_memory:
                self._move(op)
                continue
            else:
                self.staying.update((result, op) for result in op.results)
            kept.append(op)
        block.operations = kept

    def _move(self, op: Operation) -> None:
        for value in list(_uses(op)):
            self._copy(value)
        for inner in op.walk():
            inner.operands = [self.copies.get(v, v) for v in inner.operands]
        self.outside.append(op)

    def _move_places(self, op: Operation) -> None:
        """Moves what the places of a gather or scatter are computed by, as far as it is invariant and depends on data."""
        pending: list[Any] = []
        if isinstance(op, (Gather, Scatter)):
            pending.append(op.start_indices if isinstance(op, Gather) else op.scatter_indices)
        while pending:
            value = pending.pop()
            made_by = self.staying.get(value)
            if isinstance(made_by, _ONLY_MOVES):
                pending.extend(made_by.operands)
            elif made_by is not None and self._depends_on_data(value):
                self._copy(value)
                self.places[value] = self.copies[value]

    def _depends_on_data(self, wanted: Value) -> bool:
        """Whether an invariant value is made of data, and of these alone."""
        pending, seen, found = [wanted], {wanted}, False
        while pending:
            value = pending.pop()
            op = self.staying.get(value)
            made_by = op or value.owner  # type: ignore[attr-defined]
            if isinstance(made_by, Iota):
                return False
            found = found or (op is None and not isinstance(made_by, Constant))
            for v in () if op is None else _uses(op):
                if v not in seen:
                    seen.add(v)
                    pending.append(v)
        return found

    def _copy(self, wanted: Value) -> None:
        """Copies what computes an invariant value that stays to the outside."""
        pending = [wanted]
        while pending:
            value = pending[-1]
            op = self.staying.get(value)
            if op is None or value in self.copies:
                pending.pop()
                continue
            missing = [v for v in _uses(op) if v in self.staying and v not in self.copies]
            if missing:
                pending.extend(missing)
            else:
                self.outside.append(clone(op, self.copies))


def _uses(op: Operation) -> Iterator[Value]:
    """The values that an operation and those inside it use."""
    if not op.regions:
        return iter(op.operands)
    return (v for inner in op.walk() for v in inner.operands)


def _is_worthwhile(op: Any) -> bool:
    """Whether it is cheaper to keep the results than to compute them in each iteration."""
    if not op.operands:
        return False
    if op.regions or op.element is None or op.is_contraction:
        return True
    few = all(prod(getattr(r.type, "shape", ())) <= _FEW_ELEMENTS for r in op.results)
    return few or op.is_costly
