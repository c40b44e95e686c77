"""Products and convolutions of HLO that StableHLO lacks: two types, sparse kernels, gradients with other labels."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import UserError
from hloom.text.hlo import print_module

SPARSE = """HloModule m, entry_computation_layout={(f32[2,8]{1,0}, (f32[2,3]{1,0}, s32[2,3]{1,0}))->f32[2,3]{1,0}}

ENTRY %e (a: f32[2,8], b: (f32[2,3], s32[2,3])) -> f32[2,3] {
  %a = f32[2,8]{1,0} parameter(0)
  %b = (f32[2,3]{1,0}, s32[2,3]{1,0}) parameter(1)
  ROOT %c = f32[2,3]{1,0} convolution(%a, %b), dim_labels=bf_io->bf, convolution_kind=fprop, sparsity_config={CONFIG}
}

"""
CONFIG = "rhs={sparsity=1x4 dimension=0 stride=1}"


def test_a_sparse_kernel_is_the_dense_one_with_zeros() -> None:
    text = SPARSE.replace("CONFIG", CONFIG)
    module = hloom.parse(text, format="hlo")
    assert str(module) == text
    assert str(hloom.parse(module.to_hlo_proto(), format="proto")) == text
    module.verify()
    random = np.random.default_rng(0)
    a, values = random.standard_normal((2, 8)).astype("f"), random.standard_normal((2, 3)).astype("f")
    places = random.integers(0, 4, (2, 3)).astype("i4")
    dense = np.zeros((8, 3), "f")
    for row, column in np.ndindex(2, 3):
        dense[row * 4 + places[row, column], column] = values[row, column]
    for found in (hloom.evaluate(module, a, values, places), hloom.compile(module)(a, values, places)):
        np.testing.assert_allclose(np.asarray(found[0]), a @ dense, rtol=1e-6)


def test_a_sparse_kernel_with_a_window_comes_back() -> None:
    """The window's size is that of the kernel's values: the first element of the tuple."""
    window = "window={size=3}, dim_labels=b0f_0io->b0f"
    text = (SPARSE.replace("CONFIG", CONFIG.replace("dimension=0", "dimension=1")).replace("dim_labels=bf_io->bf", window)
            .replace("[2,8]{1,0}", "[2,5,8]{2,1,0}").replace("[2,8]", "[2,5,8]")
            .replace("[2,3]{1,0}", "[3,2,4]{2,1,0}").replace("[2,3]", "[3,2,4]"))
    for there in (")->f32", "-> f32", "%c = f32"):
        text = text.replace(there + "[3,2,4]", there + "[2,3,4]")
    module = hloom.parse(text, format="hlo")
    assert str(module) == text
    assert str(hloom.parse(module.to_hlo_proto(), format="proto")) == text


@pytest.mark.parametrize("config, word", [
    (CONFIG.replace("1x4", "2x4"), "one element of each block"), (CONFIG.replace("=0", "=7"), "no dimension 7"),
    (CONFIG.replace("stride=1", "stride=2"), "stride of 2"), (CONFIG.replace("rhs", "lhs"), "only the kernel"),
])
def test_what_a_sparse_kernel_may_not_be(config: str, word: str) -> None:
    module = hloom.parse(SPARSE.replace("CONFIG", config), format="hlo")
    with pytest.raises(UserError, match=word):
        module.verify()
        hloom.evaluate(module, np.ones((2, 8), "f"), np.ones((2, 3), "f"), np.ones((2, 3), "i4"))


@pytest.mark.parametrize("config", ["rhs={sparsity=1}", "rhs={sparsity=1x4x2}", "rhs={foo=1}", "xhs={sparsity=1x4}",
                                    "rhs={sparsity=1x4} rhs={sparsity=1x4}", "rhs={sparsity=1x4 sparsity=1x4}",
                                    "rhs={sparsity=1x4",
                                    'rhs={sparsity="1:4:2"}', 'rhs={sparsity="a:b"}'])
def test_malformed_sparsity(config: str) -> None:
    with pytest.raises(UserError):
        hloom.parse(SPARSE.replace("CONFIG", config), format="hlo")


@pytest.mark.parametrize("key", ["conv_kind", "convolution_kind"])
def test_a_gradient_may_keep_the_labels_of_the_convolution(key: str) -> None:
    """The kernel's features change places: the gradient has output features, the input is found."""
    text = f"""HloModule m

ENTRY e {{
  g = f32[2,4,2] parameter(0)
  k = f32[3,3,2] parameter(1)
  ROOT c = f32[2,7,3] convolution(g, k), window={{size=3 pad=1_1 lhs_dilate=2}}, dim_labels=b0f_0io->b0f, {key}=dgrad
}}
"""
    module = hloom.parse(text, format="hlo")
    inferred = hloom.parse(text.replace("c = f32[2,7,3]", "c ="), format="hlo")
    assert print_module(inferred) == print_module(module)
    module.verify()
    random = np.random.default_rng(1)
    g, k = random.standard_normal((2, 4, 2)).astype("f"), random.standard_normal((3, 3, 2)).astype("f")
    spread = np.zeros((2, 9, 2), "f")
    spread[:, 1:8:2] = g
    wanted = sum(np.einsum("bpo,io->bpi", spread[:, d : d + 7], k[d]) for d in range(3))
    for found in (hloom.evaluate(module, g, k), hloom.compile(module)(g, k)):
        np.testing.assert_allclose(np.asarray(found[0]), wanted, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("lhs, rhs, result", [("s8", "s16", "s32"), ("s32", "u32", "s32"), ("u8", "s8", "u32"),
                                              ("s16", "s64", "s8")])
def test_factors_of_two_types_are_converted_to_that_of_the_product(lhs: str, rhs: str, result: str) -> None:
    text = f"""HloModule m

ENTRY e {{
  a = {lhs}[2,3] parameter(0)
  b = {rhs}[3,4] parameter(1)
  c = {rhs}[4,3] parameter(2)
  p = {result}[2,4] dot(a, b), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}
  q = {result}[2,4] convolution(a, c), dim_labels=bf_oi->bf
  ROOT r = ({result}[2,4], {result}[2,4]) tuple(p, q)
}}
"""
    module = hloom.parse(text, format="hlo")
    module.verify()
    dtypes = {"s8": "i1", "s16": "i2", "s32": "i4", "s64": "i8", "u8": "u1", "u32": "u4", "f32": "f4", "c64": "c8"}
    random = np.random.default_rng(2)
    a, b = (random.integers(0, 120, shape).astype(dtypes[t]) for t, shape in ((lhs, (2, 3)), (rhs, (3, 4))))
    wide = np.complex64 if result == "c64" else np.int64
    wanted = (a.astype(wide) @ b.astype(wide)).astype(dtypes[result])
    for found in (hloom.evaluate(module, a, b, b.T.copy()), hloom.compile(module)(a, b, b.T.copy())):
        for part in found:
            np.testing.assert_array_equal(np.asarray(part), wanted)
