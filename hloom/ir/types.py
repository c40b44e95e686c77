"""Types of values (StableHLO spec: Types). Types are immutable and interned: equal types are the same object.

A scalar type is an `ElementType`; it stands beside `Type` wherever a type is expected (attributes, `index` values).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Final
from weakref import WeakValueDictionary

from hloom.numbers.element_type import ELEMENT_TYPES, ElementType
from hloom.support.diagnostics import UserError
from hloom.support.forking import renewed_in_child

if TYPE_CHECKING:
    from hloom.ir.attributes import Attribute
    from hloom.ir.layout import Layout

#: The size of a dimension that is only known at run time (`?`).
DYNAMIC: Final = -1


#: Reentrant: a collection of garbage may come at any time.
_intern_lock = renewed_in_child(threading.RLock())


class Type:
    """Base of all types but the scalar ones. Subclasses are built through their constructors, which intern."""

    __slots__ = ("__weakref__", "_key")
    _interned: ClassVar[WeakValueDictionary[tuple[Any, ...], Type]]
    _key: tuple[Any, ...]

    def __init_subclass__(cls) -> None:
        cls._interned = WeakValueDictionary()

    @classmethod
    def _intern(cls, *key: Any) -> Any:
        found = cls._interned.get(key)
        if found is None:
            made = object.__new__(cls)
            made._key = key
            found = cls._enter(key, made)
        return found

    @classmethod
    def _enter(cls, key: tuple[Any, ...], made: Type) -> Any:
        """A type all filled in, under its key; or the one that another thread has entered since."""
        with _intern_lock:
            return cls._interned.setdefault(key, made)

    def __reduce__(self) -> tuple[object, tuple[Any, ...]]:
        return type(self), self._key

    def __repr__(self) -> str:
        return f"<{self}>"


class OtherScalarType(Type):
    """A scalar type that no StableHLO tensor computes with but programs may name: `si8`, `i7`, `f80`, `tf32`."""

    __slots__ = ()

    def __new__(cls, name: str) -> OtherScalarType:
        return cls._intern(name)

    @property
    def name(self) -> str:
        return self._key[0]

    @property
    def is_complex(self) -> bool:
        return self.name.startswith("complex<")

    def __str__(self) -> str:
        return self.name


class QuantizedType(Type):
    """`!quant.uniform<storage:expressed, ...>`: integers that stand for `(stored - zero_point) * scale`.

    Per tensor: `axes` is empty and there is one scale and zero point. Per axis: one axis, a scale and zero point a slice.
    Sub-channel: several axes with `block_sizes`; scales and zero points are flat, in row-major order over
    `parameter_shape`.
    """

    __slots__ = ("axes", "block_sizes", "expressed", "parameter_shape", "scales", "storage", "storage_max",
                 "storage_min", "zero_points")

    storage: ElementType
    expressed: ElementType
    storage_min: int
    storage_max: int
    scales: tuple[float, ...]
    zero_points: tuple[int, ...]
    axes: tuple[int, ...]
    block_sizes: tuple[int, ...]
    parameter_shape: tuple[int, ...]

    def __new__(cls, storage: ElementType, expressed: ElementType, storage_min: int, storage_max: int,
                scales: tuple[float, ...], zero_points: tuple[int, ...], axes: tuple[int, ...] = (),
                block_sizes: tuple[int, ...] = (), parameter_shape: tuple[int, ...] = ()) -> QuantizedType:
        made = cls._intern(storage, expressed, storage_min, storage_max, scales, zero_points, axes, block_sizes,
                           parameter_shape)
        (made.storage, made.expressed, made.storage_min, made.storage_max, made.scales, made.zero_points, made.axes,
         made.block_sizes, made.parameter_shape) = made._key
        return made

    @property
    def is_per_axis(self) -> bool:
        return len(self.axes) == 1 and not self.block_sizes

    @property
    def is_per_tensor(self) -> bool:
        return not self.axes

    @property
    def axis(self) -> int:
        """The quantization dimension of a per-axis type; -1 per tensor."""
        return self.axes[0] if self.axes else -1

    def __str__(self) -> str:
        from hloom.ir.type_text import quantized_text  # the rules of its spelling fill a file of their own

        return quantized_text(self)


class TensorType(Type):
    """`tensor<2x?xf32>`: a shape (DYNAMIC for `?`), an element type, and an encoding attribute or None.

    `bounds` are the sizes that `#stablehlo.bounds` gives dynamic dimensions (None where a dimension has none).

    A type may have a `layout`. It is then another object than the type without one, its `logical` type. The type of a value is
    always the logical one, so that rules compare types as ever; `Value.stated_type` is the one with the layout.
    """

    __slots__ = ("element", "encoding", "is_quantized", "is_static", "layout", "logical", "rank", "shape")

    shape: tuple[int, ...]
    element: ElementType | Type
    encoding: Attribute | None
    layout: Layout | None
    #: This type without its layout; itself if it has none.
    logical: TensorType
    rank: int
    is_static: bool
    is_quantized: bool

    def __new__(cls, shape: tuple[int, ...], element: ElementType | Type, encoding: Attribute | None = None,
                layout: Layout | None = None) -> TensorType:
        key = (shape, element, encoding, layout)
        found: Any = cls._interned.get(key)
        if found is None:
            made = object.__new__(cls)
            made._key = key
            made.shape, made.element, made.encoding, made.layout = key
            made.logical = made if layout is None else cls(shape, element, encoding)
            made.rank = len(shape)
            made.is_static = DYNAMIC not in shape
            made.is_quantized = isinstance(element, QuantizedType)
            found = cls._enter(key, made)
        return found

    @property
    def size(self) -> int:
        """Number of elements; the shape must be static."""
        return prod(self.shape)

    @property
    def bounds(self) -> tuple[int | None, ...]:
        """Upper bound of each dimension: its size if static, its declared bound or None if dynamic."""
        declared = getattr(self.encoding, "bounds", None) or (None,) * self.rank
        return tuple(b if n == DYNAMIC else n for n, b in zip(self.shape, declared))

    @property
    def storage(self) -> ElementType:
        """The element type that is stored: a quantized type's storage type, else the element type.

        UserError `unsupported` for one that programs may name, such as i24, but nothing computes with.
        """
        element = self.element.storage if isinstance(self.element, QuantizedType) else self.element
        if not isinstance(element, ElementType):
            raise UserError.at(None, "unsupported", f"values of type {self} can be read and printed but not computed with")
        return element

    def with_shape(self, shape: tuple[int, ...]) -> TensorType:
        """The tensor type of this element type with another shape and no encoding."""
        return TensorType(shape, self.element)

    def with_element(self, element: ElementType | Type) -> TensorType:
        """The tensor type of this shape and encoding with another element type."""
        return TensorType(self.shape, element, self.encoding)

    def with_layout(self, layout: Layout | None) -> TensorType:
        """This type with another layout, or with none."""
        return TensorType(self.shape, self.element, self.encoding, layout)

    def __str__(self) -> str:
        """MLIR's notation, which has no layouts."""
        sizes = "".join("?x" if n == DYNAMIC else f"{n}x" for n in self.shape)
        return f"tensor<{sizes}{self.element}{f', {self.encoding}' if self.encoding is not None else ''}>"


class UnrankedTensorType(Type):
    """`tensor<*xf32>`; not a StableHLO type, but shape-polymorphic programs may carry it until refined."""

    __slots__ = ()

    def __new__(cls, element: ElementType | Type) -> UnrankedTensorType:
        return cls._intern(element)

    @property
    def element(self) -> ElementType | Type:
        return self._key[0]

    def with_element(self, element: ElementType | Type) -> UnrankedTensorType:
        """The tensor type of unknown rank with another element type."""
        return UnrankedTensorType(element)

    def __str__(self) -> str:
        return f"tensor<*x{self.element}>"


class TupleType(Type):
    """`tuple<...>`."""

    __slots__ = ()

    def __new__(cls, elements: tuple[Type | ElementType, ...]) -> TupleType:
        return cls._intern(elements)

    @property
    def elements(self) -> tuple[Type | ElementType, ...]:
        return self._key[0]

    def __str__(self) -> str:
        return f"tuple<{', '.join(map(str, self.elements))}>"


class TokenType(Type):
    """`!stablehlo.token`: orders side effects."""

    __slots__ = ()
    #: Asked of results by who does not load the types for it (`runtime.called`).
    is_token = True

    def __new__(cls) -> TokenType:
        return cls._intern()

    def __str__(self) -> str:
        return "!stablehlo.token"


class FutureType(Type):
    """`!stablehlo.future<...>`: the results of an asynchronous operation under way."""

    __slots__ = ()

    def __new__(cls, elements: tuple[Type | ElementType, ...]) -> FutureType:
        return cls._intern(elements)

    @property
    def elements(self) -> tuple[Type | ElementType, ...]:
        return self._key[0]

    def __str__(self) -> str:
        return f"!stablehlo.future<{', '.join(map(str, self.elements))}>"


class FunctionType(Type):
    """`(inputs) -> outputs`."""

    __slots__ = ()

    def __new__(cls, inputs: tuple[Type | ElementType, ...], outputs: tuple[Type | ElementType, ...]) -> FunctionType:
        return cls._intern(inputs, outputs)

    @property
    def inputs(self) -> tuple[Type | ElementType, ...]:
        return self._key[0]

    @property
    def outputs(self) -> tuple[Type | ElementType, ...]:
        return self._key[1]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.inputs))}) -> {results_text(self.outputs)}"


class NoneType(Type):
    """`none`: a unit type."""

    __slots__ = ()

    def __new__(cls) -> NoneType:
        return cls._intern()

    def __str__(self) -> str:
        return "none"


class OpaqueType(Type):
    """A type whose dialect hloom does not know (`!shape.shape`, `!mesh.axis<0>`), kept as its text."""

    __slots__ = ()

    def __new__(cls, text: str) -> OpaqueType:
        return cls._intern(text)

    @property
    def text(self) -> str:
        return self._key[0]

    def __str__(self) -> str:
        return self.text


AnyType = ElementType | Type
TOKEN: Final = TokenType()


def leaf_types(type: AnyType) -> list[AnyType]:
    """The types in nested tuples, in their order; a type that is no tuple is its own only one."""
    return [leaf for part in type.elements for leaf in leaf_types(part)] if isinstance(type, TupleType) else [type]


def leaves(values: Any) -> list[Any]:
    """What is in nested tuples or lists, in its order; what is neither is its own only leaf."""
    return [leaf for part in values for leaf in leaves(part)] if isinstance(values, tuple | list) else [values]


def nested(values: Any, type: AnyType) -> Any:
    """The leaves of `values` in nested tuples as `type` has them; the only one for a type that is no tuple."""
    return _nested(iter(leaves(values)), type)


def _nested(values: Iterator[Any], type: AnyType) -> Any:
    return tuple([_nested(values, part) for part in type.elements]) if isinstance(type, TupleType) else next(values)


def logical_type(type: AnyType) -> AnyType:
    """The type without layouts, also inside tuples and futures; the same object if it has none."""
    if isinstance(type, TensorType):
        return type.logical
    if isinstance(type, TupleType | FutureType):
        return type.__class__(tuple([logical_type(part) for part in type.elements]))
    return type


def results_text(types: tuple[AnyType, ...]) -> str:
    """A function type's results: in parentheses unless there is exactly one that is not itself a function."""
    if len(types) == 1 and not isinstance(types[0], FunctionType):
        return str(types[0])
    return f"({', '.join(map(str, types))})"


def complex_type(part: AnyType) -> AnyType:
    """The type of complex numbers of such parts. ValueError for parts that they cannot have."""
    name = f"complex<{part}>"
    if name in ELEMENT_TYPES:
        return ELEMENT_TYPES[name]
    if not isinstance(part, ElementType | OtherScalarType) or part.is_complex or str(part) == "index":
        raise ValueError(f"{name} is not a type: the parts of a complex number are integers or floats")
    return OtherScalarType(name)


def tensor(shape: tuple[int, ...] | list[int], element: AnyType) -> TensorType:
    """Shorthand for a tensor type without an encoding."""
    return TensorType(tuple(shape), element)
