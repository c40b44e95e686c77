"""Rows of numeric facts about XLA's operations, as StableHLO programs.

A row names an operation in HLO's words, its operands and attributes. `program_of` writes the StableHLO function that means
the same; `array_of` reads its values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ml_dtypes
import numpy as np

ELEMENTS = {"pred": ("i1", np.bool_), "bf16": ("bf16", ml_dtypes.bfloat16), "f16": ("f16", np.float16),
            "f32": ("f32", np.float32), "f64": ("f64", np.float64),
            "c64": ("complex<f32>", np.complex64), "c128": ("complex<f64>", np.complex128),
            **{f"s{n}": (f"i{n}", np.dtype(f"i{n // 8}").type) for n in (8, 16, 32, 64)},
            **{f"u{n}": (f"ui{n}", np.dtype(f"u{n // 8}").type) for n in (8, 16, 32, 64)}}
#: Initial values of which a row says only that they are large.
LARGE = {"f32": np.inf, "s32": 2**31 - 1}


def shape_of(text: str) -> tuple[str, tuple[int, ...]]:
    """Element type and sizes of `f32[2,3]`."""
    element, sizes = re.fullmatch(r"(\w+)\[([\d,]*)\]", text).groups()  # type: ignore[union-attr]
    return element, tuple(int(n) for n in sizes.split(",") if n)


def type_of(text: str) -> str:
    """The StableHLO type of a shape."""
    element, sizes = shape_of(text)
    return f"tensor<{''.join(f'{n}x' for n in sizes)}{ELEMENTS[element][0]}>"


def array_of(entry: Mapping[str, Any]) -> np.ndarray:
    """The value of an operand or result: nested lists, a complex number as [real, imaginary], or words."""
    element, sizes = shape_of(entry["shape"])
    dtype, value = ELEMENTS[element][1], entry["value"]
    if isinstance(value, str) and value not in ("nan", "inf", "-inf"):
        words = {"all ones (2^25)": 1, "all ones": 1, "all 8": 8, "empty": 0, "init 'large'": LARGE.get(element)}
        return np.full(sizes, words[value], dtype)
    if element.startswith("c"):
        pairs = np.array(value, np.float64)
        return (pairs[..., 0] + 1j * pairs[..., 1]).astype(dtype)
    if element in ("bf16", "f16", "f32", "f64"):
        return np.array(value, np.float64).astype(dtype).reshape(sizes)
    return np.array(value, dtype).reshape(sizes)


def entry_of(text: str) -> dict[str, Any]:
    """The operand `s32[] 7` or `f32[2] {5,6}` of a rule."""
    shape, value = text.split(" ", 1)
    numbers = [float(x) if "f" in shape else int(x) for x in value.strip("{}").split(",")]
    return {"shape": shape, "value": numbers if "{" in value else numbers[0]}


class Writer:
    """Writes a row as the body of a function whose arguments are `%0, %1, ...`."""

    def __init__(self, shapes: list[str], attrs: Mapping[str, Any], results: list[str]) -> None:
        self.types, self.attrs, self.results = [type_of(s) for s in shapes], attrs, [type_of(s) for s in results]
        self.ranks = [len(shape_of(s)[1]) for s in shapes]
        self.elements = [ELEMENTS[shape_of(s)[0]][0] for s in shapes]
        self.result_elements = [ELEMENTS[shape_of(s)[0]][0] for s in results]
        self.result_rank = len(shape_of(results[0])[1])

    def call(self, name: str, attributes: str = "", regions: str = "") -> str:
        """The operation on all arguments in the generic form."""
        operands = ", ".join(f"%{k}" for k in range(len(self.types)))
        return (f'%r:{len(self.results)} = "stablehlo.{name}"({operands}) {regions and f"({regions})"} {{{attributes}}} : '
                f"({', '.join(self.types)}) -> ({', '.join(self.results)})")

    def body(self, names: Sequence[str], elements: Sequence[str]) -> str:
        """A region that combines accumulators and values pairwise; `update` takes the value."""
        pairs = list(zip(names, elements))
        arguments = ", ".join(f"%{side}{k}: tensor<{e}>" for side in "ab" for k, e in enumerate(elements))
        lines = [f"%c{k} = stablehlo.{name} %a{k}, %b{k} : tensor<{e}>" for k, (name, e) in enumerate(pairs) if name != "update"]
        returned = ", ".join(f"%b{k}" if name == "update" else f"%c{k}" for k, (name, _) in enumerate(pairs))
        types = ", ".join(f"tensor<{e}>" for e in elements)
        return "\n".join([f"{{\n^bb0({arguments}):", *lines, f"stablehlo.return {returned} : {types}\n}}"])

    def applied(self, elements: Sequence[str]) -> str:
        """The region of `to_apply`: one name, or `(min,min)`."""
        words = {"min": "minimum", "max": "maximum"}
        names = [words.get(n, n) for n in str(self.attrs["to_apply"]).strip("()").split(",")]
        return self.body(names, elements)

    def window(self) -> dict[str, list[list[int]]]:
        """The fields of `size=2x3 stride=1x3 pad=2_2x2_-1 lhs_dilate=2x3 rhs_dilate=2x1`, each a list per dimension."""
        found = {}
        for field in self.attrs["window"].split():
            name, value = field.split("=")
            found[name] = [[int(n) for n in part.split("_")] for part in value.split("x")]
        return found


def array(numbers: Any) -> str:
    return "array<i64" + (": " + ", ".join(map(str, numbers)) if numbers else "") + ">"


def matrix(rows: list[list[int]]) -> str:
    return f"dense<{rows}> : tensor<{len(rows)}x{len(rows[0])}xi64>"


def _first(window: dict[str, list[list[int]]], name: str) -> list[int]:
    return [n for [n] in window.get(name, [])]


def _convolution(w: Writer) -> str:
    window = w.window()
    fields = {"window_strides": array(_first(window, "stride")) if "stride" in window else None,
              "padding": matrix(window["pad"]) if "pad" in window else None,
              "lhs_dilation": array(_first(window, "lhs_dilate")) if "lhs_dilate" in window else None,
              "rhs_dilation": array(_first(window, "rhs_dilate")) if "rhs_dilate" in window else None}
    labels = [", ".join(part) for part in re.split("_|->", w.attrs["dim_labels"])]
    numbers = f"#stablehlo.conv<[{labels[0]}]x[{labels[1]}]->[{labels[2]}]>"
    groups = f"feature_group_count = {w.attrs.get('feature_group_count', 1)} : i64, batch_group_count = 1 : i64"
    given = "".join(f", {name} = {text}" for name, text in fields.items() if text)
    return w.call("convolution", f"dimension_numbers = {numbers}, {groups}{given}")


def _reduce_window(w: Writer) -> str:
    window = w.window()
    given = {"window_dimensions": array(_first(window, "size"))}
    if "stride" in window:
        given["window_strides"] = array(_first(window, "stride"))
    if "lhs_dilate" in window:
        given["base_dilations"] = array(_first(window, "lhs_dilate"))
    if "pad" in window:
        given["padding"] = matrix(window["pad"])
    count = len(w.types) // 2
    return w.call("reduce_window", ", ".join(f"{k} = {v}" for k, v in given.items()), w.applied(w.elements[:count]))


def _select_and_scatter(w: Writer) -> str:
    window, element = w.window(), w.elements[0]
    choice = (f"{{\n^bb0(%a: tensor<{element}>, %b: tensor<{element}>):\n%c = stablehlo.compare {w.attrs['select']}, %a, %b : "
              f"(tensor<{element}>, tensor<{element}>) -> tensor<i1>\nstablehlo.return %c : tensor<i1>\n}}")
    return w.call("select_and_scatter", f"window_dimensions = {array(_first(window, 'size'))}, "
                  f"window_strides = {array(_first(window, 'stride'))}", f"{choice}, {w.body([w.attrs['scatter']], [element])}")


def _numbers(w: Writer, name: str, prefix: str, lists: Mapping[str, str]) -> str:
    """A structured attribute whose lists have other names in HLO."""
    fields = ", ".join(f"{ours} = {w.attrs.get(theirs, [])}" for ours, theirs in lists.items())
    last = f", index_vector_dim = {w.attrs['index_vector_dim']}" if "index_vector_dim" in w.attrs else ""
    return f"{name} = #stablehlo.{prefix}<{fields}{last}>"


def _dot(w: Writer) -> str:
    lists = {f"{side}_{kind}_dimensions": f"{side}_{word}_dims" for kind, word in (("batching", "batch"), ("contracting",) * 2)
             for side in ("lhs", "rhs")}
    return w.call("dot_general", _numbers(w, "dot_dimension_numbers", "dot", lists))


def _gather(w: Writer) -> str:
    lists = {k: k for k in ("offset_dims", "collapsed_slice_dims", "start_index_map")}
    numbers = _numbers(w, "dimension_numbers", "gather", lists)
    return w.call("gather", f"{numbers}, slice_sizes = {array(w.attrs['slice_sizes'])}")


def _scatter(w: Writer) -> str:
    lists = {k: k for k in ("update_window_dims", "inserted_window_dims", "scatter_dims_to_operand_dims")}
    return w.call("scatter", _numbers(w, "scatter_dimension_numbers", "scatter", lists), w.applied(w.elements[:1]))


def _pad(w: Writer) -> str:
    columns = list(zip(*w.attrs["padding"]))
    return w.call("pad", ", ".join(f"edge_padding_{name} = {array(c)}" for name, c in zip(("low", "high"), columns))
                  + f", interior_padding = {array(columns[2])}")


def _broadcast(w: Writer) -> str:
    return w.call("broadcast_in_dim", f"broadcast_dimensions = {array(w.attrs['dimensions'])}")


def _fft(w: Writer) -> str:
    return w.call("fft", f"fft_type = #stablehlo<fft_type {w.attrs['fft_type']}>, fft_length = {array(w.attrs['fft_length'])}")


def _slice(w: Writer) -> str:
    return w.call("slice", f"start_indices = {array(w.attrs['starts'])}, limit_indices = {array(w.attrs['limits'])}, "
                           f"strides = {array(w.attrs['strides'])}")


def _added_twice(w: Writer) -> str:
    [t] = set(w.types)
    return f"%s = stablehlo.add %0, %1 : {t}\n%r = stablehlo.add %s, %2 : {t}"


def _async_negate(w: Writer) -> str:
    [t] = w.types
    body = f"{{\n^bb0(%a: {t}):\n%n = stablehlo.negate %a : {t}\nstablehlo.return %n : {t}\n}}"
    return (f'%f = "stablehlo.async_start"(%0) ({body}) : ({t}) -> !stablehlo.future<{t}>\n'
            f'%r = "stablehlo.async_done"(%f) : (!stablehlo.future<{t}>) -> {t}')


def _mapped_sum(w: Writer) -> str:
    [t], [e] = w.types, w.elements
    return (f'%s = "stablehlo.map"(%0, %0) ({w.body(["add"], [e])}) {{dimensions = array<i64: 0>}} : ({t}, {t}) -> {t}\n'
            f"%r = stablehlo.convert %s : ({t}) -> {w.results[0]}")


def _plain(name: str, *attributes: str) -> Callable[[Writer], str]:
    """An operation whose attributes are texts with the row's in them."""
    return lambda w: w.call(name, ", ".join(attributes).format(**w.attrs))


OPERATIONS: dict[str, Callable[[Writer], str]] = {
    **{name: _plain(name.replace("-", "_")) for name in (
        "clamp", "select", "add", "subtract", "multiply", "divide", "remainder", "minimum", "and", "xor", "abs", "negate", "real",
        "convert", "is-finite", "shift-right-arithmetic", "count-leading-zeros", "dynamic-update-slice")},
    "concatenate": _plain("concatenate", "dimension = {dimension} : i64"),
    "iota": _plain("iota", "iota_dimension = {iota_dimension} : i64"),
    "compare": _plain("compare", "comparison_direction = #stablehlo<comparison_direction {direction}>"),
    "reduce-precision": _plain("reduce_precision", "exponent_bits = {exponent_bits} : i32",
                               "mantissa_bits = {mantissa_bits} : i32"),
    "reverse": lambda w: w.call("reverse", f"dimensions = {array(w.attrs['dimensions'])}"),
    "dynamic-slice": lambda w: w.call("dynamic_slice", f"slice_sizes = {array(w.attrs['dynamic_slice_sizes'])}"),
    "reduce": lambda w: w.call("reduce", f"dimensions = {array(w.attrs['dimensions'])}", w.applied(w.result_elements)),
    "reduce-window": _reduce_window, "select-and-scatter": _select_and_scatter, "dot": _dot, "convolution": _convolution,
    "gather": _gather, "scatter": _scatter, "pad": _pad, "broadcast": _broadcast, "slice": _slice, "fft": _fft,
    "add(add(lhs, rhs), rhs2)": _added_twice, "async-done(async-start(negate))": _async_negate,
    "convert(map(x, x), add)": _mapped_sum,
}


def program_of(op: str, shapes: list[str], attrs: Mapping[str, Any], results: list[str]) -> str:
    """A function `@main` that runs the operation on its arguments."""
    writer = Writer(shapes, attrs, results)
    arguments = ", ".join(f"%{k}: {t}" for k, t in enumerate(writer.types))
    types = ", ".join(writer.results)
    body = OPERATIONS[op](writer)
    returned = ", ".join(f"%r#{k}" for k in range(len(results))) if "%r:" in body else "%r"
    return f"func.func @main({arguments}) -> ({types}) {{\n{body}\nreturn {returned} : {types}\n}}"
