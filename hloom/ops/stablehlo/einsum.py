"""Sums of products in Einstein's notation: einsum, unary_einsum (operations that StableHLO keeps from HLO)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from hloom.expr.index import fresh
from hloom.expr.scalar import Literal, apply, convert, reduction
from hloom.numbers import convert as conversion
from hloom.numbers.element_type import of_dtype
from hloom.numbers.rounding import quiet
from hloom.ops.common.accumulation import accumulator_type
from hloom.ops.common.shapes import Shape, infer_tensor, merge_sizes
from hloom.ops.definition.attribute_kinds import string
from hloom.ops.definition.constraints import tensor
from hloom.ops.definition.operation import Attr, C, Op, Operand, Result, infers
from hloom.ops.stablehlo.contraction import accumulation_type, chosen_element, of_one_type, stored, sum_of_products

_CONFIG = re.compile(r"\s*([A-Za-z]*)\s*(?:,\s*([A-Za-z]*)\s*)?->\s*([A-Za-z]*)\s*")


def labels(op: Any) -> tuple[list[str], str] | None:
    """The labels of each operand's dimensions and those of the result; None for a text that is no configuration."""
    match = _CONFIG.fullmatch(op.einsum_config)
    if match is None:
        return None
    return [group for group in match.groups()[:2] if group is not None], match.group(3)


def _fits(op: Any) -> bool:
    """Whether each dimension has a label, equal labels have equal sizes, and the result's labels are the operands'."""
    found = labels(op)
    if found is None:
        return False
    inputs, output = found
    if [len(text) for text in inputs] != [x.rank for x in op.operands] or len(set(output)) != len(output):
        return False
    sizes: dict[str, int] = {}
    for text, x in zip(inputs, op.operands):
        for label, n in zip(text, x.shape):
            known = sizes.setdefault(label, n)
            if known != n and min(known, n) >= 0:
                return False
    return set(output) <= set(sizes)


CONFIG = C("config", "einsum_config must label the dimensions of the operands and the result, got {einsum_config!r}",
           _fits)


def _sizes(inputs: Sequence[str], shapes: Sequence[Shape]) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for text, shape in zip(inputs, shapes):
        for label, n in zip(text, shape):
            sizes[label] = merge_sizes(sizes.get(label, n), n)
    return sizes


def _result(op: Any) -> Any:
    inputs, output = labels(op) or ([], "")

    def rule(*shapes: Shape) -> Shape:
        sizes = _sizes(inputs, shapes)
        return tuple(sizes[label] for label in output)

    return infer_tensor(chosen_element(op, op.operands[0].element), rule, *(x.type for x in op.operands))


@quiet
def _evaluate(op: Any, *arrays: Any) -> Any:
    inputs, output = labels(op) or ([], "")
    type = op.results[0].type.element
    arrays = of_one_type(arrays[0], arrays[-1], type)[: len(arrays)]
    operand = of_dtype(arrays[0].dtype)
    wide = accumulator_type(operand)
    found = np.einsum(f"{','.join(inputs)}->{output}", *(conversion.convert(x, wide) for x in arrays))
    return stored(found, operand, type)


def _reads(op: Any, i: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The operands' elements for element `i` of the result, and the variables that are summed over."""
    inputs, output = labels(op) or ([], "")
    sizes = _sizes(inputs, [x.shape for x in op.operands])
    summed = {label: fresh(n, "k") for label, n in sizes.items() if label not in output}
    index = dict(zip(output, i)) | summed
    return [x[[index[label] for label in text]] for text, x in zip(inputs, op.operands)], list(summed.values())


class Einsum(Op, name="stablehlo.einsum"):
    """The sum of products that `einsum_config` writes, as `ij,jk->ik`."""

    lhs: Operand = tensor
    rhs: Operand = tensor
    einsum_config: Attr = string
    result: Result = tensor
    is_contraction = True
    syntax = "$lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)"
    checks = [CONFIG, C("element", "lhs and rhs must have one element type, got {lhs} and {rhs}",
                        lambda op: op.lhs.element is op.rhs.element)]

    @infers("shape")
    def type(op) -> Any:
        return _result(op)

    def eval(op, lhs: Any, rhs: Any) -> Any:
        return _evaluate(op, lhs, rhs)

    def element(op, i: Any) -> Any:
        (x, y), variables = _reads(op, i)
        return sum_of_products(x, y, variables, op.result.element)


class UnaryEinsum(Op, name="stablehlo.unary_einsum"):
    """The sum that `einsum_config` writes, as `ij->i`."""

    operand: Operand = tensor
    einsum_config: Attr = string
    result: Result = tensor
    syntax = "$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)"
    checks = [CONFIG]

    @infers("shape")
    def type(op) -> Any:
        return _result(op)

    def eval(op, operand: Any) -> Any:
        return _evaluate(op, operand)

    def element(op, i: Any) -> Any:
        (x,), variables = _reads(op, i)
        type = accumulation_type(x.type, op.result.element)
        total = reduction(variables, [Literal(0, type)], [convert(x, type)], lambda total, k: [apply("add", total, k)])[0]
        return convert(total, op.result.element)
