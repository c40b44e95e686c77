"""The builder itself: errors and where they come from, scopes, names, constants, what computations are."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.protos import parse_proto
from hloom.support.diagnostics import InputError
from hloom.xla import Literal, ops
from hloom.xla.builder import BuilderError, XlaBuilder, XlaComputation, XlaScopedShardingAssignment


def parameters(*shapes: str) -> tuple[Any, ...]:
    builder = XlaBuilder("test")
    return builder, *[ops.Parameter(builder, k, s, f"x{k}") for k, s in enumerate(shapes)]


def identity(shape: str) -> XlaComputation:
    builder = XlaBuilder("identity")
    return builder.Build(ops.Copy(ops.Parameter(builder, 0, shape)))


ADD = ops.CreateScalarAddComputation("f32")

#: What is wrong: the shapes of operands, the call, and what the message says.
WRONG: dict[str, tuple[tuple[str, ...], Any, tuple[str, ...]]] = {
    "types": (("f32[3]", "s32[3]"), lambda b, x, y: ops.Add(x, y), ("Add(", "lhs: f32[3]", "rhs: s32[3]")),
    "sizes": (("f32[3]", "f32[4]"), lambda b, x, y: ops.Mul(x, y), ("Mul(", "f32[3]", "f32[4]", "incompatible")),
    "ranks": (("f32[3]", "f32[2,3]"), lambda b, x, y: ops.Sub(x, y), ("Sub(", "f32[2,3]", "broadcast_dimensions")),
    "broadcast dimension": (("f32[3]", "f32[2,3]"), lambda b, x, y: ops.Sub(x, y, [2]), ("too large",)),
    "dot sizes": (("f32[2,3]", "f32[2,3]"), lambda b, x, y: ops.Dot(x, y), ("Dot(", "3 vs 2")),
    "dot dimension": (("f32[2,3]", "f32[2,3]"), lambda b, x, y: ops.DotGeneral(x, y, {"lhs_contracting_dimensions": [7]}),
                      ("out of range", "7")),
    "dot numbers": (("f32[2]", "f32[2]"), lambda b, x, y: ops.DotGeneral(x, y, {"lhs": [0]}), ("dimension_numbers",)),
    "slice limit": (("f32[3]",), lambda b, x: ops.Slice(x, [0], [4]), ("Slice(", "limit", "4")),
    "slice text": (("f32[3]",), lambda b, x: ops.Slice(x, "0", [1]), ("start_indices", "'0'")),
    "reverse": (("f32[3]",), lambda b, x: ops.Rev(x, [1]), ("Rev(", "out-of-bounds")),
    "transpose": (("f32[3,4]",), lambda b, x: ops.Transpose(x, [0, 0]), ("permutation",)),
    "reshape": (("f32[3,4]",), lambda b, x: ops.Reshape(x, [5]), ("12", "5")),
    "collapse order": (("f32[3,4,5]",), lambda b, x: ops.Collapse(x, [0, 2]), ("consecutive",)),
    "tuple index": (("(f32[2])",), lambda b, x: ops.GetTupleElement(x, 1), ("out of range",)),
    "tuple operand": (("(f32[2])",), lambda b, x: ops.Neg(x), ("Expected array", "(f32[2])")),
    "reduce dimension": (("f32[3]",), lambda b, x: ops.Reduce(x, 0, ADD, [1]), ("Reduce(", "out-of-bounds")),
    "reduce computation": (("f32[3]",), lambda b, x: ops.Reduce(x, 0, identity("f32[]"), [0]), ("2 parameters", "takes 1")),
    "no computation": (("f32[3]",), lambda b, x: ops.Reduce(x, 0, "add", [0]), ("computation", "'add'")),
    "window rank": (("f32[3]",), lambda b, x: ops.ReduceWindow(x, 0, ADD, [1, 1], [1, 1], "SAME"), ("ReduceWindow(",)),
    "padding word": (("f32[3]",), lambda b, x: ops.ReduceWindow(x, 0, ADD, [1], [1], "FULL"), ("SAME", "VALID", "'FULL'")),
    "while": (("f32[3]",), lambda b, x: ops.While(identity("f32[3]"), identity("f32[3]"), x), ("While(", "boolean")),
    "conditional": (("pred[]", "f32[2]"), lambda b, p, x: ops.Conditional(p, x, identity("f32[3]"), x, identity("f32[2]")),
                    ("branch operand 0", "f32[3]")),
    "call": (("f32[2]",), lambda b, x: ops.Call(b, identity("f32[3]"), x), ("Call", "f32[3]", "f32[2]")),
    "sort": (("f32[2]",), lambda b, x: ops.Sort([x], None, 3), ("out of bounds", "3")),
    "top k": (("f32[2]",), lambda b, x: ops.TopK(x, 3), ("3", "2")),
    "direction": (("f32[2]",), lambda b, x: ops.Compare(x, x, "LESS"), ("direction", "'LESS'")),
    "complex order": (("c64[2]",), lambda b, x: ops.Lt(x, x), ("C64",)),
    "custom call": (("f32[2]",), lambda b, x: ops.CustomCall(b, "$x", [x], "f32[2]"), ("custom_call_target",)),
    "after all": (("f32[2]",), lambda b, x: ops.AfterAll(b, [x]), ("tokens", "f32[2]")),
    "infeed": (("f32[2]",), lambda b, x: ops.Infeed(b, "((f32[]))"), ("nested",)),
    "all to all": (("f32[3]",), lambda b, x: ops.AllToAll(x, 0, 0, 2), ("AllToAll", "3", "2")),
    "permute": (("f32[3]",), lambda b, x: ops.CollectivePermute(x, [(0, 1), (2, 1)]), ("target",)),
    "scatter shards": (("f32[3]",), lambda b, x: ops.ReduceScatter(x, ADD, 0, 2), ("divisible", "3")),
    "number too large": (("f32[3]",), lambda b, x: ops.Broadcast(x, [2**70]), ("64 bits",)),
    "not a number": (("f32[3]",), lambda b, x: ops.Broadcast(x, [1.5]), ("broadcast_sizes", "1.5")),
    "constant": (("s32[3]",), lambda b, x: x + "a", ("rhs", "'a'")),
    "precision": (("f32[3]", "f32[3]"), lambda b, x, y: ops.Dot(x, y, "EXACT"), ("EXACT",)),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_error_names_operation_shapes_and_line(name: str) -> None:
    shapes, call, fragments = WRONG[name]
    builder, *operands = parameters(*shapes)
    result = call(builder, *operands)
    line = inspect.getsourcelines(call)[1]
    error = builder.first_error
    assert error is not None and not result.valid
    for fragment in fragments:
        assert fragment in str(error), str(error)
    assert error.file == __file__ and line <= error.line < line + 3
    with pytest.raises(BuilderError) as caught:
        builder.Build()
    assert caught.value is error


def test_the_first_error_stays_and_what_depends_on_it_is_ignored() -> None:
    builder, x, y = parameters("f32[3]", "f32[4]")
    bad = x + y
    first = builder.first_error
    assert not (bad * 2).valid and not ops.Tuple(builder, [bad, x]).valid
    ops.Slice(x, [9], [9])
    assert builder.first_error is first and "Add(" in str(first)


def test_a_builder_says_what_it_holds() -> None:
    builder, x = parameters("f32[2]")
    y = ops.Neg(x)
    assert repr(builder) == "<XlaBuilder test: 1 parameters, 1 operations, no error>"
    ops.Slice(y, [0], [4])
    assert "1 operations, first error: " in repr(builder) and "Slice(" in repr(builder)
    builder, x = parameters("f32[2]")
    builder.Build(ops.Neg(x))
    assert repr(builder).endswith("built>")


def test_errors_may_be_raised_at_once() -> None:
    builder = XlaBuilder("strict", die_immediately_on_error=True)
    x = ops.Parameter(builder, 0, "f32[3]")
    with pytest.raises(BuilderError, match=r"Rev\(operand: f32\[3\], dimensions: \[4\]\)"):
        ops.Rev(x, [4])


def test_operations_of_another_builder_are_refused() -> None:
    one, x = parameters("f32[3]")
    other = XlaBuilder("other")
    y = ops.Parameter(other, 0, "f32[3]", "y")
    assert not ops.Add(x, y).valid
    assert "belongs to the builder other, not to test" in str(one.first_error)
    with pytest.raises(BuilderError, match="belongs to the builder other"):
        parameters("f32[2]")[0].Build(y)
    with pytest.raises(InputError, match="belongs to"):
        XlaBuilder("third").GetShape(y)


def test_a_builder_is_used_up_by_build() -> None:
    builder, x = parameters("f32[3]")
    builder.Build(x)
    with pytest.raises(BuilderError, match="has built its computation"):
        ops.Neg(x)
    with pytest.raises(BuilderError, match="has built its computation"):
        XlaBuilder.Build(builder, x)


def test_parameters_have_numbers_without_gaps() -> None:
    builder = XlaBuilder("gap")
    ops.Parameter(builder, 1, "f32[]")
    with pytest.raises(BuilderError, match="no parameter 0"):
        builder.Build()
    builder = XlaBuilder("twice")
    ops.Parameter(builder, 0, "f32[]")
    ops.Parameter(builder, 0, "f32[]")
    assert "already registered" in str(builder.first_error)


def test_an_empty_builder_builds_nothing() -> None:
    with pytest.raises(BuilderError, match="has no operations"):
        XlaBuilder("empty").Build()


def test_operators_are_operations() -> None:
    builder, x, y = parameters("s32[2]", "s32[2]")
    results = [x + y, x - 1, 2 * x, x / y, x % y, x & y, x | 1, x ^ y, x << 1, x >> 1, -x, ~x, abs(x), x**2, 7 - x]
    truths = [x < y, x <= y, x > y, x >= y, x == y, x != y]
    made = builder.Build(ops.Tuple(builder, results + truths))
    a, b = np.array([-7, 5], np.int32), np.array([2, 3], np.int32)
    wanted = [
        a + b,
        a - 1,
        2 * a,
        np.trunc(a / b),
        np.fmod(a, b),
        a & b,
        a | 1,
        a ^ b,
        a << 1,
        a >> 1,
        -a,
        ~a,
        abs(a),
        a**2,
        7 - a,
        a < b,
        a <= b,
        a > b,
        a >= b,
        a == b,
        a != b,
    ]
    for engine in ("reference", "cpu"):
        for found, expected in zip(made(a, b, engine=engine), wanted):
            np.testing.assert_array_equal(found, expected)


def test_an_array_of_numpy_may_stand_on_the_left() -> None:
    builder, x = parameters("f32[2]")
    made = builder.Build(np.array([1, 2], np.float32) - x)
    np.testing.assert_array_equal(made([3, 3]), [-2, -1])


def test_values_have_no_truth() -> None:
    _, x = parameters("pred[]")
    with pytest.raises(InputError, match="not known before"):
        bool(x)


@pytest.mark.parametrize(
    "index", [np.s_[1], np.s_[-1], np.s_[0:2], np.s_[:, 1], np.s_[..., 2], np.s_[::2, 1:3], np.s_[1, -1], np.s_[3:1]]
)
def test_slices_are_those_of_numpy(index: Any) -> None:
    builder, x = parameters("f32[4,3]")
    values = np.arange(12, dtype=np.float32).reshape(4, 3)
    np.testing.assert_array_equal(builder.Build(x[index])(values), values[index])


@pytest.mark.parametrize("index", [5, (0, 0, 0), slice(None, None, -1), (..., ...), "a"])
def test_slices_that_do_not_fit(index: Any) -> None:
    builder, x = parameters("f32[4,3]")
    assert not x[index].valid and builder.first_error is not None


def test_scopes_give_operations_what_hlo_prints() -> None:
    builder, x = parameters("f32[2]")
    with builder.sharding("{replicated}"), builder.frontend_attributes(key="va\"lue"):
        y = x + 1
    with XlaScopedShardingAssignment(builder, "{maximal device=0}"), builder.op_metadata("add", "net/add", "net.py", 3):
        z = y + y
    builder.SetInstructionFrontendAttribute(z, "more", "1")
    text = str(builder.Build(ops.Neg(z)))
    lines = {line.split(" = ")[0].strip(): line for line in text.splitlines() if " = " in line}
    first = next(line for line in lines.values() if " add(" in line)
    assert "sharding={replicated}" in first and 'frontend_attributes={key="va\\"lue"}' in first
    second = [line for line in lines.values() if " add(" in line][1]
    assert "sharding={maximal device=0}" in second and 'op_name="net/add"' in second and 'more="1"' in second
    assert "sharding" not in next(line for line in lines.values() if "negate" in line)
    assert str(hloom.parse(text, format="hlo")) == text


def test_aliases_stand_in_the_header() -> None:
    builder, x = parameters("f32[2]")
    builder.SetUpAlias([], 0, [])
    text = str(builder.Build(x + 1))
    assert "input_output_alias={ {}: (0, {}, may-alias) }" in text
    assert str(hloom.parse(text, format="hlo")) == text


def test_a_computation_says_its_shape_and_refuses_what_does_not_fit() -> None:
    builder, x, t = parameters("f32[2]", "(s32[], f32[3])")
    made = builder.Build(ops.Tuple(builder, [x, t]))
    assert str(made.program_shape) == "(x0: f32[2], x1: (s32[], f32[3])) -> (f32[2], (s32[], f32[3]))"
    assert made.GetProgramShape() is made.program_shape
    found = made([1, 2], (3, [4, 5, 6]))
    np.testing.assert_array_equal(found[0], [1, 2])
    assert found[1][0] == 3
    for arguments, message in (
        (([1, 2],), "Expected 2 arguments, but got 1"),
        (([1, 2, 3], (3, [4, 5, 6])), "Shape mismatch at parameter 0"),
        (([1, 2], 3), "Shape mismatch at parameter 1"),
    ):
        with pytest.raises(InputError, match=message):
            made(*arguments)
    with pytest.raises(InputError, match="gpu"):
        made([1, 2], (3, [4, 5, 6]), engine="gpu")


def test_constants_keep_their_values() -> None:
    builder = XlaBuilder("constants")
    nested = Literal.of_tuple([Literal(np.float32(1)), Literal(np.array([2, 3], np.int32))])
    values = [
        ops.ConstantLiteral(builder, nested),
        ops.ConstantR0(builder, 7),
        ops.ConstantR1(builder, 3, 1.5),
        ops.ConstantR2(builder, [[1, 2]]),
        ops.ConstantFromArray(builder, np.eye(2)),
        ops.ConstantR2FromArray2DWithLayout(builder, np.array([[1, 2, 3]], np.int8), [0, 1]),
        ops.MaxValue(builder, "f32"),
        ops.MinValue(builder, "s8"),
        ops.Epsilon(builder, "f32"),
        ops.NanValue(builder, "bf16"),
        ops.MaxFiniteValue(builder, "f16"),
    ]
    made = builder.Build(ops.Tuple(builder, values))
    for engine in ("reference", "cpu"):
        found = made(engine=engine)
        assert found[0][0] == 1 and found[0][1].tolist() == [2, 3] and found[1] == 7 and found[2].tolist() == [1.5] * 3
        assert found[3].tolist() == [[1, 2]] and found[4].dtype == np.float64 and found[5].tolist() == [[1, 2, 3]]
        assert found[6] == np.inf and found[7] == -128 and found[8] == np.finfo(np.float32).eps and found[9] != found[9]
        assert found[10] == 65504


def test_a_constant_part_can_be_built_alone() -> None:
    builder, x = parameters("f32[2]")
    constant = ops.ConstantR0(builder, 2) * 3
    assert builder.OpConstant(constant) and not builder.OpConstant(x + 1.0)
    assert builder.BuildConstantSubGraph(constant)() == 6
    with pytest.raises(InputError, match="not a constant"):
        builder.BuildConstantSubGraph(x)


def test_equal_names_of_computations_are_told_apart() -> None:
    def sub(k: int) -> XlaComputation:
        builder = XlaBuilder("same")
        return builder.Build(ops.Parameter(builder, 0, "s32[]") + k)

    builder, x = parameters("s32[]")
    made = builder.Build(ops.Call(builder, sub(10), ops.Call(builder, sub(1), x)))
    for engine in ("reference", "cpu"):
        assert made(np.int32(5), engine=engine) == 16
    assert str(hloom.parse(str(made), format="hlo")) == str(made)


def test_custom_calls_run_functions_of_python() -> None:
    hloom.register_custom_call("builder_test_sum", lambda op, x, y: (np.full((3, 3), x[1] + y[1, 0], np.float32),))
    builder, x, y = parameters("f32[2]", "f32[2,3]")
    made = builder.Build(ops.CustomCall(builder, "builder_test_sum", [x, y], "f32[3,3]"))
    found = made(np.array([1, 2], np.float32), np.array([[10, 20, 30], [40, 50, 60]], np.float32))
    np.testing.assert_array_equal(found, np.full((3, 3), 42))


def test_dynamic_results_can_be_made_fixed() -> None:
    builder, x = parameters("f32[4]")
    dynamic = ops.SetDimensionSize(x, 3, 0)
    assert dynamic.shape.is_dynamic
    assert not builder.Build(dynamic, remove_dynamic_dimensions=True).result_shape.is_dynamic


def test_calls_carry_what_is_said_of_them() -> None:
    builder, x = parameters("f32[2]")
    literal = ops.CustomCall(
        builder,
        "f",
        [x],
        "f32[2]",
        "config",
        True,
        [([], (0, []))],
        Literal(np.float32(3)),
        "SCHEDULE_LATEST",
        "API_VERSION_STATUS_RETURNING",
    )
    laid = ops.CustomCallWithLayout(builder, "g", [x], "f32[2]{0}", ["f32[2]{0}"])
    conv = ops.CustomCallWithConvDnums(builder, "c", [x], "f32[2]", [], window="size=3x3 pad=1_1x1_1", dnums="bf01_oi01->bf01")
    run = ops.CustomCallWithComputation(builder, "h", [x], ADD, "f32[2]")
    text = str(builder.Build(ops.Tuple(builder, [literal, laid, conv, run])))
    for part in (
        "literal=f32[] 3",
        "schedule=SCHEDULE_LATEST",
        "custom_call_has_side_effect=true",
        "api_version=API_VERSION_STATUS_RETURNING",
        "operand_layout_constraints={f32[2]{0}}",
        "window={size=3x3 pad=1_1x1_1}",
        "dim_labels=bf01_oi01->bf01",
        "%add_f32",
    ):
        assert part in text, part
    assert str(hloom.parse(text, format="hlo")) == text


def test_exchange_prints_and_reads_again() -> None:
    builder, x = parameters("f32[4,16]")
    add, token = ADD, ops.CreateToken(builder)
    results = [
        ops.AllReduce(x, add, [[0, 1], [2, 3]]),
        ops.AllReduceTuple([x, x], add),
        ops.AllGather(x, 0, 2),
        ops.CrossReplicaSum(x),
        ops.ReduceScatter(x, add, 1, 4),
        ops.AllToAll(x, 1, 0, 4),
        ops.AllToAllTuple([x, x]),
        ops.AllToAllTuple(x, 1, 0, 4),
        ops.CollectivePermute(x, [(0, 1), (1, 0)]),
        ops.MultiCollectivePermute([x, x], [(0, 1)]),
        ops.CollectiveBroadcast(x, [[0, 1]]),
        ops.Infeed(builder, "f32[2]"),
        ops.Recv(builder, "f32[3]", 7),
        ops.Send(x, 8),
        ops.OutfeedWithToken(x, token),
        ops.AfterAll(builder, [token]),
        ops.ReplicaId(builder),
        ops.PartitionId(builder),
        ops.RngUniform(ops.Zero(builder, "f32"), ops.One(builder, "f32"), "f32[3]"),
    ]
    assert (
        results[2].shape.dimensions == (8, 16)
        and results[4].shape.dimensions == (4, 4)
        and results[5].shape.dimensions == (16, 4)
    )
    made = builder.Build(ops.Tuple(builder, results))
    assert str(hloom.parse(str(made), format="hlo")) == str(made)
    made.verify()


def test_a_computation_goes_to_a_proto() -> None:
    builder, x = parameters("f32[2,3]")
    made = builder.Build(ops.Reduce(x, 0, ADD, [1]))
    again = parse_proto(made.to_proto())
    assert str(again) == str(made)
    np.testing.assert_array_equal(hloom.evaluate(again, np.ones((2, 3), np.float32))[0], [3, 3])
