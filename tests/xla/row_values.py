"""What stands in rows as text or lists, as hloom has it; and whether what hloom gives is what a row expects."""

from __future__ import annotations

import re
from typing import Any

from hloom.support.diagnostics import ParseError
from hloom.xla import COMBINE, Layout, PrimitiveType, Shape, layout_util

_ARRAY = re.compile(r"(?<![\w.])([a-z][a-z0-9]*)\[([^\]]*)\](\{[^}]*\})?( \(no layout\)| no layout)?")
_SHAPE = re.compile(r"\s*(?:[a-z][a-z0-9]*\[|\(|b\()")


def is_shape(text: str) -> bool:
    return bool(_SHAPE.match(text))


def shape(text: str) -> Shape:
    """The shape of a row: arrays have the default layout unless the row says `no layout`; layouts need not be valid."""
    def stated(found: re.Match[str]) -> str:
        type, sizes, layout, bare = found.groups()
        rank = len(sizes.split(",")) if sizes.strip() else 0
        if layout is None and bare is None and rank:
            layout = f"{{{','.join(map(str, range(rank - 1, -1, -1)))}}}"
        return f"{type}[{sizes}]{layout or ''}"

    plain = _ARRAY.sub(stated, text).strip()
    try:
        return Shape.parse(plain)
    except ParseError:
        # A layout that does not fit the array is no valid text, but shapes with one are made in other ways.
        found = re.fullmatch(r"([a-z0-9]+\[[^\]]*\])(\{.*\})", plain)
        if found is None:
            raise
        return Shape.parse(found.group(1)).with_layout(layout_util.parse_layout(found.group(2)))


def layout(fields: dict[str, Any]) -> Layout:
    """The layout of a row: the fields by name, `combine` or `*` for a combined dimension of a tile."""
    fields = dict(fields)
    if "tiles" in fields:
        fields["tiles"] = [[COMBINE if n in ("combine", "*") else n for n in tile] for tile in fields["tiles"]]
    if "dim_level_types" in fields:
        fields["dim_level_types"] = [level.removeprefix("DIM_")[0] for level in fields["dim_level_types"]]
    if "split_configs" in fields:
        fields["split_configs"] = [list(split.values()) if isinstance(split, dict) else split
                                   for split in fields["split_configs"]]
    if isinstance(fields.get("physical_shape"), str):
        fields["physical_shape"] = shape(fields["physical_shape"])
    return Layout(**fields)


def operand(value: Any) -> Any:
    """An operand of a helper: a shape, a layout, a primitive type, a list of these, or what it is."""
    if isinstance(value, dict):
        return layout(value)
    if isinstance(value, list):
        return [operand(item) for item in value]
    if not isinstance(value, str):
        return value
    if value.endswith(" with minor_to_major not a permutation"):
        made = shape(value.removesuffix(" with minor_to_major not a permutation"))
        return made.with_layout([0] * made.rank)
    if value.startswith("{"):
        return layout_util.parse_layout(value)
    return shape(value) if is_shape(value) else PrimitiveType.parse(value)


def plain(value: Any) -> Any:
    """Lists for tuples, so that they compare."""
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def difference(found: Any, expected: Any) -> str | None:
    """Why `found` is not what a row expects; None if it is."""
    if isinstance(found, tuple) and len(found) == 2 and isinstance(found[1], Shape) and isinstance(expected, str):
        return difference(found[1], expected)  # a part of a tuple, with its index
    if isinstance(found, Shape) and isinstance(expected, str) and expected.startswith("{"):
        return difference(found.layout, expected)
    if isinstance(found, Shape) and isinstance(expected, str):
        wanted = shape(expected) if "{" in expected else shape(expected).without_layout()
        actual = found if "{" in expected else found.without_layout()
        return None if actual == wanted else f"got {found}, expected {expected}"
    if isinstance(found, Layout) and isinstance(expected, str | dict):
        wanted_layout = operand(expected)
        return None if found == wanted_layout else f"got {found}, expected {expected}"
    if isinstance(expected, list) and isinstance(found, list | tuple) and len(found) == len(expected):
        return next((reason for a, b in zip(found, expected) if (reason := difference(a, b))), None)
    if isinstance(found, PrimitiveType) and isinstance(expected, str):
        return None if found is PrimitiveType.parse(expected) else f"got {found.text}, expected {expected}"
    same = plain(found) == plain(expected) and isinstance(found, bool) == isinstance(expected, bool)
    return None if same else f"got {found!r}, expected {expected!r}"
