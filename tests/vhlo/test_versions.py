"""Versions as people ask for them; every operation, type and attribute through every version; what forbids one."""

from __future__ import annotations

import pytest

import hloom
from hloom.vhlo.operations import NAMES, OPERATIONS
from hloom.vhlo.versions import CURRENT, MINIMUM, VERSIONS, Version, bytecode_version
from hloom.vhlo.writing import lowest_version, obstacles
from tests.bytecode.programs import examples


def test_versions_that_people_ask_for() -> None:
    assert hloom.get_current_version() == "1.20.0"
    assert hloom.get_minimum_version() == "0.9.0"
    assert hloom.get_smaller_version("1.9.0", "1.10.0") == "1.9.0"
    assert hloom.get_smaller_version("1.2.3", "9.9.9") == "1.2.3"
    assert hloom.get_smaller_version("01.2.0", "1.3.0") == "1.2.0"
    asked = hloom.StablehloCompatibilityRequirement
    assert [hloom.get_version_from_compatibility_requirement(each) for each in asked] == ["1.20.0", "1.18.0", "1.16.2", "0.9.0"]
    assert hloom.get_version_from_compatibility_requirement("WEEK_12") == "1.16.2"


@pytest.mark.parametrize("text", ["1.0", "1.0.0.0", "v1.0.0", "", "1.0.x", "-1.0.0", None])
def test_a_text_that_is_no_version_is_refused(text: str) -> None:
    with pytest.raises(hloom.InputError, match=r"three numbers, such as 1\.0\.0"):
        hloom.get_smaller_version(text, "1.0.0")


@pytest.mark.parametrize("text", ["0.8.0", "1.20.1", "1.21.0", "2.0.0"])
def test_programs_are_not_written_for_versions_that_there_are_not(text: str) -> None:
    with pytest.raises(hloom.InputError, match=r"StableHLO 0\.9\.0 to 1\.20\.0"):
        hloom.serialize_portable_artifact(hloom.parse("func.func @main() { return }"), text)


def test_a_patch_is_named_and_counts_as_nothing() -> None:
    module = hloom.parse("func.func @main() { return }")
    assert hloom.serialize_portable_artifact(module, "1.16.2") == hloom.serialize_portable_artifact(module, "1.16.0").replace(
        b"StableHLO_v1.16.0", b"StableHLO_v1.16.2")


def test_each_operation_has_one_version_at_a_time() -> None:
    for row in OPERATIONS.values():
        introduced = [row.introduced(number) for number in range(1, row.newest + 1)]
        assert introduced == sorted(set(introduced)) and introduced[0] >= MINIMUM and introduced[-1] <= CURRENT
    assert len(NAMES) == sum(row.newest for row in OPERATIONS.values()) == 145 and len(OPERATIONS) == 120


def test_bytecode_grows_with_the_versions() -> None:
    assert [bytecode_version(version) for version in VERSIONS[:8]] == [0, 1, 1, 3, 3, 4, 6, 6]
    assert bytecode_version(CURRENT) == 6


@pytest.mark.parametrize("name, program", [*examples("stablehlo", "func")])
def test_every_operation_comes_back_from_every_version_that_it_can_be_written_for(name: str, program: str) -> None:
    module = hloom.parse(program)
    least = lowest_version(module)
    written = 0
    current = b"" if obstacles(module, CURRENT) else hloom.serialize_portable_artifact(module, str(CURRENT))
    for version in VERSIONS:
        forbidden = obstacles(module, version)
        assert bool(forbidden) == (least.since is None or version < least.since)
        if forbidden:
            with pytest.raises(hloom.InputError, match="cannot be written for StableHLO"):
                hloom.serialize_portable_artifact(module, str(version))
            continue
        written += 1
        again = hloom.deserialize_portable_artifact(hloom.serialize_portable_artifact(module, str(version)))
        assert hloom.serialize_portable_artifact(again, str(CURRENT)) == current
    assert written or least.since is None, least.what


@pytest.mark.parametrize("operation, since, what", [
    ("%0 = stablehlo.tan %x : tensor<4xf32>", "1.4.0", "stablehlo.tan came with it"),
    ("%0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf4E2M1FN>", "1.8.0", "has the type f4E2M1FN"),
    ("%0 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = "
     "#stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>", "1.9.0", "has result_accuracy"),
    ("%0 = stablehlo.sine %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : "
     "tensor<4xf32>", "1.10.0", "has result_accuracy"),
    ("%0:2 = \"stablehlo.all_gather\"(%x, %x) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : "
     "(tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)", "1.5.0", "has 2 operands"),
    ("%0 = stablehlo.custom_call @f(%x) {api_version = 4 : i32, backend_config = {a = 1 : i64}} : (tensor<4xf32>) -> "
     "tensor<4xf32>", "1.3.0", "has a dictionary as backend_config"),
    ("%0 = stablehlo.composite \"a.b\" %x {decomposition = @g} : (tensor<4xf32>) -> tensor<4xf32>", "0.19.0", "came with it"),
    ("%0 = stablehlo.abs %x {mhlo.note = i2} : tensor<4xf32>", "1.2.0", "has i2 in its attribute mhlo.note"),
])
def test_what_forbids_a_version_is_named(operation: str, since: str, what: str) -> None:
    module = hloom.parse(f"func.func @main(%x: tensor<4xf32>) {{ {operation}\n return }}\n"
                         "func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }")
    found = lowest_version(module)
    assert str(found.since) == since and what in found.what
    hloom.serialize_portable_artifact(module, since)
    before = VERSIONS[VERSIONS.index(Version.of(since)) - 1]
    with pytest.raises(hloom.InputError, match=f"needs {since}"):
        hloom.serialize_portable_artifact(module, str(before))


@pytest.mark.parametrize("operation, what", [
    ("%0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>", "chlo.erf is no operation of StableHLO"),
    ("%0 = stablehlo.abs %x {mhlo.note} : tensor<4xf32>", "has the attribute mhlo.note = unit"),
    ("%0 = stablehlo.abs %x {mhlo.note = @a::@b} : tensor<4xf32>", "has the attribute mhlo.note = @a::@b"),
    ("%0 = stablehlo.abs %x {mhlo.note = 1 : si8} : tensor<4xf32>", "has the attribute mhlo.note = 1 : si8"),
])
def test_what_no_version_has_is_named(operation: str, what: str) -> None:
    module = hloom.parse(f"func.func @main(%x: tensor<4xf32>) {{ {operation}\n return }}")
    with pytest.raises(hloom.InputError, match=f"{what}.*in no version"):
        hloom.serialize_portable_artifact(module, "1.20.0")


def test_other_dialects_are_kept_where_they_are_allowed() -> None:
    module = hloom.parse("""sdy.mesh @mesh = <["x"=2]>
      func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
        %0 = stablehlo.abs %x {zz.unit} : tensor<4xf32>
        return %0 : tensor<4xf32> }""")
    with pytest.raises(hloom.InputError, match=r"sdy\.mesh is no operation of StableHLO"):
        hloom.serialize_portable_artifact(module, "1.17.0")
    data = hloom.serialize_portable_artifact(module, "1.17.0", allow_other_dialects=True)
    assert str(hloom.parse(data)) == str(module)


def test_operations_to_come_are_named() -> None:
    module = hloom.parse("func.func @f(%x: tensor<f32>) { %0 = stablehlo.abs %x : tensor<f32>\n return }")
    data = hloom.serialize_portable_artifact(module, "1.20.0")
    with pytest.raises(hloom.ParseError, match=r"vhlo.abs_v9 does not exist up to StableHLO 1.20.0.*ask the producer"):
        hloom.parse(data.replace(b"abs_v1", b"abs_v9"))
