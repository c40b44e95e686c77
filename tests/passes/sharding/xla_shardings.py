"""Run by tests in a process of its own: what XLA and JAX make of shardings.

    python tests/passes/sharding/xla_shardings.py FILE

The file has JSON: `bytes`, OpShardings in hexadecimal digits; `texts`, shardings of HLO; `specs`, meshes with specifications of
JAX. Printed is, for each, the dimensions of the tile assignment, its devices, the kinds of subgroups, and, of OpShardings, the
places of the devices in an array whose dimensions have 16 elements.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"


def described(sharding: Any) -> dict[str, Any]:
    if sharding.is_unreduced():
        return {"unreduced": True}
    if sharding.is_replicated() or sharding.is_maximal():
        return {"replicated": sharding.is_replicated(), "devices": list(sharding.tile_assignment_devices())}
    kinds = [str(k).rpartition(".")[2] for k in sharding.subgroup_types()]
    if sharding.replicate_on_last_tile_dim() and not kinds:
        kinds = ["REPLICATED"]
    tiles, devices = sharding.tile_assignment_dimensions(), sharding.tile_assignment_devices()
    return {"tiles": list(tiles), "devices": list(devices), "kinds": kinds}


def main(path: str) -> None:
    import jax
    import numpy as np
    from jax._src.lib import xla_client  # pyright: ignore[reportPrivateImportUsage]
    from jax._src.sharding_impls import GSPMDSharding
    from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec

    with open(path, encoding="utf-8") as file:
        asked = json.load(file)
    found: dict[str, list[Any]] = {"bytes": [], "texts": [], "specs": []}
    for digits in asked["bytes"]:
        message = xla_client.OpSharding()
        message.ParseFromString(bytes.fromhex(digits))
        sharding = xla_client.HloSharding.from_proto(message)
        made = described(sharding)
        if "UNREDUCED" not in made.get("kinds", ()) and not (sharding.is_maximal() or sharding.is_unreduced()):
            rank = 1 if sharding.is_replicated() else len(made["tiles"]) - len(made["kinds"])
            places = GSPMDSharding(jax.devices(), sharding).devices_indices_map((16,) * rank)
            made["places"] = [[list(s.indices(16)[:2]) for s in places[device]] for device in jax.devices()]
        found["bytes"].append(made)
    found["texts"] = [described(xla_client.HloSharding.from_string(text)) for text in asked["texts"]]
    for axes, order, dimensions, unreduced in asked["specs"]:
        devices = np.array(jax.devices())[order].reshape([size for _, size in axes])
        beside: dict[str, Any] = {"unreduced": set(unreduced)} if unreduced else {}
        spec = PartitionSpec(*(tuple(d) for d in dimensions), **beside)
        mesh = Mesh(devices, tuple(name for name, _ in axes), axis_types=(AxisType.Explicit,) * len(axes))
        sharding = NamedSharding(mesh, spec)
        found["specs"].append(described(sharding._to_xla_hlo_sharding(len(dimensions))))
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
