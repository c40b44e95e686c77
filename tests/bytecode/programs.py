"""Programs for tests of bytecode: one of everything that attributes and types may be, and the examples of all operations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import hloom.ops  # noqa: F401
from hloom.ops.definition.examples import example_of
from hloom.ops.definition.operation import REGISTRY

#: Attributes, types, locations, regions within regions, values that are used before they stand, functions without a body.
EVERYTHING = r'''
#loc = loc(unknown)
module @m attributes {zz.array = [1 : i8, -1 : i16, "a\00\FFb", unit, true, 1.5 : bf16, 0x7FC00001 : f32, @f, @f::@g, f32, index],
    zz.dense = dense<[[1, -2], [3, 4]]> : tensor<2x2xi4>, zz.splat = dense<0x7F800000> : tensor<7xf32>,
    zz.none = dense<> : tensor<0xi8>,
    zz.bools = dense<[true, false, true, true, false, true, true, true, false]> : tensor<9xi1>, zz.long = -1 : i128,
    zz.list = array<i32: 1, -2>, zz.floats = array<f64: 0.5>, zz.flags = array<i1: true, false>, zz.empty = array<i64>,
    zz.map = affine_map<(d0) -> (d0)>, zz.other = #other.thing<"a b">,
    zz.typed = "s" : i32, zz.small = dense<1.5> : tensor<3xf8E4M3FN>,
    zz.complex = dense<(1.0, -2.0)> : tensor<complex<f64>>, zz.si = 3 : si8,
    zz.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {}]>} {
  func.func private @declared(tensor<?x3xf32, #stablehlo.bounds<5, ?>>, tensor<*xf32>) -> (tuple<tensor<f32>, !stablehlo.token>)
  func.func @main(%arg0: tensor<4xf32> {zz.note = "n"} loc("x"), %arg1: tensor<i32>) -> (tensor<4xf32> {zz.out}, tensor<i32>) {
    %0:2 = stablehlo.while(%a = %arg0, %i = %arg1) : tensor<4xf32>, tensor<i32> cond {
      %c = stablehlo.constant dense<3> : tensor<i32> loc("f.py":3:7)
      %1 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1> loc(callsite("a" at "g.py":1:2))
      stablehlo.return %1 : tensor<i1> loc(fused["b", "h.py":4:5])
    } do {
      %c = stablehlo.constant dense<1> : tensor<i32> loc("name"("f.py":5:6))
      %1 = stablehlo.add %i, %c : tensor<i32> loc(fused<{a = 1 : i64}>["c"])
      %2 = stablehlo.add %a, %arg0 : tensor<4xf32> loc("f.py":7:8 to :12)
      stablehlo.return %2, %1 : tensor<4xf32>, tensor<i32>
    }
    return %0#0, %0#1 : tensor<4xf32>, tensor<i32>
  }
}
'''


#: Literals of the types that numbers of attributes may have.
LITERALS: Final = {
    "i1": "true", "i4": "-3", "i8": "-3", "ui16": "65535", "si32": "-3", "i64": "-3", "i7": "-3", "i24": "-3",
    "ui40": "3", "i128": "-3",
    "f4E2M1FN": "1.5", "f8E4M3FN": "1.5", "bf16": "1.5", "f32": "1.5", "f64": "1.5", "tf32": "1.5", "f80": "1.5", "f128": "1.5",
    "complex<f32>": "(1.5, 2.5)", "complex<i24>": "(-3, 3)", "complex<f80>": "(1.5, 2.5)"}
#: Those that do not stand in `array<...>`: neither of whole bytes nor i1, or complex ones, which are no attributes by themselves.
_IN_PARTS: Final = ("i4", "i7", "f4E2M1FN", "tf32", *(type for type in LITERALS if type.startswith("complex")))


def numbers_of(type: str) -> str:
    """A program with attributes of numbers of a type: one, an array, constants of none, of one, of several and of equal ones."""
    literal = LITERALS[type]
    forms = [f"dense<{literal}> : tensor<3x{type}>",
             f"dense<[[{literal}], [{literal.lstrip('-')}]]> : tensor<2x1x{type}>", f"dense<> : tensor<0x{type}>",
             f"dense<{literal}> : tensor<0x1x{type}>", f"dense<{literal}> : tensor<1x{type}>"]
    if not type.startswith("complex"):
        forms.append(literal if type == "i1" else f"{literal} : {type}")
    if type not in _IN_PARTS:
        forms += [f"array<{type}: {literal}, {literal.lstrip('-')}>", f"array<{type}>", f"[array<{type}: {literal}>]"]
    return f"module attributes {{{', '.join(f'zz.a{k} = {form}' for k, form in enumerate(forms))}}} {{}}"


def examples(*dialects: str) -> Iterator[tuple[str, str]]:
    """The name of each operation of some dialects, and its example."""
    for name, op in sorted(REGISTRY.items()):
        text = example_of(op) if name.partition(".")[0] in dialects else None
        if text is not None:
            yield name, text
