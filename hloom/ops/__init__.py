"""The operations, by dialect and family. Importing the package defines all: `definition.operation.REGISTRY` is complete."""

from hloom.ops import builtin, chlo, others, sdy, stablehlo

# isort: split
from hloom.ops import mhlo  # last: it spells operations of the others anew
