"""Elements in memory: where the lanes of a read or a store lie, and what loads and stores them.

An `AccessEmitter` knows where sources lie and which lanes count. Consecutive lanes are one load, lanes a few elements apart
are picked out of whole registers or looked up in registers, and others are loaded one by one (`picked_lanes`).
Addresses are emitted once a scope, as indices are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import prod
from typing import Any

from hloom.analysis.places import offset
from hloom.codegen.llvm.builder import Function, Value, zero
from hloom.codegen.llvm.functions import splat_constant
from hloom.codegen.llvm.indices import IndexEmitter
from hloom.codegen.llvm.memory_accesses import first_of, from_memory, lanes_below, load_masked, store_masked, to_memory
from hloom.codegen.llvm.picked_lanes import (
    Table,
    is_near,
    loaded_lanes,
    neighbours,
    registers_of_table,
    reversed_lanes,
    strided_lanes,
    widened_lanes,
)
from hloom.codegen.llvm.types import element_of, lanes, storage_type, vector
from hloom.expr.access import coefficient
from hloom.expr.index import ZERO, IndexExpr, RuntimeValue, Simplifier, Variable, interval_of, linear_combination, split_affine
from hloom.expr.interval import Interval
from hloom.expr.scalar import Read, Scalar, index_variables, unconditional_reads
from hloom.numbers.element_type import ElementType


class AccessEmitter(IndexEmitter):
    """Emits reads and stores at the end of `function`; see the module's description.

    `pointer_of(source)` gives the address of a read's source; `room_behind(source)` bytes behind it that may be touched, too.
    """

    def __init__(self, function: Function, pointer_of: Callable[[Any], Value],
                 room_behind: Callable[[Any], int] = lambda source: 0) -> None:
        super().__init__(function)
        self.pointer_of, self.room_behind = pointer_of, room_behind
        #: The lanes that are read and stored.
        self.mask: Value | None = None
        #: Whether lanes of bf16 are unpacked, and those of other types kept in that order (`memory_accesses`).
        self.is_unpacked = False
        #: The mask of the rest of a loop, and how many of its lanes count and do not.
        self._rest: tuple[Value, int, int] | None = None
        #: Whether the rest of a loop is stored in parts without masks. A load that touches any of the lanes that a mask excludes
        #: waits for the store: where a result lies where an operand does, the next row does.
        self.stores_in_parts = False
        #: Sources that change while the kernel runs: their elements are read anew each time.
        self.volatile: set[Any] = set()
        #: Memory that holds what indices come to, for each value of the variable along which they change.
        self.precomputed_indices: Mapping[IndexExpr, Value] = {}
        self._offsets: dict[Read, IndexExpr] = {}
        #: Reads that share registers: the first of each group, how far behind it they lie, and how far the last of them does.
        self._neighbours: Mapping[Read, tuple[Read, int, int]] = {}
        self._simplifier = Simplifier()

    # -- the lanes that count --------------------------------------------------------------------------------------------
    @contextmanager
    def first_lanes(self, count: int, width: int) -> Iterator[Value]:
        """The rest of a loop: only the first `count` of `width` lanes are read and stored in the block. Yields their mask."""
        mask = self.mask = first_of(width, count)
        self._rest = mask, count, width - count
        yield mask
        self.mask = self._rest = None

    @contextmanager
    def lanes_below(self, count: Value, width: int) -> Iterator[Value]:
        """The same of so many lanes as are known when the code runs."""
        mask = self.mask = lanes_below(self.f, count, width)
        yield mask
        self.mask = None

    @contextmanager
    def unpacking(self, is_unpacked: bool) -> Iterator[None]:
        """In the block lanes of bf16 that are read and stored are unpacked, if there are no others and no mask."""
        self.is_unpacked = is_unpacked
        yield
        self.is_unpacked = False

    def fills(self, source: Any, type: ElementType) -> bool:
        """Whether the lanes that count in the rest of a loop are all of a source, and others have room behind it."""
        return self._has_room(source, type) and self._rest is not None and prod(source.shape) == self._rest[1]

    @property
    def _counted_lanes(self) -> int:
        """Lanes up to the end of the rest of a loop, whatever conditions leave of it: others may lie outside of what is read."""
        return self._rest[1] if self._rest is not None else self.lane_count

    def _is_rest(self) -> bool:
        """Whether the lanes that count are those of the rest of a loop, all of them."""
        return self._rest is not None and self.mask is self._rest[0]

    def _has_room(self, source: Any, type: ElementType) -> bool:
        if self._rest is None or not self._is_rest():
            return False
        return self._rest[2] * type.bytes <= self.room_behind(source)

    # -- reads ----------------------------------------------------------------------------------------------------------
    def offset(self, node: Read) -> IndexExpr:
        """The simplified offset of a read, in elements from its source's start."""
        found = self._offsets.get(node)
        if found is None:
            # The one element of a source is where it begins, whatever an index in an arm that is not chosen comes to.
            is_single = prod(node.source.shape) == 1
            found = ZERO if is_single else offset(node.source.shape, node.index, self._simplifier)
            self._offsets[node] = found
        return found

    def _advance(self, pointer: Value, offset: IndexExpr, type: ElementType) -> Value:
        """The address `offset` elements (of `type`, uniform) after `pointer`. Addresses that differ by a constant are steps from
        one that is emitted once a scope."""
        constant_part, terms = split_affine(offset)
        if terms:
            varying = linear_combination(terms.items()) if constant_part else offset
            key = "address", pointer, varying, storage_type(type)
            found = self.bound.get(key)
            if found is None:
                index = self.index(varying)
                index = self.f.mul(index, 2) if type.is_complex else index
                found = self.bound[key] = self.f.address(pointer, index, storage_type(type))
            pointer = found
        return self._at(pointer, constant_part, type)

    def _at(self, pointer: Value, count: int, type: ElementType) -> Value:
        """The address so many elements after `pointer`."""
        return self.f.address(pointer, count * (2 if type.is_complex else 1), storage_type(type))

    def read(self, node: Read) -> Any:
        """The register value of a read: uniform, or with a lane for each value of the vector variable."""
        if prod(node.source.shape) == 0:
            return splat_constant(node.type.dtype.type(0), node.type, 1)
        pointer, rest = self._base(node)
        if self.vector is None or self.vector not in index_variables(rest):
            return self._read_uniform(node, pointer, rest)
        place = self.lane_address(node)
        if place is not None and self._is_strided(node, place[1]):
            return self._strided(node, *place)
        if place is None or place[1] not in (1, -1):
            return self._gather(node, pointer, rest)
        address, step = place
        if step == -1:
            back = (1 - self.lane_count) * (2 if node.type.is_complex else 1)
            address = self.f.address(address, back, storage_type(node.type))
        if step == 1 and self._has_room(node.source, node.type):
            return from_memory(self.f, self.f.load(vector(storage_type(node.type), self.lane_count), address), node.type)
        return from_memory(self.f, self._load_lanes(node.type, address, step), node.type, self.is_unpacked)

    def _base(self, node: Read) -> tuple[Value, IndexExpr]:
        """An address that has been emitted for a read, and the offset that is still to be added."""
        return self.bound.get(("base", node)) or (self.pointer_of(node.source), self.offset(node))

    def lane_address(self, node: Read) -> tuple[Value, int] | None:
        """The address of the first lane of a read (or of a store's target, stated as a read) and the number of elements
        from lane to lane; None if the lanes lie irregularly."""
        pointer, rest = self._base(node)
        vector = self.vector
        if vector is None or vector not in index_variables(rest):
            return self._advance(pointer, rest, node.type), 0
        step = coefficient(rest, vector)
        start_of, terms = split_affine(rest)
        if step is None or any(vector in index_variables(t) for t in terms if t is not vector):
            return None
        base = linear_combination([(t, c) for t, c in terms.items() if t is not vector])
        start = self.bound[vector]
        key = "lanes", pointer, base, start, step, storage_type(node.type)
        first = self.bound.get(key)
        if first is None:
            scale = step * (2 if node.type.is_complex else 1)
            first = self.f.address(self._advance(pointer, base, node.type),
                                   start if scale == 1 else self.f.binary("mul", start, scale), storage_type(node.type))
            self.bind(key, first)
        return self._at(first, start_of, node.type), step

    def _load_lanes(self, type: ElementType, address: Value, step: int) -> Any:
        """Loads consecutive elements (backwards for a step of -1) as stored; complex numbers as two vectors."""
        n = self.lane_count
        order = list(range(n)) if step == 1 else list(reversed(range(n)))
        if type.is_complex:
            mask = None if self.mask is None else self.f.shuffle(self._ordered_mask(step), None, [k // 2 for k in range(2 * n)])
            both = self._load(vector(storage_type(type), 2 * n), address, mask)
            return self.f.shuffle(both, None, [2 * k for k in order]), self.f.shuffle(both, None, [2 * k + 1 for k in order])
        loaded = self._load(vector(storage_type(type), n), address, None if self.mask is None else self._ordered_mask(step))
        return loaded if step == 1 else self.f.shuffle(loaded, None, order)

    def _ordered_mask(self, step: int) -> Value:
        assert self.mask is not None
        mask = self.spread(self.mask)
        return mask if step == 1 else self.f.shuffle(mask, None, list(reversed(range(self.lane_count))))

    def _load(self, type: str, address: Value, mask: Value | None) -> Value:
        if mask is None:
            return self.f.load(type, address)
        return load_masked(self.f, type, address, mask, zero(type))

    def _read_uniform(self, node: Read, pointer: Value, rest: IndexExpr) -> Any:
        last = prod(node.source.shape) - 1
        if self.mask is not None and not Interval(0, last).encloses(interval_of(self.offset(node))):
            # The arm may not be chosen in any lane: keep the address inside the buffer.
            inside = self.f.intrinsic("smax", self.index(self.offset(node)), Value("i64", "0"))
            index = self.f.intrinsic("smin", inside, Value("i64", str(last)))
            index = self.f.mul(index, 2) if node.type.is_complex else index
            address = self.f.address(self.pointer_of(node.source), index, storage_type(node.type))
        else:
            address = self._advance(pointer, rest, node.type)
        stored = storage_type(node.type)
        if node.type.is_complex:
            return self.f.load(stored, address), self.f.load(stored, self.f.address(address, 1, stored))
        return from_memory(self.f, self.f.load(stored, address), node.type)

    def _is_strided(self, node: Read, step: int) -> bool:
        """Whether the lanes of a read, `step` elements apart, are to be picked out of registers: none of them may be excluded
        from being touched, unless it lies behind the rest of a loop, which is more than one."""
        distance = step * (2 if node.type.is_complex else 1)
        if abs(distance) < 2 or self._counted_lanes == 1 or not is_near(self.f.machine, storage_type(node.type), distance):
            return False
        return self.mask is None or self._is_rest() or self._is_within(node)

    @contextmanager
    def sharing_registers(self, roots: Sequence[Scalar]) -> Iterator[None]:
        """While some scalars are emitted: their reads that are always done share registers where their lanes lie between each
        other's."""
        if self.vector is not None:
            always = [(r, self.offset(r)) for r in unconditional_reads(roots) if r.source not in self.volatile]
            strided = [(r, offset) for r, offset in always if (coefficient(offset, self.vector) or 0) > 1]
            self._neighbours = neighbours(strided, self.vector) if strided else {}
        yield
        self._neighbours = {}

    def _strided(self, node: Read, address: Value, step: int) -> Any:
        """Loads lanes `step` elements apart, for all reads between whose elements they lie at once."""
        leader, distance, span = self._neighbours.get(node, (node, 0, 0))
        parts = 2 if node.type.is_complex else 1
        count = self._counted_lanes
        key = "windows", leader, count
        windows = self.bound.get(key)
        if windows is None:
            stored = storage_type(node.type)
            if leader is not node:
                place = self.lane_address(leader)
                assert place is not None
                address = place[0]
            if step < 0:
                address = self.f.address(address, step * (count - 1) * parts, stored)
            windows = strided_lanes(self.f, address, stored, count, abs(step) * parts, (span + 1) * parts - 1)
            self.bind(key, windows)
        loaded = [windows.lanes(distance * parts + part) for part in range(parts)]
        loaded = reversed_lanes(self.f, loaded) if step < 0 else loaded
        loaded = [widened_lanes(self.f, a, self.lane_count) for a in loaded]
        return tuple(loaded) if node.type.is_complex else from_memory(self.f, loaded[0], node.type)

    def _gather(self, node: Read, pointer: Value, rest: IndexExpr) -> Any:
        """Loads lanes from anywhere. In lanes that the mask excludes something else may be loaded, from the same source."""
        found = self._table(node)
        if found is not None:
            table, place = found
            return from_memory(self.f, table.lanes(self.spread(self.index(place))), node.type)
        stored, n = storage_type(node.type), self.lane_count
        count = self._counted_lanes
        if self.mask is None or self._is_within(node):
            addresses = self._lane_addresses(node.type, pointer, rest, count)
        else:
            addresses = self._addresses_within(node)[:count]
        parts = [loaded_lanes(self.f, stored, [self.f.address(address, part, stored) for address in addresses], n)
                 for part in range(2 if node.type.is_complex else 1)]
        return tuple(parts) if node.type.is_complex else from_memory(self.f, parts[0], node.type)

    def _is_within(self, node: Read) -> bool:
        """Whether a read lies within its source whatever the condition is under which it is done."""
        return Interval(0, prod(node.source.shape) - 1).encloses(interval_of(self.offset(node)))

    def _lane_addresses(self, type: ElementType, pointer: Value, rest: IndexExpr, count: int) -> list[Value]:
        """The addresses of the first lanes of a read, `rest` elements after `pointer`: what is the same in all lanes is added
        once."""
        assert self.vector is not None
        stored, scale = storage_type(type), 2 if type.is_complex else 1
        constant_part, terms = split_affine(rest)
        moving = {t: c for t, c in terms.items() if self.vector in index_variables(t)}
        uniform = linear_combination([(t, c) for t, c in terms.items() if t not in moving], constant_part)
        base = self._advance(pointer, uniform, type)
        (term, factor), *others = moving.items()
        kept = None if others else self.precomputed_indices.get(term)
        if kept is not None:
            start = self.f.address(kept, self.bound[self.vector], "i32")
            loaded = [self.f.load("i32", self.f.address(start, lane, "i32")) for lane in range(count)]
            offsets = [self.f.mul(self.f.cast("zext", place, "i64"), factor * scale) for place in loaded]
        else:
            places = self.f.mul(self.spread(self.index(linear_combination(moving.items()))), scale)
            offsets = [self.f.extract(places, lane) for lane in range(count)]
        return [self.f.address(base, offset, stored) for offset in offsets]

    def _addresses_within(self, node: Read) -> list[Value]:
        """The addresses of all lanes of a read, moved into its source where it would lie outside."""
        last = Value("i64", str(prod(node.source.shape) - 1))
        offsets = self.f.intrinsic("smax", self.spread(self.index(self.offset(node))), zero(vector("i64", self.lane_count)))
        offsets = self.f.intrinsic("smin", offsets, self.spread(last))
        offsets = self.f.mul(offsets, 2) if node.type.is_complex else offsets
        base, stored = self.pointer_of(node.source), storage_type(node.type)
        return [self.f.address(base, self.f.extract(offsets, lane), stored) for lane in range(self.lane_count)]

    # -- tables ----------------------------------------------------------------------------------------------------------
    def hoist_table(self, node: Read, changing: frozenset[Variable]) -> None:
        """Loads the registers that hold all that a read may be, where they do not change with the variables `changing`."""
        if self.bound.get(("table", node)) is None:
            self._load_table(node, changing)

    def _table(self, node: Read) -> tuple[Table, IndexExpr] | None:
        """Registers that hold all that the lanes of a read may be, and their places in it; None where lanes are loaded."""
        picking = self.f.machine.picking
        assert self.vector is not None
        found = self.bound.get(("table", node))
        if found is not None or self.lane_count < picking.least_lanes:
            return found
        return self._load_table(node, frozenset({self.vector}), self.lane_count // picking.least_lanes)

    def _load_table(self, node: Read, changing: frozenset[Variable],
                    most: int | None = None) -> tuple[Table, IndexExpr] | None:
        if node.type.is_complex or node.source in self.volatile or not self._is_within(node):
            return None
        constant_part, terms = split_affine(self.offset(node))
        if self.vector is not None:  # a table is that of all lanes
            changing |= {self.vector}
        place, *others = [t for t in terms if not changing.isdisjoint(index_variables(t))] or [None]
        if others or not isinstance(place, RuntimeValue) or terms[place] != 1:
            return None
        low, high = place.bounds
        registers = registers_of_table(self.f.module.target, storage_type(node.type), high - low + 1)
        if not registers or (most is not None and registers > most):
            return None
        uniform = linear_combination([(t, c) for t, c in terms.items() if t is not place], constant_part + low)
        address = self._advance(self.pointer_of(node.source), uniform, node.type)
        found = Table(self.f, storage_type(node.type), address, high - low + 1), linear_combination([(place, 1)], -low)
        self.bind(("table", node), found)
        return found

    # -- stores ---------------------------------------------------------------------------------------------------------
    def store(self, a: Any, type: ElementType, address: Value, streaming: tuple[int, Value | None] | None = None) -> None:
        """Stores a register (uniform: one element; vector: consecutive elements) of `type` at `address`, the lanes of the mask if
        there is one; past the caches where that is a multiple of so many bytes, if a condition holds."""
        if type.is_complex and lanes(a[0].type) == 1:
            re, im = a
            self.f.store(re, address)
            self.f.store(im, self.f.address(address, 1, re.type))
            return
        stored = self._interleaved(*a) if type.is_complex else to_memory(self.f, a, type, self.is_unpacked)
        if self.stores_in_parts and self._rest is not None and self._is_rest():
            self._store_in_parts(stored, address, self._rest[1])
        elif self.mask is not None:
            store_masked(self.f, stored, address, self.mask)
        elif streaming is None:
            self.f.store(stored, address)
        elif streaming[1] is None:
            self.f.store(stored, address, streaming[0], nontemporal=True)
        else:
            self.f.if_else(streaming[1], lambda: self.f.store(stored, address, streaming[0], nontemporal=True),
                           lambda: self.f.store(stored, address))

    def _store_in_parts(self, stored: Value, address: Value, count: int) -> None:
        """Stores the first lanes, as many at once as are a power of two."""
        start = 0
        while start < count:
            size = 1 << (count - start).bit_length() - 1
            part = self.f.shuffle(stored, None, range(start, start + size)) if size > 1 else self.f.extract(stored, start)
            self.f.store(part, self.f.address(address, start, element_of(stored.type)))
            start += size

    def _interleaved(self, re: Value, im: Value) -> Value:
        """Lanes of complex numbers as they are stored."""
        n = lanes(re.type)
        return self.f.shuffle(re, im, [k // 2 + (k % 2) * n for k in range(2 * n)])
