"""The function of a kernel: its tasks, the addresses of what it reads and stores, stores of lanes, and the
next row on its way to the caches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from hloom.codegen.cpu.loop_shape import base_of
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.builder import Variable as Mutable
from hloom.codegen.llvm.memory_accesses import has_masked_access, to_memory
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.scalars import Emitter
from hloom.codegen.llvm.types import storage_type
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import ROOM_BEHIND, PointBuffer, Store, extents, in_worker_memory
from hloom.codegen.target import Target
from hloom.expr.access import coefficient
from hloom.expr.index import RuntimeValue, Symbol, Variable, linear_combination, split_affine
from hloom.expr.scalar import Read, Scalar, index_variables, unconditional_reads, walk
from hloom.support.diagnostics import InternalError
from hloom.support.records import dataclass

if TYPE_CHECKING:
    from hloom.codegen.plan.program import PlannedKernel

# -- fetching ------------------------------------------------------------------------------------------------------------------
# The next row, on its way to the caches while this one is computed.
#
# A processor looks ahead within a page of memory. Where each row begins another page, a kernel that goes over a row several
# times waits for memory at the start of each; so its loops ask for the lines of a row after it: of what they read, and of what
# they are going to store. Nothing happens where no memory is. On two threads that share a core, softmax of 4096x1024 f32 takes
# 0.6 of the time, layer normalization 0.75; of 16384x256, whose rows are a kilobyte, layer normalization takes 0.8 of the time,
# but only if what is asked for is some rows away; softmax of 65536x64, 16 rows of which are a batch, 0.85.
#
# What comes from memory is asked for into the second cache, some rows ahead: the first one has few places in which to wait for
# lines, and no room for long rows. Of short rows the one that comes next is asked for into the first cache from there. On one
# thread of a Zen 4 softmax of 4096x1024 f32 takes 0.78 of the time that it takes where all is asked for into the first cache,
# of 256x32768 0.67, layer normalization of 4096x1024 0.66, of 16384x256 0.77; on two threads, which memory bounds, 256x32768
# 0.8.

_LINE = 64


class Request(NamedTuple):
    """What is asked for: so many bytes further, into all caches (3), or into all but the first (2)."""

    distance: int
    level: int


class Prefetcher:
    """Asks for the next row in the loops of a kernel's stages, for each tensor in those of one stage.

    `prefix` are the kernel's own loops, the last of which runs through the rows (none: there are no rows); `kept` is memory that
    is used again for each of them; a `batch` of rows goes through a stage before the next one begins.
    """

    def __init__(self, machine: Machine, prefix: Sequence[Symbol] = (), kept: Iterable[object] = (), batch: int = 1) -> None:
        self._machine, self._prefix, self._batch = machine, prefix, batch
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
        fetching = self._machine.fetching
        if self._stages < 2 or not self._prefix or base_of(read.source) in self._done:
            return []
        step, size = coefficient(read.index[0], self._prefix[-1]), read.type.bytes
        if step is None or not fetching.least_distance <= abs(step) * size * self._batch <= fetching.most_distance:
            return []
        if prod(extents(self._prefix)) * (last.bounds.upper + 1) * size <= fetching.in_cache_bytes:
            return []
        if coefficient(read.index[0], last) != 1:
            return []
        row = step * size
        rows_ahead, near = fetching.ahead_bytes // abs(row), row * following
        if is_written:  # there is no asking for lines to be written but into the first cache
            return [Request(row * max(following, rows_ahead), 3)]
        if abs(near) > fetching.near_bytes:
            return [Request(near, 2)]
        return [Request(row * max(following + 1, rows_ahead), 2), Request(near, 3)]


def fetch_gathered(emitter: Emitter, row: Symbol, last: Symbol, stores: Sequence[Store]) -> None:
    """Asks for what lies some rows further of what the loop `last` reads at places that data decide, within a row of the loop
    `row` around it: of rows whose lines are all read, which no processor sees from their order."""
    fetching = emitter.f.machine.fetching
    for read in dict.fromkeys(unconditional_reads([s.scalar for s in stores])):
        size = read.type.bytes
        constant, terms = split_affine(read.index[0])
        gathered = [v for v in terms if isinstance(v, RuntimeValue) and last in index_variables(v)]
        step = terms.get(row, 0) * size
        if len(gathered) != 1 or step == 0 or prod(read.source.shape) * size <= fetching.in_cache_bytes:
            continue
        (place,) = gathered
        factor = terms.pop(place)
        low, high = (factor * bound for bound in place.bounds)
        lines = ((high - low + 1) * size + _LINE - 1) // _LINE
        if not 0 < lines <= fetching.gathered_lines or last.bounds.upper < lines or any(
                last in index_variables(v) for v in terms):
            continue
        ahead = step * max(1, fetching.ahead_bytes // abs(step))
        index = emitter.index(linear_combination(terms.items(), constant + low))
        address = emitter.f.address(emitter.pointer_of(read.source), emitter.f.mul(index, size), "i8")
        for line in range(lines):
            emitter.f.prefetch(emitter.f.address(address, ahead + line * _LINE, "i8"))


def prefetch_lanes(emitter: Emitter, read: Read, address: Value, distance: Value | int, level: int, is_written: bool) -> None:
    """Asks for the lines that lie so many bytes behind the lanes of a read at an address."""
    for start in range(0, emitter.lane_count * read.type.bytes, _LINE):
        at = distance + start if isinstance(distance, int) else emitter.f.add(distance, start)
        emitter.f.prefetch(emitter.f.address(address, at, "i8"), is_written=is_written, level=level)


# -- the function --------------------------------------------------------------------------------------------------------------

#: Parameters of every kernel: addresses of its buffers, its share of the tasks, the number of the worker that runs it.
PARAMETERS = (("ptr", "arguments"), ("i64", "begin"), ("i64", "end"), ("i64", "worker"))


class Chosen(NamedTuple):
    """Which row of `schedules.SCHEDULES` took a kernel, and what it does; which ones before it did not, with the reasons; what
    each row of `shaping.SHAPING` said before, nothing where it rewrote the kernel, and a listing of what it then was. A family
    that has kernels of several kinds says the same of these (`contraction.matmul`)."""

    name: str
    meaning: str
    passed: tuple[tuple[str, str], ...]
    told: Mapping[str, str]
    listing: Callable[[], str]

    @property
    def rewritten(self) -> list[str]:
        """The rows that rewrote the kernel."""
        return [name for name, reason in self.told.items() if not reason]


@dataclass(frozen=True)
class EmittedKernel:
    """A kernel's function: its name, how many tasks it has, about how many instructions a task costs, and, where each call
    begins with the same work, in how many pieces a worker's share of the tasks is handed out (0: as fits their cost).

    Where it is a template (`code_templates`): the name of that, and the numbers whose place it is given before all other
    addresses; those that are names are addresses of functions.
    """

    name: str
    tasks: int
    cost: float
    pieces: int = 0
    #: Tasks of a piece, at least, where a call begins and ends with work that is not shared.
    least_piece: int = 1
    function: str = ""
    numbers: tuple[int | str, ...] = ()
    #: Whether it is part of a meeting of processes (`grid_code`), which runs it.
    meets: bool = False
    #: Of a kernel of loops.
    chosen: Chosen | None = None
    #: How many tasks there are for fewer examples, where those of the first examples come first (`plan.examples`): `times`,
    #: `multiple` and `divisor` of `dispatch.program.Scaled`.
    share: tuple[int, int, int] | None = None

    @property
    def symbol(self) -> str:
        """The function that launches call."""
        return self.function or self.name


#: The functions of each kernel, part by part.
Kernels = Mapping["PlannedKernel", Sequence[EmittedKernel]]


def takes_masks(target: Target, stores: Sequence[Store], last: Symbol) -> bool:
    """Whether lanes of the loop `last` may be left out under a mask: elements that lie side by side, of types that have one."""
    return target.has_masks and all(coefficient(s.index[0], last) == 1 and has_masked_access(s.scalar.type) and
                                    all(has_masked_access(node.type) for node in walk(s.scalar)) for s in stores)


def as_stored(store: Store) -> Read:
    """The element that a store leaves, or the place where it does."""
    return Read(store.target, store.index, store.scalar.type)


def share_of(outermost: Symbol | None, tasks: int, examples: int) -> tuple[int, int, int] | None:
    """The share of fewer examples in the tasks of a kernel that goes over `examples` in all, in their order if the loop that is
    `outermost` does so."""
    if not examples or outermost is None or (outermost.bounds.upper + 1) % examples or tasks % examples:
        return None
    return tasks // examples, 1, 1


class KernelFunction:
    """A function under construction that computes stores over points; what the emitters of its parts share.

    `arguments` are the values whose addresses it gets, in order; `scratch` is memory of its own, on the stack or at a last
    address, where each worker has a part. That of the points of a `batch` lies side by side.
    """

    def __init__(self, module: LLVMModule, name: str, arguments: Sequence[Any], scratch: Sequence[PointBuffer], target: Target,
                 is_cold: bool = False, batch: int = 1) -> None:
        self.name, self.target = name, target
        self.f: Function = module.function(name, PARAMETERS, is_cold=is_cold)
        self.pointers: dict[Any, Value] = {}
        slots = self.f.parameters[0]
        for k, value in enumerate(arguments):
            self.pointers[value] = self.f.value("ptr", f"load ptr, {self.f.address(slots, k, 'ptr')}")
        places, size = in_worker_memory(target.machine, scratch)
        if places:
            given = self.f.value("ptr", f"load ptr, {self.f.address(slots, len(arguments), 'ptr')}")
            own = self.f.address(given, self.f.mul(self.f.parameters[3], size), "i8")
        for buffer in scratch:
            self.pointers[buffer] = (self.f.address(own, places[buffer], "i8") if buffer in places
                                     else self.f.slot("i8", batch * buffer.distance))
        self._scratch = tuple(scratch)
        self.emitter = Emitter(self.f, self.pointer, self.room_behind)
        #: While vectors are stored past the caches: of how many bytes their addresses are multiples, and the condition, if there
        #: is one, on which they are.
        self.streaming: tuple[int, Value | None] | None = None
        #: Where kernels of several stages get the next row from.
        self.ahead = Prefetcher(self.f.machine)
        #: The loop whose turns follow each other in the order of the tasks; None where no loop's do.
        self.outermost: Symbol | None = None

    def pointer(self, source: Any) -> Value:
        """The address of what is read or stored to."""
        return self.pointers[base_of(source)]

    def room_behind(self, source: Any) -> int:
        """Bytes behind what is read or stored to that may be touched, too."""
        return ROOM_BEHIND if base_of(source) in self._scratch else 0

    @contextmanager
    def points(self, variables: Sequence[Symbol]) -> Iterator[dict[Any, Value]]:
        """A loop over this call's tasks, which are the points of `variables` with the last running fastest; yields their
        values."""
        begin, end = self.f.parameters[1:3]
        self.outermost = variables[0] if variables else None
        counters = self._counters(variables, begin)
        with self.f.loop(begin, end) as task, self._counted(variables, task, counters) as point, self.emitter.scope(point):
            yield point

    @contextmanager
    def batches(self, variables: Sequence[Symbol], size: int) -> Iterator[Callable[[], AbstractContextManager[dict[Any, Value]]]]:
        """A loop over this call's tasks, so many at a time. Yields what makes a loop over the points of a batch, in the memory
        that each has to itself."""
        f, (begin, end) = self.f, self.f.parameters[1:3]
        self.outermost = variables[0] if variables else None
        counters = self._counters(variables, begin)
        kept = {v: f.slot("i64", size) for v in counters}
        with f.loop(begin, end, size) as first:
            count = f.intrinsic("smin", f.sub(end, first), Value("i64", str(size)))
            if counters:
                with f.loop(0, count) as k, self._counted(variables, first, counters) as point:
                    for v, slot in kept.items():
                        f.store(point[v], f.address(slot, k, "i64"))

            @contextmanager
            def each() -> Iterator[dict[Any, Value]]:
                with f.loop(0, count) as k:
                    point = ({v: f.load("i64", f.address(slot, k, "i64")) for v, slot in kept.items()} if kept
                             else dict.fromkeys(variables, f.add(first, k)))
                    with self.in_slot(k), self.emitter.scope(point):
                        yield point

            yield each

    @contextmanager
    def in_slot(self, slot: Value) -> Iterator[None]:
        """In the memory that one of the points under way together has to itself."""
        with self.at_addresses(self.slot_addresses(slot, self._scratch)):
            yield

    def slot_addresses(self, slot: Value, wanted: Collection[Any]) -> dict[Any, Value]:
        """Where the scratch memory of one of the points under way together lies, as far as it is `wanted`."""
        buffers = [b for b in self._scratch if b in wanted]
        distances = {size: self.f.mul(slot, size) for size in dict.fromkeys(b.distance for b in buffers)}
        return {b: self.f.address(self.pointers[b], distances[b.distance], "i8") for b in buffers}

    @contextmanager
    def at_addresses(self, addresses: Mapping[Any, Value]) -> Iterator[None]:
        """In the block what is named lies elsewhere."""
        whole = self.pointers
        self.pointers = {**whole, **addresses}
        yield
        self.pointers = whole

    def _counters(self, variables: Sequence[Symbol], begin: Value) -> dict[Any, Mutable]:
        """Counters of several outer variables, at the task that this call begins with; none where the task is the only one's
        value."""
        started = self.point(variables, begin) if len(variables) > 1 else {}
        return {v: self.f.variable(value) for v, value in started.items()}

    @contextmanager
    def _counted(self, variables: Sequence[Symbol], task: Value, counters: Mapping[Any, Mutable]) -> Iterator[dict[Any, Value]]:
        """The point of a task, behind which the counters go on. They count like an odometer: divisions tell where it starts, none
        are in the loop."""
        f = self.f
        point = {v: f.get(counter) for v, counter in counters.items()} if counters else dict.fromkeys(variables, task)
        yield point
        carry: Value | int = 1
        for v in reversed(variables if counters else ()):
            following = f.add(point[v], carry)
            is_over = f.compare("eq", following, v.bounds.upper + 1)
            f.set(counters[v], f.select(is_over, Value("i64", "0"), following) if v is not variables[0] else following)
            carry = f.cast("zext", is_over, "i64")

    def point(self, variables: Sequence[Symbol], number: Value) -> dict[Any, Value]:
        """The values of outer variables at a flat number, the last variable running fastest."""
        found: dict[Any, Value] = {}
        for k, variable in reversed(list(enumerate(variables))):
            extent = variable.bounds.upper + 1
            if k == 0:
                found[variable] = number
            elif extent == 1:
                found[variable] = Value("i64", "0")
            else:
                found[variable] = self.f.binary("urem", number, extent)
                number = self.f.binary("udiv", number, extent)
        return found

    def hoist_targets(self, stores: Sequence[Store], last: Symbol) -> None:
        for store in stores:
            self.emitter.hoist([as_stored(store)], {last})

    def first_address(self, access: Read) -> Value:
        """The address of an access in the first lane."""
        place = self.emitter.lane_address(access)
        assert place is not None
        return place[0]

    def store_all(self, stores: Sequence[Store]) -> list[Any]:
        """Computes all lanes of all stores, then stores them, and returns them."""
        with self.emitter.sharing_registers([s.scalar for s in stores]):
            values = [self.emitter.vector_value(s.scalar) for s in stores]
        for store, value in zip(stores, values):
            self.store(store, value)
        return values

    def store(self, store: Store, value: Any) -> None:
        """Stores lanes at consecutive places, or one by one where the target is strided."""
        type = store.scalar.type
        target = as_stored(store)
        place = self.emitter.lane_address(target)
        if place is None:
            raise InternalError(f"the target {target} of a vector store is not affine")
        address, step = place
        count = self.emitter.lane_count
        if self.emitter.fills(store.target, type):  # loads would have to wait for a store under a mask
            self.f.store(to_memory(self.f, value, type), address)
            return
        if count == 1 or step == 1:
            self.emitter.store(value, type, address, self.streaming)
            return
        assert self.emitter.mask is None
        scale = 2 if type.is_complex else 1
        for lane in range(count):
            one = tuple(self.f.extract(part, lane) for part in value) if type.is_complex else self.f.extract(value, lane)
            self.emitter.store(one, type, self.f.address(address, step * lane * scale, storage_type(type)))
