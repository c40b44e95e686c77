"""An attribute that is computed when it is first asked for, without a lock.

What functools has for it in Python 3.11 holds one lock for all objects of a class while it computes: threads wait for each
other there, and a child of fork(), made while another thread computed, waits for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")


class computed_once(Generic[Value]):
    """The value of a method without arguments, kept in the object's `__dict__` under the method's name.

    Two threads that ask at once may both compute it; both then see the value that was kept first.
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> computed_once[Value]: ...

    @overload
    def __get__(self, instance: object, owner: type | None = None) -> Value: ...

    def __get__(self, instance: object | None, owner: type | None = None) -> computed_once[Value] | Value:
        if instance is None:
            return self
        return instance.__dict__.setdefault(self._name, self._compute(instance))
