"""Kernels that only move elements: transposes by tiles, stores past the caches, bits that stay as they are."""

from __future__ import annotations

import itertools
from typing import Any
from unittest import mock

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu import movements, schedules, transposes
from hloom.codegen.cpu.register_transpose import transpose_lanes
from hloom.codegen.llvm.builder import Value
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Store
from hloom.expr.index import Symbol, fresh, linear_combination
from hloom.expr.scalar import Read
from hloom.numbers.element_type import element_type
from tests.harness import (
    GuardedBuffer,
    between_pages,
    compiled,
    load,
    lower,
    memory_from,
    needs_pages,
    run,
    targets,
    tensor,
    use_machine,
)

TYPES = ["i8", "i1", "bf16", "f16", "i16", "f32", "ui64", "complex<f32>", "complex<f64>"]


def bits(shape: tuple[int, ...], type: str, seed: int = 0) -> np.ndarray:
    """Elements of all patterns of bits, signalling NaNs among them."""
    dtype = element_type(type).dtype
    raw = np.random.default_rng(seed).integers(0, 2 if type == "i1" else 256, (*shape, dtype.itemsize)).astype(np.uint8)
    return raw.view(dtype)[..., 0]


def same(a: np.ndarray, b: np.ndarray) -> bool:
    return a.shape == b.shape and np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes()


def transpose(shape: tuple[int, ...], type: str, permutation: tuple[int, ...]) -> str:
    result = tensor(tuple(shape[p] for p in permutation), type)
    return f"""
func.func @main(%x: {tensor(shape, type)}) -> {result} {{
  %0 = stablehlo.transpose %x, dims = {list(permutation)} : ({tensor(shape, type)}) -> {result}
  return %0 : {result}
}}
"""


@pytest.mark.parametrize("type", TYPES)
def test_matrices_of_any_size_and_type(type: str) -> None:
    for shape in [(64, 64), (65, 63), (16, 16), (17, 130), (130, 17), (8, 200), (200, 8), (4, 70), (70, 4), (1, 50), (50, 1)]:
        x = bits(shape, type)
        assert same(run(compiled(transpose(shape, type, (1, 0))), x)[0], x.T)


@pytest.mark.parametrize("permutation", list(itertools.permutations(range(4))))
def test_any_permutation(permutation: tuple[int, ...]) -> None:
    type, shape = ("f32", (5, 18, 3, 20)) if permutation[0] % 2 else ("i8", (66, 3, 5, 20))
    x = bits(shape, type)
    assert same(run(compiled(transpose(shape, type, permutation)), x)[0], x.transpose(permutation))


@pytest.mark.parametrize("target", sorted(targets()))
def test_registers_of_any_size(target: str) -> None:
    for type in ("i8", "bf16", "f32", "f64", "complex<f64>"):
        x = bits((67, 69), type)
        assert same(run(compiled(transpose((67, 69), type, (1, 0)), targets()[target]), x)[0], x.T)


MOVEMENTS = {
    "reverse": ("{a}", "%0 = stablehlo.reverse %x, dims = [1] : {a}", lambda x: x[:, ::-1]),
    "slice": ("tensor<29x150x{t}>", "%0 = stablehlo.slice %x [1:30, 1:151] : ({a}) -> tensor<29x150x{t}>",
              lambda x: x[1:30, 1:151]),
    "concatenate": ("tensor<30x306x{t}>", "%0 = stablehlo.concatenate %x, %x, dim = 1 : ({a}, {a}) -> tensor<30x306x{t}>",
                    lambda x: np.concatenate([x, x], 1)),
    "pad": ("tensor<31x160x{t}>", "%c = stablehlo.slice %x [0:1, 0:1] : ({a}) -> tensor<1x1x{t}>\n"
            "%d = stablehlo.reshape %c : (tensor<1x1x{t}>) -> tensor<{t}>\n"
            "%0 = stablehlo.pad %x, %d, low = [1, 3], high = [0, 4], interior = [0, 0] : ({a}, tensor<{t}>) "
            "-> tensor<31x160x{t}>",
            lambda x: np.pad(x, ((1, 0), (3, 4)), constant_values=x[0, 0])),
    "broadcast": ("tensor<3x30x153x{t}>", "%0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : ({a}) -> tensor<3x30x153x{t}>",
                  lambda x: np.broadcast_to(x, (3, *x.shape))),
    "transpose": ("tensor<153x30x{t}>", "%0 = stablehlo.transpose %x, dims = [1, 0] : ({a}) -> tensor<153x30x{t}>",
                  lambda x: x.T),
}


def movement(name: str, type: str) -> str:
    argument = tensor((30, 153), type)
    result, line = (part.format(a=argument, t=type) for part in MOVEMENTS[name][:2])
    return f"func.func @main(%x: {argument}) -> {result} {{\n{line}\nreturn %0 : {result}\n}}\n"


def check_between_pages(made: Any, x: np.ndarray, expected: np.ndarray) -> None:
    """That a program gives what it should where argument and result end, or begin, at pages that must not be touched."""
    for (found,) in between_pages(made, x):
        assert same(found, expected)


@needs_pages
@pytest.mark.parametrize("shape, permutation", [
    ((5, 6, 21, 17, 4), (0, 3, 1, 2, 4)), ((33, 70, 2), (1, 0, 2)), ((9, 7, 2, 2), (1, 0, 2, 3)), ((40, 3, 8), (1, 0, 2)),
    ((13, 11, 3), (1, 0, 2)), ((31, 2, 45, 2), (3, 2, 0, 1)), ((3, 3, 2), (1, 0, 2))])
@pytest.mark.parametrize("type", ["ui8", "i1", "bf16", "i32", "i4", "f64"])
def test_elements_that_stay_together_stay_inside(type: str, shape: tuple[int, ...], permutation: tuple[int, ...]) -> None:
    """Runs of 2 to 8 bytes, and others, at places that are no multiples of their size too."""
    x = bits(shape, "i8" if type == "i4" else type)
    x = (x & 7).astype(element_type("i4").dtype) if type == "i4" else x
    made = lower(transpose(shape, type, permutation), None, 1)
    check_between_pages(made, x, x.transpose(permutation))
    shifted = np.empty(x.nbytes + 1, np.uint8)[1:].view(x.dtype).reshape(shape)
    shifted[...] = x
    assert same(load(made)(shifted)[0], x.transpose(permutation))


def test_elements_that_stay_together_are_one() -> None:
    x, y = fresh(30), fresh(4)
    store, row = (Store(movements.Flat(np.empty((30, 4))), (linear_combination([(x, n), (y, 1)]),), Read(
        movements.Flat(np.empty((30, 8))), (linear_combination([(x, 8), (y, 1)], 4),), element_type("ui8"))) for n in (4, 6))
    loops, (found,) = movements.in_wider_units([x, y], [store])
    assert loops == [x] and found.index == (x,) and found.scalar.type is element_type("ui32")
    assert found.scalar.index == (linear_combination([(x, 2)], 1),) and found.target.shape == (30,)
    assert movements.in_wider_units([x, y], [row]) == ([x, y], [row])


@needs_pages
@pytest.mark.parametrize("name", sorted(MOVEMENTS))
def test_stores_past_the_caches_stay_inside(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever results begin: next to pages that must not be touched, at lines of the cache or not."""
    use_machine(monkeypatch, caches={"uncached_bytes": 0}, streaming={"result_bytes": 0, "row_bytes": 0,
                "row_of_ranges_bytes": 0})
    use_machine(monkeypatch, transposes={"large_bytes": 0})
    for type in ("i8", "bf16", "f32", "f64", "complex<f32>"):
        x = bits((30, 153), type)
        made = lower(movement(name, type))
        check_between_pages(made, x, MOVEMENTS[name][2](x))


#: What is computed at the speed of memory: an argument's and the result's type, the line, and NumPy's.
COMPUTED = {
    "sum": ("f32", "f32", "%0 = stablehlo.add %x, %x : {a}", lambda x: x + x),
    "product of doubles": ("f64", "f64", "%0 = stablehlo.multiply %x, %x : {a}", lambda x: x * x),
    "maximum of narrow floats": ("bf16", "bf16", "%0 = stablehlo.maximum %x, %x : {a}", lambda x: x),
    "widened": ("i8", "f32", "%0 = stablehlo.convert %x : ({a}) -> {r}", lambda x: x.astype(np.float32)),
    "narrowed": ("f32", "i8", "%0 = stablehlo.convert %x : ({a}) -> {r}", lambda x: x.astype(np.int8)),
    "compared": ("f32", "i1", "%0 = stablehlo.compare NE, %x, %x : ({a}, {a}) -> {r}", lambda x: x != x),
    "product of complex numbers": ("complex<f32>", "complex<f32>", "%0 = stablehlo.multiply %x, %x : {a}", lambda x: x * x),
    "sum of wide complex numbers": ("complex<f64>", "complex<f64>", "%0 = stablehlo.add %x, %x : {a}", lambda x: x + x),
    "complex numbers of real ones": ("f32", "complex<f32>", "%0 = stablehlo.complex %x, %x : {r}",
                                     lambda x: (x + 1j * x).astype(np.complex64)),
    "imaginary parts": ("complex<f32>", "f32", "%0 = stablehlo.imag %x : ({a}) -> {r}", lambda x: x.imag),
    "rows and a column": ("i32", "i32", "%c = stablehlo.slice %x [0:30, 0:1] : ({a}) -> tensor<30x1xi32>\n"
                          "%d = stablehlo.broadcast_in_dim %c, dims = [0, 1] : (tensor<30x1xi32>) -> {a}\n"
                          "%0 = stablehlo.subtract %x, %d : {a}", lambda x: x - x[:, 0:1]),
}


def computed(name: str, columns: int) -> tuple[str, np.ndarray]:
    """A program, and small numbers for it."""
    argument, result, line, _ = COMPUTED[name]
    a, r = tensor((30, columns), argument), tensor((30, columns), result)
    dtype, generator = element_type(argument).dtype, np.random.default_rng(columns)
    numbers = generator.integers(-100, 100, (30, columns)).astype(dtype)
    if dtype.kind == "c":
        numbers += dtype.type(1j) * generator.integers(-100, 100, (30, columns))
    return f"func.func @main(%x: {a}) -> {r} {{\n{line.format(a=a, r=r)}\nreturn %0 : {r}\n}}\n", numbers


@needs_pages
@pytest.mark.parametrize("name", sorted(COMPUTED))
@pytest.mark.parametrize("target", targets())
def test_what_is_computed_past_the_caches_stays_inside(name: str, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use_machine(monkeypatch, caches={"uncached_bytes": 0}, streaming={"result_bytes": 0, "all_bytes": 0, "row_bytes": 0,
                "row_of_ranges_bytes": 0})
    for columns in (153, 256, 1, 4111):  # the last one in blocks, with a rest
        text, x = computed(name, columns)
        made = lower(text, target)
        if columns > 1:  # less than a turn of a loop is not
            assert ("!nontemporal" in made.llvm) == (made.target.vector_bytes >= 32)
        check_between_pages(made, x, COMPUTED[name][3](x))


@pytest.mark.parametrize("count, line, streams", [
    (3 << 20, "add %x, %y", True), (3 << 20, "add %x, %x", False), (1 << 22, "add %x, %x", True), (1 << 19, "add %x, %y", False),
    (1 << 23, "exponential %x", False), (3 << 20, "slice %y [0:3145728]", False)])
def test_what_caches_hold_or_takes_time_to_compute_is_stored_in_them(count: int, line: str, streams: bool) -> None:
    """Sources count by the elements that are read of them."""
    type, second = tensor((count,), "f32"), tensor((8 * count if "slice" in line else count,), "f32")
    of = f"({second}) -> {type}" if "slice" in line else type
    made = lower(f"func.func @main(%x: {type}, %y: {second}) -> {type} {{\n"
                 f"%0 = stablehlo.{line} : {of}\nreturn %0 : {type}\n}}\n")
    assert ("!nontemporal" in made.llvm) == (streams and made.target.vector_bytes >= 32)


@pytest.mark.parametrize("shape", [(64, 128), (128, 64), (192, 66), (2, 64, 128)])
@pytest.mark.parametrize("target", targets())
def test_aligned_transposes_are_stored_past_the_caches(shape: tuple[int, ...], target: str,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    use_machine(monkeypatch, transposes={"large_bytes": 0})
    permutation = (*range(len(shape) - 2), len(shape) - 1, len(shape) - 2)
    for type in ("i8", "bf16", "f32", "f64", "complex<f64>"):
        made = lower(transpose(shape, type, permutation), target)
        assert ("!nontemporal" in made.llvm) == (made.target.vector_bytes >= 32)
        x = bits(shape, type)
        assert same(run(load(made), x)[0], x.transpose(permutation))


@pytest.mark.parametrize("shape, workers, streams", [
    ((3136, 528), 1, True), ((3136, 528), 2, False), ((3136, 720), 2, True), ((1616, 1024), 2, True), ((3136, 352), 1, False)])
def test_transposes_that_caches_of_several_workers_hold_stay_there(shape: tuple[int, ...], workers: int, streams: bool) -> None:
    """Of 4.4 to 9 MB; rows that share places in the caches do not."""
    made = lower(transpose(shape, "f32", (1, 0)), workers=workers)
    assert ("!nontemporal" in made.llvm) == (streams and made.target.vector_bytes >= 32)


@needs_pages
@pytest.mark.parametrize("shape, permutation", [
    ((3, 12, 5, 64), (0, 2, 1, 3)), ((10, 3, 9, 128), (2, 1, 0, 3)), ((9, 10, 11, 2, 33), (2, 0, 1, 3, 4)),
    ((4, 5, 6, 40), (1, 2, 0, 3)), ((20, 16, 64), (1, 0, 2))])
@pytest.mark.parametrize("target", targets())
def test_rows_in_the_order_in_which_they_are_read_stay_inside(shape: tuple[int, ...], permutation: tuple[int, ...],
                                                              target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use_machine(monkeypatch, caches={"uncached_bytes": 0}, streaming={"result_bytes": 0, "all_bytes": 0, "row_bytes": 0})
    for type in ("i8", "bf16", "f32", "f64"):
        x = bits(shape, type)
        made = lower(transpose(shape, type, permutation), target)
        assert ("!nontemporal" in made.llvm) == (made.target.vector_bytes >= 32)
        check_between_pages(made, x, x.transpose(permutation))


def test_rows_are_read_in_order_where_they_are_many_streams() -> None:
    n, s, h, d = (fresh(extent) for extent in (4, 100, 8, 64))

    def order(*loops: Symbol, steps: tuple[int, int, int]) -> list[Symbol]:
        place = linear_combination([*zip((n, s, h), steps), (d, 1)], 0)
        return movements.in_order_of_source(Machine(), loops, Store(None, (d,), Read(None, (place,), element_type("f32"))))

    assert order(n, h, s, steps=(51200, 512, 64)) == [n, s, h]  # a hundred rows two kilobytes apart
    assert order(n, s, h, steps=(51200, 64, 6400)) == [n, s, h]  # eight rows, far from each other


@needs_pages
@pytest.mark.parametrize("type", ["i8", "bf16", "f32", "f64", "complex<f64>"])
@pytest.mark.parametrize("target", targets())
def test_bands_of_two_tiles_stay_inside(type: str, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One tile of source rows, two, and numbers of tiles that are odd, whose last band overlaps the one before."""
    use_machine(monkeypatch, transposes={"large_bytes": 0})
    tile = 64 // bits((1, 1), type).itemsize
    for rows in (tile, 2 * tile, 3 * tile, 5 * tile):
        for columns in (17, 64, 1030):
            made = lower(transpose((rows, columns), type, (1, 0)), targets()[target])
            assert ("!nontemporal" in made.llvm) == (made.target.vector_bytes >= 32)
            x = bits((rows, columns), type)
            check_between_pages(made, x, x.T)


@needs_pages
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("type", ["i8", "bf16", "f32", "f64", "complex<f64>"])
@pytest.mark.parametrize("target", targets())
def test_blocks_through_the_stack_stay_inside(type: str, large: bool, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Target rows of one block, of two that overlap by less than a line or more, and of several in one task or in some."""
    use_machine(monkeypatch, transposes={"colliding_bytes": 1, "least_bytes": 192})
    if large:
        use_machine(monkeypatch, transposes={"large_bytes": 0})
    line = 64 // bits((1, 1), type).itemsize
    for rows, columns in ((3 * line, line), (3 * line + 1, 4 * line), (4 * line - 1, 8 * line + 1), (4 * line, 2 * line - 1),
                          (5 * line, line + 1), (5 * line + 1, 2 * line), (8 * line, 3 * line), (9 * line, 17 * line // 4),
                          (20 * line + 3, line), (37 * line - 1, 5 * line), (2 * line, 3 * line), (12 * line, line - 1)):
        made = lower(transpose((rows, columns), type, (1, 0)), targets()[target])
        goes_by_blocks = rows >= 3 * line and columns >= line
        assert ("!nontemporal" in made.llvm) == (
            large and (rows % line == 0 or goes_by_blocks) and made.target.vector_bytes >= 32), (rows, columns)
        x = bits((rows, columns), type)
        check_between_pages(made, x, x.T)
    for shape, permutation in (((3, 4 * line + 1, 2 * line), (0, 2, 1)), ((7 * line, 3, 2 * line + 1), (1, 2, 0)),
                               ((3, 7 * line, 2 * line), (2, 0, 1))):
        x = bits(shape, type)
        made = lower(transpose(shape, type, permutation), target)
        check_between_pages(made, x, x.transpose(permutation))


@needs_pages
@pytest.mark.parametrize("together", [1, 3000, 16 << 10])
@pytest.mark.parametrize("type", ["i8", "bf16", "f32", "f64", "complex<f64>"])
@pytest.mark.parametrize("target", targets())
def test_short_rows_are_put_together(type: str, together: int, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles of rows that overlap others, blocks of columns that do, one block and several, of one tile and of many."""
    use_machine(monkeypatch, transposes={"large_bytes": 0, "together_bytes": together})
    line = 64 // bits((1, 1), type).itemsize
    for shape, permutation in (
            ((2 * line + 1, 3 * line + 1), (1, 0)), ((3 * line - 1, line), (1, 0)), ((3, 3 * line + 3, 5 * line), (0, 2, 1)),
            ((2, 1100 // 64 * line + 1, 37), (0, 2, 1)), ((1100 // 64 * line + 1, 2048 // 64 * line), (1, 0)),
            ((5, 2 * line + 1, 2, 2 * line + 1), (0, 2, 3, 1))):
        x = bits(shape, type)
        emit = transposes._Emitter._whole_rows
        with mock.patch.object(transposes._Emitter, "_whole_rows", autospec=True, side_effect=emit) as put:
            made = lower(transpose(shape, type, permutation), target)
        assert put.called == (made.target.vector_bytes == 64)
        check_between_pages(made, x, x.transpose(permutation))


@needs_pages
@pytest.mark.parametrize("dimensions", [(0,), (1,), (0, 1)])
@pytest.mark.parametrize("type", ["i8", "bf16", "f32", "f64", "complex<f64>"])
@pytest.mark.parametrize("target", targets())
def test_rotations_stay_inside(type: str, dimensions: tuple[int, ...], target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Transposes whose rows, columns or both are read backwards, of each form: tiles in the caches and past them, and blocks that
    go through the stack."""
    line = 64 // bits((1, 1), type).itemsize
    for values in ({}, {"large_bytes": 0}, {"large_bytes": 0, "least_bytes": 192}, {"colliding_bytes": 1, "least_bytes": 192}):
        monkeypatch.undo()
        use_machine(monkeypatch, transposes=values)
        for shape in ((2 * line, 17), (2 * line + 3, 3 * line), (5 * line, 2 * line + 1), (6 * line + 1, 4 * line)):
            x = bits(shape, type)
            text = transpose(shape, type, (1, 0)).replace("transpose %x", "transpose %y").replace(
                "  %0 =", f"  %y = stablehlo.reverse %x, dims = {list(dimensions)} : {tensor(shape, type)}\n  %0 =")
            with mock.patch.object(schedules, "emit_transposition", wraps=transposes.emit_transposition) as emitted:
                made = lower(text, target)
            assert emitted.called
            check_between_pages(made, x, np.flip(x, dimensions).T)


@pytest.mark.parametrize("target", sorted(targets()))
@pytest.mark.parametrize("type", ["i8", "bf16", "f32", "f64", "complex<f64>"])
def test_results_that_begin_within_a_line(type: str, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the processor, and whether a result's rows begin at lines if it does, or not."""
    use_machine(monkeypatch, transposes={"large_bytes": 0, "least_bytes": 192})
    dtype = bits((1, 1), type).dtype
    line = 64 // dtype.itemsize

    class Shifted(GuardedBuffer):
        def __init__(self, size: int) -> None:
            super().__init__(size + dtype.itemsize, at_end=False)
            self.address += dtype.itemsize

    for rows in (2 * line, 6 * line, 6 * line + 1):
        for columns in (line, 2 * line + 1):
            x = bits((rows, columns), type)
            executable = load(lower(transpose((rows, columns), type, (1, 0)), targets()[target]))
            with memory_from(Shifted):
                assert same(executable(x)[0], x.T)


@pytest.mark.parametrize("shape, type, blocks", [
    ((1024, 1024), "f32", True), ((1024, 1200), "f32", True), ((1024, 2000), "f32", False), ((2000, 1024), "f32", False),
    ((1000, 1000), "f32", False),
    ((1023, 1023), "f32", True), ((120, 128, 1000), "f32", False), ((2000, 2000), "f32", False), ((1999, 2000), "f32", True),
    ((4096, 4096), "f32", False), ((4096, 4096), "bf16", False), ((4000, 4064), "bf16", False), ((8192, 8256), "i8", False),
    ((8256, 8256), "i8", False), ((4090, 4096), "bf16", True), ((8200, 8192), "i8", True)])
def test_what_goes_through_the_stack(shape: tuple[int, ...], type: str, blocks: bool) -> None:
    """Where the target's rows lie a power of two apart, or nearly. Of what is too large for the caches, where its rows begin
    anywhere."""
    permutation = (*range(len(shape) - 2), len(shape) - 1, len(shape) - 2)
    made = lower(transpose(shape, type, permutation))
    assert ("alloca i8," in made.code.functions["loop_0"].text()) == (blocks and made.target.vector_bytes >= 32)


def test_small_results_stay_in_the_caches() -> None:
    for name in MOVEMENTS:
        assert "!nontemporal" not in lower(movement(name, "f32")).llvm


@pytest.mark.parametrize("type", ["f32", "bf16", "i8"])
def test_rows_that_an_index_chooses_are_no_transpose(type: str) -> None:
    """Each column of the source is one of two, by an index of its own: beside each other lie elements of different rows."""
    rows, result = tensor((2, 32, 24), type), tensor((24, 32), type)
    module = hloom.parse(f"""
func.func @main(%x: {rows}, %i: tensor<24x1xui32>) -> {result} {{
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : ({rows}) -> {tensor((24, 2, 32), type)}
  %1 = "stablehlo.torch_index_select"(%0, %i) <{{batch_dims = 1 : i64, dim = 1 : i64}}> :
      ({tensor((24, 2, 32), type)}, tensor<24x1xui32>) -> {tensor((24, 1, 32), type)}
  %2 = stablehlo.reshape %1 : ({tensor((24, 1, 32), type)}) -> {result}
  return %2 : {result}
}}
""")
    x, i = bits((2, 32, 24), type), np.random.default_rng(0).integers(0, 2, (24, 1), np.uint32)
    assert same(run(compiled(module), x, i)[0], x[i[:, 0], :, np.arange(24)])


@pytest.mark.parametrize("type", ["f64", "f32", "i8"])
@pytest.mark.parametrize("count", [7, 16, 31, 57, 58, 100])
@pytest.mark.parametrize("interior", [1, 2, 3])
def test_padding_between_elements_backwards(type: str, count: int, interior: int) -> None:
    """Divisions of negative numbers: -d floordiv 2."""
    padded = count + interior * (count - 1) + 2
    a, r = tensor((count,), type), tensor((padded,), type)
    module = hloom.parse(f"""
func.func @main(%x: {a}, %c: tensor<{type}>) -> {r} {{
  %0 = stablehlo.pad %x, %c, low = [0], high = [2], interior = [{interior}] : ({a}, tensor<{type}>) -> {r}
  %1 = stablehlo.reverse %0, dims = [0] : {r}
  return %1 : {r}
}}
""")
    x = bits((count,), type)
    expected = np.zeros(padded, x.dtype)
    expected[: padded - 2 : interior + 1] = x
    assert same(run(compiled(module), x, np.zeros((), x.dtype))[0], expected[::-1])


@pytest.mark.parametrize("interior", [1, 2, 3, 5])
@pytest.mark.parametrize("low, high, count", [(0, 0, 33), (3, 1, 8), (-2, 5, 100), (1, -4, 64), (2, 0, 1)])
def test_padding_between_elements(interior: int, low: int, high: int, count: int) -> None:
    for type in ["i8", "bf16", "f32", "f64", "complex<f32>"][interior % 2 :: 2]:
        a = tensor((40, count), type)
        size = low + high + count + (count - 1) * interior
        b = tensor((40, size), type)
        x = bits((41, count), type)
        text = f"""
func.func @main(%x: {a}, %c: tensor<{type}>) -> {b} {{
  %0 = stablehlo.pad %x, %c, low = [0, {low}], high = [0, {high}], interior = [0, {interior}] : ({a}, tensor<{type}>) -> {b}
  return %0 : {b}
}}
"""
        whole = np.full((40, max(low, 0) + count + (count - 1) * interior + max(high, 0)), x[40, 0])
        whole[:, max(low, 0) :: interior + 1][:, :count] = x[:40]
        expected = whole[:, max(-low, 0) : whole.shape[1] - max(-high, 0)]
        assert same(run(compiled(text), x[:40], x[40, 0])[0], expected)


@pytest.mark.parametrize("count", [7, 33, 64])
def test_what_differs_by_remainders_is_computed_by_turns(count: int) -> None:
    """Arithmetic on padded rows, and repeated elements, in rows of odd lengths."""
    a, padded = tensor((40, count), "f32"), tensor((40, 2 * count - 1), "f32")
    text = f"""
func.func @main(%x: {a}, %y: {padded}) -> ({padded}, {padded}) {{
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.pad %x, %c, low = [0, 0], high = [0, 0], interior = [0, 1] : ({a}, tensor<f32>) -> {padded}
  %1 = stablehlo.multiply %0, %y : {padded}
  %2 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : ({a}) -> tensor<40x{count}x2xf32>
  %3 = stablehlo.reshape %2 : (tensor<40x{count}x2xf32>) -> tensor<40x{2 * count}xf32>
  %4 = stablehlo.slice %3 [0:40, 1:{2 * count}] : (tensor<40x{2 * count}xf32>) -> {padded}
  %5 = stablehlo.add %4, %y : {padded}
  return %1, %5 : {padded}, {padded}
}}
"""
    rng = np.random.default_rng(count)
    x, y = (rng.standard_normal((40, n)).astype(np.float32) for n in (count, 2 * count - 1))
    stretched = np.full(y.shape, np.float32(2))
    stretched[:, ::2] = x
    product, total = run(compiled(text), x, y)
    assert np.array_equal(product, stretched * y) and np.array_equal(total, np.repeat(x, 2, 1)[:, 1:] + y)


def test_squares_in_lanes_are_transposed() -> None:
    f = LLVMModule().function("f", [("<16 x i32>", f"v{k}") for k in range(4)])
    assert len(transpose_lanes(f, f.parameters, 4, 4)) == 4 and f.line_count == 8
    assert transpose_lanes(f, [Value("<8 x i64>", "%v")], 1, 2) == [Value("<8 x i64>", "%v")]
