"""Words: the signed integers that the library sorts, in registers and in loops over memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.masks import load_masked, store_masked
from hloom.codegen.llvm.values import Value, constant, constant_vector, element_of, vector
from hloom.codegen.target import Target

#: Bits of a register of AVX-512.
_REGISTER = 512


@dataclass(frozen=True)
class Words:
    """Signed integers of 32 or 64 bits, `lanes` of them in a register: one where the target has no AVX-512."""

    bits: int
    lanes: int

    @classmethod
    def of(cls, bits: int, target: Target | None) -> Words:
        return cls(bits, _REGISTER // bits if target is not None and has_registers(target) else 1)

    @property
    def element(self) -> str:
        return f"i{self.bits}"

    @property
    def type(self) -> str:
        """The type of a register."""
        return vector(self.element, self.lanes)

    @property
    def largest(self) -> int:
        return (1 << (self.bits - 1)) - 1

    def address(self, f: Function, base: Value, index: Value | int) -> Value:
        return f.address(base, index, self.element)

    def load(self, f: Function, base: Value, index: Value | int, register: bool = True) -> Value:
        return f.load(self.type if register else self.element, self.address(f, base, index))

    def store(self, f: Function, a: Value, base: Value, index: Value | int) -> None:
        f.store(a, self.address(f, base, index))


def has_registers(target: Target) -> bool:
    """Whether vector code pays: whole registers of AVX-512, lanes of all widths picked by masks."""
    return target.vector_bytes == _REGISTER // 8


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
