"""People and tables for the web tests, made by the site's own functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from factory import declarations
from factory.django import DjangoModelFactory

from accounts.models import User
from games import play
from games.matchlog import copies
from games.matchlog.audience import EVERYTHING, Audience
from games.matchlog.copies import Copy
from games.models import Match, Move, Seat
from games.play import seating


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User

    username = declarations.Sequence(lambda n: f"player{n}")
    email = declarations.LazyAttribute(lambda user: f"{user.username}@example.com")


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

    def copy(self, seat: int | None) -> Copy:
        """What a seat may read and knows, or a spectator."""
        return copies.of(self.match, Audience(seat))

    def whole(self) -> Copy:
        """What nobody may know before the match is over: the full state is the one it knows."""
        return copies.of(self.match, EVERYTHING)

    def awaited(self) -> list[int]:
        return [seat.index for seat in self.seats() if seat.awaited_since]

    def act(self, index: int, *, number: int | None = None, **action: Any) -> play.MatchRows:
        action["do"] = action.pop("do")
        answering = self.number if number is None else number
        return play.submit(self.id, self.players[index], number=answering, action=action)

    def vote(self, index: int, choice: int, **kwargs: Any) -> play.MatchRows:
        return self.act(index, do="vote", **{"for": choice}, **kwargs)

    def until_vote(self) -> Scene:
        """Everyone passes, in turn."""
        while len(awaited := self.awaited()) == 1:
            self.act(awaited[0], do="pass")
        return self

    def to_the_end(self) -> Scene:
        """Whoever is awaited does the first thing that is offered."""
        for _ in range(2000):
            awaited = self.awaited()
            if not awaited:
                return self
            [action, *_rest] = self.copy(awaited[0]).actions()
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
