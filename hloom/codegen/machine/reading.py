"""Machines from files, for experiments: `HLOOM_MACHINE=machine.json`, with what is to be other than the default.

    {"rows": {"least_called": 256}, "transposes": {"large_bytes": 4194304, "of_several": 1.2}}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from math import isnan
from pathlib import Path
from typing import Any

from hloom.codegen.machine import Machine
from hloom.codegen.machine.record import Record
from hloom.support.diagnostics import InputError
from hloom.support.options import MACHINE
from hloom.support.spelling import nearest

#: Bytes of a file, at most, and the largest number.
_MOST_BYTES, _LARGEST = 1 << 20, 1 << 62


def machine_from(path: Path) -> Machine:
    """The machine that a file describes. Raises InputError for one that cannot be read, and for what is no field, or no value of
    its field."""
    try:
        with open(path, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{MACHINE.name}: cannot read {path}: {error.strerror or error}") from None
    if len(data) > _MOST_BYTES:
        raise InputError(f"{MACHINE.name}: {path} has more than {_MOST_BYTES} bytes")
    try:
        given = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{MACHINE.name}: {path} is not JSON: {error}") from None
    try:
        return _machine(given)
    except ValueError as error:
        raise InputError(f"{MACHINE.name}: {path}: {error}") from None


def _machine(given: Any) -> Machine:
    default, made = Machine(), {}
    for name, values in _items(given, Machine.fields(), "the file", "record"):
        record: Record = getattr(default, name)
        changed = _items(values, record.fields(), name, "field")
        made[name] = record.with_values(**{
            field: _value(f"{name}.{field}", value, getattr(record, field), field in record.positive)
            for field, value in changed})
    return Machine(**made)


def _items(given: Any, known: Iterable[str], where: str, kind: str) -> Iterable[tuple[str, Any]]:
    if not isinstance(given, dict):
        raise ValueError(f"{where} is to be an object whose names are those of {kind}s, got {_shown(given)}")
    for name in given:
        if name not in known:
            hint = nearest(name, known)
            raise ValueError(f"{where} has no {kind} {name[:60]!r}{f'; did you mean {hint!r}?' if hint else ''}")
    return given.items()


def _value(name: str, given: Any, default: Any, is_positive: bool) -> Any:
    """A value of the kind that the default is of."""
    least = 1 if is_positive else 0
    if isinstance(default, Mapping):
        keys = {str(key): key for key in default}
        if not isinstance(given, dict) or given.keys() != keys.keys():
            raise ValueError(f"{name} is to be an object with the names {', '.join(keys)}, got {_shown(given)}")
        return {key: _value(f"{name}.{text}", given[text], default[key], is_positive) for text, key in keys.items()}
    if isinstance(default, tuple):
        if not isinstance(given, list) or not given:
            raise ValueError(f"{name} is to be a list that is not empty, got {_shown(given)}")
        if isinstance(default[0], tuple):
            fixed = all(len(each) == len(default[0]) for each in default)
            for number, each in enumerate(given):
                if fixed and (not isinstance(each, list) or len(each) != len(default[0])):
                    raise ValueError(f"{name}[{number}] is to be a list of {len(default[0])} numbers, got {_shown(each)}")
        return tuple(_value(f"{name}[{k}]", each, default[0], is_positive) for k, each in enumerate(given))
    if isinstance(default, float):
        if isinstance(given, bool) or not isinstance(given, int | float) or isnan(given) or given < least:
            raise ValueError(f"{name} is to be a number of at least {least}, got {_shown(given)}")
        return float(given)
    if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= _LARGEST:
        raise ValueError(f"{name} is to be an integer from {least} to {_LARGEST}, got {_shown(given)}")
    return given


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
