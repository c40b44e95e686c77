"""Files of other kinds are called what they are at every door; a byte-order mark is read over; folders give their programs."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import hloom as library
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.kinds import binary_kind, text_of
from hloom.support.protocol_buffers import is_protocol_buffer
from tests.cli.conftest import ADD

HLO = "HloModule m\n\nENTRY e {\n  ROOT p = f32[2]{0} parameter(0)\n}\n"
#: A flatbuffer: the place of its table, the list of the table's fields, the table, and a portable artifact behind.
EXPORTED = (b"\x0c\x00\x00\x00" b"\x00\x00" b"\x06\x00\x08\x00\x04\x00" b"\x06\x00\x00\x00" b"\x08\x00\x00\x00"
            b"ML\xefR\x0dStableHLO")
#: An HloModuleProto: name, entry_computation_name, a computation.
PROTO = b"\n\x01m\x12\x01e\x1a\x05\n\x01e\x28\x01"
KINDS = {
    "array": (b"\x93NUMPY\x01\x00", "a NumPy array"),
    "zip": (b"PK\x03\x04 and so on", "a zip archive"),
    "gzip": (b"\x1f\x8b\x08", "compressed by gzip"),
}
#: What the messages say to do.
REMEDIES = {"array": "read as a program\n", "zip": "; unpack it first", "gzip": "; unpack it first"}


#: Artifacts that end too soon, and what is said of them.
DAMAGED = {"bytecode": (b"ML\xefR\x0d\x01\x02", "error: [bytecode] byte 5: the name of the producer does not end with a NUL"),
           "exported": (EXPORTED, "not what jax.export serializes: error: [flatbuffer] byte 12: there is no module")}
COMMANDS = ["run", "format", "compile", "explain", "check", "verify", "indexing", "convert --to hlo"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", DAMAGED)
def test_every_command_says_what_is_wrong_with_an_artifact(hloom, folder: Path, command: str, kind: str) -> None:
    data, words = DAMAGED[kind]
    (folder / "given").write_bytes(data)
    status, _, errors = hloom(*command.split(), "given")
    assert status in (1, 2) and f"given: {words}" in errors and "Traceback" not in errors


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_command_calls_a_file_what_it_is(hloom, folder: Path, command: str, kind: str) -> None:
    data, words = KINDS[kind]
    (folder / "given").write_bytes(data)
    status, output, errors = hloom(*command.split(), "given")
    assert status == 2 and f"given: this is {words}" in errors and "Traceback" not in errors
    assert REMEDIES[kind] in errors
    assert output in ("", "0 passed, 1 failed\n")


@pytest.mark.parametrize("kind", KINDS)
def test_standard_input_and_the_library_say_the_same(hloom, folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data, words = KINDS[kind]
    (folder / "given").write_bytes(data)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert f"<stdin>: this is {words}" in hloom("format", "-").errors
    with pytest.raises(ParseError, match="this is ") as load:
        library.load("given")
    assert words in str(load.value)
    with pytest.raises(InputError) as parse:
        library.parse(data)  # type: ignore[arg-type]
    assert words in str(parse.value)


def test_a_text_of_the_other_form_is_named() -> None:
    with pytest.raises(ParseError, match="this is a text in HLO; it is read with format='hlo'"):
        library.parse(HLO)
    with pytest.raises(ParseError, match="this is a text in MLIR, such as StableHLO; it is read with format='mlir'"):
        library.parse(ADD, format="hlo")
    assert library.parse(HLO, format="auto").is_hlo and not library.parse(ADD, format="auto").is_hlo


@pytest.mark.parametrize("text", [ADD, HLO])
def test_a_byte_order_mark_is_read_over(hloom, folder: Path, text: str) -> None:
    (folder / "plain").write_text(text)
    (folder / "marked").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert hloom("format", "marked") == hloom("format", "plain")
    assert hloom("verify", "marked") == (0, "", "")
    assert str(library.load("marked")) == str(library.load("plain")) == str(library.parse("\ufeff" + text, format="auto"))


@pytest.mark.parametrize("data", [
    b"", b"\n", b"\nmodule {}\n", ADD.encode(), HLO.encode(), b"\n\x05ab", b"\n\x01\x00\x0b", b"\n\xff\xff"])
def test_other_bytes_are_not_taken_for_a_protocol_buffer(data: bytes) -> None:
    assert not is_protocol_buffer(data) and binary_kind(data) is None


def test_many_small_fields_take_no_time() -> None:
    assert is_protocol_buffer(b"\n\x01\x00" + b"\x08\x00" * 20_000_000)


def test_what_xla_writes_is_recognised() -> None:
    hlo = pytest.importorskip("jaxlib._hlo", reason="needs jaxlib")
    data = hlo.hlo_module_from_text(HLO).as_serialized_hlo_module_proto()
    with pytest.raises(ParseError, match="a protocol buffer"):
        text_of(data, "x")


def test_folders_give_what_is_recognised(hloom, folder: Path) -> None:
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "m.hlo").write_text(HLO)
    (folder / "deep" / "er" / "dump.txt").write_text(f"// a comment\n{HLO}")
    (folder / "deep" / "er" / "stable.txt").write_text(ADD)
    (folder / "deep" / "notes.txt").write_text("Results of last week\n")
    (folder / "deep" / "data.txt").write_bytes(b"\x00\xff\xfe")
    (folder / "deep" / "module.pb").write_bytes(library.parse(HLO, format="hlo").to_hlo_proto())
    (folder / "deep" / "er" / "snapshot.hlo.pb").write_bytes(library.parse(HLO, format="hlo").to_hlo_proto("HloProto"))
    (folder / "deep" / "weights.pb").write_bytes(b"\x08\x01\x12\x04data")
    # What XLA writes beside its modules: the report of memory usage, whose first message begins with a number.
    (folder / "deep" / "memory-usage-report.pb").write_bytes(b"\n\x08\x08\xb4\x03\x10\x00\x1a\x01m")
    (folder / "deep" / "link.txt").symlink_to(folder / "absent")
    status, output, errors = hloom("verify", "deep")
    assert (status, output, errors) == (0, "", "5 files, 5 programs: no errors\n")
    assert hloom("verify", ".").errors.splitlines()[-1] == "7 files, 7 programs: 1 error"
    assert hloom("check", "deep").output == "5 passed, 0 failed\n"
