"""XLA's protocol buffers: any message as a tree of fields, shapes and literals as `hloom.xla` has them."""

from hloom.xla.proto.message import Message, decode, enum_name, enum_value

__all__ = ["Message", "decode", "enum_name", "enum_value"]
