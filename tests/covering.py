"""Which cases `make test` takes of what there is: so few that it is run before each commit, and so many that all code is reached.

A test with several parameters has a case for each combination of their values. Of these are taken as many as have each value of
each parameter, in combinations as different as there are (each-choice coverage), and all of a test marked `every_case`; tests
marked `long`, which race, draw programs or run whole examples, are left to those that run all: `make test CASES=all`, as CI does.
Both engines take all cases.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Any

import pytest

#: The parameter of tests that are the same on both engines, each of which runs every case.
_ENGINE = "engine"


def covering(cases: Sequence[Sequence[Hashable]]) -> set[int]:
    """Places of cases that together have each value of each parameter: first those in which all values are new."""
    varied = [number for number, values in enumerate(zip(*cases)) if len(set(values)) > 1]
    seen: set[tuple[int, Hashable]] = set()
    taken: set[int] = set()
    for wanted in (all, any):
        for place, case in enumerate(cases):
            values = [(number, case[number]) for number in varied]
            if wanted([value not in seen for value in values]):
                seen.update(values)
                taken.add(place)
    return taken


def _values(item: Any) -> tuple[str, ...]:
    """The names of the values of a case, one for each `parametrize`; that of the whole where all cases are taken."""
    case = getattr(item, "callspec", None)
    if case is None:
        return ()
    return (case.id,) if item.get_closest_marker("every_case") is not None else tuple(case._idlist)


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves of the tests collected those that `make test` takes."""
    tests: dict[Hashable, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("long") is None:
            case = getattr(item, "callspec", None)
            tests[item.nodeid.partition("[")[0], str(case.params.get(_ENGINE)) if case is not None else ""].append(item)
    taken: set[pytest.Item] = set()
    for cases in tests.values():
        taken.update(cases[place] for place in covering([_values(item) for item in cases]))
    config.hook.pytest_deselected(items=[item for item in items if item not in taken])
    items[:] = [item for item in items if item in taken]
