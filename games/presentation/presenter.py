"""The contract for presentation: everything that a title may bring to be shown.

This is the one description of it. `games.engine.title.Title` is the same for the rules.

A title's package `table` has a class derived from `Presenter` and an instance of it named
`presenter`. A title without that package is shown in plain text (`fallback.py`).
`games.presentation.presenter_of(slug)` finds either.

Hooks
    The methods of `Presenter`. `table` and `role_chip` must be there, the others have a default.
    The package also holds `table sentence refusal why_not role_chip option_labels result` under
    these names, as the presenter has them: scripts outside the repository call them. All of them
    are pure: they are given what one audience knows, the names of the seats, and nothing else, and
    answer in the language that is active; `facts` and `activities` are tables of such answers.
    `seat` is the reader's seat; None is a reader without one, to whom nobody is "you".

Templates, in `jinja2/<slug>/` (the shell's Jinja environment; they place what they are given)
    table.html      takes `table`; named by `Presenter.template`. Every legal action is one
                    `<button type="submit" form="move" name="action" value="{{ choice.value }}">`.
                    No form, link, script or inline style; nothing about the reader's account.
    picture.svg     takes `table`; named by `Presenter.picture`. The board as SVG, see `picture`.
    rules.html      the rules, for the title's own page. Optional. What tells a numbered rule names
                    it in `data-rule`; `presentation/rulebook.html` has macros for the rest.
    Others as the title likes. `{{ part("<slug>/x.html", it) }}` draws a template that takes `it`
    and keeps the result by `it` and the language, so that all seats share what all of them see.
    So `it` must be hashable: a frozen dataclass with tuples, not lists, in it.
    `{{ part("<slug>/x.html", it, "name") }}` draws one element, which gets that id, and makes it a
    part of the table: it is sent only to those who were shown something else there. Parts may be
    in parts. A table is made of them along what a move changes: what stands outside all parts is
    sent with every move, and what stands in a large one is sent for the least of its changes. A
    name stays with its thing from move to move; a list whose parts have names for all that can
    ever be in it, though empty, costs less than one that grows and shrinks.
    `templates/<slug>/blurb.html`, a Django template: a `<p>` of two sentences on what the game is
    about.

Pictures and sheets, in `static/<slug>/`
    scene.svg (500 × 280) and emblem.svg (square); the site's stand in where they are missing.
                    Titles in this tree bring them, and a mood and a blurb.
    mood.css        sets `--mood`, the ground of the title's texts, for `.mood-<slug>`.
    table.css       the table's own sheet, after `static/presentation/table.css`, which says what
                    the classes of the kit mean (`tabletop`, `handed`, `pick`, …). The shell puts
                    `.title-<slug>` around the table. A custom property that a picture needs is
                    set on `:root` or `.title-<slug>`.
    sprite.svg      symbols for `<use href="…#name">`; a picture embeds those it uses. A symbol
                    refers to nothing outside itself.

Names in the table's HTML that our scripts rely on (`static/js/match.js`, `adit.js`)
    #frame          what pans. It opens where `.newest` is, keeps its place when the board grows,
                    and its scroll position outlives a reload.
    .newest         within #frame: what the last move changed.
    .cell[id]       within #frame: a place that keeps its id while the board grows around it.
    #<cell>         the element that a sentence's part names as its `cell`. A link in the log leads
                    to it (`:target`), and it has the class `fresh` when the line is new to the
                    reader.
    data-says       on a button that sends a move: what is asked about before it is sent. Without
                    it the button's label is.
    details, input[id]
                    `open` and `checked` belong to the reader: a new table does not change them,
                    so ids must be stable.
"""

# ruff: noqa: ARG002 - the defaults of hooks have no use for most of their arguments
from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, NamedTuple, Protocol, TypeVar, runtime_checkable

from django.utils.translation import gettext as _

from games.engine import Action, Event, Fact, IllegalAction, Move, Round
from games.engine.errors import readable
from games.engine.title import State
from games.presentation.choices import Choice
from games.presentation.people import RoleChip
from games.presentation.refusals import Wording, worded
from games.presentation.revealing import Secret, hidden_values
from games.presentation.sentences import Sentence

S = TypeVar("S", bound=State, contravariant=True)


class ShownTable(Protocol):
    """What the shell reads of a table. The rest of it is between a title and its template."""

    @property
    def chip(self) -> RoleChip | None:
        """The reader's role."""

    @property
    def choices(self) -> Mapping[str, Choice]:
        """Every legal action, and no other, by its canonical JSON."""


class Activity(NamedTuple):
    """What a seat did: a kind, which has its own mark in the story, and words ("dig", "dug")."""

    kind: str
    text: object  # shown as `str`, so that it may be marked by `gettext_lazy`


class Measure(NamedTuple):
    """A number that is drawn as a line over the match; None where there is no answer."""

    label: str
    value: int | None


@runtime_checkable
class Presenter(Protocol[S]):
    """How a title is shown."""

    # The template of the table.
    template: ClassVar[str]

    # The template of the board as SVG elements, for pictures, or nothing: the picture is then the
    # title's text picture. It is placed in a frame that has a size and no `viewBox`. It takes
    # `table`, `tone(name)`, the value of a custom property by day, and `embedded(path)`, a static
    # SVG as an address that holds it.
    picture: ClassVar[str] = ""

    # Whether the template shows `table.chip`. The shell shows it otherwise.
    draws_chip: ClassVar[bool] = False

    # How facts that the sentences of the title's `refusals` name stand in those sentences. Others
    # are words, numbers or lists of them, and stand there as they are.
    facts: ClassVar[Wording] = MappingProxyType({})

    # What a seat did, by the type of its event; other events are left out of the story. Without
    # this table, all are told there by their types.
    activities: ClassVar[Mapping[type[Event], Activity] | None] = None

    # A position

    def table(
        self,
        known: S,
        seat: int | None,
        actions: Sequence[Action],
        names: Sequence[str],
        moves: Sequence[Move] = (),
    ) -> ShownTable:
        """The table as this seat sees it. `moves` of this round led here, as the seat knows them.

        `actions` are the seat's legal actions, or none where nothing can be chosen, as in a replay.
        """
        ...

    def role_chip(self, known: S, seat: int | None) -> RoleChip | None:
        """What the seat is, with a name, also where all are the same; None for seat None.

        This default is for the plain table: a title with a `table` package has its own.
        """
        return None

    def why_not(self, known: S, seat: int | None) -> Mapping[str, str]:
        """Why some of what the seat has cannot be played, by the code of the card or piece."""
        return {}

    # The log

    def sentence(
        self, event: Event, known_before: S, seat: int | None, names: Sequence[str]
    ) -> Sentence | str:
        """A line of the log, from the event as the reader may read it. A false one is left out.

        Of each move at least one is not, for any reader: a recap counts moves and lists them.
        """
        who, what = seat_of(event), event_name(event)
        return what if who is None else f"{names[who]}: {what}"

    def result(self, round: Round) -> str:  # noqa: A002 - the contract's word
        """A finished round in a sentence."""
        return _("Round {number} is over.").format(number=round.number)

    # Words

    def refusal(self, error: IllegalAction) -> str:
        return worded(error, self.fact)

    def fact(self, name: str, value: Fact) -> str:
        return self.facts.get(name, readable)(value)

    def option_labels(self) -> Mapping[str, str]:
        """Labels of the options, by name, and of their values, by "name=value"."""
        return {}

    def former_rules(self) -> Mapping[int, Sequence[str]]:
        """What held up to these rules and does not any more, in a sentence each, by their number.

        The matches that were begun by them are still played so.
        """
        return {}

    # Looking back at a match

    def activity(self, event: Event) -> Activity | None:
        if self.activities is None:
            return Activity(event_name(event).replace(" ", "_"), event_name(event))
        return self.activities.get(type(event))

    def turning_point(
        self, event: Event, before: S, after: S, seat: int | None, names: Sequence[str]
    ) -> str:
        """A sentence where the match turned, or nothing."""
        return ""

    def measures(self, known: S, names: Sequence[str]) -> Sequence[Measure]:
        return ()

    def why_decided(self, full: S, names: Sequence[str]) -> str:
        """Why the round can have no other winner from this full state on.

        Nothing where that is not proven. Asked only of matches that are over.
        """
        return ""

    def revealed(self, public: S, full: S, names: Sequence[str]) -> Sequence[Secret]:
        """What this position hid from spectators."""
        return hidden_values(public, full, names)


@runtime_checkable
class _BySeat(Protocol):
    @property
    def seat(self) -> int | None: ...


def seat_of(event: Event) -> int | None:
    """Whose event it is, if it is a seat's."""
    return event.seat if isinstance(event, _BySeat) and isinstance(event.seat, int) else None


def event_name(event: Event) -> str:
    return event.type.partition(".")[2].replace("_", " ")
