"""Handlers of XLA's foreign function interface, called by programs of hloom: functions in C of the typed interface
(`xla/ffi/api/c_api.h`), or of the older untyped one.

    register("rms_norm", {"execute": address})            # jax.ffi.register_ffi_target comes here, too
    register("old", address, api_version=0)

A custom call with the name as its target calls the handler then, on both engines. Addresses are those of functions in this
process: whoever registers them vouches for them.
"""

from hloom.bridges.ffi.api import number_of_type, register_type
from hloom.bridges.ffi.calls import calling
from hloom.bridges.ffi.handlers import ForeignError, Handler, is_registered, register, require

__all__ = ["ForeignError", "Handler", "calling", "is_registered", "number_of_type", "register", "register_type", "require"]
