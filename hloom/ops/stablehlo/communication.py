"""Messages between processes and with the host, tokens that order them, and operations under way.

A token's value is None, a future's the tuple of its results: the reference evaluator runs an asynchronous operation
when it starts.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.attributes import ArrayAttr, IntegerAttr
from hloom.ir.types import TOKEN, FutureType, TokenType
from hloom.numbers.element_type import I64
from hloom.ops.common.attributes import ChannelHandle
from hloom.ops.common.process import Process
from hloom.ops.common.process_groups import cross_partition, cross_replica, pair_checks
from hloom.ops.common.region_function import ends, inputs_of, outputs_of, types_text
from hloom.ops.definition.attribute_kinds import any_array, boolean, dense, string, struct
from hloom.ops.definition.constraints import any_tensor, any_type, future, static, token
from hloom.ops.definition.operation import Attr, Body, C, Op, Operand, Operands, Results, infers

Array = Any

#: Values of `type` in a channel handle.
DEVICE_TO_DEVICE, DEVICE_TO_HOST, HOST_TO_DEVICE = 1, 2, 3


def _pair_strategy(op: Any) -> Any:
    return cross_partition if op.channel_handle.handle > 0 else cross_replica


def _payload_checks(first: int, count: str = "needs at least one result, a token") -> list[C]:
    """The constraints that results are payload values and then a token."""
    return [
        C(first, count, lambda op: len(op.outputs) > 0),
        C(first + 1, "results but the last must be tensors of static shape, got {outputs}",
          lambda op: all((any_tensor & static).holds(r.type) for r in op.outputs[:-1])),
        C(first + 2, "the last result must be a token, got {outputs}",
          lambda op: isinstance(op.outputs[-1].type, TokenType)),
    ]


class AfterAll(Op, name="stablehlo.after_all"):
    """A token that is there when all inputs are."""

    inputs: Operands = token
    syntax = ("$inputs attr-dict `:` "
              "custom<VariadicSameOperandsAndResultType>(ref($inputs), type($inputs), type($result))")
    kernel = "token"

    @infers("type")
    def result(op) -> Any:
        return TOKEN

    def eval(op, *inputs: None) -> None:
        return None


class CreateToken(Op, name="stablehlo.create_token"):
    """A token that waits for nothing."""

    syntax = "attr-dict `:` type(results)"
    kernel = "token"

    @infers("type")
    def output(op) -> Any:
        return TOKEN

    def eval(op) -> None:
        return None


class Infeed(Op, name="stablehlo.infeed"):
    """Takes the next item from the process's infeed queue."""

    token: Operand = token
    infeed_config: Attr = string.default("")
    layout: Attr = any_array.optional
    outputs: Results = any_type
    is_pure = False
    kernel = "communication"
    result_checks = [
        *_payload_checks(1),
        C("layout", "layout must give the order of dimensions of each result but the token, got {layout}",
          lambda op: _layouts_fit(op)),
    ]

    def run(op, process: Process, token: None) -> Any:
        return (*process.infeed(op), None)


def _layouts_fit(op: Any) -> bool:
    if op.layout is None:
        return True
    if len(op.layout) != len(op.outputs) - 1:
        return False
    return all(isinstance(a, ArrayAttr) and all(isinstance(k, IntegerAttr) for k in a) for a in op.layout)


class Outfeed(Op, name="stablehlo.outfeed"):
    """Appends an item to the process's outfeed queue."""

    inputs: Operands = any_tensor
    token: Operand = token
    outfeed_config: Attr = string.default("")
    is_pure = False
    kernel = "communication"

    @infers("type")
    def result(op) -> Any:
        return TOKEN

    def run(op, process: Process, *operands: Any) -> None:
        process.outfeed(op, operands[:-1])


def _channel_check(with_host: int, words: str) -> C:
    """C1 of send and recv: the channel's type goes with what is transferred."""
    rule = f"the channel's type must be {with_host} ({words}) for a host transfer, else {DEVICE_TO_DEVICE} (device to device)"
    return C(1, lambda op: f"{rule}, got {op.channel_handle.type}",
             lambda op: op.channel_handle.type == (with_host if op.is_host_transfer else DEVICE_TO_DEVICE), states=rule)


class Send(Op, name="stablehlo.send"):
    """Sends the inputs over a channel."""

    inputs: Operands = any_tensor
    token: Operand = token
    channel_handle: Attr = struct(ChannelHandle)
    is_host_transfer: Attr = boolean.default(False)
    source_target_pairs: Attr = dense(I64).optional
    looks_outside = True
    is_pure = False
    kernel = "communication"
    checks = [
        _channel_check(DEVICE_TO_HOST, "device to host"),
        *pair_checks((2, 3, 4, 5), _pair_strategy),
    ]

    @infers("type")
    def result(op) -> Any:
        return TOKEN

    def run(op, process: Process, *operands: Any) -> None:
        process.send(op, op.channel_handle.handle, operands[:-1])


class Recv(Op, name="stablehlo.recv"):
    """Receives values over a channel."""

    token: Operand = token
    channel_handle: Attr = struct(ChannelHandle)
    is_host_transfer: Attr = boolean.default(False)
    source_target_pairs: Attr = dense(I64).optional
    outputs: Results = any_type
    looks_outside = True
    is_pure = False
    kernel = "communication"
    checks = [
        _channel_check(HOST_TO_DEVICE, "host to device"),
        *pair_checks((5, 5, 5, 5), _pair_strategy),
    ]
    result_checks = _payload_checks(2)

    def run(op, process: Process, token: None) -> Any:
        return (*process.receive(op, op.channel_handle.handle), None)


#: What may run asynchronously.
ASYNCHRONOUS = frozenset(f"stablehlo.{name}" for name in (
    "all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute", "collective_reduce",
    "reduce_scatter"))


class AsyncStart(Op, name="stablehlo.async_start"):
    """Starts the one collective operation in `body`."""

    inputs: Operands = any_type
    body: Body = None
    is_pure = False
    kernel = "collective"
    checks = [
        C("body", "body must be one block that ends with a return", lambda op: ends(op.body)),
        C(1, lambda op: f"body must take the types of the operands {types_text(tuple(v.type for v in op.inputs))}, "
          f"got {types_text(inputs_of(op.body))}",
          lambda op: inputs_of(op.body) == tuple(v.type for v in op.inputs),
          states="body must take the types of the operands"),
        C(3, lambda op: f"body must be one operation and a return, got {len(op.body.block.operations)} operations",
          lambda op: len(op.body.block.operations) == 2),
        C(4, lambda op: f"body must run a collective operation ({', '.join(sorted(ASYNCHRONOUS))}), got "
                        f"{op.body.block.operations[0].name}",
          lambda op: op.body.block.operations[0].name in ASYNCHRONOUS,
          states=f"body must run a collective operation ({', '.join(sorted(ASYNCHRONOUS))})"),
    ]

    @infers("C2", exactly=True)
    def result(op) -> Any:
        return FutureType(outputs_of(op.body))

    def run(op, process: Process, *inputs: Any) -> Any:
        return (process.call(op.body, *inputs),)


class AsyncDone(Op, name="stablehlo.async_done"):
    """Waits for an asynchronous operation; gives its results."""

    future: Operand = future
    is_pure = False
    kernel = "collective"

    @infers("C1")
    def outputs(op) -> Any:
        return op.future.type.elements  # type: ignore[union-attr]

    def eval(op, future: tuple[Any, ...]) -> Any:
        return future
