"""A title's clock that runs says since when, so that what stops it can be counted out."""

from datetime import timedelta
from typing import Any

from django.db import migrations


def say_since(apps: Any, _editor: object) -> None:
    """It began with the last move or before; either way what is left to it is the same."""
    match, freeze = apps.get_model("games", "Match"), apps.get_model("games", "Freeze")
    for one in match.objects.filter(deadline__isnull=False, moved_at__isnull=False):
        frozen = freeze.objects.filter(match=one, number=one.number, ended_at__isnull=False)
        stood = sum((row.ended_at - row.began_at for row in frozen), timedelta())
        one.lapse_since = one.moved_at
        one.lapse_seconds = max(round((one.deadline - one.moved_at - stood).total_seconds()), 0)
        one.save(update_fields=["lapse_since", "lapse_seconds"])


class Migration(migrations.Migration):
    dependencies = [("games", "0011_clocks")]

    operations = [migrations.RunPython(say_since, migrations.RunPython.noop)]
