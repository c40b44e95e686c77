"""Make a program smaller as long as it still has a fault: what is left goes into a report.

The fault is one of these: a command says that it is there, an engine crashes, two engines differ, a result has a NaN, hloom is
slower than XLA. Operations are dropped, calls inlined, the bodies of loops and branches taken out, shapes made smaller, arguments
replaced by constants; each program that is tried is valid, and runs in a child process with limits. What is left is printed,
without names of files, and written beside its arguments. After Ctrl-C, or when the time is over, the smallest program so far is
there, and the same command goes on.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from hloom.cli.comparing import add_tolerance_options, tolerance_of
from hloom.cli.drawing import Drawing
from hloom.cli.files import add_function, load_one, write_text
from hloom.cli.inputs import add_input_options, inputs_of
from hloom.cli.results import print_json
from hloom.cli.streams import complain, progress
from hloom.debug.names import ENGINES
from hloom.numbers.portable import portable
from hloom.ops.builtin.module import function_named
from hloom.ops.hlo.lowering import runnable
from hloom.support.diagnostics import InputError
from hloom.text.values import checked_time_limit

if TYPE_CHECKING:
    from hloom.debug.child_calls import Limits
    from hloom.debug.faults import Fault
    from hloom.debug.minimisation import Minimised

#: Seconds between two writings of the smallest program so far.
_BETWEEN = 2.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the program; - is standard input")
    fault = parser.add_argument_group("the fault, one of these").add_mutually_exclusive_group(required=True)
    fault.add_argument("--test", metavar="'...'", help=(
        "a command that ends with status 0 where the fault is still there, with another where it is gone; in it {program} is a "
        "file of the program as text, {inputs} an npz file of its arguments, {folder} where both lie"))
    fault.add_argument("--crash", action="store_true",
                       help="running it ends the engine's process, or fails by a fault of the engine's own")
    fault.add_argument("--differs", metavar="A,B", help=f"two engines give different results; engines are {', '.join(ENGINES)}")
    fault.add_argument("--nan", action="store_true", help="a result has a NaN, and no argument a NaN or an infinity")
    fault.add_argument("--slower-than-xla", type=float, metavar="X",
                       help="hloom takes X times as long as XLA, or longer, and more than 0.1 ms")
    parser.add_argument("--engine", choices=list(ENGINES),
                        help="what runs it for --crash (default: cpu) and --nan (default: reference)")
    parser.add_argument("-o", "--output", metavar="OUT.mlir", help=(
        "where the program goes, its arguments to OUT.npz beside it (default: FILE.min.mlir in this folder); OUT.state is there "
        "while it is not done, and the same command goes on from it"))
    parser.add_argument("--seconds", type=float, default=300.0, metavar="N", help="how long it may take (default: 300)")
    parser.add_argument("--time-limit", type=float, default=120.0, metavar="SECONDS",
                        help="how long one program may take (default: 120), that of FILE as long as --seconds at least")
    parser.add_argument("--memory", type=float, default=8.0, metavar="GIB",
                        help="how much memory one program may take, in GiB (default: 8)")
    parser.add_argument("--restart", action="store_true", help="begin anew, whatever was found before")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    add_function(parser, "the function to run (default: main)", "main")
    add_input_options(parser)
    add_tolerance_options(parser)


def run(arguments: argparse.Namespace) -> int:
    from hloom.debug.child_calls import Limits  # no other command needs what minimises
    from hloom.debug.minimisation import NoFault, minimise

    if not arguments.seconds > 0:
        raise InputError(f"--seconds takes a positive number, got {arguments.seconds:g}")
    limits = Limits(checked_time_limit(arguments.time_limit) or Limits().seconds, _bytes(arguments.memory))
    fault = _fault(arguments, limits)
    module = load_one(arguments.file)
    if arguments.constants is not None:
        from hloom.ir.constants_beside import bind

        bind(module, arguments.constants)
    module.verify()
    module = runnable(module, arguments.function)
    given = argparse.Namespace(**{**vars(arguments), "grid": None, "values_expected": None,
                                  "random": arguments.random or Drawing(0)})
    inputs = inputs_of(function_named(module, arguments.function), module.functions, given)
    files = _Files(arguments.output or f"{'stdin' if arguments.file == '-' else Path(arguments.file).stem}.min.mlir")
    if arguments.restart:
        files.state.unlink(missing_ok=True)
    try:
        with progress() as tell:
            found = minimise(module, *inputs, fails=fault, seconds=arguments.seconds, limits=limits,
                             function=arguments.function, state=files.state, tell=tell, keep=files.keep)
    except NoFault as error:
        complain(str(error))
        return 1
    finally:
        fault.close()
    files.write(found)
    if arguments.json:
        print_json(as_json(found, files))
    else:
        print(found)
    if found.stopped:
        complain(f"note: the same command goes on from {files.state}")
    return 130 if found.stopped == "interrupted" else 0


def as_json(found: Minimised, files: _Files) -> dict[str, object]:
    """What was found as JSON: {fault, before, operations, tried, stopped, program, file, inputs}; `stopped` is `time`,
    `interrupted`, or empty where nothing makes the program smaller."""
    return {"fault": found.fault, "before": found.before, "operations": found.operations, "tried": found.tried,
            "stopped": found.stopped, "program": found.program, "file": str(files.program), "inputs": str(files.inputs)}


def _bytes(gib: float) -> int:
    if not 0 < gib < 1 << 20:
        raise InputError(f"--memory takes a positive number of GiB, got {gib:g}")
    return int(gib * (1 << 30))


def _fault(arguments: argparse.Namespace, limits: Limits) -> Fault:
    from hloom.debug.engines import engine_named
    from hloom.debug.faults import Crash, Differs, Nan, SlowerThanXla, Test

    if arguments.engine and not (arguments.crash or arguments.nan):
        raise InputError("--engine is for --crash and --nan")
    tolerance = tolerance_of(arguments)
    if tolerance is not None and arguments.differs is None:
        raise InputError("--rtol, --atol and --ulp are for --differs")
    if arguments.test is not None:
        return Test(arguments.test, limits)
    if arguments.crash:
        return Crash(arguments.engine or "cpu", limits)
    if arguments.nan:
        return Nan(arguments.engine or "reference", limits)
    if arguments.slower_than_xla is not None:
        return SlowerThanXla(arguments.slower_than_xla, limits)
    names = arguments.differs.split(",")
    for name in names:
        if name not in ENGINES:
            engine_named(name)
    if len(names) != 2:
        raise InputError(f"--differs takes two engines, A,B; got {arguments.differs!r:.50}")
    return Differs(names, tolerance, limits)


class _Files:
    """Where the smallest program so far is written."""

    def __init__(self, output: str) -> None:
        self.program = Path(output)
        self.inputs, self.state = self.program.with_suffix(".npz"), self.program.with_suffix(".state")
        if self.inputs == self.program or self.state == self.program:
            raise InputError(f"{output}: the program's name ends in .mlir")
        self._last = monotonic()

    def keep(self, found: Minimised) -> None:
        """Writes what was found, unless that was done a moment ago."""
        if monotonic() - self._last >= _BETWEEN:
            self.write(found)
            self._last = monotonic()

    def write(self, found: Minimised) -> None:
        """Writes the program and its arguments. InputError where that fails."""
        write_text(found.program, str(self.program))
        try:
            np.savez(self.inputs, *[portable(np.asarray(a)) for a in found.arrays])
        except OSError as error:
            raise InputError(f"{self.inputs}: {error.strerror or error}") from None
