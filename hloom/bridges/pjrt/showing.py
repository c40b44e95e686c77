"""Programs as their callers look at them: as HLO, and by what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hloom.analysis.cost import cost
from hloom.bridges.pjrt.errors import Code, PluginError
from hloom.ops.builtin.module import function_named
from hloom.support.diagnostics import InputError
from hloom.xla.proto.message import decode
from hloom.xla.proto.wire import varint

if TYPE_CHECKING:
    from hloom.bridges.pjrt.compiling import Program

#: Fields of HloModuleProto, one of OpSharding, and the field `type` of an OpSharding that is a tuple.
_OUTPUT_SHARDING, _PARAMETERS_SHARDINGS, _TUPLE_SHARDINGS, _TYPE_TUPLE = 12, 14, 5, b"\x08\x02"


def cost_of(program: Program) -> dict[str, float]:
    """What a call costs on each device, as XLA's analysis names it."""
    run = program.run
    found = cost(function_named(run.module, "main")).times(1 if run.is_of_one_device else 1 / len(program.assignment.devices))
    return {"flops": found.flops, "transcendentals": found.transcendentals, "bytes accessed": found.bytes_accessed}


def hlo_of(program: Program) -> bytes:
    """The program that is compiled, as a HloModuleProtoWithConfig. Raises PluginError for one that HLO has no words for."""
    try:
        module = program.run.module.to_hlo_proto()
    except InputError as error:
        raise PluginError(Code.UNIMPLEMENTED, f"the program cannot be shown as HLO: {error}") from None
    shape = decode("HloModuleProto", module).host_program_shape
    module += _sharding_fields(program.run.argument_shardings, program.run.result_shardings)
    config = b"" if shape is None else _record(shape.encode())  # entry_computation_layout of HloModuleConfigProto
    return _record(module) + _record(config, 2)  # HloModuleProtoWithConfig


def _sharding_fields(arguments: Sequence[bytes] | None, results: Sequence[bytes] | None) -> bytes:
    """The fields of HloModuleProto for where arguments and results lie, read by jaxlib before 0.9 in place of the extension."""
    fields = [_record(each, _PARAMETERS_SHARDINGS) for each in arguments or ()]
    if results:
        tuple_of_them = _TYPE_TUPLE + b"".join(_record(each, _TUPLE_SHARDINGS) for each in results)
        fields.append(_record(results[0] if len(results) == 1 else tuple_of_them, _OUTPUT_SHARDING))
    return b"".join(fields)


def _record(data: bytes, number: int = 1) -> bytes:
    """A message as a field of another."""
    return varint(number << 3 | 2) + varint(len(data)) + data
