"""Computations that rows name, `add` or `(f32[],f32[])->f32[]`, and their windows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hloom.support.source import Source
from hloom.text.hlo.formats import Window, full_window, read_window_fields
from hloom.text.hlo.scanner import Scanner
from hloom.xla import Shape, ops
from hloom.xla.builder import XlaBuilder, XlaComputation, XlaOp
from hloom.xla.inference import ProgramShape
from tests.xla.row_arrays import shape_texts
from tests.xla.row_names import WINDOW
from tests.xla.row_values import shape


def computation(builder: XlaBuilder, text: str, types: list[Any]) -> XlaComputation:
    """`add`, `(f32[],f32[])->f32[]`, `6 f32[] -> (f32[], ...)`, or `(min,min)`: the function of each pair."""
    if "->" in text:
        return of_shape(program_shape(text))
    words = re.findall(r"\w+", text)
    sub = builder.CreateSubBuilder("to_apply")
    count = len(words)
    wide = [*types, *types]
    inputs = [ops.Parameter(sub, k, Shape(t)) for k, t in enumerate(wide)]
    results = [REDUCERS[w](inputs[k], inputs[count + k]) for k, w in enumerate(words)]
    return sub.Build(results[0] if count == 1 else ops.Tuple(sub, results))


REDUCERS: dict[str, Callable[[XlaOp, XlaOp], XlaOp]] = {
    "add": ops.Add, "multiply": ops.Mul, "mul": ops.Mul, "maximum": ops.Max, "max": ops.Max, "min": ops.Min, "minimum": ops.Min,
    "and": ops.And, "or": ops.Or, "xor": ops.Xor, "subtract": ops.Sub, "divide": ops.Div, "power": ops.Pow,
    "update": lambda a, b: b, "assign": lambda a, b: b, "second": lambda a, b: b, "first": lambda a, b: a,
    "GE": ops.Ge, "GT": ops.Gt, "LE": ops.Le, "LT": ops.Lt, "EQ": ops.Eq, "NE": ops.Ne,
    "ge": ops.Ge, "gt": ops.Gt, "le": ops.Le, "lt": ops.Lt, "eq": ops.Eq, "ne": ops.Ne}


def program_shape(text: str) -> ProgramShape:
    takes, gives = (side.strip() for side in text.split("->"))
    repeated = re.fullmatch(r"(\d+) (\S+)", takes)
    parameters = [repeated[2]] * int(repeated[1]) if repeated else shape_texts(takes[1:-1])
    return ProgramShape(tuple(map(shape, parameters)), shape(gives))


def of_shape(wanted: ProgramShape) -> XlaComputation:
    """A computation of a shape, which gives zeros where there are any of it."""
    builder = XlaBuilder("stated", die_immediately_on_error=True)
    for k, parameter in enumerate(wanted.parameters):
        ops.Parameter(builder, k, parameter)

    def zeros(s: Shape) -> XlaOp:
        if s.is_tuple:
            return ops.Tuple(builder, [zeros(part) for part in s.tuple_shapes])
        if not s.is_array or s.is_unbounded_dynamic:  # such a row asks for shapes only
            return ops.CustomCall(builder, "made", [], s)
        made = ops.Zeros(builder, Shape(s.element_type, s.dimensions))
        for d, is_dynamic in enumerate(s.dynamic_dimensions):
            made = ops.SetDimensionSize(made, ops.ConstantR0(builder, 1), d) if is_dynamic else made
        return made

    return builder.Build(zeros(wanted.result))


def window(a: dict[str, Any]) -> Window:
    """The window of a row: HLO text's fields as text, a dictionary of fields, or attributes of their own."""
    stated = a.get("window", {})
    if isinstance(stated, str):
        return full_window(read_window_fields(Scanner(Source("<window>", stated.strip("{}")))))
    fields = stated or a
    found = {name: next((fields[k] for k in (name, *others) if k in fields), ()) for name, others in WINDOW.items()}
    size, stride, pad = tuple(found["size"]), tuple(found["stride"]), found["pad"]
    if isinstance(pad, str):
        assert pad.lower().endswith("valid"), pad
        pad = []
    pairs = tuple([(p[0], p[1]) if isinstance(p, list) else (p, p) for p in pad])
    return full_window(Window(size, stride, pairs,
                              tuple(found["lhs_dilate"]), tuple(found["rhs_dilate"]), tuple(map(bool, found["rhs_reversal"]))))
