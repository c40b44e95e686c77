"""The benchmarks measure what they say: inputs fit the programs and repeat; no difference of results is overlooked."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from benchmarks import compare, engines, record, setting, sizes, timing, workloads
from benchmarks.measure import Order
from hloom.cli import common_programs
from tools import performance_page

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
        return {"hloom_compile_ms": hloom, "xla_compile_ms": xla, "hloom_ms": 1.0, "xla_ms": 2.0, "hloom_start_ms": hloom,
                "xla_start_ms": 20.0}

    monkeypatch.setattr(compare, "measured", measured)
    row = compare.compare(Order("some.mlir", True, True, 1, 1, 0, 2), 3, tmp_path)
    assert (row["hloom_compile_ms"], row["xla_compile_ms"], row["compile_ratio"]) == (8.0, 4.0, 0.5)
    assert (row["hloom_bare_compile_ms"], row["bare_compile_ratio"]) == (16.0, 0.25)
    assert (row["hloom_start_ms"], row["start_ratio"]) == (8.0, 2.5)
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


@pytest.mark.parametrize("turns, expected", [
    ([(1.0, 1.0)], ((1.0, 1.0), 1)), ([(1.09, 1.0)], ((1.09, 1.0), 1)), ([(1.2, 1.0), (1.05, 1.1)], ((1.05, 1.0), 2)),
    ([(1.0, 1.5), (0.9, 1.4), (1.2, 1.3)], ((0.9, 1.3), 3)), ([(2.0, 1.0), (2.1, 1.1), (2.2, 1.2)], ((2.0, 1.0), 3))])
def test_sizes_that_are_apart_take_more_turns(turns: list[tuple[float, float]], expected: tuple[tuple[float, float], int],
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of the two is the slower one."""
    left = iter(turns)
    monkeypatch.setattr(timing, "interleaved", lambda *_, **__: dict(zip(("shared", "own"), next(left))))
    taken, measurements = sizes.fastest({"shared": print, "own": print}, 5, 1.0, time.thread_time)
    assert ((taken["shared"], taken["own"]), measurements) == expected and next(left, None) is None


def test_every_known_program_has_a_title_of_its_own() -> None:
    assert workloads.TITLES.keys() == workloads.KNOWN.keys()
    assert len(set(workloads.TITLES.values())) == len(workloads.TITLES)


def test_a_comparison_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def compared(order: Order, compilations: int, library: Path) -> compare.Row:
        return {"program": Path(order.path).stem, "hloom_ms": 1.0, "xla_ms": 3.0, "ratio": 3.0, "ratio_huge_pages": 2.0,
                "compile_ratio": 1.0, "bare_compile_ratio": None, "second_start_ratio": 4.25, "hloom_compile_ms": 1.0,
                "xla_compile_ms": 1.0, "hloom_bare_compile_ms": 1.0, "hloom_second_start_ms": 1.0, "hloom_huge_pages_ms": 1.0,
                "xla_huge_pages_ms": 1.0}

    program = tmp_path / "k_sort.mlir"
    program.write_text("")
    monkeypatch.setattr(compare, "compare", compared)
    monkeypatch.setattr(compare, "fill_library", lambda order, library: None)
    monkeypatch.setattr(setting, "processor", lambda: "Some (R) Processor 9")
    assert compare.main([str(program), "--rounds", "3", "--record", str(tmp_path / "measured")]) == 0
    (path,) = (tmp_path / "measured").iterdir()
    (kept,) = record.read_all(tmp_path / "measured")
    assert path.name == f"some-r-processor-9-2-threads-{kept['date']}.json" and str(path) in capsys.readouterr().out
    assert kept["command"] == "python -m benchmarks.compare k_sort.mlir --rounds 3" and str(tmp_path) not in path.read_text()
    assert kept["commit"] == record.commit() and kept["rows"][0]["program"] == "sort"
    assert kept["means"] == {"programs": 1, "ratio": pytest.approx(3), "ratio_huge_pages": pytest.approx(2), "compile_ratio": 1,
                             "bare_compile_ratio": None, "second_start_ratio": pytest.approx(4.25), "start_ratio": None}
    page = performance_page.render([kept])
    assert "## Some (R) Processor 9, 2 threads" in page and "| sort | 3.00 | 2.00 | 1.00 | - | 4.2 | - |" in page


def test_the_page_shows_the_newest_record_of_a_machine(tmp_path: Path) -> None:
    for date, processor, ratio in [("2026-01-01", "A", 1.5), ("2026-03-01", "A", 2.5), ("2026-02-01", "B", 3.5)]:
        row = {"ratio": ratio, "programs": 1, "hloom_error": "out of memory"}
        setting = {"processor": processor, "threads": 2, "jaxlib": None}
        record.write({"date": date, "commit": "abc", "command": "c", "setting": setting, "rows": [{"program": "p"} | row],
                      "means": row}, tmp_path)
    page = performance_page.render(record.read_all(tmp_path))
    assert page.index("| p | 2.50") < page.index("| p | 3.50") and "1.50" not in page
    assert "- p: out of memory" in page and "without XLA" in page


def test_the_commit_of_a_folder(tmp_path: Path) -> None:
    assert record.commit(tmp_path) == "unknown"
