"""What each card and token of Saboteur does, in one line; and which rule a refusal follows from."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.effects import Effects, Marked
from games.titles.saboteur.cards import PATH_CARDS, Card

TUNNEL = _("Lay it where every side fits and a way leads back to the ladder.")
BREAK = _("Lay it in front of any player. Until it is repaired, they cannot dig.")
BROKEN = _("They cannot dig until it is repaired.")

EFFECTS: Final = Effects(
    {
        "tunnel": Marked(_("Tunnel"), TUNNEL, "S6 S7"),
        "dead-end": Marked(
            _("Dead end"), _("Fits like any tunnel. Nothing can be dug on from it."), "S7"
        ),
        "break-pick": Marked(_("Broken pick"), BREAK, "S9 S8"),
        "break-lamp": Marked(_("Broken lamp"), BREAK, "S9 S8"),
        "break-cart": Marked(_("Broken cart"), BREAK, "S9 S8"),
        "repair-pick": Marked(
            _("Repair pick"),
            _("Takes away one broken pick, yours or another player’s."),
            "S10",
        ),
        "repair-lamp": Marked(
            _("Repair lamp"),
            _("Takes away one broken lamp, yours or another player’s."),
            "S10",
        ),
        "repair-cart": Marked(
            _("Repair cart"),
            _("Takes away one broken cart, yours or another player’s."),
            "S10",
        ),
        "repair-pick-lamp": Marked(
            _("Pick or lamp"),
            _("Takes away one broken tool: the pick or the lamp, not both."),
            "S10",
        ),
        "repair-pick-cart": Marked(
            _("Pick or cart"),
            _("Takes away one broken tool: the pick or the cart, not both."),
            "S10",
        ),
        "repair-lamp-cart": Marked(
            _("Lamp or cart"),
            _("Takes away one broken tool: the lamp or the cart, not both."),
            "S10",
        ),
        "rockfall": Marked(
            _("Rockfall"),
            _("Takes one tunnel card out of the maze. Never the ladder, never a goal."),
            "S11",
        ),
        "map": Marked(
            _("Map"),
            _("Look at one face-down goal. Everyone sees which; only you see what."),
            "S12",
        ),
        "ladder": Marked(
            _("Ladder"),
            _("Every tunnel starts here. It can never be removed."),
            "S2 S11",
            "start",
        ),
        "goal": Marked(
            _("Goal, face down"),
            _("One of the three is the gold. A tunnel that opens towards it turns it up."),
            "S14",
            "goal",
        ),
        "goal-is-stone": Marked(_("A goal you have seen"), _("Only you know: it is stone."), "S12"),
        "goal-is-gold": Marked(_("A goal you have seen"), _("Only you know: it is gold."), "S12"),
        "stone": Marked(
            _("Stone"),
            _("No gold. A path card like any other: dig on from it."),
            "S15",
            "stone-NW stone-NE",
        ),
        "gold": Marked(
            _("Gold"),
            _("Reached: the round is over and the miners have won it."),
            "S16",
            "gold",
        ),
        "pile": Marked(
            _("Draw pile"),
            _("When it and all hands are empty, the saboteurs win the round."),
            "S17",
        ),
        "miner": Marked(
            _("Miner"), _("You win the round when the tunnel reaches the gold."), "S16", "miner"
        ),
        "saboteur": Marked(
            _("Saboteur"),
            _("You win the round when the cards run out before that."),
            "S17",
            "saboteur",
        ),
        "not-dealt": Marked(
            _("Role not dealt"),
            _("One role card is left over. It is turned up when the round ends."),
            "S1",
        ),
        "broken-pick": Marked(_("Pick broken"), BROKEN, "S8", "broken-pick"),
        "broken-lamp": Marked(_("Lamp broken"), BROKEN, "S8", "broken-lamp"),
        "broken-cart": Marked(_("Cart broken"), BROKEN, "S8", "broken-cart"),
        "own-gold": Marked(
            _("Your gold"), _("Nuggets you keep. Secret until the match is over."), "S21"
        ),
        "others-gold": Marked(
            _("Gold of others"),
            _("So many cards; what is on them is secret until the match is over."),
            "S21",
        ),
    }
)

# Where a refusal opens the rules.
RULE_OF: Final = {
    "tool_broken": "S8",
    "sides_differ": "S6",
    "same_turned": "S6",
    "card_there": "S6",
    "goal_there": "S6",
    "no_neighbour": "S6",
    "not_joined": "S7",
    "already_broken": "S9",
    "not_broken": "S10",
    "wrong_tool": "S10",
    "never_removed": "S11",
    "no_card_there": "S11",
    "face_up": "S12",
    "pick_gold_first": "S19",
    "no_gold_now": "S19",
    "not_offered": "S19",
    "not_in_hand": "S5",
}


def code_of(card: Card) -> str:
    """The line of a card."""
    if card in PATH_CARDS:
        return "dead-end" if card.endswith("x") else "tunnel"
    return card.replace(":", "-").replace("+", "-")
