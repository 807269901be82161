"""Every act of the staff × every role × every tie, from the list of acts.

`HOW` says how each act is done through the admin site. An act of the list that has no line here
fails, and so does an action of the admin site that is not on the list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts import sanctions
from accounts.acts import SUPERUSER, Tie
from accounts.models import AuditEntry, Sanction, Trace, User
from games import play
from games.matchlog import access
from games.models import Case, Comment, ListedWord, Match, Remark
from games.moderation import clues
from games.moderation.acts import ACTS
from games.play import comments, holding
from games.talk import hearing, saying
from tests.web.factories import Scene, UserFactory, dealt, gathered

pytestmark = pytest.mark.django_db

ROLES = ["player", "staff without the right", "staff with the right", "superuser"]
TIES = [None, *Tie]


@dataclass
class Stage:
    """Where an act is tried: a match with a line, the one acted on, and the one who acts."""

    scene: Scene
    actor: User
    target: User
    browser: Client


Way = Callable[[Stage], object]


def on_list(address: str, action: str, pk: Callable[[Stage], object], **more: str) -> Way:
    def do(stage: Stage) -> object:
        form = {"action": action, "_selected_action": [pk(stage)], "reason": "so"}
        return stage.browser.post(f"/admin/{address}/", {**form, "confirm": "yes", **more})

    return do


def on_match(action: str, **more: str) -> Way:
    return on_list("games/match", action, lambda stage: stage.scene.id, **more)


def on_account(action: str) -> Way:
    return on_list("accounts/user", action, lambda stage: stage.target.pk)


def thaw(stage: Stage) -> object:
    play.freeze(stage.scene.id, reason="a look")
    return on_match("thaw")(stage)


def remove_player(stage: Stage) -> object:
    return on_match("remove_player", name=stage.target.username)(stage)


def hide(stage: Stage) -> object:
    visited = access.visit(stage.scene.id, stage.target)
    who = hearing.listener(visited, stage.target)
    line = saying.say(who, kind=Remark.Kind.TEXT, text="well", key="1")
    return on_list("games/remark", "hide", lambda _stage: line.pk)(stage)


def remove_comment(stage: Stage) -> object:
    stage.scene.to_the_end() if not stage.scene.match.handed_over else None
    Match.objects.filter(pk=stage.scene.id).update(status=Match.Status.OVER)
    visited = access.visit(stage.scene.id, stage.target)
    said = comments.say(visited, stage.target, number=0, text="well")
    return on_list("games/comment", "remove", lambda _stage: said.pk)(stage)


def lift_suspension(stage: Stage) -> object:
    if stage.target != stage.actor:
        sanctions.suspend(stage.target, "a rest", None)
    return on_account("lift_suspension")(stage)


def rename(stage: Stage) -> object:
    page = f"/admin/accounts/user/{stage.target.pk}/change/"
    form = {"username": "Renamed", "reason": "so"}
    if stage.target.is_staff:
        form |= {"is_staff": "on"}
    return stage.browser.post(page, form)


def change_group(stage: Stage) -> object:
    return stage.browser.post("/admin/auth/group/add/", {"name": "watchers"})


def sanction(stage: Stage) -> object:
    form = {"kind": "mute", "days": "7"}
    return on_list("accounts/user", "sanction", lambda _stage: stage.target.pk, **form)(stage)


def issued(stage: Stage, *, by: User | None = None) -> Sanction:
    """Against whoever is acted on; they may be the actor, who must be able to act still."""
    return sanctions.issue(stage.target, sanctions.Kind.MUTE, "words", by)


def lift_sanction(stage: Stage) -> object:
    held = issued(stage)
    return on_list("accounts/sanction", "lift_sanction", lambda _stage: held.pk)(stage)


def on_appeal(action: str) -> Way:
    def do(stage: Stage) -> object:
        asked = sanctions.appeal(issued(stage), "It was my sister.")
        return on_list("accounts/appeal", action, lambda _stage: asked.pk)(stage)

    return do


def on_case(act: str, **more: str) -> Way:
    """A case about the target, of this match. Whoever is tied to it cannot even open its page."""

    def do(stage: Stage) -> object:
        case = Case.objects.create(
            kind=Case.Kind.TABLE,
            key="table",
            about=stage.target,
            match=stage.scene.match,
            weight=1,
            opened_at=timezone.now(),
        )
        return stage.browser.post(f"/admin/games/case/{case.pk}/change/", {"do": act, **more})

    return do


def hand_on(stage: Stage) -> object:
    UserFactory.create(username="tessa", is_staff=True, is_superuser=True)
    return on_case("hand_on", to="tessa")(stage)


def on_held(act: str) -> Way:
    """A line of the target that is held back for a listed word."""

    def do(stage: Stage) -> object:
        ListedWord.objects.create(word="coal*")
        who = hearing.listener(access.visit(stage.scene.id, stage.target), stage.target)
        saying.say(who, kind=Remark.Kind.TEXT, text="you coalface", key="1")
        case = Case.objects.get()
        return stage.browser.post(f"/admin/games/case/{case.pk}/change/", {"do": act})

    return do


def change_words(stage: Stage) -> object:
    return stage.browser.post("/admin/games/listedword/add/", {"word": "coal*", "kind": "slur"})


def dismiss(stage: Stage) -> object:
    """A clue about the target, at this match."""
    noticed = [clues.Noticed(match_id=stage.scene.id, facts={"lines": 40, "seconds": 60})]
    case = clues.bring(Case.Kind.CHAT, noticed, weight=1, account=stage.target.pk)
    assert case is not None
    form = {"do": "dismiss", "reason": "so"}
    return stage.browser.post(f"/admin/games/case/{case.pk}/change/", form)


def examine(stage: Stage) -> object:
    Match.objects.filter(pk=stage.scene.id).update(status=Match.Status.OVER)
    return on_match("examine")(stage)


HOW: dict[str, Way] = {
    "let_through": on_held("let_through"),
    "keep_back": on_held("keep_back"),
    "change_words": change_words,
    "dismiss_clues": dismiss,
    "examine": examine,
    "take_case": on_case("take"),
    "put_back": on_case("put_back"),
    "hand_on": hand_on,
    "note_case": on_case("note", text="so"),
    "decide_case": on_case("decide", follows="nothing"),
    "break_glass": lambda stage: stage.browser.post(
        f"/admin/games/match/{stage.scene.id}/secrets/", {"reason": "Do two of them play as one?"}
    ),
    "sanction": sanction,
    "lift_sanction": lift_sanction,
    "grant_appeal": on_appeal("grant_appeal"),
    "refuse_appeal": on_appeal("refuse_appeal"),
    "suspend": on_account("suspend"),
    "lift_suspension": lift_suspension,
    "log_out_everywhere": on_account("log_out_everywhere"),
    "close_accounts": on_account("close_accounts"),
    "change_account": rename,
    "change_group": change_group,
    "freeze": on_match("freeze"),
    "thaw": thaw,
    "void": on_match("void"),
    "remove_player": remove_player,
    "rename_table": on_match("rename_table", name="A quiet table"),
    "close_talk": on_match("close_talk"),
    "hide": hide,
    "remove": remove_comment,
}

# What is about an account and no match is tied to no table, but to whoever sits there beside it.
ON_ACCOUNTS = {"suspend", "lift_suspension", "log_out_everywhere", "close_accounts"}
ON_ACCOUNTS |= {"change_account", "sanction", "lift_sanction"}
ON_ACCOUNTS |= {"grant_appeal", "refuse_appeal"}
ON_NOBODY = {"change_group", "change_words"}
ON_OWN_WORDS = {"remove_player", "hide", "remove", "take_case", "put_back", "hand_on"}
# whose target can be the actor
ON_OWN_WORDS |= {"note_case", "decide_case", "let_through", "keep_back", "dismiss_clues"}


def test_every_act_is_tried_and_no_other() -> None:
    assert set(HOW) == set(ACTS)


def test_every_action_of_the_admin_site_is_an_act() -> None:
    ours = [model for model in site._registry if model._meta.app_label in ("accounts", "games")]
    offered = {str(name) for model in ours for name in site._registry[model].actions or ()}
    assert offered
    assert offered <= set(ACTS)


def ties_that_can_be(code: str) -> list[Tie | None]:
    if code in ON_NOBODY:
        return [None]
    if code in ON_ACCOUNTS:
        return [None, Tie.OWN, Tie.BESIDE]
    at_the_table = [Tie.SITS, Tie.SAT, Tie.SHARES]
    return [None, Tie.OWN, *at_the_table] if code in ON_OWN_WORDS else [None, *at_the_table]


CASES = [(code, role, tie) for code in ACTS for role in ROLES for tie in ties_that_can_be(code)]


@pytest.mark.parametrize(("code", "role", "tie"), CASES)
def test_an_act_is_done_by_whoever_may_and_written_down(
    code: str, role: str, tie: Tie | None
) -> None:
    act, stage = ACTS[code], staged(code, role, tie)
    before = len(AuditEntry.objects.all())
    HOW[code](stage)
    written = list(AuditEntry.objects.order_by("number"))[before:]
    done = [entry for entry in written if not entry.is_refused]
    has_right = role == "superuser" or (
        role == "staff with the right" and act.permission != SUPERUSER
    )
    if has_right and tie not in act.refused:
        [entry] = done
        assert (entry.act, entry.by_id, entry.is_refused) == (code, stage.actor.pk, False)
        assert entry.match == ("" if code in ON_ACCOUNTS | ON_NOBODY else stage.scene.id)
    else:
        assert done == []


def staged(code: str, role: str, tie: Tie | None) -> Stage:
    mira, tobias, ines = (UserFactory.create(username=name) for name in ("mira", "tobias", "ines"))
    actor = (
        tobias if tie in (Tie.SITS, Tie.SAT, Tie.BESIDE) else UserFactory.create(username="warden")
    )
    target = mira
    if tie == Tie.OWN:
        target = actor
        if code in ON_OWN_WORDS:  # their own words, at a table of their own
            actor = target = tobias
    actor.is_staff, actor.is_superuser = role != "player", role == "superuser"
    actor.save()
    scene = dealt(mira, tobias, ines)
    if tie == Tie.SAT:
        holding.leave(scene.id, tobias)
    if tie == Tie.SHARES:
        share_a_browser(actor, mira)
    if role == "staff with the right":
        grant(actor, ACTS[code].permission)
    browser = Client()
    browser.force_login(actor)
    return Stage(scene, actor, target, browser)


def share_a_browser(*people: User) -> None:
    now = timezone.now()
    for user in people:
        Trace.objects.create(account=user, kind="device", digest="d", first_at=now, met_at=now)


def grant(actor: User, permission: str) -> None:
    if permission == SUPERUSER:
        actor.user_permissions.add(*Permission.objects.filter(content_type__app_label="auth"))
        return
    model = permission.partition("_")[2]
    codes = [f"view_{model}", "view_match", permission.partition(".")[2], "view_user", "view_case"]
    held = Permission.objects.filter(codename__in=codes)
    actor.user_permissions.add(*held)


@pytest.mark.parametrize("code", sorted(ON_ACCOUNTS))
@pytest.mark.parametrize("status", ["open", "running, left by the actor", "over"])
def test_whoever_sits_beside_somebody_decides_nothing_about_them_until_it_is_over(
    code: str, status: str
) -> None:
    """Who is shut out there, muted or let in again: that would decide over one's own table."""
    mira, tobias = (UserFactory.create(username=name) for name in ("mira", "tobias"))
    warden = UserFactory.create(username="warden", is_staff=True, is_superuser=True)
    scene = gathered(mira, warden, size=3) if status == "open" else dealt(mira, tobias, warden)
    if status.startswith("running"):
        holding.leave(scene.id, warden)
    if status == "over":
        scene.to_the_end()
    browser = Client()
    browser.force_login(warden)
    HOW[code](Stage(scene, warden, mira, browser))
    written = AuditEntry.objects.filter(act=code, is_refused=False)
    # Whoever is suspended gets up from an open table, and sits beside nobody when it is lifted.
    is_beside = status != "over" and (code, status) != ("lift_suspension", "open")
    assert written.exists() == (not is_beside or Tie.BESIDE not in ACTS[code].refused)


@pytest.mark.parametrize("code", ["lift_sanction", "grant_appeal", "refuse_appeal"])
@pytest.mark.parametrize("who", ["reported it", "sat there", "a stranger"])
def test_what_came_of_a_report_is_not_for_whoever_is_tied_to_it(code: str, who: str) -> None:
    people = [UserFactory.create(username=name) for name in ("mira", "tobias", "ines", "warden")]
    mira, tobias, ines, warden = people
    warden.is_staff = warden.is_superuser = True
    warden.save()
    scene = dealt(mira, tobias, warden if who == "sat there" else ines)
    scene.to_the_end()
    case = Case.objects.create(
        kind=Case.Kind.MOVE,
        key="move 1",
        about=tobias,
        match=scene.match,
        weight=1,
        opened_at=timezone.now(),
    )
    if who == "reported it":
        case.complaints.create(account=warden, reason="other", made_at=timezone.now())
    held = sanctions.issue(tobias, sanctions.Kind.MUTE, "words", None, report=case.pk)
    row = held if code == "lift_sanction" else sanctions.appeal(held, "It was my sister.")
    browser = Client()
    browser.force_login(warden)
    on_list(f"accounts/{row._meta.model_name}", code, lambda _stage: row.pk)(
        Stage(scene, warden, tobias, browser)
    )
    assert AuditEntry.objects.get(act=code).is_refused == (who != "a stranger")


def test_a_case_is_not_decided_against_whoever_sits_beside_one_elsewhere() -> None:
    """Not by a sanction; what else follows is decided."""
    names = ("mira", "tobias", "ines", "warden")
    mira, tobias, ines, warden = (UserFactory.create(username=name) for name in names)
    warden.is_staff = warden.is_superuser = True
    warden.save()
    dealt(tobias, warden, ines)
    browser = Client()
    browser.force_login(warden)
    stage = Stage(dealt(mira, tobias, ines), warden, tobias, browser)
    on_case("decide", follows="mute", days="7", to_reported="Words.")(stage)
    case = Case.objects.get()
    assert (case.decided_at, Sanction.objects.count()) == (None, 0)
    assert [(one.act, one.is_refused) for one in AuditEntry.objects.all()] == [("sanction", True)]
    page = f"/admin/games/case/{case.pk}/change/"
    told = browser.post(page, {"do": "decide", "follows": "mute", "to_reported": "Words."})
    assert "You sit at a table with tobias" in told.content.decode()
    browser.post(page, {"do": "decide", "follows": "nothing"})
    case.refresh_from_db()
    assert case.decided_by == warden


def test_what_is_done_is_done(staff: User, scene: Scene, as_: Callable[[User], Client]) -> None:
    """One look at each new act on a match."""
    stage = Stage(scene, staff, scene.players[0], as_(staff))
    HOW["rename_table"](stage)
    assert scene.match.name == "A quiet table"
    HOW["close_talk"](stage)
    assert scene.match.talk == Match.Talk.NOTHING
    HOW["remove_player"](stage)
    seat = scene.seats()[0]
    assert (seat.account_id, seat.bot, scene.match.status) == (None, "keeper", "running")


def test_who_was_removed_stands_in_the_audit_by_their_number(
    staff: User, scene: Scene, as_: Callable[[User], Client]
) -> None:
    HOW["remove_player"](Stage(scene, staff, scene.players[0], as_(staff)))
    entry = AuditEntry.objects.get()
    assert (entry.about_id, entry.facts) == (scene.players[0].pk, {})


def test_a_comment_that_is_removed_is_kept_in_the_audit(
    staff: User, scene: Scene, as_: Callable[[User], Client]
) -> None:
    remove_comment(Stage(scene, staff, scene.players[0], as_(staff)))
    assert Comment.objects.get().text == ""
    assert AuditEntry.objects.get().facts == {"said": "well"}
