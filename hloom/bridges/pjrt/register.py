"""Makes hloom one of JAX's platforms."""

from __future__ import annotations

import ctypes
from typing import Any

from hloom.bridges.pjrt import jax_internals, plugin
from hloom.bridges.pjrt.native import immortal
from hloom.bridges.pjrt.preparation import REGISTERED, prepare
from hloom.support import options

#: Above JAX's own processors: it is there only where it is asked for, and of several the first that is asked for counts.
_PRIORITY = 500


def register() -> None:
    """Registers the plugin with JAX. Raises InputError for a JAX that takes none, and for options that make no sense."""
    add = jax_internals.required("registration")
    prepare(options.PLATFORM_NAME.value)
    add(REGISTERED, c_api=capsule(), priority=_PRIORITY)


def capsule() -> Any:
    """The table as JAX takes it."""
    name = immortal(ctypes.create_string_buffer(b"pjrt_c_api"))  # a capsule keeps its name's address only
    make = ctypes.pythonapi.PyCapsule_New
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    return make(plugin.address(), ctypes.addressof(name), None)
