"""Every act of the staff: those on accounts, and those on matches and what is said there.

A new act is a line here. Tests are made from this list: each act is tried by every role and every
tie, and one that nobody has tried fails.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from accounts import acts
from accounts.acts import ANY_TIE, AT_THE_TABLE, NO_TIE, Act, Tie, by_code

MATCHES, REMARKS, COMMENTS = "games.change_match", "games.change_remark", "games.change_comment"

FREEZE = Act("freeze", _("froze a match"), MATCHES, AT_THE_TABLE)
THAW = Act("thaw", _("thawed a match"), MATCHES, AT_THE_TABLE)
VOID = Act("void", _("voided a match"), MATCHES, AT_THE_TABLE)
REMOVE_PLAYER = Act("remove_player", _("removed a player"), MATCHES, ANY_TIE)
RENAME_TABLE = Act("rename_table", _("renamed a table"), MATCHES, AT_THE_TABLE)
CLOSE_TALK = Act("close_talk", _("closed the talk at a table"), MATCHES, AT_THE_TABLE)
HIDE_LINE = Act("hide", _("hid a line"), REMARKS, ANY_TIE)
REMOVE_COMMENT = Act("remove", _("removed a comment"), COMMENTS, ANY_TIE)

LET_THROUGH = Act("let_through", _("let a line through"), REMARKS, ANY_TIE)
KEEP_BACK = Act("keep_back", _("kept a line back"), REMARKS, ANY_TIE)
CHANGE_WORDS = Act("change_words", _("changed the word list"), "games.change_listedword", NO_TIE)

CASES = "games.change_case"
TAKE_CASE = Act("take_case", _("took a report"), CASES, ANY_TIE)
PUT_BACK = Act("put_back", _("put a report back"), CASES, ANY_TIE)
HAND_ON = Act("hand_on", _("handed a report on"), CASES, ANY_TIE)
NOTE_CASE = Act("note_case", _("added a note to a report"), CASES, ANY_TIE)
DECIDE_CASE = Act("decide_case", _("decided a report"), CASES, ANY_TIE)
DISMISS_CLUES = Act("dismiss_clues", _("dismissed what the site noticed"), CASES, ANY_TIE)
EXAMINE = Act("examine", _("had a match examined"), CASES, AT_THE_TABLE)

BREAK_GLASS = Act(
    "break_glass",
    _("opened the secrets of a match"),
    "games.break_glass",
    ANY_TIE | {Tie.SHARES},
)

ACTS: Mapping[str, Act] = {
    **acts.ACTS,
    **by_code(
        FREEZE,
        THAW,
        VOID,
        REMOVE_PLAYER,
        RENAME_TABLE,
        CLOSE_TALK,
        HIDE_LINE,
        REMOVE_COMMENT,
        LET_THROUGH,
        KEEP_BACK,
        CHANGE_WORDS,
        TAKE_CASE,
        PUT_BACK,
        HAND_ON,
        NOTE_CASE,
        DECIDE_CASE,
        DISMISS_CLUES,
        EXAMINE,
        BREAK_GLASS,
    ),
}
