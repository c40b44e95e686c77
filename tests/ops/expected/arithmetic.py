"""The dialect arith: integers whose operation says whether they have a sign, floats, conversions."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.ops.expected.elementwise import remainder, truncated
from tests.ops.expected.language import EXPECTED, Array, Expected, bits, each, exact, expects, unsigned


def _signed(x: Array) -> Array:
    return each(lambda n: -int(n), x) if x.dtype.kind == "b" else exact(x)


def _without_sign(x: Array) -> Array:
    return each(int, x) if x.dtype.kind == "b" else unsigned(x)


def _divides(op: Any, x: Array, y: Array) -> bool:
    """Division by zero, and of the least number by -1, have no value."""
    return x.dtype.kind != "b" and bool((y != 0).all()) and not bool(((y == -1) & (x == np.iinfo(x.dtype).min)).any())


def _shifts(op: Any, x: Array, y: Array) -> bool:
    return x.dtype.kind != "b" and all(n < bits(x) for n in unsigned(y).reshape(-1))


def _is_integer(op: Any, *arrays: Array) -> bool:
    return arrays[0].dtype.kind != "b"


#: Functions of Python's integers, and of what operands they speak.
SIGNED: dict[str, tuple[Callable[[int, int], int], Callable[..., bool]]] = {
    "addi": (operator.add, _is_integer), "subi": (operator.sub, _is_integer), "muli": (operator.mul, _is_integer),
    "divsi": (truncated, _divides), "remsi": (remainder, _divides), "floordivsi": (operator.floordiv, _divides),
    "ceildivsi": (lambda a, b: -(-a // b), _divides), "maxsi": (max, _is_integer), "minsi": (min, _is_integer),
    "shli": (operator.lshift, _shifts), "shrsi": (operator.rshift, _shifts),
}
UNSIGNED: dict[str, tuple[Callable[[int, int], int], Callable[..., bool]]] = {
    "divui": (operator.floordiv, _divides), "remui": (operator.mod, _divides), "ceildivui": (lambda a, b: -(-a // b), _divides),
    "maxui": (max, _is_integer), "minui": (min, _is_integer), "shrui": (operator.rshift, _shifts),
}
for _read, _table in ((_signed, SIGNED), (_without_sign, UNSIGNED)):
    for _name, (_function, _admits) in _table.items():
        EXPECTED[f"arith.{_name}"] = Expected(lambda op, x, y, f=_function, read=_read: each(f, read(x), read(y)), admits=_admits)
EXPECTED.update({
    "arith.andi": Expected(lambda op, x, y: x & y), "arith.ori": Expected(lambda op, x, y: x | y),
    "arith.xori": Expected(lambda op, x, y: x ^ y),
    "arith.addf": Expected(lambda op, x, y: x + y), "arith.subf": Expected(lambda op, x, y: x - y),
    "arith.mulf": Expected(lambda op, x, y: x * y), "arith.divf": Expected(lambda op, x, y: x / y),
    "arith.remf": Expected(lambda op, x, y: np.fmod(x, y)), "arith.negf": Expected(lambda op, x: -x),
    "arith.maximumf": Expected(lambda op, x, y: np.maximum(x, y)), "arith.minimumf": Expected(lambda op, x, y: np.minimum(x, y)),
    "arith.maxnumf": Expected(lambda op, x, y: np.fmax(x, y)), "arith.minnumf": Expected(lambda op, x, y: np.fmin(x, y)),
    "arith.select": Expected(lambda op, chosen, x, y: np.where(chosen, x, y)),
    "arith.extf": Expected(lambda op, x: x), "arith.truncf": Expected(lambda op, x: x),
    "arith.extsi": Expected(lambda op, x: _signed(x)), "arith.extui": Expected(lambda op, x: _without_sign(x)),
    "arith.trunci": Expected(lambda op, x: exact(x), admits=lambda op, x: op.results[0].type.storage.dtype.kind != "b"),
    "arith.sitofp": Expected(lambda op, x: _signed(x).astype(np.longdouble)),
    "arith.uitofp": Expected(lambda op, x: _without_sign(x).astype(np.longdouble)),
})


def _fits(op: Any, x: Array) -> bool:
    """A float that is no number of the result's type has no value."""
    to = op.results[0].type.storage.dtype
    if to.kind == "b":
        return False
    width, is_signed = 8 * to.itemsize, op.name == "arith.fptosi"
    low, high = (-(1 << width - 1), 1 << width - 1) if is_signed else (0, 1 << width)
    return bool(np.isfinite(x).all()) and all(low <= int(v) < high for v in x.reshape(-1).astype(np.float64))


@expects("arith.fptosi", "arith.fptoui", admits=_fits)
def _(op: Any, x: Array) -> Array:
    return each(int, x.astype(np.float64))


@expects("arith.cmpi", admits=_is_integer)
def _(op: Any, x: Array, y: Array) -> Array:
    read = _without_sign if op.predicate >= 6 else _signed
    return PREDICATES[op.predicate](read(x), read(y)).astype(bool)


#: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge.
PREDICATES = [operator.eq, operator.ne, *[operator.lt, operator.le, operator.gt, operator.ge] * 2]


@expects("arith.cmpf")
def _(op: Any, x: Array, y: Array) -> Array:
    """Predicates are sums of bits for equal, greater and less; from 8 on they hold of NaN, too, but 14 of nothing else."""
    wanted = op.predicate if op.predicate in (*range(8), 15) else 8 if op.predicate == 14 else 8 | op.predicate - 7
    holds = [x == y, x > y, x < y, np.isnan(x) | np.isnan(y)]
    found = np.zeros(x.shape, bool)
    for bit, part in zip((1, 2, 4, 8), holds):
        found |= part & bool(wanted & bit)
    return found


@expects("arith.addui_extended", "arith.subui_extended", admits=_is_integer)
def _(op: Any, x: Array, y: Array) -> tuple[Array, Array]:
    found = (operator.add if op.name == "arith.addui_extended" else operator.sub)(_without_sign(x), _without_sign(y))
    return found, np.asarray((found < 0) | (found >= 1 << bits(x)), bool)


@expects("arith.mulsi_extended", "arith.mului_extended", admits=_is_integer)
def _(op: Any, x: Array, y: Array) -> tuple[Array, Array]:
    read = _signed if op.name == "arith.mulsi_extended" else _without_sign
    found = read(x) * read(y)
    return found, each(lambda n: n >> bits(x), found)
