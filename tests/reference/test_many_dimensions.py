"""Arrays of more dimensions than NumPy's masks and sorts take: what operations give is what they give on few dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.ops.definition.operation import REGISTRY, Op
from hloom.support.diagnostics import UserError

#: In one dimension, and in 64.
FEW, MANY = "2", "x".join(["1"] * 40 + ["2"] + ["1"] * 23)
QUANTIZED = "!quant.uniform<i8:f32, 2.0>"
ELEMENTS = ("f32", "bf16", "f8E4M3FN", "i32", "i4", "ui8", "i1", "complex<f32>", QUANTIZED)
ELEMENTWISE = sorted(name for name, op in REGISTRY.items() if name.startswith(("stablehlo.", "chlo.")) and issubclass(op, Op)
                     and op.is_elementwise)


def drawn(types: list[Any]) -> list[np.ndarray]:
    source = np.random.default_rng(3)
    return [source.integers(0, 2, t.shape).astype(t.storage.dtype) if t.storage.kind == "pred"
            else source.integers(1, 4, t.shape).astype(np.float32).astype(t.storage.dtype) for t in types]


def outcome(text: str) -> Any:
    """The elements of the results; None for a program that is not valid, and the code of what evaluating it says."""
    try:
        module = hloom.parse(text)
        module.verify()
    except UserError:
        return None
    try:
        found = hloom.evaluate(module, *drawn(module.functions["main"].function_type.inputs))
    except UserError as error:
        return error.diagnostics[0].code
    return [value.reshape(-1) for value in found]


def equal(many: Any, few: Any) -> bool:
    if not isinstance(few, list):
        return many == few
    return all(a.dtype == b.dtype and a.tobytes() == b.tobytes() for a, b in zip(many, few, strict=True))


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_elementwise_operations(name: str) -> None:
    valid = 0
    for element in ELEMENTS:
        for count in (1, 2, 3):
            for result in dict.fromkeys((element, "i1", "f32", "complex<f32>", QUANTIZED)):
                def program(shape: str, element=element, count=count, result=result) -> str:
                    types = ", ".join([f"tensor<{shape}x{element}>"] * count)
                    arguments = ", ".join(f"%{k}: tensor<{shape}x{element}>" for k in range(count))
                    extra = {"stablehlo.compare": " {comparison_direction = #stablehlo<comparison_direction LT>}",
                             "stablehlo.reduce_precision": " {exponent_bits = 4 : i32, mantissa_bits = 2 : i32}"}.get(name, "")
                    return (f"func.func @main({arguments}) -> tensor<{shape}x{result}> {{\n"
                            f"  %r = \"{name}\"({', '.join(f'%{k}' for k in range(count))}){extra} : ({types}) -> "
                            f"tensor<{shape}x{result}>\n  return %r : tensor<{shape}x{result}> }}")

                few = outcome(program(FEW))
                valid += isinstance(few, list)
                assert equal(outcome(program(MANY)), few), (element, count, result)
    assert valid, "no types were valid"


SUM = """({^bb0(%a: tensor<ELEMENT>, %b: tensor<ELEMENT>):
    %s = stablehlo.add %a, %b : tensor<ELEMENT>
    %t = stablehlo.multiply %s, %a : tensor<ELEMENT>
    stablehlo.return %t : tensor<ELEMENT> })"""
LESS = """({^bb0(%a: tensor<ELEMENT>, %b: tensor<ELEMENT>):
    %s = stablehlo.compare DIRECTION, %a, %b : (tensor<ELEMENT>, tensor<ELEMENT>) -> tensor<i1>
    stablehlo.return %s : tensor<i1> })"""
#: Operations on %x: tensor<SHAPExELEMENT> with an axis of 2; ONE is the shape of an element in as many dimensions.
OTHERS = {
    "sort": f'"stablehlo.sort"(%x) {LESS.replace("DIRECTION", "LT")} {{dimension = AXIS : i64}} : (T) -> T',
    "sort by no key": f'"stablehlo.sort"(%x) {LESS.replace("DIRECTION", "NE")} {{dimension = AXIS : i64}} : (T) -> T',
    "iota": "stablehlo.iota dim = AXIS : T",
    "map": f'"stablehlo.map"(%x, %x) {SUM} {{dimensions = array<i64: DIMENSIONS>}} : (T, T) -> T',
    "gather": '"stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [DIMENSIONS], start_index_map = '
              "[AXIS]>, slice_sizes = array<i64: ONES>} : (T, tensor<1xi32>) -> tensor<ONExELEMENT>",
    "convert": "stablehlo.convert %x : (T) -> tensor<SHAPExf16>",
}


@pytest.mark.parametrize("element", [e for e in ELEMENTS if e not in ("complex<f32>", "i1", QUANTIZED)])
@pytest.mark.parametrize("name", OTHERS)
def test_other_operations(name: str, element: str) -> None:
    def program(shape: str) -> str:
        rank, axis = shape.count("x") + 1, shape.split("x").index("2")
        operation = OTHERS[name]
        for word, meaning in (("DIMENSIONS", ", ".join(map(str, range(rank)))), ("ONES", ", ".join(["1"] * rank)),
                              ("ONE", "x".join(["1"] * rank)), ("AXIS", str(axis)), ("(T", "(tensor<SHAPExELEMENT>"),
                              ("T)", "tensor<SHAPExELEMENT>)"), ("> T", "> tensor<SHAPExELEMENT>"),
                              (", T", ", tensor<SHAPExELEMENT>"), (": T", ": tensor<SHAPExELEMENT>"), ("SHAPE", shape),
                              ("ELEMENT", element)):
            operation = operation.replace(word, meaning)
        result = operation.rpartition("-> " if "->" in operation else ": ")[2]
        return (f"func.func @main(%x: tensor<{shape}x{element}>, %i: tensor<1xi32>) -> {result} {{\n  %r = {operation}\n"
                f"  return %r : {result} }}")

    few = outcome(program(FEW))
    assert isinstance(few, list), "the program is not valid"
    assert equal(outcome(program(MANY)), few)


def test_top_k() -> None:
    x = np.array([3, 1, 2], np.float32)
    shape, one = "x".join(["1"] * 63) + "x3", "x".join(["1"] * 63) + "x2"
    values, places = hloom.evaluate(hloom.parse(f"""
    func.func @main(%x: tensor<{shape}xf32>) -> (tensor<{one}xf32>, tensor<{one}xi32>) {{
      %v, %i = chlo.top_k(%x, k = 2) : tensor<{shape}xf32> -> (tensor<{one}xf32>, tensor<{one}xi32>)
      return %v, %i : tensor<{one}xf32>, tensor<{one}xi32> }}"""), x.reshape((1,) * 63 + (3,)))
    assert values.reshape(-1).tolist() == [3, 2] and places.reshape(-1).tolist() == [0, 2]
    assert values.shape == places.shape == (1,) * 63 + (2,)
