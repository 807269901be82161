from django.db import migrations, models
from django.db.migrations.state import StateApps


def name_the_keeper(apps: StateApps, _schema_editor: object) -> None:
    """The plain bot used to play on for accounts that were suspended or deleted."""
    seats = apps.get_model("games", "Seat").objects
    seats.filter(keeper="plain").update(keeper="keeper")
    seats.filter(bot="plain", name="").update(bot="keeper")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_lapse_since"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="move", name="move_has_a_maker"),
        migrations.AlterField(
            model_name="move",
            name="by",
            field=models.CharField(
                choices=[
                    ("deal", "Deal"),
                    ("account", "Account"),
                    ("bot", "Bot"),
                    ("keeper", "Keeper"),
                    ("clock", "Clock"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("by__in", ["deal", "clock"]), ("seat__isnull", True)),
                    models.Q(("by__in", ["account", "bot", "keeper"]), ("seat__isnull", False)),
                    _connector="OR",
                ),
                name="move_has_a_maker",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="keeper",
            field=models.CharField(
                blank=True,
                default="",
                help_text="who plays on while the account does not",
                max_length=30,
            ),
        ),
        migrations.RunPython(name_the_keeper, migrations.RunPython.noop, elidable=True),
    ]
