"""Rows about the text of one shape: tables of HLO text, `fragment` is `shape`."""

from __future__ import annotations

from typing import Any

from hloom.support.diagnostics import ParseError
from hloom.xla import COMBINE, UNBOUNDED, Shape
from tests.xla.row_values import difference


def handles(row: dict[str, Any]) -> bool:
    return row.get("fragment") == "shape"


def check(row: dict[str, Any]) -> str | None:
    try:
        shape = Shape.parse(row["text"])
    except ParseError as error:
        if row["expect"] != "error":
            return f"refused: {error}"
        wanted = row.get("error_substring")
        return None if wanted is None or wanted in str(error) else f"the message {str(error)!r} does not say {wanted!r}"
    if row["expect"] == "error":
        return f"accepted as {shape}"
    if Shape.parse(str(shape)) != shape:
        return f"printed as {shape}, which is another shape"
    return _checked(shape, row.get("facts", {}))


def _checked(shape: Shape, facts: Any) -> str | None:
    """Why a shape is not what its facts say; facts in words say nothing that could be checked."""
    if isinstance(facts, str):
        wanted = Shape.parse(facts) if "[" in facts and " " not in facts else None
        return None if wanted is None or shape == wanted else f"got {shape}, expected {wanted}"
    for name, value in facts.items():
        if name not in FACTS:
            return f"the fact {name!r} is not known"
        reason = FACTS[name](shape, value)
        if reason:
            return f"{name}: {reason}"
    return None


def _parts(shape: Shape, values: list[Any]) -> str | None:
    if len(shape.tuple_shapes) != len(values):
        return f"got {len(shape.tuple_shapes)} elements, expected {len(values)}"
    return next((reason for part, value in zip(shape.tuple_shapes, values) if (reason := _checked(part, value))), None)


def _layout(shape: Shape) -> Any:
    assert shape.layout is not None, f"{shape} has no layout"
    return shape.layout


FACTS = {
    "type": lambda shape, value: difference(shape.element_type, value),
    "dims": lambda shape, value: difference(shape.dimensions, [UNBOUNDED if n == "unbounded" else n for n in value]),
    "dynamic": lambda shape, value: difference(shape.dynamic_dimensions, value),
    "tuple": _parts,
    "buffer_of": lambda shape, value: _checked(shape.tuple_shapes[0], value),
    "minor_to_major": lambda shape, value: difference(_layout(shape).minor_to_major, value),
    "tiles": lambda shape, value: difference(
        [["*" if n == COMBINE else n for n in tile] for tile in _layout(shape).tiles], value),
    "element_size_in_bits": lambda shape, value: difference(_layout(shape).element_size_in_bits, value),
    "memory_space": lambda shape, value: difference(_layout(shape).memory_space, value),
    "tail_padding_alignment_in_elements": lambda shape, value: difference(
        _layout(shape).tail_padding_alignment_in_elements, value),
    "dynamic_shape_metadata_prefix_bytes": lambda shape, value: difference(
        _layout(shape).dynamic_shape_metadata_prefix_bytes, value),
    "index_primitive_type": lambda shape, value: difference(_layout(shape).index_primitive_type, value),
    "pointer_primitive_type": lambda shape, value: difference(_layout(shape).pointer_primitive_type, value),
    "dim_level_types": lambda shape, value: difference(
        [level.value for level in _layout(shape).dim_level_types], [str(level).removeprefix("DIM_")[0] for level in value]),
    "dim_unique": lambda shape, value: difference(_layout(shape).dim_unique, value),
    "dim_ordered": lambda shape, value: difference(_layout(shape).dim_ordered, value),
    "physical_shape": lambda shape, value: _checked(_layout(shape).physical_shape, value),
    "split_configs": lambda shape, value: difference(
        [[split.dimension, list(split.split_indices)] for split in _layout(shape).split_configs],
        [[split.get("dim", split.get("dimension")), split["split_indices"]] for split in value]),
}
