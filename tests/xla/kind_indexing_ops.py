"""Rows about the indexing maps of an instruction: a program in HLO text, the root, the direction, and the maps by operand."""

from __future__ import annotations

from typing import Any

import hloom
from hloom.analysis.dependence import computation_maps, gathered_places, input_to_output, inverted, output_to_input, physical
from hloom.indexing import IndexingMap, parse_map
from hloom.ir.core import Block, Operation, Value
from hloom.ir.types import TupleType
from hloom.ops.hlo.data import Bitcast
from tests.xla.map_comparison import is_stated

#: What a table states where XLA's analysis knows nothing: every answer says as much, or more.
UNKNOWN = "unknown indexing"
#: A map that relates nothing: no map says the same.
EMPTY = "KNOWN EMPTY"


def handles(row: dict[str, Any]) -> bool:
    return "hlo" in row and "direction" in row and "expected" in row


def check(row: dict[str, Any]) -> str | None:
    module: Any = hloom.parse(row["hlo"], format="hlo")
    instructions = {name: op for op in module.walk() if op.results for name in [op.results[0].name]}
    instructions.update({op.results[0].name: op for function in module.functions.values()
                         for op in function.regions[0].block.operations if op.results})
    entry: Any = list(module.functions.values())[-1]
    root = next((op for op in entry.regions[0].block.operations if op.results and op.results[0].name == row["root"]), None)
    if root is None:
        return f"there is no instruction {row['root']}"
    if row.get("grouped_by_instruction"):
        return _grouped(row, root, instructions)
    if row["test"].startswith("Epilogue"):
        return _epilogue(row, root)
    found = _maps(row, root)
    reason = _differing(found, row["expected"], row.get("expected_older_snapshot_4b65549", {}))
    return reason or _runtime(row, found)


def _maps(row: dict[str, Any], root: Operation) -> dict[str, list[IndexingMap]]:
    if row["direction"] == "output_to_input":
        number = row["output_id"]
        maps = output_to_input(root, number, assume_feasible=True)
        ends = {k: (_stated(root.results[0], number), operand.stated_type) for k, operand in enumerate(root.operands)}
    else:
        maps = input_to_output(root, row["input_id"])
        ends = {k: (root.operands[row["input_id"]].stated_type, _stated(root.results[0], k)) for k in maps}
    if row["use_physical_layout"]:
        maps = {k: [physical(map, *ends[k]) for map in own] for k, own in maps.items()}
    return {str(k): own for k, own in maps.items()}


def _epilogue(row: dict[str, Any], fusion: Any) -> str | None:
    """The map of ComputeEpilogueInputToOutputIndexing: from the last instruction of a fusion that is not elementwise, a bitcast
    apart, to what the fusion gives."""
    block = fusion.body.block
    value = block.terminator.operands[0]
    hero = next(op for op in reversed(block.operations[:-1]) if not (op.is_elementwise or isinstance(op, Bitcast)))
    maps = computation_maps(value, block).get(hero.results[0], [])
    return _differing({"0": [inverted(map, hero.results[0]) for map in maps]}, row["expected"], {})


def _stated(value: Value, number: int) -> Any:
    type: Any = value.stated_type
    return type.elements[number] if isinstance(type, TupleType) else type


def _grouped(row: dict[str, Any], root: Operation, instructions: dict[str, Operation]) -> str | None:
    """The maps by the names of instructions, from the one of which the table states the identity; the root if of none."""
    starts = [instructions[name] for name, maps in row["expected"].items() if name in instructions
              and any(parse_map(text).is_identity for text in maps)]
    start = starts[0] if starts else root
    assert isinstance(start.block, Block)
    value = start.results[0]
    maps = computation_maps(value, start.block, assume_feasible=True)
    found: dict[str, list[IndexingMap]] = {value.name or "": [IndexingMap.identity(value.shape)]}
    for each, own in maps.items():
        found.setdefault(each.name or "", []).extend(own)
    missing = row["expected"].keys() - found.keys()
    if missing:
        return f"no maps to {sorted(missing)}"
    reason = _differing({name: found[name] for name in row["expected"]}, row["expected"], {})
    if reason:
        return reason
    places = {each.name: own for each, own in gathered_places(value, start.block).items()}
    return _differing({name: places.get(name, []) for name in row.get("replica_id", {})},
                      {name: [text] for name, text in row.get("replica_id", {}).items()}, {})


def _differing(found: dict[str, list[IndexingMap]], expected: dict[str, list[str]], older: dict[str, list[str]]) -> str | None:
    """Why maps are not those that a table states, in any order; the form of an older version does as well."""
    if expected.keys() - found.keys() or any(found[key] for key in found.keys() - expected.keys()):
        return f"maps of {sorted(k for k in found if found[k])}, expected of {sorted(expected)}"
    for key, texts in expected.items():
        left = list(found[key])
        if UNKNOWN in texts:
            continue
        texts = [text for text in texts if text != EMPTY]
        for number, text in enumerate(texts):
            also = older.get(key, [])
            forms = [text, *([also[number]] if number < len(also) else [])]
            match = next((map for map in left if any(is_stated(map, form) for form in forms)), None)
            if match is None:
                return f"{key}: expected {text}, got {[str(map) for map in found[key]]}"
            left.remove(match)
        if left:
            return f"{key}: not expected: {[str(map) for map in left]}"
    return None


def _runtime(row: dict[str, Any], found: dict[str, list[IndexingMap]]) -> str | None:
    """Why runtime variables do not read the elements that a table states."""
    for key, variables in row.get("runtime_variables", {}).items():
        runtime = [rt for map in found[key] for rt in map.runtime]
        if len(runtime) != len(variables):
            return f"{key}: {len(runtime)} runtime variables, expected {len(variables)}"
        for rt, stated in zip(runtime, variables.values()):
            wanted = parse_map(stated["map"])
            if rt.element is None or list(map(str, rt.element)) != list(map(str, wanted.results)):
                return f"{key}: a runtime variable reads {rt.element}, expected {wanted.results}"
    return None
