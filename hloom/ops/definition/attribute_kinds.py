"""What attributes may be: each kind checks an attribute, gives its Python value, and makes it from one."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import numpy as np

from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DenseResourceAttr,
    DictionaryAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from hloom.ir.types import FunctionType, TensorType
from hloom.numbers.element_type import ELEMENT_TYPES, I64, PRED, ElementType, of_dtype

_MISSING = object()


class AttributeKind:
    """A kind of attribute: `holds(attribute)`, `get(attribute) -> value`, `make(value) -> attribute`.

    `optional` and `default(value)` give variants that may be absent; then the value is None or the default. `short` says how
    the attribute is written in the pretty form of an operation where its kind is known: ("integer", type), ("float", type),
    ("dense_array", type) or ("enum", (dialect, mnemonic)) leave out what the kind says already; None stands for the full
    notation.
    """

    __slots__ = ("absent", "description", "get", "holds", "make", "short")

    def __init__(self, description: str, holds: Callable[[Attribute], bool], get: Callable[[Any], Any],
                 make: Callable[[Any], Attribute], short: tuple[str, Any] | None = None) -> None:
        self.description, self.holds, self.get, self.make, self.absent = description, holds, get, make, _MISSING
        self.short = short

    @property
    def is_required(self) -> bool:
        return self.absent is _MISSING

    def default(self, value: Any) -> Any:
        """This kind, with `value` when the attribute is absent."""
        made = copy.copy(self)
        made.absent = value
        return made

    @property
    def optional(self) -> Any:
        """This kind, with None when the attribute is absent."""
        return self.default(None)

    def __str__(self) -> str:
        return self.description


#: What attributes of most kinds hold.
_VALUE, _VALUES, _TYPE = map(attrgetter, ("value", "values", "type"))


def _instance(description: str, cls: type, get: Callable[[Any], Any], make: Callable[[Any], Attribute]) -> Any:
    return AttributeKind(description, lambda a: isinstance(a, cls), get, make)


def integer(type: ElementType = I64) -> Any:
    """An integer of one type (`3 : i64`); its value is an int."""
    return AttributeKind(f"{type} integer", lambda a: isinstance(a, IntegerAttr) and a.type is type,
                         _VALUE, lambda v: IntegerAttr(int(v), type), ("integer", type))


def dense_array(type: ElementType) -> Any:
    """`array<type: ...>`; its value is a tuple of Python numbers."""
    return AttributeKind(f"array of {type}", lambda a: isinstance(a, DenseArrayAttr) and a.element is type,
                         _VALUES, lambda v: DenseArrayAttr(type, tuple(v)), ("dense_array", type))


def enum(mnemonic: str, cases: Sequence[str], dialect: str = "stablehlo") -> Any:
    """`#dialect<mnemonic CASE>`; its value is the case's name."""
    def holds(a: Attribute) -> bool:
        return isinstance(a, EnumAttr) and a.dialect == dialect and a.mnemonic == mnemonic and a.value in cases

    return AttributeKind(f"{mnemonic} ({', '.join(cases)})", holds, _VALUE,
                         lambda v: EnumAttr(dialect, mnemonic, v), ("enum", (dialect, mnemonic)))


def struct(cls: type) -> Any:
    """A structured attribute (`#stablehlo.dot<...>`); its value is the attribute itself."""
    return _instance(f"#{cls.dialect}.{cls.mnemonic} attribute", cls, lambda a: a, lambda v: v)  # type: ignore[attr-defined]


def array_of(kind: Any) -> Any:
    """`[a, b]` of one kind; its value is a tuple of that kind's values."""
    return AttributeKind(f"array of {kind}", lambda a: isinstance(a, ArrayAttr) and all(map(kind.holds, a.values)),
                         lambda a: tuple(map(kind.get, a.values)), lambda v: ArrayAttr(tuple(map(kind.make, v))))


def one_of(*kinds: Any) -> Any:
    """Any of several kinds; its value is that of the first kind that holds; made by the first kind."""
    def get(a: Attribute) -> Any:
        return next(k.get(a) for k in kinds if k.holds(a))

    return AttributeKind(" or ".join(map(str, kinds)), lambda a: any(k.holds(a) for k in kinds), get, kinds[0].make)


def _dense_of(value: Any, type: ElementType | None = None) -> DenseElementsAttr:
    array = np.asarray(value, type.dtype if type else None)
    return DenseElementsAttr.of(array, TensorType(array.shape, type or of_dtype(array.dtype)))


def dense(type: ElementType | None = None) -> Any:
    """`dense<...>`; its value is a read-only NumPy array in the full shape."""
    def holds(a: Attribute) -> bool:
        return isinstance(a, DenseElementsAttr) and (type is None or a.type.element is type) and a.has_array

    return AttributeKind(f"dense elements{f' of {type}' if type else ''}", holds, lambda a: a.array(),
                         lambda v: v if isinstance(v, DenseElementsAttr) else _dense_of(v, type))


# Typed Any so that a declaration `dimensions: Attr = i64_array` satisfies a type checker.
i64: Any = integer(I64)
i32: Any = integer(ELEMENT_TYPES["i32"])
#: An integer of any type.
any_integer: Any = _instance("integer", IntegerAttr, _VALUE, lambda v: IntegerAttr(v, I64))
i64_array: Any = dense_array(I64)
bool_array: Any = dense_array(PRED)
boolean: Any = _instance("bool", BoolAttr, _VALUE, BoolAttr)
string: Any = _instance("string", StringAttr, _VALUE, StringAttr)
#: A floating-point number of any type.
float_: Any = _instance("floating-point number", FloatAttr, _VALUE, lambda v: v)
unit: Any = _instance("unit", UnitAttr, lambda a: True, lambda v: UnitAttr())
#: A reference to a function of the module itself; the value is its name.
symbol: Any = AttributeKind("symbol reference", lambda a: isinstance(a, SymbolRefAttr) and len(a.path) == 1, _VALUE,
                            SymbolRefAttr)
dictionary: Any = _instance("dictionary", DictionaryAttr, attrgetter("entries"), DictionaryAttr)
type_: Any = _instance("type", TypeAttr, _TYPE, TypeAttr)
function_type: Any = AttributeKind("function type", lambda a: isinstance(a, TypeAttr) and isinstance(a.type, FunctionType),
                                   _TYPE, TypeAttr)
any_array: Any = _instance("array", ArrayAttr, _VALUES, lambda v: ArrayAttr(tuple(v)))
#: Any attribute; the value is the attribute.
anything: Any = AttributeKind("attribute", lambda a: True, lambda a: a, lambda v: v)
#: The value of a constant: dense elements or a reference to a resource; the value is the attribute.
elements: Any = AttributeKind("elements", lambda a: isinstance(a, DenseElementsAttr | DenseResourceAttr), lambda a: a,
                              lambda v: v if isinstance(v, Attribute) else _dense_of(v))
