"""Executables as files: what comes back is called as what was saved, also in processes that have next to nothing."""

from __future__ import annotations

import os
import pickle
import stat
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hloom
from hloom.codegen.processors import named
from hloom.codegen.target import Target
from hloom.ir.attributes import StringAttr
from hloom.ir.constants_beside import bind
from hloom.ir.fingerprint import beside_of, fingerprint
from hloom.passes.move_constants import moved_in
from hloom.runtime import from_file, jit, processors
from hloom.runtime.dispatch import permits
from hloom.runtime.dispatch.features import used
from hloom.runtime.executable_file import ExecutableFile
from hloom.runtime.file_executable import make, program_in
from hloom.runtime.pool import Pool
from tests.processes import printed
from tests.runtime.executable_files import EXPECTED, GENERATOR, PROGRAM, B, W, X, calls, check, module

pytestmark = pytest.mark.skipif(not jit.is_supported(), reason="code in files is for Linux on x86-64")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program for this processor and two threads, with the program."""
    path = tmp_path_factory.mktemp("saved") / "model.hloom"
    hloom.compile(module(), threads=2).save(path)
    return path


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_file_runs_without_llvmlite_and_without_a_cache(threads: int, saved: Path, tmp_path: Path) -> None:
    """Planned for two threads it runs on any number. Nothing of the rest of hloom is loaded, and NumPy with the first call."""
    found = printed("-c", calls(), saved, is_quiet=True, HLOOM_CACHE=0, HLOOM_LIBRARY=0, HLOOM_THREADS=threads)
    assert found == "False\nTrue\n[]\n"


def test_it_is_called_as_what_was_saved_is(saved: Path) -> None:
    made, loaded = hloom.compile(module(), threads=2), hloom.load_executable(saved, threads=2)
    assert isinstance(loaded, hloom.Executable) and loaded.fallbacks == [] and loaded.needs_python == ""
    assert loaded.signature == made.signature and str(loaded.signature) == str(made.signature)
    check(loaded)
    check(loaded, b=B)
    for a, b in zip(made(X, B), loaded(X, B), strict=True):
        assert np.array_equal(a, b)  # the same code
    check(loaded, b=B.tolist())
    out = [np.empty((37, 96), np.float32), None]
    y, _ = loaded(np.asfortranarray(X), B, out=out)
    assert y is out[0] and np.allclose(y, EXPECTED, atol=1e-5)
    listings = [{name: (k.text, [o.operation for o in k.operations]) for name, k in e.kernels.items()} for e in (made, loaded)]
    assert listings[0] == listings[1]
    assert all(origin.place for kernel in loaded.kernels.values() for origin in kernel.operations)
    assert loaded.stats["threads"] == 2 and list(loaded.stats["seconds"]) == ["load"]
    for wrong, text in (((X,), "takes 2 arguments, got 1; they are x, b"), ((X, B.astype(int)), "must have element type f32"),
                        ((X.T, B), r"must have shape \[37, 64\]")):
        with pytest.raises(hloom.InputError, match=text):
            loaded(*wrong)
    with pytest.raises(hloom.InputError, match="no argument 'c'"):
        loaded(X, c=B)
    with pytest.raises(hloom.InputError, match="out for result 0"):
        loaded(X, B, out=[np.empty(3, np.float32), None])


def test_what_nobody_has_called_becomes_the_executable(saved: Path) -> None:
    stored = from_file.Stored(str(saved), hloom.load_executable)
    for ask in (repr, lambda e: e.stats, lambda e: isinstance(e, hloom.Executable), lambda e: e(X, B), pickle.dumps,
                lambda e: setattr(e, "time_limit", 3), lambda e: e._repr_html_()):
        made: Any = from_file.Unopened(partial(make, stored, stored.chosen(2)))
        assert type(made) is from_file.Unopened
        ask(made)
        assert isinstance(made, hloom.Executable) and type(made) is not from_file.Unopened
        check(made)
    made = from_file.Unopened(partial(make, stored, stored.chosen(2)))
    threads = [threading.Thread(target=check, args=(made,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert isinstance(made, hloom.Executable)


def test_it_is_pickled_by_its_name_and_copied_as_it_is(saved: Path, tmp_path: Path) -> None:
    loaded = hloom.load_executable(saved, threads=1, time_limit=9)
    again = pickle.loads(pickle.dumps(loaded))
    assert again.time_limit == 9 and again.stats["threads"] == 1
    check(again)
    again.save(tmp_path / "copy.hloom")
    assert (tmp_path / "copy.hloom").read_bytes() == saved.read_bytes()
    with pytest.raises(hloom.InputError, match="is saved of what"):
        again.save(tmp_path / "copy.hloom", cpu="x86-64-v3")


# -- processors and threads ----------------------------------------------------------------------------------------------------
def levels_here() -> list[str]:
    return [name for name in ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4")
            if not processors.why_not_here(Target.host().triple, used(named(name, Target.host()).features))]


def test_the_code_that_fits_best_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fits is asked of what Linux says of the processor, and of HLOOM_ISA; nothing else tells them apart here."""
    path = tmp_path / "model.hloom"
    hloom.compile(module(), threads=1).save(path, cpu=["x86-64-v2", "native", "x86-64-v3"], threads=(1, 4))
    codes = [(code["cpu"], code["threads"]) for code in ExecutableFile(str(path)).header["codes"]]
    native = Target.host().cpu
    assert codes == [(cpu, n) for cpu in ("x86-64-v2", native, "x86-64-v3") for n in (1, 4)]

    def taken(threads: int) -> tuple[str, int]:
        stored = from_file.Stored(str(path), hloom.load_executable)
        code = stored.chosen(threads).code
        return code.processor, code.threads

    assert [taken(n) for n in (1, 2, 4, 9)] == [(native, 1), (native, 4), (native, 4), (native, 4)]
    monkeypatch.setenv("HLOOM_ISA", "avx2")
    if "x86-64-v3" in levels_here():
        assert taken(1) == ("x86-64-v3", 1)
    monkeypatch.setenv("HLOOM_ISA", "sse")
    assert taken(2) == ("x86-64-v2", 4)
    check(hloom.load_executable(path, threads=2))
    monkeypatch.delenv("HLOOM_ISA")
    told = processors._told()
    flags = " ".join(flag for flag in told["flags"].split() if flag != "popcnt")
    monkeypatch.setattr(processors, "_told", lambda: {**told, "flags": flags})
    with pytest.raises(from_file.NoCodeError, match=r"that for x86-64-v2: this processor has no .*popcnt"):
        taken(1)


@pytest.mark.parametrize("level", ["x86-64-v2", "x86-64-v3", "x86-64-v4"])
def test_code_for_a_level_gives_what_this_processor_would(level: str, tmp_path: Path) -> None:
    path = tmp_path / "model.hloom"
    hloom.compile(module(), threads=2).save(path, cpu=level, program=False)
    (code,) = ExecutableFile(str(path)).header["codes"]
    assert (code["cpu"], code["threads"]) == (level, 2)
    assert not [f for f in code["features"] if f.startswith("avx512")] or level == "x86-64-v4"
    if level not in levels_here():
        with pytest.raises(hloom.InputError, match=f"that for {level}: this processor has no .*; the program is not in"):
            hloom.load_executable(path)
        return
    assert printed("-c", calls(), path, HLOOM_CACHE=0, HLOOM_LIBRARY=0) == "False\nTrue\n[]\n"
    for threads in (1, 2, 3):
        check(hloom.load_executable(path, threads=threads))


def test_all_that_linux_says_of_this_processor_is_what_llvm_says() -> None:
    assert processors.missing_here(used(Target.host().features), processors.model()) == []


def test_what_linux_does_not_tell_is_known_of_the_same_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    features = ["avx2", "avxvnniint8", "sse4.2"]
    monkeypatch.setattr(processors, "_told", lambda: {"vendor_id": "GenuineIntel", "cpu family": "6", "model": "175",
                                                      "flags": "sse4_2 avx2"})
    here = processors.model()
    assert here == "GenuineIntel 6 175"
    assert processors.missing_here(features, here) == [] and processors.missing_here(features) == ["avxvnniint8"]
    monkeypatch.setenv("HLOOM_ISA", "sse")
    assert processors.missing_here(features, here) == ["avx2", "avxvnniint8"]
    monkeypatch.delenv("HLOOM_ISA")
    monkeypatch.setattr(processors, "_told", dict)
    assert processors.missing_here(features, here) == features


@pytest.mark.parametrize("leave", [False, True])
def test_tile_registers_are_asked_for(leave: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that uses them ends a process that has no leave to."""
    monkeypatch.setattr(processors, "_told", lambda: {"flags": "avx2 amx_tile amx_bf16"})
    monkeypatch.setattr(permits, "_may_use_tiles", lambda: leave)
    assert processors.missing_here(["avx2", "amx-tile", "amx-bf16"]) == ([] if leave else ["amx-tile", "amx-bf16"])
    monkeypatch.setenv("HLOOM_AMX", "0")
    assert processors.missing_here(["avx2", "amx-tile"]) == ["amx-tile"] and processors.missing_here(["avx2"]) == []


@pytest.mark.parametrize("options, text", [
    ({"cpu": "x86-64-v9"}, "no processor 'x86-64-v9'.*did you mean 'x86-64-v"),
    ({"cpu": []}, "the name of a processor, or several"),
    ({"cpu": [3]}, "the name of a processor, or several"), ({"threads": 0}, "threads is a number from 1"),
    ({"threads": []}, "numbers of threads to plan for"), ({"threads": [2, None]}, "numbers of threads to plan for"),
    ({"program": 1}, "program is True or False")])
def test_options_that_make_no_sense(options: dict[str, Any], text: str, tmp_path: Path) -> None:
    with pytest.raises(hloom.InputError, match=text):
        hloom.compile(module(), threads=1).save(tmp_path / "model.hloom", **options)
    assert list(tmp_path.iterdir()) == []


def test_where_no_code_runs_the_program_is_compiled(saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(from_file, "interface", lambda: "another")
    loaded = hloom.load_executable(saved)
    check(loaded)
    check(loaded, b=B)
    assert type(loaded).__name__ == "Executable"
    with pytest.raises(hloom.InputError, match=r"model\.hloom: its code was made by hloom .*; it is not to be compiled"):
        hloom.load_executable(saved, compile=False)
    without = tmp_path / "without.hloom"
    hloom.compile(module(), threads=1).save(without, program=False)
    with pytest.raises(hloom.InputError, match="the program is not in the file"):
        hloom.load_executable(without)
    loads = calls().replace("import hloom\n",
                            "import hloom.runtime.from_file as f; f.interface = lambda: 'another'\nimport hloom\n")
    done = subprocess.run([sys.executable, "-c", loads, str(saved)], capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 1 and "llvmlite, which compiles, is not installed" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("is_inline", [False, True])
def test_the_program_in_a_file_is_the_one_that_was_compiled(is_inline: bool, tmp_path: Path) -> None:
    """Constants that it stated it states, those that lay beside it lie beside it: small ones, too."""
    text = PROGRAM.replace("dense<0.0> : tensor<f32>", "dense_resource<zero> : tensor<f32>")
    program = hloom.parse(text)
    bind(program, {"w": W, "zero": np.zeros((), np.float32)})
    if is_inline:
        program = moved_in(program, {"w"})
    made = hloom.compile(program, threads=1)
    made.save(tmp_path / "model.hloom")
    stored = from_file.Stored(str(tmp_path / "model.hloom"), hloom.load_executable)
    found = program_in(stored)
    assert fingerprint(found) == fingerprint(program)
    assert len(beside_of(found)) == len(beside_of(program)) == (1 if is_inline else 2)
    check(hloom.load_executable(tmp_path / "model.hloom"))
    again = hloom.compile(found, threads=1)
    assert "cache" in again.stats["seconds"]


# -- programs ------------------------------------------------------------------------------------------------------------------
def round_trip(text: str, tmp_path: Path, *arguments: Any, **options: Any) -> Any:
    """The results of a program from a file, on one and on three threads, which are those of the evaluator."""
    program = hloom.parse(text)
    hloom.compile(program, threads=2, **options).save(tmp_path / "model.hloom")
    expected = hloom.evaluate(program, *arguments)
    for threads in (1, 3):
        loaded = hloom.load_executable(tmp_path / "model.hloom", threads=threads, check=True)
        found = loaded(*arguments)
        for a, b in zip(found, expected, strict=True):
            if isinstance(a, tuple):
                assert all(np.array_equal(p, q) for p, q in zip(a, b, strict=True))
            else:
                assert a.dtype == b.dtype and np.allclose(a.astype(complex), b.astype(complex), rtol=1e-4, atol=1e-4)
    return loaded


def test_small_types_and_constants_of_many(tmp_path: Path) -> None:
    loaded = round_trip("""func.func @main(%x: tensor<8xbf16>, %p: tensor<8xi1>, %k: tensor<ui8>)
        -> (tensor<8xbf16>, tensor<8xi4>, tensor<ui8>) {
      %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xbf16>
      %i = stablehlo.constant dense<[1, 2, 3, 4, -5, 6, 7, -8]> : tensor<8xi4>
      %0 = stablehlo.add %x, %c : tensor<8xbf16>
      %1 = stablehlo.select %p, %0, %x : tensor<8xi1>, tensor<8xbf16>
      %2 = stablehlo.add %i, %i : tensor<8xi4>
      return %1, %2, %k : tensor<8xbf16>, tensor<8xi4>, tensor<ui8> }""", tmp_path,
                        np.arange(8).astype(ml_dtypes.bfloat16), np.arange(8) % 3 == 0, np.uint8(7))
    assert str(loaded.signature) == "@main(x: 8xbf16, p: 8xi1, k: ui8) -> (result0: 8xbf16, result1: 8xi4, result2: ui8)"


def test_tuples(tmp_path: Path) -> None:
    x = np.arange(3, dtype=np.float32)
    round_trip("""func.func @main(%x: tuple<tensor<3xf32>, tensor<3xf32>>) -> tuple<tensor<3xf32>, tensor<3xf32>> {
      %0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<3xf32>, tensor<3xf32>>) -> tensor<3xf32>
      %1 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<3xf32>, tensor<3xf32>>) -> tensor<3xf32>
      %2 = stablehlo.add %0, %1 : tensor<3xf32>
      %3 = stablehlo.tuple %2, %0 : tuple<tensor<3xf32>, tensor<3xf32>>
      return %3 : tuple<tensor<3xf32>, tensor<3xf32>> }""", tmp_path, (x, x + 1))


def test_tables_that_are_computed_late_and_loops(tmp_path: Path) -> None:
    round_trip("""func.func @main(%x: tensor<4099xcomplex<f32>>, %n: tensor<i32>) -> (tensor<4099xcomplex<f32>>, tensor<i32>) {
      %0 = stablehlo.fft %x, type = FFT, length = [4099] : (tensor<4099xcomplex<f32>>) -> tensor<4099xcomplex<f32>>
      %1 = stablehlo.while(%i = %n) : tensor<i32> cond {
        %most = stablehlo.constant dense<1000> : tensor<i32>
        %less = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
      } do {
        %two = stablehlo.add %i, %i : tensor<i32>
        stablehlo.return %two : tensor<i32>
      }
      return %0, %1 : tensor<4099xcomplex<f32>>, tensor<i32> }""", tmp_path,
               (GENERATOR.standard_normal(4099) + 1j).astype(np.complex64), np.int32(3))


def test_routines_of_lapack(tmp_path: Path) -> None:
    a = GENERATOR.standard_normal((40, 40)).astype(np.float32)
    a = (a + a.T) / 2
    text = """func.func @main(%a: tensor<40x40xf32>) -> tensor<40xf32> {
      %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {api_version = 4 : i32,
        operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
        mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, output_operand_aliases = [],
        result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>, dense<> : tensor<0xindex>]}
        : (tensor<40x40xf32>) -> (tensor<40x40xf32>, tensor<40xf32>, tensor<i32>)
      return %0#1 : tensor<40xf32> }"""
    program = hloom.compile(hloom.parse(text), threads=1)
    if program.fallbacks:
        pytest.skip("there is no LAPACK here")
    program.save(tmp_path / "model.hloom")
    (found,) = hloom.load_executable(tmp_path / "model.hloom")(a)
    assert np.allclose(found, np.linalg.eigvalsh(a), atol=1e-3)


@pytest.mark.parametrize("text, why", [
    ("(%x: tensor<?xf32>) -> tensor<?xf32> { %0 = stablehlo.add %x, %x : tensor<?xf32> return %0 : tensor<?xf32> }",
     "its shapes are known at calls only"),
    ("(%x: tensor<3xf32>) -> tensor<3xf32> { %0 = stablehlo.custom_call @mine(%x) : (tensor<3xf32>) -> tensor<3xf32> "
     "return %0 : tensor<3xf32> }", "the evaluator runs stablehlo.custom_call")])
def test_what_cannot_be_saved_says_why(text: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(hloom.InputError, match=f"@main cannot be saved: {why}"):
        hloom.compile(hloom.parse(f"func.func @main{text}")).save(tmp_path / "model.hloom")


def test_a_program_that_was_changed_since_is_not_saved(tmp_path: Path) -> None:
    program = module()
    made = hloom.compile(program, threads=1)
    program.functions["main"].body.block.operations[0].attributes["mine"] = StringAttr("something")
    with pytest.raises(hloom.InputError, match="was changed after it was compiled"):
        made.save(tmp_path / "model.hloom")


def test_trees_of_jax_survive(tmp_path: Path) -> None:
    jax = pytest.importorskip("jax")

    def f(params: Any, x: Any, *, scale: Any) -> Any:
        return {"y": x @ params["w"] * scale, "n": (params["b"][0], None)}

    arguments = {"w": W, "b": [np.float32(3)]}
    lowered = jax.jit(f).lower(arguments, X, scale=np.float32(2))
    hloom.compile(hloom.parse(lowered), threads=2).save(tmp_path / "model.hloom")
    loaded = hloom.load_executable(tmp_path / "model.hloom")
    found: Any = loaded(arguments, X, scale=np.float32(2))
    assert found["n"][1] is None and found["n"][0] == 3 and np.allclose(found["y"], X @ W * 2, atol=1e-4)
    with pytest.raises(hloom.InputError, match=r"\['w'\]|the keys"):
        loaded({"v": W}, X, scale=np.float32(2))
    source = """
import numpy as np
x, w = (np.arange(n, dtype=np.float32).reshape(s) / n for n, s in ((2368, (37, 64)), (6144, (64, 96))))
found = executable({"w": w, "b": [np.float32(5)]}, x, scale=np.float32(2))
print(sorted(found), float(found["n"][0]), bool(np.allclose(found["y"], x @ w * 2, rtol=1e-4)))
print([m for m in sys.modules if m.startswith("hloom.ops")])"""
    lone = calls("jax", "jaxlib")
    lone = lone[: lone.index('print("numpy"')] + source
    assert printed("-c", lone, tmp_path / "model.hloom", HLOOM_CACHE=0) == "['n', 'y'] 5.0 True\n[]\n"


# -- where files lie -----------------------------------------------------------------------------------------------------------
def test_a_file_is_made_whole_or_not_at_all(saved: Path, tmp_path: Path) -> None:
    """One that is there stays as it is for who has it mapped."""
    path = tmp_path / "model.hloom"
    path.write_bytes(saved.read_bytes())
    loaded = hloom.load_executable(path)
    made = hloom.compile(module(), threads=2)
    made.save(path)
    check(loaded)
    assert [entry.name for entry in tmp_path.iterdir()] == ["model.hloom"]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    with pytest.raises(hloom.InputError, match="No such file or directory"):
        made.save(tmp_path / "none" / "model.hloom")
    with pytest.raises(hloom.InputError, match=r"model\.hloom.*directory"):
        (tmp_path / "folder" / "model.hloom").mkdir(parents=True)
        made.save(tmp_path / "folder" / "model.hloom")
    assert [entry.name for entry in (tmp_path / "folder").iterdir()] == ["model.hloom"]


def test_another_user_without_a_home_runs_a_file_that_cannot_be_written_to(saved: Path, tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root acts as another user")
    path = Path("/tmp") / f"hloom-test-{os.getpid()}.hloom"
    path.write_bytes(saved.read_bytes())
    path.chmod(0o444)
    first, then = calls().split("executable = ")  # as root, who may read where Python lies
    becomes = "import os; os.setgid(65534); os.setuid(65534); os.environ.pop('HOME', None)"
    lone = f"{first}import numpy.random; hloom.load_executable(sys.argv[1]).kernels; {becomes}\nexecutable = {then}"
    try:
        assert printed("-c", lone, path, HLOOM_CACHE="/nowhere/at/all", HLOOM_LIBRARY=0) == "True\nTrue\n[]\n"
    finally:
        path.unlink()


def test_a_process_that_compiles_as_well_shares_the_workers(saved: Path) -> None:
    """The pool's code from a file and the process's own are the same to programs."""
    source = f"""
import hloom, numpy as np
loaded = hloom.load_executable({str(saved)!r}, threads=2)
x, b = np.ones((37, 64), np.float32), np.zeros(96, np.float32)
first = loaded(x, b)
made = hloom.compile(hloom.parse('''func.func @main(%x: tensor<9xf32>) -> tensor<9xf32> {{
  %0 = stablehlo.add %x, %x : tensor<9xf32> return %0 : tensor<9xf32> }}'''), threads=2)
import pickle
again = pickle.loads(pickle.dumps(made))
print(made(np.ones(9, np.float32))[0][0], again(np.ones(9, np.float32))[0][0], np.array_equal(first[0], loaded(x, b)[0]))
"""
    assert printed("-c", source) == "2.0 2.0 True\n"
    assert Pool.sized(2).object_file


def test_a_child_of_fork_calls_it(saved: Path) -> None:
    """Whether or not the parent has; the workers are the child's own."""
    source = """
import os, sys, hloom
executable = hloom.load_executable(sys.argv[1], threads=2)
def call():
    import numpy as np
    x, b = np.ones((37, 64), np.float32), np.zeros(96, np.float32)
    return executable(x, b)[0].sum()
for turn in range(2):
    child = os.fork()
    if not child:
        os._exit(int(abs(call() - call()) > 1e-6))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), type(executable).__name__)
    call()
"""
    assert printed("-c", source, saved, HLOOM_CACHE=0) == "0 Unopened\n0 FileExecutable\n"


def test_the_command_runs_it_without_llvmlite(saved: Path) -> None:
    source = "import sys; sys.modules['llvmlite'] = None; from hloom.cli import main; sys.exit(main(sys.argv[1:]))"
    found = printed("-c", source, "run", saved, "--random", "0", HLOOM_CACHE=0, HLOOM_LIBRARY=0)
    assert found.startswith("tensor<37x96xf32>")


# -- size ----------------------------------------------------------------------------------------------------------------------
#: Calls an executable with large constants, and prints bytes of them, and by how much the process has grown since it had NumPy.
GROWTH = """
import sys
import numpy as np, hloom
def resident():
    return next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith("VmRSS"))
before = resident()
executable = hloom.load_executable(sys.argv[1])
y, = executable(np.ones((4, 1800), np.float32))
print(executable.stats["constant_bytes"], resident() - before, float(y[0, 0]))
"""


def test_constants_are_mapped_and_not_copied(tmp_path: Path) -> None:
    """The memory of a network with 50 MB of weights is that of its weights, of which processes share the pages."""
    layers, size = 4, 1800
    body = "".join(f"""
      %w{k} = stablehlo.constant dense_resource<w{k}> : tensor<{size}x{size}xf32>
      %d{k} = stablehlo.dot_general %x{k}, %w{k}, contracting_dims = [1] x [0]
        : (tensor<4x{size}xf32>, tensor<{size}x{size}xf32>) -> tensor<4x{size}xf32>
      %x{k + 1} = stablehlo.tanh %d{k} : tensor<4x{size}xf32>""" for k in range(layers))
    type = f"tensor<4x{size}xf32>"
    program = hloom.parse(f"func.func @main(%x0: {type}) -> {type} {{{body}\nreturn %x{layers} : {type} }}")
    weights = {f"w{k}": (GENERATOR.standard_normal((size, size)) / size ** 0.5).astype(np.float32) for k in range(layers)}
    bind(program, weights)
    path = tmp_path / "model.hloom"
    hloom.compile(program, threads=2).save(path)
    total = layers * size * size * 4
    assert path.stat().st_size < 2.1 * total  # what is laid out anew for products lies there beside the program's own
    constants, grown, first = map(float, printed("-c", GROWTH, path, HLOOM_CACHE=0, HLOOM_THREADS=2).split())
    y = np.ones((4, size))
    for w in weights.values():
        y = np.tanh(y @ w)
    assert constants >= total and grown < 1.2 * constants and abs(first - y[0, 0]) < 1e-3, (constants, grown)
