"""What LLVM says of this machine, remembered between processes.

Which processor this is, and which LLVM compiles for it, is part of every key of the cache. LLVM itself knows best, but to load it
takes longer than to load a compiled program, and where it is not installed, programs that were compiled before still run. So what
it said once is kept, under what it depends on: the processor as the system describes it, and the files of llvmlite.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from hloom.runtime.dispatch.processor import Processor
from hloom.runtime.loading import load_llvm
from hloom.support.collector import imported
from hloom.support.diagnostics import InputError
from hloom.support.logs import Log

_LOG = Log("cache")

#: What tells processors apart in /proc/cpuinfo; the rest changes from moment to moment, or from core to core.
_TELLING = {"vendor_id", "cpu family", "model", "model name", "stepping", "flags",
            "CPU implementer", "CPU architecture", "CPU variant", "CPU part", "CPU revision", "Features"}
_MOST_BYTES = 1 << 16


class Host(NamedTuple):
    """The processor as LLVM names it, and the versions of LLVM and llvmlite."""

    processor: Processor
    versions: str


def described(get: Callable[[str], bytes | None], put: Callable[[str, bytes], None]) -> tuple[Host, dict[str, bytes]]:
    """This machine: as it was remembered, else as LLVM says, which is remembered. `get` and `put` are those of a cache. With
    what is remembered, by key: for this installation of llvmlite, and for none.

    Raises InputError where llvmlite is not installed and nothing is remembered.
    """
    keys = _keys()
    if keys and (found := _read(data := get(keys[0]) or b"")) is not None:
        return found, dict.fromkeys(keys, data)
    if keys:
        _LOG.debug("no cache says what this processor is: LLVM is asked")
    try:
        load_llvm()
    except InputError as error:
        raise InputError(f"{error}; neither the cache nor the library says what processor this is") from None
    host = Host(Processor.here(), imported("hloom.runtime.llvm_modules").versions())
    entries = dict.fromkeys(keys, json.dumps(host).encode())
    for key, data in entries.items():
        put(key, data)
    return host, entries


def _keys() -> list[str]:
    """Under which this machine is remembered, first for this installation; none where processors cannot be told apart."""
    processor = _processor()
    return [_key(processor, stamp) for stamp in dict.fromkeys((_installed(), None))] if processor else []


def _read(data: bytes) -> Host | None:
    try:
        processor, versions = json.loads(data)
        triple, cpu, features = map(str, processor)
        return Host(Processor(triple, cpu, features), str(versions))
    except (ValueError, TypeError):
        return None


def _key(processor: str, installed: str | None) -> str:
    return hashlib.sha256(repr(("host", 3, processor, installed)).encode()).hexdigest()


def _installed() -> str | None:
    """What changes with llvmlite's installation; None where there is none. It is not imported."""
    spec = importlib.util.find_spec("llvmlite")
    if spec is None or spec.origin is None:
        return None
    found = []
    for name in ("__init__.py", "_version.py"):
        path = Path(spec.origin).parent / name
        try:
            status = path.stat()
        except OSError:
            continue
        found.append((str(path), status.st_size, status.st_mtime_ns))
    return repr(found)


def _processor() -> str | None:
    """What the system says of its first processor; None where it says nothing."""
    rows = sorted(row for row in _first_processor() if row[0] in _TELLING)
    return repr(rows) if rows else None


def _first_processor() -> Iterator[tuple[str, str]]:
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            text = b""
            while b"\n\n" not in text and len(text) < _MOST_BYTES and (more := file.read(4096)):  # the whole file takes long
                text += more
    except OSError:
        return
    for line in text.partition(b"\n\n")[0].decode(errors="replace").splitlines():
        name, _, value = line.partition(":")
        yield name.strip(), value.strip()
