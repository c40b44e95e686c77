"""Exchange with the host and over channels: infeed, outfeed, send, receive."""

from __future__ import annotations

from typing import Any

from hloom.ir.attributes import TypeAttr
from hloom.ops.hlo import communication as hlo_communication
from hloom.support.diagnostics import InputError
from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.operation import operation
from hloom.xla.ops.control import CreateToken
from hloom.xla.ops.inputs import shape_of
from hloom.xla.ops.movement import GetTupleElement
from hloom.xla.ops.parts import DEVICE_TO_DEVICE, DEVICE_TO_HOST, HOST_TO_DEVICE, channel_of
from hloom.xla.shape import Shape


def _token(token: XlaOp, what: str) -> None:
    if not token.shape.is_token:
        raise InputError(f"{what} needs a token, got {token.shape.to_text(layouts=False)}")


def _item(shape: Any, what: str) -> Shape:
    found = shape_of(shape)
    if any(part.tuple_shapes for part in found.tuple_shapes):
        raise InputError(f"{what} does not support nested tuple shapes, got {found.to_text(layouts=False)}")
    return found


@operation
def InfeedWithToken(token: XlaOp, shape: Any, config: str = "") -> XlaOp:
    """(item, token): the next item from the host, after the token is there."""
    _token(token, "Infeed")
    whole = Shape.of_tuple([_item(shape, "Infeed"), Shape.token()])
    return token.builder.emit(hlo_communication.Infeed, token, shape=whole, infeed_config=config)


@operation
def Infeed(builder: XlaBuilder, shape: Any, config: str = "") -> XlaOp:
    """The next item from the host (Infeed). Errors: nested tuples."""
    return GetTupleElement(InfeedWithToken(CreateToken(builder), shape, config), 0)


@operation
def OutfeedWithToken(operand: XlaOp, token: XlaOp, shape_with_layout: Any = None, outfeed_config: str = "") -> XlaOp:
    """A token for an item handed to the host, after the token is there."""
    _token(token, "Outfeed")
    shape = operand.shape if shape_with_layout is None else _item(shape_with_layout, "Outfeed")
    if shape.without_layout() != operand.shape.without_layout():
        raise InputError(f"Outfeed shape {shape.to_text()} must be compatible with operand shape {operand.shape.to_text()}")
    return operand.builder.emit(hlo_communication.Outfeed, operand, token, shape=Shape.token(), outfeed_config=outfeed_config,
                                discardable={"hlo.outfeed_shape": TypeAttr(shape.to_type())})


@operation
def Outfeed(operand: XlaOp, shape_with_layout: Any = None, outfeed_config: str = "") -> XlaOp:
    """Hands an item to the host; the result is an empty tuple."""
    from hloom.xla.ops.movement import Tuple

    OutfeedWithToken(operand, CreateToken(operand.builder), shape_with_layout, outfeed_config)
    return Tuple(operand.builder, [])


def _channel(handle: Any, type: int, what: str) -> Any:
    found = channel_of(handle, type)
    if found is None or found.type != type:
        raise InputError(f"{what} needs a channel handle of type {type}, got {handle!r:.40}")
    return found


def _send(operand: XlaOp, token: XlaOp, handle: Any, type: int) -> XlaOp:
    channel, to_host = _channel(handle, type, "Send"), type == DEVICE_TO_HOST
    _token(token, "Send")
    if operand.shape.is_tuple:
        raise InputError(f"Send takes an array, got {operand.shape.to_text(layouts=False)}")
    state = Shape.of_tuple([operand.shape, Shape("u32"), Shape.token()])
    said = {"channel_handle": channel, "is_host_transfer": to_host}
    sent = operand.builder.emit(hlo_communication.Send, operand, token, shape=state, **said)
    return operand.builder.emit(hlo_communication.SendDone, sent, shape=Shape.token(), **said)


def _receive(token: XlaOp, shape: Any, handle: Any, type: int) -> XlaOp:
    channel, from_host = _channel(handle, type, "Recv"), type == HOST_TO_DEVICE
    _token(token, "Recv")
    wanted = shape_of(shape)
    state = Shape.of_tuple([wanted, Shape("u32"), Shape.token()])
    begun = token.builder.emit(hlo_communication.Recv, token, shape=state, channel_handle=channel, is_host_transfer=from_host)
    whole = Shape.of_tuple([wanted, Shape.token()])
    return token.builder.emit(hlo_communication.RecvDone, begun, shape=whole, channel_handle=channel, is_host_transfer=from_host)


@operation
def SendWithToken(operand: XlaOp, token: XlaOp, handle: Any) -> XlaOp:
    """A token for an array sent over a channel, after the token is there."""
    return _send(operand, token, handle, DEVICE_TO_DEVICE)


@operation
def Send(operand: XlaOp, channel_handle: Any) -> XlaOp:
    """Sends an array to the Recv with the same channel (Send); the result is a token. It is made of `send` and `send-done`."""
    return _send(operand, CreateToken(operand.builder), channel_handle, DEVICE_TO_DEVICE)


@operation
def RecvWithToken(token: XlaOp, shape: Any, handle: Any) -> XlaOp:
    """(array, token): what comes over a channel, after the token is there."""
    return _receive(token, shape, handle, DEVICE_TO_DEVICE)


@operation
def Recv(builder: XlaBuilder, shape: Any, channel_handle: Any) -> XlaOp:
    """An array from the Send with the same channel (Recv). It is made of `recv` and `recv-done`."""
    return GetTupleElement(_receive(CreateToken(builder), shape, channel_handle, DEVICE_TO_DEVICE), 0)


@operation
def SendToHost(operand: XlaOp, token: XlaOp, shape_with_layout: Any, handle: Any) -> XlaOp:
    """A token for an array sent to the host, in the layout that the shape says."""
    shape = shape_of(shape_with_layout, "shape_with_layout")
    if shape.without_layout() != operand.shape.without_layout():
        raise InputError(f"SendToHost shape {shape.to_text()} must be compatible with operand shape {operand.shape.to_text()}")
    return _send(operand, token, handle, DEVICE_TO_HOST)


@operation
def RecvFromHost(token: XlaOp, shape: Any, handle: Any) -> XlaOp:
    """(array, token): what comes from the host over a channel."""
    return _receive(token, shape, handle, HOST_TO_DEVICE)
