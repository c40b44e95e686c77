"""Reading and compiling what the caller hands over: a portable artifact, MLIR's bytecode or text, or a module of HLO."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.bridges.pjrt import handlers, kept
from hloom.bridges.pjrt.callers import bind
from hloom.bridges.pjrt.devices import client
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.programs import interface_of, read_options
from hloom.ops.builtin.module import Module, function_named
from hloom.ops.definition.operation import Op
from hloom.ops.definition.traits import Control
from hloom.pipeline import parse
from hloom.support.collector import importing
from hloom.vhlo import parse_bytecode


def compiled(code: bytes, form: str, options: bytes, runner_of: Callable[..., Any]) -> kept.Found:
    """A program as `runner_of` runs it, which is kept for later processes where it can be."""
    assignment = read_options(options)
    for device in assignment.devices:
        client().device(device)
    module = read(code, form)
    calls_others = _calls_others(module)
    if calls_others:
        handlers.settle()
    callbacks = bind(module)
    name = _name_of(module)
    run = runner_of(module, interface_of(function_named(module, "main")), assignment)
    if assignment.options:
        from hloom.bridges.pjrt.dumps import dump

        dump(run.module, name, assignment.options)
    made = kept.Found(name, assignment, assignment.serialized(), run, callbacks)
    if not callbacks and not assignment.options and len(assignment.devices) == 1 and not calls_others:
        kept.keep(made, code, form, options)
    return made


def read(code: bytes, form: str) -> Module:
    """The module that was handed over."""
    if form in ("hlo", "hlo_with_config"):
        with importing():  # JAX hands over artifacts
            from hloom.protos import parse_proto

        return parse_proto(code, "<program>")
    if form != "mlir":
        raise PluginError(Code.INVALID_ARGUMENT, f"programs in the format {form!r:.40} are not known; mlir and hlo are")
    if code[:4] == b"ML\xefR":
        return parse_bytecode(code, "<program>")
    return parse(code.decode("utf-8"))


def _name_of(module: Module) -> str:
    name: Any = module.attributes.get("sym_name")
    return getattr(name, "value", None) or "main"


def _calls_others(module: Module) -> bool:
    """Whether a program calls what is registered by name: another process may have registered something else."""
    return any(isinstance(op, Op) and op.control is Control.CUSTOM_CALL for op in module.walk())
