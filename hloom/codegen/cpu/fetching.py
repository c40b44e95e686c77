"""The next row, on its way to the caches while this one is computed.

A processor looks ahead within a page of memory. Where each row begins another page, a kernel that goes over a row several times
waits for memory at the start of each; so its loops ask for the lines of a row after it: of what they read, and of what they are
going to store. Nothing happens where no memory is. On two threads that share a core, softmax of 4096x1024 f32 takes 0.6 of the
time, layer normalization 0.75; of 16384x256, whose rows are a kilobyte, layer normalization takes 0.8 of the time, but only if
what is asked for is some rows away; softmax of 65536x64, 16 rows of which are a batch, 0.85.

What comes from memory is asked for into the second cache, some rows ahead: the first one has few places in which to wait for
lines, and no room for long rows. Of short rows the one that comes next is asked for into the first cache from there. On one
thread of a Zen 4 softmax of 4096x1024 f32 takes 0.78 of the time that it takes where all is asked for into the first cache,
of 256x32768 0.67, layer normalization of 4096x1024 0.66, of 16384x256 0.77; on two threads, which memory bounds, 256x32768 0.8.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import NamedTuple

from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.scalars import Emitter
from hloom.codegen.llvm.types import bytes_of
from hloom.codegen.plan.kernels import Store, extents
from hloom.codegen.plan.loop_shape import base_of
from hloom.expr.access import coefficient
from hloom.expr.index import RuntimeValue, Symbol, Variable, linear_combination, split_affine
from hloom.expr.scalar import Read, Scalar, index_variables, unconditional_reads

#: Bytes from a row to the next one, of those that go through a stage together: with fewer the processor looks ahead well enough,
#: with more the caches do not keep two.
_LEAST_DISTANCE, _MOST_DISTANCE = 1 << 10, 256 << 10
#: Bytes from a row to the one that is asked for from memory meanwhile, if rows are that short: memory takes longer than a short
#: row. Bytes up to which the row that comes next stays in the first cache until then, as it does in all pipelines: their rows
#: share code whatever their length.
_AHEAD = _NEAR = 16 << 10
#: Bytes of a tensor that is in the caches anyway.
_IN_CACHE = 2 << 20
_LINE = 64
#: Lines of a row that are asked for in its first turn.
_GATHERED_LINES = 64


class Request(NamedTuple):
    """What is asked for: so many bytes further, into all caches (3), or into all but the first (2)."""

    distance: int
    level: int


class RowFetcher:
    """Asks for the next row in the loops of a kernel's stages, for each tensor in those of one stage.

    `prefix` are the kernel's own loops, the last of which runs through the rows (none: there are no rows); `kept` is memory that
    is used again for each of them; a `batch` of rows goes through a stage before the next one begins.
    """

    def __init__(self, prefix: Sequence[Symbol] = (), kept: Iterable[object] = (), batch: int = 1) -> None:
        self._prefix, self._batch = prefix, batch
        self._done: set[object] = set(kept)
        self._begun: set[object] = set()
        self._stages = 0

    def begin(self) -> None:
        """Another stage begins. The first one is not slowed down: it is the one that waits."""
        self._stages += 1
        self._done |= self._begun
        self._begun.clear()

    def fetch(self, emitter: Emitter, last: Variable, values: Sequence[Scalar], targets: Sequence[Read] = ()) -> None:
        """Asks for what lies some rows further than the lanes of `values` and those that are stored, which run along `last`: once
        for each tensor, and only for what is read in any case."""
        for read, requests in self.wanted(last, values, targets):
            place = emitter.lane_address(read)
            if place is not None:
                for request in requests:
                    prefetch_lanes(emitter, read, place[0], request.distance, request.level, is_written=read in targets)

    def wanted(self, last: Variable, values: Sequence[Scalar], targets: Sequence[Read] = (),
               following: int | None = None) -> list[tuple[Read, list[Request]]]:
        """What `fetch` asks for: what is read or stored, and how many bytes further the places are that are asked for.
        `following` is how many rows further the one is that the first stage comes to next; None: those of a batch."""
        places = {base_of(read.source): read for read in reversed((*unconditional_reads(values), *targets))}
        found = [(source, read, self._requests(read, last, following or self._batch, read in targets))
                 for source, read in places.items()]
        self._begun |= {source for source, _, requests in found if requests}
        return [(read, requests) for _, read, requests in found if requests]

    def _requests(self, read: Read, last: Variable, following: int, is_written: bool) -> list[Request]:
        """What is asked for while a row is read or stored; nothing where that is not worth it."""
        if self._stages < 2 or not self._prefix or base_of(read.source) in self._done:
            return []
        step, size = coefficient(read.index[0], self._prefix[-1]), bytes_of(read.type)
        if step is None or not _LEAST_DISTANCE <= abs(step) * size * self._batch <= _MOST_DISTANCE:
            return []
        if prod(extents(self._prefix)) * (last.bounds.upper + 1) * size <= _IN_CACHE:
            return []
        if coefficient(read.index[0], last) != 1:
            return []
        row = step * size
        rows_ahead, near = _AHEAD // abs(row), row * following
        if is_written:  # there is no asking for lines to be written but into the first cache
            return [Request(row * max(following, rows_ahead), 3)]
        if abs(near) > _NEAR:
            return [Request(near, 2)]
        return [Request(row * max(following + 1, rows_ahead), 2), Request(near, 3)]


def fetch_gathered(emitter: Emitter, row: Symbol, last: Symbol, stores: Sequence[Store]) -> None:
    """Asks for what lies some rows further of what the loop `last` reads at places that data decide, within a row of the loop
    `row` around it: of rows whose lines are all read, which no processor sees from their order."""
    for read in dict.fromkeys(unconditional_reads([s.scalar for s in stores])):
        size = bytes_of(read.type)
        constant, terms = split_affine(read.index[0])
        gathered = [v for v in terms if isinstance(v, RuntimeValue) and last in index_variables(v)]
        step = terms.get(row, 0) * size
        if len(gathered) != 1 or step == 0 or prod(read.source.shape) * size <= _IN_CACHE:
            continue
        (place,) = gathered
        factor = terms.pop(place)
        low, high = (factor * bound for bound in place.bounds)
        lines = ((high - low + 1) * size + _LINE - 1) // _LINE
        if not 0 < lines <= _GATHERED_LINES or last.bounds.upper < lines or any(last in index_variables(v) for v in terms):
            continue
        ahead = step * max(1, _AHEAD // abs(step))
        index = emitter.index(linear_combination(terms.items(), constant + low))
        address = emitter.f.address(emitter.pointer_of(read.source), emitter.f.mul(index, size), "i8")
        for line in range(lines):
            emitter.f.prefetch(emitter.f.address(address, ahead + line * _LINE, "i8"))


def prefetch_lanes(emitter: Emitter, read: Read, address: Value, distance: Value | int, level: int, is_written: bool) -> None:
    """Asks for the lines that lie so many bytes behind the lanes of a read at an address."""
    for start in range(0, emitter.lane_count * bytes_of(read.type), _LINE):
        at = distance + start if isinstance(distance, int) else emitter.f.add(distance, start)
        emitter.f.prefetch(emitter.f.address(address, at, "i8"), is_written=is_written, level=level)
