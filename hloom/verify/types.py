"""What must hold for types by themselves, wherever a value has them (StableHLO spec: Types).

Constraints C1, C2, C4 and C8 say which type the numbers of a quantized type have; here they are numbers of that type by
construction, once they lie in its range.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

import ml_dtypes

from hloom.ir.attributes import TypeAttr
from hloom.ir.core import Block, Operation
from hloom.ir.types import DYNAMIC, AnyType, FunctionType, FutureType, QuantizedType, TensorType, TupleType
from hloom.numbers.element_type import ElementType
from hloom.support.diagnostics import Diagnostic
from hloom.support.source import Span

#: Faults that show only in what is done with a value, as MLIR has it: an operation that uses it reports them.
_SEEN_IN_USE = ("type_c7", "type_c12", "type_c13")


def diagnose_types(op: Operation) -> Iterable[Diagnostic]:
    """The first constraint that each type breaks of an operation's operands and results, of the arguments of its blocks, and of
    what a function without blocks declares; every type once."""
    # Tensors of numbers break none, and few operations have another type.
    others = []
    for value in (*op.operands, *op.results):
        type = value.type
        if type.__class__ is not TensorType or type.element.__class__ is not ElementType:  # type: ignore[union-attr]
            others.append(type)
    return _diagnosed(op, others) if others or op.regions or "function_type" in op.attributes else ()


def _diagnosed(op: Operation, types: Sequence[AnyType]) -> Iterator[Diagnostic]:
    seen: set[AnyType] = set()
    for type in types:
        yield from _faults(type, op.span, seen)
    blocks = [block for region in op.regions for block in region.blocks] if op.regions else ()
    for block in blocks:
        yield from _argument_faults(block, op, seen)
    declared = op.attributes.get("function_type") if not blocks else None
    if isinstance(declared, TypeAttr) and isinstance(declared.type, FunctionType):
        for type in (*declared.type.inputs, *declared.type.outputs):
            yield from _faults(type, op.span, seen)


def _faults(type: AnyType, span: Span | None, seen: set[AnyType]) -> Iterator[Diagnostic]:
    if type not in seen:
        seen.add(type)
        fault = type_fault(type)
        if fault is not None:
            yield Diagnostic(f"type_{fault[0]}", f"{type}: {fault[1]}", span)


def _argument_faults(block: Block, op: Operation, seen: set[AnyType]) -> Iterator[Diagnostic]:
    """What is wrong with the types of block arguments, if no operation of the block reports it."""
    for argument in block.arguments:
        for fault in _faults(argument.type, argument.span or op.span, seen):
            if fault.code not in _SEEN_IN_USE or not any(argument in user.operands for user in block.operations):
                yield fault


@lru_cache(maxsize=1 << 12)
def type_fault(type: AnyType) -> tuple[str, str] | None:
    """The label of the first constraint that a type breaks, and what is wrong; None for a good type."""
    if isinstance(type, TupleType | FutureType):
        if isinstance(type, FutureType) and any(isinstance(t, ElementType) for t in type.elements):
            return "future", "a future holds tensors and tokens"
        return next(filter(None, map(type_fault, type.elements)), None)
    if not isinstance(type, TensorType) or not isinstance(type.element, QuantizedType):
        return None
    return _quantization_fault(type.element) or _axis_fault(type, type.element)


def _quantization_fault(type: QuantizedType) -> tuple[str, str] | None:
    bits = type.storage.width - (type.storage.kind == "sint")
    lowest, highest = (-(1 << bits) if type.storage.kind == "sint" else 0), (1 << bits) - 1
    if not lowest <= type.storage_min < type.storage_max <= highest:
        return "c3", f"the storage range must lie in [{lowest}, {highest}]"
    smallest, largest = _range_of(type.expressed)
    if not all(scale >= smallest for scale in type.scales):
        return "c5", f"scales must be positive numbers of {type.expressed}, which are at least {smallest:.7g}"
    if not all(scale <= largest for scale in type.scales):
        return "c6", f"scales must be finite numbers of {type.expressed}, which are at most {largest:.7g}"
    if not all(type.storage_min <= z <= type.storage_max for z in type.zero_points):
        return "c7", f"zero points must lie in the storage range [{type.storage_min}, {type.storage_max}]"
    if len(type.scales) != len(type.zero_points):
        return "c9", f"needs as many zero points as scales, got {len(type.zero_points)} and {len(type.scales)}"
    if type.is_per_tensor and len(type.scales) != 1:
        return "c10", f"needs one scale, got {len(type.scales)}"
    return None


@cache
def _range_of(type: ElementType) -> tuple[float, float]:
    """The smallest positive and the largest finite number of a float type."""
    limits = ml_dtypes.finfo(type.dtype)
    return float(limits.smallest_subnormal), float(limits.max)


def _axis_fault(tensor: TensorType, type: QuantizedType) -> tuple[str, str] | None:
    if any(axis < 0 for axis in type.axes):
        return "c11", "the quantized dimension must not be negative"
    if any(axis >= tensor.rank for axis in type.axes):
        return "c12", f"the quantized dimension must lie in [0, {tensor.rank})"
    if type.is_per_axis and tensor.shape[type.axis] not in (DYNAMIC, len(type.scales)):
        return "c13", (f"needs a scale for each of the {tensor.shape[type.axis]} slices along dimension {type.axis}, "
                       f"got {len(type.scales)}")
    return None
