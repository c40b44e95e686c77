"""A network that `jax.export` serialized runs where JAX cannot be imported: JAX's own results, for any batch; what goes wrong."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hloom
from tests.bridges.make_exported import BATCHES, NETWORK

pytestmark = pytest.mark.slow

#: Calls the network as expressions say; writes for each the largest difference from JAX's results, or the error.
CHILD = r'''
import json, sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("jax", "jaxlib", "flatbuffers"):
            raise ImportError(f"{name} is not to be imported")

sys.meta_path.insert(0, Nothing())
import numpy as np
import hloom
from tests.bridges.make_exported import NETWORK, network_arguments

kept = np.load(NETWORK)
params, x = network_arguments()

def leaves(tree, path=""):
    if isinstance(tree, dict):
        return {k: v for key in tree for k, v in leaves(tree[key], f"{path}[{key!r}]").items()}
    if isinstance(tree, tuple):
        return {k: v for n, each in enumerate(tree) for k, v in leaves(each, f"{path}[{n}]").items()}
    return {} if tree is None else {path: tree}

def difference(found, batch):
    right = {key.partition("[")[2]: kept[key] for key in kept.files if key.startswith(f"{batch}[")}
    found = {key[1:]: value for key, value in leaves(found).items()}
    assert found.keys() == right.keys()
    for key, value in found.items():
        assert value.dtype == right[key].dtype and value.shape == right[key].shape, key
    return max(float(abs(found[key] - right[key]).max()) for key in right)

def load(**options):
    return hloom.load_exported(kept["blob"].tobytes(), **options)

out = []
for text in json.load(sys.stdin):
    try:
        out.append(eval(text))
    except hloom.UserError as error:
        out.append([type(error).__name__, str(error)])
assert not {"jax", "jaxlib"} & {name.partition(".")[0] for name in sys.modules}
json.dump(out, sys.stdout)
'''
WRONG = [
    ("load()(params, x[:3])", r"EvaluationError.*2\*floordiv\(b, 2\) == b.*'b' = 3 from specification 'b' for dimension args"),
    ("load()(params, x[:0])", r"EvaluationError.*Expected value >= 1 for dimension variable 'b'"),
    ("load()(params, x[0])", r"InputError.*args\[1\] is f32\[b,12,12,1\], got an array of shape \[12, 12, 1\]"),
    ("load()(params, x[:, :6])", r"args\[1\] is f32\[b,12,12,1\], got an array of shape \[8, 6, 12, 1\]"),
    ("load()(params, x.astype(int))", r"args\[1\] is f32\[b,12,12,1\], got int64"),
    ("load()({**params, 'mean': params['mean'][:4]}, x)", r"args\[0\]\['mean'\] is f32\[8\], got an array of shape \[4\]"),
    ("load()({k: params[k] for k in ('mean', 'dense')}, x)",
     r"network: args\[0\] has the keys \['convolutions', 'dense', 'mean', 'variance'\], got the keys \['dense', 'mean'\]"),
    ("load()({**params, 'convolutions': params['convolutions'][:1]}, x)",
     r"args\[0\]\['convolutions'\] is a list of 2 parts, got 1 parts"),
    ("load()([params], x)", r"args\[0\] has the keys .*, got a list"),
    ("load()(params)", "args is a tuple of 2 parts, got 1 parts"),
    ("load()(params, x, y=1)", r"kwargs has the keys \[\], got the keys \['y'\]"),
    ("load(platform='tpu')", "network was exported for cpu, cuda, not for tpu"),
    ("load(function='f')", "no function 'f'; there is network"), ("load().vjp()", "was serialized without its derivative"),
]


@pytest.fixture(scope="module")
def said() -> list[Any]:
    asked = [f"difference(load()(params, x[:{batch}]), {batch})" for batch in BATCHES]
    asked += ["[float(load(platform=p)(params, x)['which']) for p in ('cpu', 'cuda')]", *[text for text, _ in WRONG]]
    done = subprocess.run([sys.executable, "-c", CHILD], input=json.dumps(asked), capture_output=True, text=True, timeout=300,
                          cwd=Path(hloom.__file__).parents[1], check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_results_are_jaxs_for_every_batch(said: list[Any]) -> None:
    assert all(isinstance(found, float) and found < 1e-5 for found in said[: len(BATCHES)])


def test_each_platform_does_its_own(said: list[Any]) -> None:
    assert said[len(BATCHES)] == [1, 2]


@pytest.mark.parametrize("number", range(len(WRONG)), ids=[text for text, _ in WRONG])
def test_what_does_not_fit_is_named(number: int, said: list[Any]) -> None:
    kind, message = said[len(BATCHES) + 1 + number]
    assert re.search(WRONG[number][1], f"{kind} {message}", re.DOTALL), message


def test_the_network_is_small() -> None:
    assert NETWORK.stat().st_size < 60_000
