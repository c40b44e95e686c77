"""Fields of instructions that name other things: computations, threads, predecessors, parts of results, shapes."""

from __future__ import annotations

from typing import Any, Final

from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    EnumAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
)
from hloom.numbers.element_type import I32, I64
from hloom.ops.common.attributes import OutputOperandAlias
from hloom.support.spelling import did_you_mean
from hloom.text.hlo import fields, formats
from hloom.text.hlo.fields import Field, Values, flag, single
from hloom.text.hlo.formats import Format
from hloom.text.hlo.scanner import Scanner, quoted

DIRECTIONS: Final = ("EQ", "NE", "GE", "GT", "LE", "LT")
COMPARE: Final = (
    fields.enumerated("direction", "comparison_direction", "comparison_direction", {d: d for d in DIRECTIONS}),
    Field({"type": formats.one_of("comparison type", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")},
          lambda values: {"compare_type": EnumAttr("stablehlo", "comparison_type", values["type"])} if "type" in values else {},
          lambda op: _compare_type(op)),
)


def default_comparison(element: Any) -> str:
    """How elements are compared where nothing is said."""
    return {"float": "FLOAT", "complex": "FLOAT", "sint": "SIGNED"}.get(element.kind, "UNSIGNED")


def _compare_type(op: Any) -> Values:
    found = op.attributes.get("compare_type")
    if found is None or found.value == "NOTYPE" or found.value == default_comparison(op.operands[0].type.element):
        return {}
    return {"type": found.value}


BROADCAST: Final = single("dimensions", formats.DIMENSIONS, "broadcast_dimensions", lambda v: DenseArrayAttr(I64, tuple(v)),
                          lambda a: tuple(a.values), (), always=True)._replace(
    write=lambda op: {"dimensions": tuple(op.attributes["broadcast_dimensions"].values)})
MAP_DIMENSIONS: Final = fields.integers("dimensions", "dimensions", default=(), always=True)._replace(
    write=lambda op: {"dimensions": tuple(op.attributes["dimensions"].values)})
#: Read without where there is only one dimension, and always written.
IOTA_DIMENSION: Final = fields.integer("iota_dimension", "iota_dimension", default=0, always=True)._replace(
    write=lambda op: {"iota_dimension": op.attributes["iota_dimension"].value})
LARGEST: Final = Field({"largest": formats.BOOLEAN},
                       lambda values: {} if values.get("largest", True) else {"hlo.largest": BoolAttr(False)},
                       lambda op: {"largest": "hlo.largest" not in op.attributes})

# Names. A computation is given by the parser as something with a `symbol`.
COMPUTATION: Final = Format(lambda s: s.name("the name of a computation"), lambda name: f"%{name}", pure=False)
NAMES: Final = Format(lambda s: tuple(s.listed(s.name, "{", "}", "the names")), lambda v: f"{{{', '.join(f'%{n}' for n in v)}}}",
                    pure=False)
CONTROL_PREDECESSORS: Final = single("control-predecessors", NAMES, "hlo.control_predecessors",
                                     lambda v: ArrayAttr(tuple(map(StringAttr, v))), lambda a: tuple(s.value for s in a), ())
CALL: Final = single("to_apply", COMPUTATION, "callee", SymbolRefAttr, lambda a: a.value)
CALLED: Final = single("calls", COMPUTATION, "called", SymbolRefAttr, lambda a: a.value)
CALLED_AGAIN: Final = single("calls", COMPUTATION, "hlo.calls", SymbolRefAttr, lambda a: a.value, None)
THREAD: Final = fields.text("async_execution_thread", lambda s: s.string(), "main", quoted, name="thread")
THREAD_AGAIN: Final = fields.text("async_execution_thread", lambda s: s.string(), "main", quoted)
#: Both ways to name the computations of a conditional; the printer chooses by the type of the selector.
BRANCHES: Final = Field({"true_computation": COMPUTATION, "false_computation": COMPUTATION, "branch_computations": NAMES},
                        lambda values: {}, lambda op: {})
DOMAIN: Final = single("domain", Format(lambda s: s.braces("domain"), str), "domain", StringAttr, lambda a: a.value)
SLICE_SIZES: Final = fields.text("slice_sizes", lambda s: formats.nested_text(formats.PAIRS.read(s)), name="slice_sizes")


def _read_aliases(values: Values) -> dict[str, Attribute]:
    found = values.get("output_to_operand_aliasing")
    if not found:
        return {}
    return {"output_operand_aliases": ArrayAttr(tuple(OutputOperandAlias(a.output, a.operand, a.index) for a in found))}


def _write_aliases(op: Any) -> Values:
    found = op.attributes.get("output_operand_aliases")
    if found is None or not len(found):
        return {}
    return {"output_to_operand_aliasing": tuple(formats.Alias(a.output_tuple_indices, a.operand_index, a.operand_tuple_indices)
                                                for a in found)}


ALIASES: Final = Field({"output_to_operand_aliasing": formats.ALIASES}, _read_aliases, _write_aliases)


def _read_shape(scanner: Scanner) -> Any:
    from hloom.ir.hlo.shape_text import read_shape
    from hloom.text.hlo.types import make_type

    scanner.skip()
    found, scanner.at = read_shape(scanner.source, scanner.at, make_type)
    return found


def _shape_text(type: Any) -> str:
    from hloom.text.hlo.types import type_text

    return type_text(type)


SHAPE: Final = Format(_read_shape, _shape_text)
OUTFEED_SHAPE: Final = single("outfeed_shape", SHAPE, "hlo.outfeed_shape", TypeAttr, lambda a: a.type, None)

# Custom calls.
API_VERSIONS: Final = {"API_VERSION_ORIGINAL": 1, "API_VERSION_STATUS_RETURNING": 2, "API_VERSION_STATUS_RETURNING_UNIFIED": 3,
                       "API_VERSION_TYPED_FFI": 4}
_API_NAMES: Final = {number: name for name, number in API_VERSIONS.items()}


def _read_api(scanner: Scanner) -> int:
    scanner.skip()
    start = scanner.at
    name = scanner.word("an API version")
    if name not in API_VERSIONS:
        scanner.fail(f"Invalid API version: {name[:60]}{did_you_mean(name, API_VERSIONS)}", start)
    return API_VERSIONS[name]


_WINDOW: Final = Field(
    {"window": formats.WINDOW, "dim_labels": formats.LABELS},
    lambda values: {f"hlo.{key}": StringAttr(format.text(values[key])) for key,
                    format in (("window", formats.WINDOW), ("dim_labels", formats.LABELS))
                    if key in values},
    lambda op: {key: _again(format, op.attributes[f"hlo.{key}"].value) for key,
                format in (("window", formats.WINDOW), ("dim_labels", formats.LABELS))
                if f"hlo.{key}" in op.attributes})


def _again(format: Format, text: str) -> Any:
    from hloom.support.source import Source

    return format.read(Scanner(Source("<attribute>", text)))


_CONSTRAINTS: Final = single(
    "operand_layout_constraints", Format(lambda s: tuple(s.listed(lambda: _read_shape(s), "{", "}", "the shapes")),
                                       lambda v: f"{{{', '.join(map(_shape_text, v))}}}"),
    "hlo.operand_layout_constraints", lambda v: ArrayAttr(tuple(map(TypeAttr, v))), lambda a: tuple(t.type for t in a), None)
_SCHEDULE: Final = fields.text("schedule", lambda s: formats.one_of(
    "schedule", "SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST").read(s), "SCHEDULE_NONE")
_PADDING_TYPE: Final = fields.text("padding_type", formats.one_of(
    "padding type", "PADDING_INVALID", "PADDING_VALID", "PADDING_SAME").read, "PADDING_INVALID")


def _read_literal(scanner: Scanner) -> str:
    """A literal with its shape; kept as the canonical text."""
    from hloom.text.hlo.literals import read_shaped_literal, shaped_literal_text

    return shaped_literal_text(*read_shaped_literal(scanner))


_LITERAL: Final = fields.text("literal", _read_literal)
_CALLED: Final = single("called_computations", NAMES, "called_computations",
                        lambda v: ArrayAttr(tuple(map(SymbolRefAttr, v))), lambda a: tuple(s.value for s in a), ())
#: The other way to name the computation that a custom call runs.
_TO_APPLY: Final = single("to_apply", COMPUTATION, "hlo.to_apply", SymbolRefAttr, lambda a: a.value, None)


def _count(key: str) -> Field:
    return single(key, formats.INTEGER, f"hlo.{key}", lambda v: IntegerAttr(v, I64), lambda a: a.value, 1)


def _stated_precisions(attribute: Any) -> tuple[str, ...] | None:
    found = tuple(attribute.value[1:-1].split(","))
    return None if set(found) == {"default"} else found


CUSTOM_CALL: Final = (
    _WINDOW, _count("feature_group_count"), _count("batch_group_count"),
    single("operand_precision", formats.PRECISIONS, "hlo.operand_precision", lambda v: StringAttr(formats.PRECISIONS.text(v)),
           _stated_precisions, None), _PADDING_TYPE,
    single("custom_call_target", Format(lambda s: s.string(), quoted), "call_target_name", StringAttr, lambda a: a.value),
    _CONSTRAINTS, flag("custom_call_has_side_effect", "has_side_effect"), _LITERAL, ALIASES, _SCHEDULE,
    single("api_version", Format(_read_api, lambda v: _API_NAMES.get(v, "API_VERSION_ORIGINAL")), "api_version",
           lambda v: IntegerAttr(v, I32), lambda a: a.value, 1), _TO_APPLY, _CALLED,
)

#: Whether a scan may be computed in any grouping, which XLA always states.
ASSOCIATIVE: Final = Field(
    {"is_associative": formats.BOOLEAN},
    lambda values: {"is_associative": BoolAttr(True)} if values.get("is_associative") else {},
    lambda op: {"is_associative": bool(op.is_associative)})
