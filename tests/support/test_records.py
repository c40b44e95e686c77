"""Classes of `support.records` do what those of `dataclasses` do, and cost less to define; attributes are computed once."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from hloom.support import records

HOW: list[dict[str, bool]] = [{}, {"frozen": True}, {"eq": False}, {"frozen": True, "eq": False}, {"frozen": True, "repr": False},
                              {"frozen": True, "slots": True}, {"slots": True}, {"frozen": True, "slots": True, "eq": False}]


def classes(dataclass: Any, how: dict[str, bool]) -> dict[str, Any]:
    """The same classes, made by a decorator."""
    @dataclass(**how)
    class Base:
        x: int
        y: list[int] = field(default_factory=list)
        z: float = 1.5

    @dataclass(**how)
    class Derived(Base):
        hidden: str = field(default="h", repr=False, compare=False)
        made: dict[str, int] = field(default_factory=dict, init=False)
        later: int = field(init=False, compare=False, default=3)
        named: int = field(default=7, kw_only=True)

        def __post_init__(self) -> None:
            object.__setattr__(self, "hidden", f"{self.hidden}{self.x}")

    @dataclass(**how)
    class Own:
        x: int

        def __init__(self, x: int) -> None:
            object.__setattr__(self, "x", 2 * x)

        def __repr__(self) -> str:
            return f"<{self.x}>"

        def __hash__(self) -> int:
            return 5

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own)

    @dataclass(**how)
    class Single:
        x: float

    @dataclass(**how)
    class Empty:
        pass

    @dataclass(**how)
    class Abstract(ABC):
        x: int

        @abstractmethod
        def do(self) -> int: ...

    return {cls.__name__: cls for cls in (Base, Derived, Own, Single, Empty, Abstract)}


NAN = float("nan")
#: What is asked of the classes: each gives what somebody sees.
ASKED: list[Callable[..., Any]] = [
    lambda Base, **_: repr(Base(1)),
    lambda Base, **_: repr(Base(1, [2], z=3)),
    lambda Base, **_: (Base(1) == Base(1), Base(1) == Base(2), Base(1) == 1, Base(1) != Base(1, [])),
    lambda Base, **_: Base(1).y is Base(1).y,
    lambda Base, **_: Base(),
    lambda Base, **_: Base(1, 2, 3, 4),
    lambda Base, **_: Base(1, w=2),
    lambda Base, **_: type(hash(Base(1))),
    lambda Base, **_: len({hash(kept) for kept in [Base(1, (2,)), Base(1, (2,))]}),  # both live: an address is not used twice
    lambda Base, **_: setattr(Base(1), "x", 2),
    lambda Base, **_: delattr(Base(1), "x"),
    lambda Base, **_: setattr(Base(1), "other", 2),
    lambda Base, **_: dataclasses.replace(Base(1), x=5).x,
    lambda Base, **_: dataclasses.asdict(Base(1, [2])),
    lambda Base, **_: copy.deepcopy(Base(1, [2])).y,
    lambda Base, **_: [(f.name, f.type) for f in dataclasses.fields(Base)],
    lambda Base, **_: str(inspect.signature(Base)),
    lambda Base, **_: [Base.__match_args__, isinstance(Base.z, float), hasattr(Base, "y"), dataclasses.is_dataclass(Base)],
    lambda Derived, **_: repr(Derived(1, hidden="g", named=2)),
    lambda Derived, **_: (Derived(1).hidden, Derived(1).later, Derived(1).made),
    lambda Derived, **_: (Derived(1, hidden="g") == Derived(1, hidden="i"), Derived(1) == Derived(1, named=8)),
    lambda Derived, Base, **_: (Derived(1) == Base(1), Base(1) == Derived(1)),
    lambda Derived, **_: Derived(1, [], 2.0, "h", 5),
    lambda Derived, **_: Derived(1, made={}),
    lambda Derived, **_: setattr(Derived(1), "x", 2),
    lambda Own, **_: (repr(Own(2)), Own(2) == Own(3), hash(Own(2)), Own(4).x),
    lambda Single, **_: (Single(1.0) == Single(1.0), Single(NAN) == Single(NAN), repr(Single(2.0))),
    lambda Single, **_: hash(Single(1.0)) == hash((1.0,)),
    lambda Empty, **_: (Empty() == Empty(), repr(Empty())),
    lambda Empty, **_: Empty(1),
    lambda Abstract, **_: Abstract(1),
]


def seen(ask: Callable[..., Any], made: dict[str, Any]) -> Any:
    """What an answer looks like, or the kind of the fault; where an object is, by address, is no part of it.

    Who assigns to an attribute that is none of a frozen class with slots gets a TypeError in some versions of Python, from a
    class that has been replaced by another.
    """
    try:
        answer = ask(**made)
    except TypeError as fault:
        return dataclasses.FrozenInstanceError if str(fault).startswith("super(type, obj)") else TypeError
    except Exception as fault:
        return type(fault)
    return re.sub(" at 0x[0-9a-f]+", "", repr(answer))


@pytest.mark.parametrize("how", HOW, ids=str)
def test_classes_do_what_those_of_dataclasses_do(how: dict[str, bool]) -> None:
    for number, ask in enumerate(ASKED):  # of classes of which nothing was asked before
        expected, got = (seen(ask, classes(decorator, how)) for decorator in (dataclasses.dataclass, records.dataclass))
        assert got == expected, number


@records.dataclass(frozen=True)
class Kept:
    """A class that another process finds, too."""

    x: int
    y: str = "y"


@records.dataclass(frozen=True, slots=True)
class Slotted:
    """One that has no dictionary."""

    x: int
    y: list[int] = field(default_factory=list)


@records.dataclass
class Linked:
    """One whose objects may hold themselves."""

    inner: Any = None


def test_objects_survive_a_pickle_and_hold_themselves() -> None:
    assert pickle.loads(pickle.dumps(Kept(1))) == Kept(1)
    slotted = Slotted(1, [2])
    assert pickle.loads(pickle.dumps(slotted)) == copy.copy(slotted) == copy.deepcopy(slotted) == slotted
    assert copy.deepcopy(slotted).y is not slotted.y and not hasattr(slotted, "__dict__")
    knot = Linked()
    knot.inner = knot
    assert repr(knot) == "Linked(inner=...)"


@pytest.mark.parametrize("slots", [False, True])
def test_defining_a_class_compiles_nothing(slots: bool) -> None:
    """It takes a fifteenth of the time, with slots a sixth; a third leaves room for a busy machine."""
    def seconds(dataclass: Any) -> float:
        start = perf_counter()
        for _ in range(20):
            made = type("Kept", (), {"__annotations__": {"x": "int", "y": "str"}, "y": "y", "__doc__": "d"})
            dataclass(frozen=True, slots=slots)(made)
        return perf_counter() - start

    assert min(seconds(records.dataclass) for _ in range(5)) < min(seconds(dataclasses.dataclass) for _ in range(5)) / 3


# -- attributes computed when they are first asked for ---------------------------------------------------------------------------


@records.dataclass(frozen=True)
class Square:
    side: int

    @records.computed_once
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

        @records.computed_once
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
