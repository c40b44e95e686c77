"""Programs of `shard_map` and `pmap`, and with shardings, on 8 devices of the plugin against the 8 of XLA, bit for bit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

REPOSITORY = Path(__file__).parents[3]
CHILD = Path(__file__).with_name("mapped_programs.py")
#: Programs in which devices do something together, which run as one.
JOINED = {"partly", "within_more", "named_meeting_in_a_loop"}
Found = tuple[dict[str, np.ndarray], dict[str, Any]]


def run(path: Path, **variables: str) -> Found:
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), **variables}
    done = subprocess.run([sys.executable, str(CHILD), str(path)], capture_output=True, text=True, env=environment, timeout=300,
                          check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    with np.load(path) as archive:
        return dict(archive), json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Found:
    return run(tmp_path_factory.mktemp("grids") / "hloom.npz", JAX_PLATFORMS="hloom", HLOOM_DEVICES="8")


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Found:
    return run(tmp_path_factory.mktemp("grids") / "xla.npz", JAX_PLATFORMS="cpu",
               XLA_FLAGS="--xla_force_host_platform_device_count=8")


@pytest.mark.slow
@pytest.mark.long
def test_results_and_where_they_lie(ours: Found, theirs: Found) -> None:
    assert ours[0].keys() == theirs[0].keys()
    for name, wanted in theirs[0].items():
        found = ours[0][name]
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape), name
        assert found.tobytes() == wanted.tobytes(), f"{name}: {found}, XLA has {wanted}"


@pytest.mark.slow
def test_each_device_runs_by_itself(ours: Found) -> None:
    for name, runs in ours[1]["runs"].items():
        assert runs[-1:] == (["Joined"] if name in JOINED else ["Divided"]), name


@pytest.mark.slow
def test_donation_callbacks_and_errors(ours: Found, theirs: Found) -> None:
    told = ours[1]["told"]
    assert told.pop("interrupted") is True and told.pop("raises") is True
    assert told.pop("refused") == [["donate the same buffer twice"], 18144.0, ["deleted"]]
    assert told == theirs[1]["told"]
    assert told["shown"] is True and told["donated"][0] is True
