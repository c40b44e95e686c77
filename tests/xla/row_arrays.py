"""Values in rows of the builder: numbers, nested lists, words for whole arrays; and whether results are what a row expects."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np

from hloom.numbers.difference import EQUAL, Tolerance, difference
from hloom.xla import Literal, Shape
from tests.xla.row_values import shape

_DYNAMIC = re.compile(r"(\S+) of dynamic size (\d+)")
#: Words for whole arrays.
_WORDS = {"all ones": 1, "ones": 1, "all zeros": 0, "all zero": 0, "zero": 0, "all true": 1, "all false": 0,
          "init 'large'": 10**6, "all 8": 8, "empty": 0}


def dynamic_size(text: str) -> tuple[Shape, int | None]:
    """A shape, and the size of its dynamic dimension if the row says one."""
    found = _DYNAMIC.fullmatch(text)
    return (shape(found[1]), int(found[2])) if found else (shape(text), None)


def array(text: str) -> Any:
    """`{5,0,6,0}`, `{ {1,2}, {3,4} }`, `(1,-2)` or a number."""
    if not text.startswith(("{", "(")):
        if text in ("true", "false"):
            return text == "true"
        # Integers of 64 bits keep all of theirs; minus zero its sign.
        return int(text, 0) if re.fullmatch(r"[+-]?(?:0x[0-9a-fA-F]+|[1-9]\d*|(?<!-)0)", text) else float(text)
    words = re.sub(r"[^\s{}(),]+", lambda word: f'"{word[0]}"', text)
    found = json.loads(words.translate(str.maketrans("{}()", "[][]")))

    def number(v: Any) -> Any:
        return [number(part) for part in v] if isinstance(v, list) else array(v)

    return number(found)


def literal(value: Any, wanted: Shape) -> np.ndarray:
    """The array of a row; complex numbers are pairs, infinities words."""
    if isinstance(value, str):
        numbered = re.search(r"(-?\d+) ?(?:\.\.+|to|,[ \d,]*\.\.\.,) ?(-?\d+)", value)
        if numbered:  # 0..23, 1 to 24, 1,2,...,16: row by row, again from the start where there are fewer than elements
            return np.resize(np.arange(int(numbered[1]), int(numbered[2]) + 1), wanted.dimensions).astype(wanted.dtype)
        counted = re.match(r"(?:all|every element|filled with|fill) (-?[\d.]+)|(iota|arange)", value)
        if counted:
            count = int(np.prod(wanted.dimensions))
            filled = np.arange(count) if counted[2] else np.full(count, float(counted[1]))
            return filled.reshape(wanted.dimensions).astype(wanted.dtype)
    if isinstance(value, str) and value.startswith(("{", "(")):
        return literal(array(value), wanted)
    if isinstance(value, str):
        word = {"true": 1, "false": 0}.get(value, next((n for w, n in _WORDS.items() if value.startswith(w)), None))
        return np.full(wanted.dimensions, float(value) if word is None else word, wanted.dtype)
    if wanted.element_type.is_complex:
        pairs = np.asarray(value, np.float64)
        if pairs.shape == wanted.dimensions:  # real numbers
            return pairs.astype(wanted.dtype)
        found = np.empty(pairs.shape[:-1], np.complex128)
        found.real, found.imag = pairs[..., 0], pairs[..., 1]  # i times an infinity would be NaN
        return found.astype(wanted.dtype)
    if wanted.element_type.is_float:
        def number(v: Any) -> Any:
            return [number(part) for part in v] if isinstance(v, list) else float(v)

        return np.asarray(number(value), np.float64).astype(wanted.dtype).reshape(wanted.dimensions)
    return Literal(value, wanted).array


def same_values(found: Any, expected: Any, result: Shape) -> str | None:
    """Why values are not what is expected; floating point to within a few units in the last place of what the row writes."""
    if isinstance(expected, dict) and "tuple" in expected:
        return next(
            (reason for f, e, s in zip(found, expected["tuple"], result.tuple_shapes) if (reason := same_values(f, e, s))), None
        )
    if isinstance(expected, dict):
        if "shape" in expected and shape(expected["shape"]).without_layout() != result.without_layout():
            return f"the shape is {result}, expected {expected['shape']}"
        expected = expected["value"]
    if isinstance(expected, str) and expected.startswith(("{", "(")):
        expected = array(expected)
    if result.is_tuple:
        return next((reason for f, e, s in zip(found, expected, result.tuple_shapes, strict=True)
                     if (reason := same_values(f, e, s))), None)
    values = np.asarray(found)
    wanted = literal(expected, Shape(result.element_type, values.shape))
    whole = values.dtype.kind in "biu"
    different = difference(values, wanted, EQUAL if whole else Tolerance(absolute=1e-5, relative=1e-5))
    return f"{different}: got {values!r:.200}, expected {wanted!r:.200}" if different else None


def shape_texts(text: str) -> list[str]:
    """The shapes of a list, tuples among them."""
    found, depth, start = [], 0, 0
    for k, c in enumerate(text):
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            found.append(text[start:k])
            start = k + 1
    return [*found, text[start:]] if text.strip() else []
