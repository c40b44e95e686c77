"""The demo's network for C: what programs in C, C++ and Rust print is what the demo prints, without Python and without a fault in
memory, from any number of threads."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import hloom
from hloom.bridges.c import emit_c
from tests.bridges.c.libraries import built, compile_c, needs_compiler, printed, undefined, written

DIGITS = Path(__file__).resolve().parents[3] / "examples" / "digits"
#: What a library may want of others: the C library, and what linkers add.
SYSTEM = {"clock_gettime", "free", "malloc", "memcpy", "memset", "pthread_create", "pthread_join", "sched_getaffinity",
          "sched_getcpu", "syscall", "__cxa_finalize", "__gmon_start__",
          "_ITM_deregisterTMCloneTable", "_ITM_registerTMCloneTable"}
#: Threads in C, each with a context of its own, that call the network with all images again and again.
THREADS = """#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "digits.h"
enum { IMAGES = 32, THREADS = 8, TURNS = 20 };
static float images[IMAGES][DIGITS_PIXELS_SIZE], expected[IMAGES][DIGITS_RESULT_SIZE];
static digits_pool *pool;
static void *work(void *faults) {
    digits_context *context;
    float result[DIGITS_RESULT_SIZE];
    if (digits_new(&context, pool)) return NULL;
    for (int turn = 0; turn < TURNS; turn++)
        for (int k = 0; k < IMAGES; k++) {
            digits_arguments arguments = {.pixels = images[k], .result = result};
            if (digits_run(context, &arguments)) return NULL;
            *(int *)faults += memcmp(result, expected[k], sizeof result) != 0;
        }
    digits_free(context);
    *(int *)faults -= 1;
    return NULL;
}
int main(void) {
    pthread_t threads[THREADS];
    int faults[THREADS], sum = 0;
    if (fread(images, sizeof images, 1, stdin) != 1 || fread(expected, sizeof expected, 1, stdin) != 1) return 1;
    if (digits_pool_new(&pool, 0)) return 2;
    for (int k = 0; k < THREADS; k++) {
        faults[k] = 1;
        if (pthread_create(&threads[k], NULL, work, &faults[k])) return 3;
    }
    for (int k = 0; k < THREADS; k++) {
        pthread_join(threads[k], NULL);
        sum += faults[k];
    }
    digits_pool_close(pool);
    printf("%d faults", sum);
    return 0;
}
"""

pytestmark = [needs_compiler, pytest.mark.unguarded, pytest.mark.slow]


@pytest.fixture(scope="module")
def images() -> np.ndarray:
    with np.load(DIGITS / "held_back.npz") as data:
        return data["images"][:32].astype(np.float32)


@pytest.fixture(scope="module")
def classes(images: np.ndarray) -> list[int]:
    """What the demo says of each image."""
    run = hloom.compile(hloom.load(DIGITS / "model.mlir"))
    return [int(run(image[np.newaxis])[0].argmax()) for image in images]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library, for a processor that valgrind knows."""
    made = tmp_path_factory.mktemp("digits")
    emit_c(hloom.load(DIGITS / "model.mlir"), made, name="digits", cpu="x86-64-v3" if is_x86() else "native", threads=2)
    return made


def is_x86() -> bool:
    from hloom.codegen.target import Target

    return Target.host().triple.startswith("x86_64")


def shown(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def test_the_demo_in_c(folder: Path, images: np.ndarray, classes: list[int]) -> None:
    source = (DIGITS / "classify.c").read_text()
    assert source.count("\n") <= 40
    program = compile_c(source, folder, "-L", folder, "-ldigits", f"-Wl,-rpath,{folder}")
    assert shown(printed([program], images.tobytes())) == classes


def test_the_demo_linked_with_the_object_file(folder: Path, images: np.ndarray, classes: list[int]) -> None:
    program = compile_c((DIGITS / "classify.c").read_text(), folder, folder / "digits.o", "-pthread", "-lm")
    assert shown(printed([program], images.tobytes())) == classes


def test_the_demo_in_cxx(folder: Path, images: np.ndarray, classes: list[int]) -> None:
    if shutil.which("c++") is None:
        pytest.skip("there is no compiler of C++ (c++)")
    built(["c++", "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", folder, DIGITS / "classify.cc", "-L", folder,
           "-ldigits", f"-Wl,-rpath,{folder}", "-o", folder / "classify_cxx"], folder)
    assert shown(printed([folder / "classify_cxx"], images.tobytes())) == classes


def test_the_demo_in_rust(folder: Path, images: np.ndarray, classes: list[int]) -> None:
    if shutil.which("rustc") is None:
        pytest.skip("there is no compiler of Rust (rustc)")
    built(["rustc", "--edition", "2021", "-D", "warnings", DIGITS / "classify.rs", "-L", folder, "-l", "digits", "-C",
           f"link-arg=-Wl,-rpath,{folder}", "-o", folder / "classify_rust"], folder)
    assert shown(printed([folder / "classify_rust"], images.tobytes())) == classes


def test_valgrind_finds_nothing(folder: Path, images: np.ndarray) -> None:
    if shutil.which("valgrind") is None:
        pytest.skip("there is no valgrind")
    source = (DIGITS / "classify.c").read_text()
    for pool in ("", "pool"):
        text = source.replace("digits_new(&context, NULL)", "digits_pool_new(&pool, 2) ? 1 : digits_new(&context, pool)").replace(
            "    digits_context *context;\n", "    digits_context *context;\n    digits_pool *pool;\n").replace(
            "    digits_free(context);\n", "    digits_free(context);\n    digits_pool_close(pool);\n") if pool else source
        program = compile_c(text, folder, "-L", folder, "-ldigits", f"-Wl,-rpath,{folder}")
        printed(["valgrind", "-q", "--error-exitcode=9", "--leak-check=full", program], images[:4].tobytes())


def test_eight_threads_call_it_at_once(folder: Path, images: np.ndarray) -> None:
    run = hloom.compile(hloom.load(DIGITS / "model.mlir"), threads=2)
    own = probabilities(folder, images)
    assert np.allclose(own, [run(image[np.newaxis])[0][0] for image in images], atol=1e-6)
    program = compile_c(THREADS, folder, "-L", folder, "-ldigits", "-pthread", f"-Wl,-rpath,{folder}")
    assert printed([program], images.tobytes() + own.tobytes()) == "0 faults"


def probabilities(folder: Path, images: np.ndarray) -> np.ndarray:
    """What one thread gets for each image."""
    source = (DIGITS / "classify.c").read_text().replace(
        'printf("%d ", largest(probabilities, DIGITS_RESULT_DIM1));', "fwrite(probabilities, sizeof probabilities, 1, stdout);"
    ).replace('printf("\\n");', "(void)largest;")
    program = compile_c(source, folder, "-L", folder, "-ldigits", f"-Wl,-rpath,{folder}")
    return np.frombuffer(written([program], images.tobytes()), np.float32).reshape(len(images), -1)


def test_nothing_of_python_is_wanted(folder: Path) -> None:
    found = undefined(folder / "libdigits.so")
    assert found <= SYSTEM, found - SYSTEM
    assert not [name for name in found if name.startswith(("Py", "_Py")) or "llvm" in name.lower()]
    assert undefined(folder / "digits.o") <= SYSTEM
