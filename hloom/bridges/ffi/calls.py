"""What handlers ask about the call that they are in: its states, the data of whoever called, memory, threads; and types, whose
objects states are."""

from __future__ import annotations

import ctypes
import itertools
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hloom.bridges.ffi.errors import Refusal
from hloom.bridges.ffi.structures import Code, DeleterType, Stage
from hloom.ops.common.process import process_of_call
from hloom.ops.common.process_groups import number_of
from hloom.support import options
from hloom.support.forking import in_child
from hloom.support.logs import Log

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

_LOG: Final = Log("ffi")
#: Where the numbers of types begin that are handed out here: another runtime in the process has handed out small ones.
_FIRST_TYPE: Final = 1 << 40
_MOST_BYTES: Final = 1 << 46


class ObjectType(NamedTuple):
    """A type of objects that handlers make: what deletes one, 0 for nothing."""

    name: str
    deleter: int


class Types:
    """The types that have been registered, by number."""

    def __init__(self) -> None:
        self._by_number: dict[int, ObjectType] = {}
        self._by_name: dict[str, int] = {}
        self._next = itertools.count(_FIRST_TYPE)
        self._lock = threading.Lock()

    def register(self, name: str, number: int, deleter: int) -> int:
        """The number of a type; 0 asks for one. Refusal where the name has another number, or the number another name."""
        with self._lock:
            known = self._by_name.get(name)
            if known is not None and number not in (0, known):
                raise Refusal(Code.INVALID_ARGUMENT, f"the type {name} has the number {known}, not {number}")
            number = known or number or next(self._next)
            other = self._by_number.get(number)
            if other is not None and other.name != name:
                raise Refusal(Code.ALREADY_EXISTS, f"the number {number} is that of the type {other.name}, not of {name}")
            self._by_name[name] = number
            self._by_number[number] = ObjectType(name, deleter or (other.deleter if other is not None else 0))
            return number

    def delete(self, number: int, address: int) -> None:
        """Deletes an object of a type."""
        known = self._by_number.get(number)
        if known is None:
            _LOG.info("an object of the type %d stays, since nothing that deletes it was registered", number)
        elif known.deleter and address:
            DeleterType(known.deleter)(address)


TYPES: Final = Types()


class States:
    """What handlers keep, by stage: one object each, of a type. Gone when this is, or at `delete`."""

    def __init__(self) -> None:
        self._objects: dict[int, tuple[int, int, int | None]] = {}

    def set(self, stage: int, number: int, address: int, deleter: int | None = None) -> None:
        """Keeps an object; `deleter` is what deletes it where its type does not say it, 0 for nothing."""
        if stage in self._objects:
            raise Refusal(Code.FAILED_PRECONDITION, f"there is a state of the stage {_stage(stage)} already")
        self._objects[stage] = number, address, deleter

    def get(self, stage: int, number: int) -> int:
        if stage not in self._objects:
            raise Refusal(Code.NOT_FOUND, f"there is no state of the stage {_stage(stage)}")
        known, address, _ = self._objects[stage]
        if known != number:
            raise Refusal(Code.INVALID_ARGUMENT, f"the state of the stage {_stage(stage)} is of the type {known}, not {number}")
        return address

    def delete(self) -> None:
        objects, self._objects = self._objects, {}
        for number, address, deleter in objects.values():
            if deleter is None:
                TYPES.delete(number, address)
            elif deleter:
                DeleterType(deleter)(address)

    def __del__(self) -> None:
        if TYPES is not None:  # while Python shuts down, modules may be gone already
            self.delete()


def _stage(number: int) -> str:
    return Stage(number).name.lower() if number in Stage._value2member_map_ else str(number)


#: What the caller of a program hands to its handlers: addresses by the numbers of their types.
_given: ContextVar[Mapping[int, int]] = ContextVar("given", default={})  # noqa: B039
_devices: ContextVar[Sequence[int]] = ContextVar("devices", default=(0,))
_runs = itertools.count(1)


@contextmanager
def calling(data: Mapping[int, int] | None = None, devices: Sequence[int] = (0,)) -> Iterator[None]:
    """Programs that run within hand `data` (addresses by types) to their handlers, and run on the devices of these numbers: each
    process of a grid on one, any other program on the first."""
    tokens = _given.set(data or {}), _devices.set(devices)
    try:
        yield
    finally:
        _given.reset(tokens[0])
        _devices.reset(tokens[1])


def _device() -> int:
    """The number of the device of the process that calls a handler."""
    devices = _devices.get()
    try:
        process = process_of_call()
    except AttributeError:  # nobody does: a state is made
        return devices[0]
    is_grid = process.num_replicas * process.num_partitions == len(devices)
    return devices[number_of(process) if is_grid else 0]


class Call:
    """One call of a handler of version 0.`minor` of the interface: what its `ctx` stands for."""

    def __init__(self, instance: States, minor: int) -> None:
        self._instance, self._own, self.minor = instance, States(), minor
        self.given, self.device, self.run = _given.get(), _device(), next(_runs)
        self._memory: dict[int, Any] = {}
        self.address = next(_addresses)

    def __enter__(self) -> Call:
        _calls[self.address] = self
        return self

    def __exit__(self, *error: object) -> None:
        del _calls[self.address]
        self._own.delete()
        self._memory.clear()

    def states(self, stage: int) -> States:
        """Those of instances outlive calls."""
        return self._instance if stage == Stage.INSTANTIATE else self._own

    def allocate(self, size: int, alignment: int) -> int:
        """Memory until the end of the call."""
        if size > _MOST_BYTES or alignment > 1 << 20:
            raise Refusal(Code.RESOURCE_EXHAUSTED, f"{size} bytes at multiples of {alignment} are more than there is")
        alignment = max(alignment, 64)
        try:
            block = (ctypes.c_char * (size + alignment))()
        except MemoryError:
            raise Refusal(Code.RESOURCE_EXHAUSTED, f"there is no memory for {size} bytes") from None
        start = -ctypes.addressof(block) % alignment + ctypes.addressof(block)
        self._memory[start] = block
        return start

    def free(self, address: int | None) -> None:
        if address and self._memory.pop(address, None) is None:
            raise Refusal(Code.INVALID_ARGUMENT, "this memory was not allocated for this call")


_calls: dict[int, Call] = {}
#: What stands for a call: no address of anything, and never null.
_addresses = itertools.count(1 << 12, 16)


def call_of(address: int | None) -> Call:
    """The call that a handler's `ctx` stands for."""
    found = _calls.get(address or 0)
    if found is None:
        raise Refusal(Code.INVALID_ARGUMENT, "this is the context of no call")
    return found


# -- what goes on beside the calling thread ------------------------------------------------------------------------------------


@cache
def _pool() -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # which Python refuses when it ends, while threads may still call programs

    return ThreadPoolExecutor(options.THREADS.value, "hloom-ffi")


in_child(_pool.cache_clear)


def threads() -> int:
    """On how many threads tasks run."""
    return options.THREADS.value


def schedule(task: int, data: int | None) -> None:
    """Runs a task, a function of C, on another thread; on this one where there is to be no other, or the process ends."""
    run = DeleterType(task)
    if threads() > 1:
        with suppress(RuntimeError):  # no thread begins any more
            _pool().submit(run, data)
            return
    run(data)


class Future:
    """What a handler that goes on after it has returned says by that it is done."""

    def __init__(self) -> None:
        self._done, self._error = threading.Event(), None

    def set(self, error: tuple[Code, str] | None) -> None:
        self._error = error  # type: ignore[assignment]
        self._done.set()

    def wait(self) -> tuple[Code, str] | None:
        """The error that it ended with, once it has ended."""
        self._done.wait()
        return self._error


_futures: dict[int, Future] = {}


def make_future() -> int:
    address = next(_addresses)
    _futures[address] = Future()
    return address


def future_of(address: int | None) -> Future:
    found = _futures.get(address or 0)
    if found is None:
        raise Refusal(Code.INVALID_ARGUMENT, "this is no future")
    return found


def await_future(address: int) -> tuple[Code, str] | None:
    """The error of a future, which is gone then."""
    found = future_of(address).wait()
    del _futures[address]
    return found
