"""Rows about what an operation gives (`shape`, `eval`, `rule`) or refuses (`shape_error`, `eval_error`), through the builder.

Operands are parameters of a computation; `eval` and `rule` rows run it on both engines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

import hloom
from hloom.support.diagnostics import UserError
from hloom.support.source import Source
from hloom.text.hlo.forms import Window, full_window, read_window_fields
from hloom.text.hlo.opcodes import OPCODES
from hloom.text.hlo.scanner import Scanner
from hloom.xla import Shape, inference, ops
from hloom.xla.builder import XlaBuilder, XlaComputation, XlaOp
from hloom.xla.inference import ProgramShape
from hloom.xla.ops import parts
from tests.xla.row_arrays import array, dynamic_size, literal, same_values, shape_texts
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
    return special(row) if special is not None else _built(row)


def _built(row: dict[str, Any]) -> str | None:
    """The row through the builder's function of the operation."""
    name = row["op"]
    builder = XlaBuilder("row", die_immediately_on_error=True)
    operands = [_operand(value) for value in row["operands"] if not str(value).endswith("branches")]
    given = [ops.Parameter(builder, k, s) for k, (s, _) in enumerate(operands)]
    attributes = row.get("attrs", {})
    if name in OPERATIONS:
        result = OPERATIONS[name](builder, given, attributes, row)
    elif name in BY_NAME:
        result = BY_NAME[name](*given)
    elif name in OPCODES:
        return _as_text(row, operands)
    else:
        result = _nested(builder, name, given, attributes, row)
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


# Computations of rows.


def computation(builder: XlaBuilder, text: str, types: list[Any]) -> XlaComputation:
    """`add`, `(f32[],f32[])->f32[]`, `6 f32[] -> (f32[], ...)`, or `(min,min)`: the function of each pair."""
    if "->" in text:
        return of_shape(program_shape(text))
    words = re.findall(r"\w+", text)
    sub = builder.CreateSubBuilder("to_apply")
    count = len(words)
    wide = [*types, *types]
    inputs = [ops.Parameter(sub, k, Shape(t)) for k, t in enumerate(wide)]
    results = [REDUCERS[w](inputs[k], inputs[count + k]) for k, w in enumerate(words)]
    return sub.Build(results[0] if count == 1 else ops.Tuple(sub, results))


REDUCERS: dict[str, Callable[[XlaOp, XlaOp], XlaOp]] = {
    "add": ops.Add, "multiply": ops.Mul, "mul": ops.Mul, "maximum": ops.Max, "max": ops.Max, "min": ops.Min, "minimum": ops.Min,
    "and": ops.And, "or": ops.Or, "xor": ops.Xor, "subtract": ops.Sub, "divide": ops.Div, "power": ops.Pow,
    "update": lambda a, b: b, "assign": lambda a, b: b, "second": lambda a, b: b, "first": lambda a, b: a,
    "GE": ops.Ge, "GT": ops.Gt, "LE": ops.Le, "LT": ops.Lt, "EQ": ops.Eq, "NE": ops.Ne,
    "ge": ops.Ge, "gt": ops.Gt, "le": ops.Le, "lt": ops.Lt, "eq": ops.Eq, "ne": ops.Ne}


def program_shape(text: str) -> ProgramShape:
    takes, gives = (side.strip() for side in text.split("->"))
    repeated = re.fullmatch(r"(\d+) (\S+)", takes)
    parameters = [repeated[2]] * int(repeated[1]) if repeated else shape_texts(takes[1:-1])
    return ProgramShape(tuple(map(shape, parameters)), shape(gives))


def of_shape(wanted: ProgramShape) -> XlaComputation:
    """A computation of a shape, which gives zeros."""
    builder = XlaBuilder("stated", die_immediately_on_error=True)
    for k, parameter in enumerate(wanted.parameters):
        ops.Parameter(builder, k, parameter)

    def zeros(s: Shape) -> XlaOp:
        if s.is_tuple:
            return ops.Tuple(builder, [zeros(part) for part in s.tuple_shapes])
        made = ops.Zeros(builder, Shape(s.element_type, s.dimensions))
        for d, is_dynamic in enumerate(s.dynamic_dimensions):
            made = ops.SetDimensionSize(made, ops.ConstantR0(builder, 1), d) if is_dynamic else made
        return made

    return builder.Build(zeros(wanted.result))


def window(text: str) -> Window:
    return full_window(read_window_fields(Scanner(Source("<window>", text))))


# Operations, by the names of instructions.


def _binary(function: Any) -> Any:
    return lambda b, o, a, r: function(*o, a.get("broadcast_dimensions", ()))


def _dot(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    names = {"lhs_contracting_dims": "lhs_contracting_dimensions", "rhs_contracting_dims": "rhs_contracting_dimensions",
             "lhs_batch_dims": "lhs_batch_dimensions", "rhs_batch_dims": "rhs_batch_dimensions",
             "lhs_ragged_dims": "lhs_ragged_dimensions", "rhs_group_dims": "rhs_group_dimensions"}
    numbers = {names[k]: v for k, v in a.items() if k in names}
    preferred = a.get("preferred_element_type")
    function = ops.RaggedDot if r["op"] == "ragged-dot" else ops.DotGeneral
    return function(*o, numbers, preferred_element_type=preferred)


def _conv(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    w = window(a.get("window", ""))
    return ops.ConvGeneralDilated(
        *o,
        w.stride,
        w.pad,
        w.lhs_dilate,
        w.rhs_dilate,
        a["dim_labels"],
        a.get("feature_group_count", 1),
        a.get("batch_group_count", 1),
        None,
        a.get("preferred_element_type"),
        w.rhs_reversal or None,
        a.get("conv_kind", a.get("convolution_kind", "unset")),
        [a["sparsity_rhs"][k] for k in ("num_non_zero", "block_size", "dimension", "stride")] if "sparsity_rhs" in a else None,
    )


def _reduce(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    half = len(o) // 2
    expected = r.get("expected", {}).get("shape")
    to_apply = computation(b, a["to_apply"], [shape(expected).element_type] if expected else [v.element_type for v in o[half:]])
    return ops.Reduce(b, o[0] if half == 1 else o[:half], o[half] if half == 1 else o[half:], to_apply, a["dimensions"])


def _reduce_window(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    half, w = len(o) // 2, window(a["window"])
    to_apply = computation(b, a.get("to_apply", "add"), [v.element_type for v in o[half:]])
    return ops.ReduceWindowWithGeneralPadding(
        o[0] if half == 1 else o[:half],
        o[half] if half == 1 else o[half:],
        to_apply,
        w.size,
        w.stride,
        w.lhs_dilate,
        w.rhs_dilate,
        w.pad,
    )


def _select_and_scatter(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    w = window(a["window"]) if "window" in a else Window(tuple(a["window_size"]), tuple(a["window_stride"]),
                                                        tuple(map(tuple, a["padding"])))
    select, scatter = (
        computation(b, a.get(k, default), [o[0].element_type]) for k, default in (("select", "GE"), ("scatter", "add"))
    )
    return ops.SelectAndScatterWithGeneralPadding(o[0], select, w.size, w.stride, w.pad, o[1], o[2], scatter)


def _gather(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    return ops.Gather(*o, {k: v for k, v in a.items() if k not in ("slice_sizes", "indices_are_sorted")}, a["slice_sizes"])


def _scatter(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    to_apply = computation(b, a["to_apply"], [o[0].element_type])
    return ops.Scatter(*o, to_apply, {k: v for k, v in a.items() if k != "to_apply"})


def _broadcast(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    if "broadcast_sizes" in a:
        return ops.Broadcast(*o, a["broadcast_sizes"])
    output = shape(a["output_shape"] if "output_shape" in a else r["expected"]["shape"])
    return ops.BroadcastInDim(*o, output, a["dimensions"])


def _conditional(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    branches = [of_shape(program_shape(t)) for t in a["branches"]]
    return ops.Conditional(o[0], branches, o[1:])


def _type(a: dict[str, Any], r: dict[str, Any]) -> Any:
    stated = a.get("new_element_type") or a.get("to")
    if stated:
        return stated
    expected = r.get("expected_shape") or r["expected"]["shape"]
    return shape(expected).element_type


def _wanted(r: dict[str, Any]) -> Shape:
    """The shape that a row says of the result."""
    if "output_shape" in r.get("attrs", {}):
        return shape(r["attrs"]["output_shape"])
    expected: Any = r.get("expected_shape") or r.get("expected")
    return shape(expected["shape"] if isinstance(expected, dict) else expected)


def _sizes(a: dict[str, Any], r: dict[str, Any]) -> Any:
    return a.get("dimensions", a.get("new_sizes")) if "dimensions" in a or "new_sizes" in a else _wanted(r).dimensions


def _dimension(a: dict[str, Any]) -> int:
    """One dimension, as a number or a list of one."""
    found: Any = a.get("dimension", a.get("dimensions"))
    return found[0] if isinstance(found, list) and len(found) == 1 else found


def _one_or_all(o: list[XlaOp]) -> Any:
    return o[0] if len(o) == 1 else o


def _rng(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    is_normal = "normal" in a.get("distribution", "uniform").lower()
    return (ops.RngNormal if is_normal else ops.RngUniform)(*o, _wanted(r))


def _sort(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    text = a.get("to_apply", a.get("comparator"))
    types = [v.element_type for v in o]
    if text and "->" in text:
        compare = of_shape(program_shape(text))
    elif text and text.upper().rstrip("E") in ("G", "GT"):
        compare = ops.CreateScalarGtComputation(types)
    else:
        compare = ops.CreateScalarLtComputation(types)
    dimension = _dimension(a) if "dimension" in a or "dimensions" in a else -1
    return ops.Sort(o, compare, dimension, a.get("is_stable", False))


OPERATIONS: dict[str, Callable[..., XlaOp]] = {
    **{
        name: _binary(getattr(ops, word))
        for name, word in (
            ("add", "Add"),
            ("and", "And"),
            ("xor", "Xor"),
            ("multiply", "Mul"),
            ("divide", "Div"),
            ("subtract", "Sub"),
            ("complex", "Complex"),
            ("remainder", "Rem"),
            ("minimum", "Min"),
            ("maximum", "Max"),
            ("power", "Pow"),
            ("atan2", "Atan2"),
            ("or", "Or"),
            ("mulhi", "Mulhi"),
            ("shift-left", "ShiftLeft"),
            ("shift-right-logical", "ShiftRightLogical"),
            ("shift-right-arithmetic", "ShiftRightArithmetic"),
        )
    },
    "compare": lambda b, o, a, r: ops.Compare(*o, broadcast_dimensions=a.get("broadcast_dimensions", ()),
                                              direction=a.get("direction", "EQ"), compare_type=a.get("type")),
    "add(add(lhs, rhs), rhs2)": lambda b, o, a, r: o[0] + o[1] + o[2],
    "stochastic-convert": lambda b, o, a, r: ops.StochasticConvertType(*o, _type(a, r)),
    "rng": _rng,
    "rng-bit-generator": lambda b, o, a, r: ops.RngBitGenerator(
        a.get("algorithm", "rng_default"), *o, _wanted(r).tuple_shapes[-1]),
    "while": lambda b, o, a, r: ops.While(*(of_shape(program_shape(a[k])) for k in ("condition", "body")), *o),
    "cholesky": lambda b, o, a, r: ops.Cholesky(*o, a.get("lower", True)),
    "triangular-solve": lambda b, o, a, r: ops.TriangularSolve(
        *o, a.get("left_side", True), a.get("lower", True), a.get("unit_diagonal", False), a.get("transpose_a", "NO_TRANSPOSE")),
    "all-reduce": lambda b, o, a, r: ops.AllReduce(_one_or_all(o), computation(b, a.get("to_apply", "add"), [o[0].element_type])),
    "reduce-scatter": lambda b, o, a, r: ops.ReduceScatter(
        *o, computation(b, a.get("to_apply", "add"), [o[0].element_type]), a["scatter_dimension"], a["shard_count"]),
    "all-to-all": lambda b, o, a, r: ops.AllToAll(*o, a["split_dimension"], a["concat_dimension"], a["split_count"])
    if "split_count" in a else ops.AllToAllTuple(o),
    "collective-broadcast": lambda b, o, a, r: ops.CollectiveBroadcast(_one_or_all(o)),
    "batch-norm-inference": lambda b, o, a, r: ops.BatchNormInference(*o, a.get("epsilon", 1e-3), a["feature_index"]),
    "dynamic-reshape": lambda b, o, a, r: ops.DynamicReshape(
        o[0], o[1:], a.get("dimensions", a.get("bounds", a.get("new_size_bounds"))),
        a.get("dynamic", a.get("dims_are_dynamic", [True] * (len(o) - 1)))),
    "scan": lambda b, o, a, r: ops.Scan(o[: len(o) - a.get("num_carries", 0)], o[len(o) - a.get("num_carries", 0) :],
                                        of_shape(program_shape(a["to_apply"])), _dimension(a)),
    "after-all": lambda b, o, a, r: ops.AfterAll(b, o),
    "convert-element-type": lambda b, o, a, r: ops.ConvertElementType(*o, _type(a, r)),
    "convert": lambda b, o, a, r: ops.ConvertElementType(*o, _type(a, r)),
    "bitcast-convert": lambda b, o, a, r: ops.BitcastConvertType(*o, _type(a, r)),
    "broadcast": _broadcast,
    "broadcast(XlaBuilder::Broadcast)": _broadcast,
    "concatenate": lambda b, o, a, r: ops.ConcatInDim(b, o, _dimension(a)),
    "pad": lambda b, o, a, r: ops.Pad(*o, a["padding"]),
    "dot": _dot,
    "ragged-dot": _dot,
    "convolution": _conv,
    "fft": lambda b, o, a, r: ops.Fft(*o, a["fft_type"], a["fft_length"]),
    "reduce": _reduce,
    "reduce-window": _reduce_window,
    "select-and-scatter": _select_and_scatter,
    "slice": lambda b, o, a, r: ops.Slice(*o, a["starts"], a["limits"], a.get("strides")),
    "dynamic-slice": lambda b, o, a, r: ops.DynamicSlice(o[0], o[1:], a.get("dynamic_slice_sizes", a.get("slice_sizes"))),
    "dynamic-update-slice": lambda b, o, a, r: ops.DynamicUpdateSlice(o[0], o[1], o[2:]),
    "reverse": lambda b, o, a, r: ops.Rev(*o, a["dimensions"]),
    "transpose": lambda b, o, a, r: ops.Transpose(*o, a.get("permutation", a.get("dimensions"))),
    "reshape": lambda b, o, a, r: ops.ReshapeWithInferredDimension(*o, _sizes(a, r), a["inferred_dimension"])
    if "inferred_dimension" in a else ops.Reshape(*o, _sizes(a, r)),
    "gather": _gather,
    "scatter": _scatter,
    "iota": lambda b, o, a, r: ops.Iota(b, _wanted(r), a.get("iota_dimension", 0)),
    "get-dimension-size": lambda b, o, a, r: ops.GetDimensionSize(*o, _dimension(a)),
    "set-dimension-size": lambda b, o, a, r: ops.SetDimensionSize(*o, _dimension(a)),
    "get-tuple-element": lambda b, o, a, r: ops.GetTupleElement(*o, a["index"]),
    "tuple": lambda b, o, a, r: ops.Tuple(b, o),
    "reduce-precision": lambda b, o, a, r: ops.ReducePrecision(*o, a["exponent_bits"], a["mantissa_bits"]),
    "map": lambda b, o, a, r: ops.Map(b, o, computation(b, a["to_apply"], [v.element_type for v in o[:1]]),
                                      a.get("dimensions", list(range(o[0].rank)))),
    "call": lambda b, o, a, r: ops.Call(b, of_shape(program_shape(a["to_apply"])), o),
    "conditional": _conditional,
    "sort": _sort,
    "topk": lambda b, o, a, r: ops.TopK(*o, a["k"], a.get("largest", True)),
    "all-gather": lambda b, o, a, r: ops.AllGather(*o, a["all_gather_dimension"], a["shard_count"]),
    "all-to-all(tuple)": lambda b, o, a, r: ops.AllToAllTuple(o),
    "collective-permute": lambda b, o, a, r: ops.MultiCollectivePermute(o, a.get("source_target_pairs", [(0, 1)]))
    if len(o) > 1 else ops.CollectivePermute(*o, a.get("source_target_pairs", [(0, 1)])),
    "batch-norm-grad": lambda b, o, a, r: ops.BatchNormGrad(*o, 1e-3, a["feature_index"]),
    "batch-norm-training": lambda b, o, a, r: ops.BatchNormTraining(*o, 1e-3, a["feature_index"]),
}
BY_NAME: dict[str, Callable[..., XlaOp]] = {
    "clamp": ops.Clamp, "select": ops.Select, "copy": ops.Copy, "opt-barrier": ops.OptimizationBarrier,
    "optimization-barrier": ops.OptimizationBarrier, "ragged-all-to-all": lambda x, y, b, s, p, r: ops.RaggedAllToAll(
        x, b, s, y, p, r), "replica-id": ops.ReplicaId, "partition-id": ops.PartitionId, "async-update": ops.AsyncUpdate,
    **{name: getattr(ops, word) for name, word in (
        ("abs", "Abs"), ("acos", "Acos"), ("acosh", "Acosh"), ("asin", "Asin"), ("asinh", "Asinh"), ("atan", "Atan"),
        ("atanh", "Atanh"), ("cbrt", "Cbrt"), ("ceil", "Ceil"), ("cosine", "Cos"), ("cosh", "Cosh"), ("erf", "Erf"),
        ("count-leading-zeros", "Clz"), ("exponential", "Exp"), ("exponential-minus-one", "Expm1"), ("floor", "Floor"),
        ("imag", "Imag"), ("is-finite", "IsFinite"), ("log", "Log"), ("log-plus-one", "Log1p"), ("logistic", "Logistic"),
        ("negate", "Neg"), ("not", "Not"), ("popcnt", "PopulationCount"), ("real", "Real"), ("round-nearest-afz", "Round"),
        ("round-nearest-even", "RoundNearestEven"), ("rsqrt", "Rsqrt"), ("sign", "Sign"), ("sine", "Sin"), ("sinh", "Sinh"),
        ("sqrt", "Sqrt"), ("tan", "Tan"), ("tanh", "Tanh"))}}


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


def _nested(builder: XlaBuilder, text: str, given: list[XlaOp], attributes: dict[str, Any], row: dict[str, Any]) -> XlaOp:
    """`negate(add(lhs, rhs))`: operations in each other, whose other words stand for the operands in order."""
    names: dict[str, XlaOp] = {}
    tokens = re.findall(r"[\w-]+|[(),]", text)

    def read() -> XlaOp:
        word = tokens.pop(0)
        if not tokens or tokens[0] != "(":
            if word not in names:
                names[word] = given[len(names)]
            return names[word]
        tokens.pop(0)
        operands = []
        while tokens[0] != ")":
            operands.append(read())
            if tokens[0] == ",":
                tokens.pop(0)
        tokens.pop(0)
        if word in BY_NAME:
            return BY_NAME[word](*operands)
        if word not in OPERATIONS:
            raise KeyError(f"the builder has no operation {word}")
        return OPERATIONS[word](builder, operands, attributes, row)

    return read()


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


def _padding(kind: str) -> Callable[[dict[str, Any]], str | None]:
    def run(row: dict[str, Any]) -> str | None:
        given, expected = row["operands"][0], row["expected"]
        found = parts.make_padding([given["base"]], [given["window"]], [given.get("stride", 1)], kind)
        size = inference.Window.of([given["window"]], [given.get("stride", 1)], found).output([(given["base"], False)])
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
_split = _inferred(lambda s, a: inference.all_to_all(s[0], a["split_dimension"], a["concat_dimension"], a["split_count"]))
SPECIAL: dict[str, Callable[[dict[str, Any]], str | None]] = {
    "all-gather-start": _inferred(lambda s, a: inference.all_gather_start(s, a["all_gather_dimension"], a["shard_count"])),
    "all-gather-done": _inferred(lambda s, a: inference.get_tuple_element(s[0], 1)),
    "collective-permute-start": _inferred(lambda s, a: inference.collective_permute_start(s)),
    "collective-reduce": _inferred(lambda s, a: inference.collective_reduce(s, a.get("has_dynamic_root", False))),
    "async-done(async-start(negate))": _async,
    "convert(map(x, x), add)": _mapped,
    "all-to-all": lambda row: _split(row) if "split_count" in row["attrs"] and row["kind"].startswith("shape") else _built(row),
    "parameter": _wrong_shape,
    "evaluate": _wrong_count,
    "MakePadding(kSame)": _padding("same"),
    "MakePadding(kValid)": _padding("valid"),
}
SPECIAL_RULES = {"conditional": _out_of_range, "sort": _comparator}
