"""What each card and token does, in one line; and which rule a refusal follows from."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.effects import Effects, Marked
from games.titles.lost_mines.cards import PATH_CARDS, VALUES

FREE = _("The way is free here, for one dwarf at a time. A storm takes it too.")
CAMP = _("Dwarves of this clan set out here. No storm takes it.")
LOYAL = _("Your treasures count for your own clan, which shares them evenly.")
SELFISH = _("Your treasures count for you alone.")
SABOTEUR = _("Your treasures count for the other clan, and you share with it.")
CLOSED = _("Everyone sees the kind. Worth {least} to {most}; nobody knows yet.")
WORTH: Final = {"least": min(VALUES), "most": max(VALUES)}

EFFECTS: Final = Effects(
    {
        "path": Marked(
            _("Path"), _("Lay it so that a path goes on. It need not be near your dwarf."), "L8"
        ),
        "campfire": Marked(
            _("Campfire"),
            _("A dwarf that sets out from here may walk 5 cards instead of 3."),
            "L10",
            "f-campfire",
        ),
        "rocks": Marked(
            _("Rocks"),
            _("Room for one dwarf. Nobody else may stop here or pass."),
            "L9",
            "f-rocks",
        ),
        "tree": Marked(
            _("Tree"),
            _("Nobody passes until an axe lies on it. Then one dwarf at a time."),
            "L9",
            "f-tree",
        ),
        "lake": Marked(
            _("Lake"),
            _("Nobody passes until a boat lies on it. Then one dwarf at a time."),
            "L9",
            "f-lake",
        ),
        "pit": Marked(
            _("Pit"),
            _("Nobody passes until a rope lies on it. Then one dwarf at a time."),
            "L9",
            "f-pit",
        ),
        "axe": Marked(
            _("Axe"), _("Lay it on a tree. The way is free, for one dwarf at a time."), "L11"
        ),
        "boat": Marked(
            _("Boat"), _("Lay it on a lake. The way is free, for one dwarf at a time."), "L11"
        ),
        "rope": Marked(
            _("Rope"), _("Lay it on a pit. The way is free, for one dwarf at a time."), "L11"
        ),
        "axe-there": Marked(_("Axe"), FREE, "L9 L16", "tk-axe"),
        "boat-there": Marked(_("Boat"), FREE, "L9 L16", "tk-boat"),
        "rope-there": Marked(_("Rope"), FREE, "L9 L16", "tk-rope"),
        "mine-treasure": Marked(
            _("Look: mine or treasure"),
            _("Look in secret at one face-down mine, or at one treasure nobody has."),
            "L12",
        ),
        "mine-dwarf": Marked(
            _("Look: mine or dwarf"),
            _("Look in secret at one face-down mine, or at another player’s dwarf."),
            "L12",
        ),
        "treasure-dwarf": Marked(
            _("Look: treasure or dwarf"),
            _("Look in secret at one treasure nobody has, or at another player’s dwarf."),
            "L12",
        ),
        "trap": Marked(
            _("Trap"),
            _("Whoever walks over it loses a card at random. It stays."),
            "L14 L13",
            "tk-trap",
        ),
        "troll": Marked(
            _("Troll"),
            _("Nobody passes until its owner’s next turn begins."),
            "L15 L13",
            "tk-troll",
        ),
        "storm": Marked(
            _("Storm"),
            _("Takes away one path card that no dwarf stands on, with its tool."),
            "L16",
        ),
        "yellow-camp": Marked(_("Yellow camp"), CAMP, "L3 L16", "s-yellow"),
        "blue-camp": Marked(_("Blue camp"), CAMP, "L3 L16", "s-blue"),
        "mine": Marked(
            _("Mine, face down"),
            _("The first dwarf to walk in turns it up and stops there."),
            "L19",
            "m-closed",
        ),
        "gold-mine": Marked(
            _("Gold mine"),
            _("A dwarf that walks here takes one treasure of this kind."),
            "L21",
            "m-gold",
        ),
        "silver-mine": Marked(
            _("Silver mine"),
            _("A dwarf that walks here takes one treasure of this kind."),
            "L21",
            "m-silver",
        ),
        "gem-mine": Marked(
            _("Gem mine"),
            _("A dwarf that walks here takes one treasure of this kind."),
            "L21",
            "m-gems",
        ),
        "dragon-mine": Marked(
            _("The dragon’s mine"),
            _("Its dragon is taken. Now a path like any other."),
            "L22",
            "m-dragon",
        ),
        "gold": Marked(_("Gold treasure"), CLOSED, "L2", "t-gold", WORTH),
        "silver": Marked(_("Silver treasure"), CLOSED, "L2", "t-silver", WORTH),
        "gems": Marked(_("Gem treasure"), CLOSED, "L2", "t-gems", WORTH),
        **{
            f"worth-{value}": Marked(
                _("A treasure you know"),
                _("Worth {value}. Only you know."),
                "L12 L21",
                "",
                {"value": value},
            )
            for value in VALUES
        },
        "dragon": Marked(
            _("Dragon"),
            _("Costs its holder 2 of this round’s points, never below 0."),
            "L27",
            "tk-dragon",
        ),
        "loyal": Marked(_("Loyal"), LOYAL, "L26", "c-yellow-loyal c-blue-loyal"),
        "selfish": Marked(_("Selfish"), SELFISH, "L25", "c-yellow-selfish c-blue-selfish"),
        "saboteur": Marked(_("Saboteur"), SABOTEUR, "L26", "c-yellow-saboteur c-blue-saboteur"),
        "out": Marked(
            _("A dwarf that is out"),
            _("No cards, no walk. It still fills a card that holds one dwarf."),
            "L7",
        ),
        "flag": Marked(
            _("End the round?"),
            _("Ask everyone to end the round. It ends only if all agree."),
            "L24",
        ),
    }
)

# Where a refusal opens the rules.
RULE_OF: Final = {
    "not_a_path": "L8",
    "north_differs": "L8",
    "east_differs": "L8",
    "south_differs": "L8",
    "west_differs": "L8",
    "turned_alike": "L8",
    "no_neighbour": "L8",
    "no_way_on": "L8",
    "not_empty": "L8",
    "a_mine_lies_there": "L8",
    "tree_in_the_way": "L9",
    "lake_in_the_way": "L9",
    "pit_in_the_way": "L9",
    "occupied": "L9",
    "axe_needs_tree": "L11",
    "boat_needs_lake": "L11",
    "rope_needs_pit": "L11",
    "already_overcome": "L11",
    "mine_is_up": "L12",
    "not_information": "L12",
    "not_shown": "L12",
    "own_dwarf": "L12",
    "not_an_edge": "L13",
    "token_there": "L13",
    "face_down_mine": "L13",
    "no_path_there": "L13",
    "paths_do_not_meet": "L13",
    "no_card_there": "L16",
    "dwarf_there": "L16",
    "start_stays": "L16",
    "mine_stays": "L16",
    "out_of_reach": "L18",
    "stands_there": "L18",
    "must_take": "L21",
    "take_first": "L21",
    "no_gold_here": "L21",
    "no_silver_here": "L21",
    "no_gems_here": "L21",
    "taken": "L21",
    "vote_now": "L24",
    "called_before": "L24",
    "play_first": "L6",
    "walk_now": "L6",
    "wrong_number": "L6",
    "not_so_many": "L6",
    "not_in_hand": "L6",
}


def code_of(card: str) -> str:
    """The line of a card. What stands on a path says more than the path."""
    if card in PATH_CARDS:
        return PATH_CARDS[card].feature or "path"
    return card.replace("|", "-")
