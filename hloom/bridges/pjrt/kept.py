"""Programs that an earlier process has compiled, known by what the caller hands over, and asked without being read.

    found = find(code, form, options, read)     # None: nothing is kept, or nothing of use
    keep(found, code, form, options)

An entry of the cache says what the caller wants to know of a program, and under which key `hloom.compile` has left its machine
code (`runtime.saved`). So a process that finds one needs neither what reads programs nor operations, let alone the compiler; a
program is read when somebody wants to see it. Of the versions of hloom's sources, of the processor and the number of threads the
entry's own key is made. What programs with custom calls do depends on what is registered: they are not kept so.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hloom.bridges.pjrt import elements
from hloom.bridges.pjrt.devices import MEMORY_KINDS, client
from hloom.bridges.pjrt.native import PLUGIN
from hloom.bridges.pjrt.running import Single
from hloom.bridges.pjrt.signatures import Array, Assignment, Interface
from hloom.driver.cpu import target
from hloom.runtime import memory
from hloom.runtime.cache import Cache, cache_key, is_key, version_of
from hloom.runtime.described import checked, name_of, size
from hloom.runtime.pool import Pool
from hloom.support import options
from hloom.support.collector import importing
from hloom.support.diagnostics import InternalError
from hloom.support.logs import Log
from hloom.support.protocol_buffers import fields
from hloom.support.switches import CURRENT

if TYPE_CHECKING:
    from hloom.ops.builtin.module import Module
    from hloom.runtime.executable import Executable

_LOG = Log("jax")
#: The field of a CompileOptionsProto that has the ExecutableBuildOptionsProto, and the fields of that which hold flags of XLA's
#: own, `debug_options` and `comp_envs`.
_BUILD_OPTIONS, _FLAGS = 3, frozenset((3, 13))


class Found(NamedTuple):
    """A program that is compiled: what it is called, its devices (also serialized), and what runs it."""

    name: str
    assignment: Assignment
    serialized_assignment: bytes
    run: Any
    callbacks: Sequence[Callable[..., Any]] = ()


def find(code: bytes, form: str, options: bytes, read: Callable[[], Module]) -> Found | None:
    """A program that was kept, which `read` reads if somebody wants to see it; None where none is, or where it would be compiled
    otherwise by now."""
    if not _may_be_kept():
        return None
    cache, key = Cache.get_default(), _key(code, form, options)
    data = cache.get(key)
    if data is None:
        return None
    try:
        stated = json.loads(data)
        target = checked(stated["code"], str)
        entry = cache.get(target) if is_key(target) else None
        if entry is None:  # it has gone: programs are removed one by one
            return None
        return _found(stated, entry, read)
    except Exception as error:  # any bytes may be here: whatever they make fail, they are of no use
        _LOG.info("what the cache has of a program is of no use: %s: %s", type(error).__name__, error)
        cache.discard(key)
        return None


def keep(found: Found, code: bytes, form: str, options: bytes) -> None:
    """Has the cache say what a program is, once there is time for it, if it has its machine code."""
    target = found.run.executable.cache_key
    if target is None or not _may_be_kept():
        return
    interface: Interface = found.run.interface
    stated = {
        "code": target, "name": found.name, "devices": found.assignment.devices,
        "assignment": found.serialized_assignment.hex(), "free": found.assignment.free_results,
        "arguments": _described(interface.arguments), "results": _described(interface.results), "offered": interface.offered,
        "kinds": (interface.argument_kinds, interface.result_kinds)}
    cache = Cache.get_default()
    cache.defer_put(_key(code, form, options), lambda: json.dumps(stated, separators=(",", ":")).encode())
    cache.start_deferred(Pool.get().workers)


def _may_be_kept() -> bool:
    """Whether programs are compiled as always: nothing is guarded, dumped, switched off or replaced."""
    if options.GUARD.value or options.DUMP.value is not None or CURRENT.get() is not None:
        return False
    calls = sys.modules.get("hloom.reference.custom_calls")  # nothing is replaced where nobody has it
    return calls is None or not calls.replaced_calls()


def _key(code: bytes, form: str, options: bytes) -> str:
    return cache_key("jax", version_of(PLUGIN), repr(target()), str(Pool.get().workers), form, meaning(options), code)


def meaning(options: bytes) -> bytes:
    """What is the same of compile options (a CompileOptionsProto) that mean the same here. Beside that they have flags of XLA's
    own, which lie there in another order in each process."""
    try:
        return repr([(number, [one for one in fields(content) if one[0] not in _FLAGS] if number == _BUILD_OPTIONS else content)
                     for number, content in fields(options)]).encode()
    except ValueError:  # they are none, as whoever reads them says
        return options


def _described(arrays: Sequence[Array]) -> list[Any]:
    return [(one.type, one.shape, one.order) for one in arrays]


def _found(stated: Any, entry: bytes, read: Callable[[], Module]) -> Found:
    """The program; whatever exception where what is stated makes no sense."""
    devices = tuple(map(size, stated["devices"]))
    (number,) = devices
    client().device(number)
    assignment = Assignment(1, 1, devices, tuple(checked(free, bool) for free in stated["free"]))
    taken, given = (tuple(_array(*one) for one in stated[of]) for of in ("arguments", "results"))
    kinds = [tuple(MEMORY_KINDS[MEMORY_KINDS.index(kind)] for kind in several) for several in stated["kinds"]]
    offered = tuple(map(size, stated["offered"]))
    interface = Interface(taken, given, offered, *kinds)
    if any(k >= len(taken) for k in offered) or list(map(len, kinds)) != [len(taken), len(given)]:
        raise ValueError("an interface of others than there are")
    run = Single(_executable(entry, taken, given), interface, read)
    return Found(checked(stated["name"], str), assignment, bytes.fromhex(stated["assignment"]), run)


def _array(type: Any, shape: Any, order: Any) -> Array:
    found = Array(size(type), tuple(map(size, shape)), tuple(map(size, order)))
    if sorted(found.order) != list(range(len(found.shape))):
        raise ValueError("an order of other dimensions")
    elements.dtype_of(found.type)
    return found


def _executable(data: bytes, arguments: Sequence[Array], results: Sequence[Array]) -> Executable:
    """What `hloom.compile` has left, as it is called. Raises ValueError and others where it makes no sense."""
    with importing():
        from hloom.runtime import jit
        from hloom.runtime.described import program_of
        from hloom.runtime.dispatch.program import Listing
        from hloom.runtime.executable import Executable
        from hloom.runtime.file_executable import ArrayType
        from hloom.runtime.native import NativeProgram
        from hloom.runtime.saved_bytes import contents

    header, constants, objects = contents(data, {}, memory)
    taken, given = ([ArrayType(one.shape, elements.SPELLINGS[one.type], name_of(elements.dtype_of(one.type))) for one in arrays
                    if one.type != elements.TOKEN] for arrays in (arguments, results))
    for own, of in ((taken, "arguments"), (given, "results")):
        if [list(t.shape) for t in own] != [list(map(size, shape)) for shape, _ in header[of]]:
            raise ValueError("a program of another type")
    kernels = {checked(name, str): Listing(checked(text, str), ()) for name, text, _ in header["kernels"]}
    program = program_of(header, taken, given, constants, kernels)
    try:
        loaded = jit.load_objects(objects, program.functions)
    except InternalError as error:
        raise ValueError(str(error)) from None
    stats = {**checked(header["stats"], dict), "seconds": {}}
    return Executable(NativeProgram(program, loaded), kernels, stats)
