"""Which of XLA's files some bytes are: a module, a module with its buffers, a snapshot."""

from __future__ import annotations

from hloom.support.diagnostics import ParseError, UserError
from hloom.xla.proto.message import Message, decode


def recognise(data: bytes) -> Message:
    """The HloModuleProto, HloProto or HloSnapshot in `data`, by what is in it. ParseError where it is none of them."""
    first: ParseError | None = None
    for type_name, path in (("HloModuleProto", ()), ("HloProto", ("hlo_module",)), ("HloSnapshot", ("hlo", "hlo_module"))):
        try:
            message = module = decode(type_name, data)
        except ParseError as error:
            first = first or error
            continue
        for name in path:
            module = getattr(module, name) if module is not None else None
        if module is not None and _is_module(module):
            return message
    raise first or ParseError.at(None, "proto", "the bytes are no HloModuleProto, HloProto or HloSnapshot")


def module_of(message: Message) -> Message:
    """The HloModuleProto inside a message that `recognise` gives. UserError if it has none."""
    if message.type_name == "HloSnapshot":
        message = message.hlo or message
    module = message if message.type_name == "HloModuleProto" else message.hlo_module if message.type_name == "HloProto" else None
    if module is None:
        raise UserError(f"{message.type_name} holds no module")
    return module


def _is_module(module: Message) -> bool:
    """Whether a message has what every module has; other messages read as one have not."""
    computations = module.computations
    return bool(computations) and all(
        computation.instructions and all(instruction.opcode for instruction in computation.instructions)
        for computation in computations)
