"""What compile options and a program say: folders that programs are written to, arguments that are given away, and who is told
where values lie."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hloom
from hloom.bridges.pjrt.dumps import dump
from hloom.bridges.pjrt.errors import PluginError
from hloom.bridges.pjrt.programs import interface_of, read_options
from hloom.ops.builtin.module import function_named
from hloom.xla.proto import Message
from tests.forks import printed

MODULE = hloom.parse("""module @jit_f { func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = stablehlo.negate %x : tensor<4xf32> return %r : tensor<4xf32> } }""")


def options(**values: Any) -> bytes:
    kinds = {str: "string_field", bool: "bool_field", int: "int_field"}
    entries = [Message("OptionEntry", key=key, value=Message("OptionOverrideProto", **{kinds[type(value)]: value}))
               for key, value in values.items()]
    return Message("CompileOptionsProto", env_option_overrides=entries).encode()


@pytest.mark.parametrize(("given", "files"), [
    ({}, ["txt"]), ({"xla_dump_hlo_as_proto": True}, ["hlo.pb"]), ({"xla_dump_hlo_as_text": False}, ["txt"]),
    ({"xla_dump_hlo_as_proto": "true", "xla_dump_hlo_as_text": True}, ["hlo.pb", "txt"])])
def test_programs_are_written_where_options_say(given: Any, files: list[str], tmp_path: Path) -> None:
    read = read_options(options(xla_dump_to=str(tmp_path / "made"), **given)).options
    dump(MODULE, "jit f/..", read)
    found = sorted((tmp_path / "made").iterdir())
    assert [path.name.split("hloom_after_optimizations.")[1] for path in found] == files
    for path in found:
        assert path.name.startswith("module_") and ".jit_f_..." in path.name
        (result,) = hloom.evaluate(hloom.load(path), [1, 2, 3, 4])
        assert result.tolist() == [-1, -2, -3, -4]


def test_nothing_is_written_unless_asked_for_and_faults_are_said(tmp_path: Path) -> None:
    dump(MODULE, "f", read_options(options(xla_dump_hlo_as_text=True)).options)
    (tmp_path / "file").write_text("")
    with pytest.raises(PluginError, match="cannot be written to"):
        dump(MODULE, "f", {"xla_dump_to": str(tmp_path / "file" / "inside")})


@pytest.mark.parametrize(("name", "value", "message"), [
    ("xla_embed_ir_in_executable", "maybe", "While setting option xla_embed_ir_in_executable, 'maybe' is not a valid bool value"),
    ("xla_dump_max_hlo_modules_count", "many", "'many' is not a valid number value"), ("other", True, "No such compile option")])
def test_options_of_another_type_are_refused(name: str, value: Any, message: str) -> None:
    with pytest.raises(PluginError, match=message):
        read_options(options(**{name: value}))


def test_arguments_are_given_away_that_a_result_can_lie_in() -> None:
    donor = "{jax.buffer_donor = true}"
    module = hloom.parse(f"""func.func @main(%a: tensor<4xf32> {donor}, %b: tensor<3xf32> {donor}, %c: tensor<2x2xf32> {donor},
        %d: tensor<4xf32> {donor}, %e: tensor<4xf32>) -> (tensor<4xf32>, tensor<8xi16>) {{
      %r = stablehlo.constant dense<0> : tensor<8xi16> return %a, %r : tensor<4xf32>, tensor<8xi16> }}""")
    # Three have the size of a result, and there are two such results; one argument has another size, one is not offered.
    assert interface_of(function_named(module, "main")).donated == (0, 2)


def test_who_asks_is_told_where_a_value_lies() -> None:
    pytest.importorskip("jax")
    code = """
import jax, numpy as np
from jax.sharding import NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((4,), ("x",))
def f(x):
    jax.debug.inspect_array_sharding(x.T + 1, callback=lambda s: print("told", *s.spec))
    return x * 2
x = jax.device_put(np.ones((8, 2), np.float32), NamedSharding(mesh, P("x")))
with jax.set_mesh(mesh):
    print(np.asarray(jax.jit(f)(x)).sum())
def g(x):
    jax.debug.callback(lambda a: print("part", a.shape), x, partitioned=True)
with jax.set_mesh(mesh):
    jax.jit(g)(x)
    jax.effects_barrier()
"""
    lines = printed(code, JAX_PLATFORMS="hloom", HLOOM_DEVICES="4").splitlines()
    assert lines[0] == "told None x"
    assert lines[1:] == ["32.0", *["part (2, 2)"] * 4]
