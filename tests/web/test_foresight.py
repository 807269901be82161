"""What the choices of stored matches say: of those that are over alone, and of people's own moves."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.engine import titles
from games.matchlog import copies
from games.matchlog.copies import Copy
from games.models import Claim, Foresight, Match
from games.moderation import noticing
from tests.web.factories import Scene
from tests.web.playing import played

pytestmark = pytest.mark.django_db

TITLES = sorted(slug for slug, title in titles().items() if title.telltale is not None)


def rows(scene: Scene) -> list[Foresight]:
    return list(Foresight.objects.filter(match=scene.id))


@pytest.mark.parametrize("slug", TITLES)
def test_of_a_match_that_is_over_it_is_kept_for_all_who_play(slug: str) -> None:
    scene = played(slug, 5000, size=4)
    noticing.examine(scene.id)
    found, moves = rows(scene), scene.moves()
    assert found
    for row in found:
        assert row.rounds >= 1
        assert len(row.telling) == min(row.choices, 6)
        seats = {moves[number].seat for number, _known, _unknown in row.telling}
        assert seats == {scene.players.index(row.account)}
    noticing.examine(scene.id, again=True)
    assert len(rows(scene)) == len(found)
    # What somebody claims in a round may explain what the others do then, not what they do.
    mine, now = scene.players[0], timezone.now()
    for number, began in enumerate(scene.match.rounds.values_list("first_move", flat=True)):
        Claim.objects.create(
            match=scene.match,
            position=number + 1,
            key=str(number),
            seat=0,
            account=mine,
            code="any",
            number=began,
            made_at=now,
        )
    Foresight.objects.all().delete()
    noticing.examine(scene.id, again=True)
    assert {row.account for row in rows(scene)} <= {mine}


@pytest.mark.parametrize("status", [Match.Status.RUNNING, Match.Status.FROZEN, Match.Status.VOID])
def test_of_any_other_match_nobody_opens_the_log(
    status: Match.Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = played(TITLES[0], 20, size=4)
    Match.objects.filter(pk=scene.id).update(status=status)

    def of(*_arguments: object) -> Copy:
        raise AssertionError("its log was opened")

    monkeypatch.setattr(copies, "of", of)
    noticing.examine(scene.id)
    noticing.examine(scene.id, again=True)
    noticing.look_at_new_tables(timezone.now())
    assert not Foresight.objects.exists()
    assert scene.match.examined_at is None
