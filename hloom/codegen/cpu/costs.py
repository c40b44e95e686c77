"""About how many instructions kernels take, which decides whether workers are woken for one, and in what pieces it is handed out.

A step of a loop computes as many elements as registers have lanes: each scalar takes the instructions of its function, those
that processors have for single numbers only as often as there are lanes. What is meant is time: about an eighth of a nanosecond.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from hloom.codegen.cpu.lane_reductions import RunningStage
from hloom.codegen.cpu.vectorisation import register_lanes
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Stage, Store, cost_of, extents
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol
from hloom.expr.scalar import Apply, FromIndex, Literal, Read, Reduction, ReductionResult, Scalar, Select, reads, reductions, walk
from hloom.numbers.element_type import ElementType


def instructions(stores: Sequence[Store], dims: Sequence[Symbol], target: Target) -> float:
    """About how many instructions stores take at all points of `dims`, whose last one runs fastest. Indices are flat."""
    found = reductions(*[s.scalar for s in stores])
    lanes, loop = register_lanes(stores, target), _vector_loop(stores, dims, found)
    rows, steps = prod(extents(dims)), 1.0  # type: ignore[arg-type]
    if loop is not None:
        extent = loop.bounds.upper + 1
        lanes = max(1, min(lanes, extent))
        if loop in dims:
            rows, steps = rows // max(extent, 1), _steps(extent, lanes, target)
    cost = _Cost(loop, lanes, target)
    inside = sum(cost.of(store.scalar) + cost.of_access(store.index[0], store.scalar.type) for store in stores)
    return rows * (target.machine.costs.turn + steps * inside)


def stage_instructions(stage: Stage | RunningStage, target: Target) -> float:
    """About how many instructions a stage takes in each row."""
    if isinstance(stage, RunningStage):
        return instructions(stage.stores, [stage.last], target) + stage_instructions(stage.following, target)
    return instructions(stage.stores, stage.dims, target)


def product_instructions(flops: float, elements: int, type: ElementType, target: Target) -> float:
    """About how many instructions a product takes whose operands have a type: so many multiplications and additions for so many
    elements."""
    costs = target.machine.costs
    lanes = target.lanes(max(type.part.width, 32) if type.is_float or type.is_complex else type.width)
    each = costs.integers.get(type.width, 1) if type.is_integer else costs.multiplication
    each *= costs.complex_product if type.is_complex else 1
    return (flops / 2 * each + elements * costs.element) / lanes


def packing_instructions(machine: Machine, elements: float) -> float:
    """About how many instructions it takes to pack so many elements of a right operand."""
    return machine.costs.packing * elements


def moving_instructions(machine: Machine, size: float, side: int) -> float:
    """About how many instructions it takes to change the order of so many bytes, numbers of `side` bytes each."""
    return machine.costs.move * size / min(side, 8)


def _vector_loop(stores: Sequence[Store], dims: Sequence[Symbol], found: Sequence[Reduction]) -> Symbol | None:
    """The loop along which lanes lie: of the innermost ones that along which most is contiguous."""
    candidates: list[Any] = [*dims[-1:], *(r.variables[-1] for r in found if r.variables)]
    read = reads(*[s.scalar for s in stores])
    return max(candidates, key=lambda v: sum(coefficient(r.index[0], v) == 1 for r in read), default=None)


def _steps(extent: int, lanes: int, target: Target) -> float:
    """Steps of a loop of so many elements; what is left takes one under a mask, or one an element."""
    whole, rest = divmod(extent, lanes)
    return whole + (min(rest, 1) if target.has_masks else rest)


class _Cost:
    """Instructions of scalars in a step, those that several use counted once."""

    def __init__(self, loop: Symbol | None, lanes: int, target: Target) -> None:
        self._loop, self._lanes, self._target = loop, lanes, target
        self._seen: set[Any] = set()

    def of(self, root: Scalar) -> float:
        total, pending = 0.0, [(root, 1.0)]
        while pending:
            node, times = pending.pop()
            if node in self._seen:
                continue
            self._seen.add(node)
            if isinstance(node, ReductionResult):
                total += times * self._of_reduction(node.reduction, pending, times)
                continue
            total += times * self._own(node)
            each = times / 2 if isinstance(node, Select) else times  # of whose arms one is computed
            pending.extend((inner, each) for inner in node.inside)
        return total

    def of_access(self, index: Any, type: ElementType) -> float:
        """A load or a store of a step."""
        costs = self._target.machine.costs
        narrow = costs.narrow if type.is_float and type.width < 32 else 0
        step = 0 if self._loop is None else coefficient(index, self._loop)
        if step is None:
            return costs.anywhere * self._lanes + narrow
        return max(1, costs.apart * min(abs(step) if abs(step) > 1 else 0, self._lanes)) + narrow

    def _of_reduction(self, reduction: Reduction, pending: list[tuple[Scalar, float]], times: float) -> float:
        """What combining takes in all steps of a reduction, whose values are still to be looked at."""
        costs = self._target.machine.costs
        if id(reduction) in self._seen:
            return 0
        self._seen.add(id(reduction))
        *outer, last = reduction.variables or (None,)
        count = float(prod(extents(reduction.variables)))  # type: ignore[arg-type]
        extra = 0
        if last is self._loop and last is not None:
            count, extra = prod(extents(outer)) * _steps(last.bounds.upper + 1, self._lanes, self._target), costs.lanes_to_one  # type: ignore[arg-type]
        pending.extend((x, times) for x in reduction.initial)
        pending.extend((x, times * count) for x in reduction.values)
        combining = {node for scalar in reduction.combined for node in walk(scalar)}
        return count * (1 + sum(map(self._own, combining))) + extra

    def _own(self, node: Scalar) -> float:
        costs = self._target.machine.costs
        if isinstance(node, Read):
            return self.of_access(node.index[0], node.type) if len(node.index) == 1 else 1
        if isinstance(node, Select | FromIndex):
            return 2
        if not isinstance(node, Apply):
            return 0
        operand = node.children[0].type if node.children else node.type
        if operand.is_integer and node.function in ("divide", "remainder"):
            return costs.by_constant if isinstance(node.children[1], Literal) else costs.division * self._lanes
        if operand.is_complex or node.type.is_complex:
            each = costs.complex_product if node.function in ("multiply", "divide") else costs.complex
            return each * max(1, cost_of(node.function))
        narrow = costs.narrow if node.type.is_float and node.type.width < 32 and node.function != "convert" else 0
        return cost_of(node.function) + narrow
