from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_freezes"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="keeper",
            field=models.CharField(
                blank=True,
                default="",
                help_text="the bot that plays on while the account may not",
                max_length=30,
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("account__isnull", False), ("keeper", ""), _connector="OR"),
                name="keeper_keeps_for_somebody",
            ),
        ),
    ]
