"""Importing the compiler, when a program is first compiled: reading, checking and evaluating programs start without it."""

from __future__ import annotations

from hloom.runtime.room import require_for_llvm
from hloom.support.forking import IMPORTING


def load_compiler(in_child: bool = False) -> None:
    """Imports everything that compilation uses, and LLVM's library; `in_child` says that it compiles in another process.

    No fork() comes in between. Raises UserError where there is no memory for LLVM.
    """
    with IMPORTING:
        require_for_llvm(in_child)
        import llvmlite.binding as llvm

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
        import hloom.runtime.saved  # noqa: F401

        _ = llvm.llvm_version_info  # loads the library
