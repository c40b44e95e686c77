"""The `sdy` dialect (Shardy): how values are laid out over a mesh of devices. What it says changes no value.

Shardings are kept as their text. On one process the operations are the identity; a manual computation, which sees one
device's part of its operands, runs where that part is the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import new_class
from typing import Any

from hloom.ir.attributes import OpaqueAttr
from hloom.ir.types import AnyType, TensorType
from hloom.ops.common.process import Process
from hloom.ops.common.region_function import ends, inputs_of, outputs_of, same_types, types_text
from hloom.ops.common.symbols import named
from hloom.ops.definition.attribute_kinds import AttributeKind, elements, i32, i64, string
from hloom.ops.definition.constraints import any_type, compatible, ranked_tensor, static, token
from hloom.ops.definition.operation import Attr, Body, C, Op, Operand, Operands, Results, infers
from hloom.ops.definition.traits import Control
from hloom.ops.sdy.shardings import axes_of, part_type, rank_of, sharding_of, shardings_of, sizes_of_axes
from hloom.ops.stablehlo.creation import numbers_of
from hloom.ops.stablehlo.elementwise import class_name
from hloom.support.diagnostics import EvaluationError


def opaque(prefix: str) -> Any:
    """An attribute kept as its text, which starts with `prefix`."""
    return AttributeKind(f"attribute {prefix}...>", lambda a: isinstance(a, OpaqueAttr) and a.text.startswith(prefix),
                         lambda a: a, OpaqueAttr)


sharding: Any = opaque("#sdy.sharding<")
shardings: Any = opaque("#sdy.sharding_per_value<")


class Mesh(Op, name="sdy.mesh"):
    """A mesh of devices with named axes."""

    sym_name: Attr = string
    mesh: Attr = opaque("#sdy.mesh<")
    is_pure = False
    control = Control.CONTAINER
    syntax = "custom<SymbolName>($sym_name) `=` custom<Sdy>($mesh, mesh) attr-dict"

    def eval(op) -> Any:
        return ()


class Annotation(Op):
    """What says how values are laid out, and computes nothing: its result, if it has one, is its operand."""


def _fits(name: str) -> C:
    """The sharding in the field `name` has as many dimensions as the operand."""
    return C("rank", f"{name} must divide the dimensions of {{input}}, got {{{name}}}",
             lambda op: getattr(op, name) is None or rank_of(getattr(op, name)) == op.input.rank)


#: What is moved between devices must be somewhere.
_HAS_SHARDING = C("input", "input must have a sharding", lambda op: sharding_of(op.input) is not None)


def identity(mnemonic: str, meaning: str, form: str, accepts: Any = ranked_tensor, checks: Sequence[C] = (),
             **attributes: Any) -> type[Op]:
    """The identity on one value. Its attributes say how the value is laid out, or is to be moved.

    `form` is how it is written, between the name and the type.
    """

    def result(op: Any) -> Any:
        return op.input.type

    def value(op: Any, input: Any) -> Any:
        return input

    def decompose(op: Any, b: Any) -> Any:
        return op.input

    body = {
        "__doc__": meaning, "__annotations__": {"input": "Operand", **dict.fromkeys(attributes, "Attr")},
        "input": accepts, **attributes, "result": infers("type", exactly=True)(result), "eval": value, "decompose": decompose,
        "checks": [*map(_fits, (name for name in attributes if name.endswith("sharding"))), *checks],
        "looks_outside": _HAS_SHARDING in checks,
        "__module__": __name__,
        "syntax": f"{form} attr-dict `:` custom<SameOperandsAndResultType>(type($input), type($result))",
    }
    return new_class(class_name(mnemonic), (Annotation,), {"name": f"sdy.{mnemonic}"}, lambda namespace: namespace.update(body))


identity("sharding_constraint", "The operand, laid out as `sharding` says.", "$input custom<Sdy>($sharding, sharding)",
         sharding=sharding)
identity("reshard", "The operand, moved to the layout that `sharding` says.", "$input custom<Sdy>($sharding, sharding)",
         sharding=sharding)
identity("propagation_barrier", "The operand; shardings do not spread across.",
         "$input `allowed_direction` `` `=` `` custom<PropagationDirection>($allowed_direction)",
         allowed_direction=AttributeKind("i32 integer from 0 to 2", lambda a: i32.holds(a) and 0 <= i32.get(a) <= 2, i32.get,
                                         i32.make))
identity("data_flow_edge", "The operand, where values that must be laid out alike meet.",
         "$input (`sharding` `` `=` `` custom<Sdy>($sharding, sharding)^)?", accepts=static, sharding=sharding.optional)
identity("func_data_flow_edge", "The operand, where it enters or leaves a function.", "$input", accepts=static)


def collective(mnemonic: str, meaning: str, axes: str = "", kind: str = "", needs_sharding: bool = True) -> type[Op]:
    """A movement of a value between devices, which is the identity on the value as a whole.

    The attribute `axes`, of the form `#sdy<kind...>`, says along which axes of the mesh. A value without a sharding, which
    all devices have as a whole, can only be sliced.
    """
    moved: dict[str, Any] = {axes: opaque(f"#sdy<{kind}")} if axes else {}
    form = f"custom<Sdy>(${axes}, {kind}) $input" if axes else "$input"
    return identity(mnemonic, meaning, f"{form} `out_sharding` `` `=` `` custom<Sdy>($out_sharding, sharding)",
                    checks=[_HAS_SHARDING] if needs_sharding else [], **moved, out_sharding=sharding)


collective("all_gather", "The operand, gathered along axes: each device has more of it.", "gathering_axes",
           "list_of_axis_ref_lists")
collective("all_slice", "The operand, sliced along axes: each device keeps less of it.", "slicing_axes",
           "list_of_axis_ref_lists", needs_sharding=False)
collective("all_to_all", "The operand, with axes moved from one dimension to another.", "params", "all_to_all_param_list")
collective("collective_permute", "The operand, with its parts on other devices.")
collective("all_reduce", "The operand, whose parts along axes are summed.", "reduction_axes", "axis_ref_list",
           needs_sharding=False)
collective("reduce_scatter", "The operand, whose parts along axes are summed, and then sliced.", "reduce_scatter_axes",
           "list_of_axis_ref_lists", needs_sharding=False)
collective("sharded_to_unreduced", "The operand, whose slices along axes become parts of a sum.", "axes",
           "list_of_axis_ref_lists")
collective("replicated_to_unreduced", "The operand, whose copies along axes become parts of a sum.", "axes",
           "axis_ref_list")


class Constant(Op, name="sdy.constant"):
    """A tensor of fixed numbers, as stablehlo.constant."""

    value: Attr = elements
    syntax = "custom<Constant>"

    @infers("type", exactly=True)
    def output(op) -> Any:
        return op.value.type

    def eval(op) -> Any:
        return numbers_of(op, op.value)

    def decompose(op, b: Any) -> Any:
        return b("stablehlo.constant", value=op.value)


class ShardingGroup(Annotation, name="sdy.sharding_group"):
    """Says that all values of a group are laid out alike."""

    input: Operand = ranked_tensor
    group_id: Attr = i64
    is_pure = False
    syntax = "$input `group_id` `` `=` `` custom<GroupNumber>($group_id) attr-dict `:` type($input)"

    def eval(op, input: Any) -> Any:
        return ()

    def decompose(op, b: Any) -> Any:
        return ()


def _divide(given: OpaqueAttr, values: Sequence[Any]) -> bool:
    """Whether there is one sharding for each value, for as many dimensions as it has; tokens have none."""
    found = shardings_of(given.text)
    return len(found) == len(values) and all(len(s.dimensions) == getattr(v.type, "rank", 0) for s, v in zip(found, values))


def _are_parts(op: Any, types: Sequence[AnyType], given: OpaqueAttr, values: Sequence[Any]) -> bool:
    """Whether types are those of one device's part of values, as far as the program has the meshes."""
    manual = {axis.name for axis in axes_of(op.manual_axes.text)}
    for type, sharding, value in zip(types, shardings_of(given.text), values):
        sizes = _sizes_of(op, sharding.mesh)
        part = part_type(value.type, sharding, manual, sizes or {}) if isinstance(value.type, TensorType) else value.type
        if sizes is not None and part is not type:
            return False
    return True


def _sizes_of(op: Any, mesh: str) -> dict[str, int] | None:
    """The sizes of a mesh's axes; None if the program has no such mesh."""
    found = named(op, mesh)
    stated = found.attributes.get("mesh") if isinstance(found, Mesh) else None  # not verified: it may be anything
    text = mesh if mesh.startswith("mesh<") else stated.text if isinstance(stated, OpaqueAttr) else None
    return None if text is None else sizes_of_axes(text)


class ManualComputation(Op, name="sdy.manual_computation"):
    """Runs `body` on every device's part of the operands, along the axes `manual_axes`."""

    tensors: Operands = ranked_tensor | token
    in_shardings: Attr = shardings
    out_shardings: Attr = shardings
    manual_axes: Attr = opaque("#sdy<manual_axes")
    body: Body = None
    outputs: Results = ranked_tensor | token
    looks_outside = True
    is_pure = False
    control = Control.REGION
    syntax = "custom<ManualComputation>"
    checks = [
        C("body", "body must be one block that ends with a return", lambda op: ends(op.body)),
        C("arguments", "body must take one argument for each operand",
          lambda op: len(op.body.arguments) == len(op.tensors)),
        C("operand_shardings", "in_shardings must divide the dimensions of {tensors}, got {in_shardings}",
          lambda op: _divide(op.in_shardings, op.tensors)),
        C("local_arguments", lambda op: f"body must take one device's part of the operands, got {types_text(inputs_of(op.body))}",
          lambda op: _are_parts(op, inputs_of(op.body), op.in_shardings, op.tensors)),
    ]
    result_checks = [
        C("results", "body must return one value for each result", lambda op: len(outputs_of(op.body)) == len(op.outputs)),
        C("result_shardings", "out_shardings must divide the dimensions of {outputs}, got {out_shardings}",
          lambda op: _divide(op.out_shardings, op.outputs)),
        C("local_results", lambda op: f"body must return one device's part of the results, got {types_text(outputs_of(op.body))}",
          lambda op: _are_parts(op, outputs_of(op.body), op.out_shardings, op.outputs)),
    ]

    def run(op, process: Process, *tensors: Any) -> Any:
        inside, outside = inputs_of(op.body), tuple(v.type for v in op.tensors)
        if not (same_types(inside, outside)
                and all(map(compatible, outputs_of(op.body), (r.type for r in op.outputs)))):
            raise EvaluationError.at(op.span, "grid",
                                     f"{op.name} runs on parts of its operands, {types_text(inside)} of "
                                     f"{types_text(outside)}: one process cannot run it so; `hloom run` without --grid runs "
                                     "a program that says its mhlo.num_partitions on whole arrays, and what a compiler makes "
                                     "of it for each device (in JAX: lowered.compile().as_text()) runs on a grid")
        return process.call(op.body, *tensors)


class NamedComputation(Op, name="sdy.named_computation"):
    """Runs `body`; `name` says what it computes."""

    operands_: Operands = any_type
    name_: Attr = string
    in_shardings: Attr = shardings.optional
    out_shardings: Attr = shardings.optional
    body: Body = None
    is_pure = False
    control = Control.REGION
    syntax = "custom<NamedComputation>"
    checks = [
        C("body", "body must be one block that ends with a return", lambda op: ends(op.body)),
        C("arguments", lambda op: f"body must take the types of the operands, got {types_text(inputs_of(op.body))}",
          lambda op: inputs_of(op.body) == tuple(v.type for v in op.operands)),
    ]

    @infers("results", exactly=True)
    def outputs(op) -> Any:
        return outputs_of(op.body)

    def run(op, process: Process, *operands: Any) -> Any:
        return process.call(op.body, *operands)


class Return(Op, name="sdy.return"):
    """Ends the region of a Shardy operation."""

    inputs: Operands = any_type
    is_terminator = True
    is_pure = False
    control = Control.RETURN
    syntax = "attr-dict ($inputs^ `:` type($inputs))?"
