"""What tests of compiled programs share: a program is compiled as it stands, run where mistakes show, and its results compared.

    check(text, [x, y], [x + y])                           what NumPy expects, bit by bit
    check(text, [x, y], tolerance=4, target="avx2")        the evaluator's results, within 4 units, for another processor
    agree(text, x, y, threads=2)                           both engines as users call them
    for (found,) in between_pages(text, x, workers=(1, 2)):    results to look at in some other way

Only what code generation needs runs before it (tuples are taken apart, calls inlined, composite operations decomposed): the
other passes would fold away much of what these tests want to see compiled. Memory is full of a byte that means nothing to any
type, and lies between pages that must not be touched: what reads or writes outside its buffers ends the process.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import mmap
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from math import prod
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

import hloom
import hloom.driver.cpu  # says what the machine code of worker pools is made from
from hloom.codegen.cpu.compiler import Generated, capabilities, generate
from hloom.codegen.plan.program import Program as Planned
from hloom.codegen.plan.stages import Emitter, compile_function
from hloom.codegen.plan.target import CompileOptions
from hloom.codegen.target import Target
from hloom.numbers.difference import SAME_BITS, Difference, Tolerance, difference
from hloom.numbers.element_type import element_type
from hloom.passes import PASSES, Pass, run_passes
from hloom.reference.custom_calls import CUSTOM_CALLS
from hloom.reference.interpreter import Interpreter
from hloom.runtime import memory
from hloom.runtime.executable import Executable
from hloom.runtime.native import NativeProgram
from hloom.runtime.pool import Pool
from tests.kept_code import code_of
from tests.passes.programs import identical, program

#: The passes without which there is no code.
NEEDED = ("flatten_tuples", "inline", "decompose", "dce")
#: A byte that makes NaN of floats, a negative number of integers, and neither true nor false of booleans.
POISON = 0xFF
_PAGE = mmap.PAGESIZE
#: Where the files of machines lie that tests compile for.
_MACHINES = tempfile.TemporaryDirectory(prefix="hloom-machines-")
#: Why products on tile registers do not run here; empty where they do.
WITHOUT_TILES = "" if Target.host().has_bf16_tiles and Target.host().has_byte_tiles else (
    "this process may not use tile registers, or its processor has none")
#: For tests that need pages that must not be touched.
needs_pages = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mprotect as on Linux")

Allocate = Callable[[int], Any]
#: A module, or its text, which may be the body of its only function: `(arguments) -> results { ... }`.
Program = str | Any
#: A target, or the name of one of `targets()`; None: that of this machine.
Processor = Target | str | None


# -- texts --------------------------------------------------------------------------------------------------------------
def tensor(shape: Sequence[int], element: str) -> str:
    """The type of a tensor as StableHLO writes it."""
    return f"tensor<{''.join(f'{n}x' for n in shape)}{element}>"


def dtype_of(element: str) -> np.dtype:
    """The NumPy type that holds an element type of StableHLO."""
    return np.dtype(element_type(element).dtype)


def module_of(given: Program) -> Any:
    """A module as it is; that of a text, which has to be valid and which nobody changes."""
    return _read(given) if isinstance(given, str) else given


_read = lru_cache(maxsize=64)(program)


# -- compiling ----------------------------------------------------------------------------------------------------------
def targets() -> dict[str, Target]:
    """Targets that run on this machine: its own, and on x86 those with narrower vectors."""
    return _targets(*map(os.environ.get, ("HLOOM_MACHINE", "HLOOM_ISA", "HLOOM_AMX"))).copy()


@lru_cache
def _targets(*_: str | None) -> dict[str, Target]:
    """Those that there are with variables of the environment: files of machines are not written twice."""
    host = Target.host()
    if not host.triple.startswith("x86_64"):
        return {"host": host}
    return {"host": host, **{isa: host.narrowed(isa) for isa in ("avx2", "sse")}}


#: Kernels of tests are small, and shall be compiled as large ones are.
OPTIMISED = CompileOptions(has_baseline_tier=False)


def lower(given: Program, target: Processor = None, workers: int = 2, function: str = "main",
          options: CompileOptions = OPTIMISED, passes: Sequence[Pass] = tuple(PASSES[name] for name in NEEDED)) -> Generated:
    """The kernels and the LLVM IR of a function of a module, after passes."""
    optimised = run_passes(module_of(given), passes)
    target = target if isinstance(target, Target) else targets()[target or "host"]
    made = generate(optimised.functions[function], target, workers, options=options)
    made.module = optimised
    return made


def planned(given: Program, workers: int = 2) -> Planned:
    """The program of a function as `lower` plans it, for this machine, of which no code is emitted: its table is empty."""
    function = run_passes(module_of(given), [PASSES[name] for name in NEEDED]).functions["main"]
    nothing = mock.create_autospec(Emitter, instance=True)
    return compile_function(function, capabilities(Target.host(), workers, OPTIMISED), nothing)


def compiled(given: Program, target: Processor = None, workers: int = 2, function: str = "main") -> Executable:
    """The machine code of a function of a module."""
    return load(lower(given, target, workers, function))


def load(made: Generated) -> Executable:
    """What `lower` made as something to call."""
    return executable(made, machine_code(made))


def machine_code(made: Any) -> Any:
    """What LLVM makes of it, once, however often it is run."""
    if not hasattr(made, "machine_code"):
        made.machine_code = code_of(made.code, made.target, made.program.functions)
    return made.machine_code


def executable(made: Generated, code: Any) -> Executable:
    def evaluator(limit: Any) -> Any:
        return Interpreter(made.module, CUSTOM_CALLS, time_limit=limit).run_operation

    return Executable(NativeProgram(made.program, code, evaluator), {}, {})


# -- running ------------------------------------------------------------------------------------------------------------
def run(executable: Executable, *arrays: Any) -> tuple[np.ndarray, ...]:
    """The results of a call whose arena and results hold no useful value before; the arguments must stay as they are."""
    before = [a.tobytes() for a in arrays]
    with memory_from(poisoned):
        results = executable(*arrays)
    for number, (array, content) in enumerate(zip(arrays, before)):
        assert array.tobytes() == content, f"argument {number} was changed"
    return results


def poisoned(size: int) -> memory.Buffer:
    """Memory full of POISON."""
    buffer = memory.MemoryPool.get_default().allocate(size)
    ctypes.memset(buffer.address, POISON, size)
    return buffer


@contextmanager
def memory_from(allocate: Allocate) -> Iterator[None]:
    """Inside, executables get the memory of arenas and results from `allocate(size)`, which has an `address`."""
    def array(shape: Sequence[int], dtype: Any) -> np.ndarray:
        dtype = np.dtype(dtype)
        buffer = allocate(prod(shape) * dtype.itemsize)
        exporter: Any = (ctypes.c_char * (prod(shape) * dtype.itemsize)).from_address(buffer.address)
        exporter.buffer = buffer
        return np.ndarray(shape, dtype, exporter)

    def makers(executable: Any) -> list[Callable[[], np.ndarray]]:
        return [partial(array, shape, dtype) for dtype, shape in executable._results]

    usual, known = (memory.allocate, memory.array), Executable.__dict__.get("_makers")
    memory.allocate, memory.array = allocate, array
    # A property of the class comes before what instances have by that name.
    Executable._makers = property(makers, lambda *_: None)
    try:
        yield
    finally:
        memory.allocate, memory.array = usual
        if known is None:
            del Executable._makers
        else:
            Executable._makers = known


@contextmanager
def workers(count: int) -> Iterator[None]:
    """Inside, executables run on a pool of `count` workers, that of this process for programs that ask for so many."""
    pool = Pool.sized(count)
    with mock.patch.object(Pool, "get", lambda: pool):
        yield


@lru_cache
def _c_library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


# -- between pages ------------------------------------------------------------------------------------------------------
class GuardedBuffer:
    """`size` bytes that end (`at_end`) or begin at a page that cannot be read or written."""

    def __init__(self, size: int, at_end: bool) -> None:
        pages = -(-size // _PAGE) * _PAGE
        self.memory = mmap.mmap(-1, pages + 2 * _PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self.pin = ctypes.c_char.from_buffer(self.memory)
        start = ctypes.addressof(self.pin)
        library = _c_library()
        for page in (start, start + _PAGE + pages):
            if library.mprotect(ctypes.c_void_p(page), ctypes.c_size_t(_PAGE), 0) != 0:
                raise OSError(ctypes.get_errno(), "mprotect")
        self.address = start + _PAGE + (pages - size if at_end else 0)
        ctypes.memset(self.address, POISON, size)

    def __del__(self) -> None:
        # The mapping cannot be closed while something points into it.
        del self.pin


def guarded(array: np.ndarray, at_end: bool) -> np.ndarray:
    """A copy of an array in guarded memory."""
    buffer = GuardedBuffer(array.nbytes, at_end)
    exporter: Any = (ctypes.c_char * array.nbytes).from_address(buffer.address)
    exporter.buffer = buffer
    copy = np.ndarray(array.shape, array.dtype, exporter)
    copy[...] = array
    return copy


def between_pages(given: Generated | Program, *arrays: Any, target: Processor = None,
                  workers: int | Sequence[int] | None = None) -> Iterator[tuple[np.ndarray, ...]]:
    """The results of calls of a program, or of what `lower` made of it, with each buffer beside a page that must not be touched.

    One call with memory that ends at such a page and one with memory that begins behind one, for each number of workers (None:
    those of the process); arguments, constants, results and what lies between are all there, and arguments must stay as they are.
    """
    made = given if isinstance(given, Generated) else lower(given, target)
    code = machine_code(made)
    arrays = tuple(map(np.asarray, arrays))
    counts = [workers] if workers is None or isinstance(workers, int) else workers
    for count in counts:
        with _pool_of(count):
            found = [_between_pages(made, code, arrays, at_end) for at_end in (True, False)]
        yield from found


def _between_pages(made: Generated, code: Any, arrays: Sequence[np.ndarray], at_end: bool) -> tuple[np.ndarray, ...]:
    constants = list(made.program.constants)
    made.program.constants[:] = [guarded(c, at_end) for c in constants]
    passed = [guarded(a, at_end) for a in arrays]
    with memory_from(partial(GuardedBuffer, at_end=at_end)):
        results = executable(made, code)(*passed)
    made.program.constants[:] = constants
    for number, (array, before) in enumerate(zip(passed, arrays, strict=True)):
        assert array.tobytes() == before.tobytes(), f"argument {number} was changed"
    return results


@contextmanager
def _pool_of(count: int | None) -> Iterator[None]:
    if count is None:
        yield
    else:
        with workers(count):
            yield


def use_machine(patch: pytest.MonkeyPatch, **records: Mapping[str, Any]) -> None:
    """Has programs compiled for a machine of which these records have other values, until the test ends: small programs are
    treated as large ones are. What the test has changed before stays."""
    patch.setenv("HLOOM_MACHINE", _machine_file(records))


@contextmanager
def machine_with(**records: Mapping[str, Any]) -> Iterator[None]:
    """Has programs compiled for a machine with these values, meanwhile."""
    with mock.patch.dict(os.environ, HLOOM_MACHINE=_machine_file(records)):
        yield


def _machine_file(records: Mapping[str, Mapping[str, Any]]) -> str:
    """The path of a file that says what the one in use says, and this."""
    used = os.environ.get("HLOOM_MACHINE")
    values = json.loads(Path(used).read_text(encoding="utf-8")) if used else {}
    for name, record in records.items():
        values[name] = {**values.get(name, {}), **record}
    text = json.dumps(values, sort_keys=True)
    path = Path(_MACHINES.name, f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.json")
    if not path.exists():
        path.write_text(text, encoding="utf-8")
    return str(path)


def told(name: str, **limits: Any) -> Pass:
    """A pass that is told limits: small programs are treated as large ones are."""
    found = PASSES[name]
    return found._replace(run=partial(found.run, **limits))


# -- comparing ----------------------------------------------------------------------------------------------------------
def apart(found: Any, expected: Any, tolerance: Any = 0) -> Difference:
    """What is different: bit by bit, any NaN equal to any other, or beyond a tolerance.

    With a `Tolerance`, what is narrower than the expected numbers of 64 bits (128 of complex ones) is widened first. With units
    in the last place, a number or one for each element, zeros of either sign are equal; of complex numbers they are those of the
    larger part.
    """
    dtype = np.asarray(expected).dtype
    if isinstance(tolerance, Tolerance):
        found = np.asarray(found).astype(dtype) if dtype in (np.float64, np.complex128, np.int64) else found
        return difference(found, expected, SAME_BITS if dtype.kind in "biu" else tolerance)
    if not np.any(tolerance):
        return difference(found, expected, SAME_BITS)
    if dtype.kind != "c":
        return difference(found, expected, Tolerance(tolerance))
    info = np.finfo(dtype)
    return difference(found, expected, Tolerance(0, tolerance * info.smallest_subnormal, tolerance * info.eps))


def same(found: Sequence[Any], expected: Sequence[Any], tolerance: Any = 0, what: Any = "") -> None:
    """Requires results that are the expected ones, but for a tolerance for all of them or a list of one for each: see `apart`."""
    each = tolerance if isinstance(tolerance, list) else [tolerance] * len(expected)
    for number, (a, b, allowed) in enumerate(zip(found, expected, each, strict=True)):
        if not identical(*map(np.asarray, (a, b))):
            different = apart(a, b, allowed)
            assert not different, f"result {number}: {different} {what}"


def evaluated(given: Program, *arrays: Any) -> tuple[Any, ...]:
    """The reference evaluator's results."""
    with np.errstate(all="ignore"):
        return Interpreter(module_of(given), CUSTOM_CALLS).call_function("main", *arrays)


def check(given: Generated | Program, arrays: Sequence[Any], expected: Sequence[Any] | None = None, tolerance: Any = 0, *,
          target: Processor = None, workers: int | Sequence[int] | None = None, what: Any = "") -> Generated:
    """Compiles a program, runs it between pages, and requires the `expected` results, or the evaluator's: see `same`, and for
    `target` and `workers` `between_pages`. Returns what was compiled."""
    given = given if isinstance(given, Generated) else module_of(given)
    if expected is None:
        expected = evaluated(given.module if isinstance(given, Generated) else given, *arrays)
    made = given if isinstance(given, Generated) else lower(given, target)
    case = _case(made, arrays, expected, tolerance, workers)
    if case is None or case not in _HELD:
        for found in between_pages(made, *arrays, workers=workers):
            same(found, expected, tolerance, what)
        _HELD.add(case)
    return made


#: The cases for which `check` has required what holds: settings of targets often change nothing, and what is the same to the last
#: instruction and the last number does the same.
_HELD: set[bytes | None] = set()


def _case(made: Generated, arrays: Sequence[Any], expected: Sequence[Any], tolerance: Any, workers: Any) -> bytes | None:
    """A digest of all that a run of compiled code depends on, and of what is required of its results; None for a program of which
    a part is no code."""
    program = made.program
    if program.callbacks or program.lazy or program.beside:
        return None
    settings = sorted(pair for pair in os.environ.items() if pair[0].startswith("HLOOM_") and pair[0] != "HLOOM_MACHINE")
    allowed = [x for each in (tolerance if isinstance(tolerance, list) else [tolerance])
               for x in (each if isinstance(each, Tolerance) else [each])]
    values = [np.asarray(value) for value in (*program.constants, *arrays, *expected, *allowed)]
    if any(array.dtype == object for array in values):
        return None
    digest = hashlib.sha256(made.code.text(made.target.attributes).encode())
    digest.update(repr((made.target.triple, made.target.cpu, made.target.features, program.table, program.arena_bytes,
                        program.aliases, program.routines, program.has_threaded_routines, program.may_run_long, workers, settings,
                        len(program.constants), len(arrays), len(allowed))).encode())
    for array in values:
        digest.update(repr((array.dtype, array.shape, array.strides)).encode())
        digest.update(array.tobytes())
    return digest.digest()


def agree(given: Program, *arrays: Any, tolerance: Any = 0, **options: Any) -> tuple[Any, ...]:
    """Requires that both engines give the same, as users call them, with `options` of `hloom.compile`; returns it. See `same`."""
    module = module_of(given)
    with np.errstate(all="ignore"):
        found, expected = hloom.compile(module, **options)(*arrays), hloom.evaluate(module, *arrays)
    same(found, expected, tolerance)
    return found
