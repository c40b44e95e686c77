"""The command line in ranks of MPI: it prints what threads print; files of each rank; sends between ranks, queues."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests import forks, processes
from tests.mpi.launching import Ended, hloom, needs_mpi
from tests.runtime.test_grid_failures import RECEIVE, either
from tests.runtime.test_grids import all_reduce

pytestmark = needs_mpi
_ENGINES = ("reference", "cpu")
SEND = """%t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>}
    : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %p = stablehlo.add %a, %a : tensor<4xf32>"""
PAIRS = "source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>"
CHANNEL = "channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>"
ROUND = f"""func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {{
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.send"(%a, %t) {{{CHANNEL}, {PAIRS}}} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %p, %v = "stablehlo.recv"(%u) {{{CHANNEL}, {PAIRS}}} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return %p : tensor<4xf32>
}}"""
QUEUES = """func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  %i, %u = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %j = stablehlo.add %i, %a : tensor<4xf32>
  %v = "stablehlo.outfeed"(%j, %u) {outfeed_config = ""} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
""" + all_reduce("p", "j", "[[0, 1, 2, 3]]") + "  return %p : tensor<4xf32>\n}"


def threads(*arguments: str) -> str:
    """What one process prints."""
    return processes.output(forks.command(*arguments, HLOOM_THREADS=1))


def same(count: int, *arguments: str) -> Ended:
    """That so many ranks print what one process does."""
    found = hloom(count, *arguments, "--transport", "mpi")
    assert found.status == 0 and found.out == threads(*arguments), f"{found.out}\n{found.err}"
    return found


@pytest.mark.parametrize("engine", _ENGINES)
@pytest.mark.parametrize("text, count", [(str(either(SEND, RECEIVE)), 2), (ROUND, 4), (QUEUES, 4)])
def test_sends_receives_and_queues(tmp_path: Path, engine: str, text: str, count: int) -> None:
    """Between ranks, and, of four processes in two ranks, inside of them."""
    (tmp_path / "p.mlir").write_text(text)
    inputs = [f"--input=4xf32={k},2,{k},4" for k in range(count)]
    infeed = ["--infeed=4xf32=1,2,3,4", "--infeed=0,0:4xf32=5,6,7,8"] if text is QUEUES else []
    same(2, "run", str(tmp_path / "p.mlir"), "--grid", f"{count}x1", "--engine", engine, *inputs, *infeed)


def test_results_are_compared_written_and_shown_once(tmp_path: Path) -> None:
    program = f"func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {{\n{all_reduce('p', 'a')}return %p : tensor<4xf32>\n}}"
    (tmp_path / "p.mlir").write_text(program)
    command = ["run", str(tmp_path / "p.mlir"), "--grid", "2x1", "--random", "3"]
    same(2, *command, "--json")
    written = hloom(2, *command, "--transport", "mpi", "--output", str(tmp_path / "y.npz"))
    assert written.status == 0, written.err
    threads(*command, "--output", str(tmp_path / "z.npz"))
    with np.load(tmp_path / "y.npz") as ours, np.load(tmp_path / "z.npz") as theirs:
        assert ours.keys() == theirs.keys() and all(np.array_equal(ours[name], theirs[name]) for name in theirs)
    same(2, *command, "--expected", str(tmp_path / "y.npz"))
    wrong = hloom(2, *command, "--transport", "mpi", "--expected", "4xf32=1,2,3,4", "--expected", "4xf32=1,2,3,4")
    assert wrong.status == 1 and "largest difference" in wrong.err


@pytest.mark.parametrize("count", [2, 4])
def test_files_of_each_rank(tmp_path: Path, count: int) -> None:
    """Two ranks of two processes each, and four of one."""
    program = ("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n" + all_reduce("p", "a", "[[0, 1, 2, 3]]")
               + "return %p : tensor<4xf32>\n}")
    (tmp_path / "p.mlir").write_text(program)
    rows = np.arange(16, dtype=np.float32).reshape(4, 4)
    for rank, own in enumerate(np.split(rows, count)):
        np.savez(tmp_path / f"x.{rank}.npz", *own)
        (tmp_path / f"{rank}").mkdir()
    command = ["run", str(tmp_path / "p.mlir"), "--grid", "4x1", "--transport", "mpi"]
    found = hloom(count, *command, "--input", f"rank:@{tmp_path}/x.npz", "--output", f"rank:{tmp_path}/{{rank}}/y.npz")
    assert found.status == 0, found.err
    for rank in range(count):
        with np.load(tmp_path / f"{rank}" / "y.npz") as archive:
            assert len(archive) == 4 // count
            assert all(np.array_equal(archive[name], rows.sum(0)) for name in archive)
    found = hloom(count, *command, "--input", f"rank:@{tmp_path}/none.npz")
    assert found.status != 0 and "none." in found.err and found.err.count("No such file") == 1
