"""Folders that hold a program: a SavedModel of TensorFlow, or what torch-xla saves."""

from __future__ import annotations

import os
from pathlib import Path

from hloom.vhlo.torch_xla import file_in, is_folder, read_function

_SAVED_MODEL = "saved_model.pb"


def program_in(folder: str | Path) -> Path | None:
    """The file with the program of a folder; None for a folder of another kind. InputError where it holds several programs."""
    return saved_model_in(folder) or (read_function(folder).program if is_folder(folder) else None)


def saved_model_in(folder: str | Path) -> Path | None:
    """The file of a SavedModel; None in another folder."""
    return file_in(folder, "", _SAVED_MODEL) if os.path.lexists(Path(folder) / _SAVED_MODEL) else None
