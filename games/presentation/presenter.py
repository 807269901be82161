"""The contract for presentation: everything that a title may bring to be shown.

This is the one description of it. `games.engine.title.Title` is the same for the rules.

A title's package `table` has a class derived from `Presenter` and an instance of it named
`presenter`. A title without that package is shown in plain text (`fallback.py`).
`games.presentation.presenter_of(slug)` finds either.

Hooks
    The methods of `Presenter`. `table` and `role_chip` must be there, the others have a default.
    The package also holds `table sentence refusal why_not role_chip option_labels result` under
    these names, as the presenter has them: scripts outside the repository call them. All of them
    are pure: they are given what one audience knows, the names of the seats (one for each, at
    least), and nothing else, and answer in the language that is active; `facts` and `activities` are tables of such answers.
    `seat` is the reader's seat; None is a reader without one, to whom nobody is "you".

Templates, in `jinja2/<slug>/` (the shell's Jinja environment; they place what they are given)
    table.html      takes `table`; named by `Presenter.template`. Every legal action is one
                    `<button type="submit" form="move" name="action" value="{{ choice.value }}">`.
                    No form, script or inline style; no link but to the title's rules
                    (`does` of the kit); nothing about the reader's account.
    picture.svg     takes `table`; named by `Presenter.picture`. The board as SVG, see `picture`.
    rules.html      the rules, for their own page and the sheet beside the board. Optional. Takes
                    `effects` and what `rulebook` returns. What tells a numbered rule names it in
                    `data-rule`; `presentation/rulebook.html` has macros for sections, numbers,
                    pictures and the rest.
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
    rules.css       how the pictures of rules.html look. Optional; `static/css/rules.css` has the rest.
    sprite.svg      symbols for `<use href="…#name">`; a picture embeds those it uses. A symbol
                    refers to nothing outside itself.

`first.json`, in the title's folder: a match file for a newcomer's first match, if `coach` is set.

Names in the table's HTML that our scripts rely on (`static/js/match.js`, `adit.js`)
    #frame          the board: what pans. It opens where `.newest` is, keeps its place when the
                    board grows, and its scroll position outlives a reload.
    .tray           the hand, and the box in which a choice is answered. In every window
                    (`static/presentation/table.css`), and of one size whoever's turn it is.
    .newest         within #frame: what the last move changed.
    .cell[id]       within #frame: a place that keeps its id while the board grows around it.
    #<cell>         the element that a sentence's part names as its `cell`. A link in the log leads
                    to it (`:target`), and it has the class `fresh` when the line is new to the
                    reader. Whoever talks may point at it: `Presenter.place` knows its id. One that
                    begins with `cell_` or `place_` can be touched for that.
    person_<seat>   where motions begin and end that are a seat's: the part of its person.
    data-place      on what motions name as a place, besides ids and cells; the first that is shown.
    .around         within a place: the box that it is about, if that is not its own.
    data-effect     the code of an effect: this thing's tip. What is drawn by a symbol that an effect
                    names has its tip without it.
    label[for]      within #frame: what can be chosen there; the shape that is met is its `.body`.
                    It is brought into sight when its card is chosen (`board.js`), which also sets
                    `--zoom`, by which the title's sheet multiplies the board.
    .pick, .doing   a choice, and what it leads to with the button that sends it (`hand.js`).
    data-question   what the table asks: said after all that is new.
    data-says       on a button that sends a move: what is asked about before it is sent. Without
                    it the button's label is.
    details, input[id]
                    `open` and `checked` belong to the reader: a new table does not change them,
                    so ids must be stable.
"""

# ruff: noqa: ARG002 - the defaults of hooks have no use for most of their arguments
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, runtime_checkable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Action, Event, Fact, IllegalAction, Move, Round
from games.engine.errors import readable
from games.engine.title import State
from games.presentation.choices import Choice
from games.presentation.claims import Claimed, ClaimGroup, ClaimWords, Objection, Truth
from games.presentation.coaching import Coach
from games.presentation.effects import Effect, Effects
from games.presentation.ends import RoundEnd
from games.presentation.knowing import Knowing
from games.presentation.motions import Moment, Motion
from games.presentation.people import Piece, RoleChip, SeatLabel
from games.presentation.refusals import Wording, worded
from games.presentation.revealing import Secret, hidden_values
from games.presentation.sentences import Part, Sentence
from games.presentation.suspecting import SideTaken, SuspicionWords
from games.presentation.words import Words

S = TypeVar("S", bound=State, contravariant=True)


class ShownPerson(Protocol):
    """Somebody at a table: a dataclass, so that the shell can put in the time that they have."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    @property
    def who(self) -> SeatLabel:
        """What every table shows of a seat; the kit's `beneath` draws its time under the name."""


class ShownTable(Protocol):
    """What the shell reads of a table. The rest of it is between a title and its template."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    @property
    def people(self) -> Sequence[ShownPerson]:
        """Everybody who sits there, or nobody where the template draws no people."""

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


class RoleShown(NamedTuple):
    """What a seat was in a round, and whether it was good for it: its side won, or it did."""

    role: str  # in words
    won: bool


class Measure(NamedTuple):
    """A number that is drawn as a line over the match; None where there is no answer.

    Those that are of one kind share a chart and its scale.
    """

    label: str
    value: int | None
    kind: str = ""


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

    # The template of the end of a round, or nothing: takes `table`, as it stood then, and `end`. It
    # is drawn like the table, in its place, with nothing to choose but to go on.
    end_template: ClassVar[str] = ""

    # Whether the template shows `table.chip`. The shell shows it otherwise.
    draws_chip: ClassVar[bool] = False

    # How facts that the sentences of the title's `refusals` name stand in those sentences. Others
    # are words, numbers or lists of them, and stand there as they are.
    facts: ClassVar[Wording] = MappingProxyType({})

    # What each card and token does, in one line, by its code. The dock, tips, the sheet of rules and
    # the rules page take their lines from here.
    effects: ClassVar[Mapping[str, Effect]] = Effects()

    # The number of the rule that a refusal follows from, by its code; others open the contents.
    rule_of: ClassVar[Mapping[str, str]] = MappingProxyType({})

    # Hints for a newcomer's first match, whose moves are in the title's file `first.json`.
    coach: ClassVar[Coach[Any] | None] = None

    # What a seat did, by the type of its event; other events are left out of the story. Without
    # this table, all are told there by their types.
    activities: ClassVar[Mapping[type[Event], Activity] | None] = None

    # What is said at this title's tables with one touch, by code, beside what is said at all tables
    # (`phrases.py`). A code stays for ever: it is what is stored.
    phrases: ClassVar[Words] = Words()

    # What a reader may note down about the others' secret sides. None: there are none.
    suspicions: ClassVar[SuspicionWords | None] = None

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

    def round_end(self, known: S, seat: int | None, names: Sequence[str]) -> RoundEnd | None:
        """The end of the round that has just ended; the next one is not dealt yet."""
        return None

    def role_chip(self, known: S, seat: int | None) -> RoleChip | None:
        """What the seat is, with a name, also where all are the same; None for seat None.

        This default is for the plain table: a title with a `table` package has its own.
        """
        return None

    def piece(self, known: S, seat: int, names: Sequence[str]) -> Piece | None:
        """The seat's piece, where a title has pieces: it is its mark in the log."""
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

    def motions(self, event: Event, known_before: S, seat: int | None) -> Sequence[Motion]:
        """What moves when this has happened, in order. By default nothing does.

        The same whatever is hidden from the reader; how long it takes is the same for all readers.
        """
        return ()

    def moment(
        self, event: Event, known_before: S, seat: int | None, names: Sequence[str]
    ) -> Moment | None:
        """What is shown large when this has happened, or nothing."""
        return None

    def result(self, round: Round) -> str:  # noqa: A002 - the contract's word
        """A finished round in a sentence."""
        return _("Round {number} is over.").format(number=round.number)

    def roles(self, round: Round) -> Sequence[RoleShown | None]:  # noqa: A002 - the contract's word
        """What each seat was in a finished round, as it was turned up; of a title without roles
        nothing. The round is as the database gives it back.
        """
        return ()

    # Words

    def score(self, points: int) -> str:
        """What somebody has at the end, with the title's word for it."""
        return ngettext("{points} point", "{points} points", points).format(points=points)

    def refusal(self, error: IllegalAction) -> str:
        return worded(error, self.fact)

    def fact(self, name: str, value: Fact) -> str:
        return self.facts.get(name, readable)(value)

    def option_labels(self) -> Mapping[str, str]:
        """Labels of the options, by name, and of their values, by "name=value"."""
        return {}

    def rulebook(self) -> Mapping[str, object]:
        """What `rules.html` takes beside `effects`: counts from the title's own tables, not typed again."""
        return {}

    def former_rules(self) -> Mapping[int, Sequence[str]]:
        """What held up to these rules and does not any more, in a sentence each, by their number.

        The matches that were begun by them are still played so.
        """
        return {}

    # Talk

    def place(self, name: str) -> Part | None:
        """The place of the board that somebody names after a `#`: by its id on the page, or as the
        board's edge has it. The same whatever lies there.
        """
        return None

    def place_mark(self, cell: str) -> str:
        """What somebody would type to name that place, by its id; `place` reads it."""
        return cell

    # What one can know

    def knowing(
        self, known: S, seat: int | None, names: Sequence[str], moves: Sequence[Move] = ()
    ) -> Knowing | None:
        """What follows from what this seat knows, counted (`knowing.py`). By default nothing is told.

        `moves` of this round led here. The same whatever is hidden from the reader, and told within
        300 ms.
        """
        return None

    # Claims (`claims.py`). What is offered, worded and objected to follows from what the public
    # knows, and from nothing else that these are given.

    def claimable(self, public: S, seat: int, names: Sequence[str]) -> Sequence[ClaimGroup]:
        """What this seat can claim now, whether true or not. By default nothing."""
        return ()

    def claim_words(self, code: str, seat: int, names: Sequence[str]) -> ClaimWords | None:
        """A seat's claim in words. None: the title has ceased to say this."""
        return None

    def objections(
        self, claims: Sequence[Claimed], moves: Sequence[Move], names: Sequence[str]
    ) -> Sequence[Objection]:
        """Which claims of one round speak against each other, or the log against them.

        `moves` are those of that round as the public reads them, with the one that dealt the next.
        """
        return ()

    def claim_truth(
        self, claim: Claimed, full: S, moves: Sequence[Move], names: Sequence[str]
    ) -> Truth | None:
        """Whether a claim was true in the full state after its move. Asked only of matches that are
        over. `moves` are those of its round up to that move, in full.
        """
        return None

    def side(self, full: S, seat: int) -> SideTaken | None:
        """Which side a seat was on. Asked only of matches that are over."""
        return None

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
