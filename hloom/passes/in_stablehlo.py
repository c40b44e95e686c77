"""A program in StableHLO alone: what CHLO and MHLO have beside it is said in its operations.

    %0 = chlo.tan %x : tensor<3xf32> -> tensor<3xf32>
->  %0 = stablehlo.tan %x : tensor<3xf32>

    %0 = mhlo.add %x, %y : tensor<3xf32>
->  %0 = stablehlo.add %x, %y : tensor<3xf32>

    %0 = stablehlo.composite "f" %x {decomposition = @f.impl} : (tensor<3xf32>) -> tensor<3xf32>
->  %0 = call @f.impl(%x) : (tensor<3xf32>) -> tensor<3xf32>

What an operation is stands beside its definition (`decompose`, `in_stablehlo`); scans are loops. This is no pass of a
compilation, which has code of its own for many of these functions: it is for other compilers. Functions that are made of tables
for f64 (erf, lgamma and such) are computed in f64 whatever their type is, others in their own type, or in f32 where that is
narrower.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.attributes import Attribute, TypeAttr
from hloom.ir.core import Operation
from hloom.ops.builtin.function import Call
from hloom.ops.chlo.structured import RaggedDot, Scan
from hloom.ops.common.decomposition import Builder
from hloom.ops.common.shapes import is_ranked
from hloom.ops.definition.operation import Op
from hloom.ops.mhlo.spellings import Respelled, plain, type_in_stablehlo
from hloom.ops.stablehlo.composite import Composite
from hloom.ops.stablehlo.creation import is_static
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.passes.manager import Pass, run_passes
from hloom.passes.rewriting import Replacement, Rule, rewrite
from hloom.passes.rules.scans import scan_as_loop
from hloom.reference.custom_calls import effectless
from hloom.support.diagnostics import UserError

#: Dialects that are said in StableHLO.
_DIALECTS = ("chlo", "mhlo")


def in_stablehlo(module: Any) -> Any:
    """The program of a valid module without operations of CHLO and MHLO, and without composites; the module is left alone.

    Raises UserError, with the place, for an operation that StableHLO has no form for.
    """
    return run_passes(module, [Pass("in_stablehlo", run)])


def run(module: Operation) -> bool:
    """The pass `in_stablehlo`."""
    _retype(module)
    changed = rewrite(module, _rules_of)
    for op in module.walk():
        if op.dialect in _DIALECTS:
            raise UserError.at(op.span, "conversion", f"{op.name} has no form in StableHLO{_reason(op)}")
    return changed


def _retype(module: Operation) -> None:
    """Gives values and functions the types of StableHLO."""
    for op in module.walk():
        for value in (*op.results, *(a for region in op.regions for block in region.blocks for a in block.arguments)):
            value.type = type_in_stablehlo(value.type)
        for key, attribute in (op.attributes or {}).items():
            if isinstance(attribute, TypeAttr):
                found: Attribute = TypeAttr(type_in_stablehlo(attribute.type))
                op.attributes[key] = found


def _reason(op: Operation) -> str:
    if isinstance(op, Op) and not is_ranked(op):
        return " for tensors of unknown rank"
    return " where sizes are known at run time only" if isinstance(op, RaggedDot | Scan) else ""


def _as_written_there(op: Any, b: Builder) -> Replacement:
    made = plain(op)
    b.place(made)
    return made.results


def _said(op: Any, b: Builder) -> Replacement:
    if not is_ranked(op) or (isinstance(op, RaggedDot) and not all(map(is_static, (*op.operands, *op.results)))):
        return None
    return (op.in_stablehlo or op.decompose)(b)


def _call_of_decomposition(op: Any, b: Builder) -> Replacement:
    made = Call.create(op.inputs, callee=op.decomposition, result_types=[r.type for r in op.results])
    b.place(made)
    return made.results


def _called_function(op: Any, b: Builder) -> Replacement:
    """The operation of MHLO that a call of its name stands for."""
    known = effectless(op)
    if known is None or known.operation is None:
        return None
    if known.decompose is not None:
        return known.decompose(op, b)
    return b(known.operation, *op.operands, result_types=[r.type for r in op.results])


_SPELLED = (Rule("mhlo.f(x) -> stablehlo.f(x)", None, _as_written_there),)
_SAID = (Rule("f(x) of another dialect -> what it is in StableHLO", None, _said),)
_SCANS = (Rule("scan(x, c) -> while(0, zeros, c)", Scan, scan_as_loop),)
_COMPOSITES = (Rule("composite(f, x) -> call(f, x)", Composite, _call_of_decomposition),)
_CALLS = (Rule("custom_call(mhlo.f, x) -> mhlo.f(x)", CustomCall, _called_function),)


def _rules_of(op: Operation) -> tuple[Rule, ...]:
    if isinstance(op, Respelled):
        return _SPELLED
    for cls, rules in ((Composite, _COMPOSITES), (CustomCall, _CALLS), (Scan, _SCANS)):
        if isinstance(op, cls):
            return rules
    is_said = isinstance(op, Op) and op.dialect in _DIALECTS and (op.in_stablehlo or op.decompose) is not None
    return _SAID if is_said else ()
