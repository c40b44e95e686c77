"""Results that lie where donated arguments do: which ones, that values stay right, that nothing else is written to."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hloom
from hloom.codegen.plan.program import Copy, walk_commands
from hloom.codegen.plan.target import CompileOptions
from hloom.pipeline import compile_donating
from hloom.reference.interpreter import Interpreter
from hloom.runtime.cache import Cache
from hloom.support.diagnostics import InputError, InternalError
from tests.codegen.program_checks import verify_program
from tests.codegen.random_programs import RandomProgram
from tests.codegen.test_random_programs import compare, inputs
from tests.harness import between_pages, evaluated, load, lower, needs_pages, run, same
from tests.passes.programs import arguments, program
from tests.programs import loop

F, R = "tensor<6x50xf32>", "tensor<1x50xf32>"
ADAM = f"""(%p: {F}, %m: {F}, %v: {F}, %g: {F}) -> ({F}, {F}, {F}) {{
    %half = stablehlo.constant dense<0.5> : {F}
    %0 = stablehlo.multiply %m, %half : {F}
    %1 = stablehlo.add %0, %g : {F}
    %2 = stablehlo.multiply %g, %g : {F}
    %3 = stablehlo.multiply %v, %half : {F}
    %4 = stablehlo.add %2, %3 : {F}
    %5 = stablehlo.sqrt %4 : {F}
    %6 = stablehlo.add %5, %half : {F}
    %7 = stablehlo.divide %1, %6 : {F}
    %8 = stablehlo.subtract %p, %7 : {F}
    return %8, %1, %4 : {F}, {F}, {F} }}"""
SCATTER = """%r = "stablehlo.scatter"(%x, %i, %u) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {indices_are_sorted = false, unique_indices = false, scatter_dimension_numbers = #stablehlo.scatter<
    update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}"""
I = "tensor<i32>"
#: Programs, the arguments that are donated, where results lie then, and how many copies there are: a loop copies its counter.
CASES: dict[str, tuple[str, tuple[int, ...], dict[int, int], int]] = {
    "an element of it": (f"(%x: {F}) -> {F} {{\n %r = stablehlo.sqrt %x : {F}\n return %r : {F} }}", (0,), {0: 0}, 0),
    "not donated": (f"(%x: {F}) -> {F} {{\n %r = stablehlo.sqrt %x : {F}\n return %r : {F} }}", (), {}, 0),
    "another one is": (f"(%x: {F}, %y: {F}) -> {F} {{\n %r = stablehlo.subtract %x, %y : {F}\n return %r : {F} }}",
                       (1,), {0: 1}, 0),
    "both are": (f"(%x: {F}, %y: {F}) -> {F} {{\n %r = stablehlo.subtract %x, %y : {F}\n return %r : {F} }}",
                 (0, 1), {0: 0}, 0),
    "a step of adam": (ADAM, (0, 1, 2), {0: 0, 1: 1, 2: 2}, 0),
    "a step of adam with a part of the state": (ADAM, (1, 2), {1: 1, 2: 2}, 0),
    "handed through": (f"(%x: {F}) -> {F} {{\n return %x : {F} }}", (0,), {0: 0}, 0),
    "handed through twice": (f"(%x: {F}) -> ({F}, {F}) {{\n return %x, %x : {F}, {F} }}", (0,), {0: 0}, 1),
    "also returned": (f"(%x: {F}) -> ({F}, {F}) {{\n %r = stablehlo.sqrt %x : {F}\n return %r, %x : {F}, {F} }}",
                      (0,), {1: 0}, 0),
    "other elements": (f"(%x: {F}) -> {F} {{\n %r = stablehlo.reverse %x, dims = [1] : {F}\n return %r : {F} }}", (0,), {}, 0),
    "another size": (f"(%x: {F}) -> tensor<6x50xf64> {{\n %r = stablehlo.convert %x : ({F}) -> tensor<6x50xf64>\n"
                     " return %r : tensor<6x50xf64> }", (0,), {}, 0),
    "another type": (f"(%x: {F}) -> tensor<6x50xi32> {{\n %r = stablehlo.convert %x : ({F}) -> tensor<6x50xi32>\n"
                     " return %r : tensor<6x50xi32> }", (0,), {0: 0}, 0),
    "another shape": (f"(%x: {F}) -> tensor<300xf32> {{\n %0 = stablehlo.sqrt %x : {F}\n"
                      f" %1 = stablehlo.optimization_barrier %0 : {F}\n %r = stablehlo.reshape %1 : ({F}) -> tensor<300xf32>\n"
                      " return %r : tensor<300xf32> }", (0,), {0: 0}, 0),
    "read after it": (f"(%x: {F}) -> ({F}, {F}) {{\n %0 = stablehlo.sqrt %x : {F}\n"
                      f" %1 = stablehlo.optimization_barrier %0 : {F}\n"
                      f" %2 = stablehlo.transpose %1, dims = [1, 0] : ({F}) -> tensor<50x6xf32>\n"
                      f" %3 = stablehlo.reshape %2 : (tensor<50x6xf32>) -> {F}\n %4 = stablehlo.add %3, %x : {F}\n"
                      f" return %1, %4 : {F}, {F} }}", (0,), {1: 0}, 0),
    "read before it": (f"(%x: {F}) -> {F} {{\n %0 = stablehlo.reverse %x, dims = [1] : {F}\n"
                       f" %1 = stablehlo.optimization_barrier %0 : {F}\n %2 = stablehlo.reverse %1, dims = [0] : {F}\n"
                       f" return %2 : {F} }}", (0,), {0: 0}, 0),
    "unread": (f"(%x: {F}, %y: {F}) -> {F} {{\n %r = stablehlo.reverse %y, dims = [1] : {F}\n return %r : {F} }}",
               (0,), {0: 0}, 0),
    "only in between": (f"(%x: {F}) -> {R} {{\n %0 = stablehlo.sqrt %x : {F}\n %1 = stablehlo.optimization_barrier %0 : {F}\n"
                        f" %r = stablehlo.slice %1 [2:3, 0:50] : ({F}) -> {R}\n return %r : {R} }}", (0,), {}, 0),
    "a row of it": (f"(%x: {F}, %u: {R}, %i: {I}) -> {F} {{\n %z = stablehlo.constant dense<0> : {I}\n"
                    f" %r = stablehlo.dynamic_update_slice %x, %u, %i, %z : ({F}, {R}, {I}, {I}) -> {F}\n"
                    f" return %r : {F} }}", (0,), {0: 0}, 0),
    "a row of it that moves": (f"(%x: {F}, %i: {I}) -> {F} {{\n %z = stablehlo.constant dense<0> : {I}\n"
                               f" %u = stablehlo.dynamic_slice %x, %i, %z, sizes = [1, 50] : ({F}, {I}, {I}) -> {R}\n"
                               f" %r = stablehlo.dynamic_update_slice %x, %u, %z, %z : ({F}, {R}, {I}, {I}) -> {F}\n"
                               f" return %r : {F} }}", (0,), {0: 0}, 0),
    "a row of it, and read later": (f"(%x: {F}, %u: {R}, %i: {I}) -> ({F}, {F}) {{\n %z = stablehlo.constant dense<0> : {I}\n"
                                    f" %r = stablehlo.dynamic_update_slice %x, %u, %i, %z : ({F}, {R}, {I}, {I}) -> {F}\n"
                                    f" %s = stablehlo.subtract %r, %x : {F}\n return %r, %s : {F}, {F} }}", (0,), {1: 0}, 1),
    "added rows": (f"(%x: {F}, %i: tensor<3x1xi32>, %u: tensor<3x50xf32>) -> {F} {{\n {SCATTER} : "
                   f"({F}, tensor<3x1xi32>, tensor<3x50xf32>) -> {F}\n return %r : {F} }}", (0,), {0: 0}, 0),
    "the state of a loop": (f"(%x: {F}, %u: {R}) -> {F} {{\n %c = stablehlo.constant dense<0> : {I}\n "
                            + loop("6", "%a = %x", F, f"""%s = stablehlo.sqrt %u : {R}
      %b = stablehlo.dynamic_update_slice %a, %s, %i, %c : ({F}, {R}, {I}, {I}) -> {F}""", "%b")
                            + f"\n return %r#1 : {F} }}", (0,), {0: 0}, 1),
    "a loop that reads it": (f"(%x: {F}) -> {F} {{\n " + loop("3", "%a = %x", F, f"""%s = stablehlo.reverse %a, dims = [0] : {F}
      %b = stablehlo.add %s, %x : {F}""", "%b") + f"\n return %r#1 : {F} }}", (0,), {}, -1),
}


def donating(*numbers: int) -> CompileOptions:
    return CompileOptions(donated=numbers)


def checked(module: Any, donated: tuple[int, ...], **options: Any) -> Any:
    made = lower(module, options=donating(*donated), **options)
    verify_program(made.program, made.module.functions["main"])
    assert set(made.program.aliases.values()) <= set(donated)
    return made


def given(module: Any) -> list[np.ndarray]:
    return [a if a.dtype != np.int32 else np.asarray(a % 6, a.dtype) for a in arguments(module, 3)]


@needs_pages
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("workers", [1, 2])
def test_where_results_lie(name: str, workers: int) -> None:
    """The plan; and between pages, where arguments of calls with arrays stay as they are."""
    text, donated, aliases, copies = CASES[name]
    module = program(text)
    made = checked(module, donated, workers=workers)
    assert made.program.aliases == aliases
    if copies >= 0:
        assert sum(isinstance(c, Copy) for c in walk_commands(made.program.commands)) == copies
    arrays = given(module)
    for results in between_pages(made, *arrays, workers=workers):
        same(results, evaluated(module, *arrays))


@pytest.mark.parametrize("name", CASES)
def test_one_memory_for_both(name: str) -> None:
    """A call on addresses, where the memory of an argument is that of its result."""
    text, donated, aliases, _ = CASES[name]
    module = program(text)
    executable, arrays = compile_donating(module, donated=donated), given(module)
    expected = evaluated(module, *arrays)
    assert executable.native.program.aliases == aliases == dict(executable.native.block().aliases)
    passed = [a.copy() for a in arrays]
    results = [passed[aliases[k]] if k in aliases else np.full_like(x, 77) for k, x in enumerate(expected)]
    executable.native.run([a.ctypes.data for a in passed], [r.ctypes.data for r in results])
    for found, wanted in zip(results, expected):
        same((found.view(wanted.dtype).reshape(wanted.shape),), (wanted,))
    for k, array in enumerate(passed):
        assert k in aliases.values() or array.tobytes() == arrays[k].tobytes()


def test_addresses_have_to_be_the_same() -> None:
    executable = compile_donating(program(CASES["an element of it"][0]), donated=(0,))
    x, r = np.ones((6, 50), np.float32), np.empty((6, 50), np.float32)
    with pytest.raises(InternalError, match="result 0 of @main lies where argument 0 does, and was given another address"):
        executable.native.run([x.ctypes.data], [r.ctypes.data])


def test_calls_with_arrays_leave_them_as_they_are() -> None:
    executable = compile_donating(program(ADAM), donated=(0, 1, 2))
    arrays = [np.full((6, 50), k, np.float32) for k in range(1, 5)]
    expected = evaluated(program(ADAM), *arrays)
    same(executable(*arrays), expected)
    out = [np.empty((6, 50), np.float32) for _ in range(3)]
    same(executable(*arrays, out=out), expected)
    assert [a.flat[0] for a in arrays] == [1, 2, 3, 4]
    same(executable(*arrays, out=arrays[:3]), expected)  # which arrays that are given for the results do not
    same(arrays[:3], expected)


def test_the_cache_keeps_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without donated arguments a program is two."""
    monkeypatch.setattr(Cache, "_process", Cache(tmp_path, 1 << 30))
    module = program(ADAM)
    found = []
    for _ in range(2):
        for donated in ((), (2,), (0, 1, 2)):
            executable = compile_donating(module, donated=donated)
            found.append(("cache" in executable.stats["seconds"], executable.native.program.aliases))
    assert found == [(False, {}), (False, {1: 2}), (False, {0: 0, 1: 1, 2: 2}), (True, {}), (True, {1: 2}),
                     (True, {0: 0, 1: 1, 2: 2})]


@pytest.mark.parametrize("number", [2, -1, True, "0", 1.0])
def test_numbers_of_no_argument(number: Any) -> None:
    with pytest.raises(InputError, match=r"donated are numbers of the 2 arguments of @main, got"):
        compile_donating(program(CASES["both are"][0]), donated=(number,))


def test_where_no_result_lies_in_an_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    nested = program(f"(%x: tuple<{F}>) -> tuple<{F}> {{\n return %x : tuple<{F}> }}")
    x = np.ones((6, 50), np.float32)
    same(compile_donating(nested, donated=(0,))((x,))[0], (x,))
    dynamic = program("(%x: tensor<?xf32>) -> tensor<?xf32> {\n %0 = stablehlo.negate %x : tensor<?xf32>\n"
                      " return %0 : tensor<?xf32> }")
    same(compile_donating(dynamic, donated=(0,))(x[0]), (-x[0],))
    monkeypatch.setenv("HLOOM_GUARD", "1")
    guarded = compile_donating(program(ADAM), donated=(0, 1, 2))
    assert not guarded.native.program.aliases
    same(guarded(x, x, x, x), evaluated(program(ADAM), x, x, x, x))


def test_tokens_do_not_count() -> None:
    module = program(f"(%t: !stablehlo.token, %x: {F}, %y: {F}) -> (!stablehlo.token, {F}) {{\n"
                     f" %r = stablehlo.subtract %x, %y : {F}\n return %t, %r : !stablehlo.token, {F} }}")
    assert compile_donating(module, donated=(0, 2)).native.program.aliases == {0: 1}


def test_pickles_have_none() -> None:
    executable, x = compile_donating(program(CASES["an element of it"][0]), donated=(0,)), np.ones((6, 50), np.float32)
    again = pickle.loads(pickle.dumps(executable))
    assert not again.native.program.aliases
    same(again(x), executable(x))


# -- random programs ------------------------------------------------------------------------------------------------------
def random_donation(seed: int) -> tuple[RandomProgram, Any, tuple[int, ...]]:
    """A program whose results are more often of the types of its arguments, and which of these are donated."""
    draws = np.random.default_rng((seed, 7))
    drawn = RandomProgram(seed, count=int(draws.integers(4, 30)))
    types = {a.type for a in drawn.outer.arguments if a.type.rank}  # type: ignore[union-attr]
    alike = [v for v in drawn.values if v.type in types]
    drawn.results += [alike[k] for k in draws.integers(len(alike), size=4)] if alike else []
    module = drawn.module()
    count = len(drawn.outer.arguments)
    donated = range(count) if draws.random() < 0.5 else np.flatnonzero(draws.random(count) < 0.5)
    return drawn, module, tuple(map(int, donated))


@pytest.mark.parametrize("seed", [*range(40), 1054, 3050, 5256])
def test_random_programs(seed: int) -> None:
    drawn, module, donated = random_donation(seed)
    arrays = inputs(module, seed)
    executable = load(checked(module, donated, workers=2))
    compare(drawn, run(executable, *arrays), Interpreter(module).run_function("main", *arrays), seed)


@needs_pages
@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1120, 20))
@pytest.mark.long
def test_random_programs_between_pages(first: int) -> None:
    """With one worker and several; some results lie where arguments do, of each kind of program."""
    aliases = 0
    for seed in range(first, first + 20):
        drawn, module, donated = random_donation(seed)
        arrays = inputs(module, seed)
        made = checked(module, donated, workers=2)
        aliases += len(made.program.aliases)
        expected = Interpreter(module).run_function("main", *arrays)
        for results in between_pages(made, *arrays, workers=(1, 2)):
            compare(drawn, results, expected, seed)
    assert aliases >= 20


def test_the_checker_sees_what_is_wrong() -> None:
    """Results that are said to lie where they do not, and arguments that are written to all the same."""
    made = lower(program(ADAM), options=donating(0, 1, 2))
    for aliases in ({0: 0, 1: 1}, {0: 0, 1: 1, 2: 3}, {0: 1, 1: 0, 2: 2}, {0: 0, 1: 0, 2: 2}, {}):
        made.program.aliases = aliases
        with pytest.raises(InternalError, match="is wrong"):
            verify_program(made.program, made.module.functions["main"])


def test_hloom_compile_donates_nothing() -> None:
    assert not hloom.compile(program(ADAM)).native.program.aliases
