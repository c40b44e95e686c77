"""Where a NaN, or an infinity, comes from: the operation that made it first, the operands there, and the way to the results.

The run goes on to its end while a tracker remembers what has what is looked for (`hloom.debug.nan_tracking`); then ways are
followed from the results back (`hloom.debug.nan_ways`). What an engine computes is shown operation by operation
(`hloom.debug.fragments`) and told to the tracker as if the evaluator had computed it; loops and branches in which it is are
entered with the values that they had there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from hloom.debug.divergence import Search, can_run_alone
from hloom.debug.engines import Engine, EngineError, Loaded, Reference, engine_named
from hloom.debug.fragments import Fragment, constant_of, defining, fragment, inlined, values_of
from hloom.debug.nan_told import NanOrigin
from hloom.debug.nan_tracking import Tracker
from hloom.debug.nan_ways import Watch
from hloom.debug.regions import Environment, body_of, chosen_region, is_tensor, steps_of_loop, value_of
from hloom.ir.core import Block, Operation, Value
from hloom.ir.types import TokenType
from hloom.ops.builtin.function import signature
from hloom.ops.builtin.module import Module, boundary_of, checked_module, function_named
from hloom.ops.definition.traits import Control
from hloom.ops.hlo.lowering import runnable
from hloom.reference.api import check_arguments, evaluate, evaluate_arrays
from hloom.reference.callbacks import callbacks_of
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.reference.observe import Observer, first_of, looked_for, nan_kind
from hloom.support.diagnostics import UserError

#: Runs of bodies of loops and branches that are looked into.
MOST_BODIES: Final = 2_000
#: The programs that show the values of blocks.
_Shown = dict[Block, tuple[Fragment, Loaded]]


def nan_origin(module: Module, /, *arrays: Any, kind: str = "nan", engine: str | Engine = "reference", function: str = "main",
               ) -> NanOrigin | None:
    """Where a NaN (`kind="inf"`: an infinity, `"all"`: either) in the results of a function comes from, when it runs on arrays;
    where no result has any, where the first comes from that an operation made. None where none made any.

    Arrays are given by position, as `hloom.evaluate` takes them. `engine` is `reference`, `cpu` (what compiled code computes), or
    an object of `hloom.debug.engines`. Raises InputError for arrays that do not fit, and what a failing run raises.
    """
    found = origins(module, arrays, kind, engine, function)
    return next((each for each in found if each.results), found[0] if found else None)


def origins(module: Module, arrays: Sequence[Any], kind: str = "nan", engine: str | Engine = "reference", function: str = "main",
            ) -> list[NanOrigin]:
    """What made NaN in the run, as far as it reaches results, and what made the first one, in the order of the run."""
    made = engine_named(engine) if isinstance(engine, str) else engine
    nan_kind(kind)
    checked_module(module).verify()
    module = runnable(module, function)
    calling, boundary = getattr(module, "calling", None), boundary_of(module, function_named(module, function))
    narrows = None if calling is None else calling.narrows
    if boundary is not None:  # trees, and tokens
        arrays, _ = boundary.arrays(arrays, {})
    if isinstance(made, Reference):
        watch = Watch(module, function, kind)
        watch.run(partial(evaluate_arrays, module, arrays, function, callbacks_of(calling, False, CUSTOM_CALLS), narrows,
                          observer=watch.tracker, **made.limits))
        return watch.origins
    try:
        names = [p.name for p in signature(function_named(module, function)).results if not isinstance(p.type, TokenType)]
        whole = inlined(module, function)
        values = check_arguments(function_named(whole, "main"), arrays, narrows=narrows)
        shown: _Shown = {}
        for thorough in (False, True):
            watch = Watch(whole, "main", kind, names)
            watch.finish(_Replay(made, whole, watch.tracker, shown, thorough).run(values))
            if watch.origins:
                return watch.origins
        return _unseen(made, whole, values, kind, names)
    finally:
        if isinstance(engine, str) and hasattr(made, "__exit__"):
            made.__exit__(None, None, None)  # type: ignore[attr-defined]


def _unseen(engine: Engine, module: Module, arrays: Sequence[Any], kind: str, names: Sequence[str]) -> list[NanOrigin]:
    """What an engine makes only as long as its values are not looked at: from a result that has it back to what is made of values
    that have none, each in a program that gives it alone."""
    block = module.functions["main"].body.block
    given = dict(zip(block.arguments, arrays))
    alone: dict[Value, Any] = dict(given)

    def value(wanted: Value) -> Any:
        if wanted not in alone:
            part = fragment(module, [wanted], block.arguments)
            alone[wanted] = engine.load(part.module)([given[v] for v in part.arguments])[0]
        return alone[wanted]

    def has(wanted: Value) -> bool:
        return looked_for(kind, value(wanted)) is not None

    whole = engine.load(module)([x for x in arrays if x is not None])
    ends = zip(names, (v for v in block.terminator.operands if not isinstance(v.type, TokenType)), whole)
    end = next(((name, v) for name, v, x in ends if looked_for(kind, x) is not None and defining(v) is not None and has(v)), None)
    if end is None:
        return []
    name, current = end
    while (before := Search(engine).nearer(block, current, has)) is not None:
        current = before
    op = defining(current)
    assert op is not None
    watch = Watch(module, "main", kind, names)
    watch.tracker.before(op, operands := tuple(value(v) if is_tensor(v) else None for v in op.operands))
    watch.tracker.after(op, operands, tuple(value(r) if is_tensor(r) else None for r in op.results))
    watch.broken()
    marked = looked_for(kind, value(end[1]))
    assert marked is not None
    return [replace(origin, is_whole=True, is_unseen=True, results={name: first_of(marked)}) for origin in watch.origins]


class _Replay:
    """Tells a tracker what an engine computes. Loops and branches are entered whose results have what is looked for; with
    `thorough` all, as far as MOST_BODIES goes."""

    def __init__(self, engine: Engine, module: Module, tracker: Tracker, shown: _Shown, thorough: bool) -> None:
        self.engine, self.module, self.tracker, self.thorough = engine, module, tracker, thorough
        self._left, self._shown = MOST_BODIES, shown

    def run(self, arrays: Sequence[Any]) -> list[Any]:
        """Goes through `main`; gives its results."""
        block = self.module.functions["main"].body.block
        values = self._block(block, dict(zip(block.arguments, arrays)))
        return [value_of(v, values) for v in block.terminator.operands]

    def _block(self, block: Block, given: Environment) -> Environment:
        """Tells of each operation of a block; `given` are its arguments, and the values from outside that it reads."""
        if block not in self._shown:
            part = fragment(self.module, list(values_of(self.module, block)), block.arguments, block=block)
            self._shown[block] = part, self.engine.load(part.module)
        part, run = self._shown[block]
        shown = run([value_of(v, given) for v in part.arguments])
        values = {**given, **dict(zip(values_of(self.module, block), shown))}
        for op in block.operations:
            if not op.is_terminator and constant_of(op) is None:
                operands = tuple(value_of(v, values) for v in op.operands)
                results = tuple(values.get(r) for r in op.results)
                self.tracker.before(op, operands)
                self._inside(op, operands, results, values)
                self.tracker.after(op, operands, results)
        return values

    def _has(self, values: Sequence[Any]) -> bool:
        return any(looked_for(self.tracker.kind, x) is not None for x in values)

    def _inside(self, op: Operation, operands: Sequence[Any], results: Sequence[Any], values: Environment) -> None:
        """Tells of what an operation runs inside."""
        has = self._has(results)
        if not op.regions or self._left <= 0 or not (has or self.thorough):
            return
        control = getattr(op, "control", None)
        try:
            if control is Control.LOOP and can_run_alone(op, values):
                self._loop(op, values)
            elif control is Control.BRANCH and can_run_alone(op, values):
                self._body(op.regions[chosen_region(op, operands[0])].block, values)
            elif control is None and not self._has(operands):
                self._evaluated(op, values)
        except EngineError:  # what the engine cannot run by itself is told of as a whole
            return

    def _body(self, block: Block, values: Environment) -> None:
        self._left -= 1
        self._block(block, values)

    def _loop(self, op: Operation, values: Environment) -> None:
        """Tells of a loop's iterations, from the first on that carries what is looked for."""
        parts = [body_of(self.module, region) for region in op.regions]
        begun = False
        for step in steps_of_loop(op, parts, self.engine, values):
            if not begun and (self.thorough or self._has(step.state) or self._has(step.results)):
                begun = True
                self.tracker.skip_to(step.iteration, step.region)
            if begun:
                if self._left <= 0:
                    return
                block = op.regions[step.region].block
                self._body(block, {**values, **dict(zip(block.arguments, step.state))})

    def _evaluated(self, op: Operation, values: Environment) -> None:
        """Tells of the body of a reduction, or of another operation that no engine shows inside: as the evaluator runs it."""
        alone = fragment(self.module, list(op.results), op.operands)
        arrays = [value_of(v, values) for v in alone.arguments]
        if all(x is not None for x in arrays):
            try:
                evaluate(alone.module, *arrays, observer=_Inside(self.tracker))
            except UserError:
                return


class _Inside(Observer):
    """Tells a tracker of what runs inside of operations, and not of these themselves."""

    def __init__(self, tracker: Tracker) -> None:
        self.tracker, self.depth = tracker, 0

    def before(self, op: Operation, operands: tuple[Any, ...]) -> None:
        if self.depth:
            self.tracker.before(op, operands)
        self.depth += 1

    def after(self, op: Operation, operands: tuple[Any, ...], results: tuple[Any, ...]) -> None:
        self.depth -= 1
        if self.depth:
            self.tracker.after(op, operands, results)
