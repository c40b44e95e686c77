"""Random bits against the published test vectors of the generators and against XLA."""

from __future__ import annotations

import numpy as np
import pytest

from hloom.numbers.bits import to_bits
from hloom.numbers.element_type import BF16, F32, F64, I32, PRED, UI64, element_type
from hloom.numbers.random import normal, philox4x32, rng_bit_generator, threefry2x32, uniform
from hloom.numbers.rounding import widen

ONES = 0xFFFFFFFF


def words(*values: int) -> tuple[np.ndarray, ...]:
    return tuple(np.array(v, np.uint32) for v in values)


@pytest.mark.parametrize(
    "key, counter, expected",
    [
        ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
        ((ONES, ONES), (ONES, ONES), (0x1CB996FC, 0xBB002BE7)),
        ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), (0xC4923A9C, 0x483DF7A0)),
    ],
)
def test_threefry_vectors(key: tuple[int, ...], counter: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """The known answers that accompany Salmon et al., SC 2011 (threefry2x32, 20 rounds)."""
    assert tuple(int(w) for w in threefry2x32(words(*key), words(*counter))) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "key, counter, expected",
    [
        ((0, 0), (0, 0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((ONES, ONES), (ONES,) * 4, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0xA4093822, 0x299F31D0),
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_philox_vectors(key: tuple[int, ...], counter: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """The known answers that accompany Salmon et al., SC 2011 (philox4x32, 10 rounds)."""
    assert tuple(int(w) for w in philox4x32(words(*key), words(*counter))) == expected  # type: ignore[arg-type]


def test_the_example_of_the_specification() -> None:
    state, values = rng_bit_generator(np.array([1, 2], np.uint64), "THREE_FRY", (2, 2), UI64)
    assert state.tolist() == [1, 6]
    assert values.tolist() == [
        [9236835810183407956, 16087790271692313299],
        [18212823393184779219, 2658481902456610144],
    ]


TOP = (1 << 64) - 1


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["THREE_FRY", "PHILOX", "DEFAULT"])
def test_the_bits_are_those_of_xla(algorithm: str) -> None:
    jax = pytest.importorskip("jax")
    client = pytest.importorskip("jax._src.lib").xla_client
    backend = pytest.importorskip("jax.extend").backend.get_backend("cpu")
    states = [[1, 2], [TOP, TOP]] if algorithm == "THREE_FRY" else [[TOP, TOP], [5, TOP, TOP]]
    with jax.enable_x64(True):
        for name, shape in [("ui32", (3, 5)), ("ui64", (5, 3)), ("ui8", (3, 2, 7))]:
            for state in states:
                type = f"tensor<{len(state)}xui64>"
                output = f"tensor<{''.join(f'{d}x' for d in shape)}{name}>"
                attributes = f"{{rng_algorithm = #stablehlo<rng_algorithm {algorithm}>}}"
                program = (
                    f"func.func public @main(%state: {type}) -> ({type}, {output}) {{\n"
                    f'  %0:2 = "stablehlo.rng_bit_generator"(%state) {attributes} : ({type}) -> ({type}, {output})\n'
                    f"  return %0#0, %0#1 : {type}, {output}\n}}"
                )
                devices = client.DeviceList(tuple(backend.local_devices()[:1]))
                executable = backend.compile_and_load(program, devices, client.CompileOptions())
                given = jax.device_put(np.array(state, np.uint64))
                outputs = executable.execute_sharded([given]).disassemble_into_single_device_arrays()
                expected_state, expected = (np.asarray(shards[0]) for shards in outputs)
                advanced, values = rng_bit_generator(np.array(state, np.uint64), algorithm, shape, element_type(name))
                assert np.array_equal(advanced, expected_state)
                assert np.array_equal(to_bits(values), expected.view(to_bits(values).dtype))


def test_uniform_numbers() -> None:
    state = np.array([7, 0], np.uint64)
    for type, low, high in ((F32, -2.0, 5.0), (F64, 0.0, 1.0), (BF16, 1.0, 2.0)):
        bounds = (np.array(v).astype(type.dtype) for v in (low, high))
        advanced, values = uniform(state, *bounds, (100, 200), type)
        wide = widen(values, F64)
        assert values.dtype == type.dtype and advanced[1] > 0
        assert wide.min() >= low and wide.max() < high
        assert abs(wide.mean() - (low + high) / 2) < 0.02 * (high - low)
    _, integers = uniform(state, np.array(-3, np.int32), np.array(4, np.int32), (10_000,), I32)
    assert sorted(set(integers.tolist())) == [-3, -2, -1, 0, 1, 2, 3]
    _, truth = uniform(state, np.array(False), np.array(True), (50,), PRED)
    assert not truth.any()


def test_normal_numbers() -> None:
    mean, deviation = np.array(3.0, np.float32), np.array(2.0, np.float32)
    advanced, values = normal(np.array([7, 0], np.uint64), mean, deviation, (100, 100), F32)
    assert values.dtype == np.float32 and values.shape == (100, 100) and advanced[1] > 0
    assert abs(values.mean() - 3) < 0.1 and abs(values.std() - 2) < 0.1
