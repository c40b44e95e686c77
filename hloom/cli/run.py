"""Run a function of a program on arrays.

Results are printed, or compared with `--expected`, or written with `--output`. With `--grid` inputs, expected values and
results are those of the processes one after the other, (0, 0), (0, 1), ..., (1, 0), ...; as many inputs as one process takes
are given to all of them. What processes put out (outfeed) is printed after their results, or written as outfeedR_P_N_K: value K
of item N of process (R, P).
"""

from __future__ import annotations

import argparse
import re
import sys
from contextlib import ExitStack
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from hloom.cli.compile import add_compile_options, compile_options
from hloom.cli.files import OutputFile, function_name, load_one
from hloom.cli.results import as_json, difference_as_json, narrowed, print_json, write_arrays
from hloom.cli.values import arrays_of, beyond_rounding, checked_time_limit, random_value, read_values, show
from hloom.ir.types import TensorType, TokenType, TupleType, leaf_types, nested, tensor
from hloom.numbers.element_type import ElementType, of_dtype
from hloom.ops.builtin.function import Function
from hloom.ops.builtin.module import Module
from hloom.reference.api import evaluate, evaluate_grid, function_named, runnable
from hloom.reference.observe import NAN_CHECKS, NanCheck, Observer, Progress, Several, Trace
from hloom.support.diagnostics import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the program; - is standard input")
    parser.add_argument("--function", default="main", type=function_name, metavar="NAME",
                        help="the function to run (default: main)")
    parser.add_argument("--input", action="append", default=[], metavar="SPEC",
                        help="an argument, in order: 2x3xf32=1,2,3,4,5,6 or x.npy or x.npz (all its arrays)")
    parser.add_argument("--random", type=int, metavar="SEED", help="random values for the arguments that are not given")
    parser.add_argument("--engine", choices=("cpu", "reference"),
                        help="compiled code (the default), or the evaluator (the default where an option needs it)")
    parser.add_argument("--grid", type=_grid, metavar="RxP", help="R replicas x P partitions, in parallel, on the evaluator")
    parser.add_argument("--infeed", action="append", default=[], metavar="[R,P:]SPEC[;SPEC]...",
                        help="an item of the infeed queue of process (R, P), or of all processes; in order")
    parser.add_argument("--expected", action="append", default=[], metavar="SPEC",
                        help="a result, in order; status 1 and a message if one differs beyond rounding")
    parser.add_argument("--output", metavar="FILE.npz",
                        help="write the results here instead of printing them; .npy for a single one. What NumPy's files have no "
                             "type for (bf16, the small floats, 4-bit integers) is written in a wider type, exactly")
    parser.add_argument("--json", action="store_true", help="print the results, or what --expected found, as one JSON document")
    parser.add_argument("--reference-check", action="store_true",
                        help="run both engines on the same arguments (random ones unless given) and compare the results")
    parser.add_argument("--time", action="store_true", help="print how long each step took")
    add_compile_options(parser)
    parser.add_argument("--skip-callbacks", action="store_true",
                        help="leave out calls back into the Python process that made the program (jax.debug.print), where they "
                             "give no results")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="stop a run that takes longer")
    watching = parser.add_argument_group("on the evaluator")
    watching.add_argument("--nan-check", action="store_const", const="nan",
                          help="stop at the first operation that makes a NaN (=inf: an infinity; =all: either)")
    for kind in NAN_CHECKS:  # options of their own: an optional value would take the file's name for itself
        watching.add_argument(f"--nan-check={kind}", action="store_const", dest="nan_check", const=kind, help=argparse.SUPPRESS)
    watching.add_argument("--trace", metavar="FILE",
                          help="write a line of JSON for each operation: what, where, time, size; - is standard output")
    watching.add_argument("--step-limit", type=int, metavar="N", help="stop after N operations of a process")


def _grid(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form 2x4: replicas, partitions")
    return int(match[1]), int(match[2])


def run(arguments: argparse.Namespace) -> int:
    clock = _Clock()
    if arguments.infeed and not arguments.grid:
        arguments.grid = (1, 1)  # queues belong to the processes of a grid
    if arguments.skip_callbacks and arguments.grid:
        raise InputError("--skip-callbacks is for one process; it takes no --grid")
    if arguments.reference_check and (arguments.grid or arguments.engine):
        raise InputError("--reference-check runs both engines, on one process; it takes no --engine and no --grid")
    if arguments.reference_check and arguments.random is None:
        arguments.random = 0
    on_evaluator = arguments.grid or arguments.nan_check or arguments.trace or arguments.step_limit is not None
    if arguments.engine == "cpu" and on_evaluator:
        raise InputError("--grid, --infeed, --nan-check, --trace and --step-limit need --engine reference")
    if _engine_of(arguments, bool(on_evaluator)) == "reference" and any(compile_options(arguments).values()):
        raise InputError("--threads, --deterministic and --excess-precision are for compiled code; the evaluator runs this")
    checked_time_limit(arguments.time_limit)
    engine = _engine_of(arguments, bool(on_evaluator))
    module = load_one(arguments.file)
    clock.lap("parse")
    if module.is_hlo:
        module.verify()
        module = runnable(module)
    function = function_named(module, arguments.function)
    replicas, partitions = arguments.grid or (1, 1)
    inputs = _inputs(function, arguments, replicas * partitions)
    clock.lap("inputs")
    module.verify()
    clock.lap("verify")
    if arguments.reference_check:
        return _reference_check(module, inputs, arguments)
    execute = _evaluate if engine == "reference" else _compile
    status = _deliver(execute(module, inputs, arguments, clock), function, arguments)
    if arguments.time:
        print(clock.text(), file=sys.stderr)
    return status


def _engine_of(arguments: argparse.Namespace, on_evaluator: bool) -> str:
    """The engine that was asked for, or that the options need."""
    return arguments.engine or ("reference" if on_evaluator else "cpu")


def _reference_check(module: Module, inputs: list[np.ndarray], arguments: argparse.Namespace) -> int:
    """Runs both engines on the same arguments; says how far their results are apart, and whether that is rounding."""
    from hloom.pipeline import compile

    skip = arguments.skip_callbacks
    wanted = arrays_of(evaluate(module, *inputs, function=arguments.function, skip_callbacks=skip))
    found = arrays_of(compile(module, arguments.function, skip_callbacks=skip, **compile_options(arguments))(*inputs))
    compared = [(place, beyond_rounding(a, b)) for (place, a), (_, b) in zip(found, wanted, strict=True)]
    if arguments.json:
        print_json({"matches": not any(apart for _, apart in compared),
                    "results": [difference_as_json(place, apart) for place, apart in compared]})
    else:
        for place, apart in compared:
            print(f"result {place}: {apart}")
    return 1 if any(apart for _, apart in compared) else 0


class _Found(NamedTuple):
    """The results of all processes, one process after the other, and the items that each has put out."""

    results: list[Any]
    outfeed: list[list[tuple[Any, ...]]]


class _Clock:
    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self.last = perf_counter()

    def lap(self, name: str) -> None:
        now = perf_counter()
        self.laps[name] = now - self.last
        self.last = now

    def text(self) -> str:
        return "\n".join(f"{name:8} {seconds * 1e3:10.3f} ms" for name, seconds in self.laps.items())


def _inputs(function: Function, arguments: argparse.Namespace, processes: int) -> list[Any]:
    """The arguments of all processes, one process after the other."""
    types = TupleType(_without_tokens(function.function_type.inputs))
    parts = leaf_types(types)
    arrays = _arrays_given(parts, arguments, processes)
    rows = [arrays[k * len(parts) : (k + 1) * len(parts)] for k in range(processes)]
    return [value for row in rows for value in nested(row, types)]


def _without_tokens(types: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is given and shown of arguments and results of these types."""
    return tuple(t for t in types if not isinstance(t, TokenType))


def _arrays_given(types: list[Any], arguments: argparse.Namespace, processes: int) -> list[np.ndarray]:
    """An array of each type for each process: those of a tuple are given one by one."""
    given = [array for spec in arguments.input for array in read_values(spec)]
    given = [narrowed(array, type.storage) if isinstance(type, TensorType) and isinstance(type.element, ElementType) else array
             for array, type in zip(given, types * processes)] + given[len(types) * processes :]
    if len(given) == len(types):
        return given * processes
    if len(given) > len(types) and len(given) != len(types) * processes:
        several = f", {processes} processes {len(types) * processes}" if processes > 1 else ""
        raise InputError(f"@{arguments.function} takes {len(types)} arguments{several}, got {len(given)}")
    if arguments.random is not None:
        if arguments.random < 0:
            raise InputError(f"--random takes a seed that is not negative, got {arguments.random}")
        generator = np.random.default_rng(arguments.random)
        drawn = [[random_value(t, generator) for t in types] for _ in range(processes)]
        return given if len(given) > len(types) else [x for own in drawn for x in (*given, *own[len(given) :])]
    if len(given) < len(types):
        raise InputError(f"@{arguments.function} takes {len(types)} arguments, got {len(given)}; --random SEED draws the others")
    return given


def _infeed(specs: list[str], replicas: int, partitions: int) -> dict[tuple[int, int], list[tuple[np.ndarray, ...]]]:
    """The items of every process's infeed queue, from `R,P:SPEC;SPEC` or `SPEC;SPEC` for all processes."""
    queues: dict[tuple[int, int], list[tuple[np.ndarray, ...]]] = {(r, p): [] for r in range(replicas) for p in range(partitions)}
    for text in specs:
        match = re.match(r"([0-9]+),([0-9]+):", text)
        item = tuple(array for spec in text[match.end() if match else 0 :].split(";") for array in read_values(spec))
        process = (int(match[1]), int(match[2])) if match else None
        if process is not None and process not in queues:
            raise InputError(f"--infeed {text!r:.100}: the grid of {replicas} x {partitions} has no process {process}")
        for queue in queues.values() if process is None else [queues[process]]:
            queue.append(item)
    return queues


def _evaluate(module: Module, inputs: list[np.ndarray], arguments: argparse.Namespace, clock: _Clock) -> _Found:
    with ExitStack() as stack:
        observers: list[Observer] = []
        if arguments.nan_check:
            observers.append(NanCheck(arguments.nan_check))
        if arguments.trace:
            observers.append(Trace(stack.enter_context(OutputFile(arguments.trace))))
        if sys.stderr.isatty():
            progress = Progress(sys.stderr)
            stack.callback(progress.close)
            observers.append(progress)
        observer = Several(observers) if observers else None
        if arguments.grid:
            replicas, partitions = arguments.grid
            count = len(inputs) // max(replicas * partitions, 1)
            own = [inputs[k * count : (k + 1) * count] for k in range(replicas * partitions)]
            dealt = [own[r * partitions : (r + 1) * partitions] for r in range(replicas)]
            rows = evaluate_grid(module, dealt, num_replicas=replicas, num_partitions=partitions, function=arguments.function,
                                 infeed=_infeed(arguments.infeed, replicas, partitions), observer=observer,
                                 step_limit=arguments.step_limit, time_limit=arguments.time_limit)
            found = _Found([value for row in rows for process in row for value in process],
                           [items for row in rows.outfeed for items in row])
        else:
            found = _Found(list(evaluate(module, *inputs, function=arguments.function, observer=observer,
                                         step_limit=arguments.step_limit, time_limit=arguments.time_limit,
                                         skip_callbacks=arguments.skip_callbacks)), [])
    clock.lap("run")
    return found


def _compile(module: Module, inputs: list[np.ndarray], arguments: argparse.Namespace, clock: _Clock) -> _Found:
    from hloom.pipeline import compile

    executable = compile(module, arguments.function, time_limit=arguments.time_limit, skip_callbacks=arguments.skip_callbacks,
                         **compile_options(arguments))
    clock.lap("compile")
    results = list(executable(*inputs))
    clock.lap("run")
    if arguments.time:
        executable(*inputs)
        clock.lap("again")
        names = sorted({op.title for op in executable.fallbacks})
        print(f"{len(executable.kernels)} kernels, fallbacks: {', '.join(names) or 'none'}", file=sys.stderr)
    return _Found(results, [])


def _deliver(found: _Found, function: Function, arguments: argparse.Namespace) -> int:
    results, partitions = [r for r in found.results if r is not None], arguments.grid[1] if arguments.grid else 1
    expected = [array for spec in arguments.expected for array in read_values(spec)]
    if expected:
        arrays = list(arrays_of(results))
        if len(expected) != len(arrays):
            raise InputError(f"there are {len(arrays)} results, {len(expected)} are expected")
        compared = [(place, beyond_rounding(a, narrowed(b, of_dtype(a.dtype)))) for (place, a), b in zip(arrays, expected)]
        wrong = [(place, apart) for place, apart in compared if apart]
        if arguments.json:
            print_json({"matches": not wrong, "results": len(arrays),
                        "differences": [difference_as_json(place, apart) for place, apart in wrong]})
        else:
            text = "\n".join(f"result {place}: {apart}" for place, apart in wrong)
            print(text or f"{len(arrays)} results as expected", file=sys.stderr if wrong else sys.stdout)
        return 1 if wrong else 0
    put_out = {(*divmod(process, partitions), number, k): value for process, items in enumerate(found.outfeed)
               for number, item in enumerate(items) for k, value in enumerate(item)}
    if arguments.output:
        named = {f"result{k}": r for k, r in enumerate(results)}
        named |= {f"outfeed{'_'.join(map(str, place))}": value for place, value in put_out.items()}
        write_arrays(arguments.output, named)
        return 0
    types = _without_tokens(function.function_type.outputs)
    if arguments.json:
        rows = [as_json(result, types[k % len(types)]) for k, result in enumerate(results)]
        for k, row in enumerate(rows if arguments.grid else ()):
            row["process"] = divmod(k // len(types), partitions)
        queue = [{**as_json(value, tensor(value.shape, of_dtype(value.dtype))), "process": place[:2], "item": place[2]}
                 for place, value in put_out.items()]
        print_json({"results": rows, **({"outfeed": queue} if queue else {})})
        return 0
    for number, result in enumerate(results):
        if arguments.grid and number % len(types) == 0:
            print(f"process {divmod(number // len(types), partitions)}:")
        print(show(result, types[number % len(types)]))
    for (replica, partition, number, _), value in put_out.items():
        type = tensor(value.shape, of_dtype(value.dtype))
        print(f"outfeed of process {(replica, partition)}, item {number}:\n{show(value, type)}")
    return 0
