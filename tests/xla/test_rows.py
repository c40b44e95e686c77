"""The tables of XLA's facts, through the same adapter that runs them on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.xla import kind_builder, kind_hlo_text, kind_shape_fragment, kind_utilities, rows

#: The helpers by their names upstream.
NAMES = """
AlignLayouts ByteSizeOf Compatible CompatibleIgnoringElementType CompatibleIgnoringFpPrecision Equal EqualIgnoringElementType
EqualIgnoringFpPrecision DeduceTransposeDimensionsForBitcast DeleteDimensions DimensionsUnmodifiedByReshape ElementsIn
FindTranspose021 FindLogicalTranspose021 ForEachIndex ForEachSubshape GetDimension GetSubshape HasDegenerateDimensions
HasPrimitiveType InsertedOrDeleted1SizedDimensions IsLeafIndex IsNestedTuple IsEmptyTuple ReshapeIsBitcast TransposeIsBitcast
IsReshapeOrTransposeBitcast IsZeroElementArray MakeMaybeTupleShape MakeShapeWithDescendingLayoutAndSamePhysicalLayout
MoveDimToMajor PermuteDimensions SameDimensions ValidateShape ClearLayout CopyLayoutBetweenShapes DefaultLayout
HumanStringWithLayout IsCSRArray IsCSCArray IsSparseArray LayoutsInShapesEqual MakeAscendingLayout MakeDescendingLayout
SetToDefaultLayout ValidateLayoutInShape BumpIndices LinearIndexToMultidimensionalIndex MultidimensionalIndexToLinearIndex
""".split()


@pytest.mark.parametrize("name", NAMES)
def test_every_helper_has_its_place_in_the_adapter(name: str) -> None:
    assert callable(kind_utilities.function_of(name))


@pytest.mark.shared
@pytest.mark.parametrize("file, adapter, count", [("shape_cases.json", kind_utilities, 119),
                                                  ("hlo_text_cases.json", kind_shape_fragment, 12),
                                                  ("hlo_text_cases.json", kind_hlo_text, 190)])
def test_rows(shared: Path, file: str, adapter: object, count: int) -> None:
    found = [row for row in json.loads((shared / "xla" / file).read_text(encoding="utf-8"))["rows"]
             if adapter.handles(row)]  # type: ignore[attr-defined]
    assert len(found) >= count
    failing = {row["id"]: reason for row in found if (reason := rows.check(row)) is not None}
    assert not failing


@pytest.mark.shared
def test_rows_through_the_builder(shared: Path) -> None:
    found = [
        row
        for row in json.loads((shared / "xla" / "shape_cases.json").read_text(encoding="utf-8"))["rows"]
        if kind_builder.handles(row)
    ]
    assert len(found) >= 320
    failing = {row["id"]: reason for row in found if (reason := rows.check(row)) is not None}
    assert not failing


@pytest.mark.parametrize("row, message", [
    ({"kind": "shape_util", "op": "GetDimension", "operands": ["f32[2,3]", -1], "expected": 2}, "got 3, expected 2"),
    ({"kind": "shape_util", "op": "GetSubshape", "operands": ["(f32[1],s32[2])", [1]], "expected": "s32[3]"}, "expected s32[3]"),
    ({"kind": "layout_util", "op": "ValidateLayoutInShape", "operands": ["f32[2]{0}"], "expected": "error: x"}, "accepted"),
    ({"kind": "layout_util", "op": "ValidateLayoutInShape", "operands": ["f32[2]{1}"], "expected": "ok"}, "refused"),
    ({"kind": "layout_util", "op": "ValidateLayoutInShape", "operands": ["f32[2]{1}"], "expected": "error: tiles"}, "not say"),
    ({"kind": "layout_util", "op": "MakeAscendingLayout", "operands": [2], "expected": "{1,0}"}, "got {0,1}"),
    ({"kind": "index_util", "op": "NoSuchHelper", "operands": []}, "no helper NoSuchHelper"),
    ({"kind": "unheard_of"}, "no adapter"),
    ({"fragment": "shape", "text": "f32[2]", "expect": "error"}, "accepted"),
    ({"fragment": "shape", "text": "f32[2", "expect": "ok"}, "refused"),
    ({"fragment": "shape", "text": "f32[2]", "expect": "ok", "facts": {"dims": [3]}}, "dims: got"),
])
def test_the_adapter_sees_what_is_wrong(row: dict[str, object], message: str) -> None:
    assert message in (rows.check(row) or "")


@pytest.mark.parametrize("row", [
    {"op": "BumpIndices", "operands": ["s32[2,2]", [1, 1]], "expected": False},
    {"op": "AlignLayouts", "operands": ["f32[20,30]{0,1}", "f32[4,5,30]"], "expected": "f32[4,5,30]{1,0,2}"},
    {"op": "AlignLayouts", "operands": ["f32[20,30]{0,1}", "f32[600]"], "expected": None},
    {"op": "InsertedOrDeleted1SizedDimensions", "operands": ["f32[2,1,3]", "f32[2,3,1]"], "expected": [True, [1], [2]]},
    {"op": "InsertedOrDeleted1SizedDimensions", "operands": ["f32[6]", "f32[2,3]"], "expected": False},
    {"op": "MakeMaybeTupleShape", "operands": [["f32[2]", "s32[]"]], "expected": "(f32[2],s32[])"},
    {"op": "DimensionsUnmodifiedByReshape", "operands": ["f32[2,6,5]", "f32[2,3,2,5]"], "expected": [[0, 0], [2, 3]]},
    {"op": "SetToDefaultLayout", "operands": ["f32[2,3]{0,1}"], "expected": "result becomes {1,0}"},
    {"op": "ClearLayout", "operands": ["f32[2,3]{0,1}"], "expected": "HasLayout becomes false"},
])
def test_further_forms_of_rows(row: dict[str, object]) -> None:
    assert rows.check(row | {"kind": "shape_util"}) is None
