"""Chains: two products with work on rows between, as one kernel, against NumPy and the evaluator; and what is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.machine import Machine
from hloom.codegen.plan.kernels import in_worker_memory
from hloom.numbers.difference import Tolerance
from hloom.pipeline import stages
from tests.codegen.program_checks import verify_program
from tests.harness import agree, check, tensor, use_machine

LOWEST = {"f32": "0xFF800000", "bf16": "0xFF80", "f64": "0xFFF0000000000000", "f16": "0xFC00"}
NEAR = Tolerance(relative=2e-5, absolute=2e-6)


@pytest.fixture(autouse=True)
def small_chains(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Chains of any size."""
    use_machine(monkeypatch, back_to_back={"worth_bytes": 0})
    monkeypatch.setenv("HLOOM_CACHE", "")
    yield


def attention(batch: tuple[int, ...], rows: int, columns: int, depth: int, type: str = "f32", *, change: str = "scale",
              is_swapped: bool = False, outputs: str = "%o") -> str:
    """Attention as JAX exports it: `change` of the scores is scale, causal or bias; `is_swapped`: the values come first in the
    last product; `outputs` are what is returned, of %p, %s and %o."""
    sum_type, many = "f32" if type in ("bf16", "f16") else type, len(batch)
    q, k, v = ((*batch, n, depth) for n in (rows, columns, columns))
    scores, out = (*batch, rows, columns), ((*batch, depth, rows) if is_swapped else (*batch, rows, depth))
    shapes = {"q": q, "k": k, "v": v, "s": scores, "r": scores[:-1], "o": out}
    t = {name: tensor(shape, type) for name, shape in shapes.items()}
    wide, wide_rows, kept = tensor(scores, sum_type), tensor(scores[:-1], sum_type), list(range(many + 1))
    dims = list(range(many))
    batching = f"batching_dims = {dims} x {dims}, " if many else ""
    lines = [f"%0 = stablehlo.dot_general %q, %k, {batching}contracting_dims = [{many + 1}] x [{many + 1}] : "
             f"({t['q']}, {t['k']}) -> {t['s']}",
             f"%c = stablehlo.constant dense<0.125> : {t['s']}", f"%1 = stablehlo.multiply %0, %c : {t['s']}",
             f"%low = stablehlo.constant dense<{LOWEST[type]}> : tensor<{type}>"]
    plane = (rows, columns)
    if change == "causal":
        lines += [f"%i = stablehlo.iota dim = 0 : {tensor(plane, 'i32')}",
                  f"%j = stablehlo.iota dim = 1 : {tensor(plane, 'i32')}",
                  f"%ge = stablehlo.compare GE, %i, %j, SIGNED : ({tensor(plane, 'i32')}, {tensor(plane, 'i32')}) -> "
                  f"{tensor(plane, 'i1')}",
                  f"%gb = stablehlo.broadcast_in_dim %ge, dims = {[many, many + 1]} : ({tensor(plane, 'i1')}) -> "
                  f"{tensor(scores, 'i1')}",
                  f"%lb = stablehlo.constant dense<{LOWEST[type]}> : {t['s']}",
                  f"%s = stablehlo.select %gb, %1, %lb : {tensor(scores, 'i1')}, {t['s']}"]
    elif change == "bias":
        lines += [f"%bb = stablehlo.broadcast_in_dim %b, dims = {[many, many + 1]} : ({tensor(plane, type)}) -> {t['s']}",
                  f"%s = stablehlo.add %1, %bb : {t['s']}"]
    else:
        lines += [f"%s = stablehlo.multiply %1, %c : {t['s']}"]
    lines += [f"%m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [{many + 1}] : "
              f"({t['s']}, tensor<{type}>) -> {t['r']}",
              f"%mb = stablehlo.broadcast_in_dim %m, dims = {kept} : ({t['r']}) -> {t['s']}",
              f"%d = stablehlo.subtract %s, %mb : {t['s']}", f"%e = stablehlo.exponential %d : {t['s']}",
              f"%w = stablehlo.convert %e : ({t['s']}) -> {wide}",
              f"%z = stablehlo.constant dense<0.0> : tensor<{sum_type}>",
              f"%u = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [{many + 1}] : "
              f"({wide}, tensor<{sum_type}>) -> {wide_rows}",
              f"%uc = stablehlo.convert %u : ({wide_rows}) -> {t['r']}",
              f"%ub = stablehlo.broadcast_in_dim %uc, dims = {kept} : ({t['r']}) -> {t['s']}",
              f"%p = stablehlo.divide %e, %ub : {t['s']}"]
    operands = ("%v, %p", f"[{many}] x [{many + 1}]", f"{t['v']}, {t['s']}") if is_swapped else (
        "%p, %v", f"[{many + 1}] x [{many}]", f"{t['s']}, {t['v']}")
    lines.append(f"%o = stablehlo.dot_general {operands[0]}, {batching}contracting_dims = {operands[1]} : ({operands[2]}) -> "
                 f"{t['o']}")
    bias = f", %b: {tensor(plane, type)}" if change == "bias" else ""
    results = ", ".join({"%o": t["o"], "%p": t["s"], "%s": t["s"]}[name] for name in outputs.split(", "))
    body = "\n  ".join(lines)
    return (f"func.func @main(%q: {t['q']}, %k: {t['k']}, %v: {t['v']}{bias}) -> ({results}) {{\n  {body}\n"
            f"  return {outputs} : {results}\n}}\n")


def drawn(text: str, seed: int = 0) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.standard_normal(t.shape).astype(t.storage.dtype)
            for t in hloom.parse(text).functions["main"].function_type.inputs]


def in_numpy(arrays: list[np.ndarray], change: str, is_swapped: bool) -> np.ndarray:
    q, k, v, *bias = (a.astype(np.float64) for a in arrays)
    scores = q @ np.swapaxes(k, -1, -2) * 0.125
    if change == "causal":
        scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
    else:
        scores = scores + bias[0] if bias else scores * 0.125
    with np.errstate(invalid="ignore"):
        weights = np.exp(scores - scores.max(-1, keepdims=True))
    out = weights / weights.sum(-1, keepdims=True) @ v
    return np.swapaxes(out, -1, -2) if is_swapped else out


def chains_of(text: str, threads: int = 2) -> tuple[Any, list[Any]]:
    """What a program becomes, and the chains in it."""
    generated = stages(hloom.parse(text), workers=threads)
    verify_program(generated.program, generated.module.functions["main"])
    return generated, [kernel for kernel in generated.program.kernels if kernel.name.startswith("chain")]


def is_chain(text: str, threads: int = 2) -> bool:
    return bool(chains_of(text, threads)[1])


SHAPES = [((2, 3), 64, 64, 32), ((), 130, 77, 17), ((1, 4), 100, 260, 40), ((5,), 16, 33, 8), ((1, 1), 65, 1030, 9),
          ((3,), 81, 128, 64), ((2,), 67, 31, 1), ((7, 1, 2), 48, 48, 24)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("change", ["scale", "causal", "bias"])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_attention_is_one_kernel_with_the_values_of_numpy(shape: Any, change: str, threads: int) -> None:
    batch, rows, columns, depth = shape
    text = attention(batch, rows, columns, depth, change=change)
    assert is_chain(text, threads) or rows % 16 in range(1, 14)
    arrays = drawn(text)
    (found,) = hloom.compile(hloom.parse(text), threads=threads)(*arrays)
    np.testing.assert_allclose(found, in_numpy(arrays, change, False), rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("type", ["f64", "bf16", "f16"])
@pytest.mark.parametrize("is_swapped", [False, True])
def test_other_types_and_the_values_in_front(type: str, is_swapped: bool) -> None:
    text = attention((2, 2), 80, 96, 24, type, change="causal", is_swapped=is_swapped)
    assert is_chain(text)
    arrays = drawn(text)
    tolerance = {"f64": 1e-12, "bf16": 3e-2, "f16": 4e-3}[type]
    (found,) = agree(text, *arrays, tolerance=Tolerance(absolute=tolerance, relative=tolerance))
    exact = in_numpy(arrays, "causal", is_swapped)
    np.testing.assert_allclose(found.astype(np.float64), exact, rtol=2 * tolerance, atol=2 * tolerance)


def test_long_rows_lie_in_worker_memory() -> None:
    """A row of 20 thousand numbers between the products is none that a stack should hold."""
    text = attention((1, 2), 40, 20_011, 8)
    _, (chain,) = chains_of(text)
    assert in_worker_memory(Machine(), chain.body.kernel.rows.scratch)[1] > 4 * 20_011
    arrays = drawn(text)
    for threads in (1, 2, 5):
        (found,) = hloom.compile(hloom.parse(text), threads=threads)(*arrays)
        assert np.allclose(found, in_numpy(arrays, "scale", False), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("change", ["scale", "causal", "bias"])
@pytest.mark.parametrize("type", ["f32", "bf16", "f64"])
@pytest.mark.parametrize(("rows", "columns"), [(16, 24), (24, 24), (33, 50), (100, 31)])
def test_rows_in_worker_memory_touch_nothing_else(rows: int, columns: int, type: str, change: str,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    """Between pages that must not be touched, on two workers."""
    use_machine(monkeypatch, scratch={"most_on_stack_bytes": 0})
    text = attention((2,), rows, columns, 8, type, change=change)
    arrays = drawn(text)
    generated, (_,) = chains_of(text)
    near = Tolerance(relative=0.05, absolute=0.02) if type == "bf16" else Tolerance(relative=1e-4, absolute=1e-5)
    check(generated, arrays, [in_numpy(arrays, change, False)], near, workers=2)


def test_dimensions_of_size_one_stand_anywhere() -> None:
    """As in jax.nn.dot_product_attention, whose scores have a dimension for heads that share their keys."""
    q, k, s, w, o = (tensor(shape, "f32") for shape in (
        (2, 96, 3, 1, 24), (2, 80, 3, 24), (2, 3, 96, 1, 80), (1, 2, 3, 96, 80), (2, 3, 24, 1, 96)))
    sums, plane, mask = tensor((1, 2, 3, 96), "f32"), tensor((96, 80), "i32"), tensor((96, 80), "i1")
    text = f"""func.func @main(%q: {q}, %k: {k}, %v: {k}) -> {o} {{
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3] : ({q}, {k}) -> {s}
  %c = stablehlo.constant dense<0.125> : {s}
  %1 = stablehlo.multiply %0, %c : {s}
  %2 = stablehlo.reshape %1 : ({s}) -> {w}
  %i = stablehlo.iota dim = 0 : {plane}
  %j = stablehlo.iota dim = 1 : {plane}
  %ge = stablehlo.compare GE, %i, %j, SIGNED : ({plane}, {plane}) -> {mask}
  %gb = stablehlo.broadcast_in_dim %ge, dims = [3, 4] : ({mask}) -> {tensor((1, 2, 3, 96, 80), "i1")}
  %lb = stablehlo.constant dense<0xFF800000> : {w}
  %x = stablehlo.select %gb, %2, %lb : {tensor((1, 2, 3, 96, 80), "i1")}, {w}
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [4] : ({w}, tensor<f32>) -> {sums}
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1, 2, 3] : ({sums}) -> {w}
  %d = stablehlo.subtract %x, %mb : {w}
  %e = stablehlo.exponential %d : {w}
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %u = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [4] : ({w}, tensor<f32>) -> {sums}
  %ub = stablehlo.broadcast_in_dim %u, dims = [0, 1, 2, 3] : ({sums}) -> {w}
  %p = stablehlo.divide %e, %ub : {w}
  %o = stablehlo.dot_general %v, %p, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4] : ({k}, {w})
    -> {o}
  return %o : {o}
}}
"""
    assert is_chain(text)
    arrays = drawn(text)
    (found,) = hloom.compile(hloom.parse(text))(*arrays)
    plain = [np.moveaxis(a.reshape(2, -1, 3, 24), 2, 1) for a in arrays]
    np.testing.assert_allclose(found[:, :, :, 0], in_numpy(plain, "causal", True), rtol=2e-5, atol=2e-6)


def test_a_chain_has_the_bits_of_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    text = attention((2,), 96, 128, 32, change="causal")
    arrays = drawn(text)
    options = {"threads": 2, "deterministic": True}
    found = [hloom.compile(hloom.parse(text), threads=n, deterministic=True)(*arrays)[0] for n in (1, 2, 4)]
    for other in found[1:]:
        np.testing.assert_array_equal(found[0], other)
    use_machine(monkeypatch, back_to_back={"worth_bytes": 1 << 60})
    assert not is_chain(text)
    np.testing.assert_allclose(found[0], hloom.compile(hloom.parse(text), **options)(*arrays)[0], rtol=1e-5, atol=1e-6)


def test_rows_that_are_masked_wholly_and_special_values_are_as_on_the_evaluator() -> None:
    text = attention((2,), 64, 80, 16, change="bias")
    arrays = drawn(text)
    arrays[3][5] = -np.inf
    arrays[3][6, ::2] = -np.inf
    arrays[3][7, 3] = np.inf
    arrays[1][1, 4, 2] = np.nan
    arrays[2][0, 9, 1] = np.inf
    (found,) = agree(text, *arrays, tolerance=NEAR)
    assert is_chain(text) and np.isnan(found[0, 5]).all()


@pytest.mark.parametrize("outputs", ["%o, %p", "%p, %o", "%o, %s"])
def test_what_is_needed_besides_is_no_chain(outputs: str) -> None:
    text = attention((2,), 64, 64, 16, change="causal", outputs=outputs)
    assert not is_chain(text)
    arrays = drawn(text)
    agree(text, *arrays, tolerance=NEAR)


@pytest.mark.parametrize("shape", [
    ((2,), 1, 64, 16), ((2,), 15, 64, 16), ((0,), 64, 64, 16), ((2,), 64, 64, 0), ((2,), 64, 1, 16)])
def test_few_rows_and_empty_arrays(shape: Any) -> None:
    batch, rows, columns, depth = shape
    text = attention(batch, rows, columns, depth, change="bias")
    arrays = drawn(text)
    (found,) = hloom.compile(hloom.parse(text))(*arrays)
    assert found.shape == (*batch, rows, depth)
    np.testing.assert_allclose(found, in_numpy(arrays, "bias", False), rtol=2e-5, atol=2e-6)


def test_small_ones_are_left_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert not is_chain(attention((2,), 64, 64, 16)) and is_chain(attention((4, 8), 256, 256, 64))


def test_in_a_loop_the_operands_that_it_keeps_are_packed_once() -> None:
    text = attention((2,), 128, 96, 128, change="scale")
    body = "\n".join(line for line in text.splitlines()[1:-2])
    q, k = tensor((2, 128, 128), "f32"), tensor((2, 96, 128), "f32")
    loop = f"""func.func @main(%x: {q}, %k: {k}, %v: {k}, %n: tensor<i32>) -> {q} {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %a:2 = stablehlo.while(%t = %zero, %q = %x) : tensor<i32>, {q}
  cond {{
    %more = stablehlo.compare LT, %t, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  }} do {{
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %t, %one : tensor<i32>
{body}
    stablehlo.return %next, %o : tensor<i32>, {q}
  }}
  return %a#1 : {q}
}}"""
    assert is_chain(loop)
    arrays = [*drawn(text), np.array(3, np.int32)]
    agree(loop, *arrays, tolerance=NEAR)
