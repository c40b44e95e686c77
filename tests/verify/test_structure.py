"""Values must be defined before they are used, blocks must end with terminators: found wherever it stands, and as MLIR has it."""

from __future__ import annotations

import pytest

import hloom
from hloom.ir.core import Operation

T = "tensor<4xf32>"
ADD = "^bb0(%a: tensor<f32>, %b: tensor<f32>): %s = stablehlo.add %a, %b : tensor<f32>"


def reduce(result: str, body: str) -> str:
    return (f'%{result} = "stablehlo.reduce"(%x, %i) <{{dimensions = array<i64: 0>}}> ({{ {body} }}) : '
            f"({T}, tensor<f32>) -> tensor<f32>")


GOOD = reduce("g", f"{ADD} stablehlo.return %s : tensor<f32>")
#: Bodies of functions on `%x` and `%i`, with the lines of the values that are used where they must not be.
PROGRAMS: dict[str, tuple[list[str], list[int]]] = {
    "in order": ([GOOD, "%u = stablehlo.add %g, %i : tensor<f32>"], []),
    "before": (["%u = stablehlo.add %g, %i : tensor<f32>", GOOD], [2]),
    "itself": (["%u = stablehlo.add %u, %i : tensor<f32>"], [2]),
    "result within": ([reduce("r", f"{ADD} stablehlo.return %r : tensor<f32>")], [2]),
    "result deeper within": ([reduce("r", "^bb0(%a: tensor<f32>, %b: tensor<f32>): "
                                     '%k = "stablehlo.case"(%c) ({ stablehlo.return %r : tensor<f32> }) : '
                                     "(tensor<i32>) -> tensor<f32> stablehlo.return %k : tensor<f32>")], [2]),
    "from outside": ([GOOD, reduce("r", f"{ADD} stablehlo.return %g : tensor<f32>")], []),
    "from after": ([reduce("r", f"{ADD} stablehlo.return %g : tensor<f32>"), GOOD], [2]),
    "from between": ([GOOD, reduce("r", f"{ADD} stablehlo.return %g : tensor<f32>"),
                      reduce("q", f"{ADD} stablehlo.return %g : tensor<f32>")], []),
    "after a region": ([GOOD, reduce("r", f"{ADD} stablehlo.return %s : tensor<f32>"),
                        "%u = stablehlo.add %r, %g : tensor<f32>"], []),
}


def in_function(*lines: str) -> str:
    body = "\n".join(lines)
    return f"func.func @f(%x: {T}, %i: tensor<f32>, %c: tensor<i32>) {{\n{body}\nreturn\n}}\n"


def lines_of(code: str, module: Operation) -> list[int]:
    return [d.span.line for d in hloom.diagnose(module) if d.code == code and d.span is not None]


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_are_used_after_they_are_defined(name: str) -> None:
    lines, faults = PROGRAMS[name]
    assert lines_of("dominance", hloom.parse(in_function(*lines))) == faults


@pytest.mark.parametrize("name", PROGRAMS)
def test_mlir_finds_the_same_values_used_too_early(name: str) -> None:
    pytest.importorskip("jax")
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir

    lines, faults = PROGRAMS[name]
    with mlir.make_ir_context():
        if faults:
            with pytest.raises(ir.MLIRError, match="does not dominate"):
                ir.Module.parse(in_function(*lines))
        else:
            ir.Module.parse(in_function(*lines))


def test_every_one_of_equal_regions_is_looked_into() -> None:
    """Equal operations are judged once, and by their structure, too."""
    module = hloom.parse(in_function(*[GOOD.replace("%g", f"%g{k}") for k in range(4)]))
    assert not hloom.diagnose(module)
    operations = module.regions[0].block.operations[0].regions[0].block.operations
    for op in operations[1], operations[3]:
        op.regions[0].block.operations.pop()
    assert lines_of("terminator", module) == [3, 5]


def test_values_of_a_region_are_not_seen_after_it() -> None:
    module = hloom.parse(in_function(GOOD, GOOD.replace("%g", "%h"), "%u = stablehlo.add %g, %h : tensor<f32>"))
    first, second, add, _ = module.regions[0].block.operations[0].regions[0].block.operations
    inner = first.regions[0].block
    for value in inner.arguments[0], inner.operations[0].results[0]:
        add.operands[1] = value
        assert lines_of("dominance", module) == [4]
        add.operands[1] = second.results[0]
        second.regions[0].block.operations[0].operands[0] = value
        assert lines_of("dominance", module) == [3]
        second.regions[0].block.operations[0].operands[0] = second.regions[0].arguments[0]
    assert not hloom.diagnose(module)
