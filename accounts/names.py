"""Names that cannot be taken for one another.

A name is brought to one form (NFKC), written in one script, and has nothing invisible in it. Two
names that look alike have one skeleton, as Unicode's technical standard 39 calls it, and only one
of them can be taken.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from confusable_homoglyphs.categories import alias  # type: ignore[import-untyped]  # it has no types
from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]  # too
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.text import stream_safe

# Written together in one language. Everything else is written in one script.
TOGETHER = (
    {"HAN", "HIRAGANA", "KATAKANA"},  # Japanese
    {"HAN", "HANGUL"},  # Korean
    {"HAN", "BOPOMOFO"},  # Chinese
)
SIGNS = set("0123456789.-_ー")  # of every script; the last is a long vowel in Japanese
INVISIBLE = "\u115f\u1160\u3164\uffa0"  # fillers of Hangul, which count as letters
LEFT_TO_RIGHT = "\u200e"  # stands around letters of other directions in the table that we read
CLASH = "#"  # in no name: marks the skeleton of a name that was there before skeletons were


def normalised(name: str) -> str:
    return unicodedata.normalize("NFKC", stream_safe(name))


def refuse_mixture(name: str) -> None:
    """Refuse letters of several scripts, of none that is known, and such as cannot be seen."""
    if any(letter in INVISIBLE or unicodedata.category(letter) == "Cf" for letter in name):
        raise ValidationError(_("A name has no invisible letters in it."), code="invisible")
    letters = set(name) - SIGNS
    scripts = {alias(letter) for letter in letters} - {"INHERITED"}
    known = not scripts & {"COMMON", "Unknown"}
    if not known or (len(scripts) > 1 and not any(scripts <= group for group in TOGETHER)):
        raise ValidationError(
            _("Write the name in one alphabet: letters of several can look alike."), code="mixture"
        )
    digits = {ord(sign) - unicodedata.decimal(sign) for sign in name if sign.isdecimal()}
    if len(digits) > 1:
        raise ValidationError(_("Write all digits in one way."), code="mixture")


def skeleton(name: str) -> str:
    """Return the same text for all names that look alike, in whatever case."""
    parts = unicodedata.normalize("NFD", normalised(name))
    alike = "".join(_prototypes().get(letter, letter) for letter in parts)
    return unicodedata.normalize("NFD", alike.casefold())


def is_ours(name: str) -> bool:
    """Is it what the site calls itself, its bots, or somebody who is gone, or like it?"""
    if any(_looks(part) & _looks("bot") for part in re.split(r"[._-]", name)):
        return True
    return any(_looks(name) & _looks(word) for word in _words_of_ours())


def _looks(name: str) -> set[str]:
    """Return its skeletons in every case, without the signs between its words."""
    bare = re.sub(r"[\W_]", "", name)
    return {skeleton(bare), skeleton(bare.lower()), skeleton(bare.upper())}


def _words_of_ours() -> Iterator[str]:
    yield from settings.ACCOUNT_USERNAME_BLACKLIST
    for code, _name in settings.LANGUAGES:
        with override(code):
            yield from (_("former player"), _("open seat"))


@cache  # 40 ms, to read a table of ten thousand letters
def _prototypes() -> dict[str, str]:
    """Return for each letter the one that stands for all that look like it.

    The table says of each letter which others it looks like, both ways. Those that hang together
    are one class. A class with several letters in a row in it (rn for m) is known by these.
    """
    classes: dict[str, set[str]] = {}
    for letter, others in confusables_data.items():
        joined = {letter.strip(LEFT_TO_RIGHT)}
        joined |= {other["c"].strip(LEFT_TO_RIGHT) for other in others}
        for member in list(joined):
            joined |= classes.get(member, set())
        for member in joined:
            classes[member] = joined
    return {member: min(alike, key=_rank) for member, alike in classes.items() if len(member) == 1}


def _rank(letters: str) -> tuple[bool, bool, bool, str]:
    """Several letters first, then plain ones, small before large."""
    is_small, is_plain = letters.isascii() and letters.islower(), letters.isascii()
    return len(letters) == 1, not is_small, not (is_plain and letters.isalpha()), letters
