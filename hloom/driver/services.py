"""What a module does by packages that stand above its own (`Module.services`)."""

from __future__ import annotations

from typing import Any

from hloom.ops.builtin.module import Module
from hloom.ops.hlo.extraction import extracted, named_computations
from hloom.reference.api import evaluate


def _hlo_text(module: Module, **options: Any) -> str:
    from hloom.passes.for_hlo import prepared
    from hloom.text.hlo import to_hlo_text

    return to_hlo_text(prepared(module), **options)


def _hlo_proto(module: Module, **options: Any) -> bytes:
    from hloom.passes.for_hlo import prepared
    from hloom.protos import to_hlo_proto

    return to_hlo_proto(prepared(module), **options)


def _bytecode(module: Module, version: int) -> bytes:
    from hloom.vhlo import to_bytecode

    return to_bytecode(module, version)


Module.services.update({
    "bytecode": _bytecode,
    "computations": lambda module: {name: each.region for name, each in named_computations(module).items()},
    "evaluate": evaluate,
    "extract": extracted,
    "hlo_proto": _hlo_proto,
    "hlo_text": _hlo_text,
})
