"""Kernels that programs of other sizes share: their code without its numbers, and numbers that the command table tells."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.cpu.code_templates import as_templates, template_of
from hloom.codegen.cpu.kernel_function import PARAMETERS, EmittedKernel
from hloom.codegen.llvm.builder import Function, Value, constant
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.target import Target
from hloom.numbers.difference import Tolerance
from hloom.pipeline import stages
from hloom.runtime.cache import Cache
from hloom.runtime.dispatch.commands import TABLE, TEMPLATE, Op
from hloom.runtime.dispatch.parts import Part
from hloom.runtime.llvm_modules import compile_module
from tests.harness import agree, lower, same
from tests.programs import SOFTMAX, softmax


def cold(module: LLVMModule, name: str = "kernel_0") -> Function:
    return module.function(name, PARAMETERS, is_cold=True)


def word(value: float, format: str) -> int:
    return int.from_bytes(struct.pack(format, value).ljust(8, b"\0"), "little", signed=True)


def test_numbers_are_taken_out_and_what_says_what_is_done_stays() -> None:
    module = LLVMModule(Target.host())
    f = cold(module)
    arguments, begin, _, _ = f.parameters
    second = f.value("ptr", f"load ptr, {f.address(arguments, 7, 'ptr')}")
    room = f.slot("i8", 4160)
    with f.carrying_loop(Value("i64", "40"), Value("i64", "1000"), [constant("double", 2.5)]) as carried:
        (total,) = carried.values
        place = f.address(second, f.mul(carried.counter, 3), "i64")
        f.store(Value("i64", "-9"), place)
        share = f.binary("fmul", constant("float", 0.125), constant("float", 3.0))
        f.store(share, f.address(room, f.intrinsic("smin", begin, Value("i64", "77")), "i8"))
        f.store(f.binary("fadd", total, constant("double", -0.1)), f.address(second, 21, "double"))
        f.store(constant("<4 x i64>", 5), place)
        f.store(f.select(f.compare("eq", begin, 1), Value("i64", "0"), Value("i64", "6")), place)
        f.store(f.sub(Value("i64", "-1"), begin), place)
        f.store(Value("i64", "1"), place)
        f.store(constant("float", float("-inf")), place)
        carried.become([total])
    f.ret()
    template = template_of([f], {}, {})
    assert template is not None
    assert sorted(template.numbers) == sorted([
        4160, 40, 1000, word(2.5, "<d"), 3, -9, word(0.125, "<f"), word(3.0, "<f"), 77, word(-0.1, "<d"), 21, 1, 0, 6, -1, 1])
    ((*first, _),) = (lines for lines in template.bodies)
    text = "\n".join(first)
    for kept in ("ptr %arguments, i64 7", "splat (i64 5)", "add nsw i64", "store i64 1,", "float 0xFFF0000000000000"):
        assert kept in text
    head = text.index("\nhead")
    assert all(text.index(f"%n{k} = load") < head for k in (1, 2, 3))  # of the stack, and with which the loop is come to
    left = "\n".join(line for line in first if "ptr %numbers, " not in line and "ptr %given, " not in line)
    for taken in ("i64 4160", "[ 40,", "1000", "-9", " 77", " 21", ", 3\n", "i64 6", "i64 0,", " -1", ", 1\n"):
        assert taken not in left


def test_tables_of_integers_are_numbers_and_anything_else_of_the_module_is_not() -> None:
    module = LLVMModule(Target.host())
    module.define_global("sizes", "private unnamed_addr constant [3 x i64] [i64 5, i64 -6, i64 1], align 8")
    module.define_global("fractions", "private unnamed_addr constant [2 x float] zeroinitializer")
    f, g, h = cold(module), cold(module, "kernel_1"), cold(module, "kernel_2")
    f.call_outside("outside", "void", [Value("ptr", "@sizes"), Value("i64", "8")])
    g.call_outside("outside", "void", [Value("ptr", "@fractions"), Value("i64", "8")])
    h.call_outside("kernel_0", "void", list(h.parameters))
    for function in (f, g, h):
        function.ret()
    template = template_of([f], module.globals, ["outside"])
    assert template is not None and template.numbers == [5, -6, 1, 8, "outside"] and "@" not in "\n".join(template.bodies[0])
    assert template_of([g], module.globals, ["outside"]) is None
    assert template_of([f, h], module.globals, [*module.functions, "outside"]) is None
    kernels = [EmittedKernel(name, 1, 1.0) for name in ("kernel_0", "kernel_1", "kernel_2")]
    assert as_templates(module, kernels[1:2]) == kernels[1:2] and set(module.functions) == {"kernel_0", "kernel_1", "kernel_2"}
    (caller,) = as_templates(module, kernels[2:])
    assert caller.symbol.startswith(TEMPLATE) and caller.numbers == ("kernel_0",) and "kernel_2" not in module.functions
    (made,) = as_templates(module, kernels[:1])
    assert made.symbol.startswith(TEMPLATE) and made.numbers == (5, -6, 1, 8, "outside") and made.name == "kernel_0"
    assert "kernel_0" not in module.functions and "sizes" not in module.globals and "fractions" in module.globals
    passing = cold(module, "kernel_3")  # the address of a function of the module
    passing.call_outside("outside", "void", [Value("ptr", "@kernel_1"), Value("i64", "8")])
    passing.ret()
    assert as_templates(module, [EmittedKernel("kernel_3", 1, 1.0)]) == [EmittedKernel("kernel_3", 1, 1.0)]


def test_a_table_may_hold_addresses_of_functions_that_have_one() -> None:
    module = LLVMModule(Target.host())
    for name, called in (("known", "outside"), ("unknown", "kernel_0")):
        address = f"ptrtoint (ptr @{called} to i64)"
        module.define_global(name, f"private unnamed_addr constant [2 x i64] [i64 7, i64 {address}], align 8")
    f, g = cold(module), cold(module, "kernel_1")
    for function, table in ((f, "known"), (g, "unknown")):
        function.call_outside("outside", "void", [Value("ptr", f"@{table}"), Value("i64", "8")])
        function.ret()
    template = template_of([f], module.globals, ["outside"])
    assert template is not None and template.numbers == [7, "outside", 8, "outside"] and "@" not in "\n".join(template.bodies[0])
    assert template_of([g], module.globals, ["outside"]) is None


def test_functions_that_are_optimised_or_take_something_else_stay() -> None:
    module = LLVMModule(Target.host())
    for name, parameters, is_cold in (("fast", PARAMETERS, False), ("other", [("ptr", "x")], True)):
        module.function(name, parameters, is_cold=is_cold).ret()
        kernels = [EmittedKernel(name, 1, 1.0)]
        assert as_templates(module, kernels) == kernels


SORTED = """func.func @main(%x: tensor<{0}xf32>) -> tensor<{0}xf32> {{
  %0 = "stablehlo.sort"(%x) <{{dimension = 0 : i64}}> ({{ ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1> }}) : (tensor<{0}xf32>) -> tensor<{0}xf32>
  return %0 : tensor<{0}xf32> }}"""
PRODUCT = """func.func @main(%x: tensor<{0}x{1}xf32>, %y: tensor<{1}x{2}xf32>) -> tensor<{0}x{2}xf32> {{
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
    : (tensor<{0}x{1}xf32>, tensor<{1}x{2}xf32>) -> tensor<{0}x{2}xf32>
  return %0 : tensor<{0}x{2}xf32> }}"""
SUM = """func.func @main(%x: tensor<{0}x{1}xf32>) -> tensor<{1}xf32> {{
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %none) applies stablehlo.add across dimensions = [0]
    : (tensor<{0}x{1}xf32>, tensor<f32>) -> tensor<{1}xf32>
  return %s : tensor<{1}xf32> }}"""
FFT = """func.func @main(%x: tensor<{0}x{1}xcomplex<f32>>) -> tensor<{0}x{1}xcomplex<f32>> {{
  %0 = stablehlo.fft %x, type = FFT, length = [{1}] : (tensor<{0}x{1}xcomplex<f32>>) -> tensor<{0}x{1}xcomplex<f32>>
  return %0 : tensor<{0}x{1}xcomplex<f32>> }}"""


#: A program, sizes of it and others for which the code is the same, and what it computes.
SAME: dict[str, tuple[str, tuple[int, ...], tuple[int, ...], Any]] = {
    "sort": (SORTED, (200000,), (300001,), np.sort),
    "product": (PRODUCT, (2048, 1024, 1536), (1024, 1024, 1024), lambda x, y: x.astype(np.float64) @ y),
    "softmax": (SOFTMAX, (3000, 1600), (4096, 1024), softmax),
    "sum of columns": (SUM, (3000, 5120), (4096, 4096), lambda x: x.sum(axis=0, dtype=np.float64)),
    "transforms": (FFT, (2, 1 << 17), (3, 1 << 17), np.fft.fft),
}


@pytest.mark.parametrize("name", SAME)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_program_of_other_sizes_finds_all_code_made(name: str, threads: int, tmp_path: Path,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Part] = []

    def counted(part: Part, *rest: Any) -> bytes:
        compiled.append(part)
        return compile_module(part, *rest)

    monkeypatch.setattr("hloom.runtime.compilation.compile_module", counted)
    text, first, second, expected = SAME[name]
    rng = np.random.default_rng(0)
    for sizes in (first, second):
        Cache.get_default().finish_deferred()
        monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 26))  # as in another process
        compiled.clear()
        module = hloom.parse(text.format(*sizes))
        made = hloom.compile(module, threads=threads)
        types = module.functions["main"].function_type.inputs
        arrays = [rng.standard_normal(t.shape).astype(t.storage.dtype) for t in types]
        wanted = expected(*arrays)
        np.testing.assert_allclose(made(*arrays)[0], wanted, rtol=1e-4, atol=1e-4 * float(np.abs(wanted).max()))
        assert bool(compiled) == (sizes is first), [part.text for part in compiled]
        # And from the cache as a whole, with its table.
        again = hloom.compile(hloom.parse(text.format(*sizes)), threads=threads)
        assert "cache" in again.stats["seconds"]
        np.testing.assert_array_equal(again(*arrays)[0], made(*arrays)[0])


def test_two_kernels_of_one_form_have_numbers_of_their_own() -> None:
    text = """
func.func @main(%x: tensor<300x1024xf32>, %y: tensor<200x2048xf32>) -> (tensor<300x1024xf32>, tensor<200x2048xf32>) {
  %0 = call @one(%x) : (tensor<300x1024xf32>) -> tensor<300x1024xf32>
  %1 = call @two(%y) : (tensor<200x2048xf32>) -> tensor<200x2048xf32>
  return %0, %1 : tensor<300x1024xf32>, tensor<200x2048xf32> }\n"""
    for name, sizes in (("one", (300, 1024)), ("two", (200, 2048))):
        text += SOFTMAX.format(*sizes).replace("@main", f"private @{name}") + "\n"
    module = hloom.parse(text)
    made = lower(module)
    one, two = (kernel for kernels in made.emitter.emitted.values() for kernel in kernels)
    assert one.symbol == two.symbol and one.numbers != two.numbers
    assert made.program.table[1:3] == [Op.NUMBERS, len(one.numbers) + len(two.numbers)]
    x, y = (np.random.default_rng(0).standard_normal(shape).astype(np.float32) for shape in ((300, 1024), (200, 2048)))
    same(hloom.compile(module)(x, y), (softmax(x), softmax(y)), Tolerance(relative=1e-5))


def test_a_loop_that_is_one_function_calls_forms() -> None:
    """It hands on the place of their numbers itself."""
    module = hloom.parse("""func.func @main(%s: tensor<2xui64>, %n: tensor<i32>) -> (tensor<2xui64>, tensor<6xui32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<6xui32>
  %r:3 = stablehlo.while(%k = %zero, %t = %s, %y = %none) : tensor<i32>, tensor<2xui64>, tensor<6xui32>
    cond {
      %more = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %k, %one : tensor<i32>
      %u, %drawn = stablehlo.rng_bit_generator %t, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
      %z = stablehlo.xor %y, %drawn : tensor<6xui32>
      stablehlo.return %next, %u, %z : tensor<i32>, tensor<2xui64>, tensor<6xui32>
    }
  return %r#1, %r#2 : tensor<2xui64>, tensor<6xui32> }""")
    made = lower(module)
    arrays = np.array([7, 1 << 40], np.uint64), np.array(5, np.int32)
    agree(module, *arrays)
    templates = {kernel.symbol for kernels in made.emitter.emitted.values() for kernel in kernels if kernel.function}
    (loop,) = made.emitter.small_loops.values()
    assert templates.intersection(made.code.functions[loop].symbols())
    assert any(f"ptr %context, i64 {TABLE}" in line for line in made.code.functions[loop].lines)


def test_what_is_shown_is_what_runs() -> None:
    """The IR of a program has its templates, and the table their numbers."""
    made = stages(hloom.parse(SORTED.format(200000)))
    names = {kernel.symbol for kernels in made.emitter.emitted.values() for kernel in kernels}
    assert all(f"define void @{name}(ptr %given" in made.llvm and f"ptr @{name} to i64" in made.llvm for name in names)
    assert "; 1: numbers" in made.llvm


@pytest.mark.parametrize("start", [0, 1 << 63, (1 << 64) - 3])
def test_large_numbers_without_a_sign_are_told(start: int) -> None:
    """Words have a sign, and numbers of 64 bits may be written without one."""
    run = hloom.compile(hloom.parse(f"""func.func @main(%x: tensor<5x4xui64>) -> tensor<ui64> {{
      %0 = stablehlo.constant dense<{start}> : tensor<ui64>
      %1 = stablehlo.reduce(%x init: %0) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x4xui64>, tensor<ui64>)
        -> tensor<ui64>
      return %1 : tensor<ui64>
    }}"""))
    numbers = np.arange(20, dtype=np.uint64).reshape(5, 4) + np.uint64(1 << 40)
    (found,) = run(numbers)
    assert int(found) == (start + int(numbers.sum())) % (1 << 64)
