"""The operations of CHLO: what StableHLO lacks of the mathematics of its clients. Importing the package defines all of them."""

from hloom.ops.chlo import broadcasting, elementwise, structured
