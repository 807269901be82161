from typing import Any

from django.db import migrations, models

import accounts.names


def fill(apps: Any, _schema_editor: object) -> None:
    """Give every name its skeleton. Of several that look alike, the oldest account has it.

    The others keep their names: each has a skeleton that no new name can have.
    """
    user = apps.get_model("accounts", "User")
    taken: set[str] = set()
    for account in user.objects.order_by("pk").only("pk", "username").iterator():
        skeleton = accounts.names.skeleton(account.username)
        if skeleton in taken:
            skeleton = f"{skeleton}{accounts.names.CLASH}{account.pk}"
        taken.add(skeleton)
        user.objects.filter(pk=account.pk).update(skeleton=skeleton)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_preferences_and_sanctions")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="skeleton",
            field=models.CharField(editable=False, max_length=250, null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
