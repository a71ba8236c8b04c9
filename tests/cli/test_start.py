"""A command does not wait for what it does not need."""

from __future__ import annotations

import subprocess
import sys

from pokerlogic.resources import folder

LATER = {
    "yaml": "the tables and the library are kept as JSON",
    "difflib": "nothing is misspelt",
    "pokerlogic.loading": "the library is kept prepared",
    "pokerlogic.logic": "so are its rules",
    "pokerlogic.syntax": "no rule is parsed",
    "pokerlogic.forms": "no YAML is read",
    "pokerlogic.files": "so none is understood",
    "pokerlogic.checks": "nor checked",
    "pokerlogic.runaway": "no book is from outside",
    "pokerlogic.overflow": "so nothing watches its sums",
    "pokerlogic.explain": "nobody asks why",
    "pokerlogic.desk": "no domain is swept",
    "pokerlogic.notation.complain": "the table can be read",
    "pokerlogic.web": "nobody is served",
    "starlette": "so no server is needed",
    "uvicorn": "of any kind",
}

PROGRAM = """
import sys
from pokerlogic.cli import main
assert main(["rule", sys.argv[1], "--lang", "en"]) == 0
print(*sys.modules, file=sys.stderr)
"""


def loaded() -> set[str]:
    table = folder("cases") / "examples" / "oversized_chip.table"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, table], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def test_a_ruling_loads_what_it_needs() -> None:
    # The first one may have to fill the cache.
    loaded()
    found = loaded()
    assert {"clingo", "lark", "pokerlogic.engine", "pokerlogic.notation.lalr"} <= found
    assert not found & LATER.keys()
