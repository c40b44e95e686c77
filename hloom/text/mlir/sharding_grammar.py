"""The grammar of attributes of the `sdy` dialect, of which hloom keeps the text: what may stand where.

Attributes of other names than those that programs have are taken as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_BLANKS: Final = re.compile(r"\s*+")
_STRING: Final = re.compile(r'"(?:[^"\\\n]|\\.)*+"')
_SYMBOL: Final = re.compile(r'@(?:"(?:[^"\\\n]|\\.)*+"|[A-Za-z_][\w$.]*+)')
_NUMBER: Final = re.compile(r"\d++", re.ASCII)
_FACTOR: Final = re.compile(r"[a-z](?:_\d++)?+", re.ASCII)
_HEAD: Final = re.compile(r"#sdy(?:\.|<)([a-z_]+)")


class _FaultError(Exception):
    """What is missing at a position of the text."""

    def __init__(self, position: int, wanted: str) -> None:
        super().__init__(wanted)
        self.position, self.wanted = position, wanted


def fault_in(text: str) -> tuple[int, str] | None:
    """Where the text of an attribute `#sdy...` goes wrong, and what is missing there; None where it does not."""
    head = _HEAD.match(text)
    rule = _RULES.get(head[1]) if head is not None else None
    if head is None or rule is None:
        return None
    reader = _Reader(text, head.end())
    try:
        if text[4] == ".":
            reader.sign("<")
        rule(reader)
        reader.sign(">")
        reader.end()
    except _FaultError as fault:
        return fault.position, fault.wanted
    return None


class _Reader:
    """Moves through a text; blanks may stand between any two signs."""

    def __init__(self, text: str, position: int) -> None:
        self.text, self.position = text, position

    def end(self) -> None:
        if self._next() != len(self.text):
            raise _FaultError(self.position, "the end of the attribute")

    def _next(self) -> int:
        """The position behind the blanks here."""
        found = _BLANKS.match(self.text, self.position)
        assert found is not None
        self.position = found.end()
        return self.position

    def stands(self, sign: str) -> bool:
        return self.text.startswith(sign, self._next())

    def accept(self, sign: str) -> bool:
        found = self.stands(sign)
        self.position += len(sign) * found
        return found

    def sign(self, sign: str) -> None:
        if not self.accept(sign):
            raise _FaultError(self.position, f"'{sign}'")

    def take(self, pattern: re.Pattern[str], wanted: str) -> None:
        found = pattern.match(self.text, self._next())
        if found is None:
            raise _FaultError(self.position, wanted)
        self.position = found.end()

    def listed(self, item: Callable[[_Reader], None], brackets: str, least: int = 0) -> None:
        """Items with commas between them, in brackets."""
        self.sign(brackets[0])
        if least or not self.accept(brackets[1]):
            item(self)
            while self.accept(","):
                item(self)
            self.sign(brackets[1])


def _string(r: _Reader) -> None:
    r.take(_STRING, "a name in quotes")


def _number(r: _Reader) -> None:
    r.take(_NUMBER, "a number")


def _mesh_axis(r: _Reader) -> None:
    _string(r)
    r.sign("=")
    _number(r)


def _axis(r: _Reader) -> None:
    """`"x"`, or the part of an axis `"x":(1)2`."""
    _string(r)
    if r.accept(":"):
        r.sign("(")
        _number(r)
        r.sign(")")
        _number(r)


def _axes(r: _Reader) -> None:
    r.listed(_axis, "{}")


def _mesh(r: _Reader) -> None:
    """`["x"=2, "y"=4], device_ids=[...]`."""
    r.listed(_mesh_axis, "[]")
    if r.accept(","):
        r.sign("device_ids")
        r.sign("=")
        r.listed(_number, "[]")


def _dimension(r: _Reader) -> None:
    """`{"x", "y":(1)2, ?}p1`: axes, then whether there may be more, and the priority."""
    r.sign("{")
    if not r.accept("}"):
        while not r.accept("?"):
            _axis(r)
            if not r.accept(","):
                break
        r.sign("}")
    if r.accept("p"):
        _number(r)


def _sharding(r: _Reader) -> None:
    """`@mesh, [{"x"}, {}], replicated={"y"}, unreduced={"z"}`; the mesh may be written out."""
    if r.accept("mesh"):
        r.sign("<")
        _mesh(r)
        r.sign(">")
    else:
        r.take(_SYMBOL, "the name of a mesh")
    r.sign(",")
    r.listed(_dimension, "[]")
    left = ["replicated", "unreduced"]
    while left and r.accept(","):
        word = next((word for word in left if r.accept(word)), None)
        if word is None:
            raise _FaultError(r.position, " or ".join(f"'{word}'" for word in left))
        left.remove(word)
        r.sign("=")
        r.listed(_axis, "{}", 1)


def _bracketed_sharding(r: _Reader) -> None:
    r.sign("<")
    _sharding(r)
    r.sign(">")


def _move(r: _Reader) -> None:
    """`{"x"}: 0->1`."""
    _axes(r)
    r.sign(":")
    _number(r)
    r.sign("->")
    _number(r)


def _factors(r: _Reader) -> None:
    """The factors of one dimension: `ij`, `z_1`."""
    r.take(_FACTOR, "a factor")
    while (found := _FACTOR.match(r.text, r.position)) is not None:
        r.position = found.end()


def _factor(r: _Reader) -> None:
    r.take(_FACTOR, "a factor")


def _factor_size(r: _Reader) -> None:
    _factor(r)
    r.sign("=")
    _number(r)


def _rule(r: _Reader) -> None:
    """`([i, k], [k, j])->([i, j]) {i=2, j=3, k=4} reduction={k}, custom`."""
    tensors = lambda r: r.listed(_factors, "[]")  # noqa: E731
    r.listed(tensors, "()")
    r.sign("->")
    r.listed(tensors, "()")
    if r.stands("{"):
        r.listed(_factor_size, "{}")
    for word in ("reduction", "need_replication", "permutation", "blocked_propagation"):
        if r.accept(word):
            r.sign("=")
            r.listed(_factor, "{}", 1)
    if r.accept(","):
        r.sign("custom")


_RULES: Final[dict[str, Callable[[_Reader], None]]] = {
    "mesh": _mesh,
    "sharding": _sharding,
    "sharding_per_value": lambda r: r.listed(_bracketed_sharding, "[]"),
    "manual_axes": lambda r: r.listed(_string, "{}"),
    "axis_ref_list": _axes,
    "list_of_axis_ref_lists": lambda r: r.listed(_axes, "[]"),
    "all_to_all_param_list": lambda r: r.listed(_move, "[]"),
    "op_sharding_rule": _rule,
}
