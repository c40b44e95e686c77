"""The benchmarks measure what they say: inputs fit the programs and repeat; no difference of results is overlooked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks import compare, engines, timing, workloads
from benchmarks.measure import Order
from hloom.cli import common_programs

NAN, INF = float("nan"), float("inf")


@pytest.mark.shared
@pytest.mark.parametrize("name", sorted(workloads.KNOWN))
def test_known_programs_have_an_input_for_each_argument(name: str, shared: Path) -> None:
    (path,) = workloads.find_programs([name], shared / "bench" / "stablehlo")
    types = engines.argument_types(path.read_text(encoding="utf-8"))
    assert len(types) == len(workloads.KNOWN[name])


def test_inputs_repeat_and_differ_by_program_and_seed() -> None:
    types = [((4, 3), np.dtype(np.float32)), ((5,), np.dtype(np.int32)), ((2,), np.dtype(np.complex64))]
    first = workloads.make_inputs("some_program", types)
    for value, again, (shape, dtype) in zip(first, workloads.make_inputs("some_program", types), types, strict=True):
        assert value.shape == shape and value.dtype == dtype
        np.testing.assert_array_equal(value, again)
    for other in (workloads.make_inputs("another", types), workloads.make_inputs("some_program", types, seed=1)):
        assert not np.array_equal(first[0], other[0])


def test_a_known_name_with_other_arguments_is_refused() -> None:
    with pytest.raises(ValueError, match="2 arguments, this program takes 1"):
        workloads.make_inputs("d_matmul1024", [((2,), np.dtype(np.float32))])


@pytest.mark.parametrize("left, right, expected", [
    ([1.0, 2.0], [1.0, 2.0], 0),
    ([1.0, 4.5], [1.0, 4.0], 0.125),
    ([NAN, INF, 1.0], [NAN, INF, 1.0], 0),
    ([NAN, 1.0], [0.0, 1.0], INF),
    ([INF, 1.0], [-INF, 1.0], INF),
    ([1.0], [1.0, 2.0], INF),
    ([], [], 0),
])
def test_largest_difference(left: list[float], right: list[float], expected: float) -> None:
    assert engines.largest_difference([np.array(left)], [np.array(right)]) == expected


def test_largest_difference_counts_results() -> None:
    assert engines.largest_difference([np.zeros(1)], []) == INF


def test_compile_times_are_medians_of_processes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    times, bare = iter([(9.0, 4.0), (7.0, 5.0), (8.0, 2.0)]), iter([20.0, 10.0, 16.0])
    orders = []

    def measured(order: Order, environment: dict[str, str]) -> compare.Row:
        kind = "cached" if environment["HLOOM_CACHE"] else "library" if environment["HLOOM_LIBRARY"] else "bare"
        orders.append((order.run, order.xla, kind, compare.HUGE_PAGES.items() <= environment.items()))
        assert environment["HLOOM_LIBRARY"] in (str(tmp_path), "")
        if kind == "cached":
            return {"hloom_compile_ms": 1.0}
        if kind == "bare":
            return {"hloom_compile_ms": next(bare)}
        hloom, xla = next(times)
        return {"hloom_compile_ms": hloom, "xla_compile_ms": xla, "hloom_ms": 1.0, "xla_ms": 2.0}

    monkeypatch.setattr(compare, "measured", measured)
    row = compare.compare(Order("some.mlir", True, True, 1, 1, 0, 2), 3, tmp_path)
    assert (row["hloom_compile_ms"], row["xla_compile_ms"], row["compile_ratio"]) == (8.0, 4.0, 0.5)
    assert (row["hloom_bare_compile_ms"], row["bare_compile_ratio"]) == (16.0, 0.25)
    assert (row["hloom_second_start_ms"], row["second_start_ratio"]) == (1.0, 4.0)
    assert orders == [(True, True, "library", False), *[(False, True, "library", False)] * 2,
                      *[(False, False, "bare", False)] * 3, (False, False, "cached", False), (True, True, "cached", True)]


@pytest.mark.shared
def test_programs_that_fill_the_library_are_none_of_the_measured(shared: Path) -> None:
    types = {type for text in common_programs.programs().values() for type in engines.argument_types(text)}
    for path in workloads.find_programs([], shared / "bench" / "stablehlo"):
        assert not types & set(engines.argument_types(path.read_text(encoding="utf-8")))


def test_engines_take_turns() -> None:
    calls: list[str] = []
    timed = timing.interleaved({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, rounds=2, budget=1)
    assert set(timed) == {"a", "b"} and all(seconds > 0 for seconds in timed.values())
    turns = [name for k, name in enumerate(calls) if k == 0 or calls[k - 1] != name]
    # Warming up: a, b; then two rounds, the second in reverse order, so that b's turns join.
    assert turns == ["a", "b", "a", "b", "a"]
