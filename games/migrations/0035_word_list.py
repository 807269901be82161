"""A short list to begin with, and who may change it: moderators and administrators."""

from django.contrib.auth.management import create_permissions
from django.db import migrations

# As the staff would write them: with * every word that begins like this. Slurs, not swearing.
SLURS = {
    "en": ("nigger*", "faggot*", "kike", "kikes", "trannies", "kill yourself"),
    "cs": ("buzerant*", "negr", "negři", "židák*", "zabij se"),
    "pl": ("czarnuch*", "ciapaty", "ciapaci", "zabij się"),
    "de": ("neger", "kanake*", "schwuchtel*", "judensau", "bring dich um"),
}
SPAM = ("casino bonus", "crypto giveaway", "free coins", "buy followers", "onlyfans")
RIGHTS, GROUPS = ("view_listedword", "change_listedword"), ("moderator", "administrator")


def begin(apps, schema_editor):
    word_model = apps.get_model("games", "ListedWord")
    listed = [
        word_model(word=word, language=language, kind="slur")
        for language, words in SLURS.items()
        for word in words
    ]
    listed += [word_model(word=word, language="", kind="spam") for word in SPAM]
    there = word_model.objects.using(schema_editor.connection.alias)
    there.bulk_create(listed, ignore_conflicts=True)


def give_rights(apps, schema_editor):
    """Rights are made after the last migration as a rule: here they are needed before."""
    config = apps.get_app_config("games")
    config.models_module = True
    create_permissions(config, apps=apps, verbosity=0, using=schema_editor.connection.alias)
    config.models_module = None
    group_model, right_model = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    rights = right_model.objects.filter(content_type__app_label="games", codename__in=RIGHTS)
    for group in group_model.objects.filter(name__in=GROUPS):
        group.permissions.add(*rights)


class Migration(migrations.Migration):
    dependencies = [("games", "0034_words")]

    operations = [
        migrations.RunPython(begin, migrations.RunPython.noop),
        migrations.RunPython(give_rights, migrations.RunPython.noop),
    ]
