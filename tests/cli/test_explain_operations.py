"""`hloom explain OPERATION`: an example that runs, a formula that holds, what is native, how exact it is; `--list`; `--json`."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import numpy as np
import pytest

import hloom as library
from hloom.cli.explain import RUN_TIME, explain, known_words
from hloom.cli.facts import SAME_BITS, Facts
from hloom.ops.definition.operation import REGISTRY, operation_called
from hloom.text.values import made_up_arguments


def test_an_operation_is_shown_whole(hloom) -> None:
    output = hloom("explain", "reverse").output
    assert "Syntax:\n  $operand `,` `dims` `=` $dimensions" in output
    assert "result[i0, i1] = operand[-i0 + 1, -i1 + 2]\n" in output
    assert "stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>" in output
    assert "Exactness:\n  compiled code and the evaluator give the same bits\n" in output
    assert "spec.md#reverse\n" in output and "\x1b" not in output


def test_indices_that_are_read_are_named(hloom) -> None:
    output = hloom("explain", "gather").output
    assert "where value0 = start_indices[i0, i2, 0], value1 = start_indices[i0, i2, 1]\n" in output


def test_the_example_of_the_document_runs_to_what_it_says(hloom, folder: Path) -> None:
    document = json.loads(hloom("explain", "dot_general", "--json").output)
    (folder / "example.mlir").write_text(document["example"])
    for k, value in enumerate(document["example_arguments"]):
        np.save(folder / f"x{k}.npy", np.array(value["values"], np.float32))
    found = hloom("run", "example.mlir", "--input", "@x0.npy", "--input", "@x1.npy", "--json")
    given = json.loads(found.output)["results"][0]["values"]
    x, y = (np.array(v["values"], np.float32) for v in document["example_arguments"])
    np.testing.assert_allclose(given, np.einsum("bij,bjk->bik", x, y), rtol=1e-5)
    np.testing.assert_allclose(document["example_results"][0]["values"], given, rtol=1e-6)
    assert document["native"]["f32"] == "cpu, reference" and document["native"]["f8E4M3FN"] == "cpu, reference"
    assert {o["name"] for o in document["operands"]} == {"lhs", "rhs"}
    assert "add(accumulator, element) of multiply(lhs[i0, i1, k0], rhs[i0, k0, i2])" in document["formulas"][0]


@pytest.mark.parametrize("name", [n for n, op in REGISTRY.items() if n.startswith(("stablehlo.", "chlo.")) and op.element])
def test_what_is_said_to_have_the_same_bits_has_them(name: str) -> None:
    facts = Facts(REGISTRY[name])
    if facts.tolerance() != SAME_BITS or facts.run() is None:
        assert facts.tolerance() != SAME_BITS or facts.operation is not None
        return
    rng = np.random.default_rng(5)
    made = made_up_arguments(facts.example.functions["main"].function_type.inputs)
    arguments = [rng.standard_normal(x.shape).astype(x.dtype) if x.dtype.kind == "f" else x for x in made]
    compiled = library.compile(facts.example)(*arguments)
    for a, b in zip(compiled, library.evaluate(facts.example, *arguments), strict=True):
        assert np.asarray(a).tobytes() == np.asarray(b).tobytes()


@pytest.mark.parametrize("name, types", [
    ("stablehlo.add", {"i1", "i32", "f32", "bf16", "complex<f64>"}), ("chlo.erf", {"f32", "f64"}),
    ("stablehlo.and", {"i1", "i32"})])
def test_native_types_are_those_that_compile_without_the_evaluator(name: str, types: set[str]) -> None:
    native = {n.type: n.compiled for n in Facts(REGISTRY[name]).native()}
    assert types <= {t for t, compiled in native.items() if compiled}
    assert name != "stablehlo.and" or "f32" not in native


@pytest.mark.parametrize("name", REGISTRY)
def test_everything_can_be_described(name: str) -> None:
    facts = Facts(REGISTRY[name])
    assert facts.example_text and facts.operation is not None
    assert isinstance(facts.formulas(), list)
    assert facts.tolerance() is None or facts.operation.results
    assert (facts.section() or "https:").startswith("https:")


@pytest.mark.parametrize("name", ["stablehlo.all_reduce", "func.func", "hlo.copy", "shape.add", "stablehlo.custom_call",
                                  "sdy.mesh",
                                  "stablehlo.while", "stablehlo.infeed", "mhlo.trace", "tensor.pad", "stablehlo.constant"])
def test_operations_of_every_kind_as_json(hloom, name: str) -> None:
    status, output, errors = hloom("explain", name, "--json")
    assert (status, errors) == (0, "") and json.loads(output)["operation"] == name


def test_the_list(hloom) -> None:
    status, output, _ = hloom("explain", "--list")
    lines = [line.split()[0] for line in output.splitlines() if line.startswith("  ")]
    assert status == 0 and set(REGISTRY) | set(RUN_TIME) | {"syntax", "type_c5"} <= set(lines) <= set(known_words())
    document = json.loads(hloom("explain", "--list", "--json").output)
    assert set(document["operations"]) == set(REGISTRY) and "time_limit" in document["codes"]


def test_codes_as_json(hloom) -> None:
    document = json.loads(hloom("explain", "gather_c8", "--json").output)
    assert document["constraints"][0]["operation"] == "stablehlo.gather" and "A program that breaks it" in document["text"]
    status, output, _ = hloom("explain", "wrong.mlir", "--json")
    document = json.loads(output)
    assert status == 1 and document["diagnostics"][0]["code"] == "reverse_c2" and "reverse_c2" in document["explanations"]


def test_nothing_to_explain(hloom) -> None:
    status, output, errors = hloom("explain")
    assert (status, output) == (2, "") and "--list" in errors


def test_every_code_that_the_source_gives_is_explained(repository: Path) -> None:
    codes: dict[str, str] = {}
    texts = {path: path.read_text(encoding="utf-8") for path in sorted((repository / "hloom").rglob("*.py"))}
    for path, text in texts.items():
        for node in ast.walk(ast.parse(text)) if re.search(r"\b(at|Diagnostic)\s*\(", text) else ():
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                place = {"at": 1, "Diagnostic": 0}.get(name)
                if place is not None and len(node.args) > place + 1:
                    code = node.args[place]
                    if isinstance(code, ast.Constant) and isinstance(code.value, str):
                        codes.setdefault(code.value, f"{path.name}:{node.lineno}")
    assert {"nan_check", "syntax", "dominance"} <= set(codes)
    assert {code: place for code, place in codes.items() if explain(code) is None} == {}


def test_a_file_called_as_an_operation(hloom, folder: Path) -> None:
    (folder / "reverse").write_text("nothing")
    assert operation_called("reverse") is not None and hloom("explain", "reverse").output.startswith("stablehlo.reverse: ")


def test_functions_made_of_series_promise_what_they_keep() -> None:
    """bessel_i1e in f64, against 150 bits, where its terms cancel most."""
    mpmath = pytest.importorskip("mpmath", reason="the reference in 150 bits")
    stated, like, other = (Facts(REGISTRY[name]).tolerance() for name in ("chlo.bessel_i1e", "chlo.zeta", "stablehlo.tanh"))
    assert stated is not None and stated == like != other
    (units,) = re.findall(r"bessel_i1e in f64: (\d+)", stated)
    x = np.append(np.random.default_rng(0).uniform(7, 8, 2000), 7.92526146901571)
    type = f"tensor<{x.size}xf64>"
    (found,) = library.compile(library.parse(f"func.func @main(%x: {type}) -> {type} {{\n"
                                           f"%0 = chlo.bessel_i1e %x : {type} -> {type}\nreturn %0 : {type}\n}}\n"))(x)
    with mpmath.workprec(150):
        exact = np.array([float(mpmath.besseli(1, v) * mpmath.exp(-v)) for v in x])
    assert (np.abs(found - exact) <= int(units) * np.spacing(exact)).all()
