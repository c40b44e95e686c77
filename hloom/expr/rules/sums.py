"""The rules that put quotients and remainders of one expression back together.

All of them apply one identity, `(x floordiv m) * m + x mod m == x`, and one consequence of it,
`(y mod n) * m + r == (y * m + r) mod (m * n)` for `0 <= r < m`. They recognise the unions of splits that reshapes
make. A rewrite must make the sum smaller, and it must not merge digits of a mixed-radix number:
`x mod 8 + (x floordiv 8) * 48` has one division less as `x + (x floordiv 8) * 40`, but no longer shows its digits, on
which the rules for divisions of the sum depend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from hloom.expr.nodes import Constant, FloorDiv, IndexExpr, Mod, Sum, linear_combination, split_affine
from hloom.expr.rules.rule import Rule

if TYPE_CHECKING:
    from hloom.expr.simplify import Simplifier

Terms = Mapping[IndexExpr, int]
_Split = tuple[IndexExpr, int, int, IndexExpr]
"""A dividend `z`, a modulus `m`, a factor `c`, and the remainder `z mod m`."""


def _size(terms: Iterable[IndexExpr]) -> tuple[int, int]:
    """What must become smaller: first the divisions, also those inside of divisions, then the terms."""
    listed = list(terms)
    return sum([term.division_count for term in listed]), len(listed)


def _improved(node: Sum, terms: Terms, changes: Iterable[tuple[IndexExpr, int]]) -> IndexExpr | None:
    """`node` plus `changes`, whose value is zero, if that is smaller and leaves all digits as they are."""
    changed = linear_combination([*terms.items(), *changes], node.constant)
    remaining = split_affine(changed)[1]
    if _size(remaining) >= _size(terms):
        return None
    mixed = any(terms.get(atom, k) != k and atom.own_divisions for atom, k in remaining.items())
    return None if mixed else changed


def _splits(quotient: FloorDiv, factor: int, terms: Terms, simplifier: Simplifier) -> Iterator[_Split]:
    """The ways to read `quotient * factor` as `(z floordiv m) * (m * c)` such that the sum may have other parts of z.

    For `x floordiv M` these are `z = x floordiv (M / m)` for the divisors `m` of `M`. Worth trying are those for which
    a term of `z mod m` occurs with its coefficient times `c`, or one of `z` with its coefficient times `-c`.
    """
    assert isinstance(quotient.right, Constant)
    whole = quotient.right.value
    moduli = {abs(factor // k) for k in terms.values() if factor % k == 0}
    if factor % whole == 0:
        moduli.add(whole)
    for m in sorted(moduli, reverse=True):
        if m == 1 or whole % m:
            continue
        c = factor // m
        dividend = simplifier.floordiv(quotient.left, whole // m)
        remainder = simplifier.mod(dividend, m)
        if any(terms.get(part) == c * k for part, k in split_affine(remainder)[1].items()) or any(
            terms.get(part) == -c * k for part, k in split_affine(dividend)[1].items()
        ):
            yield dividend, m, c, remainder


def _join_quotient(node: Sum, simplifier: Simplifier) -> IndexExpr | None:
    terms = dict(node.terms)
    for term, factor in node.terms:
        if isinstance(term, FloorDiv) and isinstance(term.right, Constant):
            for dividend, m, c, remainder in _splits(term, factor, terms, simplifier):
                joined = _improved(node, terms, [(term, -c * m), (remainder, -c), (dividend, c)])
                if joined is not None:
                    return simplifier.normalize(joined)
    return None


def _join_remainder(node: Sum, simplifier: Simplifier) -> IndexExpr | None:
    terms = dict(node.terms)
    for term, factor in node.terms:
        if not (isinstance(term, Mod) and isinstance(term.right, Constant)):
            continue
        for part, coefficient in split_affine(term.left)[1].items():
            if coefficient != 1 or not isinstance(part, FloorDiv) or not isinstance(part.right, Constant):
                continue
            for dividend, m, c, remainder in _splits(part, factor, terms, simplifier):
                whole = simplifier.combine([(term.left, m), (part, -m), (dividend, 1)])
                united = simplifier.mod(whole, m * term.right.value)
                joined = _improved(node, terms, [(term, -factor), (remainder, -c), (united, c)])
                if joined is not None:
                    return simplifier.normalize(joined)
    return None


def _round_down(node: Sum, simplifier: Simplifier) -> IndexExpr | None:
    terms = dict(node.terms)
    for term, factor in node.terms:
        if not (isinstance(term, Mod) and isinstance(term.right, Constant)):
            continue
        if any(terms.get(part) == -factor * k for part, k in split_affine(term.left)[1].items()):
            m = term.right.value
            quotient = simplifier.floordiv(term.left, m)
            rounded = _improved(node, terms, [(term, -factor), (term.left, factor), (quotient, -factor * m)])
            if rounded is not None:
                return simplifier.normalize(rounded)
    return None


SUM_RULES = (
    Rule(
        "join-quotient",
        "(x floordiv m) * m + x mod m -> x; x - (x floordiv m) * m -> x mod m",
        _join_quotient,
    ),
    Rule(
        "join-remainder",
        "((x floordiv m + y) mod n) * m + x mod m -> (x + y * m) mod (m * n); x mod (m * n) - ... -> x mod m",
        _join_remainder,
    ),
    Rule("round-down", "x - x mod m -> (x floordiv m) * m", _round_down),
)
