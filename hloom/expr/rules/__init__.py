"""The simplification rules, one table: which rows apply to which type of node, in the order in which they are tried."""

from __future__ import annotations

from hloom.expr.nodes import FloorDiv, IndexExpr, Maximum, Minimum, Mod, Sum
from hloom.expr.rules.division import DIVISION_RULES
from hloom.expr.rules.extrema import EXTREMUM_RULES, VARIABLE_RULES
from hloom.expr.rules.remainder import REMAINDER_RULES
from hloom.expr.rules.rule import Rule
from hloom.expr.rules.sums import SUM_RULES
from hloom.expr.variables import Dim, Range, Runtime, RuntimeValue, Symbol

RULES: dict[type, tuple[Rule, ...]] = {
    FloorDiv: DIVISION_RULES,
    Mod: REMAINDER_RULES,
    Sum: SUM_RULES,
    Minimum: EXTREMUM_RULES,
    Maximum: EXTREMUM_RULES,
    **dict.fromkeys((Dim, Range, Runtime, Symbol, RuntimeValue), VARIABLE_RULES),
}


_FITTING: dict[tuple[type, type, type], tuple[Rule, ...]] = {}


def rules_for(node: IndexExpr) -> tuple[Rule, ...]:
    """The rows to try on a node. Those for sums join a division with other terms of the same variables."""
    if type(node) is FloorDiv or type(node) is Mod:
        shape = (type(node), type(node.left), type(node.right))
        found = _FITTING.get(shape)
        if found is None:
            found = _FITTING[shape] = tuple(rule for rule in RULES[type(node)] if rule.fits(node))
        return found
    if type(node) is Sum and not (node.division_count and _terms_share_variables(node)):
        return ()
    return RULES.get(type(node), ())


def _terms_share_variables(node: IndexExpr) -> bool:
    return sum([len(term.free_variables) for term in node.children]) > len(node.free_variables)
