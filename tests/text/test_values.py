"""Values as text, in the words of StableHLO and of HLO, of every type that these have."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from hloom.ir.primitive_type import BY_TEXT, PrimitiveType
from hloom.numbers.element_type import ELEMENT_TYPES, of_dtype
from hloom.support.diagnostics import InputError
from hloom.text.values import read_named, read_values

ARRAYS = [name for name, type in BY_TEXT.items() if type.is_array and type not in (PrimitiveType.S1, PrimitiveType.U1)]


@pytest.mark.parametrize("name", ARRAYS)
def test_every_type_of_hlo_in_its_forms(name: str) -> None:
    element = BY_TEXT[name].element
    values = ["1", "1"] if element.name in ("i1", "i2", "i4", "f8E8M0FNU") else ["1", "0"]
    literal = [f"({v}, 0)" for v in values] if element.is_complex else values
    expected = np.array([float(v) for v in values]).astype(element.dtype)
    texts = [f"{name}[2]={','.join(values)}", f"2x{name}={','.join(values)}", f"{name}[2]{{0}}={','.join(values)}",
             f"{name}[2]={{{', '.join(literal)}}}", f"{name}[1,2]{{1,0}}={{ {{ {', '.join(literal)} }} }}",
             f"tensor<2x{name}>={','.join(values)}"]
    for text in texts:
        (found,) = read_values(text)
        assert of_dtype(found.dtype) is element and np.array_equal(found.reshape(2), expected), text


@pytest.mark.parametrize("name", [n for n in ELEMENT_TYPES if n != "index"])
def test_every_type_of_stablehlo(name: str) -> None:
    for text in (f"2x{name}=1,1", f"tensor<2x{name}>=1,1", f"2x{name}=[1,1]", f"2x{name}=1"):
        (found,) = read_values(text)
        assert of_dtype(found.dtype).name == name and found.shape == (2,)


@pytest.mark.parametrize("text, expected", [
    ("pred[2]=1,0", np.array([True, False])), ("2xpred=true,false", np.array([True, False])), ("s32[]=-3", np.int32(-3)),
    ("f32[2,2]={{1,2},{3,4}}", np.float32([[1, 2], [3, 4]])), ("2x2xf32=[[1,2],[3,4]]", np.float32([[1, 2], [3, 4]])),
    ("2x2xf32={{1,2},{3,4}}", np.float32([[1, 2], [3, 4]])), ("c64[]=(1, -2)", np.complex64(1 - 2j)),
    ("c64[2]=(1,2),(3,4)", np.complex64([1 + 2j, 3 + 4j])), ("c64[2]=1+2i,3", np.complex64([1 + 2j, 3])),
    ("bf16[2]{0}=1.5,inf", np.array([1.5, np.inf], ml_dtypes.bfloat16)), ("f32[0]=", np.zeros(0, np.float32)),
    ("u8[3]=7", np.uint8([7, 7, 7])), ("f32[2] = nan, -inf", np.float32([np.nan, -np.inf])),
    ("s64[2,1]{0,1:T(8,128)}=1,2", np.array([[1], [2]])), ("f32[<=2]=1,2", np.float32([1, 2])),
])
def test_values_in_words(text: str, expected: np.ndarray) -> None:
    ((name, found),) = read_named(text)
    assert name is None and found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("text, message", [
    ("f31[2]=1,2", "expected TYPE=VALUES"), ("f32[2", "expected TYPE=VALUES"), ("f32[2=1", "expected TYPE=VALUES"),
    ("f32[2]", "expected TYPE=VALUES"), ("f32[?]=1", "expected TYPE=VALUES"), ("(f32[2], s32[])=1", "expected TYPE=VALUES"),
    ("token[]=1", "expected TYPE=VALUES"), ("s32[2]=1,2,3", "the type has 2 elements, got 3 values"),
    ("s8[1]=300", "a value does not fit i8"), ("s32[2]={1,2,3}", "s32[2]={1,2,3}"), ("s32[2]={1}", "s32[2]={1}"),
    ("s32[2]={1,2} 3", "more text behind the values"), ("f32[99999999999]=1", "more than"), ("s32[2]={...}", "left out"),
    ("99999999999999999999xf32=1", "expected TYPE=VALUES"), ("s1[2]=0,1", "no array of NumPy holds elements of type s1"),
    ("tensor<2xf32=1", "expected TYPE=VALUES"),
])
def test_texts_that_are_no_values(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_values(text)
    assert message in str(caught.value)
