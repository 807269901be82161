"""What people write, without what cannot be seen or turns the line round."""

from __future__ import annotations

import re
import unicodedata

# Signs of direction, joiners of width zero, fillers, tags: none of them draws anything.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# These two belong into words of some languages, and between the parts of an emoji.
JOINERS = re.compile(
    "(?<![^\\W_]|[^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\\W_]|[^\x00-\x7f])"
)

LONGEST_READ = 10_000  # letters: nobody may write so many, and more of them are not looked at
MARKS_IN_A_ROW = 30  # over one letter; no language has so many (Unicode's annex 15, 13)


def stream_safe(text: str) -> str:
    """Return it without what would make bringing it to a normal form take long.

    That sorts the marks over a letter, each by moving it past all the others, and holds the
    interpreter meanwhile: half a million of them in a row keep everybody waiting for minutes.
    """
    if text.isascii():
        return text[:LONGEST_READ]
    kept, marks = [], 0
    for letter in text[:LONGEST_READ]:
        for part in unicodedata.normalize("NFKD", letter):
            marks = marks + 1 if unicodedata.combining(part) else 0
        if marks <= MARKS_IN_A_ROW:
            kept.append(letter)
    return "".join(kept)


def visible(text: str, *, lines: bool = False) -> str:
    """Return the text with everything in it to be seen. Without `lines` it is one line."""
    text = unicodedata.normalize("NFC", stream_safe(INVISIBLE.sub("", text)))
    text = JOINERS.sub("", text)
    kept = "\n" if lines else ""
    text = "".join(
        letter if letter in kept or unicodedata.category(letter) not in ("Cc", "Zl", "Zp") else " "
        for letter in text.replace("\r\n", "\n")
    )
    return text.strip() if lines else " ".join(text.split())
