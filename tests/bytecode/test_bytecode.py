"""Programs in their dialects as they are come back from bytecode of every version; what is damaged is an error with its place."""

from __future__ import annotations

import random
import re
import time
import tracemalloc
from collections.abc import Callable

import pytest

import hloom
from hloom.bytecode.reader import REGIONS
from hloom.bytecode.sections import IR, MAGIC, NEWEST, open_file
from hloom.bytecode.wire import svarint, varint
from hloom.ir.attributes import UNIT
from tests.bytecode.programs import EVERYTHING, LITERALS, examples, numbers_of
from tests.fuzz.bytecode_mutants import Parts, put_together, taken_apart


def text(module: hloom.Module) -> tuple[str, list[str]]:
    """All that a program says: its operations, and the locations that it states."""
    arguments = [a for op in module.walk() for region in op.regions for block in region.blocks for a in block.arguments]
    return module.to_text(generic=True), [str(each.location) for each in (*module.walk(), *arguments)]


@pytest.mark.parametrize("version", range(NEWEST + 1))
def test_everything_comes_back(version: int) -> None:
    module = hloom.parse(EVERYTHING)
    assert text(hloom.parse(module.to_bytecode(version))) == text(module)


@pytest.mark.parametrize("type", LITERALS)
def test_numbers_of_every_type_come_back(type: str) -> None:
    module = hloom.parse(numbers_of(type))
    for version in range(NEWEST + 1):
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


RESOURCES = """module {
  func.func @main() -> (tensor<2xf32>, tensor<3xi8>) {
    %0 = stablehlo.constant dense_resource<a> : tensor<2xf32>
    %1 = stablehlo.constant dense_resource<b> : tensor<3xi8>
    return %0, %1 : tensor<2xf32>, tensor<3xi8>
  }
}
{-# dialect_resources: { builtin: { a: "0x040000000000803F00000040", b: "0x10000000010203" } } #-}"""


@pytest.mark.parametrize("version", range(NEWEST + 1))
def test_resources_come_back(version: int) -> None:
    module = hloom.parse(RESOURCES)
    again = hloom.parse(module.to_bytecode(version))
    assert str(again) == str(module)
    for found, values in zip(hloom.evaluate(again), ([1, 2], [1, 2, 3]), strict=True):
        assert found.tolist() == values
    (stored,) = [each for each in open_file(module.to_bytecode(version)).resources if each.key == "b"]
    assert stored.alignment == 16 and stored.data == b"\1\2\3"


def test_resources_of_one_name_come_back_as_two() -> None:
    one, other = (hloom.parse(RESOURCES.replace("803F", bits)) for bits in ("803F", "0040"))
    for op in [op for op in other.walk() if op.name == "stablehlo.constant"]:
        one.functions["main"].regions[0].block.operations.insert(0, op)
        op.block = one.functions["main"].regions[0].block
    again = hloom.parse(one.to_bytecode())
    assert str(again) == str(one) and "a_1: " in str(again)


def test_what_bytecode_cannot_hold_is_refused() -> None:
    with pytest.raises(hloom.InputError, match=r"stablehlo\.constant has no attribute value"):
        hloom.parse('func.func @f() { %0 = "stablehlo.constant"() : () -> tensor<f32>\n return }').to_bytecode()
    with pytest.raises(hloom.InputError, match=r"'alone' is no name of an operation"):
        hloom.parse('"alone"() : () -> ()', allow_unregistered=True).to_bytecode()
    for alignment in ("00", "03"):
        with pytest.raises(hloom.InputError, match=r"resource 'b': \d is no alignment"):
            hloom.parse(RESOURCES.replace("0x10", f"0x{alignment}")).to_bytecode()
    module = hloom.parse(EVERYTHING)
    inner = next(op for op in module.walk() if op.name == "stablehlo.compare")
    module.functions["main"].regions[0].block.terminator.operands[0] = inner.results[0]
    with pytest.raises(hloom.InputError, match="uses a value that is not defined where it stands"):
        module.to_bytecode()


def test_operations_without_operands_in_any_field_come_back() -> None:
    module = hloom.parse('''func.func @f() {
      "chlo.scan"() <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 0>, resultSegmentSizes = array<i32: 0, 0>}> ({
        "stablehlo.return"() : () -> () }) : () -> ()
      return }''')
    assert text(hloom.parse(module.to_bytecode())) == text(module)


def changed(data: bytes, change: Callable[[Parts], None]) -> bytes:
    parts = taken_apart(data)
    change(parts)
    return put_together(parts)


def tower(code: bytes, floors: int) -> Callable[[Parts], None]:
    """Attributes in the place of the first, each of which has the next one twice."""

    def change(parts: Parts) -> None:
        dialect, last = parts.attributes[0][0], len(parts.attributes)
        parts.attributes += [(dialect, True, code + 2 * varint(last + floor + 1)) for floor in range(floors)]
        parts.attributes += [parts.attributes[0]] * 2
        parts.attributes[0] = (dialect, True, code + 2 * varint(last))

    return change


@pytest.mark.parametrize("floors", [30, 100])
def test_attributes_that_stand_for_more_than_memory_holds_are_refused(floors: int) -> None:
    data = hloom.parse("module attributes {a.b = [[unit], [f32]]} {}").to_bytecode()
    array = varint(0) + varint(2)
    numbers = [n for n, (_, _, entry) in enumerate(taken_apart(data).attributes) if entry[:2] == array]

    def change(parts: Parts) -> None:
        parts.attributes[0], parts.attributes[numbers[0]] = parts.attributes[numbers[0]], parts.attributes[0]
        tower(array, floors)(parts)

    with pytest.raises(hloom.ParseError, match=r"\[limit\] byte \d+: what attributes and types refer to takes more than"):
        hloom.parse(changed(data, change))


@pytest.mark.parametrize("entry, message", [
    (varint(0) + varint(0), r"byte \d+: an integer type of 1 to 16777215 bits was expected, not of 0"),
    (varint(0) + varint(1 << 60), r"byte \d+: an integer type of 1 to 16777215 bits was expected, not of 288230376151711744"),
    (varint(0) + varint(32 << 2 | 3), r"byte \d+: an integer type of 1 to 16777215 bits was expected, not of 32 \(and sign 3\)"),
    (varint(9) + varint(1), r"byte \d+: complex<.*> is not a type"),
    (varint(18) + varint(1), r"byte \d+: .* cannot be the type of the elements of a tensor"),
])
def test_types_that_there_are_not(entry: bytes, message: str) -> None:
    data = hloom.parse("module attributes {a.b = tuple<f32>, a.c = tuple<i8>} {}").to_bytecode()

    def change(parts: Parts) -> None:
        parts.types[0] = (parts.types[0][0], True, entry)
        parts.types[1] = (parts.types[0][0], True, varint(15) + varint(0))

    with pytest.raises(hloom.ParseError, match=message):
        hloom.parse(changed(data, change))


@pytest.mark.parametrize("sizes, count, message", [
    ([1] * 70, 1, r"dense<1\.000000e\+00>"), ([2] + [1] * 69, 2, r"byte \d+: there are no arrays of the shape"),
    ([1] * 2000, 1, r"byte \d+: a constant has at most 1000 dimensions, not 2000"),
    ([1 << 62] * 900, 2, r"byte \d+: the elements of .* take more than 17179869184 bytes"),
])
def test_constants_of_many_dimensions(sizes: list[int], count: int, message: str) -> None:
    data = hloom.parse("module attributes {a.b = dense<[1.0, 2.0]> : tensor<2xf32>} {}").to_bytecode()

    def change(parts: Parts) -> None:
        (place,) = [n for n, (_, _, entry) in enumerate(parts.types) if entry[:1] == varint(13)]
        parts.types[place] = (parts.types[place][0], True, varint(13) + varint(len(sizes)) + b"".join(map(svarint, sizes)) +
                              parts.types[place][2][-1:])
        (place,) = [n for n, (_, _, entry) in enumerate(parts.attributes) if entry[:1] == varint(18)]
        entry = parts.attributes[place][2]
        parts.attributes[place] = (parts.attributes[place][0], True, entry[:2] + varint(4 * count) + entry[3 : 3 + 4 * count])

    if message.startswith("dense"):
        assert re.search(message, str(hloom.parse(changed(data, change))))
        return
    with pytest.raises(hloom.ParseError, match=message):
        hloom.parse(changed(data, change))


@pytest.mark.parametrize("entry, attribute", [
    (varint(1) + varint(0) + svarint(2), r"#sdy<mesh_axis\".*\"=2>"),
    (varint(3) + svarint(1) + svarint(2), r"#sdy<sub_axis_info\(1\)2>"),
    (varint(8) + varint(2) + svarint(0) + svarint(1), "#sdy<dim_mapping ij>"), (varint(11) + varint(0), r"#sdy<axis_ref_list{}>"),
])
def test_parts_of_shardings_come_back_from_their_text(entry: bytes, attribute: str) -> None:
    """They are read from the encoding of their dialect, and written as text."""
    data = hloom.parse("module attributes {a.b = #sdy<dim_mapping k>} {}").to_bytecode()

    def change(parts: Parts) -> None:
        (place,) = [n for n, (_, is_custom, _) in enumerate(parts.attributes) if not is_custom]
        parts.attributes[place] = (parts.attributes[place][0], True, entry)

    module = hloom.parse(changed(data, change))
    assert re.search(attribute, str(module))
    assert text(hloom.parse(module.to_bytecode())) == text(module) == text(hloom.parse(str(module)))


@pytest.mark.parametrize("sizes, expected", [
    ((2, 1), 'dense<[["WORD"], ["WORD"]]> : tensor<2x1x!tf.string>'), ((0,), "dense<> : tensor<0x!tf.string>"),
])
def test_constants_of_texts_have_brackets_as_they_have_dimensions(sizes: tuple[int, ...], expected: str) -> None:
    type = f"tensor<{'x'.join(map(str, sizes))}x!tf.string>"
    data = hloom.parse(f'module attributes {{a.b = "x", a.c = {type}}} {{}}').to_bytecode()

    def change(parts: Parts) -> None:
        shape = varint(len(sizes)) + b"".join(map(svarint, sizes))
        (type,) = [n for n, (_, _, entry) in enumerate(parts.types) if entry[1:].startswith(shape)]
        string = varint(2) + varint(parts.strings.index(b"x"))
        (place,) = [n for n, (_, _, entry) in enumerate(parts.attributes) if entry == string]
        strings = varint(0) * sizes[0]
        parts.attributes[place] = (parts.attributes[place][0], True, varint(19) + varint(type) + varint(0) + strings)

    module = hloom.parse(changed(data, change))
    assert str(module.attributes["a.b"]) == expected.replace("WORD", taken_apart(data).strings[0].decode())
    assert text(hloom.parse(module.to_bytecode())) == text(module)


def test_constants_of_texts_hold_no_numbers() -> None:
    data = hloom.parse('module attributes {a.b = dense<[1, 2]> : tensor<2xi8>} {}').to_bytecode()

    def change(parts: Parts) -> None:
        (place,) = [n for n, (_, _, entry) in enumerate(parts.attributes) if entry[:1] == varint(18)]
        dialect, _, entry = parts.attributes[place]
        parts.attributes[place] = (dialect, True, varint(19) + entry[1:2] + varint(0) + varint(0) * 2)

    with pytest.raises(hloom.ParseError, match=r"byte \d+: a constant of texts does not hold numbers: tensor<2xi8>"):
        hloom.parse(changed(data, change))


def test_regions_of_the_same_bytes_are_regions_of_their_own() -> None:
    reduction = ("stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] "
                 ": (tensor<3xf32>, tensor<f32>) -> tensor<f32>")
    module = hloom.parse(f"""func.func @main(%x: tensor<3xf32>) -> (tensor<f32>, tensor<f32>) {{
      %c = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = {reduction}
      %1 = {reduction}
      return %0, %1 : tensor<f32>, tensor<f32> }}""")
    again = hloom.parse(module.to_bytecode())
    assert text(again) == text(module)
    one, other = [op.regions[0] for op in again.walk() if op.name == "stablehlo.reduce"]
    for first, second in zip(one.block.operations, other.block.operations, strict=True):
        assert first is not second and first.block is one.block and second.block is other.block
    assert {id(value) for op in one.block.operations for value in op.operands}.isdisjoint(
        id(value) for op in other.block.operations for value in op.operands)
    other.block.operations[0].attributes["a.b"] = UNIT
    assert not one.block.operations[0].attributes


def test_parts_of_shardings_that_do_not_belong_together_are_refused() -> None:
    data = hloom.parse('module attributes {a.b = #sdy<dim_mapping k>, a.c = "x"} {}').to_bytecode()

    def change(parts: Parts) -> None:
        (place,) = [n for n, (_, is_custom, _) in enumerate(parts.attributes) if not is_custom]
        name = varint(2) + varint(parts.strings.index(b"x"))
        (string,) = [n for n, (_, _, entry) in enumerate(parts.attributes) if entry == name]
        parts.attributes[place] = (parts.attributes[place][0], True, varint(12) + varint(1) + varint(string))

    with pytest.raises(hloom.ParseError, match=r"byte \d+: in an attribute of Shardy: .* expected '{'"):
        hloom.parse(changed(data, change))


def test_what_many_regions_announce_takes_a_byte_each() -> None:
    data = hloom.parse('"my.a"() ({ "my.b"() : () -> () }) : () -> ()', allow_unregistered=True).to_bytecode(0)
    deep, many = 100, 100_000

    def change(parts: Parts) -> None:
        operations = parts.sections[IR]
        region = varint(1) + varint(many) + varint(1 << 1) + varint(1) + bytes((REGIONS,)) + varint(0) + varint(1 << 1)
        parts.sections[IR] = operations[:4] + varint(1 << 1) + region * deep + varint(0) * 2 * many

    tracemalloc.start()
    with pytest.raises(hloom.ParseError, match=r"byte \d+: 1 blocks and 100000 values are announced, but with those before"):
        hloom.parse(changed(data, change), allow_unregistered=True)
    assert tracemalloc.get_traced_memory()[1] < 20 << 20
    tracemalloc.stop()


def test_values_that_stand_far_behind_many_regions_do_not_take_long() -> None:
    count = 10_000
    program = "\n".join(['"my.a"(%x) ({ "my.b"() : () -> () }) : (f32) -> ()'] * count)
    module = hloom.parse(f'"my.graph"() ({{ {program}\n %x = "my.c"() : () -> f32 }}) : () -> ()', allow_unregistered=True)
    data = module.to_bytecode(0)
    begun = time.process_time()
    again = hloom.parse(data, allow_unregistered=True)
    assert time.process_time() - begun < 3
    assert again.to_bytecode(0) == data


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
