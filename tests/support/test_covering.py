"""What `make test` takes of the cases: each value of each parameter, both engines, and all of what has one parameter."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.covering import covering
from tests.processes import printed

SETTINGS = Path(__file__).resolve().parents[2] / "pyproject.toml"
TESTS = '''
import pytest

@pytest.mark.parametrize("engine", ["cpu", "reference"])
@pytest.mark.parametrize("target", ["host", "avx2", "sse"])
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_engines(size, target, engine): pass

@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_sizes(size): pass

@pytest.mark.every_case
@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("type", ["f32", "f64"])
def test_together(size, type): pass

def test_alone(): pass

@pytest.mark.long
def test_races(): pass

class TestOfAClass:
    @pytest.mark.parametrize("a, b", [(1, 2), (3, 4)])
    @pytest.mark.parametrize("c", [5, 6])
    def test_pairs(self, a, b, c): pass
'''


@pytest.mark.parametrize("sizes", [(1,), (7,), (3, 3), (2, 5), (4, 3, 2), (1, 1, 6)])
def test_each_value_of_each_parameter_is_taken(sizes: tuple[int, ...]) -> None:
    cases = list(itertools.product(*map(range, sizes)))
    taken = [cases[place] for place in covering(cases)]
    assert [len({case[k] for case in taken}) for k in range(len(sizes))] == list(sizes)
    assert max(sizes) <= len(taken) <= sum(sizes)


def test_combinations_that_there_are_not() -> None:
    cases = [("a", 1), ("a", 2), ("b", 2), ("c", 2)]
    assert covering(cases) == {0, 2, 3}


def _collected(folder: Path, *arguments: str) -> list[str]:
    (folder / "test_some.py").write_text(TESTS, encoding="utf-8")
    said = printed("-m", "pytest", "-q", "--collect-only", "-p", "no:xdist", "-p", "no:cacheprovider", "-p", "tests.conftest",
                   "-c", SETTINGS, "--rootdir", folder, *arguments, folder / "test_some.py")
    return [line.partition("::")[2] for line in said.splitlines() if "::" in line]


def test_tests_are_left_out_where_it_is_asked_for(tmp_path: Path) -> None:
    everything, few = _collected(tmp_path), _collected(tmp_path, "--cases", "covering")
    assert len(everything) == 24 + 4 + 4 + 1 + 1 + 4
    assert set(few) < set(everything)
    for engine in ("cpu", "reference"):
        taken = [name for name in few if name.startswith("test_engines") and f"-{engine}]" in name]
        assert len(taken) == 4 and {name[13] for name in taken} == set("1234")
        assert all(any(target in name for name in taken) for target in ("host", "avx2", "sse"))
    assert [name for name in few if name.startswith("test_sizes")] == [f"test_sizes[{k}]" for k in range(1, 5)]
    assert [name for name in few if "pairs" in name] == ["TestOfAClass::test_pairs[5-1-2]", "TestOfAClass::test_pairs[6-3-4]"]
    assert len([name for name in few if "together" in name]) == 4
    assert "test_alone" in few and "test_races" not in few
