"""hloom: StableHLO and XLA-HLO for Python. The public names, in the order in which data flows.

In: a program becomes a `Module`.

    load(path)                        a file or bytes, told apart by content: StableHLO and HLO text, bytecode, protocol buffers
    parse(text)                       text, or what JAX's `lower` and `export` return; `format="hlo"` for HLO
    load_exported(path)               what `jax.export` serialized, as a function of its trees, without JAX
    deserialize_portable_artifact(b)  a portable artifact of any version
    open_artifact(path)               of an artifact the heads of the functions; what of it is wanted is read when it is
    from_jax(f, *args)                a function of JAX, compiled for such arguments: trees in, trees out; `jit(f)` for any

Checked:

    module.verify()                   every constraint of the specification: raises VerificationError
    diagnose(module)                  every fault as a `Diagnostic`: code, message, place

Run: arrays in (NumPy, `__dlpack__`, `__array__`), a tuple of NumPy arrays out.

    evaluate(module, x, y)            what the program means: the reference evaluator
    compile(module)                   machine code: an `Executable`, called as executable(x, y); `kernels`, `fallbacks`, `stats`
    load_executable(path)             what `executable.save(path)` wrote: one file with machine code, which needs no compiler
    evaluate_grid(module, arguments)  replicas x partitions side by side, with collectives between them
    compile_grid(module, 4, 1)        the same as machine code: a thread a process, called as grid(arguments)
    register_custom_call(name, f)     what custom calls of a name mean, on both engines

    grid.mpi()                        the ranks that mpiexec has started, on any machines: what the two above take as `transport`

Asked: `hloom.indexing`, which element depends on which; `hloom.xla`, XLA's shapes, literals and XlaBuilder.

Out:

    str(module), module.to_text(), module.to_hlo_text(), module.to_bytecode()
    serialize_portable_artifact(module, version)
    get_current_version(), get_minimum_version(), get_smaller_version(a, b)
    get_version_from_compatibility_requirement(StablehloCompatibilityRequirement.WEEK_12)
    emit_c(module, directory)         for C: an object file or a shared library that needs no Python, and a header

Errors are `UserError`, the program or the arguments are at fault (`ParseError`, `VerificationError`, `InputError`,
`EvaluationError`, `DeadlockError`), or `InternalError`, hloom is. `__version__` is that of hloom.

Inside, `text` reads and prints, `ir` holds, `ops` defines operations, `verify` checks, `reference` evaluates, `passes` rewrite,
`codegen` makes kernels, `runtime` runs them; `pipeline` puts them together. All that is loaded when a name is first asked for,
but for `load_executable`, which needs next to nothing of it; LLVM when `compile` is first called.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hloom._version import __version__
from hloom.support.collector import importing

if TYPE_CHECKING:
    from hloom.bridges.c import emit_c
    from hloom.bridges.exported import load_exported
    from hloom.bridges.jax import from_jax, jit
    from hloom.driver.files import load_executable
    from hloom.ops.builtin.module import Module
    from hloom.pipeline import compile, compile_grid, load, parse
    from hloom.reference.api import evaluate, evaluate_grid
    from hloom.reference.custom_calls import register_custom_call
    from hloom.runtime.executable import Executable
    from hloom.support.diagnostics import (
        DeadlockError,
        Diagnostic,
        EvaluationError,
        InputError,
        InternalError,
        ParseError,
        UserError,
        VerificationError,
    )
    from hloom.verify import diagnose
    from hloom.vhlo import (
        StablehloCompatibilityRequirement,
        deserialize_portable_artifact,
        get_current_version,
        get_minimum_version,
        get_smaller_version,
        get_version_from_compatibility_requirement,
        open_artifact,
        serialize_portable_artifact,
    )

__all__ = [
    "DeadlockError", "Diagnostic", "EvaluationError", "Executable", "InputError", "InternalError", "Module", "ParseError",
    "StablehloCompatibilityRequirement", "UserError", "VerificationError", "__version__", "compile", "compile_grid",
    "deserialize_portable_artifact", "diagnose", "emit_c", "evaluate", "evaluate_grid", "from_jax", "get_current_version",
    "get_minimum_version", "get_smaller_version", "get_version_from_compatibility_requirement", "jit", "load", "load_executable",
    "load_exported", "open_artifact", "parse", "register_custom_call", "serialize_portable_artifact",
]

#: What is loaded as a whole when one of its names is first asked for.
_FRONT = {
    "Module": "ops.builtin.module", "compile": "pipeline", "compile_grid": "pipeline", "load": "pipeline", "parse": "pipeline",
    "evaluate": "reference.api", "evaluate_grid": "reference.api", "register_custom_call": "reference.custom_calls",
    "diagnose": "verify",
}
#: Packages that are loaded when they are first asked for.
_LATER = ("debug", "grid", "indexing", "xla")
#: Functions and classes that are loaded by themselves.
_FUNCTIONS = {
    **dict.fromkeys(("DeadlockError", "Diagnostic", "EvaluationError", "InputError", "InternalError", "ParseError", "UserError",
                     "VerificationError"), "support.diagnostics"),
    "load_executable": "driver.files",
    "StablehloCompatibilityRequirement": "vhlo", "deserialize_portable_artifact": "vhlo", "get_current_version": "vhlo",
    "get_minimum_version": "vhlo", "get_smaller_version": "vhlo", "get_version_from_compatibility_requirement": "vhlo",
    "emit_c": "bridges.c", "load_exported": "bridges.exported", "open_artifact": "vhlo", "serialize_portable_artifact": "vhlo",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return import_module(f"hloom.{name}")
    if name in _FUNCTIONS:
        return getattr(import_module(f"hloom.{_FUNCTIONS[name]}"), name)
    if name == "Executable":  # loaded at first use: it brings the compiler
        from hloom.pipeline import executable_class

        return executable_class()
    if name in ("from_jax", "jit"):  # JAX itself is loaded when they are called
        return getattr(import_module("hloom.bridges.jax"), name)
    if not name.startswith("__"):
        _load()
        if name in globals():  # also a package that came along
            return globals()[name]
    raise AttributeError(f"module 'hloom' has no attribute {name!r}")


def _load() -> None:
    """Loads what reads, checks and runs programs. No fork() comes in between."""
    with importing():
        import_module("hloom.text.mlir")
        import_module("hloom.text.detect")
        globals().update({name: getattr(import_module(f"hloom.{module}"), name) for name, module in _FRONT.items()})


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_LATER})
