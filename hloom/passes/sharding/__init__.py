"""Programs of several devices, whose memory is one, as programs of one device.

`prepare` makes of a program with shardings, manual computations and collective operations one that a single process runs on whole
arrays, and says for each argument and result what devices have of it (`ShardedType`): `join` and `cut` go between the two.
"""

from hloom.passes.sharding.assignment import Subgroup, TileAssignment
from hloom.passes.sharding.preparation import Local, Prepared, prepare
from hloom.passes.sharding.shards import ShardedType

__all__ = ["Local", "Prepared", "ShardedType", "Subgroup", "TileAssignment", "prepare"]
