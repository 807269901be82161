"""Freezes get rows of their own.

What was known of freezes is taken along: one that lasts, and by how much a clock was wound on.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def take_along(apps: Any, _editor: Any) -> None:
    match, freeze = apps.get_model("games", "Match"), apps.get_model("games", "Freeze")
    for held in match.objects.exclude(held_for=None).filter(deadline__isnull=False):
        if held.held_for and held.number is not None:
            freeze.objects.create(
                match=held,
                number=held.number,
                began_at=held.moved_at,
                ended_at=held.moved_at + held.held_for,
                reason="",
            )
    for frozen in match.objects.filter(status="frozen"):
        freeze.objects.create(
            match=frozen,
            number=frozen.number,
            began_at=frozen.frozen_at or frozen.moved_at,
            reason=frozen.reason,
        )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_frozen"),
    ]

    operations = [
        migrations.CreateModel(
            name="Freeze",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(help_text="of the last move before")),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(max_length=200)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="freezes",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match_id", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("match",),
                        name="one_freeze_at_a_time",
                    )
                ],
            },
        ),
        migrations.RunPython(take_along, migrations.RunPython.noop),
        migrations.RemoveField(model_name="match", name="frozen_at"),
        migrations.RemoveField(model_name="match", name="held_for"),
    ]
