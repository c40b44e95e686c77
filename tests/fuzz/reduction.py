"""Makes a failing program smaller while it still fails: fewer results and operations, smaller shapes, plainer inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any

import numpy as np

from hloom.ir.attributes import Attribute, DenseArrayAttr, DenseElementsAttr
from hloom.ir.core import Operation, Value
from hloom.ir.types import TensorType
from hloom.ops.common.decomposition import clone
from hloom.ops.definition.operation import Op
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.reference.interpreter import Interpreter
from tests.fuzz.compiled_programs import Case
from tests.passes.programs import FunctionBuilder

Fails = Callable[[Case], bool]


def reduced(case: Case, fails: Fails, seconds: float) -> Case:
    """The smallest failing case that is found in this time."""
    end = monotonic() + seconds
    progress = True
    while progress:
        progress = False
        for candidate in _candidates(case):
            if monotonic() > end:
                return case
            if candidate is not None and fails(candidate):
                case, progress = candidate, True
                break
    return case


def _candidates(case: Case) -> Iterator[Case | None]:
    block = case.module.functions["main"].body.block
    results = list(block.terminator.operands)
    if len(results) > 1:
        yield from (_guarded(lambda v=v: rebuilt(case, [v], {})) for v in results)
        yield from (_guarded(lambda k=k: rebuilt(case, [*results[:k], *results[k + 1 :]], {})) for k in range(len(results)))
    operations = list(block.operations[:-1])
    values = _values(case, operations)
    for op in reversed(operations):
        if op.operands and all(r in values for r in op.results):
            yield _guarded(lambda op=op: rebuilt(case, results, {r: values[r] for r in op.results}))
        for r, v in ((r, v) for r in op.results for v in op.operands if v.type == r.type):
            yield _guarded(lambda r=r, v=v: rebuilt(case, results, {}, {r: v}))
    sizes = {n for v in (*block.arguments, *(r for op in operations for r in op.results))
             if isinstance(v.type, TensorType) for n in v.type.shape if n and n > 1}
    for n in sorted(sizes, reverse=True):
        for m in dict.fromkeys([1, 2, n // 2, n - 1]):
            if m < n:
                yield from (_guarded(lambda n=n, m=m, too=too: resized(case, {n: m}, too)) for too in (True, False))
    for number, array in enumerate(case.arrays):
        for plain in (np.ones_like(array), np.zeros_like(array)):
            if array.tobytes() not in (np.ones_like(array).tobytes(), np.zeros_like(array).tobytes()):
                yield replace(case, arrays=[*case.arrays[:number], plain, *case.arrays[number + 1 :]])


def _guarded(make: Callable[[], Case]) -> Case | None:
    """A candidate; None where what is made is no valid program."""
    try:
        return make()
    except Exception:
        return None


def _values(case: Case, operations: list[Operation]) -> dict[Value, np.ndarray]:
    """What the evaluator computes for the values of the main block."""
    wanted: list[Value] = [r for op in operations for r in op.results if isinstance(r.type, TensorType)]
    try:
        with np.errstate(all="ignore"):
            whole = rebuilt(case, wanted, {})
            found = Interpreter(whole.module, CUSTOM_CALLS).call_function("main", *whole.arrays)
        return {v: np.asarray(x) for v, x in zip(wanted, found)}
    except Exception:
        return {}


def rebuilt(case: Case, results: list[Value], known: Mapping[Value, np.ndarray], other: Mapping[Value, Value] | None = None,
            ) -> Case:
    """The case with these results, with `known` values as arguments and `other` ones replaced; what is not needed goes."""
    block = case.module.functions["main"].body.block
    renamed = dict(other or {})
    needed, pending = set(), list(results)
    while pending:
        v = pending.pop()
        if v in needed:
            continue
        needed.add(v)
        owner: Any = getattr(v, "owner", None)
        if v in renamed:
            pending.append(renamed[v])
        elif v not in known and isinstance(owner, Operation):
            pending += [operand for inner in owner.walk() for operand in inner.operands]
    arrays = {**dict(zip(block.arguments, case.arrays)), **known}
    arguments = [*(a for a in block.arguments if a in needed), *(v for v in known if v in needed)]
    b = FunctionBuilder([v.type for v in arguments])
    mapping: dict[Value, Value] = dict(zip(arguments, b.arguments))
    for op in block.operations[:-1]:
        given = {r: mapping[r] for r in op.results if r in known and r in mapping}
        given.update({r: mapping[renamed[r]] for r in op.results if r in renamed and renamed[r] in mapping})
        if any(r in needed and r not in given for r in op.results):
            b.block.append(clone(op, mapping))
        mapping.update(given)
    made = b.module(*[mapping[v] for v in results])
    return replace(case, module=made, arrays=[np.array(arrays[v], order="C") for v in arguments])


def resized(case: Case, sizes: Mapping[int, int], with_attributes: bool) -> Case:
    """The case with dimensions of some sizes made smaller; results follow from operands where they can."""
    block = case.module.functions["main"].body.block
    b = FunctionBuilder([_smaller(a.type, sizes) for a in block.arguments])
    mapping: dict[Value, Value] = dict(zip(block.arguments, b.arguments))
    for op in block.operations[:-1]:
        made: Any = clone(op, mapping)
        if with_attributes or op.name == "stablehlo.constant":
            made.attributes = {k: _smaller_attribute(v, sizes) for k, v in op.attributes.items()}
        for r, old in zip(made.results, op.results):
            r.type = _smaller(old.type, sizes)
        if isinstance(made, Op) and made.definition.inference is not None:
            for r, type in zip(made.results, made.inferred_types()):
                r.type = type
        b.block.append(made)
    arrays = [np.array(x[tuple(slice(n) for n in a.type.shape)], order="C")  # type: ignore[attr-defined]
              for x, a in zip(case.arrays, b.arguments)]
    return replace(case, module=b.module(*[mapping[v] for v in block.terminator.operands]), arrays=arrays)


def _smaller(type: Any, sizes: Mapping[int, int]) -> Any:
    if not isinstance(type, TensorType):
        return type
    return TensorType(tuple(sizes.get(n, n) for n in type.shape), type.element, type.encoding)


def _smaller_attribute(attribute: Attribute, sizes: Mapping[int, int]) -> Attribute:
    if isinstance(attribute, DenseElementsAttr) and isinstance(attribute.type, TensorType):
        type = _smaller(attribute.type, sizes)
        if attribute.is_splat:
            return DenseElementsAttr(type, attribute.data, is_splat=True)
        return DenseElementsAttr.of(np.array(attribute.array()[tuple(slice(n) for n in type.shape)]), type)
    if isinstance(attribute, DenseArrayAttr):
        return DenseArrayAttr(attribute.element, tuple(sizes.get(n, n) for n in attribute.values))
    return attribute
