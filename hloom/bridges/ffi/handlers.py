"""Handlers by name, as custom calls: both engines call them, with arrays of NumPy over the program's memory."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from weakref import WeakKeyDictionary

from hloom.bridges.ffi import api, calls, errors
from hloom.bridges.ffi import structures as s
from hloom.bridges.ffi.attributes import Attributes
from hloom.bridges.ffi.calls import Call, States
from hloom.bridges.ffi.frames import Frame, places_of
from hloom.bridges.ffi.structures import Code, Stage
from hloom.bridges.ffi.untyped import call_untyped
from hloom.ir.core import Operation
from hloom.ops.builtin.module import Module
from hloom.ops.calls import TARGETS
from hloom.ops.stablehlo.custom_call import CONFIGURATION_BESIDE, TYPED_FFI, CustomCall
from hloom.reference.custom_calls import CUSTOM_CALLS, register_custom_call
from hloom.support.diagnostics import EvaluationError, InputError
from hloom.support.logs import Log

_LOG: Final = Log("ffi")
#: What JAX and XLA call processors.
_PROCESSORS: Final = frozenset({"cpu", "host"})
#: Frames that a call site keeps for calls to come, as several threads may be in it at once.
_MOST_FREE: Final = 8
#: The name of an entry of a bundle that a single function is.
_EXECUTE: Final = "execute"


class ForeignError(EvaluationError):
    """A handler has returned an error: `code` says of what kind."""

    code: Code = Code.UNKNOWN


class Handler:
    """What a custom call of one name calls. `bundle` are the addresses of functions by stage; `api_version` 1 for handlers of the
    typed interface, 0 for functions of the older one."""

    def __init__(self, name: str, bundle: Mapping[str, int], api_version: int = 1) -> None:
        self.name, self.bundle, self.api_version = name, dict(bundle), api_version
        self.functions = {stage: s.HandlerType(address) for stage in Stage if (address := bundle.get(stage.name.lower()))}
        self._sites: WeakKeyDictionary[Operation, Site] = WeakKeyDictionary()
        self._lock = threading.Lock()
        #: The version of the interface that the handler was made for, 0.`minor`; None: it has not been asked.
        self.minor: int | None = None

    def __call__(self, op: Any, *arrays: Any) -> tuple[Any, ...]:
        """The results of a call, on arrays of its operands' types; None for tokens. Raises ForeignError for what the handler
        returns, EvaluationError for a call that it cannot take."""
        if _is_typed(op) != (self.api_version == 1):
            raise EvaluationError.at(op.span, "custom_call", f"{self.name} was registered with api_version={self.api_version} of "
                                     f"jax.ffi.register_ffi_target, which is not that of a call with api_version = "
                                     f"{TYPED_FFI if _is_typed(op) else op.api_version}")
        site = self._sites.get(op)
        if site is None:
            with self._lock:
                site = self._sites.get(op)
                if site is None:
                    site = self._sites[op] = self._site(op)
        return site(op, arrays)

    def _site(self, op: Any) -> Site:
        try:
            made = Site(self, op)
        except InputError as error:
            raise EvaluationError.at(op.span, "custom_call", f"{self.name}: {error}") from None
        if self.api_version == 1:
            self._ask_version(op)
            made.call(op, Stage.INSTANTIATE, made.empty, None)
        return made

    def _ask_version(self, op: Any) -> None:
        """Before the first call: whether the handler was made for an interface that this is."""
        if self.minor is not None:
            return
        metadata, extension, frame = s.Metadata(), s.MetadataExtension(), s.CallFrame()
        metadata.struct_size = ctypes.sizeof(metadata)
        extension.struct_size, extension.type = s.size_of(s.MetadataExtension, "metadata"), s.METADATA
        extension.metadata = ctypes.addressof(metadata)
        frame.struct_size, frame.api = s.size_of(s.CallFrame, "attrs"), api.table()[0]
        frame.extension_start = ctypes.addressof(extension)
        error = errors.take(self.functions[Stage.EXECUTE](ctypes.addressof(frame)))
        if error is not None:
            raise _fault(op, error)
        if metadata.version.major != s.MAJOR:
            raise _fault(op, (Code.UNIMPLEMENTED, f"it was made for version {metadata.version.major}.{metadata.version.minor} of "
                              f"XLA's foreign function interface; hloom has {s.MAJOR}.{s.MINOR}"))
        self.minor = metadata.version.minor


class Site:
    """One custom call in a program: what it takes and gives, its attributes, and the state that handlers keep for it."""

    def __init__(self, handler: Handler, op: Any) -> None:
        self.handler, self.states = handler, States()
        self.inputs = places_of([v.type for v in op.operands], op.operand_layouts)
        self.outputs = places_of([v.type for v in op.results], op.result_layouts)
        self.attributes = Attributes(op.options() if _is_typed(op) else {})
        #: The operand whose memory each result takes over, by the number of the result.
        self.aliases = {_number(alias.output_tuple_indices): alias.operand_index for alias in op.output_operand_aliases}
        self.empty = Frame((), (), self.attributes)
        self._free: list[Frame] = []

    def __call__(self, op: Any, arrays: tuple[Any, ...]) -> tuple[Any, ...]:
        given = [place.laid_out(array) for place, array in zip(self.inputs, arrays)]
        made = [place.empty() for place in self.outputs]
        for result, operand in self.aliases.items():
            made[result][...] = given[operand]
            given[operand] = made[result]
        if self.handler.api_version == 1:
            self._call_typed(op, given, made)
        else:
            failure = call_untyped(self.handler.bundle[_EXECUTE], op, given, made)
            if failure is not None:
                raise _fault(op, (Code.INTERNAL, failure))
        return tuple([place.logical(array) for place, array in zip(self.outputs, made)])

    def _call_typed(self, op: Any, given: list[Any], made: list[Any]) -> None:
        try:
            frame = self._free.pop()
        except IndexError:
            frame = Frame(self.inputs, self.outputs, self.attributes)
        for buffers, arrays in ((frame.inputs, given), (frame.outputs, made)):
            for buffer, array in zip(buffers, arrays):
                buffer.data = array.ctypes.data
        with Call(self.states, self.handler.minor or 0) as call:
            for stage in (Stage.PREPARE, Stage.INITIALIZE, Stage.EXECUTE):
                self.call(op, stage, frame, call)
        if len(self._free) < _MOST_FREE:
            self._free.append(frame)

    def call(self, op: Any, stage: Stage, frame: Frame, call: Call | None) -> None:
        """Calls what the bundle has for a stage. Raises ForeignError."""
        function = self.handler.functions.get(stage)
        if function is None:
            return
        if call is None:
            with Call(self.states, self.handler.minor or 0) as own:
                self.call(op, stage, frame, own)
            return
        frame.structure.ctx, frame.structure.stage, frame.structure.future = call.address, stage, None
        error = errors.take(function(frame.address))
        if error is None and frame.structure.future:
            error = calls.await_future(frame.structure.future)
        if error is not None:
            raise _fault(op, error)


def _is_typed(op: Any) -> bool:
    """Whether a call is one of the typed interface, as JAX writes it: its configuration is a dictionary."""
    return op.api_version == TYPED_FFI or CONFIGURATION_BESIDE in op.attributes


def _number(indices: Any) -> int:
    """The number of the result that a path in the tuple of results leads to."""
    return int(indices[0]) if len(indices) else 0


def _fault(op: Any, error: tuple[Code, str]) -> ForeignError:
    made = ForeignError.at(op.span, "custom_call", f"{op.call_target_name} failed: {error[0].name}: {error[1]}")
    made.code = error[0]
    return made


# -- by name -------------------------------------------------------------------------------------------------------------------


def register(name: str, function: int | Mapping[str, int], platform: str = "cpu", api_version: int = 1) -> bool:
    """Has custom calls with the target `name` call a function of this process: its address, or addresses by stage
    (`instantiate`, `prepare`, `initialize`, `execute`). False where that does not concern hloom: for another platform, or a
    target that it computes itself. Raises InputError for what is no function."""
    bundle = dict(function) if isinstance(function, Mapping) else {_EXECUTE: function}
    stages = {stage.name.lower() for stage in Stage}
    if not bundle.get(_EXECUTE) or not set(bundle) <= stages or not all(isinstance(a, int) for a in bundle.values()):
        raise InputError(f"the handler {name!r:.80} needs an address for `execute`, and may have some for the other stages "
                         f"({', '.join(sorted(stages))}), got {bundle!r:.120}")
    if api_version not in (0, 1):
        raise InputError(f"the handler {name!r:.80} has api_version 1 (typed) or 0 (untyped), got {api_version!r:.40}")
    if platform.casefold() not in _PROCESSORS or name in TARGETS:
        _LOG.debug("the handler %s for %s is not needed", name, platform)
        return False
    register_custom_call(name, Handler(name, bundle, api_version))
    return True


def is_registered(name: str) -> bool:
    """Whether custom calls with this target call a handler."""
    return isinstance(CUSTOM_CALLS.get(name), Handler)


def _register_native(name: str, platform: str, bundle: dict[str, int]) -> None:
    with suppress(InputError):
        register(name, bundle, platform)


api.registered.append(_register_native)


def require(module: Module) -> None:
    """Raises EvaluationError for a custom call that nothing computes, before a program is compiled."""
    for op in module.walk():
        if isinstance(op, CustomCall) and op.call_target_name not in CUSTOM_CALLS and op.call_target_name not in TARGETS:
            name = op.call_target_name
            raise EvaluationError.at(op.span, "unsupported", f"no handler is registered for the custom call target {name!r}: "
                                     f"jax.ffi.register_ffi_target({name!r}, capsule, platform='cpu') registers one")
