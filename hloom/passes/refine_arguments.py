"""Sizes that are fixed by whoever runs a program: a function for arguments of types that it does not state itself.

    func.func @main(%x: tensor<?x4xf32>) -> tensor<?xf32>       with `tensor<3x4xf32>`
->  func.func @main(%x: tensor<3x4xf32>) -> tensor<12xf32>
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hloom.ir.attributes import DenseElementsAttr
from hloom.ir.types import AnyType, TensorType
from hloom.ops.builtin.function import Function
from hloom.ops.definition.constraints import compatible
from hloom.passes.inline import symbols_in
from hloom.passes.manager import PASSES, run_passes
from hloom.passes.specialize import Template
from hloom.support.diagnostics import InputError, UserError
from hloom.support.source import Source
from hloom.text.mlir.parser import Parser

#: What the sizes that were computed leave behind.
_AFTER = (PASSES["dce"],)


def refined(module: Any, arguments: str, function: str = "main") -> Any:
    """A valid module with one function alone, for arguments of these types, in which every shape is known.

    `arguments` are types of MLIR with commas between, one for each argument; in the place of an argument on whose elements shapes
    depend stands a constant, `dense<5> : tensor<i32>`. Raises InputError where they are no such types, or not those that the
    function takes, and UserError, with the place, where a shape depends on data or does not fit.
    """
    given = _read(arguments)
    template = Template(module, function)
    if len(given) != len(template.arguments):
        raise InputError(f"@{function} takes {len(template.arguments)} arguments, and {len(given)} types are given")
    for number, (stated, (type, elements)) in enumerate(zip(template.arguments, given)):
        where = f"argument {number} of @{function}"
        if not isinstance(type, TensorType) or not type.is_static or not compatible(type, stated):
            raise InputError(f"{where} is a {stated}, of which {type} is no form of known sizes")
        if elements is None and number in template.numbers:
            raise InputError(f"{where}: shapes depend on its elements, which a type does not say; give them: dense<...> : {type}")
    if template.unknown is not None:
        op = template.unknown
        raise UserError.at(op.span, "unsupported", f"{op.name} has a result whose shape depends on data")
    elements = {number: found for number, (_, found) in enumerate(given) if found is not None and number in template.numbers}
    made = run_passes(template.specialized([type.shape for type, _ in given], elements), _AFTER)
    block, alone = made.regions[0].block, made.functions[function]
    used = set(symbols_in(a for op in alone.walk() for a in (op.attributes or {}).values())) | {function}
    block.operations = [op for op in block.operations if not isinstance(op, Function) or op.sym_name in used]
    alone.attributes.pop("sym_visibility", None)
    return made


def _read(text: str) -> list[tuple[Any, np.ndarray | None]]:
    """The types, with the elements that are given."""
    parser = Parser(Source("<argument types>", text))
    found: list[tuple[AnyType, np.ndarray | None]] = []
    while text.strip():
        if parser.peek("dense"):
            attribute = parser.attribute()
            if not isinstance(attribute, DenseElementsAttr) or not attribute.is_short:
                parser.fail("expected a constant of a few numbers", 0)
            found.append((attribute.type, np.array(attribute.array())))
        else:
            found.append((parser.type(), None))
        if not parser.accept(","):
            break
    if parser.position < len(text):
        parser.fail_expected("',' or the end")
    return found


