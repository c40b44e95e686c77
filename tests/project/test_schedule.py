"""The benchmark of the pool's schedule: pieces run as the pool runs them, and the simulation deals them out as it does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hloom
from benchmarks import schedule
from benchmarks.replay import Replay, Step, UnsupportedError

LOOP_AND_BRANCH = """
func.func @main(%x: tensor<96x200xf32>, %w: tensor<200x120xf32>, %n: tensor<i32>, %p: tensor<i1>)
    -> (tensor<96x120xf32>, tensor<f32>) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<96x200xf32>, tensor<200x120xf32>) -> tensor<96x120xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %l:2 = stablehlo.while(%i = %c, %s = %f) : tensor<i32>, tensor<f32>
  cond {
    %t = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %h = stablehlo.add %s, %s : tensor<f32>
    stablehlo.return %j, %h : tensor<i32>, tensor<f32>
  }
  %m:2 = stablehlo.while(%i = %c, %z = %y) : tensor<i32>, tensor<96x120xf32>
  cond {
    %t = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %h = stablehlo.tanh %z : tensor<96x120xf32>
    stablehlo.return %j, %h : tensor<i32>, tensor<96x120xf32>
  }
  %b = "stablehlo.if"(%p) ({
    %e = stablehlo.negate %m#1 : tensor<96x120xf32>
    stablehlo.return %e : tensor<96x120xf32>
  }, {
    %e = stablehlo.exponential %m#1 : tensor<96x120xf32>
    stablehlo.return %e : tensor<96x120xf32>
  }) : (tensor<i1>) -> tensor<96x120xf32>
  return %b, %l#1 : tensor<96x120xf32>, tensor<f32>
}
"""


@pytest.mark.parametrize("pieces, workers, expected", [
    ([], 4, 0), ([3.0], 4, 3), ([1.0] * 8, 4, 2), ([1.0] * 9, 4, 3), ([2.0, 1.0, 4.0], 1, 7),
    ([4.0, 1.0, 1.0, 1.0], 2, 4),  # the second worker helps with the first one's share
    ([1.0, 1.0, 1.0, 9.0], 2, 10),  # begun last, as it stands last in its share
])
def test_makespan(pieces: list[float], workers: int, expected: float) -> None:
    assert schedule.makespan(pieces, workers) == expected


def test_makespan_is_within_the_bounds_of_any_greedy_schedule() -> None:
    generator = np.random.default_rng(0)
    for workers in (1, 2, 3, 8, 64):
        for count in (1, 2, 7, 40, 200):
            pieces = list(generator.exponential(size=count))
            span, even = schedule.makespan(pieces, workers), sum(pieces) / workers
            assert max(even, max(pieces)) <= span + 1e-9 and span <= even + max(pieces) + 1e-9


@pytest.mark.parametrize("count, workers", [(0, 3), (2, 5), (8, 4), (11, 4)])
def test_shares_are_contiguous_and_even(count: int, workers: int) -> None:
    dealt = schedule.shares(list(map(float, range(count))), workers)
    assert [piece for share in dealt for piece in share] == list(range(count))
    assert len(dealt) == min(count, workers)
    assert all(0 <= len(share) - count // len(dealt) <= 1 for share in dealt)


def test_the_parts_of_the_time_add_up() -> None:
    steps = [Step("a", "dot_general", [1.0, 2.0, 3.0], True), Step("b", "copy", [0.5], False)]
    found = [schedule.simulated(step, 2, 0.25) for step in steps]
    row = schedule.row_of(found, 2)
    assert row["work_ms"] == 6500 and row["serial_work"] == pytest.approx(0.5 / 6.5)
    assert row["time_ms"] == pytest.approx(1e3 * (3 + 0.25 + 2 * schedule.CONTENTION + 0.5))
    parallel = 6.0 / 2 / (row["time_ms"] / 1e3)
    assert parallel + row["serial"] + row["imbalance"] + row["barriers"] == pytest.approx(1)
    assert [worst["kernel"] for worst in schedule.costliest(found, 2)] == ["b", "a"]


@pytest.mark.unguarded  # one loop is small
@pytest.mark.parametrize("workers", [1, 2, 16])
@pytest.mark.parametrize("chosen", [False, True])
def test_a_replay_computes_what_the_program_does(workers: int, chosen: bool) -> None:
    generator = np.random.default_rng(0)
    inputs = [generator.standard_normal((96, 200), np.float32), generator.standard_normal((200, 120), np.float32),
              np.array(3, np.int32), np.array(chosen)]
    replay = Replay(hloom.parse(LOOP_AND_BRANCH), workers, inputs)
    steps = replay.run()
    for found, expected in zip(replay.results, hloom.compile(hloom.parse(LOOP_AND_BRANCH), threads=1)(*inputs), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-6)
    assert float(replay.results[1]) == 8 and any(step.name.startswith("small_loop") for step in steps)
    assert any(step.is_parallel for step in steps) == (workers > 1)
    assert all(len(step.pieces) == 1 for step in steps if not step.is_parallel)
    assert [step.name for step in replay.measured(2)] == [step.name for step in steps]


def test_a_replay_calls_lapack() -> None:
    module = hloom.parse("func.func @main(%x: tensor<5x4xf64>) -> tensor<4xf64> {\n  %r:5 = stablehlo.custom_call "
                         "@lapack_dgesdd_ffi(%x) {mhlo.backend_config = {mode = 78 : ui8}} : (tensor<5x4xf64>) -> "
                         "(tensor<5x4xf64>, tensor<4xf64>, tensor<5x4xf64>, tensor<4x4xf64>, tensor<i32>)\n"
                         "  return %r#1 : tensor<4xf64>\n}\n")
    if hloom.compile(module).fallbacks:
        pytest.skip("LAPACK's library is not there")
    x = np.random.default_rng(0).standard_normal((5, 4))
    replay = Replay(module, 2, [x])
    replay.run()
    np.testing.assert_allclose(replay.results[0], np.linalg.svd(x, compute_uv=False), rtol=1e-12)


def test_a_replay_has_the_tables_that_are_computed_when_a_program_first_runs() -> None:
    type = "tensor<10007xcomplex<f32>>"  # of a prime length
    module = hloom.parse(f"func.func @main(%x: {type}) -> {type} {{\n  %y = stablehlo.fft %x, type = FFT, length = [10007] : "
                         f"({type}) -> {type}\n  return %y : {type}\n}}\n")
    x = np.random.default_rng(0).standard_normal(20014, np.float32).view(np.complex64)
    replay = Replay(module, 2, [x])
    replay.run()
    np.testing.assert_allclose(replay.results[0], np.fft.fft(x), rtol=1e-4, atol=1e-2)


def test_programs_that_need_the_evaluator_are_refused() -> None:
    text = ("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %y = stablehlo.custom_call @made_up(%x) : "
            "(tensor<2xf32>) -> tensor<2xf32>\n  return %y : tensor<2xf32>\n}\n")
    with pytest.raises(UnsupportedError, match="custom_call runs on the evaluator"):
        Replay(hloom.parse(text), 2, [np.zeros(2, np.float32)])


def test_the_command_prints_a_line_for_each_number_of_workers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, output = tmp_path / "model.mlir", tmp_path / "out.json"
    path.write_text(LOOP_AND_BRANCH, encoding="utf-8")
    assert schedule.main([str(path), "--workers", "8", "64", "--runs", "1", "--dispatch", "1", "--json", str(output)]) == 0
    printed = capsys.readouterr().out
    begins = [line.split()[0] for line in printed.splitlines()]
    assert "model" in begins and begins.count("8") == begins.count("64") == 1
    assert '"serial_work"' in output.read_text(encoding="utf-8")
    assert schedule.main([str(tmp_path / "missing.mlir")]) == 2
