"""What a plugin needs of JAX that has no public name: one table, and the only place that knows these names.

    donating = find("donation")               # None where this JAX lacks it
    replace("callbacks", mine)

Each name is looked for by itself, when it is wanted. One that is missing costs the feature that needs it and nothing else; what
is lost is said once, in a sentence (`hloom.jax` of Python's logging), and again as an error by who needs it (`required`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from hloom.support.diagnostics import InputError
from hloom.support.logs import Log

#: What this table has been tried with.
TESTED: Final = "0.7.0 and 0.10.2"
_LOG: Final = Log("jax")


@dataclass(frozen=True)
class Internal:
    """A private name of JAX: what does not work without it, the module, and what it is called there, the newest name first."""

    purpose: str
    module: str
    names: Sequence[str]


INTERNALS: Final = {
    "registration": Internal("hloom as a platform of JAX", "jax._src.xla_bridge", ("register_plugin",)),
    "experimental": Internal("to come without the warning that the platform is experimental", "jax._src.xla_bridge",
                             ("_nonexperimental_plugins",)),
    "platforms": Internal("to add cpu to jax_platforms, where callbacks put their arguments", "jax._src.config",
                          ("jax_platforms",)),
    "donation": Internal("donated arguments", "jax._src.interpreters.mlir", ("_platforms_with_donation",)),
    "rules": Internal("what JAX lowers otherwise for processors than for other devices", "jax._src.interpreters.mlir",
                      ("_platform_specific_lowerings",)),
    "common rules": Internal("jax.experimental.buffer_callback", "jax._src.interpreters.mlir", ("_lowerings",)),
    "callbacks": Internal("jax.pure_callback, io_callback, debug.print and debug.callback", "jax._src.callback",
                          ("emit_python_callback",)),
    "public callbacks": Internal("callbacks of libraries that lower them by themselves", "jax.interpreters.mlir",
                                 ("emit_python_callback",)),
    "inspection": Internal("jax.debug.inspect_array_sharding", "jaxlib.xla_client", ("encode_inspect_sharding_callback",)),
    "buffer callbacks": Internal("jax.experimental.buffer_callback", "jax._src.buffer_callback", ("buffer_callback_p",)),
    "caches": Internal("that jax.clear_caches() gives back what hloom keeps", "jax._src.util", ("register_cache",)),
    "compilation cache": Internal("JAX's own cache of compiled programs", "jax._src.compilation_cache", ("is_cache_used",)),
    "handlers": Internal("handlers of jax.ffi.register_ffi_target", "jaxlib.xla_client", ("register_custom_call_handler",)),
    "handlers by platform": Internal("handlers that jax.ffi.register_ffi_target is given once there is a client for cpu",
                                     "jaxlib.xla_client", ("_custom_callback_handler",)),
    "registered handlers": Internal("handlers that jax.ffi.register_ffi_target was given before", "jaxlib.xla_client",
                                    ("_xla",)),
    "types": Internal("types of jax.ffi.register_ffi_type", "jaxlib.xla_client",
                      ("register_custom_type_handler", "register_custom_type_id_handler")),
    "types by platform": Internal("types that jax.ffi.register_ffi_type is given once there is a client for cpu",
                                  "jaxlib.xla_client", ("_custom_type_id_handler",)),
}

#: What has been missing, with the sentence about it.
_lost: dict[str, str] = {}


def find(key: str) -> Any:
    """What stands behind an entry of the table; None, said once, where this JAX has none of its names."""
    place = _place(key)
    return None if place is None else getattr(*place)


def required(key: str) -> Any:
    """The same. Raises InputError, which says what cannot be done, where there is none."""
    place = _place(key)
    if place is None:
        raise InputError(_lost[key])
    return getattr(*place)


def replace(key: str, value: Any) -> bool:
    """Puts something else in its place; False where there is none."""
    place = _place(key)
    if place is None:
        return False
    setattr(*place, value)
    return True


def lost() -> dict[str, str]:
    """What was looked for and not found: sentences by entries of the table."""
    return dict(_lost)


def lose(key: str, reason: object) -> None:
    """Notes that something is there and not as it was: what needs it does not work."""
    internal = INTERNALS[key]
    _say(key, f"{internal.module}.{internal.names[0]} is not what it was ({reason})")


def _place(key: str) -> tuple[Any, str] | None:
    """The module of a name and the name."""
    internal = INTERNALS[key]
    try:
        module = import_module(internal.module)
    except Exception as error:  # a module that does not load must not take JAX along, whatever it raises
        _say(key, f"{internal.module} cannot be imported: {type(error).__name__}: {error}")
        return None
    for name in internal.names:
        if hasattr(module, name):
            return module, name
    _say(key, f"{internal.module} has no {' or '.join(internal.names)}")
    return None


def _say(key: str, reason: str) -> None:
    if key not in _lost:
        version = getattr(sys.modules.get("jax"), "__version__", "of an unknown version")
        _lost[key] = (f"{INTERNALS[key].purpose}: not with jax {version}, since {reason}; hloom was tested with jax {TESTED}")
        _LOG.info("%s", _lost[key])
