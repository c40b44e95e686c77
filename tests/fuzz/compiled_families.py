"""Random programs for kernels that are more than loops over a formula, of any type and size that they take.

Each function gives the text of a program, and how its arguments are drawn where plain numbers would mean nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

import numpy as np

from hloom.numbers.element_type import element_type
from tests.fuzz.compiled_convolutions import CONVOLUTIONS
from tests.fuzz.compiled_gathers import GATHERS
from tests.fuzz.compiled_lapack import LAPACK
from tests.ops.drawing.language import Rng, any_numbers, pick, small_numbers

#: Sizes around those of vectors, tiles and blocks; most are odd.
SIZES = [0, 1, 1, 2, 3, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 64, 65]
FLOATS = ["f32", "f64"]
SMALL = ["i2", "i4", "ui2", "ui4", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ", "f8E3M4", "f8E4M3",
         "f8E8M0FNU", "f6E2M3FN", "f6E3M2FN", "f4E2M1FN"]
INTEGERS = ["i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"]
Drawn = tuple[str, list[np.ndarray]]


def tensor(shape: tuple[int, ...], type: str) -> str:
    return f"tensor<{''.join(f'{n}x' for n in shape)}{type}>"


def sizes(rng: Rng, rank: int, most: int) -> tuple[int, ...]:
    found = [int(pick(rng, SIZES)) for _ in range(rank)]
    while prod(found) > most:
        found[int(np.argmax(found))] //= 2
    return tuple(found)


def function(arguments: list[str], results: list[str], lines: list[str], names: list[str]) -> str:
    """The text of @main of arguments %a0, %a1, ..."""
    parameters = ", ".join(f"%a{k}: {t}" for k, t in enumerate(arguments))
    body = "\n  ".join([*lines, f"return {', '.join(names)} : {', '.join(results)}"])
    return f"func.func @main({parameters}) -> ({', '.join(results)}) {{\n  {body}\n}}"


def body(name: str, type: str) -> str:
    return (f"({{\n  ^bb0(%p: tensor<{type}>, %q: tensor<{type}>):\n    %r = stablehlo.{name} %p, %q : tensor<{type}>\n"
            f"    stablehlo.return %r : tensor<{type}>\n  }})")


def top_k(rng: Rng) -> Drawn:
    type = pick(rng, ["f32", "f64", "bf16", "f16", *INTEGERS])
    shape = (*sizes(rng, int(rng.integers(0, 3)), 60), int(pick(rng, [1, 2, 3, 5, 8, 17, 33, 64, 100, 257, 1000])))
    k = int(rng.integers(0, shape[-1] + 1)) if rng.random() < 0.5 else min(int(pick(rng, [1, 2, 5, 8, 16])), shape[-1])
    given, found, places = tensor(shape, type), tensor((*shape[:-1], k), type), tensor((*shape[:-1], k), "i32")
    text = function([given], [found, places], [f"%v, %i = chlo.top_k(%a0, k = {k}) : {given} -> ({found}, {places})"],
                    ["%v", "%i"])
    return text, [any_numbers(rng, element_type(type), shape)]


def product(rng: Rng) -> Drawn:
    """A product of two types, summed in that of the result, batches and more than one dimension to sum over among them."""
    of = pick(rng, [("i8", "i8", "i32"), ("ui8", "ui8", "i32"), ("i8", "i8", "i64"), ("i8", "i8", "f32"), ("bf16", "bf16", "f32"),
                    ("bf16", "bf16", "bf16"), ("f16", "f16", "f32"), ("f16", "f16", "f16"), ("i16", "i16", "i32"),
                    ("i32", "i32", "i32"), ("i4", "i4", "i32"), ("f8E4M3FN", "f8E4M3FN", "f32"), ("f8E5M2", "f8E5M2", "bf16"),
                    ("f32", "f32", "f32"), ("f64", "f64", "f64"), ("complex<f32>", "complex<f32>", "complex<f32>"),
                    ("complex<f64>", "complex<f64>", "complex<f64>"), ("i1", "i1", "i1"), ("ui64", "ui64", "ui64"),
                    ("i1", "i1", "i32"), ("f32", "f32", "i32"), ("i32", "i32", "i1"), ("f32", "i32", "f32"), ("ui8", "i8", "i32"),
                    ("i8", "i32", "i64"), ("bf16", "f32", "f32"), ("f32", "complex<f32>", "complex<f32>"), ("i16", "f64", "i8")])
    batch, (m, n), k = sizes(rng, int(pick(rng, [0, 0, 1, 2])), 6), sizes(rng, 2, 3000), sizes(rng, int(pick(rng, [1, 1, 2])), 70)
    if rng.random() < 0.3:  # depths that fill tile registers, wholly or in part
        k = (*k[:-1], int(pick(rng, [24, 32, 40, 48, 64, 80, 100, 128, 200, 392, 784, 1000])))
    count = len(batch)
    left, right = [*batch, m, *k], [*batch, *k, n]
    inner, outer = list(range(count + 1, count + 1 + len(k))), list(range(count, count + len(k)))
    if rng.random() < 0.3:  # the other way round in memory
        left, inner = [*batch, *k, m], outer
    if rng.random() < 0.3:
        right, outer = [*batch, n, *k], list(range(count + 1, count + 1 + len(k)))
    types = [tensor(tuple(left), of[0]), tensor(tuple(right), of[1])]
    result = tensor((*batch, m, n), of[2])
    batches = f"batching_dims = {list(range(count))} x {list(range(count))}, " if count else ""
    text = function(types, [result], [f"%v = stablehlo.dot_general %a0, %a1, {batches}contracting_dims = {inner} x {outer} : "
                                      f"({', '.join(types)}) -> {result}"], ["%v"])
    return text, [small_numbers(rng, element_type(t), tuple(s)) for t, s in zip(of, (left, right))]


def kept_product(rng: Rng) -> Drawn:
    """Products in a loop, whose right operand, as it is or turned, all iterations find the same."""
    type = pick(rng, ["f32", "f32", "f64", "bf16", "f16", "i8", "i32", "complex<f32>"])
    batch, m = sizes(rng, int(pick(rng, [0, 0, 1])), 4), int(pick(rng, [1, 2, 7, 14, 17, 33]))
    n, count = int(pick(rng, [3, 17, 63, 64, 65, 80, 97])), len(batch)
    x, w, batches = tensor((*batch, m, n), type), tensor((*batch, n, n), type), ""
    if count:
        batches = f"batching_dims = {list(range(count))} x {list(range(count))}, "
    side = count + int(rng.integers(0, 2))
    text = function([x, w, "tensor<i32>"], [x], [
        "%0 = stablehlo.constant dense<0> : tensor<i32>",
        f"%l:2 = stablehlo.while(%i = %0, %x = %a0) : tensor<i32>, {x}\n  cond {{",
        "%more = stablehlo.compare LT, %i, %a2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        "stablehlo.return %more : tensor<i1>\n  } do {",
        "%1 = stablehlo.constant dense<1> : tensor<i32>\n  %j = stablehlo.add %i, %1 : tensor<i32>",
        f"%p = stablehlo.dot_general %x, %a1, {batches}contracting_dims = [{count + 1}] x [{side}] : ({x}, {w}) -> {x}",
        f"%d = stablehlo.add %p, %a0 : {x}\n  %s = stablehlo.subtract %d, %x : {x}",
        f"stablehlo.return %j, %s : tensor<i32>, {x}\n  }}"], ["%l#1"])
    arrays = [small_numbers(rng, element_type(type), s) for s in ((*batch, m, n), (*batch, n, n))]
    return text, [*arrays, np.array(rng.integers(0, 3), np.int32)]


def pieces(rng: Rng) -> Drawn:
    """A loop through one dimension of an operand, in which each piece is multiplied by the same matrix: a recurrent net."""
    type, steps = pick(rng, ["f32", "f32", "f64", "bf16", "i32", "complex<f32>"]), int(pick(rng, [17, 18, 23]))
    rows, k, n = int(pick(rng, [1, 2, 7, 33])), int(pick(rng, [16, 17, 40])), int(pick(rng, [1, 3, 17, 64, 80]))
    place, first, is_left = int(rng.integers(0, 3)), int(rng.integers(-2, 3)), bool(rng.integers(0, 2))
    shape, cut = [rows, k], [rows, k]
    shape.insert(place, steps)
    cut.insert(place, 1)
    x, s, p = tensor(tuple(shape), type), tensor(tuple(cut), type), tensor((rows, k), type)
    w, h = tensor((k, n), type), tensor((rows, n) if is_left else (n, rows), type)
    product = (f"%y, %a1, contracting_dims = [1] x [0] : ({p}, {w})" if is_left
               else f"%a1, %y, contracting_dims = [0] x [1] : ({w}, {p})")
    starts = ", ".join("%i" if d == place else "%z" for d in range(3))
    text = function([x, w, h], [h], [
        f"%0 = stablehlo.constant dense<{first}> : tensor<i32>\n  %z = stablehlo.constant dense<0> : tensor<i32>",
        f"%l:2 = stablehlo.while(%i = %0, %h = %a2) : tensor<i32>, {h}\n  cond {{",
        f"%n = stablehlo.constant dense<{first + steps + int(rng.integers(-2, 3))}> : tensor<i32>",
        "%more = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        "stablehlo.return %more : tensor<i1>\n  } do {",
        "%1 = stablehlo.constant dense<1> : tensor<i32>\n  %j = stablehlo.add %i, %1 : tensor<i32>",
        f"%s = stablehlo.dynamic_slice %a0, {starts}, sizes = {cut} : ({x}, tensor<i32>, tensor<i32>, tensor<i32>) -> {s}",
        f"%y = stablehlo.reshape %s : ({s}) -> {p}\n  %p = stablehlo.dot_general {product} -> {h}",
        f"%g = stablehlo.subtract %p, %h : {h}\n  stablehlo.return %j, %g : tensor<i32>, {h}\n  }}"], ["%l#1"])
    shapes = (tuple(shape), (k, n), (rows, n) if is_left else (n, rows))
    return text, [small_numbers(rng, element_type(type), s) for s in shapes]


def attention(rng: Rng) -> Drawn:
    """Two products with work on the rows between: their sums less the greatest of the row, a chosen part of them, halved."""
    type = pick(rng, ["f32", "f32", "f64", "bf16", "f16"])
    batch, depth = sizes(rng, int(pick(rng, [0, 1, 1, 2])), 4), int(pick(rng, [1, 3, 8, 16, 17]))
    rows, columns = int(pick(rng, [1, 16, 17, 31, 48, 63, 64, 65, 90, 129])), int(pick(rng, [1, 16, 24, 33, 64, 65, 100]))
    count, is_swapped = len(batch), rng.random() < 0.3
    kept, last = list(range(count + 1)), count + 1
    batches = f"batching_dims = {list(range(count))} x {list(range(count))}, " if count else ""
    q, k, v, s, r, plane = (tensor((*batch, *n), type) for n in (
        (rows, depth), (columns, depth), (columns, depth), (rows, columns), (rows,), (rows, columns)))
    o = tensor((*batch, *((depth, rows) if is_swapped else (rows, depth))), type)
    low = {"f32": "0xFF800000", "bf16": "0xFF80", "f64": "0xFFF0000000000000", "f16": "0xFC00"}[type]
    lines = [f"%0 = stablehlo.dot_general %a0, %a1, {batches}contracting_dims = [{last}] x [{last}] : ({q}, {k}) -> {s}",
             f"%s = stablehlo.{pick(rng, ['add', 'maximum', 'multiply'])} %0, %a3 : {plane}",
             f"%low = stablehlo.constant dense<{low}> : tensor<{type}>",
             f"%m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [{last}] : "
             f"({s}, tensor<{type}>) -> {r}",
             f"%mb = stablehlo.broadcast_in_dim %m, dims = {kept} : ({r}) -> {s}", f"%d = stablehlo.subtract %s, %mb : {s}",
             f"%l = stablehlo.constant dense<-3.0> : {s}", f"%h = stablehlo.constant dense<0.5> : {s}",
             f"%c = stablehlo.maximum %d, %l : {s}", f"%zero = stablehlo.constant dense<0.0> : tensor<{type}>",
             f"%t = stablehlo.reduce(%c init: %zero) applies stablehlo.minimum across dimensions = [{last}] : "
             f"({s}, tensor<{type}>) -> {r}",
             f"%tb = stablehlo.broadcast_in_dim %t, dims = {kept} : ({r}) -> {s}", f"%e = stablehlo.subtract %c, %tb : {s}",
             f"%p = stablehlo.multiply %e, %h : {s}"]
    operands = (f"%a2, %p, {batches}contracting_dims = [{count}] x [{last}] : ({v}, {s})" if is_swapped else
                f"%p, %a2, {batches}contracting_dims = [{last}] x [{count}] : ({s}, {v})")
    text = function([q, k, v, plane], [o], [*lines, f"%o = stablehlo.dot_general {operands} -> {o}"], ["%o"])
    shapes = ((rows, depth), (columns, depth), (columns, depth), (rows, columns))
    return text, [small_numbers(rng, element_type(type), (*batch, *shape)) for shape in shapes]


def fft(rng: Rng) -> Drawn:
    part, kind = pick(rng, FLOATS), pick(rng, ["FFT", "IFFT", "RFFT", "IRFFT"])
    length = tuple(int(pick(rng, [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 25, 31, 32, 33, 38, 60, 64, 97, 127, 254]))
                   for _ in range(int(pick(rng, [1, 1, 1, 2, 3]))))
    if rng.random() < 0.2:  # two passes, or three
        length = (int(pick(rng, [512, 576, 720, 1000, 1024, 257, 263, 514, 521, 1042, 2053, 4106])),)
    while prod(length) > 6000:
        length = (length[0] // 2, *length[1:])
    batch = sizes(rng, int(rng.integers(0, 2)), 9)
    half = (*length[:-1], length[-1] // 2 + 1)
    shapes = {"FFT": (length, length), "IFFT": (length, length), "RFFT": (length, half), "IRFFT": (half, length)}[kind]
    types = [part if real else f"complex<{part}>" for real in (kind == "RFFT", kind == "IRFFT")]
    given, found = (tensor((*batch, *s), t) for s, t in zip(shapes, types))
    text = function([given], [found], [f"%v = stablehlo.fft %a0, type = {kind}, length = {list(length)} : ({given}) -> {found}"],
                    ["%v"])
    return text, [small_numbers(rng, element_type(types[0]), (*batch, *shapes[0]))]


def _well_conditioned(rng: Rng, type: str, batch: tuple[int, ...], n: int) -> np.ndarray:
    """Matrices with a large diagonal, positive definite as a whole and in each triangle."""
    drawn = small_numbers(rng, element_type(type), (*batch, n, n)).astype(np.complex128 if type[0] == "c" else np.float64)
    drawn = drawn + np.conj(np.swapaxes(drawn, -1, -2))
    size = np.abs(drawn).sum(-1).max(initial=0) + 1
    return (drawn + size * np.eye(n)).astype(element_type(type).dtype)


def cholesky(rng: Rng) -> Drawn:
    type, batch, n = pick(rng, ["f32", "f64", "complex<f32>", "complex<f64>"]), sizes(rng, int(rng.integers(0, 3)), 9), int(
        pick(rng, SIZES))
    t = tensor((*batch, n, n), type)
    text = function([t], [t], [f"%v = stablehlo.cholesky %a0, lower = {pick(rng, ['true', 'false'])} : {t}"], ["%v"])
    return text, [_well_conditioned(rng, type, batch, n)]


def triangular_solve(rng: Rng) -> Drawn:
    type, batch = pick(rng, ["f32", "f64", "complex<f32>", "complex<f64>"]), sizes(rng, int(rng.integers(0, 2)), 5)
    (n, m), left = sizes(rng, 2, 2500), rng.random() < 0.5
    a, b = (*batch, n, n), (*batch, n, m) if left else (*batch, m, n)
    flags = ", ".join(f"{name} = {str(value).lower()}" for name, value in (
        ("left_side", left), ("lower", rng.random() < 0.5), ("unit_diagonal", rng.random() < 0.3)))
    turn = pick(rng, ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
    types = [tensor(a, type), tensor(b, type)]
    text = function(types, [types[1]], [
        f'%v = "stablehlo.triangular_solve"(%a0, %a1) <{{{flags}, transpose_a = #stablehlo<transpose {turn}>}}> : '
        f"({', '.join(types)}) -> {types[1]}"], ["%v"])
    matrix = _well_conditioned(rng, type, batch, n)
    if "unit_diagonal = true" in flags:
        matrix = matrix / element_type(type).dtype.type(np.abs(matrix).sum(-1).max(initial=0) + 1)
    return text, [matrix, small_numbers(rng, element_type(type), b)]


def select_and_scatter(rng: Rng) -> Drawn:
    type, rank = pick(rng, ["f32", "f64", "bf16", "i32", "i8", "ui16"]), int(rng.integers(1, 4))
    shape = tuple(max(n, 1) for n in sizes(rng, rank, 900))
    window = [int(rng.integers(1, min(n, 4) + 1)) for n in shape]
    strides = [int(rng.integers(1, 4)) for _ in shape]
    padding = [[int(x) for x in rng.integers(0, w, 2)] for w in window]
    out = tuple((n + sum(p) - w) // s + 1 for n, w, s, p in zip(shape, window, strides, padding))
    given, source = tensor(shape, type), tensor(out, type)
    direction, scalar = pick(rng, ["GE", "GT", "LE"]), f"tensor<{type}>"
    compare = (f"({{\n  ^bb0(%p: {scalar}, %q: {scalar}):\n"
               f"    %r = stablehlo.compare {direction}, %p, %q : ({scalar}, {scalar}) -> tensor<i1>\n"
               "    stablehlo.return %r : tensor<i1>\n  }, ")
    text = function([given, source, f"tensor<{type}>"], [given], [
        f'%v = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{{window_dimensions = array<i64: {str(window)[1:-1]}>, '
        f"window_strides = array<i64: {str(strides)[1:-1]}>, padding = dense<{padding}> : tensor<{rank}x2xi64>}}> {compare}"
        f"{body('add', type)[1:]} : ({given}, {source}, tensor<{type}>) -> {given}"], ["%v"])
    return text, [small_numbers(rng, element_type(type), s) for s in (shape, out, ())]


def scatter(rng: Rng) -> Drawn:
    """Rows or single elements, written or combined, some of them outside."""
    type, name = pick(rng, ["f32", "f64", "i8", "i32", "ui64", "bf16"]), pick(rng, ["add", "maximum", "multiply", "replace"])
    rows, width, count = int(pick(rng, SIZES[1:])), int(pick(rng, SIZES)), int(pick(rng, SIZES))
    index = pick(rng, ["i32", "i64", "ui8"])
    given, places, updates = tensor((rows, width), type), tensor((count, 1), index), tensor((count, width), type)
    combine = body(name, type) if name != "replace" else (
        f"({{\n  ^bb0(%p: tensor<{type}>, %q: tensor<{type}>):\n    stablehlo.return %q : tensor<{type}>\n  }})")
    text = function([given, places, updates], [given], [
        '%v = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], '
        f"inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> {combine} : "
        f"({given}, {places}, {updates}) -> {given}"], ["%v"])
    where = rng.integers(0 if index[0] == "u" else -2, rows + 2, (count, 1)).astype(element_type(index).dtype)
    kept, new = (small_numbers(rng, element_type(type), (n, width)) for n in (rows, count))
    return text, [kept, where, new]


def scatter_forms(rng: Rng) -> Drawn:
    """Windows of any dimensions at indices of any number of components, none among them, that lie along any dimension."""
    type, index = pick(rng, ["f32", "f64", "i8", "i32", "ui64", "i1"]), pick(rng, ["i32", "i64", "ui32", "ui64", "i8"])
    name = pick(rng, ["and", "or", "replace"] if type == "i1" else ["add", "maximum", "minimum", "multiply", "replace"])
    shape = tuple(int(rng.integers(1, 9)) for _ in range(int(rng.integers(0, 4))))
    rank, points = len(shape), [int(pick(rng, [1, 2, 7, 16, 33, 65, 130])) for _ in range(int(pick(rng, [0, 1, 1, 2])))]
    window = [n if rng.random() < 0.5 else int(rng.integers(1, n + 1)) for n in shape]
    inserted = [d for d in range(rank) if rng.random() < 0.5]
    moved = [int(d) for d in rng.permutation(rank)[: int(rng.integers(0, rank + 1))]]
    along, kept = int(rng.integers(len(points) + 1)), [window[d] for d in range(rank) if d not in inserted]
    given = [*points[:along], len(moved), *points[along:]]
    if len(moved) == 1 and rng.random() < 0.3:
        along, given = len(points), points
    total = len(points) + len(kept)
    places = sorted(int(d) for d in rng.permutation(total)[: len(kept)])
    sizes_of_points, sizes_of_window = iter(points), iter(kept)
    updates = [next(sizes_of_window if d in places else sizes_of_points) for d in range(total)]
    t, i, u = tensor(shape, type), tensor(tuple(given), index), tensor(tuple(updates), type)
    combine = body(name, type) if name != "replace" else (
        f"({{\n  ^bb0(%p: tensor<{type}>, %q: tensor<{type}>):\n    stablehlo.return %q : tensor<{type}>\n  }})")
    text = function([t, i, u], [t], [
        '%v = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<'
        f"update_window_dims = {places}, inserted_window_dims = {inserted}, scatter_dims_to_operand_dims = {moved}, "
        f"index_vector_dim = {along}>}}> {combine} : ({t}, {i}, {u}) -> {t}"], ["%v"])
    low, high = 0 if index[0] == "u" else -2, max((*shape, 1)) + 1
    where = rng.integers(low, high, given).astype(element_type(index).dtype)
    one = element_type(type).dtype.type(1)
    if name == "multiply":  # which stay exact
        return text, [small_numbers(rng, element_type(type), shape), where, np.where(rng.random(updates) < 0.9, one, 2 * one)]
    return text, [small_numbers(rng, element_type(type), shape), where, small_numbers(rng, element_type(type), tuple(updates))]


def bits(rng: Rng) -> Drawn:
    algorithm, type = pick(rng, ["PHILOX", "THREE_FRY", "DEFAULT"]), pick(rng, [*INTEGERS, *INTEGERS, *FLOATS, "bf16", *SMALL])
    shape, words = sizes(rng, int(rng.integers(0, 4)), 4000), int(pick(rng, [2, 3])) if algorithm != "THREE_FRY" else 2
    state, found = f"tensor<{words}xui64>", tensor(shape, type)
    text = function([state], [state, found], [f"%s, %v = stablehlo.rng_bit_generator %a0, algorithm = {algorithm} : ({state}) -> "
                                              f"({state}, {found})"], ["%s", "%v"])
    return text, [rng.integers(0, 1 << 64, words, np.uint64, endpoint=False)]


def small_types(rng: Rng) -> Drawn:
    """Arithmetic of numbers of 2 to 8 bits, and conversions to and from them."""
    type, shape = pick(rng, SMALL), sizes(rng, int(rng.integers(0, 4)), 3000)
    drawn = element_type(type)
    names = ["add", "multiply", "subtract", "maximum", "minimum", *(["divide"] if drawn.is_float else ["xor", "remainder"])]
    t, other = tensor(shape, type), tensor(shape, pick(rng, ["f32", "f64", "bf16", "i8", "i32", *SMALL]))
    lines = [f"%v0 = stablehlo.{pick(rng, names)} %a0, %a1 : {t}", f"%v1 = stablehlo.{pick(rng, names)} %v0, %a0 : {t}",
             f"%v2 = stablehlo.convert %v1 : ({t}) -> {other}", f"%v3 = stablehlo.convert %v2 : ({other}) -> {t}"]
    truth = tensor(shape, "i1")
    lines += [f"%v4 = stablehlo.compare {pick(rng, ['LT', 'GE', 'EQ'])}, %v3, %a1 : ({t}, {t}) -> {truth}",
              f"%v5 = stablehlo.select %v4, %v1, %a1 : {truth}, {t}"]
    return function([t, t], [t, other, t], lines, ["%v1", "%v2", "%v5"]), [any_numbers(rng, drawn, shape) for _ in range(2)]


def loop(rng: Rng) -> Drawn:
    """A while loop that carries a counter, a number, a vector that it changes element by element, and one that it turns."""
    n, type = int(pick(rng, SIZES[1:])), pick(rng, ["f32", "f64", "i32", "i8", "ui16", "bf16"])
    counter = pick(rng, ["i32", "i64", "ui8"])
    v, c, s = tensor((n,), type), f"tensor<{counter}>", f"tensor<{type}>"
    name = pick(rng, ["add", "maximum", "subtract"])
    carried = f"{c}, {s}, {v}, {v}"
    text = function([s, v, c], [c, s, v, v], [
        f"%zero = stablehlo.constant dense<0> : {c}", f"%one = stablehlo.constant dense<1> : {c}",
        f"%w:4 = stablehlo.while(%i = %zero, %x = %a0, %y = %a1, %z = %a1) : {carried}",
        f"cond {{\n    %p = stablehlo.compare LT, %i, %a2 : ({c}, {c}) -> tensor<i1>",
        "  stablehlo.return %p : tensor<i1>\n  } do {",
        f"  %j = stablehlo.add %i, %one : {c}",
        f"  %e = stablehlo.dynamic_slice %z, %i, sizes = [1] : ({v}, {c}) -> {tensor((1,), type)}",
        f"  %f = stablehlo.reshape %e : ({tensor((1,), type)}) -> {s}",
        f"  %g = stablehlo.{name} %x, %f : {s}", f"  %h = stablehlo.reshape %g : ({s}) -> {tensor((1,), type)}",
        f"  %k = stablehlo.dynamic_update_slice %y, %h, %i : ({v}, {tensor((1,), type)}, {c}) -> {v}",
        f"  %l = stablehlo.reverse %z, dims = [0] : {v}", f"  %m = stablehlo.{name} %l, %k : {v}" if rng.random() < 0.5 else
        f"  %m = stablehlo.{name} %l, %a1 : {v}",
        f"  stablehlo.return %j, %g, %k, %m : {carried}\n  }}"], ["%w#0", "%w#1", "%w#2", "%w#3"])
    bound = np.array(rng.integers(0, 12), element_type(counter).dtype)
    return text, [small_numbers(rng, element_type(type), ()), small_numbers(rng, element_type(type), (n,)), bound]


FAMILIES: dict[str, Callable[[Rng], Drawn]] = {
    "top_k": top_k, "product": product, "kept_product": kept_product, "pieces": pieces, "attention": attention,
    "fft": fft, "cholesky": cholesky, "triangular_solve": triangular_solve, "select_and_scatter": select_and_scatter,
    "scatter": scatter, "scatter_forms": scatter_forms, "bits": bits, "small_types": small_types, "loop": loop,
    **LAPACK, **CONVOLUTIONS, **GATHERS}
