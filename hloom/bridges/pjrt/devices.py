"""The client, its devices and their memories, and the topology that describes them.

A device is this process's processor; `HLOOM_DEVICES` says how many there are. Each has three memories, which are one: JAX puts
arrays on the host into memories of other kinds.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

from hloom._version import __version__
from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.native import immortal, native
from hloom.bridges.pjrt.native_layout import BYTES_IN_USE, PEAK_BYTES
from hloom.bridges.pjrt.structures import addresses, named_values, text
from hloom.bridges.pjrt.table import function
from hloom.support import options
from hloom.vhlo.versions import get_current_version, get_minimum_version

#: The kinds of memories of a device, the default first.
MEMORY_KINDS = ("device", "unpinned_host", "pinned_host")
_VERSION = f"hloom {__version__}"


class Memory:
    """A memory of a device. Its cell: kind, its length, its number among the kinds, the device."""

    def __init__(self, number: int, kind: str, device: Device) -> None:
        self.number, self.kind, self.device = number, kind, device
        self.description = text(f"{kind} memory {number} of device {device.number}")
        word = text(kind)
        self.kind_number = MEMORY_KINDS.index(kind) + 1
        self.handle = HANDLES.new(immortal(self), word.address, word.size, self.kind_number, device.handle)
        self.devices = addresses([device.handle])


class Device:
    def __init__(self, number: int) -> None:
        self.number = number
        self.handle = HANDLES.new(immortal(self))
        self.description_handle = HANDLES.new(self)
        self.kind, self.description = text("cpu"), text(f"HloomDevice(id={number})")
        self.attributes = named_values({"coords": [number, 0, 0], "core_on_chip": 0})
        self.memories = [Memory(number * len(MEMORY_KINDS) + k, kind, self) for k, kind in enumerate(MEMORY_KINDS)]
        self.memory_handles = addresses([m.handle for m in self.memories])

    def memory_of_kind(self, kind: str) -> Memory:
        if kind not in MEMORY_KINDS:
            raise PluginError(Code.INVALID_ARGUMENT, f"memory kind {kind!r} does not exist; there are {', '.join(MEMORY_KINDS)}")
        return self.memories[MEMORY_KINDS.index(kind)]


class Client:
    """All of it; there is one, however often it is asked for."""

    def __init__(self, count: int) -> None:
        self.handle, self.topology = HANDLES.new(immortal(self)), HANDLES.new(self)
        self.platform, self.version = text(options.PLATFORM_NAME.value), text(_VERSION)
        self.devices = [Device(number) for number in range(count)]
        self.memories = [memory for device in self.devices for memory in device.memories]
        self.device_handles = addresses([d.handle for d in self.devices])
        self.memory_handles = addresses([m.handle for m in self.memories])
        self.descriptions = addresses([d.description_handle for d in self.devices])
        self.nothing = named_values({})
        self.serialized = text(f"hloom-topology {count}")
        self.kind_numbers = (ctypes.c_int32 * len(MEMORY_KINDS))(*range(1, len(MEMORY_KINDS) + 1))

    def device(self, number: int) -> Device:
        if not 0 <= number < len(self.devices):
            raise PluginError(Code.INVALID_ARGUMENT,
                              f"there is no device {number}; HLOOM_DEVICES makes {len(self.devices)} of them")
        return self.devices[number]


@functools.cache
def client() -> Client:
    return Client(options.DEVICES.value)


# -- plugin and client ---------------------------------------------------------------------------------------------------------


@function("Plugin_Initialize")
def _(a: Any) -> None:
    """There is nothing to do."""


@functools.cache
def _plugin_attributes() -> Any:
    versions = {f"stablehlo_{name}_version": [int(n) for n in version.split(".")]
                for name, version in (("current", get_current_version()), ("minimum", get_minimum_version()))}
    return named_values({"xla_version": 1, **versions})


@function("Plugin_Attributes")
def _(a: Any) -> None:
    a.attributes, a.num_attributes = _plugin_attributes().place


@function("Client_Create")
def _(a: Any) -> None:
    a.client = client().handle


@function("Client_PlatformName")
def _(a: Any) -> None:
    a.platform_name, a.platform_name_size = client().platform


@function("Client_PlatformVersion")
def _(a: Any) -> None:
    a.platform_version, a.platform_version_size = client().version


@function("Client_ProcessIndex")
def _(a: Any) -> None:
    a.process_index = 0


@function("Client_TopologyDescription")
def _(a: Any) -> None:
    a.topology = client().topology


@function("Client_Devices")
def _(a: Any) -> None:
    a.devices, a.num_devices = client().device_handles.place


@function("Client_AddressableDevices")
def _(a: Any) -> None:
    a.addressable_devices, a.num_addressable_devices = client().device_handles.place


@function("Client_LookupDevice")
def _(a: Any) -> None:
    a.device = client().device(a.id).handle


@function("Client_LookupAddressableDevice")
def _(a: Any) -> None:
    a.addressable_device = client().device(a.local_hardware_id).handle


@function("Client_AddressableMemories")
def _(a: Any) -> None:
    a.addressable_memories, a.num_addressable_memories = client().memory_handles.place


@function("Client_DefaultDeviceAssignment")
def _(a: Any) -> None:
    count = a.num_replicas * a.num_partitions
    if count > min(a.default_assignment_size, len(client().devices)):
        raise PluginError(Code.INVALID_ARGUMENT, f"{a.num_replicas} x {a.num_partitions} devices are asked for; there are "
                                                 f"{len(client().devices)} (HLOOM_DEVICES)")
    target = (ctypes.c_int32 * count).from_address(a.default_assignment)
    target[:] = range(count)


@function("Client_UpdateGlobalProcessInfo")
def _(a: Any) -> None:
    """There is one process."""


# -- devices -------------------------------------------------------------------------------------------------------------------


@function("DeviceDescription_Id")
def _(a: Any) -> None:
    a.id = HANDLES[a.device_description].number


@function("DeviceDescription_ProcessIndex")
def _(a: Any) -> None:
    a.process_index = 0


@function("DeviceDescription_Attributes")
def _(a: Any) -> None:
    a.attributes, a.num_attributes = HANDLES[a.device_description].attributes.place


@function("DeviceDescription_Kind")
def _(a: Any) -> None:
    a.device_kind, a.device_kind_size = HANDLES[a.device_description].kind


@function("DeviceDescription_DebugString")
def _(a: Any) -> None:
    a.debug_string, a.debug_string_size = HANDLES[a.device_description].description


@function("DeviceDescription_ToString")
def _(a: Any) -> None:
    a.to_string, a.to_string_size = HANDLES[a.device_description].description


@function("DeviceDescription_MemoryDescriptions")
def _(a: Any) -> None:
    a.memory_descriptions, a.num_memory_descriptions = HANDLES[a.device_description].memory_handles.place
    a.default_memory_index = 0


@function("MemoryDescription_Kind")
def _(a: Any) -> None:
    memory = HANDLES[a.memory_description]
    a.kind, a.kind_size, a.kind_id = *text(memory.kind), memory.kind_number


@function("Device_GetDescription")
def _(a: Any) -> None:
    a.device_description = HANDLES[a.device].description_handle


@function("Device_IsAddressable")
def _(a: Any) -> None:
    a.is_addressable = True


@function("Device_LocalHardwareId")
def _(a: Any) -> None:
    a.local_hardware_id = HANDLES[a.device].number


@function("Device_AddressableMemories")
def _(a: Any) -> None:
    a.memories, a.num_memories = HANDLES[a.device].memory_handles.place


@function("Device_DefaultMemory")
def _(a: Any) -> None:
    a.memory = HANDLES[a.device].memories[0].handle


@function("Device_MemoryStats")
def _(a: Any) -> None:
    """What all devices hold: they share one memory."""
    a.bytes_in_use, a.peak_bytes_in_use = native().state[BYTES_IN_USE], native().state[PEAK_BYTES]
    a.peak_bytes_in_use_is_set = True
    for name, *_ in a._fields_:
        if name.endswith("_is_set") and name != "peak_bytes_in_use_is_set":
            setattr(a, name, False)
    a.bytes_limit, a.bytes_limit_is_set = options.physical_memory(), True


@function("Device_ClearMemoryStats")
def _(a: Any) -> None:
    native().state[PEAK_BYTES] = native().state[BYTES_IN_USE]


@function("Device_GetAttributes")
def _(a: Any) -> None:
    a.attributes, a.num_attributes = HANDLES[a.device].attributes.place
    a.device_attributes, a.attributes_deleter = a.device, native().nothing


# -- memories ------------------------------------------------------------------------------------------------------------------


@function("Memory_Id")
def _(a: Any) -> None:
    a.id = HANDLES[a.memory].number


@function("Memory_DebugString")
def _(a: Any) -> None:
    a.debug_string, a.debug_string_size = HANDLES[a.memory].description


@function("Memory_ToString")
def _(a: Any) -> None:
    a.to_string, a.to_string_size = HANDLES[a.memory].description


@function("Memory_AddressableByDevices")
def _(a: Any) -> None:
    a.devices, a.num_devices = HANDLES[a.memory].devices.place


# -- topology ------------------------------------------------------------------------------------------------------------------


@function("TopologyDescription_Create")
def _(a: Any) -> None:
    a.topology = client().topology


@function("TopologyDescription_PlatformName")
def _(a: Any) -> None:
    a.platform_name, a.platform_name_size = client().platform


@function("TopologyDescription_PlatformVersion")
def _(a: Any) -> None:
    a.platform_version, a.platform_version_size = client().version


@function("TopologyDescription_GetDeviceDescriptions")
def _(a: Any) -> None:
    a.descriptions, a.num_descriptions = client().descriptions.place


@function("TopologyDescription_Serialize")
def _(a: Any) -> None:
    a.serialized_bytes, a.serialized_bytes_size = client().serialized
    a.serialized_topology, a.serialized_topology_deleter = client().topology, native().nothing


@function("TopologyDescription_Deserialize")
def _(a: Any) -> None:
    given = ctypes.string_at(a.serialized_topology, a.serialized_topology_size)
    if given != client().serialized.value:
        raise PluginError(Code.INVALID_ARGUMENT, f"the topology {given[:80]!r} is not that of this process, "
                                                 f"{client().serialized.value!r}")
    a.topology = client().topology


@function("TopologyDescription_Attributes")
def _(a: Any) -> None:
    a.attributes, a.num_attributes = client().nothing.place


@function("TopologyDescription_Fingerprint")
def _(a: Any) -> None:
    a.fingerprint = 0x686C6F6F6D << 16 | len(client().devices)


@function("TopologyDescription_GetMemorySpaceKindIds")
def _(a: Any) -> None:
    a.memory_space_kind_ids, a.num_memory_space_kind_ids = ctypes.addressof(client().kind_numbers), len(MEMORY_KINDS)
