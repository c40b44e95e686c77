"""Every instruction of HLO by its name: the operation that it is, how many operands it takes, and its attributes.

Where the result is one array, most instructions are the operations of StableHLO; in their tuple forms, operations of `hlo`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hloom.ir.types import TupleType
from hloom.numbers.element_type import I32
from hloom.ops.definition.operation import REGISTRY, Op
from hloom.ops.hlo.convolution import are_mixed, is_input_gradient
from hloom.text.hlo import calls, fields, formats, structured
from hloom.text.hlo.fields import CHANNEL, GROUPS, PAIRS, REQUIRED, Field, dimension, enumerated, flag, integer, integers, unit
from hloom.text.hlo.mesh import read_sharding
from hloom.text.hlo.metadata import (
    backend_config_text,
    read_backend_config,
    read_frontend_attributes,
    read_metadata,
    read_origin,
)

#: As many operands as one likes.
MANY: Final = 1 << 30


class Opcode(NamedTuple):
    """An instruction: its operation where the result is an array (`single`) and where it is a tuple (`packed`)."""

    name: str
    single: type[Op] | None
    packed: type[Op] | None
    least: int
    most: int
    fields: tuple[Field, ...]
    #: Names of the attributes that are computations, in the order of the operation's regions.
    regions: tuple[str, ...]
    #: All attributes that it has of its own.
    formats: dict[str, formats.Format]
    required: frozenset[str]
    #: Whether the shape of the result follows from operands and attributes.
    infers: bool
    #: Names of the attributes that may be functions of the module, which it runs by name. Of several, one instruction has one.
    calls: tuple[str, ...] = ()
    #: Whether its elements stand in its text, where others have operands.
    is_constant: bool = False
    #: Whether it runs one of its computations: a pair or a list, by its first operand.
    branches: bool = False

    @property
    def must_call(self) -> bool:
        """Whether it means nothing without a function that it runs."""
        return not self.required.isdisjoint(self.calls)


OPCODES: Final[dict[str, Opcode]] = {}
_CALLS: Final = ("called_computations", "calls", "to_apply")
#: The instructions that an operation may be, by its class.
INSTRUCTIONS: Final[dict[type[Op], Opcode]] = {}


def _define(name: str, single: str | None, packed: str | None, operands: int | tuple[int, int], *own: Field,
            regions: tuple[str, ...] = (), infers: bool = True, is_constant: bool = False, branches: bool = False) -> None:
    least, most = (operands, operands) if isinstance(operands, int) else operands
    names = {key: format for field in own for key, format in field.formats.items()}
    classes = [REGISTRY[c] if c else None for c in (single, packed)]
    required = frozenset(key for field in own for key in field.required) | frozenset(regions)
    opcode = Opcode(name, classes[0], classes[1], least, most, own, regions, names, required, infers,
                    tuple([key for key in _CALLS if key in names]), is_constant, branches)
    OPCODES[name] = opcode
    for cls in classes:
        if cls is not None:
            INSTRUCTIONS.setdefault(cls, opcode)


def text(key: str, read: Any, write: Any = str) -> Field:
    return fields.text(key, read, None, write)


def _read_frontend_attributes(scanner: Any) -> str:
    found = read_frontend_attributes(scanner)
    return "" if found == "{}" else found


#: What every instruction may have, in the order in which it is printed behind its own attributes.
COMMON: Final = (
    text("sharding", read_sharding),
    text("frontend_attributes", _read_frontend_attributes),
    calls.CONTROL_PREDECESSORS,
    text("statistics", formats.STATISTICS.read),
    text("origin", read_origin),
    text("metadata", read_metadata),
    text("backend_config", read_backend_config, backend_config_text),
)
COMMON_FORMATS: Final = {key: format for field in COMMON for key, format in field.formats.items()}
PARAMETER: Final = (fields.text("parameter_replication", lambda s: formats.BOOLEANS.text(formats.BOOLEANS.read(s))),)

_ACCURATE: Final = {"cbrt", "cosine", "exponential", "exponential-minus-one", "log", "log-plus-one", "logistic", "rsqrt", "sine",
                    "sqrt", "tan", "tanh"}
for _name in ("abs", "cbrt", "ceil", "convert", "cosine", "count-leading-zeros", "exponential", "exponential-minus-one", "floor",
              "imag",
              "is-finite", "log", "log-plus-one", "logistic", "negate", "not", "popcnt", "real", "round-nearest-afz",
              "round-nearest-even", "rsqrt", "sign", "sine", "sqrt", "tan", "tanh"):
    _define(_name, f"stablehlo.{_name.replace('-', '_')}", None, 1, *([fields.ACCURACY] if _name in _ACCURATE else []),
            infers=_name != "convert")
for _name in ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "erf", "sinh"):
    _define(_name, f"chlo.{_name}", None, 1,
            fields.text("result_accuracy", lambda s: formats.accuracy_text(formats.read_accuracy(s))))
for _name in ("add", "and", "atan2", "divide", "maximum", "minimum", "multiply", "or", "power", "remainder", "shift-left",
              "shift-right-arithmetic", "shift-right-logical", "subtract", "xor", "complex"):
    _define(_name, f"stablehlo.{_name.replace('-', '_')}", None, 2)
_define("mulhi", "chlo.mulhi", None, 2)
_define("select", "stablehlo.select", None, 3)
_define("clamp", "stablehlo.clamp", None, 3)
_define("compare", "stablehlo.compare", None, 2, *calls.COMPARE)
_define("reduce-precision", "stablehlo.reduce_precision", None, 1, integer("exponent_bits", "exponent_bits", I32),
        integer("mantissa_bits", "mantissa_bits", I32), infers=False)

# Data and movement. `parameter` and `constant` are read by the parser itself.
_define("constant", "stablehlo.constant", "hlo.literal", 0, infers=False, is_constant=True)
_define("iota", "stablehlo.iota", None, 0, calls.IOTA_DIMENSION, infers=False)
_define("broadcast", "stablehlo.broadcast_in_dim", None, 1, calls.BROADCAST, infers=False)
_define("reshape", "stablehlo.reshape", None, 1, fields.hlo_integer("inferred_dimension"), infers=False)
_define("dynamic-reshape", "hlo.dynamic_reshape", None, (1, MANY), infers=False)
_define("transpose", "stablehlo.transpose", None, 1, integers("dimensions", "permutation"))
_define("reverse", "stablehlo.reverse", None, 1, integers("dimensions", "dimensions"))
_define("concatenate", "stablehlo.concatenate", None, (1, MANY), dimension("dimension"))
_define("slice", "stablehlo.slice", None, 1, structured.SLICE, infers=False)
_define("dynamic-slice", "stablehlo.dynamic_slice", None, (1, MANY), integers("dynamic_slice_sizes", "slice_sizes"), infers=False)
_define("dynamic-update-slice", "stablehlo.dynamic_update_slice", None, (2, MANY), infers=False)
_define("pad", "stablehlo.pad", None, 2, structured.PADDING)
_define("copy", "hlo.copy", "hlo.copy", 1)
_define("bitcast", "hlo.bitcast", "hlo.bitcast", 1, infers=False)
_define("bitcast-convert", "stablehlo.bitcast_convert", None, 1, infers=False)
_define("tuple", None, "stablehlo.tuple", (0, MANY))
_define("get-tuple-element", "stablehlo.get_tuple_element", "stablehlo.get_tuple_element", 1, integer("index", "index", I32))
_define("get-dimension-size", "stablehlo.get_dimension_size", None, 1, dimension("dimension"))
_define("set-dimension-size", "stablehlo.set_dimension_size", None, 2, dimension("dimension"))
_define("copy-start", None, "hlo.copy_start", 1,
        fields.integer("cross_program_prefetch_index", "cross_program_prefetch_index", default=None), infers=False)
_define("copy-done", "hlo.copy_done", "hlo.copy_done", 1, infers=False)
_define("add-dependency", "hlo.add_dependency", "hlo.add_dependency", 2)
_define("after-all", "stablehlo.after_all", None, (0, MANY))
_define("opt-barrier", "hlo.opt_barrier", "hlo.opt_barrier", 1)
_define("domain", "hlo.domain", "hlo.domain", 1, calls.DOMAIN)

# Products, windows, algebra.
_define("dot", "stablehlo.dot_general", None, 2, *structured.DOT)
_define("ragged-dot", "hlo.ragged_dot", None, 3, *structured.RAGGED_DOT)
_define("scaled-dot", "hlo.scaled_dot", None, 4, *structured.DOT, infers=False)
_define("convolution", "stablehlo.convolution", None, 2, *structured.CONVOLUTION)
_define("fft", "stablehlo.fft", None, 1, enumerated("fft_type", "fft_type", "fft_type", {n: n for n in (
    "FFT", "IFFT", "RFFT", "IRFFT")}), integers("fft_length", "fft_length"))
_define("cholesky", "stablehlo.cholesky", None, 1, flag("lower", "lower"))
_define("triangular-solve", "stablehlo.triangular_solve", None, 2, structured.SOLVE)
_define("batch-norm-inference", "stablehlo.batch_norm_inference", None, 5, fields.real("epsilon", "epsilon"),
        integer("feature_index", "feature_index"))
_define("batch-norm-training", None, "hlo.batch_norm_training", 3, fields.real("epsilon", "epsilon"),
        integer("feature_index", "feature_index"))
_define("batch-norm-grad", None, "hlo.batch_norm_grad", 5, fields.real("epsilon", "epsilon"),
        integer("feature_index", "feature_index"))

# Computations on elements.
_define("map", "stablehlo.map", None, (1, MANY), calls.MAP_DIMENSIONS, regions=("to_apply",))
_define("reduce", "stablehlo.reduce", "hlo.reduce", (2, MANY), integers("dimensions", "dimensions"), regions=("to_apply",))
_define("reduce-window", "stablehlo.reduce_window", "hlo.reduce_window", (2, MANY), structured.REDUCE_WINDOW,
        regions=("to_apply",))
_define("select-and-scatter", "stablehlo.select_and_scatter", None, 3, structured.REDUCE_WINDOW, regions=("select", "scatter"))
_define("scan", "hlo.scan", "hlo.scan", (1, MANY), dimension("dimension"), integer("num_carries", "num_carries", default=0),
        flag("is_reverse", "is_reverse"), calls.ASSOCIATIVE, regions=("to_apply",))
_define("sort", "stablehlo.sort", "hlo.sort", (1, MANY), dimension("dimension"), flag("is_stable", "is_stable"),
        regions=("to_apply",))
_define("topk", None, "hlo.topk", 1, integer("k", "k"), calls.LARGEST)
_define("gather", "stablehlo.gather", None, 2, structured.GATHER, flag("indices_are_sorted", "indices_are_sorted"))
_define("scatter", "stablehlo.scatter", "hlo.scatter", (3, MANY), structured.SCATTER,
        flag("indices_are_sorted", "indices_are_sorted"),
        flag("unique_indices", "unique_indices"), regions=("to_apply",), infers=False)

# Random numbers.
_define("rng", "hlo.rng", None, 2, enumerated("distribution", "distribution", "rng_distribution", {
    "rng_uniform": "UNIFORM", "rng_normal": "NORMAL"}), infers=False)
_define("rng-get-and-update-state", "hlo.rng_get_and_update_state", None, 0, integer("delta", "delta"), infers=False)
_define("rng-bit-generator", None, "hlo.rng_bit_generator", 1, enumerated("algorithm", "rng_algorithm", "rng_algorithm", {
    "rng_default": "DEFAULT", "rng_three_fry": "THREE_FRY", "rng_philox": "PHILOX"}), infers=False)
_define("stochastic-convert", "hlo.stochastic_convert", None, 2, infers=False)

# Control.
_define("call", "func.call", "func.call", (0, MANY), calls.CALL, unit("is_composite", "hlo.is_composite"))
_define("while", "hlo.while", "hlo.while", 1, regions=("condition", "body"))
_define("conditional", "hlo.conditional", "hlo.conditional", (2, MANY), calls.BRANCHES, branches=True)
_define("fusion", "hlo.fusion", "hlo.fusion", (0, MANY), fields.text(
    "kind", lambda s: formats.one_of("fusion kind", "kLoop", "kInput", "kOutput", "kCustom").read(s), REQUIRED, name="kind"),
    calls.ALIASES, regions=("calls",), infers=False)
_define("custom-call", "stablehlo.custom_call", "stablehlo.custom_call", (0, MANY), *calls.CUSTOM_CALL, infers=False)
_define("async-start", None, "hlo.async_start", (0, MANY), calls.THREAD, calls.ALIASES, calls.CALLED, infers=False)
_define("async-update", None, "hlo.async_update", 1, calls.THREAD_AGAIN, calls.CALLED_AGAIN, infers=False)
_define("async-done", "hlo.async_done", "hlo.async_done", 1, calls.THREAD_AGAIN, calls.CALLED_AGAIN, infers=False)

# Processes and the host.
_LAYOUT: Final = unit("constrain_layout", "hlo.constrain_layout")
_GLOBAL: Final = unit("use_global_device_ids", "use_global_device_ids")
_MODE: Final = fields.ignored("mode", formats.WORD)
_REDUCING: Final = (CHANNEL, GROUPS, _LAYOUT, _GLOBAL, _MODE)
_define("all-reduce", "stablehlo.all_reduce", "hlo.all_reduce", (1, MANY), *_REDUCING, regions=("to_apply",), infers=False)
_define("all-reduce-start", "hlo.all_reduce_start", "hlo.all_reduce_start", (1, MANY), *_REDUCING, regions=("to_apply",),
        infers=False)
_define("all-reduce-done", "hlo.all_reduce_done", "hlo.all_reduce_done", 1, infers=False)
_define("reduce-scatter", "stablehlo.reduce_scatter", None, (1, MANY), *_REDUCING, dimension("scatter_dimension"),
        regions=("to_apply",), infers=False)
_ROOT: Final = unit("has_dynamic_root", "has_dynamic_root")
_define("collective-reduce", "stablehlo.collective_reduce", None, (1, MANY), *_REDUCING, _ROOT, regions=("to_apply",),
        infers=False)
_GATHERING: Final = (CHANNEL, GROUPS, _LAYOUT, dimension("all_gather_dim"), _GLOBAL, _MODE)
_define("all-gather", "stablehlo.all_gather", "hlo.all_gather", (1, MANY), *_GATHERING, infers=False)
_define("all-gather-start", None, "hlo.all_gather_start", (1, MANY), *_GATHERING, infers=False)
_define("all-gather-done", "hlo.all_gather_done", "hlo.all_gather_done", 1, infers=False)
_define("all-to-all", "hlo.all_to_all", "hlo.all_to_all", (1, MANY), CHANNEL, GROUPS, _LAYOUT,
        dimension("dimension", default=None),
        _MODE, infers=False)
_define("ragged-all-to-all", "hlo.ragged_all_to_all", None, 6, CHANNEL, GROUPS, _MODE,
        integers("dimensions", "hlo.dimensions", default=None), infers=False)
_define("collective-broadcast", "stablehlo.collective_broadcast", "hlo.collective_broadcast", (1, MANY), CHANNEL, GROUPS, _ROOT,
        _MODE, infers=False)
_define("collective-permute", "stablehlo.collective_permute", "hlo.collective_permute", (1, MANY), CHANNEL, PAIRS,
        calls.SLICE_SIZES,
        infers=False)
_define("collective-permute-start", None, "hlo.collective_permute_start", (1, MANY), CHANNEL, PAIRS, calls.SLICE_SIZES,
        infers=False)
_define("collective-permute-done", "hlo.collective_permute_done", "hlo.collective_permute_done", 1, infers=False)
_define("replica-id", "stablehlo.replica_id", None, 0)
_define("partition-id", "stablehlo.partition_id", None, 0)
_HOST: Final = flag("is_host_transfer", "is_host_transfer")
_define("send", None, "hlo.send", 2, CHANNEL, _HOST, infers=False)
_define("send-done", "hlo.send_done", None, 1, CHANNEL, _HOST, infers=False)
_define("recv", None, "hlo.recv", 1, CHANNEL, _HOST, infers=False)
_define("recv-done", None, "hlo.recv_done", 1, CHANNEL, _HOST, infers=False)
_define("infeed", None, "hlo.infeed", 1,
        fields.text("infeed_config", lambda s: s.string(), "", calls.quoted, name="infeed_config"),
        infers=False)
_define("outfeed", "hlo.outfeed", None, 2, calls.OUTFEED_SHAPE,
        fields.text("outfeed_config", lambda s: s.string(), "", calls.quoted, name="outfeed_config"), infers=False)

#: Instructions without a meaning of their own here: what they would be is named when they are met.
UNKNOWN: Final = {"shuffle"}


def class_of(opcode: Opcode, is_packed: bool, operands: Any, attributes: Any) -> type[Op] | None:
    """The class of an instruction's operation, by its result and operands; None if it has no such form."""
    if opcode.name in ("dynamic-slice", "dynamic-update-slice"):
        index = 1 if opcode.name == "dynamic-slice" else 2
        if len(operands) == index + 1 and getattr(operands[index].type, "rank", 0) == 1:
            return REGISTRY[f"hlo.{opcode.name.replace('-', '_')}"]
    if opcode.name == "convolution" and (is_input_gradient(attributes) or "lhs_sparsity" in attributes
                                         or "rhs_sparsity" in attributes or isinstance(operands[1].type, TupleType)
                                         or are_mixed(operands[0].type, operands[1].type)):
        return REGISTRY["hlo.convolution"]
    if opcode.name == "dot" and are_mixed(operands[0].type, operands[1].type):
        return REGISTRY["hlo.dot"]
    if opcode.name == "collective-permute" and len(operands) > 1:
        return REGISTRY["hlo.collective_permute"]
    return opcode.packed if is_packed else opcode.single


for _cls, _opcode in (("hlo.dynamic_slice", "dynamic-slice"), ("hlo.dynamic_update_slice", "dynamic-update-slice"),
                      ("hlo.convolution", "convolution"),
                      ("stablehlo.optimization_barrier", "opt-barrier"), ("stablehlo.all_to_all", "all-to-all"),
                      ("stablehlo.dot", "dot"), ("hlo.dot", "dot")):
    INSTRUCTIONS.setdefault(REGISTRY[_cls], OPCODES[_opcode])
__all__ = ["COMMON", "COMMON_FORMATS", "INSTRUCTIONS", "OPCODES", "PARAMETER", "UNKNOWN", "Opcode", "class_of"]
