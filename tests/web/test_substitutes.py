"""A seat at a running table: who may take it, what they see before and after, what counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import sanctions
from accounts.models import User
from games import play
from games.engine import titles
from games.matchlog import access, waiting
from games.models import Claim, Holder, Invitation, Kick, Match, Seat
from games.pages import lists
from games.play import ending, holding, keeping, seating, substitutes, timing
from games.rendering import fragment, handed_over, history
from games.talk import muting, notebook
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.playing import forget_everything, played
from tests.web.talking import claim
from tests.web.test_access import scramble_log, visible
from tests.web.test_keeping import kept
from tests.web.test_leaving import step, to_the_end

Browser = Callable[[User | None], Client]


@pytest.fixture
def left(scene: Scene) -> Scene:
    """mira, who had moved once, has left; anyone may take the seat."""
    scene.act(0, do="ask", seat=1)
    scene.act(1, do="show")
    holding.leave(scene.id, scene.players[0], offered="anyone")
    return scene


def link_of(match_id: str) -> str:
    return f"/i/{Invitation.objects.get(match=match_id, used_at=None).token}/"


# Taking it


def test_a_substitute_takes_the_seat_for_good(left: Scene, other: User) -> None:
    substitutes.take(left.id, other, index=0)
    seat = left.seats()[0]
    assert (seat.account, seat.name, seat.acting_bot, seat.offered) == (other, "other", "", "")
    assert (seat.held_from, seat.seen, seat.answers) == (left.number + 1, -1, 0)
    assert seat.contribution == "word 0"
    to_the_end(left)
    assert {move.by for move in left.moves()[1:]} == {"account"}


def test_a_substitute_is_not_called_to_a_match_that_began_long_ago(
    scene: Scene, other: User
) -> None:
    _mira, tobias, ines = scene.players
    holding.leave(scene.id, tobias, offered="anyone")
    substitutes.take(scene.id, other, index=1)
    assert [call.kind for call in waiting.calls(ines)] == ["begun"]
    assert waiting.calls(other) == []


def test_after_three_keepers_moves_the_seat_is_open_and_its_account_is_replaced(
    scene: Scene, other: User, as_: Browser
) -> None:
    kept(scene, 2)
    assert scene.seats()[0].offered == ""
    kept(scene, 1)
    assert scene.seats()[0].offered == "anyone"
    substitutes.take(scene.id, other, index=0)
    [held] = Holder.objects.all()
    assert (held.account, held.first) == (scene.players[0], 0)
    assert as_(scene.players[0]).get(f"/m/{scene.id}/").status_code == 404


def test_whoever_comes_back_first_keeps_the_seat(scene: Scene, other: User) -> None:
    kept(scene, 3)
    holding.take_back(scene.id, scene.players[0])
    with pytest.raises(play.PlayError, match="not open any more"):
        substitutes.take(scene.id, other, index=0)


def test_a_seat_is_taken_once(left: Scene, other: User, staff: User) -> None:
    substitutes.take(left.id, other, index=0)
    with pytest.raises(play.PlayError, match="not open any more"):
        substitutes.take(left.id, staff, index=0)


@pytest.mark.parametrize("index", [1, 7])
def test_no_other_seat_can_be_taken(left: Scene, other: User, index: int) -> None:
    with pytest.raises(play.PlayError):
        substitutes.take(left.id, other, index=index)


def test_whoever_holds_or_has_held_a_seat_there_cannot_take_another(left: Scene) -> None:
    mira, tobias, ines = left.players
    with pytest.raises(play.PlayError, match="sit at this table already"):
        substitutes.take(left.id, tobias, index=0)
    holding.leave(left.id, ines, offered="anyone")
    for account, index in ((mira, 2), (mira, 0), (ines, 0)):
        with pytest.raises(play.PlayError, match="held a seat"):
            substitutes.take(left.id, account, index=index)


def test_a_seat_that_the_keeper_shall_play_to_the_end_is_open_to_nobody(
    scene: Scene, other: User
) -> None:
    holding.leave(scene.id, scene.players[0])
    with pytest.raises(play.PlayError, match="not open any more"):
        substitutes.take(scene.id, other, index=0)
    with pytest.raises(play.PlayError, match="cannot be offered"):
        holding.leave(scene.id, scene.players[1], offered="the staff")


def test_whoever_was_sent_away_from_the_table_takes_it_by_link_only(
    left: Scene, other: User
) -> None:
    Kick.objects.create(match=left.match, account=other, at=left.match.created_at)
    assert lists.open_seats(other) == []
    with pytest.raises(play.PlayError, match="removed you"):
        substitutes.take(left.id, other, index=0)
    substitutes.offer_link(left.id, left.players[1], index=0)
    substitutes.take(left.id, other, index=0, token=Invitation.objects.get().token)
    assert left.seats()[0].account == other


def test_a_table_that_asks_for_reliability_asks_it_of_substitutes_too_but_not_by_link(
    left: Scene, other: User, staff: User, as_: Browser
) -> None:
    Match.objects.filter(pk=left.id).update(asks=90)
    late = dealt(other, staff, pace="daily")
    Seat.objects.filter(match=late.id, index=0).update(answers=5, missed=5)
    Seat.objects.filter(match=late.id, index=1).update(answers=10)
    sentence, button = "This table asks for 90 % of moves made in time. You have 50 %.", "Take the"
    with pytest.raises(play.PlayError) as refused:
        substitutes.take(left.id, other, index=0)
    assert refused.value.message == sentence
    page = as_(other).get(f"/m/{left.id}/seat/0").content.decode()
    assert sentence in page
    assert button not in page
    listed = as_(other).get("/tables/").content.decode()
    assert "asks for 90 % in time, you have 50 %" in listed
    assert "Look at the seat" not in listed
    listed = as_(staff).get("/tables/").content.decode()
    assert "asks for 90 % in time<" in listed.replace("</p>", "<")
    assert "Look at the seat" in listed
    assert button in as_(staff).get(f"/m/{left.id}/seat/0").content.decode()
    substitutes.offer_link(left.id, left.players[1], index=0)
    assert button in as_(other).get(link_of(left.id)).content.decode()
    substitutes.take(left.id, other, index=0, token=Invitation.objects.get().token)
    assert left.seats()[0].account == other


def test_whom_the_host_has_blocked_is_not_listed_the_seat(left: Scene, other: User) -> None:
    muting.block(left.players[1], name="other")
    assert lists.open_seats(other) == []


def test_a_match_that_is_over_or_stands_still_has_no_open_seat(left: Scene, other: User) -> None:
    play.freeze(left.id, reason="a question")
    with pytest.raises(play.PlayError, match="not open any more"):
        substitutes.take(left.id, other, index=0)
    assert lists.open_seats(other) == []


def test_the_seat_of_a_deleted_account_is_open_too(scene: Scene, other: User) -> None:
    scene.act(0, do="pass")
    sanctions.close_account(scene.players[0])
    substitutes.take(scene.id, other, index=0)
    assert told(scene, scene.players[1], 1).startswith("former player ")
    to_the_end(scene)
    assert scene.match.status == "over"


def test_the_seat_of_whoever_the_staff_remove_is_open_too(scene: Scene, other: User) -> None:
    seating.remove(scene.id, index=0)
    substitutes.take(scene.id, other, index=0)
    assert scene.seats()[0].account == other


# Names and results


def told(scene: Scene, reader: User, move: int) -> str:
    lines = history(access.visit(scene.id, reader))
    return next(str(line.text) for line in lines if line.move == move)


def test_the_log_calls_the_seat_by_who_held_it_at_each_move(left: Scene, other: User) -> None:
    while left.awaited() != [0]:
        step(left)
    before = left.number + 1
    keeping.move_for(left.id, index=0, number=left.number)
    substitutes.take(left.id, other, index=0)
    while 0 not in left.awaited():
        step(left)
    after = left.number + 1
    action = left.copy(0).actions()[0]
    play.submit(left.id, other, number=left.number, action=action)
    tobias = left.players[1]
    assert told(left, tobias, 1).startswith("mira ")
    assert told(left, tobias, before).startswith("The keeper moved for mira: ")
    assert "other" in told(left, tobias, after)
    assert told(left, other, 1).startswith("mira ")


def test_you_are_told_what_you_did_and_not_what_another_did_in_your_seat(db: None) -> None:
    scene, other = played("saboteur", 3), UserFactory.create()
    [first] = {move.seat for move in scene.moves()[1:2]}
    assert first is not None
    predecessor = scene.players[first]
    holding.leave(scene.id, predecessor, offered="anyone")
    substitutes.take(scene.id, other, index=first)
    while scene.awaited() != [first]:
        step(scene)
    step(scene)
    assert told(scene, other, 1).startswith(predecessor.username)
    assert told(scene, other, scene.number).startswith("You ")


def test_a_result_counts_for_the_substitute_who_made_most_of_the_moves(
    left: Scene, other: User
) -> None:
    substitutes.take(left.id, other, index=0)
    to_the_end(left)
    outcome = left.match.outcome
    assert outcome is not None
    assert left.seats()[0].won == (0 in outcome["winners"])
    assert Holder.objects.get().won is None


def test_a_result_does_not_count_for_a_substitute_who_came_late(mira: User, tobias: User) -> None:
    scene = dealt(mira, tobias)
    while scene.match.round < 2 or len(scene.awaited()) < 2:
        step(scene)
    holding.leave(scene.id, mira, offered="anyone")
    late = UserFactory.create()
    substitutes.take(scene.id, late, index=0)
    to_the_end(scene)
    assert scene.seats()[0].won is None
    assert Holder.objects.get().won is not None
    play.rebuild(scene.id)
    assert scene.seats()[0].won is None


def test_what_is_counted_for_a_substitute_comes_out_of_the_log_the_same(
    left: Scene, other: User
) -> None:
    substitutes.take(left.id, other, index=0)
    for _ in range(5):
        step(left)
    seats = Seat.objects.filter(match=left.id).values().order_by("index")
    counted = list(seats)
    play.rebuild(left.id)
    assert list(seats.all()) == counted


# The lobby and the pages


def test_the_lobby_lists_the_seat_for_those_who_may_take_it(
    left: Scene, other: User, as_: Browser
) -> None:
    address = f"/m/{left.id}/seat/0"
    assert address in as_(other).get("/tables/").content.decode()
    for reader in (*left.players, None):
        assert address not in as_(reader).get("/tables/").content.decode()


def test_the_table_tells_players_and_spectators_of_an_open_seat(
    left: Scene, other: User, as_: Browser
) -> None:
    for reader, label in ((left.players[1], "Offer it"), (other, "Look at the seat")):
        page = as_(reader).get(f"/m/{left.id}/").content.decode()
        assert "mira’s seat is open to a substitute." in page
        assert label in page


def test_a_seat_is_looked_at_and_taken_on_its_page(left: Scene, other: User, as_: Browser) -> None:
    browser = as_(other)
    page = browser.get(f"/m/{left.id}/seat/0").content.decode()
    assert "Take over a seat?" in page
    assert left.seats()[0].account is None  # looking is not taking
    answer = browser.post(f"/m/{left.id}/seat/0", follow=True)
    assert answer.redirect_chain == [(f"/m/{left.id}/handover", 303)]
    assert "The seat is yours" in answer.content.decode()
    assert left.seats()[0].account == other


def test_the_hand_over_says_whose_turn_it_is(left: Scene, other: User, as_: Browser) -> None:
    """To its reader, who reads no third person of themselves."""
    while left.awaited() != [0]:
        step(left)
    substitutes.take(left.id, other, index=0)

    def turn() -> str:
        page = as_(other).get(f"/m/{left.id}/handover").content.decode()
        [told] = re.findall(r'<p id="turn"[^>]*>(.*?)</p>', page, flags=re.DOTALL)
        return str(told).strip()

    assert turn() == "It is your turn."
    step(left)
    assert "is playing…" in turn()
    assert "other" not in turn()


@pytest.mark.parametrize("index", [1, 9])
def test_a_seat_that_is_not_open_has_no_page(
    left: Scene, other: User, as_: Browser, index: int
) -> None:
    assert as_(other).get(f"/m/{left.id}/seat/{index}").status_code == 404
    assert as_(other).post(f"/m/{left.id}/seat/{index}").status_code == 404


def test_two_who_accept_at_the_same_time_are_one_substitute_and_one_sentence(
    left: Scene, other: User, staff: User, as_: Browser
) -> None:
    late = as_(staff)
    late.get(f"/m/{left.id}/seat/0")
    as_(other).post(f"/m/{left.id}/seat/0")
    assert late.post(f"/m/{left.id}/seat/0").status_code == 404


def test_what_the_seat_has_claimed_is_told_before_and_after_and_nothing_that_is_ones_own(
    scene: Scene, other: User, as_: Browser
) -> None:
    mira, tobias, _ines = scene.players
    for code in ("number.1.4", "number.2.4", "number.0.3"):
        claim(scene, mira, code)
    claim(scene, tobias, "number.0.2")
    Claim.objects.filter(position=3).update(code="", taken_back_at=timezone.now())
    notebook.write_on_match(mira, scene.match, text="I lied to ines.", mark=notebook.EMPTY.mark)
    notebook.write_about(mira, tobias, text="Bluffs early.", mark=notebook.EMPTY.mark)
    notebook.suspect(mira, scene.match, levels={1: 4}, seats=range(3))
    holding.leave(scene.id, mira, offered="anyone")
    before = as_(other).get(f"/m/{scene.id}/seat/0").content.decode()
    after = as_(other).post(f"/m/{scene.id}/seat/0", follow=True).content.decode()
    for page in (before, after):
        told = re.findall(r"<bdi>(\w+)</bdi>: “(.*?)”", page)
        assert told == [
            ("mira", "tobias’s number is 4."),
            ("mira", "ines’s number is 4."),
        ]
        for own in ("I lied", "Bluffs early", "took a claim back"):
            assert own not in page
    assert not notebook.suspicions(other, scene.match)


def test_no_page_of_a_seat_says_whether_what_it_claimed_is_true(
    scene: Scene, other: User, as_: Browser
) -> None:
    mira = scene.players[0]
    for code in ("number.0.4", "number.0.3"):
        claim(scene, mira, code)
    holding.leave(scene.id, mira, offered="anyone")
    substitutes.take(scene.id, other, index=0)
    browser = as_(other)

    def claims_told() -> str:
        page = browser.get(f"/m/{scene.id}/handover").content.decode()
        return page.partition("What this seat has claimed")[2].partition("</ol>")[0]

    told = claims_told()
    assert told.count("<li") == 2
    assert scramble_log(scene.id, None)
    forget_everything()
    assert claims_told() == told
    assert "verdict" not in told


def test_what_was_shown_to_the_seat_is_handed_over_and_told_as_the_predecessors(
    left: Scene, other: User
) -> None:
    substitutes.take(left.id, other, index=0)
    handed = handed_over(access.visit(left.id, other))
    number = left.moves()[2].events[0]["number"]  # tobias showed it to mira
    assert any(str(number) in str(line.text) for line in handed.secrets)
    assert not any("You" in str(line.text) for line in handed.secrets)


def test_only_a_substitute_is_handed_something_over(left: Scene, other: User, as_: Browser) -> None:
    for reader in (other, left.players[1]):
        assert as_(reader).get(f"/m/{left.id}/handover").status_code == 303


# By link


def test_a_leaver_gives_the_seat_to_a_friend_by_link(
    mira: User, tobias: User, other: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, public=False)
    answer = as_(mira).post(f"/m/{scene.id}/leave", {"offered": "link"}, follow=True)
    link = link_of(scene.id)
    assert link in answer.content.decode()
    friend = as_(other)
    assert friend.get(f"/m/{scene.id}/").status_code == 404
    assert friend.get(f"/m/{scene.id}/seat/0").status_code == 404
    assert "Take over a seat?" in friend.get(link).content.decode()
    assert friend.post(link).status_code == 303
    assert scene.seats()[0].account == other
    assert friend.get(f"/m/{scene.id}/").status_code == 200
    assert as_(UserFactory.create()).get(link).status_code == 404


def test_a_link_opens_nothing_to_those_who_know_the_table(
    mira: User, tobias: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, public=False)
    holding.leave(scene.id, mira, offered="link")
    for reader in (mira, tobias):
        assert as_(reader).get(link_of(scene.id)).status_code == 404
        assert as_(reader).post(link_of(scene.id)).status_code == 404


def test_a_table_by_invitation_offers_a_silent_seat_by_link_only(
    mira: User, tobias: User, other: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, public=False)
    kept(scene, 3)
    assert scene.seats()[0].offered == "link"
    assert lists.open_seats(other) == []
    page = as_(tobias).get(f"/m/{scene.id}/seat/0").content.decode()
    assert "Make a link" in page
    as_(tobias).post(f"/m/{scene.id}/seat/0")
    as_(tobias).post(f"/m/{scene.id}/seat/0")  # there is one at a time
    assert link_of(scene.id) in as_(tobias).get(f"/m/{scene.id}/seat/0").content.decode()
    assert as_(other).post(link_of(scene.id)).status_code == 303
    assert Match.objects.get(pk=scene.id).handed_over


def test_with_a_wrong_token_nobody_sits_down(left: Scene, other: User) -> None:
    with pytest.raises(play.PlayError, match="works once"):
        substitutes.take(left.id, other, index=0, token="nothing")


def test_a_spectator_is_not_told_of_a_seat_that_is_left_for_a_friend(
    scene: Scene, other: User
) -> None:
    holding.leave(scene.id, scene.players[0], offered="link")
    assert "open to a substitute" not in fragment(access.visit(scene.id, other))
    assert "open to a substitute" in fragment(access.visit(scene.id, scene.players[1]))


# Secrets


def pages(browser: Client, *addresses: str) -> list[list[str]]:
    forget_everything()
    answers = [browser.get(address) for address in addresses]
    assert {answer.status_code for answer in answers} == {200}
    return [visible(answer.content.decode()) for answer in answers]


@pytest.mark.parametrize("slug", sorted(titles()))
def test_before_accepting_one_sees_the_same_whatever_is_hidden(
    slug: str, as_: Browser, db: None
) -> None:
    scene = played(slug, 5)
    holding.leave(scene.id, scene.players[0], offered="anyone")
    browser = as_(UserFactory.create())
    addresses = (f"/m/{scene.id}/seat/0", "/tables/", f"/m/{scene.id}/", f"/m/{scene.id}/log")
    before = pages(browser, *addresses)
    assert scramble_log(scene.id, None) > 0
    assert pages(browser, *addresses) == before


@pytest.mark.parametrize("slug", sorted(titles()))
def test_one_is_handed_nothing_that_the_seat_does_not_know(
    slug: str, as_: Browser, db: None
) -> None:
    scene = played(slug, 5)
    holding.leave(scene.id, scene.players[0], offered="anyone")
    substitute = UserFactory.create()
    substitutes.take(scene.id, substitute, index=0)
    browser, address = as_(substitute), f"/m/{scene.id}/handover"
    before = pages(browser, address)
    assert scramble_log(scene.id, 0) > 0
    assert pages(browser, address) == before


@pytest.mark.parametrize("slug", sorted(titles()))
def test_what_a_table_asks_and_the_ways_out_of_it_are_the_same_whatever_is_hidden(
    slug: str, as_: Browser, db: None
) -> None:
    scene = played(slug, 5)
    asker = scene.players[-1]
    timing.ask_for_pause(scene.id, asker, until=timezone.now() + timedelta(days=3), why="Exams")
    ending.ask(scene.id, asker)
    browser, match = as_(scene.players[0]), f"/m/{scene.id}/"
    addresses = (match, f"{match}time", f"{match}leave", f"{match}end")
    pages(browser, match)  # moves the divider to its last place
    before = pages(browser, *addresses)
    table, asked = "\n".join(before[0]), "\n".join(before[1])
    assert "agree_pause" in table
    assert "agree_end" in table
    assert "Exams" in asked
    assert scramble_log(scene.id, 0) > 0
    assert pages(browser, *addresses) == before
