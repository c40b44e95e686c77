"""Movements of short rows, box by box: between guard pages, against the evaluator."""

from __future__ import annotations

import numpy as np
import pytest

from hloom.codegen.cpu import box_moves
from hloom.codegen.cpu.boxes import Range, boxes
from hloom.codegen.cpu.loop_shape import Flat
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import Store
from hloom.expr.index import fresh, linear_combination
from hloom.expr.interval import Interval
from hloom.expr.predicate import constrain
from hloom.expr.scalar import Literal, Read, select
from hloom.numbers.element_type import element_type
from tests.codegen.test_movements import bits, check_between_pages, tensor, transpose
from tests.harness import check, lower, needs_pages, targets, use_machine

TYPES = ["i1", "i4", "ui8", "f8E5M2", "bf16", "f16", "i32", "f32", "f64", "complex<f32>", "complex<f64>"]

#: A shape, and of each dimension what is added before, behind and between.
PADS = [
    ((5, 3), [(1, 2, 0), (4, 0, 0)]), ((1,), [(0, 3, 2)]), ((40, 7), [(0, 0, 1), (1, 3, 1)]),
    ((9, 1, 11), [(2, -1, 0), (3, 1, 0), (0, 0, 0)]), ((3, 30, 9, 3), [(1, 1, 0), (0, 2, 0), (-1, 2, 1), (2, 2, 0)]),
    ((2, 5, 13), [(0, 0, 0), (1, 0, 2), (-2, -3, 0)]),
    ((70, 33), [(3, 0, 0), (0, 1, 0)]), ((4, 4), [(-5, 6, 0), (1, 1, 0)]), ((300, 2), [(1, 1, 3), (1, 0, 0)]),
    ((6, 5, 150), [(1, 1, 0), (2, 2, 1), (0, 0, 0)]), ((2, 0), [(1, 0, 0), (2, 3, 0)]), ((1500, 3), [(0, 7, 0), (1, 1, 0)]),
    ((2, 3, 2, 13, 1), [(4, 3, 1), (1, 0, 0), (4, 3, 0), (-1, 3, 1), (4, 3, 1)]), ((9, 1), [(0, 0, 0), (3, 2, 2)]),
    ((40, 1, 3), [(0, 1, 0), (2, 2, 2), (0, 0, 0)])]


@needs_pages
@pytest.mark.parametrize("shape, padding", PADS)
@pytest.mark.parametrize("type", TYPES)
def test_padding(type: str, shape: tuple[int, ...], padding: list[tuple[int, int, int]]) -> None:
    result = tuple(n + a + b + max(0, n - 1) * k for n, (a, b, k) in zip(shape, padding))
    low, high, interior = ([each[k] for each in padding] for k in range(3))
    for given in (True, False):  # what is between is an argument, or a constant
        value = "%v" if given else "%c"
        check(f"""func.func @main(%x: {tensor(shape, type)}, %v: tensor<{type}>) -> {tensor(result, type)} {{
            %c = stablehlo.constant dense<{constant_of(type)}> : tensor<{type}>
            %0 = stablehlo.pad %x, {value}, low = {low}, high = {high}, interior = {interior} :
                ({tensor(shape, type)}, tensor<{type}>) -> {tensor(result, type)}
            return %0 : {tensor(result, type)} }}""", [element_bits(shape, type, 1), element_bits((), type, 2)])


@needs_pages
@pytest.mark.parametrize("padding", [(1, -1, 1), (0, 0, 1), (2, 1, 2), (0, 3, 3)])
@pytest.mark.parametrize("type", ["ui8", "bf16", "f32", "f64", "complex<f32>"])
def test_long_rows_with_padding_between_elements(type: str, padding: tuple[int, int, int]) -> None:
    """Tasks share a row, and the last of them has what is left over."""
    test_padding(type, (60001,), [padding])


@needs_pages
@pytest.mark.parametrize("shape, padding", PADS)
def test_tasks_of_few_elements(shape: tuple[int, ...], padding: list[tuple[int, int, int]],
                              monkeypatch: pytest.MonkeyPatch) -> None:
    use_machine(monkeypatch, box_moves={"least_bytes": 1, "most_bytes": 40})
    test_padding("ui8", shape, padding)
    test_padding("complex<f32>", shape, padding)


def test_an_element_between_padding_is_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop over its axis is cut in two by what would lie between elements, if there were several."""
    found = []
    real = box_moves.boxes
    monkeypatch.setattr(box_moves, "boxes", lambda *given: found.append(real(*given)) or found[-1])
    lower("""func.func @main(%x: tensor<9x7x1xf32>, %v: tensor<f32>) -> tensor<9x13x8xf32> {
        %0 = stablehlo.pad %x, %v, low = [0, 0, 4], high = [0, 0, 3], interior = [0, 1, 1] :
            (tensor<9x7x1xf32>, tensor<f32>) -> tensor<9x13x8xf32>
        return %0 : tensor<9x13x8xf32> }""")
    assert [len(each or ()) for each in found] == [2]


CONCATENATIONS = [
    ((4, 3), 1, (2, 5)), ((40, 9), 0, (3, 1)), ((7, 5, 3), 1, (5, 2)), ((31, 2, 11), 2, (1, 7)), ((2, 3, 5, 4), 1, (4, 1)),
    ((1, 1), 1, (1, 1)), ((17, 6, 33), 1, (0, 2)), ((700, 3), 1, (1, 2)), ((3, 4, 5, 6, 7), 2, (1, 2)),
    ((2, 90, 120), 1, (70, 90)), ((3, 41, 77), 1, (90, 1))]


@needs_pages
@pytest.mark.parametrize("shape, axis, sizes", CONCATENATIONS)
@pytest.mark.parametrize("type", TYPES)
def test_concatenation(type: str, shape: tuple[int, ...], axis: int, sizes: tuple[int, ...]) -> None:
    shapes = [shape, *((*shape[:axis], n, *shape[axis + 1:]) for n in sizes)]
    result = (*shape[:axis], sum(each[axis] for each in shapes), *shape[axis + 1:])
    names = [f"%x{k}" for k in range(len(shapes))]
    given = [tensor(each, type) for each in shapes]
    check(f"""func.func @main({', '.join(f'{n}: {t}' for n, t in zip(names, given))}) -> {tensor(result, type)} {{
        %0 = stablehlo.concatenate {', '.join(names)}, dim = {axis} : ({', '.join(given)}) -> {tensor(result, type)}
        return %0 : {tensor(result, type)} }}""", [element_bits(each, type, k) for k, each in enumerate(shapes)])


UPDATES = [((9, 7), (4, 3)), ((5, 6, 7), (5, 2, 7)), ((5, 6, 7), (1, 6, 1)), ((30, 40), (29, 15)), ((8, 9, 2, 3), (3, 9, 2, 3)),
           ((70, 66), (69, 65)), ((3, 1500), (2, 1111)), ((4, 4), (4, 4)), ((6, 2, 50), (5, 1, 31))]


@needs_pages
@pytest.mark.parametrize("shape, part", UPDATES)
@pytest.mark.parametrize("type", TYPES)
def test_updates(type: str, shape: tuple[int, ...], part: tuple[int, ...]) -> None:
    starts = [f"%i{k}" for k in range(len(shape))]
    whole, update = tensor(shape, type), tensor(part, type)
    text = f"""func.func @main(%x: {whole}, %y: {update}, {', '.join(f'{i}: tensor<i32>' for i in starts)}) -> {whole} {{
        %0 = stablehlo.dynamic_update_slice %x, %y, {', '.join(starts)} :
            ({whole}, {update}, {', '.join('tensor<i32>' for _ in starts)}) -> {whole}
        return %0 : {whole} }}"""
    for start in (0, 1, 100, -3):
        places = [np.array(start, np.int32) for _ in starts]
        check(text, [element_bits(shape, type, 1), element_bits(part, type, 2), *places])


#: A shape, from where to where, and by which steps.
SLICES = [((9, 8, 7), (1, 2, 3), (8, 8, 6), (1, 1, 1)), ((40, 9), (0, 1), (40, 9), (3, 1)),
          ((5, 6, 7, 3), (1, 0, 2, 0), (5, 6, 7, 3), (2, 1, 2, 1)), ((200, 33), (3, 1), (198, 33), (1, 1)),
          ((10, 10), (1, 1), (10, 10), (2, 3)), ((600, 5), (0, 3), (600, 4), (1, 1))]


@needs_pages
@pytest.mark.parametrize("shape, starts, limits, steps", SLICES)
@pytest.mark.parametrize("type", TYPES)
def test_slices(type: str, shape: tuple[int, ...], starts: tuple[int, ...], limits: tuple[int, ...],
                steps: tuple[int, ...]) -> None:
    result = tuple(len(range(*each)) for each in zip(starts, limits, steps))
    ranges = ", ".join(f"{a}:{b}:{c}" for a, b, c in zip(starts, limits, steps))
    check(f"""func.func @main(%x: {tensor(shape, type)}) -> {tensor(result, type)} {{
        %0 = stablehlo.slice %x [{ranges}] : ({tensor(shape, type)}) -> {tensor(result, type)}
        return %0 : {tensor(result, type)} }}""", [element_bits(shape, type, 3)])


#: Rows whose elements come the other way round; whole arrays, boxes of several dimensions, long runs, loops that tasks cut.
REVERSALS = [((60, 7), [1]), ((60, 7), [0, 1]), ((5, 19, 8, 7), [0, 3]), ((6, 5, 11), [1, 2]), ((6, 300, 5), [1, 2]),
             ((41, 16), [1]), ((9, 2, 3, 5), [1, 2, 3]), ((4000, 9), [0, 1]), ((30, 1, 13), [2]), ((1, 10), [1]),
             ((50, 33), [0, 1]), ((3, 700, 4), [0, 2]), ((0, 7), [1])]


@needs_pages
@pytest.mark.parametrize("shape, dimensions", REVERSALS)
@pytest.mark.parametrize("type", TYPES)
def test_reversed_rows(type: str, shape: tuple[int, ...], dimensions: list[int]) -> None:
    of = tensor(shape, type)
    check(f"""func.func @main(%x: {of}) -> {of} {{
        %0 = stablehlo.reverse %x, dims = {dimensions} : {of}
        return %0 : {of} }}""", [element_bits(shape, type, 3)])


@needs_pages
@pytest.mark.parametrize("shape, dimensions", REVERSALS)
@pytest.mark.parametrize("target", sorted(targets()))
def test_reversed_rows_by_tasks_of_few_elements(target: str, shape: tuple[int, ...], dimensions: list[int],
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    use_machine(monkeypatch, box_moves={"least_bytes": 1, "most_bytes": 40})
    for type in ("ui8", "f16", "f32", "complex<f64>"):
        of, x = tensor(shape, type), element_bits(shape, type, 3)
        made = lower(f"""func.func @main(%x: {of}) -> {of} {{
            %0 = stablehlo.reverse %x, dims = {dimensions} : {of}
            return %0 : {of} }}""", targets()[target])
        check_between_pages(made, x, np.flip(x, dimensions))


@needs_pages
@pytest.mark.parametrize("type", TYPES)
def test_reversed_rows_beside_others(type: str) -> None:
    a, b, c = (tensor(shape, type) for shape in [(40, 9), (40, 18), (40, 23)])
    check(f"""func.func @main(%x: {a}, %v: tensor<{type}>) -> {c} {{
        %r = stablehlo.reverse %x, dims = [1] : {a}
        %w = stablehlo.concatenate %r, %x, dim = 1 : ({a}, {a}) -> {b}
        %0 = stablehlo.pad %w, %v, low = [0, 2], high = [0, 3], interior = [0, 0] : ({b}, tensor<{type}>) -> {c}
        return %0 : {c} }}""", [element_bits((40, 9), type, 1), element_bits((), type, 2)])


def test_short_reversed_rows_are_vectors() -> None:
    of = tensor((3000, 7), "f16")
    text = f"func.func @main(%x: {of}) -> {of} {{\n%0 = stablehlo.reverse %x, dims = [1] : {of}\nreturn %0 : {of}\n}}\n"
    made = lower(text).llvm
    assert "shufflevector <4 x i16>" in made and "masked" not in made and "store i16" not in made


@needs_pages
@pytest.mark.parametrize("type", TYPES)
def test_what_is_moved_several_times(type: str) -> None:
    """Padding around a concatenation of what is padded, and a broadcast beside a row."""
    a, b, c, d = (tensor(shape, type) for shape in [(6, 3), (6, 8), (6, 14), (9, 14)])
    check(f"""func.func @main(%x: {a}, %y: {a}, %v: tensor<{type}>, %z: tensor<6x{type}>) -> {d} {{
        %c = stablehlo.constant dense<{constant_of(type)}> : tensor<{type}>
        %p = stablehlo.pad %x, %c, low = [0, 2], high = [0, 1], interior = [0, 1] : ({a}, tensor<{type}>) -> {b}
        %w = stablehlo.broadcast_in_dim %z, dims = [0] : (tensor<6x{type}>) -> {a}
        %0 = stablehlo.concatenate %p, %w, %y, dim = 1 : ({b}, {a}, {a}) -> {c}
        %1 = stablehlo.pad %0, %v, low = [1, 0], high = [2, 0], interior = [0, 0] : ({c}, tensor<{type}>) -> {d}
        return %1 : {d} }}""", [element_bits(shape, type, k) for k, shape in enumerate([(6, 3), (6, 3), (), (6,)])])


def constant_of(type: str) -> str:
    if type == "i1":
        return "true"
    return "(1.5, -2.5)" if "complex" in type else {"i": "-3", "u": "3"}.get(type[0], "1.5")


def element_bits(shape: tuple[int, ...], type: str, seed: int) -> np.ndarray:
    if type == "i4":
        return ((bits(shape, "i8", seed) & 15) - 8).astype(element_type(type).dtype)
    return bits(shape, type, seed)


def test_boxes_of_conditions() -> None:
    x, y = fresh(8), fresh(9)
    type = element_type("ui8")
    place = linear_combination([(x, 9), (y, 1)])
    read = Read(Flat(np.empty(100)), (place + 3,), type)
    inner = constrain(x, Interval(2, 5)) & constrain((y + 1) % 3, Interval(0, 0))
    store = Store(Flat(np.empty(72)), (place,), select(inner, read, Literal(0, type)))
    found = boxes(Machine(), [x, y], store)
    assert found is not None
    assert [box.ranges for box in found] == [(Range(0, 1, 8), Range(0, 1, 9)), (Range(2, 1, 4), Range(2, 3, 3))]
    (row, column), (index,) = found[1].variables, found[1].store.index
    assert index is linear_combination([(row, 9), (column, 3)], 20)
    # What is read where it is stored may be the same memory: nothing is stored there before; and no ranges lie between others.
    in_place = Read(Flat(np.empty(72)), (place,), type)
    rows = select(constrain(x, Interval(2, 5)), in_place, Literal(0, type))
    assert boxes(Machine(), [x, y], Store(Flat(np.empty(72)), (place,), select(inner, in_place, Literal(0, type)))) is None
    found = boxes(Machine(), [x, y], Store(Flat(np.empty(72)), (place,), rows)) or []
    assert [box.ranges[0] for box in found] == [Range(0, 1, 2), Range(6, 1, 2), Range(2, 1, 4)]


def test_short_rows_need_no_masks() -> None:
    text = """func.func @main(%x: tensor<50x11xi8>) -> tensor<50x15xi8> {
        %c = stablehlo.constant dense<0> : tensor<i8>
        %0 = stablehlo.pad %x, %c, low = [0, 1], high = [0, 3], interior = [0, 0] :
            (tensor<50x11xi8>, tensor<i8>) -> tensor<50x15xi8>
        return %0 : tensor<50x15xi8> }"""
    assert "masked" not in lower(text).llvm


@pytest.mark.parametrize("shape, type, permutation, has_tiles", [
    ((9, 317, 66), "f16", (2, 1, 0), True), ((9, 11, 334), "f32", (0, 2, 1), False),
    ((8, 23, 11, 9), "ui8", (1, 2, 0, 3), False)])
def test_elements_go_one_by_one_where_caches_hold_what_lies_between(shape: tuple[int, ...], type: str,
                                                                    permutation: tuple[int, ...], has_tiles: bool) -> None:
    made = lower(transpose(shape, type, permutation))
    assert ("shufflevector" in made.llvm) == has_tiles


@pytest.mark.parametrize("columns, is_interleaved", [(4, True), (9, False)])
def test_shortest_rows_are_interleaved(columns: int, is_interleaved: bool) -> None:
    argument, result = (tensor((300, n), "i8") for n in (columns, columns + 2))
    made = lower(f"""func.func @main(%x: {argument}) -> {result} {{
        %c = stablehlo.constant dense<0> : tensor<i8>
        %0 = stablehlo.pad %x, %c, low = [0, 1], high = [0, 1], interior = [0, 0] : ({argument}, tensor<i8>) -> {result}
        return %0 : {result} }}""")
    assert ("shufflevector" in made.llvm) == is_interleaved


@needs_pages
@pytest.mark.parametrize("shape", [(64, 12), (7, 5), (300, 20), (4, 30, 6), (3, 2)])
@pytest.mark.parametrize("type", ["f32", "i8"])
def test_what_a_loop_carries_is_moved_in_its_place(type: str, shape: tuple[int, ...]) -> None:
    """Padding may not be stored first where elements are read from: the results of a turn lie in the memory of the one before."""
    of, cut = tensor(shape, type), tensor((*shape[:-1], shape[-1] - 2), type)
    ranges = ", ".join([*(f"0:{n}" for n in shape[:-1]), f"2:{shape[-1]}"])
    none, low = [0] * len(shape), [0] * (len(shape) - 1) + [2]
    check(f"""func.func @main(%x: {of}, %n: tensor<i32>) -> {of} {{
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %value = stablehlo.constant dense<{constant_of(type)}> : tensor<{type}>
        %i, %r = stablehlo.while(%k = %zero, %a = %x) : tensor<i32>, {of}
        cond {{
          %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        }} do {{
          %next = stablehlo.add %k, %one : tensor<i32>
          %s = stablehlo.slice %a [{ranges}] : ({of}) -> {cut}
          %p = stablehlo.pad %s, %value, low = {low}, high = {none}, interior = {none} : ({cut}, tensor<{type}>) -> {of}
          stablehlo.return %next, %p : tensor<i32>, {of}
        }}
        return %r : {of} }}""", [element_bits(shape, type, 1), np.int32(3)])
