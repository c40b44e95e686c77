"""Canonicalization: every operation in its simplest form, constants folded.

    %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
->  %1 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<8xf32>) -> tensor<8x4xf32>

The rules stand in `hloom/passes/rules`, each with its equation. They never change a number: results stay equal bit for
bit. What they leave without use is removed by `dce`.
"""

from __future__ import annotations

from functools import partial

from hloom.passes import fold
from hloom.passes.rewriting import index, rewrite
from hloom.passes.rules import algebra, comparison, control, conversion, dynamic, gathers, movement, product_types, unrolling

#: The rules by family; folding is tried first.
TABLES = (fold.TABLE, algebra.TABLE, comparison.TABLE, conversion.TABLE, dynamic.TABLE, movement.TABLE, control.TABLE,
          unrolling.TABLE, gathers.TABLE, product_types.TABLE)

#: The pass.
run = partial(rewrite, rules_of=index(*TABLES))
