"""Programs as HLO text, in and out."""

from hloom.text.hlo.parser import parse
from hloom.text.hlo.printer import PrintOptions, print_instruction, print_module

__all__ = ["PrintOptions", "parse", "print_instruction", "print_module"]
