"""Loops stop carrying what they do not change.

    %0:2 = stablehlo.while(%i = %c0, %w = %weights) ... do { ... use %w ... return %next, %w }
->  %0   = stablehlo.while(%i = %c0)                ... do { ... use %weights ... return %next }

A carried value is unchanged if the body returns its own argument, or the very value with which the loop starts. Its
uses see the outer value directly, which needs no buffer of the loop's own. Inner loops come first: what they do not
change, the outer one may not change either.

A loop of which the program uses nothing but what it does not change would be dead then. Where it may not come to an end,
what comes after it must not be reached, so it keeps the smallest of these values, and its result.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.core import Operation, Value
from hloom.ir.types import TensorType
from hloom.ops.stablehlo.control import While
from hloom.passes.counting import iterations
from hloom.passes.dce import keep_carried, used_values
from hloom.passes.rewriting import substitute

#: Without any of these it changes nothing.
NEEDS = (While,)


def run(module: Operation) -> bool:
    """The pass `trim_carried`."""
    loops = [op for op in module.walk() if isinstance(op, While)][::-1]
    if not loops:
        return False
    used = used_values(module)
    changed = _trim(module, loops, used)
    # Only now can be seen how often those run that carried the constant up to which they count.
    ending = [loop for loop in loops if iterations(loop) is not None]
    return _trim(module, ending, set()) or changed


def _trim(module: Operation, loops: list[Any], used: set[Value]) -> bool:
    values: dict[Value, Value] = {}
    for loop in loops:
        _free(loop, values, used)
    substitute(module, values)
    return bool(values)


def _free(loop: Operation, values: dict[Value, Value], used: set[Value]) -> None:
    """Takes unchanged values out of a loop; `values` receives what stands for them."""
    cond, body = (region.block for region in loop.regions)
    unchanged = []
    for k, (start, end) in enumerate(zip(loop.operands, body.terminator.operands)):
        while end in values:
            end = values[end]
        if (end is body.arguments[k] or end is start) and start.type is loop.results[k].type is body.arguments[k].type:
            unchanged.append(k)
    read = [k for k, result in enumerate(loop.results) if result in used]
    if read and set(read) <= set(unchanged) and iterations(loop) is None:
        unchanged.remove(min(read, key=lambda k: _elements(loop.results[k])))
    for k in unchanged:
        start = loop.operands[k]
        values.update({loop.results[k]: start, cond.arguments[k]: start, body.arguments[k]: start})
    if unchanged:
        keep_carried(loop, [k for k in range(len(loop.operands)) if k not in unchanged])


def _elements(value: Value) -> float:
    return value.type.size if isinstance(value.type, TensorType) and value.type.is_static else float("inf")
