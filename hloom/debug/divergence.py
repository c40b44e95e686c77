"""The first operation of a program that an engine gets wrong: its operands agree with the evaluator's, its results do not.

Every value that operations of `main` give is made a result, so that the engine shows them. The evaluator then goes through the
program once and judges each operation on the operands that the engine had, so that what was wrong before does not count again. An
engine may be right as long as its values are looked at: then the program that gives one value alone is tried, for values between
the arguments and the result that is wrong. A loop or a branch that is wrong is entered with the values that it had there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from hloom.debug.agreement import Compared, compare_all
from hloom.debug.around import named_operands
from hloom.debug.engines import Engine, EngineError, Reference
from hloom.debug.fragments import Fragment, constant_of, defining, fragment, values_of
from hloom.debug.freedom import freedom
from hloom.debug.regions import Environment, body_of, chosen_region, is_tensor, place_of, steps_of_loop, value_of
from hloom.ir.core import Block, Operation, Value, captured_values
from hloom.numbers.difference import Tolerance
from hloom.ops.builtin.module import Module
from hloom.ops.definition.traits import Control
from hloom.reference.api import evaluate
from hloom.reference.observe import Computing, Observer
from hloom.reference.rounding import moves_by_rounding
from hloom.reference.values import names_in
from hloom.support.diagnostics import UserError


@dataclass
class Divergence:
    """Where an engine goes wrong first."""

    #: The operation, and what its value is called.
    op: Operation
    name: str
    #: What it gave beside what it should have given; None where the engine failed.
    compared: Compared | None
    #: What the engine said where it failed.
    failure: str = ""
    #: Operands by name.
    operands: dict[str, Any] = field(default_factory=dict)
    #: The loops and branches that it stands in, from the outside: `iteration 3 of stablehlo.while at f.mlir:7:8`.
    path: tuple[str, ...] = ()
    #: The freedom of the specification that explains it; empty for a fault.
    freedom: str = ""
    #: Whether it is wrong only as long as nobody looks at the values before it.
    only_together: bool = False


class Search:
    """Looks for the first operation that `engine` gets wrong, as the evaluator sees it. `tolerance` is what results may be apart
    by (default: what rounding explains). `tell` hears what is being done."""

    def __init__(self, engine: Engine, tolerance: Tolerance | None = None,
                 tell: Callable[[str], None] = lambda text: None) -> None:
        self.engine, self.tolerance, self.tell = engine, tolerance, tell

    def first(self, module: Module, arrays: Sequence[Any], path: tuple[str, ...] = ()) -> Divergence | None:
        """The first operation of `main` that is wrong on these arrays, or else the first that is free to differ; None where each
        by itself is right."""
        block = module.functions["main"].body.block
        given = dict(zip(block.arguments, arrays))
        found, values = self._all_shown(module, block, given)
        if found is None or found.freedom:
            alone, right = self._one_by_one(module, block, given)
            if alone is not None and (found is None or not alone.freedom):
                found, values = alone, right
        if found is None:
            return None
        return self._inside(module, found.op, values, path) or replace(found, path=path)

    # -- all values at once --------------------------------------------------------------------------------------------------

    def _all_shown(self, module: Module, block: Block, given: dict[Value, Any]) -> tuple[Divergence | None, Environment]:
        """What is wrong where every value is a result."""
        names = values_of(module)
        self.tell(f"{self.engine.name}: {len(names)} values of {len(block.operations)} operations")
        whole = fragment(module, list(names), block.arguments)
        try:
            shown = dict(zip(names, self.engine.load(whole.module)([given[v] for v in whole.arguments])))
        except EngineError:
            return None, {}
        judge = _Judge(module, block, shown, names, self)
        evaluate(module, *given.values(), observer=judge)
        return judge.first or judge.allowed, judge.environment | given

    def moves(self, module: Module, arrays: Sequence[Any], exact: Mapping[str, Any]) -> Mapping[str, Any]:
        """How far rounding moves results of `main`, which go by their numbers."""
        def run(observer: Observer | None) -> dict[str, Any]:
            return {str(k): x for k, x in enumerate(evaluate(module, *arrays, observer=observer))}

        try:
            return moves_by_rounding(run, exact)
        except UserError:
            return {}

    def differ(self, fragment: Fragment, found: Sequence[np.ndarray], expected: Sequence[np.ndarray], arrays: Sequence[Any],
               ) -> Compared | None:
        """How the first of a fragment's results differs that does; None where all agree."""
        names = [str(k) for k in range(len(found))]
        compared = compare_all(list(zip(names, found, expected)), self.tolerance, lambda wanted: self.moves(
            fragment.module, arrays, {n: expected[int(n)] for n in wanted}))
        return next((c for c in compared if c.apart), None)

    # -- one value at a time -------------------------------------------------------------------------------------------------

    def _one_by_one(self, module: Module, block: Block, given: dict[Value, Any]) -> tuple[Divergence | None, Environment]:
        """What is wrong in programs that give one value each: from a result that is wrong back to what is still right."""
        right: dict[Value, Any] = dict(given)
        evaluate(module, *given.values(), observer=_Keep(block, right))
        tried: dict[Value, _Wrong | None] = {}

        def wrong(value: Value) -> _Wrong | None:
            if value not in tried:
                tried[value] = self._wrong_alone(module, block, given, right, value)
            return tried[value]

        ends = [v for v in block.terminator.operands if _is_computed(v)]
        current = next((v for v in ends if wrong(v)), None)
        if current is None:
            return None, right
        names = names_in(module.functions["main"])
        while True:
            nearer = self.nearer(block, current, wrong)
            if nearer is None:
                break
            current = nearer
        reason = wrong(current)
        op = defining(current)
        assert reason is not None and op is not None
        operands = named_operands(op, names, [value_of(v, right) for v in op.operands])
        meaning = _Meaning(op, current, reason.found)
        if reason.found is not None:
            evaluate(module, *given.values(), observer=meaning)
        return Divergence(op, names.get(current, op.mnemonic), reason.compared, reason.failure, operands,
                          freedom=meaning.freedom, only_together=True), right

    def nearer(self, block: Block, value: Value, wrong: Callable[[Value], Any]) -> Value | None:
        """A value that `value` is computed from and that is wrong already: by halves of the values between, then the operands."""
        before = _slice(block, value)
        low, high = 0, len(before)  # what stands before `low` is right as far as it was tried
        found: Value | None = None
        while low < high:
            middle = (low + high) // 2
            self.tell(f"{self.engine.name}: {high - low} values between what is right and what is wrong")
            if wrong(before[middle]):
                found, high = before[middle], middle
            else:
                low = middle + 1
        if found is not None:
            return found
        op = defining(value)
        return next((v for v in (op.operands if op is not None else ()) if _is_computed(v) and wrong(v)), None)

    def _wrong_alone(self, module: Module, block: Block, given: Mapping[Value, Any], right: Mapping[Value, Any], value: Value,
                     ) -> _Wrong | None:
        alone = fragment(module, [value], block.arguments)
        arrays = [given[v] for v in alone.arguments]
        try:
            found = self.engine.load(alone.module)(arrays)
        except EngineError as error:
            return _Wrong(failure=str(error))
        compared = self.differ(alone, found, [np.asarray(right[value])], arrays)
        return None if compared is None else _Wrong(compared, found=found[0])

    # -- loops and branches --------------------------------------------------------------------------------------------------

    def _inside(self, module: Module, op: Operation, values: Environment, path: tuple[str, ...]) -> Divergence | None:
        """What is wrong inside of an operation, if it has a body that runs as a program of its own."""
        control = getattr(op, "control", None)
        if control not in (Control.BRANCH, Control.LOOP) or not can_run_alone(op, values):
            return None
        place = place_of(op)
        try:
            if control is Control.LOOP:
                return self._loop(module, op, values, path, place)
            chosen = chosen_region(op, value_of(op.operands[0], values))
            body = body_of(module, op.regions[chosen])
            return self.first(body.module, [value_of(v, values) for v in body.arguments], (*path, f"branch {chosen} of {place}"))
        except EngineError:
            return None

    def _loop(self, module: Module, op: Operation, values: Environment, path: tuple[str, ...], place: str) -> Divergence | None:
        parts = [body_of(module, region) for region in op.regions]
        runs = [self.engine.load(part.module) for part in parts]
        for step in steps_of_loop(op, parts, Reference(), values):
            self.tell(f"{self.engine.name}: iteration {step.iteration} of {place}")
            part = parts[step.region]
            known = {**values, **dict(zip(op.regions[step.region].block.arguments, step.state))}
            arrays = [value_of(v, known) for v in part.arguments]
            if self.differ(part, runs[step.region](arrays), step.results, arrays) is not None:
                return self.first(part.module, arrays, (*path, f"iteration {step.iteration} of {place}"))
        return None


def _is_computed(value: Value) -> bool:
    """Whether a tensor is what an operation makes, and no constant."""
    op = defining(value)
    return op is not None and constant_of(op) is None and is_tensor(value)


def can_run_alone(op: Operation, values: Environment) -> bool:
    """Whether the regions of an operation are programs of tensors that are known."""
    outside = [*op.operands, *captured_values(op)]
    ends = [v for region in op.regions for v in region.block.terminator.operands]
    return all(map(is_tensor, (*outside, *ends))) and all(value_of(v, values) is not None for v in outside)


@dataclass
class _Wrong:
    compared: Compared | None = None
    failure: str = ""
    found: np.ndarray | None = None


class _Meaning(Computing):
    """Asks, while the program runs, whether the specification allows that an operation gives what an engine has found."""

    def __init__(self, op: Operation, result: Value, found: np.ndarray | None) -> None:
        self.op, self.number, self.found = op, op.results.index(result), found  # type: ignore[arg-type]
        self.freedom = ""

    def compute(self, process: Any, op: Operation, compute: Callable[..., Any], operands: tuple[Any, ...]) -> Any:
        expected = compute(*operands)
        if op is self.op and self.found is not None:
            own = expected[self.number] if isinstance(expected, tuple) else expected
            self.freedom = freedom(op, compute, operands, self.found, np.asarray(own))
        return expected


class _Keep(Observer):
    """Keeps the values of a block."""

    def __init__(self, block: Block, values: dict[Value, Any]) -> None:
        self.block, self.values = block, values

    def after(self, op: Operation, operands: tuple[Any, ...], results: tuple[Any, ...]) -> None:
        if op.block is self.block:
            self.values.update(zip(op.results, results))


class _Judge(Computing):
    """Goes through a block with the values that an engine has shown, and compares each with what its operation gives for them."""

    def __init__(self, module: Module, block: Block, shown: Mapping[Value, Any], names: Mapping[Value, str],
                 search: Search) -> None:
        self.module, self.block, self.shown, self.names, self.search = module, block, shown, names, search
        #: The first fault, and the first difference that the specification allows.
        self.first: Divergence | None = None
        self.allowed: Divergence | None = None
        self.environment: dict[Value, Any] = {}

    def compute(self, process: Any, op: Operation, compute: Callable[..., Any], operands: tuple[Any, ...]) -> Any:
        expected = compute(*operands)
        if op.block is not self.block or not any(r in self.shown for r in op.results):
            return expected
        several = isinstance(expected, tuple)
        right = expected if several else (expected,)
        found = tuple(self.shown.get(r, x) for r, x in zip(op.results, right))
        if self.first is None:
            self._judge(op, compute, operands, found, right)
        self.environment.update(zip(op.results, found))
        return found if several else found[0]

    def _judge(self, op: Operation, compute: Callable[..., Any], operands: tuple[Any, ...], found: Sequence[Any],
               right: Sequence[Any]) -> None:
        for result, own, wanted in zip(op.results, found, right):
            if result not in self.shown:
                continue
            own, wanted = np.asarray(own), np.asarray(wanted)
            compared, = compare_all([("0", own, wanted)], self.search.tolerance,
                                    lambda names, r=result, w=wanted: self._moves(op, operands, r, w))
            if compared.apart:
                made = Divergence(op, self.names[result], compared, operands=named_operands(op, self.names, operands),
                                  freedom=freedom(op, compute, operands, own, wanted))
                if made.freedom:  # it goes on: a fault behind it matters more
                    self.allowed = self.allowed or made
                else:
                    self.first = made
                return

    def _moves(self, op: Operation, operands: tuple[Any, ...], result: Value, wanted: Any) -> Mapping[str, Any]:
        alone = fragment(self.module, [result], op.operands)
        known = dict(zip(op.operands, operands))
        if any(v not in known for v in alone.arguments):
            known.update(self.environment)
        try:
            arrays = [known[v] for v in alone.arguments]
        except KeyError:
            return {}
        return self.search.moves(alone.module, arrays, {"0": wanted})


def _slice(block: Block, value: Value) -> list[Value]:
    """The tensors that a value is computed from in its block, in the order of the program."""
    needed: dict[Value, None] = {value: None}
    for op in reversed(block.operations):
        if any(r in needed for r in op.results):
            needed.update((v, None) for v in (*op.operands, *captured_values(op)))
    return [r for op in block.operations for r in op.results if r in needed and r is not value and _is_computed(r)]
