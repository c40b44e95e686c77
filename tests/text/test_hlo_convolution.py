"""Convolutions of HLO that StableHLO lacks: sparse kernels, and gradients with the labels of the convolution itself."""

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
