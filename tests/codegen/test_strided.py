"""Loops whose reads lie a few elements apart, short reductions and short rows: in registers, between pages, bit by bit."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.picked_lanes import SingleLanes, Windows, strided_lanes
from hloom.codegen.plan.target import CompileOptions
from hloom.codegen.target import Target
from hloom.numbers.element_type import element_type
from tests.harness import check, compiled, load, lower, run, targets

TYPES = ["i8", "i1", "bf16", "f16", "i16", "f32", "i32", "f64", "ui64", "complex<f32>", "complex<f64>", "f8E5M2", "i4"]


def elements(shape: tuple[int, ...], type: str, seed: int = 0) -> np.ndarray:
    dtype = element_type(type).dtype
    low, high = (0, 2) if type == "i1" else (0, 8) if type == "ui64" else (-7, 8)
    return np.random.default_rng(seed).integers(low, high, shape).astype(dtype)


@pytest.mark.parametrize("type", TYPES)
def test_elements_apart(type: str) -> None:
    """Slices with steps and their reverses; each ends at the last element that may be read."""
    lines, results, count = [], [], 131
    for step in (2, 3, 4, 5, 7, 8, 9, 16, 17):
        for first in (0, 1):
            size = -(-(count - first) // step)
            name = f"%s{step}_{first}"
            lines += [f"{name} = stablehlo.slice %x [{first}:{count}:{step}] : (tensor<{count}x{type}>) -> tensor<{size}x{type}>",
                      f"{name}r = stablehlo.reverse {name}, dims = [0] : tensor<{size}x{type}>"]
            results += [(name, size), (f"{name}r", size)]
    types = ", ".join(f"tensor<{n}x{type}>" for _, n in results)
    check(f"func.func @main(%x: tensor<{count}x{type}>) -> ({types}) {{\n" + "\n".join(lines)
          + f"\nreturn {', '.join(name for name, _ in results)} : {types} }}", [elements((count,), type)])


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("step", [2, 3, 5])
def test_rests_of_rows_of_elements_apart(step: int, type: str) -> None:
    """What is left of rows behind whole registers: nothing behind the last element is touched, nor before the first of rows
    that are read backwards; two reads of one row share registers."""
    lines, results, arguments = [], [], []
    for places in (2, 3, 7, 11, 13, 17, 21, 33, 45, 65, 67, 100, 129):
        count = (places - 1) * step + 2
        given, made = f"tensor<3x{count}x{type}>", f"tensor<3x{places}x{type}>"
        x, name = f"%x{places}", f"%s{places}"
        arguments.append((x, given, (3, count)))
        lines += [f"{name}_{first} = stablehlo.slice {x} [0:3, {first}:{count - 1 + first}:{step}] : ({given}) -> {made}"
                  for first in (0, 1)]
        lines += [f"{name} = stablehlo.{'or' if type == 'i1' else 'add'} {name}_0, {name}_1 : {made}",
                  f"{name}r = stablehlo.reverse {name}_1, dims = [1] : {made}"]
        results += [(name, made), (f"{name}r", made)]
    types = ", ".join(type for _, type in results)
    check(f"func.func @main({', '.join(f'{x}: {type}' for x, type, _ in arguments)}) -> ({types}) {{\n" + "\n".join(lines)
           + f"\nreturn {', '.join(name for name, _ in results)} : {types} }}",
           [elements(shape, type, seed) for seed, (_, _, shape) in enumerate(arguments)])


@pytest.mark.parametrize("rows", [33, 65, 129])
def test_a_rest_of_one_element_apart(rows: int) -> None:
    """Columns reduced by lanes: one row is left, which is no vector."""
    given = f"tensor<{rows}x2xi32>"
    check(f"""func.func @main(%x: {given}) -> tensor<2xi32> {{
        %least = stablehlo.constant dense<-9> : tensor<i32>
        %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [0]
            : ({given}, tensor<i32>) -> tensor<2xi32>
        %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<2xi32>) -> {given}
        %2 = stablehlo.dot_general %1, %x, batching_dims = [1] x [1], contracting_dims = [0] x [0]
            : ({given}, {given}) -> tensor<2xi32>
        return %2 : tensor<2xi32> }}""", [elements((rows, 2), "i32")])


@pytest.mark.parametrize("target", sorted(targets()))
def test_registers_of_any_size(target: str) -> None:
    for type in ("i8", "bf16", "f32", "f64", "complex<f32>"):
        text = f"""func.func @main(%x: tensor<5x201x{type}>) -> tensor<5x100x{type}> {{
            %a = stablehlo.slice %x [0:5, 0:199:2] : (tensor<5x201x{type}>) -> tensor<5x100x{type}>
            %b = stablehlo.slice %x [0:5, 1:200:2] : (tensor<5x201x{type}>) -> tensor<5x100x{type}>
            %c = stablehlo.slice %x [0:5, 2:201:2] : (tensor<5x201x{type}>) -> tensor<5x100x{type}>
            %0 = stablehlo.add %a, %b : tensor<5x100x{type}>
            %1 = stablehlo.add %0, %c : tensor<5x100x{type}>
            return %1 : tensor<5x100x{type}> }}"""
        x = elements((5, 201), type)
        (found,) = run(compiled(text, target), x)
        assert np.array_equal(found, x[:, :199:2] + x[:, 1:200:2] + x[:, 2:201:2])


def test_neighbours_share_registers() -> None:
    """Two reads of every second element load what both lie in once: what one read more would load is not there."""
    module = LLVMModule()
    f = module.function("main", [("ptr", "x")])
    windows = Windows(f, f.parameters[0], "float", 16, 2, 1)
    for offset in (0, 1):
        windows.lanes(offset)
    f.ret()
    assert f.text().count(" load <16 x float>") == 2


@pytest.mark.parametrize(("features", "distance", "kind"), [
    ("+avx2,+avx512f,+avx512vl,+avx512bw,+avx512dq", 10, Windows), ("+avx2", 10, SingleLanes), ("+avx2", 4, Windows)])
def test_lanes_far_apart_are_loaded_alone(features: str, distance: int, kind: type) -> None:
    """They are where no instruction picks lanes of two registers, which LLVM searches long to replace."""
    module = LLVMModule(Target.describe("x86_64-unknown-linux-gnu", "x86-64", features))
    f = module.function("main", [("ptr", "x")])
    found = strided_lanes(f, f.parameters[0], "float", 8, distance, 0)
    found.lanes(0)
    assert isinstance(found, kind) and (f.text().count(" load float,") == 8) == (kind is SingleLanes)


def pooling(shape: tuple[int, ...], type: str, window: tuple[int, ...], strides: tuple[int, ...],
            padding: list[list[int]], name: str) -> str:
    made = [(n + sum(p) - w) // s + 1 for n, p, w, s in zip(shape, padding, window, strides)]
    given, result = (f"tensor<{'x'.join(map(str, [*n, type]))}>" for n in (shape, made))
    return f"""func.func @main(%x: {given}, %i: tensor<{type}>) -> {result} {{
        %0 = "stablehlo.reduce_window"(%x, %i) <{{window_dimensions = array<i64: {', '.join(map(str, window))}>,
            window_strides = array<i64: {', '.join(map(str, strides))}>,
            padding = dense<{padding}> : tensor<{len(shape)}x2xi64>}}> ({{
        ^bb0(%a: tensor<{type}>, %b: tensor<{type}>):
          %r = stablehlo.{name} %a, %b : tensor<{type}>
          stablehlo.return %r : tensor<{type}>
        }}) : ({given}, tensor<{type}>) -> {result}
        return %0 : {result} }}"""


POOLS = {
    "features first": ((2, 3, 9, 70), (1, 1, 2, 2), (1, 1, 2, 2), [[0, 0]] * 4),
    "features first, padded": ((1, 2, 11, 41), (1, 1, 3, 3), (1, 1, 2, 2), [[0, 0], [0, 0], [1, 1], [1, 1]]),
    "features last": ((2, 7, 9, 37), (1, 2, 2, 1), (1, 2, 2, 1), [[0, 0]] * 4),
    "a padding longer than a window": ((3, 40), (1, 2), (1, 3), [[0, 0], [5, 4]]),
    "three dimensions": ((2, 5, 6, 35), (1, 2, 3, 2), (1, 1, 2, 2), [[0, 0], [0, 1], [1, 0], [1, 1]]),
    "many elements": ((3, 100), (1, 25), (1, 3), [[0, 0], [12, 12]]),
}


@pytest.mark.parametrize("pool", sorted(POOLS))
def test_windows(pool: str) -> None:
    shape, window, strides, padding = POOLS[pool]
    for type, name in [("f32", "maximum"), ("f32", "add"), ("bf16", "maximum"), ("i8", "minimum"), ("f64", "add")]:
        start = {"maximum": -np.inf, "minimum": np.inf, "add": 0}[name] if type != "i8" else {"maximum": -128, "minimum": 127,
                                                                                              "add": 0}[name]
        dtype = element_type(type).dtype
        x = elements(shape, type)
        if type != "i8" and name != "add":
            x.flat[::11] = np.nan
            x.flat[5::13] = -0.0
        check(pooling(shape, type, window, strides, padding, name), [x, np.array(start, dtype)])


@pytest.mark.parametrize(("type", "columns"), [("f32", 2), ("f32", 3), ("f32", 4), ("f32", 5), ("f32", 8), ("f32", 9), ("f64", 3),
                                               ("f64", 7), ("bf16", 3), ("i8", 3), ("i8", 8), ("i1", 4), ("complex<f32>", 2),
                                               ("complex<f32>", 3), ("complex<f64>", 2)])
def test_short_rows(type: str, columns: int) -> None:
    """Stacked columns, rows times one row, and reductions of rows."""
    row, one = f"tensor<53x{columns}x{type}>", f"tensor<53x{type}>"
    parts = "\n".join(f"%p{k} = stablehlo.slice %x [0:53, {columns - 1 - k}:{columns - k}] : ({row}) -> tensor<53x1x{type}>"
                      for k in range(columns))
    combined = "or" if type == "i1" else "add"
    text = f"""func.func @main(%x: {row}, %y: tensor<{columns}x{type}>, %z: tensor<{type}>) -> ({row}, {row}, {one}) {{
        {parts}
        %0 = stablehlo.concatenate {', '.join(f'%p{k}' for k in range(columns))}, dim = 1 :
            ({', '.join([f'tensor<53x1x{type}>'] * columns)}) -> {row}
        %1 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<{columns}x{type}>) -> {row}
        %2 = stablehlo.{combined} %x, %1 : {row}
        %3 = stablehlo.reduce(%x init: %z) applies stablehlo.{combined} across dimensions = [1] :
            ({row}, tensor<{type}>) -> {one}
        return %0, %2, %3 : {row}, {row}, {one} }}"""
    x = elements((53, columns), type)
    check(text, [x, elements((columns,), type, 1), np.array(0, x.dtype)])


@pytest.mark.parametrize("type", ["f32", "f64", "bf16", "i8", "i1", "complex<f32>"])
@pytest.mark.parametrize("shape", [(53, 2), (17, 3), (5, 19, 4), (4, 16, 2, 3), (3, 53, 7), (53, 8), (15, 2), (1, 2)])
def test_several_results_of_short_rows(shape: tuple[int, ...], type: str) -> None:
    """One kernel stores several values whose rows are short, and reads one that has one element a row."""
    of, one = (f"tensor<{'x'.join(map(str, s))}x{type}>" for s in (shape, shape[:-1]))
    combined = "or" if type == "i1" else "add"
    wide = "tensor<" + "".join(f"{n}x" for n in shape) + ("i32>" if type != "complex<f32>" else "complex<f64>>")
    text = f"""func.func @main(%x: {of}, %y: {one}) -> ({of}, {of}, {wide}) {{
        %0 = stablehlo.broadcast_in_dim %y, dims = {list(range(len(shape) - 1))} : ({one}) -> {of}
        %1 = stablehlo.{combined} %x, %0 : {of}
        %2 = stablehlo.{combined} %1, %0 : {of}
        %3 = stablehlo.convert %2 : ({of}) -> {wide}
        return %1, %2, %3 : {of}, {of}, {wide} }}"""
    check(text, [elements(shape, type), elements(shape[:-1], type, 1)])


@pytest.mark.parametrize("type", ["f32", "f64", "bf16", "i8", "i32", "complex<f32>"])
def test_many_tiny_products(type: str) -> None:
    """Products of small matrices side by side, and of numbers; small integers, whose products are exact."""
    dtype = element_type(type).dtype
    for batch, m, k, n in [(70, 3, 3, 3), (65, 4, 4, 4), (64, 2, 3, 1), (99, 1, 4, 3), (80, 1, 7, 1), (3000, 1, 1, 1),
                           (64, 3, 1, 2), (5, 1, 1, 1)]:
        shapes = [f"tensor<{batch}x{a}x{b}x{type}>" for a, b in ((m, k), (k, n), (m, n))]
        text = f"""func.func @main(%x: {shapes[0]}, %y: {shapes[1]}) -> {shapes[2]} {{
            %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] :
                ({shapes[0]}, {shapes[1]}) -> {shapes[2]}
            return %0 : {shapes[2]} }}"""
        rng = np.random.default_rng(batch)
        x, y = (rng.integers(-3, 4, (batch, *shape)).astype(dtype) for shape in ((m, k), (k, n)))
        expected = np.einsum("bmk,bkn->bmn", x.astype(complex), y.astype(complex)).astype(dtype)
        check(text, [x, y], [expected], [0])


@pytest.mark.parametrize("columns", [3, 5, 7, 9, 11])
@pytest.mark.parametrize("type", ["f8E3M4", "i8", "bf16"])
def test_short_rows_the_other_way_round(type: str, columns: int) -> None:
    """Of five f8E3M4 compared with minus infinity LLVM 22 ended the process, while windows were vectors of forty."""
    of = f"tensor<4x4x{columns}x1x{type}>"
    least = {"f8E3M4": "0xF0", "i8": "-128", "bf16": "0xFF80"}[type]
    module = hloom.parse(f"""func.func @main(%x: {of}) -> tensor<4x4x{columns}x1xi1> {{
        %c = stablehlo.constant dense<{least}> : {of}
        %0 = stablehlo.reverse %x, dims = [2] : {of}
        %1 = stablehlo.compare LT, %c, %0 : ({of}, {of}) -> tensor<4x4x{columns}x1xi1>
        return %1 : tensor<4x4x{columns}x1xi1> }}""")
    x = elements((4, 4, columns, 1), type)
    x[0, 0, 0] = -np.inf if type != "i8" else -128
    for target in targets().values():
        for options in (CompileOptions(has_baseline_tier=True), CompileOptions(has_baseline_tier=False)):
            executable = load(lower(module, target, 1, options=options))
            assert np.array_equal(run(executable, x)[0], x[:, :, ::-1] > x[0, 0, 0])
