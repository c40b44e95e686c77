"""Elements taken along an axis: between guard pages, against NumPy; where places lie outside, the nearest one or a number."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.numbers.element_type import element_type
from tests.codegen.test_box_moves import constant_of, element_bits
from tests.codegen.test_movements import tensor
from tests.harness import check, needs_pages

pytestmark = needs_pages

#: A shape, an axis, and how many places along it are taken.
CASES = [((40, 3, 17, 4), 2, 5), ((64, 9, 2), 1, 33), ((50, 33), 1, 7), ((7, 1, 65), 2, 40), ((70, 5, 1), 1, 3),
         ((1, 9, 3), 1, 9), ((33, 31), 0, 40), ((5, 6, 7, 8, 9), 3, 4), ((100, 2, 3), 1, 1), ((4, 1), 1, 6)]
#: Rows that one to four registers hold, and longer ones, in each type; of one row and of many.
TABLES = [((rows, count), 1, places) for rows, places in ((1, 67), (21, 39))
          for count in (3, 16, 17, 32, 33, 64, 65, 129, 256, 257)]


def program(shape: tuple[int, ...], axis: int, count: int, type: str, fills: bool, places: str = "i32") -> str:
    rank, result = len(shape), (*shape[:axis], count, *shape[axis + 1:])
    of, out, index = tensor(shape, type), tensor(result, type), tensor((count,), places)
    sizes = ", ".join(str(1 if d == axis else n) for d, n in enumerate(shape))
    offsets = [d for d in range(rank) if d != axis]
    ends = f"""
        %inside = stablehlo.compare LT, %j, %n : ({index}, {index}) -> {tensor((count,), "i1")}
        %mask = stablehlo.broadcast_in_dim %inside, dims = [{axis}] : ({tensor((count,), "i1")}) -> {tensor(result, "i1")}
        %other = stablehlo.broadcast_in_dim %v, dims = [] : (tensor<{type}>) -> {out}
        %r = stablehlo.select %mask, %g, %other : {tensor(result, "i1")}, {out}
        return %r : {out} }}""" if fills else f"return %g : {out} }}"
    return f"""func.func @main(%x: {of}, %i: {index}, %v: tensor<{type}>) -> {out} {{
        %zero = stablehlo.constant dense<0> : {index}
        %n = stablehlo.constant dense<{shape[axis]}> : {index}
        %below = stablehlo.compare LT, %i, %zero : ({index}, {index}) -> {tensor((count,), "i1")}
        %from_end = stablehlo.add %i, %n : {index}
        %j = stablehlo.select %below, %from_end, %i : {tensor((count,), "i1")}, {index}
        %k = stablehlo.reshape %j : ({index}) -> {tensor((count, 1), places)}
        %g = "stablehlo.gather"(%x, %k) <{{dimension_numbers = #stablehlo.gather<offset_dims = {offsets},
            collapsed_slice_dims = [{axis}], start_index_map = [{axis}], index_vector_dim = 1>, indices_are_sorted = false,
            slice_sizes = array<i64: {sizes}>}}> : ({of}, {tensor((count, 1), places)}) -> {out}
        {ends}"""


def taken(x: np.ndarray, places: np.ndarray, axis: int, value: np.ndarray | None) -> np.ndarray:
    n = x.shape[axis]
    places = np.where(places < 0, places + n, places)
    found = np.take(x, places.clip(0, n - 1), axis)
    if value is not None:
        moved = np.moveaxis(found, axis, 0)
        moved[places >= n] = value
    return found


@pytest.mark.parametrize("fills", [False, True])
@pytest.mark.parametrize("type", ["i1", "i8", "ui16", "bf16", "f32", "f64", "complex<f32>", "complex<f64>"])
def test_along_an_axis(type: str, fills: bool) -> None:
    rng = np.random.default_rng(0)
    for shape, axis, count in CASES + TABLES:
        dtype = element_type(type).dtype
        x, value = rng.integers(0, 2 if type == "i1" else 100, shape).astype(dtype), np.array(1).astype(dtype)
        n = shape[axis]
        places = rng.integers(-n - 3, n + 3, count).astype(np.int32)
        places.flat[0] = np.iinfo(np.int32).max
        expected = taken(x, places, axis, value if fills else None)
        check(program(shape, axis, count, type, fills), [x, places, value], [expected], [0])


@pytest.mark.parametrize(("shape", "axis", "count"), [((4100, 161), 1, 37), ((70, 60, 161), 2, 90), ((64, 260, 40), 1, 9)])
def test_rows_of_a_large_tensor_are_asked_for(shape: tuple[int, ...], axis: int, count: int) -> None:
    """Behind the last of them there is no memory."""
    rng = np.random.default_rng(0)
    x, places = rng.standard_normal(shape).astype(np.float32), rng.integers(0, shape[axis], count).astype(np.int32)
    check(program(shape, axis, count, "f32", False), [x, places, np.float32(0)], [np.take(x, places, axis)], [0])


@pytest.mark.parametrize("index", ["i8", "i16", "i64", "ui8", "ui16", "ui32", "ui64"])
@pytest.mark.parametrize("count", [5, 100, 300])
def test_places_of_any_type(index: str, count: int) -> None:
    """The ends of the type are the first and the last place, or what the type cannot count past."""
    rng, ends = np.random.default_rng(0), np.iinfo(element_type(index).dtype)
    of, out, places = tensor((20, count), "f32"), tensor((20, 43), "f32"), tensor((43, 1), index)
    text = f"""func.func @main(%x: {of}, %i: {places}) -> {out} {{
        %g = "stablehlo.gather"(%x, %i) <{{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1],
            start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 20, 1>}}> : ({of}, {places}) -> {out}
        return %g : {out} }}"""
    x = rng.standard_normal((20, count)).astype(np.float32)
    chosen = rng.integers(max(ends.min, -3), min(ends.max, count + 3), (43, 1)).astype(ends.dtype)
    chosen[:2, 0] = ends.min, ends.max
    expected = x[:, [min(max(int(k), 0), count - 1) for k in chosen[:, 0]]]
    check(text, [x, chosen], [expected], [0])


@pytest.mark.parametrize("type", ["i1", "i8", "f16", "f32", "complex<f32>", "complex<f64>"])
@pytest.mark.parametrize(("shape", "count", "axis"), [((40, 5), 3, 1), ((9, 70), 21, 1), ((6, 300), 35, 1), ((12, 37), 5, 0),
                                                      ((3, 9, 37), 4, 1)])
def test_places_of_each_row(type: str, shape: tuple[int, ...], count: int, axis: int) -> None:
    """As `take_along_axis` has them: a place for each element of the result."""
    rng, dtype = np.random.default_rng(0), element_type(type).dtype
    result = (*shape[:axis], count, *shape[axis + 1:])
    batch = [d for d in range(len(shape)) if d != axis]
    of, out, places = tensor(shape, type), tensor(result, type), tensor((*result, 1), "i32")
    ones = ", ".join("1" * len(shape))
    text = f"""func.func @main(%x: {of}, %i: {places}) -> {out} {{
        %g = "stablehlo.gather"(%x, %i) <{{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [{axis}],
            operand_batching_dims = {batch}, start_indices_batching_dims = {batch}, start_index_map = [{axis}],
            index_vector_dim = {len(shape)}>, slice_sizes = array<i64: {ones}>}}> : ({of}, {places}) -> {out}
        return %g : {out} }}"""
    x = rng.integers(0, 2 if type == "i1" else 100, shape).astype(dtype)
    chosen = rng.integers(-3, shape[axis] + 3, result).astype(np.int32)
    expected = np.take_along_axis(x, chosen.clip(0, shape[axis] - 1), axis)
    check(text, [x, chosen[..., None]], [expected], [0])


@pytest.mark.parametrize("type", ["i8", "bf16", "f32", "complex<f64>"])
@pytest.mark.parametrize(("columns", "count", "low", "high"), [
    (300, 20, 35, 35), (300, 43, 0, 5), (9, 20, 3, 0), (300, 5, 11, 64)])
@pytest.mark.parametrize("is_beside", [False, True])
def test_what_is_taken_within_padding(type: str, columns: int, count: int, low: int, high: int, is_beside: bool) -> None:
    """Places are numbers of which there are none where the padding is; the same ones may be needed beside it, too."""
    rng, dtype, rows, whole = np.random.default_rng(0), element_type(type).dtype, 40, low + count + high
    of, some, places, out = (tensor(shape, t) for shape, t in (((rows, columns), type), ((rows, count), type),
                                                              ((count, 1), "i32"), ((rows, whole), type)))
    take = ('"stablehlo.gather"(%{x}, %i) <{{dimension_numbers = #stablehlo.gather<offset_dims = [0], '
            'collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, '
            f'slice_sizes = array<i64: {rows}, 1>}}}}> : ({of}, {places}) -> {some}')
    pad = f"low = [0, {low}], high = [0, {high}], interior = [0, 0] : ({some}, tensor<{type}>) -> {out}"
    beside = f"%w = {take.format(x='y')}\n return %p, %w : {out}, {some} }}" if is_beside else f"return %p : {out} }}"
    results = f"({out}, {some})" if is_beside else out
    text = f"""func.func @main(%x: {of}, %y: {of}, %i: {places}, %v: tensor<{type}>) -> {results} {{
        %g = {take.format(x="x")}
        %p = stablehlo.pad %g, %v, {pad}
        {beside}"""
    x, y = (rng.integers(0, 100, (rows, columns)).astype(dtype) for _ in range(2))
    chosen, value = rng.integers(-3, columns + 3, (count, 1)).astype(np.int32), np.array(7).astype(dtype)
    at = chosen[:, 0].clip(0, columns - 1)
    expected = [np.pad(x[:, at].astype(np.complex128), ((0, 0), (low, high)), constant_values=7).real.astype(dtype), y[:, at]]
    check(text, [x, y, chosen, value], expected[: 1 + is_beside], [0] * (1 + is_beside))


@pytest.mark.parametrize("type", ["i1", "i4", "ui8", "f8E5M2", "f16", "i32", "f32", "complex<f32>"])
@pytest.mark.parametrize("run", [1, 2, 3, 4, 8])
def test_runs_are_replaced_where_places_lie_outside(type: str, run: int) -> None:
    """As whole numbers of 2 to 8 bytes where they are so long: a constant in its place as well."""
    n, rng = 19, np.random.default_rng(0)
    of, out, index, mask = tensor((n, run), type), tensor((43, run), type), tensor((43, 1), "i32"), tensor((43, run), "i1")
    text = f"""func.func @main(%x: {of}, %i: {index}) -> {out} {{
        %n = stablehlo.constant dense<{n}> : {index}
        %c = stablehlo.constant dense<{constant_of(type)}> : {out}
        %inside = stablehlo.compare LT, %i, %n : ({index}, {index}) -> {tensor((43, 1), "i1")}
        %mask = stablehlo.broadcast_in_dim %inside, dims = [0, 1] : ({tensor((43, 1), "i1")}) -> {mask}
        %g = "stablehlo.gather"(%x, %i) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
            start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, {run}>}}> : ({of}, {index}) -> {out}
        %r = stablehlo.select %mask, %g, %c : {mask}, {out}
        return %r : {out} }}"""
    check(text, [element_bits((n, run), type, 1), rng.integers(-3, n + 5, (43, 1)).astype(np.int32)])


@pytest.mark.parametrize("type", ["i1", "i8", "ui16", "bf16", "f32", "f64"])
@pytest.mark.parametrize(("shape", "count"), [
    ((32, 64, 2), 2), ((5, 259, 3), 7), ((1, 33, 1), 4), ((7, 1, 2), 33), ((3, 300, 40), 5)])
def test_reductions_over_what_is_taken(type: str, shape: tuple[int, ...], count: int) -> None:
    """The place is the same in all lanes, which run across what it is taken of."""
    a, b, c = shape
    given, made, left = (tensor(s, type) for s in (shape, (a, b, count), (b,)))
    module = hloom.parse(f"""
      func.func @main(%x: {given}, %places: tensor<{count}x1xi32>) -> {left} {{
        %g = "stablehlo.gather"(%x, %places) {{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1],
            collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: {a}, {b}, 1>}}
            : ({given}, tensor<{count}x1xi32>) -> {made}
        %zero = stablehlo.constant dense<{'false' if type == 'i1' else '0' if 'i' in type else '0.0'}> : tensor<{type}>
        %r = stablehlo.reduce(%g init: %zero) applies stablehlo.maximum across dimensions = [0, 2] :
            ({made}, tensor<{type}>) -> {left}
        return %r : {left} }}""")
    rng = np.random.default_rng(sum(shape))
    x = rng.integers(0, 2 if type == "i1" else 100, shape).astype(element_type(type).dtype)
    places = rng.integers(-2, c + 2, (count, 1)).astype(np.int32)
    expected = x[:, :, np.clip(places[:, 0], 0, c - 1)].astype(np.float64).max(axis=(0, 2)).astype(x.dtype)
    check(module, [x, places], [expected], [0])


def components(shape: tuple[int, ...], count: int, places: str) -> str:
    """`x[:, i, j, ...]`, as JAX exports it, with what it does to each index put in one tensor of index vectors."""
    rank, of, out = len(shape), tensor(shape, "f32"), tensor((shape[0], count), "f32")
    index, column, vectors = tensor((count,), places), tensor((count, 1), places), tensor((count, len(shape) - 1), places)
    lines = []
    for d in range(1, rank):
        lines += [f"%zero{d} = stablehlo.constant dense<0> : {index}", f"%n{d} = stablehlo.constant dense<{shape[d]}> : {index}",
                  f"%below{d} = stablehlo.compare LT, %i{d}, %zero{d} : ({index}, {index}) -> {tensor((count,), 'i1')}",
                  f"%from_end{d} = stablehlo.add %i{d}, %n{d} : {index}",
                  f"%j{d} = stablehlo.select %below{d}, %from_end{d}, %i{d} : {tensor((count,), 'i1')}, {index}",
                  f"%k{d} = stablehlo.reshape %j{d} : ({index}) -> {column}"]
    names = ", ".join(f"%k{d}" for d in range(1, rank))
    arguments = ", ".join(f"%i{d}: {index}" for d in range(1, rank))
    sizes = ", ".join(["1" if d else str(shape[0]) for d in range(rank)])
    body = "\n".join(lines)
    return f"""func.func @main(%x: {of}, {arguments}) -> {out} {{
        {body}
        %k = stablehlo.concatenate {names}, dim = 1 : ({", ".join([column] * (rank - 1))}) -> {vectors}
        %g = "stablehlo.gather"(%x, %k) <{{dimension_numbers = #stablehlo.gather<offset_dims = [0],
            collapsed_slice_dims = {list(range(1, rank))}, start_index_map = {list(range(1, rank))}, index_vector_dim = 1>,
            slice_sizes = array<i64: {sizes}>}}> : ({of}, {vectors}) -> {out}
        return %g : {out} }}"""


@pytest.mark.parametrize("places", ["i8", "i32", "i64"])
@pytest.mark.parametrize(("shape", "count"), [((3, 17, 20), 131), ((40, 5, 7), 33), ((1, 9, 9), 70), ((9, 4, 5, 6), 65),
                                              ((2, 3, 1, 4, 3), 19), ((6, 30, 1), 1)])
def test_places_of_several_components(shape: tuple[int, ...], count: int, places: str) -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal(shape).astype(np.float32)
    indices = [rng.integers(-n - 2, n + 2, count).astype(element_type(places).dtype) for n in shape[1:]]
    at = tuple(np.where(i < 0, i + n, i).clip(0, n - 1) for i, n in zip(indices, shape[1:]))
    check(components(shape, count, places), [x, *indices], [x[(slice(None), *at)]], [0])
