from typing import Any

from django.db import migrations, models
from django.db.models import Q

from accounts.text import visible


def clean(apps: Any, _schema_editor: object) -> None:
    """Names of tables and comments that were written before both were cleaned."""
    match, comment = apps.get_model("games", "Match"), apps.get_model("games", "Comment")
    for row in match.objects.only("pk", "name").iterator():
        name = visible(row.name) or row.pk
        if name != row.name:
            match.objects.filter(pk=row.pk).update(name=name)
    for row in comment.objects.only("pk", "text").iterator():
        text = visible(row.text, lines=True)
        if text != row.text:
            comment.objects.filter(pk=row.pk).update(text=text)


class Migration(migrations.Migration):
    dependencies = [("games", "0008_digest_of_last_move")]

    operations = [
        migrations.AddField(
            model_name="comment",
            name="removed_at",
            field=models.DateTimeField(blank=True, help_text="by the staff", null=True),
        ),
        migrations.AddField(
            model_name="comment",
            name="removed_reason",
            field=models.CharField(blank=True, default="", max_length=200),
        ),
        migrations.AddConstraint(
            model_name="comment",
            constraint=models.CheckConstraint(
                condition=Q(removed_at=None) | Q(text=""), name="comment_removed_says_nothing"
            ),
        ),
        # Last: PostgreSQL changes no table with rows in flight.
        migrations.RunPython(clean, migrations.RunPython.noop),
    ]
