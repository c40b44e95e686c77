"""Rules for `mod`. Letters: `x y` expressions, `m a b g n k q` integers, the modulus positive."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from hloom.expr.nodes import Constant, IndexExpr, Mod, Sum, linear_combination, split_affine
from hloom.expr.rules.division import period, shares_variables, shift_into_first_period, small_remainder
from hloom.expr.rules.rule import Rule

if TYPE_CHECKING:
    from hloom.expr.simplify import Simplifier


def _single_period(node: Mod, simplifier: Simplifier) -> IndexExpr | None:
    if not isinstance(node.right, Constant):
        return None
    m = node.right.value
    q = period(simplifier.interval(node.left), m)
    return None if q is None else simplifier.combine([(node.left, 1)], -q * m)


def _drop_multiples(node: Mod, simplifier: Simplifier) -> IndexExpr | None:
    if not (isinstance(node.right, Constant) and isinstance(node.left, Sum)):
        return None
    m = node.right.value
    kept = [(term, coefficient) for term, coefficient in node.left.terms if coefficient % m]
    if len(kept) == len(node.left.terms):
        return None
    return simplifier.mod(linear_combination(kept, node.left.constant), m)


def _nested_remainder(node: Mod, simplifier: Simplifier) -> IndexExpr | None:
    if not isinstance(node.right, Constant):
        return None
    m = node.right.value
    constant, terms = split_affine(node.left)
    implied = {
        term
        for term, coefficient in terms.items()
        if isinstance(term, Mod)
        and isinstance(term.right, Constant)
        and term.right.value * coefficient % m == 0
        and not shares_variables(term, terms.keys() - {term})
    }
    if not implied:
        return None
    parts = [(term.children[0] if term in implied else term, coefficient) for term, coefficient in terms.items()]
    return simplifier.mod(simplifier.combine(parts, constant), m)


def _common_factor(node: Mod, simplifier: Simplifier) -> IndexExpr | None:
    if not (isinstance(node.right, Constant) and isinstance(node.left, Sum)):
        return None
    m, constant = node.right.value, node.left.constant
    g = gcd(m, *(coefficient for _, coefficient in node.left.terms))
    if g == 1:
        return None
    inner = simplifier.combine([(term, coefficient // g) for term, coefficient in node.left.terms], constant // g)
    return simplifier.combine([(simplifier.mod(inner, m // g), g)], constant % g)


def _split_small_remainder(node: Mod, simplifier: Simplifier) -> IndexExpr | None:
    if not (isinstance(node.right, Constant) and isinstance(node.left, Sum)):
        return None
    m, constant = node.right.value, node.left.constant
    terms = dict(node.left.terms)
    found = small_remainder(terms, constant, m, simplifier)
    if found is None:
        return None
    g, rest, q = found
    kept = simplifier.combine([(term, k // g) for term, k in terms.items() if term not in rest], q)
    return simplifier.combine([(simplifier.mod(kept, m // g), g), *rest.items()], constant - q * g)


def _shift(node: Mod, simplifier: Simplifier) -> IndexExpr | None:
    if not isinstance(node.right, Constant):
        return None
    m = node.right.value
    q = shift_into_first_period(node, simplifier, m)
    return simplifier.mod(node.left - q * m, m) if q else None


def _variable_modulus(node: Mod, simplifier: Simplifier) -> IndexExpr | None:
    if isinstance(node.right, Constant):
        return None
    numerator, modulus = simplifier.interval(node.left), simplifier.interval(node.right)
    return node.left if numerator.lower >= 0 and numerator.lt(modulus) else None


REMAINDER_RULES = (
    Rule("single-period", "x mod m -> x - q * m  if q * m <= x < q * m + m", _single_period),
    Rule("drop-multiples", "(x * m + y) mod m -> y mod m", _drop_multiples),
    Rule("nested-remainder", "((x mod a) * b + y) mod m -> (x * b + y) mod m  if m divides a * b", _nested_remainder),
    Rule("common-factor", "(x * g + k) mod (g * n) -> ((x + k floordiv g) mod n) * g + k mod g", _common_factor),
    Rule(
        "split-small-remainder",
        "(x * g + y) mod (g * n) -> ((x + q) mod n) * g + y - q * g  if q * g <= y < q * g + g",
        _split_small_remainder,
    ),
    Rule("shift-remainder", "(x + q * m) mod m -> x mod m  if 0 <= lower(x) < m", _shift),
    Rule("small-by-variable", "x mod y -> x  if 0 <= x < y", _variable_modulus),
)
