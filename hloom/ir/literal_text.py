"""How MLIR spells literals: strings, names, numbers (as Python's integers) and dense constants.

Numbers follow LLVM's APFloat conversion digit by digit, rounding included, so that printed text is the same character
for character: six significant digits in scientific form if that reads back exactly, else enough digits to tell any
two numbers of the type apart, else (infinities and NaN) the bit pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from math import copysign, isfinite
from typing import Any, Final

import numpy as np

from hloom.ir.types import AnyType, OtherScalarType, TensorType
from hloom.numbers.bits import from_bits, to_bits
from hloom.numbers.element_type import ELEMENT_TYPES, F64, PRED, ElementType
from hloom.numbers.float_format import FLOAT_FORMATS
from hloom.numbers.rounding import widen


def part_of(type: OtherScalarType) -> AnyType:
    """The type of the two parts of a complex type; another type itself."""
    if not type.is_complex:
        return type
    name = type.name.removeprefix("complex<").removesuffix(">")
    return ELEMENT_TYPES.get(name) or OtherScalarType(name)


def float_width(type: AnyType) -> int | None:
    """The bits of a floating-point type; None for other types."""
    if isinstance(type, ElementType):
        return type.width if type.is_float else None
    format = FLOAT_FORMATS.get(str(type))
    return format.width if format else None


def integer_width(type: AnyType) -> int | None:
    """The bits of an integer or index type; None for other types."""
    if isinstance(type, ElementType):
        return type.width if type.kind in ("pred", "sint", "uint", "index") else None
    if isinstance(type, OtherScalarType) and not type.is_complex and type.name not in FLOAT_FORMATS:
        return int(type.name.lstrip("sui"))
    return None


def integer_range(type: AnyType) -> tuple[int, int]:
    """The integers that a literal of an integer type may state; those of types without a sign may be written either way."""
    width, name = integer_width(type), str(type)
    assert width is not None
    return 0 if name.startswith("u") else -(1 << (width - 1)), (1 << (width - name.startswith(("s", "index")))) - 1


def array_element_bytes(type: AnyType) -> int | None:
    """The bytes that a number of an `array<...>` takes; None for a type that such arrays do not hold."""
    if not isinstance(type, ElementType | OtherScalarType) or type.is_complex or str(type) == "index":
        return None
    width = float_width(type) or integer_width(type) or 0
    return 1 if type is PRED else width // 8 if width % 8 == 0 else None


def wrapped(value: int, type: AnyType) -> int:
    """An integer in the range of `integer_range` as the number that its bits stand for: negative from the middle on."""
    width = integer_width(type)
    assert width is not None
    return value - (1 << width) if not str(type).startswith("u") and value >> (width - 1) > 0 and width > 1 else value


#: Dense constants with more elements than this are printed as one hexadecimal string.
HEX_THRESHOLD: Final = 100

_BARE_IDENTIFIER = re.compile(rb"[A-Za-z_][A-Za-z0-9_$.]*\Z")
#: How each byte stands in a string literal.
_ESCAPED: Final = [chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in range(256)]
_ESCAPED[ord("\\")] = "\\\\"
#: Significant bits of each float type, the hidden one included.
_PRECISION: Final = {
    "f4E2M1FN": 2, "f6E2M3FN": 4, "f6E3M2FN": 3, "f8E3M4": 5, "f8E4M3": 4, "f8E4M3FN": 4, "f8E4M3FNUZ": 4,
    "f8E4M3B11FNUZ": 4, "f8E5M2": 3, "f8E5M2FNUZ": 3, "f8E8M0FNU": 1, "bf16": 8, "f16": 11, "f32": 24, "f64": 53,
    **{name: format.precision for name, format in FLOAT_FORMATS.items()},
}


def string_text(data: bytes) -> str:
    """A string literal with its quotes."""
    return f'"{"".join([_ESCAPED[b] for b in data])}"'


def keyword_text(name: str) -> str:
    """A name where a keyword may stand: bare if it can be, else quoted."""
    data = name.encode("utf-8", "surrogateescape")
    return name if _BARE_IDENTIFIER.match(data) else string_text(data)


def symbol_text(name: str) -> str:
    """`@name`, quoted if need be."""
    return f"@{keyword_text(name)}"


def float_of_bits(bits: int, type: AnyType) -> float:
    """The value of a bit pattern of the float type `type`, rounded to f64 if that type is wider."""
    if isinstance(type, ElementType):
        return float(widen(from_bits(np.asarray(bits, np.uint64), type), F64))
    return FLOAT_FORMATS[str(type)].value(bits)


def _exact(bits: int, type: AnyType) -> tuple[bool, int, int] | None:
    """A number's sign, and its magnitude as numerator and denominator; None for infinities and NaN."""
    if not isinstance(type, ElementType):
        return FLOAT_FORMATS[str(type)].exact(bits)
    value = float_of_bits(bits, type)
    return (copysign(1.0, value) < 0, *abs(value).as_integer_ratio()) if isfinite(value) else None


@lru_cache(maxsize=4096)
def float_text(bits: int, type: AnyType) -> str:
    """The number with this bit pattern, without its type."""
    exact = _exact(bits, type)
    if exact is not None:
        is_negative, numerator, denominator = exact
        sign = "-" if is_negative else ""
        if not numerator:
            return f"{sign}0.000000e+00"
        digits, exponent = _decimal(numerator, denominator, 6)
        power = exponent + len(digits) - 1
        text = f"{sign}{digits[0]}.{digits[1:]:0<6}e{'-' if power < 0 else '+'}{abs(power):02}"
        if _reads_back(text, bits, type):
            return text
        precision = 2 + _PRECISION[str(type)] * 59 // 196
        text = sign + _shortened(*_decimal(numerator, denominator, precision), precision)
        if "." in text:
            return text
    return f"0x{bits:X}"


def _reads_back(text: str, bits: int, type: AnyType) -> bool:
    """Whether `text`, seven digits and an exponent, is nearest to the number with this bit pattern."""
    if isinstance(type, ElementType):
        return round_decimal(text, type) == bits
    digits, _, exponent = text.replace(".", "").partition("e")
    power = int(exponent) - 6
    nearest = FLOAT_FORMATS[str(type)].nearest(abs(int(digits)) * 10 ** max(power, 0), 10 ** max(-power, 0))
    return nearest == bits & ((1 << (FLOAT_FORMATS[str(type)].width - 1)) - 1)


def _decimal(numerator: int, denominator: int, precision: int) -> tuple[str, int]:
    """Decimal digits (at most `precision`, no trailing zeros) and the power of ten of the last one.

    The denominator is a power of two. APFloat first cuts digits by their number of bits, then rounds half up.
    """
    exponent = 1 - denominator.bit_length()
    significand = numerator * 5**-exponent
    surplus = significand.bit_length() - (precision * 196 + 58) // 59
    removable = surplus * 59 // 196 if surplus > 0 else 0
    digits = str(significand // 10**removable)
    exponent += removable
    if len(digits) > precision:
        exponent += len(digits) - precision
        digits = str(int(digits[:precision]) + (digits[precision] >= "5"))
        if len(digits) > precision:  # 999.. became 1000..
            exponent += 1
            digits = digits[:-1]
    stripped = digits.rstrip("0")
    return stripped, exponent + len(digits) - len(stripped)


def _shortened(digits: str, exponent: int, precision: int) -> str:
    """The digits in plain notation if at most three zeros of padding make it so, else in scientific notation."""
    power = exponent + len(digits) - 1
    if exponent >= 0:
        if exponent <= 3 and len(digits) + exponent <= precision:
            return digits + "0" * exponent
    elif power >= 0:
        return f"{digits[: power + 1]}.{digits[power + 1 :]}"
    elif -power <= 3:
        return f"0.{'0' * (-power - 1)}{digits}"
    return f"{digits[0]}.{digits[1:] or '0'}E{'-' if power < 0 else '+'}{abs(power)}"


def double_text(value: float) -> str:
    """A Python float as a literal of type f64."""
    return float_text(int(to_bits(np.asarray(value, np.float64))), F64)


def round_decimal(text: str, type: ElementType) -> int:
    """The bit pattern of the number of the float type `type` that is nearest to a decimal literal."""
    return int(to_bits(round_decimals([text], np.array([float(text)]), type))[0])


def round_decimals(texts: list[str] | Callable[[], list[str]], doubles: np.ndarray, type: ElementType) -> np.ndarray:
    """Decimal literals in the float type `type`, rounded once.

    `doubles` are the literals rounded to f64. Rounding these again goes wrong only where one lies just halfway between
    two numbers of `type` and its literal does not: such doubles are moved by one unit toward the literal first. `texts`
    is the list of literals, or a function that gives it; it is called only if there is such a double.
    """
    from hloom.numbers.rounding import round_to

    if type is F64:
        return doubles
    kept = _PRECISION[type.name] + 1
    significands = np.ascontiguousarray(doubles).view(np.uint64)
    rounded = round_to(doubles, type)
    halfway = np.flatnonzero((significands & np.uint64((1 << (53 - kept)) - 1)) == 0)
    if len(halfway):
        # What is beyond all doubles needs no second look, and may be beyond all decimal numbers of Python's.
        halfway = halfway[np.isfinite(doubles[halfway]) & (rounded[halfway].astype(np.float64) != doubles[halfway])]
    if not len(halfway):
        return rounded
    literals = texts() if callable(texts) else texts
    doubles = doubles.copy()
    for k in halfway:
        if side := _side_of(literals[k], float(doubles[k])):
            doubles[k] = np.nextafter(doubles[k], side * np.inf)
    return round_to(doubles, type)


def _side_of(literal: str, double: float) -> int:
    """1 for a decimal literal above the finite double nearest to it, -1 for one below, 0 for one that is it."""
    if double == 0:  # its exponent may be beyond all of Python's decimal numbers
        digits = literal.lower().partition("e")[0]
        return 0 if not digits.strip("+-.0") else -1 if digits.startswith("-") else 1
    from decimal import Decimal  # takes longer to load than most programs to read

    exact, nearest = Decimal(literal), Decimal(double)
    return (exact > nearest) - (exact < nearest)


def scalar_text(value: Any, type: AnyType) -> str:
    """A Python number (or NumPy scalar) as an element of a literal of type `type`.

    Numbers of the types that NumPy does not have are given by their bit patterns.
    """
    if not isinstance(type, ElementType):
        return float_text(value, type) if str(type) in FLOAT_FORMATS else str(value)
    if type.kind == "pred":
        return "true" if value else "false"
    if type.is_complex:
        return f"({scalar_text(value.real, type.part)},{scalar_text(value.imag, type.part)})"
    if type.is_float:
        return float_text(int(to_bits(np.asarray(value, type.dtype))), type)
    return str(int(value))


def dense_text(data: np.ndarray, is_splat: bool, type: TensorType) -> str:
    """What stands between the angle brackets of `dense<...>`."""
    if not is_splat and data.size > HEX_THRESHOLD:
        return f'"0x{to_bits(data).tobytes().hex().upper()}"'
    texts = _element_texts(data, type.storage)
    return texts[0] if is_splat else nested_text(texts, data.shape)


def nested_text(texts: list[str], shape: tuple[int, ...]) -> str:
    """The texts of a tensor's elements in brackets; nothing for none."""
    for size in reversed(shape):
        if not texts:
            return ""
        texts = [f"[{', '.join(texts[k : k + size])}]" for k in range(0, len(texts), size)]
    return texts[0] if texts else ""


def _element_texts(data: np.ndarray, element: ElementType) -> list[str]:
    if element.is_float:
        return [float_text(bits, element) for bits in to_bits(data).ravel().tolist()]
    if element.is_complex:
        parts = [float_text(bits, element.part) for bits in to_bits(data).ravel().tolist()]
        return [f"({a},{b})" for a, b in zip(parts[::2], parts[1::2])]
    if element.kind == "pred":
        return ["true" if v else "false" for v in data.ravel().tolist()]
    wide = data.astype(np.int64) if element.width < 8 else data
    return list(map(str, wide.ravel().tolist()))


def other_dense_text(elements: tuple[int, ...], is_splat: bool, type: TensorType) -> str:
    """What stands between the angle brackets of `dense<...>` for a scalar type that NumPy does not have.

    `elements` are the numbers of `ir.scalars`.
    """
    element = type.element
    assert isinstance(element, OtherScalarType)
    part = part_of(element)
    if not is_splat and type.size > HEX_THRESHOLD:
        width = float_width(part) or integer_width(part) or 0
        size, mask = -(-width // 8), (1 << width) - 1
        return f'"0x{b"".join([(value & mask).to_bytes(size, "little") for value in elements]).hex().upper()}"'
    texts = [_bits_text(value, part) for value in elements]
    if element.is_complex:
        texts = [f"({a},{b})" for a, b in zip(texts[::2], texts[1::2])]
    return texts[0] if is_splat else nested_text(texts, type.shape)


def _bits_text(value: int, type: AnyType) -> str:
    if float_width(type) is not None:
        return float_text(value if isinstance(type, ElementType) else FLOAT_FORMATS[str(type)].canonical(value), type)
    return ("false", "true")[value & 1] if integer_width(type) == 1 else str(value)
