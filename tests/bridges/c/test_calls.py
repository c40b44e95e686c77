"""Custom calls of programs for C, which the user links, and LAPACK's routines, from a library with the standard's names."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import hloom
from hloom.bridges.c import emit_c
from hloom.runtime.dispatch import lapack
from tests.bridges.c.libraries import built, compile_c, needs_compiler, printed, undefined
from tests.codegen.test_lapack_calls import call_text
from tests.harness import module_of

#: Two calls of one function with different types and configurations, one in a loop of no iteration, and one of another name.
CALLS = """(%x: tensor<2x3xf32>, %n: tensor<i32>) -> (tensor<3x2xf32>, tensor<i64>) {
    %0 = stablehlo.custom_call @my.op(%x) {backend_config = "first \\22 \\5C"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %1 = stablehlo.add %0, %0 : tensor<3x2xf32>
    %2 = stablehlo.custom_call @my.op(%1) {api_version = 4 : i32, backend_config = {a = 1 : i32}} :
      (tensor<3x2xf32>) -> tensor<3x2xf32>
    %3 = stablehlo.custom_call @count(%n, %x) : (tensor<i32>, tensor<2x3xf32>) -> tensor<i64>
    return %2, %3 : tensor<3x2xf32>, tensor<i64> }"""
USER = r"""#include <stdio.h>
#include <string.h>
#include "p.h"
int32_t my_op(const hloom_call *call) {   /* doubles, and says what it was given */
    const float *x = call->operand[0];
    float *y = call->result[0];
    printf("%s %d %s %dx%d->%dx%d %s\n", call->target, (int)call->configuration_bytes, call->configuration,
           (int)call->types[0].shape[0], (int)call->types[0].shape[1], (int)call->types[1].shape[0],
           (int)call->types[1].shape[1], call->types[1].element);
    for (int k = 0; k < 6; k++) y[k] = 2 * x[k];
    return strlen(call->configuration) != (size_t)call->configuration_bytes;
}
int32_t count(const hloom_call *call) {
    *(int64_t *)call->result[0] = 100 * call->operands + 10 * call->results + call->types[0].rank + call->types[2].rank;
    return *(const int32_t *)call->operand[0] < 0;
}
int main(void) {
    static const float x[6] = {0, 1, 2, 3, 4, 5};
    int32_t n = 7;
    float y[6];
    int64_t found;
    p_arguments arguments = {.x = x, .n = &n, .result0 = y, .result1 = &found};
    p_context *context;
    if (p_new(&context, NULL) || p_run(context, &arguments)) return 1;
    for (int k = 0; k < 6; k++) printf("%g ", y[k]);
    printf("%d\n", (int)found);
    n = -1;
    printf("%s\n", p_error(p_run(context, &arguments)));
    n = 1;
    printf("%s\n", p_error(p_run(context, &arguments)));
    p_free(context);
    return 0;
}
"""

pytestmark = [needs_compiler, pytest.mark.unguarded, pytest.mark.slow]


@pytest.mark.parametrize("kind", ["object", "shared"])
def test_the_user_links_custom_calls(kind: str, tmp_path: Path) -> None:
    made = emit_c(module_of(CALLS), tmp_path, name="p", emit=kind)
    assert {"my_op", "count"} <= {*made.needs} and {"my_op", "count"} <= undefined(tmp_path / "p.o")
    header = (tmp_path / "p.h").read_text()
    assert "extern int32_t my_op(const hloom_call *call);    /* my.op */" in header
    assert "extern int32_t count(const hloom_call *call);\n" in header
    words = [tmp_path / "p.o", "-lm", "-pthread"] if kind == "object" else ["-L", tmp_path, "-lp", "-rdynamic",
                                                                            f"-Wl,-rpath,{tmp_path}"]
    lines = printed([compile_c(USER, tmp_path, *words)]).splitlines()
    calls = ['my.op 9 first " \\ 2x3->3x2 f32', "my.op 13 {a = 1 : i32} 3x2->3x2 f32"]
    again = [*calls, "a custom call failed", *calls, "all is well"]
    assert lines[:2] == calls and lines[2] == "0 8 16 24 32 40 210" and lines[3:] == again


def test_without_the_functions_nothing_is_linked(tmp_path: Path) -> None:
    emit_c(module_of(CALLS), tmp_path, name="p", emit="object")
    text = USER.replace("int32_t my_op(", "static int32_t unused(").replace("int32_t count(", "int32_t counts(")
    with pytest.raises(AssertionError, match="my_op"):
        compile_c(text, tmp_path, tmp_path / "p.o", "-Wno-unused-function")


def test_a_name_that_begins_like_the_program(tmp_path: Path) -> None:
    text = "(%x: tensor<3xf32>) -> tensor<3xf32> {\n %0 = stablehlo.custom_call @p_op(%x) : (tensor<3xf32>) -> tensor<3xf32>\n" \
           " return %0 : tensor<3xf32> }"
    assert "p_op" in emit_c(module_of(text), tmp_path, name="p", emit="object").needs


@pytest.mark.parametrize("target", ["p_run", "p_context", "hloom_task", "hloom_run", "loop_0", "call_back", "memset"])
def test_names_that_are_taken(target: str, tmp_path: Path) -> None:
    text = f"""(%x: tensor<3xf32>) -> tensor<3xf32> {{
    %0 = stablehlo.negate %x : tensor<3xf32>
    %1 = stablehlo.custom_call @{target}(%0) : (tensor<3xf32>) -> tensor<3xf32>
    return %1 : tensor<3xf32> }}"""
    with pytest.raises(hloom.UserError, match=rf"<input>:3:\d+: error: .*custom_call @{target} .*another name"):
        emit_c(module_of(text), tmp_path, name="p", emit="object")


# -- LAPACK --------------------------------------------------------------------------------------------------------------------
#: The standard's name and integers of 32 bits, by NumPy's library with another name and integers of 64 bits.
SHIM = """#include <stdint.h>
#include <stdlib.h>
void SPELLED(const char *, const char *, const int64_t *, double *, const int64_t *, double *, double *, const int64_t *,
             int64_t *, const int64_t *, int64_t *, size_t, size_t);
void dsyevd_(const char *job, const char *half, const int32_t *n, double *a, const int32_t *lda, double *w, double *work,
             const int32_t *size, int32_t *integers, const int32_t *integer_size, int32_t *info, size_t one, size_t other) {
    int64_t wide[] = {*n, *lda, *size, *integer_size, 0}, *own = malloc(8 * (size_t)wide[3]);
    (void)integers;
    SPELLED(job, half, &wide[0], a, &wide[1], w, work, &wide[2], own, &wide[3], &wide[4], one, other);
    *info = (int32_t)wide[4];
    free(own);
}
"""


def test_lapack_is_linked(tmp_path: Path) -> None:
    module = module_of(call_text("syevd", "f64", {"mode": "V", "uplo": "L"}, ["tensor<9x9xf64>"],
                                 ["tensor<9x9xf64>", "tensor<9xf64>", "tensor<i32>"]))
    compiled = hloom.compile(module)
    if compiled.native.program.routines != ["dsyevd"]:
        pytest.skip("NumPy has no LAPACK whose routines can be called")
    found = list((Path(np.__file__).parents[1] / "numpy.libs").glob("*openblas*"))
    words = lapack.routine("dsyevd")
    if not found or words is None or words[1] != 8:
        pytest.skip("NumPy's LAPACK is another than that of its wheels")
    emit_c(module, tmp_path, name="p", threads=1)
    assert "dsyevd_" in undefined(tmp_path / "libp.so")
    header = (tmp_path / "p.h").read_text()
    assert re.search(r'are linked from this\s+library: dsyevd_\.', header) and '#define P_LAPACK "lapack"' in header
    assert "-llapack" in (tmp_path / "p.pc").read_text() and "LAPACK::LAPACK" in (tmp_path / "pConfig.cmake").read_text()
    (tmp_path / "shim.c").write_text(SHIM.replace("SPELLED", "scipy_dsyevd_64_"))
    built(["cc", "-shared", "-fPIC", "-o", "liblapack.so", "shim.c", found[0], f"-Wl,-rpath,{found[0].parent}"], tmp_path)
    text = """#include <stdio.h>
#include "p.h"
int main(void) {
    static double a[P_A0_SIZE], v[P_RESULT0_SIZE], w[P_RESULT1_SIZE];
    int32_t info = 1;
    p_arguments arguments = {.a0 = a, .result0 = v, .result1 = w, .result2 = &info};
    p_context *context;
    if (fread(a, sizeof a, 1, stdin) != 1 || p_new(&context, NULL) || p_run(context, &arguments) || info) return 1;
    for (int k = 0; k < P_RESULT1_SIZE; k++) printf("%.17g ", w[k]);
    p_free(context);
    return 0;
}
"""
    program = compile_c(text, tmp_path, "-L", tmp_path, "-lp", "-llapack", f"-Wl,-rpath,{tmp_path}",
                        f"-Wl,-rpath-link,{found[0].parent}")
    x = np.random.default_rng(0).standard_normal((9, 9))
    x = x + x.T
    eigenvalues = [float(word) for word in printed([program], x.tobytes()).split()]
    np.testing.assert_allclose(eigenvalues, np.linalg.eigvalsh(x), rtol=1e-12)
