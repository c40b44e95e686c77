"""Index expressions: the names that the rest of the compiler uses.

The parts: `nodes` (what an expression is and how it is built), `interning` (nodes built alike are one), `variables` (and walks:
substitution, evaluation), `simplify` (the rewrite rules that know the bounds).
"""

from __future__ import annotations

from hloom.expr.interval import Bounds
from hloom.expr.nodes import (
    ONE,
    ZERO,
    Constant,
    FloorDiv,
    IndexExpr,
    Maximum,
    Minimum,
    Mod,
    Product,
    Sum,
    ceildiv,
    floordiv,
    lift,
    linear_combination,
    maximum,
    minimum,
    mod,
    split_affine,
)
from hloom.expr.simplify import IntervalAnalysis, Simplifier, interval_of, simplify
from hloom.expr.variables import (
    Dim,
    Range,
    Runtime,
    RuntimeValue,
    Symbol,
    Variable,
    evaluate,
    evaluate_all,
    fresh,
    postorder,
    runtime_value,
    runtime_values_of,
    substitute,
    substitute_all,
    variables,
)

__all__ = [
    "ONE",
    "ZERO",
    "Bounds",
    "Constant",
    "Dim",
    "FloorDiv",
    "IndexExpr",
    "IntervalAnalysis",
    "Maximum",
    "Minimum",
    "Mod",
    "Product",
    "Range",
    "Runtime",
    "RuntimeValue",
    "Simplifier",
    "Sum",
    "Symbol",
    "Variable",
    "ceildiv",
    "evaluate",
    "evaluate_all",
    "floordiv",
    "fresh",
    "interval_of",
    "lift",
    "linear_combination",
    "maximum",
    "minimum",
    "mod",
    "postorder",
    "runtime_value",
    "runtime_values_of",
    "simplify",
    "split_affine",
    "substitute",
    "substitute_all",
    "variables",
]
