"""What a builder gives to every operation made in a scope: shardings, metadata, frontend attributes, original values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from hloom.ir.attributes import Attribute, StringAttr
from hloom.ops.hlo.computation import PREFIX
from hloom.support.diagnostics import InputError
from hloom.xla.shape import Shape


class Scopes:
    """The scopes of a builder: context managers, and the same as calls that set and clear."""

    def __init__(self) -> None:
        self._scopes: dict[str, str] = {}
        self._attributes: dict[str, str] = {}

    @contextmanager
    def sharding(self, sharding: str | None) -> Iterator[None]:
        """Gives operations made inside a sharding, in the notation of HLO: `{replicated}`, `{devices=[2,1]0,1}`; None: none."""
        with self._scope("sharding", _braced(sharding, "a sharding") if sharding else ""):
            yield

    @contextmanager
    def frontend_attributes(self, attributes: Mapping[str, str] | None = None, **more: str) -> Iterator[None]:
        """Gives operations made inside these frontend attributes beside those of the scopes around."""
        before = self._attributes
        self._attributes = {**before, **{str(k): str(v) for k, v in {**(attributes or {}), **more}.items()}}
        try:
            yield
        finally:
            self._attributes = before

    @contextmanager
    def op_metadata(self, op_type: str = "", op_name: str = "", source_file: str = "", source_line: int = 0) -> Iterator[None]:
        """Gives operations made inside this metadata."""
        with self._scope("metadata", _metadata_text(op_type, op_name, source_file, source_line)):
            yield

    @contextmanager
    def original_value(self, value: Any) -> Iterator[None]:
        """Says of operations made inside which values of an earlier program they stand for.

        `value` is the name of an instruction, or a pair of a name and the index of a part of its result; for a tuple a list of
        these, one a part; or the text that HLO has: `{({"v1"}, {"v2" {0}})}`. None: nothing is said.
        """
        with self._scope("origin", _origin_text(value)):
            yield

    @contextmanager
    def _scope(self, key: str, text: str) -> Iterator[None]:
        before = self._scopes.get(key, "")
        self._scopes[key] = text
        try:
            yield
        finally:
            self._scopes[key] = before

    def SetSharding(self, sharding: str) -> None:
        """Like the scope `sharding`, until ClearSharding."""
        self._scopes["sharding"] = _braced(sharding, "a sharding")

    def ClearSharding(self) -> None:
        """Ends what SetSharding began."""
        self._scopes["sharding"] = ""

    def SetOpMetadata(self, op_type: str = "", op_name: str = "", source_file: str = "", source_line: int = 0) -> None:
        """Like the scope `op_metadata`, until ClearOpMetadata."""
        self._scopes["metadata"] = _metadata_text(op_type, op_name, source_file, source_line)

    def ClearOpMetadata(self) -> None:
        """Ends what SetOpMetadata began."""
        self._scopes["metadata"] = ""

    def SetFrontendAttributes(self, attributes: Mapping[str, str]) -> None:
        """Like the scope `frontend_attributes`, until ClearFrontendAttributes."""
        self._attributes = {str(k): str(v) for k, v in attributes.items()}

    def ClearFrontendAttributes(self) -> None:
        """Ends what SetFrontendAttributes began."""
        self._attributes = {}

    def scoped_attributes(self, shape: Shape | None = None) -> dict[str, Attribute]:
        """The attributes that the scopes give to an operation; an origin only where its form fits the operation's shape."""
        made: dict[str, Attribute] = {f"{PREFIX}{key}": StringAttr(text) for key, text in self._scopes.items()
                                      if text and (key != "origin" or _fits(text, shape))}
        if self._attributes:
            made[_FRONTEND] = StringAttr(_frontend_text(self._attributes))
        return made


_FRONTEND = f"{PREFIX}frontend_attributes"


def XlaScopedShardingAssignment(builder: Scopes, sharding: str | None) -> AbstractContextManager[None]:
    """`builder.sharding(sharding)` under its name in C++."""
    return builder.sharding(sharding)


def XlaScopedFrontendAttributesAssignment(builder: Scopes, attributes: Mapping[str, str]) -> AbstractContextManager[None]:
    """`builder.frontend_attributes(attributes)` under its name in C++."""
    return builder.frontend_attributes(attributes)


def XlaScopedOpMetadataAssignment(builder: Scopes, **metadata: Any) -> AbstractContextManager[None]:
    """`builder.op_metadata(...)` under its name in C++."""
    return builder.op_metadata(**metadata)


def XlaScopedOriginalValueAssignment(builder: Scopes, original_value: Any) -> AbstractContextManager[None]:
    """`builder.original_value(original_value)` under its name in C++."""
    return builder.original_value(original_value)


def add_frontend_attribute(attributes: dict[str, Attribute], name: str, value: str) -> None:
    """Gives the attributes of one operation a frontend attribute more, whose value is quoted."""
    known = getattr(attributes.get(_FRONTEND), "value", "{}")
    more = _frontend_text({name: value})[1:-1]
    attributes[_FRONTEND] = StringAttr(f"{{{more}}}" if known == "{}" else f"{known[:-1]},{more}}}")


# Texts.


def _quoted(text: str) -> str:
    escaped = "".join(f"\\{c}" if c in '"\\' else "\\n" if c == "\n" else c for c in text)
    return f'"{escaped}"'


def _frontend_text(attributes: Mapping[str, str]) -> str:
    return f"{{{','.join(f'{k}={_quoted(v)}' for k, v in attributes.items())}}}"


def _metadata_text(op_type: str, op_name: str, source_file: str, source_line: int) -> str:
    fields = [f"{k}={_quoted(v)}" for k, v in (("op_type", op_type), ("op_name", op_name), ("source_file", source_file)) if v]
    if source_line:
        fields.append(f"source_line={int(source_line)}")
    return f"{{{' '.join(fields)}}}" if fields else ""


def _braced(text: str, what: str) -> str:
    made = str(text).strip()
    if not (made.startswith("{") and made.endswith("}") and made.count("{") == made.count("}")):
        raise InputError(f"{what} stands in braces, got {made[:60]!r}")
    return made


def _origin_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        return _braced(value, "an original value")
    return f"{{{_origin_part(value)}}}"


def _origin_part(value: Any) -> str:
    if isinstance(value, str):
        return f"{{{_quoted(value)}}}"
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and not isinstance(value[1], str):
        name, index = value
        found = [int(k) for k in index]
        return f"{{{_quoted(name)} {{{', '.join(map(str, found))}}}}}" if found else f"{{{_quoted(name)}}}"
    if isinstance(value, list | tuple):
        return f"({', '.join(map(_origin_part, value))})"
    raise InputError(f"an original value is a name, a pair of name and index, or a list of these; not {value!r:.60}")


def _fits(origin: str, shape: Shape | None) -> bool:
    """Whether an origin is of as many parts as a value has; a synthetic call's fits all."""
    is_tuple = origin[1:].lstrip().startswith("(")
    return origin[1:].lstrip().startswith("[") or shape is None or is_tuple == shape.is_tuple
