"""What arguments and results are in C: names, types, sizes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from math import prod

from hloom.ir.types import TensorType
from hloom.support.diagnostics import InputError
from hloom.support.records import computed_once, dataclass
from hloom.support.signatures import Parameter, type_name

#: Words that are no names in C or C++: those of the languages, and those that headers or compilers define.
_RESERVED = frozenset("""
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class co_await
co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do double
dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept
not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires restrict return short signed
sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename
typeof union unsigned using virtual void volatile wchar_t while xor xor_eq
EOF I INFINITY NAN NULL errno i386 linux std stderr stdin stdout unix
""".split())
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_LONGEST = 60
#: Members of the struct would have macros that the program has.
_TAKEN = ("context", "pool", "constants", "nothing")
#: The C type of what elements are stored as: numbers that C has, bits of those that it has not.
_NUMBERS = {"f32": "float", "f64": "double", "complex<f32>": "hloom_complex64", "complex<f64>": "hloom_complex128"}
_CXX_NUMBERS = {"hloom_complex64": "std::complex<float>", "hloom_complex128": "std::complex<double>"}


def checked_name(name: str) -> str:
    """The name of a program in C. Raises InputError for what is no name there, and for names that are those of the code."""
    if name.lower().startswith("hloom"):
        raise InputError(f"names that begin with hloom are those of the code itself: {name!r:.80} cannot be a program's")
    if not _NAME.fullmatch(name) or name in _RESERVED or len(name) > _LONGEST:
        raise InputError("a program's name for C is a letter with letters, digits and underscores behind it, at most "
                         f"{_LONGEST}, and no word of C or C++; got {name!r:.80}")
    return name


def as_name(text: str, word: str) -> str:
    """A name in C that says what a text does: `params_w` for `params['w']`; begins with `word` where a letter is missing."""
    made = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")[:_LONGEST].rstrip("_")
    if not made[:1].isalpha():
        made = f"{word}_{made}" if made else word
    return f"{made}_" if made in _RESERVED else made


def distinct(names: Iterable[str], taken: Collection[str] = ()) -> list[str]:
    """The names, those that are taken with a number, whether letters are large or small."""
    used = {name.lower() for name in taken}
    made = []
    for name in names:
        found, number = name, 2
        while found.lower() in used:
            found, number = f"{name}_{number}", number + 1
        used.add(found.lower())
        made.append(found)
    return made


@dataclass(frozen=True)
class Field:
    """An argument or a result: its member of the struct, what the program calls it, its type."""

    name: str
    label: str
    type: TensorType
    is_result: bool

    @property
    def element(self) -> str:
        return self.type.storage.name

    @computed_once
    def c_type(self) -> str:
        dtype = self.type.storage.dtype
        if self.element in _NUMBERS:
            return _NUMBERS[self.element]
        if self.element.startswith("i"):
            return "uint8_t" if self.element == "i1" else f"int{8 * dtype.itemsize}_t"
        return f"uint{8 * dtype.itemsize}_t"

    @property
    def cxx_type(self) -> str:
        found = _CXX_NUMBERS.get(self.c_type, self.c_type)
        return found if self.is_result else f"const {found}"

    @property
    def size(self) -> int:
        """Elements."""
        return prod(self.type.shape)

    @property
    def bytes(self) -> int:
        return self.size * self.type.storage.dtype.itemsize

    @property
    def described(self) -> str:
        """`argument image: 1x8x8xf32`, fit for a comment."""
        word = "result" if self.is_result else "argument"
        text = f"{'' if self.label.startswith(word) else f'{word} '}{self.label}: {type_name(self.type)}"
        return re.sub(r"[^ -~]", "?", text).replace("*/", "* /").replace("\\", "/")[:200]


def fields_of(arguments: Sequence[Parameter], results: Sequence[Parameter]) -> list[Field]:
    """The members of a program's struct, for arguments and results that are tensors."""
    names = distinct([*(as_name(p.name, "argument") for p in arguments), *(as_name(p.name, "result") for p in results)], _TAKEN)
    return [Field(name, parameter.name, parameter.type, number >= len(arguments))
            for number, (name, parameter) in enumerate(zip(names, (*arguments, *results)))]
