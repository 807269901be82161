"""What a notice says: made from public facts, in the reader's language and zone.

Somebody else may be looking at the screen, so nothing here names a role, a hand or anything that
only the seat knows; the module has no way to a seat's copy. Lines of the log are those that the
public reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.words import duration
from games.engine import titles
from games.matchlog import copies
from games.matchlog.access import names, names_in_log
from games.matchlog.audience import PUBLIC
from games.models import Match, Reach, Seat
from games.notices import kinds
from games.notices.mattering import About
from games.notices.reach import name_of
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


@dataclass(frozen=True, slots=True)
class _Telling:
    """To whom something is told, and when."""

    it: About
    wishes: Wishes
    now: datetime

    @property
    def match(self) -> Match:
        assert self.it.match is not None
        return self.it.match

    @property
    def seat(self) -> Seat:
        assert self.it.seat is not None
        return self.it.seat

    @property
    def table(self) -> str:
        return self.match.name

    @property
    def game(self) -> str:
        return str(titles()[self.match.title].name)

    @property
    def by(self) -> str:
        """Whoever asked or gave."""
        by: int = self.it.notice.facts["by"]
        return names(self.it.seats)[by]

    def fact_when(self, fact: str) -> str:
        return when(datetime.fromisoformat(self.it.notice.facts[fact]), self.wishes, self.now)


def say(it: About, wishes: Wishes, now: datetime) -> Saying:
    return _WORDS[it.notice.kind](_Telling(it, wishes, now))


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


def game_words(match: Match) -> str:
    return _("{game}.").format(game=titles()[match.title].name)


def since(it: About) -> list[tuple[int, str]]:
    """What happened since the account was there, as the public reads it: move and sentence."""
    match, seat = it.match, it.seat
    if match is None or match.number is None or seat is None:
        return []
    copy = copies.of(match, PUBLIC)
    reading = Reading(copy, names(it.seats), None, told=names_in_log(it.seats))
    lines = [line for line in last_lines(reading, match.number) if line.move > seat.seen]
    return [(line.move, str(line.text)) for line in lines[-LINES_TOLD:]]


# Kind by kind


def _said(
    telling: _Telling, *, title: str, text: str, label: str, subject: str = "", path: str = ""
) -> Saying:
    it = telling.it
    due = it.seat.reserve_at if it.seat is not None else None
    return Saying(
        kind=it.notice.kind,
        table=it.match.name if it.match else "",
        title=title,
        text=text,
        subject=subject or title,
        label=label,
        path=path or reverse("match", args=[telling.match.pk]),
        due=due,
    )


def _turn(telling: _Telling) -> Saying:
    text = _("{game}.").format(game=telling.game)
    until = telling.seat.reserve_at or telling.seat.deadline
    if until is not None and until > telling.now:
        day = when(until, telling.wishes, telling.now)
        text = _("{game}. Until {when}.").format(game=telling.game, when=day)
    title = _("Your turn: {table}").format(table=telling.table)
    return _said(telling, title=title, text=text, label=_("Play your move"))


def _time(telling: _Telling) -> Saying:
    seat, table, game = telling.seat, telling.table, telling.game
    left = (seat.reserve_at or telling.now) - telling.now
    if left <= timedelta():
        title = _("Your reserve is running: {table}").format(table=table)
        return _said(telling, title=title, text=_("{game}.").format(game=game), label=_("Play"))
    time = duration(left)
    bank = timedelta(milliseconds=seat.bank_ms or 0)
    terms = telling.match.clock_terms
    if bank:
        text = _("{game}. Then your reserve begins: {time}.").format(game=game, time=duration(bank))
    elif terms is not None and terms.acts:
        text = _("{game}. Then the keeper moves for you.").format(game=game)
    else:
        text = _("{game}.").format(game=game)
    return _said(
        telling,
        title=_("{time} left: {table}").format(time=_capital(time), table=table),
        subject=_("{time} left at {table}").format(time=_capital(time), table=table),
        text=text,
        label=_("Play"),
    )


def _keeper(telling: _Telling) -> Saying:
    table = telling.table
    if telling.seat.keeper:
        text = _("{table}. It plays on until you take your seat back.").format(table=table)
    else:
        text = _("{table}. Your seat is still yours.").format(table=table)
    subject = _("The keeper moved for you at {table}").format(table=table)
    title = _("The keeper moved for you")
    return _said(telling, title=title, subject=subject, text=text, label=_("Look"))


def _begun(telling: _Telling) -> Saying:
    game, match = telling.game, telling.match
    first = [seat for seat in telling.it.seats if seat.awaited_since]
    text = _("{game}.").format(game=game)
    if match.number == 0 and len(first) == 1:
        name = names(telling.it.seats)[first[0].index]
        text = _("{game}. {name} starts.").format(game=game, name=name)
    title = _("The match begins: {table}").format(table=telling.table)
    subject = _("{table} begins").format(table=telling.table)
    return _said(telling, title=title, subject=subject, text=text, label=_("Look"))


def _over(telling: _Telling) -> Saying:
    table, match = telling.table, telling.match
    if match.status == Match.Status.OVER:
        title, text = _("{table} is over").format(table=table), _("See how it ended.")
    else:
        title, text = _("{table} was called off").format(table=table), match.reason_words
    return _said(telling, title=title, text=text, label=_("Look"))


def _invitation(telling: _Telling) -> Saying:
    match, host = telling.match, _host(telling.match)
    facts = {"table": match.name, "game": telling.game, "n": match.size, "pace": match.pace_words}
    if match.pace_words:
        text = _("{table}: {game}, {n} players, {pace}.").format(**facts)
    else:
        text = _("{table}: {game}, {n} players.").format(**facts)
    subject = _("{name} invites you to {game}").format(name=host, game=telling.game)
    title = _("{name} invites you").format(name=host)
    return _said(telling, title=title, subject=subject, text=text, label=_("Look"))


def _rematch(telling: _Telling) -> Saying:
    title = _("{name} wants a rematch").format(name=_host(telling.match))
    text = _("{table}: same people, same pace.").format(table=telling.table)
    return _said(telling, title=title, text=text, label=_("Look"))


def _given(telling: _Telling) -> Saying:
    facts = telling.it.notice.facts
    time = duration(facts["seconds"])
    title = _("{name} gave you {time} more").format(name=telling.by, time=time)
    return _said(
        telling, title=title, text=_("{table}.").format(table=telling.table), label=_("Look")
    )


def _pause(telling: _Telling) -> Saying:
    title = _("Pause? {table}").format(table=telling.table)
    text = _("{name} asks everyone, until {when}.").format(
        name=telling.by, when=telling.fact_when("until")
    )
    return _said(telling, title=title, text=text, label=_("Answer"))


def _end(telling: _Telling) -> Saying:
    title = _("Call the match off? {table}").format(table=telling.table)
    text = _("{name} asks everyone, until {when}.").format(
        name=telling.by, when=telling.fact_when("until")
    )
    return _said(telling, title=title, text=text, label=_("Answer"))


def _answer(telling: _Telling) -> Saying:
    move = telling.it.notice.facts["move"]
    text = _("{table}, move {number}.").format(table=telling.table, number=move)
    path = reverse("replay", args=[telling.match.pk]) + f"?at={move}"
    return _said(
        telling, title=_("Somebody answered your comment"), text=text, label=_("Read"), path=path
    )


def _mention(telling: _Telling) -> Saying:
    """Who, and where. What was said is read where it was said."""
    facts = telling.it.notice.facts
    title = _("{name} mentioned you").format(name=name_of(facts["account"]))
    text = _("At {table}.").format(table=telling.table)
    if facts["move"] is not None:
        text = _("At {table}, after move {number}.").format(
            table=telling.table, number=facts["move"]
        )
    return _said(telling, title=title, text=text, label=_("Read"))


def _seat(telling: _Telling) -> Saying:
    title = _("A seat for you: {table}").format(table=telling.table)
    subject = _("A seat for you at {table}").format(table=telling.table)
    text = _("{game}. Somebody at the table wants you there.").format(game=telling.game)
    path = reverse("seat", args=[telling.match.pk, telling.it.notice.facts["seat"]])
    return _said(telling, title=title, subject=subject, text=text, label=_("Look"), path=path)


def _bounced(telling: _Telling) -> Saying:
    return _said(
        telling,
        title=_("Your e-mail address bounced"),
        text=_("Mails to it come back to us, so we send none any more. Confirm another one."),
        label=_("Change"),
        path=reverse("account_email"),
    )


def _hook_off(telling: _Telling) -> Saying:
    return _said(
        telling,
        title=_("We switched your webhook off"),
        text=_("Nothing got through to it for a week. A test that arrives switches it on again."),
        label=_("Look"),
        path=reverse("notice_settings"),
    )


def _sanction(telling: _Telling) -> Saying:
    words = {
        "warning": _("A moderator warned you"),
        "mute": _("A moderator muted you"),
        "no_tables": _("You cannot open tables for now"),
        "no_public": _("You cannot play at public tables for now"),
    }
    return _said(
        telling,
        title=words.get(telling.it.notice.facts.get("kind", ""), _("Your account is suspended")),
        text=_("Why, until when, and how to appeal stands on the page of your standing."),
        label=_("Look"),
        path=reverse("standing"),
    )


def _lifted(telling: _Telling) -> Saying:
    return _said(
        telling,
        title=_("What was held against you is lifted"),
        text=_("All of the site is yours again."),
        label=_("Look"),
        path=reverse("standing"),
    )


def _appeal(telling: _Telling) -> Saying:
    return _said(
        telling,
        title=_("Your appeal was refused"),
        text=_("The answer stands on the page of your standing."),
        label=_("Read it"),
        path=reverse("standing"),
    )


def _report(telling: _Telling) -> Saying:
    return _said(
        telling,
        title=_("What you reported is decided"),
        text=_("What became of it stands on the page of your reports."),
        label=_("Look"),
        path=reverse("reports"),
    )


_WORDS: Mapping[str, Callable[[_Telling], Saying]] = {
    kinds.TURN: _turn,
    kinds.TIME: _time,
    kinds.KEEPER: _keeper,
    kinds.BEGUN: _begun,
    kinds.OVER: _over,
    kinds.INVITATION: _invitation,
    kinds.REMATCH: _rematch,
    kinds.GIVEN: _given,
    kinds.PAUSE: _pause,
    kinds.END: _end,
    kinds.SEAT: _seat,
    kinds.ANSWER: _answer,
    kinds.MENTION: _mention,
    kinds.BOUNCED: _bounced,
    kinds.HOOK_OFF: _hook_off,
    kinds.SANCTION: _sanction,
    kinds.LIFTED: _lifted,
    kinds.APPEAL: _appeal,
    kinds.REPORT: _report,
}


def _host(match: Match) -> str:
    return match.host.get_username() if match.host is not None else _("former player")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


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
