"""Executables: what is asked of a compiled program."""

from __future__ import annotations

import ctypes
import itertools
import struct
from typing import Any

from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.compiling import Program
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.execution import execute
from hloom.bridges.pjrt.interface import view
from hloom.bridges.pjrt.loaded import Loaded
from hloom.bridges.pjrt.native import native
from hloom.bridges.pjrt.structures import Text, named_values, text
from hloom.bridges.pjrt.table import function
from hloom.support.collector import importing

#: What a serialized executable begins with: a word, and the lengths of the form's name, the options and the program.
_HEAD = struct.Struct("<8sQQQ")
_WORD = b"hloom001"


def _loaded(a: Any) -> Loaded:
    return HANDLES[a.executable]


def load(code: bytes, form: str, options: bytes) -> int:
    """The handle of a program, compiled."""
    return Loaded(Program(code, form, options)).handle


# -- compilation ---------------------------------------------------------------------------------------------------------------


@function("Client_Compile")
def _(a: Any) -> None:
    program = view("Program", a.program)
    code, form = ctypes.string_at(program.code, program.code_size), ctypes.string_at(program.format, program.format_size)
    a.executable = load(code, form.decode("ascii", "replace"), ctypes.string_at(a.compile_options, a.compile_options_size))


@function("Client_Load")
def _(a: Any) -> None:
    own: Loaded = HANDLES[a.executable]
    a.loaded_executable = Loaded(own.program).handle


@function("Executable_Serialize")
def _(a: Any) -> None:
    program = _loaded(a).program
    if program.callbacks:
        raise PluginError(Code.UNIMPLEMENTED, "a program that calls functions of this process back cannot be saved")
    form = program.form.encode()
    made = Text(_HEAD.pack(_WORD, len(form), len(program.options), len(program.code)) + form + program.options + program.code)
    a.serialized_bytes, a.serialized_bytes_size = made
    a.serialized_executable, a.serialized_executable_deleter = _given_away(made)


@function("Executable_DeserializeAndLoad")
def _(a: Any) -> None:
    data = ctypes.string_at(a.serialized_executable, a.serialized_executable_size)
    if len(data) < _HEAD.size or not data.startswith(_WORD):
        raise PluginError(Code.INVALID_ARGUMENT, "these bytes are no executable of this version of hloom's plugin")
    _, *lengths = _HEAD.unpack_from(data)
    if sum(lengths) != len(data) - _HEAD.size:
        raise PluginError(Code.INVALID_ARGUMENT, "the executable is cut off")
    places = [_HEAD.size + sum(lengths[:k]) for k in range(4)]
    form, options, code = (data[begin:end] for begin, end in itertools.pairwise(places))
    if a.overridden_serialized_compile_options and a.overridden_serialized_compile_options_size:
        options = ctypes.string_at(a.overridden_serialized_compile_options, a.overridden_serialized_compile_options_size)
    a.loaded_executable = load(code, form.decode("ascii", "replace"), options)


class _Given:
    """Memory that the caller has until it calls what frees it, which puts this on the list of the dead."""

    def __init__(self, value: Any) -> None:
        self.value = value


_FREE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_free = _FREE(lambda handle: HANDLES.drop(handle))


def _given_away(value: Any) -> tuple[int, int]:
    """A handle that keeps the value, and the function that frees it."""
    return HANDLES.new(_Given(value)), ctypes.cast(_free, ctypes.c_void_p).value or 0


@function("Executable_GetCompileOptions")
def _(a: Any) -> None:
    made = Text(_loaded(a).program.options)
    a.serialized_bytes, a.serialized_bytes_size = made
    a.serialized_compile_options, a.serialized_compile_options_deleter = _given_away(made)


# -- what a loaded executable says ---------------------------------------------------------------------------------------------


@function("LoadedExecutable_GetExecutable")
def _(a: Any) -> None:
    own: Loaded = HANDLES[a.loaded_executable]
    a.executable = HANDLES.new(own, *own.counts)


@function("LoadedExecutable_Delete")
def _(a: Any) -> None:
    own = _loaded(a)
    own.is_deleted = True
    HANDLES.set_word(own.handle, 0, 0)


@function("LoadedExecutable_IsDeleted")
def _(a: Any) -> None:
    a.is_deleted = _loaded(a).is_deleted


@function("LoadedExecutable_AddressableDevices")
def _(a: Any) -> None:
    a.addressable_devices, a.num_addressable_devices = _loaded(a).device_handles.place


@function("LoadedExecutable_AddressableDeviceLogicalIds")
def _(a: Any) -> None:
    own = _loaded(a)
    a.addressable_device_logical_ids, a.num_addressable_device_logical_ids = own.logical_devices.address, len(own.devices)


@function("LoadedExecutable_GetDeviceAssignment")
def _(a: Any) -> None:
    a.serialized_bytes, a.serialized_bytes_size = _loaded(a).serialized_assignment
    a.serialized_device_assignment, a.serialized_device_assignment_deleter = a.executable, native().nothing


@function("LoadedExecutable_Fingerprint")
def _(a: Any) -> None:
    a.executable_fingerprint, a.executable_fingerprint_size = _loaded(a).fingerprint


@function("LoadedExecutable_Execute")
def _(a: Any) -> None:
    own = _loaded(a)
    if own.is_deleted:
        raise PluginError(Code.INVALID_ARGUMENT, "LoadedExecutable.Execute() was called on an executable that was deleted")
    execute(own, a)


# -- what an executable says ---------------------------------------------------------------------------------------------------


@function("Executable_Name")
def _(a: Any) -> None:
    a.executable_name, a.executable_name_size = _loaded(a).name


@function("Executable_Fingerprint")
def _(a: Any) -> None:
    a.executable_fingerprint, a.executable_fingerprint_size = _loaded(a).fingerprint


@function("Executable_SizeOfGeneratedCodeInBytes")
def _(a: Any) -> None:
    a.size_in_bytes = _loaded(a).program.run.executable.stats.get("code_bytes", 0)


@function("Executable_OutputElementTypes")
def _(a: Any) -> None:
    a.output_types, a.num_output_types = _loaded(a).types.place


@function("Executable_OutputDimensions")
def _(a: Any) -> None:
    own = _loaded(a)
    a.num_outputs, a.dims, a.dim_sizes = own.ranks.count, own.dimensions.address, own.ranks.address


@function("Executable_OutputMemoryKinds")
def _(a: Any) -> None:
    kinds, sizes = _loaded(a).result_kinds
    a.num_outputs, a.memory_kinds, a.memory_kind_sizes = kinds.count, kinds.address, sizes.address


@function("Executable_ParameterMemoryKinds")
def _(a: Any) -> None:
    kinds, sizes = _loaded(a).argument_kinds
    a.num_parameters, a.memory_kinds, a.memory_kind_sizes = kinds.count, kinds.address, sizes.address


@function("Executable_GetCompiledMemoryStats")
def _(a: Any) -> None:
    own = _loaded(a)
    for name, *_ in a._fields_[3:]:
        setattr(a, name, 0)
    stats = own.program.run.executable.stats
    arena = stats.get("arena_bytes", 0)
    a.argument_size_in_bytes, a.output_size_in_bytes = own.bytes_of_arguments, own.bytes_of_results
    a.temp_size_in_bytes, a.generated_code_size_in_bytes = arena, stats.get("code_bytes", 0)
    a.alias_size_in_bytes = sum(own.program.interface.arguments[k].num_bytes for k in own.program.interface.donated)
    a.peak_memory_in_bytes = a.total_size_in_bytes = own.bytes_of_arguments + own.bytes_of_results + arena


def _showing() -> Any:
    """What programs are shown with, of which most processes need nothing."""
    with importing():
        from hloom.bridges.pjrt import showing
    return showing


@function("Executable_GetCostAnalysis")
def _(a: Any) -> None:
    own = _loaded(a)
    a.properties, a.num_properties = own.lazily("cost", lambda: named_values(_showing().cost_of(own.program))).place


@function("Executable_OptimizedProgram")
def _(a: Any) -> None:
    own = _loaded(a)
    body = own.lazily("hlo", lambda: Text(_showing().hlo_of(own.program)))
    target = view("Program", a.program)
    target.format, target.format_size = text("hlo_with_config")
    if target.code:
        ctypes.memmove(target.code, body.address, body.size)
    target.code_size = body.size
