"""Large constants out of a program, into a file beside it; and back.

    %w = stablehlo.constant dense<"0x3F..."> : tensor<2048x2048xf32>
->  %w = stablehlo.constant dense_resource<w> : tensor<2048x2048xf32>        and `w` in the file
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any, Final

import numpy as np

from hloom.ir.attributes import ArrayAttr, Attribute, DenseElementsAttr, DenseResourceAttr, DictionaryAttr, Resource
from hloom.ir.core import Operation
from hloom.ir.fingerprint import resources_in
from hloom.ir.location import NamedLocation
from hloom.ops.common.decomposition import clone
from hloom.ops.definition.traits import Traits

#: Bytes from which on a constant is large.
LARGE: Final = 4096
_NAME: Final = re.compile(r"[A-Za-z_][\w$.-]*", re.ASCII)


def moved_out(module: Any, least: int = LARGE, can_hold: Callable[[np.dtype], bool] = lambda dtype: True,
              ) -> tuple[Any, dict[str, np.ndarray]]:
    """A copy of a valid module that names its constants of `least` bytes or more, and their arrays by these names.

    Names are those of the values, or of their locations, or else numbered. In the program stay constants of one number
    everywhere, and those of which `can_hold` says that the file cannot hold them.
    """
    made: Any = clone(module, {})
    made.source = getattr(module, "source", None)
    arrays: dict[str, np.ndarray] = {}
    known: dict[Any, DenseResourceAttr] = {}
    taken = {a.resource.key for op in made.walk() for a in (op.attributes or {}).values() if isinstance(a, DenseResourceAttr)}
    for op in made.walk():
        found = op.constant_value() if isinstance(op, Traits) else None
        if found is None or found.is_splat or found.data.nbytes < least or not can_hold(found.data.dtype):
            continue
        for key, stated in list(op.attributes.items()):
            if stated is not found and not (isinstance(stated, DenseResourceAttr) and stated.elements() is found):
                continue
            if found not in known:
                name = stated.resource.key if isinstance(stated, DenseResourceAttr) else _name(op, taken)
                name = name if name not in arrays else _unused(name, taken | arrays.keys())
                known[found] = DenseResourceAttr(Resource(name), found.type)
                arrays[name] = found.array()
            op.attributes[key] = known[found]
    return made, arrays


def _name(op: Operation, taken: set[str]) -> str:
    """A name that no other constant has."""
    location = op.location
    names = [*[result.name for result in op.results], location.name if isinstance(location, NamedLocation) else None]
    name = next((n for n in names if n and _NAME.fullmatch(n)), "constant")
    found = _unused(name, taken)
    taken.add(found)
    return found


def _unused(name: str, taken: Any) -> str:
    number, found = 0, name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def moved_in(module: Any, names: Collection[str] | None = None) -> Any:
    """A copy of a module that states the constants that lie beside it, as `moved_out` found them; of these names, or all."""
    made: Any = clone(module, {})
    made.source = getattr(module, "source", None)
    known: dict[DenseResourceAttr, DenseElementsAttr] = {}

    def is_moved(attribute: DenseResourceAttr) -> bool:
        return attribute.resource.beside is not None and (names is None or attribute.resource.key in names)

    def stated(value: Attribute) -> Attribute:
        """An attribute with the numbers of what lies beside the program; those of one constant are one attribute."""
        if isinstance(value, DenseResourceAttr) and is_moved(value):
            if value not in known:
                known[value] = DenseElementsAttr(value.type, value.elements().data)
            return known[value]
        if isinstance(value, ArrayAttr):
            return ArrayAttr(tuple([stated(each) for each in value.values]))
        if isinstance(value, DictionaryAttr):
            return DictionaryAttr({key: stated(entry) for key, entry in value.entries.items()})
        return value

    for op in {op: None for attribute, op in resources_in(made) if is_moved(attribute)}:
        op.attributes = {key: stated(value) for key, value in op.attributes.items()}
    return made
