"""The `mhlo` dialect. Importing the package defines its operations; it spells those of StableHLO and CHLO anew."""

from hloom.ops.mhlo import operations

# isort: split
from hloom.ops.mhlo import spellings  # last: it goes through the operations that are defined
