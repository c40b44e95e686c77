"""Importing the compiler, when a program is first compiled: reading, checking and evaluating programs start without it."""

from __future__ import annotations

from functools import cache

from hloom.runtime.llvm_modules import load_llvm
from hloom.support.importing import importing


def load_runtime() -> None:
    """Imports what runs programs that were compiled before. No fork() comes in between."""
    with importing():
        import hloom.codegen.plan.provenance
        import hloom.ir.type_text
        import hloom.runtime.executable
        import hloom.runtime.kept
        import hloom.runtime.nested
        import hloom.runtime.recipe
        import hloom.runtime.saved  # noqa: F401


def load_compiler(in_child: bool = False) -> None:
    """Imports everything that compilation uses, and LLVM's library; `in_child` says that it compiles in another process.

    No fork() comes in the middle of it.
    Raises UserError where there is no memory for LLVM, InputError where llvmlite is not installed.
    """
    load_llvm(in_child)
    _load_modules()


@cache
def _load_modules() -> None:
    with importing():
        import hloom.codegen.cpu.compiler
        import hloom.codegen.llvm.math
        import hloom.expr.domain
        import hloom.expr.index_text
        import hloom.ir.type_text
        import hloom.passes
        import hloom.runtime.child
        import hloom.runtime.compilation
        import hloom.runtime.executable
        import hloom.runtime.interpreted
        import hloom.runtime.kept
        import hloom.runtime.nested
        import hloom.runtime.preparation
        import hloom.runtime.saved  # noqa: F401
