"""Programs in their dialects as they are come back from bytecode of every version; what is damaged is an error with its place."""

from __future__ import annotations

import random

import pytest

import hloom
from hloom.bytecode.sections import MAGIC, NEWEST, open_file
from tests.bytecode.programs import EVERYTHING, examples


def text(module: hloom.Module) -> tuple[str, list[str]]:
    """All that a program says: its operations, and the locations that it states."""
    arguments = [a for op in module.walk() for region in op.regions for block in region.blocks for a in block.arguments]
    return module.to_text(generic=True), [str(each.location) for each in (*module.walk(), *arguments)]


@pytest.mark.parametrize("version", range(NEWEST + 1))
def test_everything_comes_back(version: int) -> None:
    module = hloom.parse(EVERYTHING)
    assert text(hloom.parse(module.to_bytecode(version))) == text(module)


DIALECTS = ("stablehlo", "chlo", "func", "sdy", "check", "shape", "tensor", "arith", "mhlo")


@pytest.mark.parametrize("name, program", [*examples(*DIALECTS)])
def test_every_operation_comes_back(name: str, program: str) -> None:
    module = hloom.parse(program)
    for version in (0, 4, 5, NEWEST):
        assert text(hloom.parse(module.to_bytecode(version))) == text(module)


def test_operations_that_are_not_known_come_back() -> None:
    module = hloom.parse('''"my.op"() <{a = 1 : i64}> ({
      ^bb0(%x: !my.type<3>):
        "my.end"(%x)[^bb1] : (!my.type<3>) -> ()
      ^bb1:
        "my.end"() {b} : () -> ()
    }) {c = #my.attr} : () -> ()''', allow_unregistered=True)
    assert text(hloom.parse(module.to_bytecode(), allow_unregistered=True)) == text(module)
    with pytest.raises(hloom.ParseError, match=r"byte \d+: the operation my.op is not known"):
        hloom.parse(module.to_bytecode())


def test_files_are_known_by_their_content(tmp_path) -> None:
    module = hloom.parse(EVERYTHING)
    data = module.to_bytecode()
    for name in ("a.mlirbc", "a.mlir", "a"):
        (tmp_path / name).write_bytes(data)
        assert text(hloom.load(tmp_path / name)) == text(module)
    for given in (data, bytearray(data), memoryview(data)):
        assert text(hloom.parse(given)) == text(module)
    assert text(hloom.parse(data, format="auto")) == text(module)


def test_constants_are_not_copied() -> None:
    values = ", ".join(map(str, range(1000)))
    data = hloom.parse(f"""func.func @main() -> tensor<1000xi32> {{
      %0 = stablehlo.constant dense<[{values}]> : tensor<1000xi32>
      return %0 : tensor<1000xi32> }}""").to_bytecode()
    (constant,) = [op for op in hloom.parse(data).walk() if op.name == "stablehlo.constant"]
    array = constant.attributes["value"].data
    assert array.tolist() == list(range(1000)) and not array.flags.owndata and not array.flags.writeable


def test_values_may_be_used_before_they_stand() -> None:
    module = hloom.parse('''"my.graph"() ({
        %0 = "my.a"(%1) : (tensor<f32>) -> tensor<f32>
        "my.b"() ({ "my.c"(%1) : (tensor<f32>) -> () }) : () -> ()
        %1 = "my.d"(%0) : (tensor<f32>) -> tensor<f32>
    }) : () -> ()''', allow_unregistered=True)
    assert text(hloom.parse(module.to_bytecode(), allow_unregistered=True)) == text(module)


def small() -> bytes:
    """A program with regions, strings, numbers and a splat."""
    return hloom.parse("""func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {
      %c = stablehlo.constant dense<0.5> : tensor<f32>
      %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1]
        : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
      return %0 : tensor<2xf32> }""").to_bytecode()


def test_a_file_that_is_cut_anywhere_is_an_error() -> None:
    data = small()
    for end in range(len(data)):
        with pytest.raises(hloom.ParseError):
            hloom.parse(data[:end], format="auto")


def test_a_file_with_a_changed_byte_is_a_program_or_an_error_with_its_place() -> None:
    data, draw = small(), random.Random(1)
    for place in range(len(MAGIC), len(data)):
        for value in (0, 1, 2, 0x7F, 0x80, 0xFF, draw.randrange(256), draw.randrange(256)):
            damaged = bytearray(data)
            damaged[place] = value
            try:
                str(hloom.parse(bytes(damaged)))
            except hloom.ParseError as error:
                assert "byte " in str(error) or "nested" in str(error)


def test_versions_to_come_are_named() -> None:
    data = bytearray(small())
    data[4] = 9 << 1 | 1
    with pytest.raises(hloom.ParseError, match="version 9 of MLIR bytecode is newer than 6"):
        hloom.parse(bytes(data))


def test_sections_are_told() -> None:
    file = open_file(small())
    assert file.version == NEWEST and file.producer.startswith(b"hloom")
    assert {"builtin", "func", "stablehlo"} == set(file.dialects)
    with pytest.raises(hloom.InputError, match="0 to 6"):
        hloom.parse(small()).to_bytecode(7)
