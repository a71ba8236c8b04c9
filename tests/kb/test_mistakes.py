"""Every mistake in YAML or logic is told with its code, its place and what helps."""

# ruff: noqa: E501 - a row of the table is one mistake

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import corner
import pytest

from pokerlogic.cli import main
from pokerlogic.errors import BookError
from pokerlogic.loading import load
from pokerlogic.notation import tables
from pokerlogic.resources import folder

KANA = re.compile(r"[぀-ヿ一-鿿]")
RAW = re.compile(
    r"Traceback|syntax error|lexer error|while (?:parsing|scanning)|did not find expected|"
    r"mapping values|Unexpected token|<[A-Z]+>|yaml\.|clingo|lark|None|KeyError"
)

BOOK, PROFILE = corner.BOOK, corner.PROFILE
CHIP, CHIP_LP = corner.CHIP, corner.CHIP_LP
HATS, HATS_LP = corner.HATS, corner.HATS_LP
ISSUES, WORDS = corner.ISSUES, corner.WORDS
CONCEPTS, SEARCH = "concepts.yaml", "search.yaml"

FILES = {
    **corner.FILES,
    BOOK: corner.FILES[BOOK]
    + """\
over: {book: tda@2026, basis: made up}
parameters:
  hat_hands:
    value: 2
    means: {en: hands a hat costs, ja: 帽子で休むハンド数}
    in: {corner@1: "9"}
chapters:
  betting:
    title: {en: Betting, ja: ベット}
    in: {corner@1: "1..8"}
  conduct:
    title: {en: Conduct, ja: マナー}
    in: {corner@1: "9, 10-A..B"}
""",
    CHIP: """\
topic: one_chip
title: {en: One chip, ja: チップ1枚}
in: {corner@1: "7"}
sourced: official
decidable: fully
readings:
  small:
    default: any
    reason: The text does not say.
    alternatives:
      any: {en: any chip, ja: どのチップでも}
      large: {en: large chips, ja: 高額チップだけ}
clauses:
  raise:
    paraphrase: {en: One silent chip is a raise., ja: 無発声のチップ1枚はレイズ。}
    because: {en: "one chip makes {V}", ja: "チップ1枚で {V}"}
    excepts: [corner:one_chip.call]
  call:
    paraphrase: {en: A small one is a call., ja: 小さければコール。}
    because: {en: "the chip of {V} is small", ja: "{V} のチップは小さい"}
""",
    CHIP_LP: """\
% One chip                                                    [corner:one_chip]
_lone(P,V,E) :- by_chips(E), judged(P,E), one_chip(E), owes(P), offered(V,E).
concludes(corner_one_chip_raise,meaning(E),raise(V)) :-
    _lone(P,V,E), least_to(P,M), V >= M, reading(corner,small,any).
concludes(corner_one_chip_call,meaning(E),call(C)) :-
    _lone(P,V,E), call_price(P,C), least_to(P,M), V < M.
""",
    HATS_LP: """\
% Hats                                                            [corner:hats]
concludes(corner_hats_off,penalty(E),bareheaded) :-
    wears_a_hat(P,E), happens(E), observed(hat_seen,E), parameter(hat_hands,N), N > 0.
""",
    ISSUES: corner.FILES[ISSUES]
    + """\
hat:
  asks: {en: Whose hat?, ja: 誰の帽子か}
  about: player
  supports: penalty
  answers:
    own: {do: own, taken_by: [folds]}
""",
    WORDS: corner.FILES[WORDS].replace("  en:", "  classes: [offence of P]\n  en:", 1)
    + """\
hat_seen:
  kind: observation
  en: [hat seen]
  ja: [帽子が見えた]
  asks: {en: Was the hat seen?, ja: 帽子が見えたか}
""",
    CONCEPTS: """\
concepts:
  hatted:
    args: [{P: player}]
    en: "{P} has a hat"
    ja: "{P}は帽子を持つ"
words:
  felt: {en: felt, ja: フェルト}
""",
    SEARCH: """\
groups:
  hats:
    en: [bowler hat]
    ja: [山高帽]
""",
}

# what is wrong, file, old text, new text, code, line (or place, if it is in the other file of the
# topic), what helps
MISTAKES: list[tuple[str, str, str, str, str, int | str, str]] = [
    # --- any YAML file
    ("an unknown key", HATS, "paraphrase:", "paraphase:", "PL224", 8, "`paraphrase`"),
    ("a key like none", HATS, "    because", "    zzz: 1\n    because", "PL224", 9, "`weigh`"),
    ("a missing key", HATS, "sourced: official\n", "", "PL225", 1, "`sourced: …`"),
    ("a key twice", HATS, "decidable", "topic: hats\ndecidable", "PL223", 5, ""),
    ("a tab", HATS, "  off:", "\toff:", "PL223", 7, ""),
    ("an open quotation", HATS, '"{P} wears a hat"', '"{P} wears a hat', "PL223", 9, ""),
    ("an open bracket", HATS, 'corner@1: "9"}', 'corner@1: "9"', "PL223", 3, ""),
    ("a colon in a text", BOOK, "Made up", "Made up: all", "PL223", 3, ""),
    ("no colon", HATS, "sourced: official", "sourced", "PL223", 4, ""),
    ("uneven indentation", HATS, "    because", "   because", "PL223", 9, ""),
    ("a mark at the beginning", BOOK, "Made up", "@ Made up", "PL223", 3, ""),
    ("an alias", BOOK, "Made up for", "*made", "PL223", 3, ""),
    ("a tag", BOOK, "Made up", "!!python/name:os.system x", "PL223", 3, "quote"),
    ("an empty file", HATS, "*", "", "PL223", 1, ""),
    ("nothing but a comment", PROFILE, "*", "# later\n", "PL223", 1, ""),
    ("a list instead of names", PROFILE, "*", "- corner\n", "PL223", 1, "`-`"),
    ("no value", HATS, "sourced: official", "sourced:", "PL289", 4, "`sourced: "),
    ("a list for a word", HATS, "sourced: official", "sourced: [official]", "PL289", 4, "sourced:"),
    ("a word for a list", CHIP, "[corner:one_chip.call]", "corner:x", "PL289", 17, "[first, second]"),
    ("a word for names", HATS, 'in: {corner@1: "9"}', 'in: "9"', "PL289", 3, "`in:`"),
    ("one language", HATS, ", ja: 帽子は脱ぐ。", "", "PL226", 8, "`ja: …`"),
    ("a comma in a text", HATS, "Hats come off.", "Hats, caps", "PL226", 8, "quote"),
    ("an empty language", HATS, "{en: Hats, ja: 帽子}", "{en: Hats, ja: }", "PL226", 2, "quote"),
    ("a stray brace", HATS, '"{P} wears', '"{P wears', "PL244", 9, "`{P}`"),
    ("a value in a paraphrase", HATS, "Hats come", '"{P} hats come"', "PL223", 8, ""),
    ("braces in a title", HATS, "en: Hats,", 'en: "{P}",', "PL244", 2, "without braces"),
    # --- book.yaml
    ("another folder name", BOOK, "id: corner", "id: korner", "PL229", 1, "`corner`"),
    ("a book id with capitals", BOOK, "id: corner", "id: Corner", "PL291", 1, "small letter"),
    ("an edition of another book", BOOK, "  corner@1: {l", "  house@1: {l", "PL227", 5, "`corner@1`"),
    ("an unknown edition key", BOOK, "version:", "verson:", "PL224", 5, "`version`"),
    ("a chapter without title", BOOK, "    title: {en: Betting, ja: ベット}\n", "", "PL225", 13, "`title: …`"),
    ("a chapter of no edition", BOOK, 'in: {corner@1: "1..8"}', 'in: {corner@2: "1"}', "PL227", 15, "`corner@1`"),
    ("a number in words", BOOK, "value: 2", "value: two", "PL228", 9, "`value: 2`"),
    ("a number in quotes", BOOK, "value: 2", 'value: "2"', "PL228", 9, "`2`"),
    ("wide digits", BOOK, "value: 2", "value: ２", "PL228", 9, "`2`"),
    ("a fraction", BOOK, "value: 2", "value: 2.5", "PL228", 9, "digits alone"),
    ("a parameter without meaning", BOOK, "    means: {en: hands a hat costs, ja: 帽子で休むハンド数}\n", "", "PL225", 8, "`means: …`"),
    ("a parameter of no edition", BOOK, 'in: {corner@1: "9"}', 'in: {corner@9: "9"}', "PL227", 11, "`corner@1`"),
    ("a parameter's name", BOOK, "  hat_hands:", "  Hat hands:", "PL291", 8, "`hat_hands`"),
    ("the book below", BOOK, "book: tda@2026", "book: tda@2062", "PL227", 6, "`tda@2026`"),
    # --- a topic
    ("another file name", HATS, "topic: hats", "topic: hat", "PL229", 1, "`hats`"),
    ("a number that is not there", HATS, '"9"', '"19"', "PL282", 3, "`9`"),
    ("an unknown edition", HATS, 'corner@1: "9"', 'corner@2: "9"', "PL227", 3, "`corner@1`"),
    ("an unknown source", HATS, "official", "offical", "PL231", 4, "`official`"),
    ("an unknown kind of decision", HATS, "fully", "full", "PL231", 5, "`fully`"),
    ("a clause's name", HATS, "  off:", "  Take-off:", "PL291", 7, "`take_off`"),
    ("a clause without logic", HATS, "clauses:\n", "clauses:\n  on:\n    paraphrase: {en: x, ja: あ}\n    because: {en: x, ja: あ}\n", "PL233", 7, "`concludes(corner_hats_on"),
    ("no default", CHIP, "    default: any\n", "", "PL225", 7, "`default: …`"),
    ("a default that is none", CHIP, "default: any", "default: ani", "PL230", 8, "`any`"),
    ("an exception to nothing", CHIP, "[corner:one_chip.call]", "[corner:one_chip.cal]", "PL234", 17, "`corner:one_chip.call`"),
    ("an exception to another book", CHIP, "[corner:one_chip.call]", "[tda:undercall.later]", "PL234", 17, "same issue"),
    ("exceptions in a circle", CHIP, "  call:\n", "  call:\n    excepts: [corner:one_chip.raise]\n", "PL236", 19, "`excepts`"),
    ("a clause that excepts itself", CHIP, "[corner:one_chip.call]", "[corner:one_chip.raise]", "PL236", 17, "`excepts`"),
    ("an unknown value in a sentence", CHIP, "one chip makes {V}", "one chip makes {W}", "PL244", "one_chip.lp:3", "V in the sentence"),
    ("a parameter twice", CHIP, "readings:", 'parameters:\n  hat_hands: {value: 1, means: {en: x, ja: あ}, in: {corner@1: "7"}}\nreadings:', "PL222", 7, "book.yaml:9"),
    ("a reading twice", HATS, "clauses:", "readings:\n  small:\n    default: a\n    reason: x\n    alternatives:\n      a: {en: x, ja: あ}\nclauses:", "PL222", 7, "one_chip.yaml:8"),
    ("a topic reference to nothing", HATS, "clauses:", "see_also: [on_chip]\nclauses:", "PL281", 6, "`one_chip`"),
    # --- profile
    ("an edition that is none", PROFILE, "tda@2026", "tda@2062", "PL227", 3, "`tda@2026`"),
    ("no books", PROFILE, "[tda@2026, corner@1]", "[]", "PL227", 3, "`books: ["),
    ("two editions of a book", PROFILE, "tda@2026", "tda@2026, tda@2024", "PL227", 3, "keep one"),
    ("another profile name", PROFILE, "id: corner", "id: house", "PL229", 1, "`corner`"),
    ("one book without a list", PROFILE, "[tda@2026, corner@1]", "corner@1", "PL289", 3, "`books: ["),
    ("a profile that is shipped", "profiles/every.yaml", "*", "id: every\ntitle: {en: a, ja: あ}\nbooks: [corner@1]\n", "PL222", 1, "another name"),
    # --- issues
    ("an issue to extend", ISSUES, "penalty:", "penalties:", "PL222", 1, "`penalty`"),
    ("an answer that is there", ISSUES, "bareheaded:", "warning:", "PL222", 4, "another name"),
    ("an issue that is there", ISSUES, "hat:", "penalty2:\n  extends: no\n  answers: {}\nhat:", "PL289", 9, "`true`"),
    ("an issue defined twice", ISSUES, "  extends: true\n", "  asks: {en: x, ja: あ}\n  about: event\n", "PL222", 1, "another name"),
    ("what it is about", ISSUES, "about: player", "about: players", "PL289", 10, "`player`"),
    ("what it supports", ISSUES, "supports: penalty", "supports: penalti", "PL235", 11, "`penalty`"),
    ("the answers of no issue", ISSUES, "  answers:\n    own: {do: own, taken_by: [folds]}", "  answers: {}\n  answers_of: acts", "PL235", 13, "`act`"),
    ("taken by nothing", ISSUES, "[folds]", "[fold]", "PL289", 13, "`folds`"),
    ("an answer without `do`", ISSUES, "      do: take-off-the-hat\n", "", "PL225", 4, "`do: …`"),
    ("an argument of an answer", ISSUES, "takes off the hat", "takes off {X}", "PL244", 6, "`who`"),
    ("phrases that are no list", ISSUES, '["{who} takes off the hat"]', '"{who} takes off the hat"', "PL289", 6, "[first, second]"),
    # --- vocabulary
    ("an unknown kind", WORDS, "kind: incident", "kind: incidant", "PL289", 2, "`incident`"),
    ("an unknown sort", WORDS, "args: [{P: player}]", "args: [{P: playr}]", "PL280", 3, "`player`"),
    ("arguments that are no pairs", WORDS, "args: [{P: player}]", "args: [P]", "PL289", 3, "[{P: player}]"),
    ("a class of nobody", WORDS, "offence of P", "offence of Q", "PL289", 4, "`P`"),
    ("a class that nothing reads", WORDS, "offence of P", "offense of P", "PL288", 4, "`offence`"),
    ("a gesture of nobody", WORDS, "  kind: observation", "  kind: observation\n  classes: [gesture]", "PL289", 10, "[{P: player}]"),
    ("an entry that is there", WORDS, "wears_a_hat:", "appeals:", "PL222", 1, "another name"),
    ("a sentence without its value", WORDS, 'says: {en: "{P} wears', 'says: {en: "{Q} wears', "PL244", 7, "`P`"),
    ("no sentence", WORDS, '  says: {en: "{P} wears a hat", ja: "{P} が帽子をかぶる"}\n', "", "PL226", 1, "`says: …`"),
    ("true or false", WORDS, "  classes:", "  ruled: no\n  classes:", "PL289", 4, "`false`"),
    # --- concepts and words for looking up
    ("the words of a concept", CONCEPTS, "{P} has", "{Q} has", "PL244", 4, "`P`"),
    ("a concept twice", CONCEPTS, "  hatted:", "  faces:", "PL222", 2, "another name"),
    ("the sort of a concept", CONCEPTS, "P: player", "P: players", "PL280", 3, "`player`"),
    ("a concept without words", CONCEPTS, '    ja: "{P}は帽子を持つ"\n', "", "PL225", 2, "`ja: …`"),
    ("a word in one language", CONCEPTS, ", ja: フェルト", "", "PL226", 7, "`ja: …`"),
    ("a group in one language", SEARCH, "    ja: [山高帽]\n", "", "PL225", 2, "`ja: …`"),
    ("a word in two groups", SEARCH, "bowler hat", "undercall", "PL250", 2, "keep it"),
    ("no words", SEARCH, "[山高帽]", "[]", "PL250", 4, "`ja: [word, another word]`"),
    # --- logic that cannot be read
    ("no dot", CHIP_LP, "offered(V,E).", "offered(V,E)", "PL241", 2, "`.`"),
    ("no dot at the end", CHIP_LP, "V < M.", "V < M", "PL241", 6, "`.`"),
    ("no comma", CHIP_LP, "by_chips(E), judged", "by_chips(E) judged", "PL241", 2, "`,`"),
    ("no comma at the end of a line", CHIP_LP, "least_to(P,M), V >= M, r", "least_to(P,M)\n    , V >= M\n    r", "PL241", 5, "`,`"),
    ("an open bracket", CHIP_LP, "by_chips(E)", "by_chips(E", "PL241", 2, "`)`"),
    ("a bracket too many", CHIP_LP, "owes(P),", "owes(P)),", "PL241", 2, "take it out"),
    ("the wrong bracket", CHIP_LP, "owes(P)", "owes(P]", "PL241", 2, "`)`"),
    ("nothing behind a comma", CHIP_LP, "V < M.", "V < M,.", "PL241", 6, "`,`"),
    ("a turned sign", CHIP_LP, "V >= M", "V => M", "PL241", 4, "`>=`"),
    ("the other turned sign", CHIP_LP, "V >= M", "V =< M", "PL241", 4, "`<=`"),
    ("and", CHIP_LP, "judged(P,E), one", "judged(P,E) and one", "PL241", 2, "`,`"),
    ("an exclamation mark", CHIP_LP, "owes(P)", "!owes(P)", "PL241", 2, "`not`"),
    ("a capital letter", CHIP_LP, "owes(P)", "Owes(P)", "PL241", 2, "`owes`"),
    ("a number with a comma", CHIP_LP, "V >= M", "V >= 1,000", "PL241", 4, "`1000`"),
    ("a number with a point", CHIP_LP, "V >= M", "V >= 1.5", "PL241", 4, "`1000`"),
    ("wide digits in logic", CHIP_LP, "V >= M", "V >= １０", "PL241", 4, "`10`"),
    ("a wide comma", CHIP_LP, "owes(P),", "owes(P)、", "PL241", 2, "`,`"),
    ("a Japanese name", CHIP_LP, "owes(P)", "借り(P)", "PL241", 2, "a to z"),
    ("an open text", CHIP_LP, "owes(P)", 'owes("P)', "PL241", 2, '`"`'),
    ("an open comment", CHIP_LP, "% One chip", "%* One chip", "PL241", 1, "`*%`"),
    ("a quoted name", CHIP_LP, "owes(P)", "owes('p')", "PL241", 2, "`p`"),
    ("a function", CHIP_LP, "V >= M", "V >= max(M,1)", "PL241", 4, "`X = #max { V; M }`"),
    ("a character nobody sees", CHIP_LP, "owes(P)", "owes(P)\0", "PL241", 2, "anew"),
    # --- logic that no book may have
    ("a choice", CHIP_LP, "_lone(P,V,E) :-", "{ _lone(P,V,E) } :-", "PL240", 2, "`not`"),
    ("a constraint", CHIP_LP, "_lone(P,V,E) :-", ":- owes(P).\n_lone(P,V,E) :-", "PL240", 2, "`not`"),
    ("a colon for a rule", CHIP_LP, "_lone(P,V,E) :-", "_lone(P,V,E) :", "PL240", 2, "`not`"),
    ("an arrow for a rule", CHIP_LP, "_lone(P,V,E) :-", "_lone(P,V,E) <-", "PL240", 2, "`not`"),
    ("a minus", CHIP_LP, "owes(P)", "-owes(P)", "PL240", 2, "`not`"),
    ("a script", HATS_LP, "% Hats", "#script (python)", "PL240", 1, ""),
    ("a constant", HATS_LP, "% Hats ", "#const n = 2. % ", "PL240", 1, "`not`"),
    # --- logic that says nothing
    ("an unknown predicate", CHIP_LP, "by_chips(E)", "by_chps(E)", "PL245", 2, "`by_chips/1`"),
    ("an unknown private one", CHIP_LP, "    _lone(P,V,E), least", "    _loan(P,V,E), least", "PL245", 3, "`_lone/3`"),
    ("a predicate like none", CHIP_LP, "by_chips(E)", "zzqqx(E)", "PL245", 2, "kb/vocabulary"),
    ("too many arguments", CHIP_LP, "one_chip(E)", "one_chip(P,E)", "PL283", 2, "`one_chip(E)`"),
    ("too few arguments", HATS_LP, "wears_a_hat(P,E)", "wears_a_hat(P)", "PL283", 2, "`wears_a_hat(P,E)`"),
    ("arguments of an observation", HATS_LP, "observed(hat_seen,E)", "observed(hat_seen)", "PL283", 2, "observed"),
    ("a private one of another file", HATS_LP, "happens(E)", "_lone(P,_,E)", "PL284", 2, "its own file"),
    ("a private one of the core", HATS_LP, "happens(E)", "_cannot_act(P,E)", "PL284", 2, "its own file"),
    ("an unsafe variable", CHIP_LP, "V >= M,", "V >= Q,", "PL249", 3, "`not`"),
    ("an unsafe name", CHIP_LP, "least_to(P,M), V >= M", "least_to(P,Least), V >= Leats", "PL249", 3, "`Least`"),
    ("an unknown clause", CHIP_LP, "corner_one_chip_raise", "corner_one_chp_raise", "PL243", 3, "`corner_one_chip_raise`"),
    ("a clause of another file", HATS_LP, "corner_hats_off", "corner_one_chip_call", "PL243", 2, "`one_chip.lp`"),
    ("a conclusion with two", HATS_LP, "penalty(E),bareheaded", "penalty(E)", "PL242", 2, "concludes("),
    ("an unknown issue", CHIP_LP, "meaning(E),raise", "meanig(E),raise", "PL235", 3, "`meaning`"),
    ("the ruling of no issue", CHIP_LP, "reading(corner,small,any)", "not ruling(acts(E),fold)", "PL235", 3, "`act`"),
    ("an issue of two", CHIP_LP, "meaning(E),raise", "meaning(P,E),raise", "PL232", 3, ":"),
    ("an unknown answer", CHIP_LP, "raise(V)) :-", "rais(V)) :-", "PL287", 3, "`raise`"),
    ("an answer without amount", CHIP_LP, "raise(V)) :-", "raise) :-", "PL283", 3, "`raise(to)`"),
    ("the ruling of no answer", CHIP_LP, "reading(corner,small,any)", "not ruling(act(E),folds)", "PL287", 3, "`fold`"),
    ("open to nobody", HATS_LP, "penalty(E),bareheaded", "penalty(E),open(flor,bareheaded)", "PL287", 2, "`floor`"),
    ("an unknown effect", HATS_LP, "% Hats", "effect(penalty(E),bareheaded,drp) :- happens(E), ruling(penalty(E),bareheaded).\n%", "PL287", 1, "`drop`"),
    ("an unknown reading", CHIP_LP, "corner,small,any", "corner,small,ani", "PL246", 3, "`corner:small=any`"),
    ("a reading of no book", CHIP_LP, "corner,small,any", "korner,small,any", "PL246", 3, "`corner:small=any`"),
    ("an unknown parameter", HATS_LP, "hat_hands,N", "hat_hand,N", "PL247", 2, "`hat_hands`"),
    ("a parameter nobody declared", HATS_LP, "hat_hands,N", "zzqqx,N", "PL247", 2, "`parameters:`"),
    ("an unknown observation", HATS_LP, "hat_seen", "hat_sen", "PL248", 2, "`hat_seen`"),
    ("a player for chips", CHIP_LP, "raise(V)) :-", "raise(P)) :-", "PL285", 3, "another letter"),
    ("turned arguments", CHIP_LP, "call_price(P,C)", "call_price(C,P)", "PL285", 5, "in order"),
    ("a word for chips", CHIP_LP, "raise(V)) :-", "raise(big)) :-", "PL285", 3, "a variable"),
    ("a conclusion nobody reads", CHIP_LP, "concludes(corner_one_chip_raise", "conclude(corner_one_chip_raise", "PL288", 3, "`concludes/3`"),
    ("a fact of the table", HATS_LP, "% Hats", "raises(P,V,E) :- happens(E), wears_a_hat(P,E), faces(P,V).\n%", "PL288", 1, "your own"),
    ("a name of the core", HATS_LP, "% Hats", "live(P) :- wears_a_hat(P,E), happens(E).\n%", "PL288", 1, "`_`"),
    ("denial in a circle", CHIP_LP, "% One chip", "_a(E) :- happens(E), not _b(E).\n_b(E) :- happens(E), not _a(E).\n%", "PL286", 1, "absence"),
    ("an answer without itself", CHIP_LP, "reading(corner,small,any)", "not ruling(meaning(E),call(_))", "PL286", 3, "absence"),
    ("a count over the core's recursion", CHIP_LP, "% One chip", "turn(P,T) :- seat(P,_), happens(T), 0 = #count { Q : turn(Q,T) }.\n%", "PL288", 1, "`_`"),
    ("a count over itself", CHIP_LP, "% One chip", "_a(P,E) :- seat(P,_), happens(E), 0 = #count { Q : _a(Q,E) }.\n%", "PL286", 1, "absence"),
    # --- what is still to be written
    ("a mark in YAML", HATS, "Hats come off.", '"??? the norm"', "PL290", 8, "`???`"),
    ("a mark in logic", HATS_LP, "% Hats", "% ??? one sentence", "PL290", 1, "`???`"),
    ("a wide mark", HATS, "帽子は脱ぐ。", "？？？ 要約", "PL290", 8, "`???`"),
]  # fmt: skip


def house(place: Path) -> Path:
    """The house of these tests, which is right."""
    return corner.build(place, FILES)


def refused(place: Path) -> BookError:
    """What loading this house says."""
    with pytest.raises(BookError) as caught:
        load([folder("kb"), place])
    return caught.value


def complete(error: BookError, code: str, place: str, helps: str) -> None:
    """The error has a code, a place, and help without a word of the tools below."""
    english, japanese = error.render(lang="en"), error.render(lang="ja")
    assert error.code == code, english
    assert f"--> {place}" in english
    assert error.help and helps in error.help, english
    assert not RAW.search(re.sub("`[^`]*`", "", english)), english
    assert KANA.search(japanese.splitlines()[0])
    assert error.advice and KANA.search(error.advice.text("ja")), japanese


def test_the_house_is_right(tmp_path: Path) -> None:
    assert "corner" in load([folder("kb"), house(tmp_path)]).books


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "line", "helps"),
    [row[1:] for row in MISTAKES],
    ids=[f"{row[0]} ({Path(row[1]).name})" for row in MISTAKES],
)
def test_a_mistake_is_told(
    tmp_path: Path, file: str, old: str, new: str, code: str, line: int | str, helps: str
) -> None:
    path = house(tmp_path) / file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    assert old == "*" or old in text
    path.write_text(new if old == "*" else text.replace(old, new, 1), encoding="utf-8")
    place = f"{path}:{line}:" if isinstance(line, int) else f"{path.parent / line}:"
    complete(refused(tmp_path), code, place, helps)


def move(place: Path, old: str, new: str) -> None:
    """Rename a file or a folder of the house."""
    (place / new).parent.mkdir(parents=True, exist_ok=True)
    shutil.move(place / old, place / new)


# what is wrong, what is renamed to what, code, place, what helps
SHAPES: list[tuple[str, str, str, str, str, str]] = [
    ("no book.yaml", BOOK, "books/corner/buch.txt", "PL229", "books/corner", "`pokerlogic new book corner"),
    ("no logic", HATS_LP, "books/corner/conduct/hats.txt", "PL229", f"{HATS}:1:", "`hats.lp`"),
    ("logic of another name", HATS_LP, "books/corner/conduct/hat.lp", "PL229", "books/corner/conduct/hat.lp:1:", "`hats.yaml`"),
    ("no YAML beside the logic", HATS, "books/corner/hats.txt", "PL229", f"{HATS_LP}:1:", "`pokerlogic new clause`"),
    ("a topic outside a chapter", HATS, "books/corner/hats.yaml", "PL229", "books/corner/hats.yaml", "`betting/hats.yaml`"),
    ("the other ending", PROFILE, "profiles/corner.yml", "PL221", "profiles/corner.yml", "`corner.yaml`"),
    ("a folder of a near name", "profiles", "profile", "PL221", "profile", "`profiles`"),
    ("another folder name", "books/corner", "books/house", "PL229", "books/house/book.yaml:1:", "`house`"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "code", "where", "helps"),
    [row[1:] for row in SHAPES],
    ids=[r[0] for r in SHAPES],
)
def test_a_file_out_of_place_is_told(
    tmp_path: Path, old: str, new: str, code: str, where: str, helps: str
) -> None:
    move(house(tmp_path), old, new)
    complete(refused(tmp_path), code, str(tmp_path / where), helps)


def test_the_folder_of_one_book_is_no_folder_of_books(tmp_path: Path) -> None:
    error = refused(house(tmp_path) / "books/corner")
    complete(error, "PL221", str(tmp_path / "books/corner"), f"`{tmp_path}`")


def test_the_folder_above_a_house(tmp_path: Path) -> None:
    place = house(tmp_path / "myhouse")
    complete(refused(tmp_path), "PL221", str(tmp_path), f"`{place}`")


@pytest.mark.parametrize("file", [HATS, HATS_LP])
def test_a_file_in_another_encoding(tmp_path: Path, file: str) -> None:
    path = house(tmp_path) / file
    path.write_bytes("# 帽子\n".encode("shift_jis") + path.read_bytes())
    code = "PL223" if file == HATS else "PL241"
    complete(refused(tmp_path), code, str(path), "UTF-8")


def test_a_mark_at_the_head_of_a_file_does_no_harm(tmp_path: Path) -> None:
    for name in (HATS, HATS_LP):
        path = house(tmp_path) / name
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert "corner" in load([folder("kb"), tmp_path]).books


# Phrases are told apart by the notation.
PHRASES = [
    ("a phrase of another entry", "{P} wears a hat", "{P} appeals", "PL203", "word one of them"),
    ("a line of the notation", "{P} wears a hat", "{P} folds", "PL203", "word the phrase"),
    ("a word that begins no line", "{P} wears a hat", "somebody wears {P}'s hat", "PL202", "reserved"),
    ("a value that is no argument", "{P} wears a hat", "{Q} wears a hat", "PL202", "arguments are"),
    ("a value that is left out", "{P} wears a hat", "dealer wears a hat", "PL202", "arguments are"),
    ("a colon in a phrase", "{P} wears a hat", "{P} wears: a hat", "PL202", "a phrase is words"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "code", "helps"), [row[1:] for row in PHRASES], ids=[r[0] for r in PHRASES]
)
def test_a_phrase_that_cannot_be_used_is_told(
    tmp_path: Path, old: str, new: str, code: str, helps: str
) -> None:
    path = house(tmp_path) / WORDS
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(f'["{old}"]', f'["{new}"]'), encoding="utf-8")
    with pytest.raises(BookError) as caught:
        tables((tmp_path,))
    complete(caught.value, code, f"{path}:1:", helps)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("command", ["books", "rule", "test", "fmt"])
def test_every_command_says_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, lang: str
) -> None:
    path = house(tmp_path) / WORDS
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("kind: incident", "kind: incidant"), encoding="utf-8")
    table = tmp_path / "a.table"
    table.write_text("game NLHE\n", encoding="utf-8")
    given = [] if command == "books" else [str(table)]
    assert main([command, *given, "--books", str(tmp_path), "--lang", lang, "--json"]) == 2
    written = capsys.readouterr()
    error = json.loads(written.out)["error"]
    assert (error["code"], error["file"], error["line"]) == ("PL289", str(path), 2)
    assert "`incident`" in error["help"]
    assert "2 |   kind: incidant" in written.err
    assert "Traceback" not in written.err
