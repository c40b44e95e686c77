"""Values that need not be the same on all devices: parts of sums, and what should be copies and is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hloom
from hloom.passes.sharding import prepare

#: What each device of a mesh of 2 x 2 has of a value: the second digit is the device, x * 2 + y.
OWN = [np.arange(4, dtype=np.float32) + 10 * device for device in range(4)]
ALL, Y = '"x", "y"', '"y"'


def program(*steps: tuple[str, str], taken: str, given: str, size: int = 4) -> Any:
    """Manual computations one after the other, each with shardings of what it takes and gives, which negate what each device
    has."""
    type, lines = f"tensor<{size}xf32>", []
    for k, (before, after) in enumerate(steps):
        part = f"tensor<{size // 2 if '[{' in before and '[{}' not in before else size}xf32>"
        lines.append(f"""%{k} = sdy.manual_computation({'%x' if k == 0 else f'%{k - 1}'}) in_shardings=[<@mesh, {before}>]
            out_shardings=[<@mesh, {after}>] manual_axes={{"x", "y"}} (%a: {part}) {{
          %r = stablehlo.negate %a : {part} sdy.return %r : {part} }} : ({type}) -> {type}""")
    body = "\n".join(lines)
    last = f"%{len(steps) - 1}" if steps else "%x"
    return hloom.parse(f"""sdy.mesh @mesh = <["x"=2, "y"=2]>
      func.func @main(%x: {type} {{sdy.sharding = #sdy.sharding<@mesh, {taken}>}})
          -> ({type} {{sdy.sharding = #sdy.sharding<@mesh, {given}>}}) {{ {body} return {last} : {type} }}""")


def on_devices(module: Any, shards: list[Any]) -> np.ndarray:
    """What each device has of the result, on both engines."""
    prepared = prepare(module, 1, 4)
    prepared.module.verify()
    (taken,), (given,) = prepared.arguments, prepared.results
    found = [given.cut(run(taken.join(shards))[0])
             for run in (hloom.compile(prepared.module), lambda *a: hloom.evaluate(prepared.module, *a))]
    np.testing.assert_array_equal(found[0], found[1])
    return np.array(found[0])


@pytest.mark.parametrize("sharding", ['[{}], unreduced={"x", "y"}', '[{}], unreduced={"y", "x"}'])
def test_devices_keep_their_numbers_of_a_sum(sharding: str) -> None:
    module = program((sharding, sharding), (sharding, sharding), (sharding, sharding), taken=sharding, given=sharding)
    np.testing.assert_array_equal(on_devices(module, OWN), np.negative(OWN))


def test_numbers_of_a_sum_along_one_axis_beside_copies_and_blocks() -> None:
    sharding, parts = '[{}], unreduced={"x"}', '[{"y"}], unreduced={"x"}'
    copies = [OWN[0], OWN[0], OWN[2], OWN[2]]
    np.testing.assert_array_equal(on_devices(program((sharding, sharding), taken=sharding, given=sharding), copies),
                                  np.negative(copies))
    halves = [own[:2] for own in OWN]
    np.testing.assert_array_equal(on_devices(program((parts, parts), taken=parts, given=parts), halves), np.negative(halves))


def test_numbers_are_added_where_the_sum_is_asked_for() -> None:
    sharding = '[{}], unreduced={"x", "y"}'
    for after in ('[{}]', '[{"y"}]'):
        module = program((sharding, sharding), taken=sharding, given=after)
        total = np.negative(np.sum(OWN, axis=0))
        parts = [total] * 4 if after == "[{}]" else [total[:2], total[2:]] * 2
        np.testing.assert_array_equal(on_devices(module, OWN), parts)


def test_what_should_be_copies_stays_each_devices_own() -> None:
    sums, whole = '[{}], unreduced={"x", "y"}', "[{}]"
    module = program((sums, whole), (whole, whole), taken=sums, given=whole)
    assert prepare(module, 1, 4).results[0].is_apart
    np.testing.assert_array_equal(on_devices(module, OWN), OWN)
    # What they have comes back as parts of a sum.
    np.testing.assert_array_equal(on_devices(program((sums, whole), (whole, sums), taken=sums, given=sums), OWN), OWN)


def test_what_is_one_value_is_given_once() -> None:
    prepared = prepare(program(("[{}]", "[{}]"), taken="[{}]", given="[{}]"), 1, 4)
    assert not prepared.results[0].is_apart
    (result,) = hloom.compile(prepared.module)(OWN[1])
    np.testing.assert_array_equal(result, -OWN[1])
