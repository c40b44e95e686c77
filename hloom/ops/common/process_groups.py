"""Groups of processes: what `replica_groups` and channels say about who takes part in a collective operation.

A process of the grid `num_replicas x num_partitions` is named by its flat number `replica_id * num_partitions +
partition_id`. The four strategies are those of the specification's chapter on parallel execution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hloom.ir.attributes import SymbolRefAttr
from hloom.ir.core import Operation
from hloom.numbers.element_type import I64
from hloom.ops.common.attributes import AxisRef, ChannelHandle, ReplicaGroupMeshAxes
from hloom.ops.common.meshes import Axis, DeviceMesh
from hloom.ops.common.process import Process
from hloom.ops.common.symbols import named
from hloom.ops.definition.attribute_kinds import dense, one_of, struct, unit
from hloom.ops.definition.constraints import unique
from hloom.ops.definition.operation import Attr, Body, C, Op
from hloom.support.diagnostics import EvaluationError, InputError

Groups = list[list[int]]

#: `replica_groups`: rows of numbers, or axes of a mesh.
replica_groups: Any = one_of(dense(I64), struct(ReplicaGroupMeshAxes))
channel_handle: Any = struct(ChannelHandle).optional
flag: Any = unit.default(False)


class Grouped(Op):
    """The fields, behind those of its own, of an operation in which the processes of a group take part."""

    replica_groups: Attr = replica_groups
    channel_handle: Attr = channel_handle
    is_pure = False


class OfDevices(Grouped):
    """One whose groups may be of processes whatever their replicas and partitions are."""

    use_global_device_ids: Attr = flag


class Combining(OfDevices):
    """One that combines what processes have."""

    computation: Body = None


class Paired(Op):
    """One that sends from the source to the target of each pair."""

    source_target_pairs: Attr = dense(I64)
    channel_handle: Attr = channel_handle
    is_pure = False


def number_of(process: Process) -> int:
    """The flat number of a process."""
    return process.replica_id * process.num_partitions + process.partition_id


def channel_id(op: Any) -> int:
    """The number of the channel; 0 where there is none."""
    return op.channel_handle.handle if op.channel_handle is not None else 0


def cross_replica(rows: Groups, num_replicas: int, num_partitions: int) -> Groups:
    """Groups of replicas, in each partition."""
    return [[r * num_partitions + p for r in row] for row in rows for p in range(num_partitions)]


def cross_partition(rows: Groups, num_replicas: int, num_partitions: int) -> Groups:
    """Groups of partitions, in each replica."""
    return [[r * num_partitions + p for p in row] for row in rows for r in range(num_replicas)]


def cross_replica_and_partition(rows: Groups, num_replicas: int, num_partitions: int) -> Groups:
    """Groups of replicas with all their partitions."""
    return [[r * num_partitions + p for p in range(num_partitions) for r in row] for row in rows]


def flattened_ids(rows: Groups, num_replicas: int, num_partitions: int) -> Groups:
    """Groups of processes."""
    return rows


Strategy = Callable[[Groups, int, int], Groups]


def reduction_strategy(op: Any) -> Strategy:
    """How all_gather, all_reduce, reduce_scatter and collective_reduce group processes."""
    if isinstance(op.replica_groups, ReplicaGroupMeshAxes) or (op.use_global_device_ids and channel_id(op) > 0):
        return flattened_ids
    return cross_replica_and_partition if channel_id(op) > 0 else cross_replica


def exchange_strategy(op: Any) -> Strategy:
    """How all_to_all, collective_broadcast and collective_permute group processes."""
    if isinstance(getattr(op, "replica_groups", None), ReplicaGroupMeshAxes):
        return flattened_ids
    return cross_partition if channel_id(op) > 0 else cross_replica


def population(strategy: Strategy, num_replicas: int, num_partitions: int) -> int:
    """How many numbers the rows of a strategy range over."""
    if strategy is flattened_ids:
        return num_replicas * num_partitions
    return num_partitions if strategy is cross_partition else num_replicas


def all_groups(op: Operation, strategy: Strategy, rows: Any, num_replicas: int, num_partitions: int) -> Groups:
    """The groups of processes that `rows` stand for. Rows without any number stand for one group of all. EvaluationError if a
    number is beyond the grid."""
    count = population(strategy, num_replicas, num_partitions)
    if isinstance(rows, ReplicaGroupMeshAxes):
        listed = mesh_groups(op, rows)
    else:
        # One number may be repeated more often than memory holds: what fills rows up.
        fills = rows.size and not any(rows.strides) and rows[(0,) * rows.ndim] < 0
        kept = [[]] if fills or not rows.size else rows.tolist()
        listed = [[n for n in row if n >= 0] for row in kept] if rows.size else [list(range(count))]
    wrong = [n for row in listed for n in row if n >= count]
    if wrong:
        raise EvaluationError.at(op.span, "grid",
                                 f"{op.name} names number {wrong[0]} in its groups, the grid of {num_replicas} replicas "
                                 f"x {num_partitions} partitions has {count}; evaluate_grid and `hloom run --grid RxP` say how "
                                 "large it is")
    return strategy(listed, num_replicas, num_partitions)


def own_group(op: Operation, process: Process, strategy: Strategy, rows: Any) -> list[int] | None:
    """The group of `process` among those that `rows` stand for; None if it is in none."""
    mine = number_of(process)
    groups = all_groups(op, strategy, rows, process.num_replicas, process.num_partitions)
    return next((group for group in groups if mine in group), None)


def participating_group(op: Any, process: Process, strategy: Strategy) -> list[int]:
    """The group of `process`, which must be in one."""
    group = own_group(op, process, strategy, op.replica_groups)
    if group is None:
        raise EvaluationError.at(op.span, "grid",
                                 f"process ({process.replica_id}, {process.partition_id}) runs {op.name} but is in "
                                 f"none "
                                 "of its groups")
    return group


def mesh_groups(op: Operation, groups: ReplicaGroupMeshAxes) -> Groups:
    """The groups of devices that differ along the axes only. EvaluationError if the mesh or an axis is unknown."""
    axes = [Axis(a.name) if a.sub_axis_info is None else Axis(a.name, a.sub_axis_info.pre_size, a.sub_axis_info.size)
            for a in groups.axes if isinstance(a, AxisRef)]
    mesh: Any = groups.mesh
    if isinstance(mesh, SymbolRefAttr):
        declared = named(op, mesh.value)
        mesh = declared.attributes.get("mesh") if declared is not None else None
    try:
        found = DeviceMesh.of(mesh) if mesh is not None else None
        if found is None or not found.axes:
            raise InputError("its mesh is not defined in the program")
        return found.tiled([axes]).transpose().tolist()
    except InputError as error:
        raise EvaluationError.at(op.span, "mesh", f"{op.name}: {error}") from None


def numbers_of(op: Any) -> list[int] | None:
    """All numbers of `replica_groups`, in order; None where a mesh stands for them. Of one number that is repeated, two: the
    shape of a constant may say more than memory holds."""
    found = op.replica_groups
    return None if isinstance(found, ReplicaGroupMeshAxes) else _numbers_in(found)


def _numbers_in(array: np.ndarray) -> list[int]:
    return array.reshape(-1).tolist() if any(array.strides) or array.size <= 2 else [int(array[(0,) * array.ndim])] * 2


def group_size(op: Any) -> int | None:
    """How many numbers each group has; None where a mesh, or nothing, says so."""
    found = op.replica_groups
    return None if isinstance(found, ReplicaGroupMeshAxes) or not len(found) else found.shape[1]


def processes_in_group(op: Any) -> int | None:
    """How many processes each group of a reduction has, of all partitions where these meet; None where the program does not say
    it."""
    size = group_size(op)
    if size is None or reduction_strategy(op) is not cross_replica_and_partition:
        return size
    sizes = _declared_grid(op)
    return None if sizes is None else size * sizes[1]


def declared_population(op: Operation, strategy: Strategy) -> int | None:
    """How many numbers the groups range over by what the module says of its grid; None where it says nothing."""
    sizes = _declared_grid(op)
    return None if sizes is None else population(strategy, *sizes)


def _declared_grid(op: Operation) -> tuple[int, int] | None:
    """The replicas and partitions of which the module says that it runs on them."""
    module: Operation | None = op
    while module is not None and "mhlo.num_replicas" not in module.attributes:
        module = module.parent
    if module is None:
        return None
    replicas, partitions = (getattr(module.attributes.get(f"mhlo.num_{what}"), "value", 1) for what in ("replicas", "partitions"))
    return replicas, partitions


def group_checks(rank: str, distinct: int, range_: int, size: int | None = None, padded: bool = False,
                 strategy: Callable[[Any], Strategy] = reduction_strategy) -> list[C]:
    """The constraints on `replica_groups`: its rank (under `rank`), and under their numbers that its numbers are
    distinct, in
    range, and, with `size`, that they are all there are. With `padded`, -1 may fill rows up.
    """
    def kept(op: Any) -> list[int]:
        return [n for n in numbers_of(op) or () if not (padded and n == -1)]

    def in_range(op: Any) -> bool:
        numbers = kept(op)
        return all(0 <= n and (size is None or n < len(numbers)) for n in numbers)

    found = [
        C(rank, "replica_groups must have two dimensions, got {replica_groups}",
          lambda op: isinstance(op.replica_groups, ReplicaGroupMeshAxes) or op.replica_groups.ndim == 2),
        C(distinct, "replica_groups must not name a number twice, got {replica_groups}", lambda op: unique(kept(op))),
        C(range_, "replica_groups must lie in the range from 0 to the count of its numbers, got {replica_groups}",
          in_range),
    ]
    if size is not None:
        found.append(C(size, "replica_groups must name every process of the program's grid, got {replica_groups}",
                       lambda op: not kept(op) or declared_population(op, strategy(op)) in (None, len(kept(op)))))
    return found


def channel_check(number: int) -> C:
    """The constraint that global device numbers need a channel."""
    return C(number, lambda op: f"use_global_device_ids needs a channel_id above 0, got {channel_id(op)}",
             lambda op: not op.use_global_device_ids or channel_id(op) > 0)


def pair_checks(numbers: Sequence[int], strategy: Callable[[Any], Strategy] = exchange_strategy) -> list[C]:
    """The constraints on `source_target_pairs`: two columns, no source twice, no target twice, in range."""
    def pairs(op: Any) -> Any:
        return op.source_target_pairs if op.source_target_pairs is not None else np.zeros((0, 2), np.int64)

    return [
        C(numbers[0], "source_target_pairs must be rows of a source and a target, got {source_target_pairs}",
          lambda op: pairs(op).ndim == 2 and pairs(op).shape[1] == 2),
        C(numbers[1], "source_target_pairs must not name a source twice, got {source_target_pairs}",
          lambda op: unique(_numbers_in(pairs(op)[:, 0]))),
        C(numbers[2], "source_target_pairs must not name a target twice, got {source_target_pairs}",
          lambda op: unique(_numbers_in(pairs(op)[:, 1]))),
        C(numbers[3], "source_target_pairs must name processes of the grid, got {source_target_pairs}",
          lambda op: all(0 <= n < (declared_population(op, strategy(op)) or n + 1)
                         for n in _numbers_in(pairs(op)))),
    ]
