"""The `sdy` dialect (Shardy): how values are laid out over a mesh of devices. What it says changes no value.

Shardings are kept as their text. On one process the operations are the identity; a manual computation, which sees one
device's part of its operands, runs where that part is the whole.
"""

from __future__ import annotations

from typing import Any

from hloom.ir.attributes import OpaqueAttr
from hloom.ops.attribute_kinds import AttributeKind, any_integer, anything, string
from hloom.ops.constraints import any_type, compatible
from hloom.ops.control import ends, inputs_of, outputs_of, same_types, types_text
from hloom.ops.definition import Attr, Body, C, Op, Operand, Operands, Results, infers
from hloom.ops.elementwise import class_name
from hloom.ops.process import Process
from hloom.support.diagnostics import EvaluationError


def opaque(prefix: str) -> Any:
    """An attribute kept as its text, which starts with `prefix`."""
    return AttributeKind(f"{prefix} attribute", lambda a: isinstance(a, OpaqueAttr) and a.text.startswith(prefix),
                         lambda a: a, OpaqueAttr)


sharding: Any = opaque("#sdy.sharding<")
shardings: Any = opaque("#sdy.sharding_per_value<")


class Mesh(Op, name="sdy.mesh"):
    """A mesh of devices with named axes."""

    sym_name: Attr = string
    sym_visibility: Attr = string.optional
    mesh: Attr = opaque("#sdy.mesh<")
    is_pure = False
    control = "declaration"
    syntax = "custom<SymbolName>($sym_name) `=` custom<Sdy>($mesh) attr-dict"

    def eval(op) -> Any:
        return ()


def placed(mnemonic: str, meaning: str) -> type[Op]:
    """The identity on a value whose layout it states."""

    class Placed(Op, name=f"sdy.{mnemonic}"):
        input: Operand = any_type
        sharding: Attr = sharding
        kernel = "identity"
        syntax = ("$input custom<Sdy>($sharding) attr-dict `:` "
                  "custom<SameOperandsAndResultType>(type($input), type($result))")

        @infers("type")
        def result(op) -> Any:
            return op.input.type

        def eval(op, input: Any) -> Any:
            return input

    Placed.__doc__, Placed.__name__ = meaning, class_name(mnemonic)
    return Placed


ShardingConstraint = placed("sharding_constraint", "The operand, laid out as `sharding` says.")
Reshard = placed("reshard", "The operand, moved to the layout that `sharding` says.")


class PropagationBarrier(Op, name="sdy.propagation_barrier"):
    """The operand; shardings do not spread across."""

    input: Operand = any_type
    allowed_direction: Attr = any_integer
    kernel = "identity"
    syntax = ("$input `allowed_direction` `` `=` `` custom<PropagationDirection>($allowed_direction) attr-dict `:` "
              "custom<SameOperandsAndResultType>(type($input), type($result))")

    @infers("type")
    def result(op) -> Any:
        return op.input.type

    def eval(op, input: Any) -> Any:
        return input


class ShardingGroup(Op, name="sdy.sharding_group"):
    """Says that all values of a group are laid out alike."""

    input: Operand = any_type
    group_id: Attr = any_integer
    is_pure = False
    kernel = "identity"
    syntax = "$input `group_id` `` `=` `` custom<GroupNumber>($group_id) attr-dict `:` type($input)"

    def eval(op, input: Any) -> Any:
        return ()


class ManualComputation(Op, name="sdy.manual_computation"):
    """Runs `body` on every device's part of the operands, along the axes `manual_axes`."""

    tensors: Operands = any_type
    in_shardings: Attr = shardings
    out_shardings: Attr = shardings
    manual_axes: Attr = opaque("#sdy<manual_axes")
    body: Body = None
    outputs: Results = any_type
    is_pure = False
    control = "call"
    syntax = "custom<ManualComputation>"
    checks = [
        C("body", "body must be one block that ends with a return", lambda op: ends(op.body)),
        C("arguments", "body must take one argument for each operand",
          lambda op: len(op.body.arguments) == len(op.tensors)),
    ]
    result_checks = [C("results", "body must return one value for each result",
                       lambda op: len(outputs_of(op.body)) == len(op.outputs))]

    def run(op, process: Process, *tensors: Any) -> Any:
        inside, outside = inputs_of(op.body), tuple(v.type for v in op.tensors)
        if not (same_types(inside, outside)
                and all(map(compatible, outputs_of(op.body), (r.type for r in op.outputs)))):
            raise EvaluationError.at(op.span, "grid",
                                     f"{op.name} runs on parts of its operands, {types_text(inside)} of "
                                     f"{types_text(outside)}: "
                                     "one process cannot run it")
        return process.call(op.body, *tensors)


class NamedComputation(Op, name="sdy.named_computation"):
    """Runs `body`; `name` says what it computes."""

    operands_: Operands = any_type
    name_: Attr = string
    in_shardings: Attr = anything.optional
    out_shardings: Attr = anything.optional
    body: Body = None
    is_pure = False
    control = "call"
    syntax = "custom<NamedComputation>"
    checks = [
        C("body", "body must be one block that ends with a return", lambda op: ends(op.body)),
        C("arguments", lambda op: f"body must take the types of the operands, got {types_text(inputs_of(op.body))}",
          lambda op: same_types(inputs_of(op.body), tuple(v.type for v in op.operands))),
    ]

    @infers("results")
    def outputs(op) -> Any:
        return outputs_of(op.body)

    def run(op, process: Process, *operands: Any) -> Any:
        return process.call(op.body, *operands)


class Return(Op, name="sdy.return"):
    """Ends the region of a Shardy operation."""

    inputs: Operands = any_type
    is_terminator = True
    is_pure = False
    control = "return"
    syntax = "attr-dict ($inputs^ `:` type($inputs))?"
