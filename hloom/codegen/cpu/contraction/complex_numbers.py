"""Complex products as real ones of twice the size, on the interleaved real and imaginary parts as they lie in memory.

    [re | im] of out[m, n] = sum over k and p of  lhs[m, k, p] * right[k, p, n, q]
    right[k, 0, n] = (re, im) of rhs[k, n]        right[k, 1, n] = (-im, re) of rhs[k, n]

where p and q choose the real or the imaginary part. Only the right operand changes shape, and it does so while it is
packed.
"""

from __future__ import annotations

from collections.abc import Sequence

from hloom.codegen.cpu.contraction.arithmetic import llvm_type
from hloom.codegen.cpu.contraction.emission import offset
from hloom.codegen.cpu.contraction.spec import Axis, Index, MatmulSpec, RhsLoad, merge
from hloom.codegen.llvm.builder import Function, Value, constant_vector
from hloom.codegen.llvm.types import vector


def as_real(spec: MatmulSpec, rhs_argument: int) -> tuple[MatmulSpec, RhsLoad]:
    """The real product that computes a complex one, and what loads its right operand."""
    *outer, last = merge(spec.n, key=lambda a: a.out) or (Axis(1, out=1),)
    if last.out != 1 and last.size > 1:
        outer, last = [*outer, last], Axis(1, out=1)
    part = spec.out_type.part
    real = MatmulSpec(
        batch=tuple(_doubled(a) for a in spec.batch), m=tuple(_doubled(a) for a in spec.m),
        n=(*(_doubled(a) for a in outer), Axis(2 * last.size, out=1)),
        k=(*(_doubled(a) for a in spec.k), Axis(2, lhs=1)),
        lhs_type=part, rhs_type=part, out_type=part, lhs_offset=2 * spec.lhs_offset)
    element = llvm_type(part)

    def load(f: Function, batch: Index, k: Index, columns: Index, width: int) -> Value:
        *products, is_imaginary = k
        base = f.value("ptr", f"load ptr, {f.address(f.parameters[0], rhs_argument, 'ptr')}")
        column = f.binary("lshr", columns[-1], 1)
        index = offset(f, [*_terms(spec.batch, batch), *_terms(spec.k, products), *_terms(outer, columns[:-1]),
                           (column, last.rhs)], spec.rhs_offset)
        index = f.mul(index, 2) if index.name != "0" else index
        imaginary = f.compare("ne", is_imaginary, 0)
        if width == 1:
            other = f.binary("xor", f.binary("and", columns[-1], 1), is_imaginary)
            value = f.load(element, f.address(base, f.add(other, index), element))
            # -im: the imaginary part where the real one of the result is formed.
            negative = f.binary("and", imaginary, f.compare("eq", f.binary("and", columns[-1], 1), 0))
            return f.select(negative, f.value(element, f"fneg {value}"), value)
        value = _load_pairs(f, f.address(base, index, element), element, last.rhs, width)
        swapped = f.shuffle(value, None, [i ^ 1 for i in range(width)])
        turned = f.mul(swapped, constant_vector(element, [-1.0, 1.0] * (width // 2)))
        return f.select(imaginary, turned, value)

    return real, load


def _doubled(axis: Axis) -> Axis:
    """An axis over complex numbers, with strides in parts; the right operand's are left to the loading function."""
    return Axis(axis.size, 2 * axis.lhs, 0, 2 * axis.out)


def _terms(axes: Sequence[Axis], index: Sequence[Value]) -> list[tuple[Value, int]]:
    return [(i, a.rhs) for a, i in zip(axes, index, strict=True)]


def _load_pairs(f: Function, address: Value, element: str, stride: int, width: int) -> Value:
    """`width // 2` complex numbers that lie `stride` numbers apart."""
    if stride == 1 or width == 2:
        return f.load(vector(element, width), address)
    return f.joined([f.load(vector(element, 2), f.address(address, 2 * i * stride, element)) for i in range(width // 2)])
