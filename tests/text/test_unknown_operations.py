"""What messages say of operations that there are none of: what can be written there instead."""

from __future__ import annotations

import re

import pytest

import hloom
from hloom.ops.definition.operation import REGISTRY, SPELLINGS
from hloom.support.diagnostics import ParseError
from hloom.text.other_names import _NAMES, DIALECTS, normalised, other_names

KNOWN = {*REGISTRY, *SPELLINGS}
NAMED = re.compile(r"\b(?:stablehlo|chlo|func|interpreter)\.\w+")


def hint(line: str, inside: str = "func.func @f(%x: tensor<f32>) { LINE }") -> str:
    """What the message of an unknown operation says behind its name."""
    with pytest.raises(ParseError) as caught:
        hloom.parse(inside.replace("LINE", line))
    (found,) = caught.value.diagnostics
    assert found.code == "operation", found
    return re.fullmatch(r"unknown operation '.*?'(?:; )?(.*)", found.message)[1]  # type: ignore[index]


@pytest.mark.parametrize("written, meant", [
    ("stablehlo.addd", "stablehlo.add"), ("stablhlo.add", "stablehlo.add"), ("stablhlo.ad", "stablehlo.add"),
    ("stablehlo.substract", "stablehlo.subtract"), ("stablehlo.dot-general", "stablehlo.dot_general"),
    ("stablehlo.DotGeneral", "stablehlo.dot_general"), ("stablehlo.AddOp", "stablehlo.add"), ("stablehlo.erf", "chlo.erf"),
    ("chlo.add", "stablehlo.add"), ("mhlo.erff", "mhlo.erf"), ("stablehlo.topk", "chlo.top_k"),
    ("stablehlo.Return", "stablehlo.return"),
    ("sdy.manual_computaton", "sdy.manual_computation"), ("arith.addff", "arith.addf"), ("add", "stablehlo.add"),
    ("constant", "stablehlo.constant"), ("retrun", "return"), ("Return", "return"), ("cal", "call"),
])
def test_names_that_are_nearly_right(written: str, meant: str) -> None:
    assert hint(f"%0 = {written} %x") == f"did you mean '{meant}'?"
    if "-" not in written and "." in written:  # the generic form
        assert hint(f'%0 = "{written}"(%x) : (f32) -> f32') == f"did you mean '{meant}'?"


@pytest.mark.parametrize("written, meant", [("func", "func.func"), ("fun", "func.func"), ("functio", "func.func"),
                                            ("modul", "module"), ("stablehlo.func", "func.func")])
def test_names_outside_of_functions(written: str, meant: str) -> None:
    said = hint(f"{written} @main() {{ return }}", "LINE")
    assert said.endswith((f"did you mean '{meant}'?", f"It is {meant}"))


@pytest.mark.parametrize("written, said", [
    ("stablehlo.relu", "relu is stablehlo.maximum(x, 0)"), ("relu", "relu is stablehlo.maximum(x, 0)"),
    ("stablehlo.Mul", "mul is stablehlo.multiply"), ("mhlo.matmul", "matmul is stablehlo.dot_general"),
    ("stablehlo.BatchMatMulV2", "batch_matmul is stablehlo.dot_general"), ("chlo.mod", "mod is stablehlo.remainder"),
    ("stablehlo.softmaxx", "did you mean softmax? It is stablehlo.reduce (maximum)"), ("def", "def is func.func"),
    ("torch.aten.relu", "torch is a dialect of torch-mlir: torch_mlir.fx.export_and_import(model, x, output_type=\"stablehlo\") "
     "gives StableHLO (relu is stablehlo.maximum(x, 0) there)"),
    ("torch.aten.add.Tensor", "(add is stablehlo.add there)"), ("tosa.conv2d", "(conv2d is stablehlo.convolution there)"),
    ("linalg.matmul", "linalg is lower than StableHLO"), ("math.exp", "(exp is stablehlo.exponential there)"),
    ("onnx.MatMul", "(MatMul is stablehlo.dot_general there)"), ("tf.AddV2", "experimental_get_compiler_ir(x)(stage='hlo')"),
    ("jnp.matmul", "jnp is a module of Python: jax.jit(f).lower(x)"), ("tt.dot", "a dialect of Triton"),
    ("foo.bar", "hloom does not read the dialect foo: ask what wrote the program for StableHLO"),
])
def test_what_others_call_operations(written: str, said: str) -> None:
    assert said in hint(f"%0 = {written} %x") and "did you mean '" not in hint(f"%0 = {written} %x")
    assert said in hint(f'"{written}"(%x) : (f32) -> f32')


def test_nothing_near_gives_no_hint() -> None:
    assert hint("stablehlo.xyzzy %x") == hint("xyzzy %x") == ""


def test_hints_never_name_what_was_written() -> None:
    for name in [*KNOWN, *(name.partition(".")[2] for name in KNOWN)]:
        for line in (f"%0 = {name} %x", f"{name} @f() {{ }}"):
            try:
                hloom.parse(line)
            except ParseError as error:
                message = error.diagnostics[0].message
                if message.startswith("unknown operation"):
                    assert f"mean '{name}'" not in message


def test_the_table_names_operations_that_exist() -> None:
    for written, said in other_names().values():
        named = NAMED.findall(said)
        assert named and set(named) <= KNOWN, (written, said)


def test_the_table_says_what_no_operation_is_called() -> None:
    """An operation of its own name is what one means: it would never be looked up."""
    mnemonics = {normalised(name.partition(".")[2]) for name in REGISTRY if name.startswith(("stablehlo.", "chlo.", "func."))}
    assert mnemonics & set(other_names()) == set()
    written = [name for line in _NAMES.strip().splitlines() for name in line.partition(": ")[0].split(", ")]
    assert len(written) == len(other_names())
    assert not {name.partition(".")[0] for name in KNOWN} & set(DIALECTS)


WORDS = """
relu relu6 gelu silu swish sigmoid softmax matmul mm bmm linear dense conv conv2d cast to mul sub sum mean
max_pool avg_pool batchnorm layer_norm expand_dims unsqueeze squeeze permute flatten view where stack cat
split tile one_hot argmax argmin cumsum topk scatter_nd neg pow mod floordiv equal less greater logical_and
arange range full zeros ones embedding take index_select exp log1p var MaxPool GatherND ReduceSum
BatchMatMulV2 LogSoftmax strided_slice convert_element_type select_n conv_general_dilated psum
"""


@pytest.mark.parametrize("word", WORDS.split())
def test_words_of_other_frameworks(word: str) -> None:
    assert NAMED.search(hint(f"%0 = stablehlo.{word} %x"))


@pytest.mark.parametrize("opcode, said", [
    ("relu", "relu is maximum(x, 0)"), ("mul", "mul is multiply"), ("get_tuple_element", "did you mean 'get-tuple-element'?"),
    ("stablehlo.add", "did you mean 'add'?"), ("sigmoid", "sigmoid is logistic"), ("negte", "did you mean 'negate'?"),
])
def test_opcodes_of_hlo(opcode: str, said: str) -> None:
    text = f"HloModule m\n\nENTRY e {{\n  x = f32[2] parameter(0)\n  ROOT r = f32[2] {opcode}(x)\n}}\n"
    with pytest.raises(ParseError) as caught:
        hloom.parse(text, format="hlo")
    assert caught.value.diagnostics[0].message == f"unknown opcode '{opcode}'; {said}"
