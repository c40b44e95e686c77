"""Protocol buffers: bytes that were worked out by hand, XLA's own, unknown fields, hostile bytes."""

from __future__ import annotations

import copy
import pickle
import random
import tracemalloc

import numpy as np
import pytest

from hloom.support.diagnostics import InputError, ParseError, UserError
from hloom.xla import Layout, Literal, PaddingValue, Shape
from hloom.xla.proto import Message, decode, enum_name, enum_value, wire
from hloom.xla.proto.literals import literal_from_message, literal_to_message
from hloom.xla.proto.recognise import module_of, recognise
from hloom.xla.proto.shapes import layout_to_message, shape_from_message, shape_to_message
from hloom.xla.proto.table import enums, messages
from tests.xla.test_shape import TEXTS


def test_the_wire_as_the_format_describes_it() -> None:
    assert wire.varint(150) == b"\x96\x01" and wire.varint(0) == b"\0" and wire.varint(-1) == b"\xff" * 9 + b"\x01"
    assert Message("SourceTarget", source=150, target=-2).encode() == b"\x08\x96\x01\x10\xfe" + b"\xff" * 8 + b"\x01"
    assert Message("ReplicaGroup", replica_ids=[3, 270, 86942]).encode() == b"\x0a\x06\x03\x8e\x02\x9e\xa7\x05"
    assert Message("HloModuleProto", name="testing").encode() == b"\x0a\x07testing"
    # Unpacked numbers are read, too, in any mixture.
    assert decode("ReplicaGroup", b"\x08\x03\x0a\x02\x8e\x02\x08\x05").replica_ids == [3, 270, 5]
    assert decode("Tolerance", b"\x09" + np.float64(0.5).tobytes()).atol == 0.5
    assert decode("LiteralProto", b"\x45" + np.float32(2).tobytes() + b"\x42\x04" + np.float32(3).tobytes()).f32s == [2.0, 3.0]


@pytest.mark.parametrize("values", [[], [0], [1, 127, 128, 16383, 16384], [-1, -(1 << 63), (1 << 63) - 1, 0],
                                    list(range(-300, 300, 7))])
def test_lists_of_numbers_at_once_and_one_by_one(values: list[int]) -> None:
    data = b"".join(map(wire.varint, values))
    assert wire.varints(np.array(values, np.int64)) == data
    assert wire.read_varints(data, 0, len(data)).astype(np.int64).tolist() == values


def test_fields_and_their_defaults() -> None:
    module = Message("HloModuleProto", name="m")
    assert module.id == 0 and module.entry_computation_name == "" and module.schedule is None and module.computations == []
    assert not module.has("computations") and not module.has("id") and module.has("name")
    module.computations.append(Message("HloComputationProto", name="c"))
    module.is_dynamic = False
    assert module.stated().keys() == {"name", "computations"}
    again = decode("HloModuleProto", module.encode())
    assert again == module and again.computations[0].name == "c"
    again.name = None
    assert again.name == "" and again != module and not again.has("name")
    # What is there means something in these, even where it is zero.
    assert Message("HloInstructionProto", cross_program_prefetch_index=0).encode() == b"\x80\x05\x00"
    assert Message("ResultAccuracy", mode=0).encode() == b"\x08\x00" and Message("SourceTarget", source=0).encode() == b""
    assert Message("HloInstructionProto", epsilon=-0.0).encode() != b""
    for name in ("nmae", "computation"):
        with pytest.raises(AttributeError, match="did you mean"):
            getattr(module, name)
        with pytest.raises(AttributeError, match="did you mean"):
            setattr(module, name, 1)


def test_a_message_in_two_parts_is_one() -> None:
    first = Message("HloModuleProto", schedule=Message("HloScheduleProto", sequences=[Message("SequenceEntry", key=1)]))
    second = Message("HloModuleProto", schedule=Message("HloScheduleProto", sequences=[Message("SequenceEntry", key=2)]))
    merged = decode("HloModuleProto", first.encode() + second.encode())
    assert [entry.key for entry in merged.schedule.sequences] == [1, 2]


#: Field 1023 as a number, bytes, four bytes, eight bytes, a group.
UNKNOWN = [b"\xf8\x3f\x05", b"\xfa\x3f\x03abc", b"\xfd\x3f\x01\x02\x03\x04", b"\xf9\x3f" + b"12345678",
           b"\xfb\x3f\x08\x07\xfc\x3f"]


def test_unknown_fields_survive() -> None:
    inner = b"".join(UNKNOWN)
    known = Message("ShapeProto", element_type=11, dimensions=[2]).encode()
    data = b"\x1a" + wire.varint(len(known + inner)) + known + inner  # the shape of an instruction
    instruction = decode("HloInstructionProto", data + inner)
    assert instruction.shape.unknown == UNKNOWN == instruction.unknown
    assert instruction.encode() == data + inner
    instruction.name = "n"
    assert decode("HloInstructionProto", instruction.encode()).unknown == UNKNOWN
    # A field of another wire type than the table's is not understood, either.
    assert decode("HloModuleProto", b"\x08\x05").unknown == [b"\x08\x05"]


@pytest.mark.parametrize("make", [
    lambda: Message("NoSuchProto"), lambda: decode("NoSuchProto", b""), lambda: Message("SourceTarget", source="a").encode(),
    lambda: Message("SourceTarget", source=1 << 63).encode(), lambda: Message("OpMetadata", source_line=1 << 31).encode(),
    lambda: Message("HloModuleProto", name=5).encode(), lambda: Message("HloModuleProto", schedule=Message("Window")).encode(),
    lambda: Message("HloModuleProto", computations=[5]).encode(), lambda: Message("ReplicaGroup", replica_ids=["a"]).encode(),
    lambda: Message("Tolerance", atol="a").encode(), lambda: enum_value("FftType", "DFT"),
])
def test_what_a_field_cannot_hold(make: object) -> None:
    with pytest.raises(InputError):
        make()  # type: ignore[operator]


def test_enumerations_have_names() -> None:
    assert enum_name("RandomAlgorithm", 2) == "RNG_PHILOX" and enum_value("FftType", "IRFFT") == 3
    assert enum_name("FftType", 77) == "77"
    assert len(enums()["PrimitiveType"]) == 35


def test_the_table_names_each_field_and_number_once() -> None:
    for name, fields in messages().items():
        assert len({f.number for f in fields}) == len({f.name for f in fields}) == len(fields), name
        assert [f.number for f in fields] == sorted(f.number for f in fields), name
        for f in fields:
            assert f.of in messages() if f.type == "message" else f.of in enums() if f.type == "enum" else not f.of
        assert not {f.name for f in fields} & {"encode", "has", "stated", "type_name", "unknown"}, name


@pytest.mark.parametrize("text", TEXTS)
def test_shapes_come_back(text: str) -> None:
    shape = Shape.parse(text)
    assert Shape.from_proto(shape.to_proto()) == shape


def test_padded_layouts_have_the_documents_fields() -> None:
    layout = Layout([0, 1], padded_dimensions=[3, 5], padding_value=PaddingValue.ZERO)
    # minor_to_major = 1, padded_dimensions = 2, padding_value = 3
    assert layout_to_message(layout).encode() == b"\x0a\x02\x00\x01\x12\x02\x03\x05\x18\x01\x80\x01\x01"
    literal = Literal([[1, 2, 3], [4, 5, 6]], Shape("s32", (2, 3), layout))
    again = Literal.from_proto(literal.to_proto())
    assert again == literal and again.shape == literal.shape and again.buffer.tolist() == literal.buffer.tolist()


LITERALS = ["s32[] -42", "pred[3]{0} {1, 0, 1}", "f32[2,2]{0,1} { { 1, 2 }, { 3, 4 } }", "c64[2]{0} {(1, 2), (3, -0)}",
            "c128[1]{0} {(inf, nan)}", "s4[3]{0} {1, -2, 3}", "u2[5]{0:E(2)} {1, 2, 3, 0, 1}", "f4e2m1fn[2]{0} {-0, 6}",
            "bf16[2]{0} {1, 2}", "f16[1]{0} {nan(0x201)}", "s16[2]{0} {1, -2}", "u64[1]{0} {18446744073709551615}",
            "s64[2]{0} {-1, 1}", "u32[1]{0} {4294967295}", "f64[1]{0} {0.1}", "s8[2]{0} {-128, 127}", "u8[1]{0} {255}",
            "u16[1]{0} {65535}", "f8e5m2[2]{0} {1, inf}", "s1[2]{0} {-1, 0}", "u1[2]{0} {1, 0}", "f32[0]{0} {}",
            "(f32[], (s32[1]{0})) ( 1, ( {2} ) )", "f8e8m0fnu[2]{0} {1, nan}"]


@pytest.mark.parametrize("text", LITERALS)
def test_literals_come_back(text: str) -> None:
    literal = Literal.parse(text)
    again = Literal.from_proto(literal.to_proto())
    assert again == literal and again.shape == literal.shape
    with pytest.raises(ParseError):  # one element too few or too many
        literal_from_message(Message("LiteralProto", shape=shape_to_message(Shape.parse("f32[3]{0}")), f32s=[1.0, 2.0]))


@pytest.mark.parametrize("fields", [
    {}, {"element_type": 99}, {"element_type": 11, "dimensions": [-1]}, {"element_type": 17, "dimensions": [1]},
    {"element_type": 11, "dimensions": [1, 2], "is_dynamic_dimension": [True]}, {"element_type": 34},
    {"element_type": 11, "tuple_shapes": [Message("ShapeProto", element_type=11)]},
    {"element_type": 11, "dimensions": [1] * 5000}, {"element_type": 11, "layout": Message("LayoutProto", dim_level_types=[9])},
    {"element_type": 11, "layout": Message("LayoutProto", index_primitive_type=99)},
    {"element_type": 11, "layout": Message("LayoutProto", memory_space=-1)},
    {"element_type": 11, "layout": Message("LayoutProto", padding_value=17)},
])
def test_bad_shapes_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ParseError):
        shape_from_message(Message("ShapeProto", **fields))


def test_large_sizes_take_no_memory() -> None:
    for sizes in ([1 << 62], [1 << 40, 1 << 40], [1 << 31, 1 << 31]):
        shape = Message("ShapeProto", element_type=2, dimensions=sizes)
        with pytest.raises(ParseError):
            literal_from_message(Message("LiteralProto", shape=shape, s8s=b"1"))
    padded = Message("LayoutProto", minor_to_major=[0], padded_dimensions=[1 << 40])
    shape = Message("ShapeProto", element_type=2, dimensions=[1], layout=padded)
    with pytest.raises(ParseError, match="out of proportion"):
        literal_from_message(Message("LiteralProto", shape=shape, s8s=b"1"))


@pytest.mark.parametrize("data, message", [
    (b"\x0a", "ends inside a number"), (b"\x0a\x05abc", "has 5 bytes, but only 3 are left"),
    (b"\x0a" + b"\xff" * 11, "more than 10"), (b"\x00\x00", "0 is no number of a field"), (b"\x0e", "wire type 6"),
    (b"\x0c", "wire type 4"), (b"\x0d\x01", "ends inside field 1"),
    (b"\xfb\x3f", "ends inside group"), (b"\xfb\x3f\x0c", "ends that has not begun"), (b"\xfb\x3f" * 200, "recursion"),
])
def test_bytes_that_are_no_message(data: bytes, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        decode("HloModuleProto", data)


def test_nesting_is_bounded() -> None:
    data = b""
    for _ in range(150):
        data = b"\x22" + wire.varint(len(data)) + data  # tuple_shapes
    with pytest.raises(ParseError, match="maximum recursion depth exceeded"):
        decode("ShapeProto", data)
    deep = Message("ShapeProto", element_type=13)
    for _ in range(150):
        deep = Message("ShapeProto", element_type=13, tuple_shapes=[deep])
    with pytest.raises(InputError, match="nest more than"):
        deep.encode()


def program() -> bytes:
    """A small module with a bit of everything."""
    shape = shape_to_message(Shape.parse("f32[2,3]{0,1:T(2,2)}"))
    constant = Message("HloInstructionProto", name="c", opcode="constant", shape=shape, id=1,
                       literal=literal_to_message(Literal.parse("f32[2,3]{0,1} { { 1, 2, 3 }, { 4, 5, 6 } }")))
    add = Message("HloInstructionProto", name="a", opcode="add", shape=shape, id=2, operand_ids=[1, 1], epsilon=0.5,
                  backend_config=b"\xff\0", metadata=Message("OpMetadata", op_name="x/y", source_line=3))
    computation = Message("HloComputationProto", name="main", instructions=[constant, add], id=1, root_id=2)
    module = Message("HloModuleProto", name="m", entry_computation_name="main", computations=[computation], id=5,
                     entry_computation_id=1, frontend_attributes=Message("FrontendAttributes", map=[
                         Message("StringEntry", key="k", value="")]))
    return module.encode()


def test_a_module_comes_back_and_is_recognised() -> None:
    data = program()
    module = decode("HloModuleProto", data)
    assert module.encode() == data and recognise(data) == module
    copied = copy.deepcopy(module)
    copied.computations[0].name = "other"
    assert module.encode() == data and copied != module and pickle.loads(pickle.dumps(module)) == module
    outer = Message("HloProto", hlo_module=module)
    snapshot = Message("HloSnapshot", hlo=outer, arguments=[literal_to_message(Literal([1, 2], "s32"))])
    for message in (module, outer, snapshot):
        found = recognise(message.encode())
        assert found.type_name == message.type_name and module_of(found) == module
    for other in (b"", b"\x0a\x03abc", b"HloModule m\n", bytes(range(256)), Message("ShapeProto", element_type=11).encode()):
        with pytest.raises(ParseError):
            recognise(other)
    with pytest.raises(UserError):
        module_of(Message("HloProto"))


def test_every_cut_and_many_changes_are_refused_or_read() -> None:
    data = program()
    rng = random.Random(0)
    changed = [data[:k] for k in range(len(data))]
    for _ in range(3000):
        mutant = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            mutant[rng.randrange(len(mutant))] = rng.randrange(256)
        changed.append(bytes(mutant))
    for mutant in changed:
        try:
            module = decode("HloModuleProto", mutant)
            assert decode("HloModuleProto", module.encode()) == module
            for computation in module.computations:
                for instruction in computation.instructions:
                    if instruction.has("literal"):
                        str(literal_from_message(instruction.literal))
        except UserError:
            pass


def test_memory_is_bounded_by_the_bytes() -> None:
    data = b"\x1a\x00" * 50_000  # computations without anything
    tracemalloc.start()
    module = decode("HloModuleProto", data)
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(module.computations) == 50_000 and used < 400 * len(data)


TEXT = """HloModule m
ENTRY e {
  a = s4[3]{0} constant({1,-2,3})
  b = u2[5]{0} constant({1,2,3,0,1})
  c = pred[2]{0} constant({1,0})
  d = f4e2m1fn[3]{0} constant({1,2,3})
  f = bf16[2]{0} constant({1,2})
  g = c64[2]{0} constant({(1,2),(3,4)})
  h = f32[2,2]{0,1} constant({{1,2},{3,4}})
  i = f32[] constant(2)
  k = s16[2]{0} constant({1,-2})
  l = (f32[], s32[1]{0}) constant((1,{2}))
  m = f64[2,0]{1,0} constant({{},{}})
  n = s64[2]{0} constant({-1,9223372036854775807})
  p = f32[<=3,2]{1,0} parameter(0)
  q = f8e4m3fn[2]{0:S(1)} constant({1,2})
  r = f32[2,3]{1,0:T(2,128)(2,1)L(4)S(2)} parameter(1)
  s = f32[?,3]{1,0} parameter(2)
  t = token[] after-all()
  ROOT u = s32[0]{0} constant({})
}"""


@pytest.fixture(scope="module")
def xla() -> object:
    pytest.importorskip("jaxlib", reason="jaxlib is the oracle")
    from jax._src.lib import xla_client

    return xla_client


def test_xla_modules_come_back_bit_by_bit(xla: object) -> None:
    data = xla.hlo.hlo_module_from_text(TEXT).as_serialized_hlo_module_proto()  # type: ignore[attr-defined]
    module = decode("HloModuleProto", data)
    assert module.encode() == data
    for instruction in module.computations[0].instructions:
        shape = shape_from_message(instruction.shape)
        assert shape_to_message(shape) == instruction.shape
        line = next(line for line in TEXT.splitlines() if line.strip().removeprefix("ROOT ").startswith(f"{instruction.name} ="))
        assert shape == Shape.parse(line.split("=", 1)[1].split("constant")[0].split("parameter")[0].split("after")[0].strip())
        if instruction.has("literal"):
            literal = literal_from_message(instruction.literal)
            assert literal_to_message(literal).encode() == instruction.literal.encode()
            values = line[line.index("constant(") + 9 : line.rindex(")")]
            assert literal == Literal.parse(f"{shape} {values}")


def test_xla_reads_what_is_written(xla: object) -> None:
    module = decode("HloModuleProto", xla.hlo.hlo_module_from_text(TEXT).as_serialized_hlo_module_proto())  # type: ignore[attr-defined]
    module.name = "renamed"
    for instruction in module.computations[0].instructions:
        instruction.shape = shape_to_message(shape_from_message(instruction.shape))
        if instruction.has("literal"):
            instruction.literal = literal_to_message(literal_from_message(instruction.literal))
    module.unknown.extend(UNKNOWN)
    read = xla.hlo.HloModule.from_serialized_hlo_module_proto(module.encode())  # type: ignore[attr-defined]
    assert read.to_string().replace("renamed", "m", 1) == xla.hlo.hlo_module_from_text(TEXT).to_string()  # type: ignore[attr-defined]


def test_literals_are_printed_as_xla_prints_them(xla: object) -> None:
    module = xla.hlo.hlo_module_from_text(TEXT)  # type: ignore[attr-defined]
    options = xla.hlo.HloPrintOptions()  # type: ignore[attr-defined]
    options.print_large_constants = True
    text = module.to_string(options)
    printed = 0
    for instruction in decode("HloModuleProto", module.as_serialized_hlo_module_proto()).computations[0].instructions:
        if instruction.has("literal"):
            literal = literal_from_message(instruction.literal)
            assert f"%{instruction.name} = {literal.shape} constant({literal.to_text()})" in text
            printed += 1
    assert printed == 14


@pytest.mark.slow
def test_compiled_jax_programs_come_back_bit_by_bit(xla: object) -> None:
    jax = pytest.importorskip("jax")
    jnp = jax.numpy

    def mlp(w: object, x: object) -> object:
        return jnp.sum(jax.nn.softmax(jnp.tanh(x @ w) @ w.T))  # type: ignore[operator, attr-defined]

    x = jnp.arange(12.0).reshape(3, 4)
    programs = [(mlp, (jnp.ones((4, 5)), x)), (jax.grad(mlp), (jnp.ones((4, 5)), x)), (lambda a: jnp.sort(a, axis=0), (x,)),
                (lambda a: jax.lax.scan(lambda c, r: (c + r, c), a[0], a), (x,)), (jnp.linalg.cholesky, (jnp.eye(3),)),
                (lambda a: jax.lax.conv(a.reshape(1, 1, 3, 4), jnp.ones((1, 1, 2, 2)), (1, 1), "SAME"), (x,)),
                (lambda a: jax.lax.while_loop(lambda s: s[0] < 5, lambda s: (s[0] + 1, s[1] * 2), (0, a)), (x,)),
                (lambda a: jnp.fft.fft(a).real[jnp.array([2, 0])], (x,)),
                (lambda k: jax.random.normal(k, (7,)), (jax.random.key(0),))]
    for function, arguments in programs:
        lowered = jax.jit(function).lower(*arguments)
        compiled = lowered.compile().runtime_executable().hlo_modules()[0]
        before = lowered.compiler_ir("hlo").as_serialized_hlo_module_proto()
        for data in (compiled.as_serialized_hlo_module_proto(), before):
            module = decode("HloModuleProto", data)
            assert module.encode() == data and recognise(data) == module
            for computation in module.computations:
                assert computation.id in {c.id for c in module.computations}
                for instruction in computation.instructions:
                    assert shape_to_message(shape_from_message(instruction.shape)) == instruction.shape
                    if instruction.has("literal"):
                        literal = literal_from_message(instruction.literal)
                        assert literal_to_message(literal).encode() == instruction.literal.encode()
