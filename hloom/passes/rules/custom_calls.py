"""Custom calls that stand for operations: then they are compiled as these are."""

from __future__ import annotations

from typing import Any

from hloom.ops.common.decomposition import Builder
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.passes.partly_dynamic import called_operation
from hloom.passes.rewriting import Replacement, RuleTable
from hloom.reference.custom_calls import effectless

TABLE = RuleTable()


@TABLE.rule("custom_call @f(x) -> what the definition of f says", CustomCall)
def decomposed_call(op: Any, b: Builder) -> Replacement:
    known = effectless(op)
    return None if known is None or known.decompose is None else known.decompose(op, b)


@TABLE.rule("stablehlo.dynamic_f(x, sizes) -> f(x)", CustomCall)
def operation_with_sizes(op: Any, b: Builder) -> Replacement:
    made = called_operation(op, op)
    return None if made is None else b.place(made)
