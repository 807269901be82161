"""Emerald: knights walk through a dragon's cave to its treasures, and bribe it on the way."""

from games.engine import Title

from . import bot, cards, imagining, picture, refusals, rules
from .state import State, evolve

title = Title(
    slug="emerald",
    name="Emerald",
    version=1,
    seats=range(2, 6),
    bots={"random": bot.random, "plain": bot.plain},
    initial=State,
    evolve=evolve,
    awaiting=rules.awaiting,
    actions=rules.actions,
    decide=rules.decide,
    rounds=rules.rounds,
    outcome=rules.outcome,
    imagine=imagining.imagine,
    set_up=rules.set_up,
    forms=rules.FORMS,
    explain=refusals.explain,
    box=cards.box,
    census=rules.census,
    picture=picture.picture,
    rules=tuple(f"E{number}" for number in range(1, 23)),
)
