"""A picture of indexing maps: one self-contained page that shows what an element of a result reads, and who reads an element.

Every value that the result depends on is drawn as a grid. The maps are written into the page as functions, so that it needs no
server and fetches nothing. All text from the program reaches the page as data, never as markup or code.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

from hloom.analysis.coalescing import coalescing
from hloom.analysis.dependence import inverted
from hloom.analysis.operation_maps import has_indices
from hloom.analysis.utilisation import utilisation
from hloom.expr.index import Constant, Dim, FloorDiv, IndexExpr, Maximum, Minimum, Mod, Product, Range, Runtime, Sum, postorder
from hloom.expr.indexing_map import IndexingMap
from hloom.expr.interval import INT64_MAX, INT64_MIN
from hloom.ir.core import Value
from hloom.support.diagnostics import InputError
from hloom.support.records import dataclass

#: Tensors on one page, the output apart; those nearest to the arguments are kept.
MOST_TENSORS = 40


@dataclass(frozen=True)
class Shown:
    """A tensor on the page: its name, what it is, and the maps from the output to it."""

    name: str
    value: Value
    about: str
    maps: Sequence[IndexingMap] = ()


def page(title: str, output: Shown, tensors: Iterable[Shown]) -> str:
    """The page of an output and of the tensors that it depends on. Raises InputError for an output without indices."""
    if not has_indices(output.value):
        raise InputError(f"{output.name} is no tensor of a shape that is known: there are no elements to show")
    shown = [t for t in tensors if has_indices(t.value)][:MOST_TENSORS]
    shape = output.value.shape
    data = {"title": title, "tensors": [_described(output, shape), *(_described(t, shape) for t in shown)]}
    pairs = ["null", *(f"{{reads: [{_functions(t.maps)}], readers: [{_functions([inverted(m, t.value) for m in t.maps])}]}}"
                       for t in shown)]
    template = files("hloom.analysis").joinpath("page.html").read_text(encoding="utf-8")
    # `<` cannot end the script early, nor begin a comment in it.
    text = json.dumps(data).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return template.replace("/*MAPS*/", f"[{', '.join(pairs)}]", 1).replace("/*DATA*/", text, 1)


def _described(tensor: Shown, output: Sequence[int]) -> dict[str, Any]:
    lines = [str(map) for map in tensor.maps]
    type: Any = tensor.value.type
    if tensor.maps:
        lines.append(f"read: {utilisation(tensor.maps, type.shape)}")
        for map in tensor.maps:
            found = coalescing(map, output, type.shape, max(type.storage.dtype.itemsize, 1))
            if found is not None:
                lines.append(f"{found.outputs} outputs in a row: {found}")
    return {"name": tensor.name, "about": f"{tensor.about} {type}".strip(), "shape": list(type.shape), "lines": lines}


def _functions(maps: Iterable[IndexingMap]) -> str:
    return ", ".join("null" if map.is_undefined else _function(map) for map in maps)


def _function(map: IndexingMap) -> str:
    """A map as an object of the page's script: bounds, and functions of `d`, `s` and `rt`."""
    def bounds(declared: Sequence[Any]) -> str:
        return json.dumps([[v.bounds.lower, v.bounds.upper] for v in declared])

    limits = []
    for expression, interval in map.constraints.constraints:
        text = _script(expression)
        if interval.lower != INT64_MIN:
            limits.append(f"{text} >= {interval.lower}")
        if interval.upper != INT64_MAX:
            limits.append(f"{text} <= {interval.upper}")
    results = ", ".join(map_text for map_text in (_script(r) for r in map.results))
    holds = "false" if map.is_known_empty else " && ".join(limits) or "true"
    return (f"{{dims: {bounds(map.dims)}, ranges: {bounds(map.ranges)}, runtime: {bounds(map.runtime)}, "
            f"holds: (d, s, rt) => {holds}, at: (d, s, rt) => [{results}]}}")


def _script(root: IndexExpr) -> str:
    """An index expression in the script's language, in parentheses where that matters."""
    texts: dict[IndexExpr, str] = {}
    for node in postorder(root):
        match node:
            case Constant():
                text = f"({node.value})" if node.value < 0 else str(node.value)
            case Dim() | Range() | Runtime():
                text = f"{node.prefix}[{node.number}]"
            case Sum():
                text = f"({' + '.join([*(f'{texts[t]} * {k}' for t, k in node.terms), str(node.constant)])})".replace("+ -", "- ")
            case Product():
                text = f"({' * '.join(texts[f] for f in node.factors)})"
            case FloorDiv():
                text = f"div({texts[node.left]}, {texts[node.right]})"
            case Mod():
                text = f"mod({texts[node.left]}, {texts[node.right]})"
            case Minimum():
                text = f"Math.min({texts[node.left]}, {texts[node.right]})"
            case Maximum():
                text = f"Math.max({texts[node.left]}, {texts[node.right]})"
            case _:
                raise InputError(f"the page cannot show the expression {root}")
        texts[node] = text
    return texts[root]
