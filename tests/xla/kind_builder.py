"""Rows about what an operation gives (`shape`, `eval`, `rule`) or refuses (`shape_error`, `eval_error`), through the builder.

Operands are parameters of a computation; `eval` and `rule` rows run it on both engines.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import numpy as np

import hloom
from hloom.support.diagnostics import UserError
from hloom.text.hlo.opcodes import OPCODES
from hloom.xla import Shape, ops
from hloom.xla.builder import XlaBuilder, XlaComputation, XlaOp
from hloom.xla.inference import Window
from hloom.xla.inference.collectives import all_to_all
from hloom.xla.ops import parts
from tests.xla.row_arrays import array, dynamic_size, literal, same_values
from tests.xla.row_computations import REDUCERS, computation
from tests.xla.row_names import instruction_name, spelled_attributes
from tests.xla.row_operations import BY_NAME, OPERATIONS, wanted_shape
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
    name = instruction_name(row["op"], KNOWN)
    row = {**row, "op": name, "spelled": spelled_attributes(row.get("attrs", {}))}
    waited = re.match(r"async-done\((?:async-update\()?async-start\(([\w-]+)", name)
    if waited:
        return _async(row, instruction_name(waited[1], KNOWN))
    special = (SPECIAL_RULES if row["kind"] == "rule" else SPECIAL).get(name) or SPECIAL.get(name)
    return special(row) if special is not None else _built(row)


def _built(row: dict[str, Any]) -> str | None:
    """The row through the builder's function of the operation."""
    name = row["op"]
    builder = XlaBuilder("row", die_immediately_on_error=True)
    operands = [_operand(value) for value in row["operands"] if not str(value).endswith("branches")]
    given = [ops.Parameter(builder, k, s) for k, (s, _) in enumerate(operands)]
    attributes = row["spelled"]
    if name in OPERATIONS:
        result = OPERATIONS[name](builder, given, attributes, row)
    elif name in BY_NAME:
        result = BY_NAME[name](*given)
    elif name in OPCODES:
        return _as_text(row, operands)
    elif hasattr(ops, name):
        result = _called(builder, name, given, attributes, row)
    else:
        result = _nested(builder, name, given, attributes, row)
    if row["kind"].startswith("shape"):
        return str(result.shape) if row["kind"] == "shape_error" else difference(result.shape, row["expected_shape"])
    expected = row["expected"]
    arguments = [np.zeros(s.dimensions, s.dtype) if v is None else v for s, v in operands]
    return evaluated(builder.Build(result), arguments, expected, result.shape)


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


# Operations without a function of the builder, and several in one row.


def _as_text(row: dict[str, Any], operands: list[tuple[Shape, Any]]) -> str | None:
    """The row as a line of HLO text, which states the shape where it does not follow."""
    expected = row.get("expected_shape") or row.get("expected", {})
    stated = shape(expected["shape"] if isinstance(expected, dict) else expected) if expected else None
    attributes = "".join(f", {key}={_attribute_text(value)}" for key, value in row.get("attrs", {}).items())
    names = ", ".join(f"p{k}" for k in range(len(operands)))
    lines = [f"  p{k} = {s} parameter({k})" for k, (s, _) in enumerate(operands)]
    result = "" if stated is None else f"{stated} "
    text = "HloModule row\n\nENTRY e {\n" + "\n".join(lines) + f"\n  ROOT r = {result}{row['op']}({names}){attributes}\n}}\n"
    module = hloom.parse(text, format="hlo")
    module.verify()
    if row["kind"].startswith("shape"):
        return None
    assert stated is not None
    arguments = [v for _, v in operands]
    return next((f"{engine.__name__}: {reason}" for engine in (hloom.evaluate, lambda m, *v: hloom.compile(m)(*v))
                 if (reason := same_values(engine(module, *arguments)[0], row["expected"], stated))), None)


def _attribute_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"{{{','.join(map(_attribute_text, value))}}}"
    return str(value)


def _called(builder: XlaBuilder, name: str, given: list[XlaOp], a: dict[str, Any], row: dict[str, Any]) -> XlaOp:
    """A function of XlaBuilder or its libraries by its name: attributes by names of parameters, operands for the others."""
    rest, arguments = list(given), {}
    for parameter in inspect.signature(getattr(ops, name)).parameters:
        if parameter == "builder":
            arguments[parameter] = builder
        elif parameter in a:
            value = a[parameter]
            is_computation = isinstance(value, str) and ("->" in value or value in REDUCERS) and parameter not in _TEXTS
            arguments[parameter] = computation(builder, value, [given[0].element_type]) if is_computation else value
        elif parameter in _MANY:
            arguments[parameter], rest = rest, []
        elif parameter in ("shape", "output_shape"):
            arguments[parameter] = wanted_shape(row)
        elif rest:
            arguments[parameter] = rest.pop(0)
    return getattr(ops, name)(**arguments)


#: Parameters that take all operands that are left, and those whose texts are no computations.
_MANY = ("operands", "elements", "tokens", "inputs", "diagonals", "predicates")
_TEXTS = ("direction", "dim_labels", "dimension_numbers", "einsum_config")


def _nested(builder: XlaBuilder, text: str, given: list[XlaOp], attributes: dict[str, Any], row: dict[str, Any]) -> XlaOp:
    """`negate(add(lhs, rhs))`: operations in each other, whose other words stand for the operands in order.

    A number is the index of an element, the name of a scalar function the computation that is applied; a fusion or call of an
    operation is that operation.
    """
    names: dict[str, XlaOp] = {}
    tokens = re.findall(r"[\w-]+|[(),]", text)
    # Computations stand behind the operations inside, which may need them.
    leaves = [word for word, behind in zip(tokens, [*tokens[1:], ""]) if behind != "(" and word not in "(),"]
    applied = [word for word in leaves if word in REDUCERS]
    attributes = {**({"to_apply": applied[-1]} if applied else {}), **attributes}

    def read() -> XlaOp | int | None:
        word = tokens.pop(0)
        if not tokens or tokens[0] != "(":
            if word.isdecimal():
                return int(word)
            if word in REDUCERS:
                return None
            if word not in names:
                names[word] = given[len(names)]
            return names[word]
        tokens.pop(0)
        operands, index = [], {}
        while tokens[0] != ")":
            part = read()
            if isinstance(part, int):
                index = {"index": part}
            elif part is not None:
                operands.append(part)
            if tokens[0] == ",":
                tokens.pop(0)
        tokens.pop(0)
        name = instruction_name(word, KNOWN)
        if name in ("fusion", "call", "copy-start", "copy-done") and len(operands) == 1:
            return operands[0]
        if name in BY_NAME:
            return BY_NAME[name](*operands)
        if name not in OPERATIONS:
            raise KeyError(f"the builder has no operation {word}")
        return OPERATIONS[name](builder, operands, {**attributes, **index}, row)

    result = read()
    assert isinstance(result, XlaOp), text
    return result


# Rows in words of their own.


def _inferred(rule: Callable[[list[Shape], dict[str, Any]], Shape]) -> Callable[[dict[str, Any]], str | None]:
    """Instructions that XlaBuilder has no call for: the rule itself."""
    def run(row: dict[str, Any]) -> str | None:
        found = rule([shape(o) for o in row["operands"]], row["spelled"])
        return difference(found, row.get("expected_shape", "f32[]"))

    return run


def _started(function: Callable[[XlaBuilder, Any, dict[str, Any]], XlaOp], starts: bool = True) -> Callable[[dict[str, Any]],
                                                                                                           str | None]:
    """Instructions that XlaBuilder has no call for: what starts one that it has gives (operands, results)."""
    def run(row: dict[str, Any]) -> str | None:
        builder = XlaBuilder("started", die_immediately_on_error=True)
        operands = [ops.Parameter(builder, k, shape(o)) for k, o in enumerate(row["operands"])]
        given = operands[0] if len(operands) == 1 else operands
        found = function(builder, given, row["spelled"]).shape
        whole = Shape.of_tuple([given.shape if isinstance(given, XlaOp) else Shape.of_tuple(o.shape for o in given), found])
        return difference(whole if starts else found, row.get("expected_shape", "f32[]"))

    return run


def _async(row: dict[str, Any], name: str) -> str | None:
    """An operation that is started, perhaps updated, and done."""
    builder = XlaBuilder("async")
    sub = builder.CreateSubBuilder(name)
    operands = [_operand(value) for value in row["operands"]]
    given = [ops.Parameter(sub, k, s) for k, (s, _) in enumerate(operands)]
    called = BY_NAME[name](*given) if name in BY_NAME else OPERATIONS[name](sub, given, row["spelled"], row)
    state = ops.AsyncStart(builder, sub.Build(called), [ops.Parameter(builder, k, s) for k, (s, _) in enumerate(operands)])
    if "async-update" in row["op"]:
        state = ops.AsyncUpdate(state)
    done = ops.AsyncDone(state)
    if row["kind"].startswith("shape"):
        return difference(done.shape, row["expected_shape"])
    return evaluated(builder.Build(done), [v for _, v in operands], row["expected"], done.shape)


def _identity(text: str) -> XlaComputation:
    builder = XlaBuilder("identity")
    return builder.Build(ops.Copy(ops.Parameter(builder, 0, text)))


def _wrong_shape(row: dict[str, Any]) -> str | None:
    given = shape(row["operands"][0])
    return str(_identity(row["attrs"]["parameter_shape"])(np.zeros(given.dimensions, given.dtype)))


def _wrong_count(row: dict[str, Any]) -> str | None:
    return str(_identity("f32[]")(*[np.float32(0)] * len(row["operands"])))


def _padding(kind: str) -> Callable[[dict[str, Any]], str | None]:
    def run(row: dict[str, Any]) -> str | None:
        given, expected = row["operands"][0], row["expected"]
        found = parts.make_padding([given["base"]], [given["window"]], [given.get("stride", 1)], kind)
        size = Window.of([given["window"]], [given.get("stride", 1)], found).output([(given["base"], False)])
        if isinstance(expected, list):
            return difference(list(found[0]), expected)
        return difference([list(found[0]), size[0][0]], [expected["pad"], expected.get("output", size[0][0])])

    return run


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


#: An array that is split may be of unknown size for the rule, for the builder only where it is put together again in place.
_split = _inferred(lambda s, a: all_to_all(s[0], a["split_dimension"], a["concat_dimension"], a["split_count"]))
SPECIAL: dict[str, Callable[[dict[str, Any]], str | None]] = {
    "all-gather-start": _started(lambda b, o, a: ops.AllGather(o, a["all_gather_dimension"], a["shard_count"])),
    "all-gather-done": _started(lambda b, o, a: ops.GetTupleElement(o, 1), False),
    "collective-permute-start": _started(lambda b, o, a: ops.CollectivePermute(o, []) if isinstance(o, XlaOp)
                                         else ops.MultiCollectivePermute(o, [])),
    # The roots say who gets the result, not who has the operand.
    "collective-reduce": _started(lambda b, o, a: ops.CollectiveBroadcast(o, has_dynamic_root=a.get("has_dynamic_root", False)),
                                  False),
    "all-to-all": lambda row: _split(row) if "split_count" in row["spelled"] and row["kind"].startswith("shape") else _built(row),
    "parameter": _wrong_shape,
    "evaluate": _wrong_count,
    "MakePadding(kSame)": _padding("same"),
    "MakePadding(kValid)": _padding("valid"),
}
SPECIAL_RULES = {"conditional": lambda row: (_out_of_range if str(row["operands"][1]).endswith("branches") else _built)(row),
                 "sort": lambda row: _built(row) if row["operands"] else _comparator(row)}
KNOWN = {*OPERATIONS, *BY_NAME, *SPECIAL, *OPCODES}
