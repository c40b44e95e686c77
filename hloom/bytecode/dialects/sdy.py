"""Attributes of Shardy, which the IR keeps as their text. They are read from the dialect's own encoding and written as text.

Source: Shardy's bytecode.cc.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hloom.bytecode.encoding import Encoding, Row
from hloom.bytecode.entry import EntryCursor, brief
from hloom.bytecode.wire import fail
from hloom.ir.attributes import Attribute, OpaqueAttr, StringAttr, SymbolRefAttr
from hloom.ir.literal_text import string_text
from hloom.support.diagnostics import ParseError

SDY: Final = Encoding("sdy")


class _Part(OpaqueAttr):
    """An attribute of Shardy with what its name leaves: `short` is how it stands within others."""

    __slots__ = ("short",)

    def __init__(self, text: str, short: str) -> None:
        self.text, self.short = text, short

    def _key(self) -> tuple[Any, ...]:
        return (self.text,)


def _shorts(r: EntryCursor) -> list[str]:
    """How the attributes stand within another that stand next in a list."""
    return [_short_of(value, r) for value in r.attributes()]


def _short_of(value: Attribute, r: EntryCursor) -> str:
    if isinstance(value, _Part):
        return value.short
    if isinstance(value, StringAttr | SymbolRefAttr):
        return str(value)
    fail(r.at, f"an attribute of Shardy was expected, not {brief(value)}")


def _part(code: int, read: Callable[[EntryCursor], str], mnemonic: str, form: str = "#sdy<{}{}>") -> Row:
    """A row whose attribute stands within others as `read` gives it, and alone in a form with its name: as its text is read."""

    def whole(r: EntryCursor) -> OpaqueAttr:
        at, short = r.at, read(r)
        text = form.format(mnemonic, f" {short}" if short[:1].isalnum() else short)
        try:  # any part may stand where only some make sense: the grammar tells
            r.entities.text_reader(text, False, r.entities.file.name)
        except ParseError as error:
            fail(at, f"in an attribute of Shardy: {error}")
        return _Part(text, short)

    return Row(code, whole)


def _numbers(r: EntryCursor) -> str:
    return f"[{', '.join(map(str, r.svarints()))}]"


def _list(words: list[str]) -> str:
    return f"{{{', '.join(words)}}}"


def _mesh_axis(r: EntryCursor) -> str:
    return f"{string_text(r.string())}={r.svarint()}"


def _mesh(r: EntryCursor) -> str:
    axes, devices = _shorts(r), r.svarints()
    ids = f", device_ids=[{', '.join(map(str, devices))}]" if devices else ""
    return f"<[{', '.join(axes)}]{ids}>"


def _axis(r: EntryCursor) -> str:
    name, part = string_text(r.string()), r.optional_attribute()
    return name if part is None else f"{name}:{_short_of(part, r)}"


def _dimension(r: EntryCursor) -> str:
    axes, is_closed = _shorts(r), r.boolean()
    priority, has_priority = r.flagged()
    inner = [*axes, *([] if is_closed else ["?"])]
    return f"{_list(inner)}{f'p{priority}' if has_priority else ''}"


def _mesh_of(r: EntryCursor) -> str:
    """A mesh by its name, or as it is."""
    mesh = r.attribute()
    return str(mesh) if isinstance(mesh, SymbolRefAttr) else f"mesh{_short_of(mesh, r)}"


def _sharding(r: EntryCursor, with_unreduced: bool = False) -> str:
    mesh, dimensions, replicated = _mesh_of(r), _shorts(r), _shorts(r)
    unreduced = _shorts(r) if with_unreduced else []
    more = f", replicated={_list(replicated)}" if replicated else ""
    return f"<{mesh}, [{', '.join(dimensions)}]{more}{f', unreduced={_list(unreduced)}' if unreduced else ''}>"


def _reduced(r: EntryCursor) -> str:
    text, kind = _sharding(r, True), r.svarint()
    if kind:
        fail(r.at, f"a kind of reduction of number {kind} is not known here")
    return text


def _letter(number: int) -> str:
    """How a factor of a sharding rule is called."""
    return chr(ord("i") + number) if number < 18 else f"z_{number - 17}"


def _rule(r: EntryCursor) -> str:
    sizes, operands, results = r.svarints(), _shorts(r), _shorts(r)
    kinds = [(name, r.svarints()) for name in ("reduction", "need_replication", "permutation", "blocked_propagation")]
    is_custom = r.boolean()
    factors = ", ".join([f"{_letter(number)}={size}" for number, size in enumerate(sizes)])
    stated = "".join([f" {name}={_list([_letter(n) for n in numbers])}" for name, numbers in kinds if numbers])
    return (f"<({', '.join(operands)})->({', '.join(results)}) {{{factors}}}{stated}{', custom' if is_custom else ''}>")


def _all_to_all(r: EntryCursor) -> str:
    axes = _shorts(r)
    return f"{_list(axes)}: {r.svarint()}->{r.svarint()}"


_ALONE: Final = "#sdy.{}{}"
SDY.add(
    _part(0, lambda r: _list(_shorts(r)), "manual_axes"),
    _part(1, _mesh_axis, "mesh_axis"),
    _part(2, _mesh, "mesh", _ALONE),
    _part(3, lambda r: f"({r.svarint()}){r.svarint()}", "sub_axis_info"),
    _part(4, _axis, "axis_ref"),
    _part(5, _dimension, "dimension_sharding"),
    _part(6, _sharding, "sharding", _ALONE),
    _part(7, lambda r: f"[{', '.join(_shorts(r))}]", "sharding_per_value", "#sdy.{}<{}>"),
    _part(8, lambda r: "".join(map(_letter, r.svarints())), "dim_mapping"),
    _part(9, lambda r: f"[{', '.join(_shorts(r))}]", "tensor_mapping"),
    _part(10, _rule, "op_sharding_rule", _ALONE),
    _part(11, lambda r: _list(_shorts(r)), "axis_ref_list"),
    _part(12, lambda r: f"[{', '.join(_shorts(r))}]", "list_of_axis_ref_lists"),
    _part(13, _all_to_all, "all_to_all_param"),
    _part(14, lambda r: f"[{', '.join(_shorts(r))}]", "all_to_all_param_list"),
    _part(15, lambda r: _sharding(r, True), "sharding", _ALONE),
    _part(16, lambda r: f"[{', '.join(_shorts(r))}]", "sharding_per_value", "#sdy.{}<{}>"),
    _part(17, _reduced, "sharding", _ALONE),
)
