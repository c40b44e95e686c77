"""Programs as HLO text, in and out."""

from typing import Any

from hloom.ops.builtin.module import Module
from hloom.support.diagnostics import InputError
from hloom.text.hlo.parser import parse
from hloom.text.hlo.printer import PrintOptions, print_instruction, print_module

__all__ = ["PrintOptions", "parse", "print_instruction", "print_module", "to_hlo_text"]


def to_hlo_text(module: Module, *, short: bool = False, canonical: bool = False, **options: Any) -> str:
    """A program in the form of HLO as its text. `options` are fields of PrintOptions.

    InputError for an option that does not exist.
    """
    chosen = PrintOptions.short_parsable() if short else PrintOptions.canonical_form() if canonical else PrintOptions()
    unknown = options.keys() - PrintOptions.__dataclass_fields__.keys()
    if unknown:
        raise InputError(f"there is no option {', '.join(sorted(unknown))}; options are short, canonical, "
                         f"{', '.join(PrintOptions.__dataclass_fields__)}")
    values = {name: getattr(chosen, name) for name in PrintOptions.__dataclass_fields__}
    return print_module(module, PrintOptions(**(values | options)))

