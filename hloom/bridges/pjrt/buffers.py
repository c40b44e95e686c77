"""Buffers in Python: what native code does not do with them by itself."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

import numpy as np

from hloom.bridges.pjrt import elements, events, layouts
from hloom.bridges.pjrt.cells import HANDLES
from hloom.bridges.pjrt.devices import Memory
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.bridges.pjrt.events import Work, ready
from hloom.bridges.pjrt.native import native
from hloom.bridges.pjrt.native_layout import COUNT, DELETED, DESTROYED, Cell
from hloom.bridges.pjrt.structures import integers_at
from hloom.bridges.pjrt.table import function

_CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


def memory_at(address: int, size: int) -> Any:
    """So many bytes at an address, as something that arrays can lie in."""
    return (ctypes.c_char * size).from_address(address)


class Buffer:
    """A view of a buffer's cell: it keeps nothing alive."""

    __slots__ = ("address",)

    def __init__(self, address: int) -> None:
        self.address = address

    def word(self, place: Cell) -> int:
        return ctypes.c_uint64.from_address(self.address + place).value

    def set_word(self, place: Cell, value: int) -> None:
        ctypes.c_uint64.from_address(self.address + place).value = value

    @property
    def type(self) -> int:
        return self.word(Cell.TYPE)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(integers_at(self.word(Cell.DIMENSIONS), self.word(Cell.RANK)))

    @property
    def memory(self) -> Memory:
        return HANDLES[self.word(Cell.MEMORY)]

    @property
    def order(self) -> layouts.Order:
        return HANDLES[self.word(Cell.LAYOUT)]

    @property
    def is_deleted(self) -> bool:
        return bool(self.word(Cell.STATE) & DELETED)

    @property
    def holders(self) -> int:
        """How many use the elements: 1 where nobody but the buffer itself does."""
        return self.word(Cell.STATE) & COUNT

    def wait(self) -> None:
        """Waits for the elements; raises what they could not be computed for."""
        events.wait(self.word(Cell.EVENT))

    def array(self) -> np.ndarray:
        """The elements, while somebody holds the buffer."""
        size, dtype, shape = self.word(Cell.BYTES), elements.dtype_of(self.type), self.shape
        if not size:
            return np.empty(shape, dtype)
        memory, order = memory_at(self.word(Cell.DATA), size), self.order.minor_to_major
        if list(order) == list(range(len(shape)))[::-1]:
            return np.ndarray(shape, dtype, memory)
        major = order[::-1]
        return np.ndarray([shape[d] for d in major], dtype, memory).transpose(np.argsort(major))

    def hold(self) -> None:
        """Keeps the elements. Raises PluginError for a buffer that was deleted."""
        if not native().hold(self.address):
            raise PluginError(Code.INVALID_ARGUMENT, "Buffer has been deleted or donated.")

    def let_go(self) -> None:
        native().release(self.address, 1, 0)

    def delete(self) -> None:
        """The elements go when nobody uses them any more."""
        if not self.is_deleted:
            native().release(self.address, 1, DELETED)

    def destroy(self) -> None:
        native().release(self.address, 0 if self.is_deleted else 1, DELETED | DESTROYED)

    @contextlib.contextmanager
    def held(self) -> Iterator[np.ndarray]:
        """The elements, once they are there."""
        self.hold()
        try:
            self.wait()
            yield self.array()
        finally:
            self.let_go()


class _Keeper:
    """Keeps the elements of somebody else: says so when they are not needed any more."""

    def __init__(self, callback: int | None, data: int, argument: int | None) -> None:
        self._callback, self._arguments = callback, (data, argument)

    def __del__(self) -> None:
        if self._callback:
            _CALLBACK(self._callback)(*self._arguments)


def new_buffer(type: int, shape: Sequence[int], memory: Memory, data: int | None = None, order: Sequence[int] | None = None,
               ) -> Buffer:
    """A buffer whose elements are still to be written, or lie where `data` says; `order` is that of its dimensions from minor to
    major, None for row-major."""
    dimensions = (ctypes.c_int64 * max(1, len(shape)))(*shape)
    size = prod(shape) * elements.SIZES[type]
    made = native().new_buffer(type, ctypes.addressof(dimensions), len(shape), size, memory.device.handle, memory.handle,
                               layouts.row_major(len(shape)) if order is None else layouts.layout(tuple(order)), data)
    if not made:
        raise PluginError(Code.RESOURCE_EXHAUSTED, f"out of memory: no room for {size} bytes")
    return Buffer(made)


def buffer_of(array: np.ndarray, type: int, memory: Memory, order: Sequence[int] | None = None) -> Buffer:
    """A buffer with a copy of the elements."""
    made = new_buffer(type, array.shape, memory, None, order)
    made.array()[...] = array
    return made


def _memory(memory: int | None, device: int | None) -> Memory:
    if memory:
        return HANDLES[memory]
    if device:
        return HANDLES[device].memories[0]
    raise PluginError(Code.INVALID_ARGUMENT, "neither a device nor a memory is given")


@function("Client_BufferFromHostBuffer")
def _(a: Any) -> None:
    shape, dtype = integers_at(a.dims, a.num_dims), elements.dtype_of(a.type)
    made = new_buffer(a.type, shape, _memory(a.memory, a.device), None, layouts.order_at(a.device_layout, len(shape)))
    if prod(shape):
        strides = integers_at(a.byte_strides, a.num_byte_strides) or None
        made.array()[...] = strided(a.data, shape, dtype, strides)
    a.buffer, a.done_with_host_buffer = made.address, ready()


def strided(address: int, shape: Sequence[int], dtype: np.dtype[Any], strides: Sequence[int] | None) -> np.ndarray:
    """Elements in memory of the caller; strides may be negative."""
    if strides is None:
        size = prod(shape) * dtype.itemsize
        return np.ndarray(shape, dtype, memory_at(address, size))
    spans = [(n - 1) * s for n, s in zip(shape, strides)]
    low, high = sum(min(s, 0) for s in spans), sum(max(s, 0) for s in spans) + dtype.itemsize
    raw = memory_at(address + low, high - low)
    return np.ndarray(shape, dtype, raw, offset=-low, strides=strides)


@function("Client_CreateUninitializedBuffer")
def _(a: Any) -> None:
    shape = integers_at(a.shape_dims, a.shape_num_dims)
    made = new_buffer(a.shape_element_type, shape, _memory(a.memory, a.device))
    a.buffer = made.address


@function("Client_CreateViewOfDeviceBuffer")
def _(a: Any) -> None:
    shape = integers_at(a.dims, a.num_dims)
    order = layouts.order_at(a.layout, len(shape))
    made = new_buffer(a.element_type, shape, _memory(a.memory, a.device), a.device_buffer_ptr, order)
    made.set_word(Cell.KEEPER, HANDLES.new(_Keeper(a.on_delete_callback, a.device_buffer_ptr, a.on_delete_callback_arg)))
    a.buffer = made.address


@function("Client_CreateErrorBuffer")
def _(a: Any) -> None:
    message = ctypes.string_at(a.error_message, a.error_message_size).decode("utf-8", "replace")
    made = new_buffer(a.shape_element_type, integers_at(a.shape_dims, a.shape_num_dims), _memory(a.memory, None))
    work = Work()
    work.end(PluginError(Code(a.error_code), message))
    made.set_word(Cell.EVENT, work.handle)
    a.buffer = made.address


@function("Buffer_ReadyEvent")
def _(a: Any) -> None:
    a.event = HANDLES[Buffer(a.buffer).word(Cell.EVENT)].event()


def _address(buffer: Buffer) -> int:
    with buffer.held() as array:
        return array.ctypes.data


@function("Buffer_UnsafePointer")
def _(a: Any) -> None:
    a.buffer_pointer = _address(Buffer(a.buffer))


@function("Buffer_OpaqueDeviceMemoryDataPointer")
def _(a: Any) -> None:
    a.device_memory_ptr = _address(Buffer(a.buffer))


@function("Buffer_CopyToDevice")
def _(a: Any) -> None:
    a.dst_buffer = _copy(Buffer(a.buffer), HANDLES[a.dst_device].memories[0])


@function("Buffer_CopyToMemory")
def _(a: Any) -> None:
    a.dst_buffer = _copy(Buffer(a.buffer), HANDLES[a.dst_memory])


def _copy(source: Buffer, memory: Memory) -> int:
    with source.held() as array:
        return buffer_of(array, source.type, memory, source.order.minor_to_major).address


@function("Buffer_CopyRawToHost")
def _(a: Any) -> None:
    with Buffer(a.buffer).held() as array:
        if a.offset < 0 or a.transfer_size < 0 or a.offset + a.transfer_size > array.nbytes:
            raise PluginError(Code.INVALID_ARGUMENT,
                              f"bytes {a.offset} to {a.offset + a.transfer_size} of a buffer of {array.nbytes}")
        ctypes.memmove(a.dst, array.ctypes.data + a.offset, a.transfer_size)
    a.event = ready()


@function("Buffer_Bitcast")
def _(a: Any) -> None:
    source = Buffer(a.buffer)
    with source.held() as array:
        found = np.ascontiguousarray(array).view(elements.dtype_of(a.element_type)).reshape(integers_at(a.dims, a.num_dims))
        a.out_buffer = buffer_of(found, a.element_type, source.memory).address


@function("Buffer_ToHostBuffer")
def _(a: Any) -> None:
    source = Buffer(a.src)
    if not a.dst:
        a.dst_size = source.word(Cell.BYTES)
        return
    with source.held() as array:
        rank = array.ndim
        if (strides := layouts.strides_at(a.host_layout, rank)) is not None:
            strided(a.dst, array.shape, array.dtype, strides)[...] = array
        else:
            if array.nbytes > a.dst_size:
                raise PluginError(Code.INVALID_ARGUMENT, f"{a.dst_size} bytes are too few for {array.nbytes}")
            order = layouts.order_at(a.host_layout, rank)
            dense = np.ascontiguousarray(array if order is None else array.transpose(order[::-1]))
            ctypes.memmove(a.dst, dense.ctypes.data, dense.nbytes)
    a.event = ready()


# -- transfers in pieces -------------------------------------------------------------------------------------------------------


class _Transfer:
    """Buffers that are written piece by piece."""

    def __init__(self, buffers: list[Buffer], memory: Memory) -> None:
        self.buffers, self.memory = buffers, memory
        self.works = [Work() for _ in buffers]
        for buffer, work in zip(buffers, self.works):
            buffer.hold()
            buffer.set_word(Cell.EVENT, work.handle)
            work.when_done(lambda buffer=buffer, work=work: self._end(buffer, work))

    def _end(self, buffer: Buffer, work: Work) -> None:
        if work.error is None:
            buffer.set_word(Cell.EVENT, ready())
        buffer.let_go()


@function("Client_CreateBuffersForAsyncHostToDevice")
def _(a: Any) -> None:
    from hloom.bridges.pjrt.interface import arguments

    memory, structure = HANDLES[a.memory], arguments("ShapeSpec").full
    specs = (structure * a.num_shape_specs).from_address(a.shape_specs) if a.num_shape_specs else ()
    made = [new_buffer(s.element_type, integers_at(s.dims, s.num_dims), memory) for s in specs]
    a.transfer_manager = HANDLES.new(_Transfer(made, memory))


@function("AsyncHostToDeviceTransferManager_TransferData")
def _(a: Any) -> None:
    transfer: _Transfer = HANDLES[a.transfer_manager]
    buffer = transfer.buffers[a.buffer_index]
    if a.offset < 0 or a.transfer_size < 0 or a.offset + a.transfer_size > buffer.word(Cell.BYTES):
        raise PluginError(Code.INVALID_ARGUMENT,
                          f"bytes {a.offset} to {a.offset + a.transfer_size} of a buffer of {buffer.word(Cell.BYTES)}")
    ctypes.memmove(buffer.word(Cell.DATA) + a.offset, a.data, a.transfer_size)
    if a.is_last_transfer:
        transfer.works[a.buffer_index].end()
    a.done_with_h2d_transfer = ready()


@function("AsyncHostToDeviceTransferManager_RetrieveBuffer")
def _(a: Any) -> None:
    a.buffer_out = HANDLES[a.transfer_manager].buffers[a.buffer_index].address


@function("AsyncHostToDeviceTransferManager_Device")
def _(a: Any) -> None:
    a.device_out = HANDLES[a.transfer_manager].memory.device.handle


@function("AsyncHostToDeviceTransferManager_BufferCount")
def _(a: Any) -> None:
    a.buffer_count = len(HANDLES[a.transfer_manager].buffers)


@function("AsyncHostToDeviceTransferManager_BufferSize")
def _(a: Any) -> None:
    a.buffer_size = HANDLES[a.transfer_manager].buffers[a.buffer_index].word(Cell.BYTES)


@function("AsyncHostToDeviceTransferManager_SetBufferError")
def _(a: Any) -> None:
    message = ctypes.string_at(a.error_message, a.error_message_size).decode("utf-8", "replace")
    HANDLES[a.transfer_manager].works[a.buffer_index].end(PluginError(Code(a.error_code), message))


@function("AsyncHostToDeviceTransferManager_AddMetadata")
def _(a: Any) -> None:
    """Metadata of transfers are not kept."""


@function("Buffer_GetMemoryLayout")
def _(a: Any) -> None:
    numbers = Buffer(a.buffer).order.numbers
    a.layout_struct_size, a.tiled_struct_size, a.type = 88, 56, layouts.TILED
    a.layout_extension_start = a.tiled_extension_start = a.tile_dims = a.tile_dim_sizes = None
    a.minor_to_major, a.minor_to_major_size, a.num_tiles = *numbers.place, 0
