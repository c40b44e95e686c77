"""What files are that people have beside their programs, by their content."""

from __future__ import annotations

import gzip
import io
import json
import pickle
import struct
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import InputError, ParseError
from hloom.support.kinds import EXPORTED_FUNCTION, PORTABLE_ARTIFACT, binary_kind
from hloom.support.text_kinds import text_kind


def field(number: int, content: bytes | int | str) -> bytes:
    """A field of a protocol buffer, of up to 127 bytes."""
    if isinstance(content, int):
        return bytes([number << 3, content])
    data = content.encode() if isinstance(content, str) else content
    assert len(data) < 128
    return bytes([number << 3 | 2, len(data)]) + data


def archive(*names: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        for name in names:
            file.writestr(name, "x")
    return data.getvalue()


def npz() -> bytes:
    data = io.BytesIO()
    np.savez(data, x=np.ones(3))
    return data.getvalue()


def safetensors() -> bytes:
    header = json.dumps({"w": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
    return struct.pack("<Q", len(header)) + header + b"\0\0\x80?"


#: An HloModuleProto begins with two names, a graph of TensorFlow with a node that has a name and says what it does.
BINARY: dict[str, tuple[bytes, str]] = {
    "memory usage report": (field(1, field(1, 52) + field(2, 0) + field(3, "m")),
                            "a protocol buffer, but no HloModuleProto, HloProto or HloSnapshot"),
    "profile": (field(1, field(1, 2) + field(2, "/host:CPU")), "a profile, an XSpace of *.xplane.pb"),
    "saved model": (field(1, 1) + field(2, field(1, field(4, "serve"))), "a SavedModel of TensorFlow"),
    "graph": (field(1, field(1, "x") + field(2, "Placeholder") + b"\x2a\x00") * 2, "a graph of TensorFlow"),
    "onnx": (field(1, 8) + field(2, "pytorch") + field(7, field(2, "main")) + field(8, field(2, 17)), "a model of ONNX"),
    "npz": (npz(), "NumPy arrays (npz)"), "zip": (archive("a.txt"), "a zip archive"),
    "torch.save": (archive("model/data.pkl", "model/byteorder"), "weights or a model of PyTorch"),
    "torch.export": (archive("archive/models/model.json", "archive/archive_format"), "a torch.export.ExportedProgram"),
    "old torch.export": (archive("serialized_exported_program.json"), "a torch.export.ExportedProgram"),
    "old torch.save": (b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.", "weights or a model of PyTorch"),
    "keras": (archive("metadata.json", "config.json", "model.weights.h5"), "a model of Keras"),
    "pickle": (pickle.dumps({"w": 1}), "a pickle of Python, which hloom never loads"),
    "gzip": (gzip.compress(b"x"), "compressed by gzip"),
    "safetensors": (safetensors(), "weights (safetensors)"), "hdf5": (b"\x89HDF\r\n\x1a\n\x00", "an HDF5 file"),
    "tflite": (b"\x1c\0\0\0TFL3\x14\0", "a model of TensorFlow Lite"), "gguf": (b"GGUF\x03\0\0\0", "weights (GGUF)"),
    "elf": (Path(sys.executable).resolve().read_bytes()[:4096], "machine code"), "llvm": (b"BC\xc0\xde\x35", "LLVM bitcode"),
    "bytecode": (b"ML\xefR\x0dStableHLO_v1.0.0\0", PORTABLE_ARTIFACT),
    "exported": (b"\x0c\0\0\0" b"\0\0" b"\x06\0\x08\0\x04\0" b"\x06\0\0\0" b"\x08\0\0\0" b"ML\xefR\x0dStableHLO",
                 EXPORTED_FUNCTION),
}


@pytest.mark.parametrize("name", BINARY)
def test_binary_files(name: str, tmp_path: Path) -> None:
    data, kind = BINARY[name]
    found = binary_kind(data)
    assert found is not None and found.startswith(kind)
    (tmp_path / "given").write_bytes(data)
    if kind in (PORTABLE_ARTIFACT, EXPORTED_FUNCTION):  # these are read, and cut off here
        with pytest.raises(ParseError, match="given: "):
            hloom.load(tmp_path / "given")
        return
    with pytest.raises((InputError, ParseError), match=r"given: (this is |a graph of TensorFlow without)") as loaded:
        hloom.load(tmp_path / "given")
    assert kind in str(loaded.value)
    for options in ({}, {"format": "auto"}, {"format": "mlir"}):
        for taken in (data, bytearray(data), memoryview(data)):
            with pytest.raises(InputError) as parsed:
                hloom.parse(taken, **options)
            assert kind in str(parsed.value)


@pytest.mark.parametrize("data", [b"", b"MZ", b"MZ and more text", b"BZh is text", b"%0 = stablehlo.add", "ÿØ".encode(), b"\x80",
                                  b"\x08\x01", b"\x08\x08:\x03abc"])
def test_what_is_none_of_these(data: bytes) -> None:
    assert binary_kind(data) in (None, "machine code (PE)") and (binary_kind(data) is None or data == b"MZ")


def test_texts_in_utf_16_are_called_so(tmp_path: Path) -> None:
    (tmp_path / "m.mlir").write_text("module {}", encoding="utf-16")
    with pytest.raises(ParseError, match="byte 0 is not UTF-8; it begins as a text in UTF-16 does, which is to be saved"):
        hloom.load(tmp_path / "m.mlir")


def test_cut_off_files_are_judged_without_an_error() -> None:
    for data, _ in BINARY.values():
        for end in range(min(len(data), 200)):
            binary_kind(data[:end])


@pytest.mark.parametrize("beginning", [b"\n", b"\x08\x01\x12", b"\x08\x08"])
def test_many_small_fields_take_no_time(beginning: bytes) -> None:
    binary_kind(beginning + b"\x01\x00" * 10_000_000)


TEXT: dict[str, tuple[str, str]] = {
    "import": ("import jax\nimport numpy as np\n", "a program in Python"),
    "from": ("# A model\n\nfrom torch import nn\n", "a program in Python"),
    "docstring": ('"""A model."""\n\nx = 1\n', "a program in Python"),
    "shebang": ("#!/usr/bin/env python3\nprint()\n", "a program in Python"),
    "def": ("def f(x):\n    return x\n", "a program in Python"),
    "class": ("class Net(nn.Module):\n    pass\n", "a program in Python"),
    "decorator": ("@jax.jit\ndef f(x):\n    return x\n", "a program in Python"),
    "notebook": ('{\n "cells": [],\n "metadata": {},\n "nbformat": 4\n}\n', "a notebook of Jupyter"),
    "json": ('{"a": 1}', "a text in JSON"), "jaxpr": ("{ lambda ; a:f32[3]. let b:f32[3] = add a 1.0 in (b,) }", "a jaxpr"),
    "fx": ("graph():\n    %x : [num_users=1] = placeholder[target=x]\n", "a graph of PyTorch"),
    "exported": ("ExportedProgram:\n    class GraphModule(torch.nn.Module):\n", "a graph of PyTorch"),
    "pbtxt": ('node {\n  name: "x"\n  op: "Placeholder"\n}\n', "a graph of TensorFlow"),
    "llvm": ("; ModuleID = 'x'\nsource_filename = \"x\"\n", "a program in LLVM IR"),
    "llvm function": ("define i32 @f(i32 %x) {\n  ret i32 %x\n}\n", "a program in LLVM IR"),
    "ptx": ("//\n// Generated by NVIDIA NVVM Compiler\n//\n.version 8.3\n.target sm_90\n", "a program in PTX"),
    "assembly": ("\t.text\n\t.file\t\"x.c\"\n", "a program in assembly"),
    "c": ("// A program\n#include <stdio.h>\nint main() {}\n", "a program in C or C++"),
    "c++": ("/* x */\nnamespace a {\n}\n", "a program in C or C++"), "html": ("<!DOCTYPE html>\n<html>", "a page to be shown"),
    "dot": ("digraph G {\n}\n", "a graph to be drawn"), "buffers": ("BufferAssignment:\nallocation 0\n", "XLA's assignment"),
}


@pytest.mark.parametrize("name", TEXT)
def test_texts(name: str, tmp_path: Path) -> None:
    text, kind = TEXT[name]
    (tmp_path / "given").write_text(text)
    ways: list[Callable[[], object]] = [lambda: hloom.load(tmp_path / "given"), lambda: hloom.parse(text)]
    ways += [lambda: hloom.parse(text, format="auto"), lambda: hloom.parse(text, format="hlo")]
    for read in ways:
        with pytest.raises(ParseError, match="this is ") as caught:
            read()
        assert f"this is {kind}" in str(caught.value) and "which hloom does not read as a program" in str(caught.value)
    if kind == "a program in Python":
        assert "jax.jit(f).lower(x)" in str(caught.value) and "torch_mlir.fx.export_and_import" in str(caught.value)


def test_a_jaxpr_is_known_as_jax_prints_it() -> None:
    jax = pytest.importorskip("jax")
    for shown in (str(jax.make_jaxpr(lambda x: x + 1)(1.0)), jax.make_jaxpr(lambda x: x + 1)(1.0).pretty_print(use_color=True)):
        assert text_kind(shown) == ("a jaxpr, the text of a function of JAX",
                                    "jax.jit(f).lower(x) gives a program of JAX in StableHLO, of the function")


@pytest.mark.parametrize("text", [
    "", "\n\n", "// a comment\n", "module {}", "#map = affine_map<(d0) -> (d0)>\nmodule {}", "!t = f32\n", "sdy.mesh @m",
    '"builtin.module"() ({}) : () -> ()', '%0 = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<3xi32>', "{-#\n#-}",
    "HloModule m\nENTRY e { ROOT x = f32[] parameter(0) }", "ENTRY e { ROOT x = f32[] parameter(0) }", "stablehlo.return",
    "func.func @f() { return }",
])
def test_programs_are_none_of_these(text: str) -> None:
    assert text_kind(text) is None


def test_programs_of_the_repository_are_none_of_these() -> None:
    for path in [*Path(__file__).resolve().parents[1].rglob("*.mlir")][::7]:
        assert text_kind(path.read_text(encoding="utf-8")) is None, path


@pytest.mark.parametrize("text", [
    "/*" * 500_000, " \n" * 500_000, "define " + "x" * 1_000_000, "@a(" + ")" * 1_000_000,
    '{"' + '\\"' * 500_000, "# x\n" * 300_000,
    "digraph " + "x" * 1_000_000, "import " + "x" * 1_000_000])
def test_long_beginnings_take_no_time(text: str) -> None:
    text_kind(text)
