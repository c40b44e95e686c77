"""The constraints of single operations: their declared operands, attributes, regions and results, and their checks; of types by
themselves; and what all these depend on (`signature`).

Faults are reported in stages, since later constraints presuppose earlier ones: counts and kinds first (I labels), then
the checks in the order in which the definition lists them up to the first that fails, then result types.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any

import ml_dtypes

from hloom.ir.attributes import DenseArrayAttr, TypeAttr
from hloom.ir.core import Block, Operation, Region, Value
from hloom.ir.types import DYNAMIC, AnyType, FunctionType, FutureType, QuantizedType, TensorType, TupleType
from hloom.numbers.element_type import ElementType
from hloom.ops.common.shapes import IMPOSSIBLE
from hloom.ops.definition.attribute_kinds import AttributeKind
from hloom.ops.definition.constraints import compatible, same_shape
from hloom.ops.definition.operation import Check, Definition, Field, Op, diagnostic_code, segments_fit, several_of
from hloom.support.diagnostics import WARNING, Diagnostic
from hloom.support.source import Span


def diagnose_operation(op: Operation) -> list[Diagnostic]:
    """The constraints that one operation breaks by itself (not its place among others); empty if none. Warnings are given for an
    operation without errors."""
    if not isinstance(op, Op):
        return []
    definition = op.definition
    found = diagnose_parts(op, definition)
    found += diagnose_types(op)
    if not found and (definition.has_variadic_operands or not _hold(definition.operands, op.operands)):
        found = list(_types(op, definition.operands, op.operands, "operand"))
    if not found:
        found = _first_broken(op, op.checks)
    if not found and (definition.has_variadic_results or not _hold(definition.results, op.results)):
        found = list(_types(op, definition.results, op.results, "result"))
    if not found:
        found = _results(op, definition)
    if not found:
        found = _first_broken(op, op.result_checks)
    if not found and _may_warn(op.__class__):
        found = [Diagnostic(diagnostic_code(op, check.label), check.text(op), op.span, WARNING)
                 for check in (*op.checks, *op.result_checks) if check.only_warns and not check.holds(op)]
    return found


@cache
def _may_warn(cls: type[Op]) -> bool:
    return any(check.only_warns for check in (*cls.checks, *cls.result_checks))


def _fault(op: Operation, number: str, message: str) -> Diagnostic:
    return Diagnostic(diagnostic_code(op, number), message, op.span)


def diagnose_parts(op: Op, definition: Definition) -> list[Diagnostic]:
    """Whether an operation has the operands, regions, results and attributes that are declared; else its fields do not exist."""
    found = [] if definition.has_plain_counts(op) else list(_counts(op, definition))
    for field in definition.attributes:
        kind: AttributeKind = field.constraint
        attribute = op.attributes.get(field.key)
        if attribute is None:
            if kind.is_required:
                found.append(_fault(op, field.key, f"{op.spelling} needs the attribute {field.key} ({kind})"))
        elif not kind.holds(attribute):
            found.append(_fault(op, field.key, f"attribute {field.key} must be {kind}, got {attribute}"))
    return found


def _counts(op: Op, definition: Definition) -> Iterator[Diagnostic]:
    for sort, fields, items in (("operand", definition.operands, op.operands), ("region", definition.regions, op.regions),
                                ("result", definition.results, op.results)):
        several, _ = several_of(fields)
        single = len(fields) - several
        fits = len(items) == single if not several else len(items) >= single
        segments = op.attributes.get(f"{sort}SegmentSizes")
        if fits and several and segments is not None:
            fits = isinstance(segments, DenseArrayAttr) and segments_fit(segments.values, fields, len(items))
        elif fits and several > 1:
            if op.states_segments:
                yield _fault(op, f"{sort}s", f"{op.spelling} needs the attribute {sort}SegmentSizes, which says how many {sort}s "
                             f"each of {', '.join(field.name for field in fields)} has")
                continue
            fits = (len(items) - single) % several == 0
        elif fits and several and not any(f.is_variadic for f in fields):
            fits = len(items) <= len(fields)
        if not fits:
            wanted = f"{single}{' or more' if several else ''}"
            yield _fault(op, f"{sort}s", f"{op.spelling} takes {wanted} {sort}{'' if wanted == '1' else 's'}, got {len(items)}")


def _hold(fields: Sequence[Field], values: Sequence[Value]) -> bool:
    """Whether each value has a type that its field may have; there is one value for each field."""
    for field, value in zip(fields, values):
        constraint = field.constraint
        if constraint is not None and not constraint.holds(value.type):
            return False
    return True


def _types(op: Op, fields: Sequence[Field], values: Sequence[Any], sort: str) -> Iterator[Diagnostic]:
    numbered = len(fields) == 1
    for field in fields:
        if field.constraint is None:
            continue
        mine = getattr(op, field.name)
        members = mine if field.is_variadic else () if mine is None else (mine,)
        for k, value in enumerate(members):
            if not field.constraint.holds(value.type):
                which = f"{field.name}[{k}]" if field.is_variadic else field.name
                number = f"i{field.position + 1}" if sort == "operand" else "result"
                yield _fault(op, number, f"{sort} {which if not numbered or field.is_variadic else field.name} must be "
                             f"{field.constraint}, got {value.type}")


def _first_broken(op: Op, checks: Sequence[Check]) -> list[Diagnostic]:
    for check in checks:
        if not check.only_warns and not check.holds(op):
            return [_fault(op, check.label, check.text(op))]
    return []


def _results(op: Op, definition: Definition) -> list[Diagnostic]:
    inference = definition.inference
    if inference is None:
        return []
    inferred = op.inferred_types()
    if len(inferred) != len(op.results):
        return [_fault(op, inference.label("count"), f"{op.spelling} has {len(inferred)} results here, got {len(op.results)}")]
    for want, result in zip(inferred, op.results):
        if want is not result.type or IMPOSSIBLE in getattr(want, "shape", ()):
            break
    else:  # nearly always, and found out before anything is made
        return []
    if any(IMPOSSIBLE in getattr(want, "shape", ()) for want in inferred):
        return [_fault(op, inference.label("shape", k), "the result would have a size that is negative, above "
                       "a bound, or too large for 64 bits")
                for k, want in enumerate(inferred) if IMPOSSIBLE in getattr(want, "shape", ())]
    return [_fault(op, inference.label(_differing_part(want, result.type), k), f"result type must be {want}, got {result.type}")
            for k, (want, result) in enumerate(zip(inferred, op.results))
            if want is not result.type and (inference.is_exact or not compatible(want, result.type))]


def _differing_part(a: AnyType, b: AnyType) -> str:
    if not isinstance(a, TensorType) or not isinstance(b, TensorType):
        return "type"
    if a.rank != b.rank:
        return "rank"
    return "element" if same_shape(a, b) else "shape"


# -- types ---------------------------------------------------------------------------------------------------------------------
# What must hold for types by themselves, wherever a value has them (StableHLO spec: Types).
#
# Constraints C1, C2, C4 and C8 say which type the numbers of a quantized type have; here they are numbers of that type by
# construction, once they lie in its range.

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


# -- signature -----------------------------------------------------------------------------------------------------------------
# What the constraints of an operation depend on, as a key: operations with one signature are all good or all bad.
#
# Models say the same operation on the same types over and over, so nearly all of them need to be looked at once only.

_type = attrgetter("type")
#: What a region has at most that is compared one by one; larger ones seldom repeat.
_FEW_OPERATIONS, _FEW_ARGUMENTS = 4, 16


@cache
def stands_alone(cls: type[Operation]) -> bool:
    """Whether an operation is judged by its own parts and the types of its operands; not by what is around it or by symbols."""
    return issubclass(cls, Op) and not cls.looks_outside


@cache
def _fits_inside(cls: type[Operation]) -> bool:
    return stands_alone(cls) and not cls.is_symbol_table and not hasattr(cls, "diagnose_symbols")  # type: ignore[attr-defined]


def signature(op: Operation) -> Hashable | None:
    """The class, types, attributes and regions of an operation that stands alone; None if its regions are large, or use values
    or symbols from outside.

    Attributes count by identity: the signature is of use as long as the operation lives.
    """
    key = [own_parts(op)]
    for region in op.regions:
        found = _region(region)
        if found is None:
            return None
        key.append(found)
    return tuple(key)


def own_parts(op: Operation) -> Hashable:
    """The signature but for the regions."""
    operands, results, attributes = op.operands, op.results, op.attributes
    key: tuple[Hashable, ...]
    # One result and one or two operands is what nearly all have, and these keys are made in half the time.
    if len(results) == 1 and len(operands) == 1:
        key = op.__class__, operands[0].type, results[0].type
    elif len(results) == 1 and len(operands) == 2:
        key = op.__class__, operands[0].type, operands[1].type, results[0].type
    else:
        key = op.__class__, *map(_type, operands), None, *map(_type, results)
    return (key, *attributes, *map(id, attributes.values())) if attributes else key


def _region(region: Region) -> Hashable | None:
    """A region of one block of few operations without regions, which use no values from outside; None for any other."""
    if len(region.blocks) != 1:
        return None
    arguments, operations = region.blocks[0].arguments, region.blocks[0].operations
    if len(operations) > _FEW_OPERATIONS or len(arguments) > _FEW_ARGUMENTS:
        return None
    values: list[Value] = [*arguments]
    found: list[Hashable] = [*map(_type, arguments)]
    for op in operations:
        if op.regions or not _fits_inside(op.__class__):
            return None
        found.append(op.__class__)
        try:
            found += map(values.index, op.operands)
        except ValueError:
            return None
        found += map(_type, op.results)
        if op.attributes:
            found.append((*op.attributes, *map(id, op.attributes.values())))
        values += op.results
    return tuple(found)
