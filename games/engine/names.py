"""What players are called."""

from __future__ import annotations


class BotName(str):
    """What a bot is called. Tables set a sign beside it; sentences need none."""

    __slots__ = ()


class KeeperName(str):
    """What a seat is called where the keeper plays. Tables set a sign beside `holder` instead."""

    __slots__ = ("holder",)

    holder: str

    def __new__(cls, text: str, holder: str) -> KeeperName:
        made = super().__new__(cls, text)
        made.holder = holder
        return made
