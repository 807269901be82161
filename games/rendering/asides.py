"""What the log tells between moves, in sentences: the same for everyone, but for who is "you"."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.translation import gettext as _

from games.clocks.words import duration
from games.matchlog.asides import AsideTold
from games.presentation.sentences import Part, Sentence, SentenceMaker

ABOUT_SEATS = ("opened", "back", "left", "taken")
MOMENT = "\0"  # stands in a text where a moment is told


def sign_of(aside: AsideTold) -> str:
    return "door" if aside.kind in ABOUT_SEATS else "hourglass"


def sentence_of(aside: AsideTold, say: SentenceMaker, after: SentenceMaker) -> Sentence:
    """`say` has who sits where at its move, `after` from the next move on."""
    first, *rest = _text(aside, say, after).split(MOMENT)
    moments = [aside.since, aside.until] if len(rest) == 2 else [aside.until]
    parts = [Part(first)]
    for moment, words in zip(moments, rest, strict=False):
        assert moment is not None
        parts += [_moment(moment), Part(words)]
    return Sentence(tuple(parts))


def _moment(at: datetime) -> Part:
    """In the reader's own words by the page's script, and without one in UTC."""
    at = at.astimezone(UTC)
    return Part(f"{at:%Y-%m-%d %H:%M} UTC", at=at.isoformat())


def _text(aside: AsideTold, say: SentenceMaker, after: SentenceMaker) -> str:
    kind, seat, facts = aside.kind, aside.seat, {"moment": MOMENT, "since": MOMENT}
    if kind == "outage":
        lasted = duration(aside.seconds or 0)
        return _("The site was away for {time}. Everyone has it back.").format(time=lasted)
    if kind == "pause_refused":
        return _("Not everyone agreed to pause. Play goes on.")
    if kind == "paused":
        return _("All agreed to pause until {moment}.").format(**facts)
    assert seat is not None
    if kind == "more_time":
        return _more_time(aside, seat, say)
    if kind == "taken":
        mine, other = _("You take {before}’s seat."), _("{name} takes {before}’s seat.")
        return after.text(seat, mine, other, before=say.names[seat])
    mine, other = _words(aside)
    return say.text(seat, mine, other, **facts)


def _more_time(aside: AsideTold, seat: int, say: SentenceMaker) -> str:
    assert aside.giver is not None
    time, whom = duration(aside.seconds or 0), say.call(seat)
    return say.text(
        aside.giver,
        _("You gave {whom} {time} more."),
        _("{name} gave {whom} {time} more."),
        whom=whom,
        time=time,
    )


def _words(aside: AsideTold) -> tuple[str, str]:
    """Said to the seat itself, and said of it."""
    if aside.kind == "pause_asked":
        return _("You ask for a pause until {moment}."), _(
            "{name} asks for a pause until {moment}."
        )
    if aside.kind == "pause_ended":
        return _("You ended the pause."), _("{name} ended the pause.")
    if aside.kind == "days_off":
        if aside.since is not None:
            return (
                _("You have days off from {since} until {moment}."),
                _("{name} has days off from {since} until {moment}."),
            )
        return (
            _("You have days off until {moment}. Your clock stands."),
            _("{name} has days off until {moment}, and a clock that stands."),
        )
    if aside.kind == "days_off_ended":
        return _("Your days off have ended early."), _("{name}’s days off have ended early.")
    if aside.kind == "opened":
        return (
            _("Your seat is open to a substitute. The keeper plays until somebody takes it."),
            _("{name}’s seat is open to a substitute. The keeper plays until somebody takes it."),
        )
    if aside.kind == "back":
        return _("You are back."), _("{name} is back.")
    return _("You left. The keeper has the seat."), _("{name} left. The keeper has the seat.")
