"""`manage.py replay --all`: every stored match is folded and verified; what is wrong is named."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games import play
from games.engine.matchfile import write
from games.matchlog import files
from games.matchlog.audience import EVERYTHING
from games.models import Match, Move
from tests.web.factories import Scene, dealt, gathered
from tests.web.playing import forget_everything, knows_less


def replay_all(*arguments: str) -> list[str]:
    forget_everything()
    out = StringIO()
    call_command("replay", *arguments, "--all", stdout=out)
    return out.getvalue().splitlines()


def wrong_ones(*arguments: str) -> list[str]:
    forget_everything()
    out = StringIO()
    with pytest.raises(CommandError, match="not every match holds"):
        call_command("replay", *arguments, "--all", stdout=out)
    return out.getvalue().splitlines()


@pytest.fixture
def over(scene: Scene) -> Scene:
    return scene.until_vote().to_the_end()


def test_every_dealt_match_is_verified_whatever_became_of_it(
    over: Scene, mira: User, tobias: User, ines: User
) -> None:
    running, stopped = dealt(mira, tobias, ines), dealt(mira, tobias, ines)
    play.void(stopped.id, reason="nobody came")
    gathered(tobias, mira, size=3)
    moves = over.number + 1 + running.number + 1 + stopped.number + 1
    assert replay_all() == [
        f"3 verified, 0 verified but for the rules, 0 only folded, 0 wrong, {moves} moves"
    ]


def test_no_secret_is_printed(scene: Scene) -> None:
    assert bytes(scene.match.secret).hex() not in "\n".join(replay_all())


def test_a_changed_row_is_named(over: Scene, mira: User, tobias: User, ines: User) -> None:
    dealt(mira, tobias, ines)
    Move.objects.filter(match_id=over.id, number=2).update(action={"do": "keep"})
    problem, tally = wrong_ones()
    assert problem.startswith(
        f"{over.id}: does not verify: every move follows from the rules: no, move 2, "
    )
    assert tally.startswith("1 verified, 0 verified but for the rules, 0 only folded, 1 wrong")


def test_a_row_changed_where_only_the_digest_tells_is_named(over: Scene) -> None:
    row = over.moves()[1]
    row.at = row.at.replace(year=2001)
    row.save()
    [problem, _tally] = wrong_ones()
    assert problem == (
        f"{over.id}: does not verify: events and digests chain: no, move 1, the digest is another"
    )


def test_a_missing_row_is_named(over: Scene) -> None:
    Move.objects.filter(match_id=over.id, number=1).delete()
    [problem, _tally] = wrong_ones()
    assert (
        problem
        == f"{over.id}: does not verify: events and digests chain: no, move 1, it is missing"
    )


def test_a_row_too_many_is_named(over: Scene) -> None:
    row = over.moves()[-1]
    row.pk, row.number = None, row.number + 1
    row.save()
    [problem, _tally] = wrong_ones()
    assert f"no, move {over.number + 1}, the match does not know of it" in problem


def test_a_wrong_secret_is_named(over: Scene) -> None:
    Match.objects.filter(pk=over.id).update(secret=b"\x02" * 32)
    [problem, _tally] = wrong_ones()
    assert problem.endswith("no, the secret is not the one committed to")


def test_a_match_of_a_title_that_is_gone_is_named(over: Scene) -> None:
    Match.objects.filter(pk=over.id).update(title="gone")
    [problem, _tally] = wrong_ones()
    assert problem.endswith("the title gone is not installed here")


def test_a_match_that_says_other_rules_than_its_log_is_named(over: Scene) -> None:
    Match.objects.filter(pk=over.id).update(version=9)
    [problem, _tally] = wrong_ones()
    assert problem.endswith("no, move 0, the log says rules 2, the match 9")


def test_rules_that_are_not_known_are_left_out_and_that_is_said(
    over: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    knows_less(monkeypatch, version=1)
    [note, tally] = replay_all()
    assert note.endswith("verified but for the rules: rules 2 are not known here, only up to 1")
    assert tally.startswith("0 verified, 1 verified but for the rules")


# A folder of files


@pytest.fixture
def folder(over: Scene, tmp_path: Path) -> Path:
    file = files.file_for(EVERYTHING, over.match, over.seats())
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "whole.json").write_text(write(file), encoding="utf-8")
    (tmp_path / "copy.json").write_text(write(file.copy_for(1)), encoding="utf-8")
    (tmp_path / "other.json").write_text('{"format": "something else"}', encoding="utf-8")
    return tmp_path


def test_files_are_verified_and_those_that_cannot_be_are_folded(folder: Path) -> None:
    [note, tally] = replay_all(str(folder))
    assert note.endswith(
        "copy.json: only folded: this is one reader's copy, with its secrets left out"
    )
    assert tally.startswith("1 verified, 0 verified but for the rules, 1 only folded, 0 wrong")


@pytest.mark.parametrize("name", ["deep/whole.json", "copy.json"])
def test_a_file_that_was_cut_short_is_named(name: str, folder: Path) -> None:
    path = folder / name
    path.write_text(path.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    [problem] = [line for line in wrong_ones(str(folder)) if line.startswith(f"{path}: ")]
    assert problem.startswith(f"{path}: this is not JSON, or it is cut short")


def test_a_tampered_file_is_named(folder: Path) -> None:
    path = folder / "deep" / "whole.json"
    text = path.read_text(encoding="utf-8").replace(
        '"type":"toy.passed","seat":1', '"type":"toy.passed","seat":2'
    )
    path.write_text(text, encoding="utf-8")
    [problem] = [line for line in wrong_ones(str(folder)) if line.startswith(f"{path}: ")]
    assert "move " in problem


def test_without_all_a_file_is_required_and_with_it_a_folder(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="required: FILE"):
        call_command("replay")
    with pytest.raises(CommandError, match="is not a folder"):
        call_command("replay", str(tmp_path / "none"), "--all")
