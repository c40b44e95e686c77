"""What classes are made with: `dataclass`, for those that cost next to nothing until somebody makes one, and `computed_once`.

    from hloom.support.records import computed_once, dataclass

Python's own `dataclass` writes up to six functions for a class and has them compiled when it is defined, half a millisecond each
time, and a process's first compilation imports a hundred of them. Here comparing, hashing, printing and freezing are written once
for all classes, and `__init__` is made when it is first asked for. Fields are those of `dataclasses`: its `field`, `fields`,
`replace` and `asdict` work, and what these classes do is what that module says.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # checkers know what it does
else:
    def dataclass(cls=None, /, *, frozen=False, eq=True, slots=False, repr=True):
        complete = partial(_complete, is_frozen=frozen, has_eq=eq, has_slots=slots, has_repr=repr)
        return complete if cls is None else complete(cls)

_Values = Callable[[Any], tuple[Any, ...]]


class _Made:
    """Stands for a value that a function makes, if it is not given."""

    def __repr__(self) -> str:
        return "<factory>"


_MADE = _Made()


def _complete(cls: Any, is_frozen: bool, has_eq: bool, has_slots: bool, has_repr: bool) -> Any:
    own = vars(cls)
    is_hashed = "__hash__" in own and (own["__hash__"] is not None or "__eq__" not in own)
    cls = dataclasses.dataclass(init=False, repr=False, eq=False, slots=has_slots)(cls)  # with slots another class
    made: dict[str, Any] = {"__init__": _Init(cls, is_frozen, has_slots)} if "__init__" not in own else {}
    fields = dataclasses.fields(cls)
    if has_repr and "__repr__" not in own:
        made["__repr__"] = _repr([f.name for f in fields if f.repr])
    if has_eq:
        values = _values([f.name for f in fields if f.compare])
        if "__eq__" not in own:
            made["__eq__"] = _eq(values)
        if not is_hashed:
            made["__hash__"] = (lambda self: hash(values(self))) if is_frozen else None
    if is_frozen:
        made |= _frozen(cls, frozenset(f.name for f in fields))
        if has_slots:  # whoever makes a copy would assign to them
            made |= {name: f for name, f in (("__getstate__", _get_state), ("__setstate__", _set_state)) if name not in own}
    for name, value in made.items():
        setattr(cls, name, value)
    return cls


class _Init:
    """Stands where a class's `__init__` will be once somebody asks for it."""

    def __init__(self, *given: Any) -> None:
        self._class, self._is_frozen, self._has_slots = given

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        written = _init(self._class, self._is_frozen, self._has_slots)
        setattr(self._class, "__init__", written)  # noqa: B010  (a checker would take it for a call)
        return written.__get__(instance, owner)


def _init(cls: Any, is_frozen: bool, has_slots: bool) -> Any:
    """A function that gives a new object its fields."""
    names: dict[str, Any] = {"_MADE": _MADE, "_set": object.__setattr__}
    positional, by_keyword, lines = ["self"], [], ["pass"]
    annotations = {}
    for field in dataclasses.fields(cls):
        name, value = field.name, field.name
        if field.default_factory is not dataclasses.MISSING:
            names[f"_make_{name}"] = field.default_factory
            value = f"_make_{name}()" + (f" if {name} is _MADE else {name}" if field.init else "")
        elif not field.init:
            if not has_slots or field.default is dataclasses.MISSING:
                continue  # it is found in the class, or there is none
            names[f"_default_{name}"], value = field.default, f"_default_{name}"
        if field.init:
            default = _MADE if field.default_factory is not dataclasses.MISSING else field.default
            names[f"_default_{name}"], annotations[name] = default, field.type
            parameter = name if default is dataclasses.MISSING else f"{name}=_default_{name}"
            (by_keyword if field.kw_only else positional).append(parameter)
        lines.append(f"_set(self, {name!r}, {value})" if is_frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = [*positional, *(["*", *by_keyword] if by_keyword else [])]
    exec(f"def __init__({', '.join(parameters)}):\n " + "\n ".join(lines), names)
    written = names["__init__"]
    written.__qualname__, written.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    written.__annotations__ = {**annotations, "return": None}
    return written


def _values(names: list[str]) -> _Values:
    """The values of some fields of an object."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple([getattr(self, name) for name in names])


def _repr(names: list[str]) -> Callable[[Any], str]:
    def written(self: Any) -> str:
        return f"{self.__class__.__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in names])})"

    return recursive_repr()(written)


def _eq(values: _Values) -> Callable[[Any, Any], Any]:
    def written(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return written


def _frozen(cls: type, names: frozenset[str]) -> dict[str, Callable[..., None]]:
    """What assigning to a field, or deleting one, does in a class whose objects stay as they are."""
    def assign(self: Any, name: str, value: Any) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def delete(self: Any, name: str) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": assign, "__delattr__": delete}


def _get_state(self: Any) -> list[Any]:
    return [getattr(self, f.name) for f in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for f, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, f.name, value)


# -- attributes that are computed once -------------------------------------------------------------------------------------------

Value = TypeVar("Value")


class computed_once(Generic[Value]):
    """The value of a method without arguments, kept in the object's `__dict__` under the method's name, without a lock: what
    functools has for it in Python 3.11 holds one for all objects of a class while it computes. Threads wait for each other there,
    and a child of fork(), made while another thread computed, waits for ever.

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
