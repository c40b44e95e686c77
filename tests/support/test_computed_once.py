"""Attributes computed when they are first asked for."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from hloom.support.computed_once import computed_once


@dataclass(frozen=True)
class Square:
    side: int

    @computed_once
    def area(self) -> list[int]:
        """Of the square."""
        return [self.side**2]


def test_the_value_is_kept() -> None:
    square = Square(3)
    assert square.area == [9]
    assert square.area is square.area
    assert Square(4).area == [16]
    assert Square.area.__doc__ == "Of the square."


def test_threads_do_not_wait_for_each_other() -> None:
    """The second object's value is found while the first one's is being computed; of two values for one object one is kept."""
    inside, leave = threading.Event(), threading.Event()

    class Slow:
        def __init__(self, waits: bool) -> None:
            self.waits = waits

        @computed_once
        def value(self) -> object:
            if self.waits and threading.current_thread() is not threading.main_thread():
                inside.set()
                assert leave.wait(20)
            return object()

    slow = Slow(waits=True)
    seen: list[object] = []
    other = threading.Thread(target=lambda: seen.append(slow.value))
    other.start()
    assert inside.wait(20)
    assert Slow(waits=False).value is not None
    mine = slow.value
    leave.set()
    other.join()
    assert seen == [mine]


def test_nothing_uses_the_form_with_a_lock(repository: Path) -> None:
    """A child of fork() would wait for ever for a lock that a thread of its parent held."""
    found = [str(path) for path in sorted((repository / "hloom").rglob("*.py"))
             if "cached_property" in path.read_text(encoding="utf-8")]
    assert found == []
