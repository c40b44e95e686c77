"""Parts of operations as texts, and operations put together from them, of which tests change one part at a time."""

from __future__ import annotations

from typing import Any, NamedTuple

import hloom.ops
from hloom.ops.definition.operation import REGISTRY, diagnostic_code
from hloom.text.mlir import parse
from hloom.verify import diagnose

assert hloom.ops

Q = "!quant.uniform<i8:f32, 0.5:0>"
Q2 = "!quant.uniform<i8:f32, 2.0:3>"
Q16 = "!quant.uniform<i16:f32, 0.5:0>"
QH = "!quant.uniform<i8:f16, 0.5:0>"


def per_axis(axis: int, count: int, zero_point: int = 0) -> str:
    return f"!quant.uniform<i8:f32:{axis}, {{{', '.join([f'0.5:{zero_point}'] * count)}}}>"


def array(*values: int) -> str:
    return f"array<i64{': ' if values else ''}{', '.join(map(str, values))}>"


def bodies(*types: str, returns: str = "%a0", operations: str = "", result: str | None = None) -> str:
    """A region that returns one of its arguments `%a0, %a1, ...`."""
    arguments = ", ".join(f"%a{k}: {t}" for k, t in enumerate(types))
    result = result or types[0]
    return f"({{ ^bb0({arguments}): {operations} \"stablehlo.return\"({returns}) : ({result}) -> () }})"


REDUCER = bodies("tensor<f32>", "tensor<f32>")
LESS = bodies("tensor<f32>", "tensor<f32>", returns="%0", result="tensor<i1>",
              operations="%0 = stablehlo.compare LT, %a0, %a1 : (tensor<f32>, tensor<f32>) -> tensor<i1>")


def two_blocks(regions: str) -> str:
    """Regions of which the last has a second block."""
    return regions.removesuffix(" })") + ' ^bb1: "stablehlo.return"() : () -> () })'


class Base(NamedTuple):
    """A valid operation: operand types (`dense<...> : type` for a constant), result types, attributes as text, regions as text;
    and attributes of the module that it stands in."""

    operands: list[str]
    results: list[str]
    attributes: dict[str, str] = {}
    regions: str = ""
    module: str = ""

    def changed(self, changes: dict[str, Any]) -> Base:
        """This case with some of its parts replaced; attributes by their name."""
        parts = {k: v for k, v in changes.items() if k in Base._fields}
        return self._replace(attributes=self.attributes | {k: v for k, v in changes.items() if k not in parts}, **parts)


def diagnosed(name: str, case: Base) -> list[str]:
    """The codes of the faults of one operation, of StableHLO if no dialect is named."""
    return [d.code for d in diagnose(parse(program_text(name, case)))]


def code_of(name: str, label: str) -> str:
    """The code of a constraint of an operation, of StableHLO if no dialect is named."""
    return diagnostic_code(REGISTRY[name if "." in name else f"stablehlo.{name}"], label)


def program_text(name: str, case: Base) -> str:
    """A program of one operation, of StableHLO if no dialect is named."""
    name = name if "." in name else f"stablehlo.{name}"
    types = [t.rpartition(" : ")[2] for t in case.operands]
    arguments = ", ".join(f"%x{k}: {t}" for k, t in enumerate(case.operands) if not t.startswith("dense"))
    constants = "".join(f"%x{k} = stablehlo.constant {t}\n" for k, t in enumerate(case.operands) if t.startswith("dense"))
    attributes = ", ".join(f"{k} = {v}" for k, v in case.attributes.items() if v)
    values = ", ".join(f"%x{k}" for k in range(len(case.operands)))
    head = f"%r:{len(case.results)} = " if case.results else ""
    return (f'module attributes {{{case.module}}} {{ func.func @f({arguments}) {{\n{constants}'
            f'{head}"{name}"({values}) {case.regions} {{{attributes}}} : ({", ".join(types)}) -> ({", ".join(case.results)})\n'
            f"return\n}} }}")


def dot(lhs_batch=(0,), rhs_batch=(0,), lhs_depth=(2,), rhs_depth=(1,)) -> str:
    return (f"#stablehlo.dot<lhs_batching_dimensions = {list(lhs_batch)}, rhs_batching_dimensions = {list(rhs_batch)}, "
            f"lhs_contracting_dimensions = {list(lhs_depth)}, rhs_contracting_dimensions = {list(rhs_depth)}>")


def algorithm(lhs: int = 1, rhs: int = 1, products: int = 1, total: str = "f32") -> str:
    return (f"#stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = "
            f"{total}, "
            f"lhs_component_count = {lhs}, rhs_component_count = {rhs}, num_primitive_operations = {products}, "
            "allow_imprecise_accumulation = false>")


def precisions(*names: str) -> str:
    return f"[{', '.join(f'#stablehlo<precision {n}>' for n in names)}]"


def gather(offset=(1, 3), collapsed=(0,), batching=(1,), indices_batching=(0,), mapped=(0, 2), vector=2) -> str:
    return (f"#stablehlo.gather<offset_dims = {list(offset)}, collapsed_slice_dims = {list(collapsed)}, "
            f"operand_batching_dims = {list(batching)}, start_indices_batching_dims = {list(indices_batching)}, "
            f"start_index_map = {list(mapped)}, index_vector_dim = {vector}>")


def scatter(window=(1, 3), inserted=(0,), batching=(1,), indices_batching=(0,), mapped=(0, 2), vector=2) -> str:
    return (f"#stablehlo.scatter<update_window_dims = {list(window)}, inserted_window_dims = {list(inserted)}, "
            f"input_batching_dims = {list(batching)}, scatter_indices_batching_dims = {list(indices_batching)}, "
            f"scatter_dims_to_operand_dims = {list(mapped)}, index_vector_dim = {vector}>")


def conv(input: str = "b, 0, f", kernel: str = "0, i, o", output: str = "b, 0, f") -> str:
    return f"#stablehlo.conv<[{input}]x[{kernel}]->[{output}]>"


def raw(**changes: Any) -> str:
    """Convolution dimensions field by field, for numbers that the compact form cannot state."""
    fields = {"input_batch_dimension": 0, "input_feature_dimension": 2, "input_spatial_dimensions": [1],
              "kernel_input_feature_dimension": 1, "kernel_output_feature_dimension": 2,
              "kernel_spatial_dimensions": [0],
              "output_batch_dimension": 0, "output_feature_dimension": 2, "output_spatial_dimensions": [1]} | changes
    return f"#stablehlo.conv<raw {', '.join(f'{k} = {v}' for k, v in fields.items())}>"
