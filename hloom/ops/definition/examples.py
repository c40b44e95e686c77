"""The example of an operation: one valid program, beside its definition.

It is the definition's attribute `example`, or stands in the file of the definition's name that ends in `.mlir` or `.hlo`,
under a line `// NAME`; a line `// -----` ends it. Nothing in the program uses the operation's results. Programs that break what
is declared of the operation, tests of its printing, and what `hloom explain` shows are made from it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from hloom.ops.definition.operation import Op

_ENTRY = re.compile(r"^// (\w+\.\S+)\n(.*?)(?:^// -----\n|\Z)", re.MULTILINE | re.DOTALL)


def example_of(op: type[Op]) -> str | None:
    """The text of an operation's example; None where it has none."""
    return op.example if op.example is not None else _beside(op.__module__).get(op.name)


@cache
def _beside(module: str) -> dict[str, str]:
    """The examples in the file beside a module, by the names of operations."""
    package, _, name = module.rpartition(".")
    if not package:
        return {}
    beside = [files(package).joinpath(f"{name}.{form}") for form in ("mlir", "hlo")]
    return {m[1]: m[2] for file in beside if file.is_file() for m in _ENTRY.finditer(file.read_text(encoding="utf-8"))}
