"""Functions of two or three arrays, element by element: arithmetic, comparisons, bits, broadcasts, mixed types."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy import special

from benchmarks.jax_functions.cases import Case, array, case, mask


def larger_or_twice(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.where(a > b, a, b * 2)


def shifted_left(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.left_shift(a, b & 7)


def shifted_right(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.right_shift(a, b & 7)


def power_of_magnitude(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.power(jnp.abs(a) + 0.1, b)


def scaled_by_power(a: jax.Array, b: jax.Array) -> jax.Array:
    return jnp.ldexp(a, (b * 4).astype(jnp.int32))


def entropy_term(a: jax.Array, b: jax.Array) -> jax.Array:
    return special.xlogy(jnp.abs(a), jnp.abs(b) + 0.1)


#: The second operand is 0.2 to 2.
OF_FLOATS = {
    "add": jnp.add, "subtract": jnp.subtract, "multiply": jnp.multiply, "divide": jnp.divide, "minimum": jnp.minimum,
    "maximum": jnp.maximum, "where": larger_or_twice, "fmod": jnp.fmod, "mod": jnp.mod, "power": power_of_magnitude,
    "arctan2": jnp.arctan2, "hypot": jnp.hypot, "logaddexp": jnp.logaddexp, "xlogy": entropy_term, "copysign": jnp.copysign,
    "ldexp": scaled_by_power, "equal": jnp.equal, "less": jnp.less, "isclose": jnp.isclose, "heaviside": jnp.heaviside,
    "nextafter": jnp.nextafter, "floor_divide": jnp.floor_divide, "float_power": jnp.float_power,
}
IN_F16 = ("add", "subtract", "divide", "minimum", "less")
#: The second operand is 1 to 100.
OF_INTEGERS = {
    "add": jnp.add, "multiply": jnp.multiply, "subtract": jnp.subtract, "floor_divide": jnp.floor_divide, "mod": jnp.mod,
    "shift_left": shifted_left, "shift_right": shifted_right, "and": jnp.bitwise_and, "xor": jnp.bitwise_xor,
    "maximum": jnp.maximum, "less": jnp.less,
}
OF_BOOLEANS = {"and": jnp.logical_and, "or": jnp.logical_or, "xor": jnp.logical_xor, "equal": jnp.equal}
OF_COMPLEX = {"add": jnp.add, "multiply": jnp.multiply, "divide": jnp.divide, "equal": jnp.equal}
#: Shapes of two operands that are broadcast.
BROADCASTS = {
    "row_column": ((701, 1), (1, 703)), "row": ((701, 703), (703,)), "column": ((701, 703), (701, 1)), "scalar": ((701, 703), ()),
    "middle": ((32, 1, 333), (1, 65, 333)), "outer_middle": ((9, 17, 1, 33), (1, 17, 29, 1)),
    "channels": ((8, 29, 29, 33), (33,)),
    "channels_first": ((8, 33, 29, 29), (33, 1, 1)), "rank5": ((3, 1, 5, 1, 65), (1, 7, 1, 9, 65)), "ones": ((1, 1), (555, 1)),
    "none": ((0, 5), (1, 5)), "batch1": ((1, 1000), (1000,)),
}
MIXED = [("i32", "f32"), ("bf16", "f32"), ("f16", "bf16"), ("i8", "i32"), ("u8", "f32"), ("bool", "f32"), ("f32", "f64"),
         ("f32", "c64"), ("u8", "i8"), ("i64", "f32")]


def multiply_add(a: jax.Array, b: jax.Array, c: jax.Array) -> jax.Array:
    return a * b + c


def interpolate(a: jax.Array, b: jax.Array, t: jax.Array) -> jax.Array:
    return a + t * (b - a)


def select_nested(m: jax.Array, n: jax.Array, a: jax.Array) -> jax.Array:
    return jnp.where(m, jnp.where(n, a, -a), jnp.where(n, a * a, 0.0))


def clamped_between(a: jax.Array, b: jax.Array, c: jax.Array) -> jax.Array:
    return lax.clamp(jnp.minimum(a, b), c, jnp.maximum(a, b))


def saturated_sum(a: jax.Array, b: jax.Array) -> jax.Array:
    wide = a.astype(jnp.int16) + b.astype(jnp.int16)
    return jnp.clip(wide, 0, 255).astype(jnp.uint8)


def alpha_blend(a: jax.Array, b: jax.Array, alpha: jax.Array) -> jax.Array:
    wide = alpha.astype(jnp.int32)
    return ((a.astype(jnp.int32) * wide + b.astype(jnp.int32) * (255 - wide)) // 255).astype(jnp.uint8)


def complex_from_parts(a: jax.Array, b: jax.Array) -> jax.Array:
    return lax.complex(a, b) * jnp.exp(1j * a)


def grad_of(function: Callable[..., jax.Array]) -> Callable[..., tuple[jax.Array, ...]]:
    """The gradient of the sum of what a function of two arrays gives."""
    def gradient(a: jax.Array, b: jax.Array) -> tuple[jax.Array, ...]:
        return jax.grad(lambda a, b: jnp.sum(function(a, b)), (0, 1))(a, b)
    return gradient


def multiply_sum(a: jax.Array, b: jax.Array) -> jax.Array:
    return a * b + a


def cases() -> Iterator[Case]:
    for name, function in OF_FLOATS.items():
        for type in ("f32", "f64", "bf16", *(["f16"] if name in IN_F16 else [])):
            if (name in ("isclose", "float_power") and type != "f32") or (name, type) == ("nextafter", "bf16"):
                continue
            yield case(f"{name}_{type}", function, array((401, 502), type), array((401, 502), type, 0.2, 2))
    for name, function in OF_INTEGERS.items():
        for type in ("i8", "i16", "i32", "i64", "u8", "u16", "u32"):
            yield case(f"{name}_{type}", function, array((501, 300), type), array((501, 300), type, 1))
    for name, function in OF_BOOLEANS.items():
        yield case(f"{name}_bool", function, mask((501, 300)), mask((501, 300)))
    for name, function in OF_COMPLEX.items():
        for type in ("c64", "c128"):
            yield case(f"{name}_{type}", function, array((200, 251), type), array((200, 251), type, 0.5, 2))
    for name, (left, right) in BROADCASTS.items():
        yield case(f"broadcast_{name}", multiply_sum, array(left), array(right))
        yield case(f"broadcast_{name}_bf16", multiply_sum, array(left, "bf16"), array(right, "bf16"))
    for left, right in MIXED:
        yield case(f"mixed_{left}_{right}", jnp.multiply, array((401, 402), left, 0, 9), array((401, 402), right, 0, 9))
    for name in ("divide", "maximum", "arctan2", "power", "logaddexp"):
        yield case(f"grad_{name}", grad_of(OF_FLOATS[name]), array((201, 203)), array((201, 203), "f32", 0.2, 2))
    three = array((333, 334)), array((333, 334)), array((333, 334))
    for function in (multiply_add, interpolate, clamped_between):
        yield case(function.__name__, function, *three)
        yield case(f"{function.__name__}_bf16", function, *[array((333, 334), "bf16")] * 3)
    yield case("select_nested", select_nested, mask((333, 334)), mask((333, 334)), array((333, 334)))
    yield case("saturated_sum", saturated_sum, *[array((501, 503), "u8", 0, 255)] * 2)
    yield case("alpha_blend", alpha_blend, *[array((501, 503), "u8", 0, 255)] * 3)
    yield case("complex_from_parts", complex_from_parts, array((200, 251)), array((200, 251)))
    yield case("gcd_i32", jnp.gcd, array((2003,), "i32", 1, 999), array((2003,), "i32", 1, 999))
