"""What each card and token of Emerald does, in one line; and which rule a refusal follows from."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.effects import Effects, Marked
from games.titles.emerald.cards import BONUS_COINS, DIE, GEM_COINS, GOLD_CARDS, TREASURE_COINS

VALUES: Final = sorted(set(GOLD_CARDS))
GEM = _("Lies open before you. {coins} coin; most of a kind earns a bonus.")
MOST = _("{coins} coins to the one with most of this gem at the end. On a tie nobody.")
GEM_FACTS: Final = {"coins": GEM_COINS}
BONUS_FACTS: Final = {"coins": BONUS_COINS}

EFFECTS: Final = Effects(
    {
        "knight": Marked(
            _("Knight"),
            _("Goes as many fields as there are knights where it stands."),
            "E6",
            "knight-red knight-blue knight-green knight-yellow knight-white",
        ),
        "crowd": Marked(
            _("Dark number"), _("Knights on this field. Each of them goes that far."), "E6"
        ),
        "knight-moved": Marked(
            _("A knight that has moved"), _("Has moved this turn; choose another."), "E5"
        ),
        "knight-freed": Marked(
            _("A knight bribed free"),
            _("Moves no more this turn. It may be caught again."),
            "E14",
        ),
        **{
            f"gold-{value}": Marked(
                _("Gold"),
                _("Take it: {coins} coins at the end, or one knight’s freedom."),
                "E8 E9",
                f"gold-{value}",
                {"coins": value},
            )
            for value in VALUES
        },
        **{
            f"own-gold-{value}": Marked(
                _("Your gold"),
                _("{coins} coins at the end, or pay it to the dragon. Others saw you take it."),
                "E9 E14",
                "",
                {"coins": value},
            )
            for value in VALUES
        },
        "ruby": Marked(_("Ruby"), GEM, "E9 E19", "gem-ruby", GEM_FACTS),
        "emerald": Marked(_("Emerald"), GEM, "E9 E19", "gem-emerald", GEM_FACTS),
        "garnet": Marked(_("Garnet"), GEM, "E9 E19", "gem-garnet", GEM_FACTS),
        "turquoise": Marked(_("Turquoise"), GEM, "E9 E19", "gem-turquoise", GEM_FACTS),
        "pile-2": Marked(
            _("Two cards"),
            _("Two cards; the one below is turned up when the top one is taken."),
            "E8",
            "pile-2",
        ),
        "pile-3": Marked(
            _("Three cards"),
            _("Three cards; the next one is turned up when the top one is taken."),
            "E8",
            "pile-3",
        ),
        "treasure": Marked(
            _("Treasure"),
            _("For a knight that reaches the chamber. {coins} coins."),
            "E7",
            "treasure",
            {"coins": TREASURE_COINS},
        ),
        "most-rubies": Marked(_("Bonus: rubies"), MOST, "E19", "bonus-ruby", BONUS_FACTS),
        "most-emeralds": Marked(_("Bonus: emeralds"), MOST, "E19", "bonus-emerald", BONUS_FACTS),
        "most-garnets": Marked(_("Bonus: garnets"), MOST, "E19", "bonus-garnet", BONUS_FACTS),
        "most-turquoises": Marked(
            _("Bonus: turquoises"), MOST, "E19", "bonus-turquoise", BONUS_FACTS
        ),
        "four-kinds": Marked(
            _("Bonus: four kinds"),
            _("{coins} coins, at once, to the first with all four kinds."),
            "E10",
            "bonus-four_gems",
            BONUS_FACTS,
        ),
        "rail": Marked(
            _("Rail"),
            _("Stop on one of these four fields and the dragon wakes."),
            "E11",
            "rail-wide rail-tall",
        ),
        "dragon": Marked(
            _("Dragon"),
            _(
                "Walks the way it looks, turns at the rail’s end, and catches one knight where it "
                "stops."
            ),
            "E12 E13",
            "dragon dragonhead",
        ),
        "dragon-behind": Marked(
            _("Dragon behind the rail"),
            _("Waits here. It walks to the rail when it is woken."),
            "E16",
        ),
        "die": Marked(
            _("Die"),
            _("1, 2 or 3, each as likely."),
            "E11",
            " ".join(f"die-{number}" for number in range(1, DIE + 1)),
        ),
        "chamber": Marked(
            _("Chamber"),
            _("Steps left over are lost. The last treasure ends the match."),
            "E7 E18",
        ),
        "nest": Marked(_("Nest"), _("Knights here are out of play."), "E14", "nest"),
        "one-knight": Marked(_("One knight left"), _("The match is over."), "E18"),
    }
)

# Where a refusal opens the rules.
RULE_OF: Final = {
    "must_move": "E5",
    "moved_already": "E5",
    "no_knight_there": "E5",
    "not_your_colour": "E3",
    "other_colour": "E22",
    "bribed_free": "E14",
    "must_take": "E8",
    "no_such_pile": "E8",
    "must_catch": "E13",
    "not_on_field": "E13",
    "must_answer": "E14",
    "no_such_gold": "E14",
}
