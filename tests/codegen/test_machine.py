"""The machine that code is planned for: frozen records of thresholds, from files and in keys, and none of them anywhere else."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen import machine as records
from hloom.codegen.cpu.pool_code import module_text
from hloom.codegen.llvm.module import SharedRoutine
from hloom.codegen.machine import Caches, Machine, Rows
from hloom.codegen.machine.reading import machine_from
from hloom.codegen.machine.record import Record
from hloom.codegen.target import Target
from hloom.runtime.cache import Cache
from hloom.support.diagnostics import InputError
from tests.harness import lower, machine_with, use_machine
from tests.programs import SOFTMAX

CODEGEN = Path(records.__file__).resolve().parents[1]
CHANGED = Machine(rows=Rows(least_called=7))


# -- records -------------------------------------------------------------------------------------------------------------------
def test_a_record_keeps_what_differs() -> None:
    assert Rows(least_called=512) == Rows() and repr(Rows(least_called=512)) == "Rows()"
    assert Rows(least_called=7) != Rows() and Rows(least_called=7) == Rows(least_called=7)
    assert Rows(least_called=7, most_batch=3) == Rows(least_called=7).with_values(most_batch=3)
    assert Caches() != Rows() and {Machine(): 1}[Machine(caches=Caches())] == 1
    assert {CHANGED: 1} == {Machine(rows=Rows(least_called=7)): 1} and CHANGED not in {Machine()}
    assert CHANGED.rows.least_called == 7 and CHANGED.rows.most_batch == Machine().rows.most_batch


def test_a_record_is_frozen_and_knows_its_fields() -> None:
    with pytest.raises(AttributeError, match="cannot assign to field 'rows'"):
        Machine().rows = Rows()  # type: ignore[misc]
    with pytest.raises(AttributeError, match="cannot delete field 'least_called'"):
        del CHANGED.rows.least_called  # type: ignore[misc]
    with pytest.raises(TypeError, match="Rows has no field 'least'"):
        Rows(least=1)  # type: ignore[call-arg]


def test_keys_tell_machines_apart() -> None:
    assert Machine().key == "" and CHANGED.key == "Machine(rows=Rows(least_called=7))"


def kinds(value: Any) -> bool:
    """Whether a value is what a file can say: a number, or a list or a table of such."""
    if isinstance(value, dict):
        return bool(value) and all(isinstance(key, str | int) and kinds(each) for key, each in value.items())
    if isinstance(value, tuple):
        return bool(value) and all(map(kinds, value))
    return type(value) in (int, float)


@pytest.mark.parametrize("name", Machine.fields())
def test_each_field_has_a_meaning_a_value_and_a_use(name: str) -> None:
    record = getattr(Machine(), name)
    assert isinstance(record, Record) and type(record).__doc__ and set(record.positive) <= set(record.fields())
    sources = "".join(path.read_text(encoding="utf-8") for path in CODEGEN.rglob("*.py") if path.parent.name != "machine")
    for field in record.fields():
        assert kinds(getattr(record, field)), field
        assert f".{field}" in sources, f"nothing reads {name}.{field}"


# -- files ---------------------------------------------------------------------------------------------------------------------
def written(folder: Path, content: str) -> Path:
    path = folder / "machine.json"
    path.write_text(content, encoding="utf-8")
    return path


def test_a_file_says_what_is_other(tmp_path: Path) -> None:
    content = {"rows": {"least_called": 7}, "transposes": {"of_several": 2}, "matmul": {"dot_rows": [[5, 1]]},
               "picking": {"farthest": {"1": 3, "2": 4, "4": 5, "8": 6}}}
    found = machine_from(written(tmp_path, json.dumps(content)))
    assert found.rows == Rows(least_called=7) and found.transposes.of_several == 2.0 and found.matmul.dot_rows == ((5, 1),)
    assert found.picking.farthest == {1: 3, 2: 4, 4: 5, 8: 6} and found.caches == Caches()
    assert machine_from(written(tmp_path, "{}")) == Machine()


@pytest.mark.parametrize(("content", "message"), [
    ("[1]", "the file is to be an object whose names are those of records, got [1]"),
    ("{", "is not JSON"),
    ("[" * 100_000, "is not JSON"),
    ('{"row": {}}', "the file has no record 'row'; did you mean 'rows'?"),
    ('{"rows": 3}', "rows is to be an object whose names are those of fields, got 3"),
    ('{"rows": {"least_caled": 3}}', "rows has no field 'least_caled'; did you mean 'least_called'?"),
    ('{"rows": {"positive": ["x"]}}', "rows has no field 'positive'"),
    ('{"rows": {"least_called": -1}}', "rows.least_called is to be an integer from 0 to"),
    ('{"rows": {"least_called": 1.5}}', "rows.least_called is to be an integer from 0 to"),
    ('{"rows": {"least_called": true}}', "rows.least_called is to be an integer from 0 to"),
    ('{"rows": {"least_called": "many"}}', "rows.least_called is to be an integer from 0 to"),
    (f'{{"rows": {{"least_called": {1 << 70}}}}}', "rows.least_called is to be an integer from 0 to"),
    ('{"baseline_tier": {"elements_each": 0}}', "baseline_tier.elements_each is to be an integer from 1 to"),
    ('{"transposes": {"of_several": NaN}}', "transposes.of_several is to be a number of at least 0, got nan"),
    ('{"matmul": {"dot_rows": []}}', "matmul.dot_rows is to be a list that is not empty, got []"),
    ('{"matmul": {"dot_rows": [[1, 2, 3]]}}', "matmul.dot_rows[0] is to be a list of 2 numbers, got [1, 2, 3]"),
    ('{"matmul": {"dot_rows": [[1, -2]]}}', "matmul.dot_rows[0][1] is to be an integer from 0 to"),
    ('{"picking": {"farthest": {"1": 3}}}', "picking.farthest is to be an object with the names 1, 2, 4, 8, got"),
])
def test_what_is_wrong_with_a_file(content: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        machine_from(written(tmp_path, content))
    assert str(caught.value).startswith("HLOOM_MACHINE: ") and message in str(caught.value)


def test_files_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_MACHINE", str(tmp_path / "absent.json"))
    with pytest.raises(InputError, match=r"HLOOM_MACHINE: cannot read .*absent\.json: No such file"):
        hloom.compile(hloom.parse(SOFTMAX.format(4, 8)))
    monkeypatch.setenv("HLOOM_MACHINE", str(tmp_path))
    with pytest.raises(InputError, match="HLOOM_MACHINE: cannot read"):
        Target.host()
    with pytest.raises(InputError, match="has more than 1048576 bytes"):
        machine_from(written(tmp_path, " " * ((1 << 20) + 1)))


# -- what it decides -----------------------------------------------------------------------------------------------------------
def test_code_is_planned_and_emitted_for_the_machine() -> None:
    """Rows that are long enough for calls, and the same with another threshold; then as before."""
    def libraries() -> int:
        return len(lower(SOFTMAX.format(64, 600)).code.shared_routines)

    before = libraries()
    with machine_with(rows={"least_called": 601}):
        assert Target.host().machine.rows.least_called == 601 and libraries() < before
        with machine_with(fusion={"cheap": 4}):
            assert Target.host().machine == Machine(rows=Rows(least_called=601), fusion=records.Fusion(cheap=4))
    assert libraries() == before and Target.host().machine == Machine()


def test_the_pool_is_made_for_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    before = module_text(Target.host(), "futex")
    use_machine(monkeypatch, dispatch_latency={"meetings": 9})
    assert module_text(Target.host(), "futex") != before


def test_narrower_processors_keep_it(monkeypatch: pytest.MonkeyPatch) -> None:
    use_machine(monkeypatch, rows={"least_called": 7})
    host = Target.host()
    assert host.machine == host.narrowed("sse").machine == host.permitted().machine == CHANGED
    assert "machine" not in repr(host) and "machine" not in host.described()


def fill(module: Any) -> None:
    """A library of nothing."""


def test_libraries_of_machines_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    before = SharedRoutine(fill, Target.host()).description
    use_machine(monkeypatch, rows={"least_called": 7})
    assert SharedRoutine(fill, Target.host()).description == before + CHANGED.key


@pytest.mark.kept
def test_programs_of_machines_are_told_apart_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 28))
    text, x = SOFTMAX.format(4, 8), np.ones((4, 8), np.float32)

    def is_kept() -> bool:
        executable = hloom.compile(hloom.parse(text))
        assert np.array_equal(executable(x)[0], np.full((4, 8), np.float32(1) / np.float32(8)))
        return list(executable.stats["seconds"]) == ["cache"]

    assert [is_kept(), is_kept()] == [False, True]
    with machine_with(baseline_tier={"work": 0, "most_work": 0}):
        assert [is_kept(), is_kept()] == [False, True]
    assert is_kept()


# -- the tree ------------------------------------------------------------------------------------------------------------------
#: Numbers of modules that are no thresholds: what they say holds on every machine. Files, and which constants of each; None: all.
NO_THRESHOLDS: dict[str, set[str] | None] = {
    # Layouts of memory that code and the runtime agree on, and numbers of system calls.
    **dict.fromkeys((f"cpu/c/{name}.py" for name in ("calls", "context", "layout", "threads")), None),
    "cpu/grid_far_code.py": {"_STATUS"},
    "cpu/pool_code.py": None,
    "cpu/dispatch_latency.py": {"_MONOTONIC_LINUX", "_MONOTONIC_DARWIN", "_VAIN"},
    "plan/kernels.py": {"ROOM_BEHIND", "_COSTS", "_DEEPEST"},
    "plan/target.py": {"_DETERMINISTIC_WORKERS"},
    "cpu/linear/routines.py": {"_BLOCK", "_REFLECTIONS", "_ALIGNMENT"},
    "cpu/linear/lu.py": {"_MOST"}, "cpu/fft/plan.py": {"_RADICES", "_REGISTER_BITS", "LINE_BYTES", "FINE", "LANES"},
    "cpu/fft/convolutions.py": {"BEFORE", "BEHIND"}, "cpu/fft/codelets.py": None,
    "cpu/contraction/micro_kernel.py": {"_FIRST", "_OF_A_LOOP", "_LOOPS"}, "cpu/contraction/packing.py": {"MANY"},
    "llvm/dot_products.py": None, "cpu/contraction/dots.py": {"FLIPPED_ZERO"},
    "cpu/contraction/matmul.py": {"NOTHING"}, "cpu/lowering/pad_k.py": {"_GROUP_BITS"},
    # Numbers of the processor's instructions and lines, and of formats.
    "cpu/movements.py": {"LINE_BYTES", "UNALIGNED_BYTES", "_UNITS"}, "cpu/kernel_function.py": {"_LINE"},
    "cpu/register_transpose.py": {"_LANE_BITS", "_PICKED_BITS", "LANE", "LINE"}, "cpu/run_moves.py": {"_WORD"},
    "cpu/box_moves.py": {"_WORD"},
    "cpu/row_routines.py": {"_ENDLESS"}, "cpu/irregular/random_bits.py": {"_LOW"}, "cpu/irregular/scatter.py": {"_FAR"},
    "cpu/sorting/keyed.py": None, "cpu/sorting/steps.py": {"_PLACE"}, "cpu/sorting/plan.py": {"_LONGEST"},
    "cpu/sorting/selection.py": {"_LANES", "_LARGEST"},
    "x86/cpuid.py": None, "x86/hooks.py": None,
    "llvm/builder.py": {"_REGISTER_BITS"}, "llvm/types.py": None, "llvm/small_floats.py": None,
    "llvm/memory_accesses.py": {"PAIR"}, "llvm/picked_lanes.py": {"_REGISTER_BYTES"},
    "llvm/lanes.py": None, "llvm/functions.py": {"_MOST_NARROWED", "_MODERATE"}, "llvm/integers.py": {"_BELOW_ONE"},
}


def numbers_of_modules() -> list[tuple[str, str]]:
    """Module constants of codegen outside `machine` and mathematics that are numbers, or are made of some."""
    found = []
    for path in sorted(CODEGEN.rglob("*.py")):
        name = path.relative_to(CODEGEN).as_posix()
        if name.startswith(("machine/", "llvm/math/")):
            continue
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
                values = [n.value for n in ast.walk(statement.value) if isinstance(n, ast.Constant)]
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                names = [n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)]
                if any(type(value) in (int, float) for value in values):
                    found += [(name, each) for each in names if each.lstrip("_").isupper()]
    return found


def test_thresholds_stand_in_the_machine() -> None:
    found = numbers_of_modules()
    thresholds = [(file, name) for file, name in found
                  if file not in NO_THRESHOLDS or name not in (NO_THRESHOLDS[file] or {name})]
    assert not thresholds, f"to be fields of the machine, or no thresholds: {thresholds}"


def test_what_is_said_to_be_no_threshold_is_there() -> None:
    found = set(numbers_of_modules())
    assert [(file, name) for file, names in NO_THRESHOLDS.items() for name in names or () if (file, name) not in found] == []
    assert [file for file, names in NO_THRESHOLDS.items() if names is None and not any(f == file for f, _ in found)] == []


#: Constants of modules that tests set, which nobody can hand in: bounds of the runtime and of sharding.
MOST_SET_CONSTANTS = 7


def test_few_tests_set_constants_of_modules() -> None:
    """A test hands in what small programs are to be treated by: a machine, or limits of a pass (`harness.told`)."""
    set_in = re.compile(r"""setattr\(\s*(?:\w+,\s*"|"[\w.]+\.)(_[A-Z][A-Z_]*)\"""")
    tests = Path(__file__).resolve().parents[1]
    found = [f"{path.relative_to(tests)}: {name}" for path in sorted(tests.rglob("*.py"))
             for name in set_in.findall(path.read_text(encoding="utf-8"))]
    assert len(found) <= MOST_SET_CONSTANTS, found
