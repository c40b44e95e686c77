"""Custom calls that hloom knows: a definition for each target (`target`), by family. Importing the package defines all."""

from hloom.ops.calls import callbacks, check, chlo, devices, exports, lapack, markers, sparse, top_k, vendor_calls
from hloom.ops.calls.target import TARGETS, Target

__all__ = ["TARGETS", "Target"]
