"""Names of operations and of their attributes in rows: upstream spells them in several ways, which mean the same.

An operation may have the name of its instruction (`reduce-window`), of XlaBuilder's function (`ReduceWindow`,
`broadcast(XlaBuilder::Broadcast)`), or a word about its form behind it (`all-to-all(tuple)`); an attribute the name that HLO text
has for it, XlaBuilder's parameter, or the field of the message.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Final

#: XlaBuilder's functions whose instruction is not their name in another spelling.
FUNCTIONS: Final = {
    "Neg": "negate", "Clz": "count-leading-zeros", "PopulationCount": "popcnt", "Exp": "exponential",
    "Expm1": "exponential-minus-one", "Log1p": "log-plus-one", "Cos": "cosine", "Sin": "sine", "Round": "round-nearest-afz",
    "Sub": "subtract", "Mul": "multiply", "Div": "divide", "Rem": "remainder", "Max": "maximum", "Min": "minimum", "Pow": "power",
    "Rev": "reverse", "ConcatInDim": "concatenate", "ConvertElementType": "convert", "BitcastConvertType": "bitcast-convert",
    "StochasticConvertType": "stochastic-convert", "BroadcastInDim": "broadcast", "DotGeneral": "dot", "Conv": "convolution",
    "ConvGeneral": "convolution", "ConvGeneralDilated": "convolution", "ConvWithGeneralPadding": "convolution",
    "ConvWithGeneralDimensions": "convolution", "ReduceWindowWithGeneralPadding": "reduce-window",
    "SelectAndScatterWithGeneralPadding": "select-and-scatter", "AllToAllTuple": "all-to-all", "TopK": "topk",
    "OptimizationBarrier": "opt-barrier", "MultiCollectivePermute": "collective-permute", "CrossReplicaSum": "all-reduce",
    "AllReduceTuple": "all-reduce", "AllGatherTuple": "all-gather", "ReshapeWithInferredDimension": "reshape"}
#: Instructions under names that others have for them.
SYNONYMS: Final = {
    "optimization-barrier": "opt-barrier", "broadcast-in-dim": "broadcast", "dot-general": "dot", "cos": "cosine", "sin": "sine",
    "exp": "exponential", "expm1": "exponential-minus-one", "log1p": "log-plus-one", "neg": "negate", "sub": "subtract",
    "mul": "multiply", "div": "divide", "rem": "remainder", "max": "maximum", "min": "minimum", "pow": "power",
    "clz": "count-leading-zeros", "population-count": "popcnt", "round": "round-nearest-afz", "rev": "reverse",
    "convert-element-type": "convert", "conv": "convolution", "top-k": "topk", "gte": "get-tuple-element",
    "rng-uniform": "rng", "rng-normal": "rng", "create-token": "after-all", "dus": "dynamic-update-slice"}
#: Words about the form of an operation, which its operands and attributes say, too.
_FORMS: Final = frozenset("tuple array variadic scalar vector matrix uniform normal static dynamic bounded unbounded async multi "
                          "in-dim general".split())

#: Attributes by the names that the adapter knows, with other names for them.
ATTRIBUTES: Final[dict[str, tuple[str, ...]]] = {
    "to_apply": ("computation", "comparator", "reducer", "update_computation", "reduction", "calls", "function"),
    "dimension": ("dim", "dimno", "concatenate_dimension", "sort_dimension", "scan_dimension"),
    "dimensions": ("dims", "dimensions_to_reduce", "rev_dims"),
    "new_element_type": ("to", "new_type", "element_type", "dest_type"),
    "slice_sizes": ("dynamic_slice_sizes", "sizes"), "dynamic_slice_sizes": ("slice_sizes", "sizes"),
    "starts": ("start_indices", "start"), "limits": ("limit_indices", "limit"), "strides": ("stride",),
    "permutation": ("perm", "dimensions"), "output_shape": ("shape", "out_shape", "result_shape", "to_shape"),
    "fft_type": ("type",), "fft_length": ("length", "fft_lengths"), "padding": ("padding_config", "pad"),
    "all_gather_dimension": ("dimension", "dimensions", "all_gather_dim"), "scatter_dimension": ("dimension", "dimensions"),
    "split_dimension": ("split_dim",), "concat_dimension": ("concat_dim",), "feature_index": ("feature_dimension", "feature_dim"),
    "lhs_contracting_dims": ("lhs_contracting_dimensions",), "rhs_contracting_dims": ("rhs_contracting_dimensions",),
    "lhs_batch_dims": ("lhs_batch_dimensions",), "rhs_batch_dims": ("rhs_batch_dimensions",),
    "lhs_ragged_dims": ("lhs_ragged_dimensions",), "rhs_group_dims": ("rhs_group_dimensions",),
    "dim_labels": ("dimension_numbers", "dnums"), "preferred_element_type": ("preferred_type",),
    "conv_kind": ("convolution_kind",), "sparsity_rhs": ("rhs_sparsity",), "source_target_pairs": ("pairs",),
    "branches": ("branch_computations",), "condition": ("cond",), "index": ("tuple_index",), "k": ("num_elements",),
    "iota_dimension": ("iota_dim",), "compare_type": ("type", "comparison_type"), "direction": ("comparison_direction",),
    "epsilon": ("eps",), "broadcast_sizes": ("new_sizes",), "feature_group_count": ("groups",),
    "transpose_a": ("transpose",), "exponent_bits": ("exponent",), "mantissa_bits": ("mantissa",)}
#: The fields of a window by the names that HLO text has for them.
WINDOW: Final[dict[str, tuple[str, ...]]] = {
    "size": ("window_size", "window_sizes", "window_dimensions", "window_dims"),
    "stride": ("window_stride", "window_strides", "strides", "stride"), "pad": ("padding", "pad", "paddings"),
    "lhs_dilate": ("base_dilations", "base_dilation", "lhs_dilation", "lhs_dilations"),
    "rhs_dilate": ("window_dilations", "window_dilation", "rhs_dilation", "rhs_dilations"),
    "rhs_reversal": ("window_reversal", "rhs_reversals")}


def instruction_name(text: str, known: Collection[str]) -> str:
    """The instruction that a row means, or its text if that is several in each other, or of a form of its own."""
    if text in known:
        return text
    base, _, rest = text.partition("(")
    if rest and ("::" in rest or rest.rstrip(")").lower() in _FORMS):
        return instruction_name(base.strip(), known)
    if text in FUNCTIONS:
        return FUNCTIONS[text]
    spelled = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", "-", text).lower()
    return SYNONYMS.get(spelled, spelled if spelled in known else text)


def spelled_attributes(attributes: dict[str, Any]) -> dict[str, Any]:
    """The attributes under their own names and those that the adapter knows."""
    found = {re.sub(r"(?<=[a-z0-9])(?=[A-Z])|-", "_", key).lower(): value for key, value in attributes.items()}
    for name, others in ATTRIBUTES.items():
        other = next((o for o in others if o in found), None)
        if name not in found and other is not None:
            found[name] = found[other]
    if isinstance(found.get("slice"), str):  # {[start:limit:stride], ...}
        columns = zip(*re.findall(r"\[(\d+):(\d+):?(\d*)\]", found["slice"]))
        found["starts"], found["limits"], found["strides"] = ([int(n or 1) for n in column] for column in columns)
    if "true_computation" in found and "branches" not in found:
        found["branches"] = [found["true_computation"], found["false_computation"]]
    return found
