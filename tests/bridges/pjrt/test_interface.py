"""The table of the interface: where fields lie, callers of other versions, what is not implemented."""

from __future__ import annotations

import ctypes
import json
from pathlib import Path

import pytest

from hloom.bridges.pjrt.interface import MINOR, SLOTS, arguments, interface, view
from tests.bridges.pjrt.caller import Refused, call, text, word

_PINNED = Path(__file__).with_name("offsets.json")


def test_structures_lie_as_pinned() -> None:
    """`offsets.json` has what a C compiler says of the public headers (version 0.114): the slots of functions, and of each
    structure the offset and the size of its fields."""
    pinned = json.loads(_PINNED.read_text())
    assert {name: k for k, name in enumerate(interface().functions)} == pinned["slots"]
    for name, fields in pinned["structures"].items():
        layout = arguments(name)
        assert {n: [getattr(layout.full, n).offset, getattr(layout.full, n).size] for n in fields} == fields, name


def test_pinned_structures_are_those_of_another_client() -> None:
    """The same as `pypjrt` has it, which reads the headers by itself."""
    pinned = pytest.importorskip("pypjrt._abi.pjrt_0_114", reason="pypjrt is not installed (extra dev)")
    assert {f"PJRT_{name}": k for k, name in enumerate(interface().functions)} == pinned.SLOT
    for name in interface().functions:
        theirs = getattr(pinned, f"PJRT_{name}_Args", None)
        if theirs is None or name == "Buffer_GetMemoryLayout":  # a structure within, which the table has field by field
            continue
        own = arguments(name).full
        assert [n for n, *_ in own._fields_] == [n for n, *_ in theirs._fields_], name
        assert all(getattr(own, n).offset == getattr(theirs, n).offset for n, *_ in own._fields_), name


def test_a_shorter_structure_is_neither_read_nor_written_behind_its_end() -> None:
    layout = arguments("Device_MemoryStats")
    memory = (ctypes.c_uint8 * ctypes.sizeof(layout.full))(*[0xAB] * ctypes.sizeof(layout.full))
    size = layout.offset("num_allocs")
    ctypes.c_size_t.from_buffer(memory).value = size
    short = view("Device_MemoryStats", ctypes.addressof(memory))
    assert short.bytes_limit is None
    short.bytes_in_use, short.bytes_limit, short.bytes_limit_is_set = 7, 8, True
    assert memory[layout.offset("bytes_in_use")] == 7
    assert set(memory[size:]) == {0xAB}


def test_a_size_without_padding_covers_the_last_field() -> None:
    """Callers pass where the last field ends: 25 bytes for one boolean."""
    layout = arguments("Buffer_IsDeleted")
    assert layout.size == 25 < ctypes.sizeof(layout.full)
    found = layout.new()
    assert found.struct_size == 25 and type(layout.view(ctypes.addressof(found))) is layout.full


def test_functions_of_newer_interfaces_say_that_they_are_not_there() -> None:
    from hloom.bridges.pjrt import plugin

    table = plugin.address()
    assert word(table) == 40 + 8 * SLOTS
    assert ctypes.c_int32.from_address(table + 36).value == MINOR
    for k in (len(interface().functions), SLOTS - 1):
        function = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(word(table + 40 + 8 * k))
        error = function(0)
        assert call("Error_GetCode", error=error).code == 12
        told = call("Error_Message", error=error)
        assert "does not implement" in text(told.message, told.message_size)
        call("Error_Destroy", error=error)


@pytest.mark.parametrize("name", ["Client_DmaMap", "CopyToDeviceStream_AddChunk", "Compile", "Device_PoisonExecution"])
def test_what_is_not_implemented_names_itself(name: str) -> None:
    with pytest.raises(Refused, match=f"does not implement {name}") as found:
        call(name)
    assert found.value.code == 12


def test_destroying_nothing_is_allowed() -> None:
    for name in ("Error_Destroy", "Executable_Destroy", "LoadedExecutable_Destroy"):
        call(name)
