"""Of an artifact the heads of functions are read, and bodies when they are asked for."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.bytecode import reader
from hloom.bytecode.sections import NEWEST, Place
from hloom.cli import main
from hloom.support import options
from hloom.vhlo.outline import Outline

PROGRAM = """module @m attributes {stated = 1 : i64} {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = call @inner(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @inner(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.composite "my.op" %x {decomposition = @leaf} : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @leaf(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.tanh %x : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @apart(%x: tensor<3xi32>, %y: tensor<?xf64>) -> (tensor<3xi32>, tensor<i1>) {
    %0 = stablehlo.abs %x : tensor<3xi32>
    %1 = stablehlo.constant dense<true> : tensor<i1>
    return %0, %1 : tensor<3xi32>, tensor<i1>
  }
  func.func private @elsewhere(tensor<2xf32>) -> tensor<2xf32>
}"""


def artifact(version: str = "1.10.0") -> bytes:
    return hloom.serialize_portable_artifact(hloom.parse(PROGRAM), version)


@pytest.fixture
def made(monkeypatch) -> Iterator[list[str]]:
    """The names of the operations that readers make."""
    found: list[str] = []
    of_regions = reader.OperationReader._block

    def counted(self, cursor, block, *rest) -> None:
        of_regions(self, cursor, block, *rest)
        found.extend(op.name for op in block.operations)

    monkeypatch.setattr(reader.OperationReader, "_block", counted)
    yield found


def test_heads_are_read_without_bodies(made: list[str]) -> None:
    outline = hloom.open_artifact(artifact())
    assert set(made) == {"func.func"} and len(made) == 5
    assert [str(head) for head in outline.functions.values()] == [
        "func.func @main(tensor<2xf32>) -> tensor<2xf32>",
        "func.func private @inner(tensor<2xf32>) -> tensor<2xf32>",
        "func.func private @leaf(tensor<2xf32>) -> tensor<2xf32>",
        "func.func private @apart(tensor<3xi32>, tensor<?xf64>) -> (tensor<3xi32>, tensor<i1>)",
        "func.func private @elsewhere(tensor<2xf32>) -> tensor<2xf32>",
    ]
    sizes = {name: head.body_bytes for name, head in outline.functions.items()}
    assert sizes.pop("elsewhere") == 0 and all(sizes.values())
    assert (outline.stablehlo, outline.bytecode, outline.producer) == ("1.10.0", NEWEST, "StableHLO_v1.10.0")


def test_a_function_is_read_with_what_it_calls(made: list[str]) -> None:
    outline, whole = hloom.open_artifact(artifact()), hloom.parse(PROGRAM)
    made.clear()
    found = outline.extract("inner")
    assert sorted(made) == ["func.return", "func.return", "stablehlo.composite", "stablehlo.tanh"]
    assert str(found) == str(whole.extract("inner"))
    made.clear()
    assert str(outline.extract("inner")) == str(found) and not made
    assert str(outline.extract("main")) == str(whole.extract("main")) and sorted(made) == ["func.call", "func.return"]
    assert str(outline.module()) == str(whole)
    (result,) = hloom.evaluate(outline.extract("leaf"), np.ones(2, np.float32), function="leaf")
    assert np.array_equal(result, hloom.evaluate(whole, np.ones(2, np.float32), function="leaf")[0])


@pytest.mark.parametrize("version", range(NEWEST + 1))
def test_every_version_of_bytecode_has_heads(version: int) -> None:
    module = hloom.parse(PROGRAM)
    outline = hloom.open_artifact(module.to_bytecode(version))
    assert list(outline.functions) == list(module.functions) and outline.stablehlo is None
    assert (outline.functions["main"].body_bytes is None) == (version < 2)
    for name in ("main", "apart"):
        assert str(outline.extract(name)) == str(module.extract(name))
    assert outline.module().to_bytecode(version) == module.to_bytecode(version)


def place_of(outline: Outline, name: str) -> Place:
    return outline._reader.passed_over[outline._operations[name].regions[0]].place


def test_a_damaged_body_is_an_error_where_it_is_read_and_others_are_not(tmp_path) -> None:
    data = artifact()
    place, found = place_of(hloom.open_artifact(data), "apart"), 0
    for at in range(place.start, place.end):
        damaged = bytearray(data)
        damaged[at] = 0xFC  # a number of three bytes, larger than any that makes sense
        outline = hloom.open_artifact(bytes(damaged))
        assert len(outline.functions) == 5
        with pytest.raises(hloom.ParseError) as whole:
            hloom.parse(bytes(damaged), name="<bytes>")
        for _ in range(2):  # the error is not forgotten
            with pytest.raises(hloom.ParseError, match=r"<bytes>: .*byte \d+: ") as alone:
                outline.extract("apart")
            assert str(alone.value) == str(whole.value)
        assert str(outline.extract("main")) == str(hloom.parse(PROGRAM).extract("main"))
        with pytest.raises(hloom.ParseError, match=r"byte \d+"):
            outline.module()
        found += 1
    assert found == place.size
    (tmp_path / "damaged.mlirbc").write_bytes(damaged)
    with pytest.raises(hloom.ParseError, match=r"damaged.mlirbc: .*byte \d+"):
        hloom.open_artifact(tmp_path / "damaged.mlirbc").extract("apart")


def test_what_is_damaged_anywhere_is_found_as_in_a_whole_program() -> None:
    data, draw, refused = artifact(), random.Random(3), 0
    for _ in range(300):
        damaged = bytearray(data)
        damaged[draw.randrange(4, len(data))] = draw.randrange(256)
        try:
            whole = str(hloom.parse(bytes(damaged), name="<bytes>"))
        except hloom.ParseError:
            refused += 1
            with pytest.raises(hloom.ParseError, match=r"byte \d+|nested"):
                outline = hloom.open_artifact(bytes(damaged))
                for name, head in outline.functions.items():
                    if head.body_bytes:
                        outline.extract(name)
                outline.module()
        else:
            with suppress(hloom.ParseError):  # names that a module may have twice are an error here
                assert str(hloom.open_artifact(bytes(damaged)).module()) == whole
    assert refused > 100


def test_what_is_wrong_with_a_head_is_said_at_once() -> None:
    data = artifact()
    for end in range(len(data)):
        with pytest.raises(hloom.UserError):
            hloom.open_artifact(data[:end])
    twice = hloom.parse(PROGRAM).to_bytecode().replace(b"inner", b"apart")
    with pytest.raises(hloom.ParseError, match=r"byte \d+: the function apart stands twice"):
        hloom.open_artifact(twice)
    nameless = hloom.parse('"func.func"() <{sym_name = "a", function_type = 1 : i64}> ({}) : () -> ()').to_bytecode()
    with pytest.raises(hloom.ParseError, match=r"byte \d+: the function a has no type"):
        hloom.open_artifact(nameless)


def test_functions_that_there_are_not_are_named(tmp_path) -> None:
    outline = hloom.open_artifact(artifact())
    with pytest.raises(hloom.InputError, match="there is no function man; did you mean 'main'"):
        outline.extract("man")
    with pytest.raises(hloom.InputError, match=r"there is no function elsewhere.*; there are: main, inner, leaf, apart"):
        outline.extract("elsewhere")
    for name in ("no.mlirbc", "a\0b"):
        with pytest.raises(hloom.InputError):
            hloom.open_artifact(tmp_path / name)
    (tmp_path / "empty").touch()
    with pytest.raises(hloom.InputError, match="begins with the bytes"):
        hloom.open_artifact(tmp_path / "empty")


def test_a_file_may_be_larger_than_what_is_read_of_one(tmp_path, monkeypatch) -> None:
    values = np.arange(1 << 16, dtype=np.float32)
    module = hloom.parse(f"""func.func @main() -> tensor<{values.size}xf32> {{
      %0 = stablehlo.constant dense<"0x{values.tobytes().hex()}"> : tensor<{values.size}xf32>
      return %0 : tensor<{values.size}xf32> }}""")
    (tmp_path / "large.mlirbc").write_bytes(hloom.serialize_portable_artifact(module, "1.0.0"))
    monkeypatch.setenv(options.INPUT_LIMIT.name, "65536")
    with pytest.raises(hloom.InputError, match="HLOOM_INPUT_LIMIT"):
        hloom.load(tmp_path / "large.mlirbc")
    found = hloom.open_artifact(tmp_path / "large.mlirbc").extract("main")
    assert np.array_equal(hloom.evaluate(found)[0], values)
    monkeypatch.setenv(options.INPUT_LIMIT.name, "100")
    with pytest.raises(hloom.InputError, match="HLOOM_INPUT_LIMIT"):
        hloom.open_artifact(tmp_path / "large.mlirbc")


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs Linux's count of the memory held")
@pytest.mark.parametrize("how, most", [("hloom.load(path)", 1.25), ("hloom.open_artifact(path).extract('main')", 0.25)])
def test_constants_stay_where_they_lie(tmp_path, how: str, most: float) -> None:
    """Loading a program holds its file once, and opening it nothing of the constant; numbers are read when they are looked at."""
    size = 64 << 20
    small = hloom.serialize_portable_artifact(hloom.parse(f"""func.func @main() -> tensor<{size // 4}xi32> {{
      %0 = stablehlo.constant dense<0> : tensor<{size // 4}xi32>
      return %0 : tensor<{size // 4}xi32> }}"""), "1.0.0")
    module = hloom.parse(small)
    (constant,) = [op for op in module.walk() if op.name == "stablehlo.constant"]
    kind: Any = constant.attributes["value"]
    constant.attributes["value"] = type(kind)(kind.type, np.arange(size // 4, dtype=np.int32))
    path = tmp_path / "large.mlirbc"
    path.write_bytes(hloom.serialize_portable_artifact(module, "1.0.0"))
    program = f"""
        import hloom, hloom.vhlo
        def held():
            lines = dict(line.split(":", 1) for line in open("/proc/self/status"))
            return int(lines["VmHWM"].split()[0]) * 1024
        path = {str(path)!r}
        hloom.parse({small!r})
        before = held()
        module = {how}
        print(held() - before)
        (constant,) = [op for op in module.walk() if op.name == "stablehlo.constant"]
        array = constant.attributes["value"].data
        assert not array.flags.owndata and not array.flags.writeable
        assert array[-1] == array.size - 1
    """
    output = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=False)
    assert output.returncode == 0, output.stderr
    assert int(output.stdout) < most * size


def test_one_function_is_converted_without_the_others(tmp_path, made: list[str], capsys) -> None:
    data = artifact()
    place, path = place_of(hloom.open_artifact(data), "apart"), tmp_path / "a.mlirbc"
    path.write_bytes(data[: place.start] + bytes([0xFC]) * place.size + data[place.end :])
    made.clear()
    assert main(["convert", str(path), "--to", "stablehlo", "--function", "leaf"]) == 0
    assert capsys.readouterr().out == str(hloom.parse(PROGRAM).extract("leaf"))
    assert sorted(set(made)) == ["func.func", "func.return", "stablehlo.tanh"]
    assert main(["convert", str(path), "--to", "stablehlo", "--function", "apart"]) == 2
    assert f"byte {place.start}: " in capsys.readouterr().err
    assert main(["convert", str(path), "-o", str(path), "--function", "leaf"]) == 0  # into the file that is mapped
    assert str(hloom.load(path)) == str(hloom.parse(PROGRAM).extract("leaf"))
