"""What a table asks of its reader beside a move: boxes with a sentence or two, and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.matchlog.access import Visit


@dataclass(frozen=True, slots=True)
class AskButton:
    """What it does, as the form of the table names it, and what it says."""

    do: str
    label: str
    is_prime: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A box: what it is about, and what may be answered."""

    icon: str
    text: str
    more: str = ""
    buttons: tuple[AskButton, ...] = ()


def asks_of(visited: Visit) -> list[Ask]:
    """What the table asks this visitor's seat. A spectator is asked nothing."""
    return [*_kept(visited)] if visited.is_running else []


def _kept(visited: Visit) -> Iterator[Ask]:
    """The keeper moved: the seat is still its account's, which takes it back whenever it likes."""
    seat = visited.mine
    if seat is None or not (seat.kept or seat.keeper):
        return
    times = seat.kept
    text = ngettext("The keeper moved for you.", "The keeper moved for you %(n)s times.", times)
    if seat.keeper:
        more = _("It plays on at once, until you are here again.")
    elif times == 1:
        more = _("You ran out of time. Your seat is still yours.")
    else:
        more = _("You ran out of time. One more in a row, and the keeper stays until you are back.")
    yield Ask(
        icon="keeper",
        text=text % {"n": times} if times else _("The keeper plays for you."),
        more=more,
        buttons=(AskButton("take_back", _("I am back: take my seat"), is_prime=True),),
    )
