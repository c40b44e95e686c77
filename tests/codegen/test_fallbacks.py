"""What compiled programs leave to the evaluator: nothing that is drawn here, in any element type, but what a table names."""

from __future__ import annotations

import zlib
from collections import Counter
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ir.types import tensor
from hloom.numbers.bits import from_bits
from hloom.numbers.compare import next_after
from hloom.numbers.convert import convert
from hloom.numbers.element_type import ELEMENT_TYPES, ElementType, of_dtype
from hloom.ops.chlo.elementwise import NextAfter
from hloom.ops.stablehlo.conversion import Convert
from tests.codegen.test_operations import NAMES, draw, program
from tests.harness import apart, compiled, planned, run, same
from tests.ops.drawing.language import any_numbers
from tests.passes.programs import FunctionBuilder

#: Operations that may run on the evaluator, and why.
ALLOWED: dict[str, str] = {}

#: Quantized types: stored in every width, expressed in every type.
QUANTIZED = ("i8:f32, 0.5:3", "u8:f32, 0.25:128", "i4:f32, 0.5:1", "u4:f32, 0.5:1", "i2:f32, 0.5", "i16:f32, 0.01",
             "i32:f32, 0.001", "i8:bf16, 0.5:3", "i8:f16, 0.5:3", "i32:f64, 0.5")
#: Programs on two 4 x 4 tensors of type !t, whose elements are of type !q; both engines run them.
PROGRAMS = {
    "add": "%0 = stablehlo.add %a, %b : !t",
    "tanh": "%0 = stablehlo.tanh %a : !t",
    "requantize": "%0 = stablehlo.uniform_quantize %a : (!t) -> !t",
    "transpose": "%0 = stablehlo.transpose %a, dims = [1, 0] : (!t) -> !t",
    "concatenate": """%1 = stablehlo.concatenate %a, %b, dim = 0 : (!t, !t) -> tensor<8x4x!q>
        %0 = stablehlo.slice %1 [2:6, 0:4] : (tensor<8x4x!q>) -> !t""",
    "compare": """%1 = stablehlo.compare LT, %a, %b : (!t, !t) -> tensor<4x4xi1>
        %0 = stablehlo.select %1, %a, %b : tensor<4x4xi1>, !t""",
    "clamp": "%0 = stablehlo.clamp %a, %b, %a : !t",
    "reduce": """%1 = stablehlo.slice %b [0:1, 0:1] : (!t) -> tensor<1x1x!q>
        %2 = stablehlo.reshape %1 : (tensor<1x1x!q>) -> tensor<!q>
        %3 = stablehlo.reduce(%a init: %2) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<!q>) -> tensor<4x!q>
        %0 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<4x!q>) -> !t""",
    "pad": """%1 = stablehlo.slice %b [0:1, 0:1] : (!t) -> tensor<1x1x!q>
        %2 = stablehlo.reshape %1 : (tensor<1x1x!q>) -> tensor<!q>
        %0 = stablehlo.pad %a, %2, low = [1, 0], high = [-1, 0], interior = [0, 0] : (!t, tensor<!q>) -> !t""",
    "gather": """%1 = stablehlo.constant dense<[[2], [1], [3], [0]]> : tensor<4x1xi32>
        %0 = "stablehlo.gather"(%a, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
             start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (!t, tensor<4x1xi32>) -> !t""",
    "sort": """%0 = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
        ^bb0(%x: tensor<!q>, %y: tensor<!q>):
          %c = stablehlo.compare LT, %x, %y : (tensor<!q>, tensor<!q>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        }) : (!t) -> !t""",
    "update": """%1 = stablehlo.constant dense<1> : tensor<i32>
        %2 = stablehlo.dynamic_slice %a, %1, %1, sizes = [2, 4] : (!t, tensor<i32>, tensor<i32>) -> tensor<2x4x!q>
        %0 = stablehlo.dynamic_update_slice %b, %2, %1, %1 : (!t, tensor<2x4x!q>, tensor<i32>, tensor<i32>) -> !t""",
}


def test_no_operation_falls_back_in_any_type() -> None:
    """Elementwise operations, conversions, comparisons, reductions, contractions, movement, in drawn types. What is left to the
    evaluator is decided before code is emitted."""
    found: Counter[tuple[str, ...]] = Counter()
    for name in NAMES:
        rng = np.random.default_rng(zlib.crc32(name.encode()) + 5)
        for op in planned(program([draw(name, rng) for _ in range(40)])).callbacks:
            found[op.name, *(str(v.type.element) for v in op.operands)] += 1  # type: ignore[union-attr]
    assert not {what: count for what, count in found.items() if what[0] not in ALLOWED}


@pytest.mark.parametrize("name", PROGRAMS)
def test_quantized_operations_do_not_fall_back(name: str) -> None:
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    for parameters in QUANTIZED:
        module = hloom.parse(f"""!q = !quant.uniform<{parameters}>
            !t = tensor<4x4x!q>
            func.func @main(%a: !t, %b: !t) -> !t {{
                {PROGRAMS[name]}
                return %0 : !t
            }}""")
        type: Any = module.functions["main"].function_type.inputs[0]
        low, high = type.element.storage_min, type.element.storage_max + 1
        arrays = [rng.integers(low, high, (4, 4)).astype(type.storage.dtype) for _ in range(2)]
        executable = hloom.compile(module)
        assert not executable.fallbacks, parameters
        same(executable(*arrays), hloom.evaluate(module, *arrays), what=parameters)


SMALL = [t for t in ELEMENT_TYPES.values() if t.is_small_float]


@pytest.mark.parametrize("type", SMALL, ids=str)
def test_conversions_of_small_floats_round_once(type: ElementType) -> None:
    """All patterns to other types, and back numbers that lie on and beside the middles between neighbours."""
    patterns = from_bits(np.arange(1 << type.width), type)
    numbers = np.unique(patterns.astype(np.float64))
    numbers = numbers[np.isfinite(numbers)]
    middles = (numbers[1:] + numbers[:-1]) / 2
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e300, -1e300, 1e-300, 2 * numbers[-1], -2 * numbers[-1]])
    doubles = np.concatenate([numbers, middles, np.nextafter(middles, np.inf), np.nextafter(middles, -np.inf), special])
    rng = np.random.default_rng(1)
    integers = np.concatenate([rng.integers(-(1 << 62), 1 << 62, 50), (1 << 60) + (1 << 56) + np.arange(-2, 3),
                               rng.integers(-500, 500, 50)])
    with np.errstate(all="ignore"):
        cases = [(patterns, ELEMENT_TYPES[t]) for t in ("f32", "f64", "bf16", "f16", "i8", "ui4", "i1", "complex<f32>")]
        cases += [(patterns, other) for other in SMALL if other is not type]
        cases += [(doubles, type), (doubles.astype(np.float32), type), (integers, type), (doubles > 0, type)]
    builder = FunctionBuilder([tensor(x.shape, of_dtype(x.dtype)) for x, _ in cases])
    results = [builder.block.append(Convert.create(x, result_types=[tensor(x.shape, to)])).results[0]  # type: ignore[union-attr]
               for x, (_, to) in zip(builder.arguments, cases)]
    executable = compiled(builder.module(*results))
    assert not executable.fallbacks
    for (array, to), found in zip(cases, run(executable, *(x for x, _ in cases))):
        with np.errstate(all="ignore"):
            different = apart(found, convert(array, to))
        assert not different, f"{array.dtype} to {to}: {different}"


def test_neighbours_of_floats() -> None:
    """next_after in every float type but the one without a sign, from and to all kinds of numbers."""
    rng = np.random.default_rng(3)
    types = [t for t in ELEMENT_TYPES.values() if t.is_float and t.name != "f8E8M0FNU"]
    arrays = [any_numbers(rng, t, (500,)) for t in types for _ in range(2)]
    builder = FunctionBuilder([tensor((500,), t) for t in types for _ in range(2)])
    pairs = zip(builder.arguments[::2], builder.arguments[1::2])
    executable = compiled(builder.module(*(builder.block.append(NextAfter.create(x, y)).results[0] for x, y in pairs)))
    assert not executable.fallbacks
    for x, y, found in zip(arrays[::2], arrays[1::2], run(executable, *arrays)):
        assert not apart(found, next_after(x, y)), x.dtype
