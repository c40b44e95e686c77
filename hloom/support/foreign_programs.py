"""Programs that other libraries hold as objects: JAX's, and modules of MLIR's Python bindings. Known by what they can do, or by
what their classes are called, so that none of these libraries is imported."""

from __future__ import annotations

from collections.abc import Callable
from io import IOBase
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from hloom.support.diagnostics import InputError

if TYPE_CHECKING:
    from hloom.support.calling import Calling

#: How to come by a program from what holds a model, or makes one.
OF_JAX: Final = "jax.jit(f).lower(x) gives a program of JAX in StableHLO"
OF_ONNX: Final = "`onnx-mlir-opt --convert-onnx-to-stablehlo` makes StableHLO of what onnx-mlir reads"
OF_TENSORFLOW: Final = "tf.function(f, jit_compile=True).experimental_get_compiler_ir(x)(stage='hlo') gives HLO"
OF_TORCH: Final = 'torch_mlir.fx.export_and_import(model, x, output_type="stablehlo") gives StableHLO'

_ARRAY: Final = "an array is an argument of a program, not a program"
_EXPORTED: Final = 'of an ExportedProgram, torch_mlir.fx.export_and_import(x, output_type="stablehlo") gives the program'
_MODEL: Final = 'of an nn.Module, torch_mlir.fx.export_and_import(x, example, output_type="stablehlo") gives the program'
#: What leads to a program, by the package and the names of its classes, all of the package where none is given. The first that
#: fits counts, of the class itself or of one that it is made of.
_KINDS: Final[tuple[tuple[str, tuple[str, ...], str], ...]] = (
    ("torch", ("ExportedProgram",), _EXPORTED), ("torch", ("Module",), _MODEL), ("torch", ("Tensor",), _ARRAY),
    ("torch", ("ScriptFunction", "CompilationUnit", "Graph"), OF_TORCH),
    ("keras", ("Model", "Layer"), OF_TENSORFLOW), ("tf_keras", ("Model", "Layer"), OF_TENSORFLOW),
    ("tensorflow", ("Tensor", "EagerTensor", "ResourceVariable"), _ARRAY),
    ("tensorflow", ("Function", "ConcreteFunction", "Module", "Model", "Layer", "AutoTrackable"), OF_TENSORFLOW),
    ("onnx", ("ModelProto", "GraphProto"), OF_ONNX), ("onnxruntime", (), OF_ONNX),
    ("flax", ("Module",), "of a model of Flax, jax.jit(model.apply).lower(variables, x) gives the program, or "
     "jax.jit(lambda x: model(x)).lower(x)"),
    ("equinox", ("Module",), "of a model of Equinox, jax.jit(lambda x: model(x)).lower(x) gives the program"),
    ("haiku", ("Transformed", "TransformedWithState"), "jax.jit(f.apply).lower(parameters, key, x) gives the program"),
    ("jax", ("ClosedJaxpr", "Jaxpr"), "a jaxpr is not yet lowered: jax.jit(f).lower(x) of the function gives the program, "
     "jax.jit(jax.extend.core.jaxpr_as_fun(x)).lower(x) that of a closed one"),
    ("jax", ("Array", "ArrayImpl"), _ARRAY), ("jaxlib", ("ArrayImpl", "Array"), _ARRAY),
    ("numpy", ("ndarray", "generic"), _ARRAY),
)



def program_of(value: object) -> tuple[str, Calling | None] | None:
    """The MLIR text of a program, with debug information, and how it is called where the object says so; None for what is no
    program.

    Takes what `jax.jit(f).lower(x)`, `jax.jit(f).trace(x)` and `jax.export` return, and modules of MLIR's Python bindings, as
    jaxlib and torch-mlir bring them. Raises InputError where such an object does not give its text.
    """
    from hloom.support.calling import calling_of  # texts need nothing of it

    what = f"the program of a {type(value).__name__} cannot be read"
    try:
        program = _lowered(value)
        text = _text(program)
        if text is None:
            return None
        calling = calling_of(program)
    except Exception as error:  # it is somebody else's code that runs
        raise InputError(f"{what}: {type(error).__name__}: {error}") from error
    if isinstance(text, str):
        return text, calling
    raise InputError(f"{what}: its text is a {type(text).__name__}")


def advice(value: object) -> str:
    """What to do with a value that is no program but leads to one, as the end of a message; empty where nothing is known."""
    if isinstance(value, type):
        return ""
    if isinstance(value, PurePath):
        return "; hloom.load reads files"
    if isinstance(value, IOBase):
        return "; hloom.parse takes what x.read() gives"
    for base in type(value).__mro__:  # before what an object can do: models are callable, too
        for package, names, words in _KINDS:
            if base.__module__.split(".")[0] == package and (not names or base.__qualname__ in names):
                return f"; {words}"
    for method in ("as_text", "as_hlo_text", "to_string"):  # of jax.stages.Compiled, and of XLA's computations and modules
        if _method(value, method) is not None:
            return f"; its HLO is read by hloom.parse(x.{method}(), format='hlo')"
    if _method(value, "lower") is not None:
        return "; lower it first: f.lower(x) with arguments, or with jax.ShapeDtypeStruct"
    if callable(value) or hasattr(value, "jaxpr"):
        return "; of a function of JAX, jax.jit(f).lower(x) gives the program"
    return ""


def _lowered(value: object) -> object:
    """What jax.stages.Traced is lowered to; any other value as it is."""
    if isinstance(value, type) or not hasattr(value, "jaxpr") or _method(value, "compiler_ir") is not None:
        return value
    lower = _method(value, "lower")
    return value if lower is None else lower()


def _text(value: object) -> Any:
    if isinstance(value, type):  # a class, not an object of it
        return None
    print_module = _method(value, "get_asm") or _method(getattr(value, "operation", None), "get_asm")
    if print_module is not None:  # of MLIR's bindings
        return print_module(enable_debug_info=True)
    if (stated := _method(value, "mlir_module")) is not None:  # jax.export.Exported
        return stated()
    if (stated := _method(value, "compiler_ir")) is not None:  # jax.stages.Lowered
        return _text(stated("stablehlo"))
    return None


def _method(value: object, name: str) -> Callable[..., Any] | None:
    found = getattr(value, name, None)
    return found if callable(found) else None
