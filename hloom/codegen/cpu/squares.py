"""Transposing squares of numbers in registers: one row in each, as many rows as lanes."""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.values import Value, bits_of, constant_vector, element_of, lanes, mangle

#: The types for which AVX-512 has an instruction that picks lanes of two registers by numbers in a third.
_PICKED = {"float": "ps", "double": "pd", "i32": "d", "i64": "q"}


def transpose_square(f: Function, rows: Sequence[Value]) -> Sequence[Value]:
    """Lane j of result i is lane i of row j. The number of rows is a power of two."""
    register, target = rows[0].type, f.module.target
    is_register = lanes(register) == len(rows) and lanes(register) * bits_of(register) == 512
    if target is not None and target.has_avx512 and is_register and element_of(register) in _PICKED:
        return _by_turns(f, rows)
    lines, n = list(rows), len(rows)
    step = 1
    while step < n:
        for i in range(n):
            if i & step:
                continue
            a, b = lines[i], lines[i | step]
            lines[i] = f.shuffle(a, b, [k if not k & step else (k ^ step) + n for k in range(n)])
            lines[i | step] = f.shuffle(a, b, [k | step if not k & step else k + n for k in range(n)])
        step *= 2
    return lines


def _by_turns(f: Function, rows: Sequence[Value]) -> Sequence[Value]:
    """As often as two divides the number of rows: the lanes of a row of the first half and of one of the second by turns.

    It is one loop, and which lanes those are is loaded: constant shuffles cost LLVM a tenth of a millisecond each.
    """
    register, count = rows[0].type, len(rows)
    halves = [constant_vector(f"i{bits_of(register)}", [half + k // 2 + count * (k % 2) for k in range(count)])
              for half in (0, count // 2)]
    orders = f.module.define_global(f"hloom_orders_{mangle(register)}", f"private unnamed_addr constant [2 x {halves[0].type}] "
                                    f"[{', '.join(map(str, halves))}], align 64")
    low, high = (f.load(halves[0].type, f.address(orders, k, halves[0].type), align=64) for k in (0, 1))
    name = f"llvm.x86.avx512.vpermi2var.{_PICKED[element_of(register)]}.512"
    f.module.declare(name, register, [register, low.type, register])
    with f.carrying_loop(0, Value("i64", str(count.bit_length() - 1)), rows) as turn:
        first, second = turn.values[: count // 2], turn.values[count // 2 :]
        turn.become([f.call(name, register, [a, order, b]) for a, b in zip(first, second) for order in (low, high)])
    return turn.values
