"""Exchange between processes and with the host, as HLO has it: collectives in their tuple forms and in halves, channels, feeds.

A half that is started computes its result at once; the `done` half gives it.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.types import TOKEN, TensorType, TokenType, TupleType, leaf_types, leaves, nested
from hloom.ops.common.attributes import ChannelHandle
from hloom.ops.common.process_groups import Combining, Grouped, OfDevices, Paired, channel_handle, group_size
from hloom.ops.definition.attribute_kinds import boolean, i64, string
from hloom.ops.definition.constraints import any_type, compatible, tensor
from hloom.ops.definition.constraints import token as a_token
from hloom.ops.definition.operation import Attr, C, Op, Operand, Operands, Result
from hloom.ops.hlo.data import SAME_SHAPE, same_value
from hloom.ops.hlo.exchange import permuted_into_part, sent

#: Values of `type` in a channel handle.
_DEVICE, _TO_HOST, _FROM_HOST = 1, 2, 3


class AllToAll(Grouped, name="hlo.all_to_all"):
    """Deals parts out in a group: its operands, one to each process; or, along `dimension`, parts of its one operand."""

    inputs: Operands = tensor
    dimension: Attr = i64.optional
    result: Result = any_type
    result_checks = [C("result", "the result must have the shapes of {inputs}, got {result}", lambda op: compatible(
        op.result.type, TupleType(tuple(v.type for v in op.inputs)) if op.dimension is None else op.inputs[0].type))]

    def expand(op, lowering: Any, *inputs: Any) -> Any:
        groups = lowering.collective(op)
        if op.dimension is not None:
            count = group_size(op) or lowering.processes(op)
            return lowering.make("stablehlo.all_to_all", [inputs], split_dimension=op.dimension, concat_dimension=op.dimension,
                                 split_count=count, **groups)
        type = inputs[0].type
        one = TensorType((1, *type.shape), type.element)
        rows = [lowering.make("stablehlo.reshape", [v], result_types=[one]) for v in inputs]
        whole = lowering.make("stablehlo.concatenate", [rows], dimension=0)
        dealt = lowering.make("stablehlo.all_to_all", [whole], split_dimension=0, concat_dimension=0, split_count=len(inputs),
                              **groups)
        found = []
        for k in range(len(inputs)):
            row = lowering.make("stablehlo.slice", [dealt], start_indices=(k, *(0,) * type.rank),
                                limit_indices=(k + 1, *type.shape), strides=(1,) * (type.rank + 1))
            found.append(lowering.make("stablehlo.reshape", [row], result_types=[type]))
        return tuple(found)


class _Permutation(Paired):
    """Several operands, or a part of a given array, which `slice_sizes` says."""

    inputs: Operands = any_type
    slice_sizes: Attr = string.optional
    result: Result = any_type


class CollectivePermute(_Permutation, name="hlo.collective_permute"):
    """Sends several operands, or into a part of a given array, from the source to the target of each pair."""


    def expand(op, lowering: Any, *inputs: Any) -> Any:
        if op.slice_sizes is not None:
            return permuted_into_part(op, lowering, inputs)
        return tuple(sent(op, lowering, v) for v in inputs)


class AllReduceStart(Combining, name="hlo.all_reduce_start"):
    """Starts an all-reduce; what it gives stands for the result under way."""

    inputs: Operands = tensor
    result: Result = any_type

    def expand(op, lowering: Any, *inputs: Any) -> Any:
        groups = lowering.collective(op, use_global_device_ids=op.use_global_device_ids or None)
        found = tuple(lowering.make("stablehlo.all_reduce", [v], regions=[
            lowering.region(op.computation, [a.type for a in op.computation.arguments])], **groups) for v in inputs)
        return found if isinstance(op.result.type, TupleType) else found[0]


class AllReduceDone(Op, name="hlo.all_reduce_done"):
    """Waits for an all-reduce."""

    operand: Operand = any_type
    result: Result = any_type
    is_pure = False
    result_checks = [SAME_SHAPE]
    expand = same_value


def second_part(mnemonic: str, meaning: str) -> type[Op]:
    """What waits for an operation that gives (operands, results) when it starts."""

    class Done(Op, name=f"hlo.{mnemonic}"):
        __doc__ = meaning
        operand: Operand = any_type
        result: Result = any_type
        is_pure = False

        def expand(op, lowering: Any, operand: Any) -> Any:
            return operand[1]

    return Done


class AllGatherStart(OfDevices, name="hlo.all_gather_start"):
    """Starts an all-gather: (operands, results)."""

    inputs: Operands = tensor
    all_gather_dim: Attr = i64
    result: Result = any_type
    result_checks = [C("result", "the result must be (operands, results), got {result}",
                       lambda op: isinstance(op.result.type, TupleType) and len(op.result.type.elements) == 2)]

    def expand(op, lowering: Any, *inputs: Any) -> Any:
        groups = lowering.collective(op, use_global_device_ids=op.use_global_device_ids or None)
        types = op.result.type.elements[1]
        types = types.elements if isinstance(types, TupleType) else (types,)
        found = tuple(lowering.make("stablehlo.all_gather", [[v]], result_types=[t], all_gather_dim=op.all_gather_dim, **groups)
                      for v, t in zip(inputs, types))
        return (inputs[0], found[0]) if isinstance(op.result.type.elements[1], TensorType) else (tuple(inputs), found)


AllGatherDone = second_part("all_gather_done", "Waits for an all-gather.")


class CollectivePermuteStart(_Permutation, name="hlo.collective_permute_start"):
    """Starts a collective-permute: (operand, result, contexts...)."""

    result_checks = [C("result", "the result must be (operand, result, contexts...), got {result}",
                       lambda op: isinstance(op.result.type, TupleType) and len(op.result.type.elements) >= 2)]

    def expand(op, lowering: Any, *inputs: Any) -> Any:
        types = op.result.type.elements
        contexts = tuple(lowering.zero(t) for t in types[2:])
        if op.slice_sizes is not None:
            return (inputs[0], permuted_into_part(op, lowering, inputs), *contexts)
        if len(inputs) != 1:
            return (tuple(inputs), tuple(sent(op, lowering, v) for v in inputs), *contexts)
        return (inputs[0], sent(op, lowering, inputs[0]), *contexts)


CollectivePermuteDone = second_part("collective_permute_done", "Waits for a collective-permute.")


class Infeed(Op, name="hlo.infeed"):
    """Takes the next item from the host: (item, token)."""

    token: Operand = a_token
    infeed_config: Attr = string.default("")
    result: Result = any_type
    is_pure = False
    result_checks = [C("result", "the result must be (item, token), got {result}",
                       lambda op: isinstance(op.result.type, TupleType)
                       and len(op.result.type.elements) == 2 and op.result.type.elements[1] is TOKEN)]

    def expand(op, lowering: Any, token: Any) -> Any:
        types = leaf_types(op.result.type)
        found = lowering.make("stablehlo.infeed", [token], result_types=types, infeed_config=op.infeed_config)
        return nested(found, op.result.type)


class Outfeed(Op, name="hlo.outfeed"):
    """Hands an item to the host; its shape is stated, with the layout that the host gets."""

    operand: Operand = any_type
    token: Operand = a_token
    outfeed_config: Attr = string.default("")
    result: Result = a_token
    is_pure = False

    def expand(op, lowering: Any, operand: Any, token: Any) -> Any:
        return lowering.make("stablehlo.outfeed", [leaves(operand), token], outfeed_config=op.outfeed_config)


class Send(Op, name="hlo.send"):
    """Starts to send a value over a channel: (value, context, token)."""

    operand: Operand = any_type
    token: Operand = a_token
    channel_handle: Attr = channel_handle
    is_host_transfer: Attr = boolean.default(False)
    result: Result = any_type
    is_pure = False
    result_checks = [C("result", "the result must be (value, context, token), got {result}",
                       lambda op: isinstance(op.result.type, TupleType) and len(op.result.type.elements) == 3)]

    def expand(op, lowering: Any, operand: Any, token: Any) -> Any:
        handle = ChannelHandle(op.channel_handle.handle if op.channel_handle else 0, _TO_HOST if op.is_host_transfer else _DEVICE)
        sent = lowering.make("stablehlo.send", [leaves(operand), token], channel_handle=handle,
                             is_host_transfer=op.is_host_transfer)
        return operand, lowering.zero(op.result.type.elements[1]), sent


class SendDone(Op, name="hlo.send_done"):
    """Waits until a value is sent."""

    operand: Operand = any_type
    channel_handle: Attr = channel_handle
    is_host_transfer: Attr = boolean.default(False)
    result: Result = a_token
    is_pure = False

    def expand(op, lowering: Any, operand: Any) -> Any:
        return operand[2]


class Recv(Op, name="hlo.recv"):
    """Starts to receive a value over a channel: (value, context, token)."""

    token: Operand = a_token
    channel_handle: Attr = channel_handle
    is_host_transfer: Attr = boolean.default(False)
    result: Result = any_type
    is_pure = False
    result_checks = [C("result", "the result must be (value, context, token), got {result}",
                       lambda op: isinstance(op.result.type, TupleType) and len(op.result.type.elements) == 3
                       and isinstance(op.result.type.elements[2], TokenType))]

    def expand(op, lowering: Any, token: Any) -> Any:
        handle = ChannelHandle(op.channel_handle.handle if op.channel_handle else 0,
                               _FROM_HOST if op.is_host_transfer else _DEVICE)
        value, context, _ = op.result.type.elements
        found = lowering.make("stablehlo.recv", [token], result_types=[*leaf_types(value), TOKEN], channel_handle=handle,
                              is_host_transfer=op.is_host_transfer)
        found = found if isinstance(found, tuple) else (found,)
        return nested(found[:-1], value), lowering.zero(context), found[-1]


class RecvDone(Op, name="hlo.recv_done"):
    """Waits until a value is received: (value, token)."""

    operand: Operand = any_type
    channel_handle: Attr = channel_handle
    is_host_transfer: Attr = boolean.default(False)
    result: Result = any_type
    is_pure = False

    def expand(op, lowering: Any, operand: Any) -> Any:
        return operand[0], operand[2]
