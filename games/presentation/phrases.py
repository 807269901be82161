"""What can be said at any table with one touch. Each reader reads it in their own language.

A title adds phrases of its own: `Presenter.phrases`.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.words import Words

PHRASES: Final = Words(
    trust=_("Trust me."),
    not_that_way=_("Not that way!"),
    nice=_("Nice card."),
    saw_it=_("I saw it myself."),
    lying=_("You are lying."),
    who=_("Who is it?"),
    take_your_time=_("Take your time."),
    thanks=_("Thank you."),
    hello=_("Hello, everyone."),
    good_game=_("Good game."),
)

# The code is the name of a symbol in static/img/emotes.svg; the words say what it shows.
EMOTES: Final = Words(
    laugh=_("laughs"),
    doubt=_("does not believe it"),
    shock=_("is startled"),
    innocent=_("looks the other way"),
    angry=_("is angry"),
    sorry=_("is sorry"),
    sleep=_("falls asleep waiting"),
    cheers=_("raises the lamp"),
)
