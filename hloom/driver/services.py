"""What a module does by packages that stand above its own (`Module.services`)."""

from __future__ import annotations

from typing import Any

from hloom.ops.builtin.module import Module
from hloom.ops.hlo.extraction import extracted, named_computations
from hloom.reference.api import evaluate
from hloom.support.collector import imported


def _in_hlo(module: Module) -> Module:
    """The program in the form of HLO, in which it may be already."""
    if module.is_hlo:
        return module
    from hloom.ops.hlo.raising import to_hlo
    from hloom.passes.for_hlo import prepared

    return to_hlo(prepared(module))


def _hlo_text(module: Module, **options: Any) -> str:
    from hloom.text.hlo import to_hlo_text

    return to_hlo_text(_in_hlo(module), **options)


def _hlo_proto(module: Module, **options: Any) -> bytes:
    from hloom.protos import to_hlo_proto

    return to_hlo_proto(_in_hlo(module), **options)


def _bytecode(module: Module, version: int) -> bytes:
    from hloom.vhlo import to_bytecode

    return to_bytecode(module, version)


def _text(module: Module, **options: Any) -> str:
    return imported("hloom.text.mlir").print_module(module, **options)


def _save(executable: Any, path: Any, cpu: Any, threads: Any, program: bool) -> None:
    from hloom.driver.saving import save

    save(executable, path, cpu, threads, program)


Module.services.update({
    "bytecode": _bytecode,
    "computations": lambda module: {name: each.region for name, each in named_computations(module).items()},
    "evaluate": evaluate,
    "extract": extracted,
    "hlo_proto": _hlo_proto,
    "hlo_text": _hlo_text,
    "save": _save,
    "text": _text,
})
