"""Other readers and printers of the same language, where they are installed: jaxlib and torch-mlir."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

#: All forms of a program's text: generic or not, with locations or not.
FORMS = [(generic, debug_info) for generic in (False, True) for debug_info in (False, True)]


class Oracle:
    """MLIR with the dialects of one distribution."""

    def __init__(self, ir: Any, context: Any) -> None:
        self.ir, self.context = ir, context

    def text(self, program: str, generic: bool = False, debug_info: bool = False) -> str | None:
        """The program as MLIR prints it; None if it cannot be read or is not valid."""
        found = self.texts(program, [(generic, debug_info)])
        return found[0] if found is not None else None

    def texts(self, program: str, forms: Sequence[tuple[bool, bool]]) -> list[str] | None:
        """The program as MLIR prints it in several forms (generic or not, with locations or not)."""
        with self.context:
            try:
                module = self.ir.Module.parse(program)
            except self.ir.MLIRError:
                return None
            return [module.operation.get_asm(print_generic_op_form=generic, enable_debug_info=debug_info)
                    for generic, debug_info in forms]

    def attribute(self, text: str) -> str | None:
        """An attribute as MLIR prints it; None if it cannot be read."""
        with self.context:
            try:
                return str(self.ir.Attribute.parse(text))
            except self.ir.MLIRError:
                return None

    def type(self, text: str) -> str:
        """A type as MLIR prints it."""
        with self.context:
            return str(self.ir.Type.parse(text))


def jax_oracle() -> Oracle:
    """MLIR as jaxlib carries it."""
    interpreters = pytest.importorskip("jax._src.interpreters.mlir")
    ir = pytest.importorskip("jaxlib.mlir.ir")
    return Oracle(ir, interpreters.make_ir_context())


def torch_oracle() -> Oracle:
    """MLIR as torch-mlir carries it, with the quantized types."""
    ir = pytest.importorskip("torch_mlir.ir")
    stablehlo = pytest.importorskip("torch_mlir._mlir_libs._stablehlo")
    everything = pytest.importorskip("torch_mlir._mlir_libs._mlirRegisterEverything")
    context = ir.Context()
    registry = ir.DialectRegistry()
    everything.register_dialects(registry)
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    stablehlo.register_dialect(context)
    stablehlo.register_interpreter_dialect(context)
    return Oracle(ir, context)


def oracles() -> list[Oracle]:
    """All that are installed; the test is skipped where there are none."""
    found = []
    for make in (jax_oracle, torch_oracle):
        try:
            found.append(make())
        except pytest.skip.Exception:
            continue
    if not found:
        pytest.skip("neither jaxlib nor torch-mlir is installed")
    return found
