"""What the builder makes of an instruction of a row: operands, attributes under the names of HLO text, computations in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hloom.support.source import Source
from hloom.text.hlo.forms import Window, full_window, read_window_fields
from hloom.text.hlo.scanner import Scanner
from hloom.xla import Shape, inference, ops
from hloom.xla.builder import XlaBuilder, XlaComputation, XlaOp
from hloom.xla.inference import ProgramShape
from hloom.xla.ops.convolution import conv_numbers
from tests.xla.row_arrays import shape_texts
from tests.xla.row_values import shape

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
    "add": ops.Add, "multiply": ops.Mul, "and": ops.And, "or": ops.Or, "xor": ops.Xor, "subtract": ops.Sub, "divide": ops.Div,
    "LT": ops.Lt, "LE": ops.Le, "EQ": ops.Eq, "NE": ops.Ne, "maximum": ops.Max, "max": ops.Max, "min": ops.Min,
    "minimum": ops.Min, "update": lambda a, b: b, "GE": ops.Ge, "GT": ops.Gt}


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
    function = {"ragged-dot": ops.RaggedDot, "scaled-dot": ops.ScaledDot}.get(r["op"], ops.DotGeneral)
    return function(*o, numbers, preferred_element_type=preferred)


def _exchanged(labels: str) -> str:
    """The convolution for the gradient of the input takes the kernel's features the other way round."""
    lhs, rhs, out = re.split("_|->", labels)
    return f"{lhs}_{rhs.translate(str.maketrans('io', 'oi'))}->{out}"


def _conv(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    w = window(a.get("window", ""))
    numbers = conv_numbers(a["dim_labels"])
    if w.size and [*w.size] != [o[1].shape.dimensions[d] for d in numbers.kernel_spatial_dimensions]:
        # The builder takes the window's sizes from the kernel; that others do not fit is the rule's to say.
        inference.convolution(o[0].shape, o[1].shape, a.get("feature_group_count", 1), a.get("batch_group_count", 1),
                              inference.Window.of(w.size, w.stride, w.pad, w.lhs_dilate, w.rhs_dilate), numbers)
    return ops.ConvGeneralDilated(
        *o,
        w.stride,
        w.pad,
        w.lhs_dilate,
        w.rhs_dilate,
        _exchanged(a["dim_labels"]) if a.get("conv_kind") == "dgrad" else a["dim_labels"],
        a.get("feature_group_count", 1),
        a.get("batch_group_count", 1),
        None,
        a.get("preferred_element_type"),
        w.rhs_reversal or None,
    )


def _reduce(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    half = len(o) // 2
    expected = r.get("expected", {}).get("shape")
    types = [shape(expected).element_type] if expected and "tuple" not in str(expected) else [v.element_type for v in o[half:]]
    to_apply = computation(b, a["to_apply"], types if len(types) == half else [v.element_type for v in o[half:]])
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


def _named(a: dict[str, Any], *names: str, default: Any = None) -> Any:
    """An attribute under one of its names: those of HLO text and of the builder differ."""
    return next((a[n] for n in names if n in a), default)


def _groups(a: dict[str, Any]) -> dict[str, Any]:
    return {"replica_groups": a.get("replica_groups", ()), "channel_id": a.get("channel_id")}


def _to_apply(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any]) -> XlaComputation:
    return computation(b, _named(a, "to_apply", "computation", default="add"), [o[0].element_type])


def _while(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    return ops.While(of_shape(program_shape(a["condition"])), of_shape(program_shape(a["body"])),
                     o[0] if len(o) == 1 else ops.Tuple(b, o))


def _sort(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    words = _named(a, "to_apply", "comparator")
    types = [v.element_type for v in o if v.shape.is_array]
    if words is None:
        compare = ops.CreateScalarLtComputation(types)
    elif "->" in words:
        compare = of_shape(program_shape(words))
    else:
        compare = (ops.CreateScalarGtComputation if words.upper().startswith("G") else ops.CreateScalarLtComputation)(types)
    return ops.Sort(o, compare, _named(a, "dimension", "dimensions", default=-1), a.get("is_stable", False))


def _all_to_all(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    if "split_count" not in a:
        return ops.AllToAllTuple(o, **_groups(a))
    return ops.AllToAll(o[0], a["split_dimension"], a["concat_dimension"], a["split_count"], **_groups(a))


def _rng(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    function = ops.RngNormal if "normal" in str(a.get("distribution", "")).lower() else ops.RngUniform
    return function(*o, shape(_named(a, "shape", "output_shape", default=r.get("expected_shape"))))


def _slices(a: dict[str, Any]) -> list[list[int]]:
    """`{"slice": "{[0:2], [1:9:2]}"}` of HLO text, or the three lists."""
    if "slice" in a:
        found = [[int(n) for n in part.split(":")] for part in re.findall(r"\[([\d:]+)\]", a["slice"])]
        return [[p[0] for p in found], [p[1] for p in found], [p[2] if len(p) > 2 else 1 for p in found]]
    starts, limits = _named(a, "starts", "start_indices"), _named(a, "limits", "limit_indices")
    return [starts, limits, a.get("strides", [1] * len(starts))]


def _type(a: dict[str, Any], r: dict[str, Any]) -> Any:
    stated = a.get("new_element_type") or a.get("to")
    if stated:
        return stated
    expected = r.get("expected_shape") or r["expected"]["shape"]
    return shape(expected).element_type


#: Instructions whose builder's call takes two operands and `broadcast_dimensions`.
_BINARY = {
    "add": "Add", "and": "And", "or": "Or", "xor": "Xor", "multiply": "Mul", "divide": "Div", "subtract": "Sub",
    "complex": "Complex", "remainder": "Rem", "maximum": "Max", "minimum": "Min", "power": "Pow", "atan2": "Atan2",
    "shift-left": "ShiftLeft", "shift-right-arithmetic": "ShiftRightArithmetic", "shift-right-logical": "ShiftRightLogical",
    "multiply-high": "Mulhi", "mulhi": "Mulhi"}
#: Instructions whose builder's call takes the operands alone.
_PLAIN = {
    "clamp": "Clamp", "select": "Select", "tuple-select": "TupleSelect", "abs": "Abs", "negate": "Neg", "sign": "Sign",
    "floor": "Floor", "ceil": "Ceil", "round-nearest-afz": "Round", "round-nearest-even": "RoundNearestEven", "not": "Not",
    "popcnt": "PopulationCount", "population-count": "PopulationCount", "count-leading-zeros": "Clz", "real": "Real",
    "imag": "Imag", "is-finite": "IsFinite", "exponential": "Exp", "exponential-minus-one": "Expm1", "log": "Log",
    "log-plus-one": "Log1p", "logistic": "Logistic", "sqrt": "Sqrt", "rsqrt": "Rsqrt", "cbrt": "Cbrt", "cosine": "Cos",
    "sine": "Sin", "tan": "Tan", "tanh": "Tanh", "erf": "Erf", "acos": "Acos", "acosh": "Acosh", "asin": "Asin",
    "asinh": "Asinh", "atan": "Atan", "atanh": "Atanh", "cosh": "Cosh", "sinh": "Sinh", "conj": "Conj", "copy": "Copy",
    "opt-barrier": "OptimizationBarrier", "optimization-barrier": "OptimizationBarrier", "async-done": "AsyncDone",
    "async-update": "AsyncUpdate", "ragged-all-to-all": "RaggedAllToAll"}

OPERATIONS: dict[str, Callable[..., XlaOp]] = {
    **{name: _binary(getattr(ops, word)) for name, word in _BINARY.items()},
    "compare": lambda b, o, a, r: ops.Compare(*o, a.get("broadcast_dimensions", ()), a.get("direction", "EQ"),
                                              _named(a, "type", "compare_type")),
    "add(add(lhs, rhs), rhs2)": lambda b, o, a, r: o[0] + o[1] + o[2],
    "convert": lambda b, o, a, r: ops.ConvertElementType(*o, _type(a, r)),
    "bitcast-convert": lambda b, o, a, r: ops.BitcastConvertType(*o, _type(a, r)),
    "stochastic-convert": lambda b, o, a, r: ops.StochasticConvertType(*o, _type(a, r)),
    "broadcast": _broadcast,
    "broadcast(XlaBuilder::Broadcast)": _broadcast,
    "concatenate": lambda b, o, a, r: ops.ConcatInDim(b, o, _named(a, "dimension", default=a.get("dimensions", [0])[0])),
    "pad": lambda b, o, a, r: ops.Pad(*o, a["padding"]),
    "dot": _dot,
    "ragged-dot": _dot,
    "scaled-dot": _dot,
    "convolution": _conv,
    "fft": lambda b, o, a, r: ops.Fft(*o, a["fft_type"], a["fft_length"]),
    "cholesky": lambda b, o, a, r: ops.Cholesky(*o, a.get("lower", True)),
    "triangular-solve": lambda b, o, a, r: ops.TriangularSolve(*o, a.get("left_side", True), a.get("lower", True), a.get(
        "unit_diagonal", False), a.get("transpose_a", "NO_TRANSPOSE")),
    "reduce": _reduce,
    "reduce-window": _reduce_window,
    "select-and-scatter": _select_and_scatter,
    "slice": lambda b, o, a, r: ops.Slice(*o, *_slices(a)),
    "dynamic-slice": lambda b, o, a, r: ops.DynamicSlice(o[0], o[1:], _named(a, "dynamic_slice_sizes", "slice_sizes")),
    "dynamic-update-slice": lambda b, o, a, r: ops.DynamicUpdateSlice(o[0], o[1], o[2:]),
    "reverse": lambda b, o, a, r: ops.Rev(*o, a["dimensions"]),
    "transpose": lambda b, o, a, r: ops.Transpose(*o, _named(a, "permutation", "dimensions")),
    "reshape": lambda b, o, a, r: ops.Reshape(*o, _named(a, "dimensions", "new_sizes")) if "inferred_dimension" not in a
    else ops.ReshapeWithInferredDimension(*o, _named(a, "dimensions", "new_sizes"), a["inferred_dimension"]),
    "dynamic-reshape": lambda b, o, a, r: ops.DynamicReshape(
        o[0], o[1:], _named(a, "new_size_bounds", "dimensions"), _named(a, "dims_are_dynamic", default=[True] * (len(o) - 1))),
    "collapse": lambda b, o, a, r: ops.Collapse(*o, a["dimensions"]),
    "gather": _gather,
    "scatter": _scatter,
    "iota": lambda b, o, a, r: ops.Iota(b, shape(_named(a, "shape", "output_shape", default=r.get("expected_shape")) or r[
        "expected"]["shape"]), a["iota_dimension"]),
    "get-dimension-size": lambda b, o, a, r: ops.GetDimensionSize(*o, a["dimension"]),
    "set-dimension-size": lambda b, o, a, r: ops.SetDimensionSize(*o, a["dimension"]),
    "get-tuple-element": lambda b, o, a, r: ops.GetTupleElement(*o, a["index"]),
    "tuple": lambda b, o, a, r: ops.Tuple(b, o),
    "reduce-precision": lambda b, o, a, r: ops.ReducePrecision(*o, a["exponent_bits"], a["mantissa_bits"]),
    "map": lambda b, o, a, r: ops.Map(b, o, computation(b, a["to_apply"], [v.element_type for v in o[:1]]), a.get("dimensions")),
    "call": lambda b, o, a, r: ops.Call(b, of_shape(program_shape(a["to_apply"])), o),
    "while": _while,
    "conditional": _conditional,
    "sort": _sort,
    "topk": lambda b, o, a, r: ops.TopK(*o, a["k"], a.get("largest", True)),
    "all-reduce": lambda b, o, a, r: ops.AllReduce(o[0] if len(o) == 1 else o, _to_apply(b, o, a), **_groups(a)),
    "reduce-scatter": lambda b, o, a, r: ops.ReduceScatter(
        o[0] if len(o) == 1 else o, _to_apply(b, o, a), _named(a, "scatter_dimension", "dimension"), a["shard_count"],
        **_groups(a)),
    "all-gather": lambda b, o, a, r: ops.AllGather(o[0] if len(o) == 1 else o, _named(
        a, "all_gather_dimension", "all_gather_dim"), a["shard_count"], **_groups(a)),
    "all-to-all": _all_to_all,
    "all-to-all(tuple)": _all_to_all,
    "collective-broadcast": lambda b, o, a, r: ops.CollectiveBroadcast(o[0] if len(o) == 1 else o, **_groups(a)),
    "collective-permute": lambda b, o, a, r: (ops.CollectivePermute if len(o) == 1 else ops.MultiCollectivePermute)(
        o[0] if len(o) == 1 else o, a.get("source_target_pairs", [(0, 1)])),
    "batch-norm-grad": lambda b, o, a, r: ops.BatchNormGrad(*o, a.get("epsilon", 1e-3), a["feature_index"]),
    "batch-norm-training": lambda b, o, a, r: ops.BatchNormTraining(*o, a.get("epsilon", 1e-3), a["feature_index"]),
    "batch-norm-inference": lambda b, o, a, r: ops.BatchNormInference(*o, a.get("epsilon", 1e-3), a["feature_index"]),
    "rng": _rng,
    "rng-bit-generator": lambda b, o, a, r: ops.RngBitGenerator(
        _named(a, "algorithm", default="default").upper(), o[0], shape(_named(a, "shape", "output_shape"))),
    "custom-call": lambda b, o, a, r: ops.CustomCall(
        b, _named(a, "custom_call_target", "call_target_name"), o, shape(_named(a, "shape", default=r.get("expected_shape")))),
    "after-all": lambda b, o, a, r: ops.AfterAll(b, o) if o else ops.CreateToken(b),
    "infeed": lambda b, o, a, r: ops.InfeedWithToken(o[0] if o else ops.CreateToken(b), shape(a["shape"])),
    "replica-id": lambda b, o, a, r: ops.ReplicaId(b),
    "partition-id": lambda b, o, a, r: ops.PartitionId(b),
}


def call(name: str, builder: XlaBuilder, operands: list[XlaOp], row: dict[str, Any]) -> XlaOp:
    """What the builder makes of the instruction of a row."""
    function = OPERATIONS.get(name)
    if function is not None:
        return function(builder, operands, row.get("attrs") or {}, row)
    return getattr(ops, _PLAIN.get(name, name))(*operands)
