"""The texts of self-checking programs: literals, one operation on constants, and the files they are written to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

CASES = Path(__file__).resolve().parents[1] / "tests" / "cases"
NAMES = {"float16": "f16", "float32": "f32", "float64": "f64", "bool": "i1", "complex64": "complex<f32>",
         **{f"{kind}int{width}": f"{'ui' if kind else 'i'}{width}" for kind in ("", "u") for width in (8, 16, 32, 64)}}


def type_of(x: np.ndarray) -> str:
    """The tensor type of an array."""
    return f"tensor<{''.join(f'{n}x' for n in x.shape)}{NAMES[str(x.dtype)]}>"


def dense(x: np.ndarray) -> str:
    """An array as a dense literal with its type; floats by their bits."""
    return f"dense<{_literal(x)}> : {type_of(x)}"


def _literal(x: np.ndarray) -> str:
    if x.size == 0:
        return ""
    if x.ndim:
        return "[" + ", ".join(map(_literal, x)) + "]"
    if x.dtype == bool:
        return str(bool(x)).lower()
    if x.dtype.kind == "c":
        return f"({_literal(x.real)}, {_literal(x.imag)})"
    if x.dtype.kind == "f":
        width = x.dtype.itemsize
        return f"0x{int(x.view(f'u{width}')):0{2 * width}X}"
    return str(int(x))


def case(name: str, operands: Sequence[np.ndarray], operation: str, expected: np.ndarray, exact: bool = True) -> str:
    """A function that checks one operation; in `operation` `{0}` is an operand, `{type}` its type, `{types}` the types of all,
    `{result}` the result's."""
    lines = [f"func.func @{name}() {{"]
    names = []
    for k, x in enumerate(operands):
        lines.append(f"  %c{k} = stablehlo.constant {dense(x)}")
        lines.append(f"  %x{k} = stablehlo.optimization_barrier %c{k} : {type_of(x)}")
        names.append(f"%x{k}")
    types = ", ".join(map(type_of, operands))
    text = operation.format(*names, types=types, type=type_of(operands[0]) if operands else "", result=type_of(expected))
    lines.append(f"  %result = {text}")
    check = "expect_eq_const" if exact else "expect_almost_eq_const"
    lines.append(f"  check.{check} %result, {dense(expected)}")
    return "\n".join([*lines, "  func.return", "}"])


def write(family: str, op: str, cases: Sequence[str]) -> None:
    (CASES / family).mkdir(parents=True, exist_ok=True)
    (CASES / family / f"{op}.mlir").write_text("\n\n".join(cases) + "\n")


def program(family: str, op: str, text: str) -> None:
    """A case that is no single operation on constants."""
    write(family, op, ["\n".join(line.rstrip() for line in text.strip("\n").split("\n"))])
