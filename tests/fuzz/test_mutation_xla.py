"""A short run of the mutation of shapes, literals, modules and protocol buffers; and protocol buffers cut at every byte."""

from __future__ import annotations

import hloom
from hloom.support.diagnostics import UserError
from tests.fuzz import mutate_hlo, mutate_xla


def test_mutants_are_read_or_refused() -> None:
    findings = {number: found for number in range(2000) if (found := mutate_xla.iteration(1, number))}
    assert not findings


def test_mutated_modules_are_read_or_refused() -> None:
    findings = {number: found for number in range(500) if (found := mutate_hlo.iteration(2, number))}
    assert not findings


def test_modules_cut_at_every_byte_are_read_or_refused() -> None:
    """What is read from a beginning of a module comes back from its own bytes."""
    data = hloom.parse("HloModule m\n\nENTRY e {\n  x = f32[2] parameter(0), sharding={replicated}\n"
                       "  c = f32[2] constant({1, nan})\n  ROOT r = f32[2] add(x, c), metadata={op_name=\"a\"}\n}\n",
                       format="hlo").to_hlo_proto()
    for end in range(len(data)):
        try:
            module = hloom.parse(data[:end], format="proto")
        except UserError:
            continue
        assert str(hloom.parse(module.to_hlo_proto(), format="proto")) == str(module)


def test_texts_cut_at_every_other_character_are_read_or_refused() -> None:
    text = mutate_hlo.MODULES[3]
    for end in range(0, len(text), 2):
        try:
            module = hloom.parse(text[:end], format="hlo")
        except UserError:
            continue
        assert str(hloom.parse(str(module), format="hlo")) == str(module)
