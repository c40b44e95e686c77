"""Long formulas that one kernel needs many times, as functions that it calls.

What LLVM needs for one function grows with the square of the branches in it: a thousand sines in a row, inline, take it ten
times as long as ten kernels of a hundred.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from hloom.codegen.llvm.builder import Function
from hloom.codegen.llvm.values import Value

#: How often a kernel has a formula inline, and the lines of code that make it long.
_MOST_INLINE = 24
_LONG = 16
#: What names of functions have underscores for.
_OTHER = re.compile(r"\W+")


def emitted(f: Function, name: str, emit: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """`emit(f, *arguments)`, inline or as a call. Arguments are values or pairs of them; the result has the type of each."""
    parts = [part for a in arguments for part in (a if type(a) is tuple else (a,))]
    key = _OTHER.sub("_", "_".join(["hloom", name, str(len(arguments)), parts[0].type]))
    uses, length = f.formulas.get(key, (0, 0))
    if uses < _MOST_INLINE or length < _LONG:
        before = f.line_count
        made = emit(f, *arguments)
        f.formulas[key] = uses + 1, f.line_count - before
        return made
    part = parts[0].type
    is_pair = type(arguments[0]) is tuple
    result = f"{{ {part}, {part} }}" if is_pair else part
    if key not in f.module.functions:
        _define(f, key, emit, arguments, result)
    called = f.call(key, result, parts)
    return tuple(f.value(part, f"extractvalue {called}, {k}") for k in range(2)) if is_pair else called


def _define(f: Function, name: str, emit: Callable[..., Any], arguments: Sequence[Any], result: str) -> None:
    count = sum(2 if type(a) is tuple else 1 for a in arguments)
    part = arguments[0][0].type if type(arguments[0]) is tuple else arguments[0].type
    inner = f.module.function(name, [(part, f"a{k}") for k in range(count)], result, linkage="internal",
                              attributes="noinline #0")
    parameters = iter(inner.parameters)
    made = emit(inner, *[(next(parameters), next(parameters)) if type(a) is tuple else next(parameters) for a in arguments])
    if type(made) is tuple:
        whole = Value(result, "poison")
        for k, value in enumerate(made):
            whole = inner.value(result, f"insertvalue {whole}, {value}, {k}")
        made = whole
    inner.ret(made)
