"""What records of thresholds are made with: classes whose attributes are the defaults, and frozen objects that keep what
differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record:
    """A frozen data class, all of whose fields have a default: the annotated attributes of its class.

    There are some hundred such fields, and every process that runs compiled code has the defaults: what `dataclasses` does for a
    class takes 40 times as long as to define this one. An object keeps the values that are not the default, which is what its
    text shows, and what makes two of them differ.
    """

    #: Fields that are divided by: they are at least 1.
    positive: ClassVar[Sequence[str]] = ()

    def __init__(self, **values: Any) -> None:
        known = self.fields()
        for name, value in values.items():
            if name not in known:
                raise TypeError(f"{type(self).__name__} has no field {name!r}")
            if value != getattr(type(self), name):
                self.__dict__[name] = value

    @classmethod
    def fields(cls) -> Sequence[str]:
        """The names of the fields, in their order."""
        return [name for name in cls.__annotations__ if name != "positive"]

    def with_values(self, **values: Any) -> Self:
        """The same with other values of some fields."""
        return type(self)(**{**self.__dict__, **values})

    @property
    def key(self) -> str:
        """A text that only equal records have; empty for the default."""
        return repr(self) if self.__dict__ else ""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"cannot delete field {name!r}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in sorted(self.__dict__.items()))})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(self.key)
