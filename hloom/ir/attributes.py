"""Attributes: the constant data that operations carry. Immutable; equal when their contents are equal.

Each prints itself as MLIR does (`str(attribute)`). The literal forms of numbers live in `ir.literal_text`; structured
attributes of StableHLO (`#stablehlo.dot<...>`) are declared with the operations, as subclasses of `StructAttr`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from math import prod
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from hloom.ir import literal_text
from hloom.ir.types import AnyType, OtherScalarType, TensorType
from hloom.numbers.bits import unpack
from hloom.numbers.element_type import F64, I64, ElementType


class Attribute:
    """Base of all attributes; `_key()` is what equality and hashing compare."""

    __slots__ = ()

    def _key(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.__slots__])

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._key() == other._key())  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((type(self), self._key()))

    def __repr__(self) -> str:
        return f"<{self}>"


class UnitAttr(Attribute):
    """Present or not: `unit`, or only a name in a dictionary."""

    __slots__ = ()

    def __str__(self) -> str:
        return "unit"


class BoolAttr(Attribute):
    """`true` or `false`."""

    __slots__ = ("value",)

    def __init__(self, value: bool) -> None:
        self.value = bool(value)

    def __str__(self) -> str:
        return "true" if self.value else "false"


class IntegerAttr(Attribute):
    """`3 : i64`; `type` is an integer or index type."""

    __slots__ = ("type", "value")

    def __init__(self, value: int, type: AnyType) -> None:
        self.value, self.type = value, type

    def __str__(self) -> str:
        return f"{self.value} : {self.type}"


class FloatAttr(Attribute):
    """`1.5 : f32`; `bits` is the exact pattern in the width of `type`, so that NaN payloads survive."""

    __slots__ = ("bits", "type")

    def __init__(self, bits: int, type: AnyType) -> None:
        self.bits, self.type = bits, type

    @property
    def value(self) -> float:
        return literal_text.float_of_bits(self.bits, self.type)

    def __str__(self) -> str:
        return f"{literal_text.float_text(self.bits, self.type)} : {self.type}"


class StringAttr(Attribute):
    """`"text"`: bytes, as MLIR's strings are; `value` decodes them (undecodable bytes become surrogates).

    It may have a type, which only some dialects ask for: `"text" : i32`.
    """

    __slots__ = ("data", "type")

    def __init__(self, data: bytes | str, type: AnyType | None = None) -> None:
        self.data = data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data
        self.type = type

    @property
    def value(self) -> str:
        return self.data.decode("utf-8", "surrogateescape")

    def __str__(self) -> str:
        text = literal_text.string_text(self.data)
        return text if self.type is None else f"{text} : {self.type}"


class TypeAttr(Attribute):
    """A type as an attribute."""

    __slots__ = ("type",)

    def __init__(self, type: AnyType) -> None:
        self.type = type

    def __str__(self) -> str:
        return str(self.type)


class SymbolRefAttr(Attribute):
    """`@main`, `@module::@function`."""

    __slots__ = ("path",)

    def __init__(self, *path: str) -> None:
        self.path = path

    @property
    def value(self) -> str:
        """The name of the innermost symbol."""
        return self.path[-1]

    def __str__(self) -> str:
        return "::".join(literal_text.symbol_text(name) for name in self.path)


class ArrayAttr(Attribute):
    """`[a, b]`."""

    __slots__ = ("values",)

    def __init__(self, values: tuple[Attribute, ...]) -> None:
        self.values = values

    def __iter__(self) -> Iterator[Attribute]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __str__(self) -> str:
        return f"[{', '.join(map(_element_text, self.values))}]"


def _element_text(value: Attribute) -> str:
    """An element of an array: numbers of the default types i64 and f64 are written without them."""
    if isinstance(value, IntegerAttr) and value.type is I64:
        return str(value.value)
    if isinstance(value, FloatAttr) and value.type is F64:
        text = literal_text.float_text(value.bits, F64)
        return str(value) if text.startswith("0x") else text
    return str(value)


class DictionaryAttr(Attribute):
    """`{a = 1 : i64, b}`; entries are kept sorted by name, as MLIR keeps them."""

    __slots__ = ("entries",)

    def __init__(self, entries: Mapping[str, Attribute]) -> None:
        self.entries = dict(sorted(entries.items()))

    def _key(self) -> tuple[Any, ...]:
        return tuple(self.entries.items())

    def __str__(self) -> str:
        return f"{{{', '.join(entry_text(k, v) for k, v in self.entries.items())}}}"


class DenseArrayAttr(Attribute):
    """`array<i64: 1, 2>`; `values` are Python integers, floats or booleans, or the numbers of `ir.scalars`."""

    __slots__ = ("element", "values")

    def __init__(self, element: ElementType | OtherScalarType, values: tuple[Any, ...]) -> None:
        self.element, self.values = element, values

    def _key(self) -> tuple[Any, ...]:
        return self.element, self.values

    def __str__(self) -> str:
        if not self.values:
            return f"array<{self.element}>"
        return f"array<{self.element}: {', '.join(literal_text.scalar_text(v, self.element) for v in self.values)}>"


#: A splat of more elements is never written out element by element.
_MOST_WRITTEN = 1 << 16


class DenseElementsAttr(Attribute):
    """`dense<...> : tensor<...>`: one NumPy array in the dtype of the type's storage.

    A splat is an array of one element, `is_splat` true, however large the type; `array()` gives the full shape as a
    broadcast view. Quantized tensors hold their storage integers. `type` is the tensor type with the storage element. Where the
    numbers lie beside the program, `beside` says where, and stands for them in comparisons: they are not looked through.
    """

    __slots__ = ("beside", "data", "is_splat", "type")

    def __init__(self, type: TensorType, data: np.ndarray, is_splat: bool = False, beside: Beside | None = None) -> None:
        self.type, self.is_splat, self.beside = type, is_splat, beside
        self.data = np.ascontiguousarray(data).reshape(() if is_splat else type.shape)
        self.data.flags.writeable = False

    @staticmethod
    def of(array: np.ndarray, type: TensorType) -> DenseElementsAttr:
        """The attribute with the elements of an array, a splat if all have the same bits (as MLIR reads and prints them)."""
        if array.size:
            bits = np.ascontiguousarray(array).reshape(-1).view(np.uint8).reshape(array.size, -1)
            if (bits == bits[0]).all():
                return DenseElementsAttr(type, array.reshape(-1)[:1].copy(), is_splat=True)
        return DenseElementsAttr(type, array)

    @property
    def has_array(self) -> bool:
        """Whether there is an array of the type's shape: NumPy's have at most 64 dimensions and less than 2^63 bytes."""
        sizes = [n for n in self.type.shape if n]
        return len(self.type.shape) <= 64 and prod(sizes) * self.data.itemsize < 1 << 63

    @property
    def is_short(self) -> bool:
        """Whether these are few enough elements to write out: a splat may have more than memory holds."""
        return not self.is_splat or self.type.size <= _MOST_WRITTEN

    def array(self) -> np.ndarray:
        """The values in the type's shape, read-only."""
        return np.broadcast_to(self.data, self.type.shape) if self.is_splat else self.data

    def _key(self) -> tuple[Any, ...]:
        return self.type, self.is_splat, self.beside or self.data.tobytes()

    def __str__(self) -> str:
        return f"dense<{literal_text.dense_text(self.data, self.is_splat, self.type)}> : {self.type}"


class OtherElementsAttr(Attribute):
    """`dense<...>` of a scalar type that NumPy does not have: the numbers of `ir.scalars`, of complex types in pairs.

    A splat has one element. Nothing computes with such constants.
    """

    __slots__ = ("elements", "is_splat", "type")

    def __init__(self, type: TensorType, elements: tuple[int, ...], is_splat: bool) -> None:
        self.type, self.elements, self.is_splat = type, elements, is_splat

    def __str__(self) -> str:
        return f"dense<{literal_text.other_dense_text(self.elements, self.is_splat, self.type)}> : {self.type}"


class Beside:
    """Numbers that lie beside the program, in a file that is mapped (`path`, None for an array of the caller's) or in memory.

    `array` is contiguous, in the dtype of the constant's storage, and must not change. `stamp` tells the file and the place in it
    from all others, also from the same file after it was written anew.
    """

    __slots__ = ("_digest", "array", "path", "stamp")

    def __init__(self, array: np.ndarray, path: str | None = None, stamp: str | None = None) -> None:
        self.array, self.path, self.stamp = array, path, stamp
        self._digest: bytes | None = None

    @property
    def digest(self) -> bytes:
        """A SHA-256 digest of the numbers, which are read for it once."""
        if self._digest is None:
            self._digest = hashlib.sha256(self.array.reshape(-1).view(np.uint8).data).digest()
        return self._digest

    def remember(self, known: bytes) -> None:
        """Takes a digest that was made before."""
        self._digest = known


class Resource:
    """Bytes that a file keeps apart from the program, in the order in which they lie in memory, under the name `key`.

    They ask to be placed at a multiple of `alignment`. `data` is None for what the file does not have, and `absence` what is
    said of that; then the numbers may lie `beside` the program, and no text of it repeats them.
    """

    __slots__ = ("absence", "alignment", "beside", "data", "key")

    def __init__(self, key: str, data: bytes | None = None, alignment: int = 1, absence: str = "") -> None:
        self.key, self.data, self.alignment = key, data, alignment
        self.beside: Beside | None = None
        self.absence = absence or (f"the program has no resource {key!r}, and no constants beside it that do (load(..., "
                                   "constants=...))")

    @property
    def contents(self) -> Any:
        """What tells it from others of its name."""
        return self.data if self.beside is None else self.beside


class DenseResourceAttr(Attribute):
    """`dense_resource<key> : tensor<...>`: a constant whose bytes a text writes in its resource section."""

    __slots__ = ("_elements", "resource", "type")

    def __init__(self, resource: Resource, type: TensorType) -> None:
        self.resource, self.type = resource, type
        self._elements: DenseElementsAttr | None = None

    def forget(self) -> None:
        """Has the numbers looked for anew, as their resource has changed."""
        self._elements = None

    def elements(self) -> DenseElementsAttr:
        """The numbers. ValueError where there are no bytes, or not as many as the type takes."""
        found = self._elements
        if found is None:
            key, data, beside = self.resource.key, self.resource.data, self.resource.beside
            if beside is not None:
                found = self._elements = DenseElementsAttr(self.type, beside.array.reshape(self.type.shape), beside=beside)
                return found
            if data is None:
                raise ValueError(self.resource.absence)
            try:
                array = unpack(data, self.type.storage, self.type.shape)
            except ValueError as error:
                raise ValueError(f"resource {key!r} does not fit {self.type}: {error}") from None
            is_small = array.size <= _LARGEST_COMPARED
            found = self._elements = DenseElementsAttr.of(array, self.type) if is_small else DenseElementsAttr(self.type, array)
        return found

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, DenseResourceAttr) and self._key() == other._key()
                                 and self.resource.contents == other.resource.contents)

    def __hash__(self) -> int:
        return hash((DenseResourceAttr, self._key()))

    def _key(self) -> tuple[Any, ...]:
        return self.resource.key, self.type  # the bytes of an attribute that is just read are not there yet

    def __str__(self) -> str:
        key = self.resource.key
        shown = SHOWN_RESOURCES.get()
        if shown is not None:
            number = 0
            while shown.setdefault(key, self.resource).contents != self.resource.contents:
                number += 1
                key = f"{self.resource.key}_{number}"
        return f"dense_resource<{literal_text.keyword_text(key)}> : {self.type}"


#: Elements up to which a resource is looked through for whether it is a splat.
_LARGEST_COMPARED = 1 << 16
#: While a program is printed: the resources that its attributes name, in order, under the names that the text gives them.
SHOWN_RESOURCES: ContextVar[dict[str, Resource] | None] = ContextVar("SHOWN_RESOURCES", default=None)


#: While a program is printed: aliases under which some texts of OpaqueAttr are printed (`affine_map<...>` as `#map`).
ALIASES: ContextVar[Mapping[str, str]] = ContextVar("ALIASES", default=MappingProxyType({}))


class OpaqueAttr(Attribute):
    """An attribute kept as its text: affine maps, integer sets, unknown dialects (`#sdy.sharding<...>`)."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return ALIASES.get().get(self.text, self.text)


class EnumAttr(Attribute):
    """`#stablehlo<comparison_direction LT>`: a case of an enumeration of a dialect."""

    __slots__ = ("dialect", "mnemonic", "value")

    def __init__(self, dialect: str, mnemonic: str, value: str) -> None:
        self.dialect, self.mnemonic, self.value = dialect, mnemonic, value

    def __str__(self) -> str:
        return f"#{self.dialect}<{self.mnemonic} {self.value}>"


class StructAttr(Attribute):
    """Base of structured dialect attributes: `#dialect.mnemonic<body>`. Subclasses are frozen dataclasses.

    A subclass says `dialect` and `mnemonic` as class keywords and is then found by the parser in `StructAttr.registry`.
    """

    __slots__ = ()
    dialect: ClassVar[str]
    mnemonic: ClassVar[str]
    registry: ClassVar[dict[tuple[str, str], type[StructAttr]]] = {}

    def __init_subclass__(cls, dialect: str = "", mnemonic: str = "", **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if mnemonic:
            cls.dialect, cls.mnemonic = dialect, mnemonic
        if "mnemonic" in cls.__dict__:  # `dataclass(slots=True)` makes the class a second time; the last one counts
            StructAttr.registry[cls.dialect, cls.mnemonic] = cls


UNIT = UnitAttr()


def entry_text(name: str, value: Attribute) -> str:
    """One entry of an attribute dictionary."""
    key = literal_text.keyword_text(name)
    return key if isinstance(value, UnitAttr) else f"{key} = {value}"
