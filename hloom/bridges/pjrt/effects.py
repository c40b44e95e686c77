"""Ordered effects of JAX at the boundary of a program: tokens among its arguments and results.

A token orders effects and holds nothing. A program of hloom neither takes nor gives any: its order is the one that it is written
in, and one call ends before the next begins. Of the signature that JAX sees they are arguments and results all the same, each a
buffer without contents.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from hloom.ir.types import TokenType
from hloom.ops.builtin.function import Function

T = TypeVar("T")


class Tokens(NamedTuple):
    """Which arguments and results of a function are tokens: True at their places."""

    arguments: Sequence[bool]
    results: Sequence[bool]

    @classmethod
    def of(cls, function: Function) -> Tokens:
        """Those of a function, as it came from JAX."""
        type = function.function_type
        return cls(*(tuple([isinstance(t, TokenType) for t in types]) for types in (type.inputs, type.outputs)))

    def __bool__(self) -> bool:
        """Whether there are any."""
        return any(self.arguments) or any(self.results)

    def given(self, arguments: Sequence[T]) -> list[T]:
        """Of what stands for each argument, that for those which hloom's program takes."""
        return [x for x, is_token in zip(arguments, self.arguments, strict=True) if not is_token]

    def returned(self, results: Iterable[T], token: T) -> list[T]:
        """What stands for each result, of that for those which hloom's program gives; `token` stands for a token."""
        rest = iter(results)
        return [token if is_token else next(rest) for is_token in self.results]
