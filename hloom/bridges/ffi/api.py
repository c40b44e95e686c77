"""The functions that handlers call: a table in memory, whose address every call frame has."""

from __future__ import annotations

import atexit
import ctypes
import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from hloom.bridges.ffi import calls, errors
from hloom.bridges.ffi import structures as s
from hloom.bridges.ffi.errors import Refusal
from hloom.bridges.ffi.structures import Code
from hloom.support.diagnostics import InputError
from hloom.support.forking import in_child

#: Functions that newer versions have behind those known here: they are answered, too.
_UNKNOWN: Final = 32
#: Who registers handlers by `XLA_FFI_Handler_Register`: set by `handlers`, which stands above.
registered: list[Callable[[str, str, dict[str, int]], None]] = []


def _create_error(args: Any) -> int:
    return errors.make(Code.of(args.code), args.message or b"")


def _error_message(args: Any) -> None:
    args.message = errors.message_of(args.error)


def _destroy_error(args: Any) -> None:
    errors.take(args.error)


def _register_handler(args: Any) -> None:
    bundle = {name: address for name, _ in s.Bundle._fields_ if (address := getattr(args.bundle, name))}
    for register in registered:
        register(s.text_of(args.name), s.text_of(args.platform), bundle)


def _get_stream(args: Any) -> None:
    raise Refusal(Code.UNIMPLEMENTED, "programs run on a processor, which has no stream")


def _register_type(args: Any) -> None:
    info = args.type_info if s.covers(args, "type_info") else None
    number = ctypes.c_int64.from_address(args.type_id)
    number.value = calls.TYPES.register(s.text_of(args.name), number.value, _deleter(info))


def _deleter(info: int | None) -> int:
    """What deletes objects of a type, of what is told of it."""
    return (s.TypeInfo.from_address(info).deleter or 0) if info else 0


def _get_data(args: Any) -> None:
    given, number = calls.call_of(args.ctx).given, _number(args.type_id)
    if number not in given:
        raise Refusal(Code.NOT_FOUND, f"the caller has given no data of the type {number}")
    args.data = given[number]


def _number(type_id: int | None) -> int:
    return ctypes.c_int64.from_address(type_id).value if type_id else 0


def _set_state(args: Any) -> None:
    call = calls.call_of(args.ctx)
    state, stage = _state(args, call.minor)
    deleter = (state.deleter or 0) if state is not args and s.covers(state, "deleter") else None
    call.states(stage).set(stage, _number(state.type_id), state.state or 0, deleter)


def _get_state(args: Any) -> None:
    call = calls.call_of(args.ctx)
    state, stage = _state(args, call.minor)
    state.state = call.states(stage).get(stage, _number(state.type_id))


def _state(args: Any, minor: int) -> tuple[Any, int]:
    """The structure as its version has it, and the stage: the oldest is as long as the newest."""
    if minor > 1 and s.covers(args, "state"):
        return args, args.stage
    return s.OldState.from_address(ctypes.addressof(args)), s.Stage.INSTANTIATE


def _allocate(args: Any) -> None:
    args.data = calls.call_of(args.ctx).allocate(args.size, args.alignment)


def _free(args: Any) -> None:
    calls.call_of(args.ctx).free(args.data)


def _schedule(args: Any) -> None:
    calls.call_of(args.ctx)
    calls.schedule(args.task, args.data)


def _count_threads(args: Any) -> None:
    ctypes.c_int64.from_address(args.count).value = calls.threads()


def _create_future(args: Any) -> None:
    args.future = calls.make_future()


def _end_future(args: Any) -> None:
    calls.future_of(args.future).set(None)


def _fail_future(args: Any) -> None:
    calls.future_of(args.future).set(errors.take(args.error))


def _run_id(args: Any) -> None:
    args.run_id = calls.call_of(args.ctx).run


def _device_ordinal(args: Any) -> None:
    args.ordinal = calls.call_of(args.ctx).device


def _unknown(args: Any) -> None:
    raise Refusal(Code.UNIMPLEMENTED, f"this function is newer than the version of the interface that hloom has, "
                                      f"{s.MAJOR}.{s.MINOR}")


#: The functions in the order of the table, each with the structure of its arguments.
FUNCTIONS: Final[tuple[tuple[Callable[[Any], Any], type[Any]], ...]] = (
    (_create_error, s.ErrorCreate), (_error_message, s.ErrorMessage), (_destroy_error, s.ErrorDestroy),
    (_register_handler, s.HandlerRegister), (_get_stream, s.StreamGet), (_register_type, s.TypeRegister),
    (_get_data, s.ContextGet), (_set_state, s.State), (_get_state, s.State), (_allocate, s.MemoryAllocate),
    (_free, s.MemoryFree), (_schedule, s.ThreadSchedule), (_count_threads, s.ThreadCount), (_create_future, s.FutureCreate),
    (_end_future, s.FutureAvailable), (_fail_future, s.FutureError), (_run_id, s.RunId), (_device_ordinal, s.DeviceOrdinal))


def _native(function: Callable[[Any], Any], structure: type[Any]) -> Any:
    """A function of the table as C calls it: it returns an error, or null."""

    def answer(address: int) -> int:
        _under_way.append(None)
        try:
            return function(structure.from_address(address)) or 0
        except Refusal as refusal:
            return errors.make(refusal.code, refusal.message.encode())
        except Exception as error:  # C knows no exceptions
            return errors.make(Code.INTERNAL, f"{type(error).__name__}: {error}".encode())
        finally:
            _under_way.pop()

    return s.HandlerType(answer)


#: One for each call of a function of the table that has not come back, from whichever thread.
_under_way: Final[list[None]] = []
in_child(_under_way.clear)
#: Seconds that the end of the interpreter waits for them, and between two looks.
_PATIENCE, _SHORT = 1.0, 0.001


def _await_calls() -> None:
    """The interpreter ends: threads of handlers go back to C first, for who waits for a future may be through before the one that
    has set it. Python would end such a thread in the midst of functions of C++, and that the process."""
    deadline, is_over = time.monotonic() + _PATIENCE, False
    while not is_over and time.monotonic() < deadline:
        is_over = not _under_way
        time.sleep(_SHORT)  # the last step of one that has left the list is done meanwhile


@cache
def table() -> tuple[int, Any]:
    """The address of the table, which begins with its size and version, and what keeps it."""
    atexit.register(_await_calls)
    functions = [*(_native(*each) for each in FUNCTIONS), *[_native(_unknown, s.StreamGet)] * _UNKNOWN]
    fields = [("version", s.Version), ("internal", ctypes.c_void_p),
              ("functions", ctypes.c_void_p * len(FUNCTIONS)), ("unknown", ctypes.c_void_p * _UNKNOWN)]
    made = s._structure("Api", *fields)()
    made.struct_size = s.size_of(type(made), "functions")
    made.version.struct_size = s.size_of(s.Version, "minor")
    made.version.major, made.version.minor = s.MAJOR, s.MINOR
    for k, function in enumerate(functions):
        place = (made.functions, k) if k < len(FUNCTIONS) else (made.unknown, k - len(FUNCTIONS))
        place[0][place[1]] = ctypes.cast(function, ctypes.c_void_p).value
    return ctypes.addressof(made), (made, functions)


def register_type(name: str, type_id: int, type_info: int | None = None) -> int:
    """Registers a type of objects that handlers keep: `type_id` is the address of its number, which is set where it is 0;
    `type_info` that of what deletes one. Returns the number. Raises InputError where name and number are those of others."""
    if not type_id:
        raise InputError(f"the type {name} needs the address of its number")
    number = ctypes.c_int64.from_address(type_id)
    number.value = number_of_type(name, number.value, type_info)
    return number.value


def number_of_type(name: str, number: int = 0, type_info: int | None = None) -> int:
    """The number of a type, `number` where that is not 0. Raises InputError where name and number are those of others."""
    try:
        return calls.TYPES.register(name, number, _deleter(type_info))
    except Refusal as refusal:
        raise InputError(refusal.message) from None
