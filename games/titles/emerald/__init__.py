"""Emerald: knights walk through a dragon's cave to its treasures, and bribe it on the way."""

from games.engine import Title

from . import bot, rules
from .imagine import imagine
from .refusals import explain
from .state import State, evolve
from .text import picture

title = Title(
    slug="emerald",
    name="Emerald",
    version=2,
    seats=range(2, 6),
    bots={"random": bot.random, "plain": bot.plain},
    initial=State,
    evolve=evolve,
    awaiting=rules.awaiting,
    actions=rules.actions,
    decide=rules.decide,
    rounds=rules.rounds,
    outcome=rules.outcome,
    imagine=imagine,
    set_up=rules.set_up,
    forms=rules.FORMS,
    explain=explain,
    box=rules.box,
    census=rules.census,
    picture=picture,
    rules=tuple(f"E{number}" for number in range(1, 23)),
)
