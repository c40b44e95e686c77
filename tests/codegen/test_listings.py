"""Kernels read memory at affine places: no division or remainder in an innermost loop, whatever was reshaped."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hloom
from hloom.pipeline import stages
from tests.passes.programs import program

_LABEL = re.compile(r"^([\w.]+):")
_TARGET = re.compile(r"label %([\w.]+)")
#: Calls of functions by their names, or by what numbers of forms say.
_CALL = re.compile(r"call void (?:@(?!llvm)|%n\d+\()")
_DIVISION = re.compile(r"= (udiv|urem|sdiv|srem) ")

PROGRAMS = {
    "transpose": """(%x: tensor<6x50x70xf32>) -> tensor<70x6x50xf32> {
        %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<6x50x70xf32>) -> tensor<70x6x50xf32>
        return %0 : tensor<70x6x50xf32> }""",
    "transpose of a reshape": """(%x: tensor<64x96xf32>) -> tensor<12x64x8xf32> {
        %0 = stablehlo.reshape %x : (tensor<64x96xf32>) -> tensor<64x12x8xf32>
        %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<64x12x8xf32>) -> tensor<12x64x8xf32>
        %2 = stablehlo.add %1, %1 : tensor<12x64x8xf32>
        return %2 : tensor<12x64x8xf32> }""",
    "reshapes that split and join": """(%x: tensor<30x42xf32>, %y: tensor<1260xf32>) -> tensor<90x14xf32> {
        %0 = stablehlo.reshape %x : (tensor<30x42xf32>) -> tensor<90x14xf32>
        %1 = stablehlo.reshape %y : (tensor<1260xf32>) -> tensor<45x28xf32>
        %2 = stablehlo.negate %1 : tensor<45x28xf32>
        %3 = stablehlo.reshape %2 : (tensor<45x28xf32>) -> tensor<90x14xf32>
        %4 = stablehlo.add %0, %3 : tensor<90x14xf32>
        return %4 : tensor<90x14xf32> }""",
    "a transpose between reshapes": """(%x: tensor<24x60xf32>) -> tensor<10x144xf32> {
        %0 = stablehlo.reshape %x : (tensor<24x60xf32>) -> tensor<4x6x60xf32>
        %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<4x6x60xf32>) -> tensor<60x4x6xf32>
        %2 = stablehlo.reshape %1 : (tensor<60x4x6xf32>) -> tensor<10x144xf32>
        %3 = stablehlo.multiply %2, %2 : tensor<10x144xf32>
        return %3 : tensor<10x144xf32> }""",
    "concatenate": """(%x: tensor<9x40xf32>, %y: tensor<9x33xf32>) -> (tensor<9x73xf32>, tensor<80x9xf32>) {
        %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<9x40xf32>, tensor<9x33xf32>) -> tensor<9x73xf32>
        %1 = stablehlo.negate %x : tensor<9x40xf32>
        %2 = stablehlo.reshape %1 : (tensor<9x40xf32>) -> tensor<40x9xf32>
        %3 = stablehlo.reshape %x : (tensor<9x40xf32>) -> tensor<40x9xf32>
        %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<40x9xf32>, tensor<40x9xf32>) -> tensor<80x9xf32>
        return %0, %4 : tensor<9x73xf32>, tensor<80x9xf32> }""",
    "pad": """(%x: tensor<9x40xf32>, %v: tensor<f32>) -> tensor<12x45xf32> {
        %0 = stablehlo.pad %x, %v, low = [1, 2], high = [2, 3], interior = [0, 0] :
            (tensor<9x40xf32>, tensor<f32>) -> tensor<12x45xf32>
        %1 = stablehlo.add %0, %0 : tensor<12x45xf32>
        return %1 : tensor<12x45xf32> }""",
    "heads of attention": """(%x: tensor<2x32x192xf32>, %w: tensor<192x192xf32>) -> tensor<2x32x192xf32> {
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %scale = stablehlo.constant dense<0.25> : tensor<2x12x32x32xf32>
        %qf = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] :
            (tensor<2x32x192xf32>, tensor<192x192xf32>) -> tensor<2x32x192xf32>
        %q4 = stablehlo.reshape %qf : (tensor<2x32x192xf32>) -> tensor<2x32x12x16xf32>
        %q = stablehlo.transpose %q4, dims = [0, 2, 1, 3] : (tensor<2x32x12x16xf32>) -> tensor<2x12x32x16xf32>
        %k4 = stablehlo.reshape %x : (tensor<2x32x192xf32>) -> tensor<2x32x12x16xf32>
        %k = stablehlo.transpose %k4, dims = [0, 2, 3, 1] : (tensor<2x32x12x16xf32>) -> tensor<2x12x16x32xf32>
        %v = stablehlo.transpose %k4, dims = [0, 2, 1, 3] : (tensor<2x32x12x16xf32>) -> tensor<2x12x32x16xf32>
        %s = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] :
            (tensor<2x12x32x16xf32>, tensor<2x12x16x32xf32>) -> tensor<2x12x32x32xf32>
        %t = stablehlo.multiply %s, %scale : tensor<2x12x32x32xf32>
        %m = stablehlo.reduce(%t init: %low) applies stablehlo.maximum across dimensions = [3] :
            (tensor<2x12x32x32xf32>, tensor<f32>) -> tensor<2x12x32xf32>
        %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1, 2] : (tensor<2x12x32xf32>) -> tensor<2x12x32x32xf32>
        %d = stablehlo.subtract %t, %mb : tensor<2x12x32x32xf32>
        %e = stablehlo.exponential %d : tensor<2x12x32x32xf32>
        %n = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] :
            (tensor<2x12x32x32xf32>, tensor<f32>) -> tensor<2x12x32xf32>
        %nb = stablehlo.broadcast_in_dim %n, dims = [0, 1, 2] : (tensor<2x12x32xf32>) -> tensor<2x12x32x32xf32>
        %p = stablehlo.divide %e, %nb : tensor<2x12x32x32xf32>
        %o = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] :
            (tensor<2x12x32x32xf32>, tensor<2x12x32x16xf32>) -> tensor<2x12x32x16xf32>
        %r = stablehlo.transpose %o, dims = [0, 2, 1, 3] : (tensor<2x12x32x16xf32>) -> tensor<2x32x12x16xf32>
        %f = stablehlo.reshape %r : (tensor<2x32x12x16xf32>) -> tensor<2x32x192xf32>
        %y = stablehlo.add %f, %x : tensor<2x32x192xf32>
        return %y : tensor<2x32x192xf32> }""",
}


def divisions(llvm: str) -> list[str]:
    """The divisions and remainders in innermost loops of all functions of a module of LLVM IR."""
    found = []
    for text in re.split(r"(?m)^define ", llvm)[1:]:
        lines = text[: text.index("\n}")].splitlines()
        labels = {m[1]: number for number, line in enumerate(lines) if (m := _LABEL.match(line))}
        # Loops are emitted as runs of blocks: from the head to the last branch back to it.
        loops = {}
        for number, line in enumerate(lines):
            for target in _TARGET.findall(line):
                if labels[target] <= number:
                    loops[labels[target]] = number
        for head, end in loops.items():
            body = lines[head : end + 1]
            # Loops that call other kernels' functions have these functions' loops inside.
            if not any(head < other <= end for other in loops) and not any(_CALL.search(line) for line in body):
                found += [line.strip() for line in body if _DIVISION.search(line)]
    return found


def test_divisions_are_found() -> None:
    """The reader of listings sees a division in an inner loop, and only there."""
    text = """define void @f() {
entry:
  br label %head1
head1:
  %a = udiv i64 1, 2
  br i1 true, label %head2, label %done
head2:
  %b = DIVISION i64 1, 2
  br i1 true, label %head2, label %tail
tail:
  br label %head1
done:
  %c = srem i64 1, 2
  ret void
}
"""
    assert divisions(text.replace("DIVISION", "urem")) == ["%b = urem i64 1, 2"]
    assert divisions(text.replace("DIVISION", "add")) == []


@pytest.mark.parametrize("name", PROGRAMS)
def test_affine_kernels_do_not_divide(name: str) -> None:
    assert divisions(stages(program(PROGRAMS[name])).llvm) == []


@pytest.mark.shared
@pytest.mark.parametrize("name", ["i_transpose", "b_softmax", "c_layernorm", "g_conv3x3", "e_mlp_fwd", "n_cumsum_ax1",
                                  "f_gpt_block", "q_bf16_block", "l_lstm", "g_resnet18"])
def test_benchmarks_do_not_divide(name: str, shared: Path) -> None:
    assert divisions(stages(hloom.load(shared / "bench" / "stablehlo" / f"{name}.mlir")).llvm) == []
