"""So that what is counted at tables with clocks is read along an index, however much is played against bots."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0035_word_list")]

    operations = [
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                models.F("account"),
                models.OrderBy(models.F("id"), descending=True),
                condition=models.Q(("bank_ms__isnull", False)),
                name="seat_clocked",
            ),
        ),
    ]
