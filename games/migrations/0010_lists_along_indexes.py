import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery


def copy_from_matches(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    matches = apps.get_model("games", "Match").objects
    own = matches.filter(pk=OuterRef("match_id"))
    dealt = apps.get_model("games", "Seat").objects.filter(match__number__isnull=False)
    dealt.update(title=Subquery(own.values("title")), ended_at=Subquery(own.values("ended_at")))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_removed_comments_and_visible_text"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="match",
            name="match_open_tables",
        ),
        migrations.RemoveIndex(
            model_name="match",
            name="match_to_watch",
        ),
        migrations.RemoveIndex(
            model_name="match",
            name="match_of_title",
        ),
        migrations.RemoveIndex(
            model_name="seat",
            name="seat_of_account_won",
        ),
        migrations.AddField(
            model_name="seat",
            name="ended_at",
            field=models.DateTimeField(blank=True, help_text="once the match is over", null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="title",
            field=models.CharField(
                blank=True, default="", help_text="once it is dealt", max_length=50
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="account",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="match",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="games.match",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("public", True), ("status", "open")),
                fields=["title", "-created_at"],
                name="match_open_title",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("public", True), ("status", "running")),
                fields=["-moved_at"],
                name="match_watched",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("public", True), ("status", "running")),
                fields=["title", "-moved_at"],
                name="match_watched_title",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("status", "open")), fields=["created_at"], name="match_open"
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(
                    ("awaited_since__isnull", False),
                    models.Q(("bot", ""), ("keeper", ""), _negated=True),
                ),
                fields=["awaited_since"],
                name="seat_idle",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                models.F("account"),
                models.OrderBy(models.F("id"), descending=True),
                condition=models.Q(("ended_at__isnull", True)),
                name="seat_unfinished",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", False)),
                fields=["account", "-ended_at"],
                name="seat_finished",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                models.F("account"),
                models.F("title"),
                models.OrderBy(models.F("id"), descending=True),
                name="seat_of_account_title",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("won__isnull", False)),
                fields=["account", "title", "won"],
                name="seat_results",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                models.F("account"),
                models.OrderBy(models.F("id"), descending=True),
                condition=models.Q(("won", True)),
                name="seat_won",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                models.F("account"),
                models.OrderBy(models.F("id"), descending=True),
                condition=models.Q(("won", False)),
                name="seat_lost",
            ),
        ),
        # Last: PostgreSQL changes no table with rows in flight.
        migrations.RunPython(copy_from_matches, migrations.RunPython.noop, elidable=True),
    ]
