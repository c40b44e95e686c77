"""The programs that are measured, and seeded inputs for them.

A known program has a fill for each argument of @main: tokens are indices of the vocabulary, weights keep the size of
activations, variances are positive. The arguments of any other program are filled by their element types.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Mapping, Sequence
from math import prod
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

#: The values of one argument, from a generator and the argument's shape; converted to the argument's type afterwards.
Fill = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]

REPOSITORY = Path(__file__).resolve().parent.parent
DEFAULT_PROGRAMS = REPOSITORY.parent / "shared" / "bench" / "stablehlo"
DEFAULT_SWEEP = REPOSITORY.parent / "shared" / "bench" / "sweep"
#: Environment variables that name the folder of the known programs, and that of the sweep.
PROGRAMS_VARIABLE = "BENCH_PROGRAMS"
SWEEP_VARIABLE = "BENCH_SWEEP"


def normal(scale: float = 1.0) -> Fill:
    return lambda rng, shape: rng.standard_normal(shape, np.float32) * np.float32(scale)


def constant(value: float) -> Fill:
    return lambda rng, shape: np.full(shape, value, np.float32)


def indices(count: int) -> Fill:
    return lambda rng, shape: rng.integers(0, count, shape)


def values(*numbers: int) -> Fill:
    return lambda rng, shape: np.array(numbers).reshape(shape)


def fan_in(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Weights [..., out] that keep the variance of what they are multiplied with."""
    return rng.standard_normal(shape, np.float32) * np.float32(prod(shape[:-1]) ** -0.5)


def rectified_fan_in(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """The same, behind a rectifier, which halves the variance."""
    return fan_in(rng, shape) * np.float32(2**0.5)


def positive(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return np.abs(rng.standard_normal(shape, np.float32)) + np.float32(0.5)


NORMAL, ZEROS, ONES = normal(), constant(0), constant(1)
DENSE = [fan_in, ZEROS]
NORMALIZATION = [ONES, ZEROS]
TRANSFORMER_BLOCK = [*NORMALIZATION, *DENSE, *DENSE, *NORMALIZATION, *DENSE, *DENSE]
GPT = [indices(8192), normal(0.02), normal(0.02), *TRANSFORMER_BLOCK * 6, *NORMALIZATION]
CONVOLUTION = [rectified_fan_in, constant(0.8), constant(0.1), normal(0.1), positive]

#: Fills of the arguments of each known program, by name.
KNOWN: dict[str, list[Fill]] = {
    "a_ew_chain": [NORMAL],
    "a_ew_erf": [NORMAL],
    "a_ew_light": [NORMAL, NORMAL],
    "b_softmax": [NORMAL],
    "c_layernorm": [NORMAL, NORMAL, NORMAL],
    "d_matmul1024": [NORMAL, NORMAL],
    "d_matmul2048": [NORMAL, NORMAL],
    "e_mlp_fwd": [NORMAL, *DENSE * 3],
    "f_gpt6": GPT,
    "f_gpt_block": [NORMAL, *TRANSFORMER_BLOCK],
    "g_conv3x3": [NORMAL, normal(0.05)],
    "g_resnet18": [NORMAL, *CONVOLUTION * 20, *DENSE],
    "h_sum_all": [NORMAL],
    "h_sum_ax0": [NORMAL],
    "h_sum_ax1": [NORMAL],
    "i_transpose": [NORMAL],
    "j_emb_grad": [indices(50_000), NORMAL],
    "j_gather": [NORMAL, indices(50_000)],
    "j_scatter_add": [NORMAL, indices(50_000), NORMAL],
    "k_argsort": [NORMAL],
    "k_sort": [NORMAL],
    "l_lstm": [NORMAL, fan_in, fan_in, ZEROS],
    "m_fft1d": [NORMAL],
    "m_fft_batch": [NORMAL],
    "n_cumsum_ax0": [NORMAL],
    "n_cumsum_ax1": [NORMAL],
    "o_mlp_train": [NORMAL, indices(10), *DENSE * 3],
    "p_uniform4M": [values(0, 1234)],
    "q_bf16_block": [NORMAL, *TRANSFORMER_BLOCK],
    "q_bf16_matmul": [NORMAL, NORMAL],
    "r_tiny_add": [NORMAL, NORMAL],
    "s_gpt6_grad": GPT,
}

#: What pages call the known programs.
TITLES: dict[str, str] = {
    "a_ew_chain": "element-wise chain", "a_ew_erf": "error function", "a_ew_light": "multiply and add",
    "b_softmax": "softmax 4096x1024", "c_layernorm": "layer norm 4096x1024",
    "d_matmul1024": "matrix product 1024", "d_matmul2048": "matrix product 2048",
    "e_mlp_fwd": "MLP forward", "f_gpt6": "GPT, 6 layers", "f_gpt_block": "GPT block", "g_conv3x3": "convolution 3x3",
    "g_resnet18": "ResNet-18", "h_sum_all": "sum of all", "h_sum_ax0": "sum along axis 0", "h_sum_ax1": "sum along axis 1",
    "i_transpose": "transpose", "j_emb_grad": "gradient of an embedding", "j_gather": "gather", "j_scatter_add": "scatter-add",
    "k_argsort": "argsort", "k_sort": "sort", "l_lstm": "LSTM", "m_fft1d": "Fourier transform of one row",
    "m_fft_batch": "Fourier transforms of many rows", "n_cumsum_ax0": "cumulative sum along axis 0",
    "n_cumsum_ax1": "cumulative sum along axis 1", "o_mlp_train": "MLP training step", "p_uniform4M": "4 million random numbers",
    "q_bf16_block": "bf16 GPT block", "q_bf16_matmul": "bf16 matrix product", "r_tiny_add": "add of 8 numbers",
    "s_gpt6_grad": "GPT, 6 layers, gradient",
}


def by_type(dtype: np.dtype) -> Fill:
    """What an argument of an unknown program gets: coin tosses, small non-negative integers, or normal values."""
    if dtype == np.bool_ or dtype.name in ("int2", "uint2"):
        return indices(2)
    return indices(8) if "int" in dtype.name else NORMAL


def make_inputs(name: str, types: Sequence[tuple[tuple[int, ...], np.dtype]], seed: int = 0) -> list[np.ndarray]:
    """Inputs for the program `name` whose @main takes arguments of these shapes and types; the same ones every time.

    Raises ValueError where the program is known under this name and takes another number of arguments.
    """
    rng = np.random.default_rng([seed, zlib.crc32(name.encode())])
    fills = KNOWN.get(name) or [by_type(dtype) for _, dtype in types]
    if len(fills) != len(types):
        raise ValueError(f"{name} should take {len(fills)} arguments, this program takes {len(types)}")
    inputs = []
    for fill, (shape, dtype) in zip(fills, types):
        drawn = fill(rng, shape)
        if dtype.kind == "c":
            drawn = drawn + 1j * fill(rng, shape)
        inputs.append(drawn.astype(dtype))
    return inputs


def draw(name: str, inputs: Sequence[Mapping[str, Any]], seed: int = 0) -> list[np.ndarray]:
    """Inputs as an index of programs describes them, each by `shape`, `dtype` and:

    `low` and `high` of uniform values (0 and 1, and any integer, where nothing is said; integers are drawn up to `high` itself);
    `unique`: no value twice; `positive_definite`: symmetric matrices with eigenvalues of at least 1.
    """
    rng = np.random.default_rng([seed, zlib.crc32(name.encode())])
    return [_drawn(rng, **given) for given in inputs]


def _drawn(rng: np.random.Generator, shape: Sequence[int], dtype: str, low: float | None = None, high: float | None = None,
           unique: bool = False, positive_definite: bool = False) -> np.ndarray:
    type = np.dtype(getattr(ml_dtypes, dtype, dtype))
    if type == np.bool_:
        return rng.integers(0, 2, shape).astype(bool)
    if type.kind in "iu":
        limits = np.iinfo(type)
        bounds = limits.min if low is None else int(low), limits.max if high is None else int(high)
        if not unique:
            return rng.integers(*bounds, shape, type, endpoint=True)
        found = np.empty(0, type)
        while found.size < prod(shape):  # a range may be far too long to permute
            found = np.unique(np.append(found, rng.integers(*bounds, 2 * prod(shape), type, endpoint=True)))
        return rng.permutation(found)[: prod(shape)].reshape(shape)
    if positive_definite:
        factor = rng.standard_normal(shape)
        return (factor @ np.swapaxes(factor, -1, -2) + np.eye(shape[-1])).astype(type)
    bounds = 0.0 if low is None else low, 1.0 if high is None else high
    drawn = rng.uniform(*bounds, shape)
    return (drawn + 1j * rng.uniform(*bounds, shape) if type.kind == "c" else drawn).astype(type)


def find_programs(names: Sequence[str], folder: Path | None = None) -> list[Path]:
    """The files that the arguments of a benchmark name: files, or known programs (all for none) of `folder`.

    Raises FileNotFoundError, with what to do about it, where one does not exist.
    """
    folder = folder or Path(os.environ.get(PROGRAMS_VARIABLE) or DEFAULT_PROGRAMS)
    paths = []
    for name in names or sorted(KNOWN):
        path = Path(name) if name.endswith(".mlir") else folder / f"{name}.mlir"
        if not path.is_file():
            raise FileNotFoundError(
                f"no program {path.name} in {path.parent}: name .mlir files, or give the folder of the known programs "
                f"with --programs or {PROGRAMS_VARIABLE}")
        paths.append(path)
    return paths
