"""How operations of StableHLO are drawn, a file for each family of `hloom/ops/stablehlo`."""

from tests.ops.drawing.stablehlo import (  # noqa: F401  (they register what draws)
    comparison,
    contraction,
    conversion,
    convolution,
    creation,
    dynamic,
    einsum,
    gather,
    linear_algebra,
    movement,
    normalization,
    reduction,
    scatter,
    sorting,
    windows,
)
