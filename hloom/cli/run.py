"""Run a function of a program on arrays.

Results are printed, or compared with `--expected`, or written with `--output`.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter
from typing import Any

import numpy as np

from hloom.cli.files import load_one
from hloom.cli.values import difference, random_value, read_values, show
from hloom.evaluate.api import evaluate, function_named
from hloom.ops.structure import Function, Module
from hloom.support.diagnostics import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the program; - is standard input")
    parser.add_argument("--function", default="main", metavar="NAME", help="the function to run (default: main)")
    parser.add_argument("--input", action="append", default=[], metavar="SPEC",
                        help="an argument, in order: 2x3xf32=1,2,3,4,5,6 or @x.npy or @x.npz (all its arrays)")
    parser.add_argument("--random", type=int, metavar="SEED", help="random values for the arguments that are not given")
    parser.add_argument("--engine", choices=("cpu", "reference"), default="cpu", help="compiled code, or the evaluator")
    parser.add_argument("--expected", action="append", default=[], metavar="SPEC",
                        help="a result, in order; status 1 and a message if one differs beyond rounding")
    parser.add_argument("--output", metavar="FILE.npz", help="write the results here instead of printing them")
    parser.add_argument("--time", action="store_true", help="print how long each step took")


def run(arguments: argparse.Namespace) -> int:
    clock = _Clock()
    module = load_one(arguments.file)
    clock.lap("parse")
    function = function_named(module, arguments.function)
    inputs = _inputs(function, arguments)
    results = _execute(module, inputs, arguments, clock)
    status = _deliver(results, function, arguments)
    if arguments.time:
        print(clock.text(), file=sys.stderr)
    return status


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


def _inputs(function: Function, arguments: argparse.Namespace) -> list[np.ndarray]:
    types: tuple[Any, ...] = function.function_type.inputs
    given = [array for spec in arguments.input for array in read_values(spec)]
    if len(given) > len(types):
        raise InputError(f"@{arguments.function} takes {len(types)} arguments, got {len(given)}")
    if arguments.random is not None:
        if arguments.random < 0:
            raise InputError(f"--random takes a seed that is not negative, got {arguments.random}")
        generator = np.random.default_rng(arguments.random)
        drawn = [random_value(t, generator) for t in types]
        given += drawn[len(given) :]
    if len(given) < len(types):
        raise InputError(f"@{arguments.function} takes {len(types)} arguments, got {len(given)}; --random SEED draws the others")
    return given


def _execute(module: Module, inputs: list[np.ndarray], arguments: argparse.Namespace, clock: _Clock) -> tuple[Any, ...]:
    module.verify()
    clock.lap("verify")
    if arguments.engine == "reference":
        results = evaluate(module, *inputs, function=arguments.function)
        clock.lap("run")
        return results
    from hloom.pipeline import compile

    executable = compile(module, arguments.function)
    clock.lap("compile")
    results = executable(*inputs)
    clock.lap("run")
    if arguments.time:
        executable(*inputs)
        clock.lap("again")
        names = sorted({op.name for op in executable.fallbacks})
        print(f"{len(executable.kernels)} kernels, fallbacks: {', '.join(names) or 'none'}", file=sys.stderr)
    return results


def _deliver(results: tuple[Any, ...], function: Function, arguments: argparse.Namespace) -> int:
    expected = [array for spec in arguments.expected for array in read_values(spec)]
    if expected:
        if len(expected) != len(results):
            raise InputError(f"@{arguments.function} has {len(results)} results, {len(expected)} are expected")
        found = [(k, difference(a, b)) for k, (a, b) in enumerate(zip(results, expected))]
        wrong = [f"result {k}: {text}" for k, text in found if text]
        print("\n".join(wrong) or f"{len(results)} results as expected", file=sys.stderr if wrong else sys.stdout)
        return 1 if wrong else 0
    if arguments.output:
        try:
            with open(arguments.output, "wb") as file:
                np.savez(file, **{f"result{k}": r for k, r in enumerate(results)})
        except OSError as error:
            raise InputError(f"{arguments.output}: {error.strerror or error}") from None
        return 0
    for result, type in zip(results, function.function_type.outputs):
        print(show(result, type))
    return 0
