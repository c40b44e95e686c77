"""Every numbered constraint of every operation: what it says, and what in the code checks it.

The entries are read off the definitions, so they cannot differ from what the verifier does. `hloom explain` and the table in
`docs/constraints.md` are made from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from hloom.ops.definition.attribute_kinds import anything
from hloom.ops.definition.constraints import any_type
from hloom.ops.definition.operation import REGISTRY, Check, Field, Op, diagnostic_code

#: Where a constraint is checked, in the order in which the verifier gets to them.
OPERANDS, ATTRIBUTES, CHECKS, RESULTS = "operands", "attributes", "checks", "results"
INFERENCE, RESULT_CHECKS, CALLS = "inference", "result checks", "calls"

#: What inference tells apart, in words.
_PARTS = {"count": "the number of results", "rank": "the rank of each result", "shape": "the shape of each result",
          "element": "the element type of each result"}

#: What a type must be by itself (StableHLO spec: Types), by label; `verify.types` checks it.
TYPE_CONSTRAINTS = {
    "C1": "the lower end of the storage range must be a number of the storage type",
    "C2": "the upper end of the storage range must be a number of the storage type",
    "C3": "the storage range must lie in the range of the storage type, and must not be empty",
    "C4": "scales must be numbers of the expressed type",
    "C5": "scales must be positive numbers of the expressed type",
    "C6": "scales must be finite numbers of the expressed type",
    "C7": "zero points must lie in the storage range",
    "C8": "zero points must be numbers of the storage type",
    "C9": "there must be as many zero points as scales",
    "C10": "a type that is quantized per tensor must have one scale",
    "C11": "the quantized dimension must not be negative",
    "C12": "the quantized dimension must be smaller than the rank",
    "C13": "there must be one scale for each slice along the quantized dimension",
}


class Constraint(NamedTuple):
    """A constraint of an operation: the code that diagnostics carry, where it is checked, and what it says."""

    operation: str
    label: str
    where: str
    meaning: str

    @property
    def code(self) -> str:
        return diagnostic_code(REGISTRY[self.operation], self.label)

    @property
    def number(self) -> int | None:
        """The number of a constraint that the specification numbers (`C8`), else None."""
        return int(self.label[1:]) if re.fullmatch(r"C\d+", self.label) else None


def admits_everything(field: Field) -> bool:
    """Whether nothing is declared of an operand, attribute or result that a program could break."""
    kind = field.constraint
    return kind is None or kind is any_type or (kind.holds is anything.holds and not kind.is_required)


def constraints_of(op: type[Op]) -> Iterator[Constraint]:
    """The constraints of an operation, in the order in which the verifier looks at them."""
    definition = op.definition
    for field in definition.operands:
        if not admits_everything(field):
            yield Constraint(op.name, f"I{field.position + 1}", OPERANDS, f"{field.name} must be {field.constraint}")
    for field in definition.attributes:
        if admits_everything(field):
            continue
        need = "is required and must be" if field.constraint.is_required else "must be"
        yield Constraint(op.name, field.key, ATTRIBUTES, f"{field.key} {need} {field.constraint}")
    yield from (Constraint(op.name, check.label, CHECKS, meaning(check)) for check in op.checks)
    for field in definition.results:
        if not admits_everything(field):
            yield Constraint(op.name, "result", RESULTS, f"{field.name} must be {field.constraint}")
    inference = definition.inference
    if inference is not None:
        for label in inference.labels:
            parts = [_PARTS.get(part) for part, labels in inference.parts.items() if label in labels]
            what = parts[0] if len(parts) == 1 and parts[0] else "the type of each result"
            yield Constraint(op.name, label, INFERENCE, f"{what} must be the one that follows from the operands and attributes")
    yield from (Constraint(op.name, check.label, RESULT_CHECKS, meaning(check)) for check in op.result_checks)
    for label in getattr(op, "symbol_labels", ()):
        yield Constraint(op.name, label, CALLS, "the function that the operation names must exist and fit the operation")


def find(code: str) -> list[Constraint]:
    """The constraints with the code of a diagnostic (`gather_c8`); several where a number is checked in several places."""
    stem = code.lower()
    return [c for op in REGISTRY.values() if stem.startswith(diagnostic_code(op, ""))
            for c in constraints_of(op) if c.code == stem]


#: The end of a message that says what was found, and a value shown after its name; the rest says what must hold.
_FOUND = re.compile(r", got\b.*$", re.DOTALL)
_SHOWN_AGAIN = re.compile(r"\b(\w+), \{\1\}")
_PROPERTY = re.compile(r"\{(?:op\.)?([\w.\[\]]+?)\.(rank|shape|type|element)\}")
_FIELD = re.compile(r"\{(?:op\.)?([^{}!:]*)[^{}]*\}")


def meaning(check: Check) -> str:
    """What a check demands, in words: its message without what was found, format fields replaced by names of operands and
    attributes. What a function computes for its message appears as `...`."""
    if check.states is not None:
        return check.states
    if isinstance(check.message, str):
        return demand(check.message)
    pieces = [c for c in check.message.__code__.co_consts if isinstance(c, str) and len(c) > 2 and not c.startswith("<")]
    return demand("...".join(pieces))


def demand(message: str) -> str:
    """The part of a diagnostic's message, or of its template, that says what must hold."""
    text = _SHOWN_AGAIN.sub(r"\1", _FOUND.sub("", message))
    text = _PROPERTY.sub(lambda m: f"the {m[2]} of {m[1].removesuffix('.type')}", text)
    return _FIELD.sub(lambda m: m[1].rpartition(".")[2], text)
