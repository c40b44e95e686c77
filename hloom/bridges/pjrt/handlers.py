"""Handlers that users register with `jax.ffi`: what JAX hands to XLA's own processor, hloom gets, too."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from hloom.bridges.pjrt import jax_internals
from hloom.support.collector import importing
from hloom.support.diagnostics import InputError
from hloom.support.logs import Log

_LOG: Final = Log("ffi")
#: What jaxlib calls processors, where handlers are registered.
_HOST: Final = "Host"
#: What was registered while nobody needed it: hloom's part of the interface is loaded with the first program that calls others.
_waiting: list[Callable[[], None]] = []


def ffi() -> Any:
    """`hloom.bridges.ffi`, which knows all handlers."""
    with importing():
        from hloom.bridges import ffi as found
    while _waiting:
        _waiting.pop(0)()
    return found


def settle() -> None:
    """Has hloom know all handlers that were registered."""
    ffi()


def _soon(take: Callable[..., None], *arguments: Any) -> None:
    """Calls a function now, or when somebody needs handlers."""
    _waiting.append(partial(take, *arguments))
    if "hloom.bridges.ffi" in sys.modules:
        settle()


def install(platform: str = "cpu") -> None:
    """Has hloom told of handlers and types for processors, and for `platform`; those that are registered already as well."""
    _install("types", "types by platform", "register_custom_type", _take_type)  # of states: they come before who keeps them
    _install("handlers", "handlers by platform", "register_custom_call_target", _take_handler)
    _take_registered()
    if platform != "cpu":
        for key, take in (("types", _take_type), ("handlers", _take_handler)):
            register = jax_internals.find(key)
            if register is not None:
                register(platform, partial(_soon, take))


def _install(key: str, by_platform: str, native: str, take: Callable[..., None]) -> None:
    """Puts `take` behind the function that jaxlib calls with what is registered for processors, or before there is one, in front
    of the one that it will want to put there."""
    register, known = jax_internals.find(key), jax_internals.find(by_platform)
    if register is None or known is None:
        return
    own = known.get(_HOST)
    if own is None:
        library = jax_internals.find("registered handlers")
        own = getattr(library, native, None) or getattr(library, f"{native}_id", None)
        if own is not None:
            register("cpu", _both(own, take))
        else:
            jax_internals.lose(key, f"no {native}")
    elif not hasattr(own, "_of_hloom"):
        known[_HOST] = _both(own, take)


def _both(own: Callable[..., Any], take: Callable[..., None]) -> Callable[..., Any]:
    def both(*arguments: Any) -> Any:
        found = own(*arguments)
        _soon(take, *arguments)
        return found

    both._of_hloom = True  # type: ignore[attr-defined]
    return both


def _take_registered() -> None:
    """Handlers that were registered before hloom could see it, without those that make states; of types nobody keeps any."""
    targets = getattr(jax_internals.find("registered handlers"), "custom_call_targets", None)
    for name, function in (targets(_HOST) if targets is not None else {}).items():
        _soon(_take_unknown, name, function)


def _take_unknown(name: str, function: Any) -> None:
    if not ffi().is_registered(name):
        _take_handler(name, function, _HOST, int(isinstance(function, Mapping)))


def _take_handler(name: Any, function: Any, platform: str, api_version: int = 0, *traits: Any) -> None:
    """What jaxlib calls with a handler: capsules, one or by stage."""
    try:
        capsules = function if isinstance(function, Mapping) else {"execute": function}
        bundle = {stage: address_of(capsule) for stage, capsule in capsules.items() if capsule is not None}
        ffi().register(name.decode() if isinstance(name, bytes) else name, bundle, _HOST, api_version)
    except InputError as error:  # XLA has taken it: what hloom says of it, it says where a program calls it
        _LOG.info("%s", error)


def _take_type(name: str, description: Any, *more: Any) -> None:
    parts = description if isinstance(description, Mapping) else {"type_id": description}
    info = parts.get("type_info")
    try:
        ffi().register_type(name, address_of(parts["type_id"]), None if info is None else address_of(info))
    except InputError as error:
        _LOG.info("%s", error)


_name_of = ctypes.pythonapi.PyCapsule_GetName
_name_of.restype, _name_of.argtypes = ctypes.c_char_p, [ctypes.py_object]
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype, _pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def address_of(capsule: Any) -> int:
    """The address in a capsule, whatever its name. Raises InputError for what is no capsule."""
    try:
        return int(_pointer_of(capsule, _name_of(capsule)) or 0)
    except (ValueError, ctypes.ArgumentError) as error:
        raise InputError(f"a handler is a PyCapsule (jax.ffi.pycapsule makes one), got {capsule!r:.80}: {error}") from None
