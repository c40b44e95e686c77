"""Programs made by calls from Python (XLA: XlaBuilder): the builder, its values, and the computations that it makes.

The operations are in `hloom.xla.ops`. What is made is the form of HLO of the IR, so that it prints, is checked and runs as what
is read from HLO text does.
"""

from hloom.xla.builder.builder import XlaBuilder
from hloom.xla.builder.computation import XlaComputation
from hloom.xla.builder.errors import BuilderError
from hloom.xla.builder.op import XlaOp
from hloom.xla.builder.scopes import (
    XlaScopedFrontendAttributesAssignment,
    XlaScopedOpMetadataAssignment,
    XlaScopedOriginalValueAssignment,
    XlaScopedShardingAssignment,
)

__all__ = [
    "BuilderError", "XlaBuilder", "XlaComputation", "XlaOp", "XlaScopedFrontendAttributesAssignment",
    "XlaScopedOpMetadataAssignment", "XlaScopedOriginalValueAssignment", "XlaScopedShardingAssignment",
]
