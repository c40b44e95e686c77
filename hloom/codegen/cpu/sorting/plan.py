"""How a sort by keys is cut up: rows, words, and pieces of long rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from hloom.codegen.cpu.sorting.keys import Key, is_key_type
from hloom.codegen.machine import Machine
from hloom.expr.scalar import Argument, Scalar
from hloom.ir.core import OpResult, Value
from hloom.numbers.element_type import ElementType
from hloom.ops.common.region_function import region_scalars
from hloom.ops.stablehlo.creation import Iota
from hloom.ops.stablehlo.sort_keys import Canonical, SortKey, comparator_keys
from hloom.support.records import dataclass

#: Places in a row are numbered by half a word.
_LONGEST = 1 << 31


@dataclass(frozen=True)
class OrderedBy:
    """A key of a sort: the order of what an input's elements are, or of a scalar computed from them (`argument`: an element)."""

    operand: int
    key: Key
    scalar: Scalar | None = None
    argument: Argument | None = None

    @property
    def halves(self) -> list[tuple[OrderedBy, bool]]:
        """The key in parts of at most 32 bits, the most significant first, and whether it is the upper one."""
        return [(self, True), (self, False)] if self.key.bits == 64 else [(self, True)]


def keys_for(op: Any) -> list[OrderedBy] | None:
    """The keys that a sort can be done by, the most significant first; None where its comparator does not order by keys that
    can be compiled, or places in a row do not fit into half a word."""
    described = comparator_keys(op.comparator.block)
    scalars = region_scalars(op.comparator)
    if described is None or scalars is None or op.inputs[0].shape[op.dimension] >= _LONGEST:
        return None
    found = [_key(key, scalars) for key in described]
    return found if all(is_key_type(key.key.type) for key in found) else None


def counted_operands(op: Any, keys: Sequence[OrderedBy]) -> list[int]:
    """The operands that only say where in its row an element was (`argsort`): words know that, so that they are not read."""
    dimension = op.dimension % len(op.inputs[0].shape)
    if prod(op.inputs[0].shape[dimension + 1 :]) > 1:  # rows are copied side by side first
        return []
    return [k for k, v in enumerate(op.inputs) if _counts(v, dimension) and all(key.operand != k for key in keys)]


def _counts(value: Value, dimension: int) -> bool:
    """Whether elements are their own places along a dimension, as integers that a place becomes by leaving out upper bits."""
    if not isinstance(value, OpResult) or not isinstance(value.owner, Iota) or value.owner.iota_dimension != dimension:
        return False
    element = value.owner.output.type.element
    return isinstance(element, ElementType) and element.is_integer and element.width >= 8


def _key(given: SortKey, scalars: dict[Value, Scalar]) -> OrderedBy:
    value: Any = given.value
    if given.canonical is not None:
        return OrderedBy(given.operand, Key.of(value.type.storage, given.ascends, given.is_total, given.canonical))
    argument = scalars[given.argument]
    assert isinstance(argument, Argument)
    return OrderedBy(given.operand, Key.of(value.type.storage, given.ascends, given.is_total, Canonical()),
                     scalars[given.value], argument)


class KeyedSort:
    """A sort of `rows` rows of `length` elements, `inner` apart, by keys; where these do not lie beside each other, of rows of
    copies in which they do.

    One operand whose elements their keys tell is sorted as words; else words of 64 bits hold a key and a place in the row, and
    what moves is gathered from there, unless it is the place itself (`counted`). `live` are the results that something reads, and
    `wanted` how far along a row: few elements are looked for among those that a bound leaves over (`filters`).
    """

    def __init__(self, machine: Machine, shape: Sequence[int], dimension: int, types: Sequence[ElementType],
                 keys: Sequence[OrderedBy], live: Sequence[bool], wanted: int, workers: int, has_registers: bool,
                 counted: Sequence[int] = ()) -> None:
        sorting = machine.sorting
        self._machine, self.counted = machine, frozenset(counted)
        self.types, self.keys, self.workers, self.wanted = list(types), list(keys), workers, wanted
        self.live = [k for k, lives in enumerate(live) if lives]
        self.length, self.inner = shape[dimension], prod(shape[dimension + 1 :])
        self.rows = prod(shape) // max(self.length, 1)
        self.filters = (has_registers and keys[0].scalar is None
                        and any(wanted <= most and self.length >= least for most, least in sorting.bounded))
        self.is_plain = (len(types) == 1 and len(keys) == 1 and keys[0].scalar is None and not self.filters
                         and (wanted == self.length or not keys[0].key.is_canonical))
        self.bits = max(32, keys[0].key.bits) if self.is_plain else 64
        #: What words are made of in turn, the least significant first: stable sorts by each are a sort by all.
        self.halves = [half for key in reversed(keys) for half in reversed(key.halves)]
        self.is_long = self.length >= sorting.long and not self.filters and (
            self.rows * 2 < 4 * workers if workers > 1 else self.length > sorting.piece)
        #: How often a long row is split in two.
        self.levels = self._splits() if self.is_long else 0

    def _splits(self) -> int:
        sorting = self._machine.sorting
        wanted = max(-(-4 * self.workers // self.rows) if self.workers > 1 else 1, -(-self.length // sorting.piece))
        return min((wanted - 1).bit_length(), (self.length // sorting.smallest_piece).bit_length() - 1)

    @property
    def word_bytes(self) -> int:
        return self.bits // 8

    @property
    def chunks(self) -> int:
        """Chunks of a long row."""
        return -(-self.length // self._machine.sorting.chunk)

    @property
    def wanted_chunks(self) -> int:
        """Chunks of what is wanted of a long row."""
        return -(-self.wanted // self._machine.sorting.chunk)

    @property
    def needs_places(self) -> bool:
        """Whether places are kept beside the words, since these are made several times."""
        return not self.is_plain and len(self.halves) > 1

    def scratch(self) -> list[int]:
        """Bytes from the start of a worker's scratch memory to each of its parts (words, words, places, places), and of all."""
        sizes = [self.length * self.word_bytes] * 2 + [self.length * 4 * self.needs_places] * 2
        starts = [0]
        for size in sizes:
            starts.append(starts[-1] + -(-size // 64) * 64)
        return starts

    def moved_bytes(self, operand: int) -> int:
        return self.types[operand].bytes

    @property
    def packed_operands(self) -> list[int]:
        """The operands of which there are copies with rows side by side: those that are read, where rows are not."""
        read = {*self.live, *(key.operand for key in self.keys)}
        return sorted(read) if self.inner > 1 else []

    def text(self) -> str:
        keys = ", ".join(f"operand {k.operand} {k.key.text()}" for k in self.keys)
        some = f"the first {self.wanted} of " if self.wanted < self.length else ""
        return f"sort {some}{self.rows} rows of {self.length}, {len(self.types)} operand{'s' * (len(self.types) > 1)}, by {keys}"

    def signature(self, comparator: str) -> str:
        """What tells sorts apart, given the text of the comparator."""
        operands = f"{self.types} {self.live} {sorted(self.counted)}"
        keys = [(k.operand, k.key.name) for k in self.keys]
        return f"sort {self.rows} {self.length} {self.inner} {operands} {self.wanted} {keys} {comparator}"
