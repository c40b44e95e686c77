"""The constraints of single operations: their declared operands, attributes, regions and results, and their checks.

Faults are reported in stages, since later constraints presuppose earlier ones: counts and kinds first (I labels), then
the checks in the order in which the definition lists them up to the first that fails, then result types.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from hloom.ir.attributes import DenseArrayAttr
from hloom.ir.core import Operation, Value
from hloom.ir.types import AnyType, TensorType
from hloom.ops.common.shapes import IMPOSSIBLE
from hloom.ops.definition.attribute_kinds import AttributeKind
from hloom.ops.definition.constraints import compatible, same_shape
from hloom.ops.definition.operation import Check, Definition, Field, Op, diagnostic_code, segments_fit, several_of
from hloom.support.diagnostics import WARNING, Diagnostic
from hloom.verify.types import diagnose_types


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
