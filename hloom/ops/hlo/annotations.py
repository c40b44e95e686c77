"""What HLO and StableHLO both say beside operations, each in its own form: shardings, attributes for the frontend, origins."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from hloom.ir.attributes import Attribute, DictionaryAttr, StringAttr
from hloom.ir.location import CallSiteLocation, FileLocation, FusedLocation, Location, NamedLocation

SHARDING: Final = "mhlo.sharding"
FRONTEND: Final = "mhlo.frontend_attributes"
_HLO_SHARDING: Final = "hlo.sharding"
_HLO_FRONTEND: Final = "hlo.frontend_attributes"
#: One attribute of the frontend in its canonical text: a name, and a string, or text in balanced braces.
_ENTRY: Final = re.compile(r'([^=,{}"]+|"(?:[^"\\]|\\.)*")=("(?:[^"\\]|\\.)*"|\{)')
_ESCAPE: Final = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|(.))", re.DOTALL)
_CONTROL: Final = {"n": "\n", "t": "\t", "r": "\r"}


def escaped(text: str) -> str:
    """Text for a string of HLO."""
    shown = text.encode("utf-8", "surrogateescape")
    return "".join(chr(b) if 32 <= b < 127 and chr(b) not in "\"'\\" else f"\\{b:03o}" for b in shown)


def _unescaped(text: str) -> str:
    def byte(found: re.Match[str]) -> str:
        octal, hexadecimal, other = found.groups()
        if octal is not None or hexadecimal is not None:
            return chr((int(octal, 8) if octal is not None else int(hexadecimal, 16)) & 0xFF)
        return _CONTROL.get(other, other)

    raw = _ESCAPE.sub(byte, text)
    return raw.encode("latin-1", "ignore").decode("utf-8", "surrogateescape") if raw.isascii() or "\\" in text else text


def divided(text: str, count: int) -> list[str]:
    """The shardings of the `count` leaves of a tuple; one that is stated for the whole holds for each."""
    if not text.startswith("{{") and text != "{}":
        return [text] * count
    parts, depth, start = [], 0, 1
    for k, c in enumerate(text):
        depth += (c in "{[(") - (c in "}])")
        if (c == "," and depth == 1) or (c == "}" and depth == 0):
            parts.append(text[start:k].strip())
            start = k + 1
    leaves = [leaf for part in parts for leaf in (divided(part, 1) if not part.startswith("{{") else _nested(part))]
    return leaves if len(leaves) == count else [""] * count


def _nested(text: str) -> list[str]:
    found: list[str] = []
    depth, start = 0, 1
    for k, c in enumerate(text):
        depth += (c in "{[(") - (c in "}])")
        if (c == "," and depth == 1) or (c == "}" and depth == 0):
            part = text[start:k].strip()
            found += _nested(part) if part.startswith("{{") else [part]
            start = k + 1
    return found


def gathered(parts: list[str | None]) -> str | None:
    """The sharding of a tuple of values, of which those without one may have any; None if none has one."""
    if not any(parts):
        return None
    return parts[0] if len(parts) == 1 else f"{{{', '.join(part or '{unknown}' for part in parts)}}}"


def for_stablehlo(attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """What StableHLO says of the attributes that an instruction of HLO has beside."""
    found: dict[str, Attribute] = {}
    sharding, frontend = attributes.get(_HLO_SHARDING), attributes.get(_HLO_FRONTEND)
    if isinstance(sharding, StringAttr):
        found[SHARDING] = sharding
    if isinstance(frontend, StringAttr):
        entries = frontend_entries(frontend.value)
        if entries:
            found[FRONTEND] = DictionaryAttr({key: StringAttr(value) for key, value in entries.items()})
    return found


def for_hlo(attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """What HLO says of the attributes that StableHLO keeps beside an operation, an argument or a module."""
    found: dict[str, Attribute] = {}
    sharding, frontend = attributes.get(SHARDING), attributes.get(FRONTEND)
    if isinstance(sharding, StringAttr) and sharding.value.startswith("{"):
        found[_HLO_SHARDING] = sharding
    if isinstance(frontend, DictionaryAttr) and frontend.entries:
        said = (f"{key}={_value_text(value.value)}" for key, value in frontend.entries.items() if isinstance(value, StringAttr))
        found[_HLO_FRONTEND] = StringAttr(f"{{{','.join(said)}}}")
    return found


def frontend_entries(text: str) -> dict[str, str]:
    """The names and values of `{a="b",c={x = 1}}`, the canonical text of attributes for the frontend."""
    found: dict[str, str] = {}
    at = 1
    while (entry := _ENTRY.match(text, at)) is not None:
        key, value = entry.groups()
        end = entry.end()
        if value == "{":
            start, depth = end - 1, 1
            while depth and end < len(text):
                depth += (text[end] == "{") - (text[end] == "}")
                end += 1
            value = text[start:end]
        else:
            value = _unescaped(value[1:-1])
        found[_unescaped(key[1:-1]) if key.startswith('"') else key] = value
        at = end + 1
    return found


def _value_text(value: str) -> str:
    depth = 0
    for k, c in enumerate(value):
        depth += (c == "{") - (c == "}")
        if not depth and k < len(value) - 1:
            break
    else:
        if value.startswith("{") and not depth and value.isascii() and value.isprintable():
            return value
    return f'"{escaped(value)}"'


def metadata_text(location: Location) -> str | None:
    """`{op_name="jit(f)/add" source_file="a.py" source_line=3}`: where an instruction came from."""
    names: list[str] = []
    file = None
    for _ in range(64):
        if isinstance(location, NamedLocation):
            names.append(location.name)
            if location.child is None:
                break
            location = location.child
        elif isinstance(location, CallSiteLocation):
            location = location.callee
        elif isinstance(location, FusedLocation) and location.locations:
            location = location.locations[0]
        else:
            file = location if isinstance(location, FileLocation) else None
            break
    parts = [f'op_name="{escaped(names[0])}"'] if names else []
    if file is not None:
        parts.append(f'source_file="{escaped(file.file)}" source_line={file.line}')
        ends: Any = getattr(file, "end_line", 0)
        if ends and ends != file.line:
            parts.append(f"source_end_line={ends}")
        parts += [f"source_column={file.column}"] if file.column else []
        column: Any = getattr(file, "end_column", 0)
        parts += [f"source_end_column={column}"] if column and column != file.column else []
    return f"{{{' '.join(parts)}}}" if parts else None
