"""Which listed word stands in a text, if one does.

Text and list are brought to one form first: compatible letters become one (NFKC), those that look
alike too (`accounts.names.skeleton`), marks over letters go, and digits and signs within a word are
the letters that they stand for. Then the words are read once, from the first to the last: the time
is in proportion to the length of the text, whatever it is made of.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from accounts.names import normalised, skeleton
from games.models import ListedWord

# Possessive: what a part has taken is never tried again.
_WORD = re.compile(r"[^\W_][^\W_@$]*+(?:[@$]++[^\W_@$]++)*+\$*+")
_MARKS = re.compile("[\u0300-\u036f]+")
_LOOKS = str.maketrans("i", "l")  # with 1 and I, which have the skeleton of l
_STANDS_FOR = str.maketrans("34578@$", "eastbas")
_LONG, _TWICE, _ONCE = 3, 2, 1  # a letter in a row


@dataclass(frozen=True, slots=True)
class WordList:
    """A list, ready to be looked for. Words that begin like a stem are found by its length."""

    phrases: Mapping[tuple[str, ...], str]
    lengths: tuple[int, ...]  # of the phrases, in words
    stems: Mapping[str, str]
    stem_lengths: tuple[int, ...]

    def first_in(self, text: str) -> str:
        """The listed word, as it stands in the list; nothing: none."""
        words = list(_words(text))
        # As they are, and with letters that are drawn out made two, and one.
        for most in (len(text), _TWICE, _ONCE):
            found = self._first([_shortened(word, most) for word in words])
            if found:
                return found
        return ""

    def _first(self, words: Sequence[str]) -> str:
        for index, word in enumerate(words):
            for length in self.lengths:
                if listed := self.phrases.get(tuple(words[index : index + length])):
                    return listed
            for length in self.stem_lengths:
                if listed := self.stems.get(word[:length]):
                    return listed
        return ""


def listed_in(text: str) -> ListedWord | None:
    """The first one there; asks the database for the list, which anybody of the staff may change."""
    listed = {one.word: one for one in ListedWord.objects.order_by("word")}
    return listed.get(compiled(tuple(listed)).first_in(text))


@lru_cache(maxsize=2)  # saves 5 µs for every word of the list, at every line that is written
def compiled(listed: tuple[str, ...]) -> WordList:
    phrases, stems = dict[tuple[str, ...], str](), dict[str, str]()
    for entry in listed:
        words = tuple(_words(entry))
        if not words:
            continue
        if entry.endswith("*") and len(words) == 1:
            stems[words[0]] = entry
        else:
            phrases[words] = entry
    return WordList(
        phrases,
        tuple(sorted({len(words) for words in phrases})),
        stems,
        tuple(sorted({len(stem) for stem in stems})),
    )


def _words(text: str) -> Iterator[str]:
    """In their one form. Letters that stand alone in a row are a word that was pulled apart."""
    alone = ""
    for found in _WORD.finditer(_without_marks(normalised(text).casefold())):
        word = _read(found.group())
        if len(word) == 1:
            alone += word
            continue
        if alone:
            yield alone
        alone = ""
        yield word
    if alone:
        yield alone


def _read(word: str) -> str:
    """Digits among letters stand for letters; a number is a number."""
    bare = word.strip("$")
    if bare.isdecimal():
        return bare
    return _without_marks(skeleton(word)).translate(_STANDS_FOR).translate(_LOOKS)


def _without_marks(text: str) -> str:
    return _MARKS.sub("", unicodedata.normalize("NFD", text))


def _shortened(word: str, most: int) -> str:
    runs = ((letter, len(list(run))) for letter, run in groupby(word))
    return "".join(letter * (min(n, most) if n >= _LONG else n) for letter, n in runs)


def is_findable(entry: str) -> bool:
    """Whether the list can hold this: a single letter would hold back everything."""
    return any(len(word) > 1 for word in _words(entry))
