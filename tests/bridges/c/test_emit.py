"""What is made of a program for C, under which options: files, headers, processors, memory, constants beside, packages."""

from __future__ import annotations

import ctypes
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.bridges.c import emit_c, linking
from hloom.codegen.cpu.c.layout import MESSAGES, Status
from hloom.codegen.cpu.c.parts import require_system
from hloom.codegen.target import Target
from hloom.numbers.element_type import ELEMENT_TYPES
from tests.bridges.c.libraries import Library, arguments_of, built, compile_c, needs_compiler, printed, undefined
from tests.harness import module_of
from tests.programs import SOFTMAX

ADD = """(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %c = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
    %0 = stablehlo.add %x, %y : tensor<2x3xf32>
    %1 = stablehlo.multiply %0, %c : tensor<2x3xf32>
    return %1 : tensor<2x3xf32> }"""
X, Y = np.arange(6, dtype=np.float32).reshape(2, 3), np.full((2, 3), 10, np.float32)
SUM = (X + Y) * (X + 1)
LARGE = SOFTMAX.format(300, 1000)
TYPES = [name for name in ELEMENT_TYPES if name not in ("index", "i2", "ui2")]
#: A program that calls ADD, named `p`.
CALLS_ADD = """#include <stdio.h>
#include "p.h"
int main(void) {
    static const P_X_TYPE x[P_X_DIM0][P_X_DIM1] = {{0, 1, 2}, {3, 4, 5}}, y[P_Y_DIM0][P_Y_DIM1] = {{10, 10, 10}, {10, 10, 10}};
    static const int shape[P_RESULT0_RANK] = P_RESULT0_SHAPE;
    P_RESULT0_TYPE result[P_RESULT0_SIZE];
    p_arguments arguments = {.x = &x[0][0], .y = &y[0][0], .result0 = result};
    p_context *context;
    if (p_new(&context, NULL) || p_run(context, &arguments)) return 1;
    for (int k = 0; k < shape[0] * shape[1]; k++) printf("%g ", result[k]);
    p_free(context);
    return 0;
}
"""

pytestmark = pytest.mark.unguarded
is_x86 = Target.host().triple.startswith("x86_64")
needs_x86 = pytest.mark.skipif(not is_x86, reason="levels are those of x86-64")


def names(files: Any) -> list[str]:
    return [path.name for path in files]


def result_of(library: Library, context: Any = None) -> np.ndarray:
    found = np.zeros((2, 3), np.float32)
    assert library.run(context or library.context(), [X, Y], [found]) == Status.OK
    return found


# -- files ---------------------------------------------------------------------------------------------------------------------
@needs_compiler
def test_each_kind_brings_what_comes_before_it(tmp_path: Path) -> None:
    module = module_of(ADD)
    made = {kind: emit_c(module, tmp_path / kind, emit=kind, name="p") for kind in ("header", "object", "shared")}
    assert names(made["header"].files) == ["p.h", "p.hpp"]
    assert names(made["object"].files) == ["p.o", "p.h", "p.hpp", "p.pc", "pConfig.cmake"]
    assert names(made["shared"].files) == ["libp.so", *names(made["object"].files)]
    for each in made.values():
        assert all(path.is_file() and path.stat().st_size for path in each.files)
        assert {path.name for path in each.files} == {path.name for path in each.files[0].parent.iterdir()}
    assert made["header"].needs == () and set(made["object"].needs) == undefined(tmp_path / "object" / "p.o")
    assert hloom.emit_c is emit_c


def test_the_name_is_that_of_the_module_or_the_function(tmp_path: Path) -> None:
    text = "module @jit_f { func.func public @main() -> tensor<i32> { %0 = stablehlo.constant dense<1> : tensor<i32>\n" \
           "return %0 : tensor<i32> }\n func.func public @other() -> tensor<i32> { %0 = stablehlo.constant dense<2> : " \
           "tensor<i32>\n return %0 : tensor<i32> } }"
    module = hloom.parse(text)
    assert names(emit_c(module, tmp_path, emit="header").files)[0] == "jit_f.h"
    assert names(emit_c(module, tmp_path, emit="header", function="other").files)[0] == "other.h"


@pytest.mark.parametrize("name", ["", "3d", "a-b", "int", "class", "_p", "é", "x" * 61, "hloom", "Hloom_2"])
def test_names_that_programs_cannot_have(name: str, tmp_path: Path) -> None:
    with pytest.raises(hloom.InputError, match=r"name for C|those of the code"):
        emit_c(module_of(ADD), tmp_path, emit="header", name=name)


@pytest.mark.parametrize("options", [{"emit": "exe"}, {"static_memory": 1}, {"constants_beside": "yes"}, {"threads": 0},
                                     {"cpu": "x86-64-v9"}, {"deterministic": None}, {"cpu": 3}, {"name": 3},
                                     {"function": None}])
def test_options_that_make_no_sense(options: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(hloom.InputError):
        emit_c(module_of(ADD), tmp_path, **options)


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(hloom.InputError, match="file"):
        emit_c(module_of(ADD), tmp_path / "file" / "inside", emit="header")


# -- headers -------------------------------------------------------------------------------------------------------------------
@needs_compiler
@pytest.mark.slow
def test_the_header_of_every_type(tmp_path: Path) -> None:
    """C99 and C++ take it, and its types are as large as elements are."""
    types = [f"tensor<2x3x{name}>" for name in TYPES]
    inputs = ", ".join(f"%a{k}: {t}" for k, t in enumerate(types))
    values = ", ".join(f"%a{k}" for k in range(len(types)))
    emit_c(module_of(f"({inputs}) -> ({', '.join(types)}) {{ return {values} : {', '.join(types)} }}"), tmp_path, emit="header",
           name="p", cpu="native")
    lines = []
    for k, name in enumerate(TYPES):
        size = 6 * ELEMENT_TYPES[name].dtype.itemsize
        lines += [f"typedef char size{k}[P_A{k}_SIZE * sizeof(P_A{k}_TYPE) == {size} && P_A{k}_BYTES == {size} ? 1 : -1];",
                  f"typedef char rank{k}[P_RESULT{k}_RANK == 2 && P_RESULT{k}_DIM1 == 3 ? 1 : -1];"]
    (tmp_path / "types.c").write_text("\n".join(['#include "p.h"', *lines, ""]))
    built(["cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", "types.c"], tmp_path)
    if shutil.which("c++"):
        (tmp_path / "types.cc").write_text('#include "p.hpp"\nint main() { p::Program *p = nullptr; return !!p; }\n')
        built(["c++", "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", "types.cc"], tmp_path)


@needs_compiler
def test_what_programs_call_their_arguments(tmp_path: Path) -> None:
    """Names that C has not, that are equal but for the size of letters, that macros of the program have."""
    text = """func.func public @main(%0: tensor<f32> loc("params['w']"), %1: tensor<f32> loc("int"),
      %2: tensor<f32> loc("a*/b$c${d}"), %3: tensor<f32> loc("CONTEXT"), %4: tensor<f32> loc("x"), %5: tensor<f32> loc("X"),
      %6: tensor<f32> loc("7"), %7: tensor<f32> loc("é"),
      %8: tensor<f32> loc("errno")) -> (tensor<f32> {jax.result_info = "x"}) { return %4 : tensor<f32> }"""
    emit_c(hloom.parse(text), tmp_path, name="p", emit="object", threads=1)
    struct = (tmp_path / "p.h").read_text().partition("typedef struct p_arguments {\n")[2].partition("} p_arguments")[0]
    members = [line.split("    /*")[0].strip() for line in struct.splitlines()]
    assert members == ["const float *params_w;", "const float *int_;", "const float *a_b_c_d;", "const float *CONTEXT_2;",
                       "const float *x;", "const float *X_2;", "const float *argument_7;", "const float *argument;",
                       "const float *errno_;", "float *x_3;"]
    (tmp_path / "names.c").write_text('#include <errno.h>\n#include "p.h"\n'
                                      "int main(void) { return sizeof(p_arguments) != 10 * sizeof(void *); }\n")
    built(["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "names.c", "-o", "names"], tmp_path)
    printed([tmp_path / "names"])
    if shutil.which("pkg-config"):
        assert printed(["pkg-config", "--cflags", tmp_path / "p.pc"]).strip() == f"-I{tmp_path}"


@needs_compiler
def test_a_program_in_c(tmp_path: Path) -> None:
    emit_c(module_of(ADD), tmp_path, name="p")
    program = compile_c(CALLS_ADD, tmp_path, "-L", tmp_path, "-lp", f"-Wl,-rpath,{tmp_path}")
    assert [float(word) for word in printed([program]).split()] == SUM.reshape(-1).tolist()


@needs_compiler
def test_two_programs_in_one(tmp_path: Path) -> None:
    """Each object file has kernels and threads of its own."""
    emit_c(module_of(ADD), tmp_path, name="p", emit="object", threads=2)
    emit_c(module_of(ADD.replace("stablehlo.add", "stablehlo.subtract")), tmp_path, name="q", emit="object", threads=2)
    text = CALLS_ADD.replace('#include "p.h"', '#include "p.h"\n#include "q.h"').replace("    p_free(context);\n", """
    q_arguments others = {.x = &x[0][0], .y = &y[0][0], .result0 = result};
    q_context *other;
    if (q_new(&other, NULL) || q_run(other, &others)) return 2;
    for (int k = 0; k < Q_RESULT0_SIZE; k++) printf("%g ", result[k]);
    q_free(other);
    p_free(context);
""")
    program = compile_c(text, tmp_path, tmp_path / "p.o", tmp_path / "q.o", "-lm", "-pthread")
    found = [float(word) for word in printed([program]).split()]
    assert found == [*SUM.reshape(-1).tolist(), *((X - Y) * (X + 1)).reshape(-1).tolist()]


# -- processors ----------------------------------------------------------------------------------------------------------------
@needs_x86
@needs_compiler
@pytest.mark.parametrize("cpu, wide", [("x86-64", "xmm"), ("x86-64-v2", "xmm"), ("haswell", "ymm"), ("x86-64-v4", "zmm")])
def test_code_for_a_stated_processor(cpu: str, wide: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the vectors that this one has, is the same wherever it is compiled, and runs where they are."""
    module = module_of(LARGE)
    emit_c(module, tmp_path / "here", name="p", cpu=cpu, threads=1)
    if shutil.which("objdump"):
        code = printed(["objdump", "-d", tmp_path / "here" / "p.o"])
        assert f"%{wide}" in code and not any(f"%{other}" in code for other in ("ymm", "zmm") if other > wide)
    monkeypatch.setenv("HLOOM_ISA", "sse")
    monkeypatch.setenv("HLOOM_THREADS", "3")
    emit_c(module, tmp_path / "there", name="p", emit="object", cpu=cpu, threads=1)
    assert (tmp_path / "here" / "p.o").read_bytes() == (tmp_path / "there" / "p.o").read_bytes()
    monkeypatch.undo()
    library = ctypes.CDLL(str(tmp_path / "here" / "libp.so"))
    context = ctypes.c_void_p()
    status = library.p_new(ctypes.byref(context), None)
    host = Target.host()
    runs = {"xmm": True, "ymm": host.vector_bytes >= 32, "zmm": host.vector_bytes == 64}[wide]
    assert status == (Status.OK if runs else Status.PROCESSOR)
    if runs:
        x, y = np.random.default_rng(0).standard_normal((300, 1000)).astype(np.float32), np.zeros((300, 1000), np.float32)
        assert library.p_run(context, (ctypes.c_void_p * 2)(x.ctypes.data, y.ctypes.data)) == Status.OK
        np.testing.assert_allclose(y, hloom.evaluate(module, x)[0], rtol=2e-6)


@needs_x86
@needs_compiler
def test_a_processor_that_lacks_instructions(tmp_path: Path) -> None:
    if Target.processor().has_byte_tiles:
        pytest.skip("this processor has tile registers")
    emit_c(module_of(ADD), tmp_path, name="p", cpu="sapphirerapids", threads=2)
    library = ctypes.CDLL(str(tmp_path / "libp.so"))
    context = ctypes.c_void_p()
    assert library.p_new(ctypes.byref(context), None) == Status.PROCESSOR and not context.value
    assert library.p_pool_new(ctypes.byref(context), 2) == Status.PROCESSOR and not context.value


# -- memory --------------------------------------------------------------------------------------------------------------------
@needs_compiler
def test_memory_of_the_callers(tmp_path: Path) -> None:
    """Nothing allocates; contexts and pools begin anywhere in memory that is large enough, and are refused in less."""
    library = Library(LARGE, tmp_path, static_memory=True, threads=2)
    assert not {"malloc", "free", "calloc", "aligned_alloc", "mmap"} & undefined(library.path)
    assert not hasattr(library.code, "p_new") and "p_free" not in (tmp_path / "p.h").read_text()
    x = np.random.default_rng(0).standard_normal((300, 1000)).astype(np.float32)
    (expected,) = hloom.compile(module_of(LARGE), threads=2)(x)
    sizes = library.code.p_pool_bytes(), library.code.p_context_bytes()
    for offset in (0, 1, 77):
        memory = [np.full(size + offset, 0xAB, np.uint8) for size in sizes]
        pool, context = ctypes.c_void_p(), ctypes.c_void_p()
        places = [(ctypes.c_void_p(m.ctypes.data + offset), ctypes.c_size_t(size)) for m, size in zip(memory, sizes)]
        assert library.code.p_pool_init(ctypes.byref(pool), *places[0], 2) == Status.OK
        assert library.code.p_init(ctypes.byref(context), *places[1], pool) == Status.OK
        y = np.zeros_like(x)
        assert library.run(context, [x], [y]) == Status.OK
        assert y.tobytes() == expected.tobytes()
        library.code.p_pool_close(pool)
    few = ctypes.c_size_t(sizes[1] - 1)
    assert library.code.p_init(ctypes.byref(context), ctypes.c_void_p(memory[1].ctypes.data), few, None) == Status.MEMORY
    few = ctypes.c_size_t(sizes[0] - 1)
    assert library.code.p_pool_init(ctypes.byref(pool), ctypes.c_void_p(memory[0].ctypes.data), few, 2) == Status.MEMORY


@needs_compiler
def test_what_functions_refuse(tmp_path: Path) -> None:
    library = Library(ADD, tmp_path, threads=2)
    code, made = library.code, ctypes.c_void_p()
    context = library.context()
    assert code.p_new(None, None) == code.p_init(None, None, 0, None) == Status.ARGUMENT
    assert code.p_run(None, None) == code.p_run(context, None) == Status.ARGUMENT
    for missing in range(3):
        words = (ctypes.c_void_p * 3)(*(0 if k == missing else a.ctypes.data for k, a in enumerate((X, Y, SUM))))
        assert code.p_run(context, words) == Status.ARGUMENT
    for threads in (-1, 3, 1000):
        assert code.p_pool_new(ctypes.byref(made), threads) == Status.THREADS and not made.value
    assert code.p_pool_new_with(ctypes.byref(made), None, None, 0) == Status.ARGUMENT
    code.p_free(None)
    code.p_pool_close(None)
    assert [code.p_error(k).decode() for k in range(len(MESSAGES))] == list(MESSAGES)
    assert code.p_error(-1) == code.p_error(len(MESSAGES)) == b"unknown"
    assert result_of(library, context).tobytes() == SUM.tobytes()


@needs_compiler
def test_a_pool_of_one_thread_and_of_all(tmp_path: Path) -> None:
    library = Library(LARGE, tmp_path, threads=3)
    x = np.random.default_rng(0).standard_normal((300, 1000)).astype(np.float32)
    (expected,) = hloom.compile(module_of(LARGE), threads=3)(x)
    for threads in (0, 1, 2, 3):
        for _ in range(3):  # opened and closed again
            pool = library.pool(threads)
            context, y = library.context(pool), np.zeros_like(x)
            assert library.run(context, [x], [y]) == Status.OK
            assert y.tobytes() == expected.tobytes()
            library.code.p_free(context)
            library.code.p_pool_close(pool)


# -- constants -----------------------------------------------------------------------------------------------------------------
@needs_compiler
def test_constants_in_a_file_beside(tmp_path: Path) -> None:
    library = Library(ADD, tmp_path, constants_beside=True)
    data = (tmp_path / "p.constants").read_bytes()
    assert "p.constants" in names(library.emitted.files) and len(data) == 64 + 24
    assert (X + 1).tobytes() in data and (X + 1).tobytes() not in library.path.read_bytes()
    memory = np.zeros(len(data) + 128, np.uint8)
    start = -memory.ctypes.data % 64

    def context(content: bytes, offset: int = 0, size: int | None = None) -> tuple[int, Any]:
        made = ctypes.c_void_p()
        memory[start + offset : start + offset + len(content)] = np.frombuffer(content, np.uint8)
        address = ctypes.c_void_p(memory.ctypes.data + start + offset)
        size = len(content) if size is None else size
        return library.code.p_new(ctypes.byref(made), None, address, ctypes.c_size_t(size)), made

    status, made = context(data)
    assert status == Status.OK and result_of(library, made).tobytes() == SUM.tobytes()
    assert context(data, offset=8)[0] == Status.CONSTANTS
    assert context(data, size=len(data) - 1)[0] == Status.CONSTANTS
    assert context(bytes([data[0] ^ 1]) + data[1:])[0] == Status.CONSTANTS
    assert context(data[:40] + bytes([data[40] ^ 1]) + data[41:])[0] == Status.CONSTANTS
    assert library.code.p_new(ctypes.byref(made), None, None, ctypes.c_size_t(0)) == Status.ARGUMENT
    header = (tmp_path / "p.h").read_text()
    assert '#define P_CONSTANTS_FILE "p.constants"' in header and "#define P_CONSTANTS_BYTES 88" in header


def test_a_program_without_constants_has_no_file(tmp_path: Path) -> None:
    module = module_of("(%x: tensor<3xf32>) -> tensor<3xf32> { %0 = stablehlo.negate %x : tensor<3xf32>\n"
                       "return %0 : tensor<3xf32> }")
    made = emit_c(module, tmp_path, name="p", emit="object", constants_beside=True)
    assert "p.constants" not in names(made.files) and "CONSTANTS_FILE" not in (tmp_path / "p.h").read_text()


# -- linking -------------------------------------------------------------------------------------------------------------------
def test_without_a_linker_the_object_file_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking.shutil, "which", lambda name: None)
    with pytest.raises(hloom.InputError, match=r"needs a C compiler or a linker, and there is none .*p\.o is there"):
        emit_c(module_of(ADD), tmp_path, name="p")
    assert (tmp_path / "p.o").is_file() and (tmp_path / "p.h").is_file() and not (tmp_path / "libp.so").exists()
    assert "p.o" in (tmp_path / "p.pc").read_text() and "p.o" in (tmp_path / "pConfig.cmake").read_text()  # packages of that


@needs_compiler
def test_a_linker_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "cc -nonsense-option")
    with pytest.raises(hloom.InputError, match=r"(?s)cc cannot link .*p\.o is there.*nonsense"):
        emit_c(module_of(ADD), tmp_path, name="p")


@pytest.mark.skipif(shutil.which("ld") is None, reason="there is no linker (ld)")
def test_a_linker_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    which = shutil.which
    monkeypatch.setattr(linking.shutil, "which", lambda name: which(name) if name == "ld" else None)
    monkeypatch.delenv("CC", raising=False)
    library = Library(ADD, tmp_path)
    assert result_of(library).tobytes() == SUM.tobytes()


# -- packages ------------------------------------------------------------------------------------------------------------------
@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["object", "shared"])
def test_cmake_finds_the_package(kind: str, tmp_path: Path) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("there is no CMake")
    emit_c(module_of(ADD), tmp_path / "package", name="p", emit=kind, threads=2)
    (tmp_path / "main.c").write_text(CALLS_ADD)
    (tmp_path / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.13)\nproject(user C)\n"
                                             "find_package(p CONFIG REQUIRED)\nfind_package(p CONFIG REQUIRED)\n"
                                             "add_executable(user main.c)\ntarget_link_libraries(user p::p)\n")
    for command in (["cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={tmp_path / 'package'}"],
                    ["cmake", "--build", "build"]):
        built(command, tmp_path)
    found = printed([tmp_path / "build" / "user"])
    assert [float(word) for word in found.split()] == SUM.reshape(-1).tolist()


@needs_compiler
@pytest.mark.parametrize("kind", ["object", "shared"])
def test_pkg_config_finds_the_package(kind: str, tmp_path: Path) -> None:
    if shutil.which("pkg-config") is None:
        pytest.skip("there is no pkg-config")
    emit_c(module_of(ADD), tmp_path, name="p", emit=kind, threads=2)
    words = printed(["pkg-config", "--cflags", "--libs", tmp_path / "p.pc"]).split()
    program = compile_c(CALLS_ADD, tmp_path, *words, f"-Wl,-rpath,{tmp_path}")
    assert [float(word) for word in printed([program]).split()] == SUM.reshape(-1).tolist()


# -- what is refused -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("text, message", [
    ("(%x: tensor<?xf32>) -> tensor<?xf32> {\n  %0 = stablehlo.negate %x : tensor<?xf32>\n  return %0 : tensor<?xf32> }",
     r"(?s)<input>:\d+:\d+: error: \[unsupported\] not compiled for C, where all sizes are known: .*note: .*--refine-arguments"),
    ("(%x: tensor<3xf32>) -> tensor<3xf32> {\n  %0 = stablehlo.custom_call @xla_python_cpu_callback(%x) "
     "{backend_config = \"1\", api_version = 2 : i32} : (tensor<3xf32>) -> tensor<3xf32>\n  return %0 : tensor<3xf32> }",
     r"<input>:2:\d+: error: \[unsupported\] stablehlo.custom_call @xla_python_cpu_callback is not compiled for C: it calls "),
    ("(%t: !stablehlo.token) -> tensor<3xf32> {\n  %0:2 = \"stablehlo.infeed\"(%t) {infeed_config = \"\"} : "
     "(!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)\n  return %0#0 : tensor<3xf32> }",
     r"<input>:2:\d+: error: \[unsupported\] stablehlo.infeed is not compiled for C: it runs on the evaluator, which is Python"),
])
def test_what_only_python_runs(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(hloom.UserError, match=message):
        emit_c(module_of(text), tmp_path, emit="header")


@pytest.mark.parametrize("triple", ["arm64-apple-darwin23.1.0", "x86_64-pc-windows-msvc", "riscv64-unknown-linux-gnu"])
def test_systems_without_object_files(triple: str) -> None:
    with pytest.raises(hloom.InputError, match=f"on Linux on x86-64 or aarch64, not on {triple}"):
        require_system(Target.describe(triple, "generic", ""))


def test_guarded_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HLOOM_GUARD", "1")
    with pytest.raises(hloom.InputError, match="HLOOM_GUARD"):
        emit_c(module_of(ADD), tmp_path, emit="header")


def test_a_faulty_program(tmp_path: Path) -> None:
    module = hloom.parse("func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {\n"
                         "  %0 = stablehlo.reverse %x, dims = [1, 1] : tensor<2x3xf32>\n  return %0 : tensor<2x3xf32>\n}")
    with pytest.raises(hloom.VerificationError, match="reverse_c2"):
        emit_c(module, tmp_path, emit="header")
    with pytest.raises(hloom.InputError):
        emit_c(module_of(ADD), tmp_path, emit="header", function="other")


def test_a_token_and_a_program_in_hlo(tmp_path: Path) -> None:
    module = hloom.parse("HloModule m\n\nENTRY main {\n  x = f32[4] parameter(0)\n  ROOT y = f32[4] negate(x)\n}\n", format="hlo")
    assert "const float *x;" in emit_c(module, tmp_path, emit="header").files[0].read_text()
    tokens = module_of("(%t: !stablehlo.token, %x: tensor<3xf32>) -> (!stablehlo.token, tensor<3xf32>) {\n"
                       " %0 = stablehlo.negate %x : tensor<3xf32>\n return %t, %0 : !stablehlo.token, tensor<3xf32> }")
    text = emit_c(tokens, tmp_path, emit="header", name="q").files[0].read_text()
    assert "const float *x;" in text and "float *result1;" in text and "token" not in text.split("typedef struct q_arguments")[1]


def test_arguments_of_a_small_program(tmp_path: Path) -> None:
    """A program without arguments and results has a struct all the same."""
    emit_c(module_of("() { return }"), tmp_path, emit="header", name="p")
    assert "const void *nothing;" in (tmp_path / "p.h").read_text()
    assert arguments_of(hloom.compile(module_of("() { return }"))) == []


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"static_memory": True}, {"constants_beside": True}, {"threads": 1},
                                     {"static_memory": True, "constants_beside": True}])
def test_the_header_for_cxx(options: dict[str, Any], tmp_path: Path) -> None:
    if shutil.which("c++") is None:
        pytest.skip("there is no compiler of C++ (c++)")
    emit_c(module_of(ADD), tmp_path, name="p", emit="object", **{"threads": 2, **options})
    has_pool, is_beside = options.get("threads") != 1, "constants_beside" in options
    given = ", ".join([*(["std::as_bytes(std::span(constants.words))"] if is_beside else []), *(["&pool"] if has_pool else [])])
    (tmp_path / "program.cc").write_text(f"""#include <array>
#include <cstdio>
#include "p.hpp"
struct Constants {{ alignas(64) std::array<float, 22> words; }};
int main() {{
    std::array<float, 6> x{{0, 1, 2, 3, 4, 5}}, y{{10, 10, 10, 10, 10, 10}}, result;
    static Constants constants;
    if ({int(is_beside)} && std::fread(&constants.words, 88, 1, stdin) != 1) return 1;
    {'p::Pool pool(2);' if has_pool else ''}
    p::Program program{f'({given})' if given else ''};
    program.run(x, y, result);
    for (float each : result) std::printf("%g ", each);
    program.stop();
    try {{
        program.run(p_arguments{{nullptr, y.data(), result.data()}});
    }} catch (const p::Error &error) {{
        std::printf("%d %s", int(error.status), error.what());
    }}
}}
""")
    built(["c++", "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "program.cc", "p.o", "-lm", "-pthread", "-o",
           "program"], tmp_path)
    data = (tmp_path / "p.constants").read_bytes() if is_beside else b""
    *numbers, status, message = printed([tmp_path / "program"], data).split(maxsplit=7)
    assert [float(n) for n in numbers] == SUM.reshape(-1).tolist()
    assert int(status) == Status.ARGUMENT and message == MESSAGES[Status.ARGUMENT]
