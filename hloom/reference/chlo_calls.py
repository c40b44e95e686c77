"""Custom calls that stand for operations of CHLO: exporters wrote `chlo.erf` as a call of `mhlo.erf` before there were
composites, its attributes as the call's attribute `mhlo.attributes`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.ir.attributes import BoolAttr, DictionaryAttr, IntegerAttr
from hloom.ops.definition.operation import REGISTRY
from hloom.support.diagnostics import EvaluationError

Array = Any


def _operation(name: str) -> Callable[..., Any]:
    """What evaluates a call as the operation `name`, which has no attributes."""
    return lambda op, *operands: REGISTRY[name].create(*op.operands).eval(*operands)


def top_k(op: Any, operand: Array) -> tuple[Array, Array]:
    """`mhlo.topk`: the `k` largest elements of each row, and their places."""
    given = op.attributes.get("mhlo.attributes")
    entries = given.entries if isinstance(given, DictionaryAttr) else {}
    k = entries.get("k")
    if not isinstance(k, IntegerAttr) or entries.get("largest", BoolAttr(True)) != BoolAttr(True):
        raise EvaluationError.at(op.span, "custom_call", "mhlo.topk needs mhlo.attributes = {k = ..., largest = true}")
    return REGISTRY["chlo.top_k"].create(op.operands[0], k=k.value).eval(operand)


CUSTOM_CALLS: dict[str, Callable[..., Any]] = {
    **{f"mhlo.{name}": _operation(f"chlo.{name}")
       for name in ("acos", "acosh", "asin", "asinh", "atanh", "cosh", "erf", "mulhi", "sinh")},
    "mhlo.tan": _operation("stablehlo.tan"), "mhlo.topk": top_k,
}
