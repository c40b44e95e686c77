"""Steps of a reduction that make a program simpler: operations replaced by their operands, branches by what they choose, loops by
one step, and parts of a program as a program of their own.

They also look into regions, where nothing can be made an argument: what is computed there is replaced by an operand of the same
type, or by a constant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from hloom.debug.case import Case, Values, alone, is_counted, with_values
from hloom.debug.engines import Reference
from hloom.debug.reduction import Reduction
from hloom.debug.regions import body_of, is_tensor, steps_of_loop
from hloom.ir.core import Operation, Value, captured_values
from hloom.ir.types import TensorType
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.ops.common.decomposition import Builder, clone
from hloom.ops.definition.traits import Control
from hloom.passes import cse, dce, inline, trim_carried
from hloom.passes.rewriting import Rule, rewrite

#: Steps of a loop in which a body that shows the fault is looked for.
_MOST_STEPS = 1000
#: Passes that make programs smaller.
_PASSES = {"inline": inline, "trim_carried": trim_carried, "dce": dce, "cse": cse}


def passes(reduction: Reduction) -> None:
    """Runs hloom's own passes that make programs smaller."""
    for name, step in _PASSES.items():
        reduction.attempt(f"pass {name}", lambda case, step=step: _after(case, step.run))


def _after(case: Case, run: Callable[[Any], bool]) -> Case | None:
    made: Any = clone(case.module, {})
    return alone(Case(made, case.arrays)) if run(made) else None


# -- one operation in place ----------------------------------------------------------------------------------------------------


class Rewrite(NamedTuple):
    """Something else in the place of an operation: a name for it, and what makes the values."""

    name: str
    make: Callable[[Any, Builder], Any]


def rewrites(reduction: Reduction) -> None:
    """Replaces operations one by one, also those in regions, from the end on."""
    place = len(_counted(reduction.case.module))
    while place:
        place = min(place, len(_counted(reduction.case.module))) - 1
        if place < 0:
            return
        op = _counted(reduction.case.module)[place]
        is_replaced = any(reduction.attempt(f"operation {place}: {each.name}",
                                            lambda case, at=place, each=each: _rewritten(case, at, each))
                          for each in _rewrites_of(op))
        place += is_replaced  # what stands there now


def _counted(module: Module) -> list[Operation]:
    return [op for op in module.walk() if is_counted(op)]


def _rewritten(case: Case, place: int, rewrite_: Rewrite) -> Case | None:
    made: Any = clone(case.module, {})
    target = _counted(made)[place]
    rule = Rule(rewrite_.name, None, rewrite_.make)
    if not rewrite(made, lambda op: (rule,) if op is target else ()):
        return None
    dce.run(made)
    return alone(Case(made, case.arrays))


def _rewrites_of(op: Operation) -> Iterator[Rewrite]:
    """What may stand in the place of an operation."""
    control = getattr(op, "control", None)
    if control is Control.BRANCH:
        yield from (Rewrite(f"branch {k}", lambda op, b, k=k: _copied(op, b, k)) for k in range(len(op.regions)))
    if control is Control.LOOP:
        yield Rewrite("one step", lambda op, b: _copied(op, b, 1))
    if len(op.results) == len(op.operands) > 1:
        yield Rewrite("its operands", lambda op, b: op.operands)
    if len(op.results) == 1:
        same = [k for k, v in enumerate(op.operands) if v.type == op.results[0].type]
        yield from (Rewrite(f"operand {k}", lambda op, b, k=k: op.operands[k]) for k in same)
    if op.results and not isinstance(op.parent, Function) and all(map(_can_be_constant, op.results)):
        yield from (Rewrite(f"{number}", lambda op, b, n=number: [b.splat(n, r.type) for r in op.results]) for number in (0, 1))


def _can_be_constant(value: Value) -> bool:
    type = value.type
    return isinstance(type, TensorType) and type.is_static and not type.is_quantized and type.encoding is None


def _copied(op: Operation, b: Builder, region: int) -> list[Value]:
    """What a region computes, of the operation's operands."""
    block = op.regions[region].block
    values: dict[Any, Any] = dict(zip(block.arguments, op.operands))
    for inner in block.operations[:-1]:
        b.block.append(clone(inner, values))
    return [values.get(v, v) for v in block.terminator.operands]


# -- a part of the program as the whole ----------------------------------------------------------------------------------------


def parts(reduction: Reduction) -> None:
    """Takes a branch, a loop's body or condition at one of its steps, or a called function as the program."""
    while any(reduction.attempt(f"part of {place}: {name}", make) for place in range(len(reduction.case.operations))
              for name, make in _parts_of(reduction, place)):
        pass


def _parts_of(reduction: Reduction, place: int) -> Iterator[tuple[str, Callable[[Case], Case | None]]]:
    op = reduction.case.operations[place]
    control = getattr(op, "control", None)
    if control is Control.BRANCH:
        for k in range(len(op.regions)):
            yield f"branch {k}", lambda case, k=k: _branch(case, reduction.values, place, k)
    elif control is Control.LOOP:
        for region in (1, 0):
            for which in ("first", "second", "middle", "last"):
                yield f"region {region} {which}", lambda case, region=region, which=which: _step(
                    case, reduction.values, place, region, which)
    elif control is Control.CALL:
        yield "callee", lambda case: _callee(case, reduction.values, place)


def _branch(case: Case, values: Values, place: int, region: int) -> Case:
    return with_values(body_of(case.module, case.operations[place].regions[region]), values)


def _step(case: Case, values: Values, place: int, region: int, which: str) -> Case | None:
    """A region of a loop with what it runs on at one of its steps."""
    op = case.operations[place]
    bodies = [body_of(case.module, each) for each in op.regions]
    known = values.of(v for v in (*op.operands, *captured_values(op)) if is_tensor(v))
    steps = [s for s in islice(steps_of_loop(op, bodies, Reference(), known), 2 * _MOST_STEPS) if s.region == region]
    at = {"first": 0, "second": 1, "middle": len(steps) // 2, "last": len(steps) - 1}[which]
    if not 0 <= at < len(steps) or (which in ("middle", "last") and at < 2):
        return None
    here: dict[Value, Any] = {**known, **dict(zip(op.regions[region].block.arguments, steps[at].state))}
    return Case(bodies[region].module, [here[v] for v in bodies[region].arguments])


def _callee(case: Case, values: Values, place: int) -> Case | None:
    op = case.operations[place]
    callee = inline.callee_of(op, case.module.functions)
    if callee is None:
        return None
    made = body_of(case.module, callee.regions[0])
    known = dict(zip(callee.body.arguments, values.of(op.operands).values()))
    return Case(made.module, [known[v] for v in made.arguments])  # type: ignore[index]
