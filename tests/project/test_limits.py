"""The benchmark of limits: the native kernels do as much as is said of them, and the programs' work is counted right."""

from __future__ import annotations

import numpy as np
import pytest

import hloom
from benchmarks import limits
from benchmarks.limit_programs import FAMILIES, GOALS, Program, convolution, elementwise, product
from benchmarks.machine import CHUNK, PLACE, Machine
from benchmarks.native import scribbled, touched


@pytest.fixture(scope="module", params=[1, 2])
def machine(request: pytest.FixtureRequest) -> Machine:
    return Machine(request.param)


@pytest.mark.parametrize("name", ["copy", "copy_past"])
def test_a_copy_copies_every_byte(machine: Machine, name: str) -> None:
    source, target = touched(3 * CHUNK), touched(3 * CHUNK)
    source[:] = np.random.default_rng(0).integers(0, 256, source.size)
    machine.native.bind(name, [source, target], 3)()
    np.testing.assert_array_equal(target, source)


def test_filling_and_reading_touch_every_byte(machine: Machine) -> None:
    for name in ("fill", "fill_past"):
        target = touched(2 * CHUNK)
        source = scribbled(CHUNK)
        machine.native.bind(name, [source, target], 2)()
        register = machine.target.vector_bytes
        assert (target.reshape(-1, register) == source[:register]).all()
    for place in (0, CHUNK - 1):
        source, trace = touched(CHUNK), touched(PLACE * machine.threads)
        source[place] = 8
        machine.native.bind("read", [source, trace], 1)()
        assert trace.view(np.int64).sum() == 8 << 8 * (place % 8)


@pytest.mark.parametrize("type, ones", [
    ("f32", np.ones(16, np.float32)), ("f64", np.ones(8)), ("bf16", np.full(32, 0x3F80, np.uint16)),
    ("i8", np.ones(64, np.int8))])
def test_arithmetic_does_as_many_operations_as_it_says(machine: Machine, type: str, ones: np.ndarray) -> None:
    if type not in machine.types or machine.on_tiles(type):
        pytest.skip("not vectors of this processor")
    steps, place = 5, touched(PLACE * (2 + machine.threads))
    for k in range(2):
        place[k * PLACE : k * PLACE + 64] = ones.view(np.uint8)
    machine.native.bind(f"peak_{type}", [np.array([steps]), place], 1)()
    found = place[2 * PLACE :].view({"f64": np.float64, "i8": np.int32}.get(type, np.float32))
    peak = machine.arithmetic(type)
    assert 2 * found.sum() == steps * machine.operations(type)
    assert peak.work % machine.operations(type) == 0
    peak.run()


@pytest.mark.parametrize("program, expected", [
    (product((6, 5), (5, 7), "f32", "f32"), 2 * 6 * 5 * 7),
    (product((3, 6, 5), (3, 7, 5), "f32", "f32", 1, (1, 1)), 2 * 3 * 6 * 5 * 7),
    (convolution(2, 8, 3, 4, 3), 2 * 2 * 8 * 8 * 4 * 3 * 3 * 3),
    (convolution(1, 9, 3, 4, 1, 2), 2 * 5 * 5 * 3 * 4),
    (elementwise("negate", 8, ["f32"], "f32", "  %r = stablehlo.negate %a0 : {R}"), 0),
])
def test_operations_are_counted_from_the_program(program: Program, expected: float) -> None:
    assert limits.operations(hloom.parse(program.text)) == expected


def test_a_measured_program_says_what_it_moves_and_how_near_the_limit_it_is(machine: Machine) -> None:
    program = elementwise("convert", 3000, ["f32"], "bf16", "  %r = stablehlo.convert %a0 : ({A0}) -> {R}")
    row = limits.measured("element-wise", program, machine, rounds=1, seconds=0.01)
    assert row["bytes"] == 3000 * 6 and row["operations"] == 0 and not row["fallbacks"]
    assert row["fraction"] == pytest.approx(row["limit_ms"] / row["ms"])
    row = limits.measured("products", product((32, 32), (32, 32), "f32", "f32"), machine, rounds=1, seconds=0.01)
    assert row["operations"] == 2 * 32**3 and row["rate"] == pytest.approx(row["limit_rate"] * row["fraction"])


def test_every_program_is_valid_and_every_family_has_a_goal() -> None:
    names = [program.name for programs in FAMILIES.values() for program in programs]
    assert len(names) == len(set(names)) and GOALS.keys() == FAMILIES.keys()
    for programs in FAMILIES.values():
        for program in programs:
            hloom.parse(program.text).verify()


def test_names_without_a_program_are_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert limits.main(["--only", "no such program"]) == 2
    assert "nothing measured" in capsys.readouterr().err
