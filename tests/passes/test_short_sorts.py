"""Sorts of a few elements as comparisons of neighbours: every order of equal and rare elements, and what stays a sort."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import hloom
from hloom.numbers.element_type import element_type
from hloom.passes import PASSES, run_passes
from tests.harness import check

#: The lengths of rows with all of whose elements from a few numbers the rows are sorted, and how many numbers.
NUMBERS = {2: 9, 3: 7, 4: 5, 5: 4, 7: 3, 8: 2}


def program(shape: tuple[int, ...], dimension: int, types: tuple[str, ...], direction: str = "LT", order: str = "SIGNED",
            second: str = "") -> str:
    """A sort by the first operand, and then by the last one if there is a `second` direction."""
    tensors = [f"tensor<{'x'.join(map(str, shape))}x{type}>" for type in types]
    arguments = ", ".join(f"%a{k}: tensor<{type}>, %b{k}: tensor<{type}>" for k, type in enumerate(types))

    def compared(name: str, k: int, direction: str, order: str) -> str:
        element = f"tensor<{types[k]}>"
        return f"%{name} = stablehlo.compare {direction}, %a{k}, %b{k}, {order} : ({element}, {element}) -> tensor<i1>"

    lines = [compared("l", 0, direction, order)]
    if second:
        lines += [compared("e", 0, "EQ", order), compared("s", len(types) - 1, second, "SIGNED"),
                  "%t = stablehlo.and %e, %s : tensor<i1>", "%r = stablehlo.or %l, %t : tensor<i1>"]
    given = ", ".join(f"%x{k}" for k in range(len(types)))
    return f"""func.func @main({', '.join(f'%x{k}: {t}' for k, t in enumerate(tensors))}) -> ({', '.join(tensors)}) {{
        %r:{len(types)} = "stablehlo.sort"({given}) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
        ^bb0({arguments}):
          {chr(10).join(lines)}
          stablehlo.return %{'r' if second else 'l'} : tensor<i1>
        }}) : ({', '.join(tensors)}) -> ({', '.join(tensors)})
        return {', '.join(f'%r#{k}' for k in range(len(types)))} : {', '.join(tensors)} }}"""


def is_taken_apart(text: str) -> bool:
    module = run_passes(hloom.parse(text), [PASSES["decompose"]])
    return all(op.name != "stablehlo.sort" for op in module.walk())


@pytest.mark.parametrize("length", NUMBERS)
@pytest.mark.parametrize(("type", "direction"), [
    ("f32", "LT"), ("f64", "GT"), ("bf16", "LT"), ("i8", "GT"), ("ui16", "LT"), ("i64", "LT")])
def test_every_row_of_a_few_numbers(type: str, direction: str, length: int) -> None:
    dtype = element_type(type).dtype
    numbers = [-0.0, np.nan, 0.0, np.inf, -np.nan, 1, -np.inf, -1, 2] if type[0] in "fb" else [3, 0, 7, 100, 5, 1, 9, 2, 8]
    x = np.array(list(product(numbers[:NUMBERS[length]], repeat=length))).astype(dtype)
    x = np.tile(x, (-(-1024 // len(x)), 1))
    order = "TOTALORDER" if type[0] in "fb" else "UNSIGNED" if type[0] == "u" else "SIGNED"
    places = np.broadcast_to(np.arange(length, dtype=np.int32), x.shape)
    text = program(x.shape, 1, (type,), direction, order)
    assert is_taken_apart(text)
    check(text, [x])
    check(program(x.shape, 1, (type, "i32"), direction, order), [x, places])
    check(program((length, len(x)), 0, (type, "i32"), direction, order), [x.T, places.T])


@pytest.mark.parametrize("shape", [(17, 2), (5, 7, 3), (4, 3, 50), (2, 33), (3, 4, 5, 7), (1027, 6)])
def test_two_keys_and_other_operands(shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(len(shape))
    for dimension in [d for d, n in enumerate(shape) if n <= 8]:
        x, y, z = (rng.integers(0, most, shape) for most in (2, 3, 100))
        text = program(shape, dimension, ("i32", "complex<f32>", "i8"), "LT", "SIGNED", "GT")
        check(text, [x.astype(np.int32), (y + 1j * z).astype(np.complex64), z.astype(np.int8)])


def test_truth_values() -> None:
    x = np.array(list(product([False, True], repeat=4)))
    text = program(x.shape, 1, ("i1", "i32"), "LT", "UNSIGNED")
    assert is_taken_apart(text)
    check(text, [x, np.broadcast_to(np.arange(4, dtype=np.int32), x.shape)])


@pytest.mark.parametrize("text", [
    program((100, 3), 1, ("i32",), "LE"), program((100, 3), 1, ("f32",), "LT", "FLOAT"),  # equal ones, and NaN, are elsewhere
    program((100, 9), 1, ("i32",)), program((100, 5), 1, ("i32",)), program((15, 3), 1, ("i32",)), program((0, 3), 1, ("i32",)),
    program((100, 3), 1, ("f8E4M3FN",), "LT", "TOTALORDER"), program((100, 3), 1, ("i4",)),
    program((100, 3), 1, ("f16",), "LT", "TOTALORDER")])
def test_others_stay(text: str) -> None:
    assert not is_taken_apart(text)


@pytest.mark.parametrize("type", ["f16", "bf16", "f32", "f64"])
def test_signaling_nans_have_a_place(type: str) -> None:
    """Which of several NaNs comes first is a matter of their bits."""
    dtype = element_type(type).dtype
    rng = np.random.default_rng(0)
    exponent = {"f16": 0x7C00, "f64": 0x7FF0}.get(type, 0x7F80)
    bits = rng.integers(0, 1 << 16, (2000, 3)) | np.where(rng.random((2000, 3)) < 0.7, exponent, 0)
    x = (bits.astype(np.uint64) << np.uint64(8 * dtype.itemsize - 16)).astype(f"u{dtype.itemsize}").view(dtype)
    assert np.isnan(x).mean() > 0.5
    check(program(x.shape, 1, (type, "i32"), "GT", "TOTALORDER"), [x, np.broadcast_to(np.arange(3, dtype=np.int32), x.shape)])
