"""Do two engines, or two programs, agree? And if not, which operation differs first?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hloom.debug.agreement import Compared, compare_all
from hloom.debug.around import around
from hloom.debug.divergence import Divergence, Search
from hloom.debug.engines import Engine, EngineError, Reference, engine_named
from hloom.debug.fragments import inlined
from hloom.debug.matching import Match, first_difference
from hloom.numbers.difference import Tolerance
from hloom.ops.builtin.function import signature
from hloom.ops.builtin.module import Module, checked_module, function_named
from hloom.support.diagnostics import InputError

#: Hears what is being done.
Tell = Callable[[str], None]


@dataclass
class Comparison:
    """What a comparison found. It is true where both sides agree."""

    #: The names of both sides: the first is what is expected.
    sides: tuple[str, str]
    #: What results are called, and how they differ.
    results: dict[str, Compared] = field(default_factory=dict)
    #: What a side said that could not run the program.
    failures: dict[str, str] = field(default_factory=dict)
    #: The first operation that an engine gets wrong, by the engine, as the evaluator sees it; None where each by itself is right.
    divergences: dict[str, Divergence | None] = field(default_factory=dict)
    #: Of two programs: the first operation that differs between them.
    match: Match | None = None

    def __bool__(self) -> bool:
        return not self.failures and not any(c.apart for c in self.results.values())

    def __str__(self) -> str:
        lines = [f"{side} fails: {text}" for side, text in self.failures.items()]
        lines += [f"{name}: {compared}" for name, compared in self.results.items()]
        if self:
            return "\n".join([*lines, f"{self.sides[0]} and {self.sides[1]} agree"])
        for engine, found in self.divergences.items():
            lines += ["", *_told(engine, found, self.sides)]
        if self.match is not None:
            lines += ["", str(self.match)]
        return "\n".join(lines)


def _told(engine: str, found: Divergence | None, sides: tuple[str, str]) -> list[str]:
    if found is None:
        return [f"{engine}: each operation by itself gives what the evaluator gives, up to rounding"]
    return [f"{engine}: {'the first operation that may differ' if found.freedom else 'the first operation that is wrong'} is "
            f"{described(found)}"]


def described(found: Divergence) -> str:
    """A divergence in words: the operation, its place, its value beside the evaluator's, the operands there."""
    op = found.op
    lines = [f"%{found.name} = {op.name}{f' at {op.span}' if op.span else ''}"]
    source = next(iter((op.span.frames if op.span else ()) or op.location.frames()), None)
    lines += [f"  from {source}"] if source else []
    lines += [f"  in {place}" for place in reversed(found.path)]
    if found.failure:
        lines.append(f"  fails: {found.failure}")
    if found.compared is not None:
        lines.append(f"  {found.compared.apart}")
        lines += [f"  operand {text}" for text in around(op, found.compared.apart, found.operands)]
    if found.only_together:
        lines.append("  (wrong together with what it is computed from; alone, on given operands, it is right)")
    lines.append(f"  the specification leaves {found.freedom} open" if found.freedom else
                 "  no freedom of the specification explains it: it is a fault")
    return "\n".join(lines)


def compare(module: Module, /, *arrays: Any, other: Module | None = None, engines: Sequence[str | Engine] = (),
            function: str = "main", tolerance: Tolerance | None = None, tell: Tell = lambda text: None) -> Comparison:
    """Runs a program on two engines, or two programs, on the same arrays, and says how each result differs.

    Where one differs beyond what rounding in the program explains (or `tolerance` allows), the first operation is looked for
    whose operands agree and whose results do not. Engines are `reference`, `cpu`, `xla` (in a child process), or objects that
    run programs (`hloom.debug.engines`); by default the evaluator and compiled code. With `other`, the first engine runs the one
    program and the second the other; by default the evaluator both. Raises InputError for arrays that do not fit.
    """
    engines = engines or (("reference", "cpu") if other is None else ("reference",))
    if len(engines) > 2:
        raise InputError(f"two engines are compared, got {len(engines)}")
    made: list[tuple[Engine, bool]] = [(engine_named(e), True) if isinstance(e, str) else (e, False) for e in engines]
    try:
        first, second = made[0][0], made[-1][0]
        checked_module(module).verify()
        if other is None:
            return _engines(module, arrays, function, first, second, tolerance, tell)
        checked_module(other).verify()
        return _programs(module, other, arrays, function, first, second, tolerance, tell)
    finally:
        for engine, is_own in made:
            if is_own and hasattr(engine, "__exit__"):
                engine.__exit__(None, None, None)  # type: ignore[attr-defined]


def _engines(module: Module, arrays: Sequence[Any], function: str, first: Engine, second: Engine, tolerance: Tolerance | None,
             tell: Tell) -> Comparison:
    whole = inlined(module, function)
    names = [p.name for p in signature(function_named(whole, "main")).results]
    found = Comparison((first.name, second.name))
    results = [_run(engine, whole, arrays, found) for engine in (first, second)]
    if not found.failures:
        _compare_results(found, names, results, whole, arrays, tolerance, first)
    if not found:
        for engine in dict.fromkeys((first, second)):
            if not isinstance(engine, Reference):
                found.divergences[engine.name] = Search(engine, tolerance, tell).first(whole, arrays)
    return found


def _run(engine: Engine, module: Module, arrays: Sequence[Any], found: Comparison) -> list[np.ndarray]:
    try:
        return engine.load(module)(arrays)
    except EngineError as error:
        found.failures[engine.name] = str(error)
        return []


def _compare_results(found: Comparison, names: Sequence[str], results: Sequence[list[np.ndarray]], whole: Module,
                     arrays: Sequence[Any], tolerance: Tolerance | None, first: Engine) -> None:
    """Fills in how results differ, the second beside the first."""
    expected = dict(zip(names, results[0]))
    search = Search(first, tolerance)
    numbers = {name: str(k) for k, name in enumerate(names)}

    def moves(wanted: Sequence[str]) -> dict[str, Any]:
        moved = search.moves(whole, arrays, {numbers[n]: expected[n] for n in wanted})
        return {n: moved[numbers[n]] for n in wanted if numbers[n] in moved}

    pairs = [(n, b, a) for n, a, b in zip(names, *results)]
    found.results = {c.name: c for c in compare_all(pairs, tolerance, moves)}


def _programs(module: Module, other: Module, arrays: Sequence[Any], function: str, first: Engine, second: Engine,
              tolerance: Tolerance | None, tell: Tell) -> Comparison:
    one, two = inlined(module, function), inlined(other, function)
    types = [each.functions["main"].function_type for each in (one, two)]
    if types[0].outputs != types[1].outputs or types[0].inputs != types[1].inputs:
        raise InputError(f"the programs take and give different types: {types[0]} and {types[1]}")
    sides = tuple(f"{what} ({engine.name})" for what, engine in (("the first program", first), ("the second program", second)))
    found = Comparison(sides)  # type: ignore[arg-type]
    results = []
    for side, engine, whole in zip(sides, (first, second), (one, two)):
        try:
            results.append(engine.load(whole)(arrays))
        except EngineError as error:
            found.failures[side] = str(error)
    if not found.failures:
        names = [p.name for p in signature(one.functions["main"]).results]
        _compare_results(found, names, results, one, arrays, tolerance, first)
    if not found and not found.failures:
        found.match = first_difference((one, first), (two, second), arrays, tolerance, tell)
    return found
