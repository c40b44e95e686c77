"""How MLIR spells literals: strings, names, numbers and dense constants.

Numbers follow LLVM's APFloat conversion digit by digit, rounding included, so that printed text is the same character
for character: six significant digits in scientific form if that reads back exactly, else enough digits to tell any
two numbers of the type apart, else (infinities and NaN) the bit pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from hloom.numbers.bits import from_bits, to_bits
from hloom.numbers.element_type import F64, ElementType
from hloom.numbers.rounding import widen

if TYPE_CHECKING:
    from hloom.ir.types import AnyType, TensorType

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
    """The value of a bit pattern of the float type `type`."""
    assert isinstance(type, ElementType)
    return float(widen(from_bits(np.asarray(bits, np.uint64), type), F64))


@lru_cache(maxsize=4096)
def float_text(bits: int, type: AnyType) -> str:
    """The number with this bit pattern, without its type."""
    assert isinstance(type, ElementType)
    value = float_of_bits(bits, type)
    if value - value == 0.0:  # finite
        if value == 0.0:
            return "-0.000000e+00" if bits >> (type.width - 1) else "0.000000e+00"
        sign = "-" if value < 0 else ""
        numerator, denominator = abs(value).as_integer_ratio()
        digits, exponent = _decimal(numerator, denominator, 6)
        power = exponent + len(digits) - 1
        text = f"{sign}{digits[0]}.{digits[1:]:0<6}e{'-' if power < 0 else '+'}{abs(power):02}"
        if round_decimal(text, type) == bits:
            return text
        precision = 2 + _PRECISION[type.name] * 59 // 196
        text = sign + _shortened(*_decimal(numerator, denominator, precision), precision)
        if "." in text:
            return text
    return f"0x{bits:X}"


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
    halfway = np.flatnonzero((significands & np.uint64((1 << (53 - kept)) - 1)) == 0)
    if len(halfway):
        halfway = halfway[round_to(doubles[halfway], type).astype(np.float64) != doubles[halfway]]
    if len(halfway):
        from decimal import Decimal  # takes longer to load than most programs to read

        literals = texts() if callable(texts) else texts
        doubles = doubles.copy()
        for k in halfway:
            exact, double = Decimal(literals[k]), Decimal(float(doubles[k]))
            if exact != double and double.is_finite():
                doubles[k] = np.nextafter(doubles[k], np.inf if exact > double else -np.inf)
    return round_to(doubles, type)


def scalar_text(value: Any, type: ElementType) -> str:
    """A Python number (or NumPy scalar) as an element of a literal of type `type`."""
    if type.kind == "pred":
        return "true" if value else "false"
    if type.is_complex:
        return f"({scalar_text(value.real, type.part)},{scalar_text(value.imag, type.part)})"
    if type.is_float:
        return float_text(int(to_bits(np.asarray(value, type.dtype))), type)
    return str(int(value))


def dense_text(data: np.ndarray, is_splat: bool, type: TensorType) -> str:
    """What stands between the angle brackets of `dense<...>`."""
    element = type.storage
    if not is_splat and data.size > HEX_THRESHOLD:
        return f'"0x{to_bits(data).tobytes().hex().upper()}"'
    texts = _element_texts(data, element)
    if is_splat:
        return texts[0]
    for size in reversed(data.shape):
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
