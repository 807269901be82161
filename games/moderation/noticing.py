"""What the site notices: accounts that share a browser or an address at one table, choices that fit
secrets their seat had not seen, bursts of talk, leaving as one role. Each becomes a clue.

At a table that is being played nothing is looked at but who sits there and how fast they talk. What
reads secrets, roles or the whole log is asked of matches that are over: no clue tells the staff
anything of a running one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from math import log, prod
from time import thread_time

from django.db.models import Count, Sum
from django.utils import timezone

from accounts import traces
from games.engine import Chance, Move, titles
from games.engine.telltale import SAMPLES, FitToSecrets, TellingChoice, fits_to_secrets
from games.matchlog import copies
from games.matchlog.audience import EVERYTHING
from games.matchlog.copies import Copy
from games.models import (
    UNFINISHED,
    Claim,
    Foresight,
    Holder,
    Match,
    Remark,
    Round,
    Seat,
)
from games.moderation import clues
from games.moderation.clues import Kind, Noticed
from games.rendering.roles import RoleHeld, roles_of

# Who sits at a table is looked at while it is new, and once more when it is over.
NEW = timedelta(days=1)
LATE = timedelta(days=7)  # after which a match that nobody has looked at is left alone
MOST_TO_EXAMINE = 200
AT_ONCE = 100  # tables
SECONDS_FOR_A_MATCH = 30.0  # of this thread's processor; one that takes longer is left alone

# Choices. An honest account's ratio comes to that once in a hundred, at the very most (decision 32).
TELLING = log(100)
LEAST_ROUNDS = 3
REMEMBERED = timedelta(days=90)

# Talk
MANY_LINES, IN_SHORT = 30, timedelta(minutes=5)
MANY_HIDDEN, LATELY = 3, timedelta(days=30)

# Leaving
LEAST_LEFT = 3
UNLIKELY = 1 / 20  # that somebody leaves so often as one role without regard to it


# Whoever sits at one table


def look_at_new_tables(now: datetime) -> None:
    """Whether two who have sat down together lately share something, and how fast they talk."""
    begun = Match.objects.filter(status__in=UNFINISHED, started_at__gt=now - NEW)
    for some in batched(list(begun.values_list("pk", flat=True)), AT_ONCE):
        rows = Seat.objects.filter(match__in=some, account__isnull=False)
        tables: dict[str, set[int]] = {}
        for match_id, account in rows.values_list("match_id", "account_id"):
            tables.setdefault(match_id, set()).add(account)
        _look_at_sharing(tables)
        _look_at_talk(some)


def batched(found: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for first in range(0, len(found), size):
        yield found[first : first + size]


def _look_at_sharing(tables: Mapping[str, Collection[int]]) -> None:
    shared = traces.shared_among({account for people in tables.values() for account in people})
    for (one, other), sharing in shared.items():
        facts: clues.Facts = {"device": sharing.device, "address": sharing.address}
        together = [
            Noticed(match_id=match_id, facts=facts)
            for match_id, people in tables.items()
            if one in people and other in people
        ]
        # Of two accounts it is about the newer one.
        weight = 2 if sharing.device else 1
        clues.bring(Kind.SAME, together, weight=weight, account=other, other=one)


# A match that is over


def to_examine(now: datetime) -> list[str]:
    """Matches that are over and that nobody has looked at."""
    ended = Match.objects.filter(status=Match.Status.OVER, examined_at=None)
    late = ended.filter(ended_at__gt=now - LATE).order_by("ended_at")
    return list(late.values_list("pk", flat=True)[:MOST_TO_EXAMINE])


def examine(match_id: str, *, again: bool = False) -> None:
    """Look at all that there is to notice at a match. To do it twice brings nothing twice."""
    over = Match.objects.filter(pk=match_id, status=Match.Status.OVER).defer("secret")
    match = over.first() if again else over.filter(examined_at=None).first()
    if match is None or match.title not in titles():
        return
    people = _people(match)
    _look_at_sharing({match.pk: set(people)})
    _look_at_talk([match.pk])
    for account in Holder.objects.filter(match=match).values_list("account_id", flat=True):
        if account is not None:
            _look_at_leaving(account)
    _look_at_choices(match, people)
    Match.objects.filter(pk=match.pk).update(examined_at=timezone.now())


def _people(match: Match) -> dict[int, tuple[int, range]]:
    """Whoever held which seat, and for which moves: by account."""
    assert match.number is not None
    found: dict[int, tuple[int, range]] = {}
    for holder in Holder.objects.filter(match=match).select_related("seat"):
        if holder.account_id is not None:
            span = range(holder.first, holder.last + 1)
            found[holder.account_id] = holder.seat.index, span
    for seat in Seat.objects.filter(match=match):
        if seat.account_id is not None:
            found[seat.account_id] = seat.index, range(seat.held_from, match.number + 1)
    return found


# Talk


def _look_at_talk(match_ids: Collection[str]) -> None:
    said = Remark.objects.filter(match__in=match_ids, account__isnull=False)
    counted = said.order_by().values_list("match_id", "account_id").annotate(n=Count("pk"))
    for match_id, account, _count in counted.filter(n__gte=MANY_LINES):
        lines = said.filter(match=match_id, account=account).order_by("made_at", "pk")
        if (burst := _burst(list(lines))) is not None:
            clues.bring(Kind.CHAT, [burst[0]], weight=1, account=account, remark=burst[1])
    hidden = said.filter(hidden_at__gt=timezone.now() - LATELY).order_by("hidden_at")
    for match_id, account in set(hidden.values_list("match_id", "account_id")):
        _look_at_hidden(match_id, account)


def _burst(lines: Sequence[Remark]) -> tuple[Noticed, Remark] | None:
    """The most lines that somebody has said within a short time, if those are many."""
    best, first = range(0), 0
    for last, line in enumerate(lines):
        while line.made_at - lines[first].made_at > IN_SHORT:
            first += 1
        best = max(best, range(first, last + 1), key=len)
    if len(best) < MANY_LINES:
        return None
    began, ended = lines[best[0]], lines[best[-1]]
    seconds = round((ended.made_at - began.made_at).total_seconds())
    facts: clues.Facts = {"lines": len(best), "seconds": seconds}
    return Noticed(match_id=began.match_id, facts=facts), began


def _look_at_hidden(match_id: str, account: int) -> None:
    """Whether the staff have had to hide what somebody says again and again, at any table."""
    hidden = Remark.objects.filter(account=account, hidden_at__gt=timezone.now() - LATELY)
    count, last = hidden.count(), hidden.filter(match=match_id).last()
    if count >= MANY_HIDDEN:
        facts: clues.Facts = {"hidden": count, "days": LATELY.days}
        noticed = Noticed(match_id=match_id, facts=facts)
        clues.bring(Kind.CHAT, [noticed], weight=1, account=account, remark=last)


# Leaving


def _look_at_leaving(account: int) -> None:
    """Whether somebody has left matches of a title again and again, always as the same."""
    by_title: dict[str, list[tuple[Holder, RoleHeld]]] = {}
    for holder, held in _left_as(account):
        by_title.setdefault(holder.title, []).append((holder, held))
    for found in by_title.values():
        by_chance = prod(held.share for _holder, held in found)
        is_one_role = len({held.role for _holder, held in found}) == 1
        if len(found) >= LEAST_LEFT and is_one_role and by_chance <= UNLIKELY:
            noticed = [
                Noticed(
                    match_id=holder.match_id,
                    number=holder.last,
                    facts={"role": held.role, "round": held.round, "share": held.share},
                )
                for holder, held in found
            ]
            clues.bring(Kind.LEAVES, noticed, weight=1, account=account)


def _left_as(account: int) -> Iterator[tuple[Holder, RoleHeld]]:
    """What somebody was in the round in which they left, by what was turned up when it was over."""
    over = Holder.objects.filter(account=account, match__status=Match.Status.OVER)
    holders = list(over.select_related("seat").order_by("left_at"))
    ended = Round.objects.filter(match__in=[one.match_id for one in holders], shown__isnull=False)
    rounds: dict[str, list[Round]] = {}
    for row in ended:
        rounds.setdefault(row.match_id, []).append(row)
    for holder in holders:
        for row in rounds.get(holder.match_id, ()):
            if row.last_move is not None and row.first_move <= holder.last < row.last_move:
                held = roles_of(holder.title, row).get(holder.seat.index)
                if held is not None:
                    yield holder, held


# Choices


def _look_at_choices(match: Match, people: Mapping[int, tuple[int, range]]) -> None:
    """Where there was somebody who could have told somebody."""
    if titles()[match.title].telltale is None or len(people) < 2:
        return
    assert match.status == Match.Status.OVER  # the whole log is read
    whole, until = copies.of(match, EVERYTHING), thread_time() + SECONDS_FOR_A_MATCH
    fits = fits_to_secrets(
        whole.title,
        whole.moves,
        {seat for seat, _span in people.values()},
        counts=_counted(whole, _claims(match, whole)),
        chance=Chance(secrets.token_bytes(16)),  # the match's has nothing to do with it
        has_time=lambda: thread_time() < until,
    )
    for seat, fit in (fits or {}).items():
        for account, own in _by_holder(fit, seat, people).items():
            _remember(match, account, own)
            _look_at_fit(account)


def _by_holder(
    fit: FitToSecrets, seat: int, people: Mapping[int, tuple[int, range]]
) -> Mapping[int, FitToSecrets]:
    """A seat may have had several: to each what they chose."""
    found = dict[int, FitToSecrets]()
    for account, (index, span) in people.items():
        made = tuple(one for one in fit.choices if index == seat and one.move in span)
        if made:
            found[account] = FitToSecrets(made)
    return found


def _counted(whole: Copy, claims: Mapping[int, list[tuple[int, int]]]) -> Callable[[Move], bool]:
    """An account's moves, and not the keeper's, before anybody else has claimed something that round."""

    def counts(move: Move) -> bool:
        made = claims.get(
            whole.round_began(move.number - 1), []
        )  # it may end one and deal the next
        is_told = any(by != move.seat and after < move.number for by, after in made)
        return move.by == "account" and not is_told

    return counts


def _claims(match: Match, whole: Copy) -> dict[int, list[tuple[int, int]]]:
    """By the move that dealt a round: who claimed something in it, and after which move."""
    found: dict[int, list[tuple[int, int]]] = {}
    for seat, number in Claim.objects.filter(match=match).values_list("seat", "number"):
        found.setdefault(whole.round_began(number), []).append((seat, number))
    return found


def _remember(match: Match, account: int, fit: FitToSecrets) -> None:
    said = Remark.objects.filter(match=match, number__lt=fit.choices[-1].move)
    Foresight.objects.update_or_create(
        match=match,
        account_id=account,
        defaults={
            "log_ratio": fit.log_ratio,
            "rounds": fit.rounds,
            "choices": len(fit.choices),
            "samples": SAMPLES,
            "telling": [_in_percent(one) for one in fit.telling],
            "lines": said.exclude(account=account).count(),
            "made_at": timezone.now(),
        },
    )


def _in_percent(choice: TellingChoice) -> list[int]:
    return [choice.move, round(100 * choice.known), round(100 * choice.unknown)]


def _look_at_fit(account: int) -> None:
    """All that an account has chosen lately, and not only what speaks against it."""
    lately = Foresight.objects.filter(
        account=account, made_at__gt=timezone.now() - REMEMBERED
    ).order_by("pk")
    sums = lately.aggregate(ratio=Sum("log_ratio"), rounds=Sum("rounds"), choices=Sum("choices"))
    if (sums["ratio"] or 0.0) < TELLING or (sums["rounds"] or 0) < LEAST_ROUNDS:
        return
    rows = list(lately)
    noticed = [
        Noticed(
            match_id=row.match_id,
            number=max(row.telling, key=lambda one: one[1] - one[2])[0],
            facts={
                "ratio": row.log_ratio,
                "rounds": row.rounds,
                "choices": row.choices,
                "samples": row.samples,
                "telling": row.telling,
                "lines": row.lines,
                "all": sums["ratio"],
                "all_choices": sums["choices"],
                "all_rounds": sums["rounds"],
                "all_matches": len(rows),
            },
        )
        for row in rows
    ]
    clues.bring(Kind.KNEW, noticed, weight=2, account=account)


def forget_old(now: datetime) -> None:
    Foresight.objects.filter(made_at__lte=now - REMEMBERED).delete()
