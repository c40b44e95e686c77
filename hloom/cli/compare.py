"""Compare two engines on a program, or two programs, and name the first operation that differs.

Each result is shown with its largest differences. Where one differs beyond what rounding in the program explains, the first
operation is named whose operands agree and whose results do not, with its place, the operands there, and whether the
specification leaves that open (the order of a sum, the accuracy of an elementary function) or it is a fault; in loops with the
iteration.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from hloom.cli.comparing import add_tolerance_options, tolerance_of
from hloom.cli.drawing import Drawing
from hloom.cli.files import add_function, load_one
from hloom.cli.inputs import add_input_options, inputs_of
from hloom.cli.results import difference_as_json, print_json
from hloom.cli.run import add_arguments as add_run_arguments
from hloom.cli.run import run as run_program
from hloom.cli.streams import progress
from hloom.debug.names import ENGINES
from hloom.ir.core import Operation
from hloom.ops.builtin.module import Module, function_named
from hloom.ops.hlo.lowering import runnable
from hloom.support.diagnostics import InputError
from hloom.text.values import checked_time_limit

if TYPE_CHECKING:
    from hloom.debug.bisection import Bisection
    from hloom.debug.comparison import Comparison
    from hloom.debug.divergence import Divergence
    from hloom.debug.engines import Engine
    from hloom.debug.matching import Match


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the program; - is standard input")
    parser.add_argument("other", nargs="?", metavar="FILE2", help="another program, which is to give the same")
    parser.add_argument("--engines", metavar="A,B", help=(
        f"what runs it, {', '.join(ENGINES)}: what B gives is compared with what A gives (default: reference,cpu; of two "
        "programs A runs the first, B the second, by default reference both); xla is XLA's CPU compiler, in another process"))
    parser.add_argument("--command", dest="compiler", metavar="'...'", help=(
        "instead of B, another compiler: a command in which {program}, {artifact}, {inputs}, {outputs} and {folder} are files "
        "that it reads and writes (docs/compare.md)"))
    add_function(parser, "the function to run (default: main)", "main")
    add_input_options(parser)
    parser.add_argument("--bisect-passes", action="store_true",
                        help="switch passes and rules off one by one, hloom's, or XLA's if it is one of the engines, and name "
                             "those without which the difference is gone")
    parser.add_argument("--values-out", metavar="FILE.npz", help="as of hloom run: write arguments and every value, by name")
    parser.add_argument("--values-in", metavar="FILE.npz",
                        help="another compiler's values, by the names of --values-out, instead of an engine's results: which "
                             "differs first?")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="how long an engine may take for one run")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    add_tolerance_options(parser)


def run(arguments: argparse.Namespace) -> int:
    from hloom.debug import bisect_passes, bisect_xla, compare  # no other command needs them

    tolerance, limit = tolerance_of(arguments), checked_time_limit(arguments.time_limit)
    if arguments.values_out or arguments.values_in:
        return _values(arguments)
    engines = _engines(arguments, limit)
    module = _program(arguments.file, arguments)
    inputs = _inputs(module, arguments)
    with progress() as tell:
        found = compare(module, *inputs, other=_program(arguments.other, arguments) if arguments.other else None, engines=engines,
                        function=arguments.function, tolerance=tolerance, tell=tell)
        guilty = None
        if arguments.bisect_passes and not found:
            names = [e if isinstance(e, str) else e.name for e in engines]
            bisect = bisect_xla if "xla" in names else bisect_passes
            guilty = bisect(module, *inputs, function=arguments.function, tolerance=tolerance, tell=tell)
    if arguments.json:
        print_json(as_json(found, guilty))
    else:
        print(found if guilty is None else f"{found}\n\n{guilty}")
    return 0 if found else 1


def _engines(arguments: argparse.Namespace, limit: float | None) -> list[str | Engine]:
    """The engines that options name. InputError for names that do not go together."""
    from hloom.debug.engines import Command, engine_named

    given = arguments.engines.split(",") if arguments.engines else []
    if len(given) > 2 or (arguments.compiler is not None and len(given) > 1):
        raise InputError("--engines takes two, A,B; --command stands for B")
    for name in given:
        if name not in ENGINES:
            engine_named(name)
    if arguments.bisect_passes and (arguments.other or arguments.compiler is not None):
        raise InputError("--bisect-passes is for one program on hloom's or XLA's compiler")
    if arguments.compiler is not None:
        return [given[0] if given else "reference", Command(arguments.compiler, limit)]
    if arguments.other:
        return [*(given or ["reference"])]
    return [*(given or ["reference", "cpu"])] if len(given) != 1 else ["reference", given[0]]


def _program(path: str, arguments: argparse.Namespace) -> Module:
    module = load_one(path)
    if arguments.constants is not None:
        from hloom.ir.constants_beside import bind

        bind(module, arguments.constants)
    module.verify()
    return runnable(module, arguments.function)


def _inputs(module: Module, arguments: argparse.Namespace) -> list[Any]:
    """The arguments: those that are given, the others drawn."""
    function = function_named(module, arguments.function)
    given = argparse.Namespace(**{**vars(arguments), "grid": None, "values_expected": None,
                                  "random": arguments.random or Drawing(0)})
    return inputs_of(function, module.functions, given)


def _values(arguments: argparse.Namespace) -> int:
    """`hloom run` with the values of operations."""
    words = [arguments.file, "--function", arguments.function]
    for option, value in (("--values-out", arguments.values_out), ("--values-expected", arguments.values_in),
                          ("--constants", arguments.constants), ("--rtol", arguments.rtol), ("--atol", arguments.atol),
                          ("--ulp", arguments.ulp), ("--time-limit", arguments.time_limit)):
        words += [] if value is None else [option, str(value)]
    words += [word for spec in arguments.input for word in ("--input", spec)]
    words += ["--json"] if arguments.json else []
    parser = argparse.ArgumentParser()
    add_run_arguments(parser)
    given = parser.parse_args(words)
    given.random = arguments.random or Drawing(0)
    return run_program(given)


# -- JSON ----------------------------------------------------------------------------------------------------------------------


def as_json(found: Comparison, guilty: Bisection | None = None) -> dict[str, Any]:
    """A comparison as JSON: {agree, sides, results, failures, divergences, match, passes}."""
    document: dict[str, Any] = {
        "agree": bool(found), "sides": list(found.sides), "failures": found.failures,
        "results": [difference_as_json(c) for c in found.results.values()],
        "divergences": {engine: None if each is None else _divergence(each) for engine, each in found.divergences.items()},
        "match": None if found.match is None else _match(found.match)}
    if guilty is not None:
        document["passes"] = {"is_faulty": guilty.is_faulty, "guilty": guilty.guilty, "tried": guilty.tried,
                              "needed": guilty.needed}
    return document


def _divergence(found: Divergence) -> dict[str, Any]:
    return {**_operation(found.op, found.name), "path": list(found.path), "freedom": found.freedom, "failure": found.failure,
            "only_together": found.only_together,
            "difference": None if found.compared is None else difference_as_json(found.compared)}


def _match(found: Match) -> dict[str, Any]:
    return {"first": _operation(found.ops[0], found.names[0]), "second": _operation(found.ops[1], found.names[1]),
            "path": list(found.path), "is_first": found.is_first, "difference": difference_as_json(found.compared)}


def _operation(op: Operation, name: str) -> dict[str, Any]:
    source = next(iter((op.span.frames if op.span else ()) or op.location.frames()), None)
    return {"name": name, "op": op.name, "place": str(op.span) if op.span else None, "source": source}
