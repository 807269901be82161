"""Saboteur: The Lost Mines. Two clans of dwarves lay paths through a forest to four mines.

Everyone's clan is known; who is loyal, who selfish and who a saboteur is not.
"""

from games.engine import Option, Title

from . import bot, cards, knowing, refusals, rules, setup
from .state import State, evolve

title = Title(
    slug="lost_mines",
    name="Saboteur: The Lost Mines",
    version=1,
    seats=range(3, 10),
    options=(Option("rounds", "int", (2, 3, 4), 2),),
    bots={"random": bot.random, "plain": bot.plain},
    initial=State,
    evolve=evolve,
    awaiting=rules.awaiting,
    actions=rules.actions,
    decide=rules.decide,
    lapse=rules.lapse,
    rounds=rules.rounds,
    outcome=rules.outcome,
    imagine=knowing.imagine,
    set_up=setup.set_up,
    forms=rules.FORMS,
    explain=refusals.explain,
    box=cards.box,
    census=knowing.census,
    picture=knowing.picture,
    rules=tuple(f"L{number}" for number in range(1, 31)),
)
