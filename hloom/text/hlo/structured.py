"""Fields of instructions whose attributes of HLO and of StableHLO are cut differently: products, windows, gather, slices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from hloom.ir.attributes import Attribute, BoolAttr, DenseArrayAttr, IntegerAttr, StringAttr
from hloom.ir.types import AnyType, OtherScalarType, TensorType, TupleType, Type
from hloom.numbers.element_type import ELEMENT_TYPES, I64, PRED
from hloom.ops.common.attributes import (
    ConvDimensionNumbers,
    DotAlgorithm,
    DotDimensionNumbers,
    GatherDimensionNumbers,
    RaggedDotDimensionNumbers,
    ScatterDimensionNumbers,
)
from hloom.text.hlo import formats
from hloom.text.hlo.fields import PRECISION, Field, Values, dense_i64, single
from hloom.text.hlo.formats import Format, Window


def _array(values: Any) -> DenseArrayAttr:
    return DenseArrayAttr(I64, tuple(values))


# Products.
_DOT: Final = {"lhs_batch_dims": "lhs_batching_dimensions", "lhs_contracting_dims": "lhs_contracting_dimensions",
               "rhs_batch_dims": "rhs_batching_dimensions", "rhs_contracting_dims": "rhs_contracting_dimensions"}
_RAGGED: Final = {**_DOT, "lhs_ragged_dims": "lhs_ragged_dimensions", "rhs_group_dims": "rhs_group_dimensions"}


def _dimension_numbers(name: str, cls: Any, keys: dict[str, str]) -> Field:
    def read(values: Values) -> dict[str, Attribute]:
        return {name: cls(**{part: tuple(values.get(key, ())) for key, part in keys.items()})}

    def write(op: Any) -> Values:
        found = op.attributes[name]
        return {key: getattr(found, part) for key, part in keys.items() if getattr(found, part) or "contracting" in part}

    return Field(dict.fromkeys(keys, formats.DIMENSIONS), read, write)


def _scalar(name: str) -> AnyType:
    return ELEMENT_TYPES.get(name) or OtherScalarType(name)


def _algorithm(operand: str, accumulation: str, operations: int = 1, imprecise: bool = False) -> DotAlgorithm:
    return DotAlgorithm(_scalar(operand), _scalar(operand), _scalar(accumulation), 1, 1, operations, imprecise)


#: What the algorithms of HLO are in StableHLO.
ALGORITHMS: Final = {
    "dot_any_f8_any_f8_f32": _algorithm("f8E5M2", "f32"),
    "dot_any_f8_any_f8_f32_fast_accum": _algorithm("f8E5M2", "f32", imprecise=True),
    "dot_f16_f16_f16": _algorithm("f16", "f16"), "dot_f16_f16_f32": _algorithm("f16", "f32"),
    "dot_bf16_bf16_bf16": _algorithm("bf16", "bf16"), "dot_bf16_bf16_f32": _algorithm("bf16", "f32"),
    "dot_bf16_bf16_f32_x3": _algorithm("bf16", "f32", 3), "dot_bf16_bf16_f32_x6": _algorithm("bf16", "f32", 6),
    "dot_bf16_bf16_f32_x9": _algorithm("bf16", "f32", 9), "dot_tf32_tf32_f32": _algorithm("tf32", "f32"),
    "dot_tf32_tf32_f32_x3": _algorithm("tf32", "f32", 3), "dot_f32_f32_f32": _algorithm("f32", "f32"),
    "dot_f64_f64_f64": _algorithm("f64", "f64"),
}
_ALGORITHM_NAMES: Final = {algorithm: name for name, algorithm in ALGORITHMS.items()}


def algorithm_name(algorithm: Any) -> str | None:
    """The word of HLO for an algorithm; None if there is none."""
    return _ALGORITHM_NAMES.get(algorithm)


_ALGORITHM_FIELD: Final = single("algorithm", formats.one_of("algorithm", "dot_unset", *ALGORITHMS), "algorithm",
                                 lambda v: ALGORITHMS[v] if v in ALGORITHMS else StringAttr(v),
                                 lambda a: a.value if isinstance(a, StringAttr) else algorithm_name(a), None)

DOT: Final = (_dimension_numbers("dot_dimension_numbers", DotDimensionNumbers, _DOT), PRECISION, _ALGORITHM_FIELD)
RAGGED_DOT: Final = (_dimension_numbers("ragged_dot_dimension_numbers", RaggedDotDimensionNumbers, _RAGGED), PRECISION)


# Gather and scatter.
def _indexed(name: str, cls: Any, stated: Sequence[str], batching: Sequence[str], sizes: Sequence[str] = ()) -> Field:
    """The dimension numbers of an operation with indices: dimensions that are always stated, those of batches, which are where
    there are any; and `sizes`, which the operation has as an attribute of its own."""
    def read(values: Values) -> dict[str, Attribute]:
        numbers = {key: values[key] for key in (*stated, "index_vector_dim")} | {key: values.get(key, ()) for key in batching}
        return {name: cls(**numbers), **{key: _array(values[key]) for key in sizes}}

    def write(op: Any) -> Values:
        found = op.attributes[name]
        keys = (*stated, *(key for key in batching if getattr(found, key)), "index_vector_dim")
        return {**{key: getattr(found, key) for key in keys}, **{key: tuple(op.attributes[key].values) for key in sizes}}

    written = {**dict.fromkeys((*stated, *batching), formats.DIMENSIONS), "index_vector_dim": formats.INTEGER,
               **dict.fromkeys(sizes, formats.DIMENSIONS)}
    return Field(written, read, write, (*stated, "index_vector_dim", *sizes))


GATHER: Final = _indexed("dimension_numbers", GatherDimensionNumbers, ("offset_dims", "collapsed_slice_dims", "start_index_map"),
                         ("operand_batching_dims", "start_indices_batching_dims"), ("slice_sizes",))
SCATTER: Final = _indexed(
    "scatter_dimension_numbers", ScatterDimensionNumbers,
    ("update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims"),
    ("input_batching_dims", "scatter_indices_batching_dims"))


# Slices and padding.
def _by_dimension(key: str, format: Format, names: Sequence[str]) -> Field:
    """An attribute with as many numbers for each dimension as StableHLO has attributes of these names."""
    def read(values: Values) -> dict[str, Attribute]:
        return {name: _array(part[k] for part in values[key]) for k, name in enumerate(names)}

    def write(op: Any) -> Values:
        return {key: tuple(zip(*(op.attributes[name].values for name in names)))}

    return Field({key: format}, read, write, (key,))


SLICE: Final = _by_dimension("slice", formats.SLICES, ("start_indices", "limit_indices", "strides"))
PADDING: Final = _by_dimension("padding", formats.PADDING, ("edge_padding_low", "edge_padding_high", "interior_padding"))


# Windows.
def _table(pad: Any) -> Attribute:
    return dense_i64([list(p) for p in pad])


def _read_reduce_window(values: Values) -> dict[str, Attribute]:
    window: Window = values.get("window", Window())
    made: dict[str, Attribute] = {"window_dimensions": _array(window.size)}
    if any(n != 1 for n in window.stride):
        made["window_strides"] = _array(window.stride)
    if any(n != 1 for n in window.lhs_dilate):
        made["base_dilations"] = _array(window.lhs_dilate)
    if any(n != 1 for n in window.rhs_dilate):
        made["window_dilations"] = _array(window.rhs_dilate)
    if any(p != (0, 0) for p in window.pad):
        made["padding"] = _table(window.pad)
    if any(window.rhs_reversal):
        made["hlo.window_reversal"] = DenseArrayAttr(PRED, window.rhs_reversal)
    return made


def _listed(op: Any, name: str) -> tuple[Any, ...]:
    found = op.attributes.get(name)
    return tuple(found.values) if found is not None else ()


def _pads(op: Any) -> tuple[tuple[int, int], ...]:
    found = op.attributes.get("padding")
    return tuple((low, high) for low, high in found.array().tolist()) if found is not None else ()


def _write_reduce_window(op: Any) -> Values:
    size = _listed(op, "window_dimensions")
    if not size:
        return {}
    return {"window": formats.full_window(Window(
        size, _listed(op, "window_strides"), _pads(op), _listed(op, "base_dilations"), _listed(op, "window_dilations"),
        _listed(op, "hlo.window_reversal")))}


REDUCE_WINDOW: Final = Field({"window": formats.WINDOW}, _read_reduce_window, _write_reduce_window)

_LABELS: Final = {"b": "input_batch", "f": "input_feature"}


def conv_numbers(labels: str) -> ConvDimensionNumbers:
    """`bf01_oi01->bf01` as dimension numbers."""
    lhs, rest = labels.split("_")
    rhs, out = rest.split("->")

    def spatial(part: str) -> tuple[int, ...]:
        return tuple(part.index(str(k)) for k in range(sum(c.isdigit() for c in part)))

    return ConvDimensionNumbers(lhs.index("b"), lhs.index("f"), spatial(lhs), rhs.index("i"), rhs.index("o"), spatial(rhs),
                                out.index("b"), out.index("f"), spatial(out))


def conv_labels(numbers: ConvDimensionNumbers) -> str:
    """Dimension numbers as `bf01_oi01->bf01`."""
    def part(first: str, at: int, second: str, other: int, spatial: tuple[int, ...]) -> str:
        places = {at: first, other: second, **{d: str(k) for k, d in enumerate(spatial)}}
        return "".join(places.get(d, "?") for d in range(max(places) + 1))

    lhs = part("b", numbers.input_batch_dimension, "f", numbers.input_feature_dimension, numbers.input_spatial_dimensions)
    rhs = part("i", numbers.kernel_input_feature_dimension, "o", numbers.kernel_output_feature_dimension,
               numbers.kernel_spatial_dimensions)
    out = part("b", numbers.output_batch_dimension, "f", numbers.output_feature_dimension, numbers.output_spatial_dimensions)
    return f"{lhs}_{rhs}->{out}"


def _read_convolution(values: Values) -> dict[str, Attribute]:
    window: Window = values.get("window", Window())
    made: dict[str, Attribute] = {"dimension_numbers": conv_numbers(values["dim_labels"]),
                                  "feature_group_count": IntegerAttr(values.get("feature_group_count", 1), I64),
                                  "batch_group_count": IntegerAttr(values.get("batch_group_count", 1), I64)}
    if any(n != 1 for n in window.stride):
        made["window_strides"] = _array(window.stride)
    if any(p != (0, 0) for p in window.pad):
        made["padding"] = _table(window.pad)
    if any(n != 1 for n in window.lhs_dilate):
        made["lhs_dilation"] = _array(window.lhs_dilate)
    if any(n != 1 for n in window.rhs_dilate):
        made["rhs_dilation"] = _array(window.rhs_dilate)
    if any(window.rhs_reversal):
        made["window_reversal"] = DenseArrayAttr(PRED, window.rhs_reversal)
    if "window" in values:
        made["hlo.window_size"] = _array(window.size)
    return made


def _kernel_size(kernel: Type, spatial: Iterable[int]) -> tuple[int, ...]:
    """Sizes of the window; 1 along dimensions that a kernel does not have, for the operation may not be verified.

    A sparse kernel is a tuple of its values and their places.
    """
    values = kernel.elements[0] if isinstance(kernel, TupleType) and kernel.elements else kernel
    shape = values.shape if isinstance(values, TensorType) else ()
    return tuple(shape[d] if 0 <= d < len(shape) else 1 for d in spatial)


def _write_convolution(op: Any) -> Values:
    numbers = op.attributes["dimension_numbers"]
    size = _kernel_size(op.operands[1].type, numbers.kernel_spatial_dimensions)
    values: Values = {}
    if size:
        values["window"] = formats.full_window(Window(size, _listed(op, "window_strides"), _pads(op), _listed(op, "lhs_dilation"),
                                                    _listed(op, "rhs_dilation"),
                                                    tuple(map(bool, _listed(op, "window_reversal")))))
    values["dim_labels"] = conv_labels(numbers)
    for key in ("feature_group_count", "batch_group_count"):
        if op.attributes[key].value != 1:
            values[key] = op.attributes[key].value
    return values


def _read_sparsity(values: Values) -> dict[str, Attribute]:
    return {f"{side}_sparsity": _array(config) for side, config in values.get("sparsity_config", ())}


def _write_sparsity(op: Any) -> Values:
    found = tuple((side, tuple(op.attributes[f"{side}_sparsity"].values)) for side in ("lhs", "rhs")
                  if f"{side}_sparsity" in op.attributes)
    return {"sparsity_config": found} if found else {}


_SPARSITY: Final = Field({"sparsity_config": formats.SPARSITY}, _read_sparsity, _write_sparsity)
CONVOLUTION: Final = (Field({"window": formats.WINDOW, "dim_labels": formats.LABELS, "feature_group_count": formats.INTEGER,
                             "batch_group_count": formats.INTEGER}, _read_convolution, _write_convolution, ("dim_labels",)),
                      *(single(key, formats.one_of(key, "unset", "fprop", "dgrad", "wgrad"), f"hlo.{key}", StringAttr,
                               lambda a: a.value, None) for key in ("conv_kind", "convolution_kind")),
                      PRECISION, _SPARSITY)

# Triangular solve, whose false flags are not written.
_SOLVE: Final = ("left_side", "lower", "unit_diagonal")


def _read_solve(values: Values) -> dict[str, Attribute]:
    from hloom.ir.attributes import EnumAttr

    return {**{key: BoolAttr(values.get(key, False)) for key in _SOLVE},
            "transpose_a": EnumAttr("stablehlo", "transpose", values.get("transpose_a", "NO_TRANSPOSE"))}


def _write_solve(op: Any) -> Values:
    return {**{key: True for key in _SOLVE if op.attributes[key].value}, "transpose_a": op.attributes["transpose_a"].value}


SOLVE: Final = Field({**dict.fromkeys(_SOLVE, formats.BOOLEAN),
                      "transpose_a": formats.one_of("transpose_a", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")}, _read_solve,
                      _write_solve)
