"""How attributes and types are written in operations that are no versioned ones: in their dialects' own encodings, or as text."""

from __future__ import annotations

from typing import Final

from hloom.bytecode.dialects.builtin import BUILTIN, builtin_attribute, builtin_type
from hloom.bytecode.dialects.sdy import SDY
from hloom.bytecode.dialects.stablehlo import CHLO, STABLEHLO, stablehlo_attribute, stablehlo_type
from hloom.bytecode.encoding import Dialects, Row
from hloom.ir.attributes import Attribute, EnumAttr, OpaqueAttr, StructAttr
from hloom.ir.location import Location
from hloom.ir.types import TOKEN, AnyType, FutureType, OpaqueType, QuantizedType, TokenType


def native_attribute(value: Attribute) -> tuple[str, Row | None]:
    """The dialect of an attribute, and its row; None for one that is written as its text."""
    found = builtin_attribute(value)
    if found is not None or isinstance(value, Location):
        return "builtin", found
    if isinstance(value, EnumAttr | StructAttr):
        return value.dialect, stablehlo_attribute(value)
    return _dialect_in(value.text, "#") if isinstance(value, OpaqueAttr) else "builtin", None


def native_type(type: AnyType) -> tuple[str, Row | None]:
    """The dialect of a type, and its row; None for one that is written as its text."""
    if type is TOKEN or isinstance(type, FutureType):
        return "stablehlo", stablehlo_type(type)
    if isinstance(type, QuantizedType):
        return "quant", None
    if isinstance(type, OpaqueType | TokenType):
        return _dialect_in(str(type), "!"), None
    return "builtin", builtin_type(type)


def _dialect_in(text: str, mark: str) -> str:
    """The dialect that the text of an attribute or a type begins with: `#sdy.sharding<...>`, `#sdy<...>`."""
    if not text.startswith(mark):
        return "builtin"
    name = text[1:].replace("<", ".", 1).partition(".")[0]
    return name or "builtin"


NATIVE: Final = Dialects(native_attribute, native_type)
ENCODINGS: Final = {each.dialect: each for each in (BUILTIN, STABLEHLO, CHLO, SDY)}
