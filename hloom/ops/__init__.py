"""The operations, by dialect and family. Importing the package defines all: `definition.operation.REGISTRY` is complete."""

from hloom.ops import builtin, chlo, others, sdy, stablehlo

# isort: split
from hloom.ops import hlo, mhlo  # last: they stand for operations of the others
