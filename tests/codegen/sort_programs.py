"""Sorts to be tried: comparators of all forms, and rows that are hard on one step or another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from hloom.numbers.element_type import element_type

Array = Any

#: JAX's comparator of floats: all zeros are equal, and all NaNs.
_CANONICAL = """
  %zero{side} = stablehlo.constant dense<0.000000e+00> : tensor<{type}>
  %is_zero{side} = stablehlo.compare EQ, %{side}, %zero{side}, FLOAT : (tensor<{type}>, tensor<{type}>) -> tensor<i1>
  %plus{side} = stablehlo.select %is_zero{side}, %zero{side}, %{side} : tensor<i1>, tensor<{type}>
  %is_nan{side} = stablehlo.compare NE, %{side}, %{side}, FLOAT : (tensor<{type}>, tensor<{type}>) -> tensor<i1>
  %nan{side} = stablehlo.constant dense<{nan}> : tensor<{type}>
  %key{side} = stablehlo.select %is_nan{side}, %nan{side}, %plus{side} : tensor<i1>, tensor<{type}>"""
_NAN = {"f16": "0x7E00", "bf16": "0x7FC0", "f32": "0x7FC00000", "f64": "0x7FF8000000000000"}


def comparators(type: str) -> dict[str, str]:
    """Ways to compare elements %a and %b of a type: lines that define %before."""
    def compare(direction: str, kind: str, x: str = "%a", y: str = "%b") -> str:
        return f"\n  %before = stablehlo.compare {direction}, {x}, {y}, {kind} : (tensor<{type}>, tensor<{type}>) -> tensor<i1>"

    if type not in _NAN:
        kind = "SIGNED" if type.startswith("i") and type != "i1" else "UNSIGNED"
        found = {"less": compare("LT", kind), "greater": compare("GT", kind), "less_swapped": compare("LT", kind, "%b", "%a"),
                 "at_most": compare("LE", kind)}
        inverted = "".join(f"\n  %n{s} = stablehlo.not %{s} : tensor<{type}>" for s in "ab")
        return {**found, "of_a_function": inverted + compare("LT", kind, "%na", "%nb")}
    canonical = "".join(_CANONICAL.format(side=s, type=type, nan=_NAN[type]) for s in "ab")
    size = "".join(f"\n  %abs{s} = stablehlo.abs %{s} : tensor<{type}>" for s in "ab")
    return {
        "total": compare("LT", "TOTALORDER"), "total_down": compare("GT", "TOTALORDER"), "plain": compare("LT", "FLOAT"),
        "plain_down": compare("GT", "FLOAT"), "canonical": canonical + compare("LT", "TOTALORDER", "%keya", "%keyb"),
        "canonical_down": canonical + compare("GT", "TOTALORDER", "%keya", "%keyb"),
        "of_a_function": size + compare("LT", "FLOAT", "%absa", "%absb"),
    }


def program(operands: Mapping[str, str], shape: tuple[int, ...], dimension: int, comparator: str) -> str:
    """@main that sorts tensors of `shape`: element types by the names of their scalars, without the last letter.

    `comparator` compares `%a` and `%b` (for an operand named "") and so on.
    """
    sizes = "".join(f"{n}x" for n in shape)
    tensors = [f"tensor<{sizes}{type}>" for type in operands.values()]
    names = [f"%x{k}" for k in range(len(tensors))]
    scalars = ", ".join(f"%{name}{side}: tensor<{type}>" for name, type in operands.items() for side in "ab")
    inner, outer = ", ".join(names), ", ".join(f"{n}: {t}" for n, t in zip(names, tensors))
    types = ", ".join(tensors)
    count = len(tensors)
    given = f"%r:{count}" if count > 1 else "%r"
    results = ", ".join(f"%r#{k}" for k in range(count)) if count > 1 else "%r"
    return f"""
func.func @main({outer}) -> ({types}) {{
  {given} = "stablehlo.sort"({inner}) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
  ^bb0({scalars}):{comparator}
  stablehlo.return %before : tensor<i1>
  }}) : ({types}) -> ({types})
  return {results} : {types}
}}
"""


def first_of(text: str, shape: tuple[int, ...], dimension: int, start: int, limit: int) -> str:
    """A program of `program` of whose results only the elements [start, limit) along the dimension are given."""
    part = ", ".join(f"{start}:{limit}" if d == dimension else f"0:{n}" for d, n in enumerate(shape))
    sizes = "".join(f"{limit - start if d == dimension else n}x" for d, n in enumerate(shape))
    whole = "".join(f"{n}x" for n in shape)
    head, end = text[: text.rindex("  return")], text[text.rindex("  return") :]
    results, types = end.strip().removeprefix("return ").removesuffix("\n}").split(" : ")
    old, names = types.split(", "), [f"%s{k}" for k in range(len(types.split(", ")))]
    new = [type.replace(f"tensor<{whole}", f"tensor<{sizes}") for type in old]
    lines = [f"  {name} = stablehlo.slice {source} [{part}] : ({a}) -> {b}\n"
             for name, source, a, b in zip(names, results.split(", "), old, new)]
    head = head.replace(f"-> ({types}) {{", f"-> ({', '.join(new)}) {{", 1)
    return f"{head}{''.join(lines)}  return {', '.join(names)} : {', '.join(new)}\n}}\n"


def rows(type: str, shape: tuple[int, ...], kind: str, rng: np.random.Generator) -> Array:
    """An array of a kind: random bits (NaNs of all sorts among those of floats), few values, zeros, equal, in order, ..."""
    element = element_type(type)
    width = max(8, element.width)
    count = int(np.prod(shape))
    unsigned = np.dtype(f"u{width // 8}")
    if type == "i1":
        return rng.integers(0, 2, shape).astype(bool)
    bits = rng.integers(0, (1 << width) - 1, count, np.uint64, endpoint=True)
    if kind == "few":
        bits = rng.choice(bits[:3] if count else bits, count)
    elif kind == "zeros" and element.is_float:
        sign = np.uint64(1 << (width - 1))
        some = rng.choice(np.array([0, 1, 2], np.uint64), count) * np.uint64(1 << (width - 4))
        bits = some | (rng.integers(0, 2, count).astype(np.uint64) * sign)
        bits[rng.random(count) < 0.1] = np.uint64((1 << (width - 1)) - 3)  # a NaN
    elif kind == "equal":
        bits[:] = 7
    elif kind in ("ordered", "reversed"):
        bits = np.arange(count, dtype=np.uint64)[:: 1 if kind == "ordered" else -1] % np.uint64(1 << min(width, 63))
    elif kind == "extremes":
        bits = rng.choice(np.array([0, (1 << width) - 1, 1 << (width - 1), (1 << (width - 1)) - 1], np.uint64), count)
    if element.width < 8:
        return bits.astype(np.int8).astype(element.dtype).reshape(shape)
    return bits.astype(unsigned).view(element.dtype).reshape(shape)


KINDS = ("random", "few", "zeros", "equal", "ordered", "reversed", "extremes")
