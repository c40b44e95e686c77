"""Kernels whose code programs share: what is compiled fast becomes a form (`llvm/forms`) and its numbers.

What goes round the functions of libraries (the tiles of a product, the passes over a row, the parts of a sort) is a kernel of a
program's own sizes. As a form it is a library itself, known by its text, and its numbers are words of the command table, among
them the addresses of the functions that it calls: of a program that does what another did, at other sizes, nothing is left for
LLVM.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from hloom.codegen.cpu.commands import FORM
from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.llvm.builder import OUTSIDE
from hloom.codegen.llvm.forms import form_of
from hloom.codegen.llvm.library import Library
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.values import SYMBOL


def as_forms(module: LLVMModule, kernels: Sequence[EmittedKernel]) -> list[EmittedKernel]:
    """The functions of one kernel that are compiled fast as those of a library, which the module includes in their place. As they
    are where one of them calls another, or mentions what only the module has."""
    found = (module.functions.get(name) for name in dict.fromkeys(kernel.name for kernel in kernels))
    functions = [f for f in found if f is not None and f.is_cold and f.has_parameters(PARAMETERS)]
    outside = [name for name, text in module.declarations.items() if text.endswith(OUTSIDE)]
    form = form_of(functions, module.globals, {*module.functions, *outside})
    if form is None or not functions:
        return list(kernels)
    text = "\n\n".join("\n".join(lines) for lines in form.bodies)
    if not module.functions.keys().isdisjoint(SYMBOL.findall(text)):  # the address of one, not a call
        return list(kernels)
    prefix = f"{FORM}{hashlib.sha256(text.encode()).hexdigest()[:20]}_"
    declarations = {name: module.declarations[name] for name in SYMBOL.findall(text) if name in module.declarations}
    module.called.update(name for name in form.numbers if isinstance(name, str))
    module.take_out(functions)
    module.include(Library.of_text(f"{prefix} {text}", partial(_emit, prefix, form.bodies, declarations), module.target))
    made = {f.name: f"{prefix}{number}" for number, f in enumerate(functions)}
    return [replace(kernel, function=made[kernel.name], numbers=tuple(form.numbers)) if kernel.name in made else kernel
            for kernel in kernels]


def _emit(prefix: str, bodies: Sequence[Sequence[str]], declarations: dict[str, str], module: LLVMModule) -> None:
    module.declarations |= declarations
    for number, lines in enumerate(bodies):
        made = module.function(f"{prefix}{number}", [("ptr", "given"), *PARAMETERS[1:]], is_cold=True)
        made.take_lines(lines)
