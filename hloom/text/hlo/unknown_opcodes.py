"""What may be meant by an opcode that there is none of, for messages."""

from __future__ import annotations

import re
from collections.abc import Collection

from hloom.support.spelling import did_you_mean
from hloom.text.other_names import normalised, other_names

_OPERATION = re.compile(r"\b(?:stablehlo|chlo)\.([a-z0-9_]+)")


def instead_of(opcode: str, opcodes: Collection[str]) -> str:
    """What to write instead of an opcode, as the end of a message; `opcodes` are those that there are."""
    for word in opcodes:
        if word != opcode and normalised(word) == normalised(opcode.rpartition(".")[2]):
            return f"; did you mean '{word}'?"
    written, said = other_names().get(normalised(opcode), ("", ""))
    instructions = [word.replace("_", "-") for word in _OPERATION.findall(said)]
    if instructions and all(word in opcodes for word in instructions):
        return f"; {written} is {_OPERATION.sub(lambda match: match[1].replace('_', '-'), said)}"
    return did_you_mean(opcode, opcodes)
