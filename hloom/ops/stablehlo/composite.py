"""Composite: an operation that stands for a function of the program, with a name by which compilers may know it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hloom.ir.core import Operation
from hloom.ops.builtin.function import Function, diagnose_call, has_type
from hloom.ops.common.process import Process
from hloom.ops.common.region_function import types_text
from hloom.ops.definition.attribute_kinds import dictionary, i32, string, symbol
from hloom.ops.definition.constraints import any_type
from hloom.ops.definition.operation import Attr, Bodies, C, Op, Operands, Results
from hloom.ops.definition.traits import Control
from hloom.support.diagnostics import Diagnostic

#: A name in a namespace: `my_namespace.my_op`.
_NAMESPACED = re.compile(r"[a-zA-Z]\w*(\.[\w$]+)+\Z", re.ASCII)


class Composite(Op, name="stablehlo.composite"):
    """Runs the function `decomposition`; `name` and `composite_attributes` say what it computes."""

    inputs: Operands = any_type
    name_: Attr = string
    composite_attributes: Attr = dictionary.default({})
    decomposition: Attr = symbol
    version: Attr = i32.default(0)
    composite_regions: Bodies = None
    outputs: Results = any_type
    takes_any_end = True
    is_pure = False
    control = Control.CALL
    callee_attribute = "decomposition"
    syntax = "$name_ $inputs (` ` `(` $composite_regions^ `)`)? attr-dict `:` functional-type(operands, results)"
    checks = [C(1, "name must be a name in a namespace, such as my_namespace.my_op, got {name_}",
                lambda op: _NAMESPACED.match(op.name_) is not None)]
    #: Constraints that `diagnose_symbols` checks.
    symbol_labels = ("C2", "C3", "C4")

    def diagnose_symbols(self, names: Mapping[str, Operation]) -> Iterator[Diagnostic]:
        """That the decomposition exists and takes and gives the types of the operands and results."""
        function = names.get(self.decomposition)
        if not isinstance(function, Function):
            for found in diagnose_call(self, self.decomposition, names, self.inputs, self.outputs):
                yield Diagnostic("composite_c2", found.message, found.span, notes=found.notes)
            return
        if not has_type(function):
            return
        note = ((f"@{self.decomposition} is defined here", function.span),)
        for code, what, values, types in (("composite_c3", "operands", self.inputs, function.function_type.inputs),
                                          ("composite_c4", "results", self.outputs, function.function_type.outputs)):
            mine = tuple(v.type for v in values)
            if mine != tuple(types):
                yield Diagnostic(code, f"{what} must have the types {types_text(types)} of @{self.decomposition}, "
                                 f"got {types_text(mine)}", self.span, notes=note)

    def run(op, process: Process, *inputs: Any) -> Any:
        return process.call_function(op.decomposition, *inputs)
