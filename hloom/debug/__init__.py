"""Finding faults: of programs, of hloom, and of other compilers.

    hloom.debug.compare(module, x, engines=("reference", "xla"))    # do two engines agree? which operation differs first?
    hloom.debug.compare(module, x, other=changed)                   # do two programs agree?
    hloom.debug.bisect_passes(module, x)                            # which pass or rule makes the fault
    hloom.debug.minimise(module, x, fails=...)                      # the smallest program that still has a fault
    hloom.debug.nan_origin(module, x)                               # which operation made the NaN in the results
    hloom.debug.expose(module)                                      # every value as a result, for any compiler
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hloom.debug.bisection import Bisection, bisect_passes, bisect_xla
    from hloom.debug.comparison import Comparison, compare
    from hloom.debug.fragments import exposed as expose
    from hloom.debug.minimisation import Minimised, minimise
    from hloom.debug.nan_search import nan_origin
    from hloom.debug.nan_told import NanOrigin

__all__ = ["Bisection", "Comparison", "Minimised", "NanOrigin", "bisect_passes", "bisect_xla", "compare", "expose", "minimise",
           "nan_origin"]

#: Where each name is; they are loaded when they are first asked for.
_PLACES = {"Bisection": ("bisection", "Bisection"), "bisect_passes": ("bisection", "bisect_passes"),
           "bisect_xla": ("bisection", "bisect_xla"), "Comparison": ("comparison", "Comparison"),
           "compare": ("comparison", "compare"), "expose": ("fragments", "exposed"),
           "Minimised": ("minimisation", "Minimised"), "minimise": ("minimisation", "minimise"),
           "NanOrigin": ("nan_told", "NanOrigin"), "nan_origin": ("nan_search", "nan_origin")}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'hloom.debug' has no attribute {name!r}")
    module, own = _PLACES[name]
    return getattr(import_module(f"hloom.debug.{module}"), own)
