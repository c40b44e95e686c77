"""What a kernel of loops becomes before it gets its schedule: the rewrites, in their order.

A row of `SHAPING` is a function that rewrites a kernel as the rows before it left it, or says in a few words why it stays as it
is. The first ones see all stages; the last ones the only nest of a kernel of one stage, when a schedule asks for it. To add one:
a function here, and a row behind those whose results it wants to see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from math import prod
from typing import Any, NamedTuple

from hloom.codegen.cpu.interleaving import Interleaving, interleaving
from hloom.codegen.cpu.lane_reductions import RunningStage, running_stages
from hloom.codegen.cpu.loop_shape import Flattener, set_examples_apart, shape_loops, unrolled
from hloom.codegen.cpu.movements import MOVED_AS, as_bits, in_wider_units
from hloom.codegen.cpu.vectorisation import unrolled_stores, with_merged_reductions
from hloom.codegen.llvm.picked_lanes import is_near_along
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import LoopKernel, PointBuffer, Stage, Store, extents, moving
from hloom.codegen.target import Target
from hloom.expr.index import ZERO, Constant, IndexExpr, Symbol
from hloom.expr.scalar import Read, Rewriter, Scalar, Simplifying, reads, reductions, walk
from hloom.support.records import computed_once, dataclass


class Nest(NamedTuple):
    """Loops around stores: those that are divided into tasks, the last one, and what it stores."""

    outer: list[Symbol]
    last: Symbol
    stores: list[Store]


@dataclass(eq=False)
class ShapedKernel:
    """A kernel as the rewrites so far have left it."""

    kernel: LoopKernel
    target: Target
    #: Whether stages may become one.
    may_be_one: bool = True
    #: How many examples the kernel goes over that are to stay apart, one turn of the outermost loop each (`plan.examples`).
    examples: int = 0
    flattener: Flattener = field(default_factory=Flattener)
    stages: list[Stage | RunningStage] = field(default_factory=list)
    #: What each row said; nothing where it rewrote something.
    told: dict[str, str] = field(default_factory=dict)
    #: Of a kernel of one stage, once they are asked for.
    loops: list[Symbol] = field(default_factory=list)
    stores: list[Store] = field(default_factory=list)
    #: How many of the outermost ones stay apart.
    apart: int = 0

    @computed_once
    def nest(self) -> Nest:
        """The loops of a kernel of one stage."""
        (stage,) = self.stages
        assert not isinstance(stage, RunningStage)
        self.loops, self.stores = [*self.kernel.prefix, *stage.dims], stage.stores
        found = set_examples_apart(self.loops, self.stores, self.examples) if self.examples and self.loops else None
        if found is not None:
            (self.loops, self.stores), self.apart = found, 1
        _apply(OF_NESTS, self)
        *outer, last = self.loops
        return Nest(outer, last, self.stores)

    def text(self) -> str:
        """What the rows made of it, and its loops."""
        parts: list[Stage] = []
        prefix = self.kernel.prefix
        if "nest" in vars(self):
            prefix, parts = tuple(self.nest.outer), [Stage((self.nest.last,), self.nest.stores)]
        else:
            for stage in self.stages:
                parts += [Stage((stage.last,), stage.stores), stage.following] if isinstance(stage, RunningStage) else [stage]
        done = [name for name, reason in self.told.items() if not reason]
        return "\n".join([f"rewritten: {', '.join(done) or 'nothing'}",
                          *(f"not {name}: {reason}" for name, reason in self.told.items() if reason),
                          LoopKernel(prefix, parts).text()])


class Rewrite(NamedTuple):
    """A row: what it is called, what it does, and what does it: it changes a kernel, or says why it does not."""

    name: str
    meaning: str
    apply: Callable[[ShapedKernel], str | None]


def shaped(kernel: LoopKernel, target: Target, may_be_one: bool = True, examples: int = 0) -> ShapedKernel:
    """A kernel with all stages rewritten; so many `examples` are not mixed with each other."""
    if examples:
        kernel = _around_examples(kernel, examples)
    made = ShapedKernel(kernel, target, may_be_one, examples, stages=list(kernel.stages))
    _apply(OF_KERNELS, made)
    return made


def _around_examples(kernel: LoopKernel, examples: int) -> LoopKernel:
    """A kernel of one stage whose first loop, over the rows of examples, is around the others."""
    if kernel.prefix or len(kernel.stages) != 1 or not kernel.stages[0].dims:
        return kernel
    (stage,) = kernel.stages
    first, *others = stage.dims
    if extents([first])[0] % examples:
        return kernel
    return LoopKernel((first,), [Stage(tuple(others), stage.stores)], kernel.operations)


def _apply(rows: tuple[Rewrite, ...], given: ShapedKernel) -> None:
    for row in rows:
        given.told[row.name] = row.apply(given) or ""


# -- all stages ----------------------------------------------------------------------------------------------------------------
def _one_stage(given: ShapedKernel) -> str | None:
    if not given.may_be_one:
        return "it takes next to no time, or its family goes through its stages"
    short = in_one_stage(given.target.machine, given.kernel)
    if short is None:
        return "it is of one stage, of few rows or of long ones, or a stage reads more than its own point"
    trial = ShapedKernel(short, given.target, examples=given.examples, stages=list(short.stages))
    _apply(OF_KERNELS[1:], trial)
    if not _runs_over_rows(trial):
        return "vectors of rows would not lie side by side"
    given.kernel, given.stages = short, list(short.stages)
    return None


def _runs_over_rows(trial: ShapedKernel) -> bool:
    """Whether vectors run along the rows of a kernel of short rows."""
    machine = trial.target.machine
    (stage,) = trial.stages
    if not isinstance(stage, Stage):
        return False
    loops, stores, apart = [*trial.kernel.prefix, *stage.dims], stage.stores, 0
    if trial.examples and (found := set_examples_apart(loops, stores, trial.examples)) is not None:
        (loops, stores), apart = found, 1
    (*outer, last), stores = shape_loops(loops, unrolled_stores(machine, stores), apart)
    if prod(extents(stage.dims)) > 1:
        return isinstance(interleaving(machine, outer, last, stores), Interleaving)
    is_near = all(is_near_along(machine, read, last) for store in stores for read in reads(store.scalar))
    return is_near and last.bounds.upper + 1 >= machine.rows.least_rows_side_by_side


def _offsets(given: ShapedKernel) -> str | None:
    return _each_stage(given, lambda stores: list(map(given.flattener.store, stores)), "")


def _merged_reductions(given: ShapedKernel) -> str | None:
    return _each_stage(given, with_merged_reductions, "it has no reduction whose range is smaller, or one loop")


def _bits(given: ShapedKernel) -> str | None:
    otherwise = "it computes, or registers hold what it moves as memory does"
    types = {store.scalar.type.name for stage in given.stages if isinstance(stage, Stage) for store in stage.stores}
    return otherwise if types.isdisjoint(MOVED_AS) else _each_stage(given, lambda stores: list(map(as_bits, stores)), otherwise)


def _each_stage(given: ShapedKernel, rewrite: Callable[[Sequence[Store]], list[Store]], otherwise: str) -> str | None:
    """Rewrites the stores of each stage."""
    is_changed = False
    for number, stage in enumerate(given.stages):
        assert isinstance(stage, Stage)
        made = rewrite(stage.stores)
        is_changed |= any(new.scalar is not old.scalar or new.target is not old.target for new, old in zip(made, stage.stores))
        given.stages[number] = Stage(stage.dims, made)
    return None if is_changed else otherwise


def _running(given: ShapedKernel) -> str | None:
    before = len(given.stages)
    given.stages = list(running_stages([stage for stage in given.stages if isinstance(stage, Stage)]))
    return None if len(given.stages) < before else "no stage reduces what the one before it stores"


# -- the only nest -------------------------------------------------------------------------------------------------------------
def _written_out(given: ShapedKernel) -> str | None:
    before = given.stores
    given.stores = unrolled_stores(given.target.machine, before)
    is_changed = any(new.scalar is not old.scalar for new, old in zip(given.stores, before))
    return None if is_changed else "it has no reduction of few elements"


def _shaped_loops(given: ShapedKernel) -> str | None:
    before = list(given.loops)
    given.loops, given.stores = shape_loops(given.loops, given.stores, given.apart)
    return None if given.loops != before else "no index divides, and no loops are walked through as one"


def _wider_units(given: ShapedKernel) -> str | None:
    before = given.loops
    if len(before) > given.apart + 1 or not given.apart:
        given.loops, given.stores = in_wider_units(given.loops, given.stores)
    return None if len(given.loops) < len(before) else "it moves no runs of a few elements"


OF_KERNELS = (
    Rewrite("one stage", "short rows of several stages as one, over vectors of rows", _one_stage),
    Rewrite("offsets", "one index for each access, its place in memory", _offsets),
    Rewrite("merged reductions", "reductions over what counts only, in as few loops as there can be", _merged_reductions),
    Rewrite("bits", "what only moves as unsigned integers of its size", _bits),
    Rewrite("running reductions", "a stage and the one that reduces its row as one loop", _running),
)
OF_NESTS = (
    Rewrite("written out", "reductions of few elements as expressions", _written_out),
    Rewrite("loops", "loops split where indices divide, and merged where they are walked through as one", _shaped_loops),
    Rewrite("wider units", "runs of a few elements as one unsigned integer", _wider_units),
)
#: Those of a kernel, then those of the nest of a kernel of one stage.
SHAPING = (*OF_KERNELS, *OF_NESTS)


# -- short rows ----------------------------------------------------------------------------------------------------------------
# Kernels of short rows (softmax of four numbers, the logarithm of a sum of three exponentials) as one expression an element.
#
# Row by row, the stages of such a kernel have nothing to fill registers with. With what the stages hand each other written out
# in place of reads, and reductions as expressions, there is one stage left, whose loop over the rows can run in vectors.
# Elements of one row have most of their expressions in common.


def in_one_stage(machine: Machine, kernel: LoopKernel) -> LoopKernel | None:
    """The kernel with one stage that stores all results, if its stages are short enough."""
    unrolling = machine.unrolling
    *before, last = kernel.stages
    if not before or prod(extents(kernel.prefix)) < unrolling.rows or prod(extents(last.dims)) > unrolling.row_elements:
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
            scalar = unrolled(machine, Rewriter(read=read)(store.scalar), unrolling.row_scalars)
            if reductions(scalar) or len(walk(scalar)) > unrolling.row_scalars:
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
