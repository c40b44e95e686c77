"""Programs as texts, for tests of operations that need more around them than their operands."""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.reference import evaluate
from hloom.text.mlir.parser import parse
from hloom.verify import diagnose


def function(body: str, arguments: str = "", results: str = "") -> Any:
    """A verified module with one function `@main`."""
    module = parse(f"func.func @main({arguments}) -> ({results}) {{\n{body}\n}}")
    assert diagnose(module) == []
    return module


def run(operation: str, *arrays: Any, results: str) -> Any:
    """The results of one operation, written with operands `%0, %1, ...`; a single one not in a tuple."""
    from hloom.ir.types import tensor
    from hloom.numbers.element_type import of_dtype

    values = [np.asarray(x) for x in arrays]
    arguments = ", ".join(f"%{k}: {tensor(x.shape, of_dtype(x.dtype))}" for k, x in enumerate(values))
    count = len(parse(f"func.func private @f() -> ({results})").functions["f"].function_type.outputs)
    names = ", ".join(f"%r#{k}" for k in range(count)) if count > 1 else "%r"
    module = function(f"%r{f':{count}' if count > 1 else ''} = {operation}\nreturn {names} : {results}", arguments, results)
    found = evaluate(module, *values)
    return found[0] if count == 1 else found


def codes(text: str) -> list[str]:
    """The codes of a program's faults."""
    return [fault.code for fault in diagnose(parse(text))]
