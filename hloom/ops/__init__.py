"""The operations, by dialect and family. Importing the package defines all: `definition.operation.REGISTRY` is complete."""

from hloom.ops import chlo, others, stablehlo

# isort: split
from hloom.ops import mhlo  # last: it spells operations of the others anew

__all__ = ["chlo", "mhlo", "others", "stablehlo"]
