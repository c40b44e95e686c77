"""Arguments by name from npz files, random ones, and those that are written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

SUBTRACT = """func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.subtract %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
SHOWN = "tensor<2xf32>\n[4. 4.]\n"
FIVE, ONE = np.float32([5, 5]), np.float32([1, 1])


@pytest.fixture
def subtract(folder: Path) -> str:
    (folder / "s.mlir").write_text(SUBTRACT)
    return "s.mlir"


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_arrays_of_a_file_go_by_name(hloom, folder: Path, subtract: str, engine: str) -> None:
    np.savez(folder / "x.npz", b=ONE, a=FIVE)
    assert hloom("run", subtract, "--engine", engine, "--input", "@x.npz") == (0, SHOWN, "")
    np.savez(folder / "b.npz", b=ONE)
    np.save(folder / "a.npy", FIVE)
    for order in (["@b.npz", "a.npy"], ["a.npy", "@b.npz"]):  # what has no name fills the others
        found = hloom("run", subtract, "--engine", engine, *(word for spec in order for word in ("--input", spec)))
        assert found == (0, SHOWN, "")


def test_arrays_without_names_go_by_number(hloom, folder: Path, subtract: str) -> None:
    np.savez(folder / "x.npz", FIVE, ONE)
    assert hloom("run", subtract, "--input", "@x.npz") == (0, SHOWN, "")
    np.savez(folder / "y.npz", arr_10=ONE, arr_2=FIVE)  # the order of the file is not that of the numbers
    assert hloom("run", subtract, "--input", "@y.npz") == (0, SHOWN, "")


def test_names_that_no_argument_has(hloom, folder: Path, subtract: str) -> None:
    np.savez(folder / "other.npz", p=FIVE, q=ONE)
    assert hloom("run", subtract, "--input", "@other.npz") == (
        0, SHOWN, "note: other.npz: p, q are taken in the order of the file, since none is the name of one of the arguments "
        "a, b\n")
    np.savez(folder / "some.npz", a=FIVE, bb=ONE)
    assert hloom("run", subtract, "--input", "@some.npz") == (
        2, "", "some.npz: bb is no argument; did you mean 'b'?; the arguments are a, b\n")
    np.savez(folder / "more.npz", a=FIVE, b=ONE, c=ONE, d=ONE)
    assert "more.npz: c, d are no argument; the arguments are a, b" in hloom("run", subtract, "--input", "@more.npz").errors
    np.savez(folder / "b.npz", b=ONE)
    assert hloom("run", subtract, "--input", "@b.npz") == (
        2, "", "@main takes 2 arguments, not given: a; --random SEED draws the others\n")
    found = hloom("run", subtract, "--input", "@b.npz", "--input", "@b.npz")
    assert found.status == 2 and "b.npz: the argument b is given twice" in found.errors
    assert hloom("run", subtract, "--input", "@b.npz", "--random", "0").status == 0


def test_names_of_hlo_programs_and_tuples(hloom, folder: Path) -> None:
    (folder / "p.hlo").write_text("HloModule m\nENTRY e {\n  x.1 = f32[2]{0} parameter(0)\n  y = f32[2]{0} parameter(1)\n"
                                  "  ROOT r = f32[2] subtract(x.1, y)\n}\n")
    np.savez(folder / "x.npz", **{"y": ONE, "x.1": FIVE})
    assert hloom("run", "p.hlo", "--input", "@x.npz") == (0, SHOWN, "")
    (folder / "t.mlir").write_text("""func.func @main(%t: tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32> {
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %1 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
""")
    np.savez(folder / "t.npz", **{"t.1": ONE, "t.0": FIVE})
    assert hloom("run", "t.mlir", "--input", "@t.npz") == (0, SHOWN, "")


RESULTS = """func.func @main(%x: tensor<2xf32>)
    -> (tensor<2xf32> {jax.result_info = "sum"}, tensor<2xf32> {jax.result_info = "root"}) {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %1 = stablehlo.sqrt %x : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
"""


def test_results_by_name(hloom, folder: Path) -> None:
    (folder / "r.mlir").write_text(RESULTS)
    command = ("run", "r.mlir", "--input", "2xf32=4,9")
    assert hloom(*command, "--output", "out.npz") == (0, "", "")
    with np.load(folder / "out.npz") as written:
        assert list(written) == ["sum", "root"] and written["root"].tolist() == [2, 3]
    np.savez(folder / "e.npz", root=np.float32([2, 3]), sum=np.float32([8, 18]))
    for spec in ("@out.npz", "@e.npz"):
        assert hloom(*command, "--expected", spec).output.endswith("2 results as expected\n")
    np.savez(folder / "n.npz", result1=np.float32([2, 3]), result0=np.float32([8, 18]))
    assert hloom(*command, "--expected", "@n.npz").status == 0
    np.savez(folder / "one.npz", root=np.float32([2, 3]))
    assert "there are 2 results; none is expected of sum" in hloom(*command, "--expected", "@one.npz").errors
    np.savez(folder / "bad.npz", root=np.float32([2, 3]), summ=np.float32([8, 18]))
    assert "bad.npz: summ is no result; did you mean 'sum'?" in hloom(*command, "--expected", "@bad.npz").errors
    found = hloom(*command, "--expected", "@e.npz", "--output", "both.npz")  # both are done
    assert found.status == 0 and (folder / "both.npz").exists()


@pytest.mark.parametrize("type", ["f32", "bf16", "f8E4M3FN", "i4", "i1", "complex<f32>", "ui64", "f4E2M1FN"])
def test_the_arguments_that_were_used_can_be_written_and_read_back(hloom, folder: Path, type: str) -> None:
    t = f"tensor<3x2x{type}>"
    (folder / "p.mlir").write_text(f"func.func @main(%x: {t}, %file: {t}) -> ({t}, {t}) {{\n  return %file, %x : {t}, {t}\n}}\n")
    first = hloom("run", "p.mlir", "--random", "3", "--save-inputs", "in.npz")
    with np.load(folder / "in.npz") as saved:
        assert list(saved) == ["x", "file"]
    again = hloom("run", "p.mlir", "--input", "@in.npz", "--save-inputs", "in2.npz")
    assert first.status == again.status == 0 and first.output == again.output
    with np.load(folder / "in.npz") as one, np.load(folder / "in2.npz") as two:
        assert all(np.array_equal(one[k], two[k]) for k in one)


def test_the_arguments_of_a_grid_have_their_process_in_their_names(hloom, folder: Path, subtract: str) -> None:
    first = hloom("run", subtract, "--random", "3", "--grid", "1x2", "--save-inputs", "in.npz")
    with np.load(folder / "in.npz") as saved:
        assert list(saved) == ["0_0_a", "0_0_b", "0_1_a", "0_1_b"] and not np.array_equal(saved["0_0_a"], saved["0_1_a"])
    assert hloom("run", subtract, "--grid", "1x2", "--input", "@in.npz").output == first.output
    np.savez(folder / "all.npz", b=ONE, a=FIVE)
    assert hloom("run", subtract, "--grid", "1x2", "--input", "@all.npz").output.count("[4. 4.]") == 2


NORM = """func.func @main(%x: tensor<50x3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %i: tensor<9x1xi32>, %d: tensor<3xf32>,
                %u: tensor<9x1xf32>) -> (tensor<50x3xf32>, tensor<9x3xf32>, tensor<3xf32>, tensor<9x1xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%x, %m, %m, %m, %v) {epsilon = 1.0e-5 : f32, feature_index = 1 : i64}
    : (tensor<50x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<50x3xf32>
  %1 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}
    : (tensor<50x3xf32>, tensor<9x1xi32>) -> tensor<9x3xf32>
  %2 = stablehlo.divide %m, %d : tensor<3xf32>
  %3 = chlo.erf_inv %u : tensor<9x1xf32> -> tensor<9x1xf32>
  return %0, %1, %2, %3 : tensor<50x3xf32>, tensor<9x3xf32>, tensor<3xf32>, tensor<9x1xf32>
}
"""


@pytest.mark.parametrize("kind", ["", ":normal", ":uniform", ":positive", ":whole"])
def test_random_arguments_are_such_that_the_program_makes_sense(hloom, folder: Path, kind: str) -> None:
    (folder / "n.mlir").write_text(NORM)
    found = hloom("run", "n.mlir", "--random", f"4{kind}", "--save-inputs", "in.npz", "--output", "out.npz")
    assert (found.status, found.output) == (0, "")
    with np.load(folder / "in.npz") as drawn, np.load(folder / "out.npz") as results:
        assert all(np.isfinite(results[name]).all() for name in results)
        assert (drawn["v"] > 0.4).all() and (drawn["d"] > 0.4).all() and (np.abs(drawn["u"]) <= 0.9).all()
        assert (drawn["i"] >= 0).all() and 9 < drawn["i"].max() < 50
        x = drawn["x"]
    if kind == ":whole":
        assert set(x.ravel()) == set(range(-3, 4))
    elif kind == ":positive":
        assert x.min() >= 0.5 and x.max() < 2
    elif kind == ":uniform":
        assert -1 <= x.min() < -0.9 and 0.9 < x.max() < 1
    else:
        assert abs(x.std() * 50**0.5 - 1) < 0.2


def test_random_arguments_of_every_kind_of_integer(hloom, folder: Path) -> None:
    types = ["i2", "ui2", "i4", "i8", "ui8", "i64", "i1"]
    arguments = ", ".join(f"%a{k}: tensor<300x{t}>" for k, t in enumerate(types))
    (folder / "i.mlir").write_text(f"func.func @main({arguments}) -> tensor<300xi1> {{\n  return %a6 : tensor<300xi1>\n}}\n")
    assert hloom("run", "i.mlir", "--random", "1", "--save-inputs", "in.npz").status == 0
    with np.load(folder / "in.npz") as drawn:
        assert [(int(drawn[f"a{k}"].min()), int(drawn[f"a{k}"].max())) for k in range(7)] == [
            (0, 1), (0, 3), (0, 7), (0, 9), (0, 9), (0, 9), (0, 1)]


def test_an_argument_is_drawn_the_same_whether_others_are_given_or_not(hloom, folder: Path, subtract: str) -> None:
    for number, given in enumerate([(), ("--input", "2xf32=1")]):
        assert hloom("run", subtract, "--random", "5", *given, "--save-inputs", f"{number}.npz").status == 0
    with np.load(folder / "0.npz") as one, np.load(folder / "1.npz") as two:
        assert np.array_equal(one["b"], two["b"]) and not np.array_equal(one["a"], two["a"])
