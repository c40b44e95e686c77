"""What may be meant by the name of an operation that there is none of, for messages."""

from __future__ import annotations

from collections.abc import Mapping

from hloom.numbers.element_type import ELEMENT_TYPES
from hloom.ops.definition.operation import REGISTRY, SPELLINGS
from hloom.support.spelling import nearest
from hloom.text.other_names import DIALECTS, normalised, other_names

#: Dialects, in their order, in which an operation is looked for that has another dialect in front, or none.
_PREFERRED = ("stablehlo", "chlo", "func")
#: Beginnings of words that name no dialect of MLIR but a library: `torch.aten.relu`, `jax.lax.add`.
_LIBRARIES = ("aten", "lax", "nn", "numpy", "linalg", "prims", "ops")
_LONGEST = 100
#: How alike a word and one that others use must be spelled for the latter to be meant.
_CLOSE = 0.85
#: The same of a name without a dialect and an operation.
_NEAR = 0.7


def instead_of(name: str, short: Mapping[str, str]) -> str:
    """What to write instead of a name, as the end of a message. `short` are operations whose dialect may be left out here."""
    if name in ELEMENT_TYPES:
        return "; instructions of HLO begin so: a text in HLO begins with HloModule, or is read with format='hlo'"
    dialect, dot, rest = name[:_LONGEST].partition(".")
    if not dot:
        return _known(name, "", short) or _elsewhere(name) or _near(name, (*short.values(), *short), "")
    mnemonic = _mnemonic(rest)
    dialects = {known.partition(".")[0] for known in (*REGISTRY, *SPELLINGS)}
    if dialect not in dialects:
        if dialect in DIALECTS:
            return f"; {dialect} {DIALECTS[dialect]}{_there(mnemonic)}"
        meant = nearest(dialect, dialects)
        if meant is None:
            return f"; hloom does not read the dialect {dialect}: ask what wrote the program for StableHLO{_there(mnemonic)}"
        if f"{meant}.{rest}" in REGISTRY or f"{meant}.{rest}" in SPELLINGS:
            return f"; did you mean '{meant}.{rest}'?"
        dialect = meant
    return _known(rest, dialect, short) or _elsewhere(mnemonic) or _near(name, (), dialect)


def _mnemonic(rest: str) -> str:
    """The word that says what an operation does: `relu` of `aten.relu`, `add` of `aten.add.Tensor`."""
    words = rest.split(".")
    while len(words) > 1 and words[0] in _LIBRARIES:
        del words[0]
    return words[0]


def _there(mnemonic: str) -> str:
    """How StableHLO says what another dialect does."""
    found = _spelled(mnemonic, _PREFERRED)
    said = found or other_names().get(normalised(mnemonic), ("", ""))[1]
    return f" ({mnemonic} is {said} there)" if said else ""


def _spelled(mnemonic: str, dialects: tuple[str, ...]) -> str | None:
    """The operation of one of these dialects, the first rather than the others, that has the name in another spelling."""
    wanted = normalised(mnemonic)
    for dialect in dialects:
        for known in (*REGISTRY, *SPELLINGS):
            if known.startswith(f"{dialect}.") and normalised(known[len(dialect) + 1 :]) == wanted:
                return known
    return None


def _known(mnemonic: str, dialect: str, short: Mapping[str, str]) -> str:
    for word, full in short.items():
        if mnemonic.lower() == word and not dialect:
            return f"; did you mean '{word}'?" if mnemonic != word else f"; did you mean '{full}'?"
    found = _spelled(mnemonic, (dialect, *_PREFERRED) if dialect else _PREFERRED)
    return f"; did you mean '{found}'?" if found else ""


def _elsewhere(mnemonic: str) -> str:
    found = other_names().get(normalised(mnemonic))
    return f"; {found[0]} is {found[1]}" if found else ""


def _near(name: str, names: tuple[str, ...], dialect: str) -> str:
    """The operation, or the name that others give to one, that is spelled most like a name: of its dialect, if that is known."""
    mnemonic = name.partition(".")[2] if dialect else name
    own = {known.partition(".")[2]: known for known in (*SPELLINGS, *REGISTRY)
           if known.partition(".")[0] in ((dialect,) if dialect else _PREFERRED)}
    own |= {known: known for known in names}
    foreign = dict(other_names().values()) if dialect in ("", "stablehlo", "chlo", "mhlo") else {}
    cutoff = 0.6 if dialect else _NEAR
    found = nearest(mnemonic, [word for word in (nearest(mnemonic, own, cutoff), nearest(mnemonic, foreign, _CLOSE)) if word])
    if found is None:
        return ""
    return f"; did you mean '{own[found]}'?" if found in own else f"; did you mean {found}? It is {foreign[found]}"
