"""What a table asks of its reader beside a move: boxes with a sentence or two, and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks import is_live
from games.matchlog.access import Visit, names_in_log


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
    about: datetime | None = None  # the moment that the text asks about
    more: str = ""
    until: datetime | None = None
    links: tuple[tuple[str, str], ...] = ()  # an address beside the table's, and what it says
    buttons: tuple[AskButton, ...] = ()


def asks_of(visited: Visit) -> list[Ask]:
    """What the table asks this visitor's seat. A spectator is only told of seats that are open."""
    if not visited.is_unfinished:
        return []
    return [*_end(visited), *_pause(visited), *_kept(visited), *_open(visited)]


def _open(visited: Visit) -> Iterator[Ask]:
    """Seats that a substitute may take: players offer them, spectators take them."""
    called = names_in_log(visited.seats)(visited.match.number or 0)
    for seat in visited.seats:
        is_for_me = visited.mine is not None or seat.offered == "anyone"
        if not seat.offered or seat is visited.mine or not is_for_me or not visited.is_running:
            continue
        label = _("Look at the seat") if visited.mine is None else _("Offer it")
        yield Ask(
            icon="door",
            text=_("%(name)s’s seat is open to a substitute.") % {"name": called[seat.index]},
            more=_("The keeper plays until somebody takes it."),
            links=((f"seat/{seat.index}", label),),
        )


def _end(visited: Visit) -> Iterator[Ask]:
    """Shall the match be called off? How people answered is not shown, only how many."""
    match, mine = visited.match, visited.mine
    if mine is None or match.end_asked_until is None or match.end_asked_by is None:
        return
    asked = [seat for seat in visited.seats if seat.is_played]
    answered = sum(seat.agrees_to_end for seat in asked)
    name = names_in_log(visited.seats)(match.number or 0)[match.end_asked_by]
    facts = {"name": name, "asked": len(asked), "answered": answered}
    more = _("%(name)s asks everyone. It ends only if all %(asked)s still playing agree.") % facts
    more += (
        " "
        + ngettext("%(answered)s has answered.", "%(answered)s have answered.", answered) % facts
    )
    buttons: tuple[AskButton, ...] = ()
    if mine.agrees_to_end:
        more += " " + _("You have agreed.")
    else:
        yes, no = _("Yes, end it"), _("No, play on")
        buttons = (AskButton("agree_end", yes), AskButton("refuse_end", no))
    yield Ask(
        icon="flag",
        text=_("Call the match off?"),
        more=more,
        until=match.end_asked_until,
        buttons=buttons,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPause:
    """A question to all who play: shall the clocks stand until then?"""

    by: str
    until: datetime
    why: str
    expires_at: datetime
    agreed: int
    is_mine_to_answer: bool


def asked_pause(visited: Visit) -> AskedPause | None:
    """The one that is open, for those who play."""
    asked, mine = visited.match.pause_asked, visited.mine
    if asked is None or mine is None or not visited.is_running:
        return None
    return AskedPause(
        by=names_in_log(visited.seats)(visited.match.number or 0)[asked["seat"]],
        until=datetime.fromisoformat(asked["until"]),
        why=asked["why"],
        expires_at=datetime.fromisoformat(asked["expires_at"]),
        agreed=len(asked["agreed"]),
        is_mine_to_answer=mine.is_played and mine.index not in asked["agreed"],
    )


def _pause(visited: Visit) -> Iterator[Ask]:
    """How people answered is not shown, only how many. Nor is why: the words of another never
    stand beside a seat's cards (decision 12).
    """
    asked = asked_pause(visited)
    if asked is None:
        return
    facts = {"name": asked.by, "agreed": asked.agreed}
    more = _("%(name)s asks everyone. It begins when all who play agree.") % facts
    more += (
        " " + ngettext("%(agreed)s has agreed.", "%(agreed)s have agreed.", asked.agreed) % facts
    )
    buttons: tuple[AskButton, ...] = ()
    if asked.is_mine_to_answer:
        yes, no = _("Agree"), _("Not now")
        buttons = (AskButton("agree_pause", yes), AskButton("refuse_pause", no))
    yield Ask(
        icon="hourglass",
        text=_("Pause until"),
        about=asked.until,
        more=more,
        until=asked.expires_at,
        links=(("time", _("Why?")),) if asked.why else (),
        buttons=buttons,
    )


def _kept(visited: Visit) -> Iterator[Ask]:
    """The keeper moved: the seat is still its account's, which takes it back whenever it likes."""
    seat = visited.mine
    if seat is None or not (seat.kept or seat.keeper):
        return
    times = seat.kept
    text = ngettext("The keeper moved for you.", "The keeper moved for you %(n)s times.", times)
    if times == 2:
        text = _("The keeper moved for you twice.")
    if seat.keeper:
        more = _("Your seat is open to a substitute. Until then it is yours to take back.")
    elif times == 1 and not _is_live(visited):
        more = _("You ran out of time. Your seat is still yours.")
    else:
        more = _("You ran out of time. One more, and your seat is open to a substitute.")
    yield Ask(
        icon="keeper",
        text=text % {"n": times} if times else _("The keeper plays for you."),
        more=more,
        buttons=(AskButton("take_back", _("I am back: take my seat"), is_prime=True),),
    )


def _is_live(visited: Visit) -> bool:
    """Where the second time may be the last (`holding.settle`)."""
    terms = visited.match.clock_terms
    return terms is not None and is_live(terms)
