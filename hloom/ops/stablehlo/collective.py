"""Collective operations: the processes of a group compute together (StableHLO spec: Collective ops)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.expr.index import floordiv, fresh, mod
from hloom.expr.scalar import index_of
from hloom.ir.core import Value
from hloom.ir.types import DYNAMIC, TensorType
from hloom.numbers.element_type import I64, UI32
from hloom.ops.common.accumulation import body_of, to_destination
from hloom.ops.common.bodies import combining
from hloom.ops.common.process import Process
from hloom.ops.common.process_groups import (
    Combining,
    Grouped,
    OfDevices,
    Paired,
    channel_check,
    channel_id,
    exchange_strategy,
    flag,
    group_checks,
    group_size,
    number_of,
    own_group,
    pair_checks,
    participating_group,
    processes_in_group,
    reduction_strategy,
)
from hloom.ops.common.quantization import quantize
from hloom.ops.common.region_function import inputs_of, is_reducer, one_block, outputs_of, types_text
from hloom.ops.common.shapes import Shape, infer_tensor, known
from hloom.ops.definition.attribute_kinds import dense, i64
from hloom.ops.definition.constraints import (
    compatible_shapes,
    element,
    per_tensor_quantized,
    rank,
    tensor,
)
from hloom.ops.definition.operation import Attr, C, Op, Operand, Operands, Results, infers, type_of

ANY = tensor | per_tensor_quantized
Array = Any
SCALAR_UI32 = TensorType((), UI32)


_HAS_INPUTS = C("inputs", "needs at least one operand", lambda op: len(op.inputs) > 0)


def zeros_like(x: Array, type: Any) -> Array:
    """What a process receives that is sent nothing: zeros, stored as `type` stores them."""
    if not type.is_quantized:
        return np.zeros_like(x)
    return np.full(x.shape, quantize(np.zeros((), type.element.expressed.dtype), type.element))


def collective_reducer(label: int | str, inputs: Callable[[Any], list[Value]]) -> list[C]:
    """The constraint that `computation` combines two scalars to which the elements of every input convert."""
    def message(op: Any) -> str:
        types = types_text(tuple(x.type for x in inputs(op)))
        return (f"computation must take two scalars, to which the elements of {types} convert, and return one, got "
                f"{types_text(inputs_of(op.computation))} -> {types_text(outputs_of(op.computation))}")

    return [one_block("computation"),
            C(label, message, lambda op: all(is_reducer(op.computation, [x]) for x in inputs(op)),
              states="computation must take two scalars, to which the elements of every input convert, and return one")]


def body_element(op: Any) -> Any:
    """The element type in which `computation` computes."""
    return outputs_of(op.computation)[0].element  # type: ignore[union-attr]


def reduced(op: Any, process: Process, group: list[int], values: list[Value],
            arrays: tuple[Array, ...]) -> tuple[Array, ...]:
    """The operands of all processes of `group`, combined in the group's order by `computation`."""
    type = body_element(op)
    mine = tuple(to_destination(x, v.element, type) for x, v in zip(arrays, values))
    first, *others = process.exchange(op, group, mine, channel_id(op))
    combine = body_of(process, op.computation)
    found = list(first)
    for other in others:
        found = [combine((a,), (b,))[0] for a, b in zip(found, other)]
    return tuple(found)


class _Exchange(Op):
    """A collective operation, which compiled code leaves to the processes' transport."""

    looks_outside = True
    kernel = "collective"

    def place_in_group(op, i: Any, number: int) -> Any:
        """Each place in a group; None where the program does not say how many there are."""
        size = processes_in_group(op)
        return None if size is None else fresh(size, "p")


class AllGather(_Exchange, OfDevices, name="stablehlo.all_gather"):
    """Joins the operands of all processes of a group along `all_gather_dim`; every one gets the result."""

    inputs: Operands = ANY
    all_gather_dim: Attr = i64
    outputs: Results = ANY
    checks = [
        _HAS_INPUTS,
        C(1, "all_gather_dim must lie in [0, {op.inputs[0].rank}), got {all_gather_dim}",
          lambda op: all(0 <= op.all_gather_dim < x.rank for x in op.inputs)),
        *group_checks("I3", distinct=2, range_=4, size=3), channel_check(5),
    ]
    result_checks = [
        C(6, "results must have the types of the operands {inputs}, with a multiple of the size of dimension "
             "{all_gather_dim}, got {outputs}",
          lambda op: len(op.inputs) == len(op.outputs)
          and all(_gathers(op, x, y) for x, y in zip(op.inputs, op.outputs))),
    ]

    def run(op, process: Process, *inputs: Array) -> Any:
        group = participating_group(op, process, reduction_strategy(op))
        received = process.exchange(op, group, inputs, channel_id(op))
        return tuple(np.concatenate(parts, op.all_gather_dim) for parts in zip(*received))

    def accesses(op, i: Any, number: int) -> Any:
        x, d = op.inputs[number], op.all_gather_dim
        return [x[[*i[:d], mod(i[d], x.shape[d]), *i[d + 1 :]]]]

    def place_in_group(op, i: Any, number: int) -> Any:
        return floordiv(i[op.all_gather_dim], op.inputs[number].shape[op.all_gather_dim])


def _gathers(op: Any, x: Value, y: Value) -> bool:
    """C6 of all_gather. The size of a group is not known to the program: only that the result's size is a multiple."""
    if x.element is not y.element or not _same_but(x.shape, y.shape, op.all_gather_dim):
        return False
    whole, part = y.shape[op.all_gather_dim], x.shape[op.all_gather_dim]
    return DYNAMIC in (whole, part) or (part != 0 and whole % part == 0)


class AllReduce(_Exchange, Combining, name="stablehlo.all_reduce"):
    """Combines the operands of all processes of a group by `computation`; every one gets the result."""

    inputs: Operands = ANY
    checks = [
        _HAS_INPUTS,
        *group_checks("I2", distinct=1, range_=3, size=2, padded=True), channel_check(4),
        *collective_reducer(5, lambda op: op.inputs),
    ]

    @infers(shape="C6", element="C7")
    def outputs(op) -> Any:
        types: list[Any] = [x.type for x in op.inputs]
        return tuple(type.with_element(body_element(op)) for type in types)

    def run(op, process: Process, *inputs: Array) -> Any:
        return reduced(op, process, participating_group(op, process, reduction_strategy(op)), op.inputs, inputs)

    def accesses(op, i: Any, number: int) -> Any:
        return [op.inputs[number][i]]



class ReduceScatter(_Exchange, Combining, name="stablehlo.reduce_scatter"):
    """Combines the operands of all processes of a group; each gets its part of the result along `scatter_dimension`."""

    operand: Operand = ANY
    scatter_dimension: Attr = i64
    outputs: Results = ANY
    takes_any_end = True
    checks = [
        C(2, "scatter_dimension must lie in [0, {operand.rank}), got {scatter_dimension}",
          lambda op: 0 <= op.scatter_dimension < op.operand.rank),
        *group_checks("I3", distinct=3, range_=5, size=4), channel_check(6),
        *collective_reducer(7, lambda op: [op.operand]),
    ]
    result_checks = [
        C("results", "has one result, got {outputs}", lambda op: len(op.outputs) == 1),
        C(9, "the result must have the element type of computation, got {outputs}",
          lambda op: op.outputs[0].element is body_element(op)),
        C(8, "the result must have the shape of {operand} but in dimension {scatter_dimension}, got {outputs}",
          lambda op: _same_but(op.operand.shape, op.outputs[0].shape, op.scatter_dimension)),
        C(1, "the size of {operand} in dimension {scatter_dimension} must be a multiple of that of the result "
             "{outputs}",
          lambda op: _is_multiple(op.operand.shape[op.scatter_dimension], op.outputs[0].shape[op.scatter_dimension])),
    ]

    def run(op, process: Process, operand: Array) -> Any:
        group = participating_group(op, process, reduction_strategy(op))
        (whole,) = reduced(op, process, group, [op.operand], (operand,))
        place = group.index(number_of(process))
        return np.split(whole, len(group), op.scatter_dimension)[place]

    def accesses(op, i: Any, number: int) -> Any:
        # Which part a process gets depends on its place in the group.
        d, size = op.scatter_dimension, op.outputs[0].shape[op.scatter_dimension]
        part = fresh(op.operand.shape[d] // max(size, 1), "p")
        return [op.operand[[*i[:d], part * size + i[d], *i[d + 1 :]]]]



def _same_but(a: Shape, b: Shape, dimension: int) -> bool:
    """Whether shapes are compatible, one dimension apart."""
    return len(a) == len(b) and compatible_shapes((*a[:dimension], *a[dimension + 1 :]),
                                                  (*b[:dimension], *b[dimension + 1 :]))


def _is_multiple(whole: int, part: int) -> bool:
    return DYNAMIC in (whole, part) or (whole > 0 and part > 0 and whole % part == 0)


class AllToAll(_Exchange, Grouped, name="stablehlo.all_to_all"):
    """Splits operands along `split_dimension`, deals the parts out in a group, joins them along `concat_dimension`."""

    inputs: Operands = ANY
    split_dimension: Attr = i64
    concat_dimension: Attr = i64
    split_count: Attr = i64
    checks = [
        _HAS_INPUTS,
        C(1, "split_dimension must lie in [0, {op.inputs[0].rank}), got {split_dimension}",
          lambda op: all(0 <= op.split_dimension < x.rank for x in op.inputs)),
        C(3, "concat_dimension must lie in [0, {op.inputs[0].rank}), got {concat_dimension}",
          lambda op: all(0 <= op.concat_dimension < x.rank for x in op.inputs)),
        C(4, "split_count must be positive, got {split_count}", lambda op: op.split_count > 0),
        C(2, "split_count must divide dimension {split_dimension} of {inputs}, got {split_count}",
          lambda op: all(x.shape[op.split_dimension] == DYNAMIC or x.shape[op.split_dimension] % op.split_count == 0
                         for x in op.inputs)),
        *group_checks("I5", distinct=5, range_=7, size=6, strategy=exchange_strategy),
        C(8, "each group must have split_count {split_count} processes, got {replica_groups}",
          lambda op: group_size(op) in (None, op.split_count)),
    ]

    @infers("C9")
    def outputs(op) -> Any:
        def rule(shape: Shape) -> Shape:
            sizes = list(shape)
            sizes[op.split_dimension] = known(lambda n: n // op.split_count, sizes[op.split_dimension])
            sizes[op.concat_dimension] = known(lambda n: n * op.split_count, sizes[op.concat_dimension])
            return tuple(sizes)

        return tuple(infer_tensor(x.element, rule, x.type) for x in op.inputs)

    def run(op, process: Process, *inputs: Array) -> Any:
        group = participating_group(op, process, exchange_strategy(op))
        place = group.index(number_of(process))
        parts = tuple(np.split(x, op.split_count, op.split_dimension) for x in inputs)
        received = process.exchange(op, group, parts, channel_id(op))
        return tuple(np.concatenate([sent[k][place] for sent in received], op.concat_dimension)
                     for k in range(len(inputs)))

    def accesses(op, i: Any, number: int) -> Any:
        # Element i comes from the part with the receiver's number, of the process whose number its place along the
        # dimension of the concatenation tells.
        x, index = op.inputs[number], list(i)
        index[op.concat_dimension] = mod(index[op.concat_dimension], max(x.shape[op.concat_dimension], 1)
                                         if op.concat_dimension != op.split_dimension
                                         else max(x.shape[op.concat_dimension] // op.split_count, 1))
        size = x.shape[op.split_dimension] // op.split_count
        index[op.split_dimension] = fresh(op.split_count, "p") * size + index[op.split_dimension]
        return [x[index]]

    def place_in_group(op, i: Any, number: int) -> Any:
        x, d = op.inputs[number], op.concat_dimension
        size = x.shape[d] if d != op.split_dimension else x.shape[d] // op.split_count
        return floordiv(i[d], max(size, 1))


def _data(op: Any) -> list[Value]:
    """The operands of a rooted collective without the trailing numbers of roots."""
    return op.inputs[:-1] if op.has_dynamic_root else op.inputs


def _roots_fit(op: Any) -> bool:
    """Whether `has_dynamic_root` comes with one i32 for each other operand."""
    if not op.has_dynamic_root:
        return True
    *data, roots = op.inputs
    return len(data) > 0 and (element("i32") & rank(1)).holds(roots.type) and roots.shape[0] in (len(data), DYNAMIC)


def _roots(op: Any, inputs: tuple[Array, ...]) -> list[int]:
    """For each operand the place in its group of the process from which or to which it goes."""
    return [int(n) for n in inputs[-1]] if op.has_dynamic_root else [0] * len(inputs)


class _Rooted(_Exchange):
    """A collective in which one process of a group is the root: the first one, or the one that the last operand says."""

    has_dynamic_root: Attr = flag

    def accesses(op: Any, i: Any, number: int) -> Any:
        return [op.inputs[number][i], *([op.inputs[-1][[number]]] if op.has_dynamic_root else [])]


class CollectiveBroadcast(_Rooted, Grouped, name="stablehlo.collective_broadcast"):
    """Every process of a group gets the operand of the root, the first one unless the last operand says otherwise."""

    inputs: Operands = ANY
    checks = [
        *group_checks("I2", distinct=1, range_=2),
        C(3, "needs at least one operand", lambda op: len(op.inputs) > 0),
        C(4, "the last operand must be the roots, one i32 for each other operand, got {inputs}", _roots_fit),
    ]

    @infers(count="C5", type="C6")
    def outputs(op) -> Any:
        return tuple(x.type for x in _data(op))

    def run(op, process: Process, *inputs: Array) -> Any:
        values = inputs[: len(_data(op))]
        group = own_group(op, process, exchange_strategy(op), op.replica_groups)
        if group is None:
            return tuple(zeros_like(x, v.type) for x, v in zip(values, _data(op)))
        received = process.exchange(op, group, values, channel_id(op))
        return tuple(received[root][k] for k, root in enumerate(_roots(op, inputs)))

    def place_in_group(op, i: Any, number: int) -> Any:
        size = group_size(op)
        if not op.has_dynamic_root:
            return 0
        return None if size is None else index_of(op.inputs[-1][[number]], 0, max(size - 1, 0))


class CollectiveReduce(_Rooted, Combining, name="stablehlo.collective_reduce"):
    """Combines the operands of all processes of a group; the root gets the result, the others zeros."""

    inputs: Operands = ANY
    takes_any_end = True
    checks = [
        _HAS_INPUTS,
        *group_checks("I2", distinct=1, range_=3, size=2, padded=True), channel_check(4),
        C("roots", "the last operand must be the roots, one i32 for each other operand, got {inputs}", _roots_fit),
        *collective_reducer("computation", _data),
    ]

    @infers("type")
    def outputs(op) -> Any:
        return tuple(x.type.with_element(body_element(op)) for x in _data(op))  # type: ignore[union-attr]

    def run(op, process: Process, *inputs: Array) -> Any:
        data = _data(op)
        group = participating_group(op, process, reduction_strategy(op))
        place = group.index(number_of(process))
        found = reduced(op, process, group, data, inputs[: len(data)])
        return tuple(x if place == root else zeros_like(x, r.type)
                     for x, r, root in zip(found, op.results, _roots(op, inputs)))



class CollectivePermute(_Exchange, Paired, name="stablehlo.collective_permute"):
    """Sends the operand from the source to the target of each pair; who is no target gets zeros."""

    operand: Operand = ANY
    checks = pair_checks((1, 2, 3, 4))
    result = type_of("operand", "C5")

    def run(op, process: Process, operand: Array) -> Any:
        mine = number_of(process)
        found = None
        # Pairs meet one after the other, in an order that all processes share, so that they cannot block each other.
        for pair in op.source_target_pairs:
            group = own_group(op, process, exchange_strategy(op), pair.reshape(1, 2))
            if group is None:
                continue
            sent = operand if group[0] == group[1] else process.exchange(op, group, operand, channel_id(op))[0]
            found = sent if group[1] == mine else found
        return zeros_like(operand, op.operand.type) if found is None else found

    def accesses(op, i: Any, number: int) -> Any:
        return [op.operand[i]]

    def place_in_group(op, i: Any, number: int) -> Any:
        return 0  # of the pair


class CrossReplicaSum(Op, name="stablehlo.cross-replica-sum"):
    """The sum over the replicas of a group."""

    operand: Operand = tensor
    replica_groups: Attr = dense(I64)
    is_pure = False
    result = type_of("operand")

    def decompose(op, b: Any) -> Any:
        return b("stablehlo.all_reduce", [op.operand], replica_groups=op.attributes["replica_groups"],
                 regions=[combining("stablehlo.add", op.operand.element)])


class ReplicaId(Op, name="stablehlo.replica_id"):
    """The number of this process's replica."""

    syntax = "attr-dict `:` type(results)"
    kernel = "process_id"

    @infers("type")
    def result(op) -> Any:
        return SCALAR_UI32

    def run(op, process: Process) -> Any:
        return np.uint32(process.replica_id).reshape(())


class PartitionId(Op, name="stablehlo.partition_id"):
    """The number of this process's partition."""

    syntax = "attr-dict `:` type(results)"
    kernel = "process_id"

    @infers("type")
    def result(op) -> Any:
        return SCALAR_UI32

    def run(op, process: Process) -> Any:
        return np.uint32(process.partition_id).reshape(())


