"""Operations that are defined outside of hloom: what a compiled program depends on besides hloom's own source."""

from __future__ import annotations

import sys
from pathlib import Path

from hloom.ir.core import Operation
from hloom.ops.definition.operation import REGISTRY, SPELLINGS, Op


def _is_foreign(cls: type[Operation]) -> bool:
    return issubclass(cls, Op) and cls.__module__.partition(".")[0] != "hloom"


def foreign_sources(root: Operation) -> str | None:
    """Changes whenever a file does that defines operations outside of hloom, if `root` has such operations; else empty.

    None where such an operation is defined in no file, so that nobody can tell whether it is still what it was.
    """
    if not any(map(_is_foreign, {type(op) for op in root.walk()})):
        return ""
    found = set()
    for cls in (*REGISTRY.values(), *SPELLINGS.values()):  # what decomposes may make others of them
        if _is_foreign(cls):
            file = getattr(sys.modules.get(cls.__module__), "__file__", None)
            if file is None or not Path(file).is_file():
                return None
            status = Path(file).stat()
            found.add(f"{file} {status.st_size} {status.st_mtime_ns}")
    return "\n".join(sorted(found))
