"""`hloom.debug.minimise`: planted faults come down to the operation that has them, whatever stands around it."""

from __future__ import annotations

import functools
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.debug import minimise
from hloom.debug.child_calls import Limits
from hloom.debug.engines import Cpu, Loaded, Reference
from hloom.debug.faults import Crash, Differs, Nan, SlowerThanXla
from hloom.debug.minimisation import Minimised, NoFault
from hloom.ops.common.decomposition import clone
from hloom.passes.rewriting import Rule, rewrite
from hloom.support.diagnostics import InputError

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(os, "fork"), reason="programs run in forks of this process")]

LIMITS = Limits(20.0)

#: Around a hyperbolic tangent: a call, a loop, a branch in it, operations before and after, a second result.
PROGRAM = """
module @jit_step attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%x: tensor<6x8xf32> {mhlo.layout_mode = "default"}, %w: tensor<8x8xf32>, %n: tensor<i32>)
      -> (tensor<6xf32>, tensor<8x8xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %begin = stablehlo.constant dense<0> : tensor<i32>
    %q = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
    %h = call @gate(%q) : (tensor<6x8xf32>) -> tensor<6x8xf32>
    %r:2 = stablehlo.while(%a = %h, %k = %begin) : tensor<6x8xf32>, tensor<i32>
    cond {
      %going = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %going : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %k, %one : tensor<i32>
      %first = stablehlo.compare EQ, %k, %begin : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %b = "stablehlo.if"(%first) ({
        %s = stablehlo.sine %a : tensor<6x8xf32>
        stablehlo.return %s : tensor<6x8xf32>
      }, {
        %squashed = stablehlo.tanh %a : tensor<6x8xf32>
        %doubled = stablehlo.add %squashed, %squashed : tensor<6x8xf32>
        stablehlo.return %doubled : tensor<6x8xf32>
      }) : (tensor<i1>) -> tensor<6x8xf32>
      stablehlo.return %b, %next : tensor<6x8xf32>, tensor<i32>
    }
    %sum = stablehlo.reduce(%r#0 init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<6x8xf32>, tensor<f32>) -> tensor<6xf32>
    %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %sum, %t : tensor<6xf32>, tensor<8x8xf32>
  }
  func.func private @gate(%v: tensor<6x8xf32>) -> tensor<6x8xf32> {
    %gate = stablehlo.logistic %v : tensor<6x8xf32>
    %g = stablehlo.multiply %v, %gate : tensor<6x8xf32>
    return %g : tensor<6x8xf32>
  }
}
"""


def arrays() -> list[Any]:
    rng = np.random.default_rng(0)
    return [rng.normal(size=(6, 8)).astype(np.float32), rng.normal(size=(8, 8)).astype(np.float32), np.int32(3)]


def left(found: Minimised) -> list[str]:
    """The operations of what is left, constants and the return apart."""
    operations = found.module.functions["main"].body.block.operations
    return [op.mnemonic for op in operations if op.mnemonic not in ("constant", "return")]


def has(*mnemonics: str) -> Any:
    """A fault: these operations are there."""
    def fails(module: Any, arrays: Any) -> bool:
        hloom.evaluate(module, *arrays, step_limit=1000)
        return set(mnemonics) <= {op.mnemonic for op in module.walk()}

    return fails


def wrong(module: Any) -> Any:
    """The program after a wrong rule: tanh(x) -> logistic(x)."""
    made: Any = clone(module, {})
    rule = Rule("wrong", None, lambda op, b: b("stablehlo.logistic", op.operands[0]))
    rewrite(made, lambda op: (rule,) if op.mnemonic == "tanh" else ())
    return made


class Wrong(Reference):
    """An engine with a wrong rule."""

    name = "wrong"

    def load(self, module: Any) -> Loaded:
        return super().load(wrong(module))


class WrongCompiler(Cpu):
    """The same, compiled."""

    def load(self, module: Any) -> Loaded:
        return super().load(wrong(module))


@functools.cache
def minimised(mnemonic: str) -> Minimised:
    """What is left of the program where this operation is the fault."""
    return minimise(hloom.parse(PROGRAM), *arrays(), fails=has(mnemonic), limits=LIMITS)


@pytest.mark.parametrize("mnemonic", ["tanh", "sine", "logistic", "dot_general", "transpose", "reduce"])
def test_one_operation_is_left(mnemonic: str) -> None:
    """Wherever it stands: in a branch in a loop, in a function, among the others; on arrays of one element."""
    found = minimised(mnemonic)
    assert left(found) == [mnemonic] and found.before > 12 and not found.stopped
    assert all(a.size == 1 for a in found.arrays)
    assert {n for op in found.module.walk() for r in op.results for n in r.type.shape} <= {1}  # type: ignore[union-attr]
    assert "mhlo" not in found.program and "jit_step" not in found.program
    hloom.parse(found.program).verify()


def test_operations_that_a_fault_needs_together_stay() -> None:
    found = minimise(hloom.parse(PROGRAM), *arrays(), fails=has("dot_general", "reduce"), limits=LIMITS)
    assert sorted(left(found)) == ["dot_general", "reduce"]
    assert found.operations == 2  # the reduction gives one of its elements


def test_control_flow_stays_where_it_is_the_fault() -> None:
    found = minimise(hloom.parse(PROGRAM), *arrays(), fails=has("while"), limits=LIMITS)
    assert left(found) == ["while"]
    assert found.operations <= 3


def test_engines_that_differ() -> None:
    found = minimise(hloom.parse(PROGRAM), *arrays(), fails=Differs(("reference", Wrong()), limits=LIMITS))
    assert left(found) == ["tanh"]
    own = hloom.evaluate(found.module, *found.arrays)[0]
    assert not np.array_equal(own, Wrong().load(found.module)(found.arrays)[0])


def test_a_compiler_that_differs() -> None:
    found = minimise(hloom.parse(PROGRAM), *arrays(), fails=Differs(("reference", WrongCompiler()), limits=LIMITS))
    assert left(found) == ["tanh"]


def test_what_rounding_explains_is_no_fault() -> None:
    """Sums in another order: the evaluator adds one by one, compiled code does not."""
    program = hloom.parse("""func.func @main(%x: tensor<4096xf32>) -> tensor<f32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
        : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32> }""")
    x = np.random.default_rng(0).normal(size=4096).astype(np.float32)
    with pytest.raises(NoFault, match="it is not so that reference and cpu differ"):
        minimise(program, x, fails=Differs(("reference", "cpu"), limits=LIMITS))


class Ending(Reference):
    """An engine that ends its process where a program has a hyperbolic tangent, and fails where it has a transposition."""

    name = "ending"

    def load(self, module: Any) -> Loaded:
        names = {op.mnemonic for op in module.walk()}
        if "tanh" in names:
            os.kill(os.getpid(), signal.SIGSEGV)
        if "transpose" in names:
            raise KeyError("order")
        return super().load(module)


def test_a_crash_comes_to_its_core() -> None:
    found = minimise(hloom.parse(PROGRAM), *arrays(), fails=Crash(Ending(), LIMITS))
    assert left(found) == ["tanh"] and found.fault == "ending ends its process by SIGSEGV"


def test_another_crash_is_not_taken_for_it() -> None:
    """The same program without the tangent fails, too, by an exception: that is another fault."""
    found = minimise(hloom.parse(PROGRAM.replace("stablehlo.tanh", "stablehlo.cosine")), *arrays(), fails=Crash(Ending(), LIMITS))
    assert left(found) == ["transpose"]
    assert found.fault == "ending fails: KeyError in test_minimise.py: load"


def test_a_nan() -> None:
    """What is left makes it: no argument has one, nor an infinity."""
    program = hloom.parse("""func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
      %a = stablehlo.multiply %x, %y : tensor<8xf32>
      %b = stablehlo.subtract %a, %a : tensor<8xf32>
      %c = stablehlo.log %b : tensor<8xf32>
      %d = stablehlo.multiply %c, %b : tensor<8xf32>
      %e = stablehlo.tanh %d : tensor<8xf32>
      return %e : tensor<8xf32> }""")
    found = minimise(program, np.ones(8, np.float32), np.ones(8, np.float32), fails=Nan(limits=LIMITS))
    assert left(found) == ["log"] or sorted(left(found)) == ["log", "multiply"]
    assert np.isnan(hloom.evaluate(found.module, *found.arrays)[0]).all()
    assert all(np.isfinite(a).all() for a in found.arrays)


def test_no_fault_says_so() -> None:
    with pytest.raises(NoFault, match="it is not so that a result of reference has a NaN"):
        minimise(hloom.parse(PROGRAM), *arrays(), fails=Nan(limits=LIMITS))
    with pytest.raises(NoFault, match=r"it was ended after 0\.5 seconds"):
        minimise(hloom.parse(ENDLESS), fails=Nan(limits=Limits(0.5)), seconds=0.1)
    with pytest.raises(InputError):
        minimise(hloom.parse(PROGRAM), fails=has("tanh"))
    for wrong in (lambda: Differs(("cpu",)), lambda: Differs(("cpu", "gpu")), lambda: SlowerThanXla(0.0)):
        with pytest.raises(InputError):
            wrong()


ENDLESS = """func.func @main() -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.while(%k = %z) : tensor<i32>
  cond { %t = stablehlo.compare EQ, %k, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
         stablehlo.return %t : tensor<i1> }
  do { stablehlo.return %k : tensor<i32> }
  return %0 : tensor<i32>
}"""


# -- interrupted, and resumed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [1, 7, 15])
def test_an_interrupted_reduction_ends_the_same(after: int, tmp_path: Path) -> None:
    program, state = hloom.parse(PROGRAM), tmp_path / "state"
    whole = minimised("tanh")
    count = 0

    def tell(text: str) -> None:
        nonlocal count
        count += " tried" in text
        if count > after:
            raise KeyboardInterrupt

    kept: list[Minimised] = []
    first = minimise(program, *arrays(), fails=has("tanh"), limits=LIMITS, state=state, tell=tell, keep=kept.append)
    assert first.stopped == "interrupted" and state.exists() and first.operations >= whole.operations
    assert not kept or kept[-1].program == first.program
    with open(state, "a") as file:
        file.write('{"half a li')  # the process was ended while it wrote
    second = minimise(program, *arrays(), fails=has("tanh"), limits=LIMITS, state=state)
    assert second.program == whole.program and not second.stopped and not state.exists()
    assert second.tried < whole.tried  # nothing is run twice but what was interrupted
    assert first.tried + second.tried <= whole.tried + 2


def test_a_state_of_another_program_is_none(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.write_text('{"reduction": "of something else"}\n{"a": true}\n')
    found = minimise(hloom.parse(PROGRAM), *arrays(), fails=has("transpose"), limits=LIMITS, state=state)
    assert left(found) == ["transpose"]
    with pytest.raises(InputError, match="Is a directory"):
        minimise(hloom.parse(PROGRAM), *arrays(), fails=has("tanh"), limits=LIMITS, state=tmp_path)


def test_the_time_is_over() -> None:
    found = minimise(hloom.parse(PROGRAM), *arrays(), fails=has("tanh"), limits=LIMITS, seconds=0.0)
    assert found.stopped == "time" and found.tried == 0 and found.operations == found.before
    assert "the time is over" in str(found)


def test_calls_stay_where_the_fault_needs_them() -> None:
    def fails(module: Any, arrays: Sequence[Any]) -> bool:
        return "call @gate" in str(module)

    found = minimise(hloom.parse(PROGRAM), *arrays(), fails=fails, limits=LIMITS)
    assert left(found) == ["call"]


def test_large_arrays_become_small_first() -> None:
    """Sizes that are products of others shrink with them, in slices and reshapes, too: what is tried behind is small."""
    program = hloom.parse("""func.func @main(%x: tensor<512x768xf32>, %w: tensor<768x2304xf32>) -> tensor<12x512x512xf32> {
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
        : (tensor<512x768xf32>, tensor<768x2304xf32>) -> tensor<512x2304xf32>
      %1 = stablehlo.slice %0 [0:512, 0:768] : (tensor<512x2304xf32>) -> tensor<512x768xf32>
      %2 = stablehlo.slice %0 [0:512, 768:1536] : (tensor<512x2304xf32>) -> tensor<512x768xf32>
      %3 = stablehlo.reshape %1 : (tensor<512x768xf32>) -> tensor<512x12x64xf32>
      %4 = stablehlo.reshape %2 : (tensor<512x768xf32>) -> tensor<512x12x64xf32>
      %5 = stablehlo.dot_general %3, %4, batching_dims = [1] x [1], contracting_dims = [2] x [2]
        : (tensor<512x12x64xf32>, tensor<512x12x64xf32>) -> tensor<12x512x512xf32>
      return %5 : tensor<12x512x512xf32> }""")
    x, w = np.ones((512, 768), np.float32), np.ones((768, 2304), np.float32)
    needed = {"dot_general", "slice", "reshape"}
    sizes: list[int] = []

    def keep(found: Minimised) -> None:
        sizes.append(sum(r.type.size for op in found.module.walk() for r in op.results))  # type: ignore[union-attr]

    found = minimise(program, x, w, fails=lambda m, a: needed <= {op.mnemonic for op in m.walk()}, limits=LIMITS, keep=keep)
    assert found.operations == 3 and found.before == 6
    assert sizes[0] < 4_000_000 and max(sizes[3:]) < 10_000
