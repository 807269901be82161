from typing import Any

from django.db import migrations, models

# What each of the old switches was about; whoever had switched both off wanted no letter at all.
TURNS, INVITATIONS = ("turn", "time"), ("invitation",)
ALL = (*TURNS, "keeper", "begun", "over", *INVITATIONS, "seat", "pause", "report")


def keep_choices(apps: Any, _schema: Any) -> None:
    """Whoever wanted none of our letters gets none."""
    user, reach = apps.get_model("accounts", "User"), apps.get_model("games", "Reach")
    unwanted = models.Q(mail_turns=False) | models.Q(mail_invitations=False)
    for account in user.objects.filter(unwanted).iterator():
        if not account.mail_turns and not account.mail_invitations:
            kinds = ALL
        else:
            kinds = INVITATIONS if account.mail_turns else TURNS
        chosen = {kind: {"mail": False} for kind in kinds}
        reach.objects.update_or_create(account_id=account.pk, defaults={"kinds": chosen})


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_hide_results"),
        ("games", "0024_notices"),
    ]

    operations = [
        migrations.RunPython(keep_choices, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField("user", "mail_turns"),
        migrations.RemoveField("user", "mail_invitations"),
    ]
