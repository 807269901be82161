"""What moves on a table when something has happened, and what deserves to be shown large.

A title says it of each event, as the reader may read it (`Presenter.motions`, `Presenter.moment`);
`static/js/motion.js` plays it from the old picture to the new one. Nothing hidden may be heard in the
time: a motion's time comes from its kind and from lengths that everybody sees, never from a face.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

# How it moves: from the first place of its way to the last; from each to the next, hopping; an eye
# goes there and rests; in its place it turns over, shakes, goes, tumbles, or is only shown.
Kind: TypeAlias = Literal["fly", "hop", "look", "turn", "shake", "go", "roll", "show"]

CARD: Final = (100, 140)
SQUARE: Final = (100, 100)


class Faces(NamedTuple):
    """What is drawn: names in the title's sprite, each over the one before; what it turns up as.

    `size` is in units of the board, of which a cell is 100 wide.
    """

    shown: tuple[str, ...] = ()  # nothing: the back of a card
    then: tuple[str, ...] = ()
    size: tuple[int, int] = SQUARE


NO_FACES: Final = Faces()
BACK: Final = Faces(size=CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """One thing that moves. A place is the id of an element, or two, "a+b": what both span.

    `leaves`: it is taken from where the old picture draws it. `ends`: it is not to be seen where it
    arrives, as a card in somebody's hand. `turned`: it lies upside down; `looks`: it looks where it
    goes. `beside`: it begins with the motion before it. `brings`: ids of the cards that the reader
    has in hand from it; they are marked there (`Stage.drawn`), not moved.
    """

    kind: Kind
    ms: int
    way: tuple[str, ...]
    faces: Faces = NO_FACES
    leaves: bool = False
    ends: bool = False
    turned: bool = False
    looks: bool = False
    beside: bool = False
    brings: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        flags = {
            "leaves": self.leaves,
            "ends": self.ends,
            "turned": self.turned,
            "looks": self.looks,
            "beside": self.beside,
        }
        faces = {"faces": self.faces} if self.faces != NO_FACES else {}
        set_ones = {name: True for name, is_set in flags.items() if is_set}
        return {"kind": self.kind, "ms": self.ms, "way": self.way, **faces, **set_ones}


def seat_place(seat: int) -> str:
    """Where a seat is at every table: the part of its person."""
    return f"person_{seat}"


def looked(seat: int, place: str) -> Motion:
    """A secret look: the same for whoever looks and for whoever sees somebody look."""
    return Motion(kind="look", ms=650, way=(seat_place(seat), place))


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What is shown large. A secret stays on the stage until the reader's next choice; harm to the
    reader is a banner until it is touched; a peak is what everybody looks up for.

    `about`: the row of claims (`ClaimRow.about`) in which the reader can tell the others of it. It
    follows from what is public about the event, so that the offer is the same whatever was seen.
    """

    kind: Literal["secret", "harm", "peak"]
    heading: str
    says: str = ""
    faces: Faces = NO_FACES
    about: str = ""
