"""The text form of index expressions: printing and parsing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NoReturn

from hloom.expr.interval import saturate
from hloom.expr.nodes import (
    Constant,
    FloorDiv,
    IndexExpr,
    Maximum,
    Minimum,
    Mod,
    Product,
    Sum,
    ceildiv,
    floordiv,
    lift,
    maximum,
    minimum,
    mod,
)
from hloom.expr.variables import Variable, postorder
from hloom.support.diagnostics import ParseError
from hloom.support.source import Source, Span

_MAXIMUM_LENGTH = 1 << 16
_WORDS = {FloorDiv: "floordiv", Mod: "mod", Minimum: "min", Maximum: "max"}


def variable_name(variable: Variable) -> str:
    """The default name: `d0`, `s0`, `rt0`, or the hint and number of a unique symbol."""
    return f"{variable.prefix}{variable.number}"


def format_expression(expression: IndexExpr, names: Mapping[Variable, str] | None = None, *, division: str = "floordiv") -> str:
    """The text of an expression in the document's form: `(d0 + d1 floordiv 16) mod 4`.

    `names` gives variables other names, `division` is the spelling of the floor division (`floordiv` or `/`).
    Shared subexpressions are written out each time; past 65 thousand characters the text is replaced by a remark.
    """
    texts: dict[IndexExpr, str] = {}
    for node in postorder(expression):
        text = _format_node(node, texts, names or {}, division)
        if len(text) > _MAXIMUM_LENGTH:
            return "<expression too long to print>"
        texts[node] = text
    return texts[expression]


def _is_binary(node: IndexExpr) -> bool:
    """Whether the text of `node` has an operator outside of parentheses."""
    if isinstance(node, Sum):
        return not (len(node.terms) == 1 and node.terms[0][1] == -1 and node.constant == 0)
    return isinstance(node, FloorDiv | Mod | Product)


def _format_node(node: IndexExpr, texts: Mapping[IndexExpr, str], names: Mapping[Variable, str], division: str) -> str:
    def operand(part: IndexExpr) -> str:
        return f"({texts[part]})" if _is_binary(part) else texts[part]

    if isinstance(node, Constant):
        return str(node.value)
    if isinstance(node, Variable):
        return names.get(node) or variable_name(node)
    if isinstance(node, Sum):
        pieces: list[str] = []
        for term, coefficient in node.terms:
            negative = coefficient < 0 and bool(pieces)
            magnitude = -coefficient if negative else coefficient
            if magnitude == 1:
                text = texts[term]
            elif magnitude == -1:
                text = f"-{operand(term)}"
            else:
                text = f"{operand(term)} * {magnitude}"
            pieces.append(f" {'-' if negative else '+'} {text}" if pieces else text)
        if node.constant:
            pieces.append(f" {'-' if node.constant < 0 else '+'} {abs(node.constant)}")
        return "".join(pieces)
    if isinstance(node, Product):
        return " * ".join(operand(factor) for factor in node.factors)
    assert isinstance(node, FloorDiv | Mod | Minimum | Maximum)
    word = _WORDS[type(node)]
    if isinstance(node, Minimum | Maximum):
        return f"{word}({texts[node.left]}, {texts[node.right]})"
    return f"{operand(node.left)} {division if isinstance(node, FloorDiv) else word} {operand(node.right)}"


# Parsing ------------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(r"\s*(?:([0-9]+)|([A-Za-z_][A-Za-z0-9_]*)|(->|.))", re.DOTALL)
_KEYWORDS = frozenset(("domain", "in", "mod", "floordiv", "ceildiv", "min", "max", "true", "false", "is_simplified"))
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "floordiv": 2, "ceildiv": 2, "mod": 2, "negate": 3, "juxtapose": 4}
_APPLY: Mapping[str, Callable[[IndexExpr, IndexExpr], IndexExpr]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "juxtapose": lambda left, right: left * right,
    "/": floordiv,
    "floordiv": floordiv,
    "ceildiv": ceildiv,
    "mod": mod,
    "min": minimum,
    "max": maximum,
}


class ExpressionParser:
    """Reads index expressions (and the tokens around them) from one text.

    The operators `* / floordiv ceildiv mod` have one precedence and associate to the left. An integer directly
    before a name multiplies it, as in the document's `100d0`. Operators wait on an explicit stack, so expressions may
    be nested to any depth. Every method raises ParseError at the first fault.
    """

    def __init__(self, text: str, name: str = "<index expression>", variables: Mapping[str, Variable] | None = None):
        self._source = Source(name, text)
        self._tokens = [(m.group(m.lastindex or 0), m.start(m.lastindex or 0)) for m in _TOKEN.finditer(text.rstrip())]
        self._position = 0
        self._variables = dict(variables or {})

    @property
    def at_end(self) -> bool:
        return self._position == len(self._tokens)

    @property
    def current(self) -> str:
        """The token to be read next; empty at the end."""
        return "" if self.at_end else self._tokens[self._position][0]

    @property
    def previous(self) -> str:
        """The token read last."""
        return self._tokens[self._position - 1][0]

    def accept(self, token: str) -> bool:
        """Reads `token` if it comes next."""
        if self.current != token:
            return False
        self._position += 1
        return True

    def expect(self, token: str) -> None:
        if not self.accept(token):
            self.fail(f"expected '{token}'")

    def expect_end(self) -> None:
        if not self.at_end:
            self.fail("expected the end of the text")

    def integer(self) -> int:
        """A 64-bit integer with an optional sign."""
        start = self._position
        sign = -1 if self.accept("-") else 1
        token = self.current
        if not token.isdigit():
            self.fail("expected an integer")
        self._position += 1
        return self._checked_integer(token, sign, start)

    def _checked_integer(self, token: str, sign: int, position: int) -> int:
        if len(token.lstrip("0")) > 19 or saturate(sign * int(token)) != sign * int(token):
            self.fail("the integer does not fit into 64 bits", at=position)
        return sign * int(token)

    def declare(self, variable: Variable) -> None:
        """Reads a name and lets it stand for `variable`."""
        name = self.current
        if not (name[:1].isalpha() or name[:1] == "_"):
            self.fail("expected the name of a variable")
        if name in _KEYWORDS:
            self.fail(f"'{name}' cannot name a variable")
        if name in self._variables:
            self.fail(f"variable '{name}' is declared twice")
        self._variables[name] = variable
        self._position += 1

    def fail(self, message: str, *, at: int | None = None) -> NoReturn:
        """Raises ParseError at token number `at`, by default the one to be read next."""
        number = self._position if at is None else at
        if number < len(self._tokens):
            token, start = self._tokens[number]
            raise ParseError.at(Span(self._source, start, start + len(token)), "syntax", f"{message}, got '{token}'")
        end = len(self._source.text.rstrip())
        raise ParseError.at(Span(self._source, end, end), "syntax", f"{message}, got the end of the text")

    def expression(self) -> IndexExpr:
        """One expression, up to the first token that cannot continue it."""
        operands: list[IndexExpr] = []
        # Entries: an operator, or "(", "min", "max" for what is still open; with the position for messages.
        operators: list[tuple[str, int]] = []

        def reduce(precedence: int) -> None:
            while operators and _PRECEDENCE.get(operators[-1][0], 0) >= precedence:
                operator, position = operators.pop()
                if operator == "negate":
                    operands.append(-operands.pop())
                else:
                    right = operands.pop()
                    operands.append(self._apply(operator, operands.pop(), right, position))

        while True:
            self._operand(operands, operators)
            while True:
                token, position = self.current, self._position
                if token == ")" and operators:
                    reduce(1)
                    if not operators:
                        return operands.pop()
                    opened, at = operators.pop()
                    if opened in ("min", "max"):
                        self.fail(f"'{opened}' needs two operands")
                    self._position += 1
                    if opened == "right operand":
                        right = operands.pop()
                        function = operators.pop()[0]
                        operands.append(self._apply(function, operands.pop(), right, at))
                    continue
                if token == "," and operators:
                    reduce(1)
                    if operators and operators[-1][0] in ("min", "max"):
                        operators.append(("right operand", position))
                        self._position += 1
                        break
                if token in _PRECEDENCE and token not in ("negate", "juxtapose"):
                    reduce(_PRECEDENCE[token])
                    operators.append((token, position))
                    self._position += 1
                    break
                reduce(1)
                if operators:
                    self.fail("expected ')'" if operators[-1][0] not in ("min", "max") else "expected ','")
                return operands.pop()

    def _operand(self, operands: list[IndexExpr], operators: list[tuple[str, int]]) -> None:
        """Reads what stands before an operand, then the integer or name itself."""
        while True:
            token, position = self.current, self._position
            if token.isdigit():
                self._position += 1
                sign = -1 if operators and operators[-1][0] == "negate" else 1
                value = self._checked_integer(token, sign, position)
                operands.append(lift(abs(value)))
                if self.current not in self._variables:
                    return
                operators.append(("juxtapose", position))
            elif token in ("min", "max"):
                self._position += 1
                self.expect("(")
                operators.append((token, position))
            elif token == "(":
                self._position += 1
                operators.append((token, position))
            elif token == "-":
                self._position += 1
                operators.append(("negate", position))
            elif token in self._variables:
                self._position += 1
                operands.append(self._variables[token])
                return
            elif token[:1].isalpha() and token not in _KEYWORDS:
                self.fail("this variable is not declared")
            else:
                self.fail("expected an expression")

    def _apply(self, operator: str, left: IndexExpr, right: IndexExpr, position: int) -> IndexExpr:
        try:
            return _APPLY[operator](left, right)
        except ZeroDivisionError as error:
            self.fail(str(error), at=position)


def parse_expression(text: str, variables: Mapping[str, Variable] | None = None) -> IndexExpr:
    """The expression that `text` describes, over the named variables.

    Raises ParseError, with the place, for text that is not an expression or uses another name.
    """
    parser = ExpressionParser(text, variables=variables)
    result = parser.expression()
    parser.expect_end()
    return result
