"""What HLO and StableHLO keep beside operations, from one form to the other: shardings, attributes for the frontend, places."""

from __future__ import annotations

import re

import pytest

import hloom
from hloom.ops.hlo.annotations import divided, frontend_entries
from hloom.ops.hlo.lowering import to_stablehlo

HEADER = ("HloModule jit_f, entry_computation_layout={(f32[8,4]{1,0}, (f32[4]{0}, s32[]))->(f32[8,4]{1,0}, f32[])}, "
          'num_partitions=8, frontend_attributes={k="v\\"w",xla.sdy.meshes={mesh = #sdy.mesh<["a"=2, "b"=4]>}}')
TEXT = HEADER + """

ENTRY %main (x: f32[8,4], y: (f32[4], s32[])) -> (f32[8,4], f32[]) {
  %x = f32[8,4]{1,0} parameter(0), sharding={devices=[2,4]<=[8]}, frontend_attributes={a="b"}
  %y = (f32[4]{0}, s32[]) parameter(1), sharding={{replicated}, {maximal device=1}}
  %e = f32[4]{0} get-tuple-element(%y), index=0
  %b = f32[8,4]{1,0} broadcast(%e), dimensions={1}
  %s = f32[8,4]{1,0} add(%x, %b), sharding={devices=[2,4]<=[8]}, frontend_attributes={k="v"}, \
metadata={op_name="jit(f)/add" source_file="a.py" source_line=7 source_end_line=8 source_column=3 source_end_column=9}
  %c = f32[] constant(3)
  ROOT %t = (f32[8,4]{1,0}, f32[]) tuple(%s, %c), sharding={{devices=[2,4]<=[8]}, {replicated}}
}

"""


def test_what_is_said_beside_comes_and_goes() -> None:
    module = hloom.parse(TEXT, format="hlo")
    assert str(module) == TEXT
    said = to_stablehlo(module)
    text = said.to_text()
    main = re.search(r"@main\(.*", text)
    assert main and main.group().count("mhlo.sharding") == 5
    assert '%arg2: tensor<i32> {mhlo.sharding = "{maximal device=1}"}' in text
    assert 'tensor<f32> {mhlo.sharding = "{replicated}"})' in text
    assert said.attributes["mhlo.frontend_attributes"].entries["k"].value == 'v"w'  # type: ignore[attr-defined]
    back = hloom.parse(text).to_hlo_text()
    for part in ("sharding={{devices=[2,4]<=[8]}, {replicated}}", 'frontend_attributes={a="b"}', 'frontend_attributes={k="v"}',
                 'xla.sdy.meshes={mesh = #sdy.mesh<["a"=2, "b"=4]>}', "parameter(2), sharding={maximal device=1}"):
        assert part in back, part
    assert ('metadata={op_name="jit(f)/add" source_file="a.py" source_line=7 source_end_line=8 source_column=3 '
            "source_end_column=9}") in said.to_hlo_text()


def test_results_without_a_sharding_may_have_any() -> None:
    module = hloom.parse("""
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32> {mhlo.sharding = "{replicated}"}) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}""")
    assert "tuple(%x, %x), sharding={{unknown}, {replicated}}" in module.to_hlo_text()


@pytest.mark.parametrize("text, count, parts", [
    ("{replicated}", 2, ["{replicated}"] * 2), ("{{manual}, {devices=[2,1]0,1}}", 2, ["{manual}", "{devices=[2,1]0,1}"]),
    ("{{replicated}, {{manual}, {unknown}}}", 3, ["{replicated}", "{manual}", "{unknown}"]), ("{{manual}}", 2, ["", ""]),
    ("{{mesh['a'=2], [{'a'}, {}]}, {manual}}", 2, ["{mesh['a'=2], [{'a'}, {}]}", "{manual}"]), ("{}", 0, [])])
def test_the_sharding_of_a_tuple_is_that_of_its_parts(text: str, count: int, parts: list[str]) -> None:
    assert divided(text, count) == parts


def test_attributes_for_the_frontend_are_taken_apart() -> None:
    assert frontend_entries('{a="b",c={x = {1}},"d e"="\\"\\n\\303\\244"}') == {"a": "b", "c": "{x = {1}}", "d e": '"\nä'}
    assert frontend_entries("{}") == {}
