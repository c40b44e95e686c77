"""The header of a program for C++ (C++20): spans of fixed sizes, exceptions, destructors; nothing else than the header for C."""

from __future__ import annotations

from string import Template

from hloom.bridges.c.header import Described

#: Arguments and results up to which a call takes them one by one.
_MOST_PARAMETERS = 64

_TEXT = Template("""\
/* $signature
   as $name.h has it, for C++20. */
#ifndef ${macro}_HPP
#define ${macro}_HPP

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>

#include "$name.h"

namespace $name {

/* What a function of C has returned, if not HLOOM_OK. */
class Error : public std::runtime_error {
  public:
    explicit Error(std::int32_t status) : std::runtime_error(${name}_error(status)), status(status) {}
    const std::int32_t status;
};

inline void check(std::int32_t status) {
    if (status != HLOOM_OK) throw Error(status);
}
$pool
/* What one call at a time runs on. */
class Program {
  public:
    explicit Program($parameters) {
        check($make$given));
    }
$life
    void run(const ${name}_arguments &arguments) { check(${name}_run(context_, &arguments)); }
$run
    /* From another thread: ends the call that is under way, or else the next one. */
    void stop() { ${name}_stop(context_); }

  private:
    ${name}_context *context_ = nullptr;
$memory};

}  // namespace $name

#endif
""")
_OWNED = Template("""\
    ~Program() { ${name}_free(context_); }
    Program(Program &&other) noexcept : context_(std::exchange(other.context_, nullptr)) {}
    Program &operator=(Program &&other) noexcept {
        std::swap(context_, other.context_);
        return *this;
    }
""")
#: In memory of its own, a program stays where it is.
_PLACED = """\
    Program(const Program &) = delete;
    Program &operator=(const Program &) = delete;
"""
_POOL = Template("""
/* Threads that programs share; it has to outlive them. */
class Pool {
  public:
    explicit Pool(std::int32_t threads = 0) { check(${name}_pool_$make, threads)); }
    Pool(hloom_parallel parallel, void *user, std::int32_t threads = 0) {
        check(${name}_pool_$make_with, parallel, user, threads));
    }
    ~Pool() { ${name}_pool_close(pool_); }
    Pool(const Pool &) = delete;
    Pool &operator=(const Pool &) = delete;
    ${name}_pool *get() const { return pool_; }

  private:
    ${name}_pool *pool_ = nullptr;
$memory};
""")


def cxx_header(d: Described) -> str:
    """The text of NAME.hpp."""
    is_static = d.interface.is_static
    constants = ["std::span<const std::byte> constants"] if d.constants_file else []
    parameters = [*constants, *(["Pool *pool = nullptr"] if d.has_pools else [])]
    given = ["pool == nullptr ? nullptr : pool->get()" if d.has_pools else "nullptr",
             *(["constants.data()", "constants.size()"] if constants else [])]
    return _TEXT.substitute(
        name=d.name, macro=d.macro, signature=d.signature, run=_run(d), pool=_pool(d) if d.has_pools else "",
        parameters=", ".join(parameters), given=", ".join(given),
        make=f"{d.name}_{'init(&context_, memory_, sizeof memory_, ' if is_static else 'new(&context_, '}",
        life=_PLACED if is_static else _OWNED.substitute(name=d.name), memory=_memory(d, "CONTEXT"))


def _pool(d: Described) -> str:
    word, place = ("init", "(&pool_, memory_, sizeof memory_") if d.interface.is_static else ("new", "(&pool_")
    return _POOL.substitute(name=d.name, make=f"{word}{place}", make_with=f"{word}_with{place}", memory=_memory(d, "POOL"))


def _memory(d: Described, what: str) -> str:
    return f"    unsigned char memory_[{d.macro}_{what}_BYTES];\n" if d.interface.is_static else ""


def _run(d: Described) -> str:
    """A call with a span for each argument and each result."""
    if not 0 < len(d.fields) <= _MOST_PARAMETERS:
        return ""
    parameters = ",\n             ".join(f"std::span<{f.cxx_type}, {d.macro}_{f.name.upper()}_SIZE> {f.name}" for f in d.fields)
    values = ", ".join(f"{f.name}.data()" if f.c_type not in ("hloom_complex64", "hloom_complex128") else
                       f"reinterpret_cast<{'' if f.is_result else 'const '}{f.c_type} *>({f.name}.data())" for f in d.fields)
    return (f"    void run({parameters}) {{\n"
            f"        run({d.name}_arguments{{{values}}});\n    }}\n")
