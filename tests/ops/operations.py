"""The example of every operation, for tests that change one part of the operation."""

from __future__ import annotations

from typing import Any

import hloom.ops
from hloom.cli.derived import ATTRIBUTES, TYPES, of, others, program, retype, type_of
from hloom.ops.definition.examples import example_of
from hloom.ops.definition.operation import REGISTRY
from hloom.verify import diagnose

assert hloom.ops

__all__ = ["ATTRIBUTES", "PROGRAMS", "TYPES", "codes", "of", "others", "program", "retype", "type_of"]

PROGRAMS = {name: text for name, cls in REGISTRY.items() if (text := example_of(cls)) is not None}


def codes(module: Any) -> list[str]:
    """The codes of a module's faults."""
    return [fault.code for fault in diagnose(module)]
