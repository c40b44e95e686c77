"""The header of a program for C++ (C++20): spans of fixed sizes, exceptions, destructors; nothing else than the header for C."""

from __future__ import annotations

from hloom.bridges.c.header import Described

#: Arguments and results up to which a call takes them one by one.
_MOST_PARAMETERS = 64

_TEXT = """\
/* {signature}
   as {name}.h has it, for C++20. */
#ifndef {macro}_HPP
#define {macro}_HPP

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>

#include "{name}.h"

namespace {name} {{

/* What a function of C has returned, if not HLOOM_OK. */
class Error : public std::runtime_error {{
  public:
    explicit Error(std::int32_t status) : std::runtime_error({name}_error(status)), status(status) {{}}
    const std::int32_t status;
}};

inline void check(std::int32_t status) {{
    if (status != HLOOM_OK) throw Error(status);
}}
{pool}
/* What one call at a time runs on. */
class Program {{
  public:
    explicit Program({parameters}) {{
        check({name}_new(&context_, {given}));
    }}
    ~Program() {{ {name}_free(context_); }}
    Program(Program &&other) noexcept : context_(std::exchange(other.context_, nullptr)) {{}}
    Program &operator=(Program &&other) noexcept {{
        std::swap(context_, other.context_);
        return *this;
    }}

    void run(const {name}_arguments &arguments) {{ check({name}_run(context_, &arguments)); }}
{run}
    /* From another thread: ends the call that is under way, or else the next one. */
    void stop() {{ {name}_stop(context_); }}

  private:
    {name}_context *context_ = nullptr;
}};

}}  // namespace {name}

#endif
"""
_POOL = """
/* Threads that programs share; it has to outlive them. */
class Pool {
  public:
    explicit Pool(std::int32_t threads = 0) { check(NAME_pool_new(&pool_, threads)); }
    Pool(hloom_parallel parallel, void *user, std::int32_t threads = 0) {
        check(NAME_pool_new_with(&pool_, parallel, user, threads));
    }
    ~Pool() { NAME_pool_close(pool_); }
    Pool(const Pool &) = delete;
    Pool &operator=(const Pool &) = delete;
    NAME_pool *get() const { return pool_; }

  private:
    NAME_pool *pool_ = nullptr;
};
"""
#: The same for a program in memory of the caller's.
_STATIC = (
    ("explicit Program({parameters}) {{\n        check({name}_new(&context_, {given}));\n    }}\n"
     "    ~Program() {{ {name}_free(context_); }}\n"
     "    Program(Program &&other) noexcept : context_(std::exchange(other.context_, nullptr)) {{}}\n"
     "    Program &operator=(Program &&other) noexcept {{\n        std::swap(context_, other.context_);\n"
     "        return *this;\n    }}\n",
     "explicit Program({parameters}) {{\n        check({name}_init(&context_, memory_, sizeof memory_, {given}));\n    }}\n"
     "    Program(const Program &) = delete;\n    Program &operator=(const Program &) = delete;\n"),
    ("{name}_context *context_ = nullptr;", "{name}_context *context_ = nullptr;\n"
                                            "    unsigned char memory_[{macro}_CONTEXT_BYTES];"),
)
_STATIC_POOL = (
    ("NAME_pool_new(&pool_, ", "NAME_pool_init(&pool_, memory_, sizeof memory_, "),
    ("NAME_pool_new_with(&pool_, ", "NAME_pool_init_with(&pool_, memory_, sizeof memory_, "),
    ("NAME_pool *pool_ = nullptr;", "NAME_pool *pool_ = nullptr;\n    unsigned char memory_[MACRO_POOL_BYTES];"),
)


def cxx_header(d: Described) -> str:
    """The text of NAME.hpp."""
    text, pool = _TEXT, _POOL if d.has_pools else ""
    if d.interface.is_static:
        for before, after in _STATIC:
            text = text.replace(before, after)
        for before, after in _STATIC_POOL:
            pool = pool.replace(before, after)
    constants = ["std::span<const std::byte> constants"] if d.constants_file else []
    parameters = [*constants, *(["Pool *pool = nullptr"] if d.has_pools else [])]
    given = ["pool == nullptr ? nullptr : pool->get()" if d.has_pools else "nullptr",
             *(["constants.data()", "constants.size()"] if constants else [])]
    return text.format(name=d.name, macro=d.macro, signature=d.signature, run=_run(d),
                       pool=pool.replace("NAME", d.name).replace("MACRO", d.macro), parameters=", ".join(parameters),
                       given=", ".join(given))


def _run(d: Described) -> str:
    """A call with a span for each argument and each result."""
    if not 0 < len(d.fields) <= _MOST_PARAMETERS:
        return ""
    parameters = ",\n             ".join(f"std::span<{f.cxx_type}, {d.macro}_{f.name.upper()}_SIZE> {f.name}" for f in d.fields)
    values = ", ".join(f"{f.name}.data()" if f.c_type not in ("hloom_complex64", "hloom_complex128") else
                       f"reinterpret_cast<{'' if f.is_result else 'const '}{f.c_type} *>({f.name}.data())" for f in d.fields)
    return (f"    void run({parameters}) {{\n"
            f"        run({d.name}_arguments{{{values}}});\n    }}\n")
