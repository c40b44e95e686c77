"""How an attribute of StableHLO is written in VHLO, and what an attribute that is absent is there: one converter for each kind.

The attributes of VHLO are held as those of `builtin` that say the same (`#vhlo.string_v1<"a">` as `"a"`); a converter says what
else differs: VHLO has no symbols, no units and no arrays of plain numbers, and every attribute must be there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    EnumAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from hloom.ir.types import NoneType, TensorType
from hloom.numbers.element_type import I32, I64, PRED, ElementType
from hloom.ops.common.attributes import ResultAccuracy


class Converter(NamedTuple):
    """`written` gives the attribute of VHLO, `read` that of StableHLO (None: it is left out); ValueError for what has none.

    `absent` gives, from the operation, what VHLO has where StableHLO has nothing; None where an attribute must be there.
    """

    written: Callable[[Attribute], Attribute]
    read: Callable[[Attribute], Attribute | None]
    absent: Callable[[Any], Attribute] | None = None


def _same(value: Attribute) -> Attribute:
    return value


def with_default(converter: Converter, default: Attribute, is_left_out: Callable[[Attribute], bool] | None = None) -> Converter:
    """The converter of an attribute that may be absent: it is left out again where it is the default, which is one of VHLO."""
    leaves_out = is_left_out or (lambda value: value == default)
    return Converter(converter.written, lambda value: None if leaves_out(value) else converter.read(value), lambda op: default)


def _numbers(value: Attribute) -> Attribute:
    """A tensor of one dimension for an array of numbers."""
    if not isinstance(value, DenseArrayAttr):
        raise ValueError(f"an array of numbers was expected, not {value}")
    return tensor_of(value.values, value.element)  # type: ignore[arg-type]


def tensor_of(values: Any, element: ElementType, shape: tuple[int, ...] | None = None) -> DenseElementsAttr:
    """A constant of these numbers, in one dimension unless a shape is given."""
    array = np.array(values, element.dtype).reshape(shape or (len(values),))
    return DenseElementsAttr.of(array, TensorType(array.shape, element))


def _array(value: Attribute) -> DenseArrayAttr:
    """The array of numbers that a tensor of one dimension holds."""
    if not isinstance(value, DenseElementsAttr) or value.type.rank != 1 or value.type.element not in (I64, PRED):
        raise ValueError(f"a tensor of one dimension was expected, not {value}")
    if not value.is_short:
        raise ValueError(f"a tensor of fewer elements was expected, not of {value.type}")
    return DenseArrayAttr(value.type.element, numbers_of(value))  # type: ignore[arg-type]


def numbers_of(value: DenseElementsAttr) -> tuple[Any, ...]:
    """The numbers of a constant of one dimension, which is short."""
    numbers = value.data.reshape(-1).tolist()
    return tuple(numbers * value.type.size if value.is_splat else numbers)


def _unit(value: Attribute) -> BoolAttr:
    if not isinstance(value, UnitAttr):
        raise ValueError(f"unit was expected, not {value}")
    return BoolAttr(True)


def _symbol(value: Attribute) -> StringAttr:
    if not isinstance(value, SymbolRefAttr) or len(value.path) != 1:
        raise ValueError(f"the name of a function was expected, not {value}")
    return StringAttr(value.path[0])


def _named(value: Attribute) -> SymbolRefAttr:
    if not isinstance(value, StringAttr):
        raise ValueError(f"the name of a function was expected, not {value}")
    return SymbolRefAttr(value.value)


def _each(function: Callable[[Attribute], Attribute]) -> Callable[[Attribute], Attribute]:
    def of_array(value: Attribute) -> Attribute:
        if not isinstance(value, ArrayAttr):
            raise ValueError(f"an array was expected, not {value}")
        return ArrayAttr(tuple(map(function, value.values)))

    return of_array


def _is_empty(value: Attribute) -> bool:
    return isinstance(value, ArrayAttr | DictionaryAttr | StringAttr | DenseElementsAttr) and not (
        value.type.size if isinstance(value, DenseElementsAttr) else value.values if isinstance(value, ArrayAttr)
        else value.entries if isinstance(value, DictionaryAttr) else value.data)


def _is_all_default(value: Attribute) -> bool:
    return isinstance(value, ArrayAttr) and all(v == _DEFAULT_PRECISION for v in value.values)


def _is_splat_of(number: int) -> Callable[[Attribute], bool]:
    def holds(value: Attribute) -> bool:
        return isinstance(value, DenseElementsAttr) and value.is_splat and value.type.size > 0 and int(
            value.data.reshape(-1)[0]) == number

    return holds


def _is_zero(value: Attribute) -> bool:
    return isinstance(value, IntegerAttr) and value.value == 0


def spatial_rank(op: Any) -> int:
    """How many dimensions the window of an operation has."""
    numbers = op.attributes.get("dimension_numbers")
    if numbers is not None and hasattr(numbers, "input_spatial_dimensions"):
        return len(numbers.input_spatial_dimensions)
    window = op.attributes.get("window_dimensions")
    if isinstance(window, DenseArrayAttr):
        return len(window.values)
    raise ValueError("window_dimensions is needed to write the operation")


def _for_window(converter: Converter, number: int, element: ElementType, columns: int = 0) -> Converter:
    """Numbers for each dimension of a window, all `number` unless stated; `columns` of them where that is not 0."""
    is_default = _is_splat_of(number)

    def absent(op: Any) -> Attribute:
        rank = spatial_rank(op)
        return tensor_of([number] * (rank * (columns or 1)), element, (rank, columns) if columns else None)

    return Converter(converter.written, lambda value: None if is_default(value) else converter.read(value), absent)


#: How a custom call is made, by number.
API_VERSIONS: Final = ("API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
                       "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI")


def _api_version(value: Attribute) -> EnumAttr:
    if not isinstance(value, IntegerAttr) or not 0 <= value.value < len(API_VERSIONS):
        raise ValueError(f"{value} is no version of an interface of custom calls")
    return EnumAttr("vhlo", "api_version_v1", API_VERSIONS[value.value])


def _api_number(value: Attribute) -> IntegerAttr:
    if not isinstance(value, EnumAttr) or value.value not in API_VERSIONS:
        raise ValueError(f"a version of an interface of custom calls was expected, not {value}")
    return IntegerAttr(API_VERSIONS.index(value.value), I32)


def _is_typed(value: Attribute | None) -> bool:
    return isinstance(value, IntegerAttr) and value.value == len(API_VERSIONS) - 1


_ORIGINAL: Final = EnumAttr("vhlo", "api_version_v1", API_VERSIONS[1])
TYPED_FFI: Final = EnumAttr("vhlo", "api_version_v1", API_VERSIONS[4])
_DEFAULT_PRECISION: Final = EnumAttr("stablehlo", "precision", "DEFAULT")
EMPTY_TENSOR: Final = tensor_of([], I64)
EMPTY_ARRAY: Final = ArrayAttr(())
FALSE: Final = BoolAttr(False)
NOTHING: Final = TypeAttr(NoneType())
ACCURACY: Final = ResultAccuracy()
ZERO: Final = IntegerAttr(0, I64)

#: An attribute that is the same in both.
PLAIN: Final = Converter(_same, _same)
#: `array<i64: 1, 2>`, which is a tensor there.
NUMBERS: Final = Converter(_numbers, _array)
#: The same, nothing for none.
OPTIONAL_NUMBERS: Final = with_default(NUMBERS, EMPTY_TENSOR, _is_empty)
OPTIONAL_PAIRS: Final = with_default(PLAIN, EMPTY_TENSOR, _is_empty)
UNIT: Final = with_default(Converter(_unit, lambda value: UnitAttr()), FALSE)
BOOL: Final = with_default(PLAIN, FALSE)
SYMBOL: Final = Converter(_symbol, _named)
SYMBOLS: Final = with_default(Converter(_each(_symbol), _each(_named)), EMPTY_ARRAY)
ARRAY: Final = with_default(PLAIN, EMPTY_ARRAY)
DICTIONARY: Final = with_default(PLAIN, DictionaryAttr({}))
TEXT: Final = with_default(PLAIN, StringAttr(""))
RESULT_ACCURACY: Final = with_default(PLAIN, ACCURACY)
COMPARE_TYPE: Final = with_default(PLAIN, EnumAttr("stablehlo", "comparison_type", "NOTYPE"))
API_VERSION: Final = with_default(Converter(_api_version, _api_number), _ORIGINAL)
PRECISION: Final = with_default(PLAIN, ArrayAttr((_DEFAULT_PRECISION,) * 2), _is_all_default)
VERSION: Final = with_default(PLAIN, ZERO, _is_zero)
SORT_DIMENSION: Final = with_default(PLAIN, IntegerAttr(-1, I64))
STRIDES: Final = _for_window(NUMBERS, 1, I64)
REVERSAL: Final = _for_window(NUMBERS, 0, PRED)
PADDING: Final = _for_window(PLAIN, 0, I64, 2)
#: A text, or a dictionary for calls that take attributes one by one; nothing for an empty one of either.
BACKEND_CONFIG: Final = Converter(_same, lambda value: None if _is_empty(value) else value,
                             lambda op: DictionaryAttr({}) if _is_typed(op.attributes.get("api_version")) else StringAttr(""))
