"""How attributes of HLO instructions become attributes of operations, and back.

An instruction's attributes are a dictionary of plain values by the names that HLO gives them (see `formats`). A `Field` takes its
value out of it, or out of an operation; what one attribute of HLO has no single counterpart for is a field of several.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from hloom.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
)
from hloom.ir.types import TensorType
from hloom.numbers.element_type import F32, I32, I64, PRED, ElementType
from hloom.ops.common.attributes import ChannelHandle, ResultAccuracy, ResultAccuracyMode
from hloom.ops.hlo.computation import PREFIX
from hloom.text.hlo import formats
from hloom.text.hlo.formats import Format, Groups

#: The values of an instruction's attributes by their names in HLO.
Values = dict[str, Any]
#: Stands for an attribute that must be there.
REQUIRED: Final = object()


class Field(NamedTuple):
    """One or several attributes of an instruction.

    `formats` are their names and how they are written, in the order in which XLA prints them. `read(values)` gives the attributes
    of the operation, `write(op)` the values; values that are as by default it leaves out. `required` must be stated.
    """

    formats: Mapping[str, Format]
    read: Callable[[Values], dict[str, Attribute]]
    write: Callable[[Any], Values]
    required: tuple[str, ...] = ()


def single(key: str, format: Format, name: str, make: Callable[[Any], Attribute], get: Callable[[Any], Any],
           default: Any = REQUIRED, always: bool = False) -> Field:
    """The attribute `key` of HLO that is the attribute `name` of the operation.

    Without a `default` it must be stated. What is as by default is not written, and only with `always` an attribute of the
    operation.
    """
    def read(values: Values) -> dict[str, Attribute]:
        found = values.get(key, default)
        return {} if found is None or (key not in values and not always) else {name: make(found)}

    def write(op: Any) -> Values:
        attribute = op.attributes.get(name)
        if attribute is None:
            return {}
        value = get(attribute)
        return {} if default is not REQUIRED and value == default else {key: value}

    return Field({key: format}, read, write, (key,) if default is REQUIRED else ())


def dense_i64(rows: Any) -> DenseElementsAttr:
    """`dense<...> : tensor<axbxi64>`."""
    array = np.asarray(rows, np.int64)
    return DenseElementsAttr.of(array, TensorType(array.shape, I64))


def integers(key: str, name: str, default: Any = REQUIRED, always: bool = False) -> Field:
    """`{0,1}` as `array<i64: 0, 1>`."""
    return single(key, formats.DIMENSIONS, name, lambda v: DenseArrayAttr(I64, tuple(v)), lambda a: tuple(a.values), default,
                  always)


def integer(key: str, name: str, type: ElementType = I64, default: Any = REQUIRED, always: bool = False) -> Field:
    return single(key, formats.INTEGER, name, lambda v: IntegerAttr(v, type), lambda a: a.value, default, always)


def dimension(name: str, key: str = "dimensions", default: Any = REQUIRED, always: bool = False) -> Field:
    """`{0}`, a list of exactly one, as an integer."""
    return single(key, ONE_DIMENSION, name, lambda v: IntegerAttr(v, I64), lambda a: a.value, default, always)


def _read_one(scanner: Any) -> int:
    start = scanner.at
    found = formats.numbers(scanner)
    if len(found) != 1:
        scanner.fail(f"expects exactly one dimension, got {list(found)}", start)
    return found[0]


ONE_DIMENSION: Final = Format(_read_one, lambda v: f"{{{v}}}")


def flag(key: str, name: str, default: bool = False, always: bool = False) -> Field:
    return single(key, formats.BOOLEAN, name, BoolAttr, lambda a: a.value, default, always)


def unit(key: str, name: str) -> Field:
    """`key=true` as a unit attribute."""
    def read(values: Values) -> dict[str, Attribute]:
        return {name: UnitAttr()} if values.get(key) else {}

    return Field({key: formats.BOOLEAN}, read, lambda op: {key: True} if name in op.attributes else {})


def enumerated(key: str, name: str, mnemonic: str, cases: Mapping[str, str], default: Any = REQUIRED,
               always: bool = False) -> Field:
    """A word of HLO as a case of an enumeration of StableHLO; `cases` gives the case of each word."""
    words = {case: word for word, case in cases.items()}
    return single(key, formats.one_of(key, *cases), name, lambda v: EnumAttr("stablehlo", mnemonic, cases[v]),
                  lambda a: words[a.value], default, always)


def text(key: str, read: Callable[[Any], str], default: Any = None, write: Callable[[str], str] = str,
         name: str | None = None) -> Field:
    """An attribute that only HLO knows, kept as its canonical text under the prefix `hlo.`."""
    return single(key, Format(read, write), name or PREFIX + key, StringAttr, lambda a: a.value, default)


def hlo_integer(key: str) -> Field:
    return integer(key, PREFIX + key, default=None)


def real(key: str, name: str) -> Field:
    """A number that the operation keeps in single precision."""
    def make(value: float) -> Attribute:
        return FloatAttr(int(np.asarray(value, np.float32).view(np.uint32)), F32)

    def get(attribute: Any) -> float:
        # The shortest decimal that reads back as the same f32, which is what was written.
        short = float(f"{attribute.value:.6g}")
        return short if np.float32(short) == np.float32(attribute.value) else attribute.value

    return single(key, formats.FLOAT, name, make, get)


_MODES: Final = {"default": "DEFAULT", "highest": "HIGHEST", "tolerance": "TOLERANCE"}


def _accuracy(value: tuple[str, float, float, int]) -> Attribute:
    mode, atol, rtol, ulps = value
    return ResultAccuracy(atol, rtol, ulps, ResultAccuracyMode(_MODES[mode]))


def _accuracy_value(attribute: Any) -> tuple[str, float, float, int]:
    return attribute.mode.value.lower(), attribute.atol, attribute.rtol, attribute.ulps


ACCURACY: Final = single("result_accuracy", formats.ACCURACY, "result_accuracy", _accuracy, _accuracy_value,
                         ("default", 0.0, 0.0, 0))


def _precision(values: Any) -> Attribute:
    return ArrayAttr(tuple(EnumAttr("stablehlo", "precision", v.upper()) for v in values))


def _precision_value(attribute: Any) -> Any:
    found = tuple(part.value.lower() for part in attribute)
    return None if all(v == "default" for v in found) else found


PRECISION: Final = single("operand_precision", formats.PRECISIONS, "precision_config", _precision, _precision_value, None)


def _read_channel(values: Values) -> dict[str, Attribute]:
    if "channel_id" not in values:
        return {}
    number = values["channel_id"]
    made: dict[str, Attribute] = {"channel_handle": ChannelHandle(number, 1)}
    return made if number > 0 else {**made, _STATED_CHANNEL: UnitAttr()}


def _write_channel(op: Any) -> Values:
    found = op.attributes.get("channel_handle")
    if found is None or (found.handle <= 0 and _STATED_CHANNEL not in op.attributes):
        return {}
    return {"channel_id": found.handle}


#: That a text states a channel though its number is none of a channel; in StableHLO such a number stands for no channel.
_STATED_CHANNEL: Final = "hlo.channel_id"


CHANNEL: Final = Field({"channel_id": formats.INTEGER}, _read_channel, _write_channel)


def _read_groups(values: Values) -> dict[str, Attribute]:
    groups: Groups | None = values.get("replica_groups")
    if groups is None:
        return {"replica_groups": dense_i64(np.zeros((0, 0)))}
    width = max(map(len, groups.rows), default=0)
    made: dict[str, Attribute] = {"replica_groups": dense_i64(
        np.array([(*row, *(-1,) * (width - len(row))) for row in groups.rows], np.int64).reshape(len(groups.rows), width))}
    if groups.text != formats.nested_text(groups.rows):
        made["hlo.replica_groups"] = StringAttr(groups.text)
    return made


def _write_groups(op: Any) -> Values:
    stated = op.attributes.get("hlo.replica_groups")
    rows = tuple(tuple(n for n in row if n >= 0) for row in op.attributes["replica_groups"].array().tolist())
    if stated is not None:
        return {"replica_groups": Groups(stated.value, rows)} if stated.value else {}
    return {"replica_groups": Groups(formats.nested_text(rows), rows)}


GROUPS: Final = Field({"replica_groups": formats.GROUPS}, _read_groups, _write_groups)


def _read_pairs(values: Values) -> dict[str, Attribute]:
    return {"source_target_pairs": dense_i64(np.array(values["source_target_pairs"], np.int64).reshape(-1, 2))}


def _pair(scanner: Any) -> tuple[int, ...]:
    start = scanner.at
    found = formats.numbers(scanner)
    if len(found) != 2:
        scanner.fail(f"expects 'source_target_pairs=' to be a list of pairs, got {len(found)} numbers", start)
    return found


PAIRS: Final = Field(
    {"source_target_pairs": Format(lambda s: tuple(s.listed(lambda: _pair(s), "{", "}", "the pairs")), formats.nested_text)},
    _read_pairs,
    lambda op: {"source_target_pairs": tuple(map(tuple, op.attributes["source_target_pairs"].array().tolist()))},
    ("source_target_pairs",))


def ignored(key: str, format: Format) -> Field:
    """An attribute that is read and means nothing."""
    return Field({key: format}, lambda values: {}, lambda op: {})


#: The types of integers that attributes have, for those who declare fields.
TYPES: Final = {"i32": I32, "i64": I64, "i1": PRED}
