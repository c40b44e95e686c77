"""Loops over vectors: the last loop of a nest, in ranges, steps and rests, and stores past the caches.

What kernels of all shapes are made of (`loops`, `rows`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from hloom.codegen.cpu.interleaving import interleaved
from hloom.codegen.cpu.kernel_function import KernelFunction, Prefetcher, as_stored, takes_masks
from hloom.codegen.cpu.lane_permutations import Permutation, permutations
from hloom.codegen.cpu.movements import LINE_BYTES, UNALIGNED_BYTES, is_choice, streamed_lanes
from hloom.codegen.cpu.nontemporal_stores import bytes_to_line, prefetch_end
from hloom.codegen.cpu.shaping import ShapedKernel
from hloom.codegen.cpu.vectorisation import can_unpack, segments
from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.memory_accesses import to_memory
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.types import storage_type
from hloom.codegen.plan.kernels import Store, work
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import Symbol
from hloom.expr.scalar import reads


class VectorLoops(KernelFunction):
    """The function of a kernel of loops, and its loops over vectors.

    `streaming_outputs` are not read soon, and may be stored past the caches.
    """

    def __init__(self, module: LLVMModule, name: str, shape: ShapedKernel, arguments: Sequence[Any], target: Target,
                 is_cold: bool = False, streaming_outputs: Collection[Any] = (), batch: int = 1) -> None:
        self.kernel, self.flattener, self.stages = shape.kernel, shape.flattener, shape.stages
        self.streaming_outputs = streaming_outputs
        #: Whether the store of the loop that is being emitted goes past the caches; whether all of its ranges do, or none.
        self.streams = self.streams_whole = False
        #: Whether some loop has stored past the caches.
        self.has_streamed = False
        #: Whether elements may be computed and stored again: no result lies where what it is made of does.
        self.may_repeat = False
        #: Whether the stores of the loop that is being emitted fill places beside each other by turns.
        self.is_interleaving = False
        super().__init__(module, name, arguments, self.kernel.scratch, target, is_cold, batch)
        self.ahead = Prefetcher(self.f.machine, self.kernel.prefix, self.kernel.scratch, batch)

    def end_streaming(self) -> None:
        """Stores past the caches are not in order with others: they end before the kernel does."""
        if self.has_streamed:
            self.f.emit("fence seq_cst")

    def vector_loop(self, last: Symbol, stores: Sequence[Store], width: int) -> None:
        """The whole last loop: each range in which the conditions are constant, in vectors and a narrower rest."""
        permuted = None if self.streams or self.is_interleaving else permutations(self.target.machine, stores, last, width)
        if permuted is not None:
            self._permuted_row(last, stores, width, permuted)
            return
        for low, high, mine in segments(stores, last):
            if self.streams and not self.streams_whole:
                self._streaming_loop(last, mine, *(Value("i64", str(bound)) for bound in (low, high)))
                continue
            count = min(width, high - low)
            whole = low + (high - low) // count * count
            if self._repeats(high - low, count, stores):
                self._repeating_loop(last, mine, count, Value("i64", str(low)), Value("i64", str(high)), high)
                continue
            with self.emitter.scope():
                is_one = whole - low == count
                self.emitter.hoist([s.scalar for s in mine], {last}, self._rest_width(count, last, mine) if is_one else count)
                self.hoist_targets(mine, last)
                with self._nontemporal(last, mine, Value("i64", str(low)), count):
                    if is_one:
                        self._rest(last, Value("i64", str(low)), mine, count)
                    else:
                        with self.f.loop(low, whole, count) as k:
                            self._body(last, k, mine, count)
                rest = high - whole
                if rest:
                    self._rest(last, Value("i64", str(whole)), mine, rest)

    def _permuted_row(self, last: Symbol, stores: Sequence[Store], width: int, permuted: Sequence[Permutation]) -> None:
        """The whole last loop as one vector, whose lanes come from others of what is loaded."""
        with self.emitter.scope():
            self.emitter.hoist([s.scalar for s in stores], {last}, width)
            self.hoist_targets(stores, last)
            with self.emitter.vectorised(last, Value("i64", "0"), width):
                for made in permuted:
                    self.emitter.bind(made.choice, self.f.shuffle(self.emitter.value(made.read), None, made.lanes))
                self.store_all(stores)

    def _blocked_loop(self, last: Symbol, stores: Sequence[Store], width: int, low: Value, high: Value) -> None:
        """A block [low, high) of the last loop, which begins with a whole vector of it."""
        f, extent, ranges = self.f, last.bounds.upper + 1, segments(stores, last)
        if len(ranges) > 1:
            for first, end, mine in ranges:
                begin = f.intrinsic("smax", low, Value("i64", str(first))) if first else low
                until = f.intrinsic("smin", high, Value("i64", str(end))) if end < extent else high
                with f.when(f.compare("slt", begin, until)):
                    self._part_of_range(last, mine, min(width, end - first), begin, until)
            return
        if self.streams and not self.streams_whole:
            self._streaming_loop(last, stores, low, high)
            return
        rest = extent % width
        if self._repeats(extent, width, stores):
            self._repeating_loop(last, stores, width, low, high, extent)
            return
        with self.emitter.scope():
            self.emitter.hoist([s.scalar for s in stores], {last}, width)
            self.hoist_targets(stores, last)
            whole = f.binary("sub", high, width - 1)
            with self._nontemporal(last, stores, low, width), f.loop(low, whole, width) as k:
                self._body(last, k, stores, width)
            if rest:
                with f.when(f.compare("eq", high, extent)):
                    self._rest(last, Value("i64", str(extent - rest)), stores, rest)

    def _repeats(self, extent: int, width: int, stores: Sequence[Store]) -> bool:
        """Whether the last elements, which fill no vector, are computed with some before them once more: so a long body is
        emitted once, which takes half as long to compile. Not where that would be many more registers of a short row."""
        loops = self.target.machine.loops
        rest = extent % width
        if not self.may_repeat or self.streams or rest == 0 or extent < width:
            return False
        return (2 * rest > width or extent >= loops.long_row * width) and work(stores) >= loops.long_body

    def _repeating_loop(self, last: Symbol, stores: Sequence[Store], width: int, low: Value, high: Value, end: int) -> None:
        """A range [low, high) of the last loop by vectors, of which the last ends with the whole range, at `end`."""
        with self.emitter.scope():
            self.emitter.hoist([s.scalar for s in stores], {last}, width)
            self.hoist_targets(stores, last)
            with self.f.loop(low, high, width) as k:
                self._body(last, self.f.intrinsic("smin", k, Value("i64", str(end - width))), stores, width)

    def _part_of_range(self, last: Symbol, stores: Sequence[Store], width: int, low: Value, high: Value) -> None:
        """What lies in a block of a range of the last loop, [low, high), wherever that begins and ends."""
        if self.streams and not self.streams_whole:
            self._streaming_loop(last, stores, low, high)
            return
        # Of lanes that lie apart those that a mask excludes would be touched.
        has_masks = not self.is_interleaving and takes_masks(self.target, stores, last) and all(
            coefficient(read.index[0], last) in (0, 1) for store in stores for read in reads(store.scalar))
        width = 1 << (width - 1).bit_length() if has_masks else 1 << width.bit_length() - 1
        with self.emitter.scope():
            self.emitter.hoist([s.scalar for s in stores], {last}, width)
            self.hoist_targets(stores, last)
            with self._nontemporal(last, stores, low, width):
                rest = self._narrowing_loops(last, stores, low, high, [width])
            if has_masks and width > 1:
                with self.f.when(self.f.compare("slt", rest, high)), self.emitter.lanes_below(self.f.sub(high, rest), width):
                    self._body(last, rest, stores, width)
            elif width > 1:
                self._narrowing_loops(last, stores, rest, high, [1])

    @contextmanager
    def _nontemporal(self, last: Symbol, stores: Sequence[Store], low: Value, count: int) -> Iterator[None]:
        """Stores of so many lanes in the block go past the caches, if that is what they do, the lanes are whole lines, and the
        range that begins with `low` begins with one."""
        if self.streams_whole and count * stores[0].scalar.type.bytes % LINE_BYTES == 0:
            self.streaming = LINE_BYTES, self.begins_line(last, stores[0], low)
        yield
        self.streaming = None

    def begins_line(self, last: Symbol, store: Store, low: Value) -> Value:
        """Whether a store that fills places beside each other begins with a line of the cache: nobody says where results lie."""
        place = self.f.value("i64", f"ptrtoint {self._place(last, store, low)} to i64")
        return self.f.compare("eq", self.f.binary("and", place, LINE_BYTES - 1), 0)

    def _place(self, last: Symbol, store: Store, low: Value) -> Value:
        """Where a store that fills places beside each other begins."""
        with self.emitter.vectorised(last, low, LINE_BYTES):
            return self.first_address(as_stored(store))

    def _streaming_loop(self, last: Symbol, stores: Sequence[Store], low: Value, high: Value) -> None:
        """The range [low, high) of the last loop, which may begin anywhere in a line: stored in whole lines of the cache but for
        what lies before and after these."""
        f, (store,) = self.f, stores
        size = store.scalar.type.bytes
        width = streamed_lanes(store, self.target)
        with self.emitter.scope():
            self.emitter.hoist([store.scalar], {last}, width)
            self.hoist_targets(stores, last)
            begin = self._place(last, store, low)
            prefetch_end(f, begin, f.mul(f.sub(high, low), size))
            before = bytes_to_line(f, begin)
            first = f.intrinsic("smin", f.add(low, f.binary("udiv", before, size)), high)
            # An address that is no multiple of an element's size never comes to a line.
            first = f.select(f.compare("eq", f.binary("urem", before, size), 0), first, high)
            self._narrowing_loops(last, stores, low, first, [UNALIGNED_BYTES // size, 1])
            self.streaming = LINE_BYTES, None
            rest = self._narrowing_loops(last, stores, first, high, [width, LINE_BYTES // size])
            self.streaming = None
            self._narrowing_loops(last, stores, rest, high, [UNALIGNED_BYTES // size, 1])

    def _narrowing_loops(self, last: Symbol, stores: Sequence[Store], low: Value, high: Value, widths: Sequence[int]) -> Value:
        """The range [low, high) by vectors of so many lanes, the widest first, as far as these go: where they end."""
        f = self.f
        for width in widths:
            end = f.add(low, f.binary("and", f.sub(high, low), -width))
            with f.loop(low, end, width) as k:
                self._body(last, k, stores, width)
            low = end
        return low

    def _rest(self, last: Symbol, start: Value, stores: Sequence[Store], count: int) -> None:
        """What is left over, or all there is."""
        width = self._rest_width(count, last, stores)
        if width == count:
            self._body(last, start, stores, count)
            return
        with self.emitter.first_lanes(count, width):
            self._body(last, start, stores, width)

    def _rest_width(self, count: int, last: Symbol, stores: Sequence[Store]) -> int:
        """Lanes for so many elements: more of them, under a mask, where that is no power of two, if it can be. Short rows that
        only move are two stores instead: those under a mask wait for each other while lines come from beyond the L2 cache."""
        loops = self.target.machine.loops
        if count & (count - 1) == 0 or self.is_interleaving or not takes_masks(self.target, stores, last):
            return count
        is_row = count == last.bounds.upper + 1
        if is_row and count.bit_count() <= loops.few_stores and all(is_choice(store.scalar) for store in stores):
            return count
        return 1 << count.bit_length()

    def _body(self, last: Symbol, start: Value, stores: Sequence[Store], count: int) -> None:
        with self.emitter.vectorised(last, start, count):
            if self.is_interleaving and count > 1:
                self._store_by_turns(stores)
            else:
                is_unpacked = self.emitter.mask is None and can_unpack(
                    [s.scalar for s in stores], [as_stored(s) for s in stores], last, count, self.target)
                with self.emitter.unpacking(is_unpacked):
                    self.store_all(stores)
            if count > 1 and self.emitter.mask is None:
                targets = [] if self.streams else [as_stored(s) for s in stores]
                self.ahead.fetch(self.emitter, last, [s.scalar for s in stores], targets)

    def _store_by_turns(self, stores: Sequence[Store]) -> None:
        """Stores the lanes of several stores to each target, which go to places beside each other by turns."""
        with self.emitter.sharing_registers([s.scalar for s in stores]):
            values = [self.emitter.vector_value(s.scalar) for s in stores]
        for _, turns in groupby(zip(stores, values), key=lambda turn: turn[0].target):
            (first, *_), mine = zip(*turns)
            type = first.scalar.type
            parts = [part for value in mine for part in (value if type.is_complex else (to_memory(self.f, value, type),))]
            place = self.emitter.lane_address(as_stored(first))
            assert place is not None
            for k, vector in enumerate(interleaved(self.f, parts)):
                self.f.store(vector, self.f.address(place[0], k * self.emitter.lane_count, storage_type(type)))

    def _loops(self, variables: Sequence[Symbol], inside: Sequence[Symbol], stores: Sequence[Store],
               body: Callable[[], None]) -> None:
        """A loop over each variable around `body`, which loops over the variables `inside`."""
        if not variables:
            body()
            return
        first, *rest = variables
        self.emitter.hoist([s.scalar for s in stores], {*variables, *inside})
        with self.f.loop(0, first.bounds.upper + 1) as k, self.emitter.scope({first: k}):
            self._loops(rest, inside, stores, body)
