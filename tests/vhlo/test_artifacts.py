"""Artifacts that others have written: read as what their texts say, and written again byte for byte; jaxlib reads ours."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hloom
from hloom.vhlo.versions import VERSIONS
from tests.bytecode.programs import LITERALS, examples, numbers_of

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "conformance" / "vhlo"


@pytest.mark.shared
@pytest.mark.parametrize("name", [path.name for path in sorted(FOLDER.glob("*.bc"))])
def test_artifacts_say_what_their_texts_say_and_are_written_again_byte_for_byte(name: str) -> None:
    data = (FOLDER / name).read_bytes()
    module = hloom.load(FOLDER / name)
    assert module.to_text() == hloom.load(FOLDER / name.removesuffix(".bc")).to_text()
    version = re.search(r"(\d+)_(\d+)_(\d+)", name)
    assert version is not None
    assert hloom.serialize_portable_artifact(module, ".".join(version.groups())) == data


#: Runs where jaxlib may end the process: reads [[text, version, ours in hexadecimal or null], ...], writes for each jaxlib's
#: artifact of the text, and what it prints of that and of ours; null where it refuses.
IN_JAXLIB = r'''
import json, sys
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo
context = mlir.make_ir_context()
def tried(function):
    try:
        return function()
    except Exception:
        return None
def printed(data):
    with context:
        return str(stablehlo.deserialize_portable_artifact(context, data))
out = []
for text, version, ours in json.load(sys.stdin):
    theirs = tried(lambda: stablehlo.serialize_portable_artifact_str(text, version))
    read = tried(lambda: printed(bytes.fromhex(ours))) if ours else None
    out.append([theirs and theirs.hex(), theirs and tried(lambda: printed(theirs)), read, str(stablehlo.get_current_version())])
json.dump(out, sys.stdout)
'''


def in_jaxlib(rows: list[tuple[str, str, str | None]]) -> list[tuple[str | None, str | None, str | None, str]]:
    pytest.importorskip("jaxlib")
    found = subprocess.run([sys.executable, "-c", IN_JAXLIB], input=json.dumps(rows), capture_output=True, text=True, timeout=500,
                           check=True)
    return json.loads(found.stdout)


#: Reads texts, writes for each how jaxlib prints it in VHLO, short and generic; null where it refuses.
PRINTED = r'''
import json, sys
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo
context = mlir.make_ir_context()
out = []
for text in json.load(sys.stdin):
    try:
        with context:
            module = ir.Module.parse(text)
            stablehlo.serialize_portable_artifact(module, "1.17.0")
            out.append([str(module), module.operation.get_asm(print_generic_op_form=True)])
    except Exception:
        out.append(None)
json.dump(out, sys.stdout)
'''


def in_jaxlib_printed(programs: list[str]) -> list[list[str] | None]:
    """How jaxlib prints programs in VHLO 1.17."""
    pytest.importorskip("jaxlib")
    found = subprocess.run([sys.executable, "-c", PRINTED], input=json.dumps(programs), capture_output=True, text=True,
                           timeout=300, check=True)
    return json.loads(found.stdout)


def ours_of(program: str, version: str) -> str | None:
    try:
        return hloom.serialize_portable_artifact(hloom.parse(program), version).hex()
    except hloom.InputError:
        return None


@pytest.mark.slow
def test_jaxlib_reads_ours_as_its_own_and_we_read_jaxlibs() -> None:
    current = tuple(map(int, in_jaxlib([("module {}", "1.0.0", None)])[0][3].split(".")))
    versions = [str(version) for version in VERSIONS if version <= current]
    draw = random.Random(7)
    rows = [(program, version, ours_of(program, version)) for _, program in examples("stablehlo", "func")
            for version in draw.sample(versions, 8)]
    agreed = refused = 0
    for (program, version, ours), (theirs, theirs_read, ours_read, _) in zip(rows, in_jaxlib(rows), strict=True):
        if theirs is None:
            refused += 1  # what is newer than this jaxlib, quantized types, or what that version cannot say
            continue
        assert ours is not None, (program, version)
        assert ours_read == theirs_read, (program, version)
        assert str(hloom.parse(bytes.fromhex(theirs))) == str(hloom.parse(bytes.fromhex(ours)))
        agreed += 1
    assert agreed > 500 and refused < len(rows) / 2


#: Reads [[text, ours in hexadecimal], ...], writes for each jaxlib's own bytecode, and whether it reads ours as the text.
NATIVE = r'''
import io, json, sys
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
context = mlir.make_ir_context()
context.allow_unregistered_dialects = True
out = []
for text, ours in json.load(sys.stdin):
    with context:
        module = ir.Module.parse(text)
        written = io.BytesIO()
        module.operation.write_bytecode(written)
        out.append([written.getvalue().hex(), str(ir.Module.parse(bytes.fromhex(ours))) == str(module)])
json.dump(out, sys.stdout)
'''


@pytest.mark.slow
def test_what_is_no_part_of_vhlo_is_written_as_jaxlib_writes_it() -> None:
    """Shardy's operations stand in what `jax.export` makes of sharded functions as they are: no version tells what they had when.
    So do attributes of the dialect `builtin`."""
    pytest.importorskip("jaxlib")
    programs = [*(text for _, text in examples("sdy")), *map(numbers_of, LITERALS)]
    programs.append('sdy.mesh @m = <["x"=2]> {sym_visibility = "private"}')
    rows = [(text, hloom.parse(text).to_bytecode().hex()) for text in programs]
    found = subprocess.run([sys.executable, "-c", NATIVE], input=json.dumps(rows), capture_output=True, text=True, timeout=300,
                           check=False)
    assert found.returncode == 0, found.stderr
    for program, (theirs, is_read) in zip(programs, json.loads(found.stdout), strict=True):
        assert is_read, program
        assert str(hloom.parse(bytes.fromhex(theirs))) == str(hloom.parse(program))
