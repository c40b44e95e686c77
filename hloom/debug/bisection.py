"""Which pass, and which rule of rewriting, makes a fault: they are switched off one by one, until the fault is gone."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hloom.debug.agreement import compare_all
from hloom.debug.divergence import Search
from hloom.debug.engines import Cpu, Engine, EngineError, Reference, Xla
from hloom.debug.fragments import inlined
from hloom.numbers.difference import Tolerance
from hloom.ops.builtin.module import Module, checked_module

#: How XLA calls files of programs between passes.
_BETWEEN = re.compile(r"\.after_([\w.-]+?)\.before_([\w.-]+?)\.")
#: What of XLA is no pass that can be left out.
_NO_PASSES = frozenset({"pipeline-start", "pipeline-end"})


@dataclass
class Bisection:
    """What makes a fault: passes without each of which it is gone, with the rules of them for which that is true, too."""

    #: Whether there is a fault at all.
    is_faulty: bool
    #: By the pass its guilty rules, none where it is no rule of it, or the pass has none.
    guilty: dict[str, list[str]] = field(default_factory=dict)
    #: How many passes and rules were tried, and which cannot be left out.
    tried: int = 0
    needed: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        if not self.is_faulty:
            return "there is no fault: nothing is to be found among the passes"
        if not self.guilty:
            needed = f" ({', '.join(self.needed)} cannot be left out)" if self.needed else ""
            return f"none of {self.tried} passes and rules alone makes it{needed}: it is made behind them, or by several"
        lines = []
        for name, rules in self.guilty.items():
            lines.append(f"it is gone without the pass {name}")
            lines += [f"  and without its rule {rule}" for rule in rules]
        return "\n".join(lines)


def bisect_passes(module: Module, /, *arrays: Any, function: str = "main", tolerance: Tolerance | None = None,
                  tell: Callable[[str], None] = lambda text: None) -> Bisection:
    """The passes and rules of hloom without which compiled code agrees with the evaluator on these arrays."""
    checked_module(module).verify()
    judge = _Judge(inlined(module, function), arrays, tolerance)
    engine = Cpu()
    found = Bisection(judge.is_wrong(engine) is not False)
    if not found.is_faulty:
        return found
    for name, rules in engine.applied.items():
        tell(f"without the pass {name}")
        found.tried += 1
        wrong = judge.is_wrong(Cpu([name]))
        if wrong is None:
            found.needed.append(name)
        elif not wrong:
            found.guilty[name] = []
        if wrong is None or not wrong:
            for rule in rules:
                tell(f"without the rule {rule}")
                found.tried += 1
                if judge.is_wrong(Cpu([rule])) is False:
                    found.guilty.setdefault(name, []).append(rule)
    return found


def bisect_xla(module: Module, /, *arrays: Any, function: str = "main", tolerance: Tolerance | None = None,
               tell: Callable[[str], None] = lambda text: None, time_limit: float | None = None) -> Bisection:
    """The same for XLA's passes on the processor, which `--xla_disable_hlo_passes` would switch off."""
    checked_module(module).verify()
    judge = _Judge(inlined(module, function), arrays, tolerance)
    with tempfile.TemporaryDirectory(prefix="hloom-passes-") as folder:
        with Xla(f"--xla_dump_to={folder} --xla_dump_hlo_pass_re=.* --xla_dump_hlo_as_text", time_limit=time_limit) as engine:
            found = Bisection(judge.is_wrong(engine) is not False)
        names = list(dict.fromkeys(_xla_passes(Path(folder))))
    with Xla(time_limit=time_limit) as engine:
        for name in names if found.is_faulty else ():
            tell(f"without XLA's pass {name}")
            found.tried += 1
            engine.without = name
            wrong = judge.is_wrong(engine)
            if wrong is None:
                found.needed.append(name)
            elif not wrong:
                found.guilty[name] = []
    return found


def _xla_passes(folder: Path) -> Iterator[str]:
    for path in sorted(folder.iterdir()):
        for name in (m for found in _BETWEEN.finditer(path.name) for m in found.groups()):
            if name not in _NO_PASSES:
                yield name


class _Judge:
    """Says whether an engine is wrong about a program."""

    def __init__(self, module: Module, arrays: Sequence[Any], tolerance: Tolerance | None) -> None:
        self.module, self.arrays, self.tolerance = module, arrays, tolerance
        self.expected = Reference().load(module)(arrays)
        self._moves: dict[str, Any] = {}

    def is_wrong(self, engine: Engine) -> bool | None:
        """None where the engine cannot run it."""
        try:
            found = engine.load(self.module)(self.arrays)
        except EngineError:
            return None
        pairs = [(str(k), a, b) for k, (a, b) in enumerate(zip(found, self.expected))]
        return any(c.apart for c in compare_all(pairs, self.tolerance, self._moved))

    def _moved(self, names: Sequence[str]) -> dict[str, Any]:
        missing = {n: self.expected[int(n)] for n in names if n not in self._moves}
        if missing:
            self._moves.update(Search(Reference(), self.tolerance).moves(self.module, self.arrays, missing))
        return {n: self._moves[n] for n in names if n in self._moves}
