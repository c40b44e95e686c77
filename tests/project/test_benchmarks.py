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


def test_compile_times_are_medians_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([(9.0, 4.0), (7.0, 5.0), (8.0, 2.0)])
    orders = []

    def measured(order: Order, environment: dict[str, str]) -> compare.Row:
        orders.append((order.run, order.xla, environment["HLOOM_CACHE"] == "", compare.HUGE_PAGES.items() <= environment.items()))
        if environment["HLOOM_CACHE"]:
            return {"hloom_compile_ms": 1.0}
        hloom, xla = next(times)
        return {"hloom_compile_ms": hloom, "xla_compile_ms": xla, "hloom_ms": 1.0, "xla_ms": 2.0}

    monkeypatch.setattr(compare, "measured", measured)
    row = compare.compare(Order("some.mlir", True, True, 1, 1, 0, 2), compilations=3)
    assert (row["hloom_compile_ms"], row["xla_compile_ms"], row["compile_ratio"]) == (8.0, 4.0, 0.5)
    assert row["hloom_second_start_ms"] == 1.0
    fresh, second = (True, False), (False, True)
    assert orders == [(True, True, *fresh), (False, True, *fresh), (False, True, *fresh),
                      (False, False, False, False), (True, True, *second)]


def test_compile_times_with_kept_code_are_measured_in_copies_of_a_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    times = iter([3.0, 9.0, 4.0])
    seen = []

    def measured(order: Order, environment: dict[str, str]) -> compare.Row:
        cache = environment["HLOOM_CACHE"]
        if cache and (found := sorted(path.name for path in Path(cache).iterdir())):
            seen.append((order.run, order.xla, found))
            (Path(cache) / "its own").touch()
            return {"hloom_compile_ms": next(times)}
        return {"hloom_compile_ms": 8.0, "xla_compile_ms": 6.0}

    monkeypatch.setattr(compare, "measured", measured)
    (tmp_path / "shared").touch()
    row = compare.compare(Order("some.mlir", True, True, 1, 1, 0, 2), 3, tmp_path)
    assert (row["hloom_kept_compile_ms"], row["kept_compile_ratio"]) == (4.0, 1.5)
    assert seen == [(False, False, ["shared"])] * 3 and [path.name for path in tmp_path.iterdir()] == ["shared"]


@pytest.mark.shared
def test_programs_that_fill_the_cache_are_none_of_the_measured(shared: Path) -> None:
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
