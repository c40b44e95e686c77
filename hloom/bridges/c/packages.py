"""What build systems read: a file for `find_package` of CMake, and one for pkg-config. Both find the program where they lie."""

from __future__ import annotations

from hloom._version import __version__
from hloom.bridges.c.header import Described

_SHARED = """\
add_library({name}::{name} SHARED IMPORTED)
set_target_properties({name}::{name} PROPERTIES
    IMPORTED_LOCATION "${{CMAKE_CURRENT_LIST_DIR}}/lib{name}.so"
    IMPORTED_SONAME "lib{name}.so"
    INTERFACE_INCLUDE_DIRECTORIES "${{CMAKE_CURRENT_LIST_DIR}}"{libraries})
"""
_OBJECT = """\
add_library({name}::{name} INTERFACE IMPORTED)
set_target_properties({name}::{name} PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${{CMAKE_CURRENT_LIST_DIR}}"{libraries})
"""


def cmake_package(d: Described, is_shared: bool) -> str:
    """The text of NAMEConfig.cmake: a target NAME::NAME."""
    needed = [] if is_shared else [f"${{CMAKE_CURRENT_LIST_DIR}}/{d.name}.o", "m", *(["Threads::Threads"] if d.has_pools else [])]
    needed += ["LAPACK::LAPACK"] if d.lapack else []
    libraries = f'\n    INTERFACE_LINK_LIBRARIES "{";".join(needed)}"' if needed else ""
    packages = [*(["Threads"] if d.has_pools and not is_shared else []), *(["LAPACK"] if d.lapack else [])]
    return "".join([
        f"# find_package({d.name} CONFIG) finds {d.signature}\n",
        f"if(TARGET {d.name}::{d.name})\n    return()\nendif()\n",
        "include(CMakeFindDependencyMacro)\n" if packages else "", *(f"find_dependency({p})\n" for p in packages),
        (_SHARED if is_shared else _OBJECT).format(name=d.name, libraries=libraries)])


def pkg_config(d: Described, is_shared: bool) -> str:
    """The text of NAME.pc."""
    lapack = " -llapack" if d.lapack else ""
    libraries = (f"-L${{prefix}} -l{d.name}{lapack}" if is_shared else
                 f"${{prefix}}/{d.name}.o{lapack} -lm{' -pthread' if d.has_pools else ''}")
    described = d.signature.replace("$", "$$")
    return (f"prefix=${{pcfiledir}}\n\nName: {d.name}\nDescription: {described}\nVersion: {__version__}\n"
            f"Cflags: -I${{prefix}}\nLibs: {libraries}\n")
