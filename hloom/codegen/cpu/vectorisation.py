"""What the loops of a kernel look like: reads across them, their ranges under one condition, what registers hold in them and how
many of these are computed side by side."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from math import prod
from typing import Any

from hloom.codegen.cpu.loop_shape import merge_reductions, trimmed, unrolled
from hloom.codegen.llvm.memory_accesses import PAIR
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Stage, Store, cost_of, extents, work
from hloom.codegen.target import Target
from hloom.expr.access import breakpoints, coefficient
from hloom.expr.index import RuntimeValue, Symbol, fresh, linear_combination
from hloom.expr.scalar import (
    Apply,
    Literal,
    Read,
    Reduction,
    ReductionResult,
    Scalar,
    Select,
    Simplifying,
    free_variables,
    reads,
    reductions,
    walk,
)
from hloom.numbers.element_type import BF16, F16


def tasks_wanted(machine: Machine, others: int, cost: float) -> int:
    """In how many tasks a loop of so much work is cut, for each turn of the `others` around it."""
    loops = machine.loops
    return max(1, min(-(-loops.least_tasks // others), int(cost) // loops.task_work))


def crossing_reads(outer: Sequence[Symbol], last: Symbol, stores: Sequence[Store]) -> tuple[Symbol, list[Read]] | str:
    """The outer loop along which some reads are contiguous that are strided along the last loop, and those reads; or why there is
    none."""
    candidates: dict[Symbol, list[Read]] = {}
    for store in stores:
        for node in walk(store.scalar):
            if isinstance(node, Select | ReductionResult):
                return "it has a choice or a reduction"
            if isinstance(node, Read) and node.type.kind != "pred" and not node.type.is_complex:
                step = coefficient(node.index[0], last)
                if step is None or abs(step) <= 1:
                    continue
                if any(isinstance(t, RuntimeValue) for t in node.index[0].free_variables):
                    continue
                for v in outer:
                    if coefficient(node.index[0], v) == 1:
                        found = candidates.setdefault(v, [])
                        if node not in found:
                            found.append(node)
    best = max(candidates.items(), key=lambda item: len(item[1]), default=None)
    if best is None:
        return "nothing that is strided along the last loop lies side by side along another one"
    if min(best[0].bounds.upper, last.bounds.upper) < 7:
        return "the loops are too short for tiles"
    return best


def is_widened(node: Scalar) -> bool:
    """Whether a register holds a scalar, or what it is computed from, in a wider type than memory does."""
    if isinstance(node, Apply) and node.function not in ("select", "bitcast_convert"):
        return any(c.type.is_float and c.type.width < 32 for c in (node, *node.children))
    return node.type.name in ("bf16", "f16")


def register_lanes(stores: Sequence[Store], target: Target) -> int:
    """Lanes of one register of the widest numbers that stores compute with."""
    bits = max(8 * n.type.part.bytes for s in stores for n in walk(s.scalar))
    if any(is_widened(n) for s in stores for n in walk(s.scalar)):
        bits = max(bits, 32)
    return target.lanes(max(bits, 32) if bits > 8 else 16)


def step_lanes(stores: Sequence[Store], last: Symbol, target: Target, functions: int = 2, points: int = 0) -> int:
    """Lanes of the main vector loop: a register's, or several registers' for light bodies. Instructions of one function wait for
    each other, so that one register takes longer than its share of several: so many `functions` are computed side by side where
    there are registers for them, and longer bodies that are computed for so many `points` as `unroll_and_jam` has it."""
    loops = target.machine.loops
    width, extent = register_lanes(stores, target), last.bounds.upper + 1
    cost, scalars = work(stores), [s.scalar for s in stores]
    factor = 8 if reductions(*scalars) and cost <= loops.light else 4 if cost <= loops.light else 2 if cost <= 12 else 1
    has_registers = target.registers >= loops.many_registers
    if has_registers and cost <= loops.one_function:
        factor = max(factor, functions)
    if has_registers and factor < 4 and points and not reductions(*scalars):
        factor = max(factor, unroll_and_jam(target.machine, scalars, points))
    if any(node.type.is_complex for s in stores for node in walk(s.scalar)):  # of which each lane fills two registers
        factor = max(1, factor // 2)
    strided = [(distance, read) for store in stores for read in reads(store.scalar)
               if (distance := abs(coefficient(read.index[0], last) or 0)) > 1]
    if not target.has_masks and strided:  # what lanes are picked from takes many of the registers
        factor = min(factor, 1 if max(distance for distance, _ in strided) > loops.few_registers else 2)
    elif far := [read for distance, read in strided if distance > loops.few_registers]:
        factor = min(factor, max(1, target.lanes(8 * min(read.type.part.bytes for read in far)) // width))
    while factor > 1 and width * factor * 2 > extent:
        factor //= 2
    return max(1, min(width * factor, extent))


def can_unpack(scalars: Sequence[Scalar], places: Sequence[Read], last: Symbol, lanes: int, target: Target,
               kept: Collection[Any] = ()) -> bool:
    """Whether steps of so many lanes of the loop `last` may have their lanes in another order than memory: all that
    moves with it is bf16, element by element, of what is read and of the `places` where it is stored; or lies in memory that is
    `kept` in that order, too."""
    if not target.has_masks or lanes % PAIR:
        return False
    if not any(access.type is BF16 for access in (*places, *reads(*scalars))):  # most programs have none
        return False
    moving: list[Read] = list(places)
    for node in {node for root in scalars for node in walk(root)}:
        if last not in free_variables(node):
            continue
        if isinstance(node, Read):
            moving.append(node)
        elif not isinstance(node, Apply):
            return False
    narrow = [access for access in moving if access.type is BF16]
    return bool(narrow) and all(len(access.index) == 1 and coefficient(access.index[0], last) == 1 and (
        access.type is BF16 or access.source in kept) for access in moving)


def accumulating_lanes(stores: Sequence[Store], last: Symbol, rows: int, target: Target, is_alone: bool) -> int:
    """Lanes of the vector loop over the results of reductions across rows (0: of none): as many registers of accumulators as
    there are, for each waits for its own last step, and rows are read as they lie. A few tasks are left for several workers
    unless there are so many `rows` of results."""
    loops = target.machine.loops
    found = reductions(*[s.scalar for s in stores])
    if not found or any(prod(extents(r.variables)) < loops.many_steps or _work_of_step(r) > loops.light_step for r in found):  # type: ignore[arg-type]
        return 0
    if any(coefficient(read.index[0], last) not in (0, 1) for r in found for read in reads(*r.values)):
        return 0
    width, extent = register_lanes(stores, target), last.bounds.upper + 1
    most = extent if is_alone or rows >= loops.few_tasks else extent // loops.few_tasks
    registers = loops.accumulators if target.registers >= loops.many_registers else loops.accumulators // 2
    while width < most and width * 2 <= registers * register_lanes(stores, target):
        width *= 2
    return min(width, extent)


def _work_of_step(reduction: Reduction) -> float:
    """About how many instructions a reduction takes for an element."""
    nodes = {node for scalar in (*reduction.values, *reduction.combined) for node in walk(scalar)}
    return sum(cost_of(node.function) for node in nodes if isinstance(node, Apply))


def unrolled_stores(machine: Machine, stores: Sequence[Store]) -> list[Store]:
    return [Store(s.target, s.index, unrolled(machine, s.scalar)) for s in stores]


def with_merged_reductions(stores: Sequence[Store]) -> list[Store]:
    """Stores whose reductions go over what counts only, in as few loops as there can be: together, so that results of one
    reduction stay results of one."""
    made = merge_reductions(trimmed([store.scalar for store in stores]))
    return [Store(store.target, store.index, scalar) for store, scalar in zip(stores, made)]


def row_cost(stage: Stage) -> float:
    """About how many instructions a stage costs in each row."""
    return prod(extents(stage.dims)) * work(stage.stores) / 8


def segments(stores: Sequence[Store], last: Symbol) -> list[tuple[int, int, list[Store]]]:
    """The ranges of the last loop in which the conditions on it alone are constant, with the stores specialised."""
    extent = last.bounds.upper + 1
    cuts: set[int] = set()
    for store in stores:
        for node in walk(store.scalar):
            if isinstance(node, Select):
                cuts |= {c for c in breakpoints(node.condition, last) if 0 < c < extent}
    edges = [0, *sorted(cuts), extent]
    if len(edges) == 2 or len(edges) > 24:
        return [(0, extent, list(stores))]
    found = []
    for low, high in pairwise(edges):
        part = fresh(high - low)
        inside = Simplifying(index={last: part + low})
        back = Simplifying(index={part: linear_combination([(last, 1)], -low)})
        specialised = [Store(s.target, s.index, back(inside(s.scalar))) for s in stores]
        found.append((low, high, specialised))
    return found


# -- side by side --------------------------------------------------------------------------------------------------------------
# How many registers a heavy body of a loop computes side by side.
#
# The instructions of one function after the other wait for each other, and a processor looks ahead over a few dozen: where a
# body is longer it finds nothing else to do, unless the same is computed for more registers beside it. That is more code to
# compile: worth it for loops over many elements, where the longest way through a body is most of it and few values wait
# meanwhile.

_EXACT = frozenset({"select", "maximum", "minimum", "negate", "abs", "convert", "clamp", "bitcast_convert"})


def unroll_and_jam(machine: Machine, scalars: Sequence[Scalar], points: int) -> int:
    """Registers of a heavy body, which computes scalars at so many points in all, that are computed side by side: 1, 2 or 4."""
    loops = machine.loops
    if points < loops.points:
        return 1
    order = _in_order(scalars)
    if any(isinstance(node, Apply) and cost_of(node.function) >= loops.large_function for node in order):
        return 1
    total, way = _instructions(machine, order)
    rounds = any(_is_rounded(node) for node in order)
    if not rounds and (way < loops.serial * total or _waiting(order) > loops.most_waiting):
        return 1
    is_long = way >= max(loops.long_way, loops.serial * total) and total <= loops.most_code and points >= loops.many_points
    return 4 if is_long and _waiting(order) <= loops.most_waiting else 2


def _in_order(scalars: Sequence[Scalar]) -> list[Scalar]:
    """The scalars of a body, each after those that it is computed from."""
    found: dict[Scalar, None] = {}
    pending: list[tuple[Scalar, bool]] = [(scalar, False) for scalar in reversed(scalars)]
    while pending:
        node, is_ready = pending.pop()
        if node in found:
            continue
        if is_ready or not node.children:
            found[node] = None
        else:
            pending.append((node, True))
            pending.extend((child, False) for child in reversed(node.children))
    return list(found)


def _instructions(machine: Machine, order: Sequence[Scalar]) -> tuple[float, float]:
    """About how many instructions a body takes for a register, and how many its longest way does."""
    ways: dict[Scalar, float] = {}
    total = 0.0
    for node in order:
        cost = float(cost_of(node.function)) if isinstance(node, Apply) else float(isinstance(node, Read))
        cost += machine.loops.rounding * _is_rounded(node)
        total += cost
        ways[node] = cost + max((ways[child] for child in node.children), default=0.0)
    return total, max(ways.values(), default=0.0)


def _is_rounded(node: Scalar) -> bool:
    return isinstance(node, Apply) and node.type in (BF16, F16) and node.function not in _EXACT


def _waiting(order: Sequence[Scalar]) -> int:
    """How many values wait to be used at a time, at most; what is read for one instruction is read by it."""
    uses: dict[Scalar, list[int]] = {}
    for number, node in enumerate(order):
        for child in node.children:
            uses.setdefault(child, []).append(number)
    ends: list[int] = [0] * (len(order) + 1)
    waiting = most = 0
    for number, node in enumerate(order):
        used = uses.get(node, [len(order)])
        if not isinstance(node, Literal) and (len(used) > 1 or not isinstance(node, Read)):
            waiting += 1
            ends[used[-1]] += 1
        waiting -= ends[number]
        most = max(most, waiting)
    return most
