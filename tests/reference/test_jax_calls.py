"""Custom calls of JAX's exports beside linear algebra: symbolic sizes, other platforms, callbacks; both engines against JAX."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.support.diagnostics import EvaluationError

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402
from jax import export, lax  # noqa: E402
from jax.lax import linalg  # noqa: E402

RANDOM = np.random.default_rng(11)
X = RANDOM.standard_normal((4, 6)).astype(np.float32)
SQUARE = RANDOM.standard_normal((2, 3, 3)).astype(np.float32)
POSITIVE = SQUARE @ SQUARE.transpose(0, 2, 1) + 3 * np.eye(3, dtype=np.float32)


def on_both_engines(text: str, *arrays: Any) -> list[tuple[Any, ...]]:
    module = hloom.parse(text)
    module.verify()
    return [hloom.evaluate(module, *arrays), hloom.compile(module)(*arrays)]


def agrees(function: Any, *arrays: np.ndarray, calls: str, symbolic: bool = True, **options: Any) -> None:
    """That both engines give what JAX gives, for a program whose first argument has a symbolic first size."""
    (b,) = export.symbolic_shape("b")
    first, *rest = arrays
    types = [jax.ShapeDtypeStruct((b, *first.shape[1:]) if symbolic else first.shape, first.dtype), *rest]
    text = str(export.export(jax.jit(function), **options)(*types).mlir_module())
    assert f"custom_call @{calls}" in text
    wanted = jax.tree.leaves(jax.jit(function)(*arrays))
    for results in on_both_engines(text, *arrays):
        for got, expected in zip(results, wanted, strict=True):
            assert got.dtype == expected.dtype and got.shape == expected.shape
            np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-4)


LINEAR_ALGEBRA = {
    "lapack_spotrf_ffi": (jnp.linalg.cholesky, POSITIVE), "lapack_sgetrf_ffi": (lambda a: tuple(linalg.lu(a)), SQUARE),
    "lapack_sgesdd_ffi": (lambda a: jnp.linalg.svd(a, compute_uv=False), SQUARE),
    "lapack_ssyevd_ffi": (jnp.linalg.eigvalsh, POSITIVE),
    "lapack_strsm_ffi": (lambda a: linalg.triangular_solve(a, a + 1, left_side=True, lower=True), POSITIVE),
    "lapack_sorgqr_ffi": (lambda a: tuple(jnp.linalg.qr(a)), SQUARE),
    "lapack_sgehrd_ffi": (lambda a: tuple(linalg.hessenberg(a)), SQUARE),
    "lapack_ssytrd_ffi": (lambda a: tuple(linalg.tridiagonal(a)), POSITIVE),
    "lapack_sgeev_ffi": (lambda a: jnp.sort(jnp.abs(linalg.eig(a, compute_left_eigenvectors=False)[0])), POSITIVE),
}


@pytest.mark.parametrize("name", LINEAR_ALGEBRA)
def test_linear_algebra_of_a_batch_of_symbolic_size(name: str) -> None:
    function, matrices = LINEAR_ALGEBRA[name]
    agrees(function, matrices, calls=name)


def test_windows_of_symbolic_size() -> None:
    agrees(lambda x: jnp.cumsum(x, axis=0), X, calls="stablehlo.dynamic_reduce_window")
    agrees(lambda x: lax.reduce_window(x, 0.0, lax.add, (x.shape[0], 2), (1, 2), "VALID"), X,
           calls="stablehlo.dynamic_reduce_window")


def test_random_bits_of_symbolic_size() -> None:
    key = np.arange(4, dtype=np.uint32)
    agrees(lambda x: lax.rng_bit_generator(key, x.shape, algorithm=lax.RandomAlgorithm.RNG_THREE_FRY)[1] % 1000, X,
           calls="stablehlo.dynamic_rng_bit_generator")


def test_top_k_of_symbolic_size() -> None:
    b, k = export.symbolic_shape("b, k", constraints=["k <= b"])
    types = [jax.ShapeDtypeStruct((b,), np.float32), jax.ShapeDtypeStruct((k,), np.float32)]
    text = str(export.export(jax.jit(lambda x, y: lax.top_k(x, y.shape[0])))(*types).mlir_module())
    assert "custom_call @stablehlo.dynamic_top_k" in text
    wanted = lax.top_k(X[0], 3)
    for values, places in on_both_engines(text, X[0], np.zeros(3, np.float32)):
        np.testing.assert_array_equal(values, wanted[0])
        np.testing.assert_array_equal(places, wanted[1])


@pytest.mark.parametrize("symbolic", [False, True])
def test_threefry_of_exports_for_gpus(symbolic: bool) -> None:
    before = jax.config.jax_threefry_gpu_kernel_lowering
    jax.config.update("jax_threefry_gpu_kernel_lowering", True)
    try:
        agrees(lambda x, k: (jax.random.bits(k, x.shape) >> 8, x), X, jax.random.key_data(jax.random.key(5)), symbolic=symbolic,
               calls="cu_threefry2x32_ffi", platforms=["cuda"])
    finally:
        jax.config.update("jax_threefry_gpu_kernel_lowering", before)


def test_a_constraint_on_sizes() -> None:
    (b,) = export.symbolic_shape("b", constraints=["b >= 5"])
    text = str(export.export(jax.jit(lambda x: x * 2))(jax.ShapeDtypeStruct((b, 6), np.float32)).mlir_module())
    with pytest.raises(EvaluationError, match=r"shape_assertion.*b ?>= ?5.*but found -1"):
        hloom.evaluate(hloom.parse(text), X)
    for (doubled,) in on_both_engines(text, np.concatenate([X, X])):
        np.testing.assert_array_equal(doubled, np.concatenate([X, X]) * 2)


CALLBACKS = {
    "pure_callback": lambda x: jax.pure_callback(lambda a: a, jax.ShapeDtypeStruct(x.shape, x.dtype), x),
    "debug.print": lambda x: (jax.debug.print("{}", x), x)[1],
}


@pytest.mark.parametrize("name", CALLBACKS)
def test_a_callback_says_what_to_register(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from hloom.reference.custom_calls import CUSTOM_CALLS

    module = hloom.parse(jax.jit(CALLBACKS[name]).lower(X).as_text())
    for run in (lambda: hloom.evaluate(module, X), lambda: hloom.compile(module)(X)):
        with pytest.raises(EvaluationError, match=name) as raised:
            run()
        assert "hloom.register_custom_call('xla_ffi_python_cpu_callback', function)" in str(raised.value)
        assert "function number 0" in str(raised.value)
    seen = []
    monkeypatch.setitem(CUSTOM_CALLS, "xla_ffi_python_cpu_callback",
                        lambda op, *arrays: (seen.append(arrays), arrays if op.results else None)[1])
    (found,) = hloom.evaluate(module, X)
    np.testing.assert_array_equal(found, X)
    np.testing.assert_array_equal(seen[0][0], X)


@pytest.mark.parametrize("element, largest", [("f32", True), ("f32", False), ("i8", False), ("ui8", False), ("i8", True)])
def test_top_k_as_a_call(element: str, largest: bool) -> None:
    x = np.array([[3, 1, 2, 1], [-128, 127, 0, 5]]).astype({"f32": np.float32, "i8": np.int8, "ui8": np.uint8}[element])
    order = np.argsort(-x.astype(int) if largest else x.astype(int), axis=1, kind="stable")[:, :2]
    text = f"""func.func @main(%x: tensor<2x4x{element}>) -> (tensor<2x2x{element}>, tensor<2x2xi32>) {{
      %0:2 = stablehlo.custom_call @mhlo.topk(%x) {{mhlo.attributes = {{k = 2 : i64, largest = {str(largest).lower()}}}}}
        : (tensor<2x4x{element}>) -> (tensor<2x2x{element}>, tensor<2x2xi32>)
      return %0#0, %0#1 : tensor<2x2x{element}>, tensor<2x2xi32>
    }}"""
    for values, places in on_both_engines(text, x):
        np.testing.assert_array_equal(values, np.take_along_axis(x, order, 1))
        np.testing.assert_array_equal(places, order)


FAULTS = {
    "k must lie between": ("mhlo.topk(%x) {mhlo.attributes = {k = 9 : i64}} : (tensor<4xf32>)", "tensor<9xf32>, tensor<9xi32>"),
    "four tensors of ui32": ("cu_threefry2x32_ffi(%x, %x) : (tensor<4xf32>, tensor<4xf32>)", "tensor<4xui32>, tensor<4xui32>"),
    "five lists": ("stablehlo.dynamic_reduce_window(%x) : (tensor<4xf32>)", "tensor<4xf32>, tensor<4xf32>"),
    "64-bit integers": ("stablehlo.dynamic_rng_bit_generator(%x, %s) : (tensor<4xf32>, tensor<1xi32>)",
                        "tensor<4xf32>, tensor<4xf32>"),
    "must name the last operands": ("lapack_spotrf_ffi(%x) {indices_of_shape_operands = dense<[3, 4]> : tensor<2xi64>} : "
                                    "(tensor<4xf32>)", "tensor<4xf32>, tensor<i32>"),
    "must give the shape of result": ("cu_threefry2x32_ffi(%x, %s, %s) "
                                      "{indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>} : "
                                      "(tensor<4xf32>, tensor<1xi32>, tensor<1xi32>)",
                                      "tensor<4xui32>, tensor<4xui32>"),
}


@pytest.mark.parametrize("message", FAULTS)
def test_faults_of_calls(message: str) -> None:
    call, results = FAULTS[message]
    text = f"""func.func @main(%x: tensor<4xf32>, %s: tensor<1xi32>) -> ({results}) {{
      %0:2 = stablehlo.custom_call @{call} -> ({results})
      return %0#0, %0#1 : {results}
    }}"""
    with pytest.raises(EvaluationError, match=message):
        hloom.evaluate(hloom.parse(text), X[0, :4], np.int32([7]))
