"""Layouts: how the elements of an array lie in memory (XLA: Shapes and layout; xla_data.proto: LayoutProto).

Arrays are logical everywhere in hloom: only what reads and writes HLO (texts, protos, the builder) and the pass that makes
layouts explicit look at a layout. The field names are those of LayoutProto; `padded_dimensions` and `padding_value` are those of
the document, which newer versions of the proto have dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, IntEnum
from typing import Any, Final, TypeVar

from hloom.ir.primitive_type import PrimitiveType
from hloom.support.diagnostics import InputError

#: The size in a tile that stands for `*`: this dimension is combined with the next more minor one before tiling.
COMBINE: Final = -(1 << 63)

#: More dimensions than this no layout has.
MOST_DIMENSIONS: Final = 4096


class DimLevelType(Enum):
    """How the indices of one dimension of an array are stored; the value is its letter in HLO text."""

    DENSE = "D"
    COMPRESSED = "C"
    SINGLETON = "S"
    LOOSE_COMPRESSED = "H"


class PaddingValue(IntEnum):
    """What padding is filled with."""

    INVALID = 0
    ZERO = 1
    ONE = 2
    LOWEST = 3
    HIGHEST = 4
    UNKNOWN = 5


class Tile(tuple[int, ...]):
    """The sizes of one tile, major to minor: `(8, 128)`. COMBINE may stand in place of a size."""

    __slots__ = ()

    def __new__(cls, dimensions: Iterable[int]) -> Tile:
        return tuple.__new__(cls, [_integer(n, "tile size") for n in dimensions])

    @property
    def dimensions(self) -> tuple[int, ...]:
        return tuple(self)

    def __str__(self) -> str:
        return f"({','.join('*' if n == COMBINE else str(n) for n in self)})"

    def __repr__(self) -> str:
        return f"Tile{self}"


class SplitConfig(tuple[Any, ...]):
    """Where an array is split between memories: `dimension`, and the indices in it at which a new part begins."""

    __slots__ = ()

    def __new__(cls, dimension: int, split_indices: Iterable[int]) -> SplitConfig:
        indices = tuple([_integer(n, "split index") for n in split_indices])
        return tuple.__new__(cls, (_integer(dimension, "dimension of a split"), indices))

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    @property
    def dimension(self) -> int:
        return self[0]

    @property
    def split_indices(self) -> tuple[int, ...]:
        return self[1]

    def __str__(self) -> str:
        return f"{self.dimension}:{','.join(map(str, self.split_indices))}"


#: What each field of a layout is when nothing is said of it, in the order of the constructor's arguments.
_DEFAULTS: Final[dict[str, Any]] = {
    "minor_to_major": (), "tiles": (), "element_size_in_bits": 0, "memory_space": 0, "dim_level_types": (), "dim_unique": (),
    "dim_ordered": (), "tail_padding_alignment_in_elements": 1, "index_primitive_type": PrimitiveType.PRIMITIVE_TYPE_INVALID,
    "pointer_primitive_type": PrimitiveType.PRIMITIVE_TYPE_INVALID, "split_configs": (), "physical_shape": None,
    "dynamic_shape_metadata_prefix_bytes": 0, "padded_dimensions": (), "padding_value": None,
}


class Layout:
    """The order of an array's dimensions in memory and what else is known of its storage. Immutable.

    `minor_to_major` numbers the dimensions, the one that changes fastest in memory first. `tiles` are applied one after the
    other. `element_size_in_bits` is 0 unless elements are packed. `dim_level_types`, `dim_unique` and `dim_ordered` are empty
    (all dense) or have one entry a dimension; a sparse array may state the shape of its physical form in `physical_shape`
    (anything that prints itself as HLO text). `padded_dimensions` is empty or gives each dimension's width in memory, filled up
    with `padding_value`.

    The constructor only checks what is checked without a shape: `hloom.xla.layout_util.validate_layout_in_shape` does the rest.
    """

    __slots__ = ("_hash", *_DEFAULTS)

    _hash: int
    minor_to_major: tuple[int, ...]
    tiles: tuple[Tile, ...]
    element_size_in_bits: int
    memory_space: int
    dim_level_types: tuple[DimLevelType, ...]
    dim_unique: tuple[bool, ...]
    dim_ordered: tuple[bool, ...]
    tail_padding_alignment_in_elements: int
    index_primitive_type: PrimitiveType
    pointer_primitive_type: PrimitiveType
    split_configs: tuple[SplitConfig, ...]
    physical_shape: Any
    dynamic_shape_metadata_prefix_bytes: int
    padded_dimensions: tuple[int, ...]
    padding_value: PaddingValue | None

    def __init__(self, minor_to_major: Iterable[int] = (), tiles: Iterable[Iterable[int]] = (), element_size_in_bits: int = 0,
                 memory_space: int = 0, dim_level_types: Iterable[DimLevelType] = (), dim_unique: Iterable[bool] = (),
                 dim_ordered: Iterable[bool] = (), tail_padding_alignment_in_elements: int = 1,
                 index_primitive_type: PrimitiveType = PrimitiveType.PRIMITIVE_TYPE_INVALID,
                 pointer_primitive_type: PrimitiveType = PrimitiveType.PRIMITIVE_TYPE_INVALID,
                 split_configs: Iterable[SplitConfig] = (), physical_shape: Any = None,
                 dynamic_shape_metadata_prefix_bytes: int = 0, padded_dimensions: Iterable[int] = (),
                 padding_value: PaddingValue | int | None = None) -> None:
        write = object.__setattr__
        write(self, "minor_to_major", _each(minor_to_major, _integer, "minor_to_major"))
        write(self, "tiles", _each(tiles, lambda tile, _: Tile(tile), "tiles"))
        write(self, "element_size_in_bits", _natural(element_size_in_bits, "element_size_in_bits"))
        write(self, "memory_space", _natural(memory_space, "memory_space"))
        write(self, "dim_level_types", _each(dim_level_types, lambda level, _: _level(level), "dim_level_types"))
        write(self, "dim_unique", _each(dim_unique, lambda flag, _: bool(flag), "dim_unique"))
        write(self, "dim_ordered", _each(dim_ordered, lambda flag, _: bool(flag), "dim_ordered"))
        write(self, "tail_padding_alignment_in_elements",
              _natural(tail_padding_alignment_in_elements, "tail_padding_alignment_in_elements") or 1)
        write(self, "index_primitive_type", _primitive(index_primitive_type))
        write(self, "pointer_primitive_type", _primitive(pointer_primitive_type))
        write(self, "split_configs", _each(split_configs, lambda split, _: SplitConfig(*split), "split_configs"))
        write(self, "physical_shape", physical_shape)
        write(self, "dynamic_shape_metadata_prefix_bytes",
              _natural(dynamic_shape_metadata_prefix_bytes, "dynamic_shape_metadata_prefix_bytes"))
        write(self, "padded_dimensions", _each(padded_dimensions, _natural, "padded_dimensions"))
        write(self, "padding_value", _padding_value(padding_value))
        write(self, "_hash", hash(tuple([getattr(self, name) for name in _DEFAULTS])))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a layout cannot be changed; layout.replace({name}=...) makes another")

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Layout) and self._hash == other._hash
                                 and all(getattr(self, name) == getattr(other, name) for name in _DEFAULTS))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, tuple[Any, ...]]:
        return Layout, tuple([getattr(self, name) for name in _DEFAULTS])

    def __copy__(self) -> Layout:
        return self

    def __deepcopy__(self, memo: object) -> Layout:
        return self

    @property
    def rank(self) -> int:
        """The number of dimensions that are ordered."""
        return len(self.minor_to_major)

    @property
    def is_default(self) -> bool:
        """Whether dimensions run major to minor and nothing else is stated."""
        return self == default_layout(self.rank)

    @property
    def is_permutation(self) -> bool:
        """Whether `minor_to_major` names each dimension once."""
        return sorted(self.minor_to_major) == list(range(self.rank))

    @property
    def major_to_minor(self) -> tuple[int, ...]:
        """The dimensions from the slowest to the fastest."""
        return self.minor_to_major[::-1]

    @property
    def is_dense(self) -> bool:
        """Whether every element has a place of its own: no dimension is compressed."""
        return all(level is DimLevelType.DENSE for level in self.dim_level_types)

    def replace(self, **fields: Any) -> Layout:
        """This layout with some fields changed. TypeError for a field that layouts do not have."""
        unknown = fields.keys() - _DEFAULTS.keys()
        if unknown:
            raise TypeError(f"a layout has no field {', '.join(sorted(unknown))}")
        return Layout(**{name: fields.get(name, getattr(self, name)) for name in _DEFAULTS})

    def stated_fields(self) -> Iterator[tuple[str, Any]]:
        """Name and value of each field that is not as by default, and of `minor_to_major`."""
        for name, default in _DEFAULTS.items():
            value = getattr(self, name)
            if value != default or name == "minor_to_major":
                yield name, value

    def __str__(self) -> str:
        """HLO text: `{1,0:T(8,128)E(4)S(1)}`. Padded dimensions have none."""
        return f"{{{','.join(map(str, self.minor_to_major))}{self.properties_text()}}}"

    def __repr__(self) -> str:
        return f"Layout({', '.join(f'{name}={value!r}' for name, value in self.stated_fields())})"

    def properties_text(self) -> str:
        """What stands after the order of dimensions in HLO text, with the colon; nothing if there is nothing to state."""
        levels = [level.value + ("" if unique else "+") + ("" if ordered else "~") for level, unique, ordered in zip(
            self.dim_level_types, self.dim_unique or (True,) * len(self.dim_level_types),
            self.dim_ordered or (True,) * len(self.dim_level_types))]
        index, pointer = self.index_primitive_type, self.pointer_primitive_type
        parts = [
            f"D({','.join(levels)})" if levels else "",
            f"T{''.join(map(str, self.tiles))}" if self.tiles else "",
            f"L({self.tail_padding_alignment_in_elements})" if self.tail_padding_alignment_in_elements != 1 else "",
            f"#({index.text})" if index else "",
            f"*({pointer.text})" if pointer else "",
            f"E({self.element_size_in_bits})" if self.element_size_in_bits else "",
            f"S({self.memory_space})" if self.memory_space else "",
            f"SC{''.join(f'({split})' for split in self.split_configs)}" if self.split_configs else "",
            f"P({self.physical_shape})" if self.physical_shape is not None else "",
            f"M({self.dynamic_shape_metadata_prefix_bytes})" if self.dynamic_shape_metadata_prefix_bytes else "",
        ]
        text = "".join(parts)
        return f":{text}" if text else ""


T = TypeVar("T")


def _each(items: Iterable[Any], read: Callable[[Any, str], T], what: str) -> tuple[T, ...]:
    try:
        found = tuple([read(item, what) for item in items])
    except TypeError:
        raise InputError(f"{what} of a layout is a list, not {items!r:.80}") from None
    if len(found) > MOST_DIMENSIONS:
        raise InputError(f"{what} of a layout has {len(found)} entries, more than {MOST_DIMENSIONS}")
    return found


def _integer(value: Any, what: str) -> int:
    try:
        return value.__index__()
    except AttributeError:
        raise InputError(f"{what} of a layout is an integer, not {value!r:.80}") from None


def _natural(value: Any, what: str) -> int:
    number = _integer(value, what)
    if number < 0:
        raise InputError(f"{what} of a layout is not negative, got {number}")
    return number


def _primitive(value: Any) -> PrimitiveType:
    try:
        return PrimitiveType.parse(value) if isinstance(value, str) else PrimitiveType(value)
    except ValueError:
        raise InputError(f"{value!r:.80} is no primitive type") from None


def _level(value: Any) -> DimLevelType:
    try:
        return DimLevelType(value)
    except ValueError:
        raise InputError(f"a dimension's level is one of D, C, S, H, not {value!r:.80}") from None


def _padding_value(value: Any) -> PaddingValue | None:
    """The field's value; the numbers 0 and 1, when they are no members of the enumeration, are what padding is filled with."""
    if value is None or isinstance(value, PaddingValue):
        return value
    if value in (0, 1):
        return PaddingValue.ONE if value else PaddingValue.ZERO
    raise InputError(f"padding_value of a layout is a PaddingValue, 0 or 1, not {value!r:.80}")


def descending_layout(rank: int) -> Layout:
    """The layout of `rank` dimensions that run major to minor, the default of a new shape (at rank 2: row-major)."""
    return Layout(range(rank - 1, -1, -1))


def ascending_layout(rank: int) -> Layout:
    """The layout of `rank` dimensions that run minor to major (at rank 2: column-major)."""
    return Layout(range(rank))


_default_layouts: list[Layout] = []


def default_layout(rank: int) -> Layout:
    """The layout of a shape of which nothing else is said: dimensions run major to minor."""
    if not 0 <= rank <= MOST_DIMENSIONS:
        raise InputError(f"a rank is from 0 to {MOST_DIMENSIONS}, not {rank}")
    while len(_default_layouts) <= min(rank, 16):
        _default_layouts.append(descending_layout(len(_default_layouts)))
    return _default_layouts[rank] if rank <= 16 else descending_layout(rank)


def strides_of(sizes: Sequence[int], minor_to_major: Sequence[int]) -> tuple[int, ...]:
    """How many elements lie from one index of a dimension to the next, for widths `sizes` (padding included)."""
    strides, step = [0] * len(sizes), 1
    for d in minor_to_major:
        strides[d] = step
        step *= sizes[d]
    return tuple(strides)
