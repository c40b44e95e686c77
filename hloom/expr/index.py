"""Index expressions: the names that the rest of the compiler uses.

The parts: `nodes` (what an expression is and how it is built), `variables`, `interning` (nodes built alike are one),
`traverse` (substitution, evaluation, intervals of values), `simplify` (the rewrite rules that know the bounds).
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
from hloom.expr.traverse import evaluate, evaluate_all, postorder, substitute, substitute_all, variables
from hloom.expr.variables import Dim, Range, Runtime, RuntimeValue, Symbol, Variable, fresh, runtime_value, runtime_values_of

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
