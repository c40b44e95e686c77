"""Rows about HLO text: whole modules and single instructions (`form`), and fragments other than shapes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import hloom
from hloom.ir.types import TensorType
from hloom.support.diagnostics import UserError
from hloom.support.source import Source
from hloom.text.hlo import PrintOptions, formats, mesh, metadata, parse, print_instruction, print_module
from hloom.text.hlo.scanner import Scanner, is_braces
from hloom.text.hlo.types import type_text

#: How each fragment is read and printed again.
FRAGMENTS: dict[str, Callable[[Scanner], str]] = {
    "sharding": mesh.read_sharding,
    "frontend_attributes": metadata.read_frontend_attributes,
    "window": lambda s: formats.window_fields_text(formats.read_window_fields(s)),
    "dim_labels": formats.read_labels,
    "replica_groups": lambda s: formats.read_groups(s).text,
    "padding": lambda s: formats.padding_text(formats.read_padding(s)),
    "json_dict": lambda s: _braces(s),
}


def _braces(scanner: Scanner) -> str:
    text = scanner.text[scanner.at :]
    if not is_braces(text):
        scanner.fail("the braces are not balanced")
    scanner.at = len(scanner.text)
    return text


def handles(row: dict[str, Any]) -> bool:
    return row.get("form") in ("long", "short", "other", "single_op") or row.get("fragment") in FRAGMENTS


def check(row: dict[str, Any]) -> str | None:
    depth = re.search(r"max_recursion_depth=(\d+)", row.get("notes") or "")
    try:
        if row.get("fragment") in FRAGMENTS:
            scanner = Scanner(Source("<fragment>", row["text"]))
            printed = FRAGMENTS[row["fragment"]](scanner)
            if not scanner.at_end():
                scanner.fail("there is more behind the fragment")
            return _fragment(row, printed)
        if depth:
            module = parse(row["text"], deepest=int(depth[1]))
        else:
            module = hloom.parse(row["text"], format="hlo")
    except UserError as error:
        if row["expect"] != "error":
            return f"refused: {error}"
        wanted = row.get("error_substring")
        message = xla_message(error)
        return None if wanted is None or wanted in message else f"the message {message!r} does not say {wanted!r}"
    if row["expect"] == "error":
        return "accepted"
    return _printed(row, module) or _facts(row, module)


def xla_message(error: UserError) -> str:
    """The message in the words that XLA's parser puts around it: `was parsing 8:39: error: ...`, the line, a caret."""
    found = error.diagnostics[0]
    if found.span is None:
        return found.message
    line = found.span.source.line(found.line)
    return f"was parsing {found.line}:{found.column}: error: {found.message}\n{line}\n{' ' * (found.column - 1)}^"


def _fragment(row: dict[str, Any], printed: str) -> str | None:
    if row["expect"] == "error":
        return f"accepted as {printed}"
    return None if row["expect"] != "roundtrip" or printed == row["text"] else f"printed as {printed}"


def _options(row: dict[str, Any]) -> PrintOptions:
    stated = row.get("print_options", "")
    if stated == "Canonical":
        return PrintOptions.canonical_form()
    if stated.startswith("default"):
        return PrintOptions(large_constants=False)
    if row["form"] == "short" or stated == "ShortParsable":
        return PrintOptions.short_parsable()
    return PrintOptions(operand_shapes=True)


def _printed(row: dict[str, Any], module: Any) -> str | None:
    """Why the text that is printed is not the expected one; texts may differ in blank lines at the end."""
    options = _options(row)
    # As upstream: what is printed by default is read again before it is printed as the row asks.
    again = hloom.parse(module.to_hlo_text(), format="hlo")
    if row["form"] == "single_op" and options.canonical:
        root: Any = next(iter(module.functions.values())).body.block.terminator.operands[0]
        printed = print_instruction(root.owner, options)
    else:
        printed = print_module(again, options)
    if row["expect"] in ("roundtrip", "normalizes_to"):
        wanted = row.get("expected_text", row["text"])
        if printed.rstrip("\n") != wanted.rstrip("\n"):
            return f"printed as\n{printed}"
        bare = row.get("text_without_operand_shapes")
        if bare is not None and print_module(again, PrintOptions()).rstrip("\n") != bare.rstrip("\n"):
            return f"without shapes of operands printed as\n{print_module(again, PrintOptions())}"
    if print_module(hloom.parse(str(again), format="hlo")) != str(again):
        return "what is printed reads as something else"
    data = module.to_hlo_proto()
    back = hloom.parse(data, format="proto")
    if str(back) != str(module):
        return f"from a protocol buffer comes\n{back}"
    if back.to_hlo_proto() != data:
        return "the protocol buffer comes back as another"
    return None


def _facts(row: dict[str, Any], module: Any) -> str | None:
    entry = module.attributes["hlo.entry"].value
    function = module.functions[entry]
    root: Any = function.body.block.terminator.operands[0]
    inferred = row.get("inferred_result")
    if inferred is not None and type_text(root.stated_type) != inferred:
        return f"the result is inferred as {type_text(root.stated_type)}, expected {inferred}"
    facts = row.get("facts")
    if not isinstance(facts, str):
        return None
    for pattern, holds in FACTS:
        found = re.search(pattern, facts)
        if found and not holds(module, function, root, found):
            return f"does not hold: {facts}"
    return None


def _entry_layouts(module: Any) -> list[str]:
    type = module.attributes["hlo.entry_computation_layout"].type
    return [_order(t) for t in (*type.inputs, *type.outputs)]


def _order(type: TensorType) -> str:
    text = type_text(type)
    return text[text.index("{") + 1 : -1]


def _count(name: str) -> Callable[..., bool]:
    return lambda module, function, root, found: module.attributes[f"mhlo.num_{name}"].value == int(found[1])


#: What the facts of rows say in words, as patterns, and what must then hold.
FACTS: list[tuple[str, Callable[..., bool]]] = [
    (r"replica_count (\d+)", _count("replicas")),
    (r"num_partitions (\d+)", _count("partitions")),
    (r"alias_passthrough_params true", lambda m, f, root, found: m.attributes["hlo.alias_passthrough_params"].value),
    (r"^vector \[([a-z,]+)\]", lambda m, f, root, found: [str(v) for v in m.attributes[
        "hlo.allow_spmd_sharding_propagation_to_parameters"]] == found[1].split(",")),
    (r"layout \{([\d,]+)\}(?: for parameter and result)?$", lambda m, f, root, found: set(_entry_layouts(m)) == {found[1]}),
    (r"parameter \{([\d,]+)\}, result \{([\d,]+)\}", lambda m, f, root, found: _entry_layouts(m) == [found[1], found[2]]),
    (r"entry = (\w+)", lambda m, f, root, found: m.attributes["hlo.entry"].value == found[1]),
    (r"entry computation = (\w+)", lambda m, f, root, found: m.attributes["hlo.entry"].value == found[1]),
    (r"raw backend config string = (.*)$", lambda m, f, root,
     found: root.owner.attributes["hlo.backend_config"].value == found[1]),
    (r"root metadata op_name = op_type = (\w+)", lambda m, f, root, found: f'op_type="{found[1]}" op_name="{found[1]}"'
        in root.owner.attributes["hlo.metadata"].value),
    (r"root layout \[([\d,]+)\]", lambda m, f, root, found: _order(root.stated_type) == found[1]),
    (r"entry root is (\w+)", lambda m, f, root, found: root.owner.mnemonic == found[1]),
    (r"parameter 0 entry layout minor_to_major = \[([\d,]+)\]", lambda m, f, root, found: _entry_layouts(m)[0] == found[1]),
    (r"value (\d+); prints as", lambda m, f, root, found: root.owner.attributes["value"].array() == int(found[1])),
    (r"root = (\w+)\(parameter 0, parameter 1\)", lambda m, f, root, found: root.owner.mnemonic == found[1]
        and root.owner.operands == f.body.arguments),
    (r"schedule = textual order: ([\w, ]+)", lambda m, f, root, found: re.findall(
        r"(?m)^\s+(?:ROOT )?%([\w.-]+) =", str(m)) == found[1].split(", ")),
    (r"feature_group_count defaults to (\d)", lambda m, f, root, found: root.owner.feature_group_count == int(found[1])),
    (r"param 0 \{0\} -> output \{0,0\}; param 0 \{1\} -> output \{1,1\}", lambda m, f, root, found: m.attributes[
        "hlo.input_output_alias"].value == "{ {0,0}: (0, {0}, may-alias), {1,1}: (0, {1}, may-alias) }"),
]
