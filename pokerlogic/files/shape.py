"""Whether a folder of books has its files where they are read."""

from __future__ import annotations

from pathlib import Path

from pokerlogic.errors import nearest, wrong
from pokerlogic.messages import Message, msg

_FILES = ("search.yaml", "issues.yaml", "concepts.yaml", "stakes.yaml", "stakes", "domains")
_FOLDERS = ("books", "profiles", "vocabulary", "issues", "concepts", "core")


def check_shape(folder: Path) -> None:
    """A folder of books has the folders that are read, and every file where it is read."""
    here = sorted(p.name for p in folder.iterdir() if not p.name.startswith("."))
    if (folder / "book.yaml").is_file():
        help = msg("shape.book.help", parent=str(folder.parent.parent))
        raise wrong("PL221", msg("shape.book", name=str(folder)), file=folder, help=help)
    known = {*_FOLDERS, *_FILES}
    for name in here:
        near = nearest(name, known)
        if name not in known and near and (folder / name).is_dir() and _data_below(folder / name):
            said = msg("shape.folder", name=name)
            raise wrong("PL221", said, file=folder / name, help=msg("meant", near=near))
    below = [p for p in sorted(folder.iterdir()) if any((p / name).exists() for name in known)]
    if below and not known.intersection(here):
        help = msg("meant", near=str(below[0]))
        raise wrong("PL221", msg("shape.nothing", name=str(folder)), file=folder, help=help)
    for path in sorted(p for name in _FOLDERS for p in folder.glob(f"{name}/**/*.yml")):
        help = msg("meant", near=path.with_suffix(".yaml").name)
        raise wrong("PL221", msg("shape.ending", name=path.name), file=path, help=help)
    for place in sorted(p for p in folder.glob("books/*") if p.is_dir()):
        if (place / "book.yaml").is_file():
            for path in sorted(place.glob("*.lp")) + sorted(place.glob("*.yaml")):
                if path.name != "book.yaml":
                    help = msg("shape.chapter.help", file=path.name)
                    raise wrong("PL229", msg("shape.chapter", file=path.name), file=path, help=help)
            for path in sorted(place.rglob("*.lp")):
                if not path.with_suffix(".yaml").is_file():
                    said = msg("book.no_yaml_beside", file=f"{path.stem}.yaml")
                    raise wrong("PL229", said, file=path, line=1, help=beside(path, ".yaml"))
        elif _data_below(place):
            help = msg("shape.no_book.help", name=place.name)
            raise wrong("PL229", msg("shape.no_book", name=place.name), file=place, help=help)


def _data_below(place: Path) -> bool:
    return any(p.suffix in (".yaml", ".lp") for p in place.rglob("*"))


def beside(path: Path, suffix: str) -> Message:
    """What helps where the other file of a topic is missing: a name like it, or a new file."""
    near = nearest(path.stem, [p.stem for p in path.parent.glob(f"*{suffix}")])
    own = {p.stem for p in path.parent.glob(f"*{path.suffix}")}
    if near and near not in own:
        return msg("book.beside_near", near=f"{near}{suffix}", file=f"{path.stem}{suffix}")
    return msg("book.beside_new", file=f"{path.stem}{suffix}")
