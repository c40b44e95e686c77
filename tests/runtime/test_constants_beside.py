"""Constants beside a program: moved out, bound, mapped; found again by caches and pickles; wrong files."""

from __future__ import annotations

import io
import json
import pickle
import struct
import zipfile
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.ir.fingerprint import beside_of, fingerprint
from hloom.numbers.tensor_files import read_arrays, write_arrays
from hloom.passes.move_constants import moved_out
from tests.processes import printed

RANDOM = np.random.default_rng(0)
ARRAYS = {
    "f32": RANDOM.standard_normal((16, 16)).astype(np.float32), "f64": RANDOM.standard_normal(300),
    "i1": RANDOM.integers(0, 2, 300).astype(bool), "i8": RANDOM.integers(-9, 9, (3, 100)).astype(np.int8),
    "ui64": RANDOM.integers(0, 9, 300).astype(np.uint64), "bf16": RANDOM.standard_normal(300).astype(ml_dtypes.bfloat16),
    "f8E4M3FN": RANDOM.standard_normal(301).astype(ml_dtypes.float8_e4m3fn),
    "f8E5M2FNUZ": RANDOM.standard_normal(301).astype(ml_dtypes.float8_e5m2fnuz),
    "complex<f32>": (RANDOM.standard_normal(300) + 1j).astype(np.complex64), "complex<f64>": RANDOM.standard_normal(300) + 2j,
    "i4": RANDOM.integers(-8, 8, 300).astype(ml_dtypes.int4),
}
#: Layers of a net: as much as does not fit a kernel of its own.
LAYERS = 3


def shape(array: np.ndarray) -> str:
    return "".join(f"{n}x" for n in array.shape)


def constant(name: str, array: np.ndarray, type: str) -> str:
    raw = np.packbits(array.astype(bool), bitorder="little") if type == "i1" else array
    if type in ("i1", "i4"):
        elements = str(array.astype(np.int8).tolist()) if type == "i4" else str(array.tolist()).lower()
        return f"%{name} = stablehlo.constant dense<{elements}> : tensor<{shape(array)}{type}>"
    return f'%{name} = stablehlo.constant dense<"0x{raw.tobytes().hex().upper()}"> : tensor<{shape(array)}{type}>'


def every_type() -> Any:
    names = {type: f"w{k}" for k, type in enumerate(ARRAYS)}
    types = [f"tensor<{shape(array)}{type}>" for type, array in ARRAYS.items()]
    lines = "\n".join(constant(names[type], array, type) for type, array in ARRAYS.items())
    return hloom.parse(f"func.func @main() -> ({', '.join(types)}) {{\n{lines}\nreturn "
                       f"{', '.join(f'%{n}' for n in names.values())} : {', '.join(types)}\n}}")


def net() -> Any:
    weights = [(RANDOM.standard_normal((64, 64)) / 8).astype(np.float32) for _ in range(LAYERS)]
    lines, x = [], "%x"
    for k, w in enumerate(weights):
        lines.append(constant(f"layer_{k}", w, "f32"))
        lines.append(f"%d{k} = stablehlo.dot_general {x}, %layer_{k}, contracting_dims = [1] x [0] : "
                     "(tensor<200x64xf32>, tensor<64x64xf32>) -> tensor<200x64xf32>")
        x = f"%d{k}"
    return hloom.parse(f"func.func @main(%x: tensor<200x64xf32>) -> tensor<200x64xf32> {{\n{chr(10).join(lines)}\n"
                       f"return {x} : tensor<200x64xf32>\n}}")


@pytest.fixture(params=["npz", "safetensors"])
def moved(request: Any, tmp_path: Path) -> tuple[Path, Path]:
    """A net whose constants lie beside it."""
    made, arrays = moved_out(net())
    paths = tmp_path / "net.mlir", tmp_path / f"w.{request.param}"
    paths[0].write_text(str(made))
    write_arrays(paths[1], arrays)
    return paths


@pytest.mark.parametrize("suffix", ["npz", "safetensors"])
def test_constants_of_every_type_go_out_and_come_back(suffix: str, tmp_path: Path) -> None:
    module = every_type()
    can_hold = (lambda dtype: dtype.itemsize <= 8) if suffix == "safetensors" else (lambda dtype: True)
    made, arrays = moved_out(module, 1, can_hold)
    assert len(arrays) == len(ARRAYS) - (suffix == "safetensors")  # complex<f64>
    (tmp_path / "all.mlir").write_text(str(made))
    write_arrays(tmp_path / f"all.{suffix}", arrays)
    again = hloom.load(tmp_path / "all.mlir", constants=tmp_path / f"all.{suffix}")
    again.verify()
    for found in (hloom.evaluate(again), hloom.compile(again)()):
        for f, w in zip(found, ARRAYS.values()):
            assert f.dtype == w.dtype and f.tobytes() == w.tobytes()


def test_results_are_those_of_the_whole_program(moved: tuple[Path, Path]) -> None:
    x = RANDOM.standard_normal((200, 64)).astype(np.float32)
    module = hloom.load(moved[0], constants=moved[1])
    text = moved[0].read_text()
    assert "dense_resource<layer_0>" in text and len(text) < 2000
    wanted = hloom.evaluate(module, x)[0]
    np.testing.assert_allclose(hloom.compile(module)(x)[0], wanted, rtol=1e-4, atol=1e-5)
    arrays = {name: stored.array() for name, stored in read_arrays(moved[1]).items()}
    assert hloom.evaluate(hloom.load(moved[0], constants=arrays), x)[0].tobytes() == wanted.tobytes()


def test_constants_are_where_the_file_is(moved: tuple[Path, Path]) -> None:
    """Compiled programs, those from the cache, too, compute with the mapped bytes; nothing is packed or copied."""
    x = np.ones((200, 64), np.float32)
    for _ in range(2):
        module = hloom.load(moved[0], constants=moved[1])
        executable = hloom.compile(module)
        executable(x)
        program = executable.native.program  # type: ignore[attr-defined]
        mapped = {b.array.ctypes.data for b in beside_of(module)}
        assert {program.constants[k].ctypes.data for k in program.beside} == mapped and len(mapped) == LAYERS
        assert sum(c.nbytes for k, c in enumerate(program.constants) if k not in program.beside) == 0
        assert all(b.array.ctypes.data % 64 == 0 and not b.array.flags.writeable for b in beside_of(module))


def test_fingerprints_know_the_contents_and_not_the_file(moved: tuple[Path, Path], tmp_path: Path) -> None:
    module = hloom.load(moved[0], constants=moved[1])
    arrays = {name: stored.array() for name, stored in read_arrays(moved[1]).items()}
    assert fingerprint(hloom.load(moved[0], constants=arrays)) == fingerprint(module)
    arrays["layer_1"] = arrays["layer_1"] + 1
    assert fingerprint(hloom.load(moved[0], constants=arrays)) != fingerprint(module)


SCRIPT = """
import pickle, sys
import numpy as np, hloom
x = np.ones((200, 64), np.float32)
if sys.argv[1].endswith("pickle"):
    run = pickle.load(open(sys.argv[1], "rb"))
else:
    run = hloom.compile(hloom.load(sys.argv[1], constants=sys.argv[2]))
print(run(x)[0].sum(dtype="f8"), sorted(run.stats["seconds"]), "llvmlite" in sys.modules)
"""


def started(*arguments: Path, cache: Path) -> list[str]:
    return printed("-c", SCRIPT, *arguments, HLOOM_CACHE=cache).splitlines()


def test_a_second_start_and_a_pickle_hold_no_constants(moved: tuple[Path, Path], tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first, second = started(*moved, cache=cache), started(*moved, cache=cache)
    assert second[0].split()[0] == first[0].split()[0] and "cache" in second[0] and second[0].endswith("False")
    size = sum(f.stat().st_size for f in cache.rglob("*") if f.is_file())
    assert size < 64 * 64 * 4 * LAYERS
    data = pickle.dumps(hloom.compile(hloom.load(moved[0], constants=moved[1])))
    assert len(data) < 64 * 64 * 4 * LAYERS
    (tmp_path / "run.pickle").write_bytes(data)
    assert started(tmp_path / "run.pickle", cache=tmp_path / "other")[0].split()[0] == first[0].split()[0]


def test_a_pickle_of_arrays_in_memory_brings_them(moved: tuple[Path, Path], tmp_path: Path) -> None:
    arrays = {name: np.array(stored.array()) for name, stored in read_arrays(moved[1]).items()}
    x = np.ones((200, 64), np.float32)
    run = hloom.compile(hloom.load(moved[0], constants=arrays))
    assert pickle.loads(pickle.dumps(run))(x)[0].tobytes() == run(x)[0].tobytes()


def test_a_pickle_does_not_run_on_other_constants(moved: tuple[Path, Path]) -> None:
    data = pickle.dumps(hloom.compile(hloom.load(moved[0], constants=moved[1])))
    arrays = {name: np.array(stored.array()) for name, stored in read_arrays(moved[1]).items()}
    write_arrays(moved[1], arrays | {"layer_2": arrays["layer_2"] * 2})
    with pytest.raises(hloom.InputError, match="'layer_2' is another one than when the program was compiled"):
        pickle.loads(data)
    write_arrays(moved[1], {"layer_0": arrays["layer_0"]})
    with pytest.raises(hloom.InputError, match=r"'layer_1' of stablehlo\.constant is not there"):
        pickle.loads(data)


def test_a_file_that_is_written_anew_is_another_one(moved: tuple[Path, Path]) -> None:
    x = np.ones((200, 64), np.float32)
    before = hloom.compile(hloom.load(moved[0], constants=moved[1]))
    first = before(x)[0]
    arrays = {name: np.array(stored.array()) for name, stored in read_arrays(moved[1]).items()}
    write_arrays(moved[1], arrays | {"layer_2": arrays["layer_2"] * 2})
    after = hloom.compile(hloom.load(moved[0], constants=moved[1]))
    np.testing.assert_allclose(after(x)[0], 2 * first, rtol=1e-5)
    assert before(x)[0].tobytes() == first.tobytes()  # whose file is still mapped


PROGRAM = """func.func @main() -> (tensor<2x3xf32>, tensor<4xi1>) {
  %0 = stablehlo.constant dense_resource<w> : tensor<2x3xf32>
  %1 = stablehlo.constant dense_resource<mask> : tensor<4xi1>
  return %0, %1 : tensor<2x3xf32>, tensor<4xi1>
}"""
FITTING = {"w": np.zeros((2, 3), np.float32), "mask": np.zeros(4, bool)}


@pytest.mark.parametrize("given, message", [
    ({"w": FITTING["w"]}, "<input>:3:8: error: .* constant 'mask' of stablehlo.constant is not there"),
    ({}, "(?s)constant 'w' .* is not there.*constant 'mask' .* is not there"),
    (FITTING | {"w": np.zeros((3, 2), np.float32)}, r"has shape \[3, 2\] of f32, and the program wants tensor<2x3xf32>"),
    (FITTING | {"w": np.zeros((2, 3))}, r"has shape \[2, 3\] of f64"),
    (FITTING | {"w": np.zeros((2, 3), "S4")}, r"has shape \[2, 3\] of \|S4"),
    (FITTING | {"w": np.zeros((2, 3), np.uint32)}, "of ui32"),
    (FITTING | {"mask": np.array([0, 1, 2, 0], np.uint8).view(bool)}, "truth values that are neither 0 nor 1"),
    (FITTING | {"mask": None}, "of object"),
])
def test_constants_that_do_not_fit(given: Any, message: str, tmp_path: Path) -> None:
    (tmp_path / "program.mlir").write_text(PROGRAM)
    with pytest.raises(hloom.InputError, match=message.replace("<input>", ".*program.mlir")):
        hloom.load(tmp_path / "program.mlir", constants=given)


def test_a_program_without_its_constants_says_what_is_missing() -> None:
    module = hloom.parse(PROGRAM)
    module.verify()
    for run in (hloom.evaluate, lambda module: hloom.compile(module)()):
        with pytest.raises(hloom.UserError, match=r"(?s)<input>:2:8.*no resource 'w'.*constants="):
            run(module)


# -- files that nobody should trust -------------------------------------------------------------------------------------------
def safetensors(header: Any, data: bytes = b"", length: int | None = None) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + data


def entry(dtype: Any = "F32", shape: Any = (1,), offsets: Any = (0, 4)) -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": offsets}


def archive(**members: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name, data in members.items():
            made.writestr(name.replace("__", "."), data)
    return file.getvalue()


def npy(array: np.ndarray, allow_pickle: bool = False) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=allow_pickle)
    return file.getvalue()


def patched(data: bytes, at: bytes, other: bytes) -> bytes:
    assert at in data and len(at) == len(other)
    return data.replace(at, other)


WRONG = {
    "empty": b"", "short": b"abc", "zeros": bytes(100), "text": b"hello, this is a text and no file of arrays",
    "a header behind the end": safetensors({}, length=1 << 40), "a header that is no object": safetensors([1]),
    "no JSON": safetensors(b"{"), "no UTF-8": safetensors(b"\xff\xfe{}"), "deep JSON": safetensors(b"[" * 100_000),
    "a name twice": safetensors(b'{"a": 1, "a": 2}'), "an entry that is none": safetensors({"a": 3}),
    "a type that is not known": safetensors({"a": entry("F33")}, bytes(4)),
    "a type that is no text": safetensors({"a": entry([1])}, bytes(4)),
    "a negative size": safetensors({"a": entry(shape=[-1])}, bytes(4)),
    "a size that is no number": safetensors({"a": entry(shape=[True])}, bytes(4)),
    "sizes beyond all": safetensors({"a": entry(shape=[1 << 61, 8])}, bytes(4)),
    "many dimensions": safetensors({"a": entry(shape=[1] * 65)}, bytes(4)),
    "offsets beyond the file": safetensors({"a": entry(offsets=[0, 1 << 50])}, bytes(4)),
    "offsets in a wrong order": safetensors({"a": entry(offsets=[4, 0])}, bytes(4)),
    "three offsets": safetensors({"a": entry(offsets=[0, 4, 8])}, bytes(8)),
    "offsets of another size": safetensors({"a": entry(offsets=[0, 8])}, bytes(8)),
    "arrays that overlap": safetensors({"a": entry(shape=[2], offsets=[0, 8]), "b": entry(offsets=[4, 8])}, bytes(8)),
    "bytes of nobody": safetensors({"a": entry()}, bytes(8)),
    "an archive of something else": archive(a__txt=b"hello"), "an array that is none": archive(a__npy=b"hello"),
    "an array without elements": archive(a__npy=npy(np.zeros(4))[:-8]),
    "an array with too many": archive(a__npy=npy(np.zeros(4)) + b"12345678"),
    "objects": archive(a__npy=npy(np.array([{}], dtype=object), True)),
    "records": archive(a__npy=npy(np.zeros(2, [("x", "f4")]))),
    "a header of code": archive(a__npy=patched(npy(np.zeros(4)), b"'fortran_order': False", b"'fortran_order': f(x) ")),
    "a negative length": archive(a__npy=patched(npy(np.zeros(4)), b"(4,)", b"-4,)"[:4])),
    "half an archive": archive(a__npy=npy(np.zeros(400)))[:-30],
    "an archive without its beginning": b"PK" + archive(a__npy=npy(np.zeros(400)))[60:],
    "a member of another size": patched(archive(a__npy=npy(np.zeros(4))), struct.pack("<I", len(npy(np.zeros(4)))),
                                        struct.pack("<I", 1 << 30)),
}


@pytest.mark.parametrize("name", WRONG)
def test_files_that_are_no_files_of_arrays(name: str, tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(WRONG[name])
    with pytest.raises(hloom.InputError, match=r"w\.bin: "):
        read_arrays(tmp_path / "w.bin")


@pytest.mark.parametrize("suffix", ["npz", "safetensors", "packed"])
def test_damaged_bytes_are_an_error_or_another_array(suffix: str, tmp_path: Path) -> None:
    """Any byte of the headers may be anything."""
    path = tmp_path / f"w.{suffix.replace('packed', 'npz')}"
    if suffix == "packed":
        np.savez_compressed(path, w=np.ones((20, 30), np.float32), b=np.arange(500))
    else:
        write_arrays(path, {"w": np.ones((2, 3), np.float32), "b": np.ones(5, np.int8)})
    whole, random = path.read_bytes(), np.random.default_rng(4)
    for _ in range(600):
        data = bytearray(whole[: random.integers(len(whole) // 2, len(whole) + 1)] if random.random() < 0.2 else whole)
        for _ in range(random.integers(1, 4)):
            data[random.integers(len(data))] = random.integers(256)
        path.write_bytes(data)
        try:
            for stored in read_arrays(path).values():
                assert stored.array().nbytes <= max(len(data), 8000)
        except hloom.InputError:
            pass


def test_packed_and_transposed_members_are_copied(tmp_path: Path) -> None:
    w, mask = np.arange(6, dtype=np.float32).reshape(2, 3), np.array([1, 0, 1, 1], bool)
    (tmp_path / "program.mlir").write_text(PROGRAM)
    columns, packed, plain = np.asfortranarray(w), np.savez_compressed, np.savez
    for save, array in ((packed, w), (packed, columns), (plain, w), (plain, columns), (plain, w.astype(">f4"))):
        save(tmp_path / "w.npz", mask=mask, w=array)
        module = hloom.load(tmp_path / "program.mlir", constants=tmp_path / "w.npz")
        for found in (hloom.evaluate(module), hloom.compile(module)()):
            np.testing.assert_array_equal(found[0], w)
            np.testing.assert_array_equal(found[1], mask)


def test_what_is_unpacked_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    np.savez_compressed(tmp_path / "w.npz", w=np.zeros(1 << 20))
    monkeypatch.setenv("HLOOM_INPUT_LIMIT", "100000")
    with pytest.raises(hloom.InputError, match="HLOOM_INPUT_LIMIT"):
        read_arrays(tmp_path / "w.npz")["w"].array()


def test_names(tmp_path: Path) -> None:
    text = """func.func @main() -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
      %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
      %w = stablehlo.constant dense<[4, 5, 6]> : tensor<3xi32>
      %1 = stablehlo.constant dense<[7, 8, 9]> : tensor<3xi32> loc("bias")
      %2 = stablehlo.constant dense<[4, 5, 6]> : tensor<3xi32>
      return %0, %w, %1, %2 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
    }
    func.func @other() -> tensor<3xi32> {
      %w = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi32>
      return %w : tensor<3xi32>
    }"""
    made, arrays = moved_out(hloom.parse(text), 1)
    assert {name: array.tolist() for name, array in arrays.items()} == {
        "constant": [1, 2, 3], "w": [4, 5, 6], "bias": [7, 8, 9], "w_1": [1, 1, 2]}
    module = hloom.load(_written(tmp_path, str(made)), constants=arrays)
    assert [r.tolist() for r in hloom.evaluate(module)] == [[1, 2, 3], [4, 5, 6], [7, 8, 9], [4, 5, 6]]
    small, none = moved_out(hloom.parse(text))
    assert not none and str(small) == str(hloom.parse(text))


def test_other_forms_state_what_lay_beside(moved: tuple[Path, Path]) -> None:
    x = np.ones((200, 64), np.float32)
    module = hloom.load(moved[0], constants=moved[1])
    wanted = hloom.evaluate(module, x)[0]
    for again in (hloom.parse(module.to_hlo_text(), format="hlo"), hloom.parse(module.to_hlo_proto(), format="proto")):
        np.testing.assert_allclose(hloom.evaluate(again, x)[0], wanted, rtol=1e-5)


def _written(folder: Path, text: str) -> Path:
    (folder / "written.mlir").write_text(text)
    return folder / "written.mlir"
