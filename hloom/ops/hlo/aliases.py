"""Parameters and results of a module that share memory, `{ {0}: (1, {}, may-alias) }`, and parameters that give theirs away.

What is said of them is kept as text; here it is held against the entry computation, as XLA does when it verifies a module.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod
from typing import Final

from hloom.ir.types import AnyType, TensorType, TupleType

_INDEX: Final = r"\{([0-9, ]*)\}"
_ALIAS: Final = re.compile(rf"{_INDEX}: \((-?[0-9]+), {_INDEX}, (\w+)-alias\)")
_DONOR: Final = re.compile(rf"\((-?[0-9]+), {_INDEX}\)")


def alias_fault(text: str, parameters: Sequence[AnyType], result: AnyType) -> str | None:
    """What is wrong with `input_output_alias` for an entry computation of these types; None if nothing is."""
    outputs, inputs = set(), set()
    for output, number, index, kind in _ALIAS.findall(text):
        said = f"{{{output}}}: ({number}, {{{index}}})"
        given = _part(result, output)
        if given is None:
            return f"input_output_alias {said}: the result has no part {{{output}}}"
        fault = _parameter_fault(number, index, parameters)
        if fault:
            return f"input_output_alias {said}: {fault}"
        taken = _part(parameters[int(number)], index)
        if not isinstance(given, TensorType) or not isinstance(taken, TensorType):
            return f"input_output_alias {said}: only arrays share memory"
        if kind == "must" and _bits(given) != _bits(taken):
            return f"input_output_alias {said}: what must share memory takes as many bytes"
        if output in outputs or (number, index) in inputs:
            return f"input_output_alias {said}: a part shares memory twice"
        outputs.add(output)
        inputs.add((number, index))
    return None


def donor_fault(text: str, parameters: Sequence[AnyType]) -> str | None:
    """What is wrong with `buffer_donor` for an entry computation with parameters of these types; None if nothing is."""
    for number, index in _DONOR.findall(text):
        fault = _parameter_fault(number, index, parameters)
        if fault:
            return f"buffer_donor ({number}, {{{index}}}): {fault}"
    return None


def _parameter_fault(number: str, index: str, parameters: Sequence[AnyType]) -> str | None:
    if len(number) > 9 or not 0 <= int(number) < len(parameters):
        return f"there is no parameter {number[:20]}"
    return None if _part(parameters[int(number)], index) is not None else f"parameter {number} has no part {{{index}}}"


def _part(type: AnyType, index: str) -> AnyType | None:
    """The type at an index inside tuples; None if there is none."""
    for k in re.findall(r"[0-9]+", index):
        if not isinstance(type, TupleType) or len(k) > 9 or int(k) >= len(type.elements):
            return None
        type = type.elements[int(k)]
    return type


def _bits(type: TensorType) -> int:
    """How much room an array takes, by its bounds."""
    return prod([b or 0 for b in type.bounds]) * type.element.width  # type: ignore[union-attr]
