"""Saboteur: The Lost Mines. Two clans of dwarves lay paths through a forest to four mines.

Everyone's clan is known; who is loyal, who selfish and who a saboteur is not.
"""

from games.engine import Option, Title

from . import bot, rules
from .imagine import imagine
from .refusals import explain
from .state import State, evolve
from .telltale import telltale
from .text import picture

title = Title(
    slug="lost_mines",
    name="Saboteur: The Lost Mines",
    version=2,
    seats=range(3, 10),
    options=(
        Option("rounds", "int", (2, 3, 4, 5, 6), 2),
        Option("play_on", "bool", (False, True), False),
    ),
    former_options={1: (Option("rounds", "int", (2, 3, 4), 2),)},
    bots={"random": bot.random, "plain": bot.plain, "keeper": bot.keeper},
    initial=State,
    evolve=evolve,
    awaiting=rules.awaiting,
    actions=rules.actions,
    decide=rules.decide,
    lapse=rules.lapse,
    rounds=rules.rounds,
    outcome=rules.outcome,
    imagine=imagine,
    telltale=telltale,
    set_up=rules.set_up,
    forms=rules.FORMS,
    explain=explain,
    similar=rules.similar,
    box=rules.box,
    census=rules.census,
    picture=picture,
    rules=tuple(f"L{number}" for number in range(1, 31)),
)
