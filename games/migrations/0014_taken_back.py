from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_the_keeper"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="back",
            field=models.IntegerField(
                default=-1, help_text="the last move when the account said: I am here"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="kept",
            field=models.PositiveSmallIntegerField(default=0, help_text="keeper’s moves in a row"),
        ),
    ]
