"""What JAX calls when it looks for plugins: `hloom` becomes one of its platforms, for those who ask for it
(`JAX_PLATFORMS=hloom`). Whatever goes wrong, `import jax` goes on."""

from __future__ import annotations

import warnings
from typing import Any

#: What JAX_PLATFORMS calls it.
REGISTERED = "hloom"
#: Below JAX's own processors: who wants this platform asks for it.
_PRIORITY = -100


def initialize() -> None:
    """The entry point of the group `jax_plugins`. Nothing of the compiler is loaded before JAX asks for the platform."""
    try:
        _register()
    except Exception as error:  # JAX goes on without this platform
        warnings.warn(f"JAX goes on without hloom: {type(error).__name__}: {error}", RuntimeWarning, stacklevel=2)


def _register() -> None:
    import jax

    if REGISTERED not in (getattr(jax.config, "jax_platforms", None) or "").split(","):
        return  # whoever has hloom installed and does not ask for it here pays nothing for it
    from hloom.bridges.pjrt import jax_internals
    from hloom.bridges.pjrt.preparation import prepare
    from hloom.support import options

    register = jax_internals.required("registration")
    prepare(options.PLATFORM_NAME.value)
    register(REGISTERED, c_api=capsule(), priority=_PRIORITY)


def capsule() -> Any:
    """The table as JAX takes it."""
    import ctypes

    from hloom.bridges.pjrt import plugin
    from hloom.bridges.pjrt.native import immortal

    name = immortal(ctypes.create_string_buffer(b"pjrt_c_api"))  # a capsule keeps its name's address only
    make = ctypes.pythonapi.PyCapsule_New
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    return make(plugin.address(), ctypes.addressof(name), None)
