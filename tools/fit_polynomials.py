"""Fits the polynomials of the compiler's mathematical functions and writes `hloom/codegen/llvm/math/coefficients.py`.

    python tools/fit_polynomials.py            fits every table and writes the file (some minutes; needs mpmath)
    python tools/fit_polynomials.py NAME...    fits and prints the named tables only

Every table is a minimax fit by the Remez exchange algorithm in 40-digit arithmetic (mpmath). Coefficients are rounded
to the target format one at a time, the most influential first, and the remaining ones are fitted again after each, so
that rounding costs next to nothing.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mpmath as mp
import numpy as np

mp.mp.dps = 40
TARGET = Path(__file__).resolve().parent.parent / "hloom" / "codegen" / "llvm" / "math" / "coefficients.py"
#: A number of mpmath, whose stubs mix up real and complex results.
Number = Any
Real = Callable[[Number], Number]


def grid(lower: float, upper: float, count: int) -> list[Number]:
    """Chebyshev points, ends included: dense where a minimax error oscillates fastest."""
    middle, half = (mp.mpf(upper) + lower) / 2, (mp.mpf(upper) - lower) / 2
    return [middle - half * mp.cos(mp.pi * i / (count - 1)) for i in range(count)]


def remez(rows: Sequence[Sequence[Number]], values: Sequence[Number]) -> tuple[list[Number], Number]:
    """Coefficients c that minimise max |rows @ c - values| over the points (in order), and that maximum."""
    terms = len(rows[0])
    if terms == 0:
        return [], max(map(abs, values))
    count = len(rows)
    scale = [max(abs(row[j]) for row in rows) or mp.mpf(1) for j in range(terms)]
    rows = [[v / s for v, s in zip(row, scale, strict=True)] for row in rows]
    chosen = [round((count - 1) * i / terms) for i in range(terms + 1)]
    best: tuple[list[Number], Number] | None = None
    for _ in range(40):
        system = mp.matrix(terms + 1, terms + 1)
        right = mp.matrix(terms + 1, 1)
        for i, point in enumerate(chosen):
            for j in range(terms):
                system[i, j] = rows[point][j]
            system[i, terms] = (-1) ** i
            right[i] = values[point]
        try:
            solution = mp.lu_solve(system, right)
        except ZeroDivisionError:  # singular: no Chebyshev system, or extrema that coincide
            break
        coefficients = [solution[j] for j in range(terms)]
        level = abs(solution[terms])
        errors = [mp.fdot(zip(row, coefficients, strict=True)) - value for row, value in zip(rows, values, strict=True)]
        largest = max(map(abs, errors))
        if best is None or largest < best[1]:
            best = coefficients, largest
        if largest <= level * mp.mpf("1.0005"):
            break
        chosen = exchange(errors, terms + 1)
    if best is None:
        return [mp.mpf(0)] * terms, mp.inf
    return [c / s for c, s in zip(best[0], scale, strict=True)], best[1]


def exchange(errors: Sequence[Number], wanted: int) -> list[int]:
    """Indices of `wanted` extrema of alternating sign, the largest error among them."""
    extrema: list[int] = []
    for i, error in enumerate(errors):
        if extrema and (error > 0) == (errors[extrema[-1]] > 0):
            if abs(error) > abs(errors[extrema[-1]]):
                extrema[-1] = i
        else:
            extrema.append(i)
    while len(extrema) > wanted:
        if len(extrema) == wanted + 1:  # drop the smaller end
            extrema.pop(0 if abs(errors[extrema[0]]) < abs(errors[extrema[-1]]) else -1)
        else:  # drop the smallest and the smaller of its neighbours, so that signs still alternate
            k = min(range(len(extrema)), key=lambda i: abs(errors[extrema[i]]))
            if k in (0, len(extrema) - 1):
                extrema.pop(k)
            else:
                neighbour = k - 1 if abs(errors[extrema[k - 1]]) < abs(errors[extrema[k + 1]]) else k + 1
                for i in sorted((k, neighbour), reverse=True):
                    extrema.pop(i)
    missing = wanted - len(extrema)
    if missing:  # a degenerate error: refill with points between
        pool = [i for i in range(0, len(errors), max(1, len(errors) // (4 * wanted))) if i not in extrema]
        extrema = sorted(extrema + pool[:missing])
    return extrema


def rounded(value: Number, element: str) -> Number:
    """`value` in the target format."""
    wide = float(value)
    return mp.mpf(float(np.float32(wide))) if element == "float" else mp.mpf(wide)


@dataclass(frozen=True)
class Fit:
    """One approximation: function(x) = sum of c[k] x^powers[k] on [lower, upper]."""

    name: str
    element: str
    function: Real
    lower: float
    upper: float
    powers: Sequence[int]
    #: What the errors are multiplied by.
    weight: Real
    points: int

    def solve(self) -> tuple[list[float], Number]:
        """The rounded coefficients and the largest weighted error."""
        xs = grid(self.lower, self.upper, self.points)
        weights = [self.weight(x) for x in xs]
        rights = [self.function(x) * weight for x, weight in zip(xs, weights, strict=True)]
        rows = [[x**p * weight for p in self.powers] for x, weight in zip(xs, weights, strict=True)]
        scale = [max(abs(row[k]) for row in rows) for k in range(len(self.powers))]
        coefficients, error = remez(rows, rights)
        free = list(range(len(self.powers)))
        while free:
            # Round the coefficient whose term is largest on the interval, then fit the others again. With some
            # powers fixed the rest is no Chebyshev system: the exchange may fail, and then the last fit stands.
            k = max(free, key=lambda k: abs(coefficients[k]) * scale[k])
            coefficients[k] = rounded(coefficients[k], self.element)
            free.remove(k)
            error = max(abs(mp.fdot(zip(row, coefficients, strict=True)) - right)
                        for row, right in zip(rows, rights, strict=True))
            fixed = [k for k in range(len(coefficients)) if k not in free]
            known = [mp.fsum(row[k] * coefficients[k] for k in fixed) for row in rows]
            refitted, refitted_error = remez([[row[k] for k in free] for row in rows],
                                             [right - part for right, part in zip(rights, known, strict=True)])
            if refitted_error < error:
                error = refitted_error
                for k, c in zip(free, refitted, strict=True):
                    coefficients[k] = c
        return [float(c) for c in coefficients], error


def cancelling(exact: Real, *terms: Number, below: str = "1e-9") -> Real:
    """`exact`, or the first terms of its power series where the closed form cancels."""
    return lambda x: mp.polyval(terms[::-1], x) if abs(x) < mp.mpf(below) else exact(x)


LN2, PI, ROOT_PI = mp.log(2), +mp.pi, mp.sqrt(mp.pi)


def erf_small(z: Number) -> Number:
    """erf(x) / x - 1 in terms of z = x^2."""
    x = mp.sqrt(z)
    return (mp.erf(x) / x if z > mp.mpf("1e-14") else (2 - 2 * z / 3) / ROOT_PI) - 1


#: erfc(a) = exp(-a^2) W(u) / (1 + 2a), u = (a - ERFC_POLE) / (a + ERFC_POLE): after Shepherd and Laframboise (1981).
ERFC_POLE = mp.mpf(4)


def scaled_erfc(u: Number) -> Number:
    a = ERFC_POLE * (1 + u) / (1 - u)
    return mp.exp(a * a) * mp.erfc(a) * (1 + 2 * a)


def erf_inverse_ratio(w: Number) -> Number:
    """erf_inverse(x) / x in terms of w = -log(1 - x^2)."""
    if w < mp.mpf("1e-12"):
        return ROOT_PI / 2
    with mp.workdps(70):
        x = mp.sqrt(-mp.expm1(-w))
        return mp.erfinv(x) / x


DIGAMMA_ROOT = mp.findroot(mp.digamma, mp.mpf("1.46163"))


def fits() -> list[Fit]:
    """Every table. The weights make errors relative to the function's final result."""
    made: list[Fit] = []

    def add(name: str, function: Real, lower: float, upper: float, weight: Real, *,
            single: int | None = None, double: int | None = None, points: int = 300) -> None:
        made.extend(Fit(name, element, function, lower, upper, range(terms), weight, points)
                    for element, terms in (("float", single), ("double", double)) if terms is not None)

    half_ln2 = float(LN2 / 2) * 1.0001
    add("EXP", cancelling(lambda r: (mp.expm1(r) - r) / r**2, mp.mpf(1) / 2, mp.mpf(1) / 6), -half_ln2, half_ln2,
        lambda r: r**2 / mp.exp(r), single=5, double=10)
    for element, terms, fractions in (("float", 2, 16), ("double", 6, 8)):
        reach = float(LN2 / (2 * fractions)) * 1.0001
        made.append(Fit("EXP_OF_SHORT", element, cancelling(lambda r: (mp.expm1(r) - r) / r**2, mp.mpf(1) / 2, mp.mpf(1) / 6),
                        -reach, reach, range(terms), lambda r: r**2 / mp.exp(r), 300))
    add("EXP2", cancelling(lambda r: mp.expm1(r * LN2) / r, LN2, LN2**2 / 2), -0.5, 0.5,
        lambda r: r / mp.exp(r * LN2), single=6, double=12)
    add("SINH", cubic(mp.sinh, mp.mpf(1) / 6), 0.0, 1.45**2, cubic_weight(mp.sinh), single=5, double=9)
    add("LOG", cancelling(lambda f: (mp.log1p(f) - f + f * f / 2) / f**3, mp.mpf(1) / 3, -mp.mpf(1) / 4), -0.25, 0.5,
        lambda f: abs(f**3 / mp.log1p(f)) if f else mp.mpf(0), single=8)
    add("LOG", cubic(lambda s: 2 * mp.atanh(s), mp.mpf(2) / 3, 2), 0.0, 0.2002**2,
        cubic_weight(lambda s: 2 * mp.atanh(s)), double=8)
    add("LOG_FOR_FLOAT", cancelling(lambda f: (mp.log1p(f) - f) / f**2, -mp.mpf(1) / 2, mp.mpf(1) / 3),
        -0.25, 0.5, lambda f: abs(f**2 / mp.log1p(f)) if f else mp.mpf(0), double=12)
    add("EXP2_FOR_FLOAT_POWER", cancelling(lambda r: mp.expm1(r * LN2) / r, LN2, LN2**2 / 2), -0.5, 0.5,
        lambda r: r / mp.exp(r * LN2), double=6)
    add("LOG_FOR_POWER", cancelling(lambda z: (2 * mp.atanh(mp.sqrt(z)) / mp.sqrt(z) - 2 - 2 * z / 3) / z**2,
                                    mp.mpf(2) / 5, mp.mpf(2) / 7), 0.0, 0.2002**2,
        lambda z: z**2 / 2, double=9)
    quarter = float((PI / 4) ** 2 * mp.mpf("1.0002"))
    add("SIN", cubic(mp.sin, -mp.mpf(1) / 6), 0.0, quarter, cubic_weight(mp.sin), single=3, double=6)
    add("COS", cancelling(lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2, mp.mpf(1) / 24, -mp.mpf(1) / 720), 0.0,
        quarter, lambda z: z**2 / mp.cos(mp.sqrt(z)), single=3, double=6)
    add("ASIN", cubic(mp.asin, mp.mpf(1) / 6), 0.0, 0.2501, cubic_weight(mp.asin), single=5, double=12)
    add("ATAN", cubic(mp.atan, -mp.mpf(1) / 3), 0.0, 1.0, cubic_weight(mp.atan), single=8, double=20)
    add("ATAN_OF_HALF", cubic(mp.atan, -mp.mpf(1) / 3), 0.0, 0.29853, cubic_weight(mp.atan), double=12)
    add("CBRT", mp.cbrt, 0.75, 1.5, lambda m: 1 / mp.cbrt(m), single=4, double=7)
    add("ERF_SMALL", erf_small, 0.0, 1.25**2, lambda z: 1 / (erf_small(z) + 1), single=8, double=14)
    for element, terms, upper in (("float", 7, 3.93), ("double", 17, 5.94)):
        made.append(Fit("ERF_LARGE", element, lambda a: mp.erfc(a) ** mp.mpf("0.125"), 1.25, upper, range(terms),
                        lambda a: 8 * mp.erfc(a) ** mp.mpf("0.875"), 300))
    centre = scaled_erfc(mp.mpf(0))
    rest = cancelling(lambda u: (scaled_erfc(u) - centre) / u, mp.diff(scaled_erfc, 0))
    for element, terms, largest in (("float", 10, "10.1"), ("double", 21, "27.5")):
        lower, upper = (float((mp.mpf(a) - ERFC_POLE) / (mp.mpf(a) + ERFC_POLE)) for a in ("0.499", largest))
        made.append(Fit("ERFC", element, rest, lower, upper, range(terms), lambda u: abs(u) / scaled_erfc(u), 300))
    add("ERF_INVERSE_CENTRE", lambda t: erf_inverse_ratio(t + mp.mpf("3.125")), -3.125, 3.125,
        lambda t: 1 / erf_inverse_ratio(t + mp.mpf("3.125")), single=11, double=24, points=160)

    def tail(t: Number) -> Number:
        v = t + mp.mpf("0.28125")
        return erf_inverse_ratio(1 / v**2) * v

    add("ERF_INVERSE_TAIL", tail, 0.164 - 0.28125, 0.4001 - 0.28125, lambda t: 1 / tail(t), single=12, double=28, points=160)
    add("LGAMMA", lgamma_ratio, -1.0, 1.0, lambda t: 1 / lgamma_ratio(t), double=28, points=160)
    bernoulli = [mp.bernoulli(2 * k) / (2 * k) for k in range(1, 8)]
    add("STIRLING", cancelling(stirling, *(b / (2 * k + 1) for k, b in enumerate(bernoulli)), below="1e-4"),
        0.0, 1 / 64, lambda v: mp.mpf(1), double=8, points=160)
    add("DIGAMMA", digamma_ratio, -1.0, 1.0, lambda t: 1 / digamma_ratio(t), double=30, points=160)
    add("DIGAMMA_LARGE", cancelling(digamma_rest, *bernoulli, below="1e-4"), 0.0, 1 / 64,
        lambda v: mp.mpf(1), double=8, points=160)
    return made


def cubic(function: Real, first: Number, slope: int = 1) -> Real:
    """P with function(x) = slope x + x^3 P(x^2), in terms of z = x^2; P(0) = `first`."""
    def compute(z: Number) -> Number:
        x = mp.sqrt(z)
        return (function(x) - slope * x) / x**3 if z > mp.mpf("1e-18") else first
    return compute


def cubic_weight(function: Real) -> Real:
    return lambda z: mp.sqrt(z) ** 3 / function(mp.sqrt(z)) if z else mp.mpf(0)


def lgamma_ratio(t: Number) -> Number:
    """lgamma(y) / ((y - 1) (y - 2)) for y = t + 2."""
    if abs(t) < mp.mpf("1e-15"):
        return mp.digamma(2)
    if abs(t + 1) < mp.mpf("1e-15"):
        return -mp.digamma(1)
    return mp.loggamma(t + 2) / ((t + 1) * t)


def stirling(v: Number) -> Number:
    """z (lgamma(z) - (z - 1/2) log z + z - log(2 pi) / 2) for v = 1 / z^2."""
    z = 1 / mp.sqrt(v)
    with mp.workdps(60):
        return z * (mp.loggamma(z) - (z - mp.mpf(1) / 2) * mp.log(z) + z - mp.log(2 * mp.pi) / 2)


def digamma_rest(v: Number) -> Number:
    """(log z - 1 / (2 z) - digamma(z)) / v for v = 1 / z^2."""
    z = 1 / mp.sqrt(v)
    with mp.workdps(60):
        return (mp.log(z) - 1 / (2 * z) - mp.digamma(z)) / v


def digamma_ratio(t: Number) -> Number:
    """digamma(y) / (y - root) for y = t + 2."""
    y = t + 2
    if abs(y - DIGAMMA_ROOT) < mp.mpf("1e-15"):
        return mp.psi(1, DIGAMMA_ROOT)
    return mp.digamma(y) / (y - DIGAMMA_ROOT)


def parts(value: Number, element: str, count: int) -> list[float]:
    """`value` as a sum of numbers of the format, each rounded down, so that all are positive."""
    found: list[float] = []
    kind = np.float32 if element == "float" else np.float64
    for _ in range(count):
        part = kind(float(value))
        if mp.mpf(float(part)) > value:
            part = np.nextafter(part, kind(0))
        found.append(float(part))
        value -= mp.mpf(float(part))
    return found


def literal(value: float, element: str) -> str:
    return repr(float(str(np.float32(value)))) if element == "float" else repr(value)


def wrapped(items: Sequence[str], indent: str) -> str:
    lines = textwrap.wrap(", ".join(items) + ",", 120 - len(indent))
    return "".join(f"{indent}{line}\n" for line in lines)


HEADER = '''"""Coefficients of the mathematical functions, written by tools/fit_polynomials.py.

Lowest power first. Tables that exist for both formats are keyed by LLVM's name of the element type. `error` is the
largest approximation error relative to the function, as a power of two.
"""

from __future__ import annotations

'''


def constants() -> str:
    """Constants that need no fit, as lines of the module."""
    mp.mp.dps = 450
    pi, ln2 = +mp.pi, mp.log(2)
    lines = ["#: ln 2, pi / 2 and pi as sums of positive parts.\n"]
    for name, value, count in (("LN2_PARTS", ln2, 2), ("HALF_PI_PARTS", pi / 2, 3), ("PI_PARTS", pi, 2)):
        lines.append(f"{name}: dict[str, tuple[float, ...]] = {{\n")
        for element in ("float", "double"):
            numbers = ", ".join(literal(part, element) for part in parts(value, element, count))
            lines.append(f'    "{element}": ({numbers}),\n')
        lines.append("}\n")
    scaled = int(mp.floor(2 / pi * mp.mpf(2) ** (8 * 160)))
    lines.append("#: The bits of 2 / pi from weight 1/2 on, behind 64 zero bits.\n")
    lines.append("TWO_OVER_PI = bytes(8) + bytes.fromhex(\n")
    lines += [f'    "{chunk}"\n' for chunk in textwrap.wrap(scaled.to_bytes(160, "big").hex(), 108)]
    lines.append(")\n")
    mp.mp.dps = 40
    lines.append("#: The constant term of ERFC, in two parts.\n")
    lines.append("ERFC_CENTRE: dict[str, tuple[float, float]] = {\n")
    centre = scaled_erfc(mp.mpf(0))
    for element, kind in (("float", np.float32), ("double", np.float64)):
        high = float(kind(float(centre)))
        low = float(kind(float(centre - high)))
        lines.append(f'    "{element}": ({literal(high, element)}, {literal(low, element)}),\n')
    lines.append("}\n")
    return "".join(lines)


def table(name: str, solved: dict[str, tuple[list[float], Number]]) -> str:
    """The lines of one table: `solved` has coefficients and error for each format it exists for."""
    rows = {element: wrapped([literal(c, element) for c in coefficients], "        " if len(solved) > 1 else "    ")
            for element, (coefficients, _) in solved.items()}
    errors = ", ".join(f"2^{float(mp.log(error, 2)):.1f}" for _, error in solved.values())
    if len(solved) == 1:
        return f"\n#: error {errors}\n{name} = (\n{rows['double']})\n"
    lines = "".join(f'    "{element}": (\n{row}    ),\n' for element, row in rows.items())
    return f"\n#: error {errors}\n{name}: dict[str, tuple[float, ...]] = {{\n{lines}}}\n"


def main(names: Sequence[str]) -> None:
    tables: dict[str, dict[str, tuple[list[float], Number]]] = {}
    for fit in fits():
        if not names or fit.name in names:
            tables.setdefault(fit.name, {})[fit.element] = fit.solve()
            print(f"{fit.name} {fit.element} on [{fit.lower:.6g}, {fit.upper:.6g}]", flush=True)
    text = "".join(table(name, solved) for name, solved in tables.items())
    if names:
        print(text)
    else:
        TARGET.write_text(HEADER + constants() + text)


if __name__ == "__main__":
    main(sys.argv[1:])
