"""A toy title with one of everything the engine must carry, for the tests.

Everyone gets a token: its colour is public, its number is not. In turn, each seat may ask another
to show its number; the asked seat answers out of turn. Then all vote at once, in secret, for the
seat with the highest number; after a day the clock closes the vote. A right vote is a point.
"""

from games.engine import Option, Title

from . import bot, rules
from .imagine import imagine
from .refusals import explain
from .state import State, evolve
from .text import picture

title = Title(
    slug="toy",
    name="Toy",
    version=2,
    seats=range(2, 5),
    options=(
        Option("rounds", "int", (1, 2), 2),
        Option("polite", "bool", (False, True), False),
        Option("starter", "choice", ("lot", "first"), "lot"),
    ),
    bots={"random": bot.random, "plain": bot.plain},
    initial=State,
    evolve=evolve,
    awaiting=rules.awaiting,
    actions=rules.actions,
    decide=rules.decide,
    lapse=rules.lapse,
    rounds=rules.rounds,
    outcome=rules.outcome,
    imagine=imagine,
    set_up=rules.set_up,
    forms=rules.FORMS,
    explain=explain,
    box=rules.box,
    census=rules.census,
    picture=picture,
    rules=("T1", "T2", "T3", "T4", "T5", "T6"),
)
