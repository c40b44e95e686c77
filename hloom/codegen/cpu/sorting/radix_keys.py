"""Radix keys: the words, signed integers, that shared routines sort, in registers and in loops over memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from hloom.codegen.llvm.builder import Function, Value, constant, constant_vector
from hloom.codegen.llvm.hooks import hooks, hooks_of
from hloom.codegen.llvm.memory_accesses import load_masked, store_masked
from hloom.codegen.llvm.types import element_of, vector
from hloom.codegen.target import Target
from hloom.support.records import dataclass


@dataclass(frozen=True)
class RadixKeys:
    """Signed integers of 32 or 64 bits, `lanes` of them in a register: one where the target has no registers that sort."""

    bits: int
    lanes: int

    @classmethod
    def of(cls, bits: int, target: Target | None) -> RadixKeys:
        return cls(bits, 8 * target.vector_bytes // bits if target is not None and has_registers(target) else 1)

    @property
    def element(self) -> str:
        return f"i{self.bits}"

    @property
    def type(self) -> str:
        """The type of a register."""
        return vector(self.element, self.lanes)

    @property
    def bytes(self) -> int:
        """Bytes of a register."""
        return self.bits * self.lanes // 8

    @property
    def largest(self) -> int:
        return (1 << (self.bits - 1)) - 1

    def address(self, f: Function, base: Value, index: Value | int) -> Value:
        return f.address(base, index, self.element)

    def load(self, f: Function, base: Value, index: Value | int, register: bool = True) -> Value:
        return f.load(self.type if register else self.element, self.address(f, base, index))

    def store(self, f: Function, a: Value, base: Value, index: Value | int) -> None:
        f.store(a, self.address(f, base, index))

    # -- lanes by numbers -------------------------------------------------------------------------------------------------
    @property
    def _is_wide(self) -> bool:
        """Whether registers have 64 bytes: then there are instructions for all this; those of 32 move 32 bits at a time."""
        return self.bytes == 64

    @property
    def has_minimum(self) -> bool:
        """Whether one instruction gives the smaller words of two registers: others compare and select those of 64 bits."""
        return self._is_wide or self.bits == 32

    def order(self, lanes: Sequence[int]) -> Value:
        """The constant with which `permuted` gives these lanes."""
        if self._is_wide:
            return constant_vector(self.element, lanes)
        return constant_vector("i32", _parts_of(lanes, self.bits // 32))

    def permuted(self, f: Function, a: Value, order: Value) -> Value:
        """The lanes of `a` in an order that `order` made: one instruction, whatever it is."""
        found = hooks(f).permuted(f, a, order)
        assert found is not None, "words have registers where these are permuted"
        return found

    def choice(self, lanes: Sequence[bool]) -> Value:
        """The constant of which `chosen` makes the mask of these lanes."""
        if self._is_wide:
            return constant(f"i{self.lanes}", sum(1 << lane for lane, holds in enumerate(lanes) if holds))
        return constant_vector(self.element, [-int(holds) for holds in lanes])

    def chosen(self, f: Function, choice: Value) -> Value:
        return f.bitcast(choice, vector("i1", self.lanes)) if self._is_wide else f.compare("slt", choice, 0)

    def compressed(self, f: Function, a: Value, mask: Value) -> Value:
        """The lanes where the mask is set, in their order, and then any."""
        if self._is_wide:
            return f.intrinsic("experimental.vector.compress", a, mask, Value(a.type, "poison"), overload=(a.type,))
        table = f.module.define_global(f"words{self.bits}_orders", _orders(self.lanes, self.bits // 32))
        number = f.cast("zext", f.bitcast(mask, f"i{self.lanes}"), "i64")
        order = f.bitcast(f.load("i64", f.address(table, number, "i64")), "<8 x i8>")
        return self.permuted(f, a, f.cast("zext", order, "i32"))

    def count(self, f: Function, mask: Value) -> Value:
        """How many lanes of a mask are set, i64."""
        return f.cast("zext", f.intrinsic("ctpop", f.bitcast(mask, f"i{self.lanes}")), "i64")


def _parts_of(lanes: Sequence[int], parts: int) -> list[int]:
    """The numbers of the 32 bits that these lanes consist of."""
    return [lane * parts + part for lane in lanes for part in range(parts)]


@lru_cache(maxsize=2)  # it takes as long to make as all that a shared routine emits besides
def _orders(lanes: int, parts: int) -> str:
    """A table for all masks of so many lanes: those that are set, then the others; a byte for each 32 bits, one number a mask."""
    orders = []
    for mask in range(1 << lanes):
        order = sorted(range(lanes), key=lambda lane: not mask >> lane & 1)
        orders.append(int.from_bytes(_parts_of(order, parts), "little"))
    return f"private unnamed_addr constant [{len(orders)} x i64] [{', '.join(f'i64 {order}' for order in orders)}], align 64"


def has_registers(target: Target) -> bool:
    """Whether registers sort: those whose lanes are permuted by numbers."""
    return hooks_of(target).permutes


def first_lanes(f: Function, count: Value, lanes: int) -> Value:
    """The mask of the first `count` lanes, i64, which are less than 2^31."""
    return f.compare("ult", constant_vector("i32", range(lanes)), f.splat(f.cast("trunc", count, "i32"), lanes))


class Lanes:
    """Consecutive places in a loop: where the first one is, how many, and which of them count (None: all)."""

    def __init__(self, f: Function, first: Value, count: int, mask: Value | None) -> None:
        self.f, self.first, self.count, self.mask = f, first, count, mask

    def load(self, element: str, base: Value) -> Value:
        """The elements at these places; anything in lanes that do not count."""
        type, address = vector(element, self.count), self.f.address(base, self.first, element)
        if self.mask is None:
            return self.f.load(type, address)
        return load_masked(self.f, type, address, self.mask, constant(type, 0))

    def store(self, a: Value, base: Value) -> None:
        address = self.f.address(base, self.first, element_of(a.type))
        if self.mask is None:
            self.f.store(a, address)
        else:
            store_masked(self.f, a, address, self.mask)

    def only(self, a: Value) -> Value:
        """A truth value a lane, false in those that do not count."""
        return a if self.mask is None else self.f.binary("and", a, self.mask)

    def places(self) -> Value:
        """The number of each place, i64."""
        if self.count == 1:
            return self.first
        return self.f.add(self.f.splat(self.first, self.count), constant_vector("i64", range(self.count)))


def each_lanes(f: Function, low: Value, high: Value, count: int, body: Callable[[Lanes], None]) -> None:
    """Emits `body` for the places [low, high): `count` at a time, the last ones under a mask."""
    if count == 1:
        with f.loop(low, high) as k:
            body(Lanes(f, k, 1, None))
        return
    whole = f.add(low, f.binary("and", f.sub(high, low), -count))
    with f.loop(low, whole, count) as k:
        body(Lanes(f, k, count, None))
    rest = f.sub(high, whole)
    with f.when(f.compare("sgt", rest, 0)):
        body(Lanes(f, whole, count, first_lanes(f, rest, count)))


@contextmanager
def while_loop(f: Function, condition: Callable[[], Value]) -> Iterator[None]:
    """`while (condition) body`."""
    head, body, done = f.label("head"), f.label("body"), f.label("done")
    f.branch(head)
    f.block(head)
    f.branch_if(condition(), body, done)
    f.block(body)
    yield
    f.branch(head)
    f.block(done)
