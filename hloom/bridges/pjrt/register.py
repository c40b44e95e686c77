"""What JAX calls when it looks for plugins: `hloom` becomes one of its platforms. Whatever goes wrong, `import jax` goes on."""

from __future__ import annotations

import warnings
from typing import Any

#: What JAX_PLATFORMS calls it.
NAME = "hloom"


def initialize() -> None:
    """The entry point of the group `jax_plugins`. Nothing of the compiler is loaded before JAX asks for the platform."""
    try:
        _register()
    except Exception as error:  # JAX goes on without this platform
        warnings.warn(f"JAX goes on without hloom: {type(error).__name__}: {error}", RuntimeWarning, stacklevel=2)


def _register() -> None:
    import jax
    from jax._src import xla_bridge

    with_names: Any = getattr(xla_bridge, "_nonexperimental_plugins", None)
    if with_names is not None:
        with_names.add(NAME)
    if getattr(jax.config, "jax_platforms", None) == NAME:  # callbacks put what they are given on a device of the host's
        jax.config.update("jax_platforms", f"{NAME},cpu")
    xla_bridge.register_plugin(NAME, c_api=capsule(), priority=_priority())


def _priority() -> int:
    """Below JAX's own processors: who wants this platform asks for it."""
    return -100


def capsule() -> Any:
    """The table as JAX takes it."""
    import ctypes

    from hloom.bridges.pjrt import plugin
    from hloom.bridges.pjrt.native import immortal

    name = immortal(ctypes.create_string_buffer(b"pjrt_c_api"))  # a capsule keeps its name's address only
    make = ctypes.pythonapi.PyCapsule_New
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    return make(plugin.address(), ctypes.addressof(name), None)
