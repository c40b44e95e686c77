"""Rows about the helpers of shapes, layouts and indices: kinds `shape_util`, `layout_util`, `index_util`.

`op` is the helper's name as upstream spells it, perhaps with an option (`ReshapeIsBitcast(ignore_element_type=true)`) or with
`(count)` where results are counted. Operands may be general: `any layout of f32[10,20]` is every shape s like it, `p` every
permutation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

from hloom.support.diagnostics import UserError
from hloom.xla import Layout, Shape, index_util, layout_util, shape_util
from tests.xla.row_values import difference, operand, plain

KINDS = {"shape_util", "layout_util", "index_util"}


def handles(row: dict[str, Any]) -> bool:
    return row.get("kind") in KINDS


#: Upstream's names that are not ours in another spelling.
RENAMED: dict[str, Callable[..., Any]] = {
    "PermuteDimensions": lambda shape, permutation: shape_util.permute_dimensions(permutation, shape),
    "DeleteDimensions": lambda shape, dimensions: shape_util.delete_dimensions(dimensions, shape),
    "DeleteDimension": lambda shape, dimension: shape_util.delete_dimensions([dimension], shape),
    "PrependMajorDimension": lambda shape, bound: shape_util.prepend_major_dimension(bound, shape),
    "ForEachIndex": lambda shape, *bounds: list(index_util.for_each_index(_sized(shape), *bounds)),
    "ForEachSubshape": lambda shape: list(shape_util.for_each_subshape(shape)),
    "ForEachLeafShape": lambda shape: list(shape.leaves()),
    "DefaultLayout": layout_util.default_layout,
    "GetDefaultLayoutForRank": layout_util.default_layout,
    "GetDefaultLayoutForShape": lambda shape: layout_util.default_layout(shape.rank),
    "HumanString": lambda shape: shape.to_text(layouts=False) if isinstance(shape, Shape) else str(shape),
    "Equal": lambda a, b: shape_util.equal(a, b) if isinstance(a, Shape) else a == b,
    "ForEachIndexParallel": lambda shape, *bounds: list(index_util.for_each_index(_sized(shape), *bounds)),
    "ForEachIndexWithStatus": lambda shape, *bounds: list(index_util.for_each_index(_sized(shape), *bounds)),
    "ForEachIndexNoStatus": lambda shape, *bounds: list(index_util.for_each_index(_sized(shape), *bounds)),
    "ForEachMutableSubshape": lambda shape: list(shape_util.for_each_subshape(shape)),
    "AppendMinorDimension": lambda shape, bound: Shape(shape.element_type, (*shape.dimensions, bound)),
    "UpdateDynamicDimensions": lambda shape: shape,
    "IsArray": lambda shape: shape.is_array, "IsTuple": lambda shape: shape.is_tuple,
    "IsScalar": lambda shape: shape.is_scalar, "IsEffectiveScalar": lambda shape: shape_util.elements_in(shape) == 1,
    "Rank": lambda shape: shape.rank, "TrueRank": lambda shape: sum(n != 1 for n in shape.dimensions),
    "TupleElementCount": lambda shape: len(shape.tuple_shapes),
    "IndexInBounds": lambda shape, index: all(0 <= k < n for k, n in zip(index, shape.dimensions, strict=True)),
    "CompareIndices": lambda a, b: (a > b) - (a < b),
    "ElementsIn": lambda shape: shape_util.elements_in(_sized(shape)),
    "IsSparse": lambda layout: not layout.is_dense,
    "IsDense": lambda layout: layout.is_dense,
    "InsertedOrDeleted1SizedDimensions": lambda before, after: _inserted_or_deleted(before, after),
    "MakeLayout": lambda order: Layout(order),
    "MakeTupleShape": lambda *shapes: Shape.of_tuple(_listed(shapes)),
    "MakeMaybeTupleShape": lambda *shapes: shape_util.make_maybe_tuple_shape(_listed(shapes)),
    "ByteSizeOfElements": shape_util.byte_size_of, "ArrayDataSize": shape_util.byte_size_of,
    "ByteSizeOfPrimitiveType": lambda type: shape_util.byte_size_of(Shape(type)),
    "ByteSizeOfTupleIndexTable": shape_util.byte_size_of,
    "GetDimensionNumber": lambda shape, number: shape.dimension_number(number),
    "SameRank": lambda a, b: a.rank == b.rank, "MakeStaticShape": lambda shape: Shape(
        shape.element_type, shape.dimensions, shape.layout),
    "ElementIsFloating": lambda shape: shape.element_type.is_float,
    "ElementIsIntegral": lambda shape: shape.element_type.is_integer,
    "AppendMajorDimension": lambda shape, bound: Shape(
        shape.element_type, (*shape.dimensions, bound), [*shape.layout.minor_to_major, shape.rank]),
    "IsCSR": lambda layout: layout_util.is_csr_array(_with_layout(layout)),
    "IsCSC": lambda layout: layout_util.is_csc_array(_with_layout(layout)),
    "Minor": lambda layout, k: layout.minor_to_major[k], "Major": lambda layout, k: layout.major_to_minor[k],
    "IsMonotonicWithDim0Major": lambda layout: layout.minor_to_major == tuple(reversed(range(layout.rank))),
    "IsMonotonicWithDim0Minor": lambda layout: layout.minor_to_major == tuple(range(layout.rank)),
    "MakeLogicalToPhysical": lambda layout: [layout.major_to_minor.index(d) for d in range(layout.rank)],
    "MakeLayoutFromMajorToMinor": lambda order: Layout(tuple(reversed(order))),
    "HasAnyLayout": lambda shape: any(part.layout is not None for _, part in shape.leaves()),
    "ClearTiles": lambda shape: shape.with_layout(shape.layout.replace(tiles=())),
    "MoveDimToMajor": lambda of, d: shape_util.move_dim_to_major(of, d) if isinstance(of, Shape) else Layout(
        [*(k for k in of.minor_to_major if k != d), d]),
    "GetDimensionStride": lambda shape, d: index_util.element_strides(shape)[d],
    "Linear->Multi->Linear round trip": lambda shape, places: [
        index_util.multidimensional_index_to_linear_index(shape, index_util.linear_index_to_multidimensional_index(shape, place))
        for place in places] == list(places),
}
#: Options that upstream spells otherwise.
OPTIONS = {"allow_missing": "allow_missing_layouts"}


def _listed(values: tuple[Any, ...]) -> Any:
    """The items of one list, or several operands."""
    return values[0] if len(values) == 1 and isinstance(values[0], list) else values


def _with_layout(layout: Layout) -> Shape:
    return Shape("f32", (2,) * layout.rank, layout)


def _sized(shape: Any) -> Shape:
    """Rows may give an array by its sizes alone."""
    return shape if isinstance(shape, Shape) else Shape("f32", shape)


def _inserted_or_deleted(before: Shape, after: Shape) -> dict[str, list[int]] | None:
    found = shape_util.inserted_or_deleted_1_sized_dimensions(before, after)
    return None if found is None else {"deleted_dimensions": found[0], "inserted_dimensions": found[1]}


def snake_case(name: str) -> str:
    """`IsCSRArray` -> `is_csr_array`, `FindTranspose021` -> `find_transpose021`."""
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    name = re.sub(r"([a-z])([A-Z])|([0-9])([A-Z])", lambda m: f"{m[1] or m[3]}_{m[2] or m[4]}", name)
    return name.lower()


def function_of(name: str) -> Callable[..., Any]:
    """The helper that upstream calls `name`. KeyError if there is none."""
    if name in RENAMED:
        return RENAMED[name]
    if default := re.fullmatch(r"GetDefaultLayoutForR(\d)", name):
        return lambda: layout_util.default_layout(int(default[1]))
    for module in (shape_util, layout_util, index_util):
        if hasattr(module, snake_case(name)):
            return getattr(module, snake_case(name))
    raise KeyError(f"hloom has no helper {name}")


def call_of(op: str) -> tuple[Callable[..., Any], dict[str, Any], bool]:
    """The helper, its options, and whether the row counts what it gives."""
    if op in RENAMED:
        return RENAMED[op], {}, False
    found = re.fullmatch(r"(\w+)(?:\((.*)\))?", op)
    assert found, op
    words = [word.strip() for word in (found[2] or "").split(",") if word.strip()]
    options = {}
    for word in words:
        key, _, value = word.partition("=")
        if value:
            options[OPTIONS.get(key, key)] = {"true": True, "false": False}.get(value, value)
    function = function_of(found[1])
    if found[1].startswith("Validate"):  # gives nothing where all is well
        return lambda *values, **more: function(*values, **more) or True, options, False
    if "ignore_layout" in words:
        return lambda a, b: function(a.without_layout(), b.without_layout()), {}, False
    return function, options, "count" in words


def cases(operands: list[Any]) -> Iterator[list[Any]]:
    """The operands of every call that a row stands for: one, or all layouts and permutations that it speaks of."""
    general = [text for text in operands if isinstance(text, str) and text.startswith("any layout of ")]
    if not general and "p" not in operands:
        yield operands_of(operands)
        return
    first = next(text for text in operands if isinstance(text, str))
    base = operand(first.removeprefix("any layout of "))
    orders = permutations(range(base.rank)) if general else [base.layout.minor_to_major]
    for order in orders:
        shape = base.with_layout(order)
        for permutation in permutations(range(base.rank)):
            known = {first: shape, "s": shape, "p": permutation}
            yield [bound(text, known) for text in operands]


def bound(text: Any, known: dict[str, Any]) -> Any:
    """The value of an operand that may be a name or a call of a helper."""
    if not isinstance(text, str) or text in known:
        return known.get(text, text) if isinstance(text, str) else operand(text)
    call = re.fullmatch(r"(\w+)\((.*)\)", text)
    if not call:
        return operand(text)
    arguments = [known[name.strip()] for name in call[2].split(",")]
    # Ours take the shape first in the adapter, whatever the row's order is.
    arguments.sort(key=lambda value: not isinstance(value, Shape))
    return function_of(call[1])(*arguments)


def operands_of(values: list[Any]) -> list[Any]:
    """The operands; a layout in the form of fields goes into the shape before it."""
    made: list[Any] = []
    for value in values:
        found = operand(value)
        if isinstance(value, dict) and made and isinstance(made[-1], Shape):
            made[-1] = made[-1].with_layout(found)
        else:
            made.append(found)
    return made


def check(row: dict[str, Any]) -> str | None:
    function, options, is_counted = call_of(row["op"])
    try:
        given = list(cases(row["operands"]))
    except UserError as error:  # some shapes cannot even be written
        return _refused(str(error), row["expected"])
    for operands in given:
        try:
            # Ours take shapes and layouts first in the adapter, whatever the row's order is.
            result = function(*sorted(operands, key=lambda v: not isinstance(v, Shape | Layout)), **options)
        except UserError as error:
            reason = _refused(str(error), row["expected"])
        else:
            reason = _accepted(len(result) if is_counted else result, operands, row["expected"])
        if reason is not None:
            return reason
    return None


def _refused(message: str, expected: Any) -> str | None:
    wanted = re.fullmatch(r"(?:any )?error(?:: *(.*)| *\(.*\))?", expected) if isinstance(expected, str) else None
    if wanted is None:
        return f"refused: {message}"
    if re.fullmatch(r"dies|death|crash(es)?|check( fail\w*)?|any", wanted[1] or "", re.IGNORECASE):
        return None
    return None if (wanted[1] or "").lower() in message.lower() else f"the message {message!r} does not say {wanted[1]!r}"


def _accepted(result: Any, operands: list[Any], expected: Any) -> str | None:
    """Why a result is not what a row expects in words, or as a value."""
    if not isinstance(expected, str):
        if isinstance(expected, dict) and not isinstance(result, Layout):
            # Under what names parts are listed is the row's affair, not in which order.
            result = list(result.values()) if isinstance(result, dict) else [result]
            return difference(result, list(expected.values()))
        if isinstance(result, dict):
            result = [True, *result.values()] if len(expected or ()) == 3 else list(result.values())
        if result is None and expected in (False, [], [False, [], []]):
            return None  # upstream says with a flag that there is no result
        return difference(result, expected)
    if result is None and expected in ("nullopt", "none", "None", "null", "no", "false", "False", "end"):
        return None
    if expected.startswith("error"):
        return f"accepted, with {result!r}"
    if expected in ("ok", "identity"):
        return None if result in (None, True) or isinstance(result, Shape) else f"got {result!r}"
    return _in_words(result, operands, expected.removeprefix("ok; "))


def _in_words(result: Any, operands: list[Any], words: str) -> str | None:
    """Why what a row says of a result does not hold."""
    if found := re.fullmatch(r"HasLayout (?:stays|becomes|is) (true|false).*", words):
        return difference(layout_util.has_layout(result), found[1] == "true")
    if found := re.fullmatch(r"(?:dst|result|layout) (?:becomes|is) (.*)", words):
        return difference(result, found[1])
    if re.fullmatch(r"(?:dst )?layouts? cleared", words):
        return None if all(part.layout is None for _, part in result.leaves() if part.rank) else f"{result} has a layout"
    if words == "layouts equal afterwards":
        return difference(layout_util.layouts_in_shapes_equal(operands[0], result), True)
    if words == "dim i of the result = dim p[i] of the input, dynamic flag too":
        shape, permutation = operands
        wanted = [(shape.dimensions[d], shape.dynamic_dimensions[d]) for d in permutation]
        return difference(list(zip(result.dimensions, result.dynamic_dimensions)), plain(wanted))
    return difference(result, words)
