"""A small site with somebody in every role and a match in every state."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any
from unittest import mock

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts import sanctions
from accounts.models import User
from games import play
from games.engine import Title, titles
from games.matchlog import access, copies, memory
from games.matchlog.audience import Audience
from games.models import Invitation, Match, Remark, Seat
from games.moderation import reports
from games.notices import hooks
from games.play import bots, comments, daysoff, seating, seeking, timing
from games.play.seeking import Wish
from games.talk import claiming, hearing, notebook, saying
from games.talk.notebook import EMPTY

PLAYER, OTHER, STAFF, SUPERUSER = ROLES = ("player", "other", "staff", "superuser")
LONGEST_MATCH = 400  # moves until one is over
MOVES = 12  # in a match that is still played


@dataclass(frozen=True, slots=True)
class World:
    """Who there is, by the value of their session's cookie, and what addresses may name."""

    sessions: dict[str, str]  # by role; a stranger has none
    names: dict[str, list[str]]  # what a part of an address, or a field, can be

    @property
    def roles(self) -> list[str]:
        return ["", *self.sessions]


def set_up(seed: int) -> World:
    """The same for the same seed, down to ids and cards."""
    memory.forget_everything()
    with _predictable(Random(seed)):
        people = _people()
        matches = _matches(people)
        _beside(people, matches)
    tokens = Invitation.objects.order_by("pk").values_list("token", flat=True)
    names = {
        "match_id": matches,
        "slug": list(titles()),
        "name": [*(user.username for user in people.values()), "fairness", "match-file"],
        "token": list(tokens),
        "object_id": [*matches[:2], *map(str, range(1, 40))],
        "id": [str(user.pk) for user in people.values()],
        "content_type_id": [str(number) for number in range(1, 8)],
        "app_label": sorted({config.label for config in apps.get_app_configs()}),
        "uidb36": ["1", "zz"],
        "key": ["set-password", "a-b"],
    }
    return World({role: _session(people[role]) for role in ROLES}, names)


@contextmanager
def _predictable(random: Random) -> Iterator[None]:
    """For this world alone: what is drawn for a match follows from the seed."""
    with (
        mock.patch.object(secrets, "choice", random.choice),
        mock.patch.object(secrets, "token_bytes", lambda size=32: random.randbytes(size)),
        mock.patch.object(secrets, "token_hex", lambda size=32: random.randbytes(size).hex()),
    ):
        yield


def _people() -> dict[str, User]:
    people = {
        role: User.objects.create_user(role, f"{role}@example.com", "a password of words")
        for role in ROLES
    }
    for number in range(10):
        people[f"guest{number}"] = User.objects.create_user(f"guest{number}")
    User.objects.filter(username__in=[STAFF, SUPERUSER]).update(is_staff=True)
    User.objects.filter(username=SUPERUSER).update(is_superuser=True)
    User.objects.filter(username=PLAYER).update(time_zone="America/Los_Angeles")
    ours = Permission.objects.filter(content_type__app_label__in=["accounts", "games"])
    people[STAFF].user_permissions.set(ours)
    return {role: User.objects.get(pk=user.pk) for role, user in people.items()}


def _session(user: User) -> str:
    session = SessionStore()
    session["_auth_user_id"] = str(user.pk)
    session["_auth_user_backend"] = settings.AUTHENTICATION_BACKENDS[0]
    session["_auth_user_hash"] = user.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    return session.session_key


def _matches(people: dict[str, User]) -> list[str]:
    running = [_dealt(people, slug, moves=MOVES) for slug in titles()]
    shortest = min(titles().values(), key=_cards).slug
    over = _dealt(people, shortest, moves=LONGEST_MATCH)
    _comment(over, people[OTHER])
    frozen, void = (_dealt(people, shortest, moves=2) for _ in range(2))
    play.freeze(frozen, reason="to look at it")
    play.void(void, reason="nobody came")
    hidden = _dealt(people, shortest, moves=3, public=False)
    player, other = people[PLAYER], people[OTHER]
    gathering = seating.create(player, title=shortest, size=titles()[shortest].seats[-1]).match.pk
    seating.invite_link(gathering, player)
    seating.invite(gathering, player, username=other.username)
    seating.join(gathering, people["guest0"])
    seating.kick(gathering, player, index=1)
    others = seating.create(other, title=shortest, size=titles()[shortest].seats[0]).match.pk
    return [over, *running, gathering, hidden, frozen, void, others]


def _beside(people: dict[str, User], matches: list[str]) -> None:
    """What there is beside the log: breaks, talk, notes, searches, reports, what the staff did."""
    player, other, staff, guest = (people[name] for name in (PLAYER, OTHER, STAFF, "guest9"))
    shortest = min(titles().values(), key=_cards)
    clocked = _dealt(people, shortest.slug, moves=1, pace="daily")
    now = timezone.now()
    timing.ask_for_pause(clocked, player, until=now + timedelta(days=3), why="a journey")
    daysoff.take(player, first=daysoff.today(player), last=daysoff.today(player))
    who = hearing.listener(access.visit(clocked, player), player)
    line = saying.say(who, kind=Remark.Kind.TEXT, text="Look at @guest0.", key="1")
    claiming.claim(who, code="x", key="2", offers=lambda _visited: ["x"])
    notebook.write_about(player, other, text="Bluffs.", mark=EMPTY.mark)
    seeking.ask(guest, wishes=[Wish(shortest.slug, "daily", shortest.seats[-1])])
    hooks.set_up(player.pk, style="json", address="https://webhook.invalid/")
    visited = access.visit(clocked, people["guest0"])
    said = reports.line(hearing.listener(visited, people["guest0"]), hearing.reference(line))
    for what in (said, reports.profile(guest.username), reports.table(visited)):
        assert what is not None
        reports.report(people["guest0"], what, reason="other", words="Look at that.")
    sanctions.issue(player, sanctions.Kind.WARNING, "Be kind.", staff)
    held = sanctions.issue(guest, sanctions.Kind.MUTE, "Be kind.", staff)
    sanctions.appeal(held, "I was.")
    matches.append(clocked)


def _cards(title: Title[Any]) -> int:
    """How much is in its box: the less, the sooner a match is over."""
    return sum(len(deck) for deck in title.box(title.seats[0]).values())


def _comment(match_id: str, account: User) -> None:
    visited = access.visit(match_id, account)
    if visited.is_over:
        comments.say(visited, account, number=1, text="Well played.")


def _dealt(
    people: dict[str, User], slug: str, *, moves: int, public: bool = True, pace: str = ""
) -> str:
    """A match of the player and of guests, some moves in."""
    size = titles()[slug].seats[0]
    seated = [people[PLAYER], *(people[f"guest{number}"] for number in range(size - 1))]
    opened = seating.create(seated[0], title=slug, size=size, public=public, pace=pace)
    match_id = opened.match.pk
    for guest in seated[1:]:
        if not public:
            seating.invite(match_id, seated[0], username=guest.username)
        seating.join(match_id, guest)
    for account in seated:
        seating.ready(match_id, account, contribution="a word")
    for _ in range(moves):
        if not _move(match_id, seated):
            break
    return match_id


def _move(match_id: str, seated: list[User]) -> bool:
    """Whoever is awaited does what a bot would do. False once it is over."""
    match = Match.objects.get(pk=match_id)
    awaited = Seat.objects.filter(match=match, awaited_since__isnull=False).order_by("index")
    seat = awaited.first()
    if seat is None or match.number is None:
        return False
    action = bots.choose(copies.of(match, Audience(seat.index)), "plain")
    [account] = [account for account in seated if account.pk == seat.account_id]
    play.submit(match_id, account, number=match.number, action=action)
    return True
