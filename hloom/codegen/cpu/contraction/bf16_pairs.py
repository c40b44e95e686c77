"""Products of bf16 matrices by instructions that multiply and add two neighbouring products at a time.

Both operands are packed as pairs along k: 32 bits that hold elements 2i and 2i + 1. For all but the instruction itself
a pair is one element of 32 bits, so the product becomes one of half as many, wider, elements.
"""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.cpu.contraction.emission import offset
from hloom.codegen.cpu.contraction.spec import Axis, Index, LhsLoad, MatmulSpec, RhsLoad, merge, size_of
from hloom.codegen.llvm.builder import Function, Value, vector
from hloom.codegen.target import Target
from hloom.numbers.element_type import BF16, F32


def pairs_up(spec: MatmulSpec, target: Target) -> bool:
    """Whether the processor has the instructions, and the products come in pairs that both operands agree on."""
    k = merge(spec.k)
    return (target.has_bf16_dot and spec.lhs_type is BF16 is spec.rhs_type and spec.out_type.is_float and len(k) == 1
            and k[0].size % 2 == 0 and min(size_of(spec.m), size_of(spec.n)) > 1)


def as_pairs(spec: MatmulSpec, lhs_argument: int, rhs_argument: int) -> tuple[MatmulSpec, LhsLoad, RhsLoad]:
    """The product of pairs that a product which `pairs_up` is, and what loads its operands."""
    (k,) = merge(spec.k)
    pairs = MatmulSpec(spec.batch, spec.m, spec.n, (Axis(k.size // 2, 2 * k.lhs, 2 * k.rhs),), F32, F32, spec.out_type)

    def load(f: Function, argument: int, start: int, terms: Sequence[tuple[Value, int]], along_k: int, step: int,
             width: int) -> Value:
        """`width` pairs of elements `along_k` apart, `step` elements from pair to pair."""
        base = f.value("ptr", f"load ptr, {f.address(f.parameters[0], argument, 'ptr')}")
        first = f.address(base, offset(f, terms, start), "i16")
        if along_k == 1 and step == 2:
            return f.load(vector("float", width), first, align=2)
        if along_k == 1:
            return _gather(f, "float", first, step, width)
        low, high = (f.cast("zext", _gather(f, "i16", f.address(first, distance, "i16"), step, width), "i32")
                     for distance in (0, along_k))
        return f.cast("bitcast", f.binary("or", low, f.binary("shl", high, 16)), "float")

    def lhs_load(f: Function, batch: Index, m: Index, ks: Index, width: int) -> Value:
        terms = [(i, a.lhs) for a, i in zip((*spec.batch, *spec.m), (*batch, *m), strict=True)]
        terms.append((ks[0], 2 * k.lhs))
        return load(f, lhs_argument, spec.lhs_offset, terms, k.lhs, 2 * k.lhs, width)

    def rhs_load(f: Function, batch: Index, ks: Index, columns: Index, width: int) -> Value:
        terms = [(i, a.rhs) for a, i in zip((*spec.batch, *spec.n), (*batch, *columns), strict=True)]
        terms.append((ks[0], 2 * k.rhs))
        return load(f, rhs_argument, spec.rhs_offset, terms, k.rhs, spec.n[-1].rhs, width)

    return pairs, lhs_load, rhs_load


def _gather(f: Function, type: str, address: Value, stride: int, width: int) -> Value:
    """`width` values of `type` (i16 or float), `stride` 16-bit elements apart."""
    if width == 1 or (type == "i16" and stride == 1):
        return f.load(vector(type, width), address, align=2)
    result = Value(vector(type, width), "poison")
    for lane in range(width):
        result = f.insert(result, f.load(type, f.address(address, lane * stride, "i16"), align=2), lane)
    return result
