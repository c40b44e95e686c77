"""Mutates texts of shapes and literals and protocol buffers: they are read, or refused with a UserError, quickly.

    python -m tests.fuzz.mutate_xla [--iterations N] [--seed S] [--first K] [--seconds T]

What is read must come back from its own text and bytes. Each iteration is drawn from the seed and its number alone.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections.abc import Callable, Sequence

from hloom.support.diagnostics import UserError
from hloom.xla import Literal, Shape
from hloom.xla.proto import decode
from hloom.xla.proto.literals import literal_from_message
from hloom.xla.proto.shapes import shape_from_message

#: Seconds that one iteration may take.
TIME_LIMIT = 2.0

SHAPES = ["f32[2,<=3,?]{2,1,0:D(D,C+,~)T(2,128)(2,*,1)L(3)#(u32)*(u32)E(4)S(1)SC(1:200)P(f32[8])M(1024)}", "f32[2,3]{0,1}",
          "(f32[], s32[<=10]{0}, (token[], opaque[]), b(f32[8]{0}), f32[], /*index=5*/u1[3])", "u32[]{:T(128)}"]
LITERALS = ["f32[2,3]{0,1} { { 1, -0, 3.5e+10 }, { nan(0x400001), -inf, 6 } }", "u8[70]{0} {" + "1, 20, " * 34 + "3, 4}",
            "(s4[2]{0}, (pred[]), c64[1]) ( {-8, 7}, ( true ), {(1, 2)} )", "f8e4m3fn[2]{0} {448, nan}",
            "f32[2,2,1,1]{3,2,1,0} { { /*i0=0*/ { /*i1=0*/ {-1} }, { /*i1=1*/ {4.1} } }, { /*i0=1*/ { /*i1=0*/ {2} }, "
            "{ /*i1=1*/ {4.1} } } }", "s32[2,<=4]{0,1}(2,3) { { 1, 2, 3 }, { 4, 5, 6 } }",
            "( s8[<=4]{0}(3) {1, 2, 3}, ( f32[] 1.5, token ), pred[<=2]{0}(0) {} )"]
_SPLICES = ["", " ", "{", "}", "(", ")", "[", "]", ",", ":", "<=", "?", "*", "-", "/*", "*/", "//", "\n", "0", "1e999", "nan",
            "inf", "...", "{...}", "99999999999999999999", "f32", "token", "T(", "E(4)", "P(", "true", "\x00", "é", "b("]


def mutated_text(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((0, 0, 1, 1, 2, 8)))
        other = rng.randrange(len(text) + 1)
        piece = rng.choice(_SPLICES) if rng.random() < 0.7 else text[other : other + rng.randint(1, 12)]
        text = text[:at] + piece + text[end:]
    return text


def mutated_bytes(data: bytes, rng: random.Random) -> bytes:
    mutant = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(mutant) + 1)
        choice = rng.random()
        if choice < 0.6 and at < len(mutant):
            mutant[at] = rng.choice((rng.randrange(256), 0xFF, 0, mutant[at] ^ (1 << rng.randrange(8))))
        elif choice < 0.8:
            mutant[at : at + rng.randint(0, 3)] = rng.randbytes(rng.randint(0, 3))
        else:
            del mutant[at:]
    return bytes(mutant)


def try_text(text: str, is_literal: bool) -> None:
    read = Literal.parse(text) if is_literal else Shape.parse(text)
    again = Literal.parse(str(read)) if is_literal else Shape.parse(str(read))  # type: ignore[union-attr]
    assert again == read, f"{read} is read as {again}"
    if is_literal:
        # A message says of a shape with bounds how much room there is, not how much of it is taken.
        back = Literal.from_proto(read.to_proto())
        assert back.shape == read.shape if read.shape.is_dynamic else back == read
    else:
        assert Shape.from_proto(read.to_proto()) == read
        read.validate(layouts=False)  # type: ignore[union-attr]


def try_bytes(data: bytes, is_literal: bool) -> None:
    message = decode("LiteralProto" if is_literal else "ShapeProto", data)
    # Which of several NaN a message holds is kept, too: compared are the bytes.
    assert decode(message.type_name, message.encode()).encode() == message.encode()
    if is_literal:
        str(literal_from_message(message))
    else:
        shape = shape_from_message(message)
        str(shape)
        assert Shape.from_proto(shape.to_proto()) == shape


def attack(rng: random.Random) -> None:
    is_literal, is_text = rng.random() < 0.6, rng.random() < 0.5
    text = rng.choice(LITERALS if is_literal else SHAPES)
    if is_text:
        try_text(mutated_text(text, rng), is_literal)
    else:
        data = Literal.parse(text).to_proto() if is_literal else Shape.parse(text).to_proto()
        try_bytes(mutated_bytes(data, rng), is_literal)


def finding(attack: Callable[[random.Random], None], rng: random.Random, limit: float) -> str | None:
    """What an attack finds: a traceback, or how long it took if that is above the limit; None if all is well."""
    begun = time.process_time()
    try:
        attack(rng)
    except UserError:
        pass
    except Exception:
        return traceback.format_exc()
    seconds = time.process_time() - begun
    return f"took {seconds:.1f} seconds" if seconds > limit else None


def iteration(seed: int, number: int) -> str | None:
    return finding(attack, random.Random(f"{seed}:{number}"), TIME_LIMIT)


def run_iterations(iteration: Callable[[int, int], str | None], what: str, arguments: Sequence[str] | None,
                   done: str = "mutated") -> int:
    """Runs iterations as the command line says, prints each finding and the counts; 1 if there were findings, else 0."""
    parser = argparse.ArgumentParser(description=f"{what[0].upper()}{what[1:]}: so many are {done}.")
    parser.add_argument("--iterations", type=int, default=None, help="default: 20000, or all that --seconds allow")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--show", type=int, default=10, help="findings after which to stop")
    options = parser.parse_args(arguments)
    most = options.iterations if options.iterations is not None else 20_000 if options.seconds is None else sys.maxsize
    end = None if options.seconds is None else time.monotonic() + options.seconds
    tried = findings = 0
    while tried < most and findings < options.show and (not tried or end is None or time.monotonic() < end):
        number = options.first + tried
        tried += 1
        found = iteration(options.seed, number)
        if found:
            findings += 1
            print(f"iteration {number}: {found}", flush=True)
    print(f"{what}: {tried} {done}, {findings} findings")
    return int(findings > 0)


def main(arguments: Sequence[str] | None = None) -> int:
    return run_iterations(iteration, "shapes and literals, as texts and as protocol buffers", arguments)


if __name__ == "__main__":
    sys.exit(main())
