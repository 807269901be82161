"""What migrations write into the database, again: a test that empties its tables takes it away, and
in a random order any other may come after it.
"""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.db import connection

GROUPS = import_module("games.migrations.0031_groups").GROUPS
WORDS = import_module("games.migrations.0035_word_list")


def group(name: str) -> Group:
    """A group of the staff, with its rights."""
    found, is_new = Group.objects.get_or_create(name=name)
    if is_new:
        codes = {right.partition(".")[2] for right in GROUPS[name]}
        if name in WORDS.GROUPS:
            codes.update(WORDS.RIGHTS)
        found.permissions.set(Permission.objects.filter(codename__in=codes))
    return found


def words() -> None:
    """The list of words that a site begins with."""
    WORDS.begin(apps, SimpleNamespace(connection=connection))
