"""Compiling what the caller hands over: a portable artifact, MLIR's bytecode or text, or a module of HLO."""

from __future__ import annotations

import hashlib
from typing import Any

from hloom.bridges.pjrt.callbacks import bind
from hloom.bridges.pjrt.devices import client
from hloom.bridges.pjrt.dumps import dump
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.programs import Assignment, Interface, interface_of, read_options
from hloom.bridges.pjrt.running import Single
from hloom.ops.builtin.module import Module, function_named
from hloom.pipeline import parse
from hloom.support.collector import importing
from hloom.vhlo import parse_bytecode


class Program:
    """A program as it came, read and compiled. Raises PluginError, or what `hloom.compile` raises."""

    def __init__(self, code: bytes, form: str, options: bytes) -> None:
        self.code, self.form, self.options = code, form, options
        self.assignment: Assignment = read_options(options)
        for device in self.assignment.devices:
            client().device(device)
        module = read(code, form)
        function = function_named(module, "main")
        #: The functions of this process that the program calls back.
        self.callbacks = bind(module)
        self.name = _name_of(module)
        self.module = module
        self.run = runner_of(module, interface_of(function), self.assignment)
        dump(self.run.module, self.name, self.assignment.options)
        #: What each device takes and gives.
        self.interface: Interface = self.run.interface

    @property
    def fingerprint(self) -> str:
        """The same for equal programs in every process."""
        return hashlib.sha256(b"\0".join((self.form.encode(), self.options, self.code))).hexdigest()[:32]


def runner_of(module: Module, interface: Interface, assignment: Assignment) -> Any:
    """What runs a program on its devices."""
    if len(assignment.devices) == 1:
        return Single(module, interface, interface.donated)
    with importing():  # few processes have several devices
        from hloom.bridges.pjrt.several import runner_of_several

    return runner_of_several(module, interface, assignment)


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
