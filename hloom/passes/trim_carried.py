"""Loops stop carrying what they do not change.

    %0:2 = stablehlo.while(%i = %c0, %w = %weights) ... do { ... use %w ... return %next, %w }
->  %0   = stablehlo.while(%i = %c0)                ... do { ... use %weights ... return %next }

A carried value is unchanged if the body returns its own argument, or the very value with which the loop starts. Its
uses see the outer value directly, which needs no buffer of the loop's own. Inner loops come first: what they do not
change, the outer one may not change either.
"""

from __future__ import annotations

from hloom.ir.core import Operation, Value
from hloom.ops.stablehlo.control import While
from hloom.passes.control_flow import keep_carried
from hloom.passes.rewriting import substitute


def run(module: Operation) -> bool:
    """The pass `trim_carried`."""
    loops = [op for op in module.walk() if isinstance(op, While)]
    values: dict[Value, Value] = {}
    for loop in reversed(loops):
        _free(loop, values)
    substitute(module, values)
    return bool(values)


def _free(loop: Operation, values: dict[Value, Value]) -> None:
    """Takes unchanged values out of a loop; `values` receives what stands for them."""
    cond, body = (region.block for region in loop.regions)
    changed = []
    for k, (start, end) in enumerate(zip(loop.operands, body.terminator.operands)):
        while end in values:
            end = values[end]
        if (end is body.arguments[k] or end is start) and start.type is loop.results[k].type is body.arguments[k].type:
            values.update({loop.results[k]: start, cond.arguments[k]: start, body.arguments[k]: start})
        else:
            changed.append(k)
    if len(changed) < len(loop.operands):
        keep_carried(loop, changed)
