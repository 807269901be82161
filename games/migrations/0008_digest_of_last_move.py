from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce


def fill_in(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    moves = apps.get_model("games", "Move").objects
    last = moves.filter(match=OuterRef("pk"), number=OuterRef("number")).values("digest")
    dealt = apps.get_model("games", "Match").objects.filter(number__isnull=False)
    dealt.update(digest=Coalesce(Subquery(last), Value("")))


class Migration(migrations.Migration):
    dependencies = [("games", "0007_seats_by_result")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="digest",
            field=models.CharField(
                blank=True, default="", help_text="of the last move", max_length=64
            ),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop, elidable=True),
    ]
