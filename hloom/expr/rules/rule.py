"""What a simplification rule is: a named row with its equation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from hloom.expr.nodes import Constant, FloorDiv, IndexExpr, Mod, Sum

if TYPE_CHECKING:
    from hloom.expr.simplify import Simplifier

    # What the rules for divisions are applied to, for those who check types.
    class Quotient(FloorDiv):
        right: Constant

    class QuotientOfSum(Quotient):
        left: Sum

    class Remainder(Mod):
        right: Constant

    class RemainderOfSum(Remainder):
        left: Sum


class Rule(NamedTuple):
    """One rewrite of a node whose operands are already simplified.

    `equation` states it in the notation of the printed form, lower-case `x y z` for expressions and the other letters
    for integers; its condition follows `if`. `apply` gives the replacement, made of simplified parts, or None where
    the rule does not fit. Every rule keeps the value at every point of the domain and moves towards the normal form,
    so that rewriting ends.
    """

    name: str
    equation: str
    apply: Callable[[Any, Simplifier], IndexExpr | None]
    #: For divisions: the types of dividend that it is for (none: all), and whether it is for constant divisors or others.
    dividends: tuple[type[IndexExpr], ...] = ()
    by_constant: bool = True

    def fits(self, node: IndexExpr) -> bool:
        """Whether `apply` may be called on a node of the type that the rule is for."""
        if not isinstance(node, FloorDiv | Mod):
            return True
        return isinstance(node.right, Constant) == self.by_constant and (not self.dividends or type(node.left) in self.dividends)
