"""The table notation: text to situations, and back.

`parse` and `format` are inverse to each other.  `phrase` puts an answer into words.  `tables`
builds what `load` needs, as plain data for a file of the wheel.
"""

from pokerlogic.notation.grammar import load, notation, tables
from pokerlogic.notation.printer import format, phrase
from pokerlogic.notation.reader import parse

__all__ = ["format", "load", "notation", "parse", "phrase", "tables"]
