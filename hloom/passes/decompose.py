"""Decomposition: operations that stand for others are replaced by them.

    %0 = chlo.square %x : tensor<8xf32> -> tensor<8xf32>
->  %0 = stablehlo.multiply %x, %x : tensor<8xf32>

    %0 = stablehlo.add %x, %y : tensor<8x!quant.uniform<i8:f32, 0.5>>
->  %1 = stablehlo.uniform_dequantize %x ...
    %2 = stablehlo.uniform_dequantize %y ...
    %3 = stablehlo.add %1, %2 : tensor<8xf32>
    %0 = stablehlo.uniform_quantize %3 ...

What an operation stands for is its own `decompose`, and so do the definitions of custom calls say (`rules/custom_calls`): many
are calls of LAPACK, markers are their operands, as is what a group of one process does (`rules/one_process`); products are made
of numbers of the types that code for them knows, and converted, a scan is a loop, a concatenation of more inputs than a loop
should have parts is made of several, a convolution with zeros between the elements of its input of some without, one to few
features a product and sums, windows along several dimensions are reduced along one after the other, products without matrices
are elementwise, long complex ones of few columns real, an operand in an unfortunate order is copied, the place of a greatest
element is made of two reductions, a sort of a few elements of comparisons, a scatter of very many updates of parts. Draws from
the run's stream of random numbers are random bits of a state that the program carries (`random_streams`). What that makes is
decomposed in turn. Afterwards no operation of the program has one, and operations on expressed values do not see quantized
tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from hloom.ir.core import Operation
from hloom.ops.chlo.structured import Scan
from hloom.ops.common.decomposition import Builder
from hloom.ops.common.quantization import decompose_quantized, is_quantized_operation
from hloom.ops.definition.operation import Op
from hloom.ops.others.ml_program import GlobalLoad, GlobalStore, GlobalStoreGraph
from hloom.ops.stablehlo.contraction import DotGeneral
from hloom.ops.stablehlo.convolution import Convolution
from hloom.ops.stablehlo.custom_call import CustomCall
from hloom.ops.stablehlo.movement import Concatenate
from hloom.ops.stablehlo.reduction import Reduce
from hloom.ops.stablehlo.scatter import Scatter
from hloom.ops.stablehlo.sorting import Sort
from hloom.ops.stablehlo.windows import ReduceWindow
from hloom.passes.random_streams import DRAWS, carry_state
from hloom.passes.rewriting import Replacement, Rule, rewrite
from hloom.passes.rules import custom_calls, product_types
from hloom.passes.rules.arg_min_max import arg_min_max
from hloom.passes.rules.complex_products import product_of_parts
from hloom.passes.rules.convolution import polyphase_convolution
from hloom.passes.rules.convolution_along_rows import padded_before
from hloom.passes.rules.convolution_by_taps import by_taps
from hloom.passes.rules.inner_products import inner_products_across_rows, outer_products
from hloom.passes.rules.limits import LIMITS, Limits
from hloom.passes.rules.movement import concatenation_of_many
from hloom.passes.rules.one_process import PROCESSES, only_process
from hloom.passes.rules.operand_order import operand_in_order
from hloom.passes.rules.scans import scan_as_loop
from hloom.passes.rules.scatter import in_parts
from hloom.passes.rules.scatter_order import windows_in_rows
from hloom.passes.rules.short_sorts import sort_of_few
from hloom.passes.rules.windows import polyphase_windows, windows_apart, windows_side_by_side


def run(module: Operation, limits: Limits = LIMITS) -> bool:
    """The pass `decompose`."""
    special = [op for op in module.walk() if isinstance(op, _SPECIAL)]
    changes = any(isinstance(op, PROCESSES) for op in special) and only_process(module)
    carries = any(isinstance(op, DRAWS) for op in special) and carry_state(module)
    changed = {op.global_ for op in special if isinstance(op, _STORES)}

    def rules_of(op: Operation) -> tuple[Rule, ...]:
        # What a global holds that changes is no constant, though the stores are out of sight while blocks are made anew.
        return () if isinstance(op, GlobalLoad) and op.global_ in changed else _rules_of(limits, op)

    return rewrite(module, rules_of if changed else partial(_rules_of, limits)) or carries or changes


def decomposition(op: Any, b: Builder) -> Replacement:
    return op.decompose(b)


#: Operations that change what a global holds.
_STORES = (GlobalStore, GlobalStoreGraph)
_SPECIAL = (*_STORES, *DRAWS, *PROCESSES)
_DECOMPOSE = (Rule("an operation with a decomposition -> its decomposition", None, decomposition),)
_MANY = (Rule("concatenate(x, ...) of many -> concatenate(concatenate(x, ...), ...)", Concatenate, concatenation_of_many),)
_TYPES = {rule.operation: rule for rule in product_types.TABLE}
_MIN_MAX = (Rule("reduce(x, iota by the first greatest) -> reduce(iota where x is reduce(x))", Reduce,
                  lambda op, b: arg_min_max(op, b) if len(op.inputs) == 2 else None),)
_PARTS = (Rule("scatter(x, i, transpose(u)) -> transpose(scatter(transpose(x), i, u))", Scatter, windows_in_rows),
          Rule("scatter(x, i, u) -> f(x, reduce(scatter(identities, parts of i, parts of u)))", Scatter, in_parts),)
_SORTS = (Rule("sort(x) of few -> concatenate(the first of x, the second, ...)", Sort, sort_of_few),)
_CUSTOM_CALLS = tuple(custom_calls.TABLE)
_SCANS = (Rule("scan(x, c) -> while(0, zeros, c)", Scan, scan_as_loop),)
_QUANTIZED = (Rule("f(q) -> quantize(f(dequantize(q)))", None, decompose_quantized),)


#: The rules for operations of a class, whatever their types are.
_BY_CLASS = ((Concatenate, _MANY), (Reduce, _MIN_MAX), (Scatter, _PARTS), (Sort, _SORTS), (CustomCall, _CUSTOM_CALLS),
             (Scan, _SCANS))


@cache
def _on_numbers(limits: Limits) -> tuple[tuple[type[Operation], tuple[Rule, ...]], ...]:
    """The rules for operations of a class on ordinary numbers."""
    def rule(equation: str, operation: type[Op], apply: Callable[..., Replacement]) -> Rule:
        return Rule(equation, operation, partial(apply, limits))

    return (
        (Convolution, (
            _TYPES[Convolution],
            rule("convolution(dilated x, w) -> interleaved convolutions(x, slice(w))", Convolution, polyphase_convolution),
            rule("convolution(padded x, w) to one feature -> convolution(pad(x), w)", Convolution, padded_before),
            rule("convolution(x, w) to few -> sum over taps(shifted(dot_general(x, w)))", Convolution, by_taps))),
        (DotGeneral, (
            _TYPES[DotGeneral],
            rule("dot_general(x, y) of complex numbers, long -> complex(dot_general(parts(x), parts(y)))", DotGeneral,
                 product_of_parts),
            Rule("dot_general(x, y) that sums nothing -> multiply(x, y)", DotGeneral, outer_products),
            Rule("dot_general(x, y) across rows -> reduce(multiply(x, y))", DotGeneral, inner_products_across_rows),
            Rule("dot_general(x, y) in an unfortunate order -> dot_general(x, transpose(y))", DotGeneral, operand_in_order))),
        (ReduceWindow, (
            rule("reduce_window(x) along several dimensions -> reduce_window(reduce_window(x))", ReduceWindow, windows_apart),
            rule("reduce_window(dilated x) -> interleaved reduce_windows(x)", ReduceWindow, polyphase_windows),
            rule("reduce_window(x) at few places apart -> slice(reduce_window(x))", ReduceWindow, windows_side_by_side))))


@cache
def _rules_for(limits: Limits, cls: type[Operation]) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """The rules for operations of a class on ordinary numbers, and on quantized ones."""
    if not issubclass(cls, Op):
        return (), ()
    if cls.decompose is not None:
        return _DECOMPOSE, _DECOMPOSE
    for known, rules in _BY_CLASS:
        if issubclass(cls, known):
            return rules, rules
    on_numbers = next((rules for known, rules in _on_numbers(limits) if issubclass(cls, known)), ())
    return on_numbers, _QUANTIZED if getattr(cls.eval, "is_on_expressed", False) else ()


def _rules_of(limits: Limits, op: Operation) -> tuple[Rule, ...]:
    on_numbers, on_quantized = _rules_for(limits, op.__class__)
    return on_numbers if on_numbers is on_quantized or not is_quantized_operation(op) else on_quantized
