"""Faults of syntax: the place, the code and the message of each."""

from __future__ import annotations

import pytest

from hloom.support.diagnostics import Diagnostic, ParseError
from hloom.text.mlir import Limits, parse, print_module


def fault(text: str, **options: object) -> Diagnostic:
    """The only diagnostic of a text that cannot be read."""
    with pytest.raises(ParseError) as caught:
        parse(text, **options)  # type: ignore[arg-type]
    (found,) = caught.value.diagnostics
    return found


def body(*lines: str) -> str:
    """A function of one argument with these lines, the first of which is line 2."""
    return "\n".join(["func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {", *lines, "}"])


@pytest.mark.parametrize(
    "text, place, code, message",
    [
        (
            body("  %0 = stablehlo.addd %x, %x : tensor<2xf32>"),
            (2, 8),
            "operation",
            "unknown operation 'stablehlo.addd'; did you mean 'stablehlo.add'?",
        ),
        (body("  %0 = stablehlo.add %x %x : tensor<2xf32>"), (2, 25), "syntax", "expected ',', found '%x'"),
        ('sdy.mesh @m = x <["x"=2]>', (1, 15), "syntax", "expected '<', found 'x'"),
        ('sdy.mesh @m = <["x=2]>', (1, 17), "syntax", "this string is never closed"),
        ("sdy.mesh @m = <=, [1]>", (1, 15), "syntax", "'<=' is not an opening bracket"),
        (body("  return %x : tensor<4x!quant.uniform<i8:f32, 1.0e999:3>>"), (2, 47), "syntax", "a scale is a finite number"),
        (body("  return %x : tensor<4x!quant.uniform<i8:f32, 2:3>>"), (2, 47), "syntax",
         "a scale is a decimal number with a point"),
        ("func.func private @f(complex<complex<f32>>)", (1, 22), "syntax",
         "complex<complex<f32>> is not a type: the parts of a complex number are integers or floats"),
        ('func.func private @f-g()', (1, 21), "syntax", "expected '(', found '-'"),
        (body('  %0 = stablehlo.custom_call "f"(%x) : (tensor<2xf32>) -> tensor<2xf32>'), (2, 30), "syntax",
         'expected a symbol name, found \'"f"\''),
        (body("  %0 = stablehlo.reduce(%x init: %x) applies stablehlo.subtract across dimensions = [0] : (tensor<2xf32>, "
              "tensor<2xf32>) -> tensor<f32>"), (2, 46), "syntax",
         "'stablehlo.subtract' is not an operation that a reduction can apply: it takes a commutative operation of two operands "
         "of stablehlo, such as stablehlo.add"),
        (body("  %0 = mhlo.reduce(%x init: %x) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<2xf32>) -> "
              "tensor<f32>"), (2, 41), "syntax",
         "'stablehlo.add' is not an operation that a reduction can apply: it takes a commutative operation of two operands "
         "of mhlo, such as mhlo.add"),
        ("sdy.mesh @m = ]", (1, 15), "syntax", "expected '<', found ']'"),
        (
            body("  %0 = stablehlo.add %x, %x", "  return %0 : tensor<2xf32>"),
            (2, 28),
            "syntax",
            "expected ':', found 'return'; the type stands behind it, such as : tensor<2x3xf32>",
        ),
        (body("  %0 = stablehlo.add %x, %y : tensor<2xf32>"), (2, 26), "undefined", "%y is used, but never defined"),
        (
            body("  %0 = stablehlo.add %x, %x : tensor<3xf32>"),
            (2, 22),
            "type",
            "%x has type tensor<2xf32>, but is used as tensor<3xf32>",
        ),
        (body("  %x = stablehlo.add %x, %x : tensor<2xf32>"), (2, 3), "redefinition", "%x is defined twice"),
        (
            body("  %0:2 = stablehlo.add %x, %x : tensor<2xf32>"),
            (2, 3),
            "syntax",
            "stablehlo.add has 1 result, but 2 are named",
        ),
        (
            body("  %0 = stablehlo.add %x#1, %x : tensor<2xf32>"),
            (2, 22),
            "symbol",
            "%x has 1 result, so there is no %x#1",
        ),
        (body("  %0 = stablehlo.add %x, %x : tensr<2xf32>"), (2, 31), "syntax", "expected a type, found 'tensr'"),
        (
            body("  %0 = stablehlo.add %x, %x {a = 1, a = 2} : tensor<2xf32>"),
            (2, 37),
            "syntax",
            "attribute 'a' is given twice",
        ),
        (
            body('  %0 = "stablehlo.add"(%x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>'),
            (2, 30),
            "syntax",
            "stablehlo.add has 1 operands, but 2 operand types",
        ),
        (
            body("  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<2xf32>"),
            (2, 33),
            "constant",
            "the list does not have the shape of tensor<2xf32>: it looks like 3",
        ),
        (
            body("  %0 = stablehlo.constant dense<1> : tensor<2xf32>"),
            (2, 33),
            "constant",
            "expected an element of type f32, found '1'; write 1.0",
        ),
        (
            body('  %0 = stablehlo.constant dense<"0x0000"> : tensor<2xf32>'),
            (2, 33),
            "constant",
            "2 elements of type f32 take 8 bytes, but the string has 2",
        ),
        (body("  %0 = stablehlo.constant dense<300> : tensor<2xi8>"), (2, 33), "constant", "300 does not fit in i8"),
        (
            body('  %0 = "stablehlo.iota"() {iota_dimension = 300 : i8} : () -> tensor<2xf32>'),
            (2, 45),
            "range",
            "300 does not fit in i8",
        ),
        (
            body("  %0 = stablehlo.if %x : tensor<2xf32>"),
            (2, 8),
            "syntax",
            'stablehlo.if has only the generic form: write "stablehlo.if"(...)',
        ),
        (
            body('  %0 = "stablehlo.dot_general"(%x, %x) {dot_dimension_numbers = #stablehlo.dot<lhs_batch = [0]>} : () -> ()'),
            (2, 80),
            "syntax",
            "dot has no field lhs_batch",
        ),
        (
            body("  %0 = stablehlo.add %x, %x {a = #stablehlo.gathr<>} : tensor<2xf32>"),
            (2, 34),
            "syntax",
            "dialect stablehlo has no attribute gathr; did you mean 'gather'?",
        ),
        (
            body("  %0 = stablehlo.add %x, %x {a = #missing} : tensor<2xf32>"),
            (2, 34),
            "syntax",
            "alias #missing is not defined",
        ),
        (body("  return %x : tensor<2xf32>")[:-2], (1, 53), "syntax", "this region is never closed"),
        ("module { module { } ", (1, 8), "syntax", "this region is never closed"),
        (
            "#a = #b\n#b = #a\nfunc.func @f() attributes {x = #a} { return }",
            (1, 1),
            "syntax",
            "alias #a is defined by itself",
        ),
        ('"a.b"() : () -> ()', (1, 1), "operation",
         "unknown operation 'a.b'; hloom does not read the dialect a: ask what wrote the program for StableHLO"),
        ("%0 = torch.aten.relu %a : !torch.t", (1, 6), "operation",
         "unknown operation 'torch.aten.relu'; torch is a dialect of torch-mlir: torch_mlir.fx.export_and_import(model, x, "
         'output_type="stablehlo") gives StableHLO (relu is stablehlo.maximum(x, 0) there)'),
        ("%0 = stablhlo.add %a : f32", (1, 6), "operation", "unknown operation 'stablhlo.add'; did you mean 'stablehlo.add'?"),
        ('func.func @f() attributes {s = "\\q"} { return }', (1, 32), "syntax", "unknown escape \\q in a string"),
        ("%", (1, 1), "syntax", "expected the name of a result, found '%'"),
        (
            "func.func @f(%a: tensor<2xf32>, %a: tensor<2xf32>) { return }",
            (1, 33),
            "redefinition",
            "%a is defined twice",
        ),
        (
            'func.func @f() { ^bb0: "func.return"()[^bb7] : () -> () }',
            (1, 16),
            "undefined",
            "block ^bb7 is not defined",
        ),
    ],
)
def test_fault(text: str, place: tuple[int, int], code: str, message: str) -> None:
    found = fault(text)
    assert (found.message, found.code, (found.line, found.column)) == (message, code, place)


def test_message_shows_the_place() -> None:
    with pytest.raises(ParseError) as caught:
        parse(body("  %0 = stablehlo.add %x, %x : tensor<3xf32>"), "model.mlir")
    assert (
        str(caught.value)
        == """\
model.mlir:2:22: error: [type] %x has type tensor<2xf32>, but is used as tensor<3xf32>
  %0 = stablehlo.add %x, %x : tensor<3xf32>
                     ^~"""
    )


def test_type_fault_names_the_definition() -> None:
    found = fault(body("  %0 = stablehlo.negate %x : tensor<2xf32>", "  %1 = stablehlo.add %0, %0 : tensor<3xf32>"))
    ((message, span),) = found.notes
    assert message == "%0 is defined here"
    assert span is not None and (span.line, span.column) == (2, 8)


@pytest.mark.parametrize(
    "text",
    [
        "module {" * 300,
        "[" * 1000,
        "func.func @f() attributes {a = " + "[" * 5000,
        "func.func @f(%a: " + "tuple<" * 3000,
        "#a = " + "loc(callsite(" * 2000,
        "func.func @f(%a: " + "(" * 3000,
        "!a = tensor<2x" + "complex<" * 500,
        "\n".join(f"#a{k} = [#a{k + 1}]" for k in range(3000)) + "\n#a3000 = 1\nfunc.func @f() attributes {x = #a0} { return }",
    ],
)
def test_nesting_is_bounded(text: str) -> None:
    assert fault(text).code in ("limit", "syntax")


@pytest.mark.parametrize(
    "text, limits, code",
    [
        ("func.func @f(%" + "a" * 50 + ": f32) { return }", Limits(identifier_length=20), "limit"),
        (
            f"func.func @f() {{ %0 = stablehlo.constant dense<{list(range(40))}> : tensor<40xi64> return }}",
            Limits(constant_size=8),
            "constant",
        ),
    ],
)
def test_limits(text: str, limits: Limits, code: str) -> None:
    assert fault(text, limits=limits).code == code


def test_text_size_is_bounded() -> None:
    with pytest.raises(ParseError, match="more than the limit of 10"):
        parse("func.func @f() { return }", limits=Limits(text_size=10))


@pytest.mark.parametrize("type", ["tensor<4611686018427387904xi64>", "tensor<99999999x99999999xf32>"])
def test_elements_are_counted_before_memory_is_taken(type: str) -> None:
    assert fault(f"func.func @f() {{ %0 = stablehlo.constant dense<[1]> : {type} }}").code == "constant"
    assert fault(f'func.func @f() {{ %0 = stablehlo.constant dense<"0x0001"> : {type} }}').code == "constant"


def test_a_splat_may_be_large() -> None:
    module = parse("func.func @f() { %0 = stablehlo.constant dense<1> : tensor<99999999x99999999xi64> return }")
    value = module.regions[0].block.operations[0].regions[0].block.operations[0].attributes["value"]
    assert value.data.nbytes == 8  # type: ignore[attr-defined]


def doubled(definition: str, first: str, use: str, levels: int) -> str:
    """A program with aliases each of which uses the one before twice."""
    lines = [definition.replace("N", str(k)).replace("M", str(k - 1)) for k in range(1, levels)]
    return "\n".join([use.replace("N", str(levels - 1)), first, *lines])


@pytest.mark.parametrize(
    "definition, first, use",
    [
        ("#aN = [#aM, #aM]", "#a0 = 1", "module attributes {a.b = #aN} {}"),
        ("!aN = tuple<!aM, !aM>", "!a0 = f32", "func.func private @f(!aN)"),
        ("#aN = loc(callsite(#aM at #aM))", "#a0 = loc(unknown)", "func.func private @f() loc(#aN)"),
        ("#aN = #x.y<#aM, #aM>", "#a0 = 1", "module attributes {a.b = #x.y<#aN>} {}"),
    ],
)
def test_what_aliases_stand_for_is_bounded(definition: str, first: str, use: str) -> None:
    parse(doubled(definition, first, use, 10))
    assert fault(doubled(definition, first, use, 60)).code == "limit"


def test_chains_of_aliases_are_bounded() -> None:
    assert fault(doubled("#aN = [#aM]", "#a0 = 1", "module attributes {a.b = #aN} {}", 3000)).code == "limit"


@pytest.mark.slow
def test_many_locations_take_linear_time() -> None:
    count = 5000
    lines = [f"func.func private @f{k}() loc(#loc{k})" for k in range(count)]
    lines += [
        f'#loc{k} = loc("a":{k}:1)' if k % 60 == 0 else f"#loc{k} = loc(callsite(#loc{k - 1} at #loc0))" for k in range(count)
    ]
    module = parse("\n".join(lines))
    text = print_module(module, debug_info=True)
    assert text.count("\n#loc") >= count
    assert print_module(parse(text), debug_info=True) == text


OPERATION = "  %0 = stablehlo.add %x, %x : "
TENSOR = "; a tensor's type is written tensor<2x3xf32>, with ? for a size that is not known"
RETURN = "  return %x : tensor<2xf32>"


def function(header: str) -> str:
    return f"func.func {header} {{ return }}"


@pytest.mark.parametrize("text, place, message", [
    *[(body(f"{OPERATION}tensor<{written}>"), (2, 38), TENSOR) for written in (
        "2,3xf32", "f32x2x3", "[2,3]xf32", "-1x3xf32", "2*3*f32", "2X3Xf32", "2 x 3 x f32", "Nonex3xf32")],
    *[(body(f"{OPERATION}tensor<2x{written}>"), (2, 40), f"expected a type, found '{written}'; write {meant}")
      for written, meant in (
        ("float", "f32"), ("float32", "f32"), ("double", "f64"), ("int32", "i32"), ("bool", "i1"), ("pred", "i1"), ("s8", "i8"),
        ("u8", "ui8"), ("uint16", "ui16"), ("bfloat16", "bf16"), ("complex64", "complex<f32>"),
        ("f8e4m3fn", "f8E4M3FN"), ("F32", "f32"))],
    (body(f"{OPERATION}tensor<f32, 2>"), (2, 38), "the sizes of a tensor stand before the type of its elements: tensor<2x3xf32>"),
    (body(f"{OPERATION}tensor<(2,3)xf32>"), (2, 39), TENSOR),
    (body(f"{OPERATION}f32[2]"), (2, 31), "f32[2,3] is how HLO writes types; here it is tensor<2x3xf32>"),
    (body(f"{OPERATION}Tensor<2xf32>"), (2, 31), "expected a type, found 'Tensor'; write tensor"),
    (body("  %0 = stablehlo.add x, %x : tensor<2xf32>"), (2, 22),
     "expected an operand, found 'x'; the name of a value begins with %"),
    (body("  r = stablehlo.add %x, %x : tensor<2xf32>"), (2, 3),
     "expected an operation, found 'r'; the name of a value begins with %"),
    (body("  0 = stablehlo.add %x, %x : tensor<2xf32>"), (2, 3),
     "expected an operation, found '0'; the name of a value begins with %"),
    (body("  return 0 : tensor<2xf32>"), (2, 10), "expected an operation, found '0'; the name of a value begins with %"),
    (body("  %0 = stablehlo.add %x, 1.0 : tensor<2xf32>"), (2, 26),
     "; a number is a constant with a name of its own: %c = stablehlo."),
    (body("  %0 = stablehlo.add(%x, %x) : tensor<2xf32>"), (2, 21),
     "; operands stand without parentheses unless the operation's name"),
    (body('  %0 = "stablehlo.add"(%x, %x) : tensor<2xf32>'), (2, 34),
     "; the type of a function stands here: (tensor<2x3xf32>) -> "),
    (body('  %0 = "stablehlo.add"(%x, %x) : (tensor<2xf32>, tensor<2xf32>)', RETURN), (2, 64),
     "is written (operands) -> results"),
    (body("  %0 = %x + %x"), (2, 8), "; an operation begins with its name: stablehlo.add %x, %y : tensor<2x3xf32>"),
    (body("  %0 = stablehlo.add %x, %x : tensor<2xf32>;"), (2, 44), "; operations end where their types do, without ';'"),
    (body("  # a comment"), (2, 3), "; a comment begins with //"),
    (body("  /* a comment */"), (2, 3), "; a comment begins with //"),
    (body("  return %x"), (2, 12), "expected ':', found '}'; the type stands behind it"),
    (body("  return %x -> tensor<2xf32>"), (2, 13), "; a return states the types of its values: return %0 : tensor<2x3xf32>"),
    (body(RETURN) + "}", (3, 2), "expected an operation, found '}'; a brace is closed that was not opened"),
    (body("  %0 = stablehlo.transpose %x, dims = (0) : (tensor<2xf32>) -> tensor<2xf32>"), (2, 39), "; a list is written [1, 0]"),
    (body("  %0 = stablehlo.compare %x, LT, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>"), (2, 26),
     "it stands before the operands"),
    (body("  %0 = call @f %x : (tensor<2xf32>) -> tensor<2xf32>"), (2, 16),
     "expected '(', found '%x'; operands stand in parentheses here"),
    (body("  %long = stablehlo.add %x, %x : tensor<2xf32>", "  return %lnog : tensor<2xf32>"), (3, 10), "did you mean '%long'?"),
    (body("  %0 = \u201cstablehlo.add\u201d(%x, %x)"), (2, 8), '; quotes are written "'),
    (body("  %0 = stablehlo.add %x, %x, %x : tensor<2xf32>"), (2, 28), "expected ':', found ','; it takes no more operands"),
    (body("  $0 = stablehlo.add %x, %x : tensor<2xf32>"), (2, 3), "the name of a value begins with %"),
    (body("  return 1.0 : tensor<f32>"), (2, 10), "; a number is a constant with a name of its own"),
    (body("  %0 = stablehlo.constant dense(1.0) : tensor<f32>"), (2, 32), "expected '<', found '('; write dense<...>"),
    (body("  %0 = f32[2] add(%x, %x)"), (2, 8), "unknown operation 'f32'; instructions of HLO begin so"),
    (body("  let %0 = stablehlo.add %x, %x : tensor<2xf32>"), (2, 3), "unknown operation 'let'"),
    (function("main()"), (1, 11), "expected a symbol name, found 'main'; the name of a function begins with @"),
    (function("@f(x: f32)"), (1, 14), "expected a type, found 'x'; the name of a value begins with %"),
    (function("@f(f32 %x)"), (1, 18), "expected ')', found '%x'; an argument is written %x: tensor<2x3xf32>"),
    (function("@f() => f32"), (1, 16), "; the types of a function's results stand behind ->"),
    (function("@f() : f32"), (1, 16), "; the types of a function's results stand behind ->"),
    (function("@f() -> f32, f32"), (1, 22), "; several types of results stand in parentheses, (tensor<f32>, tensor<i32>)"),
    ("```mlir\nmodule {}\n```", (1, 1), "; leave out the ``` of Markdown"),
    *[(body(f"  %0 = stablehlo.constant dense<{written}> : tensor<{type}>"), (2, 33), f"found '{written}'; {said}")
      for written, type, said in (
          ("1", "f32", "write 1.0"), ("1e-3", "f32", "write 1.0e-3"), (".5", "f32", "write 0.5"), ("-1.5f", "f32", "write -1.5"),
          ("inf", "f32", "infinities and NaN are written as their bits, in f32 0x7F800000"), ("nan", "bf16", "infinities and"),
          ("True", "i1", "write true"), ("1.5", "i32", "an element of type i32 is an integer"),
          ("true", "f32", "write 1.0 or 0.0"))],
])
def test_first_mistakes(text: str, place: tuple[int, int], message: str) -> None:
    found = fault(text)
    assert message in found.message and (found.line, found.column) == place


def test_what_hints_for_numbers_say_is_taken() -> None:
    for written in ("1", "1e-3", ".5", "5.", "+1.5", "1e5", "1.f"):
        line = "  %0 = stablehlo.constant dense<NUMBER> : tensor<f32>"
        try:
            parse(body(line.replace("NUMBER", written), RETURN))
        except ParseError as error:
            hint = error.diagnostics[0].message.partition("; write ")[2]
            parse(body(line.replace("NUMBER", hint), RETURN))
            assert float(hint) == float(written.rstrip("f"))
