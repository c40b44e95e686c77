"""The simplification rules, one table: which rows apply to which type of node, in the order in which they are tried."""

from __future__ import annotations

from hloom.expr.nodes import Dim, FloorDiv, IndexExpr, Maximum, Minimum, Mod, Range, Runtime, RuntimeValue, Sum, Symbol
from hloom.expr.rules.division import DIVISION_RULES
from hloom.expr.rules.extrema import EXTREMUM_RULES, VARIABLE_RULES
from hloom.expr.rules.remainder import REMAINDER_RULES
from hloom.expr.rules.rule import Rule
from hloom.expr.rules.sums import SUM_RULES

RULES: dict[type, tuple[Rule, ...]] = {
    FloorDiv: DIVISION_RULES,
    Mod: REMAINDER_RULES,
    Sum: SUM_RULES,
    Minimum: EXTREMUM_RULES,
    Maximum: EXTREMUM_RULES,
    **dict.fromkeys((Dim, Range, Runtime, Symbol, RuntimeValue), VARIABLE_RULES),
}


def rules_for(node: IndexExpr) -> tuple[Rule, ...]:
    """The rows to try on a node. Those for sums are about divisions: a sum without any is in normal form."""
    return () if isinstance(node, Sum) and not node.division_count else RULES.get(type(node), ())
