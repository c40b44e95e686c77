"""Expressions as text: what occurs several times, or stands deep inside of others, gets a name, so that listings stay as small
as the expressions are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hloom.expr.scalar import Apply, Argument, ReductionResult, Rewriter, Scalar, Select

#: Functions inside of each other in one line.
_DEEPEST = 24


def listed(roots: Sequence[Scalar]) -> tuple[list[str], list[str]]:
    """Definitions `t0 = ...` of what several expressions use, in order, and the texts of the expressions themselves."""
    ordered = _operands_first(roots)
    uses = Counter(child for node in ordered for child in node.children)
    names: dict[Scalar, Scalar] = {}
    depth: dict[Scalar, int] = {}
    lines = []
    for node in ordered:
        depth[node] = 1 + max([depth[child] for child in node.children if child not in names], default=0)
        if (uses[node] > 1 or depth[node] > _DEEPEST) and isinstance(node, Apply | ReductionResult | Select):
            lines.append(f"t{len(names)} = {Rewriter(scalars=names)(node)}")
            names[node] = Argument(node.type, f"t{len(names)}")
    return lines, [str(Rewriter(scalars=names)(root)) for root in roots]


def _operands_first(roots: Sequence[Scalar]) -> list[Scalar]:
    """The distinct nodes of expressions, each after its operands."""
    done: dict[Scalar, None] = {}
    pending = list(reversed(roots))
    while pending:
        node = pending[-1]
        missing = [child for child in node.children if child not in done]
        if missing and node not in done:
            pending.extend(missing)
        else:
            done[pending.pop()] = None
    return list(done)
