"""Random gathers: from vectors of indices whose components go along batch dimensions of their own, as images are resized; from
places that are counted (iotas and arithmetic on them); in loops, from and to places that stay the same, as of a graph's edges;
and products of sparse matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hloom.numbers.element_type import element_type
from tests.ops.drawing.language import Rng, pick, small_numbers

Drawn = tuple[str, list[np.ndarray]]
_TYPES = ["f32", "f32", "f32", "f64", "bf16", "i8", "i1", "i64", "complex<f32>"]
_SIZES = [1, 1, 2, 3, 4, 5]
_LONG_SIZES = [7, 8, 15, 16, 17, 28, 33]


def type_of(shape: Sequence[int], element: str) -> str:
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


def components(rng: Rng) -> Drawn:
    """A gather by components along one or two batch dimensions each: constants, counts and what arguments give, also outside."""
    type = str(pick(rng, _TYPES))
    batch, shape = ([int(pick(rng, _SIZES)) for _ in range(rng.integers(low, 4 + low))] for low in (1, 2))
    for sizes in (batch, shape):
        if rng.random() < 0.5:
            sizes[-1] = int(pick(rng, _LONG_SIZES))
    rank, along = len(shape), int(rng.integers(0, len(batch) + 1))
    mapped = [int(d) for d in rng.permutation(rank)[: rng.integers(2, min(rank, 4) + 1)]]
    collapsed = sorted(d for d in range(rank) if d in mapped or rng.random() < 0.2)
    kept = [d for d in range(rank) if d not in collapsed]
    slice_sizes = [1 if d in collapsed else int(rng.integers(1, shape[d] + 1)) for d in range(rank)]
    offsets = sorted(int(d) for d in rng.permutation(len(batch) + len(kept))[: len(kept)])
    full = type_of([*batch[:along], 1, *batch[along:]], "i32")
    arguments, lines, arrays = [type_of(shape, type)], [], [small_numbers(rng, element_type(type), tuple(shape))]
    for k in range(len(mapped)):
        own = sorted(int(d) for d in rng.permutation(len(batch))[: rng.integers(1, 3)])
        places, source = [d + (d >= along) for d in own], [batch[d] for d in own]
        array = rng.integers(-2, max(shape) + 2, source).astype(np.int32)
        kind = pick(rng, ["constant", "iota", "argument", "argument"])
        if kind == "constant":
            lifted = np.expand_dims(array, [d for d in range(len(batch)) if d not in own])
            lifted = np.expand_dims(np.broadcast_to(lifted, batch), along)
            lines.append(f"%p{k} = stablehlo.constant dense<{lifted.tolist()}> : {full}")
        elif kind == "iota":
            lines.append(f"%p{k} = stablehlo.iota dim = {places[0]} : {full}")
        else:
            given = type_of(source, "i32")
            lines.append(f"%p{k} = stablehlo.broadcast_in_dim %a{len(arrays)}, dims = {places} : ({given}) -> {full}")
            arguments.append(given)
            arrays.append(array)
    left = iter(batch)
    found = [slice_sizes[kept[offsets.index(d)]] if d in offsets else next(left) for d in range(len(batch) + len(kept))]
    result, starts = type_of(found, type), type_of([*batch[:along], len(mapped), *batch[along:]], "i32")
    names = ", ".join(f"%p{k}" for k in range(len(mapped)))
    parameters = ", ".join(f"%a{k}: {given}" for k, given in enumerate(arguments))
    text = "\n".join([
        f"func.func @main({parameters}) -> {result} {{", *lines,
        f"%s = stablehlo.concatenate {names}, dim = {along} : ({', '.join([full] * len(mapped))}) -> {starts}",
        f'%v = "stablehlo.gather"(%a0, %s) <{{dimension_numbers = #stablehlo.gather<offset_dims = {offsets},',
        f"  collapsed_slice_dims = {collapsed}, start_index_map = {mapped}, index_vector_dim = {along}>,",
        f"  slice_sizes = array<i64: {', '.join(map(str, slice_sizes))}>}}> : ({arguments[0]}, {starts}) -> {result}",
        f"return %v : {result}", "}"])
    return text, arrays


def counted(rng: Rng) -> Drawn:
    """A gather from places that are made of iotas alone, and what a mask made of the same numbers lets through. Sums may leave
    the range of their type, and places the operand."""
    index, type = str(pick(rng, ["i32", "i32", "i64", "i8", "ui8", "ui32", "i16"])), str(pick(rng, _TYPES))
    shape = [int(pick(rng, [*_SIZES, *_LONG_SIZES])) for _ in range(rng.integers(1, 3))]
    places, truths, wide = type_of(shape, index), type_of(shape, "i1"), int(pick(rng, [1, 3, 16, 50, 200]))
    lines, numbers, masks = [], [], []

    def add(operation: str, type: str) -> str:
        lines.append(f"%n{len(lines)} = {operation} : {type}")
        return f"%n{len(lines) - 1}"

    for d in range(len(shape)):
        numbers.append(add(f"stablehlo.iota dim = {d}", places))
    lowest = 0 if index.startswith("u") else -4
    for _ in range(int(rng.integers(1, 9))):
        kind = str(pick(rng, ["constant", "constant", "add", "subtract", "multiply", "minimum", "maximum", "negate", "compare",
                              "compare", "select", "select", "and", "not"]))
        if kind == "constant":
            most = int(pick(rng, [3, 3, wide, 120]))
            numbers.append(add(f"stablehlo.constant dense<{int(rng.integers(lowest, most + 1))}>", places))
        elif kind == "compare":
            a, b, direction = pick(rng, numbers), pick(rng, numbers), pick(rng, ["EQ", "NE", "LT", "LE", "GT", "GE"])
            masks.append(add(f"stablehlo.compare {direction}, {a}, {b}", f"({places}, {places}) -> {truths}"))
        elif kind in ("and", "not") and masks:
            operands = [str(pick(rng, masks)) for _ in range(1 if kind == "not" else 2)]
            masks.append(add(f"stablehlo.{kind} {', '.join(operands)}", truths))
        elif kind == "select" and masks:
            chosen = f"{pick(rng, masks)}, {pick(rng, numbers)}, {pick(rng, numbers)}"
            numbers.append(add(f"stablehlo.select {chosen}", f"{truths}, {places}"))
        elif kind in ("add", "subtract", "multiply", "minimum", "maximum"):
            numbers.append(add(f"stablehlo.{kind} {pick(rng, numbers)}, {pick(rng, numbers)}", places))
        elif kind == "negate":
            numbers.append(add(f"stablehlo.negate {pick(rng, numbers)}", places))
    rows, result = int(pick(rng, [1, 1, 2, 3, 17])), type_of([*shape, wide], type)
    starts = int(rng.integers(1, 3))  # how many components a vector of indices has
    operand = [max(shape) + int(rng.integers(0, 4)), wide] if starts == 1 else [max(shape), rows, wide]
    lifted = type_of([*shape, 1], index)
    parts = [add(f"stablehlo.reshape {pick(rng, numbers)}", f"({places}) -> {lifted}") for _ in range(starts)]
    vectors = type_of([*shape, starts], index)
    joined = add(f"stablehlo.concatenate {', '.join(parts)}, dim = {len(shape)}",
                 f"({', '.join([lifted] * starts)}) -> {vectors}")
    collapsed, sizes = list(range(starts)), ", ".join([*["1"] * starts, str(wide)])
    lines.append(f'''%g = "stablehlo.gather"(%a0, {joined}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [{len(shape)}],
        collapsed_slice_dims = {collapsed}, start_index_map = {collapsed}, index_vector_dim = {len(shape)}>,
        slice_sizes = array<i64: {sizes}>}}> : ({type_of(operand, type)}, {vectors}) -> {result}''')
    value = "%g"
    if masks:
        lines += [f"%m = stablehlo.broadcast_in_dim {masks[-1]}, dims = {list(range(len(shape)))} : ({truths}) -> "
                  f"{type_of([*shape, wide], 'i1')}",
                  f"%o = stablehlo.broadcast_in_dim %a1, dims = [] : (tensor<{type}>) -> {result}",
                  f"%r = stablehlo.select %m, %g, %o : {type_of([*shape, wide], 'i1')}, {result}"]
        value = "%r"
    element = element_type(type)
    arrays = [small_numbers(rng, element, tuple(operand)), small_numbers(rng, element, ())]
    head = f"func.func @main(%a0: {type_of(operand, type)}, %a1: tensor<{type}>) -> ({result}, {places})"
    return "\n".join([f"{head} {{", *lines, f"return {value}, {numbers[-1]} : {result}, {places}", "}"]), arrays


def sparse_product(rng: Rng) -> Drawn:
    """A matrix in compressed rows, some of whose offsets and columns may lie outside, times a vector or a matrix."""
    type, index = str(pick(rng, ["f32", "f64", "i32", "complex<f32>"])), str(pick(rng, ["i32", "i32", "i64"]))
    rows, columns, count = (int(pick(rng, [0, 1, 2, 5, 17, 40])) for _ in range(3))
    wide = [] if rng.random() < 0.5 else [int(pick(rng, [0, 1, 3, 16, 19]))]
    outside = int(rng.random() < 0.3)
    dtype = {"i32": np.int32, "i64": np.int64}[index]
    offsets = np.sort(rng.integers(-outside, count + 1 + outside, rows + 1)).astype(dtype)
    places = rng.integers(-outside, max(columns + outside, 1), count).astype(dtype)
    element = element_type(type)
    arrays: list[Any] = [small_numbers(rng, element, (count,)), offsets, places, small_numbers(rng, element, (columns, *wide))]
    types = [type_of([count], type), type_of([rows + 1], index), type_of([count], index), type_of([columns, *wide], type)]
    result, names = type_of([rows, *wide], type), ", ".join(f"%a{k}" for k in range(4))
    return f"""func.func @main({", ".join(f"%a{k}: {given}" for k, given in enumerate(types))}) -> {result} {{
  %v = stablehlo.custom_call @cpu_csr_sparse_dense_ffi({names}) : ({", ".join(types)}) -> {result}
  return %v : {result}
}}""", arrays


def repeated(rng: Rng) -> Drawn:
    """A loop that takes rows from places that an argument gives and adds to them at others; what computes the places, from data
    alone or with an iota, stands in the loop, in a branch of it, or in a loop inside. How often it runs is mostly not known."""
    type, index = str(pick(rng, ["f32", "f32", "f64", "i32", "i8", "i64"])), str(pick(rng, ["i32", "i32", "i64", "i8", "ui8"]))
    nodes, edges = (int(pick(rng, [1, 2, 5, 17, 40, 70])) for _ in range(2))
    wide = int(pick(rng, [1, 1, 3, 16, 19]))
    element, at = element_type(type), element_type(index)
    state, taken, scalar = type_of([nodes, wide], type), type_of([edges, wide], type), type_of([], type)
    pairs, line, column = type_of([edges, 2], index), type_of([edges], index), type_of([edges, 1], index)
    given = rng.integers(0 if index.startswith("u") else -nodes, nodes + 2, (edges, 2))
    arrays = [small_numbers(rng, element, (nodes, wide)), given.astype(at.dtype), small_numbers(rng, element, (edges, wide))]
    lines: list[str] = []
    point = ".0" if element.is_float else ""

    def add(operation: str, type: str) -> str:
        lines.append(f"%v{len(lines)} = {operation} : {type}")
        return f"%v{len(lines) - 1}"

    def places(which: int) -> str:
        cut = add(f"stablehlo.slice %a1 [0:{edges}, {which}:{which + 1}]", f"({pairs}) -> {column}")
        place = add(f"stablehlo.reshape {cut}", f"({column}) -> {line}")
        for _ in range(int(rng.integers(0, 4))):
            match pick(rng, ["wrap", "wrap", "add", "iota", "reverse", "maximum"]):
                case "wrap":  # what JAX does to negative places
                    zero, size = (add(f"stablehlo.constant dense<{n}>", line) for n in (0, nodes))
                    test = add(f"stablehlo.compare LT, {place}, {zero}", f"({line}, {line}) -> {type_of([edges], 'i1')}")
                    later = add(f"stablehlo.add {place}, {size}", line)
                    place = add(f"stablehlo.select {test}, {later}, {place}", f"{type_of([edges], 'i1')}, {line}")
                case "add":
                    one = add(f"stablehlo.constant dense<{int(rng.integers(0, 3))}>", line)
                    place = add(f"stablehlo.add {place}, {one}", line)
                case "iota":
                    number = add("stablehlo.iota dim = 0", line)
                    place = add(f"stablehlo.minimum {place}, {number}", line)
                case "reverse":
                    place = add(f"stablehlo.reverse {place}, dims = [0]", line)
                case _:
                    other = add(f"stablehlo.reverse {place}, dims = [0]", line)
                    place = add(f"stablehlo.maximum {place}, {other}", line)
        return add(f"stablehlo.reshape {place}", f"({line}) -> {column}")

    def step(state_name: str) -> str:
        source = state_name if rng.random() < 0.7 else "%a0"
        rows = add(f'''"stablehlo.gather"({source}, {places(0)}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1],
            collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
            slice_sizes = array<i64: 1, {wide}>}}>''', f"({state}, {column}) -> {taken}")
        if rng.random() < 0.5:
            rows = add(f"stablehlo.multiply {rows}, %a2", taken)
        name = pick(rng, ["add", "add", "maximum"])
        if rng.random() < 0.8:
            target = state_name if rng.random() < 0.5 else add(f"stablehlo.constant dense<0{point}>", state)
            made = add(f'''"stablehlo.scatter"({target}, {places(int(rng.integers(2)))}, {rows}) <{{
                scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
                scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{ ^bb0(%l: {scalar}, %r: {scalar}):
                %k = stablehlo.{name} %l, %r : {scalar}
                stablehlo.return %k : {scalar} }})''', f"({state}, {column}, {taken}) -> {state}")
        else:
            part = add(f"stablehlo.slice {rows} [0:1, 0:{wide}]", f"({taken}) -> {type_of([1, wide], type)}")
            spread = add(f"stablehlo.broadcast_in_dim {part}, dims = [0, 1]", f"({type_of([1, wide], type)}) -> {state}")
            made = add(f"stablehlo.{name} {state_name}, {spread}", state)
        low, high = (add(f"stablehlo.constant dense<{n}{point}>", scalar) for n in (-3, 3))
        return add(f"stablehlo.clamp {low}, {made}, {high}", f"({scalar}, {state}, {scalar}) -> {state}")

    def loop(count: int, before: str, body: Callable[[str], str], depth: int = 0) -> str:
        number, now = f"%i{depth}", f"%s{depth}"
        zero = add("stablehlo.constant dense<0>", "tensor<i32>")
        lines.append(f"%w{depth}:2 = stablehlo.while({number} = {zero}, {now} = {before}) : tensor<i32>, {state} cond {{")
        most = add(f"stablehlo.constant dense<{count}>", "tensor<i32>") if rng.random() < 0.3 else "%a3"
        test = add(f"stablehlo.compare LT, {number}, {most}", "(tensor<i32>, tensor<i32>) -> tensor<i1>")
        lines.append(f"stablehlo.return {test} : tensor<i1> }} do {{")
        after, one = body(now), add("stablehlo.constant dense<1>", "tensor<i32>")
        following = add(f"stablehlo.add {number}, {one}", "tensor<i32>")
        lines.append(f"stablehlo.return {following}, {after} : tensor<i32>, {state} }}")
        return f"%w{depth}#1"

    def branch(now: str) -> str:
        zero = add("stablehlo.constant dense<1>", "tensor<i32>")
        test = add(f"stablehlo.compare NE, %i0, {zero}", "(tensor<i32>, tensor<i32>) -> tensor<i1>")
        lines.append(f'%c = "stablehlo.if"({test}) ({{')
        lines.append(f"stablehlo.return {step(now)} : {state} }}, {{")
        lines.append(f"stablehlo.return {now} : {state} }}) : (tensor<i1>) -> {state}")
        return "%c"

    inner = pick(rng, [step, step, branch, lambda now: loop(int(rng.integers(0, 3)), now, step, 1)])
    count = int(pick(rng, [0, 1, 2, 5]))
    arrays.append(np.array(count, np.int32))
    result = loop(count, "%a0", inner)
    head = f"func.func @main(%a0: {state}, %a1: {pairs}, %a2: {taken}, %a3: tensor<i32>) -> {state}"
    return "\n".join([f"{head} {{", *lines, f"return {result} : {state}", "}"]), arrays


GATHERS: dict[str, Callable[[Rng], Drawn]] = {
    "components": components, "counted": counted, "repeated": repeated, "sparse_product": sparse_product}
