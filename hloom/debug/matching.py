"""Two programs side by side: their operations matched, and the first whose operands agree and whose results do not.

Operations are matched in their order by what they are and which types they give (a longest common subsequence); operations that
stand in each other's place between such are matched as well. Loops and branches that differ are entered, with what the first
program has there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

import numpy as np

from hloom.debug.agreement import Compared, compare_all
from hloom.debug.around import around, named_operands
from hloom.debug.engines import Engine
from hloom.debug.fragments import Fragment, fragment, values_of
from hloom.debug.regions import Environment, body_of, chosen_region, place_of, steps_of_loop, value_of
from hloom.ir.core import Block, Operation, Value
from hloom.numbers.difference import Difference, Tolerance
from hloom.ops.builtin.module import Module
from hloom.ops.definition.traits import Control
from hloom.reference.values import names_in

#: A program, and the engine that runs it.
Side = tuple[Module, Engine]


@dataclass
class Match:
    """An operation of the first program, the one of the second in its place, and how the second's result differs."""

    ops: tuple[Operation, Operation]
    names: tuple[str, str]
    compared: Compared
    operands: Mapping[str, Any]
    path: tuple[str, ...] = ()
    #: Whether all operands agree: else the operations before it have nothing in their place in the other program.
    is_first: bool = True

    def __str__(self) -> str:
        one, two = self.ops
        lines = [f"the first operation that differs is %{self.names[1]} = {two.name}{_at(two)}"]
        lines.append(f"  in the first program %{self.names[0]} = {one.name}{_at(one)}")
        lines += [f"  in {place}" for place in reversed(self.path)]
        lines.append(f"  {self.compared.apart}")
        lines += [f"  operand {text}" for text in around(two, self.compared.apart, self.operands)]
        if not self.is_first:
            lines.append("  (what it is computed from has nothing in its place in the first program)")
        return "\n".join(lines)


def _at(op: Operation) -> str:
    return f" at {op.span}" if op.span else ""


def first_difference(one: Side, two: Side, arrays: Sequence[Any], tolerance: Tolerance | None = None,
                     tell: Callable[[str], None] = lambda text: None) -> Match | None:
    """The first operation of `main` of the second program that differs from the one in its place, on the same arrays; None where
    all that have one agree."""
    return _Matching((one, two), tolerance, tell).first((arrays, arrays), ())


class _Matching:
    """Two programs that are compared."""

    def __init__(self, sides: tuple[Side, Side], tolerance: Tolerance | None, tell: Callable[[str], None]) -> None:
        self.sides, self.tolerance, self.tell = sides, tolerance, tell
        mains = [module.functions["main"] for module, _ in sides]
        self.blocks = [main.body.block for main in mains]
        self.names = [names_in(main) for main in mains]

    def first(self, given: Sequence[Sequence[Any]], path: tuple[str, ...]) -> Match | None:
        """The first difference, where each program has its own arguments, which mean the same."""
        values = [_values(engine, module, arrays) for (module, engine), arrays in zip(self.sides, given)]
        pairs = matched(*self.blocks)
        self.tell(f"{len(pairs)} of {len(self.blocks[1].operations)} operations are matched")
        agree: dict[Value, bool] = dict.fromkeys(self.blocks[1].arguments, True)
        later: Match | None = None
        for op, other in pairs:
            different: tuple[Value, Value, Compared] | None = None
            for a, b in zip(op.results, other.results):
                compared = self._compared(value_of(a, values[0]), value_of(b, values[1]))
                agree[b] = not compared.apart
                different = different or ((a, b, compared) if compared.apart else None)
            if different is None:
                continue
            names = (self.names[0].get(different[0], ""), self.names[1].get(different[1], ""))
            operands = named_operands(other, self.names[1], [value_of(v, values[1]) for v in other.operands])
            found = Match((op, other), names, different[2], operands, path)
            if all(agree.get(v, False) for v in other.operands):
                return self._inside(op, other, values, path) or found
            later = later or found
        return None if later is None else replace(later, is_first=False)

    def _compared(self, one: Any, two: Any) -> Compared:
        """How a value of the second program differs from the one in its place; values that are no arrays do not."""
        if not isinstance(one, np.ndarray | np.generic) or not isinstance(two, np.ndarray | np.generic):
            return Compared("", Difference())
        compared, = compare_all([("", np.asarray(two), np.asarray(one))], self.tolerance, lambda names: {})
        return compared

    def _inside(self, op: Operation, other: Operation, values: Sequence[Environment], path: tuple[str, ...]) -> Match | None:
        """What differs inside of two loops, or two branches."""
        control = getattr(op, "control", None)
        if control is not getattr(other, "control", None) or len(op.regions) != len(other.regions):
            return None
        (first, _), (second, engine) = self.sides
        place = place_of(other)
        if control is Control.BRANCH:
            number = chosen_region(op, value_of(op.operands[0], values[0]))
            parts = [body_of(first, op.regions[number]), body_of(second, other.regions[number])]
            return self._parts(parts, values, (*path, f"branch {number} of {place}"))
        if control is not Control.LOOP:
            return None
        bodies = [[body_of(module, region) for region in each.regions] for module, each in ((first, op), (second, other))]
        runs = [engine.load(part.module) for part in bodies[1]]
        for step in steps_of_loop(op, bodies[0], self.sides[0][1], values[0]):
            known = [{**own, **dict(zip(each.regions[step.region].block.arguments, step.state))}
                     for own, each in zip(values, (op, other))]
            part = bodies[1][step.region]
            found = runs[step.region]([value_of(v, known[1]) for v in part.arguments])
            if any(self._compared(x, y).apart for x, y in zip(step.results, found)):
                where = (*path, f"iteration {step.iteration} of {place}")
                return self._parts([bodies[0][step.region], part], known, where)
        return None

    def _parts(self, parts: Sequence[Fragment], values: Sequence[Environment], path: tuple[str, ...]) -> Match | None:
        inner = _Matching(tuple((part.module, engine) for part, (_, engine) in zip(parts, self.sides)),  # type: ignore[arg-type]
                          self.tolerance, self.tell)
        return inner.first([[value_of(v, own) for v in part.arguments] for part, own in zip(parts, values)], path)


def _values(engine: Engine, module: Module, arrays: Sequence[Any]) -> dict[Value, Any]:
    """The arguments of `main`, and every tensor that its operations give, as an engine shows them."""
    block = module.functions["main"].body.block
    names = values_of(module)
    shown = fragment(module, list(names), block.arguments)
    given = dict(zip(block.arguments, arrays))
    return {**given, **dict(zip(names, engine.load(shown.module)([given[v] for v in shown.arguments])))}


def matched(one: Block, two: Block) -> list[tuple[Operation, Operation]]:
    """The operations of two blocks that stand in each other's place, in their order."""
    sides = [[op for op in block.operations if not op.is_terminator] for block in (one, two)]
    keys = [[(op.name, *(str(r.type) for r in op.results)) for op in side] for side in sides]
    found: list[tuple[Operation, Operation]] = []
    for kind, a, b, c, d in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if kind == "equal" or (kind == "replace" and b - a == d - c):
            found += [(x, y) for x, y in zip(sides[0][a:b], sides[1][c:d])
                      if [r.type for r in x.results] == [r.type for r in y.results]]
    return found
