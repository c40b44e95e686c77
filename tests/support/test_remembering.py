"""Tables with a bound, and how all of them are emptied."""

from __future__ import annotations

import functools
import sys
import types

import pytest

from hloom.support.remembering import Remembered, forget_all


def test_a_table_is_emptied_when_it_grows_large() -> None:
    table: Remembered[int, str] = Remembered(3)
    assert [table.keep(k, str(k)) for k in range(3)] == ["0", "1", "2"] and len(table) == 3
    assert table.keep(3, "3") == "3" and table == {3: "3"}


def test_what_has_a_bound_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("hloom.made_for_a_test")
    other = types.ModuleType("made_for_a_test")
    for each in (module, other):
        monkeypatch.setitem(sys.modules, each.__name__, each)
        each.__dict__.update(table=Remembered(5), bounded=functools.lru_cache(maxsize=9)(str), whole=functools.cache(str))
        each.__dict__["table"].keep(1, 2)
        for name in ("bounded", "whole"):
            assert each.__dict__[name](1) == "1"
    forget_all()

    def sizes(each: types.ModuleType) -> list[int]:
        names = each.__dict__
        return [len(names["table"]), names["bounded"].cache_info().currsize, names["whole"].cache_info().currsize]

    assert sizes(module) == [0, 0, 1] and sizes(other) == [1, 1, 1]
