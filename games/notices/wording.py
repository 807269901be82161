"""What a notice says: made from public facts, in the reader's language and zone.

Somebody else may be looking at the screen, so nothing here names a role, a hand or anything that
only the seat knows; the module has no way to a seat's copy. Lines of the log are those that the
public reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.words import duration
from games.engine import EngineError, titles
from games.matchlog import copies
from games.matchlog.access import names, names_in_log
from games.matchlog.audience import PUBLIC
from games.models import Match, Reach, Seat
from games.notices import kinds
from games.notices.mattering import About
from games.notices.rhythm import Wishes, words_zone
from games.rendering.lines import Reading, last_lines

LINES_TOLD = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """A notice in words. `title` and `text` may stand on a locked screen; `subject`: of a mail about
    it alone; `label` and `path`: the one thing to do about it.
    """

    kind: str
    table: str
    title: str
    text: str
    subject: str
    label: str
    path: str
    due: datetime | None = None  # when the reader's time is up, or the reserve begins


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """What is said of a kind. Names in braces stand for facts, see `_FACTS`."""

    title: str
    text: str
    label: str
    subject: str = ""  # if it is not the title
    path: str = ""  # if it is not the table's


@dataclass(frozen=True, slots=True)
class _Telling:
    """What is told to whom, and when. Looks facts up by their names, for those words that name them."""

    it: About
    wishes: Wishes
    now: datetime

    def __getitem__(self, name: str) -> str:
        return _FACTS[name](self)

    @property
    def match(self) -> Match:
        assert self.it.match is not None
        return self.it.match

    @property
    def seat(self) -> Seat:
        assert self.it.seat is not None
        return self.it.seat

    @property
    def facts(self) -> Mapping[str, Any]:
        facts: Mapping[str, Any] = self.it.notice.facts
        return facts

    @property
    def until(self) -> datetime | None:
        return self.seat.reserve_at or self.seat.deadline

    @property
    def left(self) -> timedelta:
        return (self.seat.reserve_at or self.now) - self.now

    def when(self, moment: datetime) -> str:
        return when(moment, self.wishes, self.now)


def say(it: About, wishes: Wishes, now: datetime) -> Saying:
    telling = _Telling(it, wishes, now)
    words = _WORDS[it.notice.kind](telling)
    title = words.title.format_map(telling)
    return Saying(
        kind=it.notice.kind,
        table=it.match.name if it.match else "",
        title=title,
        text=words.text.format_map(telling),
        subject=words.subject.format_map(telling) or title,
        label=words.label,
        path=words.path or reverse("match", args=[telling.match.pk]),
        due=it.seat.reserve_at if it.seat is not None else None,
    )


def when(moment: datetime, wishes: Wishes, now: datetime) -> str:
    """A moment as people say it: tomorrow, 18:40."""
    local, today = moment.astimezone(wishes.zone), now.astimezone(wishes.zone).date()
    clock, days = f"{local:%H:%M}", (local.date() - today).days
    if wishes.zone.key == "UTC":
        clock += " UTC"
    if days == 0:
        return _("today, {time}").format(time=clock)
    if days == 1:
        return _("tomorrow, {time}").format(time=clock)
    day = date_format(local, "l") if 1 < days < 7 else date_format(local, "j F")
    return _("{day}, {time}").format(day=day, time=clock)


def since(it: About) -> list[tuple[int, str]]:
    """What happened since the account was there, as the public reads it: move and sentence."""
    match, seat = it.match, it.seat
    if match is None or match.number is None or seat is None:
        return []
    try:
        copy = copies.of(match, PUBLIC)
        reading = Reading(copy, names(it.seats), None, names_by_move=names_in_log(it.seats))
        lines = [line for line in last_lines(reading, match.number) if line.move > seat.seen]
    except EngineError:  # the log is damaged, as the match's page says: the notice comes without it
        return []
    return [(line.move, str(line.text)) for line in lines[-LINES_TOLD:]]


def last_moved(match: Match, seats: Sequence[Seat]) -> str:
    """The game, and who was the last to move: for a list whose entries have their time beside them."""
    game = str(titles()[match.title].name)
    try:
        last = copies.of(match, PUBLIC).moves[-1]
    except EngineError:  # the log is damaged
        return _("{game}.").format(game=game)
    if last.seat is None or last.by not in ("account", "bot"):
        return _("{game}.").format(game=game)
    name = names_in_log(seats)(last.number)[last.seat]
    return _("{game}. {name} moved last.").format(game=game, name=name)


def company(match: Match, seats: Sequence[Seat]) -> str:
    """Who sits at an open table already."""
    there = [name for name, seat in zip(names(seats), seats, strict=True) if not seat.is_free]
    free = match.size - len(there)
    return ngettext(
        "At the table: {names}; {n} seat is free.",
        "At the table: {names}; {n} seats are free.",
        free,
    ).format(names=", ".join(there), n=free)


# Kind by kind

_FACTS: Mapping[str, Callable[[_Telling], str]] = {
    "table": lambda to: to.match.name,
    "game": lambda to: str(titles()[to.match.title].name),
    "players": lambda to: str(to.match.size),
    "pace": lambda to: to.match.pace_words,
    "reason": lambda to: to.match.reason_words,  # the staff's own words, perhaps with braces
    "host": lambda to: to.match.host.get_username() if to.match.host else _("former player"),
    "starter": lambda to: names(to.it.seats)[_awaited(to)[0].index],
    "asker": lambda to: names(to.it.seats)[to.facts["by"]],
    "caller": lambda to: to.it.caller or _("former player"),
    "move": lambda to: str(to.facts["move"]),
    "until": lambda to: to.when(to.until or to.now),
    "answer_by": lambda to: to.when(datetime.fromisoformat(to.facts["until"])),
    "left": lambda to: _capital(duration(to.left)),
    "reserve": lambda to: duration(_reserve(to)),
    "given": lambda to: duration(to.facts["seconds"]),
}


def _awaited(to: _Telling) -> list[Seat]:
    return [seat for seat in to.it.seats if seat.awaited_since]


def _reserve(to: _Telling) -> timedelta:
    return timedelta(milliseconds=to.seat.bank_ms or 0)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _turn(to: _Telling) -> _Words:
    is_timed = to.until is not None and to.until > to.now
    return _Words(
        title=_("Your turn: {table}"),
        text=_("{game}. Until {until}.") if is_timed else _("{game}."),
        label=_("Play your move"),
    )


def _time(to: _Telling) -> _Words:
    if to.left <= timedelta():
        title = _("Your reserve is running: {table}")
        return _Words(title=title, text=_("{game}."), label=_("Play"))
    terms, text = to.match.clock_terms, _("{game}.")
    if _reserve(to):
        text = _("{game}. Then your reserve begins: {reserve}.")
    elif terms is not None and terms.acts:
        text = _("{game}. Then the keeper moves for you.")
    return _Words(
        title=_("{left} left: {table}"),
        subject=_("{left} left at {table}"),
        text=text,
        label=_("Play"),
    )


def _keeper(to: _Telling) -> _Words:
    plays_on = _("{table}. It plays on until you take your seat back.")
    return _Words(
        title=_("The keeper moved for you"),
        subject=_("The keeper moved for you at {table}"),
        text=plays_on if to.seat.keeper else _("{table}. Your seat is still yours."),
        label=_("Look"),
    )


def _begun(to: _Telling) -> _Words:
    is_fresh = to.match.number == 0 and len(_awaited(to)) == 1
    return _Words(
        title=_("The match begins: {table}"),
        subject=_("{table} begins"),
        text=_("{game}. {starter} starts.") if is_fresh else _("{game}."),
        label=_("Look"),
    )


def _over(to: _Telling) -> _Words:
    if to.match.status == Match.Status.OVER:
        return _Words(title=_("{table} is over"), text=_("See how it ended."), label=_("Look"))
    return _Words(title=_("{table} was called off"), text="{reason}", label=_("Look"))


def _invitation(to: _Telling) -> _Words:
    paced = _("{table}: {game}, {players} players, {pace}.")
    return _Words(
        title=_("{host} invites you"),
        subject=_("{host} invites you to {game}"),
        text=paced if to.match.pace_words else _("{table}: {game}, {players} players."),
        label=_("Look"),
    )


def _mention(to: _Telling) -> _Words:
    """Who, and where. What was said is read where it was said."""
    is_dealt = to.facts["move"] is not None
    return _Words(
        title=_("{caller} mentioned you"),
        text=_("At {table}, after move {move}.") if is_dealt else _("At {table}."),
        label=_("Read"),
    )


def _sanction(to: _Telling) -> _Words:
    titles_of_kinds = {
        "warning": _("A moderator warned you"),
        "mute": _("A moderator muted you"),
        "no_tables": _("You cannot open tables for now"),
        "no_public": _("You cannot play at public tables for now"),
    }
    return _Words(
        title=titles_of_kinds.get(to.facts.get("kind", ""), _("Your account is suspended")),
        text=_("Why, until when, and how to appeal stands on the page of your standing."),
        label=_("Look"),
        path=reverse("standing"),
    )


_WORDS: Mapping[str, Callable[[_Telling], _Words]] = {
    kinds.TURN: _turn,
    kinds.TIME: _time,
    kinds.KEEPER: _keeper,
    kinds.BEGUN: _begun,
    kinds.OVER: _over,
    kinds.INVITATION: _invitation,
    kinds.REMATCH: lambda _to: _Words(
        title=_("{host} wants a rematch"),
        text=_("{table}: same people, same pace."),
        label=_("Look"),
    ),
    kinds.SEAT: lambda to: _Words(
        title=_("A seat for you: {table}"),
        subject=_("A seat for you at {table}"),
        text=_("{game}. Somebody at the table wants you there."),
        label=_("Look"),
        path=reverse("seat", args=[to.match.pk, to.facts["seat"]]),
    ),
    kinds.GIVEN: lambda _to: _Words(
        title=_("{asker} gave you {given} more"), text=_("{table}."), label=_("Look")
    ),
    kinds.PAUSE: lambda _to: _Words(
        title=_("Pause? {table}"),
        text=_("{asker} asks everyone, until {answer_by}."),
        label=_("Answer"),
    ),
    kinds.END: lambda _to: _Words(
        title=_("Call the match off? {table}"),
        text=_("{asker} asks everyone, until {answer_by}."),
        label=_("Answer"),
    ),
    kinds.ANSWER: lambda to: _Words(
        title=_("Somebody answered your comment"),
        text=_("{table}, move {move}."),
        label=_("Read"),
        path=reverse("replay", args=[to.match.pk]) + f"?at={to['move']}",
    ),
    kinds.MENTION: _mention,
    kinds.BOUNCED: lambda _to: _Words(
        title=_("Your e-mail address bounced"),
        text=_("Mails to it come back to us, so we send none any more. Confirm another one."),
        label=_("Change"),
        path=reverse("account_email"),
    ),
    kinds.HOOK_OFF: lambda _to: _Words(
        title=_("We switched your webhook off"),
        text=_("Nothing got through to it for a week. A test that arrives switches it on again."),
        label=_("Look"),
        path=reverse("notice_settings"),
    ),
    kinds.TEST: lambda _to: _Words(
        title=_("This is a test"),
        text=_("It has arrived: this is how we reach you."),
        label=_("Notification settings"),
        path=reverse("notice_settings"),
    ),
    kinds.SANCTION: _sanction,
    kinds.LIFTED: lambda _to: _Words(
        title=_("What was held against you is lifted"),
        text=_("All of the site is yours again."),
        label=_("Look"),
        path=reverse("standing"),
    ),
    kinds.APPEAL: lambda _to: _Words(
        title=_("Your appeal was refused"),
        text=_("The answer stands on the page of your standing."),
        label=_("Read it"),
        path=reverse("standing"),
    ),
    kinds.REPORT: lambda _to: _Words(
        title=_("What you reported is decided"),
        text=_("What became of it stands on the page of your reports."),
        label=_("Look"),
        path=reverse("reports"),
    ),
}


# Several at once


def subject_of(said: Sequence[Saying]) -> str:
    """One subject for all that a mail tells. What must be done soonest is said first."""
    if len(said) == 1:
        return said[0].subject
    turns = {one.path for one in said if one.kind in (kinds.TURN, kinds.TIME)}
    asked = sum(one.kind in (kinds.INVITATION, kinds.REMATCH) for one in said)
    tables = ngettext("Your turn at {n} table", "Your turn at {n} tables", len(turns))
    invitations = ngettext("{n} invitation", "{n} invitations", asked).format(n=asked)
    if turns and asked:
        return _("{tables}, {invitations}").format(
            tables=tables.format(n=len(turns)), invitations=invitations
        )
    if turns:
        return said[0].subject if len(turns) == 1 else tables.format(n=len(turns))
    if asked == len(said):
        return invitations
    return ngettext("{n} piece of news", "{n} pieces of news", len(said)).format(n=len(said))


def rhythm_words(reach: Reach, wishes: Wishes) -> str:
    """Why a mail comes when it does."""
    if reach.rhythm == Reach.Rhythm.HOUR:
        return _("You asked to be told hourly. What you have seen or done since is left out.")
    if reach.rhythm == Reach.Rhythm.DAY:
        return _(
            "Your daily mail, at {hour}:00 {zone} time. What you have seen or done since is left out."
        ).format(hour=reach.hour, zone=words_zone(wishes.zone))
    return _("You asked to be told at once. We send at most one mail an hour.")
