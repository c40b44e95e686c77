"""Programs as text: MLIR's syntax in and out."""

from hloom.ops.builtin.module import Module
from hloom.text.mlir import custom, custom_dialects, custom_operations, custom_sdy  # noqa: F401  (they define the directives)
from hloom.text.mlir.lexer import DEFAULT_LIMITS, Limits
from hloom.text.mlir.parser import parse
from hloom.text.mlir.printer import print_module, print_operation

__all__ = ["DEFAULT_LIMITS", "Limits", "parse", "print_module", "print_operation"]

Module.services["text"] = print_module
