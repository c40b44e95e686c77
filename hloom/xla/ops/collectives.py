"""Exchange between processes.

`replica_groups` is a list of lists of processes; an empty one stands for one group of all. `channel_id` is for exchange between
partitions. `shape_with_layout` and `layout` ask that the layout be kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hloom.ops.hlo import communication as hlo_communication
from hloom.ops.hlo import exchange as hlo_exchange
from hloom.ops.hlo import packed as hlo_packed
from hloom.ops.stablehlo import collective as stablehlo_collective
from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.computation import XlaComputation
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.inference.collectives import all_gather, all_to_all, reduce_scatter
from hloom.xla.inference.parts import expect_array
from hloom.xla.ops.parts import computation_of, dense, exchange, integer, integers, pairs
from hloom.xla.shape import Shape


def _parts(operand: Any, what: str) -> tuple[list[XlaOp], bool]:
    """The arrays of one operand, a tuple or a list; and whether it is more than one array."""
    if isinstance(operand, XlaOp):
        return (list(operand), True) if operand.shape.is_tuple else ([operand], False)
    values = list(operand)
    if not values:
        raise InputError(f"{what} expects at least one operand.")
    return values, True


@operation
def CrossReplicaSum(operand: XlaOp, replica_groups: Any = ()) -> XlaOp:
    """AllReduce with a sum (CrossReplicaSum)."""
    from hloom.xla.ops.arithmetic import CreateScalarAddComputation, CreateScalarOrComputation

    if operand.shape.is_tuple:
        raise InputError("0 != element_type: CrossReplicaSum takes an array, use AllReduceTuple")
    expect_array(operand.shape, "operand of all-reduce")
    is_truth = operand.element_type.text == "pred"
    add = (CreateScalarOrComputation if is_truth else CreateScalarAddComputation)(operand.element_type, operand.builder)
    return AllReduce(operand, add, replica_groups)


@operation
def AllReduce(operand: XlaOp | Sequence[XlaOp], computation: XlaComputation, replica_groups: Any = (), channel_id: Any = None,
              shape_with_layout: Any = None, use_global_device_ids: bool = False) -> XlaOp:
    """What a computation makes of the operands of all processes of a group, in each of them (AllReduce); of a tuple, each
    element."""
    operands, is_tuple = _parts(operand, "All-reduce")
    to_apply = computation_of(computation)
    return operands[0].builder.emit(hlo_packed.AllReduce if is_tuple else stablehlo_collective.AllReduce, operands,
                                    computations=[to_apply],
                                    **exchange(replica_groups, channel_id, use_global_device_ids, shape_with_layout))


@operation
def AllReduceTuple(operands: Sequence[XlaOp], computation: XlaComputation, replica_groups: Any = (), channel_id: Any = None,
                   shape_with_layout: Any = None, use_global_device_ids: bool = False) -> XlaOp:
    """AllReduce of several arrays; a tuple."""
    return AllReduce(list(operands), computation, replica_groups, channel_id, shape_with_layout, use_global_device_ids)


@operation
def AllGather(
    operand: XlaOp | Sequence[XlaOp],
    all_gather_dim: int,
    shard_count: int,
    replica_groups: Any = (),
    channel_id: Any = None,
    layout: Any = None,
    use_global_device_ids: bool = False,
) -> XlaOp:
    """The operands of all processes of a group, of which there are `shard_count`, one after the other (AllGather)."""
    operands, is_tuple = _parts(operand, "All-gather")
    d, count = integer(all_gather_dim, "all_gather_dim"), integer(shard_count, "shard_count")
    shapes = [all_gather(o.shape, d, count) for o in operands]
    return operands[0].builder.emit(
        hlo_packed.AllGather if is_tuple else stablehlo_collective.AllGather,
        operands,
        shape=Shape.of_tuple(shapes) if is_tuple else shapes[0],
        all_gather_dim=d,
        **exchange(replica_groups, channel_id, use_global_device_ids, layout),
    )


@operation
def AllGatherTuple(
    operands: Sequence[XlaOp],
    all_gather_dim: int,
    shard_count: int,
    replica_groups: Any = (),
    channel_id: Any = None,
    layout: Any = None,
    use_global_device_ids: bool = False,
) -> XlaOp:
    """AllGather of several arrays; a tuple."""
    return AllGather(list(operands), all_gather_dim, shard_count, replica_groups, channel_id, layout, use_global_device_ids)


@operation
def ReduceScatter(operand: XlaOp, computation: XlaComputation, scatter_dimension: int, shard_count: int, replica_groups: Any = (),
                  channel_id: Any = None, layout: Any = None, use_global_device_ids: bool = False) -> XlaOp:
    """AllReduce, of which each process gets a part along a dimension (ReduceScatter); of a tuple, each element."""
    from hloom.xla.ops.movement import Tuple

    operands, is_tuple = _parts(operand, "Reduce-scatter")
    d, count, to_apply = (
        integer(scatter_dimension, "scatter_dimension"),
        integer(shard_count, "shard_count"),
        computation_of(computation),
    )
    made = []
    for one in operands:
        made.append(one.builder.emit(stablehlo_collective.ReduceScatter, one, shape=reduce_scatter(one.shape, d, count),
                                     computations=[to_apply], scatter_dimension=d,
                                     **exchange(replica_groups, channel_id, use_global_device_ids, layout)))
    return Tuple(operands[0].builder, made) if is_tuple else made[0]


@operation
def AllToAll(
    operand: XlaOp,
    split_dimension: int,
    concat_dimension: int,
    split_count: int,
    replica_groups: Any = (),
    layout: Any = None,
    channel_id: Any = None,
) -> XlaOp:
    """Deals `split_count` parts along one dimension out to the group, and puts what comes together along another (AllToAll).

    Errors: a size that `split_count` does not divide.
    """
    from hloom.xla.ops.movement import Reshape, Transpose

    split, concat = integer(split_dimension, "split_dimension"), integer(concat_dimension, "concat_dimension")
    count = integer(split_count, "split_count")
    shape = all_to_all(operand.shape, split, concat, count)
    # What an empty list stands for: the instruction does not say how many there are.
    groups = exchange(replica_groups or [range(count)], channel_id, False, layout)
    if split == concat or operand.shape.is_dynamic:
        if split != concat:
            raise InputError(
                f"AllToAll of a dynamic shape needs split_dimension == concat_dimension, got {operand.shape.to_text(False)}"
            )
        return operand.builder.emit(hlo_communication.AllToAll, [operand], shape=shape, dimension=split, **groups)
    # The instruction keeps its shape: the parts get a dimension of their own, which is then moved.
    sizes = list(operand.shape.dimensions)
    apart = Reshape(operand, [*sizes[:split], count, sizes[split] // count, *sizes[split + 1 :]])
    dealt = operand.builder.emit(hlo_communication.AllToAll, [apart], shape=apart.shape, dimension=split, **groups)
    order = [k for k in range(len(sizes) + 1) if k != split]
    order.insert(order.index(concat + 1 if concat > split else concat), split)
    return Reshape(Transpose(dealt, order), shape.dimensions)


@operation
def AllToAllTuple(
    operands: XlaOp | Sequence[XlaOp], *rest: Any, replica_groups: Any = (), layout: Any = None, channel_id: Any = None
) -> XlaOp:
    """Sends operand k to process k of the group, and gives what comes as a tuple.

    `AllToAllTuple(operands, replica_groups, layout, channel_id)`, or, of parts of one array that it takes apart and puts
    together again, `AllToAllTuple(operand, split_dimension, concat_dimension, split_count, replica_groups, layout, channel_id)`.
    """
    from hloom.xla.ops.movement import ConcatInDim, SliceInDim

    more = list(rest)
    if isinstance(operands, XlaOp) and len(more) >= 3:
        split, concat, count = (integer(v, n) for v, n in zip(more, ("split_dimension", "concat_dimension", "split_count")))
        all_to_all(operands.shape, split, concat, count)
        size = operands.shape.dimensions[split] // count
        values = [SliceInDim(operands, k * size, (k + 1) * size, 1, split) for k in range(count)]
        del more[:3]
    else:
        values, concat = [operands] if isinstance(operands, XlaOp) else list(operands), None
    replica_groups = more.pop(0) if more else replica_groups
    layout = more.pop(0) if more else layout
    channel_id = more.pop(0) if more else channel_id
    if not values:
        raise InputError("AllToAllTuple expects at least one operand.")
    made = values[0].builder.emit(hlo_communication.AllToAll, values, **exchange(replica_groups, channel_id, False, layout))
    return made if concat is None else ConcatInDim(made.builder, list(made), concat)


@operation
def RaggedAllToAll(input: XlaOp, input_offsets: XlaOp, send_sizes: XlaOp, output: XlaOp, output_offsets: XlaOp, recv_sizes: XlaOp,
                   replica_groups: Any = (), channel_id: Any = None) -> XlaOp:
    """Deals slices of different sizes of the first dimension out to the group, into places of `output` (HLO: ragged-all-to-all).

    Slice k begins at `input_offsets[k]`, has `send_sizes[k]` rows, and goes to row `output_offsets[k]` of process k of the group,
    which gets `recv_sizes` rows of each process. Errors: offsets and sizes that are no vectors of whole numbers of one shape.
    """
    operands = [input, output, input_offsets, send_sizes, output_offsets, recv_sizes]
    return input.builder.emit(hlo_exchange.RaggedAllToAll, operands, **exchange(replica_groups, channel_id))


@operation
def CollectiveBroadcast(operand: XlaOp | Sequence[XlaOp], replica_groups: Any = (), channel_id: Any = None,
                        has_dynamic_root: bool = False) -> XlaOp:
    """The operand of the first process of a group, in all of them; zeros in processes of no group.

    With `has_dynamic_root` the last of several operands, S32 with a number for each of the others, says which process it is.
    """
    operands, is_tuple = _parts(operand, "Collective-broadcast")
    more: dict[str, Any] = {"has_dynamic_root": True} if has_dynamic_root else {}
    packs = len(operands) - has_dynamic_root > 1 or (is_tuple and not has_dynamic_root)
    kind = hlo_packed.CollectiveBroadcast if packs else stablehlo_collective.CollectiveBroadcast
    return operands[0].builder.emit(kind, operands, **exchange(replica_groups, channel_id), **more)


def _permute(operands: list[XlaOp], is_tuple: bool, source_target_pairs: Any, channel_id: Any) -> XlaOp:
    table = pairs(source_target_pairs, "source_target_pairs")
    for side, what in ((0, "source"), (1, "target")):
        numbers = [pair[side] for pair in table]
        if len(set(numbers)) != len(numbers):
            raise InputError(f"every {what} of collective-permute stands in one pair at most, got {[list(p) for p in table]}")
    found = exchange((), channel_id)
    del found["replica_groups"]
    kind = hlo_communication.CollectivePermute if is_tuple else stablehlo_collective.CollectivePermute
    return operands[0].builder.emit(kind, operands if is_tuple else operands[0],
                                    source_target_pairs=dense(table, (len(table), 2)), **found)


@operation
def CollectivePermute(operand: XlaOp, source_target_pairs: Any, channel_id: Any = None) -> XlaOp:
    """The operand of the process that a pair (source, target) names, in the target; zeros where none does (CollectivePermute)."""
    return _permute([operand], False, source_target_pairs, channel_id)


@operation
def MultiCollectivePermute(operands: Sequence[XlaOp], source_target_pairs: Any, channel_id: Any = None) -> XlaOp:
    """CollectivePermute of several arrays; a tuple."""
    values, _ = _parts(list(operands), "Collective-permute")
    return _permute(values, True, source_target_pairs, channel_id)


@operation
def ReplicaId(builder: XlaBuilder) -> XlaOp:
    """The number of the replica, a scalar of U32 (ReplicaId)."""
    return builder.emit(stablehlo_collective.ReplicaId)


@operation
def PartitionId(builder: XlaBuilder) -> XlaOp:
    """The number of the partition, a scalar of U32."""
    return builder.emit(stablehlo_collective.PartitionId)


# The border to manual partitioning.


def _border(builder: XlaBuilder, input: XlaOp, shape: Any, sharding: str, target: str, unspecified_dims: Any) -> XlaOp:
    from hloom.xla.ops.control import CustomCall

    names = (
        f"unspecified_dims=[{','.join(map(str, integers(unspecified_dims, 'unspecified_dims')))}]"
        if len(unspecified_dims)
        else ""
    )
    with builder.sharding(sharding):
        return CustomCall(builder, target, [input], shape, names)


@operation
def ConvertSpmdFullToShardShape(builder: XlaBuilder, input: XlaOp, single_dim: int, manual_sharding: str,
                                unspecified_dims: Sequence[int] = ()) -> XlaOp:
    """The part of a sharded array that a process has, for code that is partitioned by hand; custom calls.

    `manual_sharding` says how it is sharded, as `{devices=[2,1]0,1}`; `single_dim` is the only dimension that is, or -1 for all.
    """
    from hloom.xla.ops.inputs import shape_of

    match_shape = _shard_shape(input.shape, manual_sharding, integer(single_dim, "single_dim"))
    marked = _border(builder, input, input.shape, manual_sharding, "Sharding", unspecified_dims)
    return _border(builder, marked, shape_of(match_shape), "{manual}", "SPMDFullToShardShape", unspecified_dims)


@operation
def ConvertSpmdShardToFullShape(builder: XlaBuilder, input: XlaOp, output_shape: Any, single_dim: int, manual_sharding: str,
                                unspecified_dims: Sequence[int] = ()) -> XlaOp:
    """The whole array of which a process has a part, out of code that is partitioned by hand; custom calls."""
    from hloom.xla.ops.inputs import shape_of

    integer(single_dim, "single_dim")
    marked = _border(builder, input, input.shape, "{manual}", "Sharding", unspecified_dims)
    return _border(builder, marked, shape_of(output_shape), manual_sharding, "SPMDShardToFullShape", unspecified_dims)


def _shard_shape(shape: Shape, sharding: str, single_dim: int) -> Shape:
    import re

    found = re.search(r"devices=\[([0-9,]+)\]", sharding)
    counts = [int(n) for n in found[1].split(",")] if found else [1] * shape.rank
    if len(counts) < shape.rank:
        raise InputError(f"the sharding {sharding:.60} has {len(counts)} dimensions, {shape.to_text(False)} has {shape.rank}")
    return Shape(shape.element_type, [-(-n // c) if single_dim in (-1, d) and c else n
                                      for d, (n, c) in enumerate(zip(shape.dimensions, counts))])
