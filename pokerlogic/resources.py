"""Where the data folders are: inside the installed package, or in the checkout."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent

PARTS = ("books", "cases", "concepts", "core", "issues", "profiles", "stakes", "vocabulary")
"""The folders of a knowledge base; beside them stand single files of YAML, and domains."""


def folder(name: str) -> Path:
    """The folder `kb`, `grammar` or another data folder of the project.

    Raises FileNotFoundError when the installation is broken and the folder is nowhere.
    """
    for place in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"the data folder {name} is missing from this installation")


def package() -> Path:
    """The folder of the code."""
    return _PACKAGE


def parts(folder: Path, name: str) -> list[Path]:
    """The YAML files of one kind: `name.yaml` and those of the folder `name`, in order."""
    return [*folder.glob(f"{name}.yaml"), *sorted(folder.glob(f"{name}/*.yaml"))]


def built(name: str) -> Path | None:
    """A file made when the wheel was built (`notation.json`), or None in a checkout."""
    file = _PACKAGE / "_data" / name
    return file if file.is_file() else None


def content(folder: Path) -> list[Path]:
    """Every file of rules and words that makes up a knowledge base."""
    inner = (p for part in PARTS for p in (folder / part).rglob("*"))
    return sorted(p for p in (*folder.glob("*.yaml"), *inner) if p.suffix in (".yaml", ".lp"))


def fingerprint(folders: Iterable[Path]) -> str:
    """A digest of every file that makes up these folders; domains of situations are no part."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in content(folder):
            read = path.read_bytes()
            digest.update(f"{path.relative_to(folder)}\n{len(read)}\n".encode() + read)
    return digest.hexdigest()[:16]
