"""What a simplification rule is: a named row with its equation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from hloom.expr.nodes import IndexExpr

if TYPE_CHECKING:
    from hloom.expr.simplify import Simplifier


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
