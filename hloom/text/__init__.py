"""Programs as text: MLIR's syntax in and out."""

from hloom.ops.structure import Module
from hloom.text import custom, custom_dialects, custom_operations, custom_sdy  # noqa: F401  (they define the directives)
from hloom.text.lexer import DEFAULT_LIMITS, Limits
from hloom.text.parser import parse
from hloom.text.printer import print_module, print_operation

__all__ = ["DEFAULT_LIMITS", "Limits", "parse", "print_module", "print_operation"]

Module.faces["text"] = print_module
