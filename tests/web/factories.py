"""People and tables for the web tests, made by the site's own functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import factory

from accounts.models import User
from games import play, seating
from games.engine import titles
from games.models import Match, Move, Seat


class UserFactory(factory.django.DjangoModelFactory[User]):
    class Meta:
        model = User

    username = factory.Sequence(lambda n: f"player{n}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@example.com")


class Scene:
    """A table and who sits at it. The toy title's seats are numbered as the players come."""

    def __init__(self, match_id: str, players: Sequence[User]) -> None:
        self.id, self.players = match_id, list(players)

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.id)

    @property
    def number(self) -> int:
        number = self.match.number
        assert number is not None
        return number

    def seats(self) -> list[Seat]:
        return list(Seat.objects.filter(match_id=self.id).order_by("index"))

    def moves(self) -> list[Move]:
        return list(Move.objects.filter(match_id=self.id).order_by("number"))

    def awaited(self) -> list[int]:
        return [seat.index for seat in self.seats() if seat.awaited_since]

    def act(self, index: int, *, number: int | None = None, **action: Any) -> play.Done:
        action["do"] = action.pop("do")
        answering = self.number if number is None else number
        return play.submit(self.id, self.players[index], number=answering, action=action)

    def vote(self, index: int, choice: int, **kwargs: Any) -> play.Done:
        return self.act(index, do="vote", **{"for": choice}, **kwargs)

    def until_vote(self) -> Scene:
        """Everyone passes, in turn."""
        while len(awaited := self.awaited()) == 1:
            self.act(awaited[0], do="pass")
        return self

    def to_the_end(self) -> Scene:
        """Whoever is awaited does the first thing that is offered."""
        title = titles()[self.match.title]
        for _ in range(2000):
            awaited = self.awaited()
            if not awaited:
                return self
            known = play._held(self.match).known[awaited[0]]
            [action, *_rest] = title.actions(known, awaited[0])
            play.submit(self.id, self.players[awaited[0]], number=self.number, action=action)
        raise AssertionError("the match does not end")


def gathered(*players: User, title: str = "toy", size: int | None = None, **kwargs: Any) -> Scene:
    """A table with these people, not yet dealt."""
    host, *guests = players
    kwargs.setdefault("options", {"starter": "first"} if title == "toy" else {})
    table = seating.create(host, title=title, size=size or len(players), **kwargs).match
    for guest in guests:
        if not table.public:
            seating.invite(table.pk, host, username=guest.username)
        seating.join(table.pk, guest)
    return Scene(table.pk, players)


def dealt(*players: User, title: str = "toy", **kwargs: Any) -> Scene:
    """A match of these people, with its cards dealt."""
    scene = gathered(*players, title=title, **kwargs)
    for number, player in enumerate(players):
        seating.ready(scene.id, player, contribution=f"word {number}")
    return scene
