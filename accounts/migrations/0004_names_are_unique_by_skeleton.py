import django.core.validators
import django.db.models.functions.text
from django.db import migrations, models

import accounts.names


class Migration(migrations.Migration):
    """Apart from the one that fills the column: PostgreSQL changes no table with rows in flight."""

    dependencies = [
        ("accounts", "0003_names_by_skeleton"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="skeleton",
            field=models.CharField(editable=False, max_length=250, unique=True),
        ),
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={
                    "unique": "Somebody has this name, or one that looks just like it."
                },
                max_length=24,
                unique=True,
                validators=[
                    django.core.validators.RegexValidator(
                        "^[^\\W_]+([._-][^\\W_]+)*\\Z",
                        "A name is made of letters and digits, with single dots, hyphens or underscores between.",
                    ),
                    accounts.names.refuse_mixture,
                ],
                verbose_name="name",
            ),
        ),
        migrations.AlterConstraint(
            model_name="user",
            name="account_name_unique",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Upper("username"),
                name="account_name_unique",
                violation_error_message="Somebody has this name, or one that looks just like it.",
            ),
        ),
    ]
