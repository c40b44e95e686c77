"""Why operations are fused or not: a program for each reason, with the numbers in it; what decides against the indexing maps."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.analysis.dependence import output_to_input
from hloom.analysis.places import runs_inside, same_tile, step
from hloom.analysis.repetition import evaluations
from hloom.analysis.tiling import OutputTile, propagate
from hloom.codegen.plan.remarks import Decision, Outcome
from hloom.codegen.plan.remarks import RemarkKind as Kind
from hloom.expr.index import ZERO, Dim, fresh, linear_combination
from hloom.indexing import IndexingMap, count_points
from hloom.pipeline import fusion
from tests.passes.random_programs import RandomProgram

REDUCE = "applies stablehlo.{op} across dimensions = [1] : (tensor<{n}x{m}xf32>, tensor<f32>) -> tensor<{n}xf32>"


def function(arguments: str, results: str, *lines: str) -> str:
    *body, returned = lines
    return "\n".join([f"func.func @main({arguments}) -> ({results}) {{", *(f"  {line}" for line in body),
                      f"  return {returned} : {results}", "}"])


def softmax(n: int, m: int) -> str:
    whole, column = f"tensor<{n}x{m}xf32>", f"tensor<{n}xf32>"
    spread = f"dims = [0] : ({column}) -> {whole}"
    return function(f"%x: {whole}", whole, "%low = stablehlo.constant dense<0xFF800000> : tensor<f32>",
                    "%zero = stablehlo.constant dense<0.0> : tensor<f32>",
                    f"%max = stablehlo.reduce(%x init: %low) {REDUCE.format(op='maximum', n=n, m=m)}",
                    f"%h = stablehlo.broadcast_in_dim %max, {spread}",
                    f"%d = stablehlo.subtract %x, %h : {whole}", f"%e = stablehlo.exponential %d : {whole}",
                    f"%sum = stablehlo.reduce(%e init: %zero) {REDUCE.format(op='add', n=n, m=m)}",
                    f"%t = stablehlo.broadcast_in_dim %sum, {spread}", f"%y = stablehlo.divide %e, %t : {whole}", "%y")


def attention(n: int, m: int) -> str:
    """A softmax between two products."""
    whole, given = f"tensor<{n}x{m}xf32>", softmax(n, m).splitlines()
    q, k, v = f"tensor<{n}x64xf32>", f"tensor<64x{m}xf32>", f"tensor<{m}x64xf32>"
    return function(f"%q: {q}, %k: {k}, %v: {v}", q,
                    f"%x = stablehlo.dot_general %q, %k, contracting_dims = [1] x [0] : ({q}, {k}) -> {whole}",
                    *(line.strip() for line in given[1:-2]),
                    f"%o = stablehlo.dot_general %y, %v, contracting_dims = [1] x [0] : ({whole}, {v}) -> {q}", "%o")


F = "tensor<64x32xf32>"
S = "tensor<256x256xf32>"
DOT = "contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>"
Q = "tensor<64x64xf32>"
CHAIN = [f"%v{k + 1} = stablehlo.exponential %v{k} : {F}" for k in range(14)]
SUM = [f"%p{k + 1} = stablehlo.add %p{k}, %a{k + 1} : {F}" for k in range(29)]
MORE = [f"%q{k + 1} = stablehlo.add %q{k}, %a{k + 30} : {F}" for k in range(16)]

#: By reason: the program, the value, the operation that uses it, what becomes of them, and facts.
PROGRAMS: dict[Kind, tuple[str, str, str, Outcome, dict[str, Any]]] = {
    Kind.CONSTANT: (softmax(64, 32), "zero", "reduce", Outcome.FUSED, {}),
    Kind.CHEAP: (function(f"%x: {F}", F, f"%a = stablehlo.add %x, %x : {F}", f"%y = stablehlo.exponential %a : {F}", "%y"),
                 "a", "exponential", Outcome.FUSED, {"cost": 1}),
    Kind.READ_ONCE: (function(f"%x: {F}", "tensor<16x64xf32>", f"%e = stablehlo.exponential %x : {F}",
                              f"%s = stablehlo.slice %e [0:32:2, 0:32] : ({F}) -> tensor<16x32xf32>",
                              "%y = stablehlo.concatenate %s, %s, dim = 1 : (tensor<16x32xf32>, tensor<16x32xf32>) "
                              "-> tensor<16x64xf32>", "%y"),
                     "e", "slice", Outcome.FUSED, {"evaluations": 512, "elements": 2048}),
    Kind.REPEATED: (function("%x: tensor<64xf32>", F, "%e = stablehlo.exponential %x : tensor<64xf32>",
                             f"%y = stablehlo.broadcast_in_dim %e, dims = [0] : (tensor<64xf32>) -> {F}", "%y"),
                    "e", "broadcast_in_dim", Outcome.FUSED, {"evaluations": 2048, "elements": 64, "times": 32.0}),
    Kind.SEVERAL_USERS: (softmax(64, 32), "e", "divide", Outcome.FUSED, {"users": 2}),
    Kind.REDUCTION: (softmax(64, 32), "max", "broadcast_in_dim", Outcome.FUSED, {}),
    Kind.CHOICES: (function(f"%x: {F}", "tensor<320x32xf32>", *(f"%e{k} = stablehlo.multiply %x, %x : {F}" for k in range(1)),
                            f"%c = stablehlo.concatenate %x, %e0, %x, %e0, %x, dim = 0 : ({', '.join([F] * 5)}) "
                            "-> tensor<320x32xf32>", "%y = stablehlo.negate %c : tensor<320x32xf32>", "%y"),
                   "c", "negate", Outcome.FUSED, {"choices": 4}),
    Kind.GATHERED: (function(
        f"%x: {F}, %i: tensor<24x1xi32>", "tensor<128x24xf32>",
        f"%c = stablehlo.concatenate %x, %x, dim = 0 : ({F}, {F}) -> tensor<128x32xf32>",
        '%y = "stablehlo.gather"(%c, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], '
        "start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 128, 1>}> : "
        "(tensor<128x32xf32>, tensor<24x1xi32>) -> tensor<128x24xf32>", "%y"),
        "c", "gather", Outcome.FUSED, {"evaluations": 3072, "elements": 4096}),
    Kind.COMPONENTS: (function(
        f"%x: tensor<4x{F[7:]}, %i: tensor<24x1xi32>, %j: tensor<24x1xi32>", "tensor<4x24xf32>",
        "%k = stablehlo.add %i, %i : tensor<24x1xi32>",
        "%c = stablehlo.concatenate %k, %j, dim = 1 : (tensor<24x1xi32>, tensor<24x1xi32>) -> tensor<24x2xi32>",
        '%y = "stablehlo.gather"(%x, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], '
        "collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1, 1>}> : "
        f"(tensor<4x{F[7:]}, tensor<24x2xi32>) -> tensor<4x24xf32>", "%y"),
        "c", "gather", Outcome.FUSED, {"consumer": "stablehlo.gather", "cost": 1}),
    Kind.TOO_LONG: (function(f"%v0: {F}", F, *(f"%v{k + 1} = stablehlo.sine %v{k} : {F}" for k in range(125)), "%v125"),
                    "v121", "sine", Outcome.FUSED, {"operations": 121}),
    Kind.NEEDED: (function(f"%x: {F}", f"{F}, {F}", f"%e = stablehlo.exponential %x : {F}", f"%y = stablehlo.negate %e : {F}",
                           "%e, %y").replace(f"return %e, %y : {F}, {F}", f"return %e, %y : {F}, {F}"),
                  "e", "negate", Outcome.FUSED, {"consumer": "func.return"}),
    Kind.UNREAD: (function(
        f"%x: {F}", "tensor<64x32xi32>", "%p = stablehlo.iota dim = 1 : tensor<64x32xi32>",
        '%s, %y = "stablehlo.sort"(%x, %p) <{dimension = 1 : i64}> ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, '
        "%d: tensor<i32>): %l = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1> "
        f"stablehlo.return %l : tensor<i1> }}) : ({F}, tensor<64x32xi32>) -> ({F}, tensor<64x32xi32>)", "%y"),
        "p", "sort", Outcome.FUSED, {"consumer": "stablehlo.sort"}),
    Kind.OWN_KERNEL: (function(f"%x: {Q}", Q, f"%e = stablehlo.exponential %x : {Q}", f"%d = stablehlo.dot_general %e, %x, {DOT}",
                               f"%f = stablehlo.dot_general %d, %d, {DOT}", "%f"),
                      "e", "dot_general", Outcome.APART, {"operation": "stablehlo.dot_general", "family": "contraction"}),
    Kind.NO_LOOPS: (function(f"%x: {F}", F, f"%e = stablehlo.exponential %x : {F}",
                             f"%c = stablehlo.custom_call @mystery(%e) : ({F}) -> {F}", f"%y = stablehlo.negate %c : {F}", "%y"),
                    "c", "negate", Outcome.APART, {"operation": "stablehlo.custom_call"}),
    Kind.IN_MEMORY: (function(f"%x: {Q}", "tensor<4096xf32>", f"%d = stablehlo.dot_general %x, %x, {DOT}",
                              f"%y = stablehlo.reshape %d : ({Q}) -> tensor<4096xf32>", "%y"),
                     "d", "reshape", Outcome.IN_PLACE, {"operation": "stablehlo.reshape"}),
    Kind.VIEW: (function(f"%x: {Q}", Q, f"%t = stablehlo.transpose %x, dims = [1, 0] : ({Q}) -> {Q}",
                         f"%d = stablehlo.dot_general %t, %x, {DOT}", "%d"),
                "t", "dot_general", Outcome.IN_PLACE, {"operation": "stablehlo.dot_general"}),
    Kind.EPILOGUE: (function(f"%x: {Q}", Q, f"%d = stablehlo.dot_general %x, %x, {DOT}",
                             f"%y = stablehlo.add %d, %x : {Q}", "%y"),
                    "d", "add", Outcome.FUSED, {"operation": "stablehlo.dot_general"}),
    Kind.NOT_POINTWISE: (function(f"%x: {Q}", Q, f"%d = stablehlo.dot_general %x, %x, {DOT}",
                                  f"%y = stablehlo.transpose %d, dims = [1, 0] : ({Q}) -> {Q}", "%y"),
                         "d", "transpose", Outcome.APART, {"operation": "stablehlo.dot_general", "otherwise": "reads others"}),
    Kind.SAME_LOOPS: (function(f"%x: {F}", f"{F}, {F}", f"%e = stablehlo.exponential %x : {F}", f"%y = stablehlo.negate %e : {F}",
                               "%e, %y"), "e", "negate", Outcome.FUSED, {"points": 2048}),
    Kind.ROWS: (softmax(64, 32), "e", "divide", Outcome.FUSED, {"rows": 64}),
    Kind.CHAIN: (attention(2048, 1024), "x", "reduce", Outcome.FUSED, {"bytes": 4096}),
    Kind.NO_TILE: (function(f"%x: {S}", f"{S}, {S}", f"%e = stablehlo.exponential %x : {S}",
                            f"%y = stablehlo.transpose %e, dims = [1, 0] : ({S}) -> {S}", "%e, %y"),
                   "e", "transpose", Outcome.APART, {}),
    Kind.OUTER_LOOP_CONTIGUOUS: (
        function(f"%x: {S}, %w: {S}", S, "%zero = stablehlo.constant dense<0.0> : tensor<f32>",
                  f"%e = stablehlo.reduce(%x init: %zero) {REDUCE.format(op='add', n=256, m=256)}",
                  f"%b = stablehlo.broadcast_in_dim %e, dims = [0] : (tensor<256xf32>) -> {S}",
                  f"%t = stablehlo.transpose %w, dims = [1, 0] : ({S}) -> {S}", f"%y = stablehlo.multiply %b, %t : {S}", "%y"),
        "e", "broadcast_in_dim", Outcome.APART, {"operand": "w"}),
    Kind.FEW_ROWS: (softmax(4, 8192), "max", "broadcast_in_dim", Outcome.APART, {"rows": 4, "workers": 2}),
    Kind.SHORT_ROWS: (softmax(4096, 8), "max", "broadcast_in_dim", Outcome.APART, {"row": 8}),
    Kind.FEW_LANES: (function("%x: tensor<4096x32xf32>", "tensor<4096xf32>",
                              "%zero = stablehlo.constant dense<0.0> : tensor<f32>",
                              f"%sum = stablehlo.reduce(%x init: %zero) {REDUCE.format(op='add', n=4096, m=32)}",
                              "%y = stablehlo.log %sum : tensor<4096xf32>", "%y"),
                     "sum", "log", Outcome.APART, {"rows": 4096}),
    Kind.SHORT_RUNS: (function("%x: tensor<64x40x2xf32>, %b: tensor<64x40xf32>", "tensor<64x40x2xf32>, tensor<64x2x20x2xf32>",
                               "%c = stablehlo.broadcast_in_dim %b, dims = [0, 1] : (tensor<64x40xf32>) -> tensor<64x40x2xf32>",
                               "%d = stablehlo.add %x, %c : tensor<64x40x2xf32>",
                               "%e = stablehlo.exponential %d : tensor<64x40x2xf32>",
                               "%r = stablehlo.reshape %e : (tensor<64x40x2xf32>) -> tensor<64x2x20x2xf32>",
                               "%y = stablehlo.sine %r : tensor<64x2x20x2xf32>", "%e, %y"),
                      "e", "reshape", Outcome.APART, {"run": 2}),
    Kind.LONG_ROWS: (softmax(64, 1 << 20), "max", "broadcast_in_dim", Outcome.APART, {"limit": 1 << 22}),
    Kind.MANY_STORES: (function(f"%v0: {F}", ", ".join([F] * 14), *CHAIN, ", ".join(f"%v{k + 1}" for k in range(14))),
                       "v12", "exponential", Outcome.APART, {"stores": 13, "limit": 12}),
    Kind.MANY_READS: (function(", ".join(["%p0: " + F, *(f"%a{k + 1}: {F}" for k in range(45))]), f"{F}, {F}", *SUM,
                               f"%e = stablehlo.exponential %p29 : {F}", f"%q0 = stablehlo.sine %e : {F}", *MORE, "%e, %q16"),
                      "e", "sine", Outcome.APART, {"limit": 40}),
    Kind.BETWEEN: (function("%x: tensor<64xf32>", "tensor<64xf32>, tensor<64xf32>",
                            "%e = stablehlo.exponential %x : tensor<64xf32>",
                            '%s = "stablehlo.sort"(%e) <{dimension = 0 : i64, is_stable = false}> ({',
                            "^bb0(%a: tensor<f32>, %b: tensor<f32>):",
                            "  %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>",
                            "  stablehlo.return %c : tensor<i1>", "}) : (tensor<64xf32>) -> tensor<64xf32>",
                            "%y = stablehlo.add %e, %s : tensor<64xf32>", "%e, %y"),
                   "e", "add", Outcome.APART, {}),
}


def decision(text: str, value: str, consumer: str) -> Decision:
    found = [d for d in fusion(hloom.parse(text), workers=2)
             if d.value.name == value and d.consumer.name == f"stablehlo.{consumer}"]
    assert found, f"nothing is said of %{value} and {consumer}"
    return found[0]


@pytest.mark.parametrize("kind", PROGRAMS, ids=lambda kind: kind.word.replace(" ", "_"))
def test_each_reason(kind: Kind) -> None:
    text, value, consumer, outcome, facts = PROGRAMS[kind]
    d = decision(text, value, consumer)
    assert d.outcome is outcome, d
    (reason,) = [r for r in d.reasons if r.kind is kind] or [None]
    assert reason is not None, d.reasons
    assert dict(reason.facts).items() >= facts.items()
    assert "{" not in str(reason) and d.producer.span is not None
    said = {"inlined": Outcome.FUSED, "one kernel": Outcome.FUSED, "not inlined": Outcome.APART, "two kernels": Outcome.APART,
            "in place": Outcome.IN_PLACE}
    assert said[reason.kind.verdict] is reason.kind.outcome
    if len(d.reasons) == 2:  # what is not inlined may be in one kernel
        assert d.reasons[0].kind.verdict == "not inlined" and "inlined" not in d.reasons[1].kind.verdict


def test_every_reason_has_a_program() -> None:
    assert set(Kind) - set(PROGRAMS) == {Kind.UNUSED}  # of a value that nothing uses there is no pair


@pytest.mark.parametrize("seed", range(30))
def test_something_is_said_of_each_pair(seed: int) -> None:
    module = RandomProgram(seed, count=20).module()
    for d in fusion(module, workers=2):
        assert d.reasons and d.reasons[-1].kind.outcome is d.outcome and all("{" not in str(r) for r in d.reasons)
        assert d.value in d.producer.results


# What decides, against the maps


@pytest.mark.parametrize("seed", range(40))
def test_reads_are_counted_as_the_maps_have_them(seed: int) -> None:
    """Of operations that choose nothing: for how many elements they ask is the number of points of their maps."""
    from hloom.codegen.cpu.compiler import capabilities
    from hloom.codegen.plan.element_formulas import ElementFormulas
    from hloom.codegen.plan.target import STRICT
    from hloom.codegen.target import Target

    target = capabilities(Target.host(), 2, STRICT)
    for op in RandomProgram(seed, count=10, depth=0).module().functions["main"].body.block.operations[:-1]:
        form = ElementFormulas(target).of(op)
        if form is None or form.formula.choices or len(op.results) != 1 or len(set(op.operands)) != len(op.operands):
            continue
        counted = evaluations(form.formula.scalars, form.dims)
        for number, maps in output_to_input(op).items():
            assert counted.get(op.operands[number], 0) == sum(map(count_points, maps)), op


@pytest.mark.parametrize("results, depth", [
    ((Dim(0), Dim(1), Dim(2)), 3), ((Dim(0), Dim(2), Dim(1)), 1), ((Dim(0), Dim(1), Dim(2) * 2), 2), ((Dim(1), Dim(0)), 0),
    ((Dim(0), Dim(0)), 1), ((Dim(0) + 1, Dim(1)), 0)])
def test_the_tile_of_one_element_stays_where_propagation_says_so(results: Any, depth: int) -> None:
    dims = [Dim(0), Dim(1), Dim(2)]
    assert same_tile(results, dims) == depth
    tile = OutputTile.of([4, 5, 6])
    (propagated,) = propagate(IndexingMap.from_sizes(results, [4, 5, 6]), tile)
    same = [extent.offset is o and extent.size is n for extent, o, n in zip(propagated.extents, tile.offsets, tile.sizes)]
    # Propagation scales strides by itself: a stride of 2 is another tile.
    steps = [extent.stride is t for extent, t in zip(propagated.extents, tile.strides)]
    assert next((k for k, (a, b) in enumerate(zip(same, steps)) if not (a and b)), len(results)) == depth


def test_a_variable_with_one_value_stays_in_its_place_as_that_value() -> None:
    one, rows, others = fresh(1, "one"), fresh(8, "rows"), fresh(8, "others")
    assert same_tile((ZERO, rows), (one, rows)) == 2 and same_tile((one, rows), (one, rows)) == 2
    assert same_tile((ZERO, rows), (others, rows)) == 0 and same_tile((ZERO + 1, rows), (one, rows)) == 0


@pytest.mark.parametrize("shape, threads", [
    ((1, 64, 96), 1), ((64, 1, 96), 1), ((1, 64, 96), 2), ((1, 1, 200), 2), ((3, 1, 96), 1)])
def test_dimensions_of_size_one_keep_no_rows_apart(shape: tuple[int, ...], threads: int) -> None:
    """A product, what is done to its elements, and a softmax of its rows are two kernels, whatever the batch."""
    *outer, columns = shape
    result, scores, sums = (f"tensor<{'x'.join(map(str, s))}xf32>" for s in ((*outer, 32), shape, outer))
    weights = f"tensor<32x{columns}xf32>"
    kept = list(range(len(outer)))
    module = hloom.parse(f"""func.func @main(%x: {result}, %w: {weights}) -> {scores} {{
      %a = stablehlo.dot_general %x, %w, contracting_dims = [{len(outer)}] x [0] : ({result}, {weights}) -> {scores}
      %s = stablehlo.constant dense<0.5> : {scores}
      %b = stablehlo.multiply %a, %s : {scores}
      %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %m = stablehlo.reduce(%b init: %low) applies stablehlo.maximum across dimensions = [{len(outer)}]
        : ({scores}, tensor<f32>) -> {sums}
      %mb = stablehlo.broadcast_in_dim %m, dims = {kept} : ({sums}) -> {scores}
      %d = stablehlo.subtract %b, %mb : {scores}
      %e = stablehlo.exponential %d : {scores}
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %t = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [{len(outer)}]
        : ({scores}, tensor<f32>) -> {sums}
      %tb = stablehlo.broadcast_in_dim %t, dims = {kept} : ({sums}) -> {scores}
      %q = stablehlo.divide %e, %tb : {scores}
      return %q : {scores}
    }}""")
    executable = hloom.compile(module, threads=threads)
    assert len(executable.kernels) == 2
    rng = np.random.default_rng(0)
    x, w = rng.standard_normal((*outer, 32), np.float32), rng.standard_normal((32, columns), np.float32)
    (found,) = executable(x, w)
    scaled = np.exp((x @ w) * 0.5)
    np.testing.assert_allclose(found, scaled / scaled.sum(-1, keepdims=True), rtol=1e-4)


def test_which_loop_is_contiguous() -> None:
    i, j, k = fresh(8, "i"), fresh(16, "j"), fresh(32, "k")
    shape = (8, 16, 32)
    assert [step(shape, (i, j, k), v) for v in (i, j, k)] == [512, 32, 1]
    assert runs_inside(shape, (i, j, k), [i], [j, k]) and runs_inside(shape, (i, j, k), [i, j], [k])
    assert not runs_inside((32, 8), (k, i), [i], [k])  # a column
    assert runs_inside((8,), (i,), [i], [k]) and runs_inside((1, 8), (ZERO, i), [i], [k])  # stays in its place along the row
    assert runs_inside((16, 32), (j, k), [i], [j, k])  # the same for every row
    assert runs_inside((64,), (linear_combination([(i, 8), (j, 1)]),), [i], [j])
    assert not runs_inside((64,), (linear_combination([(i, 1), (k, 8)]),), [i], [k])
    assert runs_inside((4, 32), (i // 2, k), [i], [k]) and not runs_inside((32, 4), (k, i // 2), [i], [k])
    assert step((4, 32), (i // 2, k), i) is None


def test_a_value_that_stays_along_the_row_is_no_column() -> None:
    """The softmax of an attention is one kernel, as that of a matrix is."""
    shape, column = "tensor<2x8x64x128xf32>", "tensor<2x8x64xf32>"
    text = softmax(64, 128).replace("tensor<64x128xf32>", shape).replace("tensor<64xf32>", column)
    text = text.replace("dims = [0]", "dims = [0, 1, 2]").replace("dimensions = [1]", "dimensions = [3]")
    assert all(d.outcome is Outcome.FUSED for d in fusion(hloom.parse(text), workers=2))
    assert prod((2, 8, 64)) == dict(decision(text, "e", "divide").reasons[-1].facts)["rows"]
