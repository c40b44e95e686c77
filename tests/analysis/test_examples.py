"""Maps of every operation of StableHLO, CHLO, MHLO, Shardy and HLO by its example: both directions, against what the evaluator
changes when an element changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.analysis.dependence import input_to_output, output_to_input
from hloom.ir.attributes import TypeAttr
from hloom.ir.core import Operation
from hloom.ir.types import FunctionType, TensorType, TupleType
from hloom.ops.definition.examples import example_of
from hloom.ops.definition.operation import REGISTRY, Op
from hloom.ops.definition.traits import Control
from hloom.support.diagnostics import UserError
from tests.analysis.points import related

#: Elements of an operand that are changed, spread over it.
_PLACES = 4


def with_results(name: str) -> tuple[Any, Operation] | None:
    """The example of an operation, which gives its results instead of what it gave; None for one that has none, or stands inside
    of another operation."""
    text = example_of(REGISTRY[name])
    module: Any = None if text is None else hloom.parse(text, format="auto")
    op = None if module is None else next((op for op in module.walk() if op.name == name), None)
    if op is None or not op.results or op.block is None:
        return None
    function: Any = op.block.region.owner
    if function.name != "func.func":
        return None
    terminator = op.block.terminator
    terminator.operands = list(op.results)
    type = FunctionType(tuple(a.type for a in op.block.arguments), tuple(r.type for r in op.results))
    function.attributes["function_type"] = TypeAttr(type)
    return module, op


def members(op: Operation) -> list[Any]:
    """The types of the results; those of the members where the result of an operation of HLO is a tuple."""
    first: Any = op.results[0].type
    return list(first.elements) if isinstance(first, TupleType) else [r.type for r in op.results]


def drawn(rng: np.random.Generator, type: Any) -> np.ndarray:
    if type.storage.kind == "pred":
        return rng.random(type.shape) < 0.5
    if type.storage.is_integer:
        return rng.integers(0, 3, type.shape).astype(type.storage.dtype)
    return rng.standard_normal(type.shape).astype(type.storage.dtype)


def results(module: Any, name: str, inputs: list[np.ndarray]) -> list[Any] | None:
    """What the example gives; None where its operation does not take these numbers, or not on one process."""
    try:
        found = hloom.evaluate(module, *inputs, function="main" if module.is_hlo else name)
    except UserError:
        return None
    return list(found[0]) if len(found) == 1 and isinstance(found[0], tuple) else list(found)


DIALECTS = ("stablehlo", "chlo", "mhlo", "sdy", "hlo")
NAMES = sorted(name for name in REGISTRY if name.split(".")[0] in DIALECTS and example_of(REGISTRY[name]) is not None)


@pytest.mark.parametrize("name", NAMES)
def test_directions_agree_and_only_what_is_named_changes(name: str) -> None:
    made = with_results(name)
    if made is None:
        return  # it gives nothing, or not by itself
    module, op = made
    types, arguments = members(op), list(op.block.arguments)  # type: ignore[union-attr]
    tables: dict[tuple[int, int], np.ndarray] = {}
    for n, type in enumerate(types):
        forward = output_to_input(op, n)
        for k, operand in enumerate(op.operands):
            back = input_to_output(op, k)[n]
            if not (isinstance(type, TensorType) and type.is_static
                    and isinstance(operand.type, TensorType) and operand.type.is_static):
                continue
            if any(map.is_undefined for map in forward[k]):
                assert is_free(op), f"nothing is known of {name}"
            tables[n, k] = related(forward[k], type.shape, operand.type.shape)
            assert np.array_equal(tables[n, k], related(back, operand.type.shape, type.shape).T), (n, k)
    plain = [isinstance(a.type, TensorType) and a.type.is_static and not a.type.is_quantized for a in arguments]
    if not all(plain) or list(op.operands) != arguments:
        return
    for seed in range(3):
        rng = np.random.default_rng(seed)
        inputs = [drawn(rng, a.type) for a in arguments]
        before = results(module, op.block.region.owner.sym_name, inputs)  # type: ignore[union-attr]
        for k, x in enumerate(inputs if before is not None else []):
            for place in range(0, x.size, max(x.size // _PLACES, 1)):
                other = [v.copy() for v in inputs]
                other[k].flat[place] = ~x.flat[place] if x.dtype == bool else x.flat[place] + 1
                after = results(module, op.block.region.owner.sym_name, other)  # type: ignore[union-attr]
                for n in range(len(types) if after is not None else 0):
                    if (n, k) in tables and np.shape(before[n]) == np.shape(after[n]) == types[n].shape:  # type: ignore[index]
                        old, new = (np.asarray(v).reshape(-1) for v in (before[n], after[n]))  # type: ignore[index]
                        is_other = (old != new) & ~((old != old) & (new != new))
                        assert not (is_other & ~tables[n, k][:, place]).any(), (n, k, place)


def is_free(op: Operation) -> bool:
    """Whether what an operation reads may be unknown: it loops, calls what is outside (or, in its example, itself), or exchanges
    parts whose sizes are data."""
    if not isinstance(op, Op):
        return True
    expands = getattr(op, "expand", None) is not None
    is_outside = op.control in (Control.LOOP, Control.CALL, Control.CUSTOM_CALL, Control.SCAN)
    return is_outside or expands or (op.run is None and op.eval is None)
