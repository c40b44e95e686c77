"""The arguments of a function, as options of the command line say them: given, drawn, or from a file of values."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hloom.analysis.argument_domains import argument_domains
from hloom.cli.arguments import Given, leaf_names, listed, of_processes
from hloom.cli.drawing import HELP, Drawing, random_value
from hloom.cli.watching import expected_values
from hloom.ir.types import TensorType, TokenType, TupleType, leaf_types, nested
from hloom.numbers.element_type import ElementType
from hloom.numbers.portable import narrowed
from hloom.ops.builtin.function import Function, signature
from hloom.ops.definition.traits import Domain
from hloom.support.diagnostics import InputError
from hloom.support.signatures import Parameter
from hloom.text.values import read_values


def add_input_options(parser: argparse.ArgumentParser) -> None:
    """The options that say what a function is run on."""
    parser.add_argument("--input", action="append", default=[], metavar="SPEC",
                        help="an argument, in order: 2x3xf32=1,2,3,4,5,6 or f32[2,3]={{1,2,3},{4,5,6}} or x.npy; or all arrays "
                             "of x.npz, which go to the arguments called so, and in their order where no name is an argument's")
    parser.add_argument("--constants", metavar="FILE",
                        help="the constants that the program names and does not state: .npz or .safetensors")
    parser.add_argument("--random", type=Drawing.parse, metavar="SEED[:KIND]", help=HELP)


def inputs_of(function: Function, functions: Mapping[str, Function], arguments: argparse.Namespace) -> list[Any]:
    """The arguments of all processes, one process after the other."""
    types = TupleType(without_tokens(function.function_type.inputs))
    parts = leaf_types(types)
    arrays = _arrays_given(function, functions, parts, arguments)
    rows = [arrays[k : k + len(parts)] for k in range(0, len(arrays), len(parts))] if parts else []
    return [value for row in rows for value in nested(row, types)]


def without_tokens(types: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is given and shown of arguments and results of these types."""
    return tuple(t for t in types if not isinstance(t, TokenType))


def stated(parameters: Sequence[Parameter]) -> list[Parameter]:
    """The arguments or results that are no tokens."""
    return [parameter for parameter in parameters if not isinstance(parameter.type, TokenType)]


def infeed_of(specs: list[str], replicas: int, partitions: int) -> dict[tuple[int, int], list[tuple[np.ndarray, ...]]]:
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


def _arrays_given(function: Function, functions: Mapping[str, Function], types: list[Any],
                  arguments: argparse.Namespace) -> list[np.ndarray]:
    """An array of each type for each process: those of a tuple are given one by one."""
    replicas, partitions = arguments.grid or (1, 1)
    processes, count = replicas * partitions, len(types)
    own = leaf_names(stated(signature(function).arguments))
    places = {name: list(range(k, count * processes, count)) for k, name in enumerate(own)}
    places |= {name: [k] for k, name in enumerate(of_processes(own, replicas, partitions)) if name not in places}
    given = Given(arguments.input, places, "argument")
    found = given.placed(count, processes)
    if found is None:
        several = f", {processes} processes {count * processes}" if processes > 1 else ""
        raise InputError(f"@{arguments.function} takes {count} arguments{several}, got {len(given.ordered) + len(given.named)}")
    here = getattr(arguments, "here", range(processes))
    if own_input := getattr(arguments, "own_input", ()):
        names = {name: list(range(k, count * len(here), count)) for k, name in enumerate(own)}
        _add_own(found, Given(own_input, names, "argument"), count, here)
    if arguments.values_expected:
        known = expected_values(arguments.values_expected)
        found = [known.get(own[k]) if array is None else array for k, array in enumerate(found)]
    found = [narrowed(array, type.storage) if array is not None and isinstance(type, TensorType)
             and isinstance(type.element, ElementType) else array for array, type in zip(found, types * processes)]
    missing = [own[k % count] for k, array in enumerate(found) if array is None and k // count in here]
    if missing and arguments.random is None:
        got = f"got {len(given.ordered)}" if not given.named else f"not given: {listed(list(dict.fromkeys(missing)))}"
        raise InputError(f"@{arguments.function} takes {count} arguments, {got}; --random SEED draws the others")
    if arguments.random is None:
        return found  # type: ignore[return-value]
    generator = np.random.default_rng(arguments.random.seed)
    domains = _leaf_domains(function, functions)
    # All are drawn, so that one has the same values whether others are given or not.
    drawn = [None if array is not None and not isinstance(type, TensorType) else
             random_value(type, generator, arguments.random.kind, domain)
             for array, type, domain in zip(found, types * processes, domains * processes)]
    return [own if array is None else array for array, own in zip(found, drawn)]  # type: ignore[misc]


def _add_own(found: list[np.ndarray | None], given: Given, count: int, here: Sequence[int]) -> None:
    """Adds what is given to the processes of this rank only."""
    placed = given.placed(count, len(here))
    if placed is None:
        raise InputError(f"the files of this rank have {len(given.ordered) + len(given.named)} arrays, for {len(here)} processes "
                         f"with {count} arguments each")
    for k, array in enumerate(placed):
        place = here[0] * count + k
        if array is not None and found[place] is not None:
            raise InputError("an argument is given to all ranks, and in a file of this one")
        found[place] = found[place] if array is None else array


def _leaf_domains(function: Function, functions: Mapping[str, Function]) -> list[Domain]:
    """The domain of each array: of those in tuples nothing is known."""
    types = function.function_type.inputs
    return [own for domain, type in zip(argument_domains(function, functions), types) if not isinstance(type, TokenType)
            for own in ([Domain()] * len(leaf_types(type)) if isinstance(type, TupleType) else [domain])]
