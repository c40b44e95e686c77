"""LLVM's types and operands as text: types are LLVM type strings (`"i64"`, `"float"`, `"<16 x float>"`, `"ptr"`); a `Value` is a
type and an operand text."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

#: The name of a function or global, as text mentions it.
SYMBOL = re.compile(r"@([\w.$-]+)")
FLOAT_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64}


class Value(NamedTuple):
    """An SSA value or a constant: `str(value)` is `type name`, as an instruction's operand is written."""

    type: str
    name: str

    def __str__(self) -> str:
        return f"{self.type} {self.name}"


#: What a function says of a type: programs have a few dozen types, and ask at each instruction.
_of_type = lru_cache(maxsize=512)


@_of_type
def lanes(type: str) -> int:
    """Number of lanes of a vector type; 1 for a scalar type."""
    return int(type[1 : type.index(" ")]) if type[0] == "<" else 1


@_of_type
def element_of(type: str) -> str:
    """Element type of a vector type; a scalar type itself."""
    return type[type.index(" x ") + 3 : -1] if type[0] == "<" else type


def vector(element: str, width: int) -> str:
    """The vector type of `width` lanes; the element type itself for a width of 1."""
    return f"<{width} x {element}>" if width > 1 else element


@_of_type
def with_element(type: str, element: str) -> str:
    """`type` with its element type replaced: the mask or integer type that goes with a vector."""
    return vector(element, lanes(type))


@_of_type
def is_float(type: str) -> bool:
    return element_of(type) in FLOAT_BITS


@_of_type
def bits_of(type: str) -> int:
    """Bits of one element of `type`."""
    element = element_of(type)
    return 64 if element == "ptr" else FLOAT_BITS.get(element) or int(element[1:])


def float_literal(element: str, value: float) -> str:
    """`value`, rounded to `element`, as LLVM spells a floating-point constant bit for bit."""
    if element == "bfloat":
        bits = struct.unpack("<I", struct.pack("<f", np.float32(value)))[0]
        if bits & 0x7FFFFFFF > 0x7F800000:
            return f"0xR{bits >> 16 | 0x40:04X}"
        return f"0xR{(bits + 0x7FFF + (bits >> 16 & 1)) >> 16:04X}"
    if element == "half":
        return f"0xH{int(np.float16(value).view(np.uint16)):04X}"
    wide = float(np.float32(value)) if element == "float" else float(value)
    return f"0x{struct.unpack('<Q', struct.pack('<d', wide))[0]:016X}"


def constant(type: str, value: float | int | bool) -> Value:
    """A constant of a scalar or (as a splat) vector type."""
    if type == "i64":
        return Value(type, str(int(value)))
    element = element_of(type)
    text = float_literal(element, value) if element in FLOAT_BITS else str(int(value))
    if element == "i1":
        text = "true" if value else "false"
    return Value(type, text if lanes(type) == 1 else f"splat ({element} {text})")


def zero(type: str) -> Value:
    return Value(type, "zeroinitializer" if lanes(type) > 1 else "null" if type == "ptr" else constant(type, 0).name)


def constant_vector(element: str, values: Sequence[float | int]) -> Value:
    """A vector constant with one value a lane."""
    return Value(vector(element, len(values)), "<" + ", ".join(str(constant(element, v)) for v in values) + ">")


def literal_of(a: Value) -> int | None:
    """The number that an i64 is written as; None for one that is computed."""
    return int(a.name) if a.type == "i64" and a.name[0] in "-0123456789" else None


def integer_of(a: Value) -> int | None:
    """The integer that all lanes of a constant are; None for what is computed, and for lanes of different numbers."""
    text = a.name.removeprefix("splat (").removesuffix(")").split(" ")[-1] if a.name.startswith("splat (") else a.name
    return 0 if text == "zeroinitializer" else int(text) if text.removeprefix("-").isdigit() else None


def mangle(type: str) -> str:
    """A type in the suffix of an overloaded intrinsic: `v16f32` for `<16 x float>`."""
    element = element_of(type)
    short = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64", "ptr": "p0"}.get(element, element)
    return f"v{lanes(type)}{short}" if lanes(type) > 1 else short
