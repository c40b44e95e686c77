"""Grids in ranks of MPI where something is wrong: a message that says in which process and where, and all end."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import hloom as hloom_
from hloom.support.diagnostics import DeadlockError
from tests.mpi.launching import ROOT, Ended, ended, environment, hloom, launch, needs_mpi, start
from tests.runtime.test_grid_failures import KEEP, either, numbers
from tests.runtime.test_grids import all_reduce

#: Seconds from what goes wrong to the end of all.
_SOON = 5.0
_ENGINES = ("reference", "cpu")

#: Functions that custom calls of programs name: what a rank does that fails.
PLUGIN = r"""
import os, signal, sys, time
import numpy as np
import hloom

def stamp():
    os.write(2, f"at {time.time()}\n".encode())

def die(op, x):
    if x[0] == 1:
        time.sleep(0.5)
        stamp()
        os.kill(os.getpid(), signal.SIGKILL)
    return x

def fail(op, x):
    if x[0] == 1:
        stamp()
        raise ValueError("no more paper")
    return x

def sleep(op, x):
    stamp()
    while True:
        time.sleep(0.05)

for function in (die, fail, sleep):
    hloom.register_custom_call(function.__name__, function)
"""


def program(body: str) -> str:
    return f"""func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {{
      {body}
      return %p : tensor<4xf32>
    }}"""


def custom(name: str) -> str:
    return program(f'%c = stablehlo.custom_call @{name}(%a) {{has_side_effect = true}} : (tensor<4xf32>) -> tensor<4xf32>\n'
                   + all_reduce("p", "c"))


def run(folder: Path, text: str, engine: str, *more: str, count: int = 2, grid: str = "2x1", **variables: str) -> Ended:
    (folder / "p.mlir").write_text(text)
    (folder / "plugin.py").write_text(PLUGIN)
    inputs = [f"--input=4xf32={k},{k},{k},{k}" for k in range(count)]
    return hloom(count, "run", str(folder / "p.mlir"), "--grid", grid, "--transport", "mpi", "--engine", engine, "--plugin",
                 str(folder / "plugin.py"), *inputs, *more, **variables)


def is_soon(found: Ended) -> bool:
    """Whether all have ended soon after the moment that a rank has written down."""
    begin = max(float(line.split()[1]) for line in found.err.splitlines() if line.startswith("at "))
    return time.time() - begin < _SOON


@needs_mpi
@pytest.mark.parametrize("engine", _ENGINES)
def test_a_killed_rank(tmp_path: Path, engine: str) -> None:
    found = run(tmp_path, custom("die"), engine)
    assert is_soon(found) and found.status != 0
    assert "process (1, 0) ended without a word" in found.err and "rank 1 (pid " in found.err and "was killed" in found.err
    assert "process (0, 0) waits at stablehlo.all_reduce in the group {(0, 0), (1, 0)}" in found.err
    assert "Traceback" not in found.err


@needs_mpi
@pytest.mark.parametrize("engine", _ENGINES)
def test_a_process_that_raises(tmp_path: Path, engine: str) -> None:
    found = run(tmp_path, custom("fail"), engine)
    assert is_soon(found) and found.status != 0
    assert found.err.count("no more paper") == 1 and "p.mlir:2" in found.err
    assert "note: raised by process (1, 0), in rank 1 (pid " in found.err


@needs_mpi
@pytest.mark.parametrize("engine", _ENGINES)
def test_deadlocks_are_what_threads_say(tmp_path: Path, engine: str) -> None:
    module = either(all_reduce("p", "a"), KEEP)
    with pytest.raises(DeadlockError) as theirs:
        hloom_.evaluate_grid(module, numbers(), num_replicas=2)
    found = run(tmp_path, str(module), engine)
    assert found.status != 0 and found.seconds < 60
    wanted = [line for line in str(theirs.value).splitlines() if "process (" in line or "deadlock" in line]
    for line in wanted:
        words = line.partition(": ")[2].partition(" at line")[0]
        assert words.partition("; ")[0].removeprefix("note: ") in found.err, found.err
    assert found.err.count("error: [deadlock]") == 1


@needs_mpi
@pytest.mark.parametrize("engine", _ENGINES)
def test_operations_that_do_not_meet(tmp_path: Path, engine: str) -> None:
    wide = "%w = stablehlo.concatenate %a, %a, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>\n"
    other = wide + all_reduce("v", "w", type="8xf32") + "%q = stablehlo.slice %v [0:4] : (tensor<8xf32>) -> tensor<4xf32>"
    found = run(tmp_path, str(either(all_reduce("p", "a"), other)), engine)
    assert found.status != 0
    assert "do not run the same operation: stablehlo.all_reduce on (tensor<" in found.err, found.err


@needs_mpi
def test_ranks_that_run_different_programs(tmp_path: Path) -> None:
    for name, operation in (("a", "add"), ("b", "multiply")):
        added = f"%b = stablehlo.{operation} %a, %a : tensor<4xf32>\n"
        (tmp_path / f"{name}.mlir").write_text(program(added + all_reduce("p", "b")))
    command = [*sys_command(tmp_path / "a.mlir"), ":", "-n", "1", sys.executable, *sys_command(tmp_path / "b.mlir")]
    found = launch(1, command)
    assert found.status != 0
    assert found.err.count("ranks 0 and 1 do not run the same") == 1, found.err


def sys_command(path: Path) -> list[str]:
    return ["-m", "hloom", "run", str(path), "--grid", "2x1", "--transport", "mpi", "--input", "4xf32=1,2,3,4"]


@needs_mpi
def test_a_grid_that_cannot_be_shared(tmp_path: Path) -> None:
    found = run(tmp_path, program(all_reduce("p", "a", "[[0, 1, 2]]")), "cpu", grid="3x1")
    assert found.status != 0
    assert found.err.count("a grid of 3 processes cannot be shared equally among 2 ranks") == 1


@needs_mpi
@pytest.mark.parametrize("engine", _ENGINES)
@pytest.mark.long
def test_time_limits(tmp_path: Path, engine: str) -> None:
    found = run(tmp_path, custom("sleep").replace("custom_call @sleep", "custom_call @die"), engine, "--time-limit", "30")
    assert "time limit" not in found.err  # the rank is killed long before
    endless = """%q = stablehlo.while(%v = %a) : tensor<4xf32> cond {
        %t = stablehlo.constant dense<true> : tensor<i1>
        stablehlo.return %t : tensor<i1>
      } do {
        %s = stablehlo.add %v, %v : tensor<4xf32>
        stablehlo.return %s : tensor<4xf32>
      }
    """
    found = run(tmp_path, str(either(all_reduce("p", "a"), endless)), engine, "--time-limit", "1")
    assert found.status != 0 and found.err.count("time limit of 1 s") == 1, found.err


@needs_mpi
@pytest.mark.parametrize("engine", _ENGINES)
def test_ctrl_c(tmp_path: Path, engine: str) -> None:
    (tmp_path / "p.mlir").write_text(custom("sleep"))
    (tmp_path / "plugin.py").write_text(PLUGIN)
    process = start(2, ["-m", "hloom", "run", str(tmp_path / "p.mlir"), "--grid", "2x1", "--transport", "mpi", "--engine", engine,
                        "--plugin", str(tmp_path / "plugin.py"), "--input", "4xf32=1,2,3,4"])
    assert process.stderr is not None
    while not process.stderr.readline().startswith("at "):
        assert process.poll() is None
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    found = ended(process, 30)
    assert time.monotonic() - begin < _SOON, found
    assert "Traceback" not in found.err and "internal error" not in found.err


SCRIPT = """
import sys, time
import numpy as np
import hloom
ranks = hloom.grid.mpi()
{before}
module = hloom.parse({text!r})
grid = hloom.compile_grid(module, 2, transport=ranks)
{between}
try:
    found = grid([[(np.full(4, k, np.float32),)] for k in range(2)])
except hloom.UserError as error:
    print(f"rank {{ranks.rank}}: {{type(error).__name__}}: {{error}}", file=sys.stderr, flush=True)
    sys.exit(3)
"""


def script(text: str, before: str = "", between: str = "") -> list[str]:
    return ["-c", SCRIPT.format(text=text, before=before, between=between)]


@needs_mpi
def test_a_rank_that_ends_early() -> None:
    found = launch(2, script(program(all_reduce("p", "a")), between="if ranks.rank == 1: sys.exit()"))
    assert found.status != 0 and "rank 0: DeadlockError" in found.err and "process (1, 0) has ended" in found.err, found.err
    found = launch(2, script(program(all_reduce("p", "a")), before="if ranks.rank == 1: sys.exit()"))
    assert "rank 1 " in found.err and found.status != 0, found.err


@needs_mpi
def test_a_rank_that_never_comes() -> None:
    begin = time.monotonic()
    asleep = script(program(all_reduce("p", "a")), between="if ranks.rank == 1: time.sleep(100)")
    found = launch(2, asleep, HLOOM_MPI_PATIENCE="1")
    assert time.monotonic() - begin < 60
    assert "process (1, 0) of rank 1 (pid " in found.err and "did not come within 1 s" in found.err, found.err
    assert "process (0, 0) waits at stablehlo.all_reduce" in found.err


@needs_mpi
def test_a_failed_job_stays_failed() -> None:
    text = program(all_reduce("p", "a")).replace("dense<[[0, 1]]>", "dense<[[0, 1]]>")
    again = "\nfor _ in range(3):\n    grid([[(np.full(4, k, np.float32),)] for k in range(2)])"
    found = launch(2, script(text, between=again))
    assert found.status == 0, found.err


def test_without_mpi4py(tmp_path: Path) -> None:
    (tmp_path / "p.mlir").write_text(program(all_reduce("p", "a")))
    arguments = ["run", str(tmp_path / "p.mlir"), "--grid", "2x1", "--transport", "mpi", "--input", "4xf32=1,2,3,4"]
    code = f"import sys; sys.modules['mpi4py'] = None; from hloom.cli import main; sys.exit(main({arguments}))"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=60)
    assert found.returncode == 2
    assert "MPI needs mpi4py" in found.stderr and "pip install 'hloom[mpi]'" in found.stderr and "Traceback" not in found.stderr


@pytest.mark.parametrize("options, said", [
    (["--transport", "mpi"], "--transport mpi needs a --grid"),
    (["--grid", "2x1", "--any-order"], "--any-order is for --transport mpi"),
    (["--grid", "2x1", "--input", "rank:@x.npz"], "files of ranks are for --transport mpi"),
    (["--grid", "2x1", "--transport", "mpi", "--trace", "-"], "--trace is for processes of one machine"),
])
def test_options_that_do_not_go_together(tmp_path: Path, options: list[str], said: str,
                                         capsys: pytest.CaptureFixture[str]) -> None:
    from hloom.cli import main

    (tmp_path / "p.mlir").write_text(program(all_reduce("p", "a")))
    assert main(["run", str(tmp_path / "p.mlir"), *options]) == 2
    assert said in capsys.readouterr().err
