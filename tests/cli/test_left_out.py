"""Constants whose numbers were left out when a program was printed: it is read, verified and printed, and cannot be run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import hloom as library
from hloom.support.diagnostics import ParseError

PROGRAM = """func.func @main(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %w = stablehlo.constant VALUE : tensor<8x8xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
"""
ELIDED = PROGRAM.replace("VALUE", "dense_resource<__elided__>")
LEFT_OUT = r"the numbers of this constant were left out when the program was printed \(large_elements_limit, "
X = np.ones((2, 8), np.float32)


def test_it_is_read_verified_and_printed() -> None:
    module = library.parse(ELIDED)
    assert not library.diagnose(module) and "dense_resource<__elided__>" in str(module)
    assert str(library.parse(str(module))) == str(module)


@pytest.mark.parametrize("value, message", [
    ("dense_resource<__elided__>", LEFT_OUT),
    ("dense_resource<weights>", r"the program has no resource 'weights'; the section `\{-# dialect_resources: ... #-\}`"),
])
def test_both_engines_say_so(value: str, message: str) -> None:
    module = library.parse(PROGRAM.replace("VALUE", value), name="m.mlir")
    for run in (lambda: library.evaluate(module, X), lambda: library.compile(module)(X)):
        with pytest.raises(library.UserError, match=message) as caught:
            run()
        (found,) = caught.value.diagnostics
        assert (found.code, found.line, found.column) == ("resource", 2, 8)


@pytest.mark.parametrize("value", ["dense<...>", "dense<[1.0, 2.0, ...]>", "dense<__elided__>", "dense<[[1.0, …, 2.0]]>"])
def test_other_ways_to_leave_numbers_out(value: str) -> None:
    with pytest.raises(ParseError, match=LEFT_OUT):
        library.parse(PROGRAM.replace("VALUE", value))


def test_a_resource_may_be_called_so() -> None:
    section = '{-# dialect_resources: { builtin: { __elided__: "0x04000000' + "0000803F" * 64 + '" } } #-}'
    assert library.evaluate(library.parse(ELIDED + section), X)[0].tolist() == [[8.0] * 8] * 2


@pytest.mark.parametrize("command", ["compile m.mlir", "convert m.mlir --to hlo", "convert m.mlir --to stablehlo",
                                     "convert m.mlir --to proto -o m.pb"])
def test_what_is_made_of_it_lacks_them_too(hloom, folder: Path, command: str) -> None:
    (folder / "m.mlir").write_text(ELIDED)
    status, _, errors = hloom(*command.split())
    assert status == 0 and errors.startswith("m.mlir:2:8: warning: [resource] the numbers of this constant were left out")
    (folder / "m.mlir").write_text(PROGRAM.replace("VALUE", "dense<1.0>"))
    assert hloom(*command.split()).errors == ""


def test_what_printers_of_mlir_leave_out() -> None:
    jax = pytest.importorskip("jax")
    lowered = jax.jit(lambda x: x @ np.arange(64, dtype=np.float32).reshape(8, 8)).lower(X)
    text = lowered.compiler_ir("stablehlo").operation.get_asm(large_elements_limit=8)
    assert "__elided__" in text
    with pytest.raises(library.UserError, match=LEFT_OUT):
        library.evaluate(library.parse(text), X)
