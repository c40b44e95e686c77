"""Operations of rows by the names of instructions: the calls of XlaBuilder that make them.

Each takes the builder, the operands, the attributes under the adapter's names, and the row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hloom.support.source import Source
from hloom.text.hlo.formats import read_padding
from hloom.text.hlo.scanner import Scanner
from hloom.xla import Shape, ops
from hloom.xla.builder import XlaBuilder, XlaOp
from tests.xla.row_computations import computation, of_shape, program_shape, window
from tests.xla.row_values import shape


def _binary(function: Any) -> Any:
    return lambda b, o, a, r: function(*o, a.get("broadcast_dimensions", ()))


def _dot(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    names = {"lhs_contracting_dims": "lhs_contracting_dimensions", "rhs_contracting_dims": "rhs_contracting_dimensions",
             "lhs_batch_dims": "lhs_batch_dimensions", "rhs_batch_dims": "rhs_batch_dimensions",
             "lhs_ragged_dims": "lhs_ragged_dimensions", "rhs_group_dims": "rhs_group_dimensions"}
    numbers = {names[k]: v for k, v in a.items() if k in names}
    preferred = _preferred(a, r)
    function = ops.RaggedDot if r["op"] == "ragged-dot" else ops.DotGeneral
    return function(*o, numbers, preferred_element_type=preferred)


def _preferred(a: dict[str, Any], r: dict[str, Any]) -> Any:
    """The element type that a row asks of a product, or that of the values which it expects."""
    stated = r.get("expected")
    expected = stated.get("shape") if isinstance(stated, dict) else None
    return a.get("preferred_element_type") or (shape(expected).element_type if expected else None)


def _conv(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    w = window(a)
    return ops.ConvGeneralDilated(
        *o[:2],
        w.stride,
        w.pad,
        w.lhs_dilate,
        w.rhs_dilate,
        a["dim_labels"],
        a.get("feature_group_count", 1),
        a.get("batch_group_count", 1),
        None,
        _preferred(a, r),
        w.rhs_reversal or None,
        a.get("conv_kind", "unset"),
        [a["sparsity_rhs"][k] for k in ("num_non_zero", "block_size", "dimension", "stride")] if "sparsity_rhs" in a else None,
    )


def _reduce(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    half = len(o) // 2
    stated = r.get("expected")
    expected = stated.get("shape") if isinstance(stated, dict) else None
    types = [shape(expected).element_type] if expected else [v.element_type for v in o[half:]]
    to_apply = computation(b, a.get("to_apply", "add"), types)
    dimensions = a["dimensions"] if "dimensions" in a else list(range(o[0].rank))
    return ops.Reduce(b, o[0] if half == 1 else o[:half], o[half] if half == 1 else o[half:], to_apply, dimensions)


def _reduce_window(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    half, w = len(o) // 2, window(a)
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
    w = window(a)
    select, scatter = (
        computation(b, a.get(k, default), [o[0].element_type]) for k, default in (("select", "GE"), ("scatter", "add"))
    )
    return ops.SelectAndScatterWithGeneralPadding(o[0], select, w.size, w.stride, w.pad, o[1], o[2], scatter)


_GATHER = ("offset_dims", "collapsed_slice_dims", "start_index_map", "index_vector_dim", "operand_batching_dims",
           "start_indices_batching_dims")
_SCATTER = ("update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims", "index_vector_dim",
            "input_batching_dims", "scatter_indices_batching_dims")


def _gather(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    return ops.Gather(*o, {k: v for k, v in a.items() if k in _GATHER}, a["slice_sizes"], a.get("indices_are_sorted", False))


def _scatter(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    count = len(o) // 2
    to_apply = computation(b, a.get("to_apply", "update"), [v.element_type for v in o[:count]])
    numbers = {k: v for k, v in a.items() if k in _SCATTER}
    return ops.Scatter(_one_or_all(o[:count]), o[count], _one_or_all(o[count + 1 :]), to_apply, numbers,
                       a.get("indices_are_sorted", False), a.get("unique_indices", False))


def _broadcast(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    if "broadcast_sizes" in a:
        return ops.Broadcast(*o, a["broadcast_sizes"])
    output = Shape(o[0].element_type, a["out_dim_size"]) if "out_dim_size" in a else wanted_shape(r)
    return ops.BroadcastInDim(*o, output, a.get("dimensions", a.get("broadcast_dimensions", [])))


def _conditional(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    branches = [of_shape(program_shape(t)) for t in a["branches"]]
    return ops.Conditional(o[0], branches, o[1:])


def stated_type(a: dict[str, Any], r: dict[str, Any]) -> Any:
    stated = a.get("new_element_type")
    if stated:
        return stated
    expected = r.get("expected_shape") or r["expected"]["shape"]
    return shape(expected).element_type


def wanted_shape(r: dict[str, Any]) -> Shape:
    """The shape that a row says of the result."""
    if "output_shape" in r["spelled"]:
        return shape(r["spelled"]["output_shape"])
    expected: Any = r.get("expected_shape") or r.get("expected") or "f32[]"
    return shape(expected["shape"] if isinstance(expected, dict) else expected)


def _transferred(r: dict[str, Any]) -> Shape:
    """The shape of what is received, which may stand in a tuple with a token."""
    found = wanted_shape(r)
    return found.tuple_shapes[0] if found.is_tuple and found.tuple_shapes[-1].is_token else found


def _sizes(a: dict[str, Any], r: dict[str, Any]) -> Any:
    return a.get("dimensions", a.get("new_sizes")) if "dimensions" in a or "new_sizes" in a else wanted_shape(r).dimensions


def _dimension(a: dict[str, Any]) -> int:
    """One dimension, as a number or a list of one."""
    return _one(a.get("dimension", a.get("dimensions")))


def _one(found: Any) -> Any:
    return found[0] if isinstance(found, list) and len(found) == 1 else found


def _one_or_all(o: list[XlaOp]) -> Any:
    return o[0] if len(o) == 1 else o


def _rng(b: XlaBuilder, o: list[XlaOp], a: dict[str, Any], r: dict[str, Any]) -> XlaOp:
    is_normal = "normal" in a.get("distribution", r["op"]).lower()
    return (ops.RngNormal if is_normal else ops.RngUniform)(*o, wanted_shape(r))


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
                                              direction=a.get("direction", "EQ"), compare_type=a.get("compare_type")),
    "add(add(lhs, rhs), rhs2)": lambda b, o, a, r: o[0] + o[1] + o[2],
    "stochastic-convert": lambda b, o, a, r: ops.StochasticConvertType(*o, stated_type(a, r)),
    "rng": _rng,
    "rng-bit-generator": lambda b, o, a, r: ops.RngBitGenerator(
        a.get("algorithm", "rng_default"), *o, [wanted_shape(r), *wanted_shape(r).tuple_shapes][-1]),
    "infeed": lambda b, o, a, r: ops.InfeedWithToken(*o, _transferred(r)) if o else ops.Infeed(b, _transferred(r)),
    "custom-call": lambda b, o, a, r: ops.CustomCall(b, a.get("custom_call_target", "target"), o, wanted_shape(r)),
    "replica-id": lambda b, o, a, r: ops.ReplicaId(b), "partition-id": lambda b, o, a, r: ops.PartitionId(b),
    "while": lambda b, o, a, r: ops.While(*(of_shape(program_shape(a[k])) for k in ("condition", "body")), *o),
    "cholesky": lambda b, o, a, r: ops.Cholesky(*o, a.get("lower", True)),
    "triangular-solve": lambda b, o, a, r: ops.TriangularSolve(
        *o, a.get("left_side", True), a.get("lower", True), a.get("unit_diagonal", False), a.get("transpose_a", "NO_TRANSPOSE")),
    "all-reduce": lambda b, o, a, r: ops.AllReduce(_one_or_all(o), computation(b, a.get("to_apply", "add"), [o[0].element_type])),
    "reduce-scatter": lambda b, o, a, r: ops.ReduceScatter(
        *o, computation(b, a.get("to_apply", "add"), [o[0].element_type]), _one(a["scatter_dimension"]),
        a.get("shard_count", 1)),
    "all-to-all": lambda b, o, a, r: ops.AllToAll(*o, a["split_dimension"], a["concat_dimension"], a["split_count"])
    if "split_count" in a else ops.AllToAllTuple(o),
    "collective-broadcast": lambda b, o, a, r: ops.CollectiveBroadcast(
        _one_or_all(o), has_dynamic_root=a.get("has_dynamic_root", False)),
    "batch-norm-inference": lambda b, o, a, r: ops.BatchNormInference(*o, a.get("epsilon", 1e-3), a["feature_index"]),
    "dynamic-reshape": lambda b, o, a, r: ops.DynamicReshape(
        o[0], o[1:], a.get("dimensions", a.get("bounds", a.get("new_size_bounds"))),
        a.get("dynamic", a.get("dims_are_dynamic", [True] * (len(o) - 1)))),
    "scan": lambda b, o, a, r: ops.Scan(o[: len(o) - a.get("num_carries", 0)], o[len(o) - a.get("num_carries", 0) :],
                                        of_shape(program_shape(a["to_apply"])), _dimension(a)),
    "after-all": lambda b, o, a, r: ops.AfterAll(b, o) if o else ops.CreateToken(b),
    "convert-element-type": lambda b, o, a, r: ops.ConvertElementType(*o, stated_type(a, r)),
    "convert": lambda b, o, a, r: ops.ConvertElementType(*o, stated_type(a, r)),
    "bitcast-convert": lambda b, o, a, r: ops.BitcastConvertType(*o, stated_type(a, r)),
    "broadcast": _broadcast,
    "broadcast(XlaBuilder::Broadcast)": _broadcast,
    "concatenate": lambda b, o, a, r: ops.ConcatInDim(b, o, _dimension(a)),
    "pad": lambda b, o, a, r: ops.Pad(*o, read_padding(Scanner(Source("<padding>", a["padding"])))
                                      if isinstance(a["padding"], str) else a["padding"]),
    "dot": _dot,
    "ragged-dot": _dot,
    "convolution": _conv,
    "fft": lambda b, o, a, r: ops.Fft(*o, a["fft_type"], a["fft_length"]),
    "reduce": _reduce,
    "reduce-window": _reduce_window,
    "select-and-scatter": _select_and_scatter,
    "slice": lambda b, o, a, r: ops.Slice(*o, a["starts"], a["limits"], a.get("strides")),
    "dynamic-slice": lambda b, o, a, r: ops.DynamicSlice(o[0], o[1:], a["dynamic_slice_sizes"]),
    "dynamic-update-slice": lambda b, o, a, r: ops.DynamicUpdateSlice(o[0], o[1], o[2:]),
    "reverse": lambda b, o, a, r: ops.Rev(*o, a["dimensions"]),
    "transpose": lambda b, o, a, r: ops.Transpose(*o, a["permutation"]),
    "reshape": lambda b, o, a, r: ops.ReshapeWithInferredDimension(*o, _sizes(a, r), a["inferred_dimension"])
    if "inferred_dimension" in a else ops.Reshape(*o, _sizes(a, r)),
    "gather": _gather,
    "scatter": _scatter,
    "iota": lambda b, o, a, r: ops.Iota(b, wanted_shape(r), a.get("iota_dimension", 0)),
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
    "all-gather": lambda b, o, a, r: (ops.AllGather if len(o) == 1 else ops.AllGatherTuple)(
        _one_or_all(o), _one(a["all_gather_dimension"]), a.get("shard_count", 1)),
    "all-to-all(tuple)": lambda b, o, a, r: ops.AllToAllTuple(o),
    "collective-permute": lambda b, o, a, r: ops.MultiCollectivePermute(o, a.get("source_target_pairs", [(0, 1)]))
    if len(o) > 1 else ops.CollectivePermute(*o, a.get("source_target_pairs", [(0, 1)])),
    "batch-norm-grad": lambda b, o, a, r: ops.BatchNormGrad(*o, a.get("epsilon", 1e-3), a["feature_index"]),
    "batch-norm-training": lambda b, o, a, r: ops.BatchNormTraining(*o, a.get("epsilon", 1e-3), a["feature_index"]),
}
BY_NAME: dict[str, Callable[..., XlaOp]] = {
    "clamp": ops.Clamp, "select": ops.Select, "copy": ops.Copy, "opt-barrier": ops.OptimizationBarrier,
    "ragged-all-to-all": lambda x, y, b, s, p, r: ops.RaggedAllToAll(
        x, b, s, y, p, r), "async-update": ops.AsyncUpdate,
    **{name: getattr(ops, word) for name, word in (
        ("abs", "Abs"), ("acos", "Acos"), ("acosh", "Acosh"), ("asin", "Asin"), ("asinh", "Asinh"), ("atan", "Atan"),
        ("atanh", "Atanh"), ("cbrt", "Cbrt"), ("ceil", "Ceil"), ("cosine", "Cos"), ("cosh", "Cosh"), ("erf", "Erf"),
        ("count-leading-zeros", "Clz"), ("exponential", "Exp"), ("exponential-minus-one", "Expm1"), ("floor", "Floor"),
        ("imag", "Imag"), ("is-finite", "IsFinite"), ("log", "Log"), ("log-plus-one", "Log1p"), ("logistic", "Logistic"),
        ("negate", "Neg"), ("not", "Not"), ("popcnt", "PopulationCount"), ("real", "Real"), ("round-nearest-afz", "Round"),
        ("round-nearest-even", "RoundNearestEven"), ("rsqrt", "Rsqrt"), ("sign", "Sign"), ("sine", "Sin"), ("sinh", "Sinh"),
        ("sqrt", "Sqrt"), ("tan", "Tan"), ("tanh", "Tanh"))}}
