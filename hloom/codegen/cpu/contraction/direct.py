"""Convolutions tap by tap: the plain loop nest, for windows too large to copy.

Every tap looks whether it falls on an element of the input, so nothing is copied and any padding or dilation will do.
It is slow, and serves the few convolutions whose windows span far more positions than they touch.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import ExitStack

from hloom.codegen.cpu.contraction.arithmetic import Arithmetic, llvm_type
from hloom.codegen.cpu.contraction.convolution_spec import ConvolutionSpec
from hloom.codegen.cpu.contraction.emission import load_at, loops, offset
from hloom.codegen.cpu.contraction.product import TaskFunction
from hloom.codegen.cpu.contraction.spec import Axis, Epilogue, Index, MatmulSpec, RhsLoad, unravel
from hloom.codegen.cpu.kernel_function import PARAMETERS
from hloom.codegen.llvm.builder import Function, Value, zero
from hloom.codegen.llvm.module import LLVMModule


def emit_direct(module: LLVMModule, name: str, spec: ConvolutionSpec, contraction: MatmulSpec, arithmetic: Arithmetic,
                arguments: tuple[int, int, int], rhs_load: RhsLoad | None, epilogue: Epilogue | None,
                most: int = 0) -> TaskFunction:
    """Emits the kernel of a convolution (`contraction` is its contraction); a task is one output pixel of a group. Images may be
    those of at `most` so many examples, of which a launch does the first ones."""
    f = module.function(name, PARAMETERS)
    lhs, rhs, out = (f.load("ptr", f.address(f.parameters[0], a, "ptr")) for a in arguments)
    outer = (*contraction.batch, *contraction.m)
    rank = len(spec.spatial)
    with f.loop(f.parameters[1], f.parameters[2]) as task, ExitStack() as stack:
        index = unravel(f, task, [a.size for a in outer])
        batch, m = tuple(index[:len(contraction.batch)]), tuple(index[len(contraction.batch):])
        n = tuple(loops(f, stack, [a.size for a in contraction.n]))
        total = f.variable(zero(arithmetic.element))
        with ExitStack() as inner:
            k: list[Value] = []
            position: list[Value] = []
            for s, pixel in zip(spec.spatial, m[1:], strict=True):
                (tap,) = loops(f, inner, [s.kernel])
                k.append(tap)
                at = offset(f, [(pixel, s.stride), (tap, s.rhs_dilation)], -s.low)
                position.append(_input_index(f, inner, at, s.input, s.lhs_dilation))
            k += loops(f, inner, [a.size for a in contraction.k[rank:]])
            # Steps of the input's dimensions: those of an output pixel, without the stride of the window.
            step = 2 if spec.out_type.is_complex else 1
            terms = [(i, step * s.lhs_stride) for i, s in zip(position, spec.spatial, strict=True)]
            terms += [*_terms(contraction.batch, batch, "lhs"), (m[0], contraction.m[0].lhs),
                      *_terms(contraction.k[rank:], k[rank:], "lhs"), *_terms(contraction.n, n, "lhs")]
            left = load_at(f, arithmetic, contraction.lhs_type, lhs, offset(f, terms, step * spec.lhs_offset), 1)
            if rhs_load is not None:
                right = rhs_load(f, batch, tuple(k), n, 1)
            else:
                terms = [*_terms(contraction.batch, batch, "rhs"), *_terms(contraction.k, k, "rhs"),
                         *_terms(contraction.n, n, "rhs")]
                right = load_at(f, arithmetic, contraction.rhs_type, rhs, offset(f, terms, contraction.rhs_offset), 1)
            f.set(total, arithmetic.multiply_add(f, left, right, f.get(total)))
        sums = f.get(total)
        value = (epilogue(f, sums, batch, m, n, 1) if epilogue is not None
                 else arithmetic.narrow(f, contraction.out_type, sums))
        place = offset(f, [*_terms(outer, index, "out"), *_terms(contraction.n, n, "out")])
        f.store(value, f.address(out, place, llvm_type(contraction.out_type)))
    f.ret()
    tasks, is_first = math.prod(a.size for a in outer), all(a.size == 1 for a in contraction.batch)
    return TaskFunction(name, tasks, (tasks // most, 1, 1) if most and is_first else None)


def _input_index(f: Function, stack: ExitStack, position: Value, size: int, dilation: int) -> Value:
    """The element at a position of the dilated input; what follows runs only if there is one."""
    inside = f.binary("and", f.compare("sge", position, 0), f.compare("sle", position, (size - 1) * dilation))
    stack.enter_context(f.when(inside))
    if dilation == 1:
        return position
    stack.enter_context(f.when(f.compare("eq", f.binary("urem", position, dilation), 0)))
    return f.binary("udiv", position, dilation)


def _terms(axes: Sequence[Axis], index: Index | Sequence[Value], operand: str) -> list[tuple[Value, int]]:
    return [(i, getattr(a, operand)) for a, i in zip(axes, index, strict=True)]
