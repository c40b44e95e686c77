"""`hloom explain`: constraints, operations, programs."""

from __future__ import annotations

import pytest

from hloom.ops.definition.operation import REGISTRY, diagnostic_code
from hloom.verify.catalogue import constraints_of, meaning


def test_a_constraint_is_stated_and_broken(hloom) -> None:
    status, output, _ = hloom("explain", "gather_c8")
    assert status == 0
    assert output.startswith("gather_c8: stablehlo.gather (C8), checked before result types are inferred\n"
                             "  collapsed_slice_dims must lie in [0, the rank of operand)\n")
    assert "collapsed_slice_dims = [-1]" in output
    assert "error: [gather_c8] collapsed_slice_dims must lie in [0, 4), got [-1]" in output


@pytest.mark.parametrize("code, stated", [
    ("REVERSE_C2", "dimensions must be unique"),
    ("reverse_c1", "each result must be the one that follows"),
    ("reverse_i1", "operand must be tensor"),
    ("gather_slice_sizes", "slice_sizes is required and must be array of i64"),
    ("composite_c2", "the function that the operation names"),
    ("type_c5", "scales must be positive"),
    ("concatenate_operands", "operands that it declares: inputs (any number)"),
    ("add_results", "stablehlo.add must have the results that it declares: result"),
    ("operation", "of a known dialect"), ("type", "the type that it is defined with"), ("undefined", "must be defined"),
    ("redefinition", "defined once"), ("range", "fit in its type"), ("limit", "limits"),
    ("call", "of its type"),
    ("dominance", "used before it is defined"),
])
def test_constraints_of_every_kind(hloom, code: str, stated: str) -> None:
    status, output, errors = hloom("explain", code)
    assert (status, errors) == (0, "") and stated in output


def test_a_code_has_the_dialect_where_two_would_share_it(hloom) -> None:
    mine, other = hloom("explain", "add_i1").output, hloom("explain", "shape.add_i1").output
    assert mine.startswith("add_i1: stablehlo.add (I1)") and "shape.add" not in mine
    assert other.startswith("shape.add_i1: shape.add (I1)") and "stablehlo.add" not in other
    assert hloom("explain", "chlo.dynamic_reshape_operands").output.startswith("chlo.dynamic_reshape_operands: chlo.dynamic_")
    codes = [c.code for op in REGISTRY.values() for c in constraints_of(op)]
    stems = {name: diagnostic_code(op, "") for name, op in REGISTRY.items()}
    assert len(set(stems.values())) == len(stems) and {"top_k_k", "reverse_c2", "arith.constant_value"} <= set(codes)


@pytest.mark.parametrize("name", ["stablehlo.gather", "gather"])
def test_an_operation_is_described_with_its_constraints(hloom, name: str) -> None:
    output = hloom("explain", name).output
    assert output.startswith("stablehlo.gather: ")
    assert "  operand start_indices: tensor of integers\n" in output
    assert all(f"  (C{number}) " in output for number in range(1, 24))


def test_the_faults_of_a_program_are_explained(hloom) -> None:
    status, output, _ = hloom("explain", "wrong.mlir")
    assert status == 1
    assert output.startswith("wrong.mlir:2:8: error: [reverse_c2]")
    assert "reverse_c2: stablehlo.reverse (C2)" in output


def test_of_a_valid_program_of_one_operation_there_is_its_kernel(hloom) -> None:
    status, output, errors = hloom("explain", "add.mlir")
    assert (status, errors) == (0, "") and output.startswith("""add.mlir: nothing is wrong with this program

@main, each kernel and what it is:
loop_0: vectors  // stablehlo.add at add.mlir:2:8
    the loops as they are, the last one in vectors
    rewritten: offsets, loops
    not rows: """)


@pytest.mark.parametrize("word, hint", [
    ("gathr_c8", "gather_c8"), ("stablehlo.gahter", "stablehlo.gather"), ("dominence", "dominance"),
    ("exponental", "exponential"), ("stablehlo.ad", "stablehlo.add")])
def test_misspelled_words_have_a_hint(hloom, word: str, hint: str) -> None:
    status, output, errors = hloom("explain", word)
    assert (status, output) == (2, "") and errors.endswith(f"; did you mean '{hint}'?\n")


@pytest.mark.parametrize("code, stated", [
    ("gather_c5", "offset_dims must lie in [0, the rank of the result)"),
    ("while_c2", "body must take and return the types of the operands\n"),
    ("reduce_c6", "body must take two scalars for each input"),
    ("reduce_window_c4", "window_dimensions needs one entry for each"),
    ("get_tuple_element_c1", "index must lie in [0, the number of"),
    ("map_c4", "computation must take one scalar for each of inputs"),
    ("dynamic_gather_c5", "offset_dims must lie in [0, the rank of the result)"),
    ("func_signature", "the entry block must have arguments of the types that function_type gives the inputs\n"),
    ("hlo.while_condition", "the condition must take the type of init and give pred[]\n"),
    ("tensor.pad_type", "the result must have the element type of source, and its sizes with low and high added\n"),
    ("scan_carries", "body must return carries of the types of inits last\n"),
])
def test_what_a_message_computes_is_stated_in_general(hloom, code: str, stated: str) -> None:
    assert f"  {stated}" in hloom("explain", code).output


def test_no_constraint_is_stated_by_an_example() -> None:
    """What a function computes for a message, of one operation, is never what explains the constraint."""
    computed = [f"{op.name} {check.label}: {meaning(check)}" for op in REGISTRY.values()
                for check in (*op.checks, *op.result_checks)
                if callable(check.message) and check.states is None and ("..." in meaning(check) or meaning(check)[-1] in " :,")]
    assert computed == []
