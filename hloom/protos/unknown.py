"""Fields that the table of messages does not have, wherever they stand in a module: kept beside, and put back where they were."""

from __future__ import annotations

from hloom.xla.proto import Message


def is_known(message: Message) -> bool:
    """Whether a message, and all inside it, has known fields only."""
    pending = [message]
    while pending:
        current = pending.pop()
        if current.unknown:
            return False
        for value in current._fields.values():
            if isinstance(value, Message):
                pending.append(value)
            elif isinstance(value, list) and value and isinstance(value[0], Message):
                pending.extend(value)
    return True


def unknown_part(message: Message, without: frozenset[str] = frozenset()) -> Message | None:
    """The message with nothing but what is not known of it and of what is inside it, the fields `without` left out; None if that
    is nothing. Lists have an entry for each of theirs, so that places stay."""
    part = Message(message.type_name)
    part.unknown.extend(message.unknown)
    for name, value in message.stated().items():
        if name in without:
            continue
        if isinstance(value, Message):
            setattr(part, name, unknown_part(value))
        elif isinstance(value, list) and value and isinstance(value[0], Message):
            inner = [unknown_part(item) for item in value]
            if any(item is not None for item in inner):
                setattr(part, name, [item if item is not None else Message(value[k].type_name) for k, item in enumerate(inner)])
    return part if part.unknown or part.stated() else None


def put_back(message: Message, part: Message) -> None:
    """Adds what `unknown_part` gave, where the message still has as many entries in a list.

    Messages inside it may stand elsewhere, too (equal shapes are one): those that change become others.
    """
    message.unknown.extend(record for record in part.unknown if record not in message.unknown)
    for name, value in part.stated().items():
        target = getattr(message, name)
        if isinstance(value, Message) and isinstance(target, Message):
            setattr(message, name, _with(target, value))
        elif isinstance(value, list) and isinstance(target, list) and len(value) == len(target) and isinstance(value[0], Message):
            setattr(message, name, [_with(item, inner) for item, inner in zip(target, value)])


def _with(message: Message, part: Message) -> Message:
    if not part.unknown and not part.stated():
        return message
    made = Message(message.type_name, **message.stated())
    made.unknown.extend(message.unknown)
    put_back(made, part)
    return made
