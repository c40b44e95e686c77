"""Custom calls that stand for operations of CHLO: exporters wrote `chlo.erf` as a call of `mhlo.erf` before there were
composites, its attributes as the call's attribute `mhlo.attributes`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.ir.attributes import BoolAttr, IntegerAttr
from hloom.ops.calls.target import Target, define, fault
from hloom.ops.chlo.elementwise import Acos, Acosh, Asin, Asinh, Atanh, Cosh, Erf, Mulhi, Sinh
from hloom.ops.chlo.structured import TopK
from hloom.ops.common.decomposition import Builder
from hloom.ops.definition.operation import SPELLINGS, Op
from hloom.ops.mhlo.operations import TopK as MhloTopK
from hloom.ops.stablehlo.elementwise import Tan
from hloom.support.diagnostics import EvaluationError, UserError

Array = Any


def _evaluated(cls: type[Op]) -> Callable[..., Any]:
    """What evaluates a call as an operation of a class, which has no attributes."""
    return lambda op, *operands: cls.create(*op.operands).eval(*operands)


def _top_k(op: Any, operand: Array) -> tuple[Array, Array]:
    """`mhlo.topk`: the `k` largest elements of each row, or the smallest, in order, and their places."""
    k, is_largest = _settings(op)

    def inverted(x: Array) -> Array:
        """What stands in the opposite order, without exceptions: -x of floats, all bits of integers turned over."""
        return x if is_largest else ~x if x.dtype.kind in "iub" else -x

    values, places = TopK.create(op.operands[0], k=k, result_types=[r.type for r in op.results]).eval(inverted(operand))
    return inverted(values), places


def _settings(op: Any) -> tuple[int, bool]:
    """How many elements a call of `mhlo.topk` wants, and whether the largest. Raises EvaluationError where it does not say."""
    entries = op.operation_attributes()
    k, largest = entries.get("k"), entries.get("largest", BoolAttr(True))
    if not isinstance(k, IntegerAttr) or not isinstance(largest, BoolAttr):
        raise fault(op, "needs mhlo.attributes = {k = ..., largest = true or false}")
    shape = op.operands[0].type.shape
    if not 0 <= k.value <= (shape[-1] if shape else -1):
        raise EvaluationError.at(op.span, "custom_call", f"mhlo.topk: k must lie between 0 and the last size of "
                                 f"{list(shape)}, got {k.value}")
    return k.value, largest.value


def _as_top_k(op: Any, b: Builder) -> Any:
    if len(op.operands) != 1:
        return None
    try:
        k, is_largest = _settings(op)
    except UserError:
        return None
    return b(MhloTopK, op.operands[0], k=k, largest=is_largest)


# The targets are what the `mhlo` dialect calls the operations.
define(*(Target(name, _evaluated(cls), operation=cls) for name, cls in SPELLINGS.items()
         if issubclass(cls, (Acos, Acosh, Asin, Asinh, Atanh, Cosh, Erf, Mulhi, Sinh, Tan))),
       Target(MhloTopK.name, _top_k, decompose=_as_top_k, operation=MhloTopK))
