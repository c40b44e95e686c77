"""Show which elements of which tensors depend on each other."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hloom.analysis.coalescing import coalescing
from hloom.analysis.dependence import (
    computation_maps,
    input_to_output,
    inverted,
    major_to_minor,
    output_to_input,
    physical,
)
from hloom.analysis.operation_maps import has_indices
from hloom.analysis.page import Shown, page
from hloom.analysis.readers import readers
from hloom.analysis.tiling import OutputTile, propagate
from hloom.analysis.utilisation import utilisation
from hloom.cli.files import add_function, load_one
from hloom.expr.indexing_map import IndexingMap
from hloom.ir.core import Block, Operation, Value
from hloom.ops.hlo.extraction import computation_named
from hloom.ops.stablehlo.tuples import Tuple
from hloom.support.diagnostics import InputError
from hloom.support.spelling import did_you_mean, some
from hloom.verify import verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the program; - is standard input")
    add_function(parser, "the function to look at (default: main, or the only one)")
    parser.add_argument("--root", metavar="NAME", help="only the operation whose result has this name")
    parser.add_argument("--readers", metavar="NAME",
                        help="who reads this parameter or value: every operation, also inside of fusions and of what is called, "
                             "with the maps from an element of it to the elements of the result that depend on it")
    parser.add_argument("--direction", choices=("output-to-input", "input-to-output"), default="output-to-input")
    parser.add_argument("--grouped", action="store_true",
                        help="from the root (default: what the function returns) to all that it depends on, arguments included")
    parser.add_argument("--reports", action="store_true", help="add what follows: utilisation, coalescing, tiles")
    parser.add_argument("--json", action="store_true", help="print one JSON document: {operation: {operand: [map, ...]}}")
    parser.add_argument("--html", metavar="FILE", help="write a page that shows the root's maps, element by element")


def run(arguments: argparse.Namespace) -> int:
    module = load_one(arguments.file)
    verify(module)
    block = _block(module, arguments.function)
    names = _Names(block)
    if arguments.html:
        _write_page(arguments.html, block, names, arguments.root)
        return 0
    if arguments.readers:
        return _show_readers(names, arguments)
    titles: dict[str, str] = {}
    if arguments.grouped:
        found = _grouped(block, names, arguments)
    else:
        roots = [_operation(names, arguments.root)] if arguments.root else list(names.operations())
        found = {names.of(op): _of_operation(op, arguments.direction) for op in roots}
        titles.update({names.of(op): f"{names.of(op)} = {op.name}" for op in roots})
    if arguments.json:
        print(json.dumps({name: {k: [str(map) for map, *_ in maps] for k, maps in entry.items()}
                          for name, entry in found.items()}, indent=1))
        return 0
    word = "operand" if arguments.direction == "output-to-input" else "result"
    for name, entry in found.items():
        print(titles.get(name, name))
        for key, maps in entry.items():
            print(f"  {'' if arguments.grouped else f'{word} '}{key}:{'' if maps else ' not read'}")
            for map, output, operand in maps:
                print(f"    {map}")
                if arguments.reports:
                    print("".join(f"      {line}\n" for line in _report(map, output, operand)), end="")
    return 0


#: A map, with the value that it leads from and the value that it leads to.
_Entry = tuple[IndexingMap, Value, Value]


class _Names:
    """Names of the values of a function's body, as its text has them, and the operations by these names."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self._names: dict[Value, str] = {}
        self.by_name: dict[str, Operation] = {}
        for op in self.operations():
            for result in op.results:
                name = self.value(result)
                self.by_name.setdefault(name.removeprefix("%"), op)

    def operations(self) -> Iterator[Operation]:
        """The operations with results, those in regions of control flow too; the bodies of others work on single numbers."""
        pending = list(reversed(self.block.operations))
        while pending:
            op = pending.pop()
            if op.results:
                yield op
            if getattr(op, "control", None) is not None:
                pending.extend(inner for region in reversed(op.regions) for block in reversed(region.blocks)
                               for inner in reversed(block.operations))

    def value(self, value: Value) -> str:
        """The name of a value, with what tells the results of one operation apart."""
        known = self._names.get(value)
        if known is None:
            owner, number = getattr(value, "owner", None), getattr(value, "index", 0)
            several = isinstance(owner, Operation) and len(owner.results) > 1
            first = owner.results[0].name if several and owner.results[0].name else value.name  # type: ignore[union-attr]
            base = first if first else f"{'arg' if isinstance(owner, Block) else 'value'}{len(self._names)}"
            known = self._names[value] = f"%{base.split('#')[0]}{f'#{number}' if several else ''}"
        return known

    def values(self) -> dict[str, Value]:
        """The parameters and what the operations make, by name."""
        found: dict[str, Value] = {}
        for value in (*self.block.arguments, *(result for op in self.operations() for result in op.results)):
            found.setdefault(self.value(value).removeprefix("%"), value)
        return found

    def of(self, op: Operation) -> str:
        """What an operation is called: the name of its results."""
        return self.value(op.results[0]).split("#")[0]


def _block(module: Any, name: str | None) -> Block:
    """The body of a function, or of a computation of HLO; without a name, of main or the only one."""
    if name is None and not module.is_hlo:
        bodies = module.computations
        name = "main" if "main" in bodies else next(iter(bodies), None) if len(bodies) == 1 else None
        if name is None:
            raise InputError("the program has several functions and none is main; choose one by --function: "
                             f"{some(bodies) if bodies else 'none has a body'}")
    return computation_named(module, name or "main")[1].region.block


def _show_readers(names: _Names, arguments: argparse.Namespace) -> int:
    if arguments.grouped or arguments.reports or arguments.root:
        raise InputError("--readers takes no --grouped, no --reports and no --root")
    values = names.values()
    wanted = arguments.readers.removeprefix("%")
    if wanted not in values:
        raise InputError(f"there is no value {wanted:.100}{did_you_mean(wanted, values)}; there are: {some(values)}")
    found = readers(values[wanted])
    if arguments.json:
        print(json.dumps([{
            "operation": names.of(r.operation) if r.operation.results else None, "name": r.operation.name, "operand": r.operand,
            "member": list(r.path), "through": [names.of(op) for op in r.through],
            "results": {str(k): [str(map) for map in maps] for k, maps in r.maps.items()}} for r in found], indent=1))
        return 0
    if not found:
        print(f"nothing reads %{wanted}")
    for r in found:
        made = f"{names.of(r.operation)} = " if r.operation.results else ""
        member = f", member {list(r.path)}" if r.path else ""
        inside = f", inside {' of '.join(names.of(op) for op in reversed(r.through))}" if r.through else ""
        print(f"{made}{r.operation.name}, operand {r.operand}{member}{inside}")
        for number, maps in r.maps.items():
            print(f"  result {number}:{'' if maps else ' does not depend on it'}")
            for map in maps:
                print(f"    {map}")
    return 0


def _operation(names: _Names, name: str) -> Operation:
    op = names.by_name.get(name.removeprefix("%")) or names.by_name.get(f"{name.removeprefix('%')}#0")
    if op is None:
        raise InputError(f"there is no operation with a result {name}{did_you_mean(name.removeprefix('%'), names.by_name)}")
    return op


def _of_operation(op: Operation, direction: str) -> dict[str, list[_Entry]]:
    found: dict[str, list[_Entry]] = {}
    if direction == "output-to-input":
        for result in op.results:
            for k, maps in output_to_input(op, result.index).items():
                entries = [(map, result, op.operands[k]) for map in maps]
                known = found.setdefault(str(k), [])
                known.extend(e for e in entries if e[0] not in [m for m, *_ in known])
        return found
    for k, operand in enumerate(op.operands):
        for number, maps in input_to_output(op, k).items():
            found.setdefault(f"{number} from operand {k}", []).extend((map, operand, op.results[number]) for map in maps)
    return found


def _grouped(body: Block, names: _Names, arguments: argparse.Namespace) -> dict[str, dict[str, list[_Entry]]]:
    found: dict[str, dict[str, list[_Entry]]] = {}
    for root, block in _roots(body, names, arguments.root):
        own: dict[str, list[_Entry]] = {}
        for value, maps in computation_maps(root, block).items():
            if arguments.direction == "output-to-input":
                own[names.value(value)] = [(map, root, value) for map in maps]
            else:
                own[names.value(value)] = [(inverted(map, value), value, root) for map in maps]
        found[names.value(root)] = own
    return found


def _roots(block: Block, names: _Names, name: str | None) -> Sequence[tuple[Value, Block]]:
    if name is None:
        return [(part, block) for v in block.terminator.operands for part in _parts(v)]
    op = _operation(names, name)
    assert op.block is not None
    return [(part, op.block) for r in op.results for part in _parts(r)]


def _parts(value: Value) -> Iterator[Value]:
    """The tensors of a tuple that is made where it is returned, as the root of most programs in HLO is; else the value."""
    owner = getattr(value, "owner", None)
    if isinstance(owner, Tuple):
        for operand in owner.operands:
            yield from _parts(operand)
    else:
        yield value


def _report(map: IndexingMap, output: Value, operand: Value) -> Iterator[str]:
    if map.is_undefined or not has_indices(output) or not has_indices(operand):
        return
    type: Any = operand.type
    yield f"read: {utilisation([map], type.shape)}"
    # What lies side by side: in the layouts that a program of HLO states.
    ends: list[Any] = [output.stated_type, operand.stated_type]
    outer, inner = ([t.shape[d] for d in major_to_minor(t)] for t in ends)
    found = coalescing(physical(map, *ends), outer, inner, max(type.storage.dtype.itemsize, 1))
    if found is not None:
        yield f"{found.outputs} outputs in a row: {found}"
    for tile in propagate(map, OutputTile.of(output.shape)):
        yield f"tile: {tile}"


def _write_page(path: str, body: Block, names: _Names, name: str | None) -> None:
    roots = _roots(body, names, name)
    if not roots:
        raise InputError("the function returns nothing: there are no elements to show")
    root, block = roots[0]
    maps = computation_maps(root, block)
    arguments = [v for v in block.arguments if v in maps]
    between = [v for v in reversed(maps) if v not in arguments and v is not root]
    shown = [Shown(names.value(v), v, "argument" if v in arguments else v.owner.name, maps[v])  # type: ignore[attr-defined]
             for v in (*arguments, *between)]
    text = page(f"What an element of {names.value(root)} reads", Shown(names.value(root), root, "output"), shown)
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
