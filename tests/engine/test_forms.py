"""What an action looks like, whatever the position."""

from typing import Any

import pytest

from games.engine.title import misshapen

FORMS = {"walk": {"from": int | str}}


@pytest.mark.parametrize("place", [7, "tower1"])
def test_a_value_may_have_either_of_two_types(place: Any) -> None:
    assert misshapen({"do": "walk", "from": place}, FORMS) is None


@pytest.mark.parametrize("place", [True, 7.0, None, ["tower1"], {"at": 7}])
def test_a_value_of_neither_type_is_refused(place: Any) -> None:
    problem = misshapen({"do": "walk", "from": place}, FORMS)
    assert problem is not None
    assert (problem.code, problem.facts["key"]) == ("wrong_type", "from")
