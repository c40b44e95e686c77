"""Programs as XLA's protocol buffers: from texts and back, damaged ones, and what is kept that hloom has no place for."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import hloom
from hloom.cli import main
from hloom.xla.proto import Message, decode
from hloom.xla.proto.wire import varint

PROGRAM = """HloModule m, is_scheduled=true, input_output_alias={ {0}: (0, {}, may-alias) }, num_partitions=2

%sum (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %c = f32[] add(%a, %b)
}

ENTRY %e (x: f32[2,3]) -> (f32[2], s4[3]) {
  %x = f32[2,3]{0,1} parameter(0), sharding={devices=[2,1]<=[2]}, metadata={op_name="x" source_file="a.py" source_line=7}
  %zero = f32[] constant(-0)
  %small = s4[3]{0} constant({-8, 0, 7})
  %sum.1 = f32[2]{0} reduce(%x, %zero), dimensions={1}, to_apply=%sum, frontend_attributes={a="b"}
  ROOT %t = (f32[2]{0}, s4[3]{0}) tuple(%sum.1, %small), control-predecessors={%zero}, backend_config={"k":1}
}
"""


def program() -> bytes:
    return hloom.parse(PROGRAM, format="hlo").to_hlo_proto()


def changed(change: Callable[[Message], object]) -> bytes:
    message = decode("HloModuleProto", program())
    change(message)
    return message.encode()


def refusal(data: bytes) -> str:
    with pytest.raises(hloom.UserError) as error:
        hloom.parse(data, format="proto", name="x.pb")
    return str(error.value)


def test_fields_of_the_messages() -> None:
    message = decode("HloModuleProto", program())
    inner, entry = message.computations
    assert [i.opcode for i in entry.instructions] == ["parameter", "constant", "constant", "reduce", "tuple"]
    x, zero, small, reduce, root = entry.instructions
    assert (x.shape.element_type, x.shape.dimensions, x.shape.layout.minor_to_major) == (11, [2, 3], [0, 1])
    assert (x.sharding.type, x.sharding.tile_assignment_dimensions, x.sharding.iota_reshape_dims) == (3, [2, 1], [2])
    assert (x.metadata.op_name, x.metadata.source_file, x.metadata.source_line) == ("x", "a.py", 7)
    assert np.signbit(zero.literal.f32s[0]) and small.literal.s4s == b"\x08\x00\x07"
    assert (reduce.dimensions, reduce.operand_ids, reduce.called_computation_ids) == ([1], [x.id, zero.id], [inner.id])
    assert root.backend_config == b'{"k":1}' and root.control_predecessor_ids == [zero.id] and entry.root_id == root.id
    assert message.entry_computation_id == entry.id and message.input_output_alias.entries[0].kind == 1
    assert [s.key for s in message.schedule.sequences] == [inner.id, entry.id]


def test_a_program_comes_back_and_runs() -> None:
    module = hloom.parse(program(), format="proto")
    assert str(module).rstrip("\n") == str(hloom.parse(PROGRAM, format="hlo")).rstrip("\n")
    module.verify()
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.testing.assert_array_equal(np.asarray(hloom.evaluate(module, x)[0]), x.sum(1))


@pytest.mark.parametrize("kind", ["HloModuleProto", "HloProto", "HloSnapshot"])
def test_files_of_each_kind(kind: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    module = hloom.parse(PROGRAM, format="hlo")
    path = tmp_path / "x.pb"
    path.write_bytes(module.to_hlo_proto(kind))
    assert str(hloom.load(path)) == str(module)
    assert main(["verify", str(path)]) == 0
    assert main(["convert", str(path), "-o", str(tmp_path / "y.pb")]) == 0
    assert (tmp_path / "y.pb").read_bytes() == program()
    capfdbinary.readouterr()
    assert main(["convert", str(path), "--to", "proto"]) == 0
    assert capfdbinary.readouterr().out == program()


def test_stablehlo_becomes_a_protocol_buffer() -> None:
    module = hloom.parse("func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                         "  %0 = stablehlo.negate %x : tensor<3xf32>\n  return %0 : tensor<3xf32>\n}")
    back = hloom.parse(module.to_hlo_proto(), format="auto")
    assert str(back) == module.to_hlo_text()
    with pytest.raises(hloom.InputError, match="HloModuleProto, HloProto, HloSnapshot"):
        module.to_hlo_proto("LiteralProto")


def test_what_is_unknown_is_kept() -> None:
    extra = varint(900 << 3) + b"\x05"

    def change(message: Message) -> None:
        message.unknown.append(extra)
        message.id = 77
        message.computations[1].instructions[3].unknown.append(extra)
        message.computations[1].instructions[3].all_reduce_id = 4

    back = decode("HloModuleProto", hloom.parse(changed(change), format="proto").to_hlo_proto())
    reduce = back.computations[1].instructions[3]
    assert back.unknown == [extra] and back.id == 77 and reduce.unknown == [extra] and reduce.all_reduce_id == 4


def test_names_are_unique_in_the_message_and_come_back() -> None:
    text = PROGRAM.replace("%a", "%x").replace("(a:", "(x:")
    module = hloom.parse(text, format="hlo")
    data = module.to_hlo_proto()
    names = [i.name for c in decode("HloModuleProto", data).computations for i in c.instructions]
    assert len(set(names)) == len(names)
    assert str(hloom.parse(data, format="proto")) == str(module)


def entry(message: Message, k: int) -> Message:
    return message.computations[1].instructions[k]


@pytest.mark.parametrize("change, message", [
    (lambda m: setattr(entry(m, 3), "operand_ids", [99, 1]), "there is no instruction with the id 99"),
    (lambda m: setattr(entry(m, 3), "operand_ids", [entry(m, 4).id] * 2), "the operand %t stands behind the instruction"),
    (lambda m: setattr(entry(m, 3), "called_computation_ids", [5]), "there is no computation with the id 5"),
    (lambda m: setattr(entry(m, 3), "called_computation_ids", [2]), "there is no computation with the id 2"),
    (lambda m: setattr(entry(m, 3), "called_computation_ids", []), "expects 1 computations of reduce, got 0"),
    (lambda m: setattr(entry(m, 3), "opcode", "redduce"), "unknown opcode 'redduce'"),
    (lambda m: setattr(entry(m, 3), "operand_ids", []), "expects 2 or more operands of reduce"),
    (lambda m: setattr(entry(m, 3), "shape", None), "there is no shape"),
    (lambda m: setattr(entry(m, 3), "name", "x"), "instruction already exists: x"),
    (lambda m: setattr(entry(m, 3), "id", entry(m, 0).id), "two instructions of e have the same id"),
    (lambda m: setattr(entry(m, 0), "parameter_number", 3), "the computation e has no parameter number 0"),
    (lambda m: setattr(entry(m, 0), "parameter_number", 1 << 40), "parameters are numbered from 0"),
    (lambda m: setattr(entry(m, 2).literal, "s4s", b"\0\0"), "has 2 elements, not 3"),
    (lambda m: setattr(entry(m, 2).shape, "element_type", 22), "has a literal of shape s4[3]"),
    (lambda m: setattr(entry(m, 0).sharding, "tile_assignment_dimensions", [3, 1]), "need 3 devices, got 2"),
    (lambda m: setattr(entry(m, 0).shape, "dimensions", [1 << 62] * 2), "x.pb"),
    (lambda m: setattr(m.computations[1], "root_id", 1234), "no instruction of the id of its root, 1234"),
    (lambda m: setattr(m.computations[1], "id", 1), "two computations have the id 1"),
    (lambda m: setattr(m.computations[1], "name", "sum"), "computation already exists: sum"),
    (lambda m: (setattr(m, "entry_computation_id", 9), setattr(m, "entry_computation_name", "")), "has no entry computation"),
    (lambda m: m.schedule.sequences[1].value.instruction_ids.pop(), "does not list each of its instructions once"),
    (lambda m: m.host_program_shape.parameters.pop(), "states 0 parameters, the entry computation e has 1"),
])
def test_faults(change: Callable[[Message], object], message: str) -> None:
    assert message in refusal(changed(change))


def test_a_fault_is_shown_at_its_instruction() -> None:
    text = refusal(changed(lambda m: setattr(entry(m, 3), "opcode", "redduce")))
    assert "x.pb:" in text and "%sum.1 = redduce" in text and "^" in text


def test_cut_at_every_byte() -> None:
    data = program()
    for end in range(len(data)):
        try:
            str(hloom.parse(data[:end], format="proto"))
        except hloom.UserError:
            pass


def test_mutated() -> None:
    """Whatever bytes come, the answer is a program or a UserError; a program that is read is written and read again."""
    data, rng = program(), random.Random(5)
    read = 0
    for _ in range(3000):
        mutant = bytearray(data)
        for _ in range(rng.choice((1, 1, 2, 4))):
            at = rng.randrange(len(mutant))
            mutant[at : at + rng.choice((0, 1, 1))] = rng.choice((b"", rng.randbytes(1), b"\xff", b"\0"))
        try:
            module = hloom.parse(bytes(mutant), format="proto")
            hloom.diagnose(module)
            again = module.to_hlo_proto()
        except hloom.UserError:
            continue
        read += 1
        hloom.parse(again, format="proto")
    assert read > 50


@pytest.mark.parametrize("stated", ["channel_id=0", "channel_id=-1", "channel_id=7", "feature_group_count=0",
                                    "batch_group_count=0", "batch_group_count=-1", "feature_group_count=-1"])
def test_numbers_that_a_message_cannot_tell_from_nothing_come_back(stated: str) -> None:
    """XLA's text states them, and means a channel, for one; zero in a message is nothing said."""
    collective = stated.startswith("channel")
    text = f"""HloModule m, replica_count=2

%add (a: f32[], b: f32[]) -> f32[] {{
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %c = f32[] add(%a, %b)
}}

ENTRY %e (x: f32[1,4,2], k: f32[2,2,3]) -> (f32[1,4,2], f32[1,3,3]) {{
  %x = f32[1,4,2]{{2,1,0}} parameter(0)
  %k = f32[2,2,3]{{2,1,0}} parameter(1)
  %r = f32[1,4,2]{{2,1,0}} all-reduce(%x), {stated if collective else "channel_id=1"}, replica_groups={{}}, to_apply=%add
  %v = f32[1,3,3]{{2,1,0}} convolution(%x, %k), window={{size=2}}, dim_labels=b0f_0io->b0f{"" if collective else f", {stated}"}
  ROOT %t = (f32[1,4,2]{{2,1,0}}, f32[1,3,3]{{2,1,0}}) tuple(%r, %v)
}}
"""
    module = hloom.parse(text, format="hlo")
    assert stated in str(module)
    assert str(hloom.parse(module.to_hlo_proto(), format="proto")) == str(module)
