"""Who of the staff may do what: helpers, moderators, administrators.

Added to, never taken from: a group of that name may be there already, and superusers may change it.
"""

from django.contrib.auth.management import create_permissions
from django.db import migrations

SEEN = (
    *("games.view_match", "games.view_seat", "games.view_round", "games.view_freeze"),
    *("games.view_kick", "games.view_holder", "games.view_comment", "games.view_remark"),
    *("games.view_case", "accounts.view_user", "accounts.view_sanction"),
)
HELPER = (*SEEN, "games.change_remark", "games.change_comment")
MODERATOR = (
    *HELPER,
    *("games.change_match", "games.change_case", "games.view_move"),
    *("accounts.add_sanction", "accounts.change_sanction"),
    *("accounts.view_appeal", "accounts.change_appeal", "accounts.view_auditentry"),
)
ADMINISTRATOR = (*MODERATOR, "accounts.change_user", "accounts.delete_user", "auth.view_group")
GROUPS = {"helper": HELPER, "moderator": MODERATOR, "administrator": ADMINISTRATOR}


def make_groups(apps, schema_editor):
    """Rights are made after the last migration as a rule: here they are needed before."""
    for label in ("accounts", "auth", "games"):
        config = apps.get_app_config(label)
        config.models_module = True
        create_permissions(config, apps=apps, verbosity=0, using=schema_editor.connection.alias)
        config.models_module = None
    group_model, right_model = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    for name, rights in GROUPS.items():
        group, _is_new = group_model.objects.get_or_create(name=name)
        for right in rights:
            label, _dot, codename = right.partition(".")
            group.permissions.add(
                right_model.objects.get(content_type__app_label=label, codename=codename)
            )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0030_cases"),
        ("accounts", "0008_sanctions"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make_groups, migrations.RunPython.noop)]
