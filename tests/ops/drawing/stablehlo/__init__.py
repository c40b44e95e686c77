"""How operations of StableHLO are drawn, a file for each family of `hloom/ops/stablehlo`."""

from tests.ops.drawing.stablehlo import (  # noqa: F401  (they register what draws)
    comparison,
    contraction,
    conversion,
    convolution,
    creation,
    einsum,
    gather,
    movement,
    reduction,
    windows,
)
