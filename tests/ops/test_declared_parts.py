"""What definitions declare is checked: of a valid program for every operation, one operand, attribute or result is changed.

Each part is replaced by everything in a list of types, or of attributes, that its declared kind does not admit, and the verifier
must report that part and nothing else.
"""

from __future__ import annotations

from typing import Any

import pytest

from hloom.cli.derived import derived_program
from hloom.cli.variations import bases, variations
from hloom.ops.definition.operation import REGISTRY, Field, diagnostic_code
from hloom.verify.catalogue import admits_everything, constraints_of
from tests.ops.operations import ATTRIBUTES, PROGRAMS, TYPES, codes, of, others, program, retype


def parts(sort: str) -> list[Any]:
    """Every operand, attribute or result of which something is declared."""
    return [pytest.param(name, field, id=f"{name}-{field.key}") for name, cls in sorted(REGISTRY.items()) if name in PROGRAMS
            for field in getattr(cls.definition, sort) if not admits_everything(field)]


def test_every_operation_has_a_valid_program() -> None:
    assert set(PROGRAMS) == set(REGISTRY)
    assert {name: found for name in PROGRAMS if (found := codes(program(name)[0]))} == {}


@pytest.mark.parametrize("name, field", parts("operands"))
def test_operands(name: str, field: Field) -> None:
    module, op = program(name)
    operand = of(op, field)[0]
    for type in TYPES:
        if not field.constraint.holds(type):
            retype(operand, type)
            assert codes(module) == [diagnostic_code(op, f"i{field.position + 1}")], type


@pytest.mark.parametrize("name, field", parts("results"))
def test_results(name: str, field: Field) -> None:
    module, op = program(name)
    result = of(op, field)[0]
    for type in TYPES:
        if not field.constraint.holds(type):
            retype(result, type)
            assert codes(module) == [diagnostic_code(op, "result")], type


@pytest.mark.parametrize("name, field", parts("attributes"))
def test_attributes(name: str, field: Field) -> None:
    module, op = program(name)
    code = diagnostic_code(op, field.key)
    if field.constraint.is_required:
        del op.attributes[field.key]
        assert codes(module) == [code]
    for attribute in ATTRIBUTES:
        if not field.constraint.holds(attribute):
            op.attributes[field.key] = attribute
            assert codes(module) == [code], attribute


@pytest.mark.parametrize("name", [n for n in PROGRAMS if n in REGISTRY and REGISTRY[n].definition.inference is not None])
def test_inferred_types(name: str) -> None:
    module, op = program(name)
    declared = {diagnostic_code(op, label) for label in op.definition.inference.labels}
    reported = set()
    for result in op.results:
        valid = result.type
        for type in others(valid):
            retype(result, type)
            found = codes(module)
            assert len(found) <= 1
            reported |= set(found)
        retype(result, valid)
    op.results = op.results[1:]
    reported |= set(codes(module))
    others_of_results = {"result", "results", *(check.label for check in op.result_checks)}
    assert declared <= reported <= declared | {diagnostic_code(op, label) for label in others_of_results}


@pytest.mark.parametrize("name", ["stablehlo.gather", "stablehlo.convolution", "stablehlo.add", "stablehlo.if", "chlo.ragged_dot",
                                  "tensor.insert_slice", "shape.add"])
def test_constraints(name: str) -> None:
    """Varied examples break constraints one by one; what of the example is not varied stays as it is."""
    made = {c.label: p for c in constraints_of(REGISTRY[name]) if (p := derived_program(c)) is not None}
    assert len(made) > 0.6 * len(list(constraints_of(REGISTRY[name])))
    for broken in made.values():
        assert [d.code for d in broken.diagnose()] == [broken.code]
    assert codes(program(name)[0]) == []
    before = str(program(name)[0])
    module, op = program(name)
    for _ in bases(op):
        for _ in variations(op):
            pass
    assert str(module) == before
