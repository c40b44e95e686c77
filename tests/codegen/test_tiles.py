"""Products on tile registers: by a simulation of the instructions, and as code for a processor that has them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from hloom.codegen.cpu.contraction.matmul import Request, plan_matmul
from hloom.codegen.cpu.contraction.spec import MatmulSpec
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from hloom.codegen.x86.dot_products import Tiles
from hloom.numbers.convert import convert
from hloom.numbers.element_type import ELEMENT_TYPES, of_dtype
from hloom.runtime.llvm_modules import emit_assembly
from tests.codegen import test_convolution, test_matmul
from tests.codegen.contraction_harness import Compiled
from tests.harness import WITHOUT_TILES, guarded, needs_pages

TYPES = [("bfloat16", "bfloat16", "float32"), ("int8", "int8", "int32"), ("uint8", "uint8", "int32"), ("uint8", "int8", "int32"),
         ("int8", "uint8", "int8"), ("int4", "uint4", "int32")]


class Simulated:
    """What the instructions do, on memory of the module in place of registers; shapes are those of the `Tiles` that are used."""

    @staticmethod
    def _register(f: Function, tile: int) -> Value:
        state = f.module.define_global("tile_registers", "internal global [8192 x i8] zeroinitializer, align 64")
        return f.address(state, 1024 * tile, "i8")

    def configure(self: Any, f: Function) -> None:
        for rows, words in self.shapes().values():
            assert 0 < rows <= 16 and 0 < words <= 16
        assert len(self.configuration()) == 64

    def release(self: Any, f: Function) -> None:
        """Nothing is held."""

    def clear(self: Any, f: Function, tile: int) -> None:
        f.clear_bytes(Simulated._register(f, tile), 1024)

    def load(self: Any, f: Function, tile: int, address: Value, stride: Value) -> None:
        rows, words = self.shapes()[tile]
        Simulated.clear(self, f, tile)
        for row in range(rows):
            place = f.address(Simulated._register(f, tile), 64 * row, "i8")
            f.copy_bytes(place, f.address(address, f.mul(stride, row), "i8"), 4 * words)

    def store(self: Any, f: Function, tile: int, address: Value, stride: Value) -> None:
        rows, words = self.shapes()[tile]
        for row in range(rows):
            place = f.address(Simulated._register(f, tile), 64 * row, "i8")
            f.copy_bytes(f.address(address, f.mul(stride, row), "i8"), place, 4 * words)

    def multiply(self: Any, f: Function, name: str, sums: int, left: int, right: int) -> None:
        rows, columns = self.shapes()[sums]
        depth = self.depth
        assert self.shapes()[left] == (rows, depth) and self.shapes()[right] == (depth, columns)  # or the processor faults
        a, b, c = (Simulated._register(f, t) for t in (left, right, sums))
        element = "float" if name == "tdpbf16ps" else "i32"
        with f.loop(0, rows) as m, f.loop(0, columns) as n, f.loop(0, depth) as k:
            place = f.address(c, f.add(f.mul(m, 16), n), element)
            total = f.load(element, place)
            words = [f.load("i32", f.address(x, f.add(f.mul(i, 16), j), "i32")) for x, i, j in ((a, m, k), (b, k, n))]
            for part in range(2 if element == "float" else 4):
                total = f.add(total, f.mul(*(Simulated._member(f, w, name, part, side) for side, w in enumerate(words))))
            f.store(total, place)

    @staticmethod
    def _member(f: Function, word: Value, name: str, part: int, side: int) -> Value:
        if name == "tdpbf16ps":
            high = f.binary("and", word, -65536) if part else f.binary("shl", word, 16)
            return f.cast("bitcast", high, "float")
        byte = f.cast("trunc", f.binary("lshr", word, 8 * part), "i8")
        return f.cast("sext" if name[4 + side] == "s" else "zext", byte, "i32")


@pytest.fixture(params=["simulated", "on the processor"])
def with_tiles(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Target:
    """A target with tile registers, by simulation and, where this processor has them, as they are."""
    if request.param == "on the processor":
        if WITHOUT_TILES:
            pytest.skip(WITHOUT_TILES)
        return Target.host()
    for name in ("configure", "release", "clear", "load", "store", "multiply"):
        monkeypatch.setattr(Tiles, name, getattr(Simulated, name))
    return replace(Target.host(), has_bf16_tiles=True, has_byte_tiles=True)


def spy(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The instructions that are emitted from now on."""
    used: list[str] = []
    multiply = Tiles.multiply

    def noted(self: Tiles, f: Function, name: str, sums: int, left: int, right: int) -> None:
        used.append(name)
        multiply(self, f, name, sums, left, right)

    monkeypatch.setattr(Tiles, "multiply", noted)
    return used


@pytest.mark.parametrize("types", TYPES, ids="-".join)
def test_products(types: tuple[str, str, str], with_tiles: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    """Full tiles and parts of some, steps of fewer groups, all layouts, blocks of k, batches, operands that begin anywhere."""
    used = spy(monkeypatch)
    generator = np.random.default_rng(len(types[1]))
    out = np.dtype(getattr(ml_dtypes, types[2], types[2]))
    shapes = [(64, 128, 64), (19, 64, 37), (8, 128, 8), (33, 64 * 30, 17), (45, 192, 50), (21, 784, 40), (33, 200, 17),
              (40, 24, 24), (16, 1960, 9)]
    for m, k, n in shapes:
        lhs, rhs = (test_matmul.numbers_of(generator, s, t) for s, t in (((m, k), types[0]), ((k, n), types[1])))
        for left, right in [(lhs, rhs)] if k > 1000 else [(lhs, np.asfortranarray(rhs)), (np.asfortranarray(lhs), rhs)]:
            test_matmul.check(left, right, with_tiles, out)
    lhs, rhs = (test_matmul.numbers_of(generator, s, t) for s, t in (((3, 18, 65), types[0]), ((3, 64, 33), types[1])))
    test_matmul.check(lhs[..., 1:], rhs[:, :, :17], with_tiles, out, lhs_batch=(0,), rhs_batch=(0,), lhs_contracting=(2,),
                      rhs_contracting=(1,))
    test_matmul.check(lhs[:, ::-1, :64], rhs, with_tiles, out, lhs_batch=(0,), rhs_batch=(0,), lhs_contracting=(2,),
                      rhs_contracting=(1,))
    assert len(used) > 4 * len(shapes)


@pytest.mark.parametrize(("operands", "result"), [("bf16", "f32"), ("i8", "i32"), ("ui8", "i8")])
def test_convolutions(operands: str, result: str, with_tiles: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    used = spy(monkeypatch)
    generator = np.random.default_rng(3)
    element, out = ELEMENT_TYPES[operands], ELEMENT_TYPES[result]
    for layout in test_convolution.LAYOUTS:
        for shape, kernel, options in [
                ((2, 9, 10, 64), (3, 3, 64, 40), {"padding": ((1, 1), (2, 0))}),
                ((1, 12, 9, 128), (2, 3, 64, 18), {"padding": ((1, 1), (0, 1)), "feature_groups": 2, "rhs_dilation": (1, 2)}),
                ((3, 7, 18, 64), (1, 1, 64, 33), {"strides": (2, 1)}),
                ((2, 9, 10, 48), (3, 3, 48, 40), {"padding": ((1, 1), (2, 0))}),
                ((2, 9, 17, 24), (3, 3, 24, 19), {"padding": ((1, 1), (1, 1))}),
                ((1, 40, 64), (3, 64, 16), {"padding": ((1, 1),), "strides": (2,)})]:
            x, w = (test_convolution.random(generator, s) * 4 if element.is_float else generator.integers(0, 8, s)
                    for s in (shape, kernel))
            bound = float(ml_dtypes.finfo(out.dtype).eps) if out.is_float else 0.0
            test_convolution.check(convert(x, element), convert(w, element), with_tiles, layout, out_dtype=out.dtype, bound=bound,
                                   **options)
    assert len(used) > 8


@needs_pages
@pytest.mark.parametrize("columns", [45, 48, 64, 80])
@pytest.mark.parametrize("depth", [128, 64 * 30])
def test_an_epilogue_gets_sums_of_tiles(depth: int, columns: int, with_tiles: Target) -> None:
    """Of one block of k and of several; of tiles whose columns are no whole vectors, where those of the result are."""
    generator = np.random.default_rng(2)
    lhs, rhs = (generator.integers(-9, 9, s).astype(np.int8) for s in ((40, depth), (depth, columns)))
    spec = MatmulSpec.dot_general(lhs.shape, rhs.shape, lhs_type=of_dtype("int8"), rhs_type=of_dtype("int8"),
                                  out_type=of_dtype("int32"), lhs_contracting=[1], rhs_contracting=[0])

    def epilogue(f: Function, sums: Value, batch: Any, m: Any, n: Any, width: int) -> Value:
        return f.add(sums, constant(sums.type, 7))

    module, out = LLVMModule(), guarded(np.zeros((40, columns), np.int32), True)
    made = plan_matmul(Request(spec, with_tiles, 3, epilogue=epilogue)).emit(module, "product")
    Compiled(module, made, with_tiles)(lhs, rhs, out)
    np.testing.assert_array_equal(out, lhs.astype(np.int32) @ rhs.astype(np.int32) + 7)


@pytest.mark.parametrize(("type", "out", "instruction"), [("bfloat16", "float32", "tdpbf16ps"), ("int8", "int32", "tdpbssd"),
                                                          ("uint8", "int32", "tdpbuud")])
def test_code_for_a_processor_with_tiles(type: str, out: str, instruction: str) -> None:
    host, module = Target.host(), LLVMModule()
    if not host.triple.startswith("x86_64"):
        pytest.skip("tiles are registers of x86-64 processors")
    features = ("+avx512f,+avx512vl,+avx512bw,+avx512dq,+avx512bf16,+avx512vnni,+avx2,+avx,+fma,+f16c,"
                "+amx-tile,+amx-bf16,+amx-int8")
    target = Target.describe(host.triple, "sapphirerapids", features)
    element = of_dtype(getattr(ml_dtypes, type, type))
    spec = MatmulSpec.dot_general((64, 256), (256, 64), lhs_type=element, rhs_type=element, out_type=of_dtype(out),
                                  lhs_contracting=[1], rhs_contracting=[0])
    plan_matmul(Request(spec, target, 2)).emit(module, "product")
    code = emit_assembly(module.text(target.attributes), target)
    for name in (instruction, "ldtilecfg", "tilerelease", "tilestored"):
        assert name in code


def test_depths_that_leave_tiles_empty_are_left_to_vectors(with_tiles: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    used = spy(monkeypatch)
    generator = np.random.default_rng(5)
    for k in (37 * 4, 16, 333):
        lhs, rhs = (test_matmul.numbers_of(generator, s, "int8") for s in ((20, k), (k, 24)))
        test_matmul.check(lhs, rhs, with_tiles, np.dtype(np.int32))
    assert not used


@pytest.mark.parametrize(("has_tiles", "depth", "uses"), [(True, 74, False), (True, 80, False), (False, 74, True)])
def test_bf16_that_fills_no_tiles_is_multiplied_in_f32(has_tiles: bool, depth: int, uses: bool) -> None:
    target, module = replace(Target.host(), has_bf16_dot=True, has_bf16_tiles=has_tiles), LLVMModule()
    spec = MatmulSpec.dot_general((20, depth), (depth, 24), lhs_type=ELEMENT_TYPES["bf16"], rhs_type=ELEMENT_TYPES["bf16"],
                                  out_type=ELEMENT_TYPES["f32"], lhs_contracting=[1], rhs_contracting=[0])
    plan_matmul(Request(spec, target, 1)).emit(module, "product")
    text = module.text()
    assert ("avx512bf16.dpbf16ps" in text) == uses
    assert ("x86.tdpbf16ps" in text) == (has_tiles and depth == 80)


def test_shapes_of_tiles() -> None:
    tiles = Tiles(20, 24)
    assert tiles.shapes() == {0: (16, 16), 1: (16, 8), 2: (4, 16), 3: (4, 8), 4: (16, 16), 5: (4, 16), 6: (16, 16), 7: (16, 8)}
    data = tiles.configuration()
    assert data[0] == 1 and list(data[48:56]) == [16, 16, 4, 4, 16, 4, 16, 16]
    assert np.frombuffer(data[16:32], np.uint16).tolist() == [64, 32, 64, 32, 64, 64, 64, 32]
    assert Tiles(20, 24, 10).shapes()[5] == (4, 10) and Tiles(20, 24, 10).shapes()[7] == (10, 8)
    assert not any(data[1:16]) and not any(data[32:48]) and not any(data[56:])  # reserved: the processor would fault
