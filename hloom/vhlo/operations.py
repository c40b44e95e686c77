"""The operations of VHLO: what each has in its newest version, and what came with which version.

An operation is a row: its name, the forms of its attributes, and the steps from its first version to its newest. A step says
what an operation of the version before lacks, and with what value it is taken up; going back needs just that value. Source:
VhloOps.td of StableHLO 1.20.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Final, NamedTuple

from hloom.ir.attributes import Attribute, DictionaryAttr
from hloom.ir.types import FutureType, TensorType
from hloom.numbers.element_type import I64
from hloom.ops.builtin.function import Call, Function, FunctionReturn
from hloom.ops.common.attributes import (
    ChannelHandle,
    ConvDimensionNumbers,
    DotAlgorithm,
    DotDimensionNumbers,
    GatherDimensionNumbers,
    ScatterDimensionNumbers,
)
from hloom.support.records import computed_once, dataclass
from hloom.vhlo import attribute_converters
from hloom.vhlo.attribute_converters import (
    ACCURACY,
    API_VERSION,
    ARRAY,
    BOOL,
    COMPARE_TYPE,
    DICTIONARY,
    EMPTY_ARRAY,
    EMPTY_TENSOR,
    FALSE,
    NOTHING,
    NUMBERS,
    OPTIONAL_NUMBERS,
    OPTIONAL_PAIRS,
    PADDING,
    PLAIN,
    PRECISION,
    RESULT_ACCURACY,
    REVERSAL,
    SORT_DIMENSION,
    STRIDES,
    SYMBOL,
    SYMBOLS,
    TEXT,
    TYPED_FFI,
    UNIT,
    VERSION,
    Converter,
    tensor_of,
)
from hloom.vhlo.versions import MINIMUM, Version

#: Why an operation is not what a version has; None where it is.
Fault = Callable[[Any], "str | None"]


class Group(NamedTuple):
    """An attribute of StableHLO of which VHLO has the fields one by one: `fields` are their names, the same in both unless
    `renamed` says otherwise; where `nothing` is, all are this where the attribute is absent."""

    key: str
    cls: type
    fields: tuple[str, ...]
    renamed: Mapping[str, str] = {}
    nothing: Attribute | None = None


class Step(NamedTuple):
    """From one version of an operation to the next, with StableHLO `since`.

    `added` are attributes with the values that they have where there are none; `removed` are attributes that the version before
    had, with what gives their values when going back. `before` says why an operation cannot go back.
    """

    since: Version
    added: Mapping[str, Attribute] = {}
    removed: Mapping[str, Callable[[Any], Attribute]] = {}
    before: Fault = lambda op: None


class Limit(NamedTuple):
    """What versions before `since` do not allow of version `number` of an operation, with `fault` telling why."""

    number: int
    since: Version
    fault: Fault


@dataclass(frozen=True)
class Operation:
    """A row of the table. `stablehlo` is the name of the operation that is the same; `since` that of its first version."""

    base: str
    stablehlo: str
    attributes: Mapping[str, Converter] = field(default_factory=dict)
    groups: tuple[Group, ...] = ()
    steps: tuple[Step, ...] = ()
    since: Version = MINIMUM
    limits: tuple[Limit, ...] = ()

    @property
    def newest(self) -> int:
        """The number of the newest version."""
        return len(self.steps) + 1

    def name(self, number: int) -> str:
        return f"vhlo.{self.base}_v{number}"

    @computed_once
    def keys(self) -> tuple[tuple[str, ...], ...]:
        """The names of the attributes of each version, in the order in which properties hold them."""
        newest = {*self.attributes, *(name for group in self.groups for name in group.fields)}
        found = [newest]
        for step in reversed(self.steps):
            found.append((found[-1] - set(step.added)) | set(step.removed))
        return tuple([tuple(sorted(keys)) for keys in reversed(found)])

    def introduced(self, number: int) -> Version:
        """With which version of StableHLO version `number` of the operation came."""
        return self.since if number == 1 else self.steps[number - 2].since


def _version(text: str) -> Version:
    return Version.of(text)


# What is asked of operations


def _one_operand(op: Any) -> str | None:
    return None if len(op.operands) == 1 else f"has {len(op.operands)} operands, and there was one"


def _no_regions(op: Any) -> str | None:
    return "has regions" if op.regions else None


def _mixed_types(op: Any) -> str | None:
    """Reductions gave the type that they take."""
    for operand, result in zip(op.operands, op.results):
        of_operand, of_result = getattr(operand.type, "element", None), getattr(result.type, "element", None)
        if of_operand is not of_result:
            return f"gives elements of {of_result} for {of_operand}"
    return None


def _typed_interface(op: Any) -> str | None:
    if isinstance(op.attributes.get("backend_config"), DictionaryAttr):
        return "has a dictionary as backend_config"
    return "has API_VERSION_TYPED_FFI" if op.attributes.get("api_version") == TYPED_FFI else None


def _takes_future(op: Any) -> str | None:
    return "takes a future" if any(isinstance(v.type, FutureType) for v in op.operands) else None


def _no_padding(op: Any) -> Attribute:
    """The padding that dynamic_conv had beside its operand, where it says nothing."""
    type = op.operands[0].type
    if not isinstance(type, TensorType):
        raise ValueError("needs an operand of known rank")
    rank = max(type.rank - 2, 0)
    return tensor_of([0] * (2 * rank), I64, (rank, 2))


# The parts of rows that recur

_CHANNEL = Group("channel_handle", ChannelHandle, ("channel_id",), {"channel_id": "handle"})
_TYPED_CHANNEL = Group("channel_handle", ChannelHandle, ("channel_id", "channel_type"),
                       {"channel_id": "handle", "channel_type": "type"})


def _group(key: str, cls: Any, nothing: Attribute | None = None) -> Group:
    return Group(key, cls, tuple([declared.name for declared in cls.declared()]), {}, nothing)


_CONVOLUTION = {
    "window_strides": STRIDES, "padding": PADDING, "lhs_dilation": STRIDES, "rhs_dilation": STRIDES, "window_reversal": REVERSAL,
    "feature_group_count": PLAIN, "batch_group_count": PLAIN, "precision_config": PRECISION,
}
_NORMALIZATION = {"epsilon": PLAIN, "feature_index": PLAIN}
_BATCHING = {"operand_batching_dims": EMPTY_TENSOR, "start_indices_batching_dims": EMPTY_TENSOR}
_MIXED = _version("0.17.0")


def _plain(*names: str) -> dict[str, Converter]:
    return dict.fromkeys(names, PLAIN)


def _numbers(*names: str) -> dict[str, Converter]:
    return dict.fromkeys(names, NUMBERS)


def _row(base: str, attributes: Mapping[str, Converter] | None = None, *steps: Step, groups: tuple[Group, ...] = (),
         since: str = "0.9.0", limits: tuple[Limit, ...] = (), stablehlo: str = "") -> Operation:
    return Operation(base, stablehlo or f"stablehlo.{base}", attributes or {}, groups, steps, _version(since), limits)


def _function(base: str, version: str, since: str = "0.9.0") -> Operation:
    """An elementwise function that tells how accurate its result is to be since a version."""
    return _row(base, {"result_accuracy": RESULT_ACCURACY}, Step(_version(version), {"result_accuracy": ACCURACY}), since=since)


def _collective(base: str, attributes: Mapping[str, Converter]) -> Operation:
    """A collective operation of one operand, then of several."""
    limits = (Limit(1, _MIXED, _mixed_types),) if base == "all_reduce" else ()
    return _row(base, attributes, Step(_version("1.5.0"), before=_one_operand), groups=(_CHANNEL,), limits=limits)


#: Operations without attributes, as they have always been.
_BARE: Final = """
    abs add after_all and atan2 bitcast_convert case ceil clamp count_leading_zeros complex convert create_token divide
    dynamic_pad dynamic_reshape dynamic_update_slice floor if imag is_finite maximum minimum multiply negate not
    optimization_barrier or partition_id popcnt power real real_dynamic_slice remainder replica_id reshape round_nearest_even
    round_nearest_afz select shift_left shift_right_arithmetic shift_right_logical sign subtract tuple uniform_dequantize
    uniform_quantize while xor
"""

_GROUPS: Final = {"replica_groups": PLAIN}
_GLOBAL: Final = {**_GROUPS, "use_global_device_ids": UNIT}
_WINDOW: Final = {**_numbers("window_dimensions"), "window_strides": STRIDES}

#: It ends functions, too.
_RETURN: Final = _row("return")
_ROWS: Final = (
    *[_row(base) for base in _BARE.split()],
    _row("func", {**_plain("sym_name", "function_type"), "sym_visibility": TEXT, "arg_attrs": ARRAY, "res_attrs": ARRAY},
         stablehlo=Function.name),
    _row("call", {"callee": SYMBOL}, stablehlo=Call.name),
    _RETURN,
    # Elementwise functions
    _function("exponential", "1.9.0"), _function("tan", "1.10.0", since="1.4.0"),
    *[_function(base, "1.10.0") for base in ("cbrt", "cosine", "exponential_minus_one", "log", "log_plus_one", "logistic",
                                            "rsqrt", "sine", "sqrt", "tanh")],
    _row("compare", {"comparison_direction": PLAIN, "compare_type": COMPARE_TYPE}),
    _row("reduce_precision", _plain("exponent_bits", "mantissa_bits")),
    # Movement and creation
    _row("constant", _plain("value")), _row("iota", _plain("iota_dimension")), _row("dynamic_iota", _plain("iota_dimension")),
    _row("broadcast", _numbers("broadcast_sizes")), _row("broadcast_in_dim", _numbers("broadcast_dimensions")),
    _row("dynamic_broadcast_in_dim", {**_numbers("broadcast_dimensions"), "known_expanding_dimensions": OPTIONAL_NUMBERS,
                                      "known_nonexpanding_dimensions": OPTIONAL_NUMBERS}),
    _row("concatenate", _plain("dimension")), _row("transpose", _numbers("permutation")), _row("reverse", _numbers("dimensions")),
    _row("slice", _numbers("start_indices", "limit_indices", "strides")), _row("dynamic_slice", _numbers("slice_sizes")),
    _row("pad", _numbers("edge_padding_low", "edge_padding_high", "interior_padding")),
    _row("get_dimension_size", _plain("dimension")), _row("set_dimension_size", _plain("dimension")),
    _row("get_tuple_element", _plain("index")),
    _row("gather", {"slice_sizes": NUMBERS, "indices_are_sorted": BOOL}, Step(_version("1.1.0"), _BATCHING),
         groups=(_group("dimension_numbers", GatherDimensionNumbers),)),
    _row("dynamic_gather", {"indices_are_sorted": BOOL}, Step(_version("1.1.0"), _BATCHING),
         groups=(_group("dimension_numbers", GatherDimensionNumbers),)),
    _row("scatter", {"indices_are_sorted": BOOL, "unique_indices": BOOL},
         Step(_version("1.1.0"), {"input_batching_dims": EMPTY_TENSOR, "scatter_indices_batching_dims": EMPTY_TENSOR}),
         groups=(_group("scatter_dimension_numbers", ScatterDimensionNumbers),), limits=(Limit(1, _MIXED, _mixed_types),)),
    _row("torch_index_select", _plain("dim", "batch_dims")),
    # Reductions and windows
    _row("reduce", _numbers("dimensions"), limits=(Limit(1, _MIXED, _mixed_types),)), _row("map", _numbers("dimensions")),
    _row("reduce_window", {**_WINDOW, "base_dilations": STRIDES, "window_dilations": STRIDES, "padding": PADDING},
         limits=(Limit(1, _MIXED, _mixed_types),)),
    _row("select_and_scatter", {**_WINDOW, "padding": PADDING}, limits=(Limit(1, _MIXED, _mixed_types),)),
    _row("sort", {"dimension": SORT_DIMENSION, "is_stable": BOOL}),
    *[_row(base, _NORMALIZATION) for base in ("batch_norm_grad", "batch_norm_inference", "batch_norm_training")],
    # Products, linear algebra, random numbers
    _row("convolution", _CONVOLUTION, groups=(_group("dimension_numbers", ConvDimensionNumbers),)),
    _row("dynamic_conv", {key: converter for key, converter in _CONVOLUTION.items() if key != "padding"},
         Step(_version("0.20.0"), removed={"padding": _no_padding}), groups=(_group("dimension_numbers", ConvDimensionNumbers),)),
    _row("dot", {"precision_config": PRECISION}),
    _row("dot_general", {"precision_config": PRECISION},
         Step(_version("1.6.0"), {declared.name: NOTHING for declared in DotAlgorithm.declared()}),  # type: ignore[attr-defined]
         groups=(_group("dot_dimension_numbers", DotDimensionNumbers), _group("algorithm", DotAlgorithm, NOTHING))),
    _row("einsum", _plain("einsum_config")), _row("unary_einsum", _plain("einsum_config")),
    _row("cholesky", {"lower": BOOL}), _row("triangular_solve", _plain("left_side", "lower", "unit_diagonal", "transpose_a")),
    _row("fft", {"fft_type": PLAIN, "fft_length": NUMBERS}),
    _row("rng", _plain("rng_distribution")), _row("rng_bit_generator", _plain("rng_algorithm")),
    # Processes
    _collective("all_gather", {"all_gather_dim": PLAIN, **_GLOBAL}), _collective("all_reduce", _GLOBAL),
    _collective("all_to_all", {**_plain("split_dimension", "concat_dimension", "split_count"), **_GROUPS}),
    _row("reduce_scatter", {"scatter_dimension": PLAIN, **_GLOBAL}, groups=(_CHANNEL,), limits=(Limit(1, _MIXED, _mixed_types),)),
    _row("collective_broadcast", {**_GROUPS, "has_dynamic_root": UNIT},
         Step(_version("1.20.0"), {"has_dynamic_root": FALSE}, before=_one_operand), groups=(_CHANNEL,), since="0.16.0"),
    _row("collective_reduce", {**_GLOBAL, "has_dynamic_root": UNIT}, groups=(_CHANNEL,), since="1.19.0"),
    _row("collective_permute", _plain("source_target_pairs"), groups=(_CHANNEL,)),
    _row("cross-replica-sum", _GROUPS),
    _row("async_start", since="1.15.0"), _row("async_done", since="1.15.0"),
    *[_row(base, {"is_host_transfer": BOOL, "source_target_pairs": OPTIONAL_PAIRS},
           Step(_version("1.12.0"), {"source_target_pairs": EMPTY_TENSOR}), groups=(_TYPED_CHANNEL,))
      for base in ("send", "recv")],
    _row("infeed", {"infeed_config": TEXT, "layout": ARRAY}), _row("outfeed", {"outfeed_config": TEXT}),
    # What is defined elsewhere
    _row("composite", {"name": PLAIN, "composite_attributes": DICTIONARY, "decomposition": SYMBOL, "version": VERSION},
         Step(_version("1.14.0"), before=_no_regions), since="0.19.0"),
    _row("custom_call", {"call_target_name": PLAIN, "has_side_effect": BOOL,
                         "backend_config": attribute_converters.BACKEND_CONFIG,
                         "api_version": API_VERSION, "called_computations": SYMBOLS, "operand_layouts": ARRAY,
                         "result_layouts": ARRAY, "output_operand_aliases": ARRAY, "result_tilings": ARRAY},
         Step(_version("1.18.0"), {"result_tilings": EMPTY_ARRAY}),
         limits=(Limit(1, _version("1.3.0"), _typed_interface), Limit(1, _version("1.17.0"), _takes_future))),
)

#: The rows by the names of operations without their versions, and by those of StableHLO.
OPERATIONS: Final = {row.base: row for row in _ROWS}
BY_STABLEHLO: Final = {row.stablehlo: row for row in _ROWS} | {FunctionReturn.name: _RETURN}
#: Every operation by its full name: the row, and the number of the version.
NAMES: Final = {row.name(number): (row, number) for row in _ROWS for number in range(1, row.newest + 1)}
