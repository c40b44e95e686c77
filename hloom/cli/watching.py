"""The values of operations, as a run makes them: shown, written, and compared with another compiler's."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np

from hloom.cli.arguments import NamesAction, listed
from hloom.cli.results import NpzFile, as_json, difference_as_json
from hloom.cli.streams import complain
from hloom.debug.agreement import Compared, compare_all
from hloom.ir.core import OpResult
from hloom.ir.types import TensorType, TokenType, tensor
from hloom.numbers.difference import Tolerance
from hloom.numbers.element_type import of_dtype
from hloom.numbers.portable import narrowed
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.reference.observe import Observer
from hloom.reference.rounding import RoundingErrors, moves_by_rounding
from hloom.reference.values import Named, Values, names_in
from hloom.support.diagnostics import InputError, UserError
from hloom.support.spelling import did_you_mean
from hloom.text.values import read_named, show

#: Evaluates the program under an observer, and gives nothing back.
Evaluate = Callable[[Observer], Any]


def add_value_options(parser: argparse.ArgumentParser) -> None:
    """The options about the values of operations."""
    group = parser.add_argument_group("values of operations, on the evaluator", (
        "Values are called as the program calls them (0 for %0), f/0 in another function than the one that runs, 0@2 when they "
        "are computed for the second time. Bodies of reductions and constants are left out."))
    group.add_argument("--show", action=NamesAction, nargs="?", const="", metavar="NAME,...",
                       help="print the value of each operation, or of those that are named, each time that it is computed; with "
                            "--engine cpu what compiled code computes, outside of loops and branches")
    group.add_argument("--values-out", metavar="FILE.npz",
                       help="write the arguments and the value of each operation, by name, instead of printing results")
    group.add_argument("--values-expected", metavar="FILE.npz",
                       help="compare the values of operations with those that the file has under their names, and say which "
                            "differs first; arguments that are not given are taken from the file, too")


def watches(arguments: argparse.Namespace) -> bool:
    """Whether an option asks for values of operations."""
    return bool(arguments.show is not None or arguments.values_out or arguments.values_expected)


def names_shown(arguments: argparse.Namespace, functions: Mapping[str, Function]) -> list[str]:
    """The names that --show has; none for all values. InputError for one that no value of the program has."""
    names = [name for name in (arguments.show or "").split(",") if name]
    if names:
        from hloom.debug.fragments import constant_of, defining

        known = [name if function == arguments.function else f"{function}/{name}"
                 for function, each in functions.items() if not each.is_declaration
                 for value, name in names_in(each).items() if (op := defining(value)) is None or constant_of(op) is None]
        for name in names:
            if name not in known and _TIMES.sub("", name) not in known:
                raise InputError(f"--show: no operation has a value {name!r:.100}{did_you_mean(name, known)}; values are "
                                 f"{listed(known) or 'none'}")
    return names


#: The number of a value that is computed several times.
_TIMES = re.compile(r"@[0-9]+$")


class Exposed(NamedTuple):
    """A program that gives the values of operations behind its results, for compiled code to show them."""

    module: Module
    #: Which of the arguments it takes.
    taken: list[int]
    #: How many results are its own, and the values behind them, by name.
    own: int
    values: dict[str, OpResult]

    @classmethod
    def of(cls, module: Module, function: str, names: Sequence[str]) -> Exposed:
        """The program of a function with its values, or those that are called `names`."""
        from hloom.debug.fragments import fragment, inlined, values_of  # few runs show values of compiled code

        whole = inlined(module, function)
        block = whole.functions["main"].body.block
        values = {name: value for value, name in values_of(whole).items() if isinstance(value, OpResult) and (
            not names or name in names)}
        own = list(block.terminator.operands)
        part = fragment(whole, [*own, *values.values()], block.arguments)
        given = [v for v in block.arguments if not isinstance(v.type, TokenType)]
        return cls(part.module, [k for k, v in enumerate(given) if v in part.arguments], len(own), values)

    def split(self, results: Sequence[Any], watching: Watching) -> list[Any]:
        """The program's own results; the values are taken note of."""
        for (name, value), array in zip(self.values.items(), results[self.own:]):
            watching.take(Named(name, value.owner, value.type, np.asarray(array)))
        return list(results[: self.own])


class Watching:
    """What happens to values as they come: shown, written, compared. `finish` judges them after the run."""

    def __init__(self, arguments: argparse.Namespace, tolerance: Tolerance | None, inputs: dict[str, Any],
                 stack: ExitStack, names: Sequence[str] = ()) -> None:
        self.show, self.is_json = arguments.show is not None, arguments.json
        self.names = names
        self._unseen = set(names)
        self.tolerance, self.entry = tolerance, arguments.function
        self.shown: list[dict[str, Any]] = []
        self._file = stack.enter_context(NpzFile(arguments.values_out)) if arguments.values_out else None
        if self._file is not None:
            for name, array in inputs.items():
                if isinstance(array, np.ndarray | np.generic):
                    self._file.write(name, np.asarray(array))
        self._expected = expected_values(arguments.values_expected) if arguments.values_expected else None
        self._unmet = set(self._expected or ()) - set(inputs)
        self._compared: list[tuple[Named, Compared]] = []
        self._doubtful: dict[str, tuple[np.ndarray, np.ndarray]] = {}

    @property
    def observer(self) -> Values:
        return Values(self.entry, self.take)

    def take(self, named: Named) -> None:
        """A value has been computed."""
        if self.show:
            asked = {named.name, _TIMES.sub("", named.name)}.intersection(self.names)
            self._unseen -= asked
            if asked or not self.names:
                self._show(named)
        if self._file is not None:
            self._file.write(named.name, named.value)
        if self._expected is not None and named.name in self._expected:
            self._unmet.discard(named.name)
            found, expected = named.value, narrowed(self._expected[named.name], of_dtype(named.value.dtype))
            compared, = compare_all([(named.name, found, expected)], self.tolerance, lambda names: {})
            self._compared.append((named._replace(value=np.empty(0)), compared))
            if compared.apart.count and self.tolerance is None:
                self._doubtful[named.name] = found.copy(), expected

    def _show(self, named: Named) -> None:
        if self.is_json:
            self.shown.append({"name": named.name, "op": named.op.name, "place": str(named.op.span) if named.op.span else None,
                               **as_json(named.value, _actual(named))})
        else:
            print(f"{_place(named)}: {show(named.value, _actual(named))}")

    def finish(self, evaluate: Evaluate) -> tuple[int, dict[str, Any]]:
        """The exit status, and what `--json` says of the values; prints the comparison otherwise. `evaluate` runs the program
        again, where it takes that to say how far rounding moves values."""
        document: dict[str, Any] = {"values": self.shown} if self.show and self.is_json else {}
        if self._unseen:
            complain(f"note: no operation that ran has given {listed(sorted(self._unseen))}")
        if self._expected is None:
            return 0, document
        if not self._compared:
            raise InputError("--values-expected: no operation has a value of one of the names in the file: "
                             f"{listed(sorted(self._unmet)) or 'there are none'}")
        judged = self._judged(evaluate)
        wrong = [(named, compared) for named, compared in judged if compared.apart]
        if self.is_json:
            document["operations"] = {
                "matches": not wrong, "compared": len(judged), "unknown": sorted(self._unmet),
                "differences": [{**difference_as_json(c), "result": c.name, "op": n.op.name,
                                 "place": str(n.op.span) if n.op.span else None} for n, c in wrong]}
            return int(bool(wrong)), document
        if self._unmet:
            complain(f"note: no operation has a value called {listed(sorted(self._unmet))}")
        if wrong:
            named, compared = wrong[0]
            complain(f"{len(wrong)} of {len(judged)} values differ; the first is {_place(named)}: {compared}")
        else:
            _, compared = max(judged, key=lambda item: item[1].apart.largest_units or 0)
            print(f"{len(judged)} values as expected; most units in the last place in {compared.name}: {compared}")
        return int(bool(wrong)), document

    def _judged(self, evaluate: Evaluate) -> list[tuple[Named, Compared]]:
        """The comparisons, those in doubt made again with what rounding in the program allows."""
        if not self._doubtful:
            return self._compared

        def moves(names: Sequence[str]) -> dict[str, Any]:
            def run(errors: Observer) -> dict[str, Any]:
                kept: dict[str, Any] = {}
                assert isinstance(errors, RoundingErrors)
                errors.inner = Values(self.entry, lambda named: kept.update({named.name: named.value.copy()})
                                      if named.name in self._doubtful else None)
                evaluate(errors)
                return kept

            try:
                return moves_by_rounding(run, {name: self._doubtful[name][0] for name in names})
            except UserError as error:
                complain(f"note: the evaluator cannot say how far rounding may move these values: {error}")
                return {}

        again = compare_all([(name, found, expected) for name, (found, expected) in self._doubtful.items()], None, moves)
        found = {compared.name: compared for compared in again}
        return [(named, found.get(named.name, compared)) for named, compared in self._compared]


def expected_values(path: str) -> dict[str, np.ndarray]:
    """The arrays of an npz file by their names. InputError for another kind of file."""
    found = read_named(path if path.startswith("@") else f"@{path}")
    if any(name is None for name, _ in found):
        raise InputError(f"{path}: values of operations go by names, which an npz file has")
    return {str(name): array for name, array in found}


def _actual(named: Named) -> Any:
    """The type of a value, with the sizes that it has."""
    type = named.type
    return tensor(named.value.shape, type.element) if isinstance(type, TensorType) else type


def _place(named: Named) -> str:
    where = f" at {named.op.span}" if named.op.span else ""
    return f"{named.name} ({named.op.name}{where})"
