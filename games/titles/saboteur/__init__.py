"""Saboteur: miners dig for gold, saboteurs among them see to it that they fail."""

from games.engine import Option, Title

from . import bot, rules
from .imagine import imagine
from .refusals import explain
from .state import State, evolve
from .telltale import telltale
from .text import picture

title = Title(
    slug="saboteur",
    name="Saboteur",
    version=1,
    seats=range(3, 11),
    options=(Option("share_gold", "choice", ("auto", "pick"), "auto"),),
    bots={"random": bot.random, "plain": bot.plain, "keeper": bot.keeper},
    initial=State,
    evolve=evolve,
    awaiting=rules.awaiting,
    actions=rules.actions,
    decide=rules.decide,
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
    rules=tuple(f"S{number}" for number in range(1, 25)),
)
