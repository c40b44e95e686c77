"""Collective operations as operations between the copies that the processes of a group have.

    all_reduce(%x) by add                  %s = add(add(%x_0, %x_1), %x_2)         one value, which every copy of the result is
    all_gather(%x) along 0          ->     %g = concatenate %x_0, %x_1, %x_2, dim = 0
    collective_permute(%x)                 %r_1 = %x_0: a renaming
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from hloom.ir.core import Region, Value
from hloom.ir.types import TensorType
from hloom.numbers.element_type import I32, UI32
from hloom.ops.common.decomposition import Builder, clone_region
from hloom.ops.common.process_groups import Strategy, all_groups, cross_replica, exchange_strategy, reduction_strategy
from hloom.ops.common.region_function import reducing_operation
from hloom.ops.sdy.operations import Annotation
from hloom.ops.stablehlo.collective import (
    AllGather,
    AllReduce,
    AllToAll,
    CollectiveBroadcast,
    CollectivePermute,
    CollectiveReduce,
    CrossReplicaSum,
    PartitionId,
    ReduceScatter,
    ReplicaId,
    body_element,
)
from hloom.ops.stablehlo.comparison import Compare
from hloom.ops.stablehlo.elementwise import Add
from hloom.ops.stablehlo.reduction import Map
from hloom.passes.rewriting import substitute
from hloom.passes.sharding.copies import Copies, Setting, combined, concatenated, selected
from hloom.support.diagnostics import UserError


class Meeting:
    """A collective operation whose operands have these copies. Groups are of places among the copies.

    `grid` is the number of replicas and of partitions, `outside` what stands for values that its computation uses from outside.
    """

    def __init__(self, op: Any, operands: Sequence[Copies], b: Builder, setting: Setting, grid: tuple[int, int],
                 outside: Mapping[Value, Value]) -> None:
        self.op, self.operands, self.b, self.setting, self.grid = op, operands, b, setting, grid
        self.outside, self.count = outside, len(setting.processes)

    def fail(self, message: str) -> UserError:
        return UserError.at(self.op.span, "sharding", f"{self.op.name} {message}")

    def groups(self, strategy: Strategy, rows: Any) -> list[list[int]]:
        """The groups of those processes whose copies there are."""
        places = {process: k for k, process in enumerate(self.setting.processes)}
        found = []
        for group in all_groups(self.op, strategy, rows, *self.grid):
            inside = [places[process] for process in group if process in places]
            if inside and len(inside) != len(group):
                raise self.fail(f"joins processes along axes that are not manual, in the group {group}")
            found += [inside] if inside else []
        return found

    def all_groups(self, strategy: Callable[[Any], Strategy]) -> list[list[int]]:
        """Groups of which every process must be in one."""
        found = self.groups(strategy(self.op), self.op.replica_groups)
        missing = set(range(self.count)).difference(*found)
        if missing:
            raise self.fail(f"is run by process {self.setting.processes[min(missing)]}, which is in none of its groups")
        return found

    def in_groups(self, groups: list[list[int]], copies: Copies, of_group: Callable[[list[Any]], Sequence[Any]]) -> Copies:
        """Copies of a result: of each group what `of_group` makes of its members' copies, one for each of them."""
        found: list[Any] = [None] * self.count
        for group in groups:
            for place, value in zip(group, of_group([copies[k] for k in group])):
                found[place] = value
        return tuple(found)

    def sums(self, copies: Sequence[Any]) -> Any:
        """Copies combined in their order by the operation's computation."""
        region = _without_annotations(clone_region(self.op.computation, dict(self.outside)))
        element, b = body_element(self.op), self.b
        own = reducing_operation(region)

        def apply(x: Any, y: Any) -> Any:
            if own is not None:
                return b(type(own), x, y)
            dimensions = tuple(range(x.rank))
            return b(Map, [x, y], regions=[clone_region(region, {})], dimensions=dimensions,
                     result_types=[TensorType(x.shape, element)])

        if any(x.type.is_quantized for x in copies):
            raise self.fail("of quantized values is not supported between copies")
        return combined([b.converted(x, element) for x in copies], apply)


def _without_annotations(region: Region) -> Region:
    block = region.block
    values: dict[Value, Value] = {}
    for op in block.operations:
        if isinstance(op, Annotation):
            values.update((r, op.operands[0]) for r in op.results)
    if values:
        block.operations = [op for op in block.operations if not isinstance(op, Annotation)]
        for op in block.operations:
            substitute(op, values)
    return region


# -- each operation: copies of the operands in, copies of the results out ------------------------------------------------------
def _all_reduce(m: Meeting) -> list[Copies]:
    groups = m.all_groups(reduction_strategy)
    return [m.in_groups(groups, x, lambda part: [m.sums(part)] * len(part)) for x in m.operands]


def _cross_replica_sum(m: Meeting) -> list[Copies]:
    groups = m.all_groups(lambda op: cross_replica)
    return [m.in_groups(groups, x, lambda part: [combined(part, partial(m.b, Add))] * len(part)) for x in m.operands]


def _all_gather(m: Meeting) -> list[Copies]:
    groups, d = m.all_groups(reduction_strategy), m.op.all_gather_dim
    return [m.in_groups(groups, x, lambda part: [concatenated(m.b, part, d)] * len(part)) for x in m.operands]


def _reduce_scatter(m: Meeting) -> list[Copies]:
    d = m.op.scatter_dimension

    def scattered(part: list[Any]) -> list[Any]:
        return _parts(m, m.sums(part), d, len(part))

    return [m.in_groups(m.all_groups(reduction_strategy), m.operands[0], scattered)]


def _all_to_all(m: Meeting) -> list[Copies]:
    groups, op = m.all_groups(exchange_strategy), m.op
    wrong = next((group for group in groups if len(group) != op.split_count), None)
    if wrong is not None:
        raise m.fail(f"splits operands in {op.split_count} parts for a group of {len(wrong)} processes")

    def exchanged(part: list[Any]) -> list[Any]:
        known: dict[Any, list[Any]] = {}
        for x in part:
            if x not in known:
                known[x] = _parts(m, x, op.split_dimension, op.split_count)
        return [concatenated(m.b, [known[x][place] for x in part], op.concat_dimension) for place in range(len(part))]

    return [m.in_groups(groups, x, exchanged) for x in m.operands]


def _permute(m: Meeting) -> list[Copies]:
    (x,) = m.operands
    pairs = m.op.source_target_pairs
    found: list[Any] = [None] * m.count
    for source, target in m.groups(exchange_strategy(m.op), pairs) if pairs.size else ():
        found[target] = x[source]
    if any(v is None for v in found):
        zeros = _zeros(m, x[0])
        found = [zeros if v is None else v for v in found]
    return [tuple(found)]


def _zeros(m: Meeting, like: Any) -> Any:
    """What a process gets that nothing is sent to."""
    if like.type.is_quantized:
        raise m.fail("of quantized values is not supported between copies")
    return m.b.splat(0, like.type)


def _rooted(m: Meeting) -> tuple[Sequence[Copies], list[Copies] | None]:
    """The data, and of each operand for each process the place of the root, a scalar, where these are computed."""
    if not m.op.has_dynamic_root:
        return m.operands, None
    *data, roots = m.operands
    known: dict[tuple[Any, int], Any] = {}
    for k in range(len(data)):
        for value in roots:
            if (value, k) not in known:
                known[value, k] = m.b.reshaped(m.b.between(value, 0, k, k + 1), ())
    return data, [tuple(known[value, k] for value in roots) for k in range(len(data))]


def _is_root(m: Meeting, root: Any, place: int) -> Any:
    return m.b(Compare, root, m.b.constant(np.int32(place), I32), comparison_direction="EQ")


def _broadcast(m: Meeting) -> list[Copies]:
    data, roots = _rooted(m)
    groups = m.groups(exchange_strategy(m.op), m.op.replica_groups)
    found = []
    for k, x in enumerate(data):
        made: list[Any] = [None] * m.count
        for group in groups:
            for place in group:
                made[place] = x[group[0]]
                for number, source in enumerate(group[1:] if roots is not None else (), 1):
                    made[place] = selected(m.b, _is_root(m, roots[k][place], number), x[source], made[place])  # type: ignore[index]
        zeros = _zeros(m, x[0]) if any(v is None for v in made) else None
        found.append(tuple(zeros if v is None else v for v in made))
    return found


def _reduce_to_root(m: Meeting) -> list[Copies]:
    data, roots = _rooted(m)
    groups = m.all_groups(reduction_strategy)
    found = []
    for k, x in enumerate(data):
        made: list[Any] = [None] * m.count
        for group in groups:
            total = m.sums([x[place] for place in group])
            zeros = m.b.splat(0, total.type)
            for number, place in enumerate(group):
                made[place] = ((total if number == 0 else zeros) if roots is None
                               else selected(m.b, _is_root(m, roots[k][place], number), total, zeros))
        found.append(tuple(made))
    return found


def _partition_id(m: Meeting) -> list[Copies]:
    return [_numbers(m, [process % m.grid[1] for process in m.setting.processes])]


def _replica_id(m: Meeting) -> list[Copies]:
    return [_numbers(m, [process // m.grid[1] for process in m.setting.processes])]


def _numbers(m: Meeting, numbers: list[int]) -> Copies:
    made = {n: m.b.constant(np.uint32(n), UI32) for n in sorted(set(numbers))}
    return tuple(made[n] for n in numbers)


def _parts(m: Meeting, x: Any, dimension: int, count: int) -> list[Any]:
    """A tensor in equal parts along a dimension."""
    size, rest = divmod(x.shape[dimension], count)
    if rest:
        raise m.fail(f"divides dimension {dimension} of {x.type} among {count} processes")
    return [m.b.between(x, dimension, k * size, (k + 1) * size) for k in range(count)]


#: What processes do together, and where they ask who they are.
COLLECTIVES: dict[type, Callable[[Meeting], list[Copies]]] = {
    AllGather: _all_gather, AllReduce: _all_reduce, AllToAll: _all_to_all, CollectiveBroadcast: _broadcast,
    CollectivePermute: _permute, CollectiveReduce: _reduce_to_root, CrossReplicaSum: _cross_replica_sum,
    PartitionId: _partition_id, ReduceScatter: _reduce_scatter, ReplicaId: _replica_id,
}


def collective_of(op: Any) -> Callable[[Meeting], list[Copies]] | None:
    """How an operation is made of copies; None for one that each process runs by itself."""
    return next((COLLECTIVES[cls] for cls in type(op).__mro__ if cls in COLLECTIVES), None)
