"""The header of a program for C (C99)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from hloom._version import __version__
from hloom.bridges.c.fields import Field
from hloom.codegen.cpu.c.layout import HEAD_BYTES, MESSAGES, Call, Interface, Status
from hloom.support.records import dataclass

_ENUM = "\n".join(f"    {f'HLOOM_{s.name} = {s.value},':26}/* {m} */" for s, m in zip(Status, MESSAGES))
#: What the headers of all programs say, once.
_COMMON = f"""\
#ifndef HLOOM_C_TYPES
#define HLOOM_C_TYPES
/* What functions return; NAME_error(status) says it in words. */
enum hloom_status {{
{_ENUM}
}};

/* Laid out as C's `float _Complex` and C++'s `std::complex<float>` are. */
typedef struct hloom_complex64 {{ float real, imaginary; }} hloom_complex64;
typedef struct hloom_complex128 {{ double real, imaginary; }} hloom_complex128;

/* A pool of threads of the caller's: runs task(job, k) for all k below count, in any order, at the same time or not, and returns
   when all are through. */
typedef void (*hloom_task)(void *job, int64_t number);
typedef void (*hloom_parallel)(void *user, hloom_task task, void *job, int64_t count);

/* A custom call, for the functions that are linked for those. Elements are dense, the last dimension's side by side. */
typedef struct hloom_type {{
    const char *element;            /* "f32" */
    int64_t rank;
    const int64_t *shape;
}} hloom_type;
typedef struct hloom_call {{
    const char *target;
    const char *configuration;      /* backend_config, and its bytes */
    int64_t configuration_bytes, operands, results;
    const hloom_type *types;        /* of the operands, then of the results */
    const void *const *operand;     /* addresses */
    void *const *result;
}} hloom_call;
#endif
"""


@dataclass(frozen=True, eq=False)
class Described:
    """All that headers and packages say of a program."""

    name: str
    #: The program as its signature states it.
    signature: str
    interface: Interface
    fields: Sequence[Field]
    processor: str
    #: The file of the constants; "" where they are inside.
    constants_file: str = ""

    @property
    def macro(self) -> str:
        return self.name.upper()

    @property
    def lapack(self) -> bool:
        """Whether it calls routines of LAPACK's."""
        return bool(self.interface.program.routines)

    @property
    def has_pools(self) -> bool:
        return self.interface.workers > 1

    @property
    def calls(self) -> dict[str, Call]:
        """A call of each function that the user links."""
        return {call.function: call for call in reversed(self.interface.calls)}


def header(d: Described) -> str:
    """The text of NAME.h."""
    guard = f"{d.macro}_H"
    return "\n".join([
        f"/* {d.signature}\n   compiled ahead for {d.processor} by hloom {__version__}. */",
        f"#ifndef {guard}\n#define {guard}\n\n#include <stddef.h>\n#include <stdint.h>\n",
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n", _COMMON,
        *_macros(d), *_struct(d), *_functions(d), *_linked(d),
        "#ifdef __cplusplus\n}\n#endif\n", f"#endif /* {guard} */\n"])


def _comment(text: str) -> str:
    return "\n".join(textwrap.wrap(f"/* {text} */", 110, subsequent_indent="   ", break_long_words=False))


def _macros(d: Described) -> Iterator[str]:
    m = d.macro
    yield f'#define {m}_PROCESSOR "{d.processor}"'
    yield _comment("The most threads that a call runs on.")
    yield f"#define {m}_THREADS {d.interface.workers}"
    yield _comment("Bytes of memory for a context, wherever they begin.")
    yield f"#define {m}_CONTEXT_BYTES {_number(d.interface.context_bytes)}"
    if d.has_pools:
        yield f"#define {m}_POOL_BYTES {_number(d.interface.pool_bytes)}"
    if d.constants_file:
        yield _comment(f"What this file holds, mapped or read, has to lie at a multiple of {HEAD_BYTES}.")
        yield f'#define {m}_CONSTANTS_FILE "{d.constants_file}"'
        yield f"#define {m}_CONSTANTS_BYTES {_number(HEAD_BYTES + d.interface.constant_bytes)}"
    if d.lapack:
        names = ", ".join(f"{name}_" for name in d.interface.program.routines)
        yield _comment(f"Routines of LAPACK's, with integers of 32 bits, are linked from this library: {names}.")
        yield f'#define {m}_LAPACK "lapack"'
    yield ""
    for field in d.fields:
        yield from _macros_of(f"{m}_{field.name.upper()}", field)


def _number(value: int) -> str:
    return str(value) if value < 1 << 31 else f"{value}LL"


def _macros_of(m: str, field: Field) -> Iterator[str]:
    shape = field.type.shape
    yield f"/* {field.described} */"
    yield f'#define {m}_TYPE {field.c_type}\n#define {m}_ELEMENT "{field.element}"'
    yield f"#define {m}_RANK {len(shape)}\n#define {m}_SHAPE {{{', '.join(map(_number, shape)) or '0'}}}"
    yield from (f"#define {m}_DIM{k} {_number(n)}" for k, n in enumerate(shape))
    yield f"#define {m}_SIZE {_number(field.size)}\n#define {m}_BYTES {_number(field.bytes)}\n"


def _struct(d: Described) -> Iterator[str]:
    yield _comment("Where arguments and results lie: dense elements, the last dimension's side by side, at any multiple of an "
                   "element's size. Arguments are only read; no result may overlap them or another. i1 is a byte, 0 or 1; "
                   "numbers that C has no type for are their bits.")
    yield f"typedef struct {d.name}_arguments {{"
    for field in d.fields:
        star = f"{field.c_type} *{field.name};"
        yield f"    {star if field.is_result else f'const {star}'}    /* {field.described} */"
    if not d.fields:
        yield "    const void *nothing;"
    yield f"}} {d.name}_arguments;\n"


def _functions(d: Described) -> Iterator[str]:
    n, m = d.name, d.macro
    pool = "a pool, NULL for the calling thread alone" if d.has_pools else "NULL: the code is for one thread"
    more = ", const void *constants, size_t constants_bytes" if d.constants_file else ""
    yield _comment(f"A context is what one call at a time runs on. Any number may be in use at once. `pool` is {pool}.")
    yield f"typedef struct {n}_context {n}_context;\ntypedef struct {n}_pool {n}_pool;\n"
    yield _comment(f"A context in memory of the caller's, {m}_CONTEXT_BYTES at least, which is free again when the context is "
                   "not needed any more.")
    yield f"int32_t {n}_init({n}_context **context, void *memory, size_t bytes, {n}_pool *pool{more});"
    if not d.interface.is_static:
        yield _comment(f"The same in memory of its own, until {n}_free.")
        yield f"int32_t {n}_new({n}_context **context, {n}_pool *pool{more});\nvoid {n}_free({n}_context *context);"
    yield _comment("A call. It allocates nothing.")
    yield f"int32_t {n}_run({n}_context *context, const {n}_arguments *arguments);"
    yield _comment("From another thread: ends the call that is under way, or else the next one, with HLOOM_STOPPED, as soon as "
                   "it gets to the next iteration of a loop, or piece of a kernel's work.")
    yield f"void {n}_stop({n}_context *context);"
    yield _comment("What a status means.")
    yield f"const char *{n}_error(int32_t status);"
    yield _comment(f"{m}_CONTEXT_BYTES, for callers that read no macros.")
    yield f"int64_t {n}_context_bytes(void);\n"
    if d.has_pools:
        yield from _pool_functions(d)


def _pool_functions(d: Described) -> Iterator[str]:
    n, m = d.name, d.macro
    yield _comment(f"A pool of threads, the caller's among them: 0 is {m}_THREADS, which is the most. Contexts may share one: of "
                   "calls at the same time one has the threads, and the others run on their own. `_with` has the caller's "
                   "threads do the work, for any number of calls at the same time. `_close` is for when no call is under way.")
    own, others = "int32_t threads", "hloom_parallel parallel, void *user, int32_t threads"
    yield f"int32_t {n}_pool_init({n}_pool **pool, void *memory, size_t bytes, {own});"
    yield f"int32_t {n}_pool_init_with({n}_pool **pool, void *memory, size_t bytes, {others});"
    if not d.interface.is_static:
        yield f"int32_t {n}_pool_new({n}_pool **pool, {own});"
        yield f"int32_t {n}_pool_new_with({n}_pool **pool, {others});"
    yield f"void {n}_pool_close({n}_pool *pool);\nint64_t {n}_pool_bytes(void);\n"


def _linked(d: Described) -> Iterator[str]:
    if not d.calls:
        return
    yield _comment("Custom calls of the program: functions that are to be linked. They return 0 where all is well, and throw "
                   "nothing.")
    for function, call in d.calls.items():
        yield f"extern int32_t {function}(const hloom_call *call);" + ("" if function == call.target else
                                                                      f"    /* {one_line(call.target)} */")
    yield ""


def one_line(text: str) -> str:
    """A text of a program, fit for a comment."""
    return "".join(c if " " <= c <= "~" else "?" for c in text).replace("*/", "* /").replace("\\", "/")[:200]
