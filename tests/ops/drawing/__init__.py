"""Random operations for property tests.

How the types and attributes of an operation are drawn stands here, a file for each family of `hloom/ops`, and not beside its
definition: the product never draws, and what is drawn is made of NumPy's generators and of values for tests. `drawn(name, rng)`
gives any operation with its operands: by the function of its family, as one of elementwise operations, or else as a variation of
the example beside its definition.
"""

from tests.ops.drawing import stablehlo  # noqa: F401  (it registers what draws)
