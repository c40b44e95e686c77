"""From a lowered program to machine code: the table of contents of the back end."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from hloom.codegen.llvm.builder import Module
from hloom.codegen.llvm.entry import emit_entry
from hloom.codegen.lowering import Lowering
from hloom.codegen.program import Program
from hloom.codegen.target import Target
from hloom.ir.types import TensorType
from hloom.ops.structure import Function
from hloom.support.diagnostics import UserError


@dataclass
class Generated:
    """A program, and the LLVM IR of its kernels and its entry; `seconds` by stage."""

    program: Program
    code: Module
    target: Target
    seconds: dict[str, float] = field(default_factory=dict)
    #: The optimised module that the function is of.
    module: Any = None

    @property
    def llvm(self) -> str:
        """The LLVM IR as one module."""
        return self.code.text(self.target.attributes)

    def llvm_parts(self, most: int) -> list[str]:
        """The LLVM IR as at most `most` modules that can be compiled side by side."""
        return self.code.parts(self.target.attributes, most)


class DynamicShapesError(UserError):
    """A function has values whose shapes are only known when it runs; it needs the evaluator."""


def require_static(function: Function) -> None:
    """Raises DynamicShapesError, at the place of the first one, for a function with values of dynamic shape."""
    for op in function.walk():
        for value in (*op.results, *(a for region in op.regions for a in region.arguments)):
            if isinstance(value.type, TensorType) and not value.type.is_static:
                raise DynamicShapesError.at(op.span, "unsupported", f"{op.name} has a value of type {value.type}, whose shape is "
                                            "only known at run time; the compiler takes static shapes")


def generate(function: Function, target: Target, workers: int) -> Generated:
    """Kernels, buffers and LLVM IR of a function that makes no calls. Raises DynamicShapesError (see `require_static`)."""
    require_static(function)
    start = perf_counter()
    lowering = Lowering(function, target, workers)
    lowered = perf_counter()
    emit_entry(lowering.llvm, lowering.program, workers)
    return Generated(lowering.program, lowering.llvm, target, {"kernels": lowered - start, "emit": perf_counter() - lowered})
