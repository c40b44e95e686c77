"""Reductions of rows in the loop that computes what they reduce.

A stage that stores a row is often followed by one that reduces it: the exponentials of a softmax and their sum. Elements are
taken as they are computed, in registers, instead of being read again in a loop of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hloom.codegen.cpu.lane_reductions import lies_along_lanes
from hloom.codegen.plan.kernels import Stage, Store
from hloom.codegen.plan.loop_shape import Simplifying, accesses, shape_loops
from hloom.expr.access import coefficient
from hloom.expr.index import IndexExpr, Symbol
from hloom.expr.scalar import Reduction, Scalar, Select, reads, reductions, walk


@dataclass(frozen=True)
class RunningStage:
    """A stage that stores elements of a row in the loop `last`, and the stage behind it, which reduces them."""

    last: Symbol
    stores: list[Store]
    following: Stage
    #: Reductions of the following stage, each with itself in terms of `last`.
    reductions: list[tuple[Reduction, Reduction]]

    @property
    def values(self) -> list[Scalar]:
        """What is reduced."""
        return [value for _, over_last in self.reductions for value in over_last.values]

    @property
    def scalars(self) -> list[Scalar]:
        """What is computed in both stages."""
        return [store.scalar for store in (*self.stores, *self.following.stores)]


def running_stages(stages: Sequence[Stage]) -> Iterator[Stage | RunningStage]:
    """Stages (flat ones), two of them as one where the second reduces what the first one stores."""
    at = 0
    while at < len(stages):
        both = _running_stage(*stages[at:at + 2]) if at + 1 < len(stages) else None
        yield both or stages[at]
        at += 2 if both else 1


def _running_stage(stage: Stage, following: Stage) -> RunningStage | None:
    """Two stages as one, if one loop is enough: the first one stores a row of elements side by side without conditions, the
    second reduces elements of that row each at its place."""
    if not stage.dims or following.dims or stage.has_reduction or not following.has_reduction:
        return None
    if any(s.scalar.type.is_complex or s.scalar.type.width < 8 for s in stage.stores):
        return None
    loops, stores = shape_loops(stage.dims, stage.stores)
    if len(loops) > 1 or not _runs_through(loops[0], [s.scalar for s in stores], accesses(stores)):
        return None
    places = {store.target: store.index for store in stores}
    found = [(reduction, _over(loops[0], reduction, places)) for reduction in reductions(*following.scalars)]
    pairs = [(reduction, over_last) for reduction, over_last in found if over_last is not None]
    return RunningStage(loops[0], stores, following, pairs) if pairs else None


def _over(last: Symbol, reduction: Reduction, places: Mapping[object, tuple[IndexExpr, ...]]) -> Reduction | None:
    """A reduction of what is stored at these places, as one over the loop that stores it; None if that loop cannot do it."""
    if not any(read.source in places for read in reads(*reduction.values)) or not lies_along_lanes(reduction, None):
        return None
    (variable, *others) = reduction.variables
    if others or variable.bounds != last.bounds:
        return None
    rewrite = Simplifying(index={variable: last})
    values = tuple(map(rewrite, reduction.values))
    found = reads(*values)
    if not _runs_through(last, values, [read.index[0] for read in found]):
        return None
    if any(read.index != places.get(read.source, read.index) for read in found):
        return None
    return Reduction((last,), reduction.initial, values, reduction.accumulators, reduction.elements, reduction.combined,
                     reduction.reorderable)


def _runs_through(last: Symbol, roots: Sequence[Scalar], offsets: Sequence[IndexExpr]) -> bool:
    """Whether scalars with these offsets are computed in each turn of `last` alike, of elements side by side."""
    return all(coefficient(e, last) in (0, 1) for e in offsets) and not any(
        isinstance(node, Select) for root in roots for node in walk(root))
