"""Rows about what an operation gives (`shape`, `eval`, `rule`) or refuses (`shape_error`, `eval_error`), through the builder.

Operands are parameters of a computation; `eval` and `rule` rows run it on both engines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from hloom.support.diagnostics import UserError
from hloom.xla import Shape, inference, ops
from hloom.xla.builder import XlaBuilder, XlaComputation
from hloom.xla.ops import parts
from tests.xla.builder_instructions import call
from tests.xla.row_arrays import array, dynamic_size, literal, same_values
from tests.xla.row_values import difference, shape

KINDS = ("shape", "shape_error", "eval", "eval_error", "rule")


def handles(row: dict[str, Any]) -> bool:
    return row.get("kind") in KINDS


def check(row: dict[str, Any]) -> str | None:
    try:
        found = _run(row)
    except UserError as error:
        if not row["kind"].endswith("error"):
            return f"refused: {error}"
        return _message(row, str(error))
    if row["kind"].endswith("error"):
        return f"accepted, gives {found}"
    return found


def _message(row: dict[str, Any], message: str) -> str | None:
    wanted = row["error_contains"]
    if wanted == "(any error)":
        return None
    if wanted.endswith(" (regex)"):
        return (
            None if re.search(wanted.removesuffix(" (regex)"), message) else f"the message {message!r} does not match {wanted!r}"
        )
    return None if wanted in message else f"the message {message!r} does not say {wanted!r}"


def _run(row: dict[str, Any]) -> str | None:
    name = row["op"]
    special = (SPECIAL_RULES if row["kind"] == "rule" else SPECIAL).get(name) or SPECIAL.get(name)
    if special is not None:
        return special(row)
    builder = XlaBuilder("row", die_immediately_on_error=True)
    operands = [_operand(value) for value in row["operands"] if not str(value).endswith("branches")]
    given = [ops.Parameter(builder, k, s) for k, (s, _) in enumerate(operands)]
    result = call(name, builder, given, row)
    if row["kind"].startswith("shape"):
        return difference(result.shape, row["expected_shape"])
    expected = row["expected"]
    return evaluated(builder.Build(result), [v for _, v in operands], expected, result.shape)


def evaluated(computation: XlaComputation, arguments: list[Any], expected: Any, result: Shape) -> str | None:
    """Why what both engines give is not what is expected."""
    for engine in ("reference", "cpu"):
        reason = same_values(computation(*arguments, engine=engine), expected, result)
        if reason:
            return f"{engine}: {reason}"
    return None


def _operand(value: Any) -> tuple[Shape, Any]:
    """The shape and the value of an operand: `f32[2]`, `s32[] -7`, or a dictionary."""
    if isinstance(value, dict):
        found, size = dynamic_size(value["shape"])
        return found, np.zeros(size, found.dtype) if size is not None else literal(value["value"], found)
    texts = value.split(" ", 1)
    if len(texts) == 2 and re.fullmatch(r"[a-z]\w*\[[\d,]*\]", texts[0]):
        found = shape(texts[0])
        return found, literal(array(texts[1]), found)
    return shape(value), None


# Rows in words of their own.


def _inferred(rule: Callable[[list[Shape], dict[str, Any]], Shape]) -> Callable[[dict[str, Any]], str | None]:
    """Instructions that XlaBuilder has no call for: the rule itself."""
    def run(row: dict[str, Any]) -> str | None:
        found = rule([shape(o) for o in row["operands"]], row["attrs"])
        return difference(found, row.get("expected_shape", "f32[]"))

    return run


def _async(row: dict[str, Any]) -> str | None:
    builder = XlaBuilder("async")
    sub = builder.CreateSubBuilder("negate")
    negate = sub.Build(ops.Neg(ops.Parameter(sub, 0, row["operands"][0]["shape"])))
    started = ops.AsyncStart(builder, negate, [ops.Parameter(builder, 0, row["operands"][0]["shape"])])
    done = ops.AsyncDone(started)
    return evaluated(builder.Build(done), [_operand(row["operands"][0])[1]], row["expected"], done.shape)


def _mapped(row: dict[str, Any]) -> str | None:
    found, value = _operand(row["operands"][0])
    builder = XlaBuilder("mapped")
    x = ops.Parameter(builder, 0, found)
    result = ops.ConvertElementType(ops.Map(builder, [x, x], ops.CreateScalarAddComputation(found.element_type)),
                                    shape(row["expected"]["shape"]).element_type)
    return evaluated(builder.Build(result), [value], row["expected"], result.shape)


def _identity(text: str) -> XlaComputation:
    builder = XlaBuilder("identity")
    return builder.Build(ops.Copy(ops.Parameter(builder, 0, text)))


def _wrong_shape(row: dict[str, Any]) -> str | None:
    given = shape(row["operands"][0])
    return str(_identity(row["attrs"]["parameter_shape"])(np.zeros(given.dimensions, given.dtype)))


def _wrong_count(row: dict[str, Any]) -> str | None:
    return str(_identity("f32[]")(*[np.float32(0)] * len(row["operands"])))


def _same_padding(row: dict[str, Any]) -> str | None:
    given, expected = row["operands"][0], row["expected"]
    found = parts.same_padding([given["base"]], [given["window"]], [given["stride"]])
    size = inference.Window.of([given["window"]], [given["stride"]], found).output([(given["base"], False)])
    return difference([list(found[0]), size[0][0]], [expected["pad"], expected["output"]])


def _out_of_range(row: dict[str, Any]) -> str | None:
    index, count = int(row["operands"][0].split()[1]), int(row["operands"][1].split()[0])
    builder = XlaBuilder("branches")
    branches = []
    for k in range(count):
        sub = builder.CreateSubBuilder(f"branch{k}")
        branches.append(sub.Build(ops.Parameter(sub, 0, "s32[]") + k))
    zero = ops.ConstantR0(builder, 0)
    result = ops.Conditional(ops.Parameter(builder, 0, "s32[]"), branches, [zero] * count)
    return evaluated(builder.Build(result), [index], int(row["expected"].split()[1]), result.shape)


def _comparator(row: dict[str, Any]) -> str | None:
    """The comparator takes (lhs0, rhs0, lhs1, rhs1): a fall by the second operand is one by its third and fourth parameter."""
    builder = XlaBuilder("sorted")
    compare = ops.CreateScalarComparisonComputation("by_second", ["f32", "s32"], [None, ops.GtTotalOrder])
    keys = [ops.Parameter(builder, 0, "f32[4]"), ops.Parameter(builder, 1, "s32[4]")]
    result = ops.Sort(keys, compare, 0, True)
    arguments = [np.array([1, 2, 3, 4], np.float32), np.array([5, 7, 5, 6], np.int32)]
    reason = evaluated(
        builder.Build(result), arguments, {"tuple": [{"value": [2, 4, 1, 3]}, {"value": [7, 6, 5, 5]}]}, result.shape
    )
    return reason or (
        None if ops.Sort([ops.Parameter(XlaBuilder("one"), 0, "f32[4]")]).shape.is_array else "one operand gives a tuple"
    )


SPECIAL: dict[str, Callable[[dict[str, Any]], str | None]] = {
    "all-gather-start": _inferred(lambda s, a: inference.all_gather_start(s, a["all_gather_dimension"], a["shard_count"])),
    "all-gather-done": _inferred(lambda s, a: inference.get_tuple_element(s[0], 1)),
    "collective-permute-start": _inferred(lambda s, a: inference.collective_permute_start(s)),
    "collective-reduce": _inferred(lambda s, a: inference.collective_reduce(s, a.get("has_dynamic_root", False))),
    "async-done(async-start(negate))": _async,
    "convert(map(x, x), add)": _mapped,
    "parameter": _wrong_shape,
    "evaluate": _wrong_count,
    "MakePadding(kSame)": _same_padding,
}
SPECIAL_RULES = {"conditional": _out_of_range, "sort": _comparator}
