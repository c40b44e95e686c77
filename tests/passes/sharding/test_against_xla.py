"""Functions of JAX on 8 devices: what one device computes of the prepared program, against what XLA's devices have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.passes.sharding import Prepared, ShardedType, partition, prepare
from tests.processes import printed
from tests.run_folder import filled_once

SCRIPT = Path(__file__).with_name("jax_on_devices.py")


class Devices:
    """The programs that JAX has lowered, with the shards of the devices."""

    def __init__(self, which: str) -> None:
        pytest.importorskip("jax")
        self.folder = filled_once(f"{which} on devices", lambda folder: printed(SCRIPT, folder, which, timeout=500))
        self.names = sorted(path.stem for path in self.folder.glob("*.mlir"))

    def prepared(self, name: str) -> tuple[Prepared, Any]:
        module = hloom.load(self.folder / f"{name}.mlir")
        return prepare(module, 1, 8), np.load(self.folder / f"{name}.npz")


@pytest.fixture(scope="module")
def manual() -> Devices:
    return Devices("manual")


@pytest.fixture(scope="module")
def gspmd() -> Devices:
    return Devices("gspmd")


@pytest.fixture(scope="module")
def propagated() -> Devices:
    return Devices("propagated")


def joined(prepared: Prepared, parts: Any) -> list[Any]:
    return [argument.join([parts[f"argument_{k}_{device}"] for device in range(8)])
            for k, argument in enumerate(prepared.arguments)]


def places(shared: ShardedType) -> list[Any]:
    return [[[s.start, s.stop] for s in (shared.slices(device) or ())[shared.is_apart :]] for device in range(8)]


@pytest.mark.parametrize(("which", "count"), [("manual", 29), ("gspmd", 11)])
def test_devices_have_what_those_of_xla_have(which: str, count: int, request: pytest.FixtureRequest) -> None:
    devices: Devices = request.getfixturevalue(which)
    assert len(devices.names) == count
    for name in devices.names:
        prepared, parts = devices.prepared(name)
        prepared.module.verify()
        arguments = joined(prepared, parts)
        executable = hloom.compile(prepared.module)
        assert not executable.fallbacks, name
        for found in (hloom.evaluate(prepared.module, *arguments), executable(*arguments)):
            for k, whole in enumerate(found):
                shared = prepared.results[k]
                versions = shared.cut(whole) if shared.is_apart else None
                for device, place in enumerate(parts[f"result_places_{k}"]):
                    part = whole[tuple(slice(*ends) for ends in place)] if versions is None else versions[device]
                    np.testing.assert_allclose(part, parts[f"result_{k}_{device}"], 1e-5, 1e-6, err_msg=f"{name}: {device}")


@pytest.mark.parametrize(("which", "count"), [("manual", 29), ("propagated", 80)])
def test_arguments_and_results_are_where_xla_has_them(which: str, count: int, request: pytest.FixtureRequest) -> None:
    """Where programs say it, and where shardings spread to."""
    devices: Devices = request.getfixturevalue(which)
    assert len(devices.names) == count
    for name in devices.names:
        prepared, parts = devices.prepared(name)
        for kind, several in (("argument", prepared.arguments), ("result", prepared.results)):
            for k, shared in enumerate(several):
                assert places(shared) == parts[f"{kind}_places_{k}"].tolist(), f"{name}: {kind} {k}"


#: Those that run as one: they call LAPACK, or have a manual computation amid other operations.
AS_ONE = {"linear algebra", "solve", "manual"}


@pytest.mark.parametrize("engine", ["evaluator", "compiled"])
def test_parts_are_those_that_xla_makes(propagated: Devices, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs with shardings only, as the program of each device, which is given its parts and gives them, whatever it costs."""
    monkeypatch.setattr(partition, "_MORE", 1e30)
    as_one = set()
    for name in propagated.names:
        prepared, parts = propagated.prepared(name)
        local = prepared.local
        if local is None:
            as_one.add(name)
            continue
        local.module.verify()
        count, own = len(local.processes), range(len(local.arguments))
        rows = [[tuple(parts[f"argument_{k}_{first}"] for k in own) for first, *_ in local.processes]]
        if engine == "evaluator":
            (found,) = hloom.evaluate_grid(local.module, rows, num_partitions=count)
        else:
            (found,) = hloom.compile_grid(local.module, num_partitions=count)(rows)
        for row, devices in zip(found, local.processes):
            for device in devices:
                for k, value in enumerate(row):
                    np.testing.assert_allclose(value, parts[f"result_{k}_{device}"], 1e-5, 1e-5, err_msg=f"{name}: {device}")
    assert as_one == AS_ONE


#: Those of which the whole work is one manual computation along all axes.
LOCAL = {"psum", "psum of both axes", "pmax", "all_gather", "all_gather stacked", "psum_scatter", "ppermute", "all_to_all",
         "all_to_all of four", "axis_index", "argmax", "fori_loop", "scan", "loop that devices leave apart", "branches apart",
         "branches together", "calls", "random", "three axes", "integers", "pmap", "pmap with a shared argument",
         "unused argument"}


def test_a_grid_of_local_programs_gives_what_one_device_does(manual: Devices) -> None:
    found = set()
    for name in manual.names:
        prepared, parts = manual.prepared(name)
        local = prepared.local
        if local is None:
            continue
        found.add(name)
        whole = joined(prepared, parts)
        cut = list(zip(*(argument.cut(array) for argument, array in zip(local.arguments, whole))))
        results = hloom.evaluate_grid(local.module, [cut], num_partitions=8)[0]
        expected = hloom.evaluate(prepared.module, *whole)
        for k, shared in enumerate(local.results):
            own, of_devices = prepared.results[k], [of_device[k] for of_device in results]
            if own.is_apart:
                np.testing.assert_allclose(of_devices, own.cut(expected[k]), 1e-6, 1e-6, err_msg=name)
            else:
                np.testing.assert_allclose(shared.join(of_devices), expected[k], 1e-6, 1e-6, err_msg=name)
    assert found == LOCAL
