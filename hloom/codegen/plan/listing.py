"""Expressions as text: what occurs several times, or stands deep inside of others, gets a name, so that listings stay as small
as the expressions are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from hloom.expr.index import IndexExpr, Variable, runtime_values_of
from hloom.expr.scalar import Apply, Argument, ReductionResult, Rewriter, Scalar, Select, indices, walk

#: Functions inside of each other in one line.
_DEEPEST = 24
_WORD = re.compile(r"\b[A-Za-z]\w*\b")


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
    return lines, [str(Rewriter(scalars=names)(root) if names else root) for root in roots]


def with_short_names(text: str, variables: Iterable[Variable], scalars: Iterable[Scalar],
                     targets: Iterable[Sequence[IndexExpr]]) -> str:
    """A listing with variables called by their hints, and the second of a hint `d0_1`, instead of by numbers that tell them apart
    in the whole process. `variables` are those of loops; others are looked for in the scalars and the indices stored at."""
    found = dict.fromkeys(variables)
    expressions = [e for index in targets for e in index]
    pending = [*scalars, *(v.value for e in expressions for v in runtime_values_of(e))]
    for node in dict.fromkeys([node for scalar in pending for node in walk(scalar)]):
        expressions += indices(node)
        if isinstance(node, ReductionResult):
            found |= dict.fromkeys(node.reduction.variables)
    for e in expressions:
        if not found.keys() >= e.free_variables:
            found |= dict.fromkeys(sorted(e.free_variables, key=lambda v: v.order_head))
    taken: Counter[str] = Counter()
    names = {}
    for variable in found:
        names[str(variable)] = variable.prefix + (f"_{taken[variable.prefix]}" if taken[variable.prefix] else "")
        taken[variable.prefix] += 1
    return _WORD.sub(lambda word: names.get(word[0], word[0]), text)


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
