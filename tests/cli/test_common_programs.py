"""The programs that `hloom compile --common` compiles are those of the tool that lists them."""

from __future__ import annotations

import hloom
from hloom.cli.common_programs import programs
from tools import common_programs


def test_the_table_is_up_to_date() -> None:
    assert common_programs.TABLE.read_text(encoding="utf-8") == common_programs.table(), "python -m tools.common_programs"


def test_the_table_gives_valid_programs() -> None:
    for type, text in programs().items():
        module = hloom.parse(text)
        assert not hloom.diagnose(module), type
        arguments = [str(argument.type) for argument in module.functions["main"].body.arguments]
        assert len(arguments) > 10 and all(type in argument or "i32" in argument or "i64" in argument for argument in arguments)
