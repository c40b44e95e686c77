"""Kernels of short rows (softmax of four numbers, the logarithm of a sum of three exponentials) as one expression an element.

Row by row, the stages of such a kernel have nothing to fill registers with. With what the stages hand each other written out in
place of reads, and reductions as expressions, there is one stage left, whose loop over the rows can run in vectors. Elements of
one row have most of their expressions in common.
"""

from __future__ import annotations

from math import prod
from typing import Any

from hloom.codegen.plan.kernels import LoopKernel, PointBuffer, Stage, Store, extents, moving
from hloom.codegen.plan.loop_shape import Simplifying
from hloom.codegen.plan.unrolling import unrolled
from hloom.expr.index import ZERO, Constant, IndexExpr
from hloom.expr.scalar import Read, Rewriter, Scalar, reads, reductions, walk

#: Elements of a row of the result, scalars that an element may become, and rows from which on it is worth it.
_ELEMENTS, _SCALARS, _ROWS = 8, 640, 16


def in_one_stage(kernel: LoopKernel) -> LoopKernel | None:
    """The kernel with one stage that stores all results, if its stages are short enough."""
    *before, last = kernel.stages
    if not before or prod(extents(kernel.prefix)) < _ROWS or prod(extents(last.dims)) > _ELEMENTS:
        return None
    if any(isinstance(s.target, PointBuffer) for s in last.stores):
        return None
    results: list[Store] = []
    known: dict[Any, tuple[Stage, Store]] = {}

    def read(source: Any, index: tuple[IndexExpr, ...]) -> Scalar | None:
        return _element(*known[source], index) if source in known else None

    for stage in kernel.stages:
        stores = []
        for store in stage.stores:
            if not all(_is_of_this_point(kernel, known[r.source][1], r) for r in reads(store.scalar) if r.source in known):
                return None
            scalar = unrolled(Rewriter(read=read)(store.scalar), _SCALARS)
            if reductions(scalar) or len(walk(scalar)) > _SCALARS:
                return None
            stores.append(Store(store.target, store.index, scalar))
        mine = [store for store in stores if not isinstance(store.target, PointBuffer)]
        if (mine and stage.dims and stage is not last) or not all(_says_each_element(kernel, stage, store) for store in stores):
            return None
        results += mine
        known |= {store.target: (stage, store) for store in stores}
    if any(r.source in known for r in reads(*[store.scalar for store in results])):  # of the stage that stores it
        return None
    if len(results) > len(last.stores) and prod(extents(last.dims)) > 1:
        return None
    return LoopKernel(kernel.prefix, [Stage(last.dims, results)], kernel.operations)


def _says_each_element(kernel: LoopKernel, stage: Stage, store: Store) -> bool:
    """Whether the index of a store names each loop of its stage once, and besides nothing but those around it."""
    places = [place for place in store.index if not isinstance(place, Constant)]
    return (len(places) == len(set(places)) and {*places} <= {*kernel.prefix, *stage.dims}
            and {*moving(stage.dims)} <= {*places})


def _is_of_this_point(kernel: LoopKernel, store: Store, read: Read) -> bool:
    """Whether a read is of what a store left at the same point of the prefix."""
    return all(at is place for place, at in zip(store.index, read.index, strict=True)
               if place in kernel.prefix or isinstance(place, Constant))


def _element(stage: Stage, store: Store, index: tuple[IndexExpr, ...]) -> Scalar:
    """What a stage stores at an index, of the same point of the prefix."""
    given = {place: at for place, at in zip(store.index, index, strict=True) if not isinstance(place, Constant)}
    return Simplifying(index={d: given.get(d, ZERO) for d in stage.dims})(store.scalar)
