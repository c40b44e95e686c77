"""Saved programs that are damaged and sealed again: the bytes say what no program says, and that is a miss, no failure."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.runtime import saved
from hloom.runtime.cache import Cache
from hloom.runtime.dispatch import lapack
from tests.passes.programs import program

MODULE = """(%x: tensor<4x8xf32>, %s: tensor<f32>) -> tensor<4x8xf32> {
    %c = stablehlo.constant dense<[[1.0], [2.0], [3.0], [4.5]]> : tensor<4x1xf32>
    %d = stablehlo.broadcast_in_dim %c, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
    %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %1 = stablehlo.multiply %x, %0 : tensor<4x8xf32>
    %2 = stablehlo.add %1, %d : tensor<4x8xf32>
    return %2 : tensor<4x8xf32> }"""
X = np.arange(32, dtype=np.float32).reshape(4, 8)
EXPECTED = X * 2 + np.array([[1], [2], [3], [4.5]], np.float32)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """An empty cache, the process's own during the test."""
    hloom.compile(program(MODULE))  # so that what all programs share is in another one
    made = Cache(tmp_path / "cache", 1 << 28)
    monkeypatch.setattr(Cache, "_process", made)
    return made


def parts(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The header of a saved program, and what follows."""
    (length,) = struct.unpack_from("<Q", data)
    return json.loads(data[8 : 8 + length]), data[8 + length :]


def joined(header: Any, rest: bytes) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + rest


def with_header(**changes: Any) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        header, rest = parts(data)
        return joined(header | changes, rest)

    return change


def without(name: str) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        header, rest = parts(data)
        del header[name]
        return joined(header, rest)

    return change


def with_objects(fill: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Other bytes in place of the object files, as many or not."""
    def change(data: bytes) -> bytes:
        header, rest = parts(data)
        code = sum(header["objects"])
        made = fill(rest[-code:])
        return joined(header | {"objects": [len(made)]}, rest[:-code] + made)

    return change


def with_table(change: Callable[[list[Any]], list[Any]]) -> Callable[[bytes], bytes]:
    return lambda data: with_header(table=change(parts(data)[0]["table"]))(data)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda d: b"", "a few bytes": lambda d: d[:5], "no header": lambda d: d[:8], "half a header": lambda d: d[:40],
    "half": lambda d: d[: len(d) // 2], "a byte less": lambda d: d[:-1], "a byte more": lambda d: d + b"x",
    "a huge header": lambda d: struct.pack("<Q", 2**64 - 1) + d[8:], "no JSON": lambda d: joined(b"{", parts(d)[1]),
    "no UTF-8": lambda d: joined(b'"\xff"', parts(d)[1]), "deep JSON": lambda d: joined(b"[" * 100_000, parts(d)[1]),
    "a list for a header": lambda d: joined([1, 2], parts(d)[1]), "null for a header": lambda d: joined(None, parts(d)[1]),
    **{f"without {name}": without(name) for name in ("name", "arguments", "results", "constants", "routines", "arena", "kernels",
                                                     "stats", "objects", "table", "late", "aliases")},
    "a result where a smaller argument is": with_header(aliases=[[0, 1]]),
    "a result that is none": with_header(aliases=[[1, 0]]), "an argument that is none": with_header(aliases=[[0, 7]]),
    "a result counted from the end": with_header(aliases=[[-1, 0]]), "three numbers": with_header(aliases=[[0, 0, 0]]),
    "a result at two places": with_header(aliases=[[0, 0], [0, 0]]), "aliases by name": with_header(aliases={"0": 0}),
    "aliases of none": with_header(aliases=None),
    "an unknown routine": with_header(routines=["system"]), "a routine without a name": with_header(routines=[7]),
    "no arguments": with_header(arguments=[]), "no results": with_header(results=[]),
    "larger arguments": with_header(arguments=[[[4, 800], "f32"], [[], "f32"]]),
    "an argument for a result": with_header(arguments=[[[4, 8], "f32"]], results=[[[], "f32"], [[4, 8], "f32"]]),
    "another type": with_header(results=[[[4, 8], "f64"]]), "no such type": with_header(results=[[[4, 8], "f33"]]),
    "a negative arena": with_header(arena=-1), "half an arena": with_header(arena=0.5), "a huge arena": with_header(arena=2**70),
    "an arena in words": with_header(arena="64"), "kernels by name": with_header(kernels={"k": 1}),
    "a listing of numbers": with_header(kernels=[["k", 1, []]]), "no operations": with_header(kernels=[["k", "text", 1]]),
    "stats of none": with_header(stats=None), "huge constants": with_header(constants=[[[2**40], "<f4"]]),
    "negative constants": with_header(constants=[[[-1], "<f4"]]), "constants of objects": with_header(constants=[[[4, 1], "O"]]),
    "constants of no type": with_header(constants=[[[4, 1], "finfo"]]),
    "a type of another kind": with_header(constants=[[[4], 7]]),
    "a table for a constant": with_header(late=[[0, ["chirp", 32, 2]]]), "a table of what is not there": with_header(
        late=[[1, ["chirp", 32, 2]]]),
    "a table of no kind": with_header(late=[[0, ["sines", 32, 2, 4, 4, 1]]], constants=[[[4, 1, 2, 1], "<f4"]]),
    "a table of nothing but its size": with_header(late=[[0, ["filter", 32, 9, 4, 4, 1]]], constants=[[[4, 1, 2, 1], "<f4"]]),
    "tables by name": with_header(late={"a": 1}),
    "no objects": with_header(objects=[]), "too many objects": with_header(objects=[10, 10**9]),
    "negative objects": with_header(objects=[-5]), "an infinite object": with_header(objects=[float("inf")]),
    "empty object": with_objects(lambda code: b""), "zeros": with_objects(lambda code: bytes(len(code))),
    "text": with_objects(lambda code: b"define void @entry() { ret void }"),
    "half an object": with_objects(lambda c: c[: len(c) // 2]),
    "an object's head": with_objects(lambda code: code[:64]),
    "no symbols": with_objects(lambda c: c.replace(b"loop_0", b"pool_0")),
    "no table": with_header(table=[]), "a table of nothing": with_header(table=None), "no words": with_header(table=[2]),
    "a table of zeros": with_table(lambda words: [0] * len(words)),
    "half a table": with_table(lambda words: words[: len(words) // 2]),
    "a table without an end": with_table(lambda words: words[:-1]), "a longer table": with_table(lambda words: [*words, 1]),
    "a number for a function": with_table(lambda words: [4096 if type(w) is str else w for w in words]),
    "the system's function": with_table(lambda words: ["system" if type(w) is str else w for w in words]),
    "another kernel's function": with_table(lambda words: ["loop_1" if type(w) is str else w for w in words]),
    "a function that no object has": with_table(lambda words: [f"{w}_pack" if type(w) is str else w for w in words]),
    "an argument more in the table": with_table(lambda words: [9 if w == 8 else w for w in words]),
    "fractions in the table": with_table(lambda words: [float(w) if type(w) is int else w for w in words]),
    "less memory for the table": with_table(lambda words: [words[0] - 1, *words[1:]]),
}


def test_tables_that_take_long_are_computed_anew(cache: Cache) -> None:
    """They are not part of what is kept, which is shorter than one of them."""
    module = program("""(%x: tensor<20011xcomplex<f32>>) -> tensor<20011xcomplex<f32>> {
        %0 = stablehlo.fft %x, type = FFT, length = [20011] : (tensor<20011xcomplex<f32>>) -> tensor<20011xcomplex<f32>>
        return %0 : tensor<20011xcomplex<f32>> }""")
    x = np.random.default_rng(0).standard_normal(20011).astype(np.complex64)
    expected = np.fft.fft(x.astype(complex))
    for number in range(2):
        executable = hloom.compile(module)
        assert ("cache" in executable.stats["seconds"]) == bool(number)
        for _ in range(2):
            assert np.abs(executable(x)[0] - expected).max() < 2e-6 * np.abs(expected).max()
    data = cache.get(executable.cache_key or "")
    assert data is not None and len(data) < x.nbytes


@pytest.mark.kept
@pytest.mark.parametrize("name", DAMAGE)
def test_what_is_damaged_and_sealed_again_is_a_miss(name: str, cache: Cache, tmp_path: Path) -> None:
    module = program(MODULE)
    key = hloom.compile(module).cache_key or ""
    data = cache.get(key)
    assert data is not None
    bad = DAMAGE[name](data)
    assert bad != data
    cache.put(key, bad)
    executable = hloom.compile(module)
    assert "cache" not in executable.stats["seconds"]
    assert np.array_equal(executable(X, 2.0)[0], EXPECTED)
    cache.finish_deferred()  # the entry is a good one again, in memory and on disk
    for again in (cache, Cache(tmp_path / "cache", 1 << 28)):
        found = again.get(key)
        assert found is not None and parts(found)[0]["objects"] == parts(data)[0]["objects"]
    assert "cache" in hloom.compile(module).stats["seconds"]


@pytest.mark.kept
def test_a_program_without_code_is_kept_without_objects(cache: Cache) -> None:
    module = program("""(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<2xi32>) {
        %c = stablehlo.constant dense<[7, -7]> : tensor<2xi32>
        return %x, %c : tensor<5xf32>, tensor<2xi32> }""")
    x = np.arange(5, dtype=np.float32)
    for is_kept in (False, True):
        executable = hloom.compile(module)
        assert ("cache" in executable.stats["seconds"]) is is_kept
        assert executable(x)[0].tolist() == x.tolist() and executable(x)[1].tolist() == [7, -7]
    (key,) = cache._entries
    data = cache.get(key)
    assert data is not None and parts(data)[0]["objects"] == []
    cache.put(key, with_header(objects=[], table=[2, 1, "loop_0", 1, 0, 0])(data))  # a kernel that it has not got
    assert "cache" not in hloom.compile(module).stats["seconds"]


@pytest.mark.kept
def test_routines_are_found_anew(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program names the routines of LAPACK that it calls; where there are none, it is compiled without."""
    t = "tensor<3x3xf64>"
    module = program(f"""(%a: {t}) -> (tensor<3xf64>) {{
        %0:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {{mhlo.backend_config = {{mode = 78 : ui8, uplo = 76 : ui8}},
            backend_config = ""}} : ({t}) -> ({t}, tensor<3xf64>, tensor<i32>)
        return %0#1 : tensor<3xf64> }}""")
    a = np.array([[2, 1, 0], [1, 2, 0], [0, 0, 5]], float)
    executable = hloom.compile(module)
    assert not executable.fallbacks
    data = cache.get(executable.cache_key or "")
    assert data is not None and parts(data)[0]["routines"] == ["dsyevd"]
    again = hloom.compile(module)
    assert "cache" in again.stats["seconds"]
    np.testing.assert_allclose(again(a)[0], [1, 3, 5])
    monkeypatch.setattr(lapack, "routine", lambda name: None)
    alone = hloom.compile(module)
    assert "cache" not in alone.stats["seconds"] and len(alone.fallbacks) == 1
    np.testing.assert_allclose(alone(a)[0], [1, 3, 5])


@pytest.mark.kept
def test_random_bytes_in_the_header_are_damage_or_harmless() -> None:
    """Whatever is in them, they end in the one exception, or in a program of the right types."""
    module = program(MODULE)
    type = module.functions["main"].function_type
    made = hloom.compile(module)
    data = saved.save(made.native.program, [b"code"], made.kernels, {}, saved.numbers_of(module))  # type: ignore[union-attr]
    length = len(data) - 4
    source = random.Random(0)
    refused = 0
    for _ in range(2000):
        bad = bytearray(data)
        for _ in range(source.choice((1, 1, 2, 5))):
            bad[source.randrange(length)] = source.randrange(256)
        try:
            found, code, found_kernels, stats = saved.restore(bytes(bad), module, type.inputs, type.outputs)
        except saved.DamagedError:
            refused += 1
            continue
        assert found.argument_types == [*type.inputs] and found.result_types == [*type.outputs]
        assert isinstance(found.arena_bytes, int) and isinstance(stats, dict) and len(code) == 1
        assert len(found.functions) == 1 and found.functions[0].startswith(tuple(found_kernels))
    assert refused > 200
